# SPDX-License-Identifier: Apache-2.0
"""Files that exist once for each target, made from the target tables: `python -m devtools.target_files`.

They are program names in pyproject.toml, Meson's machine files, and CMake's toolchain files and presets. A test fails when the stored
ones differ from what this makes.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENSE = "# SPDX-License-Identifier: Apache-2.0\n"
BEGIN, END = "# made by devtools/target_files.py:\n", "# end of what devtools/target_files.py makes\n"


def target_names() -> list[str]:
    """Targets that a program's name may carry; variants such as `gfx90a:xnack-` go through SCALE_TARGETS."""
    from scale.compiler.targets.registry import target_names as known

    return [name for name in known() if ":" not in name]


def files(names: list[str]) -> dict[str, str]:
    """Path in the checkout to content."""
    made = {"plugins/meson/native/scale": _native("scale-nvcc")}
    for name in names:
        made[f"plugins/meson/native/scale-{name}"] = _native(f"scale-nvcc-{name}")
        made[f"plugins/meson/cross/scale-{name}"] = _cross(f"scale-nvcc-{name}")
        made[f"plugins/cmake/toolchains/{name}.cmake"] = (
            f'{LICENSE}# cmake --toolchain THIS: CUDA for {name}.\nset(CMAKE_CUDA_COMPILER "scale-nvcc-{name}")\n'
        )
    made["plugins/cmake/presets.json"] = _presets(names)
    made["pyproject.toml"] = _project((ROOT / "pyproject.toml").read_text(), names)
    return made


def _native(program: str) -> str:
    return f"{LICENSE}# meson setup --native-file NAME: CUDA by scale; the code runs on this machine.\n[binaries]\ncuda = '{program}'\n"


def _cross(program: str) -> str:
    return (
        f"{LICENSE}# meson setup --cross-file NAME: CUDA for a GPU that this machine need not have.\n"
        f"[binaries]\nc = 'cc'\ncpp = 'c++'\nar = 'ar'\nstrip = 'strip'\npkg-config = 'pkg-config'\ncuda = '{program}'\n\n"
        "[host_machine]\nsystem = 'linux'\ncpu_family = 'x86_64'\ncpu = 'x86_64'\nendian = 'little'\n\n"
        "[properties]\nneeds_exe_wrapper = true\n"
    )


def _presets(names: list[str]) -> str:
    presets: list[dict[str, object]] = [
        {
            "name": "scale",
            "hidden": True,
            "displayName": "scale: the configured targets",
            "cacheVariables": {"CMAKE_CUDA_COMPILER": "scale-nvcc"},
        }
    ]
    for name in names:
        variables = {"CMAKE_CUDA_COMPILER": f"scale-nvcc-{name}"}
        presets.append({"name": f"scale-{name}", "hidden": True, "displayName": f"scale: {name}", "cacheVariables": variables})
    return json.dumps({"version": 4, "configurePresets": presets}, indent=2) + "\n"


def _project(text: str, names: list[str]) -> str:
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(f'"scale-nvcc-{name}" = "scale.compiler.driver.named:{name.replace("-", "_")}"\n' for name in names)
    return f"{before}{BEGIN}{rows}{END}{after}"


def main() -> int:
    """Writes all of them anew."""
    names = target_names()
    for folder in ("plugins/meson/native", "plugins/meson/cross", "plugins/cmake/toolchains"):
        shutil.rmtree(ROOT / folder, ignore_errors=True)
    for path, content in files(names).items():
        file = ROOT / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    print(f"{len(names)} targets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
