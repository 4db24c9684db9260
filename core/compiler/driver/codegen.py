# SPDX-License-Identifier: Apache-2.0
"""The code-generation step as a program: `python -m scale.compiler.driver.codegen [options] -o OUTPUT INPUT…`.

| option | meaning |
| --- | --- |
| `-arch compute_NN` | the value behind `__CUDA_ARCH__` |
| `--targets A,B` | targets |
| `--set NAME=VALUE` | a field of `DeviceOptions` that differs from its default |
| `--form F` | what to write: `container`, `text` (`-ptx`), `image` (`-cubin`), `assembly` (`-S`), `relocatable` (`-dc`) |
| `--registration FILE` | device link: also write the C source that registers the linked image |
| `--origin FILE=NAME` | device link: what messages call an input |
| `--library FILE` | device link: this input was found by `-l` |
| `--compress MODE` | how images are compressed (`--compress-mode`) |
| `--names FILE` | write the symbols behind name expressions (`--scale-names`) |
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from scale.compiler.targets.target import DeviceOptions, Diagnostic, Image, ImageKind
from scale.errors import CompileError, ScaleError
from scale.nvidia_toolkit import is_nvidia

FORMS = ("container", "text", "image", "assembly", "relocatable")


@dataclass(frozen=True)
class CodegenRequest:
    """One code-generation step; its words and this value are two forms of the same thing."""

    inputs: tuple[str, ...]
    output: str
    targets: tuple[str, ...]
    options: DeviceOptions
    form: str = "container"
    registration: str | None = None
    """Set for a device link: the inputs are then objects, archives and device code in files of its own."""
    origins: tuple[tuple[str, str], ...] = ()
    """Device link: what messages call an input, where that is an intermediate file."""
    names: str | None = None
    """Where the symbols behind name expressions go (`--scale-names`)."""
    libraries: tuple[str, ...] = ()
    """Device link: inputs that were found by `-l`; one that is no archive (a linker script, say) is passed over."""
    compress: str = "default"
    """`--compress-mode`."""

    def arguments(self) -> list[str]:
        """The words that `parse_words` takes."""
        words = ["-arch", f"compute_{self.options.cuda_arch}", "--targets", ",".join(self.targets)]
        words += ["--form", self.form]
        default = DeviceOptions(cuda_arch=self.options.cuda_arch)
        for each in fields(DeviceOptions):
            value = getattr(self.options, each.name)
            if value != getattr(default, each.name):
                words += ["--set", f"{each.name}={value}"]
        if self.registration is not None:
            words += ["--registration", self.registration]
        for path, name in self.origins:
            words += ["--origin", f"{path}={name}"]
        if self.names is not None:
            words += ["--names", self.names]
        for path in self.libraries:
            words += ["--library", path]
        if self.compress != "default":
            words += ["--compress", self.compress]
        return [*words, "-o", self.output, *self.inputs]


def parse_words(words: Sequence[str]) -> CodegenRequest:
    """The request that these words stand for."""
    inputs: list[str] = []
    given: dict[str, str] = {}
    listed: dict[str, list[str]] = {"--set": [], "--origin": [], "--library": []}
    rest = iter(words)
    for word in rest:
        if word in listed:
            listed[word].append(next(rest))
        elif word.startswith("-"):
            given[word] = next(rest)
        else:
            inputs.append(word)
    options = DeviceOptions(cuda_arch=int(given["-arch"].removeprefix("compute_")))
    for setting in listed["--set"]:
        name, _, value = setting.partition("=")
        options = replace(options, **{name: _value(name, value)})
    targets = tuple(given["--targets"].split(","))
    origins = tuple((path, name) for path, _, name in (each.partition("=") for each in listed["--origin"]))
    return CodegenRequest(
        tuple(inputs),
        given["-o"],
        targets,
        options,
        given["--form"],
        given.get("--registration"),
        origins,
        given.get("--names"),
        tuple(listed["--library"]),
        given.get("--compress", "default"),
    )


def _value(name: str, text: str) -> Any:
    default = getattr(DeviceOptions(), name)
    if isinstance(default, bool):
        return text == "True"
    return int(text) if isinstance(default, int) or name == "max_registers" else text


def main(words: Sequence[str]) -> int:
    """Do the step; diagnostics go to standard error. Returns the exit status."""
    request = parse_words(words)
    try:
        return _main(request)
    except ScaleError as error:
        print(error.render("scale-nvcc"), file=sys.stderr)
        return error.exit_status
    except OSError as error:
        print(f"scale-nvcc: error: {error.filename or request.output or 'output'}: {error.strerror}", file=sys.stderr)
        return 1


def _main(request: CodegenRequest) -> int:
    from scale.compiler.device import DeviceJob, run_device_job

    inputs = [Path(name) for name in request.inputs]
    linked: dict[tuple[str, ...], list[Path]] = {}
    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    kept: list[Image] = []
    if request.names is not None:
        _take_names(inputs[0], Path(request.names))
    if request.registration is not None:
        from .gather import gather_units

        base = Path(request.registration).with_suffix("")
        gathered = gather_units(request.inputs, base, request.targets, dict(request.origins), request.libraries)
        linked, names, units = gathered.inputs, gathered.names, gathered.units
        inputs = [path for paths in linked.values() for path in paths]
    elif request.form != "relocatable" and request.options.relocatable:
        inputs, kept = _keep_relocatable(request)
        request = replace(request, options=replace(request.options, relocatable=False))
    else:
        inputs, kept = _finished(request)
    if not inputs or not any(map(_has_code, inputs)):
        _write(request, kept, "", names, units)
        return 0
    mode = {"assembly": "assembly", "relocatable": "relocatable"}.get(request.form, "images")
    if request.form == "text" and is_nvidia(request.targets[0]):
        mode = "assembly"  # PTX as NVIDIA's is: one target's text
    assembly = ""
    for targets, paths in (linked or {request.targets: inputs}).items():
        job = DeviceJob(tuple(paths), targets, request.options, mode)  # type: ignore[arg-type]
        outcome = run_device_job(job)
        errors = _show(outcome.diagnostics)
        for line in outcome.report:
            print(line, file=sys.stderr)
        if errors:
            return 1
        if request.options.verbose_resources:
            _show_resources(outcome.images)
        kept += outcome.images
        assembly = assembly or outcome.assembly
    _write(request, kept, assembly, names, units)
    return 0


def _take_names(path: Path, names: Path) -> None:
    """Moves what NVRTC added to a program, variables that each point to the kernel or variable of a name expression, to a file."""
    text = path.read_text(encoding="utf-8")
    found = _NAMED.findall(text)
    names.write_text("".join(f"{number}\t{symbol.strip(chr(34))}\n" for number, symbol in found), encoding="utf-8")
    path.write_text(_NAMED.sub("", text), encoding="utf-8")


_NAMED = re.compile(r'^@__scale_name_(\d+) = [^\n]*?@("[^"]+"|[\w.$-]+)[^\n]*\n', re.MULTILINE)


def _finished(request: CodegenRequest) -> tuple[list[Path], list[Image]]:
    """Inputs that are still to be compiled, and the images of those that are compiled already (`.cubin`, text images)."""
    from scale.compiler.fatbin.reader import BITCODE, is_container, read_images

    todo: list[Path] = []
    images: list[Image] = []
    for path in map(Path, request.inputs):
        if path.suffix in (".ll", ".bc"):
            todo.append(path)
            continue
        data = path.read_bytes()
        if is_container(data) or data[:4] == b"\x7fELF":
            images += [found.image for found in read_images(path)]
        elif path.suffix == ".ptx" and is_nvidia(request.targets[0]):
            images += _from_ptx(request, path)
        elif data[:4] in BITCODE or path.suffix == ".ptx":
            todo.append(path)
        else:
            raise CompileError(f"'{path}' holds no device code")
    if images and request.form == "relocatable":
        images = [image for image in images if image.kind == ImageKind.DEVICE_IR]
        if not images:
            raise CompileError(f"'{request.inputs[0]}' is finished code; make it with -rdc=true, which keeps what a device link needs")
    return todo, images


def _from_ptx(request: CodegenRequest, path: Path) -> list[Image]:
    """Images of PTX that is for NVIDIA's GPUs as it stands."""
    from scale.compiler.targets.nvptx.backend import images_of

    text = path.read_text(encoding="utf-8").rstrip("\0")
    return [image for target in request.targets for image in images_of(text, target, request.options).images]


