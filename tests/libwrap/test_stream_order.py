# SPDX-License-Identifier: Apache-2.0
"""Library calls keep their place among other work of the device: on their stream, and across the legacy default stream."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from library import call, handle, load, scalar

HostFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@pytest.fixture
def stream() -> Iterator[ctypes.c_void_p]:
    runtime, made = load_runtime(), ctypes.c_void_p()
    assert runtime.cudaStreamCreate(ctypes.byref(made)) == 0
    yield made
    load("libcublas.so.12").cublasSetStream_v2(handle(), None)
    assert runtime.cudaStreamDestroy(made) == 0


def load_runtime() -> ctypes.CDLL:
    load("libcublas.so.12")
    return load("libcudart.so.12")


def later(on: ctypes.c_void_p | None, work: Callable[[], None]) -> object:
    """Slow work on a stream; the result must be kept alive until it is done."""

    def slow(_: object) -> None:
        time.sleep(0.05)
        work()

    kept = HostFunction(slow)
    assert load_runtime().cudaLaunchHostFunc(on, kept, None) == 0
    return kept


@pytest.mark.parametrize(("busy", "used"), [("stream", "stream"), ("default", "stream"), ("stream", "default"), ("default", "default")])
def test_a_call_waits_for_what_must_come_before(stream: ctypes.c_void_p, busy: str, used: str) -> None:
    """CUDA programming guide, "Default Stream": the legacy default stream and blocking streams wait for each other."""
    named = {"stream": stream, "default": None}
    x = np.ones(8, np.float32)

    def write() -> None:
        x[:] = 3

    load("libcublas.so.12").cublasSetStream_v2(handle(), named[used])
    kept = later(named[busy], write)
    assert call("cublasSscal_v2", 8, scalar(2, "S"), x, 1) == 0
    np.testing.assert_array_equal(x, 6)
    del kept


def test_an_invalid_stream_is_an_error() -> None:
    cublas = load("libcublas.so.12")
    cublas.cublasSetStream_v2(handle(), ctypes.c_void_p(0x1230))
    try:
        assert call("cublasSscal_v2", 8, scalar(2, "S"), np.ones(8, np.float32), 1) == 13
    finally:
        cublas.cublasSetStream_v2(handle(), None)
    load_runtime().cudaGetLastError()
