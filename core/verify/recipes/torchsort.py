# SPDX-License-Identifier: Apache-2.0
"""Differentiable sorting and ranking; its CPU code is the reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
from torchsort import soft_rank, soft_sort
torch.manual_seed(1)
x = torch.randn(5, 20)
for call in (soft_rank, soft_sort):
    for kind in ("l2", "kl"):
        a, b = x.clone().requires_grad_(), x.cuda().requires_grad_()
        left = call(a, regularization=kind, regularization_strength=0.3)
        right = call(b, regularization=kind, regularization_strength=0.3)
        same(f"{call.__name__} {kind}", right, left, 1e-4)
        left.square().sum().backward(); right.square().sum().backward()
        same(f"gradient of {call.__name__} {kind}", b.grad, a.grad, 1e-3)
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: differentiable sorting and ranking",
    source=Sdist("torchsort", "0.1.10"),
    module="torchsort",
    comparison=COMPARISON,
    wheels=NEEDED,
)
