"""Fusion of products with what follows: what becomes one node, what must not, and that values stay within rounding."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.rewriter_config_pb2 import RewriterConfig
from aioflow.framework.graph.graph import Graph
from aioflow.passes.fold_constants import fold_constants
from aioflow.passes.fuse_products import fuse_products
from tests.passes.optimized import kinds, pruned, values

RNG = np.random.default_rng(7)
IMAGE = RNG.standard_normal((2, 5, 6, 3), np.float32)
MATRIX = RNG.standard_normal((4, 3), np.float32)


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    """A default graph for each test."""
    with tf.Graph().as_default():
        yield


def vector(count: int, low: float = 0.5) -> Any:
    """A constant [count] of numbers from `low` to `low` + 1."""
    return tf.constant(RNG.random(count, np.float32) + np.float32(low))


def weights(*shape: int) -> Any:
    """Constant weights."""
    return tf.constant(RNG.standard_normal(shape, np.float32))


def normalized(x: Any, channels: int, **options: Any) -> Any:
    """`x` with a batch normalisation of fixed statistics."""
    statistics = vector(channels), vector(channels, -0.5), vector(channels, -0.5), vector(channels)
    return tf.nn.fused_batch_norm(x, *statistics, is_training=False, **options)[0]


def fused(y: Any, *args: Any) -> Graph:
    """The graph of `y`, fused; its value for the fed `args` is as before."""
    before = pruned([y], tf.get_default_graph().get_collection("fed"))
    after = fuse_products(before)
    for got, wanted in zip(values(after, args), values(before, args), strict=True):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
    return after


def fed(shape: list[Any]) -> Any:
    """A placeholder that `fused` feeds."""
    x = tf.placeholder(tf.float32, shape)
    tf.add_to_collection("fed", x)
    return x


ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "Relu": tf.nn.relu, "Relu6": tf.nn.relu6, "Elu": tf.nn.elu, "Tanh": tf.tanh,
    "LeakyRelu": lambda x: tf.nn.leaky_relu(x, 0.3),
}  # fmt: skip


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_a_dense_layer_is_one_node(name: str) -> None:
    """MatMul, BiasAdd and an activation are one `_FusedMatMul`."""
    y = ACTIVATIONS[name](tf.nn.bias_add(tf.matmul(fed([None, 3]), weights(3, 5)), vector(5, -0.5)))
    assert kinds(fused(y, MATRIX)) == {"Const": 2, "_FusedMatMul": 1}


def test_biases_need_not_be_constant() -> None:
    """A bias that is fed is added in the same node, if its size is known to fit."""
    y = tf.nn.relu(tf.nn.bias_add(tf.matmul(fed([None, 3]), weights(3, 5)), fed([5])))
    assert kinds(fused(y, MATRIX, np.arange(5, dtype=np.float32))) == {"Const": 1, "_FusedMatMul": 1}
    unknown = tf.nn.bias_add(tf.matmul(fed([None, 3]), weights(3, 5)), fed([None]))
    assert "_FusedMatMul" not in kinds(fuse_products(pruned([unknown])))


@pytest.mark.parametrize("is_transposed", [False, True])
def test_scales_of_matrices_go_into_the_weights(is_transposed: bool) -> None:
    """What multiplies each column by a constant is done to the weights, transposed or not."""
    w = weights(5, 3) if is_transposed else weights(3, 5)
    y = (tf.matmul(fed([None, 3]), w, transpose_b=is_transposed) * vector(5) - vector(5)) / 3.0
    assert kinds(fused(y, MATRIX)) == {"Const": 2, "_FusedMatMul": 1}


def test_batch_norms_go_into_the_weights() -> None:
    """Conv2D, bias, batch normalisation and activation are one `_FusedConv2D` with other weights."""
    x = tf.nn.bias_add(tf.nn.conv2d(fed([None, 5, 6, 3]), weights(3, 3, 3, 4), [1, 2, 2, 1], "SAME"), vector(4))
    graph = fused(tf.nn.relu(normalized(x, 4, epsilon=0.01)), IMAGE)
    assert kinds(graph) == {"Const": 2, "_FusedConv2D": 1}


def test_channels_may_come_first() -> None:
    """The same where the channels are the second dimension."""
    x = tf.nn.conv2d(fed([None, 3, 5, 6]), weights(3, 3, 3, 4), [1, 1, 1, 1], "VALID", data_format="NCHW")
    y = tf.nn.relu6(normalized(x, 4, data_format="NCHW"))
    assert kinds(fused(y, IMAGE.transpose(0, 3, 1, 2).copy())) == {"Const": 2, "_FusedConv2D": 1}


def test_depthwise_convolutions_are_fused() -> None:
    """A depthwise convolution with several filters per channel, and its batch normalisation."""
    x = tf.nn.depthwise_conv2d(fed([None, 5, 6, 3]), weights(3, 3, 3, 2), [1, 1, 1, 1], "SAME")
    assert kinds(fused(tf.nn.relu6(normalized(x, 6)), IMAGE)) == {"Const": 2, "_FusedDepthwiseConv2dNative": 1}


def test_written_out_batch_norms_are_fused() -> None:
    """A normalisation made of products and sums with constants counts as one, once constants are folded."""
    x = tf.nn.conv2d(fed([None, 5, 6, 3]), weights(3, 3, 3, 4), [1, 1, 1, 1], "SAME")
    y = tf.nn.relu(tf.nn.batch_normalization(x, vector(4), vector(4), vector(4), vector(4), 1e-3))
    before = fold_constants(pruned([y], tf.get_default_graph().get_collection("fed")))
    after = fuse_products(before)
    assert kinds(after) == {"Const": 2, "_FusedConv2D": 1}
    np.testing.assert_allclose(values(after, [IMAGE])[0], values(before, [IMAGE])[0], rtol=2e-5, atol=2e-5)


def test_a_scale_without_bias_leaves_a_plain_convolution() -> None:
    """Where nothing is added, the node stays a Conv2D."""
    y = 2.0 * tf.nn.conv2d(fed([None, 5, 6, 3]), weights(1, 1, 3, 4), [1, 1, 1, 1], "SAME")
    assert kinds(fused(y, IMAGE)) == {"Const": 1, "Conv2D": 1}


def test_what_others_see_stays() -> None:
    """A product that is fetched, or that two nodes read, or that something waits for, is not fused."""
    x = tf.matmul(fed([None, 3]), weights(3, 5))
    y = tf.nn.relu(tf.nn.bias_add(x, vector(5)))
    feeds = tf.get_default_graph().get_collection("fed")
    for fetches in ([x, y], [y, tf.negative(x)]):
        assert "_FusedMatMul" not in kinds(fuse_products(pruned(fetches, feeds)))
    with tf.control_dependencies([x]):
        after = tf.constant(1.0)
    assert "_FusedMatMul" not in kinds(fuse_products(pruned([y, after], feeds)))


def test_fed_weights_are_not_folded() -> None:
    """Weights that are no constants are not multiplied; what only adds is still fused."""
    x = tf.nn.bias_add(tf.matmul(fed([None, 3]), fed([3, 5])), vector(5))
    w = np.ones((3, 5), np.float32)
    assert kinds(fused(x * 2.0, MATRIX, w)) == {"Const": 2, "_FusedMatMul": 1, "Mul": 1}


def test_other_shapes_stay_apart() -> None:
    """A constant that differs within a channel, or that makes the result larger, is not folded."""
    x = tf.nn.conv2d(fed([None, 5, 6, 3]), weights(1, 1, 3, 6), [1, 1, 1, 1], "SAME")
    for constant in (weights(6, 1), weights(2, 1, 1, 1), weights(1, 1, 1, 1, 6)):
        assert kinds(fuse_products(pruned([x + constant])))["Conv2D"] == 1


def test_training_batch_norms_stay() -> None:
    """Statistics of the batch are computed, and so are statistics that somebody fetches."""
    x = tf.nn.conv2d(fed([None, 5, 6, 3]), weights(1, 1, 3, 4), [1, 1, 1, 1], "SAME")
    trained = tf.nn.fused_batch_norm(x, vector(4), vector(4))[0]
    _, mean, _ = tf.nn.fused_batch_norm(x, vector(4), vector(4), vector(4), vector(4), is_training=False)
    for fetches in ([trained], [mean]):
        assert kinds(fuse_products(pruned(fetches)))["Conv2D"] == 1


def test_untaken_branches_stay_dead() -> None:
    """E-11: a layer inside a conditional is fused, and its constants live only where it does."""
    x, pred = fed([None, 3]), tf.placeholder(tf.bool, [])
    tf.add_to_collection("fed", pred)

    def layer() -> Any:
        return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights(3, 5)) * 2.0, vector(5)))

    y = tf.cond(pred, layer, lambda: tf.zeros([4, 5]))
    for taken in (True, False):
        assert kinds(fused(y, MATRIX, np.bool_(taken)))["_FusedMatMul"] == 1


async def test_loops_are_fused() -> None:
    """A layer in a loop's body, constants and all, runs in each iteration."""

    def layer(i: Any, x: Any) -> Any:
        return i + 1, tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights(3, 3)) * 0.5, vector(3)))

    _, y = tf.while_loop(lambda i, x: i < 4, layer, [tf.constant(0), tf.constant(MATRIX)])
    async with tf.Session() as session, tf.Session(config=without_fusion()) as plain:
        np.testing.assert_allclose(await session.run(y), await plain.run(y), rtol=1e-4, atol=1e-5)


