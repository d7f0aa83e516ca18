"""What aioflow and TensorFlow write is the same to both."""
from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
import tests.live.checkpoints
import tests.live.debug_dumps
import tests.live.models
import tests.live.timelines  # noqa: F401 - all four note their artifacts
from tests.live.artifacts import ARTIFACTS, read_all, write_all
from tests.observed import check_values

PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", "")
ROOT = Path(__file__).resolve().parents[2]


async def test_ours_is_the_same_again(tmp_path: Path) -> None:
    """Everything that is written here is read here."""
    await write_all(tf, tmp_path)
    found = await read_all(tf, tmp_path)
    assert found.keys() == ARTIFACTS.keys()
    assert {name: error for name, error in found.items() if isinstance(error, str)} == {}


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON, reason="AIOFLOW_TENSORFLOW_PYTHON does not name a Python that has TensorFlow")
async def test_each_reads_the_others(tmp_path: Path) -> None:
    """O-15: TensorFlow finds in our files what we find there, and we in TensorFlow's what it finds."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    await write_all(tf, ours)
    command = [PYTHON, "-m", "tests.live.peer", str(ours), str(theirs)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    peer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert peer.returncode == 0, peer.stderr[-4000:]
    by_tensorflow, expected = json.loads(peer.stdout.splitlines()[-1])
    found = {"ours by TensorFlow": by_tensorflow}
    found |= {folder.name: await read_all(tf, folder) for folder in (ours, theirs)}
    assert not [error for error in expected.values() if isinstance(error, str)]
    wrong = [fault for who, seen in found.items() for fault in differences(who, seen, expected)]
    assert not wrong, "\n".join(wrong)


def differences(who: str, seen: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """Tells of each artifact that is not what TensorFlow finds in its own files."""
    for name in ARTIFACTS:
        try:
            check_values(seen[name], expected[name], name, rtol=1e-5, atol=1e-6)
        except AssertionError as fault:
            yield f"{who}, {name}: {fault}"
