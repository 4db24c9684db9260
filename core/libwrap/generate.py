# SPDX-License-Identifier: Apache-2.0
"""Makes the headers' declarations and the forwarding code of the libraries from the tables; CMake runs it at build time.

Usage: python generate.py OUTPUT_FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from tables import (  # type: ignore[import-not-found]  # CMake runs this before the package exists
    LIBRARIES,
    LegacyFunction,
    Library,
    LibraryFunction,
    PlainFunction,
    XtFunction,
    cublas_functions,
    cublas_legacy_functions,
    cublasxt_functions,
    cublasxt_services,
    dropped_functions,
    enumerations,
    handles,
    plain_functions,
)

EXPORT = '#define SCALE_API extern "C" __attribute__((visibility("default")))\n\n'
HEAD = "/* SPDX-License-Identifier: Apache-2.0 */\n/* Made by core/libwrap/generate.py from the library tables. */\n"


def _guarded(declaration: str) -> str:
    """The half types exist in C++ alone, so their functions are declared for C++ alone."""
    needs_cpp = "__half" in declaration or "__nv_bfloat16" in declaration
    return f"#ifdef __cplusplus\n{declaration};\n#endif\n" if needs_cpp else f"{declaration};\n"


def cublas_declarations(functions: list[LibraryFunction]) -> str:
    return HEAD + "".join(_guarded(f"CUBLASAPI {function.declaration()}") for function in functions)


def cublas_v2_names(functions: list[LibraryFunction]) -> str:
    """`#define cublasSgemm cublasSgemm_v2`, as the version-2 header has it."""
    lines = []
    for function in functions:
        for suffix, wide in (("_v2", ""), ("_v2_64", "_64")):
            if function.name.endswith(suffix):
                lines.append(f"#define {function.name.removesuffix(suffix)}{wide} {function.name}\n")
    return HEAD + "".join(lines)


def cublas_forwarding(functions: list[LibraryFunction]) -> str:
    """C functions that check the handle, then call hipBLAS or the CPU provider's template."""
    return "".join([HEAD, '#include "cublas/forward.h"\n\n', *map(_forward, functions)])


def _forward(function: LibraryFunction) -> str:
    rest = function.parameters[1:]
    lines = [f"SCALE_API {function.declaration()} {{"]
    if function.status in ("missing", "refused"):
        unused = " ".join(f"(void){parameter.name};" for parameter in function.parameters)
        lines += [f"  {unused}", f'  scale::say_once("{function.name} is not supported");', "  return CUBLAS_STATUS_NOT_SUPPORTED;"]
        return "\n".join(lines) + "\n}\n"
    lines += [
        "  cublasContext *context = scale::cublas::checked(handle);",
        "  if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;",
        f'  if (scale::cublas::logging()) scale::cublas::log_call("{function.name}");',
        "  if (context->hip != nullptr) {",
    ]
    if function.hip:
        words = "".join(f", scale::cublas::hip::word({parameter.name})" for parameter in rest)
        words += "".join(f", {word}" for word in function.hip_more)
        lines += [f'    static scale::cublas::hip::Function function("{function.hip}");', f"    return function(*context{words});"]
    else:
        lines += [f'    scale::say_once("{function.name} has no counterpart in hipBLAS");', "    return CUBLAS_STATUS_NOT_SUPPORTED;"]
    names = "".join(f", {parameter.name}" for parameter in rest)
    lines += ["  }", f"  return scale::cublas::cpu::{function.cpu}(*context{names});"]
    return "\n".join(lines) + "\n}\n"


def cublas_legacy(functions: list[LegacyFunction]) -> str:
    """Functions that call version 2 with the library's own handle."""
    text = [HEAD, '#include "cublas/legacy.h"\n\n', EXPORT]
    for function in functions:
        pointers = {parameter.name for parameter in function.modern.parameters if parameter.ctype.endswith("*")}
        by_value = pointers & {parameter.name for parameter in function.parameters if not parameter.ctype.endswith("*")}
        arguments = ["scale::cublas::legacy::handle()"]
        for parameter in function.modern.parameters[1:]:
            if parameter.name == "result":
                arguments.append("&result")
            elif parameter.kind in ("op", "side", "fill", "diag"):
                arguments.append(f"scale::cublas::legacy::{parameter.kind}({parameter.name})")
            elif parameter.name not in {own.name for own in function.parameters}:  # trmm: the result takes the operand's place
                arguments.append({"C": "B", "ldc": "ldb"}[parameter.name])
            else:
                arguments.append(f"{'&' if parameter.name in by_value else ''}{parameter.name}")
        result = function.returns != "void"
        text.append(f"SCALE_API {function.declaration()} {{\n")
        text.append(f"  {function.returns} result{{}};\n" if result else "")
        text.append(f"  scale::cublas::legacy::keep({function.modern.name}({', '.join(arguments)}));\n")
        text.append("  return result;\n}\n" if result else "}\n")
    return "".join(text)


