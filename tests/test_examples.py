"""Every example runs as it stands, started as a user starts it."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NEEDS_TENSORFLOW = "examples/digits/train_digits.py"
SERVICE = "examples/service/"  # serves until it is stopped; tests/examples drives it over a socket
TRAINING = "examples/digits/train_monitored.py"  # tests/examples trains, stops and goes on
PARAMETER_SERVER = "examples/parameter_server.py"  # tests/examples looks at its losses
EXAMPLES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "examples").rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith((NEEDS_TENSORFLOW, SERVICE, TRAINING, PARAMETER_SERVER))
]


def run_example(example: str, folder: Path) -> str:
    """What an example prints, run from another folder with warnings as errors."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", str(ROOT / example)]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str, tmp_path: Path) -> None:
    """It ends well, says something, and leaves no file behind."""
    assert run_example(example, tmp_path).strip()
    assert list(tmp_path.iterdir()) == []


def test_digits_are_tensorflows(tmp_path: Path) -> None:
    """The digit classifier gets right what TensorFlow gets right, and wrong what TensorFlow gets wrong."""
    assert run_example("examples/digits/classify_digits.py", tmp_path).splitlines() == [
        "443 of 450 digits are right",
        "450 of 450 answers are TensorFlow's",
    ]


def test_every_line_goes_through_the_pipeline(tmp_path: Path) -> None:
    """However tasks take turns, the input pipeline loses no line and reads none too often."""
    assert run_example("examples/input_pipeline.py", tmp_path).splitlines() == [
        "7 tasks filled the queues; 48 lines came in 10 batches",
        "sum of the numbers 408, of the squares 840",
    ]
