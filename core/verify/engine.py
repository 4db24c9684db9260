# SPDX-License-Identifier: Apache-2.0
"""Takes a recipe's steps for one target and keeps a verdict of each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from pathlib import Path

from scale.errors import ScaleError, UsageError
from scale.verify.job import Job
from scale.verify.progress import Progress
from scale.verify.recipe import STEPS, Failed, Missing, Recipe, Skipped
from scale.verify.tree import compare_trees, digest_tree

RECIPES = Path(__file__).with_name("recipes")
YES, NO, NOT_HERE, NOT_REACHED = "yes", "no", "not here", "not reached"
NEEDS = {"configure": "fetch", "compile": "configure", "link": "compile", "run": "link", "numbers": "run", "time": "compile"}


@dataclass
class Verdict:
    """What became of one step."""

    step: str
    verdict: str
    seconds: float = 0.0
    detail: str = ""
    """What was found, or the reason."""
    commands: list[str] = field(default_factory=list)


@dataclass
class Result:
    """One project on one target."""

    project: str
    target: str
    source: str
    option: str
    verdicts: list[Verdict] = field(default_factory=list)
    changed_files: list[str] = field(default_factory=list)
    """Files of the fetched source that are not what they were."""
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.changed_files and all(each.verdict in (YES, NOT_HERE) for each in self.verdicts)


def recipe_names() -> list[str]:
    """All projects, without importing one."""
    return sorted(path.stem.replace("_", "-") for path in RECIPES.glob("*.py") if not path.stem.startswith("_"))


def load_recipe(name: str) -> Recipe:
    """The project's recipe.

    Raises:
        UsageError: there is none.
    """
    if name not in recipe_names():
        raise UsageError(f"no recipe for '{name}'", hint=f"there are {', '.join(recipe_names())}")
    recipe = import_module(f"scale.verify.recipes.{name.replace('-', '_')}").RECIPE
    assert isinstance(recipe, Recipe)
    return recipe


def verify(
    name: str,
    target: str,
    work: Path,
    *,
    jobs: int = 2,
    limit: float = 3600.0,
    steps: Sequence[str] = STEPS,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Result:
    """Take the steps and return their verdicts; a failure is a verdict, not an exception.

    Args:
        name: the project.
        target: one target.
        work: folder that holds a folder for each project.
        jobs: parallel compilations.
        limit: seconds for one command.
        steps: those to take; the others are left out of the result, so what they make must be there from before. The kept `result.json`
            holds their earlier verdicts, unless a step taken now makes those void.
        fresh: remove this target's build folder first; the fetched source is kept.
        progress: where progress is said.
    """
    recipe = load_recipe(name)
    job = Job(name, target, work / name, progress or Progress(), jobs=jobs, limit=limit)
    job.work.mkdir(parents=True, exist_ok=True)
    if fresh:
        shutil.rmtree(job.work / target, ignore_errors=True)
    result = Result(
        name,
        target,
        recipe.source.describe(),
        recipe.option.format(nvcc=job.nvcc, toolkit=f"$(scale config --cuda-home {target})"),
        notes=list(recipe.notes),
    )
    done: dict[str, str] = {}
    before: dict[str, str] = {}
    for step in STEPS:
        # Fetching is always taken: it finds the source that is already there.
        if step not in steps and step != "fetch":
            continue
        needed = NEEDS.get(step)
        while needed and needed not in done and needed in NEEDS:
            needed = NEEDS[needed]
        if job.missing:
            verdict = Verdict(step, NOT_HERE, detail=job.missing)
        elif needed and done.get(needed, YES) in (NO, NOT_REACHED):
            verdict = Verdict(step, NOT_REACHED, detail=f"{needed} did not succeed")
        elif step == "numbers" and done.get("run") == NOT_HERE:
            verdict = Verdict(step, NOT_HERE, detail=result.verdicts[-1].detail)
        else:
            verdict = _take(step, recipe, job)
        done[step] = verdict.verdict
        result.verdicts.append(verdict)
        if step == "fetch" and verdict.verdict == YES:
            before = json.loads((job.work / "source" / "digest.json").read_text())
    if before:
        changes = compare_trees(before, digest_tree(job.source))
        result.changed_files = [*changes.changed, *changes.removed]
    (job.work / target).mkdir(parents=True, exist_ok=True)
    _keep(result, job.work / target / "result.json")
    return result


def _keep(result: Result, path: Path) -> None:
    """Write the result, with the earlier verdicts of steps that were not taken now and do not rest on one that was."""
    taken = {each.step for each in result.verdicts} - {"fetch"}
    kept: dict[str, Verdict] = {}
    try:
        earlier = json.loads(path.read_text(encoding="utf-8"))["verdicts"]
        kept = {each["step"]: Verdict(**each) for each in earlier if not taken & {each["step"], *_needed(each["step"])}}
    except (OSError, ValueError, KeyError, TypeError):
        pass  # No earlier result, or one of another release.
    kept |= {each.step: each for each in result.verdicts}
    whole = replace(result, verdicts=[kept[step] for step in STEPS if step in kept])
    path.write_text(json.dumps(asdict(whole), indent=2), encoding="utf-8")


def _needed(step: str) -> list[str]:
    """All steps that a step rests on."""
    before = NEEDS.get(step)
    return [before, *_needed(before)] if before else []


def _take(step: str, recipe: Recipe, job: Job) -> Verdict:
    """One step's verdict."""
    job.commands = []
    job.progress.start(f"{job.name} {job.target} {step}")
    call: Callable[[Job], str | None] = _fetching(recipe) if step == "fetch" else getattr(recipe, step)
    try:
        verdict, detail = YES, call(job) or ""
    except Skipped as skipped:
        verdict, detail = NOT_HERE, str(skipped)
        job.missing = detail if isinstance(skipped, Missing) else ""
    except Failed as failed:
        verdict, detail = NO, str(failed)
    except ScaleError as error:
        verdict, detail = NO, error.message
    except (OSError, ValueError, KeyError, AssertionError, StopIteration) as error:
        verdict, detail = NO, f"{type(error).__name__}: {error}"
    seconds = job.progress.end(f"{verdict}{f', {detail}' if detail else ''}")
    return Verdict(step, verdict, round(seconds, 1), detail, job.commands)


def _fetching(recipe: Recipe) -> Callable[[Job], str | None]:
    """The fetch step: packages, the source, and the digest of what was fetched."""

    def fetch(job: Job) -> str | None:
        from scale.verify.fetch import fetch_debs, fetch_wheels

        fetch_debs(job, recipe.debs)
        fetch_wheels(job, recipe.wheels)
        folder = job.work / "source"
        marker = folder / "digest.json"
        top = folder / "top.txt"
        if marker.is_file() and top.is_file():
            job.source = folder / top.read_text()
            return None
        shutil.rmtree(folder, ignore_errors=True)
        job.source = recipe.source.fetch(job, folder)
        top.write_text(str(job.source.relative_to(folder)))
        digests = digest_tree(job.source)
        marker.write_text(json.dumps(digests))
        return f"{len(digests)} files"

    return fetch
