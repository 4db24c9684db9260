# SPDX-License-Identifier: Apache-2.0
"""Which targets a command builds for."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale.compiler.driver import selection
from scale.compiler.driver.messages import Fatal
from scale.compiler.driver.selection import choose_targets, gfx_name, installed_gpus, parse_generate_code


@pytest.mark.parametrize(
    ("version", "name"),
    [(90402, "gfx942"), (90010, "gfx90a"), (110001, "gfx1101"), (100306, "gfx1036"), (90500, "gfx950"), (90012, "gfx90c")],
)
def test_kernel_driver_numbers(version: int, name: str) -> None:
    assert gfx_name(version) == name


def test_gpus_of_a_topology(tmp_path: Path) -> None:
    for node, version in ((0, 0), (1, 90402), (2, 90402), (10, 110000)):
        folder = tmp_path / str(node)
        folder.mkdir()
        (folder / "properties").write_text(f"cpu_cores_count 8\ngfx_target_version {version}\n")
    assert installed_gpus(str(tmp_path)) == ["gfx942", "gfx1100"]
    assert installed_gpus(str(tmp_path / "none")) == []


def test_name_over_arch_over_environment_over_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"SCALE_TARGETS": "cpu;gfx1100,cpu"}
    assert choose_targets("/x/scale-nvcc-gfx90a", environment, architecture="gfx942") == ("gfx90a",)
    assert choose_targets("scale-nvcc", environment, architecture="gfx942") == ("gfx942",)
    assert choose_targets("scale-nvcc", environment) == ("cpu", "gfx1100")
    monkeypatch.setattr(selection, "installed_gpus", lambda: ["gfx942", "gfx1100"])
    assert choose_targets("scale-nvcc", {}) == ("gfx942",)
    monkeypatch.setattr(selection, "installed_gpus", lambda: [])
    assert choose_targets("scale-nvcc", {}) == ("cpu",)


@pytest.mark.parametrize("arch", ["sm_86", "compute_30", "sm_90a", "compute_100f", "native", "all", "all-major", "lto_75"])
def test_nvidia_names_mean_the_configured_targets(arch: str) -> None:
    assert choose_targets("scale-nvcc", {"SCALE_TARGETS": "gfx942"}, architecture=arch) == ("gfx942",)


@pytest.mark.parametrize("arch", ["sm_999", "compute_1", "sm_80a", "sm_90f", "sm_8x", "SM_80", "80", "", "lto_33"])
def test_names_that_no_nvcc_had(arch: str) -> None:
    with pytest.raises(Fatal, match=f"Unsupported gpu architecture '{arch}'"):
        choose_targets("scale-nvcc", {}, architecture=arch)


@pytest.mark.parametrize(
    ("virtual", "code", "made"),
    [
        ("compute_80", "sm_80", True),
        ("compute_80", "sm_75", False),
        ("compute_52", "sm_61", True),
        ("compute_80", "compute_80", True),
        ("compute_80", "compute_90", False),
        ("compute_90", "sm_90a", True),
        ("compute_90a", "sm_90", False),
        ("compute_90a", "sm_100a", False),
        ("compute_100f", "sm_103", True),
        ("compute_100f", "sm_120", False),
        ("compute_80", "lto_75", False),
    ],
)
def test_which_code_a_virtual_architecture_gives(virtual: str, code: str, made: bool) -> None:
    generate = [f"arch={virtual},code={code}"]
    if made:
        assert choose_targets("scale-nvcc", {"SCALE_TARGETS": "gfx942"}, generate=generate) == ("gfx942",)
    else:
        with pytest.raises(Fatal, match=f"Incompatible code generation requested: arch='{virtual}', code='{code}'"):
            choose_targets("scale-nvcc", {}, generate=generate)


def test_cmake_spelling_of_a_target() -> None:
    spelled = "arch=compute_gfx942,code=[compute_gfx942,sm_gfx942]"
    assert choose_targets("scale-nvcc", {"SCALE_TARGETS": "cpu"}, generate=[spelled]) == ("gfx942",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arch=compute_75,code=sm_75", ("compute_75", ["sm_75"])),
        ("arch=compute_86,code=[compute_86,sm_86]", ("compute_86", ["compute_86", "sm_86"])),
        ('arch=compute_86,code="compute_86,sm_86"', ("compute_86", ["compute_86", "sm_86"])),
        ('arch=compute_86,code=\\"sm_86,sm_87\\"', ("compute_86", ["sm_86", "sm_87"])),
        ("code=sm_75,arch=compute_75", ("compute_75", ["sm_75"])),
    ],
)
def test_generate_code_spellings(text: str, expected: tuple[str, list[str]]) -> None:
    assert parse_generate_code(text) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"architecture": "gfx9999"}, "Unsupported gpu architecture 'gfx9999'"),
        ({"architecture": "sm_75", "codes": ["sm_75"]}, "Value of -arch option ('sm_75') must be a virtual code architecture"),
        ({"codes": ["sm_80"]}, "-arch option not specified"),
        ({"generate": ["foo"]}, "'foo' is not in 'keyword=value' format"),
        ({"generate": ["arch=compute_75"]}, "Option '--generate-code arch=compute_75', missing code"),
        ({"generate": ["code=sm_75"]}, "Option '--generate-code code=sm_75', missing architecture"),
        ({"generate": ["arch=sm_75,code=sm_75"]}, "Value of -arch option ('sm_75') must be a virtual code architecture"),
    ],
)
def test_messages(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(Fatal) as caught:
        choose_targets("scale-nvcc", {}, **arguments)  # type: ignore[arg-type]
    assert caught.value.message == message


@pytest.mark.parametrize("environment", [{"SCALE_TARGETS": "gfx9422"}, {}])
def test_unknown_target_names_the_nearest(environment: dict[str, str]) -> None:
    with pytest.raises(Fatal, match="Unknown target 'gfx9422'") as caught:
        choose_targets("scale-nvcc" if environment else "scale-nvcc-gfx9422", environment)
    assert "gfx942" in str(caught.value.hint)
