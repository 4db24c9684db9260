# SPDX-License-Identifier: Apache-2.0
"""`python -m benchmarks.math_error.every_float expf logf … [--stride N]`: single-precision functions of one argument over all 2^32 floats.

Offline: minutes of processor time a function. The reference is NumPy's or SciPy's double, whose own error does not count in 24 bits.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy.special

from .device import DeviceError, environment

CHUNK = 1 << 22
REFERENCES: dict[str, Callable[[Any], Any]] = {
    "acosf": np.arccos, "acoshf": np.arccosh, "asinf": np.arcsin, "asinhf": np.arcsinh, "atanf": np.arctan, "atanhf": np.arctanh,
    "cbrtf": np.cbrt, "cosf": np.cos, "coshf": np.cosh, "erff": scipy.special.erf, "erfcf": scipy.special.erfc, "exp10f": lambda x: 10.0**x,
    "exp2f": np.exp2, "expf": np.exp, "expm1f": np.expm1, "log10f": np.log10, "log1pf": np.log1p, "log2f": np.log2, "logf": np.log,
    "rsqrtf": lambda x: 1 / np.sqrt(x), "sinf": np.sin, "sinhf": np.sinh, "sqrtf": np.sqrt, "tanf": np.tan, "tanhf": np.tanh,
}  # fmt: skip

_SOURCE = """#include <cstdio>
#include <cstdlib>
__global__ void f(float *out, unsigned long long first, unsigned stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = NAME(__uint_as_float((unsigned)(first + (unsigned long long)i * stride)));
}
int main(int, char **argv) {
  unsigned stride = (unsigned)atoi(argv[1]);
  float *out;
  if (cudaMallocManaged(&out, CHUNK * sizeof(float)) != cudaSuccess) return 2;
  for (unsigned long long first = 0; first < 1ull << 32; first += (unsigned long long)CHUNK * stride) {
    unsigned long long left = ((1ull << 32) - first + stride - 1) / stride;
    int n = left < CHUNK ? (int)left : CHUNK;
    f<<<(n + 255) / 256, 256>>>(out, first, stride, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 3;
    if (fwrite(out, sizeof(float), (size_t)n, stdout) != (size_t)n) return 4;
  }
}
"""


def measure(name: str, stride: int, device: str = "cpu") -> tuple[int, float, float, float]:
    """(calls, largest error in ulp, largest distance from the correctly rounded result in ulp, an argument with that error)."""
    with tempfile.TemporaryDirectory(prefix="math-error-") as folder:
        text, program = Path(folder) / "every.cu", Path(folder) / "every"
        text.write_text(_SOURCE.replace("NAME", name).replace("CHUNK", str(CHUNK)))
        command = [sys.executable, "-m", "scale.compiler.driver.main", "-o", str(program), str(text)]
        done = subprocess.run(command, env={**os.environ, "SCALE_TARGETS": device}, capture_output=True, text=True)
        if done.returncode != 0:
            raise DeviceError(done.stderr)
        running = subprocess.Popen([str(program), str(stride)], stdout=subprocess.PIPE, env={**os.environ, **environment(device)})
        assert running.stdout is not None
        calls, error, steps, worst, first = 0, 0.0, 0.0, 0.0, 0
        while data := running.stdout.read(4 * CHUNK):
            got = np.frombuffer(data, np.float32)
            bits = (first + np.arange(len(got), dtype=np.uint64) * np.uint64(stride)).astype(np.uint32)
            here, there, at = _compare(REFERENCES[name], bits.view(np.float32), got)
            if here > error:
                error, worst = here, at
            steps = max(steps, there)
            calls += len(got)
            first += len(got) * stride
        if running.wait() != 0:
            raise DeviceError(f"{name} on {device}: status {running.returncode}")
        return calls, error, steps, worst


def _compare(reference: Callable[[Any], Any], x: Any, got: Any) -> tuple[float, float, float]:
    with np.errstate(all="ignore"):
        exact = np.asarray(reference(x.astype(np.float64)))
        rounded = exact.astype(np.float32)
        unit = np.spacing(np.abs(rounded)).astype(np.float64)
        error = np.abs(got.astype(np.float64) - exact) / unit
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        error = np.where(same & ~(error <= 0.5), 0.5, error)
        error = np.where(np.isnan(error), np.inf, error)
        order = [
            np.where(v.view(np.int32) < 0, -(v.view(np.int32).astype(np.int64) & 0x7FFFFFFF), v.view(np.int32)) for v in (got, rounded)
        ]
        steps = np.where(same, 0, np.abs(order[0] - order[1]))
    place = int(np.argmax(error))
    return float(error[place]), float(steps.max()), float(x[place])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.math_error.every_float", description="Errors over all floats.")
    parser.add_argument("names", nargs="+", metavar="NAME", choices=sorted(REFERENCES))
    parser.add_argument("--stride", type=int, default=1, help="every N-th bit pattern only")
    parser.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    print("| function | arguments | error in ulp | from the correctly rounded | at |\n| --- | --- | --- | --- | --- |")
    for name in arguments.names:
        calls, error, steps, worst = measure(name, arguments.stride, arguments.device)
        print(f"| `{name}` | {calls:,} | {error:.3f} | {steps:.0f} | {worst!r} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
