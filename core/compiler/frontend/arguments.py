# SPDX-License-Identifier: Apache-2.0
"""clang's arguments for the two sides of a CUDA source. The program's name is not part of them."""

from __future__ import annotations

from scale.compiler.targets.target import DeviceOptions
from scale.cuda_version import cuda_version
from scale.paths import hand_written_include

from .cccl import cccl_include
from .clang import find_clang
from .foreign import other_headers
from .gcc_only import without_gcc_only
from .host_compiler import gcc_flags
from .host_words import split
from .quiet import without_noise
from .request import DependencyRequest, FrontendRequest

LANGUAGES = {"cu": "cuda", "c++": "c++", "c": "c"}
IMPLICIT_HEADER = "cuda_runtime.h"
ACCEPTED = ("-Wno-register", "-Wno-c++11-narrowing", "-Wno-error=non-pod-varargs", "-Wno-invalid-constexpr")
"""What nvcc takes and clang would refuse."""
QUIET = ("-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument", "-Wno-deprecated-ofast")
"""What the host compiler takes from `-Xcompiler` without a word and clang would warn of."""
OPENMP = "-fopenmp"
OPENMP_VERSION = 202011
"""What clang says on the host side, so that both sides see the same declarations. `omp.h` is GCC's, as libgomp is."""
SDK_VERSION = "12.9"
"""clang chooses the launch interface and the built-ins by it; it knows none newer."""


def _generated_include() -> list[str]:
    from scale.paths import generated_include

    try:
        return [str(generated_include())]
    except FileNotFoundError:
        return []


def version_macros() -> list[str]:
    """The compiler's own macros, also for sources without device code."""
    version = cuda_version()
    return [
        "-D__NVCC__=1",
        f"-D__CUDACC_VER_MAJOR__={version.major}",
        f"-D__CUDACC_VER_MINOR__={version.minor}",
        f"-D__CUDACC_VER_BUILD__={version.build}",
        f"-D__CUDA_API_VER_MAJOR__={version.major}",
        f"-D__CUDA_API_VER_MINOR__={version.minor}",
        "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
    ]


def _dependency_flags(rule: DependencyRequest, only: bool) -> list[str]:
    kind = ("-M" if rule.system_headers else "-MM") if only else ("-MD" if rule.system_headers else "-MMD")
    flags = [kind, "-MF", rule.output]
    for target in rule.targets:
        flags += ["-MT", target]
    return [*flags, "-MP"] if rule.phony else flags


def _standard(request: FrontendRequest) -> list[str]:
    """The language's version. CUDA's own headers are C++11, so that C++03 is that, with what only C++03 takes."""
    standard = request.std or "gnu++17"
    if request.language != "cu" or not standard.endswith("++03"):
        return [f"-std={standard}"]
    return [f"-std={standard.replace('03', '11')}", "-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal", "-Wno-writable-strings"]


def _common(request: FrontendRequest) -> list[str]:
    flags: list[str] = ["-x", LANGUAGES[request.language]]
    if request.language == "cu":
        flags += ["-nocudainc", "-nocudalib", *ACCEPTED, *version_macros(), f"-D__SCALE_CUDA_VERSION__={cuda_version().number}"]
        flags += ["-Xclang", f"-target-sdk-version={SDK_VERSION}"]
        if request.extended_lambda:
            flags.append("-D__CUDACC_EXTENDED_LAMBDA__=1")
        if request.relaxed_constexpr:
            flags.append("-D__CUDACC_RELAXED_CONSTEXPR__=1")
        if request.relocatable:
            # CUB and Thrust would launch from device code else.
            flags += ["-D__CUDACC_RDC__=1", "-DCUB_DISABLE_CDP=1"]
        if request.device.fast_math:
            flags += ["-fgpu-approx-transcendentals", "-D__USE_FAST_MATH__=1"]
        if request.device.debug:
            flags.append("-D__CUDACC_DEBUG__=1")
        if request.device.warp_size != 32:
            flags.append(f"-D__SCALE_WARP_SIZE__={request.device.warp_size}")
    if request.language != "c":
        gcc = gcc_flags(request.host_compiler)
        flags += ["-stdlib=libstdc++", *gcc]
        folders = (flag.partition("=")[2] for flag in gcc if flag.startswith("--gcc-install-dir="))
        flags += [word for folder in folders for word in ("-idirafter", f"{folder}/include")]
        flags += _standard(request)
    # nvcc's order: what -Xcompiler says stands before what is said to nvcc itself.
    words = split(request.host_flags)
    flags += words.both
    flags += [f"-D{x}" for x in request.defines]
    flags += [f"-U{x}" for x in request.undefines]
    if request.language == "cu":
        # glibc's checked functions (packagers' flags ask for them) are written with built-ins that GCC alone has.
        flags.append("-U_FORTIFY_SOURCE")
    foreign = [x for x in (*request.includes, *request.system_includes) if other_headers(x)]
    flags += [f"-I{x}" for x in request.includes if x not in foreign]
    cccl = cccl_include(cuda_version().major)
    own = [str(hand_written_include()), *_generated_include(), *([str(cccl)] if cccl else [])]
    for folder in (*(x for x in request.system_includes if x not in foreign), *own):
        flags += ["-isystem", folder]
    for folder in foreign:
        flags += ["-idirafter", folder]
    if request.language == "cu" and (hand_written_include() / IMPLICIT_HEADER).is_file():
        flags += ["-include", IMPLICIT_HEADER]
    flags += words.files
    for header in request.preincludes:
        flags += ["-include", header]
    flags += request.common_flags
    flags.append("-fcolor-diagnostics" if request.color else "-fno-color-diagnostics")
    flags.append("-fno-crash-diagnostics")  # no reproducer is left in /tmp
    # The driver gives results their names when they are whole; a file of clang's own beside them would stay on a full disk.
    flags.append("-fno-temp-file")
    return flags


