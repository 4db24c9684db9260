# SPDX-License-Identifier: Apache-2.0
"""PTX's product functions get bodies for the processor's matrix instructions where one fits; else they keep their shuffles."""

from __future__ import annotations

from ..context import Context
from ..matrix.product import body_of
from ..matrix.units import choose, product_of


def run(context: Context) -> None:
    if context.options.warp_size == 64 and not context.wave64:
        return
    for name, function in context.module.functions.items():
        product = product_of(name)
        choice = choose(product, context.processor.generation.name) if product is not None else None
        if product is not None and choice is not None:
            function.body = body_of(product, function.header, context.wave64)
