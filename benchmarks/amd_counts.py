# SPDX-License-Identifier: Apache-2.0
"""Executed AMD instructions of kernels built by scale, beside the same kernels built as HIP.

`python -m benchmarks.amd_counts` prints a Markdown table and progress on standard error. With `--store` it also rewrites the baseline
that the tests compare with. The HIP side needs, outside this repository:

* `SCALE_HIP_CLANG`: a clang 22 with the AMDGPU back end (Debian's `clang-22`);
* `SCALE_HIP_ROOT`: a folder with `include/hip` (HIP 7.1) and `lib/{ocml,ockl}.bc`, such as `triton/backends/amd`
  of the PyPI wheel `triton==3.9.0`.

Without them only scale's own column is counted.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import numpy as np  # noqa: E402
from amdgcn import Counts, Emulator  # noqa: E402

from benchmarks.amd.workloads import WORKLOADS, Workload  # noqa: E402

FOLDER = Path(__file__).resolve().parent / "amd"
BASELINE = FOLDER / "baseline.json"
TARGETS = ("gfx942", "gfx1100")

# Issue slots of one wave's SIMD that an instruction takes; a pipeline that a compute unit's SIMDs share counts for each of them.
# CDNA3 and RDNA3 ISA documents: vector ALU one wave an issue; transcendentals at a quarter of that rate; LDS 32 banks (128 bytes) a
# clock for a compute unit, so two slots a dword, the crossbar's permutes and swizzles like a dword; vector memory 64 bytes a clock, so
# four slots a dword. Hints that issue beside others are free.
WEIGHTS = {"TRANS": 4.0, "LDS": 2.0, "CROSSBAR": 2.0, "VMEM": 4.0, "ATOMIC": 8.0, "SCRATCH": 4.0, "MATRIX": 8.0}
FREE = (
    "s_delay_alu",
    "s_clause",
    "s_nop",
    "s_code_end",
    "s_set_inst_prefetch_distance",
    "buffer_gl0_inv",
    "buffer_gl1_inv",
    "global_inv",
    "global_wb",
)
DWORDS = {"x2": 2, "x3": 3, "x4": 4, "b64": 2, "b96": 3, "b128": 4, "2addr": 2, "read2": 2, "write2": 2}

OCLC = {
    "finite_only_opt": ("i8", 0),
    "unsafe_math_opt": ("i8", 0),
    "daz_opt": ("i8", 0),
    "correctly_rounded_sqrt32": ("i8", 1),
    "ABI_version": ("i32", 500),
}


@dataclass(frozen=True)
class Cost:
    """Executed instructions of one launch."""

    raw: int
    weighted: float
    crossbar: int


def cost(counts: Counts) -> Cost:
    """Raw and weighted sums; see `WEIGHTS`."""
    from amdgcn import names

    weighted = 0.0
    for opcode, executed in counts.opcodes.items():
        first = opcode.split(" :: ")[0]
        if first in FREE:
            continue
        group = names.group(first)
        dwords = 1
        if group in ("LDS", "VMEM", "SCRATCH"):
            for part, width in DWORDS.items():
                if part in first:
                    dwords *= width
        weighted += executed * WEIGHTS.get(group, 1.0) * dwords
    return Cost(counts.total, weighted, counts.groups["CROSSBAR"])


def scale_code(target: str, folder: Path, libraries: str | None = None) -> bytes:
    """kernels.cu built by scale-nvcc, with the device library that is installed or the one in a folder."""
    output = folder / f"scale-{target}.co"
    environment = {**os.environ, "SCALE_TARGETS": target, **({"SCALE_DEVICE_LIBS": libraries} if libraries else {})}
    _run(["scale-nvcc", "-arch", target, "-O3", "-std=c++17", "-cubin", str(FOLDER / "kernels.cu"), "-o", str(output)], environment)
    return output.read_bytes()


def hip_code(target: str, folder: Path) -> bytes | None:
    """kernels.cu as HIP by clang; None where its parts are not there."""
    clang, root = os.environ.get("SCALE_HIP_CLANG") or shutil.which("clang-22", path="/usr/bin"), os.environ.get("SCALE_HIP_ROOT")
    if not clang or not root:
        return None
    numbers = {**OCLC, "wavefrontsize64": ("i8", int(target.startswith("gfx9")))}
    numbers["ISA_version"] = ("i32", {"gfx942": 9402, "gfx1100": 11000}[target])
    text = 'target triple = "amdgcn-amd-amdhsa"\n'
    for name, (kind, value) in numbers.items():
        text += f"@__oclc_{name} = linkonce_odr hidden local_unnamed_addr addrspace(4) constant {kind} {value}\n"
    controls, assembly, object_file, output = (folder / f"hip-{target}.{suffix}" for suffix in ("ll", "s", "o", "co"))
    controls.write_text(text)
    bitcode = folder / f"hip-{target}.bc"
    _run([clang, "-x", "ir", "-target", "amdgcn-amd-amdhsa", "-nogpulib", "-emit-llvm", "-c", str(controls), "-o", str(bitcode)])
    resources = subprocess.run([clang, "--print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    libraries = [*(str(Path(root) / "lib" / f"{name}.bc") for name in ("ocml", "ockl")), str(bitcode)]
    linked = [part for library in libraries for part in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", library)]
    command = [clang, "-x", "hip", "-O3", "-std=c++17", "--cuda-device-only", f"--offload-arch={target}", "-nogpuinc", "-nogpulib"]
    command += ["-isystem", f"{resources}/include", "-I", str(Path(root) / "include"), "-include", "__clang_hip_runtime_wrapper.h"]
    command += [
        "-include",
        str(FOLDER / "hip.h"),
        "-mcode-object-version=5",
        *linked,
        "-S",
        str(FOLDER / "kernels.cu"),
        "-o",
        str(assembly),
    ]
    _run(command)
    _run([clang, "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-c", str(assembly), "-o", str(object_file)])
    _run(["ld.lld", "-shared", str(object_file), "-o", str(output)])
    return output.read_bytes()


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"amd_counts: {command[0]} failed:\n{done.stderr}")


def execute(code: bytes, target: str, workload: Workload) -> tuple[Cost, list[Any]]:
    """Runs one kernel; its cost and its result arrays."""
    device = Emulator(target)
    kernel = device.load(code).kernel(workload.name)
    values = workload.arguments(np.random.default_rng(42))
    buffers = [device.upload(v) if isinstance(v, np.ndarray) else v for v in values]
    kernel.launch(workload.grid, workload.block, buffers)
    results = [b.download() for b in buffers if hasattr(b, "download")][: workload.results]
    return cost(device.counts), results


def agree(ours: list[Any], theirs: list[Any], tolerance: float) -> bool:
    return all(
        np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True) if tolerance else np.array_equal(a, b)
        for a, b in zip(ours, theirs, strict=True)
    )


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def measure(targets: tuple[str, ...] = TARGETS, hip: bool = True) -> dict[str, dict[str, dict[str, Any]]]:
    """`{target: {kernel: {raw, weighted, crossbar, same_raw, same_weighted, hip_raw, hip_weighted, hip_crossbar}}}`.

    `same_` is scale's side with the device library that HIP's side links, which may be newer than the installed one.
    """
    out: dict[str, dict[str, dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as name:
        for target in targets:
            print(f"[counts] {target}: compiling", file=sys.stderr, flush=True)
            ours, theirs = scale_code(target, Path(name)), hip_code(target, Path(name)) if hip else None
            same = scale_code(target, Path(name), str(Path(os.environ["SCALE_HIP_ROOT"]) / "lib")) if theirs else ours
            out[target] = {}
            for workload in WORKLOADS:
                mine, results = execute(ours, target, workload)
                row: dict[str, Any] = {"raw": mine.raw, "weighted": mine.weighted, "crossbar": mine.crossbar}
                if theirs:
                    if workload.library:
                        mine, results = execute(same, target, workload)
                    other, expected = execute(theirs, target, workload)
                    if not agree(results, expected, workload.tolerance):
                        raise SystemExit(f"amd_counts: {workload.name} on {target}: the two programs differ in their results")
                    row |= {"same_raw": mine.raw, "same_weighted": mine.weighted}
                    row |= {"hip_raw": other.raw, "hip_weighted": other.weighted, "hip_crossbar": other.crossbar}
                out[target][workload.name] = row
    return out


def table(measured: dict[str, dict[str, dict[str, Any]]]) -> str:
    """Markdown: one row a kernel, both targets; geometric means below."""
    lines = [
        f"Measured {datetime.date.today().isoformat()}; scale on LLVM 22.1 beside HIP 7.1 headers with clang 22.1 `-O3`.",
        "Executed wave instructions of one launch",
        "(`raw`), weighted by issue slots (`weighted`), scale / HIP for both, and LDS-crossbar instructions",
        "(`ds_bpermute`, `ds_swizzle`).\n",
    ]
    for target, rows in measured.items():
        lines += [
            f"### {target}\n",
            "| kernel | raw | HIP | ratio | weighted | HIP | ratio | crossbar | HIP |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        for kind, title in ((True, "cross-lane"), (False, "others")):
            names = [w.name for w in WORKLOADS if w.cross_lane is kind]
            for name in names:
                r = rows[name]
                if "hip_raw" in r:
                    ratios = r["same_raw"] / r["hip_raw"], r["same_weighted"] / r["hip_weighted"]
                    lines.append(
                        f"| {name} | {r['same_raw']} | {r['hip_raw']} | {ratios[0]:.3f}"
                        f" | {r['same_weighted']:.0f} | {r['hip_weighted']:.0f} | {ratios[1]:.3f}"
                        f" | {r['crossbar']} | {r['hip_crossbar']} |"
                    )
                else:
                    lines.append(f"| {name} | {r['raw']} | – | – | {r['weighted']:.0f} | – | – | {r['crossbar']} | – |")
            if all("hip_raw" in rows[name] for name in names):
                raw = geometric_mean([rows[n]["same_raw"] / rows[n]["hip_raw"] for n in names])
                weighted = geometric_mean([rows[n]["same_weighted"] / rows[n]["hip_weighted"] for n in names])
                lines.append(f"| **{title}, geometric mean** | | | **{raw:.3f}** | | | **{weighted:.3f}** | | |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.amd_counts", description="Executed AMD instructions beside HIP's.")
    parser.add_argument("--store", action="store_true", help="rewrite the baseline that the tests compare with")
    measured = measure()
    if parser.parse_args().store:
        BASELINE.write_text(json.dumps(measured, indent=1, sort_keys=True) + "\n")
    print(table(measured))
    return 0


if __name__ == "__main__":
    sys.exit(main())
