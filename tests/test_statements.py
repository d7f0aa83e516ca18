"""Every statement of the behaviour specifications is shown by a test that names it, or skipped for a reason."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from .statements import ENFORCED, NUM_STATEMENTS, SKIPPED

NUMBER = re.compile(r"\b([A-Z])-(\d+)\b")


def statements(family: str) -> list[str]:
    """All statements of a family, in order."""
    return [f"{family}-{number}" for number in range(1, NUM_STATEMENTS[family] + 1)]


def docstrings_of_tests(path: Path) -> Iterator[str]:
    """The docstrings of the test functions in a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield ast.get_docstring(node) or ""


@cache
def named() -> frozenset[str]:
    """The statements that docstrings of tests name."""
    files = Path(__file__).parent.rglob("test_*.py")
    matches = (match for path in files for text in docstrings_of_tests(path) for match in NUMBER.finditer(text))
    return frozenset(match[0] for match in matches if match[1] in NUM_STATEMENTS)


@pytest.mark.parametrize("family", ENFORCED)
def test_every_statement_is_shown(family: str) -> None:
    """A statement that no test names must be in the list of those that are skipped."""
    assert [name for name in statements(family) if name not in named() and name not in SKIPPED[family]] == []


@pytest.mark.parametrize("family", NUM_STATEMENTS)
def test_numbers_exist(family: str) -> None:
    """Tests and the list of what is skipped name only statements that there are."""
    used = {name for name in named() if name.startswith(f"{family}-")} | set(SKIPPED[family])
    assert used - set(statements(family)) == set()


@pytest.mark.parametrize("family", NUM_STATEMENTS)
def test_skipped_statements_are_not_shown(family: str) -> None:
    """What a test shows is not skipped, and what is skipped has a reason."""
    assert [name for name, reason in SKIPPED[family].items() if name in named() or not reason.strip()] == []
