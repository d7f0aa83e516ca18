"""The kernels of the torch pack give what numpy's give, and fail as they do."""
from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework import kernels
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels.kernel_registry import KERNELS
from aioflow.framework.op_def import OPS

torch = pytest.importorskip("torch", reason="the torch pack needs the extra `torch`", exc_type=ImportError)
RNG = np.random.default_rng(11)
IMAGE = RNG.standard_normal((2, 9, 8, 6), np.float32)
FIRST = np.ascontiguousarray(IMAGE.transpose(0, 3, 1, 2))


@pytest.fixture(scope="module", autouse=True)
def _pack() -> Iterator[None]:
    """The pack is registered for the tests of this module only."""
    kernels.registered_kernels("Conv2D")
    with pytest.MonkeyPatch.context() as patch, KERNELS.restored():
        for name in [name for name in sys.modules if name.startswith("aioflow.packs.")]:
            patch.delitem(sys.modules, name)
        tf.use_kernels("torch")
        yield


def both(op: str, inputs: list[Any], **attrs: Any) -> tuple[Any, Any]:
    """What the pack's kernel of an op gives, and what numpy's gives."""
    full = OPS[op].complete_attrs({"T": as_dtype(inputs[0].dtype), **attrs})
    fitting = [each for each in kernels.registered_kernels(op) if each.device_type == "CPU" and each.fits(full)]
    assert len(fitting) == 2 and kernels.find_kernel(op, full, "CPU") is max(fitting, key=lambda each: each.priority)
    fitting.sort(key=lambda each: -each.priority)
    pack, numpys = (kernels.OpKernel("node", OPS[op], full, each, np) for each in fitting)
    return pack.compute(*inputs), numpys.compute(*inputs)


def check(op: str, inputs: list[Any], **attrs: Any) -> None:
    """Compares both kernels."""
    for got, wanted in zip(*(r if isinstance(r, tuple) else (r,) for r in both(op, inputs, **attrs)), strict=True):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)


def numbers(*shape: int, dtype: Any = np.float32) -> Any:
    """Normal numbers."""
    return RNG.standard_normal(shape).astype(dtype)


CONVOLUTIONS = {
    "same": {"strides": [1, 1, 1, 1], "padding": b"SAME"},
    "strided": {"strides": [1, 2, 3, 1], "padding": b"SAME"},
    "valid": {"strides": [1, 2, 1, 1], "padding": b"VALID"},
    "dilated": {"strides": [1, 1, 1, 1], "padding": b"SAME", "dilations": [1, 2, 3, 1]},
    "explicit": {"strides": [1, 2, 2, 1], "padding": b"EXPLICIT", "explicit_paddings": [0, 0, 2, 1, 0, 3, 0, 0]},
}


@pytest.mark.parametrize("case", CONVOLUTIONS)
@pytest.mark.parametrize("shape", [(3, 3, 6, 4), (1, 1, 6, 2), (2, 4, 3, 8), (3, 2, 1, 12)])
def test_convolutions(case: str, shape: tuple[int, ...]) -> None:
    """Strides, paddings, dilations and groups of channels."""
    check("Conv2D", [IMAGE, numbers(*shape)], **CONVOLUTIONS[case])


@pytest.mark.parametrize("case", CONVOLUTIONS)
@pytest.mark.parametrize("multiplier", [1, 3])
def test_depthwise_convolutions(case: str, multiplier: int) -> None:
    """Filters per channel; the order of outputs is by channel."""
    check("DepthwiseConv2dNative", [IMAGE, numbers(3, 3, 6, multiplier)], **CONVOLUTIONS[case])


def test_channels_first_and_double() -> None:
    """Channels may come first, and numbers may have 64 bits."""
    attrs = {"strides": [1, 1, 2, 2], "padding": b"SAME", "data_format": b"NCHW"}
    check("Conv2D", [FIRST, numbers(3, 3, 6, 5)], **attrs)
    check("DepthwiseConv2dNative", [FIRST, numbers(3, 3, 6, 2)], **attrs)
    check("Conv2D", [IMAGE.astype(np.float64), numbers(3, 3, 6, 5, dtype=np.float64)], **CONVOLUTIONS["same"])


FOLLOWING = [[b"BiasAdd"], [b"BiasAdd", b"Relu"], [b"BiasAdd", b"Relu6"], [b"BiasAdd", b"Elu"], [b"FusedBatchNorm"]]


@pytest.mark.parametrize("fused_ops", FOLLOWING, ids=str)
def test_what_follows(fused_ops: list[bytes]) -> None:
    """Biases, activations and normalisations behind products, also of empty batches."""
    count = 4 if fused_ops == [b"FusedBatchNorm"] else 1
    attrs = {"fused_ops": fused_ops, "num_args": count, "strides": [1, 1, 2, 1], "padding": b"SAME"}
    for batch in (IMAGE, IMAGE[:0]):
        vectors = [np.abs(numbers(4)) for _ in range(count)]
        check("_FusedConv2D", [batch, numbers(3, 3, 6, 4), *vectors], TArgs=[as_dtype(np.float32)] * count, **attrs)
        vectors = [np.abs(numbers(12)) for _ in range(count)]
        check("_FusedDepthwiseConv2dNative", [batch, numbers(3, 3, 6, 2), *vectors], **attrs)
    vectors = [np.abs(numbers(128)) for _ in range(count)]
    for rows in (3, 300):
        check("_FusedMatMul", [numbers(rows, 64), numbers(64, 128), *vectors], fused_ops=fused_ops, num_args=count)


