"""Cases of uniformly quantised numbers."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.values import float32, int32

RANGES = {"qint8": (-128, 127), "quint8": (0, 255), "qint32": (-(2**31), 2**31 - 1)}
FLOATS = float32([
    [-3, -2.5, -0.25, 0, 0.25, 0.5], [0.75, 1.25, 1e9, -1e9, np.nan, np.inf], [1.3, 7.7, -9.1, 63.5, -64, -np.inf],
])  # fmt: skip
ONE = [float32(0.5), int32(3)]
ROWS, COLUMNS = [float32([0.5, 1, 2]), int32([3, 0, -1])], [float32([1, 2, 3, 0.1, 0.2, 0.3]), int32(range(6))]


def limits(name: str, side: str = "") -> dict[str, int]:
    """The attributes of a dtype's range."""
    prefix = f"{side}_quantization" if side else "quantization"
    return {f"{prefix}_{end}_val": value for end, value in zip(("min", "max"), RANGES[name], strict=True)}


def small(*shape: int, seed: int = 1) -> Any:
    """int8 numbers that look random."""
    return ((np.arange(int(np.prod(shape))) * 73 * seed % 251) - 125).astype(np.int8).reshape(shape)


def large(*shape: int, seed: int = 7919) -> Any:
    """int32 numbers that look random."""
    return ((np.arange(int(np.prod(shape)), dtype=np.int64) * seed * 104729) % 20003 - 10000).astype(np.int32).reshape(
        shape
    )


def conversions() -> list[Case]:
    """UniformQuantize, UniformDequantize and UniformRequantize."""
    back, forth, again = "UniformDequantize", "UniformQuantize", "UniformRequantize"
    axes: list[Any] = [(ONE, -1), (ROWS, 0), (COLUMNS, 1), (ROWS, 1), (ROWS, -1), (ONE, 2), ([ONE[0], ROWS[1]], -1)]
    odd = [[float32(0), int32(0)], [float32(-1), int32(0)], [float32(0.1), int32(300)]]
    pairs: list[Any] = [(0.25, 7.3), (1e-3, 2.5), (0.3, 0.7), (0.7, 0.3), (3, 0.01), (1, 1), (1, 0), (-1, 1), (1e-9, 9)]
    kinds = [("qint8", small(3, 6)), ("qint32", large(3, 6))]
    return [
        *(Case(forth, [FLOATS, *ONE], {"Tout": name, **limits(name)}) for name in RANGES),
        *(
            Case(forth, [FLOATS, *each], {"Tout": "qint8", "quantization_axis": axis, **limits("qint8")})
            for each, axis in axes[1:]
        ),
        *(Case(forth, [FLOATS, *each], {"Tout": "qint8", **limits("qint8")}) for each in odd),
        Case(forth, [FLOATS[:0], *ONE], {"Tout": "qint8", **limits("qint8")}),
        *(
            Case(back, [numbers, *each], {"Tout": "float32", "quantization_axis": axis, **limits(name)}, {0: name})
            for name, numbers in (*kinds, ("quint8", small(3, 6).astype(np.uint8)))
            for each, axis in axes[:3]
        ),
        *(
            Case(
                again, [numbers, float32(old), int32(3), float32(new), int32(-5)],
                {"Tout": "qint8", **limits(name, "input"), **limits("qint8", "output")}, {0: name},
            )
            for name, numbers in kinds
            for old, new in pairs
        ),
        *(
            Case(
                again, [large(3, 6), *old, *new],
                {
                    "Tout": "qint8", "input_quantization_axis": axis, "output_quantization_axis": other,
                    **limits("qint32", "input"), **limits("qint8", "output"),
                },
                {0: "qint32"},
            )
            for old, axis, new, other in ((ROWS, 0, ONE, -1), (ONE, -1, COLUMNS, 1), (ROWS, 0, ROWS, 0),
                                          (ROWS, 0, COLUMNS, 1))
        ),
    ]  # fmt: skip


