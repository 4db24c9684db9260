# SPDX-License-Identifier: Apache-2.0
"""From a parsed command line to one frozen value that says what is to be made."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scale.compiler.frontend.foreign import without_other_headers
from scale.compiler.frontend.request import FrontendRequest
from scale.compiler.targets.target import DeviceOptions
from scale.cuda_version import cuda_arch

from .grammar import Parsed, parse, shell_words, strip_quotes
from .inputs import Input, classify
from .messages import Fatal
from .nvidia import DeviceRun, device_runs, for_nvidia
from .selection import choose_targets, toolkit_name
from .tool_options import read_tool_words, words_for_tool

QUESTIONS = frozenset(("--version", "-dumpversion", "-dumpfullversion", "-dumpmachine"))
"""Options with which a host compiler tells about itself and compiles nothing."""
PRECEDENCE = (
    "dependencies", "nonsystem-dependencies", "preprocess", "assembly", "ptx", "cubin", "fatbin",
    "device-link", "library", "device-c", "device-w", "compile", "link",
)  # fmt: skip
"""Where several phases are asked for, the first of these wins, in whatever order they stand."""
AFTER_PTX = frozenset(("cubin", "fatbin", "device-link", "library", "device-c", "device-w", "compile", "link"))
"""Phases for which nvcc calls ptxas."""
HOST_LEVELS = frozenset(("s", "z", "g", "fast"))
ERROR_FLAGS = {
    "all-warnings": "-Werror",
    "deprecated-declarations": "-Werror=deprecated-declarations",
    "reorder": "-Werror=reorder",
}
"""`-Werror KIND` as clang's flag; the other kinds warn of what this front end never does."""
PER_THREAD = "CUDA_API_PER_THREAD_DEFAULT_STREAM"
PER_THREAD_FLAGS = ("-Xclang", "-fgpu-default-stream=per-thread")
"""By which launches go to other entry points; clang's driver passes it on for HIP alone."""
TOOLKIT_MARK = ".scale-toolkit"


@dataclass(frozen=True)
class Invocation:
    """What one command line asks for."""

    phase: str
    inputs: tuple[Input, ...]
    targets: tuple[str, ...]
    front: FrontendRequest
    """Settings of both sides; source, output and action are filled in for each source."""
    host_compiler: tuple[str, ...]
    c_compiler: tuple[str, ...]
    toolkit_target: str | None = None
    """Whose toolkit folder is used; for other targets than NVIDIA's it differs by `bin/nvcc` alone."""
    output: str | None = None
    output_directory: str | None = None
    relocatable: bool = False
    linked_image: bool = False
    """`-dlink` together with `-cubin` or `-fatbin`: the linked image itself is the result."""
    dependency_kind: str | None = None
    """`-MD` or `-MMD` next to a compilation."""
    dependency_file: str | None = None
    dependency_target: str | None = None
    dependency_phony: bool = False
    libraries: tuple[str, ...] = ()
    library_paths: tuple[str, ...] = ()
    linker_flags: tuple[str, ...] = ()
    archiver: tuple[str, ...] = ("ar",)
    archiver_flags: tuple[str, ...] = ()
    cudart: str = "static"
    cudadevrt: str = "static"
    shared: bool = False
    relocatable_link: bool = False
    device_link: bool = True
    run: bool = False
    run_arguments: tuple[str, ...] = ()
    keep: bool = False
    keep_directory: str | None = None
    dryrun: bool = False
    verbose: bool = False
    threads: int = 0
    compress: str = "default"
    """A mode of `--compress-mode` (scale.compiler.fatbin.compression)."""
    environment_flags: tuple[tuple[str, str], ...] = ()
    names_file: str | None = None
    """`--scale-names`: where the symbols behind name expressions go."""
    time_file: str | None = None
    """`--time`: where the time of each step goes."""

    @property
    def runs(self) -> tuple[DeviceRun, ...]:
        """The runs of the front end's device side."""
        return device_runs(self.front.device, self.targets)


def read_command_line(program: str, arguments: list[str], environment: Mapping[str, str]) -> Invocation:
    """The invocation of a command line; inputs may still be missing files.

    Raises:
        Fatal: with nvcc's wording, whatever cannot be understood.
    """
    return interpret(program, parse(arguments, environment), environment)


