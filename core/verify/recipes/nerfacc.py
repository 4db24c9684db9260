# SPDX-License-Identifier: Apache-2.0
"""Volume rendering along rays; plain torch is the reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
torch.manual_seed(1)
values, lengths = torch.rand(30), torch.tensor([5, 0, 12, 13])
starts = torch.cat([torch.zeros(1, dtype=torch.long), lengths.cumsum(0)[:-1]])
packed = torch.stack([starts, lengths], 1).cuda()
expected = torch.cat([part.cumsum(0) for part in values.split(lengths.tolist())])
same("inclusive_sum", nerfacc.inclusive_sum(values.cuda(), packed), expected)
same("exclusive_sum", nerfacc.exclusive_sum(values.cuda(), packed), expected - values)
products = torch.cat([part.cumprod(0) for part in values.split(lengths.tolist())])
same("inclusive_prod", nerfacc.inclusive_prod(values.cuda(), packed), products)
rays = torch.repeat_interleave(torch.arange(4), lengths)
weights, colours = torch.rand(30), torch.rand(30, 3)
found = nerfacc.accumulate_along_rays(weights.cuda(), colours.cuda(), rays.cuda(), 4)
same("accumulate_along_rays", found, torch.zeros(4, 3).index_add_(0, rays, weights[:, None] * colours))
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: volume rendering along rays",
    source=Sdist("nerfacc", "0.5.3"),
    module="nerfacc",
    tests="tests/test_scan.py tests/test_pack.py tests/test_rendering.py tests/test_pdf.py tests/test_grid.py",
    comparison=COMPARISON,
    wheels=(*NEEDED, "rich"),
    environment={"BUILD_NO_CUDA": "0"},
)
