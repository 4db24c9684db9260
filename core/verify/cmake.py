# SPDX-License-Identifier: Apache-2.0
"""Recipes of CMake projects: configure with the one option, every device source compiled by itself, then the targets."""

from __future__ import annotations

import re
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

from scale.verify.job import Job
from scale.verify.recipe import Failed, Recipe

TOOLKIT = "-DCMAKE_CUDA_COMPILER={toolkit}/bin/nvcc"
"""For projects that call find_package(CUDAToolkit) before they enable the language: CMake then looks for nvcc beside the compiler."""
SLOWEST = 3
NAMED_FAILURES = 6


@dataclass
class CMakeRecipe(Recipe):
    """A CMake project; `option` is `-DCMAKE_CUDA_COMPILER={nvcc}`, or by path (`TOOLKIT`) where the toolkit is looked for first."""

    option: str = "-DCMAKE_CUDA_COMPILER={nvcc}"
    folder: str = ""
    """Folder with the top CMakeLists.txt, in the source."""
    settings: tuple[str, ...] = ()
    """The project's own published options, as for NVIDIA's nvcc."""
    products: tuple[str, ...] = ("all",)
    """CMake targets that the link step builds."""
    sources: str = ""
    """Regular expression for the device sources that count; empty: all."""
    environment: dict[str, str] = field(default_factory=dict)
    """Variables of the configuration and of the build."""

    def options(self, job: Job) -> list[str]:
        """More options, made for the job."""
        return []

    def _configure(self, job: Job, option: str, build: Path) -> None:
        _forget_other_compiler(build, option.partition("=")[2])
        line = ["cmake", "-G", "Ninja", "-S", str(job.source / self.folder), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release"]
        job.run([*line, option, *self.settings, *self.options(job)], env=self.environment)

    def configure(self, job: Job) -> str | None:
        self._configure(job, self.option.format(nvcc=job.nvcc, toolkit=job.toolkit), job.build)
        found = re.findall(r"^CMAKE_CUDA_ARCHITECTURES\S*=(.*)$", (job.build / "CMakeCache.txt").read_text(), re.MULTILINE)
        return f"architectures {found[0]}" if found and found[0] else None

    def compile(self, job: Job) -> str | None:
        objects = self._objects(job, job.build)
        before = time.time()
        ended = None
        try:
            output = job.run(["ninja", f"-j{job.jobs}", "-k", "0", *objects], check=False, env=self.environment)
        except Failed as failed:
            output, ended = "", str(failed)
        done = [name for name in objects if (job.build / name).exists()]
        failures = {
            match[1]: match[2]
            for match in re.finditer(r"FAILED: (?:\[code=\d+\] )?(\S+\.o)\b.*\n(?:[^\n]*\n)??([^\n]*error[^\n]*)?", output)
        }
        detail = f"{len(done)} of {len(objects)} device sources{_slowest(job.build, before)}"
        if len(done) < len(objects):
            missing = [f"{_source(name)}{_reason(output, name)}" for name in failures][:NAMED_FAILURES]
            raise Failed("; ".join([detail, *([ended] if ended else []), *missing]))
        return detail

    def _objects(self, job: Job, build: Path) -> list[str]:
        """Ninja's names of the objects made of device sources, as many as the default build makes and the products need."""
        said = job.run(["ninja", "-C", build, "-t", "inputs", *dict.fromkeys(["all", *self.products])])
        names = re.findall(r"^\S+\.cu\.o$", said, re.MULTILINE)
        chosen = [name for name in names if re.search(self.sources, name)]
        if not chosen:
            raise Failed("the build has no device source")
        return chosen

    def link(self, job: Job) -> str | None:
        job.run(["ninja", f"-j{job.jobs}", *self.products], env=self.environment)
        return None

    def time(self, job: Job) -> str | None:
        """All device sources once more by NVIDIA's nvcc; compiled with both to objects."""
        ours = _seconds(job.build)
        reference = job.reference_nvcc()
        build = job.build.with_name("build-nvcc")
        shutil.rmtree(build, ignore_errors=True)
        self._configure(job, f"-DCMAKE_CUDA_COMPILER={reference}", build)
        objects = self._objects(job, build)
        job.run(["ninja", "-C", build, f"-j{job.jobs}", "-k", "0", *objects], check=False)
        theirs = _seconds(build)
        both = ours.keys() & theirs.keys()
        if not both:
            raise Failed("NVIDIA's nvcc compiled none of the sources here")
        return f"{len(both)} sources: {sum(ours[name] for name in both):.0f} s, NVIDIA's nvcc {sum(theirs[name] for name in both):.0f} s"


def _seconds(build: Path) -> dict[str, float]:
    """From ninja's log, how long each device object took that is there."""
    log = build / ".ninja_log"
    found: dict[str, float] = {}
    for line in log.read_text().splitlines()[1:] if log.exists() else []:
        start, end, _, name, *_ = line.split("\t")
        if name.endswith(".cu.o") and (build / name).exists():
            found[name] = (int(end) - int(start)) / 1000
    return found


def _slowest(build: Path, since: float) -> str:
    """The slowest objects made since a time, as text."""
    made = {name: seconds for name, seconds in _seconds(build).items() if (build / name).stat().st_mtime >= since}
    worst = sorted(made, key=lambda name: -made[name])[:SLOWEST]
    return f" (slowest: {', '.join(f'{_source(name)} {made[name]:.0f} s' for name in worst)})" if worst else ""


def _source(name: str) -> str:
    return Path(name).name.removesuffix(".o")


def _reason(output: str, name: str) -> str:
    """The first error of a failed object: what stands between its FAILED line and the next."""
    after = output.split(f"{name}", 1)[-1].split("FAILED: ", 1)[0]
    found = re.search(r"^(.*\berror\b.*|.*fatal.*)$", after, re.MULTILINE)
    return f": {found[1].strip()[:200]}" if found else ""


def _forget_other_compiler(build: Path, compiler: str) -> None:
    """Begin anew where the build was configured for another compiler: CMake would take it up, but without the project's own options."""
    cache = build / "CMakeCache.txt"
    found = re.search(r"^CMAKE_CUDA_COMPILER:\w+=(.*)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
    if found is not None and not f"/{found[1]}".endswith(f"/{compiler}"):
        cache.unlink()
        shutil.rmtree(build / "CMakeFiles", ignore_errors=True)
