# SPDX-License-Identifier: Apache-2.0
"""Runs inline PTX on this machine's CPU: the translated IR of one asm statement, compiled by LLVM, over arrays of operands."""

from __future__ import annotations

import ctypes
import itertools
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import llvmlite.binding as llvm
import numpy as np
from scale.compiler.ptx import translate_module

CONSTRAINTS = {"r": ("i32", np.uint32), "l": ("i64", np.uint64), "h": ("i16", np.uint16), "f": ("float", np.uint32),
               "d": ("double", np.uint64), "q": ("i128", None)}  # fmt: skip
"""Constraint letter → LLVM type and the NumPy type of its bits."""

_BFLOAT = """
define linkonce_odr bfloat @__truncsfbf2(float %x) {
  %b = bitcast float %x to i32
  %odd = lshr i32 %b, 16
  %one = and i32 %odd, 1
  %bias = add i32 %one, 32767
  %sum = add i32 %b, %bias
  %high = lshr i32 %sum, 16
  %nan = fcmp uno float %x, %x
  %bits = select i1 %nan, i32 32767, i32 %high
  %t = trunc i32 %bits to i16
  %r = bitcast i16 %t to bfloat
  ret bfloat %r
}
"""

_FMA = """
define linkonce_odr {t} @model_fma_{t}({t} %x, {t} %y, {t} %z) {{
  %a = fpext {t} %x to double
  %b = fpext {t} %y to double
  %c = fpext {t} %z to double
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  %n = call {t} @model_round_{t}(double %r)
  ret {t} %n
}}
define linkonce_odr <2 x {t}> @model_fma_v2{t}(<2 x {t}> %x, <2 x {t}> %y, <2 x {t}> %z) {{
  %x0 = extractelement <2 x {t}> %x, i32 0
  %y0 = extractelement <2 x {t}> %y, i32 0
  %z0 = extractelement <2 x {t}> %z, i32 0
  %x1 = extractelement <2 x {t}> %x, i32 1
  %y1 = extractelement <2 x {t}> %y, i32 1
  %z1 = extractelement <2 x {t}> %z, i32 1
  %r0 = call {t} @model_fma_{t}({t} %x0, {t} %y0, {t} %z0)
  %r1 = call {t} @model_fma_{t}({t} %x1, {t} %y1, {t} %z1)
  %v0 = insertelement <2 x {t}> poison, {t} %r0, i32 0
  %v1 = insertelement <2 x {t}> %v0, {t} %r1, i32 1
  ret <2 x {t}> %v1
}}
"""
"""x86 has no such instruction and this process no such library function; exact for halves, near enough for bfloats."""


def _rounding(llvm_type: str) -> str:
    """`@model_round_T`: a double rounded once."""
    from scale.compiler.ptx.builder import Builder, Value
    from scale.compiler.ptx.rules.convert import narrow_float

    b = Builder()
    result = narrow_float(b, Value("double", "%x"), llvm_type, "n")
    lines = "\n".join(b.lines).replace("%~", "%t")
    declarations = "\n".join(line for name, line in b.declarations.items())
    head = f"define linkonce_odr {llvm_type} @model_round_{llvm_type}(double %x) {{"
    return f"{head}\n{lines}\n  ret {llvm_type} {result.text.replace('%~', '%t')}\n}}\n{declarations}\n"


_keep: list[object] = []
_intrinsics: dict[str, Callable[..., object]] = {}


def provide(name: str, result: object, *arguments: object) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Registers a Python model of an NVVM intrinsic, with ctypes types."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        callback = ctypes.CFUNCTYPE(result, *arguments)(function)
        _keep.append(callback)
        llvm.add_symbol(_symbol(name), ctypes.cast(callback, ctypes.c_void_p).value)
        _intrinsics[name] = function
        return function

    return register


def _symbol(name: str) -> str:
    return "model_" + re.sub(r"\W", "_", name)


def statement_module(asm: str, outputs: str, inputs: str, types: Sequence[str] | None = None, name: str = "f") -> str:
    """Device IR with `void f(outputs…, inputs…, count)`: pointers to arrays of each operand."""
    out_types = [CONSTRAINTS[letter][0] for letter in outputs]
    in_types = list(types or [CONSTRAINTS[letter][0] for letter in inputs])
    result = "void" if not out_types else out_types[0] if len(out_types) == 1 else "{ " + ", ".join(out_types) + " }"
    text = re.sub(r"%%", "\0", asm)
    text = re.sub(r"\$", "$$$$", text)
    text = re.sub(r"%(\d+)", r"$\1", text).replace("%=", "${:uid}").replace("\0", "%")
    text = text.replace("\\", "\\5C").replace('"', "\\22").replace("\n", "\\0A").replace("\t", "\\09")
    constraints = ",".join([f"={letter}" for letter in outputs] + list(inputs))
    pointers = [f"ptr %o{i}" for i in range(len(out_types))] + [f"ptr %i{i}" for i in range(len(in_types))]
    lines = [f"define void @{name}({', '.join([*pointers, 'i64 %n'])}) {{", "entry:", "  br label %head", "head:"]
    lines += ["  %i = phi i64 [ 0, %entry ], [ %next, %body ]", "  %more = icmp ult i64 %i, %n"]
    lines += ["  br i1 %more, label %body, label %done", "body:"]
    for index, llvm_type in enumerate(in_types):
        lines += [f"  %p{index} = getelementptr {llvm_type}, ptr %i{index}, i64 %i"]
        lines += [f"  %v{index} = load {llvm_type}, ptr %p{index}"]
    arguments = ", ".join(f"{t} %v{i}" for i, t in enumerate(in_types))
    head = "  %r = " if out_types else "  "
    lines += [f'{head}call {result} asm sideeffect "{text}", "{constraints}"({arguments})']
    for index, llvm_type in enumerate(out_types):
        value = "%r"
        if len(out_types) > 1:
            value = f"%e{index}"
            lines += [f"  {value} = extractvalue {result} %r, {index}"]
        lines += [
            f"  %q{index} = getelementptr {llvm_type}, ptr %o{index}, i64 %i",
            f"  store {llvm_type} {value}, ptr %q{index}",
        ]
    lines += ["  %next = add i64 %i, 1", "  br label %head", "done:", "  ret void", "}", ""]
    return "\n".join(lines)


