# SPDX-License-Identifier: Apache-2.0
"""torch: its CUDA device on a CPU-only build, and extensions from unmodified sources. Runs where torch is installed."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., str]
Project = Callable[[str], Path]
Tree = Callable[[Path], dict[str, bytes]]


def _cpu_only() -> bool:
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return False
    text = (Path(spec.origin).parent / "version.py").read_text()
    return "cuda: Optional[str] = None" in text and "hip: Optional[str] = None" in text


pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed"),
    pytest.mark.skipif(not _cpu_only(), reason="this torch is not a CPU-only build"),
]

DEVICE = """
import warnings; warnings.simplefilter("error")
import torch
assert torch.cuda.is_available() and torch.cuda.device_count() == 1
assert torch.version.cuda == "12.9" and torch.cuda.get_device_capability() == (8, 0)
a = torch.arange(12.0).reshape(3, 4)
b = a.cuda()
assert b.is_cuda and str(b.device) == "cuda:0"
assert torch.equal((b.t() @ b).cpu(), a.t() @ a)
b[:, 1:3] += 5                                           # through a view, in place
a[:, 1:3] += 5
assert torch.equal(b.cpu(), a)
assert torch.equal(b[torch.tensor([0, 2], device="cuda")].cpu(), a[[0, 2]])
out = torch.empty(0, device="cuda")
torch.add(b, b, out=out)                                 # an `out` argument gets its size
assert torch.equal(out.cpu(), a + a)
assert torch.equal(b.to(torch.float16).float().cpu(), a)
assert torch.equal(b.t().contiguous().cpu(), a.t())
# gradients, an optimizer and a convolution
layer = torch.nn.Linear(4, 2).cuda()
layer(b).sum().backward()
assert torch.allclose(layer.weight.grad.cpu(), a.sum(0).repeat(2, 1))
torch.optim.Adam(layer.parameters()).step()
x, w = torch.randn(1, 3, 8, 8), torch.randn(4, 3, 3, 3)
assert torch.allclose(torch.nn.functional.conv2d(x.cuda(), w.cuda()).cpu(), torch.nn.functional.conv2d(x, w), atol=1e-5)
# streams, events, devices, memory
stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    assert torch.cuda.current_stream() == stream != torch.cuda.default_stream()
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    first.record(); c = b * 2; last.record()
last.synchronize()
assert first.elapsed_time(last) >= 0 and torch.equal(c.cpu(), a * 2)
before = torch.cuda.memory_allocated()
big = torch.zeros(1000, device="cuda")
assert torch.cuda.memory_allocated() - before == 4000
del big
assert torch.cuda.memory_allocated() == before
# random numbers: the device's are apart from the CPU's
torch.manual_seed(1); expected = torch.randn(4)
torch.manual_seed(1); torch.randn(8, device="cuda"); assert torch.equal(torch.randn(4), expected)
torch.cuda.manual_seed(2); r = torch.rand(3, device="cuda")
torch.cuda.manual_seed(2); assert torch.equal(torch.rand(3, device="cuda"), r)
try:
    torch.zeros(2, device="cuda") + torch.zeros(2, device="cpu")
except RuntimeError as error:
    assert "two devices" in str(error) or "same device" in str(error), error
else:
    raise AssertionError("tensors of two devices were added")
print("device ok")
"""


def test_device(run: Run) -> None:
    assert "device ok" in run(["scale", "build", "--", sys.executable, "-c", DEVICE], timeout=600)


def test_device_in_programs(run: Run) -> None:
    """Everything that programs do with the device beyond arithmetic; torch_cases.py has the cases."""
    cases = Path(__file__).with_name("torch_cases.py")
    out = run(["scale", "build", "--", sys.executable, cases], timeout=600)
    assert out.count("ok ") == cases.read_text().count("\ndef ")


def test_without_activation_torch_is_as_it_was(run: Run) -> None:
    assert run([sys.executable, "-c", "import torch; print(torch.cuda.is_available(), torch.version.cuda)"]) == "False None\n"


USE = """
import torch, cu_torch
a, b = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
for result in (cu_torch.scaled_add(a, b, 3.0), torch.ops.cu_torch.scaled_add(a, b, 3.0)):
    assert result.is_cuda and torch.allclose(result.cpu(), a.cpu() + 3 * b.cpu(), atol=1e-6)
d = torch.randn(5, 7, dtype=torch.float64, device="cuda")
assert torch.allclose(cu_torch.scaled_add(d, d, -1.0).cpu(), torch.zeros(5, 7, dtype=torch.float64))
try:
    cu_torch.scaled_add(a.cpu(), b, 1.0)
except RuntimeError as error:
    assert "CUDA tensors are expected" in str(error)
else:
    raise AssertionError("a CPU tensor was taken")
print("extension ok")
"""


def test_extension(run: Run, project: Project, tree: Tree, tmp_path: Path) -> None:
    """An unmodified setup.py with CUDAExtension; the operator is dispatched on CUDA tensors."""
    pytest.importorskip("setuptools")
    source, site = project("torch_extension"), tmp_path / "site"
    before = tree(source)
    line = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--target", site, source]
    run(["scale", "build", "--", *line], timeout=900)
    environment = {"PYTHONPATH": str(site)}
    assert "extension ok" in run(["scale", "build", "--", sys.executable, "-c", USE], env=environment)
    after = tree(source)
    assert {name: after[name] for name in before} == before


LOAD = """
import sys, torch
from torch.utils.cpp_extension import load
module = load("cu_flavour", [sys.argv[1]], with_cuda=True)
module.launch(0)
x = torch.zeros(32, device="cuda")
module.launch(x.data_ptr())
assert torch.equal(x.cpu(), torch.ones(32))
print("load ok")
"""


def test_load(run: Run, project: Project, tmp_path: Path) -> None:
    """A source without torch's large headers, so that every run of the tests can afford it."""
    line = ["scale", "build", "--", sys.executable, "-c", LOAD, project("torch_flavour") / "cu_flavour.cu"]
    assert "load ok" in run(line, env={"TORCH_EXTENSIONS_DIR": str(tmp_path)}, timeout=900)


INLINE = """
import torch
from torch.utils.cpp_extension import load_inline
cuda = '''
__global__ void square_kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
torch::Tensor square(torch::Tensor x) {
  auto y = torch::empty_like(x);
  square_kernel<<<(x.numel() + 63) / 64, 64>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
  return y;
}
'''
module = load_inline("inline_square", cpp_sources="torch::Tensor square(torch::Tensor x);", cuda_sources=cuda, functions=["square"])
x = torch.randn(300, device="cuda")
assert torch.equal(module.square(x).cpu(), x.cpu() * x.cpu())
print("inline ok")
"""


@pytest.mark.exhaustive
def test_load_inline(run: Run, tmp_path: Path) -> None:
    environment = {"TORCH_EXTENSIONS_DIR": str(tmp_path)}
    assert "inline ok" in run(["scale", "build", "--", sys.executable, "-c", INLINE], env=environment, timeout=900)
