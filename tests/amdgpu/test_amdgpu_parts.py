# SPDX-License-Identifier: Apache-2.0
"""Large modules in parts: what must stay together, one code object with one note, and the same results."""

from __future__ import annotations

import io

import numpy as np
import pytest
from amdgcn import Emulator
from amdgpu_build import device_ir
from elftools.elf.elffile import ELFFile
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu import parts
from scale.compiler.targets.amdgpu.backend import make
from scale.compiler.targets.amdgpu.describe import metadata
from scale.compiler.targets.amdgpu.pipeline import lower_text
from scale.errors import CompileError

SOURCE = """
typedef int (*Op)(int);
__device__ __attribute__((noinline)) int twice(int x) { return 2 * x; }
__device__ __attribute__((noinline)) int thrice(int x) { return 3 * x; }
__device__ __attribute__((noinline)) int shared_by_all(int x) { return x ^ 0x55; }
__device__ int count = 7;
__device__ int unused = 3;
__device__ Op chosen;
__constant__ int scale = 5;
static __device__ const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__global__ void adds(int *p) { p[threadIdx.x] = __nvvm_atom_add_gen_i(&count, 1) * 0 + shared_by_all(threadIdx.x); }
__global__ void reads(int *p) { p[threadIdx.x] = count; }
__global__ void looks(int *p, int n) { p[threadIdx.x] = shared_by_all(table[(threadIdx.x + n) % 8]); }
__global__ void looks_too(int *p, int n) { p[threadIdx.x] = table[(threadIdx.x * n) % 8]; }
__global__ void chooses(int n) { chosen = n ? twice : thrice; }
__global__ void follows(int *p) { p[threadIdx.x] = chosen(threadIdx.x); }
__global__ void scales(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = scale; __nvvm_barrier_sync(0);
  p[threadIdx.x] = s[63 - threadIdx.x];
}
"""
TOGETHER = [{"adds", "reads"}, {"chooses", "follows"}]
KERNELS = {"adds", "reads", "looks", "looks_too", "chooses", "follows", "scales"}


def plain(name: str) -> str:
    """A kernel's name without its mangling."""
    return next(kernel for kernel in sorted(KERNELS, key=len, reverse=True) if f"{len(kernel)}{kernel}P" in name or f"{kernel}i" in name)


def test_kernels_that_share_what_exists_once_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    module = lower_text(device_ir(SOURCE), "gfx1100", DeviceOptions()).module
    assert parts.parts_of(module) == [module], "small modules stay whole"
    monkeypatch.setattr(parts, "PART_LINES", 1)
    found = parts.parts_of(module)
    kernels = [{plain(kernel.name) for kernel in part.kernels()} for part in found]
    assert sorted(map(sorted, kernels)) == sorted(map(sorted, [*TOGETHER, {"looks"}, {"looks_too"}, {"scales"}]))
    for name in ("count", "unused", "chosen", "scale"):
        assert sum(name in part.globals for part in found) == 1, name
    holders = [names for part, names in zip(found, kernels, strict=True) if any("table" in variable for variable in part.globals)]
    assert sorted(map(sorted, holders)) == [["looks"], ["looks_too"]]
    copies = [part for part in found if any("shared_by_all" in name for name in part.functions)]
    assert len(copies) == 2
    assert parts.parts_of(module) == found, "the same text gives the same parts"
    monkeypatch.setattr(parts, "MOST_PARTS", 2)
    assert sorted(len(list(part.kernels())) for part in parts.parts_of(module)) == [3, 4]


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_parts_make_one_code_object(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = make(target).compile(device_ir(SOURCE), DeviceOptions()).images[0].data
    monkeypatch.setattr(parts, "PART_LINES", 1)
    parted = make(target).compile(device_ir(SOURCE), DeviceOptions(verbose_resources=True))
    data = parted.images[0].data
    notes = [note for segment in ELFFile(io.BytesIO(data)).iter_segments("PT_NOTE") for note in segment.iter_notes()]
    assert [note["n_name"] for note in notes if note["n_name"] == "AMDGPU"] == ["AMDGPU"]
    of_whole, of_parts = metadata(whole), metadata(data)
    assert of_parts["amdhsa.version"] == of_whole["amdhsa.version"]
    assert of_parts["amdhsa.target"] == of_whole["amdhsa.target"]
    entries = {entry[".name"]: entry for entry in of_whole["amdhsa.kernels"]}
    assert {entry[".name"]: entry for entry in of_parts["amdhsa.kernels"]}.keys() == entries.keys()
    for entry in of_parts["amdhsa.kernels"]:
        for key in (".args", ".group_segment_fixed_size", ".kernarg_segment_size", ".vgpr_count", ".private_segment_fixed_size"):
            assert entry[key] == entries[entry[".name"]][key], (entry[".name"], key)
    assert sum("Compiling entry function" in line or "Function properties" in line for line in parted.report) >= len(KERNELS)

    device = Emulator(target)
    module = device.load(data)
    buffer = device.upload(np.zeros(64, np.int32))

    def launch(kernel: str, *arguments: object) -> np.ndarray:
        name = next(name for name in module.kernels if plain(name) == kernel and "usual" not in name)
        module.kernel(name).launch(1, 64, list(arguments))
        return buffer.download()

    lanes = np.arange(64)
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    assert launch("adds", buffer).tolist() == (lanes ^ 0x55).tolist()
    assert launch("reads", buffer).tolist() == [7 + 64] * 64
    assert launch("looks", buffer, np.int32(3)).tolist() == (table[(lanes + 3) % 8] ^ 0x55).tolist()
    assert launch("looks_too", buffer, np.int32(3)).tolist() == table[(lanes * 3) % 8].tolist()
    assert launch("scales", buffer).tolist() == [5] * 64
    for n, factor in ((0, 3), (1, 2)):
        launch("chooses", np.int32(n))
        assert launch("follows", buffer).tolist() == (lanes * factor).tolist()


def test_an_error_in_a_part_is_the_same_error(monkeypatch: pytest.MonkeyPatch) -> None:
    source = SOURCE + "__device__ int nowhere(int);\n__global__ void calls(int *p) { *p = nowhere(1); }\n"
    monkeypatch.setattr(parts, "PART_LINES", 1)
    with pytest.raises(CompileError, match="nowhere"):
        make("gfx942").compile(device_ir(source), DeviceOptions())