def cublasxt(functions: list[XtFunction]) -> str:
    """Functions that place the operands on the device and call version 2's 64-bit forms."""
    text = [HEAD, '#include "cublas/xt.h"\n\n', EXPORT]
    for function in functions:
        text.append(f"SCALE_API {function.declaration()} {{\n  scale::cublas::xt::Call call(handle);\n")
        placed: dict[str, str] = {}
        for operand, extents in function.operands.items():
            if len(extents) == 1:
                placed |= {"A": "device_AP", "lda": f"scale::cublas::xt::word{extents[0]}"}
                text.append(f"  auto *device_AP = call.unpacked(uplo, AP, {extents[0]});\n")
            else:
                placed[operand] = f"device_{operand}"
                text.append(f"  auto *device_{operand} = call.operand({operand}, {', '.join(extents)}, ld{operand.lower()});\n")
        words = [placed.get(parameter.name, f"scale::cublas::xt::word({parameter.name})") for parameter in function.modern.parameters[1:]]
        text.append("  if (!call.ready()) return call.status();\n")
        text.append(f"  return call.finish({function.modern.name}(call.blas(), {', '.join(words)}));\n}}\n")
    return "".join(text)


def plain_declarations(functions: list[PlainFunction]) -> str:
    body = "".join(_guarded(function.declaration()) for function in functions if function.until is None)
    for version in sorted({function.until for function in functions if function.until is not None}):
        major, minor = map(int, version.split("."))
        old = "".join(_guarded(function.declaration()) for function in functions if function.until == version)
        body += f"#if __SCALE_CUDA_VERSION__ < {major * 1000 + minor * 10}\n{old}#endif\n"
    return f'{HEAD}#ifdef __cplusplus\nextern "C" {{\n#endif\n{body}#ifdef __cplusplus\n}}\n#endif\n'


def plain_stubs(library: Library, functions: list[PlainFunction], includes: str) -> str:
    """Every missing function of a library: says so once and returns the library's own not-supported status."""
    text = [
        HEAD,
        includes,
        '#include "common/dynamic_library.h"\n\n',
        '#define SCALE_API extern "C" __attribute__((visibility("default")))\n\n',
    ]
    for function in functions:
        if function.status == "missing":
            value = f" {library.not_supported}" if function.returns == library.status else f" static_cast<{function.returns}>(0)"
            text.append(
                f'SCALE_API {function.declaration()} {{\n  scale::say_once("{function.name} is not supported");\n  return{value};\n}}\n'
            )
    return "".join(text)


CPU_PREFIX = "scale_cpu_"


def cpu_names(functions: list[PlainFunction]) -> str:
    """What the CPU's sources include before all else: their functions get names of their own."""
    return HEAD + "".join(f"#define {f.name} {CPU_PREFIX}{f.name}\n" for f in functions if f.status == "implemented")


def plain_forwarding(library: Library, functions: list[PlainFunction]) -> str:
    """Every function of a library: AMD's counterpart on AMD GPUs, the CPU's function on the CPU device; what neither has says so once."""
    types = {handle.type for name in ("cusparse", library.name) for handle in handles(name)}
    text = [HEAD, f'#include "{library.name}/hip.h"\n\n', EXPORT]
    for function in functions:
        names = [f"a{i}" for i in range(len(function.parameters))]
        parameters = ", ".join(f"{kind} {name}" for kind, name in zip(function.parameters, names, strict=True)) or "void"
        told = function.returns == library.status
        refused = f"return {library.not_supported};" if told else f"return static_cast<{function.returns}>(0);"
        lines = [f"SCALE_API {function.returns} {function.name}({parameters}) {{"]
        if function.hip:
            words = "".join(f", scale::forward::word({name})" for name in names)
            absent = "scale::forward::library().available() ? scale::forward::kUnknown : scale::forward::kAbsent" if told else "{}"
            lines += [
                "  if (scale::device_is_rocm()) {",
                "    static void *cached = nullptr;",
                f'    void *function = scale::forward::address(scale::forward::library(), "{function.hip}", cached);',
                f"    if (function == nullptr) return {absent};",
                f"    return scale::forward::result<{function.returns}>(scale::forward::call(function{words}));",
                "  }",
            ]
        elif function.status == "implemented" and function.parameters and function.parameters[0].removeprefix("const ") in types:
            # The handle or descriptor is AMD's there.
            lines += [
                "  if (scale::device_is_rocm()) {",
                f'    scale::say_once("{function.name} is not supported on AMD GPUs");',
                f"    {refused}",
                "  }",
            ]
        if function.status == "implemented":
            own = f"{CPU_PREFIX}{function.name}"
            text.append(f'extern "C" {function.returns} {own}({", ".join(function.parameters) or "void"});\n')
            lines.append(f"  return {own}({', '.join(names)});")
        else:
            lines += [*(f"  (void){name};" for name in names), f'  scale::say_once("{function.name} is not supported");', f"  {refused}"]
        text.append("\n".join(lines) + "\n}\n")
    return "".join(text)


