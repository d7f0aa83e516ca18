"""Whole models, recorded with TensorFlow, give TensorFlow's results; SavedModels are in tests/saved_model."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import ABSENT, corpus_folder
from tests.saved_model.cases import CORPUS_MODELS

ADAPTER = Path(__file__).with_name("adapter.py")
MODELS = (
    "beam_search_cf_v2", "lstm_dynamic_rnn_cf_v1", "resnet20_cifar", "text_classifier", "tf1_mlp_adam_training",
    "transformer_encoder_2l",
)  # fmt: skip


def test_all_models_are_here() -> None:
    """Every model of the corpus is tested, here or with the SavedModels."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip(ABSENT)
    assert {path.stem for path in (folder / "models").iterdir()} == {*MODELS, *CORPUS_MODELS}


@pytest.mark.parametrize("model", MODELS)
def test_model(model: str) -> None:
    """Every recorded step of the model is reproduced within the corpus's tolerances."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip(ABSENT)
    command = [sys.executable, str(folder / "replay.py"), str(folder / "models" / f"{model}.zip")]
    command += ["--adapter", f"{ADAPTER}:Adapter", "--in-process", "-v"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ADAPTER.parents[2])
    assert "(100.00 %)" in done.stdout, done.stdout + done.stderr
