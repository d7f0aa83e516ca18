"""Convolutions and poolings where TensorFlow's CPU cannot say what is right: channels first, dilated gradients."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.op_def import OPS
from tests.kernels.cases.nn.conv_ops import images, ramp

Array = np.ndarray[Any, Any]
UNIT = [1, 1, 1, 1]
FILTER = ramp(3, 2, 4, 3)


def compute(op: str, *inputs: Any, **attrs: Any) -> list[Array]:
    """The op's outputs; its type is that of the last input."""
    arrays = [np.asarray(value) for value in inputs]
    types = {"T": as_dtype(arrays[-1].dtype)} if "T" in OPS[op].attrs else {}
    kernel = bind_kernel("node", op, OPS[op].complete_attrs({**types, **attrs}), "CPU", np)
    with np.errstate(all="ignore"):
        return [np.asarray(value) for value in kernel.outputs(kernel.compute(*arrays))]


def first(x: Any) -> Any:
    """From channels last to channels first: an array, or a list with one entry per dimension."""
    return np.moveaxis(x, -1, 1) if isinstance(x, np.ndarray) else [x[0], x[-1], *x[1:-1]]


STEPS = [1, 2, 1, 1]
WINDOW = {"ksize": [1, 2, 3, 1], "strides": STEPS, "padding": b"SAME"}
LAYOUT_OPS: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("Conv2D", [images(), FILTER], {"strides": STEPS, "padding": b"SAME", "dilations": [1, 1, 2, 1]}),
    ("DepthwiseConv2dNative", [images(), ramp(3, 2, 4, 2)], {"strides": STEPS, "padding": b"VALID"}),
    ("MaxPool", [images()], WINDOW),
    ("AvgPool", [images()], WINDOW),
    ("MaxPoolGrad", [images(), images(3, 6), images(3, 6)], WINDOW),
    ("FusedBatchNormV3", [images(), ramp(4), ramp(4), np.zeros(0, np.float32), np.zeros(0, np.float32)],
     {"U": as_dtype("float32")}),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "attrs"), LAYOUT_OPS, ids=[op for op, *_ in LAYOUT_OPS])
def test_channels_first_is_channels_last_transposed(op: str, inputs: list[Any], attrs: dict[str, Any]) -> None:
    """The result for NCHW is that for NHWC with its axes moved."""
    wanted = compute(op, *inputs, **attrs)[0]
    moved = [first(x) if x.ndim == 4 and x.shape[0] == 2 else x for x in inputs]
    lists = {name: first(value) if isinstance(value, list) else value for name, value in attrs.items()}
    got = compute(op, *moved, data_format=b"NCHW", **lists)[0]
    np.testing.assert_allclose(got, first(wanted), rtol=1e-5, atol=1e-5)


def dot(a: Array, b: Array) -> float:
    """The inner product in double precision."""
    return float(np.vdot(a.astype(np.float64), b.astype(np.float64)))


@pytest.mark.parametrize("padding", [b"SAME", b"VALID"])
@pytest.mark.parametrize("data_format", [b"NHWC", b"NCHW"])
@pytest.mark.parametrize(("forward", "filter"), [("Conv2D", FILTER), ("DepthwiseConv2dNative", ramp(3, 2, 4, 2))])
def test_gradients_of_dilated_convolutions_are_adjoint(
    forward: str, filter: Array, data_format: bytes, padding: bytes
) -> None:
    """Moving a convolution to the other side of an inner product gives its gradients, dilated or not."""
    name = "Conv2D" if forward == "Conv2D" else "DepthwiseConv2dNative"
    x = images(9, 8)
    attrs: dict[str, Any] = {"padding": padding, "data_format": data_format}
    attrs |= {"strides": [1, 2, 2, 1], "dilations": [1, 2, 3, 1]}
    if data_format == b"NCHW":
        x, attrs["strides"], attrs["dilations"] = first(x), first(attrs["strides"]), first(attrs["dilations"])
    y = compute(forward, x, filter, **attrs)[0]
    dy = ramp(*y.shape)[::-1]
    dx = compute(f"{name}BackpropInput", np.int32(x.shape), filter, dy, **attrs)[0]
    df = compute(f"{name}BackpropFilter", x, np.int32(filter.shape), dy, **attrs)[0]
    assert dx.shape == x.shape
    assert dot(dx, x) == pytest.approx(dot(dy, y), rel=1e-4)
    assert dot(df, filter) == pytest.approx(dot(dy, y), rel=1e-4)