def without_fusion() -> tf.ConfigProto:
    """The settings that turn the pass off."""
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
    return config


async def test_traces_show_every_node() -> None:
    """A traced run has all nodes of the layer, untraced ones before and after do not change."""
    x = fed([None, 3])
    product = tf.matmul(x, weights(3, 5), name="product")
    y = tf.nn.relu(tf.nn.bias_add(product, vector(5), name="sum"), name="end")
    metadata = tf.RunMetadata()
    async with tf.Session() as session:
        plain = await session.run(y, {x: MATRIX})
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        traced = await session.run(y, {x: MATRIX}, options=options, run_metadata=metadata)
        np.testing.assert_allclose(traced, plain, rtol=1e-5)
        np.testing.assert_array_equal(await session.run(y, {x: MATRIX}), plain)
    names = {node.node_name for part in metadata.step_stats.dev_stats for node in part.node_stats}
    assert {"product", "sum", "end"} <= names


async def test_errors_name_the_product() -> None:
    """What fails in a fused node is the product, and the error says so."""
    x = tf.placeholder(tf.float32, None)
    y = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights(3, 5), name="product"), vector(5)))
    async with tf.Session() as session:
        with pytest.raises(errors.InvalidArgumentError, match="size-incompatible") as caught:
            await session.run(y, {x: np.ones((2, 4), np.float32)})
    assert caught.value.op.name == "product"


def test_degenerate_statistics_are_left_to_the_run() -> None:
    """A variance below zero makes NaN at run time, as before."""
    x = tf.nn.conv2d(fed([None, 5, 6, 3]), weights(1, 1, 3, 1), [1, 1, 1, 1], "SAME")
    one, negative = tf.constant([1.0]), tf.constant([-1.0])
    y = tf.nn.fused_batch_norm(x, one, one, one, negative, is_training=False)[0]
    assert {"Conv2D", y.op.type} <= set(kinds(fuse_products(pruned([y]))))


@pytest.mark.parametrize(("device", "is_fused"), [("/cpu:0", True), ("/device:TOY:0", False)])
def test_devices_of_other_kinds_are_left_alone(device: str, is_fused: bool) -> None:
    """They need not have a kernel of the fused op."""
    with tf.get_default_graph().device(device):
        y = tf.nn.relu(tf.nn.bias_add(tf.matmul(tf.constant(MATRIX), weights(3, 2)), vector(2)))
    assert ("_FusedMatMul" in kinds(fuse_products(pruned([y], [])))) is is_fused
