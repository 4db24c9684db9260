# SPDX-License-Identifier: Apache-2.0
"""Headers and library files of NVIDIA's libraries that scale has no counterpart of: whose they are, for a message."""

from __future__ import annotations

from fnmatch import fnmatchcase

HEADERS: dict[str, str] = {
    "npp.h": "NPP",
    "nppcore.h": "NPP",
    "nppdefs.h": "NPP",
    "nppi*.h": "NPP",
    "npps*.h": "NPP",
    "nppversion.h": "NPP",
    "nvjpeg.h": "nvJPEG",
    "nvjpeg2k.h": "nvJPEG2000",
    "nvtiff.h": "nvTIFF",
    "nvimgcodec.h": "nvImageCodec",
    "nvcomp.h": "nvCOMP",
    "nvcomp/*": "nvCOMP",
    "cuviddec.h": "the Video Codec SDK",
    "nvcuvid.h": "the Video Codec SDK",
    "nvEncodeAPI.h": "the Video Codec SDK",
    "cupti*.h": "CUPTI",
    "generated_cuda*_meta.h": "CUPTI",
    "nvperf_*.h": "CUPTI",
    "optix*.h": "OptiX",
    "nvFatbin.h": "nvFatbin",
    "nvvm.h": "libNVVM",
    "nvptxcompiler.h": "the PTX Compiler API",
    "cutensor.h": "cuTENSOR",
    "cutensornet.h": "cuTensorNet",
    "custatevec.h": "cuStateVec",
    "cusparseLt.h": "cuSPARSELt",
    "cusolverMg.h": "cuSOLVER's library for several GPUs",
    "cusolverMp.h": "cuSOLVERMp",
    "cublasmp.h": "cuBLASMp",
    "cufftMp.h": "cuFFTMp",
    "cudss.h": "cuDSS",
    "cufile.h": "GPUDirect Storage",
    "nvshmem*.h": "NVSHMEM",
    "cufftdx.hpp": "MathDx",
    "cublasdx.hpp": "MathDx",
    "curanddx.hpp": "MathDx",
    "cusolverdx.hpp": "MathDx",
    "cudnn_frontend*.h": "cuDNN's front end",
    "NvInfer*.h": "TensorRT",
    "NvOnnxParser.h": "TensorRT",
    "cudla.h": "cuDLA",
    "nvscibuf.h": "NvSci",
    "nvscisync.h": "NvSci",
    "nvsdk_ngx*.h": "NGX",
    "cudaD3D*.h": "Direct3D interoperation",
    "cuda_d3d*_interop.h": "Direct3D interoperation",
    "cudaVDPAU.h": "VDPAU interoperation",
    "cuda_vdpau_interop.h": "VDPAU interoperation",
    "cudaEGL.h": "EGL interoperation",
    "cuda_egl_interop.h": "EGL interoperation",
}


LIBRARIES: dict[str, str] = {
    "npp*": "NPP",
    "nvjpeg": "nvJPEG",
    "nvjpeg_static": "nvJPEG",
    "nvjpeg2k*": "nvJPEG2000",
    "cupti*": "CUPTI",
    "nvperf_*": "CUPTI",
    "pcsamplingutil": "CUPTI",
    "checkpoint": "CUPTI",
    "nvcuvid": "the Video Codec SDK",
    "nvidia-encode": "the Video Codec SDK",
    "nvfatbin*": "nvFatbin",
    "nvvm": "libNVVM",
    "nvgraph*": "nvGRAPH",
    "cutensor*": "cuTENSOR",
    "custatevec*": "cuStateVec",
    "cusparseLt*": "cuSPARSELt",
    "cusolverMg": "cuSOLVER's library for several GPUs",
    "cusolver_metis_static": "cuSOLVER's inner libraries",
    "cusolver_lapack_static": "cuSOLVER's inner libraries",
    "cufile*": "GPUDirect Storage",
    "nvshmem*": "NVSHMEM",
    "nvcomp*": "nvCOMP",
    "nvinfer*": "TensorRT",
    "nvonnxparser": "TensorRT",
    "cudla": "cuDLA",
    "cudss*": "cuDSS",
    "nvtx3interop": "NVTX's library for other languages",
}


def library_owner(name: str) -> str | None:
    """The library that `-lNAME` is of; None for any other."""
    return next((owner for pattern, owner in LIBRARIES.items() if fnmatchcase(name, pattern)), None)


def owner(header: str) -> str | None:
    """The library that `header` is of, as included; None for any other header."""
    return next((name for pattern, name in HEADERS.items() if fnmatchcase(header, pattern)), None)
