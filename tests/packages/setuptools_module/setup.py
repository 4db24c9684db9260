import os

from setuptools import Extension, setup

CUDA = os.environ.get("CUDA_HOME", "/usr/local/cuda")

setup(
    name="cu-setuptools",
    version="1.0",
    ext_modules=[
        Extension("cu_setuptools", ["cu_setuptools.cu"], extra_compile_args={"nvcc": ["-O2", "-std=c++17"]}),
        Extension("cu_setuptools_flags", ["cu_setuptools_flags.cu", "host.cpp"], extra_compile_args=["-O2", "-Wall"]),
        Extension("cu_driver", ["cu_driver.c"], include_dirs=[f"{CUDA}/include"], library_dirs=[f"{CUDA}/lib64"], libraries=["cuda"]),
    ],
)
