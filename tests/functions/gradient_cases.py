"""Functions to differentiate: TensorFlow recorded what SymbolicGradient makes of them.

A body takes `raw_ops` and a tensor per argument, and gives a tensor or a list of tensors.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Body = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """One function, and where it is differentiated.

    Attributes:
        name: Unique.
        body: What it computes.
        values: Its arguments.
        is_smooth: Whether differences say what the gradient is, too.
        is_as_recorded: Whether TensorFlow has the same gradient, and has any (see docs/differences.md).
    """

    name: str
    body: Body
    values: tuple[np.ndarray, ...]
    is_smooth: bool = True
    is_as_recorded: bool = True


CASES: list[Case] = []


def add(name: str, body: Body, *values: Any, **more: bool) -> None:
    """Adds a case; lists become arrays of float64."""
    CASES.append(Case(name, body, tuple(_array(value) for value in values), **more))


def _array(value: Any) -> np.ndarray:
    return value if isinstance(value, np.ndarray) else np.array(value, np.float64)


def spread(*shape: int, low: float = -2.0, high: float = 2.0) -> np.ndarray:
    """Different numbers from `low` to `high`, in no order."""
    count = int(np.prod(shape))
    return np.linspace(low, high, count)[np.random.default_rng(count).permutation(count)].reshape(shape)


def complex_spread(*shape: int) -> np.ndarray:
    """Different complex numbers."""
    return spread(*shape, low=-1.9, high=2.1) + 1j * spread(*shape, low=1.3, high=0.4)


# ---- one input
_UNARY = {
    "Abs": (-2, 2), "Neg": (-2, 2), "Sign": (-2, 2), "Square": (-2, 2), "Exp": (-2, 2), "Expm1": (-2, 2),
    "Sinh": (-2, 2), "Cosh": (-2, 2), "Tanh": (-2, 2), "Asinh": (-2, 2), "Sin": (-2, 2), "Cos": (-2, 2),
    "Tan": (-1, 1), "Asin": (-0.9, 0.9), "Acos": (-0.9, 0.9), "Atan": (-2, 2), "Atanh": (-0.9, 0.9), "Acosh": (1.1, 3),
    "Sigmoid": (-3, 3), "Sqrt": (0.1, 3), "Rsqrt": (0.1, 3), "Log": (0.1, 3), "Log1p": (-0.8, 3),
    "Reciprocal": (0.1, 3), "Inv": (-3, -0.2),
}  # fmt: skip


def _unary(op: str, **attrs: Any) -> Body:
    return lambda raw, x: getattr(raw, op)(x=x, **attrs)


for _op, (_low, _high) in _UNARY.items():
    add(_op, _unary(_op), spread(2, 4, low=_low, high=_high), is_as_recorded=_op not in ("Asinh", "Acosh"))
    if _op != "Abs":
        add(f"{_op}-complex", _unary(_op), complex_spread(3), is_smooth=_op != "Sign", is_as_recorded=_op == "Neg")
add("Conj", lambda raw, x: raw.Conj(input=x), complex_spread(2, 2))
for _op in ("Real", "Imag", "Angle"):
    add(
        _op, lambda raw, x, op=_op: getattr(raw, op)(input=x, Tout=np.float64), complex_spread(2, 2),
        is_as_recorded=False,
    )  # fmt: skip
for _op in ("Square", "Sigmoid", "Sqrt", "Log1p"):
    add(f"{_op}-half", _unary(_op), spread(4, low=0.5, high=2).astype(np.float16), is_smooth=False)
add("Abs-edges", _unary("Abs"), [0, -0.0, np.nan, np.inf], is_smooth=False)
add("Sqrt-edges", _unary("Sqrt"), [0, -1, np.inf], is_smooth=False)
add("Log-edges", _unary("Log"), [0, -1, np.inf], is_smooth=False)
add("Square-int", _unary("Square"), np.array([3, -4], np.int32), is_smooth=False)
add("Relu", lambda raw, x: raw.Relu(features=x), spread(3, 4))
add("Relu-edges", lambda raw, x: raw.Relu(features=x), [0, -1, np.nan, 3], is_smooth=False)
add("Relu6", lambda raw, x: raw.Relu6(features=x), spread(3, 4, low=-3, high=9))
add("Softmax", lambda raw, x: raw.Softmax(logits=x), spread(3, 4))
add("LogSoftmax", lambda raw, x: raw.LogSoftmax(logits=x), spread(3, 4))
add("Softmax-rank-3", lambda raw, x: raw.Softmax(logits=x), spread(2, 3, 2))
add("Cast", lambda raw, x: raw.Cast(x=x, DstT=np.float32), spread(3), is_smooth=False)
add("Cast-complex", lambda raw, x: raw.Cast(x=x, DstT=np.complex128), spread(3))
add("Cast-int", lambda raw, x: raw.Cast(x=raw.Cast(x=x, DstT=np.int32), DstT=np.float64), spread(3), is_smooth=False)
add("Identity", lambda raw, x: raw.Identity(input=x), spread(2))

# ---- two inputs
_BINARY = {
    "Add": (-2, 2), "AddV2": (-2, 2), "Sub": (-2, 2), "Mul": (-2, 2), "MulNoNan": (-2, 2), "Div": (0.5, 2),
    "RealDiv": (0.5, 2), "DivNoNan": (0.5, 2), "Pow": (0.5, 2), "Xlogy": (0.5, 2), "Xlog1py": (0.5, 2),
    "Xdivy": (0.5, 2), "SquaredDifference": (-2, 2), "Maximum": (-2, 2), "Minimum": (-2, 2),
}  # fmt: skip


def _binary(op: str) -> Body:
    return lambda raw, x, y: getattr(raw, op)(x=x, y=y)


for _op, (_low, _high) in _BINARY.items():
    add(_op, _binary(_op), spread(2, 3, low=_low, high=_high), spread(2, 3, low=_high, high=_low + 0.1))
    _repeated = spread(4, 1, 2, low=_low + 0.07, high=1.96)
    add(f"{_op}-broadcast", _binary(_op), spread(3, 1, low=_low, high=_high), _repeated)
    add(f"{_op}-scalar", _binary(_op), 1.3, spread(3, low=_low, high=_high))
    add(f"{_op}-empty", _binary(_op), np.zeros((0, 2)), [1.5, 1.25], is_smooth=False)
    if _op not in ("Maximum", "Minimum"):
        agrees = _op in ("Add", "AddV2", "Sub", "Mul", "MulNoNan")
        add(f"{_op}-complex", _binary(_op), complex_spread(3), complex_spread(3)[::-1].copy(), is_as_recorded=agrees)
for _op in ("Div", "Mul", "AddV2", "Sub", "Maximum", "Minimum", "SquaredDifference"):
    add(f"{_op}-int", _binary(_op), np.array([7, 9], np.int32), np.array([[2], [9]], np.int32), is_smooth=False)
for _op in ("Mul", "Pow", "Minimum"):
    add(f"{_op}-half", _binary(_op), np.array([0.5, 2], np.float16), np.array([2, 2], np.float16), is_smooth=False)
_EDGES = [0, 0, -1, 2, 1, 3, 0], [0, 2, 2, -1, 0, 3, -2]
for _op in ("Pow", "Xlogy", "Xlog1py", "Xdivy", "DivNoNan", "Div", "Maximum", "Minimum"):
    add(f"{_op}-edges", _binary(_op), *_EDGES, is_smooth=False)
add("Maximum-nan", _binary("Maximum"), [np.nan, 1, np.inf], [1, np.nan, 1], is_smooth=False)
add("MulNoNan-edges", _binary("MulNoNan"), [np.inf, 0, np.nan, 2], [0, np.inf, 0, 3], is_smooth=False)
add(
    "Complex", lambda raw, x, y: raw.Complex(real=x, imag=y, Tout=np.complex128), spread(2, 2), spread(2),
    is_as_recorded=False,
)  # fmt: skip
_CHOICE = np.array([True, False])
add("Select", lambda raw, x, y: raw.Select(condition=_CHOICE, x=x, y=y), spread(2), spread(2))
add("Select-rows", lambda raw, c, x, y: raw.Select(condition=c, x=x, y=y), _CHOICE, spread(2, 3), spread(2, 3))
add("Select-scalar", lambda raw, c, x, y: raw.Select(condition=c, x=x, y=y), np.array(True), spread(2, 3), spread(2, 3))

# ---- reductions
for _op in ("Sum", "Mean", "Max", "Min"):
    for _axes in ([0], [-1], [0, 2], [], [2, 1, 0]):
        for _keeps in (False, True):
            add(
                f"{_op}-{'.'.join(map(str, _axes)).replace('-', 'm')}-{_keeps}",
                lambda raw, x, op=_op, axes=_axes, keeps=_keeps: getattr(raw, op)(
                    input=x, axis=np.array(axes, np.int32), keep_dims=keeps
                ),
                spread(2, 3, 2),
                is_as_recorded=_axes != [-1] and not (_keeps and _axes == [0, 2]),
            )
    add(
        f"{_op}-ties", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[1]), [[2, 2, 1], [1, 3, 3]],
        is_smooth=False,
    )  # fmt: skip
    add(f"{_op}-axis", lambda raw, x, i, op=_op: getattr(raw, op)(input=x, axis=i), spread(2, 3), np.array(1, np.int32))
    add(f"{_op}-scalar", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[]), 3.0)
    add(
        f"{_op}-int", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[1]),
        np.array([[7, 7], [9, 3]], np.int32), is_smooth=False,
    )  # fmt: skip
    add(
        f"{_op}-int64-axis", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=np.array([0], np.int64)),
        spread(2, 3), is_as_recorded=False,
    )  # fmt: skip
for _op in ("Sum", "Mean"):
    add(f"{_op}-complex", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[0]), complex_spread(2, 2))
    add(f"{_op}-empty", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[0]), np.zeros((0, 2)), is_smooth=False)

# ---- matrices
for _a in (False, True):
    for _b in (False, True):
        _x, _y = spread(3, 2) if _a else spread(2, 3), spread(4, 3) if _b else spread(3, 4)
        add(
            f"MatMul-{_a}-{_b}",
            lambda raw, x, y, a=_a, b=_b: raw.MatMul(a=x, b=y, transpose_a=a, transpose_b=b), _x, _y,
        )  # fmt: skip
        add(
            f"MatMul-complex-{_a}-{_b}",
            lambda raw, x, y, a=_a, b=_b: raw.MatMul(a=x, b=y, transpose_a=a, transpose_b=b),
            _x + 0.5j * _x[::-1], _y - 1j, is_as_recorded=False,
        )  # fmt: skip
        for _op in ("BatchMatMul", "BatchMatMulV2"):
            add(
                f"{_op}-{_a}-{_b}",
                lambda raw, x, y, op=_op, a=_a, b=_b: getattr(raw, op)(x=x, y=y, adj_x=a, adj_y=b),
                np.stack([_x, 2 * _x]), np.stack([_y, _y + 1]),
            )  # fmt: skip
            add(
                f"{_op}-complex-{_a}-{_b}",
                lambda raw, x, y, op=_op, a=_a, b=_b: getattr(raw, op)(x=x, y=y, adj_x=a, adj_y=b),
                np.stack([_x + 0.5j]), np.stack([_y * (1 - 1j)]), is_as_recorded=False,
            )  # fmt: skip
        add(
            f"BatchMatMulV2-broadcast-{_a}-{_b}",
            lambda raw, x, y, a=_a, b=_b: raw.BatchMatMulV2(x=x, y=y, adj_x=a, adj_y=b),
            np.stack([_x, 2 * _x])[:, None], np.stack([_y, _y + 1, _y - 1]),
        )  # fmt: skip
add("BatchMatMulV2-rank-2", lambda raw, x, y: raw.BatchMatMulV2(x=x, y=y), spread(2, 3), spread(2, 3, 2))

# ---- arrays
_INT = np.int32
add("Reshape", lambda raw, x: raw.Reshape(tensor=x, shape=[3, -1]), spread(2, 3))
add("Reshape-shape", lambda raw, x, s: raw.Reshape(tensor=x, shape=s), spread(2, 3), np.array([6], _INT))
add("ExpandDims", lambda raw, x: raw.ExpandDims(input=x, axis=1), spread(2, 3))
add("Squeeze", lambda raw, x: raw.Squeeze(input=x), spread(1, 3, 1))
add("Squeeze-axis", lambda raw, x: raw.Squeeze(input=x, axis=[0]), spread(1, 3, 1))
add("Pack", lambda raw, x, y: raw.Pack(values=[x, y, x], axis=1), spread(2, 3), spread(2, 3))
add("Pack-one", lambda raw, x: raw.Pack(values=[x]), 3.0)
add("Unpack", lambda raw, x: raw.Unpack(value=x, num=3, axis=1), spread(2, 3))
add("Unpack-some", lambda raw, x: raw.Unpack(value=x, num=3, axis=-1)[1], spread(2, 3))
add("Concat", lambda raw, x, y: raw.Concat(concat_dim=1, values=[x, y]), spread(2, 3), spread(2, 1))
add("ConcatV2", lambda raw, x, y: raw.ConcatV2(values=[x, y, x], axis=0), spread(2, 3), spread(1, 3))
add("ConcatV2-negative", lambda raw, x, y: raw.ConcatV2(values=[x, y], axis=-1), spread(2, 3), spread(2, 2))
add("ConcatV2-axis", lambda raw, x, i: raw.ConcatV2(values=[x, x], axis=i), spread(2, 3), np.array(1, _INT))
add("Split", lambda raw, x: raw.Split(axis=1, value=x, num_split=2), spread(2, 4))
add("Split-axis", lambda raw, i, x: raw.Split(axis=i, value=x, num_split=2)[1], np.array(-1, _INT), spread(2, 4))
add("SplitV", lambda raw, x: raw.SplitV(value=x, size_splits=[1, 3], axis=1, num_split=2), spread(2, 4))
add(
    "SplitV-one", lambda raw, x: raw.SplitV(value=x, size_splits=[4], axis=1, num_split=1)[0], spread(2, 4),
    is_as_recorded=False,
)  # fmt: skip
add("Fill", lambda raw, x: raw.Fill(dims=[2, 3], value=x), 2.0)
add("Fill-scalar", lambda raw, x: raw.Fill(dims=np.zeros(0, _INT), value=x), 2.0)
add("BroadcastTo", lambda raw, x: raw.BroadcastTo(input=x, shape=[2, 2, 3]), spread(2, 1))
add(
    "BroadcastTo-int64", lambda raw, x, s: raw.BroadcastTo(input=x, shape=s), spread(3), np.array([2, 3]),
    is_as_recorded=False,
)  # fmt: skip
add("Transpose", lambda raw, x: raw.Transpose(x=x, perm=[1, 2, 0]), spread(2, 3, 2))
add("ConjugateTranspose", lambda raw, x: raw.ConjugateTranspose(x=x, perm=[1, 2, 0]), complex_spread(2, 3, 2))
add("Reverse", lambda raw, x: raw.Reverse(tensor=x, dims=[True, False]), spread(2, 3))
add("ReverseV2", lambda raw, x: raw.ReverseV2(tensor=x, axis=[1]), spread(2, 3))
add("Slice", lambda raw, x: raw.Slice(input=x, begin=[0, 1], size=[2, 2]), spread(3, 4))
add(
    "Slice-rest", lambda raw, x: raw.Slice(input=x, begin=[0, 1], size=[-1, 2]), spread(3, 4), is_as_recorded=False,
)  # fmt: skip
add(
    "Slice-int64", lambda raw, x, b: raw.Slice(input=x, begin=b, size=np.array([2, 1])), spread(3, 4),
    np.array([1, 2]), is_as_recorded=False,
)  # fmt: skip
_STRIDES = {"begin": [0, 3, 0], "end": [9, 0, 1], "strides": [2, -1, 1], "shrink_axis_mask": 4, "end_mask": 1}
add("StridedSlice", lambda raw, x: raw.StridedSlice(input=x, **_STRIDES), spread(3, 4, 2))
add(
    "StridedSlice-new-axis",
    lambda raw, x: raw.StridedSlice(
        input=x, begin=[0, 0, 1], end=[0, 0, 3], strides=[1, 1, 1], ellipsis_mask=2, new_axis_mask=1
    ),
    spread(2, 2, 4),
)
add(
    "StridedSliceGrad",
    lambda raw, dy: raw.StridedSliceGrad(shape=[5], begin=[1], end=[5], strides=[2], dy=dy), spread(2),
)  # fmt: skip
add("GatherNd", lambda raw, x: raw.GatherNd(params=x, indices=[[1, 0], [1, 0], [0, 2]]), spread(2, 3))
add(
    "GatherNd-int64", lambda raw, x, i: raw.GatherNd(params=x, indices=i), spread(2, 3), np.array([[1], [1]]),
    is_as_recorded=False,
)  # fmt: skip
add("GatherNd-rows", lambda raw, x: raw.GatherNd(params=x, indices=[[1], [1]]), spread(2, 3))

# ---- networks
for _format in ("NHWC", "NCHW"):
    add(
        f"BiasAdd-{_format}", lambda raw, x, b, f=_format: raw.BiasAdd(value=x, bias=b, data_format=f),
        spread(2, 3, 2, 3), spread(3),
    )  # fmt: skip
_WINDOW: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 1, 1]}
for _padding in ("SAME", "VALID"):
    add(
        f"Conv2D-{_padding}",
        lambda raw, x, w, p=_padding: raw.Conv2D(input=x, filter=w, strides=[1, 2, 1, 1], padding=p),
        spread(2, 4, 3, 2), spread(2, 2, 2, 3),
    )  # fmt: skip
    add(
        f"MaxPool-{_padding}", lambda raw, x, p=_padding: raw.MaxPool(input=x, padding=p, **_WINDOW),
        spread(1, 4, 3, 2),
    )  # fmt: skip
    add(
        f"AvgPool-{_padding}", lambda raw, x, p=_padding: raw.AvgPool(value=x, padding=p, **_WINDOW),
        spread(1, 4, 3, 2),
    )  # fmt: skip
_POOLED = spread(1, 4, 3, 2)
add(
    "MaxPoolGrad",
    lambda raw, dy: raw.MaxPoolGrad(
        orig_input=_POOLED, orig_output=raw.MaxPool(input=_POOLED, padding="VALID", **_WINDOW), grad=dy,
        padding="VALID", **_WINDOW,
    ),
    spread(1, 2, 2, 2), is_as_recorded=False,
)  # fmt: skip

# ---- functions of several ops
_X, _Y = spread(2, 3), spread(2, 3, low=0.5, high=1.5)
add("used-twice", lambda raw, x: raw.Mul(x=raw.AddV2(x=raw.Mul(x=x, y=x), y=x), y=x), _X)
add("several-results", lambda raw, x, y: [raw.Mul(x=x, y=y), raw.Exp(x=x), y, x], _X, _Y)
add("one-result-twice", lambda raw, x: [y := raw.Exp(x=x), y], _X)
add("unused-argument", lambda raw, x, y: raw.Exp(x=x), _X, np.array([1, 2], _INT))
add("unused-bool", lambda raw, x, y: raw.Exp(x=x), _X, np.array([True]))
add("constant", lambda raw, x, y: raw.Fill(dims=[2], value=3.0), _X, _Y)
add("stop", lambda raw, x: raw.Mul(x=x, y=raw.StopGradient(input=raw.Exp(x=x))), _X, is_smooth=False)
add("steps", lambda raw, x: raw.AddV2(x=x, y=raw.Floor(x=x)), spread(2, 3, low=0.1, high=3.2))
add("no-path", lambda raw, x: raw.Mul(x=x, y=raw.Tile(input=np.ones([1, 3]), multiples=[2, 1])), _X)
add(
    "shape-of-argument",
    lambda raw, x: raw.Mul(x=x, y=raw.Cast(x=raw.Size(input=x), DstT=np.float64)), _X,
)  # fmt: skip
add(
    "network",
    lambda raw, x, w, b: raw.Sum(
        input=raw.LogSoftmax(logits=raw.BiasAdd(value=raw.MatMul(a=raw.Tanh(x=x), b=w), bias=b)), axis=[0, 1]
    ),
    spread(3, 2), spread(2, 4), spread(4),
)  # fmt: skip

# ---- nothing at all, and single numbers
_NONE = np.zeros((0, 3))
for _op in ("Exp", "Abs", "Tanh", "Square", "Sqrt"):
    add(f"{_op}-nothing", _unary(_op), _NONE, is_smooth=False)
for _op in ("Softmax", "LogSoftmax"):
    add(f"{_op}-nothing", lambda raw, x, op=_op: getattr(raw, op)(logits=x), _NONE, is_smooth=False)
    add(f"{_op}-vector", lambda raw, x, op=_op: getattr(raw, op)(logits=x), spread(3))
for _op in ("Sum", "Mean", "Max", "Min"):
    add(
        f"{_op}-nothing", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[1]), _NONE,
        is_smooth=False, is_as_recorded=_op not in ("Sum", "Mean"),
    )  # fmt: skip
    add(f"{_op}-all-of-nothing", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[0, 1]), _NONE, is_smooth=False)
    add(f"{_op}-nan", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[0]), [np.nan, 1, 2], is_smooth=False)
    add(f"{_op}-inf", lambda raw, x, op=_op: getattr(raw, op)(input=x, axis=[0]), [np.inf, 1, np.inf], is_smooth=False)
add("MatMul-nothing", lambda raw, x, y: raw.MatMul(a=x, b=y), np.zeros((2, 0)), np.zeros((0, 3)), is_smooth=False)
add("MatMul-no-rows", lambda raw, x, y: raw.MatMul(a=x, b=y), _NONE, spread(3, 2), is_smooth=False)
add(
    "BatchMatMulV2-none", lambda raw, x, y: raw.BatchMatMulV2(x=x, y=y), np.zeros((0, 2, 3)), spread(3, 2),
    is_smooth=False,
)  # fmt: skip
add("ConcatV2-nothing", lambda raw, x, y: raw.ConcatV2(values=[x, y], axis=0), _NONE, spread(2, 3), is_smooth=False)
add("Unpack-nothing", lambda raw, x: raw.Unpack(value=x, num=3, axis=1), _NONE, is_smooth=False)
add("Slice-nothing", lambda raw, x: raw.Slice(input=x, begin=[1, 0], size=[0, 2]), spread(2, 3), is_smooth=False)
add(
    "StridedSlice-nothing", lambda raw, x: raw.StridedSlice(input=x, begin=[2], end=[1], strides=[1]), spread(3),
    is_smooth=False,
)  # fmt: skip
add(
    "GatherNd-nothing", lambda raw, x: raw.GatherNd(params=x, indices=np.zeros((0, 1), _INT)), spread(2, 3),
    is_smooth=False,
)  # fmt: skip
add("Transpose-scalar", lambda raw, x: raw.Transpose(x=x, perm=np.zeros(0, _INT)), 3.0)
add("Reshape-scalar", lambda raw, x: raw.Reshape(tensor=x, shape=np.zeros(0, _INT)), [[3.0]])
add("BroadcastTo-nothing", lambda raw, x: raw.BroadcastTo(input=x, shape=[0, 3]), spread(3), is_smooth=False)
add("Fill-nothing", lambda raw, x: raw.Fill(dims=[0, 2], value=x), 2.0, is_smooth=False)
add("Select-nothing", lambda raw, c, x, y: raw.Select(condition=c, x=x, y=y), _NONE > 0, _NONE, _NONE, is_smooth=False)
add(
    "Conv2D-nothing", lambda raw, x, w: raw.Conv2D(input=x, filter=w, strides=[1] * 4, padding="SAME"),
    np.zeros((0, 4, 3, 2)), spread(2, 2, 2, 3), is_smooth=False,
)  # fmt: skip
for _op, _name in (("MaxPool", "input"), ("AvgPool", "value")):
    add(
        f"{_op}-nothing", lambda raw, x, op=_op, name=_name: getattr(raw, op)(**{name: x}, padding="SAME", **_WINDOW),
        np.zeros((0, 4, 3, 2)), is_smooth=False,
    )  # fmt: skip
    add(
        f"{_op}-float", lambda raw, x, op=_op, name=_name: getattr(raw, op)(**{name: x}, padding="SAME", **_WINDOW),
        np.round(spread(1, 4, 3, 2)).astype(np.float32), is_smooth=False,
    )  # fmt: skip
add("BiasAdd-nothing", lambda raw, x, b: raw.BiasAdd(value=x, bias=b), _NONE, spread(3), is_smooth=False)
for _op in (
    "Exp", "Tanh", "Sigmoid", "Square", "Rsqrt", "Expm1", "Atanh", "Asin", "Tan", "Sinh", "Cosh", "Reciprocal",
):  # fmt: skip
    add(f"{_op}-edges", _unary(_op), [np.inf, -np.inf, np.nan, 0, -0.0, 1, -1], is_smooth=False)
    add(f"{_op}-float", _unary(_op), np.array([0.25, -0.5, 0.75, 2], np.float32), is_smooth=False)
