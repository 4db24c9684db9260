# SPDX-License-Identifier: Apache-2.0
"""How a program of ours ends: an exit status and, when something is wrong, one clear line that begins with its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from scale.errors import ScaleError


def guarded(program: str, run: Callable[[], int]) -> int:
    """The exit status of `run`, whatever it raises."""
    try:
        return run()
    except ScaleError as error:
        print(error.render(program), file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        print(f"{program}: error: {what}{error.strerror or error}", file=sys.stderr)
        return 1
    except Exception as error:
        print(f"{program}: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        return 70
