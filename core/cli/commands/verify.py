# SPDX-License-Identifier: Apache-2.0
"""`scale verify`: builds and runs real projects from their published sources, and says what became of each step."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from scale.errors import UsageError

SUMMARY = "build and run real projects from their published sources: scale verify NAME --target cpu"


def main(words: Sequence[str]) -> int:
    """Verify the named projects; the status is 0 where every step that could be taken succeeded."""
    from scale.verify.recipe import STEPS

    parser = argparse.ArgumentParser(
        prog="scale verify",
        description="Fetches a project's published source by pip or apt, builds it with the one option, runs what this machine can run "
        "and compares. Without a name it lists the projects. The source is checked to be unchanged byte for byte.",
    )
    parser.add_argument("projects", nargs="*", metavar="NAME", help="projects, or `all`")
    parser.add_argument("--target", default="cpu", help="target or list with commas; default: cpu")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="default: verify/ in scale's cache folder")
    parser.add_argument("--steps", metavar="LIST", default=",".join(STEPS), help=f"only these, with commas, of {', '.join(STEPS)}")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="parallel compilations; default: 2")
    parser.add_argument("--limit", type=float, default=3600.0, metavar="SECONDS", help="ends a command that takes longer; default: 3600")
    parser.add_argument("--fresh", action="store_true", help="remove the build folder of an earlier run first")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts as data")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the verdicts as a page with the exact commands")
    options = parser.parse_args(words)

    from scale.compiler.targets.registry import check_target
    from scale.paths import cache_folder
    from scale.verify.engine import load_recipe, recipe_names, verify
    from scale.verify.report import as_json, as_markdown, print_table

    if not options.projects:
        for name in recipe_names():
            recipe = load_recipe(name)
            print(f"{name:<20} {recipe.summary}: {recipe.source.describe()}")
        return 0
    steps = [step for step in options.steps.split(",") if step]
    for step in steps:
        if step not in STEPS:
            raise UsageError(f"unknown step '{step}'", hint=f"the steps are {', '.join(STEPS)}")
    targets = [check_target(name) for name in options.target.replace(";", ",").split(",") if name]
    names = recipe_names() if options.projects == ["all"] else options.projects
    for name in names:
        load_recipe(name)
    work = (options.work or cache_folder() / "verify").absolute()
    results = []
    # Ended from outside, the command still ends what it started.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    for name in names:
        for target in targets:
            found = verify(name, target, work, jobs=options.jobs, limit=options.limit, steps=steps, fresh=options.fresh)
            results.append(found)
            # Written after each, so that an interrupted run leaves what it found.
            if options.json:
                options.json.write_text(as_json(results), encoding="utf-8")
            if options.markdown:
                options.markdown.write_text(as_markdown(results), encoding="utf-8")
    print_table(results)
    return 0 if all(result.ok for result in results) else 1
