# SPDX-License-Identifier: Apache-2.0
"""A user's definition of one of CUDA's own functions, with the very same parameters.

nvcc has most of them as declarations of what its code generator knows: it takes the definition, and calls stay CUDA's. Here they are
definitions, so that the user's becomes an overload that no call can choose.
"""

from __future__ import annotations

import re
from pathlib import Path

from scale.paths import hand_written_include

from .diagnostics import Diagnostic
from .source import Sources

NEVER_CHOSEN = '__attribute__((enable_if(false, ""))) '


def unused_definition(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Sets a definition apart whose earlier one is in our headers."""
    earlier = next((place for place, text in error.notes if text.startswith("previous definition is here")), None)
    if earlier is None or not Path(earlier.file).resolve().is_relative_to(hand_written_include().resolve()):
        return None
    source = sources.get(error.place.file)
    if source is None:
        return None
    source.insert(source.declarator(source.offset(error.place)), NEVER_CHOSEN)
    return f"'{match['name']}' is CUDA's own; this definition of it is not used"
