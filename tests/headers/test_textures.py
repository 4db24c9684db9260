# SPDX-License-Identifier: Apache-2.0
"""Textures and surfaces on the CPU device, against a plain model of CUDA's addressing, filtering and formats."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from amdgcn.provider import environment
from scale.paths import generated_include

PROGRAMS = Path(__file__).parent / "programs"
SHAPES = ("1d", "2d", "3d", "1d_layers", "2d_layers", "cube", "cube_layers", "linear", "pitch", "levels", "gather", "gradient")
WRAP, CLAMP, MIRROR, BORDER = range(4)
SIGNED, UNSIGNED, FLOAT = range(3)


@dataclass(frozen=True)
class Texture:
    """One texture: sizes in texels (`d` counts slices, layers or faces), the rest in CUDA's enum values."""

    shape: str
    w: int
    h: int = 1
    d: int = 1
    levels: int = 1
    bits: int = 32
    kind: int = FLOAT
    channels: int = 1
    normalized: int = 0
    linear: int = 0
    read: int = 0  # 1: cudaReadModeNormalizedFloat
    address: tuple[int, int, int] = (CLAMP, CLAMP, CLAMP)
    srgb: int = 0
    mip_linear: int = 0
    border: tuple[float, ...] = (0.25, -3.0, 7.5, 0.5)
    integers: int = 0  # read by integer types

    @property
    def dtype(self) -> np.dtype:
        return np.dtype({SIGNED: "i", UNSIGNED: "u", FLOAT: "f"}[self.kind] + str(self.bits // 8))

    def texels(self) -> list[np.ndarray]:
        """Each level as (d, h, w, channels)."""
        rng = np.random.default_rng(7)
        shapes = [(self.d, max(self.h >> n, 1), max(self.w >> n, 1), self.channels) for n in range(self.levels)]
        if self.kind == FLOAT:
            return [rng.uniform(-4, 4, shape).astype(self.dtype) for shape in shapes]
        info = np.iinfo(self.dtype)
        return [rng.integers(info.min, info.max, shape, dtype=self.dtype, endpoint=True) for shape in shapes]


def _index(i: int, n: int, mode: int) -> int | None:
    if mode == CLAMP:
        return min(max(i, 0), n - 1)
    if mode == BORDER:
        return i if 0 <= i < n else None
    if mode == WRAP:
        return i % n
    i %= 2 * n
    return i if i < n else 2 * n - 1 - i


def _meaning(t: Texture, texel: np.ndarray) -> np.ndarray:
    """The values of a texel's channels as device code gets them."""
    if t.kind == FLOAT or not t.read:
        return texel.astype(np.float64) if not t.integers else texel.astype(np.int64)
    value = texel.astype(np.float64) / np.iinfo(t.dtype).max
    if t.srgb:
        curve = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
        value[:3] = curve[:3]
    return np.maximum(value, -1.0)


def _texel(t: Texture, level: np.ndarray, x: int, y: int, z: int) -> np.ndarray:
    modes = [m if t.normalized or m in (CLAMP, BORDER) else CLAMP for m in t.address]
    i, j = _index(x, level.shape[2], modes[0]), _index(y, level.shape[1], modes[1])
    k = _index(z, level.shape[0], modes[2])
    if i is None or j is None or k is None:
        border = np.array(t.border, np.float32)
        return (border.view(np.int32).astype(t.dtype).astype(np.int64) if t.integers else border.astype(np.float64))[: t.channels]
    return _meaning(t, level[k, j, i])


def _split(v: float) -> tuple[int, float]:
    i = math.floor(v)
    return i, math.floor((v - i) * 256 + 0.5) / 256


def _sample(t: Texture, level: np.ndarray, place: list[float], layer: int | None) -> np.ndarray:
    sizes = level.shape[2::-1]
    axes = {"1d": 1, "1d_layers": 1, "3d": 3}.get(t.shape, 2)
    at = [np.float32(v) * np.float32(n) if t.normalized else np.float32(v) for v, n in zip(place[:axes], sizes, strict=False)]
    at = [float(v) for v in at]
    if not t.linear:
        index = [math.floor(v) for v in at] + [0] * (3 - axes)
        return _texel(t, level, index[0], index[1], index[2] if layer is None else layer)
    parts = [_split(v - 0.5) for v in at] + [(0, 0.0)] * (3 - axes)
    total = np.zeros(t.channels)
    for corner in range(1 << axes):
        step = [corner >> n & 1 for n in range(3)]
        weight = math.prod(f if s else 1 - f for (_, f), s in zip(parts[:axes], step, strict=False))
        i, j, k = (p + s for (p, _), s in zip(parts, step, strict=True))
        total += weight * _texel(t, level, i, j, k if layer is None else layer)
    return total


def _face(x: float, y: float, z: float) -> tuple[int, float, float]:
    """The face and the place on it, by the table of the programming guide."""
    largest = max(abs(x), abs(y), abs(z))
    if abs(x) == largest:
        face, s, t = (0, -z, -y) if x >= 0 else (1, z, -y)
    elif abs(y) == largest:
        face, s, t = (2, x, z) if y >= 0 else (3, x, -z)
    else:
        face, s, t = (4, x, -y) if z >= 0 else (5, -x, -y)
    return face, (s / largest + 1) / 2, (t / largest + 1) / 2


def _expected(t: Texture, levels: list[np.ndarray], place: np.ndarray) -> np.ndarray:
    x, y, z, extra = (float(v) for v in place)
    first = levels[0]
    if t.shape == "linear":
        return _meaning(t, first[0, 0, int(x)]) if 0 <= x < t.w else np.zeros(t.channels)
    if t.shape == "gather":
        i, j = math.floor(x - 0.5), math.floor(y - 0.5)
        return np.array([_texel(t, first, i + dx, j + dy, 0)[int(extra)] for dx, dy in ((0, 1), (1, 1), (1, 0), (0, 0))])
    if t.shape in ("cube", "cube_layers"):
        face, u, v = _face(x, y, z)
        layer = min(max(int(extra), 0), t.d // 6 - 1) if t.shape == "cube_layers" else 0
        return _sample(t, first, [u, v], layer * 6 + face)
    layer = min(max(int(extra), 0), t.d - 1) if t.shape.endswith("layers") else None
    if t.shape in ("levels", "gradient"):
        level = extra if t.shape == "levels" else math.log2(max(extra * t.w, extra / 2 * t.h))
        level = min(max(level, 0.0), t.levels - 1.0)
        if not t.mip_linear:
            return _sample(t, levels[math.floor(level + 0.5)], [x, y], None)
        n, f = _split(level)
        low = _sample(t, levels[n], [x, y], None)
        return low if not f else (1 - f) * low + f * _sample(t, levels[n + 1], [x, y], None)
    return _sample(t, first, [x, y, z], layer)


def _places(t: Texture, count: int = 600) -> np.ndarray:
    """Inside, outside, and on texel centres; 1/1024 steps off the edges where rounding would decide."""
    rng = np.random.default_rng(11)
    sizes = np.array([t.w, t.h, t.d], np.float64)
    places = rng.uniform(-1.5, 2.5, (count, 4)) * np.append(sizes, 1)
    places = np.floor(places * 64) / 64 + 1 / 1024
    if t.normalized:
        places[:, :3] /= sizes
    if t.shape in ("cube", "cube_layers"):
        places[:, :3] = rng.uniform(-2, 2, (count, 3))
    if t.shape == "linear":
        places[:, 0] = rng.integers(-3, t.w + 3, count)
    places[:, 3] = rng.integers(-1, t.d + 1, count)
    if t.shape == "levels":
        places[:, 3] = np.floor(rng.uniform(-1, t.levels + 1, count) * 128) / 128 + 1 / 1024
    if t.shape == "gradient":
        places[:, 3] = rng.uniform(0.001, 0.5, count)
    if t.shape == "gather":
        places[:, 3] = rng.integers(0, t.channels, count)
    return places.astype(np.float32)


Run = Callable[..., bytes]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    try:
        generated_include()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("textures")
    environment = dict(os.environ, SCALE_TARGETS="cpu", SCALE_DEVICE="cpu")

    def built_and_run(name: str, *words: object, data: bytes = b"") -> bytes:
        program = folder / name
        if not program.exists():
            command = [sys.executable, "-m", "scale.compiler.driver.main", "-o", str(program), str(PROGRAMS / f"{name}.cu")]
            built = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
            assert built.returncode == 0, built.stderr
        ran = subprocess.run([str(program), *map(str, words)], env=environment, input=data, capture_output=True, timeout=60, check=False)
        assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr[-2000:])
        return ran.stdout

    return built_and_run


@pytest.fixture(scope="module")
def run_amd(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """As `run`, with the kernels executed as gfx942 code."""
    folder = tmp_path_factory.mktemp("textures_amd")
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-o", str(folder / "textures"), str(PROGRAMS / "textures.cu")]
    built = subprocess.run(command, env=dict(os.environ, SCALE_TARGETS="gfx942"), capture_output=True, text=True, timeout=300, check=False)
    assert built.returncode == 0, built.stderr

    def executed(name: str, *words: object, data: bytes = b"") -> bytes:
        variables = {**os.environ, **environment("gfx942")}
        command = [str(folder / name), *map(str, words)]
        ran = subprocess.run(command, env=variables, input=data, capture_output=True, timeout=60, check=False)
        assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr[-2000:])
        return ran.stdout

    return executed


def _read(run: Run, t: Texture, levels: list[np.ndarray], places: np.ndarray) -> bytes:
    words = [SHAPES.index(t.shape), t.w, t.h, t.d, t.levels, t.bits, t.kind, t.channels, t.normalized, t.linear, t.read, *t.address]
    words += [t.srgb, t.mip_linear, len(places), t.integers]
    data = np.array(t.border, np.float32).tobytes() + b"".join(level.tobytes() for level in levels) + places.tobytes()
    return run("textures", *words, data=data)


TEXTURES = {
    "reported": Texture("2d", 64, 32),
    "1d": Texture("1d", 37, linear=1),
    "1d_wrap": Texture("1d", 37, normalized=1, linear=1, address=(WRAP, CLAMP, CLAMP)),
    "unnormalised_wrap_clamps": Texture("2d", 9, 7, address=(WRAP, MIRROR, CLAMP)),
    "2d_linear": Texture("2d", 19, 11, channels=2, linear=1),
    "2d_border": Texture("2d", 19, 11, channels=4, linear=1, address=(BORDER, BORDER, CLAMP)),
    "2d_mirror_wrap": Texture("2d", 16, 8, normalized=1, linear=1, address=(MIRROR, WRAP, CLAMP)),
    "2d_mirror_point": Texture("2d", 16, 8, normalized=1, address=(MIRROR, MIRROR, CLAMP)),
    "half": Texture("2d", 16, 8, bits=16, channels=4, linear=1),
    "signed_bytes_normalised": Texture("2d", 16, 8, bits=8, kind=SIGNED, channels=4, read=1, linear=1),
    "unsigned_shorts_normalised": Texture("2d", 16, 8, bits=16, kind=UNSIGNED, channels=2, read=1),
    "srgb": Texture("2d", 16, 8, bits=8, kind=UNSIGNED, channels=4, read=1, linear=1, srgb=1),
    "3d": Texture("3d", 8, 7, 5, channels=4, linear=1, address=(CLAMP, BORDER, CLAMP)),
    "3d_wrap": Texture("3d", 8, 4, 4, normalized=1, linear=1, address=(WRAP, MIRROR, WRAP)),
    "3d_point": Texture("3d", 8, 7, 5, address=(BORDER, CLAMP, BORDER)),
    "1d_layers": Texture("1d_layers", 21, d=4, linear=1),
    "2d_layers": Texture("2d_layers", 16, 8, 3, normalized=1, linear=1, address=(WRAP, BORDER, BORDER)),
    "cube": Texture("cube", 16, 16, 6, normalized=1),
    "cube_linear": Texture("cube", 16, 16, 6, normalized=1, linear=1, channels=4),
    "cube_layers": Texture("cube_layers", 8, 8, 12, normalized=1),
    "linear_memory": Texture("linear", 1000, channels=4),
    "linear_memory_bytes": Texture("linear", 1000, bits=8, kind=UNSIGNED, channels=2, read=1),
    "pitch": Texture("pitch", 50, 20, channels=2, linear=1, address=(BORDER, CLAMP, CLAMP)),
    "levels": Texture("levels", 32, 16, levels=6, normalized=1, linear=1, address=(WRAP, CLAMP, CLAMP)),
    "levels_between": Texture("levels", 32, 16, levels=4, normalized=1, linear=1, mip_linear=1),
    "gradient": Texture("gradient", 32, 32, levels=6, normalized=1, mip_linear=1, linear=1),
    "gather": Texture("gather", 12, 9, channels=4, address=(CLAMP, BORDER, CLAMP)),
}


AS_AMD_CODE = ("2d_border", "3d_wrap", "cube_linear", "levels_between", "gather", "srgb")
"""In the default run; the others with --all."""


@pytest.mark.parametrize("name", TEXTURES)
def test_textures(run: Run, name: str) -> None:
    _check(run, TEXTURES[name])


@pytest.mark.parametrize("name", AS_AMD_CODE)
def test_textures_as_amd_code(run_amd: Run, name: str) -> None:
    """The program reads more textures than are copied: most of these reads are calls."""
    _check(run_amd, TEXTURES[name])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted(set(TEXTURES) - set(AS_AMD_CODE)))
def test_all_other_textures_as_amd_code(run_amd: Run, name: str) -> None:
    _check(run_amd, TEXTURES[name])


def _check(run: Run, t: Texture) -> None:
    levels, places = t.texels(), _places(t)
    found = np.frombuffer(_read(run, t, levels, places), np.float32)
    count = 4 if t.shape == "gather" else t.channels
    found = found.reshape(len(places), 4)[:, :count]
    expected = np.array([_expected(t, levels, place) for place in places])
    off = np.abs(found - expected)
    # Coordinates are floats: a place may fall to the neighbouring 1/256, no further.
    if (t.shape == "cube" and not t.linear) or t.shape == "cube_layers":
        assert np.mean(off > 1e-5) < 0.01
    elif t.normalized and t.linear:
        assert np.max(off) < 16 / 256
        assert np.mean(off > 1e-4) < 0.05
    else:
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("kind", [SIGNED, UNSIGNED])
@pytest.mark.parametrize("bits", [8, 16, 32])
def test_integers(run: Run, bits: int, kind: int, channels: int) -> None:
    border = tuple(np.array([5, 6, 7, 8], np.int32).view(np.float32).tolist())
    t = Texture("2d", 20, 9, bits=bits, kind=kind, channels=channels, integers=1, address=(BORDER, CLAMP, CLAMP), border=border)
    levels, places = t.texels(), _places(t)
    found = np.frombuffer(_read(run, t, levels, places), np.int32).reshape(len(places), 4)[:, :channels]
    expected = np.array([_expected(t, levels, place) for place in places])
    np.testing.assert_array_equal(found, expected.astype(np.uint32).view(np.int32) if bits == 32 else expected)


@pytest.mark.parametrize(
    ("texture", "message"),
    [
        (Texture("levels", 32, 16, levels=3), b"error cudaErrorInvalidValue"),
        (Texture("2d", 8, 8, bits=16, kind=UNSIGNED, channels=4, read=1, srgb=1), b"error cudaErrorNotSupported"),
        (Texture("2d", 8, 8, kind=SIGNED, linear=1), b"error cudaErrorInvalidFilterSetting"),
        (Texture("2d", 8, 8, kind=SIGNED, read=1), b"error cudaErrorInvalidNormSetting"),
    ],
)
def test_refusals(run: Run, texture: Texture, message: bytes) -> None:
    assert _read(run, texture, texture.texels(), _places(texture)) == message


def test_surfaces(run: Run) -> None:
    assert run("surfaces") == b"PASSED\n"
