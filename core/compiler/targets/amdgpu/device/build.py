# SPDX-License-Identifier: Apache-2.0
"""Makes `device_runtime.ll` from the C source beside it: `python -m scale.compiler.targets.amdgpu.device.build`.

It is device IR (docs/device-ir.md), which goes through the same passes as the user's. The result is kept in the repository, so that no
compiler is needed for it at run time; a test checks that it is current.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OUTPUT = HERE / "device_runtime.ll"
_FLAGS = ["--target=nvptx64-nvidia-cuda", "-O1", "-std=c11", "-ffreestanding", "-Wall", "-Wextra", "-fno-ident", "-S", "-emit-llvm"]
_PASSES = ["-Xclang", "-disable-llvm-passes", "-Xclang", "-no-enable-noundef-analysis"]
_DROPPED = (";", "source_filename", "target ", "attributes", "!")


def make(clang: str) -> str:
    """The text of the functions, each with its attributes in words.

    Args:
        clang: path of clang 22.
    """
    include = HERE.parents[2] / "include"
    command = [clang, *_FLAGS, *_PASSES, "-I", str(include), "device_runtime.c", "-o", "-"]
    text = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout
    lines = ["; SPDX-License-Identifier: Apache-2.0", "; Made by build.py from device_runtime.c."]
    for line in _optimised(text).splitlines():
        if not line or line.startswith(_DROPPED):
            continue
        line = re.sub(r"(?:, ![\w.]+ !\d+)+$", "", line)
        line = re.sub(r" #\d+", "", line)
        line = line.replace(" dso_local ", " ").replace(" local_unnamed_addr", "")
        if "ptx_kernel" in line:
            line = re.sub(r"^define .*?(?=ptx_kernel)", "define ", line).removesuffix("{") + "nounwind {"
        elif line.startswith("define "):
            line = re.sub(r"^define (?:internal )?", "define internal ", line).removesuffix("{") + "noinline nounwind {"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _optimised(text: str) -> str:
    import llvmlite.binding as llvm
    from scale.compiler.targets import llvm_start

    llvm_start.start()
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_80")
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return str(module)


if __name__ == "__main__":
    OUTPUT.write_text(make(sys.argv[1] if len(sys.argv) > 1 else "clang-22"))
