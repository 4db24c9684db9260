# SPDX-License-Identifier: Apache-2.0
"""The block of `#$ NAME=value` lines that `-v` and `--dryrun` begin with. CMake finds the toolkit by it."""

from __future__ import annotations

from collections.abc import Mapping

from scale.compiler.toolkit import Toolkit

from .plan import render_word


def block(toolkit: Toolkit, environment: Mapping[str, str], flags: Mapping[str, str]) -> list[str]:
    """The lines, without what prints them.

    Args:
        flags: `NVCC_PREPEND_FLAGS` and `NVCC_APPEND_FLAGS`, as far as they are set.
    """
    lib = toolkit.lib
    machine = f"{toolkit.root}/targets/x86_64-linux"
    path = f"{toolkit.bin}:{environment.get('PATH', '')}"
    lines = [f'{name}="{value}"' for name, value in flags.items()]
    lines += [
        "_NVVM_BRANCH_=nvvm",
        "_CUDART_=cudart",
        f"_HERE_={toolkit.bin}",
        f"_THERE_={toolkit.bin}",
        "_TARGET_SIZE_=",
        "_TARGET_DIR_=targets/x86_64-linux",
        f"TOP={toolkit.root}",
        f"NVVMIR_LIBRARY_DIR={toolkit.libdevice}",
        f"LD_LIBRARY_PATH={lib}:{environment.get('LD_LIBRARY_PATH', '')}",
        f"PATH={path}",
        f'INCLUDES="-I{machine}/include"  ',
        "SYSTEM_INCLUDES=",
        f"LIBRARIES=  {render_word(f'-L{toolkit.link}/stubs')} {render_word(f'-L{toolkit.link}')}",
    ]
    return [f"#$ {line}" for line in lines]
