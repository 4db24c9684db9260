# SPDX-License-Identifier: Apache-2.0
"""printf, assert, malloc and free through what ROCm's runtime serves by itself; waiting for the whole grid.

printf and assert go through ockl's host calls (the kernel's hidden host-call buffer), as HIP's own do; malloc through ockl's device
heap (hidden heap argument). Waiting for the whole grid needs nobody.
"""

from __future__ import annotations

from ..context import Context
from .ir import PREFIX, define

ASSERT_FORMAT = "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n"
"""CUDA's words."""
_TEXTS = {"scale.assert_format": ASSERT_FORMAT, "scale.null_text": "(null)"}


def provide(name: str, context: Context) -> str | None:
    if name in _TEXTS:
        return _text(name, _TEXTS[name])
    if name in ("scale.grid_phase", "scale.grid_arrived"):
        return f"@{name} = internal addrspace(1) global i32 0, align 4"
    entry = _FUNCTIONS.get(name)
    if entry is None:
        return None
    result, parameters, body = entry
    return define(result, name, parameters, body, inline=name in _INLINE)


def _text(name: str, value: str) -> str:
    data = value.encode() + b"\0"
    shown = "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\{byte:02X}" for byte in data)
    return f'@{name} = internal addrspace(4) constant [{len(data)} x i8] c"{shown}"'


def _cases(letters: str, kind: int) -> str:
    return " ".join(f"i8 {ord(letter)}, label %kind{kind}" for letter in letters)


# What a character after `%` is: 0 flag, digit or unknown; 1 percent sign; 2 length that makes integers 64 bits wide; 3 star;
# 4 integer; 5 eight bytes (double, pointer); 6 string.
_KINDS = {1: "%", 2: "ljztqL", 3: "*", 4: "diouxXc", 5: "eEfFgGaApn", 6: "s"}
_CLASSIFY = f"""
    entry:
    switch i8 %letter, label %kind0 [ {" ".join(_cases(letters, kind) for kind, letters in _KINDS.items())} ]
    kind0:
    ret i32 0
    {chr(10).join(f"kind{kind}:{chr(10)}ret i32 {kind}" for kind in _KINDS)}
"""

_LENGTH = """
    entry:
    br label %loop
    loop:
    %count = phi i64 [ 0, %entry ], [ %next, %loop ]
    %at = getelementptr i8, ptr %text, i64 %count
    %letter = load i8, ptr %at, align 1
    %next = add i64 %count, 1
    %end = icmp eq i8 %letter, 0
    br i1 %end, label %done, label %loop
    done:
    ret i64 %next
"""

# Arguments a format takes, stars included: the message must be told which one is its last.
_COUNT = """
    entry:
    br label %loop
    loop:
    %position = phi i64 [ 0, %entry ], [ %onward, %next ]
    %open = phi i1 [ false, %entry ], [ %open_next, %next ]
    %count = phi i32 [ 0, %entry ], [ %count_next, %next ]
    %at = getelementptr i8, ptr %format, i64 %position
    %letter = load i8, ptr %at, align 1
    %onward = add i64 %position, 1
    %end = icmp eq i8 %letter, 0
    br i1 %end, label %done, label %look
    look:
    %percent = icmp eq i8 %letter, 37
    %kind = call i32 @scale.format_kind(i8 %letter)
    %takes = icmp uge i32 %kind, 3
    %counts = and i1 %open, %takes
    %one = zext i1 %counts to i32
    %stays_kind = icmp eq i32 %kind, 3
    %flag = icmp eq i32 %kind, 0
    %length = icmp eq i32 %kind, 2
    %part = or i1 %flag, %length
    %stays = or i1 %part, %stays_kind
    br label %next
    next:
    %count_next = add i32 %count, %one
    %open_next = select i1 %open, i1 %stays, i1 %percent
    br label %loop
    done:
    ret i32 %count
"""

