# SPDX-License-Identifier: Apache-2.0
"""Textures and surfaces (PTX ISA, "Texture Instructions", "Surface Instructions"), in the unified mode: the handle is a texture object.

Each instruction is a call of a function of `scale/ptx_textures.cu`; which one, its name says.
"""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.texture_library import PREFIX
from scale.compiler.ptx.types import B32, TYPES

F32 = TYPES["f32"]
S32 = TYPES["s32"]

AXES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2, "cube": 3, "acube": 3}
"""Geometry → coordinates, without the index of a layer, which stands before them."""
GRADIENTS = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2}
MODES = {"zero": 0, "clamp": 1, "trap": 2}
"""What happens outside a surface, as cudaSurfaceBoundaryMode counts."""
CHANNELS = {"r": 0, "g": 1, "b": 2, "a": 3}


def _object(body: Body, operand: ast.Operand, count: int) -> tuple[Value, tuple[ast.Operand, ...]]:
    """`[object, {x, y, …}]` as the object and at least `count` coordinates."""
    if not isinstance(operand, ast.Address) or len(operand.parts) != 2:
        raise body.error(f"'{body.opcode}' takes a texture or surface and coordinates in brackets; samplers of their own are not supported")
    place = body.parts(operand.parts[1])
    if len(place) < count:
        raise body.error(f"'{body.opcode}' takes {count} coordinates")
    return body.read(operand.parts[0], TYPES["u64"]), place


def _coordinates(body: Body, geometry: str, place: tuple[ast.Operand, ...], kind: str) -> list[Value]:
    layers = int(geometry.startswith("a"))
    axes = AXES[geometry]
    return [
        *(body.read(part, B32) for part in place[:layers]),
        *(body.read(part, F32 if kind == "f32" else S32) for part in place[layers : layers + axes]),
    ]


def _elements(body: Body, m: Match, target: ast.Operand, texel: Value) -> None:
    """Writes the four elements of a texel as the type that the instruction names."""
    b = body.b
    ptx = m.type()
    parts = body.parts(target)
    packed = m["t"] == "f16x2"
    if len(parts) != (2 if packed else 4):
        raise body.error(f"'{m.opcode}' writes {2 if packed else 4} registers")
    values = [b.extract(texel, index) for index in range(4)]
    if ptx.llvm != "float" and texel.type == "<4 x float>":
        halves = [b.convert("fptrunc", value, "half") for value in values]
        values = [b.vector(halves[:2]), b.vector(halves[2:])] if packed else halves
    for part, value in zip(parts, values, strict=True):
        body.write(part, value, ptx)


def _result(m: Match) -> tuple[str, str]:
    """(end of the function's name, its LLVM type)."""
    return ("b32", "<4 x i32>") if m["t"] in ("u32", "s32") else ("f32", "<4 x float>")


