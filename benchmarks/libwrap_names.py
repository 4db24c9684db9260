# SPDX-License-Identifier: Apache-2.0
"""How many of the names in NVIDIA's headers (functions, types, enum constants, macros) ours have too.

`python -m benchmarks.libwrap_names FOLDER…`: the folders with NVIDIA's headers, such as those of the wheels nvidia-cublas-cu12,
nvidia-cufft-cu12 and nvidia-curand-cu12 (`nvidia/*/include`), which stay outside of this repository.
`python -m benchmarks.libwrap_names TABLE.md…` counts the names in HIPIFY's tables (`CUBLAS_API_supported_by_HIP.md` and its like) instead,
and beside them those that HIPIFY has a counterpart for.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from scale.paths import generated_include, hand_written_include

HEADERS = {
    "cuBLAS": ("cublas.h", "cublas_api.h", "cublas_v2.h", "cublasLt.h", "cublasXt.h"),
    "cuFFT": ("cufft.h", "cufftXt.h", "cufftw.h", "cudalibxt.h"),
    "cuRAND": ("curand.h",),
}
PREFIXES = {
    "cuBLAS": r"cublas|CUBLAS",
    "cuFFT": r"(?:cufft|CUFFT|fftw|FFTW|NVFFT|cudaLibXt|cudaXt|MAX_CU|libFormat|LIB_)",
    "cuRAND": r"curand|CURAND",
}
NOT_NAMES = re.compile(r".*_H_*$|.*(API|WINAPI|EXPORT|NO_INLINE)$|cublas(_v2)?$")
"""Include guards and calling conventions."""


def names(text: str, library: str) -> set[str]:
    """The identifiers of C text that belong to a library."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#\s*include[^\n]*", " ", text, flags=re.DOTALL | re.MULTILINE)
    return {word for word in re.findall(rf"\b(?:{PREFIXES[library]})\w*", code) if not NOT_NAMES.match(word)}


def ours() -> set[str]:
    """The identifiers of our headers of these libraries as the preprocessor leaves them, and the macros."""
    found: set[str] = set()
    folders = [f"-I{hand_written_include()}", f"-I{generated_include()}"]
    for name in sorted({name for headers in HEADERS.values() for name in headers}):
        command = ["g++", "-x", "c++", "-E", "-P", "-dD", *folders, "-"]
        done = subprocess.run(command, input=f"#include <{name}>\n", capture_output=True, text=True, check=True)
        found |= set(re.findall(r"\b[A-Za-z_]\w*", done.stdout))
    return found


def read_headers(folders: Iterable[Path], library: str) -> str:
    found = [folder / name for folder in folders for name in HEADERS[library] if (folder / name).is_file()]
    return "\n".join(path.read_text(errors="replace") for path in found)


def hipify_rows(text: str) -> dict[str, bool]:
    """Name to whether HIPIFY has a counterpart: rows `|`name`| … |`counterpart`| …`."""
    rows: dict[str, bool] = {}
    for line in text.splitlines():
        cells = line.split("|")
        if len(cells) > 6 and (match := re.match(r"`(\w+)`", cells[1].strip())):
            rows[match.group(1)] = any("`" in cell for cell in cells[2:])
    return rows


def main(words: list[str]) -> int:
    paths = [Path(word) for word in words]
    if not paths or not all(path.exists() for path in paths):
        print(__doc__, file=sys.stderr)
        return 2
    here = ours()
    tables = [path for path in paths if path.is_file()]
    folders = [path for path in paths if path.is_dir()]
    print("| names in | all | here | not here |\n| --- | ---: | ---: | --- |")
    for table in tables:
        rows = hipify_rows(table.read_text())
        have = rows.keys() & here
        print(f"| {table.stem} ({sum(rows.values())} with a HIP counterpart) | {len(rows)} | {len(have)} | |")
    for library in HEADERS:
        wanted = names(read_headers(folders, library), library)
        absent = sorted(wanted - here)
        if wanted:
            print(f"| {library} | {len(wanted)} | {len(wanted) - len(absent)} | {', '.join(absent)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
