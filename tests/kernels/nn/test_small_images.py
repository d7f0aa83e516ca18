"""Convolutions and poolings of small images: what is settled by shapes once gives what is settled anew in each call."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels import OpKernel, bind_kernel
from aioflow.framework.op_def import OPS
from aioflow.kernels.nn import conv_plans, pool_plans
from tests.kernels.cases.nn.conv_ops import ramp

Array = np.ndarray[Any, Any]
FUSED = {"fused_ops": [b"BiasAdd", b"Relu"], "num_args": 1, "num_host_args": 0, "TArgs": [as_dtype("float32")]}
WINDOWS = [
    (kernel, stride, dilation, padding)
    for kernel, stride, dilation, padding in itertools.product(
        ((1, 1), (2, 3), (3, 2), (5, 5)), ((1, 1), (2, 1), (1, 3), (3, 3)), ((1, 1), (2, 2)), (b"SAME", b"VALID")
    )
    if dilation == (1, 1) or stride == (1, 1)
]


def bound(op: str, **attrs: Any) -> OpKernel:
    """The kernel of a node; of float32 where nothing else is said."""
    declared = OPS[op].attrs
    given = {"T": as_dtype("float32"), **attrs}
    wanted = {name: value for name, value in given.items() if name in declared}
    return bind_kernel("node", op, OPS[op].complete_attrs(wanted), "CPU", np)


def by_definition(x: Array, kernel: Any, stride: Any, dilation: Any, padding: bytes) -> tuple[Array, Array]:
    """The windows [batch, height, width, *kernel, channels] in double precision, and which elements lie in the image.

    One after the other, from TensorFlow's formula of the padding.
    """
    sizes, before = [], []
    for size, taps, step, rate in zip(x.shape[1:3], kernel, stride, dilation, strict=True):
        reach = (taps - 1) * rate + 1
        count = -(-size // step) if padding == b"SAME" else (size - reach + step) // step
        sizes.append(count)
        before.append(max((count - 1) * step + reach - size, 0) // 2 if padding == b"SAME" else 0)
    windows = np.zeros((len(x), *sizes, *kernel, x.shape[3]))
    inside = np.zeros((*sizes, *kernel), bool)
    for row, column, i, j in itertools.product(range(sizes[0]), range(sizes[1]), range(kernel[0]), range(kernel[1])):
        y, z = row * stride[0] + i * dilation[0] - before[0], column * stride[1] + j * dilation[1] - before[1]
        if 0 <= y < x.shape[1] and 0 <= z < x.shape[2]:
            windows[:, row, column, i, j] = x[:, y, z]
            inside[row, column, i, j] = True
    return windows, inside


def attrs_of(stride: Any, dilation: Any, padding: bytes) -> dict[str, Any]:
    """The attributes of a convolution."""
    return {"strides": [1, *stride, 1], "dilations": [1, *dilation, 1], "padding": padding}


@pytest.mark.parametrize("block_nbytes", [1 << 20, 2000, 1])
def test_convolutions(monkeypatch: pytest.MonkeyPatch, block_nbytes: int) -> None:
    """By one product, by one for each row of the filter, and by blocks of windows, with and without what follows."""
    monkeypatch.setattr(conv_plans, "BLOCK_NBYTES", block_nbytes)
    conv_plans.conv_plan.cache_clear()
    x, bias = ramp(2, 11, 7, 3), ramp(4)
    for kernel, stride, dilation, padding in WINDOWS:
        if padding == b"VALID" and dilation != (1, 1) and kernel == (5, 5):
            continue
        filter = ramp(*kernel, 3, 4)
        windows, _ = by_definition(x, kernel, stride, dilation, padding)
        wanted = np.einsum("bhwijc,ijco->bhwo", windows, filter.astype(np.float64))
        node = bound("Conv2D", **attrs_of(stride, dilation, padding))
        fused = bound("_FusedConv2D", **attrs_of(stride, dilation, padding), **FUSED)
        for _ in range(2):  # the second call knows the shapes
            np.testing.assert_allclose(node.compute(x, filter), wanted, rtol=1e-4, atol=1e-4)
            got = fused.compute(x, filter, bias)
            np.testing.assert_allclose(got, np.maximum(wanted + bias, 0), rtol=1e-4, atol=1e-4)
    conv_plans.conv_plan.cache_clear()


def test_depthwise_convolutions() -> None:
    """Row by row, with strides over views or over sorted columns."""
    for shape, multiplier in (((2, 11, 7, 3), 1), ((1, 9, 8, 2), 2), ((1, 40, 41, 8), 1)):
        x, bias = ramp(*shape), ramp(shape[3] * multiplier)
        for kernel, stride, dilation, padding in WINDOWS[:: 1 if shape[1] < 40 else 5]:
            if (padding == b"VALID" and dilation != (1, 1) and kernel == (5, 5)) or stride[0] != stride[1]:
                continue
            filter = ramp(*kernel, shape[3], multiplier)
            windows, _ = by_definition(x, kernel, stride, dilation, padding)
            wanted = np.einsum("bhwijc,ijcm->bhwcm", windows, filter.astype(np.float64))
            wanted = wanted.reshape(*wanted.shape[:3], -1)
            node = bound("DepthwiseConv2dNative", **attrs_of(stride, dilation, padding))
            fused = bound("_FusedDepthwiseConv2dNative", **attrs_of(stride, dilation, padding), **FUSED)
            for _ in range(2):
                np.testing.assert_allclose(node.compute(x, filter), wanted, rtol=1e-4, atol=1e-4)
                got = fused.compute(x, filter, bias)
                np.testing.assert_allclose(got, np.maximum(wanted + bias, 0), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("largest", [1 << 20, 0], ids=["shifted", "by axes"])
def test_poolings(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    """Windows side by side as shifted images, all others axis by axis; NaN and infinities among the elements."""
    monkeypatch.setattr(pool_plans, "_LARGEST_SHIFTED_NBYTES", largest)
    pool_plans.shifted_images.cache_clear()
    x = ramp(2, 11, 7, 3).copy()
    hard = x.copy()
    hard[0, :4, :4, 0], hard[0, 6, 3, 1], hard[1, :, :, 2] = np.nan, -np.inf, -np.inf
    lowest = np.finfo(np.float32).min
    for kernel, stride, dilation, padding in WINDOWS:
        if dilation != (1, 1):
            continue
        attrs = {"ksize": [1, *kernel, 1], "strides": [1, *stride, 1], "padding": padding}
        windows, inside = by_definition(x, kernel, stride, dilation, padding)
        means = windows.sum((3, 4)) / inside.sum((2, 3))[..., None]
        windows, _ = by_definition(hard, kernel, stride, dilation, padding)
        windows = np.where(inside[..., None], windows, np.nan)
        maxima = np.fmax(np.fmax.reduce(windows.reshape(*windows.shape[:3], -1, 3), axis=3), lowest)
        for _ in range(2):
            np.testing.assert_allclose(bound("AvgPool", **attrs).compute(x), means, rtol=1e-4, atol=1e-5)
            node = bound("MaxPool", **attrs)
            before = hard.copy()
            for _ in range(2):
                np.testing.assert_array_equal(node.compute(hard), maxima.astype(np.float32))
            np.testing.assert_array_equal(hard, before)
    pool_plans.shifted_images.cache_clear()


def test_other_shapes_are_checked() -> None:
    """A node that knows a shape still refuses one that is wrong, and takes another that is right, empty ones, too."""
    conv = bound("Conv2D", **attrs_of((1, 1), (1, 1), b"VALID"))
    assert [conv.compute(ramp(1, 5, 5, 2), ramp(3, 3, 2, 4)).shape for _ in range(2)] == [(1, 3, 3, 4)] * 2
    assert conv.compute(ramp(1, 5, 5, 4), ramp(3, 3, 2, 4)).shape == (1, 3, 3, 4)  # two groups
    assert conv.compute(np.zeros((0, 5, 5, 2), np.float32), ramp(3, 3, 2, 4)).shape == (0, 3, 3, 4)
    for _ in range(2):
        with pytest.raises(errors.InvalidArgumentError, match="input depth must be evenly divisible"):
            conv.compute(ramp(1, 5, 5, 3), ramp(3, 3, 2, 4))
        with pytest.raises(errors.InvalidArgumentError, match="output size would be negative"):
            conv.compute(ramp(1, 1, 1, 2), ramp(3, 3, 2, 4))
    fused = bound("_FusedConv2D", **attrs_of((1, 1), (1, 1), b"VALID"), **FUSED)
    assert [fused.compute(ramp(1, 5, 5, 2), ramp(3, 3, 2, 4), ramp(4)).shape for _ in range(2)] == [(1, 3, 3, 4)] * 2
    with pytest.raises(errors.InvalidArgumentError, match="bias must have the shape"):
        fused.compute(ramp(1, 5, 5, 2), ramp(3, 3, 2, 4), ramp(1))
    pool = bound("MaxPool", ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=b"VALID")
    assert [pool.compute(ramp(1, 5, 5, 2)).shape for _ in range(2)] == [(1, 2, 2, 2)] * 2
    with pytest.raises(errors.InvalidArgumentError, match="tensor_in must be 4-dimensional"):
        pool.compute(ramp(5, 5, 2))


def test_other_sizes_are_not_kept_for_ever() -> None:
    """A node that is given images of ever other sizes remembers some of them."""
    node = bound("Conv2D", **attrs_of((1, 1), (1, 1), b"SAME"))
    layer = node.compute.func  # type: ignore[attr-defined]
    plans = next(cell.cell_contents for cell in layer.__closure__ if isinstance(cell.cell_contents, dict))
    for width in range(1, 200):
        node.compute(ramp(1, 2, width, 1), ramp(1, 1, 1, 1))
    assert 0 < len(plans) <= 64


def test_views_are_taken() -> None:
    """Images and filters that are no blocks of memory give what their copies give."""
    x, filter = ramp(1, 4, 6, 8, 6)[..., ::2][0, :, 1:, ::-1][None, 0], ramp(3, 3, 3, 8)[..., ::2]
    cases = [
        (bound("Conv2D", **attrs_of((1, 1), (1, 1), b"VALID")), [x, filter]),
        (bound("DepthwiseConv2dNative", **attrs_of((1, 1), (1, 1), b"VALID")), [x, filter]),
        (bound("MaxPool", ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding=b"VALID"), [x]),
        (bound("AvgPool", ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding=b"SAME"), [x]),
    ]
    for node, inputs in cases:
        wanted = node.compute(*(array.copy() for array in inputs))
        for _ in range(2):
            np.testing.assert_allclose(node.compute(*inputs), wanted, rtol=1e-5)
