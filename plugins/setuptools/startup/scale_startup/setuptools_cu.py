# SPDX-License-Identifier: Apache-2.0
"""`.cu` files as sources of a plain `Extension`: compiled by the toolkit's nvcc, linked by the host's linker as ever.

A project that teaches setuptools about `.cu` by itself, as torch's BuildExtension and many copies of one recipe do, is left
alone: its own code then calls nvcc.

Modules that link with libraries of the toolkit get a run path to them: NVIDIA's are known to the system, ours are not.
"""

from __future__ import annotations

import copy
import itertools
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from . import toolkit

HOST_ONLY = frozenset({"-Wstrict-prototypes", "-Wsign-compare", "-fwrapv", "-fstack-protector-strong"})
"""Options that Python was built with and that say nothing about a CUDA file."""
RELOCATABLE = frozenset({"-dc", "--device-c", "-rdc=true", "--relocatable-device-code=true"})
"""Options after which device code must be linked before the host's linker runs."""


def after(module: ModuleType) -> None:
    """Wraps `build_ext.build_extension`, which sees one extension at a time with the compiler ready."""
    build_ext: Any = module.build_ext
    original = build_ext.build_extension

    def build_extension(self: Any, extension: Any) -> None:
        sources = [source for source in extension.sources if str(source).endswith(".cu")]
        compiler = self.compiler
        _add_run_path(extension, compiler)
        if not sources or ".cu" in getattr(compiler, "src_extensions", ()) or not hasattr(compiler, "_compile"):
            original(self, extension)
            return
        home = toolkit()
        # Copies, since extensions may be built side by side.
        command, compiler = copy.copy(self), copy.copy(compiler)
        command.compiler = compiler
        host_compile, link = compiler._compile, compiler.link_shared_object
        nvcc_options = _nvcc_options(extension)
        host_options, linked, folders = extension.extra_compile_args, list(extension.libraries), list(extension.library_dirs)
        if isinstance(host_options, dict):
            extension.extra_compile_args = list(host_options.get("cxx", []))

        def compile_one(obj: str, source: str, ext: str, cc_args: list[str], extra: list[str], pp_opts: list[str]) -> None:
            if not source.endswith(".cu"):
                host_compile(obj, source, ext, cc_args, extra, pp_opts)
                return
            options = [option for option in cc_args if option not in HOST_ONLY and option != "-c"]
            line = [f"{home}/bin/nvcc", "-forward-unknown-to-host-compiler", *pp_opts, *options, "-Xcompiler", "-fPIC"]
            compiler.spawn([*line, *nvcc_options, "-c", source, "-o", obj])

        def link_device_code(objects: list[str], *arguments: Any, **keywords: Any) -> None:
            device_code = str(Path(objects[0]).parent / f"{extension.name}_device_link.o")
            compiler.spawn([f"{home}/bin/nvcc", *nvcc_options, "-Xcompiler", "-fPIC", "-dlink", *objects, "-o", device_code])
            link([*objects, device_code], *arguments, **keywords)

        compiler.src_extensions = [*compiler.src_extensions, ".cu"]
        compiler._compile = compile_one
        if any(option in RELOCATABLE for option in _words(nvcc_options)):
            compiler.link_shared_object = link_device_code
        runtime = "cudart" if "cudart" in linked else "cudart_static"
        try:
            extension.language = extension.language or "c++"
            extension.library_dirs = [*folders, f"{home}/lib64"]
            extension.libraries = [*(name for name in linked if name != runtime), runtime, "pthread", "dl", "rt"]
            original(command, extension)
        finally:
            extension.extra_compile_args, extension.libraries, extension.library_dirs = host_options, linked, folders

    build_ext.build_extension = build_extension


def _add_run_path(extension: Any, compiler: Any) -> None:
    """Lets a module that is linked in the toolkit's folder find its libraries; one of torch's gets them from the torch that imports it."""
    home = toolkit()
    if home is None or "torch" in sys.modules:
        return
    folders = [*extension.library_dirs, *(option[2:] for option in extension.extra_link_args if str(option).startswith("-L"))]
    if any(Path(folder).resolve().is_relative_to(home.resolve()) for folder in folders):
        libraries = str((home / "lib64" / "libcudart.so").resolve().parent)
        if Path((getattr(compiler, "linker_so", None) or [""])[0]).name.endswith("nvcc"):
            # A project that links with nvcc too: that takes the linker's options by another name than `-Wl`, as NVIDIA's does.
            extension.extra_link_args = [*extension.extra_link_args, "-Xlinker", "-rpath", "-Xlinker", libraries]
        elif libraries not in extension.runtime_library_dirs:
            extension.runtime_library_dirs = [*extension.runtime_library_dirs, libraries]


def _words(options: list[str]) -> list[str]:
    """The options, with those whose value is a word of its own joined to it."""
    joined = [f"{option}={value}" for option, value in itertools.pairwise(options)]
    return [*options, *joined]


def _nvcc_options(extension: Any) -> list[str]:
    """Options for nvcc: the key `nvcc` of a table, or the list that was meant for the host compiler."""
    options = extension.extra_compile_args or []
    if isinstance(options, dict):
        options = options.get("nvcc", [])
    return shlex.split(options) if isinstance(options, str) else list(options)
