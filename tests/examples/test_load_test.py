"""The load test that users are to start from."""
from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

LOAD_TEST = Path(__file__).parents[2] / "examples" / "load_test.py"


def test_load_test(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs, its assertions hold, and its report names both kinds of callers and the loop's lag."""
    monkeypatch.setattr(sys, "argv", ["load_test.py", "--seconds", "0.6"])
    runpy.run_path(str(LOAD_TEST), run_name="__main__")
    shown = capsys.readouterr().out
    assert [line.partition(":")[0] for line in shown.splitlines()] == ["people", "nightly", "loop lag"]
    assert "cancelled" in shown and "p99.9" in shown and "WRONG" not in shown