def _keep_relocatable(request: CodegenRequest) -> tuple[list[Path], list[Image]]:
    """Images made of relocatable code: the code itself goes along, for a link at run time or by `-dlink`.

    Finished images are only made where nothing is missing, so that no inputs may come back.
    """
    from scale.compiler.device import DeviceJob, run_device_job

    from .gather import missing_references

    inputs = [Path(name) for name in request.inputs]
    if request.form == "assembly" or not any(map(_has_code, inputs)):
        return inputs, []
    kept = run_device_job(DeviceJob(tuple(inputs), request.targets, request.options, "relocatable")).images
    texts = [(str(path), path.read_text(encoding="utf-8", errors="replace")) for path in inputs]
    return ([] if missing_references(texts) else inputs), kept


def _has_code(path: Path) -> bool:
    """Whether device IR holds anything that an image is made from: a kernel, or a variable that the host can name."""
    data = path.read_bytes()
    if data[:1] in b"B\xde" or path.suffix == ".ptx":
        return True
    return b"ptx_kernel" in data or b" addrspace(1) " in data or b" addrspace(4) " in data or b"\ndefine " in data


def _show(diagnostics: Sequence[Diagnostic]) -> int:
    """Print diagnostics in clang's form; the number of errors among them."""
    for each in diagnostics:
        place = f"{each.location}: " if each.location else "scale-nvcc: "
        print(f"{place}{each.severity}: {each.message}", file=sys.stderr)
    return sum(each.severity == "error" for each in diagnostics)


