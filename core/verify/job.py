# SPDX-License-Identifier: Apache-2.0
"""One project for one target while it is verified: its folders, its environment, and commands run with a log, a limit and progress."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scale.verify.progress import Progress
from scale.verify.recipe import Failed, Skipped

TAIL_LINES = 12
ERROR_WORDS = ("error", "undefined reference", "fatal", "cannot find")


@dataclass
class Job:
    """What a recipe's steps work with."""

    name: str
    target: str
    work: Path
    """Folder of this project: `source/`, `prefix/` (unpacked Debian packages), `python/` (environment), and one folder a target."""
    progress: Progress
    jobs: int = 2
    limit: float = 3600.0
    """Seconds that one command may take."""
    source: Path = Path()
    """Top folder of the source; set by the fetch step."""
    missing: str = ""
    """What this machine lacks for every further step."""
    commands: list[str] = field(default_factory=list)
    """Every command of the present step, as a shell would take it."""

    @property
    def build(self) -> Path:
        """Folder of this target's build; made on first use."""
        folder = self.work / self.target / "build"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def prefix(self) -> Path:
        """Where Debian packages of the recipe are unpacked."""
        return self.work / "prefix"

    @property
    def python(self) -> Path:
        """The interpreter of the project's own environment, which also finds what scale's environment has."""
        return self.work / "python" / "bin" / "python"

    @property
    def nvcc(self) -> str:
        """The name of the compiler for this target: the value of the one option."""
        return f"scale-nvcc-{self.target}"

    @property
    def toolkit(self) -> str:
        """This target's toolkit folder, for build systems that look for one."""
        line = [sys.executable, "-m", "scale.cli.main", "config", "--cuda-home", self.target]
        return subprocess.run(line, env=self.environment(), capture_output=True, text=True, check=True).stdout.strip()

    def environment(self) -> dict[str, str]:
        """The caller's environment, with scale's and the project's programs first on PATH."""
        scripts = Path(sys.executable).parent
        path = os.pathsep.join([str(self.python.parent), str(scripts), str(self._named()), os.environ.get("PATH", os.defpath)])
        values = {**os.environ, "PATH": path, "CMAKE_BUILD_PARALLEL_LEVEL": str(self.jobs), "MAX_JOBS": str(self.jobs)}
        # Where the recipe's wheels lie: for the project's programs, and for the compiler, which looks for CCCL among them.
        values["PYTHONPATH"] = os.pathsep.join(map(str, (self.work / "python" / "lib").glob("python*/site-packages")))
        if self.target == "cpu":
            values["SCALE_DEVICE"] = "cpu"
        return values

    def _named(self) -> Path:
        """A folder with the compiler under the target's name, for environments that were installed without such names."""
        folder = self.work / self.target / "bin"
        link = folder / self.nvcc
        plain = shutil.which("scale-nvcc", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
        if plain and not link.is_symlink():
            folder.mkdir(parents=True, exist_ok=True)
            link.symlink_to(plain)
        return folder

    def runs_here(self) -> None:
        """Raise `Skipped` where this machine cannot run the target's code."""
        if self.target == "cpu":
            return
        from scale.compiler.driver.selection import installed_gpus

        if self.target not in installed_gpus():
            raise Skipped(f"no {self.target} in this machine")

    def run(
        self,
        line: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        check: bool = True,
        limit: float | None = None,
    ) -> str:
        """Run a command and return what it printed (both streams).

        Args:
            line: the words.
            cwd: default: the build folder.
            env: variables beyond `environment()`.
            check: a status other than 0 is a failure of the step.
            limit: seconds; default: the job's.

        Raises:
            Failed: the command failed, was ended by its limit, or does not exist.
        """
        words = [str(word) for word in line]
        folder = cwd or self.build
        shown = " ".join([*(f"{name}={shlex.quote(value)}" for name, value in (env or {}).items()), shlex.join(words)])
        self.commands.append(f"cd {shlex.quote(str(folder))} && {shown}" if folder != self.build else shown)
        environment = {**self.environment(), **(env or {})}
        program = shutil.which(words[0], path=environment["PATH"])
        if program is None and "/" not in words[0]:
            raise Failed(f"the command '{words[0]}' is not found")
        log = self.work / self.target / "log.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        status, output = _run(words, folder, environment, self.limit if limit is None else limit, self.progress, program)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"$ {shown}\n{output}\n[status {status}]\n")
        if status is None:
            raise Failed(f"`{_short(words)}` was ended after {limit or self.limit:.0f} s")
        if status and check:
            raise Failed(f"`{_short(words)}`: {_reason(output, status)}")
        return output

    def product(self, name: str) -> Path:
        """A file that the build made: in the build folder, or in the source, where some projects put theirs.

        Raises:
            Failed: there is none.
        """
        for folder in (self.build, self.source, self.prefix):
            found = next(folder.rglob(name), None) if folder.is_dir() else None
            if found is not None:
                return found
        raise Failed(f"{name} was not made")

    def package(self, name: str, library: str) -> Path:
        """A folder for `sys.path` with a copy of the project's Python package and the library that was built, in the package's `lib/`."""
        folder = self.build / "python"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.source / name, folder / name)
        (folder / name / "lib").mkdir(exist_ok=True)
        shutil.copy(self.product(library), folder / name / "lib" / library)
        return folder

    def reference_nvcc(self) -> str:
        """NVIDIA's own nvcc, for comparisons of build time."""
        for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
            program = Path(folder, "nvcc")
            if program.is_file() and os.access(program, os.X_OK):
                said = subprocess.run([program, "--help"], capture_output=True, text=True, check=False, timeout=60)
                if "scale" not in said.stdout.lower():
                    return str(program)
        raise Skipped("no nvcc of NVIDIA's is here")


def _run(
    words: list[str], folder: Path, environment: dict[str, str], limit: float, progress: Progress, program: str | None
) -> tuple[int | None, str]:
    """Status (None: ended by the limit) and output of a command, whose last line is shown as it runs."""
    lines: list[str] = []
    try:
        process = subprocess.Popen(
            words,
            executable=program,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise Failed(f"`{_short(words)}`: {error.strerror}") from error

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            progress.last_line(line)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    started = time.monotonic()
    status: int | None = None
    try:
        while True:
            try:
                status = process.wait(timeout=0.2)
                break
            except subprocess.TimeoutExpired:
                progress.tick()
            if time.monotonic() - started > limit:
                break
    finally:
        if process.poll() is None:
            _end(process)
        reader.join(timeout=5)
    return status, "".join(lines)


def _end(process: subprocess.Popen[str]) -> None:
    """End the command and all that it started."""
    for sent in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sent)
            process.wait(timeout=5)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def _short(words: Sequence[str]) -> str:
    text = shlex.join([Path(words[0]).name, *words[1:]])
    return text if len(text) <= 60 else f"{text[:57]}..."


def _reason(output: str, status: int) -> str:
    """The line of a failed command's output that says most."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if any(word in line.lower() for word in ERROR_WORDS)]
    chosen = (telling or lines[-TAIL_LINES:] or [""])[0 if telling else -1]
    ended = f"status {status}" if status > 0 else f"signal {signal.Signals(-status).name}"
    return f"{chosen[:300]} ({ended})" if chosen else ended
