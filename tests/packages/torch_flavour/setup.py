from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="cu-flavour",
    version="1.0",
    ext_modules=[CUDAExtension("cu_flavour", ["cu_flavour.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
