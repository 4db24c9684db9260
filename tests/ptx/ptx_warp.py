# SPDX-License-Identifier: Apache-2.0
"""Runs a statement as a warp: one thread of this process per lane, warp operations meet at a barrier of Python's."""

from __future__ import annotations

import ctypes
import mmap
import threading
from collections.abc import Callable, Sequence

import llvmlite.binding as llvm
import numpy as np
from ptx_harness import CONSTRAINTS, _array, compile_host, provide, statement_module
from scale.compiler.ptx import translate_module

LANES = 32
_local = threading.local()
_barrier = threading.Barrier(LANES)
_slots: list[object] = [None] * LANES


def _exchange(value: object) -> list[object]:
    """Every lane's value."""
    _slots[_local.lane] = value
    _barrier.wait(20)
    copy = list(_slots)
    _barrier.wait(20)
    return copy


def _source(mode: str, lane: int, offset: int, clamp_word: int) -> tuple[int, bool]:
    """PTX's shfl: (source lane, whether it is in range)."""
    clamp, segment = clamp_word & 31, clamp_word >> 8 & 31
    low, high = lane & segment, (lane & segment) | (clamp & ~segment)
    if mode == "up":
        other, good = lane - offset, lane - offset >= high
    elif mode == "down":
        other, good = lane + offset, lane + offset <= high
    elif mode == "bfly":
        other, good = lane ^ offset, lane ^ offset <= high
    else:
        other = low | (offset & ~segment & 31)
        good = other <= high
    return (other if good else lane), good


def _shuffle(mode: str) -> Callable[..., int]:
    def call(mask: int, value: int, offset: int, clamp: int) -> int:
        values = _exchange(value)
        lane = _local.lane
        other, _ = _source(mode, lane, offset & 31, clamp)
        result: int = values[other]  # type: ignore[assignment]
        return result

    return call


_I = ctypes.c_int32
for _mode in ("up", "down", "bfly", "idx"):
    provide(f"llvm.nvvm.shfl.sync.{_mode}.i32", _I, _I, _I, _I, _I)(_shuffle(_mode))
provide("llvm.nvvm.read.ptx.sreg.laneid", _I)(lambda: _local.lane)
provide("llvm.nvvm.activemask", _I)(lambda: -1)
provide("llvm.nvvm.vote.ballot.sync", _I, _I, ctypes.c_bool)(
    lambda mask, p: ctypes.c_int32(sum(1 << i for i, x in enumerate(_exchange(p)) if x)).value
)
provide("llvm.nvvm.vote.any.sync", ctypes.c_bool, _I, ctypes.c_bool)(lambda mask, p: any(_exchange(p)))
provide("llvm.nvvm.vote.all.sync", ctypes.c_bool, _I, ctypes.c_bool)(lambda mask, p: all(_exchange(p)))
provide("llvm.nvvm.redux.sync.add", _I, _I, _I)(
    lambda value, mask: ctypes.c_int32(sum(x & 0xFFFFFFFF for x in _exchange(value)) & 0xFFFFFFFF).value  # type: ignore[operator]
)
provide("llvm.nvvm.redux.sync.umax", _I, _I, _I)(
    lambda value, mask: ctypes.c_int32(max(x & 0xFFFFFFFF for x in _exchange(value))).value  # type: ignore[operator]
)


def run_warp(asm: str, outputs: str, inputs: str, columns: Sequence[Sequence[int]]) -> list[list[int]]:
    """The statement with one row of operands per lane; a column of 32 results per output."""
    text, _ = translate_module(statement_module(asm, outputs, inputs))
    engine: llvm.ExecutionEngine = compile_host(text)
    arrays = [_array(letter, list(column)) for letter, column in zip(inputs, columns, strict=True)]
    results = [np.zeros(LANES, CONSTRAINTS[letter][1]) for letter in outputs]
    everything = [*results, *arrays]
    function = ctypes.CFUNCTYPE(None, *([ctypes.c_void_p] * len(everything)), ctypes.c_int64)(engine.get_function_address("f"))

    def lane_main(lane: int) -> None:
        _local.lane = lane
        function(*[array.ctypes.data + lane * array.itemsize for array in everything], 1)

    threads = [threading.Thread(target=lane_main, args=(lane,)) for lane in range(LANES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return [array.tolist() for array in results]


class SharedMemory:
    """Memory whose addresses fit 32 bits, as shared memory's do."""

    def __init__(self, size: int) -> None:
        self.map = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40)  # MAP_32BIT
        self.array = np.frombuffer(self.map, np.uint8)
        self.address = self.array.ctypes.data
        assert self.address + size < 1 << 32
