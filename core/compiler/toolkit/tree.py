# SPDX-License-Identifier: Apache-2.0
"""The toolkit folder: what build systems take for a CUDA toolkit. Made once in the user's cache folder, as links to the package.

Wheels cannot hold symbolic links, and the same package serves several targets and CUDA releases, so the tree is
made when it is first asked for. Its name is a key over all that its content depends on; a tree is never changed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import scale
from scale.compiler.frontend.cccl import cccl_include
from scale.compiler.toolkit import nvidia
from scale.compiler.toolkit.releases import release_libraries
from scale.cuda_version import CudaVersion, cuda_version
from scale.errors import MissingTool, ScaleError
from scale.nvidia_toolkit import is_nvidia, nvidia_toolkit, release_for
from scale.paths import built_root, cache_folder, generated_include, hand_written_include, library_folder

LAYOUT = 16
"""Goes up when this module lays trees out in another way."""
MARK = ".scale-toolkit"
MACHINE = "x86_64-linux"
STUBS = ("libcuda.so", "libnvidia-ml.so")
"""Libraries that belong to a driver installation, where NVIDIA's toolkit has only something to link against. Build systems look for them
there, or as the driver's installation would show them, beside the other libraries."""
LONGEST_SHEBANG = 120


@dataclass(frozen=True)
class Toolkit:
    """A toolkit folder."""

    root: str

    @property
    def bin(self) -> str:
        return f"{self.root}/bin"

    @property
    def include(self) -> str:
        return f"{self.root}/include"

    @property
    def lib(self) -> str:
        return f"{self.root}/lib64"

    @property
    def link(self) -> str:
        """What the linker is told to search. It is not `lib`, which CMake would then take for a folder that the system's loader searches:
        imported targets (`CUDA::cublas`) are found in `link/lib64`, which is `lib`, and programs get it as run path.
        """
        return f"{self.root}/link"

    @property
    def library_path(self) -> str:
        """What LIBRARY_PATH names. GCC looks into `../lib64` and `../lib` from there too, which must not be `lib`, for the same reason."""
        return f"{self.root}/bare/link"

    @property
    def libdevice(self) -> str:
        return f"{self.root}/nvvm/libdevice"


def toolkit_folder(target: str | None = None) -> Toolkit:
    """The toolkit whose `bin/nvcc` builds for `target`, or for the configured targets when there is none.

    Raises:
        MissingTool: the runtime libraries are not built.
        ScaleError: the tree cannot be written.
    """
    return _made(target, release_for((target,)) if target else cuda_version())


@cache
def _made(target: str | None, version: CudaVersion) -> Toolkit:
    try:
        built_root()
    except FileNotFoundError as error:
        raise MissingTool(str(error)) from None
    base = cache_folder() / "toolkit"
    own = nvidia_toolkit() if target and is_nvidia(target) else None
    root = base / f"{version}-{target or 'configured'}-{_key(version, own.root if own else None)}"
    if (root / MARK).is_file():
        return Toolkit(str(root))
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(base / "lock"):
            if not (root / MARK).is_file():
                _build_whole(root, target, version)
    except OSError as error:
        raise ScaleError(f"the toolkit folder cannot be made: {error}", hint="SCALE_CACHE names another folder") from error
    return Toolkit(str(root))


def _key(version: CudaVersion, nvidia: Path | None) -> str:
    """Changes whenever the tree would."""
    import zlib

    parts = [scale.__version__, str(LAYOUT), str(version), sys.executable, str(cccl_include(version.major)), str(nvidia)]
    for folder in (hand_written_include(), generated_include(), library_folder()):
        parts += [str(folder), *(f"{path}:{os.stat(path).st_mtime_ns}" for path in _folders(folder))]  # noqa: PTH116
    return f"{zlib.crc32(chr(0).join(parts).encode()):08x}"


