# SPDX-License-Identifier: Apache-2.0
"""Random kernels: statements, loops and branches over the random terms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .model import KINDS, MOST, ROOM, THREADS, Array, Step, Term, Threads, Value, quotient, remainder, same, widest
from .warp_terms import WarpTerms

Piece = tuple[list[str], list[Step]]
SHAPES = ((THREADS, 1, 1), (16, 6, 1), (8, 4, 3), (32, 3, 1))
THREAD = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
DEPTH = 3
"""Branches and loops in each other."""
Maker = Callable[[str, int], "Piece | None"]


class Kernel(WarpTerms):
    """One kernel: `text`, and `model(data, n)`."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.loops = self.functions = 0
        self.before: list[str] = []
        lines, steps = self._block("u", DEPTH, 9)
        names = [name for name in self.kinds if name[0] in KINDS]
        self.stores, self._steps, self._names = len(names), steps, names
        declared = "".join(f" int {name} = 0;" for name in names)
        out = "".join(f" out[{k} * {THREADS} + t] = {name};" for k, name in enumerate(names))
        thread = THREAD if self.axes else "threadIdx.x"
        head = f"__shared__ int s[{THREADS}]; int own[{ROOM}] = {{}}; int t = {thread}; s[t] = 0;{declared}\n__syncthreads();"
        self.name = f"random{seed}"
        body = "\n".join([*lines, out])
        self.text = "\n".join([*self.before, f'extern "C" __global__ void {self.name}(const int *p, int *out, int n) {{ {head}\n{body} }}'])

    @property
    def shapes(self) -> tuple[tuple[int, int, int], ...]:
        """Of blocks that it may be launched with."""
        return SHAPES if self.axes else SHAPES[:1]

    def model(self, data: Array, n: int, shape: tuple[int, int, int], unset: int) -> Array:
        """What the kernel stores, a row a variable; `unset` where a thread has returned before."""
        threads = Threads(data.astype(np.int64), n, shape)
        for name in self.kinds:
            threads.values[name] = same(0)
        threads.inside(threads.active, self._steps)
        rows = np.array([threads.values[name] for name in self._names], np.int64).reshape(-1, THREADS)
        return np.where(threads.gone, unset, rows)

    def _block(self, where: str, depth: int, most: int) -> Piece:
        lines: list[str] = []
        steps: list[Step] = []
        for _ in range(self.random.randint(most // 2, most)):
            made = self.random.choice(self._makers(where, depth))(where, depth)
            if made is not None:
                lines += made[0]
                steps += made[1]
        return lines, steps

    def _makers(self, where: str, depth: int) -> list[Maker]:
        found: list[Maker] = [self._assign, self._assign, self._keep]
        if depth:
            found += [self._if, self._loop, self._stride]
        if where != "v":
            found += [self._shuffle, self._shuffle, self._vote, self._some, self._call]
        if where == "u":
            found += [self._exchange, self._count, self._gather]
        if where == "u" and depth == DEPTH:
            found.append(self._leave)
        return found

    # -- assignments ---------------------------------------------------------------------------------------------------------
    def _target(self, kind: str, where: str) -> str | None:
        """A variable that may hold a value of this kind that is assigned here."""
        kind = widest(kind, where)
        fitting = [name for name, own in self.kinds.items() if KINDS.index(own) >= KINDS.index(kind) and name[0] in KINDS]
        if len(self.kinds) < 12 and (not fitting or self.random.random() < 0.5):
            name = f"{kind}{len(self.kinds)}"
            self.kinds[name] = kind
            return name
        return self.random.choice(fitting) if fitting else None

    def _store(self, value: Term, where: str) -> Piece | None:
        name = self._target(value.kind, where)
        if name is None:
            return None
        text, kept = _bounded(value)
        return [f"{name} = {text};"], [lambda s: s.set(name, kept(s))]

    def _assign(self, where: str, depth: int) -> Piece | None:
        return self._store(self.term(self.random.choice("uwvv")), where)

    def _keep(self, where: str, depth: int) -> Piece | None:
        """In the thread's own array."""
        index, value = self.term("v", 1), self.term("v", 2)
        text, kept = _bounded(value)

        def put(s: Threads) -> None:
            at, new = index.value(s) & (ROOM - 1), kept(s)
            rows = np.flatnonzero(s.active)
            s.local[rows, at[rows]] = new[rows]

        return [f"own[({index.text}) & {ROOM - 1}] = {text};"], [put]

    def _shuffle(self, where: str, depth: int) -> Piece | None:
        return self._store(self.shuffle(), where)

    def _vote(self, where: str, depth: int) -> Piece | None:
        return self._store(self.vote(), where)

    def _some(self, where: str, depth: int) -> Piece | None:
        """An operation of the lanes that a vote has found, as warp-aggregated code has it."""
        c, value = self.of_some()
        name = self._target("v", where)
        if name is None:
            return None
        text, kept = _bounded(value)

        def run(s: Threads) -> None:
            new, held = kept(s), c.value(s) != 0
            s.inside(held, [lambda s: s.set(name, new)])

        lines = [f"{{ bool held = {c.text}; unsigned m = __ballot_sync(~0u, held);", f"if (held) {name} = {text}; }}"]
        return lines, [run]

    def _call(self, where: str, depth: int) -> Piece | None:
        """A function that is not inlined, with a shuffle in it."""
        kinds, self.kinds = self.kinds, {"a0": "v", "a1": "v"}
        inner = self.shuffle()
        self.kinds = kinds
        a, b = _bounded(self.term("v", 2)), _bounded(self.term("v", 2))
        name = f"{self.random.randrange(1 << 30):x}"
        text, kept = _bounded(inner)
        self.before.append(
            f"__device__ __noinline__ int f{name}(const int *p, int n, int t, int *own, int a0, int a1) {{ return {text} - a1; }}"
        )

        def called(s: Threads) -> Array:
            x, y = a[1](s), b[1](s)
            s.values.update(a0=x, a1=y)
            return kept(s) - y

        return self._store(Term(f"f{name}(p, n, t, own, {a[0]}, {b[0]})", "v", -2 * MOST, 2 * MOST, called), where)

    # -- what the block does together ------------------------------------------------------------------------------------------
    def _exchange(self, where: str, depth: int) -> Piece | None:
        value, index = self.term("v", 2), self.term("v", 2)

        def put(s: Threads) -> None:
            s.shared = np.where(s.active, remainder(value.value(s), 4093), s.shared)

        read = Term(f"s[({index.text}) & 63]", "v", -4093, 4093, lambda s: s.shared[index.value(s) & 63])
        return self._read_shared([f"s[t] = ({value.text}) % 4093;"], [put], read, where)

    def _gather(self, where: str, depth: int) -> Piece | None:
        """Atomic sums into shared memory."""
        value, at, index = self.term("v", 2), self.term("v", 2), self.term("v", 2)

        def clear(s: Threads) -> None:
            s.shared = np.where(s.active, 0, s.shared)

        def add(s: Threads) -> None:
            rows = np.flatnonzero(s.active)
            np.add.at(s.shared, at.value(s)[rows] & 31, remainder(value.value(s), 61)[rows])

        lines = ["s[t] = 0; __syncthreads();", f"atomicAdd(&s[({at.text}) & 31], ({value.text}) % 61);"]
        most = 8 * 4093  # threads that have returned may leave an older value in place
        read = Term(f"s[({index.text}) & 63]", "v", -most, most, lambda s: s.shared[index.value(s) & 63])
        return self._read_shared(lines, [clear, add], read, where)

    def _read_shared(self, lines: list[str], steps: list[Step], read: Term, where: str) -> Piece | None:
        made = self._store(read, where)
        if made is None:
            return None
        return [*lines, "__syncthreads();", *made[0], "__syncthreads();"], [*steps, *made[1]]

    def _count(self, where: str, depth: int) -> Piece | None:
        c = self.condition("v")
        total = Term(f"__syncthreads_count({c.text})", "u", 0, THREADS, lambda s: same(int(((c.value(s) != 0) & s.active).sum())))
        return self._store(total, where)

    def _leave(self, where: str, depth: int) -> Piece:
        """Whole warps return; barriers go on without them."""
        c = self.condition("w")

        def leave(s: Threads) -> None:
            s.gone = s.gone | (s.active & (c.value(s) != 0))
            s.active = s.active & ~s.gone

        return [f"if ({c.text}) return;"], [leave]

    # -- control flow ----------------------------------------------------------------------------------------------------------
    def _if(self, where: str, depth: int) -> Piece:
        c = self.condition(self.random.choice("uwv"))
        inner = widest(where, c.kind)
        yes, do = self._block(inner, depth - 1, 4)
        no, otherwise = self._block(inner, depth - 1, 3) if self.random.random() < 0.5 else ([], [])

        def run(s: Threads) -> None:
            held = c.value(s) != 0
            s.inside(held, do)
            s.inside(~held, otherwise)

        return [f"if ({c.text}) {{", *yes, "} else {", *no, "}"], [run]

    def _counter(self, kind: str) -> str:
        self.loops += 1
        self.kinds[f"i{self.loops}"] = kind
        return f"i{self.loops}"

    def _jump(self, kind: str, word: str) -> tuple[str, Value]:
        if self.random.random() < 0.6:
            return "", lambda s: same(0)
        c = self.condition(kind)
        return f"if ({c.text}) {word};", c.value

    def _loop(self, where: str, depth: int) -> Piece:
        """A few rounds, as many as a term says, with ways out at its top."""
        stop = self.term(self.random.choice("uwv"), 2)
        kind = widest(where, stop.kind)
        end, name = f"e{self.loops}", self._counter(kind)
        leave, early = self._jump(kind, "break")
        again, skip = self._jump(kind, "continue")
        lines, steps = self._block(kind, depth - 1, 3)
        del self.kinds[name]

        def run(s: Threads) -> None:
            before, rounds = s.active, stop.value(s) & 3
            s.values[name] = same(0)
            s.active = before & (rounds > 0)
            while s.active.any():
                s.active = s.active & (early(s) == 0)
                s.inside(skip(s) == 0, steps)
                s.set(name, s.values[name] + 1)
                s.active = s.active & (s.values[name] < rounds)
            s.active = before

        return [f"for (int {name} = 0, {end} = ({stop.text}) & 3; {name} < {end}; {name}++) {{", leave, again, *lines, "}"], [run]

    def _stride(self, where: str, depth: int) -> Piece:
        """From the thread's own start in steps of the block, to a multiple of 32 or to any end."""
        whole = self.random.random() < 0.6
        limit = self.term("u", 1)
        end, name = f"e{self.loops}", self._counter("v")
        lines, steps = self._block(widest(where, "w") if whole else "v", depth - 1, 3)
        del self.kinds[name]
        bound = f"(({limit.text}) & 255) / 32 * 32" if whole else f"(({limit.text}) & 255)"

        def run(s: Threads) -> None:
            before, stop = s.active, limit.value(s) & 255
            stop = stop // 32 * 32 if whole else stop
            s.values[name] = np.arange(THREADS)
            s.active = before & (s.values[name] < stop)
            while s.active.any():
                s.inside(s.active, steps)
                s.set(name, s.values[name] + THREADS)
                s.active = s.active & (s.values[name] < stop)
            s.active = before

        return [
            f"for (int {name} = t, {end} = {bound}; {name} < {end}; {name} += {THREADS if self.axes else 'blockDim.x'}) {{",
            *lines,
            "}",
        ], [run]


def _bounded(value: Term) -> tuple[str, Callable[[Threads], Array]]:
    """A value that fits into a variable."""
    if max(-value.low, value.high) <= MOST:
        return value.text, value.value
    return f"({value.text}) % 4093", lambda s: (v := value.value(s)) - 4093 * quotient(v, 4093)