def interpret(program: str, parsed: Parsed, environment: Mapping[str, str]) -> Invocation:
    """The invocation of a parsed command line."""
    phase = _phase(parsed)
    relocatable = _relocatable(parsed, phase)
    compiler, c_compiler = host_compilers(parsed.values.get("host_compiler") or environment.get("NVCC_CCBIN"))
    language = parsed.values.get("language")
    inputs = tuple(classify(path, language) for path in parsed.operands)
    _check_dependency_options(parsed, phase)
    targets = choose_targets(
        program,
        environment,
        architecture=parsed.values.get("architecture"),
        codes=parsed.items("code"),
        generate=parsed.items("generate_code"),
        offload=parsed.items("offload_targets"),
    )
    tools = _tool_values(parsed, phase, inputs)
    return Invocation(
        phase=phase,
        inputs=inputs,
        targets=targets,
        front=for_nvidia(_front(parsed, relocatable, compiler, tools["ptxas"]), targets),
        host_compiler=compiler,
        c_compiler=c_compiler,
        toolkit_target=toolkit_name(program, environment),
        output=parsed.values.get("output"),
        output_directory=parsed.values.get("output_directory"),
        relocatable=relocatable,
        linked_image=phase in ("cubin", "fatbin") and "device-link" in parsed.phases,
        dependency_kind=_dependency_kind(parsed),
        dependency_file=parsed.values.get("dependency_file"),
        dependency_target=parsed.values.get("dependency_target"),
        dependency_phony="dependency_phony" in parsed.flags,
        libraries=parsed.items("libraries"),
        library_paths=tuple(map(strip_quotes, parsed.items("library_paths"))),
        linker_flags=_linker_flags(parsed),
        archiver=tuple(shell_words(parsed.values.get("archiver", "ar"))),
        archiver_flags=_words(parsed, "archiver_flags"),
        cudart=parsed.values.get("cudart", "static"),
        cudadevrt=parsed.values.get("cudadevrt", "static"),
        shared="shared" in parsed.flags,
        relocatable_link="relocatable_link" in parsed.flags,
        device_link="no_device_link" not in parsed.flags,
        run="run" in parsed.flags,
        run_arguments=parsed.items("run_arguments"),
        keep="keep" in parsed.flags,
        keep_directory=parsed.values.get("keep_directory"),
        dryrun="dryrun" in parsed.flags,
        verbose="verbose" in parsed.flags,
        threads=_threads(parsed),
        compress=_compress(parsed, tools["fatbinary"]),
        environment_flags=tuple(parsed.environment.items()),
        names_file=parsed.values.get("names_file"),
        time_file=parsed.values.get("time"),
    )


def _threads(parsed: Parsed) -> int:
    """`-t 1` is nvcc's default and says nothing about the two sides, which run together in any case."""
    asked = int(parsed.values.get("threads", "0"))
    return asked if asked > 1 else 0


def _phase(parsed: Parsed) -> str:
    return next((name for name in PRECEDENCE if name in parsed.phases), "link")


def _tool_values(parsed: Parsed, phase: str, inputs: Sequence[Input]) -> dict[str, dict[str, str]]:
    """What the words for NVIDIA's tools say. A tool that would not run does not see wrong words."""
    links = phase in ("link", "device-link")
    assembles = phase in AFTER_PTX and any(each.kind in ("cu", "ptx") for each in inputs)
    runs = {"ptxas": assembles, "fatbinary": links or (assembles and phase != "cubin"), "nvlink": links}
    return {tool: read_tool_words(tool, _words(parsed, f"{tool}_flags"), strict=strict) for tool, strict in runs.items()}


def _compress(parsed: Parsed, fatbinary: Mapping[str, str]) -> str:
    if "no_compress" in parsed.flags or fatbinary.get("compress") == "false":
        return "none"
    return parsed.values.get("compress_mode") or fatbinary.get("compress_mode", "default")


def _relocatable(parsed: Parsed, phase: str) -> bool:
    if "device-w" in parsed.phases or "clang_no_rdc" in parsed.flags:
        return False
    asked = parsed.values.get("relocatable") == "true" or "clang_rdc" in parsed.flags
    return asked or "device-c" in parsed.phases or phase == "device-link"


def _dependency_kind(parsed: Parsed) -> str | None:
    if "dependencies" in parsed.flags:
        return "-MD"
    return "-MMD" if "nonsystem_dependencies" in parsed.flags else None


def _check_dependency_options(parsed: Parsed, phase: str) -> None:
    given = "dependency_file" in parsed.values
    if given and _dependency_kind(parsed) is None and not phase.endswith("dependencies"):
        raise Fatal("Option '--dependency-file' requires one of '-M', '-MM', '-MD' or '-MMD' to be specified")


