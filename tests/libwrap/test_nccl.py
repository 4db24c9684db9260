# SPDX-License-Identifier: Apache-2.0
"""NCCL with one rank: every collective on a stream, groups, reduction operations of one's own, statuses and their texts."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from library import at, load
from scale.libwrap.tables import plain_functions

INT8, INT32, INT64, HALF, FLOAT, DOUBLE = 0, 2, 4, 6, 7, 8
TYPES: dict[int, type[Any]] = {INT8: np.int8, INT32: np.int32, INT64: np.int64, HALF: np.float16, FLOAT: np.float32, DOUBLE: np.float64}
SUM, PROD, MAX, MIN, AVG = range(5)
COUNT = ctypes.c_size_t(5)


class UniqueId(ctypes.Structure):
    _fields_ = (("internal", ctypes.c_char * 128),)


def nccl() -> ctypes.CDLL:
    library = load("libnccl.so.2")
    library.ncclGetErrorString.restype = library.ncclGetLastError.restype = ctypes.c_char_p
    library.ncclCommInitRank.argtypes = [ctypes.c_void_p, ctypes.c_int, UniqueId, ctypes.c_int]
    return library


@pytest.fixture
def comm() -> Iterator[ctypes.c_void_p]:
    made, name = ctypes.c_void_p(), UniqueId()
    assert nccl().ncclGetUniqueId(ctypes.byref(name)) == 0
    assert nccl().ncclCommInitRank(ctypes.byref(made), 1, name, 0) == 0
    yield made
    assert nccl().ncclCommDestroy(made) == 0


@pytest.fixture
def stream() -> Iterator[ctypes.c_void_p]:
    made, runtime = ctypes.c_void_p(), load("libcudart.so.12")
    assert runtime.cudaStreamCreate(ctypes.byref(made)) == 0
    yield made
    runtime.cudaStreamDestroy(made)


def wait(stream: ctypes.c_void_p) -> None:
    assert load("libcudart.so.12").cudaStreamSynchronize(stream) == 0


def pair(kind: int) -> tuple[np.ndarray, np.ndarray]:
    return np.array([3, -2, 7, 1, 5], TYPES[kind]), np.zeros(5, TYPES[kind])


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("operation", [SUM, PROD, MAX, MIN, AVG])
def test_reductions_of_one_rank_are_the_input(comm: ctypes.c_void_p, stream: ctypes.c_void_p, kind: int, operation: int) -> None:
    for call, root in (("ncclAllReduce", ()), ("ncclReduceScatter", ()), ("ncclReduce", (0,))):
        source, target = pair(kind)
        assert getattr(nccl(), call)(at(source), at(target), COUNT, kind, operation, *root, comm, stream) == 0
        wait(stream)
        np.testing.assert_array_equal(target, source)


def test_copies_and_in_place(comm: ctypes.c_void_p, stream: ctypes.c_void_p) -> None:
    source, target = pair(FLOAT)
    assert nccl().ncclAllGather(at(source), at(target), COUNT, FLOAT, comm, stream) == 0
    wait(stream)
    np.testing.assert_array_equal(target, source)
    target[:] = 0
    assert nccl().ncclBroadcast(at(source), at(target), COUNT, FLOAT, 0, comm, stream) == 0
    assert nccl().ncclBcast(at(source), COUNT, FLOAT, 0, comm, stream) == 0
    wait(stream)
    np.testing.assert_array_equal(target, source)


@pytest.mark.parametrize(("kind", "factor"), [(INT32, 3), (HALF, 0.5), (FLOAT, -2.5), (DOUBLE, 4.25)])
def test_own_operation_scales(comm: ctypes.c_void_p, stream: ctypes.c_void_p, kind: int, factor: float) -> None:
    operation, scalar = ctypes.c_int(), np.array([factor], TYPES[kind])
    assert nccl().ncclRedOpCreatePreMulSum(ctypes.byref(operation), at(scalar), kind, 1, comm) == 0
    source, target = pair(kind)
    assert nccl().ncclAllReduce(at(source), at(target), COUNT, kind, operation, comm, stream) == 0
    wait(stream)
    np.testing.assert_array_equal(target, source * scalar[0])
    other, before = FLOAT if kind != FLOAT else DOUBLE, target.copy()
    source[:] = 0
    assert nccl().ncclAllReduce(at(source), at(target), 1, other, operation, comm, stream) == 4
    wait(stream)
    np.testing.assert_array_equal(target, before)  # refused before anything is copied
    assert nccl().ncclRedOpDestroy(operation, comm) == 0


def test_send_and_receive_meet_in_a_group(comm: ctypes.c_void_p, stream: ctypes.c_void_p) -> None:
    first, second = pair(INT64), pair(INT64)
    assert nccl().ncclGroupStart() == 0
    assert nccl().ncclGroupStart() == 0
    assert nccl().ncclRecv(at(first[1]), COUNT, INT64, 0, comm, stream) == 0
    assert nccl().ncclSend(at(first[0]), COUNT, INT64, 0, comm, stream) == 0
    assert nccl().ncclGroupEnd() == 0
    assert not first[1].any()
    assert nccl().ncclSend(at(second[0]), COUNT, INT64, 0, comm, None) == 0
    assert nccl().ncclRecv(at(second[1]), COUNT, INT64, 0, comm, stream) == 0
    assert nccl().ncclGroupEnd() == 0
    wait(stream)
    for source, target in (first, second):
        np.testing.assert_array_equal(target, source)
    assert nccl().ncclGroupEnd() == 5
    assert nccl().ncclSend(at(first[0]), COUNT, INT64, 0, comm, stream) == 5  # it would wait for itself


def test_communicators_and_their_numbers(comm: ctypes.c_void_p) -> None:
    value = ctypes.c_int(-1)
    for call, expected in (("ncclCommCount", 1), ("ncclCommUserRank", 0), ("ncclCommCuDevice", 0), ("ncclCommGetAsyncError", 0)):
        assert getattr(nccl(), call)(comm, ctypes.byref(value)) == 0
        assert value.value == expected
    assert nccl().ncclGetVersion(ctypes.byref(value)) == 0
    assert value.value == 22605
    part = ctypes.c_void_p()
    assert nccl().ncclCommSplit(comm, 0, 0, ctypes.byref(part), None) == 0
    assert part.value
    assert nccl().ncclCommFinalize(part) == 0
    assert nccl().ncclCommDestroy(part) == 0
    assert nccl().ncclCommSplit(comm, -1, 0, ctypes.byref(part), None) == 0
    assert not part.value
    assert nccl().ncclCommInitAll(ctypes.byref(part), 1, None) == 0
    assert nccl().ncclCommAbort(part) == 0


def test_what_one_rank_cannot_do_says_so(comm: ctypes.c_void_p, capfd: pytest.CaptureFixture[str]) -> None:
    made, name = ctypes.c_void_p(), UniqueId()
    assert nccl().ncclCommInitRank(ctypes.byref(made), 2, name, 0) == 5
    assert "works for one rank" in capfd.readouterr().err
    assert b"one rank" in nccl().ncclGetLastError(None)
    assert nccl().ncclCommInitRank(ctypes.byref(made), 2, name, 2) == 4
    source, target = pair(FLOAT)
    assert nccl().ncclBroadcast(at(source), at(target), COUNT, FLOAT, 1, comm, None) == 4
    assert nccl().ncclAllReduce(at(source), at(target), COUNT, 99, SUM, comm, None) == 4
    assert nccl().ncclAllReduce(at(source), at(target), COUNT, FLOAT, 17, comm, None) == 4
    assert nccl().ncclGetErrorString(5) == b"invalid usage"


def test_every_function_is_there() -> None:
    functions = plain_functions("nccl")
    assert len(functions) == 34
    assert all(hasattr(nccl(), function.name) for function in functions)
