"""Some recorded traces at a server over gRPC, and over two tasks; `replay.py --target` runs all of them."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.replay import unlisted_failures
from tests.corpus import ABSENT, corpus_folder

ADAPTER = Path(__file__).with_name("adapter.py")
FEATURES = ("queue", "cond_v1", "while_v1", "control_flow_v2", "functions", "ref_variable", "resource_variable")


@pytest.mark.parametrize("target", ["grpc", "tasks:1"])
def test_a_slice(tmp_path: Path, target: str) -> None:
    """Each gives the values and errors that it gives in one process."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip(ABSENT)
    report = tmp_path / "report.json"
    command = [sys.executable, str(folder / "replay.py"), str(folder), "--ids", "a[0-5]*", "--in-process"]
    command += ["--adapter", f"{ADAPTER}:Adapter", "--json", str(report)]
    command += [word for feature in FEATURES for word in ("--feature", feature)]
    environment = {**os.environ, "AIOFLOW_TEST_TARGET": target, "PYTHONPATH": str(ADAPTER.parents[2])}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    outcome = json.loads(report.read_text())
    assert outcome["total"] > 20
    assert not unlisted_failures(outcome, target.partition(":")[0])
