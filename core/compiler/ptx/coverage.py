# SPDX-License-Identifier: Apache-2.0
"""The coverage table of docs/ptx.md, from the instruction table: `python -m scale.compiler.ptx.coverage`.

`ISA` lists the instructions by the sections of the PTX ISA, version 8.8; what no rule has says why.
"""

from __future__ import annotations

from collections.abc import Iterator

from scale.compiler.ptx import table

LATER = "needs sm_90 or later; devices here are sm_80"
HANDLES = "a handle does not tell what it is of"

ISA: tuple[tuple[str, str], ...] = (
    (
        "Integer arithmetic",
        "add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind fns brev bfe bfi szext bmsk dp4a dp2a",
    ),
    ("Extended-precision integer arithmetic", "add.cc addc sub.cc subc mad.cc madc"),
    ("Floating point", "testp copysign fma rcp sqrt rsqrt sin cos lg2 ex2 tanh"),
    ("Comparison and selection", "set setp selp slct"),
    ("Logic and shift", "and or xor not cnot lop3 shf shl shr"),
    (
        "Data movement and conversion",
        "mov shfl.sync prmt ld ldu st st.async st.bulk multimem.ld_reduce multimem.st multimem.red prefetch prefetchu applypriority "
        "discard createpolicy isspacep cvta cvt cvt.pack mapa getctarank cp.async cp.async.commit_group cp.async.wait_group "
        "cp.async.wait_all cp.async.bulk.commit_group cp.async.bulk.wait_group cp.async.bulk.shared::cluster cp.reduce.async.bulk "
        "cp.async.bulk.prefetch cp.async.bulk.tensor tensormap.replace",
    ),
    ("Textures and surfaces", "tex tld4 txq istypep suld sust sured suq"),
    ("Control flow", "bra brx.idx call ret exit"),
    (
        "Parallel synchronisation",
        "bar barrier bar.warp.sync barrier.cluster.arrive barrier.cluster.wait membar fence atom red red.async vote.sync match.any.sync "
        "match.all.sync activemask redux.sync griddepcontrol elect.sync mbarrier.init mbarrier.inval mbarrier.expect_tx "
        "mbarrier.complete_tx mbarrier.arrive mbarrier.arrive_drop cp.async.mbarrier.arrive mbarrier.test_wait mbarrier.try_wait "
        "mbarrier.pending_count tensormap.cp_fenceproxy clusterlaunchcontrol.try_cancel clusterlaunchcontrol.query_cancel",
    ),
    (
        "Matrix",
        "wmma.load wmma.store wmma.mma mma ldmatrix stmatrix movmatrix mma.sp wgmma.mma_async wgmma.fence wgmma.commit_group "
        "wgmma.wait_group tcgen05.alloc tcgen05.ld tcgen05.st tcgen05.cp tcgen05.mma tcgen05.commit",
    ),
    ("Stack", "stacksave stackrestore alloca"),
    ("Video", "vadd vsub vabsdiff vmin vmax vshl vshr vmad vset"),
    ("Video, packed", "vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4"),
    ("Miscellaneous", "brkpt nanosleep pmevent trap setmaxnreg"),
)

_LATER_ONLY = (
    "multimem.ld_reduce multimem.st multimem.red cp.async.bulk.tensor tensormap.replace tensormap.cp_fenceproxy "
    "clusterlaunchcontrol.try_cancel "
    "clusterlaunchcontrol.query_cancel wgmma.mma_async wgmma.fence wgmma.commit_group wgmma.wait_group tcgen05.alloc tcgen05.ld "
    "tcgen05.st tcgen05.cp tcgen05.mma tcgen05.commit"
)

REASONS: dict[str, str] = {
    **dict.fromkeys(_LATER_ONLY.split(), LATER),
    "istypep": HANDLES,
    **dict.fromkeys(("stacksave", "stackrestore", "alloca"), "compilers make it, people do not write it"),
}
"""Instruction without a rule → why."""


def rules_of(name: str) -> list[table.Rule]:
    """The rules whose opcodes begin with a dotted name; for a bare base opcode all its rules."""
    head, *words = name.split(".")
    found = []
    for rule in table.RULES.get(head, ()):
        slots = [slot.choices for slot in rule.slots if not slot.optional or set(slot.choices) & set(words)]
        if all(any(word in choices for choices in slots) for word in words):
            found.append(rule)
    return found


def missing() -> Iterator[str]:
    """Instructions of the ISA that no rule has."""
    for _, names in ISA:
        for name in names.split():
            if not rules_of(name):
                yield name


def spelled(rule: table.Rule) -> str:
    """A pattern as the PTX ISA writes it: `add{.rnd}{.ftz}.f32`."""
    text = rule.op
    for slot in rule.slots:
        choices = "|".join(slot.choices)
        if slot.optional:
            text += f"{{.{choices}}}"
        else:
            text += f".{choices}" if len(slot.choices) == 1 else f".({choices})"
    return text


def _shortened(text: str) -> str:
    """Long groups of suffixes by name."""
    from scale.compiler.ptx.types import SETS

    for name, members in SETS.items():
        group = "|".join(members)
        if len(members) > 3:
            text = text.replace(group, f"*{name}*")
    return text


def markdown() -> str:
    """The table, groups of suffixes explained above it."""
    import scale.compiler.ptx.rules  # noqa: F401  (fills the instruction table)
    from scale.compiler.ptx.types import SETS

    names = [name for _, group in ISA for name in group.split()]
    absent = list(missing())
    here = [name for name in names if REASONS.get(name) != LATER]
    lines = [
        f"{len(names) - len(absent)} of {len(names)} instructions of the PTX ISA 8.8 are there; of the {len(here)} that sm_80 has, "
        f"{len(here) - len([name for name in absent if name in here])}.",
        "",
        "Groups of suffixes: " + "; ".join(f"*{n}*: {', '.join(m)}" for n, m in SETS.items() if len(m) > 3) + ".",
        "",
        "| section | instruction | forms |",
        "| --- | --- | --- |",
    ]
    shown: set[int] = set()
    for section, group in ISA:
        for name in group.split():
            rules = rules_of(name)
            if not rules:
                lines.append(f"| {section} | `{name}` | – {REASONS.get(name, 'not yet')} |")
                continue
            fresh = [rule for rule in rules if id(rule) not in shown]
            shown.update(id(rule) for rule in fresh)
            forms = sorted({_shortened(spelled(rule)) for rule in fresh})
            text = "<br>".join(f"`{form}`".replace("|", "\\|") for form in forms) or "(above)"
            lines.append(f"| {section} | `{name}` | {text} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(markdown())
