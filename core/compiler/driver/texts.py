# SPDX-License-Identifier: Apache-2.0
"""What the driver says about itself: `--version`, `--help`, the lists of architectures."""

from __future__ import annotations

import textwrap

from scale.cuda_version import CudaVersion, tool_version_text

from .options import Option, load_options

ARCHITECTURES = (50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90)


def version_text(version: CudaVersion, own: str) -> str:
    """`nvcc --version`: build systems look for the first line's wording and for the release."""
    remark = f"scale {own}: an open toolchain with the same command line, not a product of NVIDIA"
    return tool_version_text("nvcc: NVIDIA (R) Cuda compiler driver", version, remark)


def _entry(option: Option) -> str:
    value = " <value>,..." if option.is_list else " <value>" if option.takes_value else ""
    notes = [option.note] if option.note else []
    if option.handling == "ignored":
        notes.insert(0, "accepted, without effect")
    if option.handling == "refused":
        notes.insert(0, "not supported")
    if option.choices and option.choices != ("number",):
        notes.append("one of " + ", ".join(option.choices))
    text = "; ".join(notes)
    names = ", ".join(name for name in (option.long, option.short) if name)
    indented = textwrap.indent(textwrap.fill(text, 90), " " * 8) if text else ""
    return f"{names}{value}\n{indented}".rstrip()


def help_text() -> str:
    """Every option of the table."""
    intro = (
        "Usage  : scale-nvcc [options] <inputfile>...\n\n"
        "Builds CUDA sources for AMD GPUs, for the CPU and for NVIDIA GPUs. Targets: the program's name\n"
        "(scale-nvcc-gfx942), else -arch TARGET, else SCALE_TARGETS=cpu;gfx942;..., else this machine's AMD GPU,\n"
        "else cpu. sm_NN and compute_NN stand for the configured targets.\n"
    )
    return intro + "\n" + "\n".join(_entry(option) for option in load_options()) + "\n"


def architecture_list(*, codes: bool, virtual: bool) -> str:
    """`--list-gpu-code`, `--list-gpu-arch`, or both."""
    rows = []
    for number in ARCHITECTURES:
        if codes and virtual:
            rows.append(f"arch=compute_{number},code=sm_{number}")
        else:
            rows.append(f"sm_{number}" if codes else f"compute_{number}")
    return "\n".join(rows) + "\n"
