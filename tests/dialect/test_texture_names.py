# SPDX-License-Identifier: Apache-2.0
"""Texture references in a source that names them first by a specialisation of its own."""

from __future__ import annotations

SPECIALISED = """\
struct None;
template <> struct texture<None, 7, cudaReadModeElementType> { int own = 3; };
texture<float, 1, cudaReadModeElementType> ref;
int main() { return texture<None, 7, cudaReadModeElementType>().own - 3 + ref.normalized; }
"""


def test_a_specialisation_brings_the_texture_references_back(program_on_cpu) -> None:
    said, _ = program_on_cpu(SPECIALISED)
    assert "texture and surface references are there, which CUDA 12 took away" in said
