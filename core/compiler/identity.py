# SPDX-License-Identifier: Apache-2.0
"""What a compilation's result depends on besides its command line and its sources, as text.

Compiler caches know a compiler by its file and its command line. This tells them the rest: preprocessed text ends with it
(`scale.compiler.driver.preprocessed`), and `scale build` puts it into the variables by which they keep results apart.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from scale.errors import MissingTool
from scale.paths import package_root

CHOOSING_VARIABLES = ("SCALE_TARGETS", "SCALE_CUDA_VERSION", "SCALE_CUDA_ARCH")
"""What chooses the code that is made, short enough to be shown."""
FURTHER_VARIABLES = (
    "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "SCALE_CLANG", "SCALE_LLD", "SCALE_DEVICE_LIBS", "ROCM_PATH", "HIP_PATH",
)  # fmt: skip
"""What changes it by other ways."""
CACHE_VARIABLES = ("CCACHE_NAMESPACE", "SCCACHE_C_CUSTOM_CACHE_BUSTER")
"""By these ccache and sccache keep results apart."""


def cache_namespace(environment: Mapping[str, str]) -> str:
    """A name for all that this environment chooses: the same name, the same code from the same command."""
    chosen = [environment[name].replace(";", "-") for name in CHOOSING_VARIABLES if environment.get(name)]
    further = [f"{name}={environment[name]}" for name in FURTHER_VARIABLES if environment.get(name)]
    digest = hashlib.blake2s("\0".join([compiler_digest(), *further]).encode(errors="surrogateescape"), digest_size=6)
    return "-".join(["scale", *chosen, digest.hexdigest()])


def caches_are_told(environment: Mapping[str, str]) -> bool:
    """Whether a compiler cache of this environment keeps its results under that name."""
    return all(environment.get(name) == cache_namespace(environment) for name in CACHE_VARIABLES)


def identity(environment: Mapping[str, str], targets: Sequence[str]) -> str:
    """One line: the targets that were chosen, and what `cache_namespace` says."""
    return f"{';'.join(targets)} {cache_namespace(environment)}"


@cache
def compiler_digest() -> str:
    """Changes with the compiler: the package's own code, clang and LLVM. The same on every machine that has the same ones."""
    digest = hashlib.blake2s(digest_size=8)
    root = package_root()
    for path in sorted([*root.glob("*.py"), *_code(root / "compiler")]):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(path.read_bytes())
    for tool in _tools():
        # Hundreds of megabytes: another release has another size.
        digest.update(f"{tool.name} {tool.stat().st_size}\0".encode())
    return digest.hexdigest()


def _code(folder: Path) -> Iterator[Path]:
    """The compiler's files. Its CUDA headers are not among them: what a source uses of those is in its preprocessed text."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            if entry.name not in ("__pycache__", "include"):
                yield from _code(Path(entry.path))
        else:
            yield Path(entry.path)


def _tools() -> Iterator[Path]:
    """The programs and libraries of others that make the code, as far as they are there."""
    from importlib.util import find_spec

    from scale.compiler.frontend import find_clang
    from scale.compiler.targets.amdgpu.tools import find, linker

    yield Path(find_clang().path).resolve()
    with suppress(MissingTool):
        yield Path(linker()).resolve()
    yield from (path for name in ("ocml", "ockl") if (path := find(name)) is not None)
    spec = find_spec("llvmlite")
    if spec is not None and spec.origin is not None:
        yield from sorted((Path(spec.origin).parent / "binding").glob("*.so"))
