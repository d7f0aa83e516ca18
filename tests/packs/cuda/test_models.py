"""Whole models, recorded with TensorFlow, with every node that can be on a device of type GPU."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import execution
from tests.conformance.test_models import ADAPTER, MODELS
from tests.corpus import ABSENT, corpus_folder

pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)


@pytest.mark.parametrize("model", MODELS)
def test_model(model: str) -> None:
    """Every recorded step of the model is reproduced within the corpus's tolerances."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip(ABSENT)
    command = [sys.executable, str(folder / "replay.py"), str(folder / "models" / f"{model}.zip")]
    command += ["--adapter", f"{ADAPTER}:Adapter", "--in-process", "-v"]
    environment = os.environ | execution.environment("measured", "measured", "off", "gpu")
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ADAPTER.parents[2], env=environment
    )
    assert "(100.00 %)" in done.stdout, done.stdout + done.stderr
