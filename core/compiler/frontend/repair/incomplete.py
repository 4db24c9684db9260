# SPDX-License-Identifier: Apache-2.0
"""Kernels that a source only declares and whose parameters have types that it never completes.

`struct P; extern template __global__ void k<true>(P);` and `(void *)k<true>` in a host function: relocatable device code then names the
kernel, so that a device link finds it in libraries, and clang ends where it asks for the size of `P`. The kernel's code is elsewhere:
for the device's run alone the types are completed behind the source, as empty ones.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence

from .source import Sources

_CRASH = "Per-file LLVM IR generation"
_NODE = re.compile(r"(?P<indent>[ |`-]*)(?P<kind>[A-Z]\w*) 0x")
_RECORD = re.compile(
    r"(?:CXXRecord|ClassTemplateSpecialization)Decl .* (?P<word>struct|class|union) (?P<name>\w+)(?P<definition> definition)?$"
)
_NAMESPACE = re.compile(r" (?P<name>[A-Za-z_]\w*)(?P<inline> inline)?(?: nested)*$")
_PARAMETER = re.compile(r"ParmVarDecl .* '(?P<type>[^']*)'$")


def completes_parameters(command: Sequence[str], output: str, sources: Sources) -> bool:
    """Complete the types after a run that ended so; whether there are any."""
    if _CRASH not in output or "-fgpu-rdc" not in command or "--cuda-device-only" not in command:
        return False
    source = sources.get(command[-1])
    definitions = [_defined(*each) for each in incomplete_parameters(_syntax_tree(command))] if source else []
    if source is None or not definitions:
        return False
    source.insert(len(source.text), "\n" + " ".join(definitions) + "\n")
    return True


def incomplete_parameters(tree: Iterable[str]) -> list[tuple[str, str]]:
    """Keyword and qualified name of each type, from clang's dump of the syntax tree."""
    words: dict[str, str] = {}
    complete: set[str] = set()
    used: dict[str, None] = {}
    parameters: list[str] = []
    for scopes, kind, line in _nodes(tree):
        if kind in ("CXXRecordDecl", "ClassTemplateSpecializationDecl") and (found := _RECORD.search(line)) is not None:
            name = "::".join((*scopes, found["name"]))
            words.setdefault(name, found["word"])
            if found["definition"]:
                complete.add(name)
        elif kind == "FunctionDecl":
            parameters = []
        elif kind == "ParmVarDecl" and (found := _PARAMETER.search(line)) is not None:
            parameters.append(re.sub(r"\b(?:const|volatile|struct|class|union) ", "", found["type"]))
        elif kind == "CUDAGlobalAttr":
            used.update(dict.fromkeys(parameters))
    plain = ((each, re.sub(r"<.*>$", "", each)) for each in used)
    return [(words[name], each) for each, name in plain if name in words and name not in complete]


def _defined(word: str, name: str) -> str:
    return f"{'template <> ' if name.endswith('>') else ''}{word} {name} {{}};"


def _nodes(tree: Iterable[str]) -> Iterator[tuple[list[str], str, str]]:
    """Each node with the names of the namespaces and classes around it; inline namespaces have none, as in what clang writes of types."""
    around: list[tuple[int, str]] = []
    for line in tree:
        node = _NODE.match(line)
        if node is None:
            continue
        depth = len(node["indent"])
        while around and around[-1][0] >= depth:
            around.pop()
        line = line.rstrip("\n")
        yield [name for _, name in around if name], node["kind"], line
        if node["kind"] == "NamespaceDecl":
            named = _NAMESPACE.search(line)  # what is in one without a name has no linkage: clang refuses such a kernel
            around.append((depth, named["name"] if named is not None and not named["inline"] else ""))
        elif node["kind"].endswith("RecordDecl") and (record := _RECORD.search(line)) is not None:
            around.append((depth, record["name"]))


def _syntax_tree(command: Sequence[str]) -> Iterator[str]:
    at = len(command) - 1 - command[::-1].index("-o") if "-o" in command else len(command) - 1
    words = [*command[:at], *command[at + 2 :]] if "-o" in command else list(command)
    with subprocess.Popen(
        [*(word for word in words if word not in ("-c", "-S", "-emit-llvm")), "-w", "-fsyntax-only", "-Xclang", "-ast-dump"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace",
    ) as child:  # fmt: skip
        assert child.stdout is not None
        yield from child.stdout
