# SPDX-License-Identifier: Apache-2.0
"""Runs a plan: what is ready starts at once, results appear whole or not at all, messages come in the plan's order."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from scale.errors import ScaleError
from scale.paths import cache_folder

from . import leftovers, locate, precompiled
from .children import exit_status, fork, held, spawn
from .diagnostics import Shown, crash_place, without_dump
from .messages import Fatal
from .plan import Command, Plan, render
from .streams import copy_to_stream, stream
from .timing import Times
from .waiting import watched

DEPTH_VARIABLE = "SCALE_NVCC_DEPTH"
STANDARD_PATH = "/usr/local/bin:/usr/bin:/bin"
"""For an environment without PATH, in which GCC does not find its own parts."""
DEEPEST = 4
"""A host compiler that starts this driver again, as a wrapper named like it may, ends here and not never."""


def execute(plan: Plan, *, verbose: bool, jobs: int = 0, time_file: str | None = None) -> int:
    """Run all commands; the exit status of the first that failed, else 0.

    Args:
        jobs: how many commands may run at once; 0 for one a processor, at least two so that both sides run together.
        time_file: where the time of each step goes.

    Raises:
        ScaleError: a result cannot be written, or a program cannot be started.
    """
    depth = int(os.environ.get(DEPTH_VARIABLE) or "0")
    if depth >= DEEPEST:
        raise ScaleError("recursion: a program that scale-nvcc starts has started scale-nvcc again", hint="see -ccbin")
    environment = {"PATH": STANDARD_PATH, **os.environ, DEPTH_VARIABLE: str(depth + 1)}
    staged = _stage(plan.results, plan.folder)
    made_folder = _make_folder(plan)
    run = _Run(plan, staged, verbose, jobs or max(2, os.cpu_count() or 1), environment)
    try:
        with watched(run.summaries):
            status = run.all()
        if time_file is not None:
            run.times.write(time_file)
        return status
    finally:
        run.stop_children()
        for temporary in staged.values():
            if temporary not in staged:
                with suppress(OSError):
                    os.unlink(temporary)  # noqa: PTH108
        if made_folder:
            import shutil

            shutil.rmtree(plan.folder, ignore_errors=True)


def _stage(results: Sequence[str], intermediate: str) -> dict[str, str]:
    """From each result to the file beside it that is written first; devices and pipes are written directly."""
    staged: dict[str, str] = {}
    for result in results:
        if stream(result) is not None:
            staged[result] = f"{intermediate}/.to-stream.{os.getpid()}"
            continue
        path = os.path.realpath(result)
        folder = os.path.dirname(path)  # noqa: PTH120
        if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113
            if os.path.isdir(path):  # noqa: PTH112
                raise Fatal(f"Could not open output file '{result}'", hint="it is a folder")
            staged[result] = result
            continue
        if not os.path.isdir(folder):  # noqa: PTH112
            raise Fatal(f"Could not open output file '{result}'", hint="its folder does not exist")
        if not os.access(folder, os.W_OK):
            raise Fatal(f"Could not open output file '{result}'", hint="its folder cannot be written to")
        staged[result] = f"{folder}/.{os.path.basename(path)}.{os.getpid()}"  # noqa: PTH119
    return staged


def _make_folder(plan: Plan) -> bool:
    if plan.keep:
        if not Path(plan.folder).is_dir():
            raise Fatal(f"Could not open the folder of -keep-dir, '{plan.folder}'", hint="it must exist")
    else:
        try:
            os.mkdir(plan.folder, 0o700)  # noqa: PTH102
            leftovers.hold(plan.folder)
            leftovers.clear(os.path.dirname(plan.folder))  # noqa: PTH120
        except OSError as error:
            raise ScaleError(f"cannot make {plan.folder}: {error.strerror}", hint="see TMPDIR") from error
    for path, text in plan.texts:
        try:
            Path(path).write_bytes(text.encode("latin-1"))
        except OSError as error:
            if not plan.keep:
                import shutil

                shutil.rmtree(plan.folder, ignore_errors=True)
            raise ScaleError(f"cannot write {path}: {error.strerror}", hint="see TMPDIR") from error
    return not plan.keep


_NO_FILE = frozenset({"-MT", "-arch", "--targets", "--form", "--set", "--compress"})
"""Options of steps whose value is no file, though it may be spelled as a result is (`-fatbin -o cpu`)."""


UNRESOLVED = re.compile(r"error: unresolved extern variable ('[^\n]*')")


class _Run:
    """The state of one run."""

    def __init__(self, plan: Plan, staged: dict[str, str], verbose: bool, jobs: int, environment: Mapping[str, str]) -> None:
        self.plan = plan
        self.staged = staged
        self.verbose = verbose
        self.jobs = jobs
        self.environment = environment
        self.waiting = {i: set(plan.dependencies(i)) for i in range(len(plan.commands))}
        self.running: dict[int, int] = {}
        self.status: dict[int, int] = {}
        self.repaired: set[int] = set()
        self.statics: tuple[str, ...] = ()
        """Variables that are only declared, which whole-program code takes as static definitions."""
        self.used: dict[int, list[str]] = {}
        """Command lines with a precompiled header in them."""
        self.heads: dict[int, precompiled.Head] = {}
        """What front ends that run read first, to be remembered if that takes long."""
        self.side_jobs: dict[int, precompiled.Build] = {}
        self.shown = Shown()
        self.next_shown = 0
        self.times = Times()
        self.logs = f"{plan.folder}/.scale-log-{os.getpid()}"

    def all(self) -> int:
        warm = not any(command.runner == "codegen" for command in self.plan.commands)
        failed = 0
        while self.waiting or self.running:
            if not failed:
                self._start_ready()
            if not warm:
                # LLVM is loaded here while the front ends run; it is only ever called in forked children.
                warm = True
                self._warm_up()
            if not self.running:
                if failed or not self.waiting:
                    break
                continue
            index, status = self._wait()
            if status and self._begins_again(index):
                continue
            if (status and (self._without_precompiled(index) or self._repairs(index))) or self._locates(index, status):
                continue
            failed = failed or status
            self._finished(index, status)
            self._show()
        self._show(everything=True)
        if not failed:
            self._publish()
        while self.side_jobs:
            self._wait()
        return failed

    def summaries(self) -> list[str]:
        """What is being done."""
        return [self.plan.commands[index].summary for index in self.running.values()]

    def _warm_up(self) -> None:
        with suppress(ImportError):
            import_module("scale.compiler.device").warm_up()

    def _start_ready(self) -> None:
        """Start what waits for nothing; short steps are done on the spot."""
        for index in sorted(i for i, others in self.waiting.items() if not others):
            command = self.plan.commands[index]
            if command.runner == "run" and (self.running or len(self.waiting) > 1):
                continue
            if len(self.running) >= self.jobs:
                return None
            del self.waiting[index]
            self.times.start(index)
            if command.runner == "call":
                self._call(index, command)
                return self._start_ready()
            with held():
                self.running[self._start(index, command)] = index
        return None

    def _call(self, index: int, command: Command) -> None:
        """A step of the driver itself, done here: too short to be worth a process."""
        if self.verbose:
            print(f"#$ {render(command.argv)}", file=sys.stderr, flush=True)
        argv = self._argv(command)
        self._finished(index, int(import_module(argv[2]).main(argv[3:])))

    def _finished(self, index: int, status: int) -> None:
        self.status[index] = status
        self.times.end(index, self.plan.commands[index])
        for others in self.waiting.values():
            others.discard(index)

    def _argv(self, command: Command) -> list[str]:
        """The words with results under their temporary names; a value that only reads like a result's name stays."""
        files = {*command.inputs, *command.outputs}
        before = ("", *command.argv)
        pairs = zip(before, command.argv, strict=False)
        return [word if last in _NO_FILE or word not in files else self.staged.get(word, word) for last, word in pairs]

    def _start(self, index: int, command: Command) -> int:
        if self.verbose:
            print(f"#$ {render(command.argv)}", file=sys.stderr, flush=True)
        if command.runner == "run":
            self._publish()
            return spawn(list(command.argv), self.environment, None, False)
        log = f"{self.logs}-{index}"
        argv = self._argv(command)
        if command.front_end and not self.plan.keep and not self.statics:
            argv = self._precompiled(index, argv)
        if command.front_end and self.statics:
            self.repaired.add(index)
            return self._repairing(argv, "", log, command)
        if command.runner == "process":
            return spawn(argv, self.environment, log, command.stdout)
        module = import_module(argv[2])
        return fork(lambda: int(module.main(argv[3:])), log, command.stdout)

    def _precompiled(self, index: int, argv: list[str]) -> list[str]:
        """The command line with the implicit header precompiled; where it is worth it, that is made on the side."""
        argv, build, head = precompiled.apply_with_head(argv, cache_folder() / "precompiled")
        if head is not None:
            self.heads[index] = head
        if "-include-pch" in argv:
            self.used[index] = argv
        if build is not None:
            log = f"{self.logs}-precompiled-{len(self.side_jobs)}"
            with held():
                self.side_jobs[spawn(list(build.argv), self.environment, log, False)] = build
        return argv

    def _without_precompiled(self, index: int) -> bool:
        """Whether a front end starts again because it did not like the precompiled header."""
        argv = self.used.pop(index, None)
        log = f"{self.logs}-{index}"
        if argv is None or not precompiled.failed_by_it(argv, Path(log).read_text(errors="replace")):
            return False
        with held():
            self.running[spawn(self._argv(self.plan.commands[index]), self.environment, log, False)] = index
        return True

    def _repairs(self, index: int) -> bool:
        """Whether a failed front end starts again, with repairs of what nvcc would take."""
        command = self.plan.commands[index]
        if not command.front_end or index in self.repaired:
            return False
        self.repaired.add(index)
        log = f"{self.logs}-{index}"
        said = Path(log).read_text(encoding="utf-8", errors="replace")
        with held():
            self.running[self._repairing(self._argv(command), said, log, command)] = index
        return True

    def _repairing(self, argv: list[str], said: str, log: str, command: Command) -> int:
        return fork(lambda: self._repair(argv, said), log, command.stdout)

    def _repair(self, argv: list[str], said: str) -> int:
        from scale.compiler.frontend.repair import repair_and_run

        return repair_and_run(argv, said, self.plan.folder, self.statics)

    def _locates(self, index: int, status: int) -> bool:
        """Whether code generation that failed, or warned, starts again to name the user's line."""
        command = self.plan.commands[index]
        makers = [each for each in self.plan.commands if each.front_end and set(each.outputs) & set(command.inputs)]
        if command.runner != "codegen" or index in self.repaired or len(makers) != 1:
            return False
        log = f"{self.logs}-{index}"
        said = Path(log).read_text(encoding="utf-8", errors="replace")
        front_end, codegen = self._argv(makers[0]), self._argv(command)[3:]
        if not locate.wants_lines(said, front_end, status):
            return False
        self.repaired.add(index)
        ir = self.staged.get(makers[0].outputs[0], makers[0].outputs[0])
        with held():
            self.running[fork(lambda: locate.run_again(front_end, codegen, ir, said, status, self._repair), log, command.stdout)] = index
        return True

    def _begins_again(self, index: int) -> bool:
        """Whether all starts anew, with a definition of each device variable that code generation did not find.

        Files are compiled at the same time, and the first that fails knows of its own variables alone.
        """
        commands = self.plan.commands
        if commands[index].runner != "codegen" or any("-fgpu-rdc" in each.argv for each in commands):
            return False
        said = Path(f"{self.logs}-{index}").read_text(encoding="utf-8", errors="replace")
        found = dict.fromkeys(re.findall(r"[\w:]+", " ".join(UNRESOLVED.findall(said))))
        if found.keys() <= set(self.statics) or not any(command.front_end for command in commands):
            return False
        self.statics = tuple(dict.fromkeys((*self.statics, *found)))
        self.stop_children()
        self.waiting = {i: set(self.plan.dependencies(i)) for i in range(len(self.plan.commands))}
        self.status.clear()
        self.repaired.clear()
        self.used.clear()
        self.heads.clear()
        self.next_shown = 0
        return True

    def _wait(self) -> tuple[int, int]:
        while True:
            pid, status, used = os.wait3(0)
            if pid in self.running:
                index = self.running.pop(pid)
                head = self.heads.pop(index, None)
                if head is not None and status == 0:
                    head.note(used.ru_utime + used.ru_stime)
                return index, exit_status(status)
            if pid in self.side_jobs:
                self.side_jobs.pop(pid).finish(exit_status(status))
                if not self.running and not self.side_jobs:
                    return -1, 0

    def _show(self, *, everything: bool = False) -> None:
        """Print what finished commands said, as far as all commands before them have finished."""
        while self.next_shown < len(self.plan.commands):
            index = self.next_shown
            if index not in self.status and not everything:
                return
            self.next_shown += 1
            if index in self.status:
                self._show_one(self.plan.commands[index], index)

    def _show_one(self, command: Command, index: int) -> None:
        text = ""
        with suppress(OSError):
            text = Path(f"{self.logs}-{index}").read_text(encoding="utf-8", errors="replace")
            os.unlink(f"{self.logs}-{index}")  # noqa: PTH108
        self.shown.show(command.group, text)
        status = self.status[index]
        if status > 128 and command.runner != "run":
            name = signal.Signals(status - 128).name
            print(f"scale-nvcc: error: {command.summary or command.argv[0]} ended by {name}", file=sys.stderr)
        elif status and not without_dump(text).strip() and command.runner != "run":
            what = command.summary or command.argv[0]
            place = crash_place(text)
            why = f"no space is left in {self.plan.folder}; see TMPDIR" if _is_full(self.plan.folder) else "it said nothing"
            why = why if place is None else f"it crashed at: {place}" if place else "it crashed"
            print(f"scale-nvcc: error: {what} failed with status {status}; {why}", file=sys.stderr)

    def _publish(self) -> None:
        for result, temporary in list(self.staged.items()):
            if temporary != result:
                number = stream(result)
                try:
                    if number is not None:
                        copy_to_stream(temporary, number)
                    else:
                        os.replace(temporary, os.path.realpath(result))  # noqa: PTH105
                except BrokenPipeError:  # its reader has seen enough
                    raise
                except OSError as error:
                    raise ScaleError(f"cannot write {result}: {error.strerror}") from error
                self.staged[result] = result

    def stop_children(self) -> None:
        """End what still runs, after an error or an interrupt."""
        for pid in (*self.running, *self.side_jobs):
            with suppress(OSError):
                os.kill(pid, signal.SIGTERM)
        for pid in (*self.running, *self.side_jobs):
            with suppress(OSError):
                os.waitpid(pid, 0)
        for build in self.side_jobs.values():
            build.finish(1)
        self.running.clear()
        self.side_jobs.clear()


def _is_full(folder: str) -> bool:
    """Whether not even a message can be written there."""
    with suppress(OSError):
        facts = os.statvfs(folder)
        return facts.f_bavail * facts.f_frsize < 1 << 16
    return False
