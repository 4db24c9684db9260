# SPDX-License-Identifier: Apache-2.0
"""Words for NVIDIA's tools: what the tools of CUDA 13.0 say to the same."""

from __future__ import annotations

import pytest
from scale.compiler.driver.invocation import Invocation, read_command_line
from scale.compiler.driver.messages import Fatal


def read(line: str) -> Invocation:
    return read_command_line("scale-nvcc-cpu", line.split(), {})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-Xptxas -foo -c a.cu", "ptxas fatal   : Unknown option 'foo'"),
        ("-Xptxas --v -cubin a.cu", "ptxas fatal   : Unknown option '-v'"),
        ("-Xptxas -verbose=1 a.cu", "ptxas fatal   : Unknown option 'verbose'"),
        ("-Xptxas foo -fatbin a.ptx", "ptxas fatal   : Input file 'foo' could not be opened"),
        ("-Xptxas -O,x -c a.cu", "ptxas fatal   : 'x': expected a number"),
        ("-Xptxas -v=1 -c a.cu", "ptxas fatal   : no argument expected after '-v'"),
        ("-Xptxas -fmad=0 -dc a.cu", "ptxas fatal   : '0': expected true or false"),
        ("-Xptxas -m32 -c a.cu", "ptxas fatal   : Value '32' is not defined for option 'machine'"),
        ("-Xfatbin -foo -c a.cu", "fatbinary fatal   : Unknown option 'foo'"),
        ("-Xnvlink -O3 a.o", "nvlink fatal   : Unknown option 'O3'"),
        ("-Xnvlink --foo=1 -dlink a.o", "nvlink fatal   : Unknown option '-foo'"),
    ],
)
def test_what_a_tool_does_not_know(line: str, message: str) -> None:
    with pytest.raises(Fatal) as caught:
        read(line)
    assert caught.value.render("scale-nvcc") == message


@pytest.mark.parametrize(
    "line",
    [
        "-Xptxas -foo -ptx a.cu",
        "-Xptxas -foo -E a.cu",
        "-Xptxas -foo -c a.cpp",
        "-Xptxas -foo a.o",
        "-Xfatbin -foo -cubin a.cu",
        "-Xnvlink -foo -c a.cu",
        "-Xptxas -dlcm,ca,-dscm=wb,-m64,--fast-compile,-uumn -Xptxas=--allow-expensive-optimizations=true a.cu",
        "-Xfatbin=-compress-all -Xfatbin --compress=true -Xnvlink -use-host-info,-lm,-L/x,--suppress-stack-size-warning a.cu",
    ],
)
def test_tools_that_do_not_run_see_nothing_and_known_words_pass(line: str) -> None:
    read(line)


def test_what_has_an_effect() -> None:
    device = read("-c a.cu -Xptxas --opt-level=1,-v -Xptxas -maxrregcount,40").front.device
    assert (device.optimization, device.verbose_resources, device.max_registers) == (1, True, 40)
    device = read("-c a.cu -maxrregcount=50 -Xptxas -maxrregcount=archmax,-O7").front.device
    assert (device.optimization, device.verbose_resources, device.max_registers) == (3, False, None)
    assert read("-c a.cu -Xfatbin -compress-mode=size").compress == "size"
    assert read("-c a.cu -Xfatbin --compress=false").compress == "none"
    assert read("-c a.cu").compress == "default"