def host_compilers(chosen: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The C++ and the C compiler that `-ccbin` stands for: a folder, a program, or a program with arguments."""
    if not chosen:
        return ("g++",), ("gcc",)
    if Path(chosen).is_dir():
        return (str(Path(chosen, "g++")),), (str(Path(chosen, "gcc")),)
    words = (chosen,) if Path(chosen).is_file() else tuple(shell_words(chosen))
    if not words or shutil.which(words[0]) is None:
        raise Fatal(f"Host compiler '{words[0] if words else chosen}' was not found", hint="see -ccbin and NVCC_CCBIN")
    return words, words


def host_question(parsed: Parsed, environment: Mapping[str, str]) -> tuple[str, ...]:
    """The command that answers for the host compiler, where it is only asked about itself; else nothing.

    Build files ask so: `nvcc .c -Xcompiler --version`, with a file that need not exist.
    """
    flags = _words(parsed, "host_flags")
    if QUESTIONS.isdisjoint(flags):
        return ()
    _, compiler = host_compilers(parsed.values.get("host_compiler") or environment.get("NVCC_CCBIN"))
    return (*compiler, *flags)


def standard_library(compiler: tuple[str, ...]) -> tuple[str, ...]:
    """Flags with which a host compiler uses the standard library that the runtime was built with."""
    return ("-stdlib=libstdc++",) if "clang" in Path(compiler[0]).name else ()


def _words(parsed: Parsed, key: str) -> tuple[str, ...]:
    return tuple(word for item in parsed.items(key) for word in shell_words(item))


def _linker_flags(parsed: Parsed) -> tuple[str, ...]:
    flags = [*_words(parsed, "linker_flags"), *parsed.items("forwarded_linker")]
    return tuple(word for flag in flags for word in ("-Xlinker", flag))


def _level(parsed: Parsed) -> str | None:
    level = parsed.values.get("optimization")
    if level is None:
        return None
    if level.isdigit():
        return str(min(int(level), 3))
    if level not in HOST_LEVELS:
        raise Fatal(f"'{level}': expected a number")
    return level


def _device_options(parsed: Parsed, relocatable: bool, ptxas: Mapping[str, str]) -> DeviceOptions:
    fast = "fast_math" in parsed.flags
    debug = "device_debug" in parsed.flags
    registers = ptxas.get("max_registers") or parsed.values.get("max_registers")

    def switch(key: str, default: bool) -> bool:
        return parsed.values.get(key, "true" if default else "false") == "true"

    return DeviceOptions(
        optimization=0 if debug else min(int(ptxas.get("optimization", "3")), 3),
        warp_size=int(parsed.values.get("warp_size", "32")),
        fmad=switch("fmad", True),
        ftz=switch("ftz", fast),
        prec_div=switch("prec_div", not fast),
        prec_sqrt=switch("prec_sqrt", not fast),
        fast_math=fast,
        debug=debug,
        line_info="line_info" in parsed.flags,
        max_registers=int(registers) if registers and registers.isdigit() else None,
        safe_atomics="safe_atomics" in parsed.flags,
        relocatable=relocatable,
        report="report" in parsed.flags,
        verbose_resources="resource_usage" in parsed.flags or "verbose" in ptxas,
        ptxas_words="\n".join(words_for_tool("ptxas", _words(parsed, "ptxas_flags"))),
        cuda_arch=cuda_arch(),
    )


def _folders(parsed: Parsed, key: str) -> list[str]:
    """The folders of an option. sccache takes `-isystem=folder` apart into `-isystem` and `=folder`."""
    return [strip_quotes(folder.removeprefix("=")) for folder in parsed.items(key)]


def _include_folders(parsed: Parsed, key: str) -> tuple[str, ...]:
    """Folders without our own headers: the front end finds those in any case, and twice breaks `#include_next`."""
    return tuple(folder for folder in _folders(parsed, key) if not os.path.exists(f"{folder}/{TOOLKIT_MARK}"))  # noqa: PTH110


def _front(parsed: Parsed, relocatable: bool, compiler: tuple[str, ...], ptxas: Mapping[str, str]) -> FrontendRequest:
    defines = list(parsed.items("defines"))
    if parsed.values.get("hidden_kernels") == "false":
        defines.append("__SCALE_VISIBLE_KERNELS__")
    stream: tuple[str, ...] = ()
    if parsed.values.get("default_stream") == "per-thread" or any(each.startswith(PER_THREAD) for each in defines):
        stream = PER_THREAD_FLAGS
        defines = [each for each in defines if not each.startswith(PER_THREAD)] + [f"{PER_THREAD}=1"]
    host_flags = [*compiler[1:], *_words(parsed, "host_flags"), *parsed.items("forwarded_compiler")]
    if "profile" in parsed.flags:
        host_flags.append("-pg")
    host_flags, late = without_other_headers(host_flags)
    errors = [ERROR_FLAGS[kind] for kind in parsed.items("errors") if kind in ERROR_FLAGS]
    return FrontendRequest(
        source="",
        output="",
        std=parsed.values.get("std"),
        defines=tuple(defines),
        undefines=parsed.items("undefines"),
        includes=(*_include_folders(parsed, "includes"), *late),
        system_includes=_include_folders(parsed, "system_includes"),
        preincludes=tuple(map(strip_quotes, parsed.items("preincludes"))),
        optimization=_level(parsed),
        debug="debug" in parsed.flags,
        host_flags=tuple(host_flags),
        common_flags=(*parsed.both, *errors, *stream),
        host_compiler=compiler,
        relocatable=relocatable,
        color=os.isatty(2) and "NO_COLOR" not in os.environ,
        extended_lambda="extended_lambda" in parsed.flags,
        relaxed_constexpr="relaxed_constexpr" in parsed.flags,
        device=_device_options(parsed, relocatable, ptxas),
    )
