# SPDX-License-Identifier: Apache-2.0
"""How often inlining would copy a large function is counted along all ways through the calls."""

from __future__ import annotations

import pytest
from scale.compiler.ir.copies import too_many_copies
from scale.compiler.ir.text import parse_module

FETCH = "_Z13__scale_fetchIfLi2EET_yfffibf"
MODULE = f"""
define float @{FETCH}(i64 %o) {{
  ret float 0.0
}}

define float @row(i64 %o) {{
  %a = call float @{FETCH}(i64 %o)
  %b = call float @{FETCH}(i64 %o)
  ret float %b
}}

define float @area(i64 %o) {{
  %a = call float @row(i64 %o)
  %b = call float @row(i64 %o)
  ret float %b
}}

define float @unused(i64 %o) {{
  %a = call float @area(i64 %o)
  ret float %a
}}

define ptx_kernel void @one(i64 %o) {{
  %a = call float @area(i64 %o)
  ret void
}}

define ptx_kernel void @two(i64 %o) {{
  %a = call float @row(i64 %o)
  ret void
}}
"""


@pytest.mark.parametrize("convention", ["ptx_kernel", "amdgpu_kernel"])
def test_copies_multiply_along_calls(convention: str) -> None:
    """Two kernels: 2 * 2 reads in the first, 2 in the second; what no kernel calls does not count."""
    module = parse_module(MODULE.replace("ptx_kernel", convention))
    assert too_many_copies(module, 5) == {FETCH}
    assert too_many_copies(module, 6) == set()


def test_recursion_ends() -> None:
    module = parse_module(
        MODULE.replace("define float @unused", "define float @again").replace("@area(i64 %o)\n  ret float", "@again(i64 %o)\n  ret float")
    )
    assert too_many_copies(module, 5) == {FETCH}


def test_other_functions_are_never_kept() -> None:
    assert too_many_copies(parse_module(MODULE.replace(FETCH, "plain")), 0) == set()
