# SPDX-License-Identifier: Apache-2.0
"""`torch.UntypedStorage(..., device="cuda")`: a CPU build of torch makes storages for the CPU alone.

`torch.load` with `map_location="cuda"` and the legacy storage types use it.
"""

from __future__ import annotations

from typing import Any

from . import torch_device


def after(module: Any) -> None:
    """Called when `torch.storage` is loaded."""
    if not torch_device.active():
        return
    original = module.UntypedStorage.__new__

    def make(cls: Any, *arguments: Any, **keywords: Any) -> Any:
        import torch

        device = keywords.get("device")
        if device is None or torch.device(device).type != "cuda":
            return original(cls, *arguments, **keywords)
        content = arguments[0] if arguments else keywords.get("size", 0)
        if isinstance(content, int):
            tensor = torch.empty(content, dtype=torch.uint8, device=device)
        else:
            tensor = torch.tensor(content, dtype=torch.uint8, device=device)
        return tensor.untyped_storage()

    module.UntypedStorage.__new__ = make
