# SPDX-License-Identifier: Apache-2.0
"""Lets these tests import the machine-code interpreter in `tests/amdgcn`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
