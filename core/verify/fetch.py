# SPDX-License-Identifier: Apache-2.0
"""Published sources: sdists by pip, Debian source packages by apt, and the packages that a build reads.

Everything goes through the machine's own pip and apt, with their configured indexes; nothing is installed outside the project's folder.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from scale.verify.job import Job
from scale.verify.recipe import Failed

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


@dataclass(frozen=True)
class Sdist:
    """A source distribution of PyPI."""

    name: str
    version: str

    def describe(self) -> str:
        return f"{self.name} {self.version} (PyPI)"

    def fetch(self, job: Job, into: Path) -> Path:
        """By `pip download`, which also asks the project for its metadata.

        Some projects' metadata needs a torch, or the whole build. So no requirements are fetched for it, and where it fails
        pip is told to leave the unpacked source behind.
        """
        temporary = into / "pip"
        temporary.mkdir(parents=True, exist_ok=True)
        line = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-build-isolation", "--no-clean"]
        line += ["--no-binary", self.name, "-d", str(into), f"{self.name}=={self.version}"]
        job.run(line, cwd=into, env={"TMPDIR": str(temporary)}, check=False)
        if any(path.is_file() for path in into.iterdir()):
            return unpack(into)
        left = [path for path in temporary.glob("pip-download-*/*") if (path / "PKG-INFO").is_file() or (path / "pyproject.toml").is_file()]
        if len(left) != 1:
            raise Failed(f"pip did not deliver {self.name} {self.version}")
        return left[0]


@dataclass(frozen=True)
class DebianSource:
    """A source package of the Debian release that apt is set up for, without Debian's own patches."""

    package: str

    def describe(self) -> str:
        return f"{self.package} (Debian source)"

    def fetch(self, job: Job, into: Path) -> Path:
        into.mkdir(parents=True, exist_ok=True)
        options = _apt_options(job)
        if not any((job.work / "apt" / "lists").glob("*Sources*")):
            job.run(["apt-get", *options, "update"], cwd=into)
        job.run(["apt-get", *options, "source", "--download-only", self.package], cwd=into)
        return unpack(into)


def unpack(folder: Path) -> Path:
    """Unpacks the one source archive in `folder` beside it and returns the top folder.

    Raises:
        Failed: there is none, or it has no single top folder.
    """
    archives = sorted(path for path in folder.iterdir() if re.search(r"(?<!\.debian)\.(tar\.\w+|tgz|zip)$", path.name))
    if not archives:
        raise Failed("the download holds no source archive")
    top = folder / "tree"
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir()
    if archives[0].suffix == ".zip":
        with zipfile.ZipFile(archives[0]) as opened:
            opened.extractall(top)
    else:
        with tarfile.open(archives[0]) as opened:
            if hasattr(tarfile, "data_filter"):
                opened.extractall(top, filter="tar")
            else:
                opened.extractall(top)
    inside = list(top.iterdir())
    if len(inside) != 1:
        raise Failed(f"{archives[0].name} has no single top folder")
    return inside[0]


def fetch_debs(job: Job, packages: tuple[str, ...]) -> None:
    """Unpacks Debian packages into the project's prefix."""
    kept = job.work / "debs"
    for package in packages:
        if list(kept.glob(f"{package}_*.deb")):
            continue
        kept.mkdir(parents=True, exist_ok=True)
        job.run(["apt-get", "download", package], cwd=kept)
        (found,) = kept.glob(f"{package}_*.deb")
        job.run(["dpkg", "-x", found, job.prefix], cwd=kept)


def fetch_wheels(job: Job, requirements: tuple[str, ...]) -> None:
    """Makes the project's environment, on top of scale's own, and installs into it."""
    if not job.python.exists():
        job.run([sys.executable, "-m", "venv", "--without-pip", job.work / "python"], cwd=job.work)
        site = next((job.work / "python" / "lib").glob("python*/site-packages"))
        # Not --system-site-packages: scale itself may run in a virtual environment, whose packages that would not show.
        own = [path for path in sys.path if path.endswith("site-packages")]
        (site / "scale-environment.pth").write_text("".join(f"import site; site.addsitedir({path!r})\n" for path in own))
    stamp = job.work / "python" / "installed.txt"
    done = stamp.read_text().splitlines() if stamp.exists() else []
    missing = [each for each in requirements if each not in done]
    if missing:
        job.run([job.python, "-m", "pip", "install", "--quiet", *missing], cwd=job.work)
        stamp.write_text("\n".join([*done, *missing]))


def _apt_options(job: Job) -> list[str]:
    """apt options that read source packages of the machine's own archives, with lists of their own: no root, no change to the system."""
    base = job.work / "apt"
    for name in ("lists/partial", "cache/archives/partial"):
        (base / name).mkdir(parents=True, exist_ok=True)
    sources = base / "sources.list"
    sources.write_text("".join(f"{line}\n" for line in _source_lines()))
    return [
        *("-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=/dev/null"),
        *("-o", f"Dir::State::Lists={base / 'lists'}", "-o", f"Dir::Cache={base / 'cache'}"),
        *("-o", f"APT::Sandbox::User={os.environ.get('USER', 'root')}"),
    ]


def _source_lines() -> list[str]:
    """`deb-src` lines for the Debian archives that this machine's apt is configured with.

    Raises:
        Failed: none is.
    """
    found: list[str] = []
    for path in (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))):
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        if path.suffix == ".sources":
            for stanza in text.split("\n\n"):
                fields = dict(re.findall(r"^([\w-]+):\s*(.+)$", stanza, re.MULTILINE))
                for uri in fields.get("URIs", "").split():
                    for suite in fields.get("Suites", "").split():
                        found.append(_source_line(uri, suite, fields.get("Components", "main"), fields.get("Signed-By")))
        else:
            for options, uri, rest in re.findall(r"^deb(?:-src)?\s+(\[[^\]]*\]\s+)?(\S+)\s+(.+)$", text, re.MULTILINE):
                suite, _, components = rest.partition(" ")
                signed = re.search(r"signed-by=(\S+?)[\]\s]", options)
                found.append(_source_line(uri, suite, components, signed[1] if signed else None))
    chosen = list(dict.fromkeys(line for line in found if re.search(r"//\S*debian", line)))
    if not chosen:
        raise Failed("apt is not set up with a Debian archive")
    return chosen


def _source_line(uri: str, suite: str, components: str, signed_by: str | None) -> str:
    key = signed_by or (str(KEYRING) if KEYRING.exists() else None)
    return f"deb-src {f'[signed-by={key}] ' if key else ''}{uri} {suite} {components}"
