# SPDX-License-Identifier: Apache-2.0
"""Fat binaries: the container, and the readers of files that hold one."""

from .container import (
    BadContainer,
    from_text,
    read_all,
    read_container,
    to_text,
    write_container,
)

__all__ = ["BadContainer", "from_text", "read_all", "read_container", "to_text", "write_container"]
