# SPDX-License-Identifier: Apache-2.0
"""What a code object says of its kernels: the msgpack note that LLVM writes (NT_AMDGPU_METADATA)."""

from __future__ import annotations

import io
from typing import Any

from scale.compiler.targets.target import KernelArgument, KernelDescription

from .copies import USUAL

NT_AMDGPU_METADATA = 32


def metadata(code_object: bytes) -> dict[str, Any]:
    """The decoded note; empty when the file has none."""
    import msgpack
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(code_object))
    for segment in elf.iter_segments("PT_NOTE"):
        notes: Any = segment
        for note in notes.iter_notes():
            if note["n_name"] == "AMDGPU" and note["n_type"] in (NT_AMDGPU_METADATA, "NT_AMDGPU_METADATA"):
                data = note["n_descdata"] if "n_descdata" in note else note["n_desc"]
                if isinstance(data, str):
                    data = data.encode("latin-1")
                decoded: dict[str, Any] = msgpack.unpackb(data)
                return decoded
    return {}


def describe(code_object: bytes) -> list[KernelDescription]:
    """The kernels, in the note's order; forms for usual launches are not listed."""
    return [_kernel(entry) for entry in metadata(code_object).get("amdhsa.kernels", []) if USUAL not in entry[".name"]]


def _kernel(entry: dict[str, Any]) -> KernelDescription:
    arguments = tuple(
        KernelArgument(
            argument.get(".name", ""),
            argument[".offset"],
            argument[".size"],
            "pointer" if argument[".value_kind"].endswith("_buffer") else "value",
        )
        for argument in entry.get(".args", [])
        if not argument[".value_kind"].startswith("hidden_")
    )
    return KernelDescription(
        name=entry[".name"],
        arguments=arguments,
        kernarg_size=entry[".kernarg_segment_size"],
        vgprs=entry.get(".vgpr_count"),
        agprs=entry.get(".agpr_count"),
        sgprs=entry.get(".sgpr_count"),
        lds_bytes=entry.get(".group_segment_fixed_size"),
        scratch_bytes=entry.get(".private_segment_fixed_size"),
        vgpr_spills=entry.get(".vgpr_spill_count"),
        sgpr_spills=entry.get(".sgpr_spill_count"),
        max_threads=entry.get(".max_flat_workgroup_size"),
    )
