# SPDX-License-Identifier: Apache-2.0
"""`python -m amdgcn TARGET < code-object > bundle`: what core/provider.cpp needs to execute a code object, in one stream.

Little endian, in the order that `load_module` reads it; text is a u32 length and its bytes.
"""

from __future__ import annotations

import struct
import sys

from . import codeobject
from .decode import Decoder
from .operation import ARCHITECTURES

# Numbers of core/provider.cpp's `Hidden`.
HIDDEN = {
    "hidden_block_count_x": 1, "hidden_block_count_y": 2, "hidden_block_count_z": 3,
    "hidden_group_size_x": 4, "hidden_group_size_y": 5, "hidden_group_size_z": 6,
    "hidden_grid_dims": 7, "hidden_dynamic_lds_size": 8, "hidden_private_base": 9, "hidden_shared_base": 10,
    "hidden_hostcall_buffer": 11, "hidden_heap_v1": 12,
}  # fmt: skip
OTHER = 13


def operations(code: bytes, decoder: Decoder) -> tuple[bytes, int, str, str]:
    """Packed micro-operations, their number, and the newline-terminated tables of meanings and mnemonics."""
    semantics: dict[str, int] = {}
    mnemonics: dict[str, int] = {}
    packed, offset, count = bytearray(), 0, 0
    while offset < len(code):
        operation = decoder.decode(code[offset : offset + 20])
        for part in (operation, operation.pair) if operation.pair else (operation,):
            meaning = semantics.setdefault(part.semantics, len(semantics))
            packed += part.pack(offset, meaning, mnemonics.setdefault(part.mnemonic, len(mnemonics)))
            count += 1
        offset += operation.size
    return bytes(packed), count, *("".join(f"{n}\n" for n in table) for table in (semantics, mnemonics))  # type: ignore[return-value]


def _text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<I", len(raw)) + raw


def bundle(data: bytes, target: str) -> bytes:
    """The stream for one code object.

    Raises:
        ValueError: it is no code object, or one for another processor.
    """
    architecture = ARCHITECTURES[target]
    loaded = codeobject.read(data)
    if loaded.processor != target:
        raise ValueError(f"the code object is for {loaded.processor}, not for {target}")
    out = [
        struct.pack(
            "<5I",
            architecture.generation,
            architecture.lanes,
            architecture.packed_ids,
            architecture.architected_scratch,
            architecture.ids_in_ttmp,
        )
    ]
    out += [struct.pack("<Q", len(loaded.image)), loaded.image, struct.pack("<QQ", loaded.code_offset, len(loaded.code))]
    out.append(struct.pack("<I", len(loaded.relocations)))
    for offset, kind, value, name in loaded.relocations:
        if name:
            raise ValueError(f"undefined symbol {name}")
        width, shift = codeobject.RELOCATIONS[kind]
        out.append(struct.pack("<QQQq", offset, width, shift, value))
    out.append(struct.pack("<I", len(loaded.variables)))
    for name, (offset, size) in loaded.variables.items():
        out.append(_text(name) + struct.pack("<QQ", offset, size))
    out.append(struct.pack("<I", len(loaded.kernels)))
    for k in loaded.kernels.values():
        registers = k.metadata.get(".vgpr_count", 0)
        out.append(_text(k.name) + struct.pack("<QQ", k.entry, k.kernarg_preload))
        numbers = (
            k.kernarg_size,
            k.lds_bytes,
            k.scratch_bytes,
            k.rsrc1,
            k.rsrc2,
            k.properties,
            k.max_threads,
            k.dynamic_stack,
            k.wave32,
            registers,
        )
        out.append(struct.pack("<10I", *(int(n) for n in numbers)))  # type: ignore[call-overload]
        out.append(struct.pack("<I", len(k.arguments)))
        for a in k.arguments:
            kind = HIDDEN.get(a.kind, OTHER) if a.kind.startswith("hidden_") else 0
            out.append(struct.pack("<III", a.offset, a.size, kind))
    packed, count, semantics, mnemonics = operations(loaded.code, Decoder(architecture))
    out += [struct.pack("<I", count), packed, _text(semantics), _text(mnemonics)]
    return b"".join(out)


def main() -> int:
    try:
        sys.stdout.buffer.write(bundle(sys.stdin.buffer.read(), sys.argv[1]))
    except ValueError as error:
        print(f"amdgcn: {error}", file=sys.stderr)
        return 1
    return 0
