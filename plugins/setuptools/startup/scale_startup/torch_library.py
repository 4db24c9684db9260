# SPDX-License-Identifier: Apache-2.0
"""Builds, once for each torch, the libraries that give a CPU-only torch its CUDA device: libc10_cuda and libtorch_cuda.

They depend on torch's own headers and binary interface, so they are made where that torch is, and kept in the user's
cache folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PLUGIN = Path(__file__).resolve().parents[3] / "torch"
LIBRARIES = {
    "libc10_cuda.so": (("functions", "streams", "allocator"), ("-lc10",)),
    "libtorch_cuda.so": (
        ("context", "generator", "handles", "operators", "recurrent", "sparse", "fallback"),
        ("-lc10_cuda", "-ltorch_cpu", "-lc10", "-lcublas", "-lcublasLt", "-lcusparse", "-lcusolver"),
    ),
}
"""Library to its sources and what it is linked with, in the order in which they are built and loaded."""
FLAGS = ("-std=c++20", "-O1", "-fPIC", "-w")


_running: set[subprocess.Popen[bytes]] = set()
"""Compilers at work; each leads a process group."""


def libraries(torch_folder: Path, version: str, toolkit: Path) -> Path:
    """Folder of the two libraries for this torch; builds them when they are not there.

    Raises:
        RuntimeError: they cannot be built; the text is g++'s.
    """
    base = Path(os.environ.get("SCALE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if not os.environ.get("SCALE_CACHE"):
        base = base / "scale"
    folder = base / "torch" / f"{version}-{_key(torch_folder, toolkit)}"
    if all((folder / name).is_file() for name in LIBRARIES):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("scale: waiting for another process that builds the CUDA device of torch", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not all((folder / name).is_file() for name in LIBRARIES):
            _build(folder, torch_folder, version, toolkit)
    return folder


def _key(torch_folder: Path, toolkit: Path) -> str:
    # The toolkit's release decides the layout of structures; any toolkit of that release has the same libcudart.
    digest = hashlib.sha256(f"{torch_folder} {(toolkit / 'version.txt').read_text()} {FLAGS}".encode())
    for file in sorted([*PLUGIN.glob("src/*"), *PLUGIN.glob("include/**/*.h"), *PLUGIN.glob("cpu_build/**/*.h")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _build(folder: Path, torch_folder: Path, version: str, toolkit: Path) -> None:
    compiler = os.environ.get("CXX") or "g++"
    if shutil.which(compiler) is None:
        raise RuntimeError(f"{compiler} is needed to give torch its CUDA device; install the package g++")
    print(f"scale: building the CUDA device of torch {version} (once; a minute and a half of processor time)", file=sys.stderr, flush=True)
    work = folder.with_name(f".{folder.name}")
    for other in [*folder.parent.glob("tmp*"), *folder.parent.glob(".*")]:
        if other != work:
            shutil.rmtree(other, ignore_errors=True)  # the caller has the lock: nobody works there any more
    work.mkdir(exist_ok=True)
    include = [f"-I{PLUGIN / 'cpu_build'}", f"-I{PLUGIN / 'include'}", f"-I{torch_folder / 'include'}"]
    include += [f"-I{torch_folder / 'include/torch/csrc/api/include'}", f"-I{toolkit / 'include'}"]

    def compile_one(name: str) -> None:
        result, new = work / f"{name}.o", work / f"{name}.o.new"
        if not result.is_file():  # it is there when an earlier attempt was ended before it was done
            _run([compiler, *FLAGS, *include, "-c", str(PLUGIN / "src" / f"{name}.cpp"), "-o", str(new)], work)
            new.rename(result)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            list(pool.map(compile_one, [name for sources, _ in LIBRARIES.values() for name in reversed(sources)]))
        except BaseException:  # an interrupt too: what still compiles must not outlive this process
            for process in list(_running):
                os.killpg(process.pid, signal.SIGTERM)
            raise
    for library, (sources, linked) in LIBRARIES.items():
        objects = [str(work / f"{name}.o") for name in sources]
        places = [f"-L{work}", f"-L{torch_folder / 'lib'}", f"-L{toolkit / 'lib64'}", f"-Wl,-rpath,{torch_folder / 'lib'}"]
        output = ["-o", str(work / library), f"-Wl,-soname,{library}", "-Wl,-rpath,$ORIGIN", "-Wl,--no-undefined"]
        _run([compiler, "-shared", *objects, *places, *linked, "-lcudart", *output], work)
    for leftover in work.iterdir():
        if leftover.name not in LIBRARIES:
            leftover.unlink()
    shutil.rmtree(folder, ignore_errors=True)
    work.rename(folder)


def _run(line: list[str], folder: Path) -> None:
    """Run a compiler, whose own temporary files go with the folder.

    Raises:
        RuntimeError: it failed.
    """
    environment = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, start_new_session=True) as process:
        _running.add(process)
        said = process.communicate()[1].decode(errors="replace")
        _running.discard(process)
    if process.returncode != 0:
        raise RuntimeError(f"building the CUDA device of torch failed:\n{' '.join(line)}\n{said.strip()}")
