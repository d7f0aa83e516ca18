"""A server's process keeps memory that was freed."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import resource
import numpy as np
from aioflow.distributed.server.freed_memory import keep_freed_memory
if not keep_freed_memory():
    print("none")
    raise SystemExit
np.ones(5_000_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    np.ones(5_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def test_large_blocks_are_faulted_in_once() -> None:
    """Ten more of 40 MB, which are 10,000 pages each, take hardly a new page."""
    command = [sys.executable, "-c", _PROGRAM]
    said = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=Path(__file__).resolve().parents[3], timeout=60
    ).stdout.strip()
    if said == "none":
        pytest.skip("the C library has no mallopt")
    assert int(said) < 2000
