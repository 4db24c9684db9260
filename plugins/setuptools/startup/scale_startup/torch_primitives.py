# SPDX-License-Identifier: Apache-2.0
"""What a CUDA build of torch has in `torch._C` and a CPU build lacks, so that `torch.cuda` itself runs as its authors wrote it."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from typing import Any

from . import torch_device
from . import torch_runtime as runtime

CUDA_TYPE = 1
"""DeviceType::CUDA."""
CUDART_VERSION_FACTORS = (1000, 10)

UNSUPPORTED = {
    "_CUDAGraph": "CUDA graphs",
    "_graph_pool_handle": "CUDA graphs",
    "_CUDAGreenContext": "green contexts",
    "_cuda_attach_out_of_memory_observer": "observers of the allocator",
    "_cuda_beginAllocateCurrentStreamToPool": "memory pools",
    "_cuda_beginAllocateCurrentThreadToPool": "memory pools",
    "_cuda_beginAllocateToPool": "memory pools",
    "_cuda_changeCurrentAllocator": "other allocators",
    "_cuda_customAllocator": "other allocators",
    "_cuda_endAllocateToPool": "memory pools",
    "_cuda_getAllocator": "other allocators",
    "_cuda_getCheckpointState": "memory pools",
    "_cuda_jiterator_compile_and_launch_kernel": "kernels made at run time by torch",
    "_cuda_memorySnapshot": "histories of the allocator",
    "_cuda_record_memory_history": "histories of the allocator",
    "_cuda_record_memory_history_legacy": "histories of the allocator",
    "_cuda_releasePool": "memory pools",
    "_cuda_setCheckpointPoolState": "memory pools",
}
"""Name to what it stands for: calling it raises NotImplementedError."""

CONSTANTS: dict[str, Any] = {
    "_has_cuda": True,
    "_cuda_cudaCachingAllocator_enable": None,
    "_cuda_cudaCachingAllocator_is_enabled": True,
    "_cuda_clearCublasWorkspaces": None,
    "_cuda_emptyCache": None,
    "_cuda_getAllocatorBackend": "native",
    "_cuda_getArchFlags": "sm_80",
    "_cuda_getCublasLtWorkspaceSize": 32 << 20,
    "_cuda_getCublasWorkspaceSize": 32 << 20,
    "_cuda_getMemoryFraction": 1.0,
    "_cuda_getMemoryMetadata": "",
    "_cuda_get_sync_debug_mode": 0,
    "_cuda_hostMemoryStats": {},
    "_cuda_ipc_collect": None,
    "_cuda_isCurrentStreamCapturing": False,
    "_cuda_isHistoryEnabled": False,
    "_cuda_record_untuned_is_enabled": False,
    "_cuda_resetAccumulatedHostMemoryStats": None,
    "_cuda_resetCublasLtWorkspaceSize": None,
    "_cuda_resetCublasWorkspaceSize": None,
    "_cuda_resetPeakHostMemoryStats": None,
    "_cuda_setCublasLtWorkspaceSize": None,
    "_cuda_setCublasWorkspaceSize": None,
    "_cuda_setMemoryFraction": None,
    "_cuda_setMemoryMetadata": None,
    "_cuda_set_sync_debug_mode": None,
    "_cuda_tunableop_is_enabled": False,
    "_cuda_tunableop_tuning_is_enabled": False,
}
"""Function to what it always answers: there is no cache, no pool, no workspace and no tuning to set. `_has_cuda` is a plain value."""


class DeviceProperties(types.SimpleNamespace):
    """Stands for torch's `_CudaDeviceProperties`."""


def _device_properties(device: int) -> DeviceProperties:
    values = {name: runtime.integer("cudaDeviceGetAttribute", number, device) for name, number in runtime.ATTRIBUTES.items()}
    _, total = runtime.memory_info(device)
    return DeviceProperties(
        name=runtime.device_name(device), total_memory=total, gcnArchName="", is_multi_gpu_board=False, uuid=f"{device:032x}", **values
    )


