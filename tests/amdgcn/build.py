# SPDX-License-Identifier: Apache-2.0
"""Code objects for the emulator's own tests: LLVM IR for amdgcn through llvmlite and lld, without the compiler under test."""

from __future__ import annotations

import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

TRIPLE = "amdgcn-amd-amdhsa"
FLAGS = '!llvm.module.flags = !{!9999}\n!9999 = !{i32 1, !"amdhsa_code_object_version", i32 500}\n'


@lru_cache(maxsize=256)
def code_object(ir: str, processor: str, optimization: int = 3, features: str = "") -> bytes:
    """Compiles IR text (without triple and module flags) and links it as ROCm does.

    Raises:
        RuntimeError: the IR does not parse, or the link fails; the message is LLVM's.
    """
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_all_asmparsers() if hasattr(llvm, "initialize_all_asmparsers") else None
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=processor, features=features, opt=optimization, codemodel="default")
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{ir}\n{FLAGS}')
    module.verify()
    if optimization:
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=optimization))
        builder.getModulePassManager().run(module, builder)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a.o", Path(folder) / "a.co"
        source.write_bytes(machine.emit_object(module))
        done = subprocess.run(["ld.lld", "-shared", "--no-undefined", str(source), "-o", str(target)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return target.read_bytes()


@lru_cache(maxsize=256)
def assembly(ir: str, processor: str, optimization: int = 3) -> str:
    """The assembly text that `code_object` would encode, for messages and for checks of what a test covers."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=processor, opt=optimization)
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{ir}\n{FLAGS}')
    return str(machine.emit_assembly(module))
