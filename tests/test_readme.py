"""What README and docs show is run: code blocks as they stand, commands word for word in CI."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
BLOCKS = [
    pytest.param(match.group(2), id=f"{page.name}:{page.read_text()[: match.start()].count(chr(10)) + 1}")
    for page in PAGES
    for match in BLOCK.finditer(page.read_text())
    if match.group(1) == "python"
]


@pytest.mark.parametrize("code", BLOCKS)
def test_block_runs(code: str) -> None:
    """A Python block of README or docs runs in a fresh interpreter without a warning."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


def test_ci_runs_the_second_command() -> None:
    """CI sets up and tests with the README's second command, word for word."""
    commands = [m.group(2).strip() for m in BLOCK.finditer((ROOT / "README.md").read_text()) if m.group(1) == "sh"]
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text()