_UNUSED = ", ".join(["i64 0"] * 6)
_PRINT = f"""
    entry:
    %total = call i32 @scale.format_count(ptr %format)
    %size = call i64 @scale.text_length(ptr %format)
    %bare = icmp eq i32 %total, 0
    %bare_flag = zext i1 %bare to i32
    %first = call i64 @__ockl_printf_append_string_n(i64 %start, ptr %format, i64 %size, i32 %bare_flag)
    br label %loop
    loop:
    %position = phi i64 [ 0, %entry ], [ %onward, %next ]
    %open = phi i1 [ false, %entry ], [ %open_next, %next ]
    %wide = phi i1 [ false, %entry ], [ %wide_next, %next ]
    %offset = phi i64 [ 0, %entry ], [ %offset_next, %next ]
    %left = phi i32 [ %total, %entry ], [ %left_next, %next ]
    %message = phi i64 [ %first, %entry ], [ %message_next, %next ]
    %at = getelementptr i8, ptr %format, i64 %position
    %letter = load i8, ptr %at, align 1
    %onward = add i64 %position, 1
    %end = icmp eq i8 %letter, 0
    br i1 %end, label %done, label %look
    look:
    %percent = icmp eq i8 %letter, 37
    %kind = call i32 @scale.format_kind(i8 %letter)
    %takes = icmp uge i32 %kind, 3
    %now = and i1 %open, %takes
    br i1 %now, label %take, label %skip
    skip:
    %flag = icmp eq i32 %kind, 0
    %length = icmp eq i32 %kind, 2
    %part = or i1 %flag, %length
    %skip_open = select i1 %open, i1 %part, i1 %percent
    %longer = and i1 %open, %length
    %skip_wide_old = or i1 %wide, %longer
    %skip_wide = and i1 %skip_wide_old, %skip_open
    br label %next
    take:
    %star = icmp eq i32 %kind, 3
    %integer = icmp eq i32 %kind, 4
    %not_wide = xor i1 %wide, true
    %short_integer = and i1 %integer, %not_wide
    %four = or i1 %star, %short_integer
    %after = sub i32 %left, 1
    %last = icmp eq i32 %after, 0
    %last_flag = zext i1 %last to i32
    br i1 %four, label %word, label %double
    word:
    %word_place = getelementptr i8, ptr %arguments, i64 %offset
    %word_value = load i32, ptr %word_place, align 4
    %word_wide = sext i32 %word_value to i64
    %word_end = add i64 %offset, 4
    br label %send
    double:
    %padded = add i64 %offset, 7
    %aligned = and i64 %padded, -8
    %double_place = getelementptr i8, ptr %arguments, i64 %aligned
    %double_value = load i64, ptr %double_place, align 8
    %double_end = add i64 %aligned, 8
    br label %send
    send:
    %value = phi i64 [ %word_wide, %word ], [ %double_value, %double ]
    %value_end = phi i64 [ %word_end, %word ], [ %double_end, %double ]
    %is_text = icmp eq i32 %kind, 6
    br i1 %is_text, label %string, label %plain
    string:
    %text_given = inttoptr i64 %value to ptr
    %missing = icmp eq i64 %value, 0
    %text = select i1 %missing, ptr addrspacecast (ptr addrspace(4) @scale.null_text to ptr), ptr %text_given
    %text_size = call i64 @scale.text_length(ptr %text)
    %after_text = call i64 @__ockl_printf_append_string_n(i64 %message, ptr %text, i64 %text_size, i32 %last_flag)
    br label %next
    plain:
    %after_plain = call i64 @__ockl_printf_append_args(i64 %message, i32 1, i64 %value, {_UNUSED}, i32 %last_flag)
    br label %next
    next:
    %open_next = phi i1 [ %skip_open, %skip ], [ %star, %string ], [ %star, %plain ]
    %wide_next = phi i1 [ %skip_wide, %skip ], [ false, %string ], [ false, %plain ]
    %offset_next = phi i64 [ %offset, %skip ], [ %value_end, %string ], [ %value_end, %plain ]
    %left_next = phi i32 [ %left, %skip ], [ %after, %string ], [ %after, %plain ]
    %message_next = phi i64 [ %message, %skip ], [ %after_text, %string ], [ %after_plain, %plain ]
    br label %loop
    done:
    ret i32 %total
"""

_VPRINTF = """
    %start = call i64 @__ockl_printf_begin(i64 0)
    %count = call i32 @scale.print(i64 %start, ptr %format, ptr %arguments)
    ret i32 %count
"""

_ASSERT_VALUES = [("ptr", "%file"), ("i32", "%line"), ("ptr", "%function")]
_ASSERT_VALUES += [("i32", f"%{what}{axis}") for what in ("b", "t") for axis in "xyz"]
_ASSERT_VALUES += [("ptr", "%message")]


