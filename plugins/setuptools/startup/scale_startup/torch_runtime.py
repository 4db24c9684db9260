# SPDX-License-Identifier: Apache-2.0
"""The CUDA runtime and our torch libraries as Python calls them, through ctypes."""

from __future__ import annotations

import ctypes
from typing import Any

SUCCESS = 0
MAJOR, MINOR = 75, 76
"""Numbers of the device attributes for the compute capability."""

ATTRIBUTES = {
    "max_threads_per_block": 1,
    "shared_memory_per_block": 8,
    "warp_size": 10,
    "clock_rate": 13,
    "multi_processor_count": 16,
    "is_integrated": 18,
    "pci_bus_id": 33,
    "pci_device_id": 34,
    "memory_clock_rate": 36,
    "memory_bus_width": 37,
    "L2_cache_size": 38,
    "max_threads_per_multi_processor": 39,
    "pci_domain_id": 50,
    "major": MAJOR,
    "minor": MINOR,
    "shared_memory_per_multiprocessor": 81,
    "regs_per_multiprocessor": 82,
    "shared_memory_per_block_optin": 97,
}
"""Member of torch's device properties to the number of the runtime's device attribute."""

_libraries: dict[str, Any] = {}


def use(cudart: ctypes.CDLL, plugin: ctypes.CDLL) -> None:
    """Sets the runtime and our libtorch_cuda."""
    cudart.cudaGetErrorString.restype = ctypes.c_char_p
    plugin.scale_torch_raw_alloc.restype = ctypes.c_void_p
    plugin.scale_torch_raw_alloc.argtypes = [ctypes.c_size_t]
    plugin.scale_torch_raw_delete.argtypes = [ctypes.c_void_p]
    plugin.scale_torch_blas_handle.restype = ctypes.c_void_p
    plugin.scale_torch_solver_handle.restype = ctypes.c_void_p
    plugin.scale_torch_sleep.argtypes = [ctypes.c_int64]
    _libraries.update(cudart=cudart, plugin=plugin)


def cudart() -> Any:
    """The runtime library."""
    return _libraries["cudart"]


def plugin(function: str, *arguments: Any) -> Any:
    """Calls a function of our libtorch_cuda.

    Raises:
        RuntimeError: it gave no pointer, for want of memory or of a library.
    """
    result = getattr(_libraries["plugin"], f"scale_torch_{function}")(*arguments)
    if result is None:
        raise RuntimeError(f"CUDA error: {function.replace('_', ' ')} failed")
    return result


def error_string(status: int) -> str:
    """The runtime's text for an error number."""
    return str(cudart().cudaGetErrorString(status).decode())


def check(status: int) -> None:
    """Raises what torch raises for an error of the runtime."""
    if status != SUCCESS:
        cudart().cudaGetLastError()
        raise RuntimeError(f"CUDA error: {error_string(status)}")


def integer(function: str, *arguments: Any) -> int:
    """The integer that a runtime function stores through its first argument."""
    value = ctypes.c_int()
    check(getattr(cudart(), function)(ctypes.byref(value), *arguments))
    return value.value


def device_count() -> int:
    """Number of devices; 0 also where the runtime finds none."""
    value = ctypes.c_int()
    if cudart().cudaGetDeviceCount(ctypes.byref(value)) != SUCCESS:
        cudart().cudaGetLastError()
        return 0
    return value.value


def current_device() -> int:
    """Index of the calling thread's device."""
    return integer("cudaGetDevice")


def exchange_device(device: int) -> int:
    """Makes a device the current one and returns the one before."""
    before = current_device()
    if device != before:
        check(cudart().cudaSetDevice(device))
    return before


def maybe_exchange_device(device: int) -> int:
    """The same, where a negative number leaves the device as it is."""
    return current_device() if device < 0 else exchange_device(device)


def memory_info(device: int) -> tuple[int, int]:
    """Free and total memory of a device, bytes."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    before = exchange_device(device)
    try:
        check(cudart().cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total)))
    finally:
        exchange_device(before)
    return free.value, total.value


def device_name(device: int) -> str:
    """The device's name."""
    buffer = ctypes.create_string_buffer(8192)  # cudaDeviceProp begins with the name, 256 bytes
    # CUDA 12 exports the second version of the structure under a name of its own; 13 has only that one.
    get = getattr(cudart(), "cudaGetDeviceProperties_v2", None) or cudart().cudaGetDeviceProperties
    check(get(buffer, device))
    return buffer.value.decode()


def event_milliseconds(first: int, last: int) -> float:
    """Time between two events that have happened."""
    milliseconds = ctypes.c_float()
    check(cudart().cudaEventElapsedTime(ctypes.byref(milliseconds), ctypes.c_void_p(first), ctypes.c_void_p(last)))
    return milliseconds.value
