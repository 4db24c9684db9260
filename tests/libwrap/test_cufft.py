# SPDX-License-Identifier: Apache-2.0
"""cuFFT on the CPU device against NumPy: types, ranks, batches, layouts, in place and not, awkward lengths, bad plans."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from library import load
from scale.libwrap.coverage import library_coverage

R2C, C2R, C2C, D2Z, Z2D, Z2Z = 0x2A, 0x2C, 0x29, 0x6A, 0x6C, 0x69
FORWARD, INVERSE = -1, 1
EXECUTE = {C2C: "cufftExecC2C", Z2Z: "cufftExecZ2Z", R2C: "cufftExecR2C", D2Z: "cufftExecD2Z", C2R: "cufftExecC2R", Z2D: "cufftExecZ2D"}
TYPES: dict[int, tuple[type[Any], type[Any]]] = {
    C2C: (np.complex64, np.complex64),
    Z2Z: (np.complex128, np.complex128),
    R2C: (np.float32, np.complex64),
    D2Z: (np.float64, np.complex128),
    C2R: (np.complex64, np.float32),
    Z2D: (np.complex128, np.float64),
}


def cufft() -> ctypes.CDLL:
    return load("libcufft.so.11")


def ints(values: tuple[int, ...] | None) -> Any:
    return None if values is None else (ctypes.c_int * len(values))(*values)


def plan_many(n: tuple[int, ...], kind: int, batch: int, layout: tuple[Any, ...] = (None, 1, 0, None, 1, 0)) -> int:
    plan = ctypes.c_int(0)
    inembed, istride, idist, onembed, ostride, odist = layout
    status = cufft().cufftPlanMany(
        ctypes.byref(plan), len(n), ints(n), ints(inembed), istride, idist, ints(onembed), ostride, odist, kind, batch
    )
    assert status == 0
    return plan.value


def execute(plan: int, kind: int, source: np.ndarray, target: np.ndarray, direction: int = FORWARD) -> int:
    arguments: list[Any] = [plan, ctypes.c_void_p(source.ctypes.data), ctypes.c_void_p(target.ctypes.data)]
    if kind in (C2C, Z2Z):
        arguments.append(direction)
    status: int = getattr(cufft(), EXECUTE[kind])(*arguments)
    return status


def values(kind: int, shape: tuple[int, ...], seed: int = 3) -> np.ndarray:
    generator = np.random.default_rng(seed)
    source = generator.uniform(-1, 1, shape)
    if kind in (C2C, Z2Z):
        source = source + 1j * generator.uniform(-1, 1, shape)
    return source.astype(TYPES[kind][0])


def agree(actual: np.ndarray, expected: np.ndarray, kind: int) -> None:
    tolerance = 2e-5 if kind in (C2C, R2C, C2R) else 1e-12
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * max(np.abs(expected).max(), 1))


@pytest.mark.parametrize("kind", [C2C, Z2Z])
@pytest.mark.parametrize("n", [(1,), (2,), (60,), (97,), (8191,), (1024,), (6, 10), (5, 7, 9)])
def test_complex_both_ways(kind: int, n: tuple[int, ...]) -> None:
    batch = 3
    source = values(kind, (batch, *n))
    axes = tuple(range(1, len(n) + 1))
    plan = plan_many(n, kind, batch)
    target = np.zeros_like(source)
    kept = source.copy()
    assert execute(plan, kind, source, target) == 0
    agree(target, np.fft.fftn(source, axes=axes), kind)
    np.testing.assert_array_equal(source, kept)
    assert execute(plan, kind, target, target, INVERSE) == 0
    agree(target, source * np.prod(n), kind)  # cuFFT does not normalise
    assert cufft().cufftDestroy(plan) == 0
    assert cufft().cufftDestroy(plan) == 1


@pytest.mark.parametrize(("forward", "backward"), [(R2C, C2R), (D2Z, Z2D)])
@pytest.mark.parametrize("n", [(16,), (15,), (6, 9), (4, 5, 6)])
def test_real_out_of_place(forward: int, backward: int, n: tuple[int, ...]) -> None:
    batch = 2
    source = values(forward, (batch, *n))
    axes = tuple(range(1, len(n) + 1))
    half = np.zeros((batch, *n[:-1], n[-1] // 2 + 1), TYPES[forward][1])
    assert execute(plan_many(n, forward, batch), forward, source, half) == 0
    agree(half, np.fft.rfftn(source, axes=axes), forward)
    back = np.zeros_like(source)
    assert execute(plan_many(n, backward, batch), backward, half, back) == 0
    agree(back, source * np.prod(n), forward)


@pytest.mark.parametrize("n", [(16,), (15,), (6, 9)])
def test_real_in_place_is_padded(n: tuple[int, ...]) -> None:
    batch, width = 3, 2 * (n[-1] // 2 + 1)
    storage = np.zeros((batch, *n[:-1], width), np.float32)
    storage[..., : n[-1]] = values(R2C, (batch, *n))
    source = storage[..., : n[-1]].copy()
    assert execute(plan_many(n, R2C, batch), R2C, storage, storage) == 0
    agree(storage.view(np.complex64), np.fft.rfftn(source, axes=tuple(range(1, len(n) + 1))), R2C)
    assert execute(plan_many(n, C2R, batch), C2R, storage, storage) == 0
    agree(storage[..., : n[-1]], source * np.prod(n), R2C)


def test_advanced_layout() -> None:
    n, batch, stride = 8, 4, 3
    storage = values(C2C, (20, stride * 12))
    target = np.zeros((batch, 16), np.complex64)
    plan = plan_many((n,), C2C, batch, ((12,), stride, stride * 12, (16,), 2, 16))
    assert execute(plan, C2C, storage, target) == 0
    for index in range(batch):
        agree(target[index, ::2], np.fft.fft(storage[index, : n * stride : stride]), C2C)
    assert not target[:, 1::2].any()


def test_columns_of_a_matrix() -> None:
    matrix = values(Z2Z, (6, 5))
    plan = plan_many((6,), Z2Z, 5, ((6,), 5, 1, (6,), 5, 1))
    expected = np.fft.fft(matrix, axis=0)
    assert execute(plan, Z2Z, matrix, matrix) == 0
    agree(matrix, expected, Z2Z)


def test_make_plan_and_sizes() -> None:
    library = cufft()
    plan, size, again = ctypes.c_int(0), ctypes.c_size_t(0), ctypes.c_size_t(0)
    assert library.cufftCreate(ctypes.byref(plan)) == 0
    assert library.cufftSetAutoAllocation(plan, 0) == 0
    long_n = (ctypes.c_longlong * 1)(64)
    assert (
        library.cufftMakePlanMany64(
            plan, 1, long_n, None, ctypes.c_longlong(1), ctypes.c_longlong(0), None, ctypes.c_longlong(1), ctypes.c_longlong(0), C2C,
            ctypes.c_longlong(2), ctypes.byref(size),
        )
        == 0
    )  # fmt: skip
    assert library.cufftGetSize(plan, ctypes.byref(again)) == 0
    assert size.value == again.value == 64 * 2 * 8
    assert library.cufftEstimate1d(64, C2C, 2, ctypes.byref(size)) == 0
    assert size.value == again.value
    source = values(C2C, (2, 64))
    target = np.zeros_like(source)
    assert execute(plan.value, C2C, source, target) == 0
    agree(target, np.fft.fft(source), C2C)


def test_bad_plans() -> None:
    library = cufft()
    plan = ctypes.c_int(0)
    assert library.cufftPlan1d(ctypes.byref(plan), 0, C2C, 1) == 8
    assert library.cufftPlan1d(ctypes.byref(plan), 8, 0x11, 1) == 3
    assert library.cufftPlan1d(ctypes.byref(plan), 8, C2C, 1) == 0
    source = values(C2C, (8,))
    assert execute(plan.value, Z2Z, source, source) == 1  # a plan of another type
    assert execute(plan.value + 1000, C2C, source, source) == 1
    assert library.cufftExecC2C(plan, ctypes.c_void_p(source.ctypes.data), ctypes.c_void_p(source.ctypes.data), 5) == 4


CALLBACKS = {"cufftXtClearCallback", "cufftXtSetCallback", "cufftXtSetCallbackSharedSize", "cufftXtSetJITCallback"}


def test_what_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    have = {library.name: library for library in library_coverage()}["cufft"]
    assert len(have.functions) == 56
    assert (have.missing, set(have.refused)) == ((), {*CALLBACKS, "cufftXtQueryPlan"})
    assert all(hasattr(cufft(), name) for name in have.functions)
    plan, place = plan_many((8,), C2C, 1), ctypes.byref(ctypes.c_void_p(16))
    for number, kind, status in ((plan + 1000, 0, 1), (plan, 8, 4), (plan, 0, 16)):
        assert cufft().cufftXtSetCallback(number, place, kind, None) == status
    assert cufft().cufftXtSetJITCallback(plan, b"load", b"code", ctypes.c_size_t(4), 4, None) == 16
    assert cufft().cufftXtSetCallbackSharedSize(plan, 0, ctypes.c_size_t(64)) == 16
    assert cufft().cufftXtClearCallback(plan, 0) == 16
    assert [cufft().cufftXtQueryPlan(plan, place, kind) for kind in (0, 1)] == [16, 4]
    told = capfd.readouterr().err
    assert told.count("callbacks are not supported") == 1
    assert told.count("cufftXtQueryPlan is not supported") == 1


HALF_TYPES = {C2C: (6, 6), R2C: (2, 6), C2R: (6, 2)}  # CUDA_C_16F, CUDA_R_16F


def make_typed(n: int, kind: int, batch: int, types: tuple[int, int], execution: int) -> int:
    plan, size, long_n = ctypes.c_int(0), ctypes.c_size_t(0), (ctypes.c_longlong * 1)(n)
    one, none = ctypes.c_longlong(1), ctypes.c_longlong(0)
    assert cufft().cufftCreate(ctypes.byref(plan)) == 0
    status = cufft().cufftXtMakePlanMany(
        plan, 1, long_n, None, one, none, types[0], None, one, none, types[1], ctypes.c_longlong(batch), ctypes.byref(size), execution
    )
    assert status == 0
    return plan.value


@pytest.mark.parametrize("kind", HALF_TYPES)
def test_half_precision_is_rounded_once(kind: int) -> None:
    n, batch = 64, 3
    plan = make_typed(n, kind, batch, HALF_TYPES[kind], 6)
    wide = values(R2C, (batch, n))
    source = np.fft.rfft(wide) if kind == C2R else wide if kind == R2C else values(C2C, (batch, n))
    packed = np.ascontiguousarray(source.astype(np.float32 if kind == R2C else np.complex64)).view(np.float32).astype(np.float16)
    exact = packed.astype(np.float32) if kind == R2C else packed.astype(np.float32).view(np.complex64)
    expected = np.fft.irfft(exact, n) * n if kind == C2R else np.fft.rfft(exact) if kind == R2C else np.fft.fft(exact)
    target = np.zeros((batch, n if kind == C2R else 2 * expected.shape[1]), np.float16)
    assert cufft().cufftXtExec(plan, ctypes.c_void_p(packed.ctypes.data), ctypes.c_void_p(target.ctypes.data), FORWARD) == 0
    got = target.astype(np.float32) if kind == C2R else target.astype(np.float32).view(np.complex64)
    np.testing.assert_allclose(got, expected, atol=np.abs(expected).max() * 2.0**-11)
    assert execute(plan, kind, packed, target) == 1  # cufftExec* takes single-precision plans


def test_descriptors_of_one_gpu() -> None:
    library, n = cufft(), 48
    plan, first, size = ctypes.c_int(0), (ctypes.c_int * 1)(0), ctypes.c_size_t(0)
    assert library.cufftCreate(ctypes.byref(plan)) == 0
    assert library.cufftXtSetGPUs(plan, 2, (ctypes.c_int * 2)(0, 1)) == 16
    assert library.cufftXtSetGPUs(plan, 1, first) == 0
    assert library.cufftMakePlan1d(plan, n, C2C, 1, ctypes.byref(size)) == 0
    source = values(C2C, (n,))
    target, descriptor = np.zeros_like(source), ctypes.c_void_p()
    assert library.cufftXtMalloc(plan, ctypes.byref(descriptor), 2) == 0
    assert library.cufftXtMemcpy(plan, descriptor, ctypes.c_void_p(source.ctypes.data), 0) == 0
    assert library.cufftXtExecDescriptorZ2Z(plan, descriptor, descriptor, FORWARD) == 1
    assert library.cufftXtExecDescriptorC2C(plan, descriptor, descriptor, FORWARD) == 0
    assert library.cufftXtMemcpy(plan, ctypes.c_void_p(target.ctypes.data), descriptor, 1) == 0
    agree(target, np.fft.fft(source), C2C)
    assert library.cufftXtFree(descriptor) == 0
