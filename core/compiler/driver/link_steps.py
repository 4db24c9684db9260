# SPDX-License-Identifier: Apache-2.0
"""Device link, final link, library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from types import MappingProxyType

from scale.compiler.frontend import find_clang
from scale.compiler.frontend.foreign import other_libraries

from .codegen import CodegenRequest
from .gather import find_library, holds_device_code
from .invocation import Invocation, standard_library
from .plan import Command, inside
from .source_steps import FORMS, module_command

NOT_FOR_DEVICE_LINKS = (".so",)


def library_words(invocation: Invocation) -> list[str]:
    """Where programs find the runtime; `-v` prints exactly these words, and CMake looks for them in the link line."""
    from scale.compiler.toolkit import toolkit_folder

    link = toolkit_folder(invocation.toolkit_target).link
    return [f"-L{link}/stubs", f"-L{link}"]


def runtime_libraries(invocation: Invocation) -> list[str]:
    """The runtime, as `-cudart` and `-cudadevrt` choose it."""
    if invocation.cudart == "none":
        return []
    devrt = ["-lcudadevrt"] if invocation.cudadevrt != "none" else []
    if invocation.cudart == "shared":
        return [*devrt, "-lcudart"]
    return [*devrt, "-lcudart_static", "-lrt", "-lpthread", "-ldl"]


def runtime_search_path(invocation: Invocation) -> list[str]:
    """Where a program finds shared libraries of ours when it is started on this machine; none when it links none."""
    from scale.compiler.toolkit import toolkit_folder

    lib = Path(toolkit_folder(invocation.toolkit_target).lib)
    if invocation.cudart != "shared" and not any((lib / f"lib{name}.so").exists() for name in invocation.libraries):
        return []
    return [f"-Wl,-rpath,{(lib / 'libcudart.so').resolve().parent}"]


def _candidates(invocation: Invocation, objects: Sequence[str]) -> list[str]:
    """Objects, archives and static libraries that may hold relocatable device code."""
    libraries = (find_library(name, invocation.library_paths) for name in invocation.libraries)
    files = [path for path in objects if PurePath(path).suffix not in NOT_FOR_DEVICE_LINKS and ".so." not in path]
    return [*files, *(path for path in libraries if path is not None)]


def needs_device_link(invocation: Invocation, objects: Sequence[str]) -> bool:
    """Whether a final link must link device code first; looks into the objects, so `-rdc` need not be said again."""
    if not invocation.device_link or invocation.cudart == "none" or invocation.relocatable_link:
        return False
    if invocation.relocatable and any(each.kind == "cu" for each in invocation.inputs):
        return True
    return any(map(holds_device_code, _candidates(invocation, objects)))


def device_link_steps(
    invocation: Invocation, objects: Sequence[str], folder: str, output: str, origins: Mapping[str, str] = MappingProxyType({})
) -> list[Command]:
    """From relocatable device code to a host object that registers the linked image, or to the image itself.

    Args:
        origins: for messages, the source of each object that is only an intermediate file.
    """
    base = inside(folder, f"{PurePath(output).stem}.link")
    image = output if invocation.linked_image else f"{base}.fatbin"
    source = f"{base}.c"
    inputs = tuple(_candidates(invocation, objects))
    options = replace(invocation.front.device, relocatable=False)
    form = FORMS[invocation.phase] if invocation.linked_image else "container"
    named = tuple((path, origins[path]) for path in inputs if path in origins)
    libraries = tuple(path for path in inputs if path not in objects)
    request = CodegenRequest(
        inputs, image, invocation.targets, options, form, source, named, libraries=libraries, compress=invocation.compress
    )
    link = Command(
        module_command("codegen", request.arguments()),
        inputs,
        (image, source),
        runner="codegen",
        group=output,
        summary=f"{', '.join(invocation.targets)} code of the device link",
    )
    if invocation.linked_image:
        return [link]
    argv = (find_clang().path, "-O2", "-fPIC", "-c", source, "-o", output)
    return [link, Command(argv, (source, image), (output,), group=output, summary="registration of the device link")]


def library_step(invocation: Invocation, objects: Sequence[str], output: str) -> Command:
    """`-lib`."""
    argv = (*invocation.archiver, "crs", *invocation.archiver_flags, output, *objects)
    return Command(argv, tuple(objects), (output,), group=output, summary=f"library {output}")


def c_driver_libraries(compiler: Sequence[str]) -> list[str]:
    """What a C compiler does not link by itself; objects of CUDA sources and the static runtime are C++."""
    return [] if PurePath(compiler[0]).name.rstrip("0123456789.-").endswith("++") else ["-lstdc++", "-lm"]


def _names_other_libraries(flags: Sequence[str]) -> bool:
    """Whether one of a linker's flags names a folder with another toolkit's libraries, as `-rpath=/usr/local/cuda/lib64` does."""
    parts = {part for flag in flags for part in re.split("[,=]", flag)}
    return any(part.startswith("/") and other_libraries(part) for part in parts)


def link_step(invocation: Invocation, objects: Sequence[str], linked: str | None, output: str) -> Command:
    """The host compiler's link."""
    front = invocation.front
    words = [*invocation.host_compiler, *front.host_flags[len(invocation.host_compiler) - 1 :], "-m64"]
    words += standard_library(invocation.host_compiler)
    words += ["-g"] if front.debug else []
    files = [*([linked] if linked else []), *objects]
    words += ["-r", "-nostdlib"] if invocation.relocatable_link else []
    words += ["-shared"] if invocation.shared else []
    own_path = [] if invocation.relocatable_link else runtime_search_path(invocation)
    # The first run path counts: before one that leads to another toolkit's libraries, behind the user's other ones.
    words += own_path if _names_other_libraries((*front.host_flags, *invocation.linker_flags)) else []
    words += ["-Wl,--start-group", *files, *invocation.linker_flags]
    foreign = [folder for folder in invocation.library_paths if other_libraries(folder)]
    words += [f"-L{folder}" for folder in invocation.library_paths if folder not in foreign]
    words += [f"-l{name}" for name in invocation.libraries]
    words += [*library_words(invocation), *(f"-L{folder}" for folder in foreign)]
    words += [] if invocation.relocatable_link else [*own_path, *runtime_libraries(invocation)]
    words += [] if invocation.relocatable_link else c_driver_libraries(invocation.host_compiler)
    argv = (*words, "-Wl,--end-group", "-o", output)
    return Command(argv, tuple(files), (output,), group=output, summary=f"link of {output}")
