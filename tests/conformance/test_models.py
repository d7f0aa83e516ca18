"""Whole models, recorded with TensorFlow, give TensorFlow's results."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import ABSENT, corpus_folder

ADAPTER = Path(__file__).with_name("adapter.py")


@pytest.mark.parametrize("model", ["resnet20_cifar", "transformer_encoder_2l"])
def test_model(model: str) -> None:
    """Every recorded step of the model is reproduced within the corpus's tolerances."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip(ABSENT)
    command = [sys.executable, str(folder / "replay.py"), str(folder / "models" / f"{model}.zip")]
    command += ["--adapter", f"{ADAPTER}:Adapter", "--in-process", "-v"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ADAPTER.parents[2])
    assert "(100.00 %)" in done.stdout, done.stdout + done.stderr
