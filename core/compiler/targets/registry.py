# SPDX-License-Identifier: Apache-2.0
"""From a target's name to its class, without importing any back end before it is asked for."""

from __future__ import annotations

import difflib
import re
from importlib import import_module

from scale.errors import UnknownTarget

from .target import Target

FAMILIES: tuple[str, ...] = ("cpu", "amdgpu", "nvptx")
"""Folders beside this file. Each has `names.py` with `names() -> tuple[str, ...]` (cheap: no llvmlite) and
`backend.py` with `make(name) -> Target`."""


def target_names() -> dict[str, str]:
    """Every known target name, with the family that makes it."""
    found: dict[str, str] = {}
    for family in FAMILIES:
        module = import_module(f"scale.compiler.targets.{family}.names")
        found.update(dict.fromkeys(module.names(), family))
    return found


def check_target(name: str) -> str:
    """Return `name` when it is a target.

    Raises:
        UnknownTarget: no such target; the hint offers the nearest names.
    """
    names = target_names()
    if name not in names:
        if re.fullmatch(r"sm_\d+[a-z]?", name):
            raise UnknownTarget(f"no code is made for '{name}'", hint="of NVIDIA's GPUs those from sm_70 on are targets")
        near = difflib.get_close_matches(name, names, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`scale info` lists the targets"
        raise UnknownTarget(f"unknown target '{name}'", hint=hint)
    return name


def family_of(name: str) -> str:
    """The family that makes a target: `cpu`, `amdgpu` or `nvptx`.

    Raises:
        UnknownTarget: no such target.
    """
    return target_names()[check_target(name)]


def make_target(name: str) -> Target:
    """The target of this name; imports its back end.

    Raises:
        UnknownTarget: no such target.
    """
    family = family_of(name)
    target: Target = import_module(f"scale.compiler.targets.{family}.backend").make(name)
    return target
