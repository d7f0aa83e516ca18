"""aioflow and TensorFlow in one process."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(importlib.util.find_spec("tensorflow") is None, reason="needs TensorFlow")
@pytest.mark.parametrize("order", ["aioflow-first", "tensorflow-first"])
def test_both_live_in_one_process(order: str) -> None:
    """D-56: in either order of import nothing clashes, all definitions are equal, TensorFlow reads what we write."""
    script = Path(__file__).parent / "compare_with_tensorflow.py"
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}
    done = subprocess.run([sys.executable, str(script), order], env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
