"""The programs on Ray that docs/distributed.md shows."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.live.ray import HAS_RAY, WHY
from tests.pages import DOCS, blocks_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_RAY, reason=WHY)]
OUTPUTS = {
    "on_ray.py": "[11. 22.]",
    "copies.py": "[array([3.], dtype=float32), array([6.], dtype=float32), array([9.], dtype=float32)]",
}


@pytest.mark.parametrize("title", OUTPUTS)
def test_it_runs(title: str) -> None:
    """With a Ray of its own, of which nothing is left."""
    (code,) = [block.code for block in blocks_of(DOCS / "distributed.md") if block.title == title]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "RAY_ADDRESS": "local"},
    )  # fmt: skip
    assert done.stdout.strip() == OUTPUTS[title], done.stderr