def type_declarations(library: Library) -> str:
    """Enums and opaque handles of a library."""
    lines = [HEAD]
    for name, constants in enumerations(library.name).items():
        inner = ",\n".join(f"  {constant} = {value}" for constant, value in constants.items())
        # cuRAND's tags are names that C++ programs use; elsewhere NVIDIA's end in `_enum` or there are none.
        tag = name.removesuffix("_t") + ("" if library.name == "curand" else "_enum")
        lines.append(f"typedef enum {tag} {{\n{inner}\n}} {name};\n")
    for handle in handles(library.name):
        lines.append(f"typedef {'const ' if handle.const else ''}struct {handle.structure} *{handle.type};\n")
    return "".join(lines)


STUB_INCLUDES: dict[str, str] = {
    "cublasLt": "#include <cublasLt.h>\n",
    "cufft": "#include <cufftXt.h>\n",
    "curand": "#include <curand.h>\n",
    "cudnn": "#include <cudnn.h>\n",
    "nccl": "#include <nccl.h>\n",
    "nvml": "#include <nvml.h>\n",
}


def write_plain_library(library: Library, output: Path) -> None:
    functions = plain_functions(library.name) + dropped_functions(library.name)
    folder = output / "include/scale"
    rest = functions
    for prefix in library.header_prefixes:
        write_if_changed(folder / f"{prefix}_functions.h", plain_declarations([f for f in functions if f.name.startswith(prefix)]))
        rest = [function for function in rest if not function.name.startswith(prefix)]
    write_if_changed(folder / f"{library.name}_functions.h", plain_declarations(rest))
    write_if_changed(folder / f"{library.name}_types.h", type_declarations(library))
    if library.forwarded:
        write_if_changed(output / f"{library.name}_cpu_names.h", cpu_names(functions))
        write_if_changed(output / f"{library.name}_forward.cpp", plain_forwarding(library, functions))
    else:
        write_if_changed(output / f"{library.name}_missing.cpp", plain_stubs(library, functions, STUB_INCLUDES[library.name]))


def write_if_changed(path: Path, text: str) -> None:
    """Leave an unchanged file alone, so that nothing is compiled again for it."""
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main(arguments: list[str]) -> int:
    output = Path(arguments[0])
    functions = cublas_functions()
    write_if_changed(output / "include/scale/cublas_functions.h", cublas_declarations(functions))
    write_if_changed(output / "include/scale/cublas_v2_names.h", cublas_v2_names(functions))
    legacy = cublas_legacy_functions()
    declared = "".join(f"{function.declaration()};\n" for function in legacy)
    write_if_changed(output / "include/scale/cublas_legacy_functions.h", HEAD + declared)
    write_if_changed(output / "cublas_legacy.cpp", cublas_legacy(legacy))
    computing = "".join(f"{function.declaration()};\n" for function in cublasxt_functions())
    services = "".join(f"{function.declaration()};\n" for function in cublasxt_services())
    write_if_changed(output / "include/scale/cublasXt_functions.h", HEAD + services + computing)
    write_if_changed(output / "cublas_xt.cpp", cublasxt(cublasxt_functions()))
    for group in sorted({function.group for function in functions} - {"handle"}):
        chosen = [function for function in functions if function.group == group]
        write_if_changed(output / f"cublas_{group}.cpp", cublas_forwarding(chosen))
    for library in LIBRARIES:
        if library.name != "cublas":
            write_plain_library(library, output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
