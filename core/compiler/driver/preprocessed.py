# SPDX-License-Identifier: Apache-2.0
"""Preprocessed text of both sides: `python -m scale.compiler.driver.preprocessed -o OUTPUT --identity TEXT [--told] HOST DEVICE…`.

OUTPUT `-` is standard output. The text is the host side's. Compiler caches take it for all that a result depends on, so a last
line tells what is not in it: the device side, which may include other headers, the targets, and the compiler itself. Headers that
the device side alone includes are named before, as the preprocessor names them.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path

MARKER = re.compile(rb'^# \d+ "((?:\\.|[^"\\])*)"', re.MULTILINE)
NO_SHORTCUT = b"/dev/null"
"""ccache and sccache remember the headers of a source, and then need no preprocessed text any more, unless one is no regular file."""


def arguments(host: str, devices: Sequence[str], output: str, identity: str, *, told: bool) -> list[str]:
    """The words that `main` takes.

    Args:
        told: a compiler cache already knows the identity, so that it may take its shortcut.
    """
    return ["-o", output, "--identity", identity, *(["--told"] if told else []), host, *devices]


def merge(host: bytes, device: bytes, identity: str, *, told: bool) -> bytes:
    """The host side's text with its last lines."""
    known = set(MARKER.findall(host))
    names = [name for name in dict.fromkeys(MARKER.findall(device)) if name not in known and not name.startswith(b"<")]
    if not told:
        names.append(NO_SHORTCUT)
    digest = hashlib.blake2s(device, digest_size=12).hexdigest()
    lines = [b'# 1 "%s"\n' % name for name in names]
    return b"%s%s#pragma scale %s %s\n" % (host, b"".join(lines), identity.encode(errors="surrogateescape"), digest.encode())


def main(words: Sequence[str]) -> int:
    """Read both texts, write the one."""
    told = words[4] == "--told"
    host, *devices = (Path(name).read_bytes() for name in words[5 if told else 4 :])
    text = merge(host, b"".join(devices), words[3], told=told)
    if words[1] == "-":
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
    else:
        Path(words[1]).write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
