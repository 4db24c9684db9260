# SPDX-License-Identifier: Apache-2.0
"""A CUDA device for a torch that was built for the CPU only.

Such a torch has the device type `cuda` but nothing behind it. Before torch's libraries are loaded, the two libraries of
`torch_library` fill it in (they must register their hooks first); right after, the functions that the Python module
`torch.cuda` expects in `torch._C` are added, so that `torch.cuda` itself runs as its authors wrote it.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import toolkit, torch_library

GLOBAL_DEPENDENCIES = ("libtorch_global_deps.so", "libc10.so", "libtorch_cpu.so")
SUCCESS = 0

_state: dict[str, Any] = {}
"""`cudart`: the runtime, once the device is in place; `libraries`: folder of our two libraries."""


def active() -> bool:
    """Whether this process's torch has its CUDA device from us."""
    return "cudart" in _state


def library_folder() -> Path:
    """Folder of libc10_cuda and libtorch_cuda for this torch. Only where active()."""
    folder: Path = _state["libraries"]
    return folder


def before(spec: Any) -> None:
    """Called before torch is imported: loads the libraries when this torch is a CPU build."""
    home = toolkit()
    if home is None or not spec.origin:
        return
    folder = Path(spec.origin).parent
    version = _versions(folder)
    if version["cuda"] or version["hip"] or version["xpu"]:
        return
    try:
        libraries = torch_library.libraries(folder, version["__version__"] or "unknown", home)
        for name in GLOBAL_DEPENDENCIES:
            ctypes.CDLL(str(folder / "lib" / name), mode=ctypes.RTLD_GLOBAL)
        cudart = ctypes.CDLL(str(home / "lib64" / "libcudart.so"), mode=ctypes.RTLD_GLOBAL)
        for name in torch_library.LIBRARIES:
            ctypes.CDLL(str(libraries / name), mode=ctypes.RTLD_GLOBAL)
    except (OSError, RuntimeError) as error:
        print(f"scale: torch stays without a CUDA device: {error}", file=sys.stderr)
        return
    cudart.cudaGetErrorString.restype = ctypes.c_char_p
    _state.update(cudart=cudart, libraries=libraries)


def _versions(folder: Path) -> dict[str, str | None]:
    """What torch/version.py says, without importing torch."""
    text = (folder / "version.py").read_text()
    found: dict[str, str | None] = dict.fromkeys(("__version__", "cuda", "hip", "xpu"))
    for name in found:
        match = re.search(rf"^{name}(?:\s*:[^=]*)?\s*=\s*'([^']*)'", text, re.MULTILINE)
        found[name] = match[1] if match else None
    return found


def set_version(module: Any) -> None:
    """`torch.version.cuda`: the CUDA release that the toolkit is."""
    if active():
        module.cuda = ".".join((os.environ.get("SCALE_CUDA_VERSION") or "12.9").split(".")[:2])


def _check(status: int) -> None:
    if status != SUCCESS:
        cudart = _state["cudart"]
        cudart.cudaGetLastError()
        raise RuntimeError(f"CUDA error: {cudart.cudaGetErrorString(status).decode()}")


def _integer(function: str, *arguments: Any) -> int:
    """The integer that a runtime function stores through its first argument."""
    value = ctypes.c_int()
    _check(getattr(_state["cudart"], function)(ctypes.byref(value), *arguments))
    return value.value


def _device_count() -> int:
    value = ctypes.c_int()
    if _state["cudart"].cudaGetDeviceCount(ctypes.byref(value)) != SUCCESS:
        _state["cudart"].cudaGetLastError()
        return 0
    return value.value


def _exchange_device(device: int) -> int:
    before_ = _integer("cudaGetDevice")
    if device != before_:
        _check(_state["cudart"].cudaSetDevice(device))
    return before_


def _maybe_exchange_device(device: int) -> int:
    return _integer("cudaGetDevice") if device < 0 else _exchange_device(device)


