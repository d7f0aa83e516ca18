"""Cases of poolings and their gradients."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32

NAN, INF = np.nan, np.inf
K2 = [1, 2, 2, 1]
LAYOUTS: list[tuple[Any, Any, bytes]] = [
    (K2, K2, b"SAME"), (K2, K2, b"VALID"), ([1, 3, 3, 1], K2, b"SAME"), ([1, 3, 2, 1], [1, 1, 1, 1], b"SAME"),
    ([1, 3, 2, 1], [1, 1, 1, 1], b"VALID"), ([1, 5, 6, 1], [1, 1, 1, 1], b"VALID"), ([1, 1, 1, 1], K2, b"SAME"),
    ([1, 2, 1, 1], [1, 3, 4, 1], b"VALID"), ([1, 7, 7, 1], [1, 7, 7, 1], b"SAME"),
]  # fmt: skip
SPECIAL = float32([[1, NAN, 3, NAN, 5, NAN], [NAN, 2, NAN, 1, -INF, -INF]]).reshape(2, 6, 1, 1)


def pool(op: str, x: Any, ksize: Any = K2, strides: Any = K2, padding: bytes = b"SAME", **attrs: Any) -> Case:
    return Case(op, [x], {"ksize": ksize, "strides": strides, "padding": padding, **attrs})


FORWARD = [pool(op, images(), *layout) for op in ("MaxPool", "AvgPool") for layout in LAYOUTS]
FORWARD += [
    pool(op, x)
    for op in ("MaxPool", "AvgPool")
    for x in (
        images(dtype=np.float64), images(dtype=np.float16), images(dtype=ml_dtypes.bfloat16), images(batch=0),
        images(height=0), images(channels=0), images()[0], images(height=1), np.full((1, 2, 2, 1), -INF, np.float32),
    )
]  # fmt: skip
FORWARD += [pool("MaxPool", images(dtype=t)) for t in (np.int32, np.int64, np.uint8, np.int16, np.int8, np.uint16)]
FORWARD += [pool("MaxPool", SPECIAL, [1, 2, 1, 1], [1, s, 1, 1], p) for s in (1, 2) for p in (b"SAME", b"VALID")]
FORWARD += [pool(op, images(height=1), [1, 4, 2, 1], [1, 1, 1, 1], b"VALID") for op in ("MaxPool", "AvgPool")]
FORWARD += [pool(op, images(height=1), padding=b"VALID") for op in ("MaxPool", "AvgPool")]
FORWARD += [
    pool("MaxPool", images(), [1, 1, 1, d], [1, 1, 1, s], b"VALID") for d, s in ((2, 2), (4, 4), (3, 3), (2, 1))
]
FORWARD += [pool("AvgPool", images(), [1, 1, 1, 2], [1, 1, 1, 2])]
FORWARD += [pool("MaxPool", images(), [1, 2, 2, 2], [1, 2, 2, 2])]
FORWARD += [pool(op, images(), [2, 2, 2, 1], K2) for op in ("MaxPool", "AvgPool")]
FORWARD += [
    pool("MaxPool", images(), padding=b"EXPLICIT", explicit_paddings=pads)
    for pads in ([0, 0, 1, 1, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 2, 1, 0, 0, 0, 0])
]
FORWARD += [
    Case("MaxPoolV2", [images(), int32(ksize), int32(strides)], {"padding": b"SAME"})
    for ksize, strides in ((K2, K2), ([1, 3, 2, 1], [1, 1, 2, 1]), ([2, 2], K2), ([1, -1, 2, 1], K2))
]

VOLUME = ramp(2, 3, 4, 5, 2)
LAYOUTS3D: list[tuple[Any, Any, bytes]] = [
    ([1, 2, 2, 2, 1], [1, 2, 2, 2, 1], b"SAME"), ([1, 2, 3, 1, 1], [1, 1, 1, 1, 1], b"VALID"),
    ([1, 3, 4, 5, 1], [1, 1, 1, 1, 1], b"VALID"), ([1, 2, 1, 3, 1], [1, 1, 3, 2, 1], b"SAME"),
]  # fmt: skip
FORWARD3D = [pool(op, VOLUME, *layout) for op in ("MaxPool3D", "AvgPool3D") for layout in LAYOUTS3D]
FORWARD3D += [
    pool(op, x, *LAYOUTS3D[0])
    for op in ("MaxPool3D", "AvgPool3D")
    for x in (VOLUME.astype(ml_dtypes.bfloat16), VOLUME[:0], VOLUME[0])
]
FORWARD3D += [
    pool(op, VOLUME, *layout)
    for op in ("MaxPool3D", "AvgPool3D")
    for layout in (
        ([2, 2, 2, 2, 1], [1] * 5, b"SAME"), ([1, 2, 2, 2, 2], [1] * 5, b"SAME"), ([1, 8, 2, 2, 1], [1] * 5, b"VALID"),
    )
]  # fmt: skip

ARGMAX = [pool("MaxPoolWithArgmax", images(), *layout) for layout in LAYOUTS]
ARGMAX += [pool("MaxPoolWithArgmax", images(), include_batch_in_index=True, Targmax="int32")]
ARGMAX += [
    pool("MaxPoolWithArgmax", x, [1, 2, 1, 1], [1, 1, 1, 1]) for x in (SPECIAL, np.zeros((1, 4, 1, 2), np.int32))
]
ARGMAX += [pool("MaxPoolWithArgmax", np.full((1, 3, 3, 1), -INF, np.float32), [1, 3, 3, 1], [1, 1, 1, 1])]
ARGMAX += [pool("MaxPoolWithArgmax", images(dtype=np.float16)), pool("MaxPoolWithArgmax", images()[0])]


def pooled_shape(x: Any, layout: tuple[Any, Any, bytes]) -> tuple[int, ...]:
    """The output shape of a pooling."""
    ksize, strides, padding = layout
    sizes = zip(x.shape, ksize, strides, strict=True)
    return tuple(-(-n // s) if padding == b"SAME" else (n - k) // s + 1 for n, k, s in sizes)


def max_gradient(op: str, x: Any, layout: tuple[Any, Any, bytes], y: Any = None, dy: Any = None) -> Case:
    """A gradient of a maximum; the maxima are found with plain loops where none are given."""
    ksize, strides, padding = layout
    shape = pooled_shape(x, layout)
    y = maxima(x, layout) if y is None else y
    dy = ramp(*(x.shape if "GradGrad" in op else shape), dtype=x.dtype) if dy is None else dy
    return Case(op, [x, y, dy], {"ksize": ksize, "strides": strides, "padding": padding})


def maxima(x: Any, layout: tuple[Any, Any, bytes]) -> Any:
    """Maxima over windows, one by one."""
    ksize, strides, padding = layout
    shape = pooled_shape(x, layout)
    result = np.zeros(shape, x.dtype)
    for index in np.ndindex(*shape):
        window = []
        for i, n, k, s, out in zip(index, x.shape, ksize, strides, shape, strict=True):
            before = max((out - 1) * s + k - n, 0) // 2 if padding == b"SAME" else 0
            window.append(slice(max(i * s - before, 0), i * s - before + k))
        result[index] = np.max(x[tuple(window)])
    return result


FLAT = np.zeros((1, 3, 3, 1), np.float32)
TIES = (K2, [1, 1, 1, 1], b"VALID")
GRADIENTS = [max_gradient(op, images(), layout) for op in ("MaxPoolGrad", "MaxPoolGradGrad") for layout in LAYOUTS]
GRADIENTS += [
    max_gradient("MaxPoolGrad", images(dtype=t), LAYOUTS[0]) for t in (np.float64, np.float16, np.int32, np.int64)
]
GRADIENTS += [max_gradient(op, FLAT, TIES) for op in ("MaxPoolGrad", "MaxPoolGradGrad")]
GRADIENTS += [
    max_gradient(op, FLAT, TIES, y=np.ones((1, 2, 2, 1), np.float32)) for op in ("MaxPoolGrad", "MaxPoolGradGrad")
]
GRADIENTS += [max_gradient("MaxPoolGrad", SPECIAL[:1], ([1, 2, 1, 1], [1, 1, 1, 1], b"SAME"))]
GRADIENTS += [
    max_gradient("MaxPoolGrad", images(), LAYOUTS[0], *wrong)
    for wrong in (
        (images(3, 2), None), (None, images(3, 2)), (images(3, 3)[0], images(3, 3)), (images(3, 3), images(3, 3)[0]),
    )
]  # fmt: skip
GRADIENTS += [
    Case("MaxPoolGrad", [images()[0], images(3, 3), images(3, 3)], {"ksize": K2, "strides": K2, "padding": b"SAME"})
]
GRADIENTS += [
    Case(op, [images(), images(3, 3), dy, int32(K2), int32(K2)], {"padding": b"SAME"})
    for op, dy in (("MaxPoolGradV2", images(3, 3)), ("MaxPoolGradGradV2", images()))
]
GRADIENTS += [
    Case("MaxPoolGrad", [images(), images(3, 4), images(3, 4)],
         {"ksize": K2, "strides": K2, "padding": b"EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 1, 1, 0, 0]}),
]  # fmt: skip
GRADIENTS += [
    Case("MaxPoolGradWithArgmax", [images(), dy, argmax],
         {"ksize": K2, "strides": K2, "padding": b"SAME", "include_batch_in_index": whole})
    for dy, argmax, whole in [
        (images(3, 3), np.arange(72).reshape(2, 3, 3, 4) // 2, False),
        (images(3, 3), np.arange(72).reshape(2, 3, 3, 4), True),
        (images(3, 2), np.arange(72).reshape(2, 3, 3, 4), True),
    ]
]  # fmt: skip
GRADIENTS += [
    Case("AvgPoolGrad", [int32(images().shape), ramp(*pooled_shape(images(), layout), dtype=t)],
         {"ksize": layout[0], "strides": layout[1], "padding": layout[2]})
    for layout in LAYOUTS for t in (np.float32, np.float64)
]  # fmt: skip
GRADIENTS += [
    Case("AvgPoolGrad", [int32(sizes), dy], {"ksize": K2, "strides": K2, "padding": b"SAME"})
    for sizes, dy in [
        ([2, 5, 6, 4], images(3, 3, dtype=np.float16)), ([2, 5, 6], images(3, 3)), ([2, -5, 6, 4], images(3, 3)),
        ([2, 5, 6, 4], images(3, 3)[0]), ([0, 5, 6, 4], images(3, 3)[:0]),
    ]
]  # fmt: skip

FLAT3D = FLAT[None]
TIES3D = ([1, 1, 2, 2, 1], [1] * 5, b"VALID")
GRADIENTS3D = [
    max_gradient(op, VOLUME, layout) for op in ("MaxPool3DGrad", "MaxPool3DGradGrad") for layout in LAYOUTS3D
]
GRADIENTS3D += [max_gradient(op, FLAT3D, TIES3D) for op in ("MaxPool3DGrad", "MaxPool3DGradGrad")]
GRADIENTS3D += [
    max_gradient(op, FLAT3D, TIES3D, y=np.ones(shape, np.float32))
    for op in ("MaxPool3DGrad", "MaxPool3DGradGrad") for shape in ((1, 1, 2, 2, 1), (1, 1, 2, 3, 1))
]  # fmt: skip
GRADIENTS3D += [
    Case("AvgPool3DGrad", [int32(VOLUME.shape), ramp(*pooled_shape(VOLUME, layout), dtype=t)],
         {"ksize": layout[0], "strides": layout[1], "padding": layout[2]})
    for layout in LAYOUTS3D for t in (np.float32, ml_dtypes.bfloat16)
]  # fmt: skip

CASES = [*FORWARD, *FORWARD3D, *ARGMAX, *GRADIENTS, *GRADIENTS3D]