def _folders(top: Path) -> Iterator[str]:
    """A folder and those below it; their times change when a file comes or goes."""
    yield str(top)
    with os.scandir(top) as entries:
        below = sorted(entry.path for entry in entries if entry.is_dir())
    for path in below:
        yield from _folders(Path(path))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _build_whole(root: Path, target: str | None, version: CudaVersion) -> None:
    """Make the tree beside its place, then move it there. The caller has the lock: what lies beside was left by one that was killed."""
    import shutil

    for half in root.parent.glob(".*"):
        shutil.rmtree(half, ignore_errors=True)
    new = root.with_name(f".{root.name}.{os.getpid()}")
    try:
        new.mkdir()
        _build(new, target, version)
        new.rename(root)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _build(new: Path, target: str | None, version: CudaVersion) -> None:
    """The tree's content, in an empty folder beside its place."""
    import json

    _link_merged(new / "include", (hand_written_include(), generated_include()))
    (new / "include" / MARK).touch()
    for header in _VERSION_HEADERS:
        _version_header(new / "include" / header, version)
    if target and is_nvidia(target):
        nvidia.mark(new / "include" / _VERSION_HEADERS[0])
    if target and is_nvidia(target):
        nvidia.libraries(new / "lib64", target)
        _short_names(new / "lib64")
    else:
        _libraries(new / "lib64", release_libraries(library_folder(), version.major, new.parent))
    _package_files(new / "lib64", version)
    _link_cccl(new, version)
    (new / "lib").symlink_to("lib64")
    machine = new / "targets" / MACHINE
    machine.mkdir(parents=True)
    (machine / "include").symlink_to("../../include")
    (machine / "lib").symlink_to("../../lib64")
    (new / "link").mkdir()
    (new / "bare" / "link").mkdir(parents=True)
    for each in sorted((new / "lib64").iterdir()):
        (new / "link" / each.name).symlink_to(f"../lib64/{each.name}")
        if each.name.startswith("lib"):
            (new / "bare" / "link" / each.name).symlink_to(f"../../lib64/{each.name}")
    # CMake takes it for an installation's folder, and CCCL's packages look for their headers from there.
    for name in ("lib64", "include"):
        (new / "link" / name).symlink_to(f"../{name}")
    (new / "bin").mkdir()
    if target and is_nvidia(target):
        nvidia.parts(new, target)
    else:
        (new / "nvvm" / "libdevice").mkdir(parents=True)
    name = f"scale-nvcc-{target}" if target else "scale-nvcc"
    _program(new / "bin" / "nvcc", "scale.compiler.driver.main", f"program={name!r}")
    if not (target and is_nvidia(target)):
        _program(new / "bin" / "ptxas", "scale.cli.programs.ptxas", f"program={name!r}")
    for program, module in _PROGRAMS.items():
        if not (new / "bin" / program).exists():
            _program(new / "bin" / program, f"scale.cli.programs.{module}")
    release = f"{version}.{0 if version.build == 0 else version.build}"
    (new / "version.txt").write_text(f"CUDA Version {version}.0\n")
    described = {name: {"name": text, "version": release} for name, text in _COMPONENTS.items()}
    (new / "version.json").write_text(json.dumps(described, indent=2) + "\n")
    (new / MARK).write_text(f"scale {scale.__version__}\n")


_PROGRAMS = {
    "bin2c": "bin2c",
    "compute-sanitizer": "sanitizer",
    "cu++filt": "demangle",
    "cuobjdump": "cuobjdump",
    "nvdisasm": "nvdisasm",
}
"""Programs beside `nvcc` and `ptxas`, and the modules of `scale.cli.programs` they are."""

_PACKAGES: dict[str, tuple[str, ...]] = {
    "cuda": ("cuda",),
    "cudart": ("cudart",),
    "cublas": ("cublas", "cublasLt"),
    "cufft": ("cufft",),
    "cufftw": ("cufftw", "cufft"),
    "curand": ("curand",),
    "cusolver": ("cusolver", "cusparse", "cublas"),
    "cusparse": ("cusparse",),
    "nvidia-ml": ("nvidia-ml",),
    "nvjitlink": ("nvJitLink",),
    "nvrtc": ("nvrtc",),
}
"""pkg-config names to the libraries to link."""


def _package_files(libraries: Path, version: CudaVersion) -> None:
    """`cublas-12.9.pc` and `cublas.pc` and their like in `lib64/pkgconfig`."""
    folder = libraries / "pkgconfig"
    folder.mkdir()
    for name, linked in _PACKAGES.items():
        search = "-L${libdir}/stubs" if f"lib{linked[0]}.so" in STUBS else "-L${libdir}"
        text = (
            "cudaroot=${pcfiledir}/../..\nlibdir=${cudaroot}/lib64\nincludedir=${cudaroot}/include\n\n"
            f"Name: {name}\nDescription: CUDA's {name}, by scale\nVersion: {version}\n"
            f"Libs: {search} {' '.join(f'-l{library}' for library in linked)}\n"
            "Cflags: -I${includedir}\n"
        )
        for file in (f"{name}-{version}.pc", f"{name}.pc"):
            (folder / file).write_text(text, encoding="utf-8")


