from setuptools import Extension, setup

setup(
    name="cu-rdc",
    version="1.0",
    ext_modules=[Extension("cu_rdc", ["cu_rdc.cu", "device.cu"], extra_compile_args={"nvcc": ["-rdc", "true"]})],
)
