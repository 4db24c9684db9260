# SPDX-License-Identifier: Apache-2.0
"""PyCUDA: a module on the driver API, and kernels that nvcc compiles when they are asked for; against NumPy."""

from __future__ import annotations

from dataclasses import dataclass

from scale.verify.fetch import Sdist
from scale.verify.job import Job
from scale.verify.pip import OPTION, PipRecipe, comparisons, own_tests
from scale.verify.recipe import Skipped

LEFT_OUT = "not test_jit_link_module and not test_recursive_launch"
"""Kernels that start kernels."""
COMPARISON = """
import numpy as np
import pycuda.autoinit
import pycuda.curandom
import pycuda.driver as driver
from pycuda import cumath, gpuarray
from pycuda.compiler import SourceModule
from pycuda.elementwise import ElementwiseKernel
from pycuda.reduction import ReductionKernel
from pycuda.scan import InclusiveScanKernel

def same(name, ours, theirs, tolerance=1e-6):
    ours = ours.get() if hasattr(ours, "get") else ours
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance, err_msg=name)
    print("same:", name)

a, b = np.random.default_rng(3).random((2, 1000), np.float32)
x, y = gpuarray.to_gpu(a), gpuarray.to_gpu(b)
module = SourceModule('''
__constant__ float c[4];
__global__ void blend(float *out, const float *a, const float *b, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x ^ 1] * c[1] + b[i];
}''')
driver.memcpy_htod(module.get_global("c")[0], np.array([0, 2, 0, 0], np.float32))
out = np.empty_like(a)
module.get_function("blend")(driver.Out(out), driver.In(a), driver.In(b), np.int32(1000), block=(128, 1, 1), grid=(8, 1))
same("kernel with shared and constant memory", out, 2 * a.reshape(-1, 2)[:, ::-1].ravel() + b)
same("array arithmetic", 3 * x * y - x / (y + 1), 3 * a * b - a / (b + 1))
same("functions", cumath.exp(cumath.sin(x)), np.exp(np.sin(a)))
axpy = ElementwiseKernel("float s, float *p, float *q, float *z", "z[i] = s * p[i] + q[i]")
z = gpuarray.empty_like(x)
axpy(np.float32(5), x, y, z)
same("element-wise kernel", z, 5 * a + b)
dot = ReductionKernel(np.float32, neutral="0", reduce_expr="a+b", map_expr="p[i]*q[i]", arguments="float *p, float *q")
same("reduction", dot(x, y), a @ b, 1e-5)
same("sum, minimum, maximum", [gpuarray.sum(x).get(), gpuarray.min(x).get(), gpuarray.max(x).get()], [a.sum(), a.min(), a.max()], 1e-5)
counts = gpuarray.to_gpu(np.arange(5000, dtype=np.int32) % 7)
InclusiveScanKernel(np.int32, "a+b")(counts)
same("scan", counts, np.cumsum(np.arange(5000) % 7))
drawn = pycuda.curandom.XORWOWRandomNumberGenerator().gen_uniform(20000, np.float32).get()
assert drawn.min() > 0 and drawn.max() <= 1
same("mean of random numbers", drawn.mean(), 0.5, 1e-2)
"""


@dataclass
class PyCuda(PipRecipe):
    def link(self, job: Job) -> str | None:
        raise Skipped("its module holds no device code: kernels are compiled when they are asked for")

    def run(self, job: Job) -> str | None:
        job.runs_here()
        words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT, str(job.source / "test" / "test_driver.py"))
        return own_tests(self._python(job, *words, check=False))

    def numbers(self, job: Job) -> str | None:
        return comparisons(self._python(job, "-c", COMPARISON, check=False))


RECIPE = PyCuda(
    summary="Python: kernels compiled by nvcc at run time, arrays, reductions, scans",
    source=Sdist("pycuda", "2026.1"),
    option=OPTION,
    module="pycuda",
    targets=("cpu",),
    wheels=("setuptools", "wheel", "numpy", "pytest", "pytools", "platformdirs", "mako"),
    notes=("Of its test_driver.py, the two tests whose kernels start kernels are left out.",),
)
