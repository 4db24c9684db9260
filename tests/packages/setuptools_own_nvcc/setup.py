# The way many projects teach setuptools about CUDA by themselves: find the toolkit by CUDAHOME or by nvcc on PATH, let the compiler
# object take `.cu` files, and hand them to nvcc with options of its own.
import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def locate_cuda():
    if "CUDAHOME" in os.environ:
        home = Path(os.environ["CUDAHOME"])
        nvcc = home / "bin" / "nvcc"
    else:
        found = shutil.which("nvcc")
        if found is None:
            raise OSError("nvcc was not found; add it to PATH or set CUDAHOME")
        nvcc = Path(found)
        home = nvcc.parent.parent
    places = {"home": home, "nvcc": nvcc, "include": home / "include", "lib64": home / "lib64"}
    for name, path in places.items():
        if not path.exists():
            raise OSError(f"the CUDA {name} path {path} does not exist")
    return {name: str(path) for name, path in places.items()}


CUDA = locate_cuda()


def customize_compiler_for_nvcc(compiler):
    compiler.src_extensions.append(".cu")
    default_compiler, compile_host = compiler.compiler_so, compiler._compile

    def compile_any(obj, src, ext, cc_args, extra_postargs, pp_opts):
        if Path(src).suffix == ".cu":
            compiler.set_executable("compiler_so", CUDA["nvcc"])
            options = extra_postargs["nvcc"]
        else:
            options = extra_postargs["gcc"]
        compile_host(obj, src, ext, cc_args, options, pp_opts)
        compiler.compiler_so = default_compiler

    compiler._compile = compile_any


class custom_build_ext(build_ext):
    def build_extensions(self):
        customize_compiler_for_nvcc(self.compiler)
        super().build_extensions()


setup(
    name="cu-own-nvcc",
    version="1.0",
    ext_modules=[
        Extension(
            "cu_own_nvcc",
            ["host.cpp", "cu_own_nvcc.cu"],
            library_dirs=[CUDA["lib64"]],
            libraries=["cudart"],
            runtime_library_dirs=[CUDA["lib64"]],
            include_dirs=[CUDA["include"]],
            extra_compile_args={
                "gcc": ["-O2"],
                "nvcc": ["-arch=sm_75", "--ptxas-options=-v", "-c", "--compiler-options", "'-fPIC'"],
            },
        )
    ],
    cmdclass={"build_ext": custom_build_ext},
    zip_safe=False,
)