ATTRIBUTES = {
    "max_threads_per_block": 1,
    "shared_memory_per_block": 8,
    "warp_size": 10,
    "clock_rate": 13,
    "multi_processor_count": 16,
    "is_integrated": 18,
    "L2_cache_size": 38,
    "max_threads_per_multi_processor": 39,
    "major": 75,
    "minor": 76,
    "shared_memory_per_multiprocessor": 81,
    "regs_per_multiprocessor": 82,
    "shared_memory_per_block_optin": 97,
}
"""Member of torch's device properties to the number of the runtime's device attribute."""


class DeviceProperties(types.SimpleNamespace):
    """Stands for torch's `_CudaDeviceProperties`."""


def _device_properties(device: int) -> DeviceProperties:
    cudart = _state["cudart"]
    buffer = ctypes.create_string_buffer(8192)  # cudaDeviceProp begins with the name, 256 bytes
    # CUDA 12 exports the second version of the structure under a name of its own; 13 has only that one.
    get = getattr(cudart, "cudaGetDeviceProperties_v2", None) or cudart.cudaGetDeviceProperties
    _check(get(buffer, device))
    with _on_device(device):
        _, total = _memory_info()
    values = {name: _integer("cudaDeviceGetAttribute", number, device) for name, number in ATTRIBUTES.items()}
    return DeviceProperties(name=buffer.value.decode(), total_memory=total, gcnArchName="", is_multi_gpu_board=False, **values)


class _on_device:
    """Makes a device the current one inside a `with` block."""

    def __init__(self, device: int) -> None:
        self._device = device

    def __enter__(self) -> None:
        self._device = _exchange_device(self._device)

    def __exit__(self, *_: object) -> None:
        _exchange_device(self._device)


def _memory_info() -> tuple[int, int]:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    _check(_state["cudart"].cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total)))
    return free.value, total.value


