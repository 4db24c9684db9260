# SPDX-License-Identifier: Apache-2.0
"""glibc's name for a failed `assert`, called by device code: libraries declare it for both sides themselves (CCCL with NDEBUG) and call it
(xgboost's checks). CUDA's device library has it; here it becomes the service that every target knows."""

from __future__ import annotations

import re

_DECLARED = re.compile(r"^declare [^\n]*@__assert_fail\([^\n]*\n", re.MULTILINE)
_SERVICE = re.compile(r"^(?:declare|define) [^\n]*@__assertfail\(", re.MULTILINE)
_BODY = """
define internal void @__assert_fail(ptr %message, ptr %file, i32 %line, ptr %function) noreturn {
  call void @__assertfail(ptr %message, ptr %file, i32 %line, ptr %function, i64 1)
  unreachable
}
"""


def lower_assert_fail(text: str) -> str:
    """The module with a body for `__assert_fail` where it is only declared."""
    if "@__assert_fail(" not in text or not _DECLARED.search(text):
        return text
    text = _DECLARED.sub("", text)
    service = "" if _SERVICE.search(text) else "\ndeclare void @__assertfail(ptr, ptr, i32, ptr, i64)\n"
    return f"{text}{_BODY}{service}"
