"""The shape of the source tree: layers, file lengths, names, headers of generated files."""
from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAX_LINES = 500
GENERATED = ("aioflow/_proto", "aioflow/ops/generated")  # stubs; what is Python there is written by hand
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "misc", "common", "tools_common", "stuff", "base"}


def python_files(*folders: str) -> Iterator[str]:
    """Gives the paths, relative to the repository, of all Python files below `folders`."""
    for folder in folders:
        yield from sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py"))


HAND_WRITTEN = [*python_files("aioflow", "tests")]


def test_layers() -> None:
    """Imports point downward, as pyproject.toml says; import-linter tells which one does not."""
    pytest.importorskip("importlinter", reason="needs import-linter")
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", lint, "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def imported_by(path: str, modules: Mapping[str, str], for_checkers: bool) -> set[str]:
    """Gives the modules that a file imports, on its top level or in a function; whole packages by their `__init__`.

    Args:
        path: The file.
        modules: Name of a module -> its file.
        for_checkers: Whether imports below `if TYPE_CHECKING` count.
    """
    names: set[str] = set()
    nodes: list[ast.AST] = [ast.parse((ROOT / path).read_text("utf-8"))]
    for node in nodes:  # grows meanwhile
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            full = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            names.update(name if name in modules else node.module for name in full.values())
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not for_checkers:
            nodes.extend(node.orelse)
        else:
            nodes.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
    return names & modules.keys()


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Gives the sets of two and more nodes that reach one another (R. Tarjan, SIAM J. Comput. 1, 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}  # the smallest number known to be reached from a node that is not in a set yet
    path: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        path.append(node)
        for target in sorted(graph[node]):
            if target not in number:
                visit(target)
            if target in path:
                low[node] = min(low[node], low[target])
        if low[node] == number[node]:
            place = path.index(node)
            group = set(path[place:])
            del path[place:]
            if len(group) > 1:
                found.append(group)

    for node in graph:
        if node not in number:
            visit(node)
    return found


@pytest.mark.parametrize("for_checkers", [False, True], ids=["run", "types"])
def test_no_circles(for_checkers: bool) -> None:
    """No module imports itself through others, neither when it runs nor for type checkers."""
    files = [path for path in python_files("aioflow") if not path.startswith("aioflow/_proto/")]
    modules = {path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): path for path in files}
    graph = {module: imported_by(path, modules, for_checkers) for module, path in modules.items()}
    assert sum(map(len, graph.values())) > len(graph)
    assert [sorted(group) for group in circles(graph)] == []


def test_circles_are_found() -> None:
    """The search sees a circle behind a chain, two that share no node, and none in a diamond."""
    assert circles({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}) == []
    graph = {"a": {"b"}, "b": {"c"}, "c": {"d", "e"}, "d": {"b"}, "e": {"f"}, "f": {"e"}}
    assert sorted(map(sorted, circles(graph))) == [["b", "c", "d"], ["e", "f"]]


def test_files_are_short() -> None:
    """No hand-written file is longer than one can keep in mind."""
    lengths = {path: (ROOT / path).read_bytes().count(b"\n") for path in HAND_WRITTEN}
    assert lengths
    assert {path: length for path, length in lengths.items() if length > MAX_LINES} == {}


def test_tests_mirror_the_package() -> None:
    """Each room of the package, and each of the executor's inner rooms, has its tests in a folder of the same name."""
    package = ROOT / "aioflow"
    found = [*package.glob("*/__init__.py"), *package.glob("executor/*/__init__.py")]
    rooms = [path.parent.relative_to(package) for path in found]
    missing = [str(room) for room in rooms if not any((ROOT / "tests" / room).glob("**/test_*.py"))]
    assert len(rooms) > 20
    assert missing == ["_proto"]  # whose messages tests/protos compares with TensorFlow's


def test_names_say_something() -> None:
    """No file or folder has a name under which anything could be put."""
    names = {path: {part.removesuffix(".py") for part in path.split("/")} for path in HAND_WRITTEN}
    assert [path for path, parts in names.items() if parts & NAMES_THAT_SAY_NOTHING] == []


def test_generated_files_say_so() -> None:
    """Who opens a generated file learns from its first line what wrote it and that it is not to be edited."""
    stubs = [path.relative_to(ROOT).as_posix() for folder in GENERATED for path in (ROOT / folder).rglob("*.pyi")]
    assert len(stubs) > 50
    for path in [*stubs, "aioflow/_proto/docstrings.txt"]:
        first = (ROOT / path).read_text("utf-8").partition("\n")[0]
        assert "enerated" in first and "Do not edit" in first, path


def test_package_is_typed() -> None:
    """Type checkers take notice of our annotations only beside this marker."""
    assert (ROOT / "aioflow" / "py.typed").is_file()


def test_no_conflict_is_left() -> None:
    """No file has the marks that two changes of the same lines leave: pages with them read nearly right."""
    written = {".py", ".md", ".toml", ".proto", ".txt", ".html", ".js", ".css"}
    folders = ("aioflow", "benchmarks", "docs", "examples", "protos", "tests")
    for path in [*ROOT.glob("*.*"), *(path for folder in folders for path in (ROOT / folder).rglob("*.*"))]:
        if path.suffix in written and path.is_file():
            lines = path.read_text("utf-8", "replace").splitlines()
            assert not [line for line in lines if line.startswith(("<" * 7 + " ", ">" * 7 + " "))], path
