# SPDX-License-Identifier: Apache-2.0
"""A folder that a build has hard-wired, for one command only: the toolkit folder is mounted there in a mount namespace of its own.

Other processes see nothing of it, and it is gone when the command ends. Without root it needs user namespaces (user_namespaces(7)).
"""

from __future__ import annotations

import ctypes
import errno
import os
import tempfile
from pathlib import Path

from scale.errors import ScaleError

# From <sched.h> and <sys/mount.h>.
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
MNT_DETACH = 2
HINT = "this machine lets you make no mount namespace; give the build CUDA_HOME, NVCC or the like instead, as docs/make.md lists"


def redirect(path: Path, toolkit: Path) -> None:
    """From now on this process, and what it starts, finds the toolkit at `path`.

    Args:
        path: absolute; it may be there or not, its parent folder must be.
        toolkit: the folder to be found there.

    Raises:
        ScaleError: the system does not allow it, or the parent folder is missing.
    """
    if not path.is_absolute():
        raise ScaleError(f"--at needs an absolute path, not '{path}'")
    if not path.parent.is_dir():
        raise ScaleError(f"--at {path}: there is no folder {path.parent}")
    libc = ctypes.CDLL(None, use_errno=True)
    _own_namespace(libc)
    _mount(libc, None, "/", None, MS_REC | MS_PRIVATE)
    if not path.is_dir():
        _add_name(libc, path)
    _mount(libc, str(toolkit), str(path), None, MS_BIND)


def _own_namespace(libc: ctypes.CDLL) -> None:
    """A mount namespace; where that takes a user namespace, one in which the user stays who they are."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNS) == 0:
        return
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0:
        raise ScaleError(f"--at: {os.strerror(ctypes.get_errno())}", hint=HINT)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(text)


def _mount(libc: ctypes.CDLL, source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind)]
    if libc.mount(*words, ctypes.c_ulong(flags), None if options is None else options.encode()) != 0:
        number = ctypes.get_errno()
        hint = HINT if number in (errno.EPERM, errno.EACCES) else None
        raise ScaleError(f"--at: {target} cannot be mounted on: {os.strerror(number)}", hint=hint)


def _add_name(libc: ctypes.CDLL, path: Path) -> None:
    """Make a name in a folder that may not be written to: an empty folder over its parent, with all that was there and the name."""
    parent = path.parent.resolve()
    stage = Path(tempfile.mkdtemp(prefix="scale-at-"))
    _mount(libc, str(parent), str(stage), None, MS_BIND | MS_REC)
    _mount(libc, "tmpfs", str(parent), "tmpfs", 0, "mode=755")
    for entry in stage.iterdir():
        copy = parent / entry.name
        if entry.is_symlink():
            if copy.name != path.name:  # a dangling link by this very name gives way
                copy.symlink_to(entry.readlink())
            continue
        copy.mkdir() if entry.is_dir() else copy.touch()
        _mount(libc, str(entry), str(copy), None, MS_BIND | MS_REC)
    path.mkdir()
    libc.umount2(os.fsencode(stage), MNT_DETACH)
    stage.rmdir()