def _assert_body() -> str:
    """Lay the arguments out as printf's buffer, print to standard error, stop."""
    text = ["%space = alloca [64 x i8], align 8, addrspace(5)"]
    for letter, register in (("b", "ctaid"), ("t", "tid")):
        text += [f"%{letter}{axis} = call i32 @{PREFIX}read.ptx.sreg.{register}.{axis}()" for axis in "xyz"]
    offset = 0
    for index, (kind, value) in enumerate(_ASSERT_VALUES):
        size = 8 if kind == "ptr" else 4
        offset = (offset + size - 1) // size * size
        text.append(f"%p{index} = getelementptr i8, ptr addrspace(5) %space, i32 {offset}")
        text.append(f"store {kind} {value}, ptr addrspace(5) %p{index}, align {size}")
        offset += size
    text += [
        "%arguments = addrspacecast ptr addrspace(5) %space to ptr",
        "%start = call i64 @__ockl_fprintf_stderr_begin()",
        "call i32 @scale.print(i64 %start, ptr addrspacecast (ptr addrspace(4) @scale.assert_format to ptr), ptr %arguments)",
        "call void @llvm.trap()",
        "ret void",
    ]
    return "\n".join(text)


# One thread a block arrives at a counter in device memory; the last one clears it and turns the phase. (AMD's global wave sync, which
# HIP uses, is gone from gfx12 on.) Blocks are all resident in a cooperative launch, so waiting ends.
_GRID_SYNC = f"""
    entry:
    call void @scale.barrier()
    {chr(10).join(f"%t{axis} = call i32 @{PREFIX}read.ptx.sreg.tid.{axis}()" for axis in "xyz")}
    {chr(10).join(f"%n{axis} = call i32 @{PREFIX}read.ptx.sreg.nctaid.{axis}()" for axis in "xyz")}
    %txy = or i32 %tx, %ty
    %any = or i32 %txy, %tz
    %first = icmp eq i32 %any, 0
    br i1 %first, label %arrive, label %done
    arrive:
    %nxy = mul i32 %nx, %ny
    %blocks = mul i32 %nxy, %nz
    %last = sub i32 %blocks, 1
    fence syncscope("agent") seq_cst
    %phase = load atomic i32, ptr addrspace(1) @scale.grid_phase syncscope("agent") monotonic, align 4
    fence syncscope("agent") acquire
    %before = atomicrmw uinc_wrap ptr addrspace(1) @scale.grid_arrived, i32 %last syncscope("agent") acq_rel, align 4
    %complete = icmp eq i32 %before, %last
    br i1 %complete, label %turn, label %wait
    turn:
    %turned = atomicrmw add ptr addrspace(1) @scale.grid_phase, i32 1 syncscope("agent") release, align 4
    br label %done
    wait:
    call void @llvm.amdgcn.s.sleep(i32 2)
    %seen = load atomic i32, ptr addrspace(1) @scale.grid_phase syncscope("agent") monotonic, align 4
    %same = icmp eq i32 %seen, %phase
    br i1 %same, label %wait, label %released
    released:
    fence syncscope("agent") acquire
    br label %done
    done:
    call void @scale.barrier()
    fence syncscope("agent") acquire
    ret void
"""

_FUNCTIONS: dict[str, tuple[str, str, str]] = {
    "scale.format_kind": ("i32", "i8 %letter", _CLASSIFY),
    "scale.text_length": ("i64", "ptr %text", _LENGTH),
    "scale.format_count": ("i32", "ptr %format", _COUNT),
    "scale.print": ("i32", "i64 %start, ptr %format, ptr %arguments", _PRINT),
    "vprintf": ("i32", "ptr %format, ptr %arguments", _VPRINTF),
    "__assertfail": ("void", "ptr %message, ptr %file, i32 %line, ptr %function, i64 %size", _assert_body()),
    "malloc": (
        "ptr",
        "i64 %size",
        "%p = call ptr addrspace(1) @__ockl_dm_alloc(i64 %size)\n%r = addrspacecast ptr addrspace(1) %p to ptr\nret ptr %r",
    ),
    "free": ("void", "ptr %p", "%address = ptrtoint ptr %p to i64\ncall void @__ockl_dm_dealloc(i64 %address)\nret void"),
    "__scale_grid_sync": ("void", "", _GRID_SYNC),
}
_INLINE = {"__scale_grid_sync", "scale.format_kind", "scale.text_length", "scale.format_count"}
