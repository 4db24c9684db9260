# SPDX-License-Identifier: Apache-2.0
"""Reads an HSA code object: its loadable image, kernels with descriptor and metadata, variables and relocations."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field

import msgpack
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

R_AMDGPU_ABS32_LO, R_AMDGPU_ABS32_HI, R_AMDGPU_ABS64, R_AMDGPU_ABS32, R_AMDGPU_RELATIVE64 = 1, 2, 3, 6, 13
RELOCATIONS = {
    R_AMDGPU_ABS32_LO: (4, 0),
    R_AMDGPU_ABS32_HI: (4, 32),
    R_AMDGPU_ABS64: (8, 0),
    R_AMDGPU_ABS32: (4, 0),
    R_AMDGPU_RELATIVE64: (8, 0),
}
"""Bytes to write and how far the address is shifted down first, for each relocation that a linked code object can hold."""
NT_AMDGPU_METADATA = 32


@dataclass(frozen=True)
class Argument:
    """One entry of a kernel's `.args`, hidden ones included."""

    name: str
    offset: int
    size: int
    kind: str
    """`.value_kind`: by_value, global_buffer, dynamic_shared_pointer, hidden_*."""


@dataclass(frozen=True)
class KernelInfo:
    """A kernel as its descriptor and metadata describe it."""

    name: str
    entry: int
    """Offset of its first instruction in the image."""
    kernarg_size: int
    lds_bytes: int
    scratch_bytes: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    properties: int
    kernarg_preload: int
    """Dwords to preload in the low half, their first dword in the high half."""
    arguments: tuple[Argument, ...]
    max_threads: int
    dynamic_stack: bool
    wave32: bool
    metadata: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class CodeObject:
    """What a loader needs; addresses are offsets in `image`."""

    processor: str
    image: bytes
    code_offset: int
    code: bytes
    kernels: dict[str, KernelInfo]
    variables: dict[str, tuple[int, int]]
    """Offset and size of each data symbol."""
    relocations: tuple[tuple[int, int, int, str], ...]
    """Offset, type, addend + symbol value, name of an undefined symbol or ''."""


_PROCESSORS = {
    0x3F: "gfx90a",
    0x4C: "gfx942",
    0x4F: "gfx950",
    0x41: "gfx1100",
    0x46: "gfx1101",
    0x47: "gfx1102",
    0x4A: "gfx1151",
    0x48: "gfx1200",
    0x4E: "gfx1201",
}


def read(data: bytes) -> CodeObject:
    """Parses a code object.

    Raises:
        ValueError: not an AMD GPU ELF file, or one without code.
    """
    elf = ELFFile(io.BytesIO(data))
    if elf["e_machine"] != "EM_AMDGPU":
        raise ValueError("not an AMD GPU code object")
    processor = _PROCESSORS.get(elf["e_flags"] & 0xFF, f"EF_AMDGPU_MACH {elf['e_flags'] & 0xFF:#x}")
    span = max(s["p_vaddr"] + s["p_memsz"] for s in elf.iter_segments() if s["p_type"] == "PT_LOAD")
    image = bytearray(span)
    for segment in elf.iter_segments():
        if segment["p_type"] == "PT_LOAD":
            image[segment["p_vaddr"] : segment["p_vaddr"] + segment["p_filesz"]] = segment.data()
    text = elf.get_section_by_name(".text")
    if text is None:
        raise ValueError("the code object holds no code")
    metadata = _metadata(elf)
    symbols = elf.get_section_by_name(".dynsym")
    kernels, variables = {}, {}
    descriptors = {}
    for symbol in symbols.iter_symbols() if symbols else ():
        if symbol["st_shndx"] == "SHN_UNDEF":
            continue
        if symbol["st_info"]["type"] == "STT_OBJECT":
            if symbol.name.endswith(".kd") and symbol["st_size"] == 64:
                descriptors[symbol.name] = symbol["st_value"]
            else:
                variables[symbol.name] = (symbol["st_value"], symbol["st_size"])
    for kernel in metadata.get("amdhsa.kernels", []):
        kernels[kernel[".name"]] = _kernel(kernel, bytes(image), descriptors[kernel[".symbol"]])
    relocations = tuple(_relocations(elf, symbols))
    return CodeObject(processor, bytes(image), text["sh_addr"], text.data(), kernels, variables, relocations)


def _metadata(elf: ELFFile) -> dict[str, list[dict[str, object]]]:
    for segment in elf.iter_segments("PT_NOTE"):
        for note in segment.iter_notes():
            if note["n_name"] == "AMDGPU" and note["n_type"] in (NT_AMDGPU_METADATA, "NT_AMDGPU_METADATA"):
                raw = note["n_descdata"] if "n_descdata" in note else note["n_desc"]
                raw = raw if isinstance(raw, bytes) else raw.encode("latin-1")
                return dict(msgpack.unpackb(raw))
    raise ValueError("the code object has no AMDGPU metadata note")


def _kernel(meta: dict[str, object], image: bytes, descriptor: int) -> KernelInfo:
    # Layout: LLVM's AMDGPU guide, "Code Object V3+ Kernel Descriptor".
    group, private, kernarg, _, entry = struct.unpack_from("<IIIIq", image, descriptor)
    rsrc3, rsrc1, rsrc2, properties, preload = struct.unpack_from("<IIIHH", image, descriptor + 44)
    arguments = tuple(
        Argument(str(a.get(".name", "")), a[".offset"], a[".size"], a[".value_kind"])
        for a in meta.get(".args", [])  # type: ignore[attr-defined]
    )
    return KernelInfo(
        name=str(meta[".name"]),
        # Firmware that preloads arguments skips the first 256 bytes, which load them for firmware that does not (same guide).
        entry=descriptor + entry + (256 if preload & 0x7F else 0),
        kernarg_size=max(kernarg, int(meta[".kernarg_segment_size"])),  # type: ignore[call-overload]
        lds_bytes=group,
        scratch_bytes=private,
        rsrc1=rsrc1,
        rsrc2=rsrc2,
        rsrc3=rsrc3,
        properties=properties & 0x7F,
        kernarg_preload=(preload & 0x7F) | (preload >> 7) << 32,
        arguments=arguments,
        max_threads=int(meta.get(".max_flat_workgroup_size", 1024)),  # type: ignore[call-overload]
        dynamic_stack=bool(properties >> 11 & 1),
        wave32=bool(properties >> 10 & 1),
        metadata=meta,
    )


def _relocations(elf: ELFFile, symbols: object) -> list[tuple[int, int, int, str]]:
    out = []
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection):
            continue
        for relocation in section.iter_relocations():
            value, name = relocation["r_addend"], ""
            if relocation["r_info_sym"]:
                symbol = symbols.get_symbol(relocation["r_info_sym"])  # type: ignore[attr-defined]
                if symbol["st_shndx"] == "SHN_UNDEF":
                    name = symbol.name
                else:
                    value += symbol["st_value"]
            out.append((relocation["r_offset"], relocation["r_info_type"], value, name))
    return out