def _action(request: FrontendRequest, compile_flags: list[str]) -> list[str]:
    rule = request.dependencies
    if request.action == "dependencies" and rule is not None:
        return _dependency_flags(rule, only=True)
    flags = _dependency_flags(rule, only=False) if rule is not None else []
    if request.action == "preprocess":
        return [*flags, "-E", "-o", request.output]
    if request.action == "syntax":
        return [*flags, "-fsyntax-only"]
    return [*flags, *compile_flags, "-o", request.output]


def _architecture(request: FrontendRequest) -> list[str]:
    """The one of this run; CUB and Thrust have `__CUDA_ARCH_LIST__` in the names of their kernels, so that both sides need the same."""
    suffix = request.device.arch_suffix.replace("f", "")  # clang knows no families
    flags = [f"--cuda-gpu-arch=sm_{request.device.cuda_arch}{suffix}"]
    if len(request.architectures) > 1:
        listed = ",".join(str(10 * number) for number in request.architectures)
        flags += ["-U__CUDA_ARCH_LIST__", f"-D__CUDA_ARCH_LIST__={listed}"]
    return flags


def _specific(device: DeviceOptions) -> list[str]:
    """The macros of code for one processor (`a`) or its family (`f`) alone (CUDA C++ Programming Guide, "Feature Availability")."""
    names = {"a": ("__CUDA_ARCH_SPECIFIC__", "__CUDA_ARCH_FAMILY_SPECIFIC__"), "f": ("__CUDA_ARCH_FAMILY_SPECIFIC__",)}
    return [f"-D{name}={10 * device.cuda_arch}" for name in names.get(device.arch_suffix, ())]


def device_arguments(request: FrontendRequest) -> list[str]:
    """Arguments for the device side: NVPTX flavour, no passes run, IR out."""
    flags = [*_common(request), "--cuda-device-only", *_architecture(request), *_specific(request.device)]
    flags += ["-fno-strict-aliasing", "-Qunused-arguments", "-Wno-unknown-warning-option", *without_noise(request.common_flags)]
    if OPENMP in request.host_flags:
        flags.append(f"-D_OPENMP={OPENMP_VERSION}")
    flags += split(request.host_flags).implied
    if request.relocatable:
        flags += ["-fgpu-rdc", f"-cuid={request.cuid}"]
    if request.device.debug:
        flags += ["-O0", "-g"]
    else:
        flags += ["-O2"]
        if request.device.line_info or request.device.warp_size != 32:  # its warnings name lines
            flags.append("-gline-tables-only")
    # A lane that is not the leader passes what it never set to a shuffle (`unsigned r; if (leader) r = atomicAdd(…);` and then
    # `r = __shfl_sync(…, r, …)`): where parameters are `noundef`, LLVM takes every lane for the leader.
    flags += ["-Xclang", "-no-enable-noundef-analysis"]
    flags += ["-Xclang", "-disable-llvm-passes", f"-ffp-contract={'fast' if request.device.fmad else 'off'}"]
    emit = ["-emit-llvm", "-S" if request.output.endswith(".ll") else "-c"]
    return [*flags, *_action(request, emit), request.source]


def host_arguments(request: FrontendRequest) -> list[str]:
    """Arguments for the host side, and for sources that are not CUDA."""
    flags = _common(request)
    if request.language == "cu":
        flags += ["--cuda-host-only", *_architecture(request)]
        if request.relocatable:
            flags += ["-fgpu-rdc", f"-cuid={request.cuid}"]
        elif request.gpu_binary is not None:
            flags += ["-Xclang", "-fcuda-include-gpubinary", "-Xclang", request.gpu_binary]
    flags += ["-Qunused-arguments", *QUIET]
    if request.optimization is not None:
        flags.append(f"-O{request.optimization}")
    if request.debug:
        flags.append("-g")
    host_flags = without_gcc_only(split(request.host_flags).host, request.host_compiler)
    flags += host_flags
    if request.language == "cu":
        flags += without_noise((*request.common_flags, *host_flags))
    emit = ["-S" if request.output.endswith(".s") else "-c"]
    return [*flags, *_action(request, emit), request.source]


def clang_command(arguments: list[str]) -> list[str]:
    """The whole command line."""
    return [find_clang().path, *arguments]
