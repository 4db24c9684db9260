# SPDX-License-Identifier: Apache-2.0
"""A step's process: a program or a part of this one, with its messages in a file of its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from scale.errors import ScaleError


@contextmanager
def held() -> Iterator[None]:
    """Holds back what would stop this command until a child that has just been started is written down, so that it is stopped too."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def exit_status(status: int) -> int:
    """What a shell would say of a status of `waitpid`."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def spawn(argv: list[str], environment: Mapping[str, str], log: str | None, stdout_is_result: bool) -> int:
    """Start a program; what it says goes to the log."""
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = []
    if log is not None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        actions.append((os.POSIX_SPAWN_OPEN, 2, log, flags, 0o600))
        if not stdout_is_result:
            actions.append((os.POSIX_SPAWN_DUP2, 2, 1))
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        return os.posix_spawnp(argv[0], argv, environment, file_actions=actions, setsigmask=())
    except OSError as error:
        raise ScaleError(f"cannot start {argv[0]}: {error.strerror}") from error


def fork(body: Callable[[], int], log: str, stdout_is_result: bool) -> int:
    """Run `body` in a child whose messages go to the log; its value is the exit status."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        os.dup2(file, 2)
        if not stdout_is_result:
            os.dup2(file, 1)
        status = body()
    except ScaleError as error:
        print(error.render("scale-nvcc"), file=sys.stderr)
    except OSError as error:
        print(f"scale-nvcc: error: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:
        print(f"scale-nvcc: error: internal error: {type(error).__name__}: {error}", file=sys.stderr)
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
