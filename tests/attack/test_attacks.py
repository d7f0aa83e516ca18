"""The programs beside this file, each in a process of its own."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PROGRAMS = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in ("__init__", Path(__file__).stem))


@pytest.mark.parametrize("program", PROGRAMS)
def test_holds(program: str) -> None:
    """The program ends as it should, and says what held."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(HERE / f"{program}.py")],
        capture_output=True, text=True, check=False, cwd=HERE.parents[1], env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip(), "the program said nothing"
