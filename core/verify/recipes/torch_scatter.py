# SPDX-License-Identifier: Apache-2.0
"""Scatter and segment operations; CPU and CUDA code side by side, so each is the other's reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
from torch_scatter import gather_csr, scatter, segment_coo, segment_csr
torch.manual_seed(1)
source, index = torch.randn(40, 6), torch.randint(0, 9, (40,)).sort()[0]
pointers = torch.tensor([0, 3, 3, 17, 40])
for reduce in ("sum", "mean", "min", "max"):
    calls = {"scatter": lambda x, i: scatter(x, i, 0, reduce=reduce), "segment_coo": lambda x, i: segment_coo(x, i, reduce=reduce)}
    for name, call in calls.items():
        a, b = source.clone().requires_grad_(), source.cuda().requires_grad_()
        expected, found = call(a, index), call(b, index.cuda())
        same(f"{name} {reduce}", found, expected)
        expected.square().sum().backward(); found.square().sum().backward()
        same(f"gradient of {name} {reduce}", b.grad, a.grad)
    same(f"segment_csr {reduce}", segment_csr(source.cuda(), pointers.cuda(), reduce=reduce), segment_csr(source, pointers, reduce=reduce))
same("gather_csr", gather_csr(source[:4].cuda(), pointers.cuda()), gather_csr(source[:4], pointers))
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: scatter and segment operations",
    source=Sdist("torch-scatter", "2.1.2"),
    module="torch_scatter",
    environment={"FORCE_CUDA": "1"},
    comparison=COMPARISON,
    wheels=NEEDED,
)