def add_primitives(core: Any) -> None:
    """Called when `torch._C` is loaded: adds what a CUDA build of torch has there and `torch.cuda` uses."""
    if not active() or hasattr(core, "_cuda_getDeviceCount"):
        return
    cuda_type = 1  # DeviceType::CUDA

    class _CudaStreamBase(core.Stream):  # type: ignore[misc]
        def __new__(cls, priority: int = 0, stream_id: int = 0, device_index: int = 0, device_type: int = 0, stream_ptr: int = 0) -> Any:
            if stream_ptr:
                stream_id, device_index, device_type = stream_ptr, _integer("cudaGetDevice"), cuda_type
            if device_type:
                return super().__new__(cls, stream_id=stream_id, device_index=device_index, device_type=device_type)
            return super().__new__(cls, device=f"cuda:{_integer('cudaGetDevice')}", priority=priority)

        @property
        def cuda_stream(self) -> int:
            return int(self.native_handle)

        @staticmethod
        def priority_range() -> tuple[int, int]:
            return (0, -1)

    class _CudaEventBase(core.Event):  # type: ignore[misc]
        def __new__(cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False) -> Any:
            return super().__new__(cls, device="cuda", enable_timing=enable_timing, blocking=blocking, interprocess=interprocess)

        @property
        def cuda_event(self) -> int:
            return int(self.event_id)

        def elapsed_time(self, end: Any) -> float:
            # torch.Event's own method takes exactly its own type, no subclass.
            milliseconds = ctypes.c_float()
            first, last = ctypes.c_void_p(self.event_id), ctypes.c_void_p(end.event_id)
            _check(_state["cudart"].cudaEventElapsedTime(ctypes.byref(milliseconds), first, last))
            return milliseconds.value

    def triple(stream: Any) -> tuple[int, int, int]:
        return stream.stream_id, stream.device_index, stream.device_type

    def set_stream(stream_id: int, device_index: int, device_type: int) -> None:
        core._accelerator_setStream(core.Stream(stream_id=stream_id, device_index=device_index, device_type=device_type))

    def initialise() -> None:
        import torch

        if _device_count() == 0:
            raise RuntimeError("No CUDA devices are available to scale's runtime; SCALE_DEVICE=cpu chooses the CPU")
        torch.cuda._get_device_properties = _device_properties
        # The first generator that the library hands out is the device's own.
        torch.cuda.default_generators = tuple(core.Generator(device=f"cuda:{i}") for i in range(_device_count()))

    forked = {"bad": False}
    os.register_at_fork(after_in_child=lambda: forked.update(bad=_initialised()))
    cudart_module = types.SimpleNamespace(
        cudaError=types.SimpleNamespace(success=SUCCESS),
        cudaGetErrorString=lambda code: _state["cudart"].cudaGetErrorString(code).decode(),
        cudaMemGetInfo=lambda device: _memory_info_of(device),
        cudaDeviceSynchronize=lambda: _state["cudart"].cudaDeviceSynchronize(),
    )
    primitives: dict[str, Any] = {
        "_CudaStreamBase": _CudaStreamBase,
        "_CudaEventBase": _CudaEventBase,
        "_CudaDeviceProperties": DeviceProperties,
        "_cudart": cudart_module,
        "_has_cuda": True,
        "_cuda_getDeviceCount": _device_count,
        "_cuda_getDevice": lambda: _integer("cudaGetDevice"),
        "_cuda_setDevice": lambda device: _check(_state["cudart"].cudaSetDevice(device)),
        "_cuda_exchangeDevice": _exchange_device,
        "_cuda_maybeExchangeDevice": _maybe_exchange_device,
        "_cuda_synchronize": lambda: _check(_state["cudart"].cudaDeviceSynchronize()),
        "_cuda_init": initialise,
        "_cuda_isInBadFork": lambda: forked["bad"],
        "_cuda_canDeviceAccessPeer": lambda device, peer: bool(_integer("cudaDeviceCanAccessPeer", device, peer)),
        "_cuda_getArchFlags": lambda: "sm_80",
        "_cuda_getCurrentStream": lambda device: triple(core._accelerator_getStream(device)),
        "_cuda_getDefaultStream": lambda device: (0, device, cuda_type),
        "_cuda_getStreamFromExternal": lambda pointer, device: (pointer, device, cuda_type),
        "_cuda_getCurrentRawStream": lambda device: core._accelerator_getStream(device).native_handle,
        "_cuda_setStream": set_stream,
        "_cuda_emptyCache": lambda *_: None,
        "_cuda_memoryStats": lambda device: core._accelerator_getDeviceStats(device),
        "_cuda_resetAccumulatedMemoryStats": lambda device: core._accelerator_resetAccumulatedStats(device),
        "_cuda_resetPeakMemoryStats": lambda device: core._accelerator_resetPeakStats(device),
        "_cuda_ipc_collect": lambda: None,
        "_cuda_isCurrentStreamCapturing": lambda: False,
        "_cuda_set_sync_debug_mode": lambda _: None,
        "_cuda_get_sync_debug_mode": lambda: 0,
        "_CUDAGraph": _unsupported("CUDA graphs"),
        "_graph_pool_handle": _unsupported("CUDA graphs"),
    }
    for name, value in primitives.items():
        setattr(core, name, value)
    sys.modules["torch._C._cudart"] = cudart_module  # type: ignore[assignment]


def _initialised() -> bool:
    cuda = sys.modules.get("torch.cuda")
    return bool(cuda and getattr(cuda, "_initialized", False))


def _memory_info_of(device: int) -> tuple[int, int]:
    with _on_device(device):
        return _memory_info()


def _unsupported(what: str) -> type:
    """A type that cannot be made, with the reason."""

    def refuse(cls: type, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"{what} are not supported by scale's CUDA device for CPU builds of torch")

    make: Callable[..., Any] = refuse
    return type("Unsupported", (), {"__new__": make})
