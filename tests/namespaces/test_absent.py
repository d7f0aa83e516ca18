"""Names of TensorFlow 1 that are missing: the error says so, and what to use."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.ops.namespaces.absent import absent, plan, tensorflow_names


@pytest.mark.parametrize(
    ("path", "name", "words"),
    [
        ("aioflow", "GradientTape", "no attribute 'GradientTape': tf.GradientTape of TensorFlow 1 is not part of a"),
        ("aioflow", "distribute", "tf.distribute of TensorFlow 1 is not part of aioflow; there are no distribution"),
        ("aioflow.data", "Dataset", "tf.data.Dataset of TensorFlow 1 is not here yet; datasets in imported graphs run"),
        ("aioflow.nn", "rnn_cell", "module 'aioflow.nn' has no attribute 'rnn_cell': tf.nn.rnn_cell .* not here yet"),
        ("aioflow.image", "decode_png", "not here yet; tf.raw_ops.DecodePng adds a node of that op"),
        ("aioflow.linalg", "LinearOperatorDiag", "not part of aioflow; write it with other functions"),
        ("aioflow.nn", "rellu", "^module 'aioflow.nn' has no attribute 'rellu'$"),
        ("aioflow.train", "AdamOptimiser", "^module 'aioflow.train' has no attribute 'AdamOptimiser'$"),
    ],
)
def test_words(path: str, name: str, words: str) -> None:
    """The error tells names of TensorFlow, planned or not, from mistakes, and has the advice for each."""
    with pytest.raises(AttributeError, match=words) as caught:
        raise absent(tf, path, name)
    assert (caught.value.name, caught.value.obj) == (name, tf)


def test_names_are_those_of_tensorflow() -> None:
    """The list has the everyday names, in the modules where they are."""
    names = tensorflow_names()
    assert {"placeholder", "Session", "contrib", "nn"} <= names[""] and "relu" in names["nn"]
    assert "BasicLSTMCell" in names["nn.rnn_cell"] and "xavier_initializer" in names["contrib.layers"]
    assert sum(map(len, names.values())) > 4000


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("contrib.layers.batch_norm", "planned"), ("contrib.tpu", "never"), ("contrib", "never"),
        ("data.Dataset", "planned"), ("estimator.tpu.TPUConfig", "never"), ("keras.Model", "never"),
    ],
)  # fmt: skip
def test_plans(name: str, state: str) -> None:
    """The longest entry that fits a name counts."""
    assert plan(name) == state


def test_every_module_refuses_names() -> None:
    """A missing name of TensorFlow is told as one wherever it is asked for."""
    for module in ("", "nn", "io", "train", "image", "math"):
        owner = getattr(tf, module) if module else tf
        missing = [name for name in tensorflow_names()[module] if not hasattr(owner, name)]
        for name in missing:
            with pytest.raises(AttributeError, match="of TensorFlow 1 is"):
                getattr(owner, name)
