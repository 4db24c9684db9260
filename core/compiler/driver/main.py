# SPDX-License-Identifier: Apache-2.0
"""`scale-nvcc`: CUDA's compiler command line, for AMD GPUs, for the CPU and for NVIDIA GPUs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scale.errors import ScaleError

from .messages import Stopped

if TYPE_CHECKING:
    from .grammar import Parsed


def main(arguments: Sequence[str] | None = None, *, program: str | None = None) -> int:
    """Run the command and return its exit status.

    Args:
        arguments: the words after the program's name; the process's own by default.
        program: the name that may carry a target (`scale-nvcc-gfx942`).
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _main(program or sys.argv[0], words)
    except ScaleError as error:
        print(error.render("scale-nvcc"), file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return 130
    except Stopped as stopped:
        return stopped.exit_status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        print(f"scale-nvcc: error: {_told(error)}", file=sys.stderr)
        return 1
    except Exception as error:
        print(f"scale-nvcc: internal error: {type(error).__name__}: {error} ({_place(error)})", file=sys.stderr)
        return 70


def _told(error: OSError) -> str:
    """What the system refused, in words. Only the question for the current folder fails with no file's name."""
    if isinstance(error, FileNotFoundError) and not error.filename:
        return "the current folder does not exist any more"
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)


def _place(error: BaseException) -> str:
    """File and line where an exception came up: what a report needs, without a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"  # noqa: PTH119


def _main(program: str, words: list[str]) -> int:
    _follow_nvidia(program)
    if words in (["--version"], ["-V"]):
        return _print_version()
    from .grammar import parse

    parsed = parse(words, os.environ)
    _pass_over_other_headers(parsed)
    if "version" in parsed.flags:
        return _print_version()
    if "help" in parsed.flags:
        from .texts import help_text

        sys.stdout.write(help_text())
        return 0
    if parsed.flags & {"list_code", "list_arch"}:
        from .texts import architecture_list

        sys.stdout.write(architecture_list(codes="list_code" in parsed.flags, virtual="list_arch" in parsed.flags))
        return 0
    from .invocation import host_question
    from .selection import toolkit_name

    question = host_question(parsed, os.environ)
    if question:
        import subprocess

        return subprocess.run(question, check=False).returncode

    if parsed.flags & {"verbose", "dryrun"}:
        from scale.compiler.toolkit import toolkit_folder

        from .verbose import block

        toolkit = toolkit_folder(toolkit_name(program, os.environ))
        print("\n".join(block(toolkit, os.environ, parsed.environment)), file=sys.stderr, flush=True)
    from .standard_input import standard_input

    with standard_input(parsed):
        return _compile(program, parsed)


def _follow_nvidia(program: str) -> None:
    """Where the code is for NVIDIA's GPUs, this command and all that it starts stand in for the installed toolkit's release."""
    if "sm_" not in f"{program} {os.environ.get('SCALE_TARGETS')}":
        return
    from scale.cuda_version import VARIABLE
    from scale.nvidia_toolkit import release_for

    from .selection import toolkit_name

    name = toolkit_name(program, os.environ)
    if name is not None:
        os.environ.setdefault(VARIABLE, str(release_for((name,))))


def _pass_over_other_headers(parsed: Parsed) -> None:
    """Take another toolkit's headers out of CPATH, which both compilers search before ours, and have them searched last."""
    if "CPATH" not in os.environ:
        return
    from scale.compiler.frontend.foreign import search_path_without_other_headers

    os.environ["CPATH"], folders = search_path_without_other_headers(os.environ["CPATH"])
    if folders:
        parsed.lists.setdefault("includes", []).extend(folders)
    if not os.environ["CPATH"]:
        del os.environ["CPATH"]


def _compile(program: str, parsed: Parsed) -> int:
    from .execute import execute
    from .invocation import interpret
    from .leftovers import new_name
    from .planner import make_plan

    invocation = interpret(program, parsed, os.environ)
    _warn_of_mixed_toolkits()
    plan = make_plan(invocation, new_name())
    if invocation.dryrun:
        from .plan import render

        for command in plan.commands:
            print(f"#$ {render(command.argv)}", file=sys.stderr)
        return 0
    return execute(plan, verbose=invocation.verbose, jobs=invocation.threads, time_file=invocation.time_file)


def _warn_of_mixed_toolkits() -> None:
    from .cmake_cache import advice, other_runtime
    from .messages import warn

    library = other_runtime(Path.cwd())
    if library:
        warn(advice(library))


def _print_version() -> int:
    import scale
    from scale.cuda_version import cuda_version

    from .texts import version_text

    sys.stdout.write(version_text(cuda_version(), scale.__version__))
    return 0


if __name__ == "__main__":
    sys.exit(main())