def add(core: Any) -> None:
    """Called when `torch._C` is loaded."""
    if not torch_device.active() or hasattr(core, "_cuda_getDeviceCount"):
        return
    stream_base, event_base = _stream_type(core), _event_type(core)
    forked = {"bad": False}
    os.register_at_fork(after_in_child=lambda: forked.update(bad=_initialised()))

    def initialise() -> None:
        import torch

        if runtime.device_count() == 0:
            raise RuntimeError("No CUDA devices are available to scale's runtime; SCALE_DEVICE=cpu chooses the CPU")
        torch.cuda._get_device_properties = _device_properties
        # The first generator that the library hands out for a device is the device's own.
        torch.cuda.default_generators = tuple(core.Generator(device=f"cuda:{i}") for i in range(runtime.device_count()))

    def set_stream(stream_id: int, device_index: int, device_type: int) -> None:
        core._accelerator_setStream(core.Stream(stream_id=stream_id, device_index=device_index, device_type=device_type))

    def current_stream(device: int) -> tuple[int, int, int]:
        stream = core._accelerator_getStream(device)
        return stream.stream_id, stream.device_index, stream.device_type

    cudart_module = _cudart_module()
    functions: dict[str, Any] = {
        "_CudaStreamBase": stream_base,
        "_CudaEventBase": event_base,
        "_CudaDeviceProperties": DeviceProperties,
        "_cudart": cudart_module,
        "_nvtx": _nvtx_module(),
        "_cuda_getDeviceCount": runtime.device_count,
        "_cuda_getDevice": runtime.current_device,
        "_cuda_setDevice": lambda device: runtime.check(runtime.cudart().cudaSetDevice(device)),
        "_cuda_exchangeDevice": runtime.exchange_device,
        "_cuda_maybeExchangeDevice": runtime.maybe_exchange_device,
        "_cuda_synchronize": lambda: runtime.check(runtime.cudart().cudaDeviceSynchronize()),
        "_cuda_init": initialise,
        "_cuda_isInBadFork": lambda: forked["bad"],
        "_cuda_hasPrimaryContext": lambda device: _initialised() and 0 <= device < runtime.device_count(),
        "_cuda_canDeviceAccessPeer": lambda device, peer: bool(runtime.integer("cudaDeviceCanAccessPeer", device, peer)),
        "_cuda_getCompiledVersion": _compiled_version,
        "_cuda_getCurrentStream": current_stream,
        "_cuda_getDefaultStream": lambda device: (0, device, CUDA_TYPE),
        "_cuda_getStreamFromExternal": lambda pointer, device: (pointer, device, CUDA_TYPE),
        "_cuda_getCurrentRawStream": lambda device: core._accelerator_getStream(device).native_handle,
        "_cuda_setStream": set_stream,
        "_cuda_memoryStats": lambda device: core._accelerator_getDeviceStats(device),
        "_cuda_resetAccumulatedMemoryStats": lambda device: core._accelerator_resetAccumulatedStats(device),
        "_cuda_resetPeakMemoryStats": lambda device: core._accelerator_resetPeakStats(device),
        "_cuda_cudaCachingAllocator_raw_alloc": lambda size, stream: runtime.plugin("raw_alloc", size),
        "_cuda_cudaCachingAllocator_raw_delete": lambda pointer: _quiet(runtime.plugin("raw_delete", pointer)),
        "_cuda_getCurrentBlasHandle": lambda: runtime.plugin("blas_handle"),
        "_cuda_getCurrentSolverHandle": lambda: runtime.plugin("solver_handle"),
        "_cuda_sleep": lambda cycles: _quiet(runtime.plugin("sleep", cycles)),
        **{name: _always(answer) if name.startswith("_cuda_") else answer for name, answer in CONSTANTS.items()},
        **{name: _unsupported(what) for name, what in UNSUPPORTED.items()},
        **_between_devices(),
    }
    for name, value in functions.items():
        setattr(core, name, value)
    sys.modules["torch._C._cudart"] = cudart_module


def _between_devices() -> dict[str, Callable[..., Any]]:
    """What `torch.nn.parallel` moves tensors with; a negative device is the CPU."""

    def place(device: int) -> str:
        return f"cuda:{device}" if device >= 0 else "cpu"

    def scatter(tensor: Any, devices: Any, chunk_sizes: Any = None, dim: int = 0, streams: Any = None) -> list[Any]:
        chunks = tensor.split(list(chunk_sizes), dim) if chunk_sizes else tensor.chunk(len(devices), dim)
        return [chunk.to(place(device)) for chunk, device in zip(chunks, devices, strict=False)]

    def gather(tensors: Any, dim: int, destination: Any = None) -> Any:
        import torch

        target = place(0 if destination is None else destination)
        return torch.cat([tensor.to(target) for tensor in tensors], dim)

    def broadcast(tensor: Any, devices: Any) -> list[Any]:
        return [tensor.to(place(device)) for device in devices]

    def broadcast_coalesced(tensors: Any, devices: Any, buffer_size: int) -> list[list[Any]]:
        return [[tensor.to(place(device)) for tensor in tensors] for device in devices]

    return {"_scatter": scatter, "_gather": gather, "_broadcast": broadcast, "_broadcast_coalesced": broadcast_coalesced}


