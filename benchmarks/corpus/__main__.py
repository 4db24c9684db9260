# SPDX-License-Identifier: Apache-2.0
"""Share of real projects' CUDA files that compile, with the projects' own include folders and options.

    python -m benchmarks.corpus [--project NAME] [--steps device,host,gfx942,cpu] [--every N] [--again all|failed] [--list]

The sources are fetched (PyPI's source archives, `apt-get source`) into the folder `SCALE_CORPUS`, by default the user's cache
folder. What each file came to is kept there too, so that a run that was stopped goes on. Front-end steps see all files; whole compilations
every N-th of each project (`--every`, 1 by default), the smallest first.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from scale.paths import cache_folder

from .measure import STEPS, Job, Outcome, run
from .projects import PROJECTS
from .sources import fetch, find, third_party

FRONT = ("device", "host")
"""Steps that come first. In each of the two groups the order is arbitrary but fixed: a run that was stopped has seen all kinds of files."""
Results = dict[str, tuple[str | None, float]]


def main() -> int:
    """Measure what is missing, print the Markdown table."""
    parser = argparse.ArgumentParser(prog="benchmarks.corpus", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--project", action="append", choices=[project.name for project in PROJECTS])
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=int, help="at most so many files of a project, in every step")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", choices=("all", "failed"))
    parser.add_argument("--list", action="store_true", help="print what is known without measuring")
    asked = parser.parse_args()
    folder = Path(os.environ.get("SCALE_CORPUS") or cache_folder() / "corpus")
    jobs = _jobs(asked, folder)
    store = folder / "results.jsonl"
    results = _read(store)
    if not asked.list:
        _measure(jobs, results, store, asked)
    _print_table(jobs, results)
    return 0


def _jobs(asked: argparse.Namespace, folder: Path) -> list[Job]:
    third = third_party(folder)
    jobs: list[Job] = []
    for project in PROJECTS:
        root = find(project, folder) or fetch(project, folder)
        if root is None:
            continue
        files = sorted({path for pattern in project.sources for path in root.glob(pattern)}, key=lambda path: (path.stat().st_size, path))
        skipped = dict(project.skip)
        files = [file for file in files if str(file.relative_to(root)) not in skipped]
        own = {**third, "generated": [str(folder / "generated" / project.name)]}
        for relative, text in project.generated:
            header = folder / "generated" / project.name / relative
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(text)
        for step in asked.steps.split(","):
            chosen = files if step in FRONT and not asked.limit else files[:: asked.every][: asked.limit]
            jobs += [Job(project, root, file, step, own) for file in chosen]
    return jobs


def _key(job: Job) -> str:
    return f"{job.project.name}|{job.name}|{job.step}"


def _read(store: Path) -> Results:
    results: Results = {}
    if store.is_file():
        for line in store.read_text(encoding="utf-8").splitlines():
            key, error, seconds = json.loads(line)
            results[key] = (error, seconds)
    return results


def _measure(jobs: list[Job], results: Results, store: Path, asked: argparse.Namespace) -> None:
    def wanted(job: Job) -> bool:
        if asked.project and job.project.name not in asked.project:
            return False
        known = results.get(_key(job))
        return known is None or asked.again == "all" or (asked.again == "failed" and known[0] is not None)

    todo = [job for job in jobs if wanted(job)]
    todo.sort(key=lambda job: (job.step not in FRONT, zlib.crc32(f"{job.project.name} {job.name}".encode())))
    with store.open("a", encoding="utf-8") as file, ThreadPoolExecutor(asked.jobs) as pool:

        def done(job: Job, outcome: Outcome) -> None:
            results[_key(job)] = (outcome.error, outcome.seconds)
            file.write(json.dumps([_key(job), outcome.error, outcome.seconds]) + "\n")
            file.flush()
            if outcome.error:
                print(f"{job.project.name}: {job.name} ({job.step}): {outcome.error}", file=sys.stderr, flush=True)

        running = {pool.submit(run, job): job for job in todo}
        for number, each in enumerate(as_completed(running), 1):
            done(running[each], each.result())
            print(f"{number} of {len(todo)}", end="\r", file=sys.stderr, flush=True)


def _print_table(jobs: list[Job], results: Results) -> None:
    print("| project | files | " + " | ".join(("device side", "host side", "gfx942", "cpu")) + " |")
    print("| --- " * 6 + "|")
    total = {step: [0, 0] for step in STEPS}
    count = 0
    for project in PROJECTS:
        own = [job for job in jobs if job.project.name == project.name]
        cells = []
        for step in STEPS:
            known = [results[_key(job)] for job in own if job.step == step and _key(job) in results]
            passed = sum(error is None for error, _ in known)
            total[step][0] += passed
            total[step][1] += len(known)
            cells.append(f"{passed} of {len(known)}" if known else "–")
        files = len({job.file for job in own})
        count += files
        print(f"| {project.name} {project.version} | {files} | {' | '.join(cells)} |")
    sums = " | ".join(f"{passed} of {tried}" for passed, tried in total.values())
    print(f"| **all** | {count} | {sums} |")
    misses = [(job, results[_key(job)][0]) for job in jobs if results.get(_key(job), (None, 0))[0]]
    if misses:
        print("\nWhat does not compile:\n")
        print("| file | step | first error |\n| --- | --- | --- |")
        for job, error in misses:
            print(f"| {job.project.name}: {job.name} | {job.step} | {str(error).replace('|', chr(92) + '|')} |")


if __name__ == "__main__":
    sys.exit(main())
