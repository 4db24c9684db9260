# SPDX-License-Identifier: Apache-2.0
"""nvcc's grammar: what NVIDIA's nvcc 13.0 does with the same words, option by option."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale.compiler.driver.grammar import Parsed, parse, shell_words, split_list
from scale.compiler.driver.messages import Fatal
from scale.compiler.driver.options import load_options


def read(*words: str, **environment: str) -> Parsed:
    return parse(words, environment)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a,b", ["a", "b"]),
        (',"-fPIC","-Wall"', ['"-fPIC"', '"-Wall"']),
        ("-Wall,-Wextra,-DS=\\,", ["-Wall", "-Wextra", "-DS=,"]),
        ('A="x,y",B', ['A="x,y"', "B"]),
        ("S='a,b'", ["S='a", "b'"]),
        ('S=\\"hi\\"', ['S="hi"']),
        ("-Wl\\,-soname\\,libsh.so", ["-Wl,-soname,libsh.so"]),
        ("", []),
    ],
)
def test_comma_lists(text: str, items: list[str]) -> None:
    assert split_list(text) == items


def test_values_after_a_space_an_equals_sign_and_glued() -> None:
    for words in (["-I", "d"], ["-I=d"], ["-Id"], ["--include-path", "d"], ["--include-path=d"]):
        assert read(*words).items("includes") == ("d",)
    assert read("-O3").values["optimization"] == read("-O", "3").values["optimization"] == "3"
    assert read("-t=4", "x.cu").values["threads"] == read("-t4").values["threads"] == "4"
    assert read("-isystem", "d", "-isystem=e").items("system_includes") == ("d", "e")
    assert read("-lfoo,bar").items("libraries") == ("foo", "bar")


def test_define_is_a_list_and_quotes_protect() -> None:
    assert read("-DA=1,B=2", '-DS="a,b"', "-DF").items("defines") == ("A=1", "B=2", 'S="a,b"', "F")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-fPIC"], "Unknown option '-fPIC'"),
        (["-Wall"], "Unknown option '-Wall'"),
        (["-m32"], "Unknown option '-m32'"),
        (["-oa.o"], "Unknown option '-oa.o'"),
        (["-xcu"], "Unknown option '-xcu'"),
        (["-odirx"], "Unknown option '-odirx'"),
        (["--use-fast-math"], "Unknown option '--use-fast-math'"),
        (["-gpu-architecture", "sm_80"], "Unknown option '-gpu-architecture'"),
        (["-x"], "argument expected after '-x'"),
        (["-o"], "argument expected after '-o'"),
        (["-c=3"], "no argument expected after '-c'"),
        (["-rdc", "k.cu"], "'k.cu': expected true or false"),
        (["-maxrregcount=x"], "'x': expected a number"),
        (["-cudart", "foo"], "Value 'foo' is not defined for option 'cudart'"),
        (["-x", "foo"], "Value 'foo' is not defined for option 'x'"),
        (["-std=foo"], "Value 'foo' is not defined for option 'std'"),
        (["-Werror", "foo"], "Value 'foo' is not defined for option 'Werror'"),
        (["--machine", "32"], "Value '32' is not defined for option 'machine'"),
        (["-optf", "nofile"], "Could not open options file 'nofile'"),
    ],
)
def test_messages_have_nvccs_words(words: list[str], message: str) -> None:
    with pytest.raises(Fatal) as caught:
        read(*words)
    assert caught.value.render("x").splitlines()[0] == f"nvcc fatal   : {message}"


def test_unknown_option_offers_what_is_near() -> None:
    with pytest.raises(Fatal) as caught:
        read("--relocatable-device-cod=true")
    assert caught.value.hint == "did you mean --relocatable-device-code?"


def test_repeated_value_warns_and_the_last_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert read("-std=c++14", "-std=c++17").values["std"] == "c++17"
    expected = "incompatible redefinition for option 'std', the last value of this option was used"
    assert capsys.readouterr().err == f"nvcc warning : {expected}\n"
    read("-O3", "-O3")
    assert capsys.readouterr().err == ""


def test_forwarding_takes_options_but_not_operands() -> None:
    parsed = read("-Wall", "x.cu", "-forward-unknown-to-host-compiler", "-march=native", "native.o")
    assert parsed.items("forwarded_compiler") == ("-Wall", "-march=native")
    assert parsed.operands == ["x.cu", "native.o"]
    linker = read("--forward-unknown-to-host-linker", "-Wl,-z,now")
    assert (linker.items("forwarded_linker"), linker.items("forwarded_compiler")) == (("-Wl,-z,now",), ())
    assert read("--forward-unknown-opts", "-pthread").items("forwarded_linker") == ("-pthread",)


def test_options_files_with_shell_quotes_inside_each_other(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer file"
    inner.write_text("-DC=3 # a remark\n")
    outer.write_text(f"""-DA="x y" '-DB=1 2'\n"--generate-code=arch=compute_75,code=[sm_75]" --options-file {inner}\n""")
    parsed = read("--options-file", str(outer), "k.cu")
    assert parsed.items("defines") == ("A=x y", "B=1 2", "C=3")
    assert parsed.items("generate_code") == ("arch=compute_75,code=[sm_75]",)
    assert read(f"-optf={inner}").items("defines") == ("C=3",)
    inner.write_text(f"-optf {inner}")
    with pytest.raises(Fatal, match="include each other"):
        read("-optf", str(inner))


def test_environment_goes_before_and_after() -> None:
    parsed = read("-DB", NVCC_PREPEND_FLAGS="-DA", NVCC_APPEND_FLAGS='-DC="q r"')
    assert parsed.items("defines") == ("A", "B", "C=q r")
    assert list(parsed.environment) == ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"]


def test_empty_words_vanish() -> None:
    assert read("", "-v", "NAME").operands == ["NAME"]


def test_words_of_a_shell() -> None:
    assert shell_words("'-fPIC'") == ["-fPIC"]
    assert shell_words("-a '-b c'") == ["-a", "-b c"]
    assert shell_words("it's") == ["it's"]


def test_table_is_whole() -> None:
    options = load_options()
    names = [name for option in options for name in (option.long, option.short) if name]
    assert len(names) == len(set(names))
    assert len(options) >= 160
    for option in options:
        kind = option.handling.split("=")[0]
        assert kind in ("phase", "flag", "value", "list", "append", "both", "ignored", "refused"), option
        assert (kind in ("value", "list", "append")) <= option.takes_value, option
        assert (kind == "flag") <= (not option.takes_value), option
        assert (kind in ("ignored", "refused")) == (option.key == "-"), option


def test_reference_page_is_up_to_date() -> None:
    from scale.compiler.driver.reference import reference

    page = Path(__file__).parents[2] / "docs" / "options.md"
    assert page.read_text() == reference(), "python -m scale.compiler.driver.reference > docs/options.md"
