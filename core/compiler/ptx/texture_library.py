# SPDX-License-Identifier: Apache-2.0
"""The functions behind PTX's texture and surface instructions, for the modules that have some.

They are CUDA source (`scale/ptx_textures.cu`, on top of the functions that compiled sources call), which the front end compiles when a
module wants them.
"""

from __future__ import annotations

from scale.errors import CompileError
from scale.paths import hand_written_include

PREFIX = "__scale_ptx_"
SOURCE = "scale/ptx_textures.cu"


def with_texture_functions(text: str) -> str:
    """A device module in text form with all that its texture and surface instructions call; as it is where it has none.

    Raises:
        CompileError: the functions do not compile.
    """
    if f"@{PREFIX}" not in text:
        return text
    import llvmlite.binding as llvm
    from scale.compiler.targets import llvm_start

    llvm_start.start()
    module = llvm.parse_assembly(text)
    wanted = {function.name for function in module.functions if function.is_declaration and function.name.startswith(PREFIX)}
    if not wanted:
        return text
    module.link_in(llvm.parse_assembly(_compiled()))
    for function in module.functions:
        if function.name.startswith(PREFIX) and not function.is_declaration:
            function.linkage = "internal"  # other units of a device link have their own
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    machine = llvm.Target.from_default_triple().create_target_machine()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0)))
    return str(module)


def _compiled() -> str:
    """The library as device IR."""
    import subprocess
    import tempfile
    from pathlib import Path

    from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments

    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        result = Path(folder) / "textures.ll"
        request = FrontendRequest(str(hand_written_include() / SOURCE), str(result))
        done = subprocess.run(clang_command(device_arguments(request)), capture_output=True, text=True, check=False)
        if done.returncode:
            raise CompileError(f"the texture functions do not compile: {done.stderr.strip()}")
        return result.read_text(encoding="utf-8")
