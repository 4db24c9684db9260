# SPDX-License-Identifier: Apache-2.0
"""The runtime API on the CPU provider, by programs that check themselves."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

KINDS = pytest.mark.parametrize("shared", [False, True], ids=["static", "shared"])


def right(result, text):
    assert (result.returncode, result.stdout) == (0, text), result.stdout + result.stderr


@KINDS
def test_basics(build, run, shared):
    right(run(build("basics", shared=shared)), "basics: right\n")


@pytest.mark.parametrize("release", [12090, 13000])
def test_batches_in_the_form_of_each_release(build, run, release):
    right(run(build("batches", options=(f"-D__SCALE_CUDA_VERSION__={release}", "-lcuda"))), "batches: right\n")


def test_two_devices_have_their_own_variables_peers_and_errors(build, run):
    right(run(build("devices"), SCALE_CPU_DEVICES="2"), "devices: right\n")


def test_static_and_shared_runtime_share_one_state(build, run):
    plugin = build("plugin", shared=True, options=("-shared", "-fPIC"))
    right(run(build("host"), str(plugin), SCALE_CPU_DEVICES="2"), "one state: right\n")


def test_device_links_register_their_own_names(build, run):
    right(run(build("linked")), "linked: right\n")


def test_device_printf_equals_the_hosts(build, run):
    result = run(build("faults"), "print")
    host, device = result.stdout.splitlines()
    assert host == device == "      ab|7   |1099511627776|z| 2.50|ff|%"


def test_assert_has_cudas_message_and_sticks(build, run):
    result = run(build("faults"), "assert")
    assert result.stderr == "a.cu:12: void check(): block: [0,0,0], thread: [3,0,0] Assertion `threadIdx.x < 3` failed.\n"
    text = "710 cudaErrorAssert: device-side assert triggered"
    assert result.stdout.splitlines() == [
        "launch: 0 cudaSuccess: no error",
        *(f"{call}: {text}" for call in ("synchronize", "last", "malloc", "last", "peek")),
        "reset: 0 cudaSuccess: no error",
        "malloc: 0 cudaSuccess: no error",
        "launch: 0 cudaSuccess: no error",
        "synchronize: 0 cudaSuccess: no error",
    ]


def test_trap_is_a_launch_failure(build, run):
    result = run(build("faults"), "trap")
    assert "synchronize: 719 cudaErrorLaunchFailure: unspecified launch failure" in result.stdout


def test_wild_pointer_ends_the_launch_not_the_process(build, run):
    result = run(build("faults"), "wild")
    assert "synchronize: 700 cudaErrorIllegalAddress: an illegal memory access was encountered" in result.stdout
    assert "illegal access to address 0x10 in kernel wild" in result.stderr
    assert "SCALE_CHECK=memory" in result.stderr


def test_a_crash_names_the_kernel_as_people_write_it(build, run):
    assert "illegal access to address 0x10 in kernel store(int*), blocks 0 to 0" in run(build("faults"), "store").stderr


@pytest.mark.parametrize("word", ["descend", "descend many"])
def test_recursion_that_fills_the_stack_is_said(build, run, word):
    result = run(build("faults"), word)
    assert "synchronize: 700 cudaErrorIllegalAddress" in result.stdout
    assert "scale: stack overflow in kernel descend(int), blocks " in result.stderr
    assert "reduce recursion, or give threads a larger stack (ulimit -s)" in result.stderr
    assert "illegal access" not in result.stderr
    assert "reset: 0 cudaSuccess" in result.stdout


@KINDS
def test_copies_and_fills_stay_within_allocations(build, run, shared):
    right(run(build("bounds", shared=shared)), "bounds: right\n")


def test_driver_copies_and_fills_stay_within_allocations(build, run):
    right(run(build("driver_bounds", driver=True)), "driver bounds: right\n")


def test_checked_memory_names_kernel_block_thread_and_place(build, run):
    result = run(build("faults"), "past", SCALE_CHECK="memory")
    assert "synchronize: 700" in result.stdout
    assert "invalid write of 4 bytes at address" in result.stderr
    assert "in kernel wild, block (" in result.stderr
    assert "thread (7,3,0): 64 bytes after the start of an allocation of 64 bytes" in result.stderr


def test_no_fitting_image_is_one_clear_line(build, run):
    program = build("faults", images=(("gfx942", 1, 0, b"x" * 64), ("gfx1100", 1, 0, b"x" * 64)))
    result = run(program, "image")
    name = "209 cudaErrorNoKernelImageForDevice: no kernel image is available for execution on the device"
    assert result.stdout == f"launch: {name}\nagain: {name}\n"
    (line,) = result.stderr.splitlines()
    assert "the program holds gfx942, gfx1100;" in line
    assert "needs cpu" in line
    assert line.endswith("(build with SCALE_TARGETS=cpu)")


def test_the_best_level_that_the_machine_has(build, run, image):
    # An image for a level that no machine has is passed over.
    right(run(build("basics", images=(("cpu", 2, 9, b"x" * 64), ("cpu", 2, 2, image)))), "basics: right\n")


def test_unknown_device_setting_is_named(build, run):
    result = run(build("faults"), "trap", SCALE_DEVICE="gpu")
    assert result.returncode == 1
    assert "cudaErrorNoDevice" in result.stdout
    assert result.stderr == "scale: SCALE_DEVICE=gpu is not one of auto, cpu, rocm, emulate:TARGET\n"


def test_device_memory_limit(build, run):
    result = run(build("basics"), SCALE_CPU_MEMORY="1")
    assert "cudaErrorMemoryAllocation" in result.stdout


def test_a_program_runs_in_an_empty_root(build, root, tmp_path):
    """Nothing but the C and C++ libraries: no Python, no package, no /proc."""
    program = build("basics")
    shutil.copy(program, tmp_path / "program")
    libraries = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True).stdout
    copied = set()
    for word in libraries.split():
        if word.startswith("/"):
            target = tmp_path / word.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(word).resolve(), target)
            copied.add(Path(word).name.split(".so")[0])
    assert copied <= {"libc", "libstdc++", "libm", "libgcc_s", "libpthread", "libdl", "librt", "ld-linux-x86-64"}, platform.platform()
    (tmp_path / "tmp").mkdir()
    result = subprocess.run(
        [shutil.which("chroot"), str(tmp_path), "/program"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"SCALE_DEVICE": "cpu"},
    )
    right(result, "basics: right\n")


def test_stream_capture_and_graphs(build, run):
    right(run(build("graphs")), "graphs: right\n")


def test_many_threads_streams_and_events(build, run):
    for _ in range(3):
        right(run(build("stress")), "stress: 0 wrong\n")


def test_texture_objects_describe_what_device_code_reads(build, run):
    right(run(build("textures")), "textures: right\n")


def test_per_thread_default_stream(build, run):
    right(run(build("perthread", options=("-DCUDA_API_PER_THREAD_DEFAULT_STREAM",))), "per thread: right\n")


@pytest.mark.parametrize("shared", [False, True], ids=["static", "shared"])
def test_errors_tell_their_story_or_throw_it(build, run, shared):
    program = build("exceptions", shared=shared)
    text = "cudaMalloc: out of memory (cudaErrorMemoryAllocation, 2)"
    right(run(program), "returned 2\n")
    right(run(program, SCALE_EXCEPTIONS="throw"), f"caught {text}\n")
    printed = run(program, SCALE_EXCEPTIONS="print")
    assert (printed.stdout, printed.stderr) == ("returned 2\n", f"scale: {text}\n")


def test_trace_names_calls_and_results(build, run):
    lines = run(build("exceptions"), SCALE_TRACE="text").stderr.splitlines()
    assert "scale: cudaMalloc -> cudaErrorMemoryAllocation" in lines
    lines = run(build("exceptions"), SCALE_TRACE="json").stderr.splitlines()
    assert '{"call": "cudaMalloc", "result": "cudaSuccess"}' in lines


def test_a_forked_child_gets_an_error_and_does_not_hang(build, run):
    right(run(build("forking")), "forking: right\n")