@pytest.mark.parametrize("padding", [b"SAME", b"VALID"])
@pytest.mark.parametrize("strides", [[1, 1, 1, 1], [1, 2, 3, 1]])
def test_poolings(padding: bytes, strides: list[int]) -> None:
    """Maxima and means, where padding counts for neither."""
    attrs = {"ksize": [1, 3, 2, 1], "strides": strides, "padding": padding}
    check("MaxPool", [IMAGE], **attrs)
    check("AvgPool", [IMAGE], **attrs)


def test_nan_loses_in_poolings() -> None:
    """As in TensorFlow, a maximum is NaN in no case, and never -inf."""
    image = IMAGE.copy()
    image[0, :3, :3], image[1, :3, :3] = np.nan, -np.inf
    check("MaxPool", [image], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=b"VALID")


@pytest.mark.parametrize("is_training", [False, True])
def test_batch_norms(is_training: bool) -> None:
    """Normalisations with fixed statistics and with those of the batch."""
    vectors = [np.abs(numbers(6)) for _ in range(4)]
    for op in ("FusedBatchNorm", "FusedBatchNormV3"):
        extra = {"U": as_dtype(np.float32)} if op.endswith("V3") else {}
        check(op, [IMAGE, *vectors], is_training=is_training, **extra)


@pytest.mark.parametrize("transposes", [(False, False), (True, False), (False, True), (True, True)])
def test_products(transposes: tuple[bool, bool]) -> None:
    """Large and small products, of transposed matrices and many at a time."""
    for size in (8, 160):
        a, b = numbers(size, size), numbers(size, size)
        check("MatMul", [a, b], transpose_a=transposes[0], transpose_b=transposes[1])
        many = numbers(2, 3, size, size), numbers(2, 3, size, size)
        check("BatchMatMulV2", list(many), adj_x=transposes[0], adj_y=transposes[1])


def test_views_are_taken() -> None:
    """Reversed, read-only and cut arrays are what they seem; nothing is written to, and nothing warned of."""
    filter = numbers(3, 3, 6, 4)
    filter.flags.writeable = False
    for image in (IMAGE[:, ::-1], IMAGE[:, 1:, ::2], np.broadcast_to(IMAGE[:1], IMAGE.shape)):
        check("Conv2D", [image, filter], **CONVOLUTIONS["same"])
        check("MaxPool", [image], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=b"SAME")


def test_constant_filters_are_laid_out_once() -> None:
    """The layout that torch wants is kept as long as the constant is."""
    arrays = sys.modules["aioflow.packs.torch.arrays"]
    filter = numbers(3, 3, 6, 4)
    assert arrays.arranged(filter, arrays.as_filters) is not arrays.arranged(filter, arrays.as_filters)
    filter.flags.writeable = False
    assert arrays.arranged(filter, arrays.as_filters) is arrays.arranged(filter, arrays.as_filters)
    kept = weakref.ref(arrays.arranged(filter, arrays.as_filters))
    del filter
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize(
    "shapes", [((2, 9, 8, 6), (3, 3, 5, 4)), ((2, 9, 8), (3, 3, 6, 4)), ((2, 0, 1, 6), (5, 5, 6, 4))]
)
def test_errors_are_the_same(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """What does not fit is refused with the same words."""
    messages = []
    full = OPS["Conv2D"].complete_attrs({"T": as_dtype(np.float32), **CONVOLUTIONS["valid"]})
    for definition in kernels.registered_kernels("Conv2D"):
        if definition.device_type == "CPU" and definition.fits(full):
            with pytest.raises(errors.InvalidArgumentError) as caught:
                kernels.OpKernel("node", OPS["Conv2D"], full, definition, np).compute(*map(np.zeros, shapes))
            messages.append(caught.value.message)
    assert len(messages) == 2 and messages[0] == messages[1]


async def test_sessions_use_the_pack() -> None:
    """A network gives the same with and without the pack, and what is fetched belongs to the caller."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 9, 8, 6])
        y = tf.nn.conv2d(x, tf.constant(numbers(3, 3, 6, 4)), [1, 1, 1, 1], "SAME")
        y = tf.nn.relu(tf.nn.bias_add(y, tf.constant(numbers(4))))
    async with tf.Session(graph=graph) as session:
        value = await session.run(y, {x: IMAGE})
        again = await session.run(y, {x: IMAGE})
        value += 1.0
        np.testing.assert_allclose(await session.run(y, {x: IMAGE}), again)
    np.testing.assert_allclose(value, again + 1.0, rtol=1e-6)
