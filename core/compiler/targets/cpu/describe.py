# SPDX-License-Identifier: Apache-2.0
"""The kernels of a CPU image, read from its ELF file alone."""

from __future__ import annotations

import io
import struct
from typing import Any

from ..target import KernelArgument, KernelDescription

_KERNEL = struct.Struct("<QQQIIIIIIIIIIQ")
_CHECKED = _KERNEL.size - 8
"""Where in a row the entry with checks is."""
_TABLE = struct.Struct("<IIIIQQ")


def describe(data: bytes) -> list[KernelDescription]:
    """Read the tables that `scale_cpu_image` leads to, following the file's relative relocations."""
    memory, rows = _kernel_rows(data)
    found = []
    for at in rows:
        _, _, _, arguments, kernarg, shared, _, _, _, threads, local, _, _, _ = _KERNEL.unpack(memory.read(at, _KERNEL.size))
        table = memory.pointer(at + 16)
        places = [struct.unpack("<II", memory.read(table + 8 * a, 8)) for a in range(arguments)]
        found.append(
            KernelDescription(
                memory.string(memory.pointer(at)),
                tuple(KernelArgument(f"arg{a}", offset, size, "value") for a, (offset, size) in enumerate(places)),
                kernarg,
                lds_bytes=shared,
                scratch_bytes=local,
                max_threads=threads,
            )
        )
    return found


def entry_points(data: bytes) -> dict[int, str]:
    """Address of each kernel's code to its name: the image has no symbols, a disassembly needs some."""
    memory, rows = _kernel_rows(data)
    checked = {memory.pointer(at + _CHECKED): f"{memory.string(memory.pointer(at))}.checked" for at in rows}
    return {address: name for address, name in checked.items() if address} | {
        memory.pointer(at + 8): memory.string(memory.pointer(at)) for at in rows
    }


def _kernel_rows(data: bytes) -> tuple[_Memory, list[int]]:
    """The image in memory, and where in it the table has its rows."""
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(data))
    memory = _Memory(elf)
    symbols: Any = elf.get_section_by_name(".dynsym")
    address = symbols.get_symbol_by_name("scale_cpu_image")[0]["st_value"]
    count = _TABLE.unpack(memory.read(address, _TABLE.size))[2]
    kernels = memory.pointer(address + 16)
    return memory, [kernels + k * _KERNEL.size for k in range(count)]


class _Memory:
    """The image as it lies in memory, loaded at 0."""

    def __init__(self, elf: Any) -> None:
        self._segments = [(s["p_vaddr"], s.data()) for s in elf.iter_segments() if s["p_type"] == "PT_LOAD"]
        self._relocated: dict[int, int] = {}
        for section in elf.iter_sections():
            if section["sh_type"] == "SHT_RELA":
                for r in section.iter_relocations():
                    self._relocated[r["r_offset"]] = r["r_addend"]

    def read(self, address: int, size: int) -> bytes:
        for start, data in self._segments:
            if start <= address < start + len(data):
                return bytes(data[address - start : address - start + size])
        return bytes(size)

    def pointer(self, address: int) -> int:
        if address in self._relocated:
            return self._relocated[address]
        return int.from_bytes(self.read(address, 8), "little")

    def string(self, address: int) -> str:
        for start, data in self._segments:
            if start <= address < start + len(data):
                return bytes(data[address - start : data.index(b"\0", address - start)]).decode()
        return ""
