# SPDX-License-Identifier: Apache-2.0
"""The environment in which build systems take scale for CUDA: what `scale env` prints and `scale build` runs commands in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from scale.errors import ScaleError
from scale.paths import package_root

HOME_VARIABLES = ("CUDA_HOME", "CUDA_PATH", "CUDAHOME", "CUDA_ROOT", "CUDA_TOOLKIT_ROOT_DIR")
"""Names under which projects look for the toolkit folder; Meson warns when those it reads differ."""
COMPILER_VARIABLES = ("CUDACXX", "NVCC")
TOOLS_VARIABLES = ("CUDA_BIN_PATH",)
"""Names for the folder of nvcc: CMake's FindCUDA and programs that compile kernels when they run (Blender)."""
INCLUDE_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
XDG_DATA_DIRS_DEFAULT = "/usr/local/share:/usr/share"


def plugins_folder() -> Path:
    """The adapters: inside an installed package, beside `core/` in a checkout."""
    inside = package_root() / "plugins"
    return inside if inside.is_dir() else package_root().parent / "plugins"


def startup_folder() -> Path:
    """The folder for PYTHONPATH whose `sitecustomize` brings scale into setuptools, torch and pip."""
    return plugins_folder() / "setuptools" / "startup"


def activated(target: str | None, environment: Mapping[str, str]) -> dict[str, str]:
    """Variables and the values they get, given the environment they are set in.

    Args:
        target: one target or a list with semicolons; None leaves the choice to SCALE_TARGETS.
        environment: where the present values of PATH and the like are read.

    Raises:
        UnknownTarget: a target that does not exist.
        MissingTool: the runtime libraries are not built.
    """
    from scale.compiler.targets.registry import check_target
    from scale.compiler.toolkit import toolkit_folder

    names = [check_target(name) for name in target.replace(",", ";").split(";") if name] if target else []
    toolkit = toolkit_folder(names[0] if len(names) == 1 else None)
    values = dict.fromkeys(HOME_VARIABLES, toolkit.root)
    values.update(dict.fromkeys(COMPILER_VARIABLES, f"{toolkit.bin}/nvcc"))
    values.update(dict.fromkeys(TOOLS_VARIABLES, toolkit.bin))
    if names:
        values["SCALE_TARGETS"] = ";".join(names)
    scripts = str(Path(sys.argv[0]).resolve().parent) if Path(sys.argv[0]).name.startswith("scale") else str(Path(sys.executable).parent)
    values["PATH"] = _in_front([toolkit.bin, scripts], environment.get("PATH", os.defpath))
    values["PYTHONPATH"] = _in_front([str(startup_folder())], environment.get("PYTHONPATH", ""))
    if not _has_cuda_torch(environment):
        # NVIDIA's installation makes its libraries known to the system: what makefiles link has no run path, configure scripts run it.
        values["LD_LIBRARY_PATH"] = _behind(environment.get("LD_LIBRARY_PATH", ""), toolkit.lib)
    # A bare -lcublas, as legacy CMake projects and makefiles write it where NVIDIA's libraries lie among the system's.
    values["LIBRARY_PATH"] = _behind(environment.get("LIBRARY_PATH", ""), toolkit.library_path)
    values["PKG_CONFIG_PATH"] = _in_front([f"{toolkit.lib}/pkgconfig"], environment.get("PKG_CONFIG_PATH", ""))
    values.update(_headers_before_others(environment, toolkit.include))
    # CMake's find_package(Torch), which searches here before the prefixes that projects name: plugins/torch/cmake.
    values["Torch_ROOT"] = environment.get("Torch_ROOT") or str(plugins_folder() / "torch" / "cmake")
    share = f"{sys.prefix}/share"
    values["XDG_DATA_DIRS"] = _in_front([share], environment.get("XDG_DATA_DIRS") or XDG_DATA_DIRS_DEFAULT)
    if any("\n" in value for value in values.values()):
        raise ScaleError("a path with a line break cannot be put into the environment")
    return values


def _has_cuda_torch(environment: Mapping[str, str]) -> bool:
    """Whether the Python environment in use has a torch for CUDA, which comes with NVIDIA's libraries as wheels.

    Those need each other by the same names as ours, and LD_LIBRARY_PATH goes before the run paths by which they find each other.
    """
    prefixes = [Path(environment[name]) for name in ("VIRTUAL_ENV", "CONDA_PREFIX") if environment.get(name)]
    sites = [Path(entry) for entry in sys.path if entry.endswith("-packages")]
    sites += [site for prefix in prefixes for site in prefix.glob("lib/python3*/site-packages")]
    return any((site / "torch" / "lib" / "libtorch_cuda.so").exists() for site in sites)


def _in_front(entries: list[str], present: str) -> str:
    """A search path with `entries` first, each once."""
    rest = [entry for entry in present.split(os.pathsep) if entry and entry not in entries]
    return os.pathsep.join([*entries, *rest])


def _behind(present: str, entry: str) -> str:
    """A search path with a folder of our toolkit's behind the user's own, but before another toolkit's, which shells often name by habit.

    Those of other toolkit folders of ours are left out.
    """
    from scale.compiler.frontend.foreign import other_libraries
    from scale.compiler.toolkit import MARK

    rest = [
        each for each in present.split(os.pathsep) if each and not any((above / MARK).exists() for above in list(Path(each).parents)[:2])
    ]
    others = [each for each in rest if other_libraries(each)]
    return os.pathsep.join([*(each for each in rest if each not in others), entry, *others])


def _headers_before_others(environment: Mapping[str, str], own: str) -> dict[str, str]:
    """The compilers' search paths that name another toolkit's headers, with ours in front of those."""
    from scale.compiler.frontend.foreign import search_path_without_other_headers
    from scale.compiler.toolkit import MARK

    values: dict[str, str] = {}
    for name in INCLUDE_VARIABLES:
        text, others = search_path_without_other_headers(environment.get(name, ""))
        kept = [each for each in text.split(os.pathsep) if each and not (Path(each) / MARK).exists()]
        if others:
            values[name] = os.pathsep.join([*kept, own, *others])
    return values