def fetch(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Reads a texture."""
    level = "level" if m.has("level") else "grad" if m.has("grad") else ""
    geometry, coordinates = m["geom"], m["c"]
    if len(operands) != {"": 2, "level": 3, "grad": 4}[level]:
        raise body.error(f"'{m.opcode}' with an offset or a depth to compare with is not supported")
    handle, place = _object(body, operands[1], AXES[geometry] + geometry.startswith("a"))
    arguments = [handle, *_coordinates(body, geometry, place, coordinates)]
    if level == "level":
        arguments.append(body.read(operands[2], F32))
    if level == "grad":
        for operand in operands[2:]:
            arguments += [body.read(part, F32) for part in body.parts(operand)[: GRADIENTS[geometry]]]
    words = ["tex", geometry, *([level] if level else []), *(["texel"] if coordinates == "s32" else []), _result(m)[0]]
    _elements(body, m, operands[0], body.b.call(_result(m)[1], PREFIX + "_".join(words), *arguments))


def gather(body: Body, m: Match, *operands: ast.Operand) -> None:
    """One channel of the four texels that filtering would read."""
    if len(operands) != 2:
        raise body.error(f"'{m.opcode}' with an offset or a depth to compare with is not supported")
    handle, place = _object(body, operands[1], 2)
    channel = body.b.const("i32", CHANNELS[m["channel"]])
    arguments = [handle, *_coordinates(body, "2d", place, "f32"), channel]
    _elements(body, m, operands[0], body.b.call(_result(m)[1], f"{PREFIX}tld4_2d_{_result(m)[0]}", *arguments))


def _surface_place(body: Body, m: Match, operand: ast.Operand) -> list[Value]:
    """Object, x (in bytes), y, z, mode."""
    geometry = m["geom"]
    layers = int(geometry.startswith("a"))
    handle, place = _object(body, operand, AXES[geometry] + layers)
    numbers = [body.read(part, S32) for part in place[: AXES[geometry] + layers]]
    if layers:
        numbers = [*numbers[1:], *([body.b.const("i32", 0)] if geometry == "a1d" else []), numbers[0]]
    numbers += [body.b.const("i32", 0)] * (3 - len(numbers))
    return [handle, *numbers, body.b.const("i32", MODES[m.get("mode", "trap")])]


def _word(body: Body, m: Match, operand: ast.Operand) -> tuple[tuple[ast.Operand, ...], int, str]:
    """(registers, bytes, LLVM type) of an access."""
    parts = body.parts(operand)
    count = int(m["vec"][1:]) if m.has("vec") else 1
    if len(parts) != count:
        raise body.error(f"'{m.opcode}' takes {count} registers")
    size = count * m.type().bits // 8
    if size > 16:
        raise body.error(f"'{m.opcode}' has no access of {size} bytes")
    return parts, size, "<4 x i32>" if size == 16 else f"i{size * 8}"


def surface_load(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Reads bytes of a surface."""
    target, source = operands
    b = body.b
    parts, size, llvm = _word(body, m, target)
    whole = b.call(llvm, f"{PREFIX}suld_{size}", *_surface_place(body, m, source))
    ptx = m.type()
    if len(parts) > 1:
        whole = b.bitcast(whole, f"<{len(parts)} x {ptx.int_llvm}>")
    for index, part in enumerate(parts):
        body.write(part, b.extract(whole, index) if len(parts) > 1 else whole, ptx)


def surface_store(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Writes bytes of a surface."""
    target, source = operands
    b = body.b
    parts, size, llvm = _word(body, m, source)
    ptx = m.type()
    values = [b.bitcast(body.read(part, ptx), ptx.int_llvm) for part in parts]
    whole = b.bitcast(b.vector(values) if len(parts) > 1 else values[0], llvm)
    b.call("void", f"{PREFIX}sust_{size}", *_surface_place(body, m, target), whole)


def surface_reduce(body: Body, m: Match, *operands: ast.Operand) -> None:
    """An atomic operation without a result on a surface."""
    target, source = operands
    ptx = m.type()
    body.b.call(
        "void",
        f"{PREFIX}sured_{m['op']}_{m['t']}",
        *_surface_place(body, m, target),
        body.b.bitcast(body.read(source, ptx), ptx.int_llvm),
    )


def query(body: Body, m: Match, *operands: ast.Operand) -> None:
    """An attribute of a texture or surface."""
    if len(operands) != (3 if m.has("level") else 2) or not isinstance(operands[1], ast.Address):
        raise body.error(f"'{m.opcode}' takes an object in brackets{' and a level' if m.has('level') else ''}")
    handle = body.read(operands[1].parts[0], TYPES["u64"])
    level = body.read(operands[2], S32) if m.has("level") else body.b.const("i32", 0)
    body.write(operands[0], body.b.call("i32", f"{PREFIX}query_{m['what']}", handle, level), B32)


_SURFACE = "geom=1d|2d|3d|a1d|a2d"
_ELEMENT = "cop?=ca|cb|cg|cs|cv|wb|wt vec?=v2|v4 t=b8|b16|b32|b64"
_QUERIES = "width|height|depth|array_size|channel_data_type|channel_order"

for _results in ("v4 t=u32|s32|f32|f16", "v2 t=f16x2"):
    add(f"tex geom={'|'.join(AXES)} {_results} c=f32", "*", fetch, pure=False, summary="texture read")
    add(f"tex level geom={'|'.join(AXES)} {_results} c=f32", "*", fetch, pure=False, summary="texture read at a level")
    add(f"tex grad geom={'|'.join(GRADIENTS)} {_results} c=f32", "*", fetch, pure=False, summary="texture read by gradients")
    add(f"tex geom=1d|2d|3d|a1d|a2d {_results} c=s32", "*", fetch, pure=False, summary="texel by its numbers")
add("tld4 channel=r|g|b|a geom=2d v4 t=u32|s32|f32 c=f32", "*", gather, pure=False)
add(f"suld b {_SURFACE} {_ELEMENT} mode?=trap|clamp|zero", "*", surface_load, pure=False)
add(f"sust b {_SURFACE} {_ELEMENT} mode?=trap|clamp|zero", "*", surface_store, pure=False)
add(f"sured b op=add {_SURFACE} t=u32|s32|u64 mode=trap|clamp|zero", "*", surface_reduce, pure=False)
add(f"sured b op=min|max {_SURFACE} t=u32|s32|u64|s64 mode=trap|clamp|zero", "*", surface_reduce, pure=False)
add(f"sured b op=and|or {_SURFACE} t=b32|b64 mode=trap|clamp|zero", "*", surface_reduce, pure=False)
add(f"txq what={_QUERIES}|num_mipmap_levels|num_samples|normalized_coords b32", "*", query, pure=False)
add("txq level what=width|height|depth b32", "*", query, pure=False)
add(f"suq what={_QUERIES} b32", "*", query, pure=False)
