"""Several nodes that become one in a model."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)

import aioflow as tf
from aioflow._proto import onnx_pb2
from aioflow.framework.regions.kernel_region import KernelRegion
from aioflow.packs.onnxruntime.engine import OnnxEngine
from aioflow.packs.onnxruntime.model import OnnxModel
from aioflow.packs.onnxruntime.node_writer import translated
from aioflow.packs.onnxruntime.patterns import with_patterns
from aioflow.passes.prune import prune
from aioflow.passes.regions import find_parts

GAMMA, BETA = np.linspace(0.5, 2, 8, dtype=np.float32), np.linspace(-1, 1, 8, dtype=np.float32)
GIVEN = np.random.default_rng(5).standard_normal((2, 3, 8)).astype(np.float32) * 3


def gelu(x: Any) -> Any:
    """GELU as Keras writes it."""
    return np.float32(0.5) * x * tf.erfc(tf.negative(x) * np.float32(0.5**0.5))


def layer_norm(x: Any, axis: int = -1) -> Any:
    """A layer normalisation as TensorFlow 1's scripts write it."""
    mean = tf.reduce_mean(x, axis, keepdims=True)
    variance = tf.reduce_mean(tf.squared_difference(x, mean), axis, keepdims=True)
    return (x - mean) * tf.rsqrt(variance + np.float32(1e-6)) * GAMMA + BETA


def checked(x: Any, *fetches: Any) -> list[str]:
    """The ONNX ops of the one region of some tensors, whose values are compared with those of the kernels."""
    (part,) = find_parts(prune(x.graph, [x], fetches, []), OnnxEngine(False, 1))
    model = OnnxModel(part, with_patterns(part, [translated(op, False) for op in part.ops]))
    region = OnnxEngine(False, 1).build(part)
    assert region is not None
    for got, wanted in zip(region.run(GIVEN), KernelRegion(part).run(GIVEN), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=2e-6)
    return sorted(node.op_type for node in onnx_pb2.OnnxModel.FromString(model.message).graph.node)


@pytest.fixture
def x() -> Any:
    """A placeholder in a graph of its own, the default one of the test."""
    with tf.Graph().as_default():
        yield tf.placeholder(tf.float32, [None, None, 8])


def test_gelu(x: Any) -> None:
    """All of it is one node."""
    assert checked(x, gelu(x)) == ["Gelu"]


def test_layer_norm(x: Any) -> None:
    """All of it is one node; its neighbours are others."""
    assert checked(x, tf.tanh(layer_norm(x))) == ["LayerNormalization", "Tanh"]
    assert checked(x, gelu(layer_norm(gelu(x)))) == ["Gelu", "Gelu", "LayerNormalization"]


def test_what_is_read_elsewhere_stays(x: Any) -> None:
    """A value inside of a pattern that somebody else reads is there."""
    y = layer_norm(x)
    mean = next(op for op in x.graph.get_operations() if op.type == "Mean").outputs[0]
    assert "LayerNormalization" not in checked(x, y, mean)


def test_other_axes_stay() -> None:
    """A normalisation over another axis is none of layers."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2, 3, 8])
        assert "LayerNormalization" not in checked(x, layer_norm(x, 1))


@pytest.mark.parametrize("is_first", [False, True])
@pytest.mark.parametrize("function", [tf.multiply, tf.add, tf.truediv, tf.maximum, tf.less])
def test_a_number_beside_a_column_gets_its_rank(function: Any, is_first: bool) -> None:
    """ONNX Runtime is four times as slow with a scalar beside an array whose last axis has one element."""
    given = np.linspace(0.25, 2, 16, dtype=np.float32).reshape(2, 8, 1)
    with tf.Graph().as_default():
        x: Any = tf.placeholder(tf.float32, [None, 8, 1])
        result = function(0.5, x) if is_first else function(x, 0.5)
        assert [value.shape for value in translated(result.op, False).constants.values()] == [(1, 1, 1)]
        (part,) = find_parts(prune(x.graph, [x], [tf.tanh(tf.cast(result, tf.float32))], []), OnnxEngine(False, 1))
        region = OnnxEngine(False, 1).build(part)
        assert region is not None
        np.testing.assert_allclose(region.run(given)[0], KernelRegion(part).run(given)[0], rtol=1e-6)


def test_other_numbers_stay() -> None:
    """Beside longer rows, and beside what is no number, nothing is spread."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 8])
        column = tf.placeholder(tf.float32, [1])
        for result in (x * 0.5, x * GAMMA, column * [[0.5]]):
            assert not translated(result.op, False).constants
