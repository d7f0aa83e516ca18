"""Text is as wide as the terminal."""
from __future__ import annotations

import pytest

from aioflow.framework.text_layout import terminal_width, wrapped


@pytest.mark.parametrize(("columns", "width"), [("80", 80), ("200", 200), ("3", 40)])
def test_width(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    """It is what the environment says, but never so narrow that nobody could read it."""
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width() == width


def test_names_stay_whole() -> None:
    """Lines break at blanks only, however long a name is."""
    name = "/job:localhost/replica:0/task:0/device:CPU:0-and-more"
    assert wrapped(f"a {name} b", 20, 4, 0) == ["a", f"    {name}", "    b"]
    assert wrapped("one two three", 9, 1) == [" one two", " three"]
