# SPDX-License-Identifier: Apache-2.0
"""Graph clustering and neighbour search; its CPU code is the reference."""

from __future__ import annotations

from scale.verify.fetch import Sdist
from scale.verify.torch import NEEDED, TorchRecipe

COMPARISON = """
from torch_cluster import fps, grid_cluster, knn, radius
torch.manual_seed(1)
x, y = torch.rand(60, 3), torch.rand(20, 3)
def pairs(edges):
    return torch.tensor(sorted(map(tuple, edges.t().tolist())))
same("knn", pairs(knn(x.cuda(), y.cuda(), 4).cpu()), pairs(knn(x, y, 4)))
same("radius", pairs(radius(x.cuda(), y.cuda(), 0.2, max_num_neighbors=60).cpu()), pairs(radius(x, y, 0.2, max_num_neighbors=60)))
same("fps", fps(x.cuda(), ratio=0.25, random_start=False), fps(x, ratio=0.25, random_start=False))
size = torch.full((3,), 0.25)
same("grid_cluster", grid_cluster(x.cuda(), size.cuda()), grid_cluster(x, size))
"""

RECIPE = TorchRecipe(
    summary="PyTorch extension: graph clustering, neighbour search",
    source=Sdist("torch-cluster", "1.6.3"),
    module="torch_cluster",
    environment={"FORCE_CUDA": "1"},
    comparison=COMPARISON,
    wheels=(*NEEDED, "scipy"),
)
