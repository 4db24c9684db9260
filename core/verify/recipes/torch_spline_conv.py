# SPDX-License-Identifier: Apache-2.0
"""Spline-based convolution; its CPU code is the reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
from torch_spline_conv import spline_basis, spline_conv, spline_weighting
torch.manual_seed(1)
pseudo, size, open_ = torch.rand(30, 2), torch.tensor([4, 5]), torch.tensor([1, 0], dtype=torch.uint8)
for degree in (1, 2, 3):
    expected, found = spline_basis(pseudo, size, open_, degree), spline_basis(pseudo.cuda(), size.cuda(), open_.cuda(), degree)
    same(f"basis of degree {degree}", found[0], expected[0])
    same(f"indices of degree {degree}", found[1], expected[1])
    x, weight = torch.randn(30, 3), torch.randn(20, 3, 4)
    a, b = x.clone().requires_grad_(), x.cuda().requires_grad_()
    left = spline_weighting(a, weight, *expected)
    right = spline_weighting(b, weight.cuda(), *found)
    same(f"weighting of degree {degree}", right, left)
    left.square().sum().backward(); right.square().sum().backward()
    same(f"gradient of degree {degree}", b.grad, a.grad, 1e-4)
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: spline-based convolution",
    source=Sdist("torch-spline-conv", "1.2.2"),
    module="torch_spline_conv",
    environment={"FORCE_CUDA": "1"},
    comparison=COMPARISON,
    wheels=NEEDED,
)
