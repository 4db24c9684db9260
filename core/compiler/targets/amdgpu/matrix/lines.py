# SPDX-License-Identifier: Apache-2.0
"""Writing the straight-line bodies of matrix products: one instruction a call, names made by count."""

from __future__ import annotations


class Lines:
    """The instructions of one block."""

    def __init__(self) -> None:
        self.text: list[str] = []

    def op(self, instruction: str) -> str:
        """Add an instruction; the name of its result."""
        name = f"%v{len(self.text)}"
        self.text.append(f"  {name} = {instruction}")
        return name

    def cast(self, value: str, source: str, target: str) -> str:
        return value if source == target else self.op(f"bitcast {source} {value} to {target}")

    def elements(self, vector: str, kind: str, count: int, length: int = 0) -> list[str]:
        """The first elements of a vector of `length`."""
        return [self.op(f"extractelement <{length or count} x {kind}> {vector}, i32 {index}") for index in range(count)]

    def vector(self, values: list[str], kind: str, length: int = 0) -> str:
        """A vector of the values, filled up with poison to `length`."""
        length = length or len(values)
        whole = "poison"
        for index, value in enumerate(values):
            whole = self.op(f"insertelement <{length} x {kind}> {whole}, {kind} {value}, i32 {index}")
        return whole

    def function(self, result: str, name: str, parameters: str, value: str) -> str:
        """The block as a function that is always inlined."""
        head = f"define internal {result} @{name}({parameters}) alwaysinline convergent nounwind {{"
        return "\n".join([head, *self.text, f"  ret {result} {value}", "}"])
