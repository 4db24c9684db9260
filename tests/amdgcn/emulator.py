# SPDX-License-Identifier: Apache-2.0
"""The face of the emulator: a device with memory, modules loaded from code objects, kernels that launch, and counts.

device = Emulator("gfx942")
module = device.load(code_object)
buffer = device.upload(array)
module.kernel("scale").launch(grid=4, block=256, args=[buffer, 1024, 2.0])
buffer.download()
device.counts.groups["VALU"]
"""

from __future__ import annotations

import ctypes
import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import codeobject, names
from .bundle import operations
from .core import Launch, library
from .decode import Decoder
from .errors import FAULTS, BadDispatch, EmulatorError
from .operation import ARCHITECTURES, Decoded
from .usual import USUAL, fits

POISON = 0xFFF7A5A5
_PAGE = 4096
_GUARD = 256
DYNAMIC_STACK = 16384
"""Bytes of scratch a lane gets when a kernel's stack has no known size (recursion, calls through pointers)."""


class Buffer:
    """Device memory. `download` copies it out, `view` is the memory itself."""

    def __init__(self, device: Emulator, size: int, dtype: Any = np.uint8, shape: tuple[int, ...] | None = None) -> None:
        self.size, self.dtype, self.shape = size, np.dtype(dtype), shape
        raw = np.empty(size + 2 * _GUARD + _PAGE, np.uint8)
        start = -raw.ctypes.data % _GUARD + _GUARD
        self._storage = raw
        self.bytes: NDArray[np.uint8] = raw[start : start + size]
        self.address = int(raw.ctypes.data + start)
        pattern = np.frombuffer(struct.pack("<I", POISON), np.uint8)
        raw[:] = np.resize(pattern, raw.size)
        self._device = device
        device._add(self.address, size, self)

    @property
    def view(self) -> NDArray[Any]:
        flat = self.bytes.view(self.dtype)
        return flat.reshape(self.shape) if self.shape is not None else flat

    def download(self) -> NDArray[Any]:
        return self.view.copy()

    def free(self) -> None:
        self._device._remove(self.address)


@dataclass
class Counts:
    """Executed wave instructions."""

    opcodes: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    lanes: Counter[str] = field(default_factory=Counter)
    """Active lanes, summed over the executions of each opcode."""

    @property
    def total(self) -> int:
        return sum(self.groups.values())


class Emulator:
    """One emulated GPU.

    Args:
        target: a processor of `decode.ARCHITECTURES`, such as `gfx942`.
        checked: fault on accesses outside of this device's allocations (else any host address is allowed).

    Raises:
        ValueError: the target is not one that the tables cover.
    """

    def __init__(self, target: str, *, checked: bool = True) -> None:
        base = target.split(":")[0]
        if base not in ARCHITECTURES:
            raise ValueError(f"no instruction tables for {target}; known: {', '.join(ARCHITECTURES)}")
        self.architecture = ARCHITECTURES[base]
        self.decoder = Decoder(self.architecture)
        self._lib = library()
        self._memory = self._lib.amdgcn_memory_create()
        self._lib.amdgcn_memory_checked(self._memory, int(checked))
        self._services = self._lib.amdgcn_services_create()
        self._live: dict[int, Any] = {}
        self._modules: list[Module] = []

    def __del__(self) -> None:
        if hasattr(self, "_memory"):
            self._lib.amdgcn_memory_destroy(self._memory)
            self._lib.amdgcn_services_destroy(self._services)

    def _add(self, address: int, size: int, owner: Any) -> None:
        self._live[address] = owner
        self._lib.amdgcn_memory_add(self._memory, address, size)

    def _remove(self, address: int) -> None:
        self._live.pop(address, None)
        self._lib.amdgcn_memory_remove(self._memory, address)

    def allocate(self, size: int) -> Buffer:
        """`size` bytes of poisoned device memory."""
        return Buffer(self, size)

    def upload(self, array: Any) -> Buffer:
        """A copy of `array` in device memory; `download` gives it back with its type and shape."""
        array = np.ascontiguousarray(array)
        buffer = Buffer(self, array.nbytes, array.dtype, array.shape)
        buffer.bytes[:] = array.reshape(-1).view(np.uint8)
        return buffer

    def empty(self, shape: int | tuple[int, ...], dtype: Any = np.float32) -> Buffer:
        """Poisoned memory that downloads as an array of `shape` and `dtype`."""
        shape = (shape,) if isinstance(shape, int) else shape
        return Buffer(self, int(np.prod(shape)) * np.dtype(dtype).itemsize, dtype, shape)

    def load(self, code_object: bytes) -> Module:
        """Loads an HSA code object.

        Raises:
            ValueError: it is not one, or it is for another processor.
        """
        module = Module(self, code_object)
        self._modules.append(module)
        return module

    @property
    def counts(self) -> Counts:
        """What all modules executed since the last `reset_counts`."""
        total = Counts()
        for module in self._modules:
            module._count(total, reset=False)
        return total

    def reset_counts(self) -> None:
        for module in self._modules:
            module._count(Counts(), reset=True)