def compile_host(text: str) -> llvm.ExecutionEngine:
    """An engine with the translated module, NVVM intrinsics replaced by the models."""
    for name in set(re.findall(r"@((?:llvm\.nvvm|__nv_|__scale_(?!ptx))[\w.]*)\(", text)):
        if not re.search(rf"define [^\n]*@{re.escape(name)}\(", text):
            text = re.sub(rf"@{re.escape(name)}\(", f"@{_symbol(name)}(", text)
    text = re.sub(r'syncscope\("(block|device|cluster)"\) ', "", text)
    for short, llvm_type in (("f16", "half"), ("bf16", "bfloat")):
        if f"@llvm.fma.{short}(" in text or f"@llvm.fma.v2{short}(" in text:
            text = re.sub(rf"(?m)^declare .*@llvm\.fma\.(v2)?{short}\(.*$", "", text)
            text = text.replace(f"@llvm.fma.{short}(", f"@model_fma_{llvm_type}(")
            text = text.replace(f"@llvm.fma.v2{short}(", f"@model_fma_v2{llvm_type}(")
            text += _FMA.format(t=llvm_type) + _rounding(llvm_type)
            if "@llvm.fma.f64(double, " not in text:
                text += "declare double @llvm.fma.f64(double, double, double)\n"
    if "bfloat" in text:
        text += _BFLOAT
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(text)
    module.verify()
    available = llvm.get_host_cpu_features()
    # Conversions to bfloat by this instruction flush denormals; LLVM takes it where the processor has it.
    available.update({name: False for name in ("avx512bf16", "avxneconvert") if name in available})
    features = available.flatten()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=1, jit=True)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine


@dataclass
class Statement:
    """One asm statement with its operands: a string of constraint letters for outputs and inputs, a column of bits per input."""

    asm: str
    outputs: str
    inputs: str
    columns: Sequence[Iterable[int]]


def run(asm: str, outputs: str, inputs: str, columns: Sequence[Iterable[int]]) -> list[list[int]]:
    """The statement over the columns of operand bits; one column of bits per output."""
    return run_many([Statement(asm, outputs, inputs, columns)])[0]


def run_many(statements: Sequence[Statement]) -> list[list[list[int]]]:
    """The statements, compiled together."""
    modules = [statement_module(s.asm, s.outputs, s.inputs, name=f"f{i}") for i, s in enumerate(statements)]
    text, _ = translate_module("\n".join(modules))
    engine = compile_host(text)
    return [_execute(engine, f"f{i}", s) for i, s in enumerate(statements)]


def _execute(engine: llvm.ExecutionEngine, name: str, statement: Statement) -> list[list[int]]:
    arrays = [_array(letter, list(column)) for letter, column in zip(statement.inputs, statement.columns, strict=True)]
    count = len(arrays[0]) if arrays else 1
    if statement.inputs and statement.inputs[0] == "q":
        count //= 2
    results = [np.zeros(count * (2 if letter == "q" else 1), CONSTRAINTS[letter][1] or np.uint64) for letter in statement.outputs]
    pointers = [array.ctypes.data for array in [*results, *arrays]]
    function = ctypes.CFUNCTYPE(None, *([ctypes.c_void_p] * len(pointers)), ctypes.c_int64)(engine.get_function_address(name))
    function(*pointers, count)
    out = []
    for letter, array in zip(statement.outputs, results, strict=True):
        numbers = array.tolist()
        out.append([numbers[i] | numbers[i + 1] << 64 for i in range(0, len(numbers), 2)] if letter == "q" else numbers)
    return out


def _array(letter: str, column: list[int]) -> np.ndarray:
    if letter == "q":
        return np.array([word for x in column for word in (x & (1 << 64) - 1, x >> 64 & (1 << 64) - 1)], np.uint64)
    bits = np.dtype(CONSTRAINTS[letter][1]).itemsize * 8
    return np.array([x & (1 << bits) - 1 for x in column], CONSTRAINTS[letter][1])


def edges(bits: int) -> list[int]:
    """Integers that go wrong first."""
    top = 1 << bits - 1
    return [
        0,
        1,
        2,
        3,
        31,
        32,
        33,
        0x7F,
        0x80,
        0xFF,
        top - 1,
        top,
        top + 1,
        2 * top - 2,
        2 * top - 1,
        0x5A5A5A5A5A5A5A5A % (2 * top),
    ]


def samples(bits: Sequence[int], extra: int = 100, seed: int = 1, limit: int = 3000) -> list[list[int]]:
    """Columns of operands: all combinations of edges (or a sample of them), then random ones."""
    generator = random.Random(seed)
    rows = list(itertools.product(*(edges(width) for width in bits)))
    if len(rows) > limit:
        rows = generator.sample(rows, limit)
    rows += [tuple(generator.getrandbits(width) for width in bits) for _ in range(extra)]
    return [list(column) for column in zip(*rows, strict=True)]
