# SPDX-License-Identifier: Apache-2.0
"""Lets `scale-nvcc` and `scale` start inside pip's isolated builds.

pip runs build back ends with a PYTHONPATH whose `sitecustomize` hides the site-packages of the environment that pip belongs to. A
compiler of that environment, found on PATH by CMake, would then not find its own package. `scale-toolchain.pth` calls this before
any `sitecustomize` runs, in processes whose program may be one of ours.
"""

import os
import sys


def enter() -> None:
    """Starts the program again without the caller's Python variables when it is one of this environment's and they are set."""
    program = sys.orig_argv[1]
    folder, name = os.path.split(program)
    ours = (name == "scale" or name.startswith("scale-nvcc")) and folder == os.path.dirname(sys.executable)  # noqa: PTH120
    if ours and os.environ.get("PYTHONPATH") and not sys.flags.ignore_environment:
        os.execv(sys.executable, [sys.executable, "-E", *sys.orig_argv[1:]])
