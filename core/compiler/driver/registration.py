# SPDX-License-Identifier: Apache-2.0
"""The host source that registers what a device link made."""

from __future__ import annotations

from collections.abc import Sequence

_HEAD = """\
/* Made by a device link. The entries of the whole program lie between the two symbols; several device links
   share them, so each one registers the names that its image has. */
struct entry {{
    unsigned long long reserved;
    unsigned short version, kind;
    unsigned flags;
    char *address, *name;
    unsigned long long size, data;
    void *aux;
}};
__asm__(".pushsection .nv_fatbin,\\"a\\",@progbits\\n"
        ".balign 64\\n"
        "scale_linked_image:\\n"
        ".incbin {image}\\n"
        ".popsection\\n");
extern const char scale_linked_image[] __attribute__((visibility("hidden")));
extern const struct entry entries_begin[] __asm__("__start_llvm_offload_entries") __attribute__((weak, visibility("hidden")));
extern const struct entry entries_end[] __asm__("__stop_llvm_offload_entries") __attribute__((weak, visibility("hidden")));
struct wrapper {{ unsigned magic, version; const void *data; void *unused; }};
static const struct wrapper wrapper __attribute__((section(".nvFatBinSegment"), used)) =
    {{ 0x466243b1u, 1u, scale_linked_image, 0 }};
static const char *const names[] = {{ {names} }};
{units}"""
_OURS = """\
extern void __scaleRegisterLinkedBinary(const void *, const void *, const void *, const char *const *, unsigned);
__attribute__((constructor)) static void scale_register_linked_image(void)
{{
    __scaleRegisterLinkedBinary(&wrapper, entries_begin, entries_end, names, {count}u);
}}
"""
_NVIDIAS = """\
#include <stdlib.h>
#include <string.h>
extern void **__cudaRegisterFatBinary(const void *);
extern void __cudaRegisterFatBinaryEnd(void **);
extern void __cudaUnregisterFatBinary(void **);
extern void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
extern void __cudaRegisterVar(void **, char *, char *, const char *, int, unsigned long, int, int);
extern void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, unsigned long, int, int);
extern char __cudaInitModule(void **);
struct linked {{ void **handle; struct linked *next; }};
/* All device links of one program or library share this list, and what fills the pointer of a managed variable. */
__attribute__((weak, visibility("hidden"))) struct linked *__scale_linked_images;
__attribute__((weak, visibility("hidden"))) void __scale_fill_managed(void **slot)
{{
    for (struct linked *each = __scale_linked_images; each && !*slot; each = each->next) __cudaInitModule(each->handle);
}}
static struct linked linked;
static void **handle;
static int own(const char *name)
{{
    for (unsigned i = 0; i < {count}u; ++i)
        if (!strcmp(name, names[i])) return 1;
    return 0;
}}
static void unregister_image(void) {{ __cudaUnregisterFatBinary(handle); }}
__attribute__((constructor)) static void register_image(void)
{{
    handle = __cudaRegisterFatBinary(&wrapper);
    for (const struct entry *each = entries_begin; each < entries_end; ++each) {{
        if (!each->address || !each->name || !own(each->name)) continue;
        if (each->flags & 1) __cudaRegisterManagedVar(handle, (void **)each->address, each->name, each->name, 0, each->size, 0, 0);
        else if (each->size == 0) __cudaRegisterFunction(handle, each->address, each->name, each->name, -1, 0, 0, 0, 0, 0);
        else __cudaRegisterVar(handle, each->address, each->name, each->name, 0, each->size, (each->flags >> 4) & 1, 0);
    }}
    __cudaRegisterFatBinaryEnd(handle);
    linked.handle = handle;
    linked.next = __scale_linked_images;
    __scale_linked_images = &linked;
    atexit(unregister_image);
}}
"""
_UNIT = 'const char {symbol} __attribute__((weak, visibility("hidden"))) = 0;\n'
"""What the objects of a unit want; weak, since several device links may hold one unit."""
_EMPTY = "/* Made by a device link: no input holds relocatable device code. */\n"


def _c_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def registration_source(container: str, names: Sequence[str], units: Sequence[str] = (), *, nvidia: bool = False) -> str:
    """C source for an object with the container and its registration.

    Args:
        container: file whose bytes the object takes in.
        names: kernels and variables that the image has; none makes an object that does nothing.
        units: symbols of the units that were linked.
        nvidia: the program's runtime is NVIDIA's, which knows no linked images.
    """
    if not names:
        return _EMPTY
    listed = ", ".join(map(_c_string, names))
    inner = _c_string(container).replace("\\", "\\\\").replace('"', '\\"')
    source = _HEAD + (_NVIDIAS if nvidia else _OURS)
    return source.format(image=inner, names=listed, count=len(names), units="".join(_UNIT.format(symbol=each) for each in units))