class Module:
    """A loaded code object."""

    def __init__(self, device: Emulator, data: bytes) -> None:
        self.device = device
        self.object = codeobject.read(data)
        if self.object.processor.startswith("gfx") and self.object.processor != device.architecture.name:
            raise ValueError(f"the code object is for {self.object.processor}, the device is {device.architecture.name}")
        self.image = Buffer(device, len(self.object.image))
        # Segment alignment: the guard alignment is enough, as the code only ever computes differences.
        self.image.bytes[:] = np.frombuffer(self.object.image, np.uint8)
        self._relocate()
        self.operations = self._decode()
        self._program = self._create()
        forms = {name: Kernel(self, info) for name, info in self.object.kernels.items()}
        self._kernels = {name: kernel for name, kernel in forms.items() if USUAL not in name}
        for name, kernel in forms.items():
            if USUAL in name:
                self._kernels[name.partition(USUAL)[0]].usual = kernel

    def __del__(self) -> None:
        if hasattr(self, "_program"):
            self.device._lib.amdgcn_program_destroy(self._program)

    def _relocate(self) -> None:
        for offset, kind, value, name in self.object.relocations:
            if name:
                raise ValueError(f"undefined symbol {name}")
            if kind not in codeobject.RELOCATIONS:
                raise ValueError(f"relocation type {kind} is not one that code objects are loaded with")
            width, shift = codeobject.RELOCATIONS[kind]
            raw = struct.pack("<Q", (self.image.address + value) >> shift)[:width]
            self.image.bytes[offset : offset + len(raw)] = np.frombuffer(raw, np.uint8)

    def _decode(self) -> list[tuple[int, Decoded]]:
        code, offset, out = self.object.code, 0, []
        decode = self.device.decoder.decode
        while offset < len(code):
            operation = decode(code[offset : offset + 20])
            out.append((offset, operation))
            if operation.pair:
                out.append((offset, operation.pair))
            offset += operation.size
        return out

    def _create(self) -> int:
        packed, count, semantics, mnemonics = operations(self.object.code, self.device.decoder)
        code, generation = self.image.address + self.object.code_offset, self.device.architecture.generation
        create = self.device._lib.amdgcn_program_create
        return int(create(packed, count, semantics.encode(), mnemonics.encode(), code, len(self.object.code), generation))

    def kernel(self, name: str) -> Kernel:
        """The kernel of that (mangled) name.

        Raises:
            KeyError: there is none; the message lists those that there are.
        """
        if name not in self._kernels:
            raise KeyError(f"no kernel {name}; the code object has {', '.join(self._kernels) or 'none'}")
        return self._kernels[name]

    @property
    def kernels(self) -> dict[str, Kernel]:
        return self._kernels

    def variable(self, name: str, dtype: Any = np.uint8) -> NDArray[Any]:
        """The device variable's memory, as an array to read and write."""
        offset, size = self.object.variables[name]
        return self.image.bytes[offset : offset + size].view(dtype)

    def variable_address(self, name: str) -> int:
        return self.image.address + self.object.variables[name][0]

    def _count(self, total: Counts, reset: bool) -> None:
        counts, lanes = np.zeros((2, len(self.operations)), np.uint64)
        self.device._lib.amdgcn_program_counts(self._program, counts.ctypes.data, lanes.ctypes.data, int(reset))
        for index in np.nonzero(counts)[0]:
            operation = self.operations[index][1]
            name = f"{operation.mnemonic} :: {operation.pair.mnemonic}" if operation.pair else operation.mnemonic
            total.opcodes[name] += int(counts[index])
            total.groups[names.group(operation.mnemonic, bool(operation.dpp))] += int(counts[index])
            total.lanes[name] += int(lanes[index])


