"""Libraries that import TensorFlow meet aioflow, when a program asks for it."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a process of its own, since imports are for the whole process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


PROGRAM = """
import aioflow
aioflow.import_as_tensorflow()
aioflow.import_as_tensorflow()
import tensorflow as tf
import tensorflow.compat.v1 as tf1
from tensorflow.compat import v1
from tensorflow import nn
from tensorflow.python.ops import array_ops, math_ops
from tensorflow.python.framework import errors
from tensorflow.python.training.saver import Saver
from tensorflow.contrib.layers import xavier_initializer
from tensorflow.python.client import timeline
assert tf.Session is aioflow.Session and tf1.Session is v1.Session is aioflow.Session
assert nn.relu is aioflow.nn.relu and Saver is aioflow.train.Saver and errors.OpError is aioflow.errors.OpError
assert xavier_initializer is aioflow.contrib.layers.xavier_initializer
assert timeline.Timeline is aioflow.timeline.Timeline
doubled = math_ops.add(array_ops.constant(2), 2)
with tf.Session() as session:
    print(session.run_sync(doubled))
for missing in ("tensorflow.examples.tutorials", "tensorflow.nowhere", "tensorflow.python.eager.context"):
    try:
        __import__(missing)
    except ImportError as error:
        print(error)
try:
    tf.nowhere
except AttributeError as error:
    print(error)
"""


def test_imports() -> None:
    """All ways to import give the same names; what aioflow does not have is missing as it is elsewhere."""
    done = run(PROGRAM)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "4" and "tensorflow.examples" in lines[1] and len(lines) == 5
    assert "nowhere" in lines[2] and "tensorflow.python.eager" in lines[3] and "nowhere" in lines[4]


def test_too_late() -> None:
    """Beside TensorFlow itself there is no room for it."""
    code = "import sys, types\nsys.modules['tensorflow'] = types.ModuleType('tensorflow')\nimport aioflow\n"
    done = run(code + "aioflow.import_as_tensorflow()")
    assert done.returncode == 1 and "TensorFlow itself has been imported already" in done.stderr


@pytest.mark.parametrize("module", ["tensorflow", "tensorflow.nn"])
def test_not_without_asking(module: str) -> None:
    """Nothing is different in programs that do not ask for it."""
    find = f"try:\n  print(importlib.util.find_spec({module!r}))\nexcept ImportError:\n  print(None)"
    done = run("import aioflow, importlib.util\n" + find)
    assert done.stdout == "None\n" or "tensorflow/__init__.py" in done.stdout, done.stderr
