# SPDX-License-Identifier: Apache-2.0
"""`-`, the input that is read from standard input, as a file: both sides of a source read it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .grammar import Parsed
from .messages import Fatal

NAME = "stdin"
"""Results are named by it where no `-o` names them."""
FOLDER = "scale-stdin-"
"""How the name of its folder begins. It is no prerequisite in make rules: it is gone when the command ends."""
IN_MESSAGES = b'#line 1 "<stdin>"\n'


@contextmanager
def standard_input(parsed: Parsed) -> Iterator[None]:
    """The command line's `-` is a file's name, which the file has only inside of this context.

    Raises:
        Fatal: `-` without `-x`, or twice.
    """
    count = parsed.operands.count("-")
    if count == 0:
        yield
        return
    language = parsed.values.get("language")
    if language is None:
        raise Fatal("Don't know what to do with '-'", hint="-x says what standard input holds: cu, c++ or c")
    if count > 1:
        raise Fatal("Standard input can be read once only")
    with tempfile.TemporaryDirectory(prefix=FOLDER) as folder:
        file = Path(folder, NAME)
        file.write_bytes(IN_MESSAGES + sys.stdin.buffer.read())
        parsed.operands[parsed.operands.index("-")] = str(file)
        yield
