# SPDX-License-Identifier: Apache-2.0
"""Causal depthwise convolution; torch's own convolution is the reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
from causal_conv1d import causal_conv1d_fn
torch.manual_seed(1)
for width in (2, 3, 4):
    x, weight, bias = torch.randn(2, 64, 40), torch.randn(64, width), torch.randn(64)
    a, b = x.clone().requires_grad_(), x.cuda().requires_grad_()
    left = torch.nn.functional.silu(torch.nn.functional.conv1d(a, weight[:, None], bias, padding=width - 1, groups=64)[..., :40])
    right = causal_conv1d_fn(b, weight.cuda(), bias.cuda(), activation="silu")
    same(f"width {width}", right, left, 1e-4)
    left.square().sum().backward(); right.square().sum().backward()
    same(f"gradient of width {width}", b.grad, a.grad, 1e-3)
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: causal depthwise convolution",
    source=Sdist("causal-conv1d", "1.7.0"),
    module="causal_conv1d",
    environment={"CAUSAL_CONV1D_FORCE_BUILD": "TRUE"},
    comparison=COMPARISON,
    wheels=(*NEEDED, "einops"),
    notes=("Its switch CAUSAL_CONV1D_FORCE_BUILD keeps it from fetching binaries that NVIDIA's nvcc made.",),
)