_COMPONENTS = {"cuda": "CUDA SDK", "cuda_cudart": "CUDA Runtime (cudart)", "cuda_nvcc": "CUDA NVCC"}


def _link_merged(folder: Path, sources: Iterable[Path]) -> None:
    """Link every file of several folders into one; the first folder that has a name wins."""
    folder.mkdir()
    below: dict[str, list[Path]] = {}
    for source in sources:
        for entry in sorted(source.iterdir()):
            if entry.is_dir():
                below.setdefault(entry.name, []).append(entry)
            elif not (folder / entry.name).is_symlink():
                (folder / entry.name).symlink_to(entry)
    for name, folders in below.items():
        if not (folder / name).exists():
            _link_merged(folder / name, folders)


_VERSION_HEADERS = ("scale/cuda_version.h", "cuda.h", "cuda_runtime_api.h")
"""Headers that say the release as a number, for the host compiler and for build systems that search their text."""


def _version_header(path: Path, version: CudaVersion) -> None:
    """A copy of a header with the release's number in its definitions."""
    text = path.read_text(encoding="utf-8")
    path.unlink()
    own = r"(?m)^(#define (?:__SCALE_CUDA_VERSION__|CUDART_VERSION|CUDA_VERSION)) (?:\d+|__SCALE_CUDA_VERSION__)$"
    path.write_text(re.sub(own, rf"\1 {version.number}", text), encoding="utf-8")


def _link_cccl(root: Path, version: CudaVersion) -> None:
    """Thrust, CUB and libcu++, where the user has them, with their CMake packages: a toolkit of NVIDIA's holds them too."""
    import shutil

    include = cccl_include(version.major)
    if include is None:
        return
    own = root / "include" / "nv"
    if own.is_dir() and (include / "nv").is_dir():
        shutil.rmtree(own)
    for entry in include.iterdir():
        if entry.is_dir() and not (root / "include" / entry.name).exists():
            (root / "include" / entry.name).symlink_to(entry)
    for packages in (include.parent / "lib" / "cmake", include.parent.parent / "lib" / "cmake"):
        if packages.is_dir():
            (root / "lib64" / "cmake").symlink_to(packages)
            return


def _libraries(folder: Path, shared: Path) -> None:
    """Links to the package's static libraries and to the shared ones of the release."""
    folder.mkdir()
    (folder / "stubs").mkdir()
    entries = [entry for entry in sorted(library_folder().iterdir()) if entry.is_file()]
    versioned = {entry.name.split(".so.")[0] for entry in entries if ".so." in entry.name}
    for entry in entries:
        # A short name in the package is a linker script, since wheels hold no links; what is opened at run time must be the library.
        if ".so." not in entry.name and (entry.name.removesuffix(".so") not in versioned or not entry.name.endswith(".so")):
            (folder / entry.name).symlink_to(entry.resolve())
    for entry in sorted(shared.glob("lib*.so.*")):
        (folder / entry.name).symlink_to(entry.resolve())
    _short_names(folder)
    for name in STUBS:
        if (folder / f"{name}.1").exists():
            (folder / "stubs" / name).symlink_to(f"../{name}.1")


def _short_names(folder: Path) -> None:
    """`libcudart.so` beside `libcudart.so.12`: the names that linkers look for, which wheels cannot hold as links."""
    for entry in sorted(folder.glob("lib*.so.*")):
        short = folder / f"{entry.name.split('.so.')[0]}.so"
        if not short.exists() and not short.is_symlink():
            short.symlink_to(entry.name)


def _program(path: Path, module: str, argument: str = "") -> None:
    """A program under the name that build systems look for: `main` of a module, the compiler's with its target fixed."""
    body = f"import sys\nfrom {module} import main\nsys.exit(main({argument}))\n"
    # -E: pip's isolated builds hide this package behind a PYTHONPATH of their own.
    if len(sys.executable) <= LONGEST_SHEBANG and " " not in sys.executable:
        path.write_text(f"#!{sys.executable} -E\n{body}")
    else:
        script = path.with_name(f"{path.name}.py")
        script.write_text(body)
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -E "$(dirname "$(readlink -f "$0")")/{script.name}" "$@"\n')
    path.chmod(0o755)
