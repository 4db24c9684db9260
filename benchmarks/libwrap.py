# SPDX-License-Identifier: Apache-2.0
"""Cost of the library wrappers: nanoseconds a call, and SGEMM and FFT on the CPU device beside OpenBLAS and FFTW called directly.

`python -m benchmarks.libwrap` prints a Markdown table. The wrapper and the library below it run in one process, in turn. A forwarded
call is measured at a stand-in for hipBLAS that returns at once, on the CPU provider behind HIP's names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from scale import paths

ROOT = Path(__file__).resolve().parent.parent
STAND_IN = """
int hipblasCreate(void **handle) { *handle = handle; return 0; }
int hipblasDestroy(void *handle) { return handle == 0; }
int hipblasSetStream(void *handle, void *stream) { (void)stream; return handle == 0; }
int hipblasSgemm(void *handle, int a, int b, int m, int n, int k, const float *alpha, const float *A, int lda, const float *B, int ldb,
                 const float *beta, float *C, int ldc) {
  (void)a, (void)b, (void)m, (void)n, (void)k, (void)alpha, (void)A, (void)lda, (void)B, (void)ldb, (void)beta, (void)C, (void)ldc;
  return handle == 0;
}
"""


def main() -> int:
    """Builds the measuring program, runs it with each provider, prints the table."""
    packages = Path(sysconfig.get_path("platlib"))
    openblas = next(packages.glob("scipy_openblas32/lib/libscipy_openblas*.so"), None)
    fftwf = next(packages.glob("pyfftw.libs/libfftw3f-*.so*"), None)
    if openblas is None or fftwf is None:
        print("needs the wheels scipy-openblas32 and pyfftw in this environment", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = _build(folder)
        search = {"SCALE_LIBRARY_PATH": f"{openblas.parent}:{fftwf.parent}", "LD_LIBRARY_PATH": str(paths.library_folder())}
        lines = _run([program, "cpu", openblas, fftwf], search | {"SCALE_DEVICE": "cpu"})
        hipblas = _stand_in(folder)
        hip = _fake_hip(folder)
        rocm = {"SCALE_DEVICE": "rocm", "LD_LIBRARY_PATH": f"{hip}:{paths.library_folder()}", "SCALE_HIPBLAS": str(hipblas)}
        lines += _run([program, "rocm", hipblas], rocm)
    rows = [line.split("\t") for line in lines]
    print("| call | wrapped, ns | called directly, ns | overhead, ns |\n| --- | ---: | ---: | ---: |")
    for kind, what, ours, theirs, *_ in rows:
        if kind == "call":
            print(f"| {what} | {ours} | {theirs} | {float(ours) - float(theirs):.0f} |")
    print("\n| work | wrapped, ms | called directly, ms | GFLOP/s wrapped | speed of the library below |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for kind, what, ours, theirs, *rates in rows:
        if kind == "work":
            print(f"| {what} | {float(ours) * 1e3:.2f} | {float(theirs) * 1e3:.2f} | {rates[0]} | {float(theirs) / float(ours):.2f} |")
    return 0


def _build(folder: Path) -> Path:
    program = folder / "libwrap_calls"
    headers = [paths.generated_include(), paths.hand_written_include()]
    options = ["-O2", "-std=c++17", *(f"-I{header}" for header in headers), f"-L{paths.library_folder()}"]
    source = ROOT / "benchmarks" / "libwrap_calls.cpp"
    subprocess.run(["g++", *options, source, "-o", program, "-lcublas", "-lcufft", "-lcudart", "-ldl"], check=True)
    return program


def _stand_in(folder: Path) -> Path:
    source, library = folder / "hipblas.c", folder / "libhipblas.so.2"
    source.write_text(STAND_IN)
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def _fake_hip(folder: Path) -> str:
    """The stand-in for libamdhip64 that the runtime's tests have."""
    sys.path.insert(0, str(ROOT / "tests" / "runtime"))
    from runtime_build import fake_hip

    return str(fake_hip(folder, 6))


def _run(command: list[str | Path], environment: dict[str, str]) -> list[str]:
    print(f"[{command[1]}] measuring", file=sys.stderr, flush=True)
    done = subprocess.run([str(word) for word in command], env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