def _stream_type(core: Any) -> type:
    class _CudaStreamBase(core.Stream):  # type: ignore[misc]
        def __new__(cls, priority: int = 0, stream_id: int = 0, device_index: int = 0, device_type: int = 0, stream_ptr: int = 0) -> Any:
            if stream_ptr:
                stream_id, device_index, device_type = stream_ptr, runtime.current_device(), CUDA_TYPE
            if device_type:
                return super().__new__(cls, stream_id=stream_id, device_index=device_index, device_type=device_type)
            return super().__new__(cls, device=f"cuda:{runtime.current_device()}", priority=priority)

        @property
        def cuda_stream(self) -> int:
            return int(self.native_handle)

        @staticmethod
        def priority_range() -> tuple[int, int]:
            return (0, -1)

    return _CudaStreamBase


def _event_type(core: Any) -> type:
    class _CudaEventBase(core.Event):  # type: ignore[misc]
        def __new__(cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False) -> Any:
            return super().__new__(cls, device="cuda", enable_timing=enable_timing, blocking=blocking, interprocess=interprocess)

        @property
        def cuda_event(self) -> int:
            return int(self.event_id)

        def elapsed_time(self, end: Any) -> float:
            # torch.Event's own method takes exactly its own type, no subclass.
            return runtime.event_milliseconds(self.event_id, end.event_id)

    return _CudaEventBase


def _cudart_module() -> Any:
    """What `torch.cuda.cudart()` gives."""
    library = runtime.cudart()
    module: Any = types.ModuleType("torch._C._cudart")
    error = types.SimpleNamespace(success=runtime.SUCCESS)
    module.cudaError = error
    module.cudaGetErrorString = runtime.error_string
    module.cudaMemGetInfo = runtime.memory_info
    module.cudaDeviceSynchronize = library.cudaDeviceSynchronize
    module.cudaStreamSynchronize = lambda stream: library.cudaStreamSynchronize(_pointer(stream))
    module.cudaProfilerStart = lambda: runtime.SUCCESS
    module.cudaProfilerStop = lambda: runtime.SUCCESS
    module.cudaHostRegister = lambda pointer, size, flags: library.cudaHostRegister(_pointer(pointer), _size(size), flags)
    module.cudaHostUnregister = lambda pointer: library.cudaHostUnregister(_pointer(pointer))
    return module


def _nvtx_module() -> Any:
    """What `torch.cuda.nvtx` calls: ranges are counted and shown to nobody."""
    depth = [0]

    def push(_: str) -> int:
        depth[0] += 1
        return depth[0] - 1

    def pop() -> int:
        depth[0] -= 1
        return depth[0]

    nothing = _always(None)
    return types.SimpleNamespace(
        rangePushA=push,
        rangePop=pop,
        rangeStartA=_always(0),
        rangeEnd=nothing,
        markA=nothing,
        deviceRangeStart=nothing,
        deviceRangeEnd=nothing,
    )


def _pointer(value: int) -> Any:
    from ctypes import c_void_p

    return c_void_p(value)


def _size(value: int) -> Any:
    from ctypes import c_size_t

    return c_size_t(value)


def _compiled_version() -> int:
    major, minor = torch_device.cuda_release()
    return major * CUDART_VERSION_FACTORS[0] + minor * CUDART_VERSION_FACTORS[1]


def _initialised() -> bool:
    cuda = sys.modules.get("torch.cuda")
    return bool(cuda and getattr(cuda, "_initialized", False))


def _quiet(_: Any) -> None:
    """Drops a result that torch's function of that name does not have."""


def _always(answer: Any) -> Callable[..., Any]:
    return lambda *_, **__: answer


def _unsupported(what: str) -> type:
    """A type that cannot be made, or a function that cannot be called, with the reason."""

    def refuse(cls: type, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"{what} are not supported by scale's CUDA device for CPU builds of torch")

    make: Callable[..., Any] = refuse
    return type("Unsupported", (), {"__new__": make})
