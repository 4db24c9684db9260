# SPDX-License-Identifier: Apache-2.0
"""What the interpreter stands on. tinygrad, which has AMD's instruction tables, is for Python 3.11 and newer."""

from __future__ import annotations

import importlib.util
import sys

from .errors import EmulatorError

REASON = "the interpreter needs AMD's instruction tables: tinygrad, for Python 3.11 or newer, is not installed"


def need_tables() -> None:
    """Skips the test that asks, or raises where no test is running.

    Raises:
        EmulatorError: tinygrad is not installed.
    """
    if importlib.util.find_spec("tinygrad") is not None:
        return
    if "pytest" in sys.modules:
        sys.modules["pytest"].skip(REASON)
    raise EmulatorError(REASON)
