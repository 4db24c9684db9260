# SPDX-License-Identifier: Apache-2.0
"""Gets the projects' source archives and other projects' headers, once, into one folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

from scale.paths import package_root

from .projects import Project

DEBIAN_HEADERS = tuple(f"lib{name}-dev" for name in ("openmpi", "gtest", "gflags", "glm", "fftw3", "openblas-pthread", "lapacke"))
APT = """
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "{folder}/parts";
Dir::State::lists "{folder}/lists";
Dir::Cache "{folder}/cache";
"""


def find(project: Project, folder: Path) -> Path | None:
    """The unpacked sources of a project below `folder`, or None."""
    names = {project.name, project.name.replace("-", "_")}
    version = project.version.split("+")[0]
    for name in names:
        for each in (f"{name}-{version}", f"{name}-x"):
            if (folder / "src" / each).is_dir():
                return folder / "src" / each
    return None


def fetch(project: Project, folder: Path) -> Path | None:
    """Download and unpack a project; None (and a line on standard error) where that is impossible here."""
    (folder / "src").mkdir(parents=True, exist_ok=True)
    archive = _sdist(project, folder) if project.origin == "pypi" else _debian_source(project, folder)
    if archive is None:
        print(f"corpus: {project.name} {project.version} cannot be had from {project.origin}", file=sys.stderr)
        return None
    if archive.is_dir():
        archive.rename(folder / "src" / f"{project.name}-x")
    else:
        with tarfile.open(archive) as file:
            file.extractall(folder / "src", filter="data")
    return find(project, folder)


def _sdist(project: Project, folder: Path) -> Path | None:
    """pip's copy of the archive, or the tree that it leaves when the project's metadata cannot be made here."""
    place = folder / "pip" / project.name
    place.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-clean", "--no-deps", "--no-build-isolation"]
    command += ["--no-binary", project.name, f"{project.name}=={project.version}", "-d", str(place)]
    subprocess.run(command, env={**os.environ, "TMPDIR": str(place)}, stderr=subprocess.DEVNULL, timeout=600, check=False)
    for pattern in ("*.tar.gz", "pip-*/*.tar.gz"):
        for path in place.glob(pattern):
            return path
    return next((path.parent for path in place.glob("pip-*/*/PKG-INFO")), None)


def _debian_source(project: Project, folder: Path) -> Path | None:
    """`apt-get source` with package lists of our own, as the machine may have none for sources."""
    apt = folder / "apt"
    for name in ("parts", "lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True, exist_ok=True)
    settings = apt / "apt.conf"
    environment = {**os.environ, "APT_CONFIG": str(settings)}
    if not settings.is_file():
        for source in Path("/etc/apt/sources.list.d").glob("*.sources"):
            (apt / "parts" / source.name).write_text(source.read_text().replace("Types: deb\n", "Types: deb-src\n"))
        settings.write_text(APT.format(folder=apt))
        subprocess.run(["apt-get", "-qq", "update"], env=environment, timeout=600, check=False)
    place = folder / "debian"
    place.mkdir(exist_ok=True)
    subprocess.run(["apt-get", "-qq", "source", "--download-only", project.name], cwd=place, env=environment, timeout=600, check=False)
    return next(iter(sorted(place.glob(f"{project.name}_{project.version}*.orig.tar.*z"))), None)


def third_party(folder: Path) -> dict[str, list[str]]:
    """Folders of headers by the names of `THIRD`; those that cannot be had are empty."""
    root = folder / "third" / "root" / "usr"
    if not root.is_dir():
        packages = folder / "third" / "deb"
        packages.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "-qq", "download", *DEBIAN_HEADERS], cwd=packages, timeout=600, check=False)
        for package in packages.glob("*.deb"):
            subprocess.run(["dpkg", "-x", str(package), str(root.parent)], check=False)
    machine = root / "include" / "x86_64-linux-gnu"
    return {
        "torch": _torch(),
        "nccl": _nccl(folder),
        "mpi": [str(machine / "openmpi")] if (machine / "openmpi").is_dir() else [str(path) for path in root.glob("lib/*/openmpi/include")],
        "system": [str(root / "include"), str(machine), *map(str, machine.glob("openblas*"))],
        "python": [sysconfig.get_path("include")],
    }


def _torch() -> list[str]:
    """Include folders of an installed torch; `SCALE_CORPUS_TORCH` names the site-packages folder of another environment."""
    for place in (os.environ.get("SCALE_CORPUS_TORCH"), *sys.path):
        torch = Path(place or ".") / "torch" / "include"
        if torch.is_dir():
            adapter = package_root().parent / "plugins" / "torch"
            return [
                str(adapter / "cpu_build"),
                str(adapter / "include"),
                str(torch),
                str(torch / "torch" / "csrc" / "api" / "include"),
                sysconfig.get_path("include"),
            ]
    return []


def _nccl(folder: Path) -> list[str]:
    place = folder / "third" / "nccl"
    if not place.is_dir():
        place.mkdir(parents=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "nvidia-nccl-cu12", "-d", str(place)]
        subprocess.run(command, timeout=900, check=False)
        for wheel in place.glob("*.whl"):
            with zipfile.ZipFile(wheel) as file:
                file.extractall(place, [name for name in file.namelist() if "/include/" in name])
            wheel.unlink()
    return [str(place / "nvidia" / "nccl" / "include")]
