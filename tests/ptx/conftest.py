# SPDX-License-Identifier: Apache-2.0
"""Puts this folder on the path, for its helpers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
