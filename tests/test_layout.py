"""The shape of the source tree: layers, file lengths, names, headers of generated files."""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAX_LINES = 500
GENERATED = ("aioflow/_proto", "aioflow/ops/generated")
TABLES = ("aioflow/ops/definitions",)
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "misc", "common", "tools_common", "stuff", "base"}


def python_files(*folders: str) -> Iterator[str]:
    """Gives the paths, relative to the repository, of all Python files below `folders`."""
    for folder in folders:
        yield from sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py"))


HAND_WRITTEN = [path for path in python_files("aioflow", "tests") if not path.startswith(GENERATED)]


def test_layers() -> None:
    """Imports point downward, as pyproject.toml says; import-linter tells which one does not."""
    pytest.importorskip("importlinter", reason="needs import-linter")
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", lint, "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_are_short() -> None:
    """No hand-written file is longer than one can keep in mind; tables of data may be."""
    lengths = {path: (ROOT / path).read_bytes().count(b"\n") for path in HAND_WRITTEN if not path.startswith(TABLES)}
    assert lengths
    assert {path: length for path, length in lengths.items() if length > MAX_LINES} == {}


def test_names_say_something() -> None:
    """No file or folder has a name under which anything could be put."""
    names = {path: {part.removesuffix(".py") for part in path.split("/")} for path in HAND_WRITTEN}
    assert [path for path, parts in names.items() if parts & NAMES_THAT_SAY_NOTHING] == []


def test_generated_files_say_so() -> None:
    """Who opens a generated file learns from its first line what wrote it and that it is not to be edited."""
    for path in python_files(*GENERATED):
        if path.endswith("/__init__.py"):
            continue
        first = (ROOT / path).read_text("utf-8").partition("\n")[0]
        assert "enerated" in first and "Do not edit" in first, path


def test_package_is_typed() -> None:
    """Type checkers take notice of our annotations only beside this marker."""
    assert (ROOT / "aioflow" / "py.typed").is_file()
