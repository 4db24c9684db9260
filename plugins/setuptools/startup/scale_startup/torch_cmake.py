# SPDX-License-Identifier: Apache-2.0
"""For CMake's `find_package(Torch)`: prints the folder of libc10_cuda and libtorch_cuda for a torch that was built for the CPU only.

The one argument is torch's folder, which is not imported. Nothing is printed for any other torch.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import toolkit, torch_device


def main(folder: str) -> int:
    """The exit status; 1 where the libraries cannot be built."""
    home = toolkit()
    if home is None:
        return 0
    try:
        libraries = torch_device.libraries_for(Path(folder), home)
    except (OSError, RuntimeError) as error:
        print(f"scale: {error}", file=sys.stderr)
        return 1
    if libraries:
        print(libraries)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
