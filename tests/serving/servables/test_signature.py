"""Checks of what requests feed and ask for, with TensorFlow Serving's words."""
from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto import types_pb2
from aioflow._proto.meta_graph_pb2 import SignatureDef
from aioflow.framework import tensor_to_proto
from aioflow.serving.servables.signature import Signature, TensorSpec, signature_of
from tests.serving.models import floats


def two_inputs() -> Signature:
    """A signature with inputs a and b and outputs y and z."""
    definition = SignatureDef(method_name="tensorflow/serving/predict")
    with tf.Graph().as_default():
        for alias in ("a", "b"):
            tensor = tf.placeholder(tf.float32, [None, 2], name=alias)
            definition.inputs[alias].CopyFrom(tf.saved_model.build_tensor_info(tensor))
        for alias in ("y", "z"):
            definition.outputs[alias].CopyFrom(tf.saved_model.build_tensor_info(tensor))
    return signature_of("serving_default", definition)


@pytest.mark.parametrize(("given", "said"), [
    ("a", "input size does not match signature: 1!=2 len({a}) != len({a,b}). Sent extra: {}. "
          "Missing but required: {b}."),
    ("abc", "input size does not match signature: 3!=2 len({a,b,c}) != len({a,b}). Sent extra: {c}. "
            "Missing but required: {}."),
    ("ac", "input size does not match signature: 2!=2 len({a,c}) != len({a,b}). Sent extra: {c}. "
           "Missing but required: {b}."),
])  # fmt: skip
def test_wrong_inputs(given: str, said: str) -> None:
    """Missing and extra ones are named."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"^{re.escape(said)}$"):
        two_inputs().checked_inputs(dict.fromkeys(given, floats(1)))


def test_inputs_with_a_default_may_be_left_out() -> None:
    """The signature has their values."""
    definition = SignatureDef()
    definition.inputs["x"].name, definition.inputs["k"].name = "x:0", "k:0"
    for info in definition.inputs.values():
        info.dtype = types_pb2.DT_FLOAT
    definition.defaults["k"].CopyFrom(tensor_to_proto(floats(7)))
    signature = signature_of("s", definition)
    np.testing.assert_array_equal(signature.checked_inputs({"x": floats(1)})["k"], [7])
    np.testing.assert_array_equal(signature.checked_inputs({"x": floats(1), "k": floats(2)})["k"], [2])
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape("Missing but required: {x}.")):
        signature.checked_inputs({})


def test_outputs() -> None:
    """All where none is named; unknown and repeated ones are errors."""
    signature = two_inputs()
    assert list(signature.checked_outputs(())) == ["y", "z"]
    assert list(signature.checked_outputs(["z"])) == ["z"]
    said = "output tensor alias not found in signature: q Outputs expected to be in the set {y,z}."
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(said)):
        signature.checked_outputs(["y", "q"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="duplicate output tensor alias: y"):
        signature.checked_outputs(["y", "y"])


def test_arrays() -> None:
    """Another dtype, or a shape that does not fit, is an error that names the input."""
    signature = two_inputs()
    signature.check_array("a", np.zeros((3, 2), np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"'a'.*float32.*int32"):
        signature.check_array("a", np.zeros((3, 2), np.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"'b'.*shape"):
        signature.check_array("b", np.zeros((3, 3), np.float32))


def test_all_arrays_at_once() -> None:
    """Only all of them, as they are to be."""
    signature, right = two_inputs(), np.zeros((3, 2), np.float32)
    assert signature.takes({"b": right, "a": right})
    wrong: list[dict[str, Any]] = [
        {}, {"a": right}, {"a": right, "b": right.astype(np.int32)}, {"a": right, "b": right[:, :1]},
        {"a": right, "b": right, "c": right},
    ]  # fmt: skip
    for given in wrong:
        assert not signature.takes(given)


@pytest.mark.parametrize(
    ("sizes", "fitting", "others"),
    [
        ([None, 2], [(0, 2), (3, 2)], [(2,), (3, 1), (3, 2, 1), ()]),
        ([], [()], [(1,)]),
        (None, [(), (1, 2)], []),
    ],
)
def test_shapes_that_fit(sizes: list[int | None] | None, fitting: list[tuple[int, ...]], others: Any) -> None:
    """Known sizes must be equal; a shape that is not known takes all."""
    spec = TensorSpec("x:0", tf.float32, tf.TensorShape(sizes))
    assert all(map(spec.fits, fitting)) and not any(map(spec.fits, others))
