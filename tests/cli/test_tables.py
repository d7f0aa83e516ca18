"""Tables: as wide as the terminal, one line a row elsewhere, and never more than text."""
from __future__ import annotations

import io
import sys

import pytest

from aioflow.cli.tables import columns, paragraph

ROWS = [["op", "reason"], ["[red]Name", "a reason that goes on and on " * 5], ["B", "\x1b[31m"]]


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Whether somebody sits before it: yes."""
        return True


def test_elsewhere() -> None:
    """A row is a line, whatever its length."""
    assert [line.split()[0] for line in columns(ROWS)] == ["op", "[red]Name", "B"]
    assert paragraph("word " * 100) == [f"  {'word ' * 100}"]
    assert columns([]) == []


@pytest.mark.parametrize("has_headings", [False, True])
def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch, has_headings: bool) -> None:
    """Cells go on beneath; brackets are no markup, and what a terminal could obey is escaped."""
    pytest.importorskip("rich")
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "60")
    lines = columns(ROWS, has_headings=has_headings)
    assert max(map(len, lines)) <= 60 and len(lines) > 4
    text = "\n".join(lines)
    assert "[red]Name" in text and "\\x1b[31m" in text and "\x1b" not in text
    assert ("─" in text) == has_headings
    assert max(map(len, paragraph("word " * 100))) <= 60


def test_a_terminal_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are lines then, too."""
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setitem(sys.modules, "rich", None)
    assert len(columns(ROWS)) == 3