def additions() -> list[Case]:
    """UniformQuantizedAdd and UniformQuantizedClipByValue."""
    x, every = large(3, 6), {k: v for side in ("lhs", "rhs", "output") for k, v in limits("qint32", side).items()}
    others = [large(3, 6, seed=31), large(6), large(3, 1), large(1), large(5), large(2, 3, 6)]
    axis = {f"{side}_quantization_axis": 1 for side in ("lhs", "rhs", "output")}
    types, clips = {0: "qint32", 1: "qint32"}, dict.fromkeys(range(3), "qint32")
    scales = [float32(0.25), int32(1), float32(0.1), int32(-5)]
    return [
        *(Case("UniformQuantizedAdd", [x, other, *ONE, *scales], every, types) for other in others),
        Case("UniformQuantizedAdd", [x, others[0], *COLUMNS, *COLUMNS, *COLUMNS], {**every, **axis}, types),
        *(
            Case(
                "UniformQuantizedClipByValue", [x, int32(low), int32(high), *each],
                {"quantization_axis": number, **limits("qint32")}, clips,
            )
            for low, high, each, number in (
                (-100, 500, ONE, -1), (500, -100, ONE, -1), (range(6), [9] * 6, COLUMNS, 1),
                ([1] * 3, [2] * 3, ROWS, 0), (1, [2] * 3, ROWS, 0), ([1], [2], ONE, -1),
            )
        ),
    ]  # fmt: skip


def products() -> list[Case]:
    """UniformQuantizedDot and UniformQuantizedDotHybrid."""
    dot, hybrid = "UniformQuantizedDot", "UniformQuantizedDotHybrid"
    a, b, types = small(4, 5), small(5, 3, seed=3), {0: "qint8", 1: "qint8"}
    every = {"Tout": "qint32", **limits("qint8", "lhs"), **limits("qint8", "rhs"), **limits("qint32", "output")}
    right, output = {"rhs_quantization_axis": 1}, {"output_quantization_axis": 1}
    floats = uneven(4, 5) / 2
    mixed = {"Tout": "float32", **limits("qint8", "rhs")}
    new = [float32(0.1), int32(-5)]
    return [
        Case(dot, [a, b, *ONE, *ONE, *new], every, types),
        Case(dot, [a, b, *ONE, *ROWS, *new], {**every, **right}, types),
        Case(dot, [a, b, *ONE, *ROWS, *ROWS], {**every, **right, **output}, types),
        Case(dot, [a, b, *ONE, *ONE, *ROWS], {**every, **output}, types),
        Case(dot, [a, b[:4], *ONE, *ONE, *new], every, types),
        Case(dot, [a[0], b, *ONE, *ONE, *new], every, types),
        *(Case(hybrid, [each, b, *ONE], mixed, {1: "qint8"}) for each in (floats, abs(floats), floats * 0)),
        Case(hybrid, [floats[:, :4], b, *ONE], mixed, {1: "qint8"}),
        Case(hybrid, [floats, b, *ROWS], {**mixed, **right}, {1: "qint8"}),
        Case(hybrid, [floats * 1e-3, b, *ROWS], mixed, {1: "qint8"}),
    ]


def convolution(x: Any, taps: Any, by_channel: bool = False, scaled_by_channel: bool = False, **attrs: Any) -> Case:
    """UniformQuantizedConvolution, with a scale for each output channel of the filter, and of the output, or not."""
    count = taps.shape[0]
    each = [float32(np.linspace(0.01, 0.05, count)), int32(range(count))]
    axes = {"lhs": -1, "rhs": 0 if by_channel else -1, "output": 1 if scaled_by_channel else -1}
    every: dict[str, Any] = {f"{side}_quantization_axis": axis for side, axis in axes.items()}
    every |= {**limits("qint8", "lhs"), **limits("qint8", "rhs"), **limits("qint32", "output"), "padding": b"VALID"}
    filters = each if by_channel else [float32(0.02), int32(3)]
    outputs = each if scaled_by_channel else [float32(0.05), int32(-7)]
    values = [x, taps, float32(0.1), int32(5), *filters, *outputs]
    return Case("UniformQuantizedConvolution", values, {"Tout": "qint32", **every, **attrs}, {0: "qint8", 1: "qint8"})


