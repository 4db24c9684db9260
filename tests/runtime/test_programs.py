# SPDX-License-Identifier: Apache-2.0
"""The runtime API on the CPU provider, by programs that check themselves."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("shared", [False, True], ids=["static", "shared"])
def test_basics(build, run, shared):
    result = run(build("basics", shared=shared))
    assert (result.returncode, result.stdout) == (0, "basics: right\n"), result.stdout + result.stderr
