# SPDX-License-Identifier: Apache-2.0
"""One name for each static device variable of relocatable code.

clang makes such a variable visible under a name of its own (`_ZL1v__static__<unit>`) once it knows that the host uses it. Functions
emitted before that moment keep the plain name and would wait for a definition that never comes.
"""

from __future__ import annotations

import re

_VISIBLE = re.compile(r"^@(?P<name>[-\w.$]+?)(?P<unit>__(?:static|intern)__[0-9a-f]+) = ", re.MULTILINE)


def unify_static_names(text: str) -> str:
    """The module with every use under the plain name going to the visible one."""
    if "__static__" not in text and "__intern__" not in text:
        return text
    visible = {match["name"]: match["name"] + match["unit"] for match in _VISIBLE.finditer(text)}
    for name, whole in visible.items():
        plain = re.escape(name)
        text, found = re.subn(rf"^@{plain} = external [^\n]*\n", "", text, flags=re.MULTILINE)
        if found:
            text = re.sub(rf"@{plain}(?![-\w.$])", f"@{whole}", text)
    return text