def mixed_convolution(x: Any, taps: Any, by_channel: bool = False, **attrs: Any) -> Case:
    """UniformQuantizedConvolutionHybrid."""
    count = taps.shape[0]
    each = [float32(np.linspace(0.01, 0.05, count)), int32(range(count))]
    filters = each if by_channel else [float32(0.02), int32(3)]
    every = {"rhs_quantization_axis": 0 if by_channel else -1, **limits("qint8", "rhs"), "padding": b"VALID"}
    return Case(
        "UniformQuantizedConvolutionHybrid", [x, taps, *filters], {"Tout": "float32", **every, **attrs}, {1: "qint8"}
    )


def convolutions() -> list[Case]:
    """Convolutions with paddings, dilations, groups and orders of dimensions."""
    x, taps, grouped = small(2, 3, 6, 5), small(4, 3, 2, 3, seed=1), small(4, 3, 2, 2, seed=2)
    deep, many = small(2, 6, 4, 4), small(4, 3, 4, 4)
    last = b"\x08\x00\x10\x03\x1a\x02\x01\x02\x20\x02\x28\x03\x32\x02\x00\x01\x38\x00\x40\x03\x4a\x02\x01\x02"
    explicit = {"padding": b"EXPLICIT", "explicit_padding": [1, 0, 2, 1]}
    settings: list[dict[str, Any]] = [
        {"window_strides": [2, 1], "rhs_dilation": [1, 2], "padding": b"SAME"},
        {"lhs_dilation": [2, 3], "padding": b"SAME"}, {"lhs_dilation": [2, 1], "window_strides": [1, 3]}, explicit,
        {"padding": b"EXPLICIT"}, {"explicit_padding": [1, 0, 2, 1]}, {"padding": b"NO"}, {"window_strides": [0, 1]},
        {"window_strides": [1]}, {**explicit, "explicit_padding": [1, -1, 0, 0]}, {"lhs_quantization_axis": 0},
        {"rhs_quantization_axis": 1}, {"output_quantization_axis": 1}, {"dimension_numbers": b"\xff"},
        {"output_quantization_min_val": -100, "output_quantization_max_val": 100},
    ]
    groups: list[dict[str, Any]] = [{"feature_group_count": 2}, {"batch_group_count": 2}]
    floats = (x / 16).astype(np.float32)
    turned = [x.transpose(0, 2, 3, 1), taps.transpose(2, 3, 1, 0)]
    return [
        *(convolution(x, taps, each, scaled) for each, scaled in ((False, False), (True, False), (True, True))),
        *(convolution(x, taps, **attrs) for attrs in settings),
        convolution(deep, grouped, **groups[0]),
        convolution(many, grouped, **groups[1]),
        convolution(small(4, 6, 4, 4), grouped, **groups[0], **groups[1]),
        convolution(small(3, 3, 4, 4), grouped, **groups[1]),
        convolution(deep, small(3, 3, 2, 2), **groups[0]),
        convolution(deep, grouped),
        convolution(small(2, 3, 6), small(4, 3, 2)),
        convolution(small(1, 2, 3, 4, 3), small(4, 2, 2, 2, 2)),
        convolution(small(2, 3), small(4, 3)),
        convolution(small(2, 3, 1, 1), grouped),
        convolution(small(0, 3, 4, 4), grouped),
        convolution(*turned, dimension_numbers=last),
        *(mixed_convolution(f, taps, each) for f in (floats, floats * 0, abs(floats)) for each in (False, True)),
        *(mixed_convolution(floats, taps, **attrs) for attrs in settings[:4]),
        mixed_convolution((deep / 16).astype(np.float32), grouped, **groups[0]),
        mixed_convolution((many / 16).astype(np.float32), grouped, **groups[1]),
        mixed_convolution(floats.transpose(0, 2, 3, 1), turned[1], dimension_numbers=last),
    ]


CASES = [*conversions(), *additions(), *products(), *convolutions()]
