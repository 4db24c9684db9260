# SPDX-License-Identifier: Apache-2.0
"""`python -m amdgcn TARGET`: the decoder that core/provider.cpp calls."""

from __future__ import annotations

import sys

from .bundle import main

sys.exit(main())
