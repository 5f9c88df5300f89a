"""Imports run one way: each package imports only packages to its left."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ludwright.language.registry import loaded
from ludwright.play.families import every_family

ROOT = "ludwright"
SOURCE = Path(__file__).parents[1] / "src" / ROOT
LAYERS = (
    "errors",
    "shown",
    "files",
    "plain",
    "language",
    "play",
    "criticism",
    "synthesis",
    "store",
    "families",
    "running",
    "api",
    "presentation",
    "environments",
    "table",
    "cli",
    "experiments",  # also the commands that families add: they use what all commands share
)
NAMELESS = (
    *("language", "play", "criticism", "synthesis", "store"),
    *("running", "api", "presentation", "environments", "table", "cli", "testing"),
)
"""What works for any family: these name none, and reach games through its record only."""
BORDER = ("play", "families")  # the only layers that touch the native core
FAMILIES = re.compile(r"combinatorial|conquest|railway", re.IGNORECASE)


@dataclass(frozen=True)
class Import:
    """One import of something inside the package."""

    target: str
    line: int
    at_load: bool
    """True when merely importing the module runs it: outside functions and TYPE_CHECKING."""


@dataclass(frozen=True)
class Module:
    name: str
    path: Path
    imports: tuple[Import, ...]

    @property
    def layer(self) -> str:
        return layer_of(self.name)


def layer_of(name: str) -> str:
    """Return the first name below the root; "" for the root itself."""
    return name.split(".")[1] if "." in name else ""


def read_package(source: Path) -> dict[str, Module]:
    paths: dict[str, Path] = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        paths[".".join((ROOT, *parts))] = path
    return {
        name: Module(name, path, read_imports(name, path, paths)) for name, path in paths.items()
    }


def read_imports(name: str, path: Path, known: Mapping[str, Path]) -> tuple[Import, ...]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: list[Import] = []

    def visit(node: ast.AST, *, at_load: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                found.extend(
                    Import(target, child.lineno, at_load)
                    for target in targets_of(child, package, known)
                )
            elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                visit(ast.Module(child.body, []), at_load=False)
                visit(ast.Module(child.orelse, []), at_load=at_load)
            else:
                is_later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                visit(child, at_load=at_load and not is_later)

    visit(ast.parse(path.read_text(encoding="utf-8")), at_load=True)
    return tuple(found)


def targets_of(
    node: ast.Import | ast.ImportFrom, package: str, known: Mapping[str, Path]
) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if is_ours(alias.name))
        return
    base = node.module or ""
    if node.level:
        parents = package.split(".")
        base = ".".join((*parents[: len(parents) - node.level + 1], *base.split("."))).rstrip(".")
    if not is_ours(base):
        return
    for alias in node.names:
        # `from package import module` names the module; `from module import thing` only the module.
        full = f"{base}.{alias.name}"
        is_module = full in known or (base == ROOT and alias.name in (*LAYERS, "testing", "_core"))
        yield full if is_module else base


def is_ours(name: str) -> bool:
    return name == ROOT or name.startswith(f"{ROOT}.")


def wrong_imports(modules: Mapping[str, Module]) -> list[str]:
    return [
        f"{module.path}:{found.line}: {module.name} imports {found.target}: {why}"
        for module in modules.values()
        for found in module.imports
        if (why := objection(module.layer, layer_of(found.target), at_load=found.at_load))
    ]


def objection(layer: str, target: str, *, at_load: bool) -> str:
    """Return why `layer` may not import from `target`, or "" when it may."""
    if target == "families" and layer in NAMELESS:
        return "games are reached through the record of their family"
    if layer == "testing" or target in (layer, ""):
        return ""
    if target == "testing":
        return "only tests import testing"
    if target == "_core":
        return "" if layer in BORDER else f"only {' and '.join(BORDER)} touch the native core"
    if target not in LAYERS:
        return f"expected one of {', '.join(LAYERS)}, got {target}"
    if layer == "" and not at_load:
        return ""  # the public names, for type checkers
    if layer == "":
        return "the package itself imports nothing, so that it is cheap"
    if layer not in LAYERS:
        return f"{layer} has no place among the layers; give it one in this test"
    if LAYERS.index(target) > LAYERS.index(layer):
        return f"{target} stands to the right of {layer}"
    return ""


def find_cycle(modules: Mapping[str, Module]) -> list[str]:
    """Return one cycle among the imports that run at load, first module repeated at the end."""
    graph = {
        module.name: {
            found.target
            for found in module.imports
            if found.at_load and found.target in modules and found.target != module.name
        }
        for module in modules.values()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def names_in(source: Path, wanted: re.Pattern[str]) -> list[str]:
    """The lines and files outside the families that contain what only a family may name."""
    return [
        f"{path}:{number}: {line.strip()}"
        for layer in NAMELESS
        for path in (source / f"{layer}.py", *sorted((source / layer).rglob("*.py")))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if wanted.search(line) or (number == 1 and wanted.search(path.name))
    ]


def test_imports_run_one_way() -> None:
    assert wrong_imports(read_package(SOURCE)) == []


def test_no_import_cycle() -> None:
    assert find_cycle(read_package(SOURCE)) == []


def test_nothing_outside_the_families_names_one() -> None:
    assert names_in(SOURCE, FAMILIES) == []


def test_the_gates_and_the_radar_named_criteria_of_one_family() -> None:
    criteria = [family.criteria for family in every_family() if family.criteria]
    # A family may also take a criterion that the spine offers; that one is not its own.
    taken = [one for path in criteria for one in loaded(path)]
    own = [one.name for one in taken if one.function.__module__.startswith(f"{ROOT}.families.")]
    assert "board-coverage" in own
    quoted = re.compile("|".join(f"[\"']{re.escape(name)}[\"']" for name in own))
    assert names_in(SOURCE, quoted) == []


def plant(root: Path, files: Mapping[str, str]) -> Path:
    source = root / ROOT
    for name, text in {"__init__.py": "", **files}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return source


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("language/syntax.py", "from ludwright.play import rules"),
        ("language/syntax.py", "from ludwright import play"),
        ("language/syntax.py", "import ludwright.cli.main"),
        ("language/syntax.py", "from ..play import rules"),
        ("language/syntax.py", "def later():\n    from ludwright.store import open_store"),
        ("language/syntax.py", "import ludwright._core"),
        ("presentation/page.py", "from ludwright import _core"),
        ("cli/main.py", "from ludwright.testing import contracts"),
        ("cli/main.py", "import ludwright.helpers"),
        ("helpers.py", "import ludwright.errors"),
        ("errors.py", "import ludwright.language"),
        ("cli/show.py", "from ludwright.families.hex.picture import draw_svg"),
        ("cli/show.py", "def later():\n    import ludwright.families"),
        ("testing/conformance.py", "from ludwright.families.hex.lower import lower"),
        ("presentation/radar.py", "from ludwright.families import hex"),
        ("families/hex/lower.py", "import ludwright.presentation"),
        ("cli/main.py", "import ludwright.experiments.hahn"),
        ("__init__.py", "import ludwright.errors"),
    ],
)
def test_planted_violation_is_found(tmp_path: Path, file: str, text: str) -> None:
    assert len(wrong_imports(read_package(plant(tmp_path, {file: text})))) == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("cli/main.py", "from ludwright.language import syntax\nimport ludwright\nimport sys"),
        ("play/rules.py", "from ludwright import __version__, _core, errors\nfrom . import record"),
        (
            "families/hex/lower.py",
            "from ludwright._core import version\nfrom ..registry import add",
        ),
        ("testing/contracts.py", "import ludwright._core, ludwright.cli"),
        ("__init__.py", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import ludwright.cli.main"),
    ],
)
def test_allowed_imports_pass(tmp_path: Path, file: str, text: str) -> None:
    assert wrong_imports(read_package(plant(tmp_path, {file: text}))) == []


def test_planted_cycle_is_found(tmp_path: Path) -> None:
    files = {
        "play/__init__.py": "",
        "play/a.py": "from ludwright.play import b",
        "play/b.py": "from .a import x",
    }
    cycle = find_cycle(read_package(plant(tmp_path, files)))
    assert set(cycle) == {"ludwright.play.a", "ludwright.play.b"}


def test_import_inside_a_function_or_for_types_makes_no_cycle(tmp_path: Path) -> None:
    files = {
        "play/a.py": "def f():\n    from ludwright.play.b import y",
        "play/b.py": "from .a import x\nfrom .c import z",
        "play/c.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import y",
    }
    assert find_cycle(read_package(plant(tmp_path, files))) == []


def test_planted_family_name_is_found(tmp_path: Path) -> None:
    files = {
        "play/rules.py": "x = 1\n# as in Conquest\n",
        "cli/railway.py": "x = 1",
        "cli/odds.py": "'combinatorial'",
        "testing/harness.py": "from ludwright.families import conquest",
        "families/a.py": "railway",
        "experiments/hahn.py": "conquest",
    }
    found = names_in(plant(tmp_path, files), FAMILIES)
    assert len(found) == 4