def _triple(value: int | Sequence[int]) -> tuple[int, int, int]:
    parts = (value,) if isinstance(value, int) else tuple(value)
    padded = (*parts, 1, 1, 1)[:3]
    return int(padded[0]), int(padded[1]), int(padded[2])


def _argument_bytes(value: Any, size: int) -> bytes:
    """One kernel argument as it lies in the kernarg block."""
    if isinstance(value, Buffer):
        return struct.pack("<Q", value.address)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, np.generic | np.ndarray):
        return value.tobytes()
    if isinstance(value, float):
        return struct.pack({2: "<e", 4: "<f", 8: "<d"}[size], value)
    return (int(value) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


class Kernel:
    """A kernel of a loaded module."""

    def __init__(self, module: Module, info: codeobject.KernelInfo) -> None:
        self.module, self.info, self.name = module, info, info.name
        self.usual: Kernel | None = None
        """Its form for usual launches, which a launch takes when it is one."""

    def launch(
        self,
        grid: int | Sequence[int],
        block: int | Sequence[int],
        args: Sequence[Any] = (),
        *,
        shared: int = 0,
        kernarg: bytes | None = None,
        resident: int = 0,
        limit: int = 2_000_000_000,
        slice_instructions: int = 4096,
    ) -> int:
        """Runs the kernel to its end.

        Args:
            grid: work-groups along x, y, z.
            block: work-items along x, y, z.
            args: one value for each argument that is not hidden: `Buffer`, int, float, NumPy scalar, or raw bytes.
            shared: bytes of dynamic LDS.
            kernarg: the explicit arguments as bytes, instead of `args`.
            resident: how many work-groups run at the same time (cooperative launches need all of them); 0: one after the other.
            limit: wave instructions after which the launch is taken for hung.
            slice_instructions: how long a wave runs before another of its group does.

        Returns:
            executed wave instructions.

        Raises:
            EmulatorError: what went wrong, with instruction, place and work-group.
        """
        info, device = self.info, self.module.device
        grid3, block3 = _triple(grid), _triple(block)
        if self.usual is not None and kernarg is None and fits(self.usual.name, grid3, block3, args):
            return self.usual.launch(
                grid3, block3, args, shared=shared, resident=resident, limit=limit, slice_instructions=slice_instructions
            )
        threads = block3[0] * block3[1] * block3[2]
        if not 0 < threads <= info.max_threads:
            raise BadDispatch(f"{self.name}: {threads} work-items a group; the kernel allows 1 to {info.max_threads}")
        if min(grid3) < 1:
            raise BadDispatch(f"{self.name}: empty grid {grid3}")
        if info.wave32 != (device.architecture.lanes == 32) and device.architecture.generation > 9:
            lanes = 32 if info.wave32 else 64
        else:
            lanes = device.architecture.lanes
        block_memory = device.allocate(-(-info.kernarg_size // 64) * 64 or 64)
        packet = device.allocate(64)
        packed = self._kernarg(grid3, block3, args, kernarg, shared)
        # Loads may be widened up to the alignment of the block, so it is larger than what the arguments fill.
        block_memory.bytes[: len(packed)] = np.frombuffer(packed, np.uint8)
        scratch = info.scratch_bytes + (DYNAMIC_STACK if info.dynamic_stack else 0)
        lds = info.lds_bytes + shared
        packet.bytes[:] = np.frombuffer(self._packet(grid3, block3, scratch, lds, block_memory.address), np.uint8)
        parameters = Launch(
            grid=grid3, block=block3, entry=self.module.image.address + info.entry, kernarg=block_memory.address,
            dispatch_packet=packet.address, kernarg_preload=info.kernarg_preload, properties=info.properties, rsrc1=info.rsrc1,
            rsrc2=info.rsrc2, lds_bytes=lds, scratch_bytes=-(-scratch // 16) * 16, lanes=lanes,
            packed_ids=device.architecture.packed_ids, architected_scratch=device.architecture.architected_scratch,
            ids_in_ttmp=device.architecture.ids_in_ttmp, resident=resident, slice=slice_instructions, limit=limit,
            services=device._services,
        )  # fmt: skip
        message = ctypes.create_string_buffer(2048)
        try:
            code = device._lib.amdgcn_launch(self.module._program, device._memory, ctypes.byref(parameters), message, len(message))
        finally:
            block_memory.free()
            packet.free()
        if code:
            raise FAULTS.get(code, EmulatorError)(f"{self.name}: {message.value.decode(errors='replace')}", parameters.fault_address)
        return int(parameters.executed)

    def _kernarg(
        self, grid: tuple[int, int, int], block: tuple[int, int, int], args: Sequence[Any], raw: bytes | None, shared: int
    ) -> bytes:
        out = bytearray(max(16, self.info.kernarg_size))
        explicit = [a for a in self.info.arguments if not a.kind.startswith("hidden_")]
        if raw is not None:
            out[: len(raw)] = raw
        else:
            if len(args) != len(explicit):
                raise BadDispatch(f"{self.name} takes {len(explicit)} arguments, not {len(args)}")
            for argument, value in zip(explicit, args, strict=True):
                data = _argument_bytes(value, argument.size)
                if len(data) != argument.size:
                    raise BadDispatch(
                        f"{self.name}: argument {argument.name or argument.offset} has {argument.size} bytes, not {len(data)}"
                    )
                out[argument.offset : argument.offset + argument.size] = data
        dimensions = 3 if grid[2] * block[2] > 1 else 2 if grid[1] * block[1] > 1 else 1
        # Code object v5: LLVM's AMDGPU guide, "hidden" value kinds.
        hidden = {
            "hidden_grid_dims": dimensions,
            "hidden_dynamic_lds_size": shared,
            "hidden_private_base": 0x20000,
            "hidden_shared_base": 0x10000,
        }
        lib, services = self.module.device._lib, self.module.device._services
        hidden["hidden_hostcall_buffer"] = lib.amdgcn_services_hostcall(services)
        hidden["hidden_heap_v1"] = lib.amdgcn_services_heap(services)
        for axis, letter in enumerate("xyz"):
            hidden[f"hidden_block_count_{letter}"] = grid[axis]
            hidden[f"hidden_group_size_{letter}"] = block[axis]
        for argument in self.info.arguments:
            if argument.kind.startswith("hidden_"):
                value = hidden.get(argument.kind, 0)
                out[argument.offset : argument.offset + argument.size] = value.to_bytes(argument.size, "little")
        return bytes(out)

    @staticmethod
    def _packet(grid: tuple[int, int, int], block: tuple[int, int, int], scratch: int, lds: int, kernarg: int) -> bytes:
        """The AQL kernel dispatch packet (HSA runtime specification, 2.9.6)."""
        size = [g * b for g, b in zip(grid, block, strict=True)]
        return struct.pack("<HHHHHHIIIIIQQQQ", 2, 3, *block, 0, *size, scratch, lds, 0, kernarg, 0, 0)