def _show_resources(images: Sequence[Image]) -> None:
    """`-Xptxas -v`: one line a kernel, worded so that tools which look for `ptxas info` and `registers` find them."""
    from scale.compiler.targets.registry import make_target

    for image in images:
        if image.kind in (ImageKind.DEVICE_IR, ImageKind.PTX, ImageKind.CUBIN):  # ptxas has told of the last two
            continue
        for kernel in make_target(image.target).describe(image):
            print(f"ptxas info    : Compiling entry function '{kernel.name}' for '{image.target}'", file=sys.stderr)
            facts = [
                (kernel.vgprs, "registers"),
                (kernel.sgprs, "scalar registers"),
                (kernel.lds_bytes, "bytes smem"),
                (kernel.scratch_bytes, "bytes lmem"),
                (kernel.vgpr_spills, "spilled registers"),
            ]
            text = ", ".join(f"{value} {unit}" for value, unit in facts if value is not None)
            print(f"ptxas info    : Used {text}" if text else "ptxas info    : runs on the CPU", file=sys.stderr)


def _write(request: CodegenRequest, images: Sequence[Image], assembly: str, names: tuple[str, ...], units: tuple[str, ...]) -> None:
    from scale.compiler.fatbin import to_text, write_container
    from scale.compiler.fatbin.nvidia import is_for_nvidia, write_fatbin

    output = Path(request.output)
    if request.form == "assembly" or (request.form == "text" and assembly):
        output.write_text(assembly, encoding="utf-8")
    elif is_for_nvidia(images):
        if request.form == "image":
            output.write_bytes(_machine_code(images, request.targets))
        else:
            output.write_bytes(write_fatbin(images))
    elif request.form == "image" and len(images) == 1:
        output.write_bytes(images[0].data)
    elif request.form == "text" and images and all(each.kind == ImageKind.PTX for each in images):
        if len(images) > 1:
            raise CompileError("-ptx makes the text of one target; several are configured")
        output.write_bytes(images[0].data)
    else:
        container = write_container(images, request.compress)
        output.write_bytes(to_text(container) if request.form == "text" else container)
    if request.registration is not None:
        from .registration import registration_source

        source = registration_source(request.output, names, units, nvidia=is_nvidia(request.targets[0]))
        Path(request.registration).write_text(source, encoding="utf-8")


def _machine_code(images: Sequence[Image], targets: Sequence[str]) -> bytes:
    """`-cubin` for NVIDIA's GPUs."""
    codes = [image for image in images if image.kind == ImageKind.CUBIN]
    if len(targets) > 1:
        raise CompileError("-cubin makes the code of one target; several are configured")
    if not codes:
        raise CompileError(f"machine code for {targets[0]} needs NVIDIA's ptxas", hint="install NVIDIA's CUDA toolkit, or make PTX by -ptx")
    return codes[0].data


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
