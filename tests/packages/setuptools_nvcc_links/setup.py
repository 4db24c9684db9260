# Another way that projects have: a compiler object of their own for the CUDA module, whose compiler and linker are both nvcc.
import os
import shutil
import sysconfig
from distutils import unixccompiler
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NVCC = shutil.which("nvcc")
HOME = Path(os.environ.get("CUDA_PATH") or Path(NVCC).parent.parent)


class build_ext_nvcc(build_ext):
    def build_extension(self, ext):
        default_compiler = self.compiler
        self.compiler = unixccompiler.UnixCCompiler()
        self.compiler.src_extensions.append(".cu")
        self.compiler.set_executable("compiler_so", [NVCC])
        self.compiler.set_executable("linker_so", [NVCC])
        super().build_extension(ext)
        self.compiler = default_compiler


setup(
    name="cu-nvcc-links",
    version="1.0",
    ext_modules=[
        Extension(
            "cu_nvcc_links",
            ["cu_nvcc_links.cu"],
            include_dirs=[sysconfig.get_path("include")],
            libraries=["cuda"],
            extra_compile_args=["-O3", "-std=c++14", "--compiler-options=-fPIC"],
            extra_link_args=["--shared", f"-L{HOME / 'lib64'}"],
        )
    ],
    cmdclass={"build_ext": build_ext_nvcc},
)
