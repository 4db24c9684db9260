# SPDX-License-Identifier: Apache-2.0
"""NVML: what programs and monitors ask for before they use a device, and sensors from the kernel's files."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from ctypes import byref, c_char_p, c_int, c_uint, c_ulonglong, c_void_p, create_string_buffer
from pathlib import Path

import pytest
from library import load
from scale.libwrap.tables import plain_functions
from scale.paths import generated_include, hand_written_include, library_folder

UNINITIALIZED, INVALID_ARGUMENT, NOT_SUPPORTED, NOT_FOUND, INSUFFICIENT_SIZE, VERSION_MISMATCH = 1, 2, 3, 6, 7, 25


@pytest.fixture
def nvml() -> ctypes.CDLL:
    library = load("libnvidia-ml.so.1")
    assert library.nvmlInit_v2() == 0
    return library


@pytest.fixture
def device(nvml: ctypes.CDLL) -> c_void_p:
    found = c_void_p()
    assert nvml.nvmlDeviceGetHandleByIndex_v2(0, byref(found)) == 0
    return found


def test_devices_are_those_of_the_runtime(nvml: ctypes.CDLL, device: c_void_p) -> None:
    count, runtime = c_uint(), c_int()
    assert nvml.nvmlDeviceGetCount_v2(byref(count)) == 0
    assert load("libcudart.so.12").cudaGetDeviceCount(byref(runtime)) == 0
    assert count.value == runtime.value >= 1
    assert nvml.nvmlDeviceGetHandleByIndex_v2(count.value, byref(c_void_p())) == INVALID_ARGUMENT
    name = create_string_buffer(96)
    assert nvml.nvmlDeviceGetName(device, name, 96) == 0
    assert name.value
    assert nvml.nvmlDeviceGetName(device, name, 1) == INSUFFICIENT_SIZE
    assert nvml.nvmlDeviceGetName(c_void_p(12345), name, 96) == INVALID_ARGUMENT


def test_identifiers_lead_back_to_the_device(nvml: ctypes.CDLL, device: c_void_p) -> None:
    uuid, again, info = create_string_buffer(96), c_void_p(), create_string_buffer(68)
    assert nvml.nvmlDeviceGetUUID(device, uuid, 96) == 0
    assert [len(part) for part in uuid.value.split(b"-")] == [3, 8, 4, 4, 4, 12]
    assert nvml.nvmlDeviceGetHandleByUUID(uuid, byref(again)) == 0
    assert again.value == device.value
    assert nvml.nvmlDeviceGetHandleByUUID(c_char_p(b"GPU-no"), byref(again)) == NOT_FOUND
    assert nvml.nvmlDeviceGetPciInfo_v3(device, info) == 0
    assert nvml.nvmlDeviceGetHandleByPciBusId_v2(c_char_p(info.raw[36:68].split(b"\0")[0]), byref(again)) == 0
    assert again.value == device.value


def test_earlier_names_that_programs_look_for(nvml: ctypes.CDLL, device: c_void_p) -> None:
    info = create_string_buffer(68)
    assert nvml.nvmlDeviceGetPciInfo_v3(device, info) == 0
    for name, size, taken in (("nvmlDeviceGetPciInfo", 32, 32), ("nvmlDeviceGetPciInfo_v2", 52, 36)):
        earlier = create_string_buffer(b"\x5a" * 68, 68)
        assert getattr(nvml, name)(device, earlier) == 0
        assert earlier.raw[:taken] == info.raw[:taken]
        assert earlier.raw[taken:size] == bytes(size - taken), "reserved"
        assert earlier.raw[size:] == b"\x5a" * (68 - size), "nothing behind the structure of that release"
        assert getattr(nvml, name)(device, None) == INVALID_ARGUMENT
    assert nvml.nvmlDeviceGetComputeRunningProcesses(device, byref(c_uint()), None) == NOT_SUPPORTED


def test_memory(nvml: ctypes.CDLL, device: c_void_p) -> None:
    plain = (c_ulonglong * 3)()
    assert nvml.nvmlDeviceGetMemoryInfo(device, plain) == 0
    assert plain[0] == plain[1] + plain[2] > 0
    newer = (c_ulonglong * 5)(40 | 2 << 24)
    assert nvml.nvmlDeviceGetMemoryInfo_v2(device, newer) == 0
    assert newer[1] == plain[0]
    newer[0] = 40
    assert nvml.nvmlDeviceGetMemoryInfo_v2(device, newer) == VERSION_MISMATCH


def test_versions(nvml: ctypes.CDLL) -> None:
    driver, cuda = create_string_buffer(80), c_int()
    assert nvml.nvmlSystemGetDriverVersion(driver, 80) == 0
    assert int(driver.value.split(b".")[0]) >= 575
    assert nvml.nvmlSystemGetCudaDriverVersion_v2(byref(cuda)) == 0
    assert cuda.value >= 12000
    nvml.nvmlErrorString.restype = c_char_p
    assert nvml.nvmlErrorString(NOT_SUPPORTED) == b"Not Supported"


def test_a_fresh_process_must_initialise() -> None:
    lines = f"import ctypes; load = ctypes.CDLL; load({str(library_folder() / 'libcudart.so.12')!r}, 256)"
    lines += f"; nvml = load({str(library_folder() / 'libnvidia-ml.so.1')!r}); count = ctypes.c_uint(9)"
    lines += "; print(nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)), nvml.nvmlShutdown())"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(UNINITIALIZED)] * 2


def test_sensors_come_from_the_kernel(nvml: ctypes.CDLL, device: c_void_p, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = create_string_buffer(68)
    assert nvml.nvmlDeviceGetPciInfo_v3(device, info) == 0
    domain, rest = info.raw[36:68].split(b"\0")[0].decode().lower().split(":", 1)
    folder = tmp_path / f"{domain[-4:]}:{rest}"
    sensors = folder / "hwmon" / "hwmon3"
    sensors.mkdir(parents=True)
    value, rates = c_uint(), (c_uint * 2)()
    monkeypatch.setenv("SCALE_PCI_DEVICES", str(tmp_path))
    assert nvml.nvmlDeviceGetTemperature(device, 0, byref(value)) == NOT_SUPPORTED
    assert nvml.nvmlDeviceGetUtilizationRates(device, rates) == NOT_SUPPORTED
    (sensors / "temp1_input").write_text("47000\n")
    (sensors / "power1_average").write_text("183000000\n")
    (folder / "gpu_busy_percent").write_text("64\n")
    assert nvml.nvmlDeviceGetTemperature(device, 0, byref(value)) == 0
    assert value.value == 47
    assert nvml.nvmlDeviceGetPowerUsage(device, byref(value)) == 0
    assert value.value == 183_000
    assert nvml.nvmlDeviceGetUtilizationRates(device, rates) == 0
    assert list(rates) == [64, 0]


def test_what_is_missing_says_so(nvml: ctypes.CDLL, device: c_void_p) -> None:
    assert nvml.nvmlDeviceGetFanSpeed(device, byref(c_uint())) == NOT_SUPPORTED
    for function in plain_functions("nvml"):
        assert hasattr(nvml, function.name), function.name


def test_the_header_is_c(tmp_path: Path) -> None:
    source = tmp_path / "use.c"
    check = '_Static_assert(sizeof(nvmlPciInfo_t) == 68, "");'
    source.write_text(f"#include <nvml.h>\n{check}\nint main(void) {{ return nvmlInit() != NVML_SUCCESS; }}\n")
    folders = [f"-I{folder}" for folder in (generated_include(), hand_written_include())]
    subprocess.run(["gcc", "-Werror", "-Wall", "-fsyntax-only", *folders, str(source)], check=True)