def test_gradients_of_grouped_convolutions_are_adjoint() -> None:
    """A filter of half the input's depth makes two groups, for gradients as well."""
    x, filter = images(), ramp(3, 2, 2, 6)
    attrs: dict[str, Any] = {"strides": UNIT, "padding": b"SAME"}
    y = compute("Conv2D", x, filter, **attrs)[0]
    dx = compute("Conv2DBackpropInput", np.int32(x.shape), filter, y, **attrs)[0]
    df = compute("Conv2DBackpropFilter", x, np.int32(filter.shape), y, **attrs)[0]
    assert dot(dx, x) == pytest.approx(dot(y, y), rel=1e-4)
    assert dot(df, filter) == pytest.approx(dot(y, y), rel=1e-4)


@pytest.mark.parametrize(
    "attrs",
    [
        {"strides": [1, 1, 1]},
        {"strides": [1, 0, 1, 1]},
        {"strides": [1, -1, 1, 1]},
        {"dilations": [1, 1, 1]},
        {"dilations": [1, 0, 1, 1]},
        {"explicit_paddings": [0] * 8},
        {"padding": b"EXPLICIT"},
        {"padding": b"EXPLICIT", "explicit_paddings": [0, 0, 1, 1]},
        {"padding": b"EXPLICIT", "explicit_paddings": [0, 0, -1, 0, 0, 0, 0, 0]},
        {"padding": b"EXPLICIT", "explicit_paddings": [0, 1, 0, 0, 0, 0, 0, 0]},
    ],
)
def test_attributes_that_make_no_convolution_are_refused(attrs: dict[str, Any]) -> None:
    """TensorFlow refuses these when a graph is built; a graph from elsewhere meets the kernel's own check."""
    with pytest.raises(errors.InvalidArgumentError):
        compute("Conv2D", images(), FILTER, **{"strides": UNIT, "padding": b"SAME", **attrs})


def test_large_convolutions_are_computed_in_blocks_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block limit of a few rows, or less than one, changes nothing about the result and the filter's gradient."""
    x, attrs = images(9, 8, batch=3), {"strides": UNIT, "padding": b"SAME"}
    whole = compute("Conv2D", x, FILTER, **attrs)[0]
    gradient = compute("Conv2DBackpropFilter", x, np.int32(FILTER.shape), whole, **attrs)[0]
    for limit in (1, 2000, 20000):
        monkeypatch.setattr("aioflow.kernels.nn.conv_plans.BLOCK_NBYTES", limit)
        np.testing.assert_allclose(compute("Conv2D", x, FILTER, **attrs)[0], whole, rtol=1e-5, atol=1e-5)
        got = compute("Conv2DBackpropFilter", x, np.int32(FILTER.shape), whole, **attrs)[0]
        np.testing.assert_allclose(got, gradient, rtol=1e-4)


def test_argmax_outside_the_image_is_refused() -> None:
    """TensorFlow aborts the process here."""
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": b"SAME", "Targmax": as_dtype("int64")}
    inputs = (images(), np.full((2, 3, 3, 4), 120), images(3, 3))
    kernel_attrs = OPS["MaxPoolGradWithArgmax"].complete_attrs({"T": as_dtype("float32"), **attrs})
    kernel = bind_kernel("node", "MaxPoolGradWithArgmax", kernel_attrs, "CPU", np)
    with pytest.raises(errors.InvalidArgumentError, match="argmax must lie in"):
        kernel.compute(inputs[0], inputs[2], inputs[1])
