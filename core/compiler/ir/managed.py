# SPDX-License-Identifier: Apache-2.0
"""`__managed__` variables: both sides reach them through a pointer that the runtime fills.

The headers mark such a variable by its section. Beside each variable `x` stands a pointer `__scale_managed_x`, on the host and in device
code. Every use of `x` in a function becomes a use of what that pointer holds. The variable in the device image stays and gives
the first value; the runtime copies it to managed memory when the image is loaded.
"""

from __future__ import annotations

import re

from scale.errors import CompileError

SECTION = ".scale.managed"
PREFIX = "__scale_managed_"
FLAG = 1
"""In the entries of relocatable code: the address is that of a managed variable's pointer."""
_GLOBAL = re.compile(
    rf'^@(?P<name>"[^"\n]+"|[-\w.$]+) = (?P<head>[^\n]*?)\bglobal (?P<rest>[^\n]*), section "{re.escape(SECTION)}"[^\n]*\n', re.MULTILINE
)
_CONSTANT_TOO = re.compile(rf'^@("[^"\n]+"|[-\w.$]+) = [^\n]*\baddrspace\(4\) [^\n]*, section "{re.escape(SECTION)}"', re.MULTILINE)
_FUNCTION = re.compile(r"^define [^\n]*\{\n.*?^\}$", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r"(?:[-a-zA-Z$._0-9]+|\"[^\"]*\"):")
_LINKAGE = re.compile(r"\b(?:external|internal|linkonce_odr|linkonce|weak_odr|weak)\b")
_CONSTANT = re.compile(
    r"\b(?P<code>getelementptr|ptrtoint|inttoptr|addrspacecast|bitcast|trunc|sub|add)(?P<flags>(?: (?:inbounds|nusw|nuw|nsw))*) \("
)
_REGISTER = re.compile(r"call void @__cudaRegisterVar\((?P<handle>ptr [^,]+), ptr @(?P<name>[^,]+), (?P<rest>[^\n]*)\)")
_ENTRY = re.compile(r"^(@\.offloading\.entry[^\n]* i32 )(\d+)(, ptr @)([^,]+),", re.MULTILINE)
_LISTS = ("@llvm.", "@__clang_gpu_used_external")
_LIST = re.compile(r"^@(?:llvm\.|__clang_gpu_used_external)[^\n]*", re.MULTILINE)
HANDLE = "@__cuda_gpubin_handle"
"""Where clang keeps the handle of a unit's image."""
_HELPER = """
{comdat}define {linkage} ptr @__scale_managed(ptr %slot){group} {{
  %known = load ptr, ptr %slot, align 8
  %missing = icmp eq ptr %known, null
  br i1 %missing, label %fill, label %done

fill:
{asked}  %status = call signext i8 @__cudaInitModule(ptr {module})
  %filled = load ptr, ptr %slot, align 8
  br label %done

done:
  %found = phi ptr [ %known, %0 ], [ %filled, %fill ]
  ret ptr %found
}}

declare signext i8 @__cudaInitModule(ptr)
"""
_OURS = _HELPER.format(
    comdat="$__scale_managed = comdat any\n\n",
    linkage="linkonce_odr hidden",
    group=" comdat",
    asked="",
    module="%slot",
)
"""Our runtime takes the pointer's address for the module."""
_NVIDIAS = _HELPER.format(comdat="", linkage="internal", group="", asked=f"  %handle = load ptr, ptr {HANDLE}, align 8\n", module="%handle")
"""NVIDIA's takes the handle of the unit's image and fills all its pointers."""
_LINKED = """
define internal ptr @__scale_managed(ptr %slot) {
  call void @__scale_fill_managed(ptr %slot)
  %found = load ptr, ptr %slot, align 8
  ret ptr %found
}

declare void @__scale_fill_managed(ptr)
"""
"""In relocatable code the handles are the device links', whose objects bring this function (scale.compiler.driver.registration)."""
_REGISTRAR = "declare void @__cudaRegisterManagedVar(ptr, ptr, ptr, ptr, i32, i64, i32, i32)"


