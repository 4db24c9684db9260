# SPDX-License-Identifier: Apache-2.0
"""faiss's GPU indexes: brute-force and inverted-file search, compared with its CPU indexes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.verify.cmake import CMakeRecipe
from scale.verify.fetch import DebianSource
from scale.verify.job import Job
from scale.verify.recipe import Failed

SEARCH = """
#include <faiss/IndexFlat.h>
#include <faiss/IndexIVFFlat.h>
#include <faiss/gpu/GpuIndexFlat.h>
#include <faiss/gpu/GpuIndexIVFFlat.h>
#include <faiss/gpu/StandardGpuResources.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>
int main() {
  const int d = 16, n = 1000, q = 20, k = 5;
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> base(n * d), asked(q * d);
  for (auto &v : base) v = normal(random);
  for (auto &v : asked) v = normal(random);
  faiss::gpu::StandardGpuResources resources;
  resources.setTempMemory(16 << 20);
  auto compare = [&](const char *name, faiss::Index &cpu, faiss::Index &gpu) {
    std::vector<float> a(q * k), b(q * k);
    std::vector<int64_t> i(q * k), j(q * k);
    cpu.search(q, asked.data(), k, a.data(), i.data());
    gpu.search(q, asked.data(), k, b.data(), j.data());
    int same = 0;
    float most = 0;
    for (int t = 0; t < q * k; ++t) same += i[t] == j[t], most = std::fmax(most, std::fabs(a[t] - b[t]));
    std::printf("%s: %d of %d neighbours the same, largest difference %g\\n", name, same, q * k, most);
  };
  faiss::IndexFlatL2 flat(d);
  flat.add(n, base.data());
  faiss::gpu::GpuIndexFlatL2 gpu_flat(&resources, d);
  gpu_flat.add(n, base.data());
  compare("brute force", flat, gpu_flat);
  faiss::IndexFlatL2 coarse(d);
  faiss::IndexIVFFlat ivf(&coarse, d, 8);
  ivf.train(n, base.data());
  ivf.add(n, base.data());
  ivf.nprobe = 3;
  faiss::gpu::GpuIndexIVFFlat gpu_ivf(&resources, &ivf);
  gpu_ivf.nprobe = 3;
  compare("inverted file", ivf, gpu_ivf);
}
"""
COMPARED = 2
"""Comparisons that the program makes."""


@dataclass
class Faiss(CMakeRecipe):
    def run(self, job: Job) -> str | None:
        job.runs_here()
        (job.build / "search.cpp").write_text(SEARCH)
        libraries = [next(job.build.rglob("libfaiss_gpu.a"), None), job.product("libfaiss.a")]
        toolkit = f"{job.toolkit}/lib64"
        line = ["g++", "-O1", "-std=c++14", "-fopenmp", f"-I{job.source}", f"-I{job.toolkit}/include", "search.cpp", "-o", "search"]
        line += [str(library) for library in libraries if library]
        job.run([*line, f"-L{toolkit}", "-lcublas", "-lcudart", f"-Wl,-rpath,{toolkit}", *self._blas(job)])
        return _lines(job.run(["./search"]))

    def numbers(self, job: Job) -> str | None:
        said = _lines(job.run(["./search"]))
        if said.count("neighbours") != COMPARED:
            raise Failed(f"{COMPARED} comparisons wanted: {said}")
        for same, asked in re.findall(r"(\d+) of (\d+) neighbours", said):
            if int(same) < int(asked) * 0.98:
                raise Failed(said)
        return said

    def options(self, job: Job) -> list[str]:
        library = self._blas(job)[0]
        return [f"-DBLAS_LIBRARIES={library}", f"-DLAPACK_LIBRARIES={library}"]

    def _blas(self, job: Job) -> list[str]:
        """OpenBLAS of Debian's package, in the recipe's prefix, with what it needs, which it finds by the program's own (old) run path."""
        found, fortran = job.product("libopenblas.so.0"), job.product("libgfortran.so.5")
        return [str(found), "-Wl,--disable-new-dtags", f"-Wl,-rpath,{found.parent}:{fortran.parent}", str(fortran)]


def _lines(said: str) -> str:
    return "; ".join(line for line in said.splitlines() if "neighbours" in line)


RECIPE = Faiss(
    summary="nearest-neighbour search, on cuBLAS, Thrust and kernels with shuffles",
    source=DebianSource("faiss"),
    settings=("-DFAISS_ENABLE_GPU=ON", "-DFAISS_ENABLE_PYTHON=OFF", "-DBUILD_TESTING=OFF", "-DBUILD_SHARED_LIBS=OFF"),
    products=("faiss",),
    debs=("libopenblas0-pthread", "libgfortran5"),
    wheels=("nvidia-cuda-cccl-cu12>=12.9,<13",),
    notes=("Thrust comes from NVIDIA's wheel `nvidia-cuda-cccl-cu12`.",),
)
