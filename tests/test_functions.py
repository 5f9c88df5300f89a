"""Functions stay short enough to be read at a glance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 60
"""The most lines of a function, without its parameters: those of a command are its options."""
_NOT_CODE = re.compile(r"//[^\n]*|'(?:\\.|[^'\\\n])'|\"(?:\\.|[^\"\\\n])*\"|#define.*(?:\\\n.*)*")
_STATEMENT = re.compile(r"^\s*(?:else\s+)?(?:if|for|while|switch|catch)\b")
_AFTER_PARAMETERS = re.compile(r"[\w\s:<>&*,.-]*")

PYTHON = sorted((ROOT / "src" / "ludwright").rglob("*.py"))
NATIVE = sorted(
    file
    for folder in ("combinatorial", "conquest", "play", "fuzz", "")
    for file in (ROOT / "native" / folder).glob("*.*")
    if file.suffix in (".h", ".cpp")
)


def python_functions(text: str) -> Iterator[tuple[str, int]]:
    """The functions of a module, each with the lines from its docstring to its end."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.end_lineno or node.lineno
            yield node.name, last - node.body[0].lineno + 1


def native_functions(text: str) -> Iterator[tuple[str, int]]:
    """The functions of a C++ file, lambdas included, each with the lines between its braces."""
    # What is not code keeps its lines, so that they are counted.
    text = _NOT_CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    open_blocks: list[tuple[str, int, int]] = []
    line = depth = begin = 0
    for found in re.finditer(r"[(){};\n]", text):
        character = found[0]
        line += character == "\n"
        depth += (character == "(") - (character == ")")
        if character == "{":
            # A lambda is inside the brackets of a call, to which its own do not belong.
            open_blocks.append((text[begin : found.start()], line, depth))
            depth = 0
        elif character == "}":
            opened, first, depth = open_blocks.pop()
            if _is_function(opened):
                yield _name(opened), line - first - 1
        if character in "{}" or (character == ";" and depth == 0):
            begin = found.end()


def _is_function(opened: str) -> bool:
    """Whether a block that is opened like this is the body of a function."""
    _, bracket, rest = opened.rpartition(")")
    is_statement = _STATEMENT.match(opened) is not None
    return bool(bracket) and not is_statement and _AFTER_PARAMETERS.fullmatch(rest) is not None


def _name(opened: str) -> str:
    return (opened.partition("(")[0].split() or ["a lambda"])[-1]


def long_functions(files: list[Path]) -> list[str]:
    found = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        functions = python_functions(text) if file.suffix == ".py" else native_functions(text)
        name = file.relative_to(ROOT).as_posix()
        found += [f"{name}: {one}, {lines} lines" for one, lines in functions if lines > MOST_LINES]
    return found


@pytest.mark.parametrize("files", [PYTHON, NATIVE], ids=["python", "native"])
def test_functions_had_grown_to_hundreds_of_lines(files: list[Path]) -> None:
    assert len(files) > 20
    assert long_functions(files) == []


def test_the_lines_of_a_python_function_are_counted_without_its_parameters() -> None:
    text = (
        "def told(\n    a: int,\n    b: int,\n) -> int:\n    # First.\n    a += 1\n    return a\n"
    )
    assert list(python_functions(text)) == [("told", 2)]


def test_the_lines_of_a_native_function_are_counted_between_its_braces() -> None:
    text = """
namespace one {
struct Two {
    explicit Two(int n) : n_(n), text_("{") {
        // A brace in a remark: {
        reset();
    }
    int n() const noexcept {
        for (int i = 0; i < n_; ++i) {
            spend();
        }
        if (n_ > '{') {
            return 1;
        }
        return n_;
    }
};
}  // namespace one
"""
    assert list(native_functions(text)) == [("Two", 2), ("n", 7)]