def lower_managed(text: str, *, host: bool, nvidia: bool = False) -> str:
    """The module with every use of a managed variable going through its pointer.

    Args:
        nvidia: the host's runtime is NVIDIA's, which fills the pointers of a whole image and asks for its handle.

    Raises:
        CompileError: the address of such a variable is needed before the program runs, or it is a `__constant__` one as well.
    """
    constant = _CONSTANT_TOO.search(text)
    if constant is not None:
        raise CompileError(f"__managed__ variable '{constant[1]}' cannot be a __constant__ one as well")
    heads = {match["name"]: match["head"] for match in _GLOBAL.finditer(text)}
    if not heads:
        return text
    if host:
        text = _REGISTER.sub(lambda match: _registration(match, heads), text)
        text = _ENTRY.sub(lambda match: _entry(match, heads), text)
    names = "|".join(sorted(map(re.escape, heads), key=len, reverse=True))
    space = "" if host else " addrspace(1)"
    value = rf"@(?P<name>{names})(?![-\w.$])" if host else rf"addrspacecast \(ptr addrspace\(1\) @(?P<name>{names}) to ptr\)"
    use = re.compile(value)
    any_use = re.compile(rf"@(?P<name>{names})(?![-\w.$])")
    text = _FUNCTION.sub(lambda match: _function(match[0], use, any_use, host), text)
    _check_initializers(text, any_use, set(heads))
    pointers = "".join(f"{_pointer(name, head, space, host)}\n" for name, head in heads.items())
    if host:
        text = _GLOBAL.sub("", text)
        text = _LIST.sub(lambda match: any_use.sub(lambda each: f"@{slot(each['name'])}", match[0]), text)
    else:
        text = text.replace(f', section "{SECTION}"', "")
    if host and "@__cudaRegisterManagedVar(ptr, ptr" not in text:
        pointers += f"{_REGISTRAR}\n"
    helper = (_NVIDIAS if HANDLE in text else _LINKED) if nvidia else _OURS
    return f"{text}\n{pointers}{helper if host else ''}"


def slot(name: str) -> str:
    """The pointer's name for a variable's, either as IR writes it."""
    return f'"{PREFIX}{name[1:]}' if name.startswith('"') else PREFIX + name


def _pointer(name: str, head: str, space: str, host: bool) -> str:
    linkage = _LINKAGE.search(head)
    kind = f"{linkage[0]} " if linkage else ""
    initialized = "" if host or kind == "external " else " externally_initialized"
    return f"@{slot(name)} = {kind}{space.strip()}{initialized} global ptr{'' if kind == 'external ' else ' null'}, align 8"


def _registration(match: re.Match[str], heads: dict[str, str]) -> str:
    name = match["name"]
    if name not in heads:
        return match[0]
    return f"call void @__cudaRegisterManagedVar({match['handle']}, ptr @{slot(name)}, {match['rest']})"


def _entry(match: re.Match[str], heads: dict[str, str]) -> str:
    return f"{match[1]}{int(match[2]) | FLAG}{match[3]}{slot(match[4])}," if match[4] in heads else match[0]


def _function(function: str, use: re.Pattern[str], any_use: re.Pattern[str], host: bool) -> str:
    if not any_use.search(function):
        return function
    header, body = function.split("\n", 1)
    loads: dict[str, str] = {}

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        loads.setdefault(name, f"%scale.managed.{len(loads)}")
        return loads[name]

    body = use.sub(value, body)
    lines = [_load(name, local, host) for name, local in loads.items()]
    body, constants = _without_constants(body)
    lines += constants
    first = _LABEL.match(body)
    cut = body.index("\n") + 1 if first else 0
    return f"{header}\n{body[:cut]}" + "".join(f"  {line}\n" for line in lines) + body[cut:]


def _load(name: str, local: str, host: bool) -> str:
    if host:
        return f"{local} = call ptr @__scale_managed(ptr @{slot(name)})"
    return f"{local} = load ptr, ptr addrspace(1) @{slot(name)}, align 8"


def _without_constants(body: str) -> tuple[str, list[str]]:
    """Constant expressions over loaded pointers as instructions; all of them can stand at the function's start."""
    made: dict[str, str] = {}
    at = 0
    while True:
        innermost = None
        for match in _CONSTANT.finditer(body, at):
            end = _closing(body, match.end())
            inside = body[match.end() : end]
            if "%scale." in inside and "\n" not in inside and not _CONSTANT.search(inside):
                innermost = (match, end, inside)
                break
        if innermost is None:
            return body, [f"{local} = {expression}" for expression, local in made.items()]
        match, end, inside = innermost
        if match["code"] in ("sub", "add"):
            inside = re.sub(r"^(\S+) (.*), \1 (.*)$", r"\1 \2, \3", inside)
        expression = f"{match['code']}{match['flags']} {inside}"
        made.setdefault(expression, f"%scale.constant.{len(made)}")
        body = body[: match.start()] + made[expression] + body[end + 1 :]


def _closing(text: str, at: int) -> int:
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at - 1


def _check_initializers(text: str, any_use: re.Pattern[str], names: set[str]) -> None:
    for line in text.split("\n"):
        if line.startswith("@") and not line.startswith(_LISTS):
            found = next((match["name"] for match in any_use.finditer(line.partition(" = ")[2])), None)
            if found in names:
                user = line[1:].split()[0]
                raise CompileError(
                    f"the address of __managed__ variable '{found}' is not a constant: '{user}' cannot be initialised with it"
                )
