from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

assert CUDA_HOME is not None
setup(
    name="cu-torch",
    version="1.0",
    ext_modules=[CUDAExtension("cu_torch", ["cu_torch.cpp", "cu_torch_kernel.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
