"""Cases of convolutions and their gradients."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.typed_arrays import int32, int64


def ramp(*shape: int, dtype: Any = np.float32) -> Any:
    """Distinct small values of both signs, the same in every run."""
    count = int(np.prod(shape))
    return (((np.arange(count) * 37) % 101 - 50) / 25).reshape(shape).astype(dtype)


def images(height: int = 5, width: int = 6, channels: int = 4, batch: int = 2, dtype: Any = np.float32) -> Any:
    """A batch of images."""
    return ramp(batch, height, width, channels, dtype=dtype)


def same(size: int, stride: int) -> int:
    """Output size with SAME padding."""
    return -(-size // stride)


def half_atol(dy: Any) -> float | None:
    """The absolute tolerance of gradients: TensorFlow adds up the taps of float16 in float16, aioflow in float32."""
    return 3e-2 if dy.dtype == np.float16 else None


BFLOAT16 = ml_dtypes.bfloat16
UNIT = [1, 1, 1, 1]
FILTER = ramp(3, 2, 4, 3)

CONV2D = [
    Case("Conv2D", [images(), FILTER], {"strides": [1, s, t, 1], "padding": p, "dilations": [1, d, d, 1]})
    for s, t, p, d in [
        (1, 1, b"SAME", 1), (1, 1, b"VALID", 1), (2, 2, b"SAME", 1), (2, 2, b"VALID", 1), (2, 1, b"SAME", 1),
        (1, 1, b"SAME", 2), (1, 1, b"VALID", 2), (3, 2, b"SAME", 3), (7, 7, b"SAME", 1), (4, 4, b"VALID", 1),
    ]
]  # fmt: skip
CONV2D += [
    Case("Conv2D", [images(), FILTER], {"strides": UNIT, "padding": b"EXPLICIT", "explicit_paddings": pads})
    for pads in ([0, 0, 1, 2, 3, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 4, 4, 5, 5, 0, 0])
]
CONV2D += [
    Case("Conv2D", [images(dtype=t), FILTER.astype(t)], {"strides": UNIT, "padding": b"SAME"})
    for t in (np.float64, np.float16, BFLOAT16, np.int32)
]
CONV2D += [
    Case("Conv2D", [x, f], {"strides": UNIT, "padding": p})
    for x, f, p in [
        (images(channels=8), ramp(1, 1, 8, 3), b"SAME"),
        (images(channels=4), ramp(3, 3, 2, 6), b"SAME"),  # two groups
        (images(channels=4), ramp(2, 2, 1, 8), b"VALID"),  # a group per channel
        (images(batch=0), FILTER, b"SAME"),
        (images(height=0), FILTER, b"SAME"),
        (images(channels=0), FILTER, b"SAME"),
        (images(height=2), FILTER, b"VALID"),
        (images(height=1), FILTER, b"VALID"),
        (images(), FILTER[:0], b"VALID"),
        (images(), FILTER[..., :0], b"VALID"),
        (images(), FILTER[:, :, :0], b"VALID"),
        (images(channels=3), FILTER, b"SAME"),
        (images(channels=3), ramp(2, 2, 1, 2), b"SAME"),
        (images()[0], FILTER, b"SAME"),
        (images(), FILTER[0], b"SAME"),
        (np.full((1, 3, 3, 1), np.inf, np.float32), ramp(2, 2, 1, 1), b"VALID"),
    ]
]
CONV2D += [
    Case("Conv2D", [images(), FILTER], {"strides": strides, "padding": b"SAME", "dilations": dilations})
    for strides, dilations in [([2, 1, 1, 1], UNIT), ([1, 1, 1, 2], UNIT), (UNIT, [2, 1, 1, 1])]
]

VOLUME, FILTER3D = ramp(2, 3, 4, 5, 2), ramp(2, 3, 2, 2, 3)
CONV3D = [
    Case("Conv3D", [x, f], {"strides": strides, "padding": p})
    for x, f, strides, p in [
        (VOLUME, FILTER3D, [1, 1, 1, 1, 1], b"SAME"),
        (VOLUME, FILTER3D, [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME, FILTER3D, [1, 2, 1, 3, 1], b"SAME"),
        (VOLUME.astype(np.float16), FILTER3D.astype(np.float16), [1, 1, 2, 2, 1], b"VALID"),
        (VOLUME.astype(np.float64), FILTER3D.astype(np.float64), [1, 1, 2, 2, 1], b"VALID"),
        (VOLUME[:0], FILTER3D, [1, 1, 1, 1, 1], b"SAME"),
        (VOLUME[:, :, :2], FILTER3D, [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME[:, :, :1], FILTER3D, [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME[0], FILTER3D, [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME[..., :1], FILTER3D, [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME, FILTER3D[:0], [1, 1, 1, 1, 1], b"VALID"),
        (VOLUME, FILTER3D, [2, 1, 1, 1, 1], b"VALID"),
    ]
]

CONV = [
    Case("Conv", [x, f], {"strides": [1] * f.ndim, "padding": b"SAME", **attrs})
    for x, f, attrs in list[tuple[Any, Any, dict[str, Any]]]([
        (images(), FILTER, {}),
        (images(), FILTER, {"dilations": [1, 2, 2, 1]}),
        (images(), FILTER, {"strides": [1, 2, 2, 1], "padding": b"VALID"}),
        (images(), FILTER, {"padding": b"EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 0, 2, 0, 0]}),
        (ramp(2, 1, 5, 6, 4), FILTER, {"batch_dims": 2}),
        (ramp(2, 2, 2, 4, 4, 4), FILTER, {"batch_dims": 3}),
        (images()[0], FILTER, {"batch_dims": 0}),
        (VOLUME, FILTER3D, {}),
        (VOLUME[None], FILTER3D, {"batch_dims": 2, "padding": b"VALID"}),
        (images(dtype=np.int32), FILTER.astype(np.int32), {}),
        (images(), FILTER, {"strides": [1, 1]}),
        (images(), FILTER, {"dilations": [1, 1]}),
        (ramp(2, 5, 4), ramp(3, 4, 2), {"strides": [1, 1, 1]}),
    ])
]

INPUT_GRADIENT = [
    Case("Conv2DBackpropInput", [int32(sizes), f, dy], {"strides": [1, s, s, 1], "padding": p}, atol=half_atol(dy))
    for sizes, f, dy, s, p in [
        ([2, 5, 6, 4], FILTER, images(channels=3), 1, b"SAME"),
        ([5, 6], FILTER, images(channels=3), 1, b"SAME"),
        ([2, 5, 6, 4], FILTER, images(3, 3, 3), 2, b"SAME"),
        ([2, 5, 6, 4], FILTER, images(2, 3, 3), 2, b"VALID"),
        ([2, 5, 6, 4], FILTER, images(1, 2, 3), 4, b"VALID"),  # no window reaches the last rows
        ([2, 5, 6, 4], FILTER.astype(np.float16), images(channels=3, dtype=np.float16), 1, b"SAME"),
        ([2, 5, 6, 4], FILTER.astype(np.float64), images(channels=3, dtype=np.float64), 1, b"SAME"),
        ([2, 5, 6, 4], FILTER.astype(np.int32), images(channels=3, dtype=np.int32), 1, b"SAME"),
        ([0, 5, 6, 4], FILTER, images(channels=3)[:0], 1, b"SAME"),
        ([5, 6, 4], FILTER, images(channels=3), 1, b"SAME"),
        ([2, 6, 6, 4], FILTER, images(channels=3), 1, b"SAME"),
        ([3, 5, 6, 4], FILTER, images(channels=3), 1, b"SAME"),
        ([2, 5, 6, 3], FILTER, images(channels=3), 1, b"SAME"),
        ([2, 5, 6, 4], FILTER, images(channels=2), 1, b"SAME"),
        ([2, -5, 6, 4], FILTER, images(channels=3), 1, b"SAME"),
    ]
]
EXPLICIT = {"strides": UNIT, "padding": b"EXPLICIT", "explicit_paddings": [0, 0, 1, 2, 3, 0, 0, 0]}
INPUT_GRADIENT += [Case("Conv2DBackpropInput", [int32([2, 5, 6, 4]), FILTER, images(6, 8, 3)], EXPLICIT)]
FILTER_GRADIENT = [
    Case("Conv2DBackpropFilter", [x, int32(sizes), dy], {"strides": [1, s, s, 1], "padding": p}, atol=half_atol(dy))
    for x, sizes, dy, s, p in [
        (images(), [3, 2, 4, 3], images(channels=3), 1, b"SAME"),
        (images(), [3, 2, 4, 3], images(3, 3, 3), 2, b"SAME"),
        (images(), [3, 2, 4, 3], images(2, 3, 3), 2, b"VALID"),
        (images(dtype=np.float16), [3, 2, 4, 3], images(channels=3, dtype=np.float16), 1, b"SAME"),
        (images(dtype=np.float64), [3, 2, 4, 3], images(channels=3, dtype=np.float64), 1, b"SAME"),
        (images()[:0], [3, 2, 4, 3], images(channels=3)[:0], 1, b"SAME"),
        (images(), [3, 2, 4], images(channels=3), 1, b"SAME"),
        (images(), [3, 2, 3, 3], images(channels=3), 1, b"SAME"),
        (images(), [3, 2, 4, 3], images(channels=2), 1, b"SAME"),
        (images(), [3, 2, 4, 3], images(3, 3, 3), 1, b"SAME"),
    ]
]
FILTER_GRADIENT += [Case("Conv2DBackpropFilter", [images(), int32([3, 2, 4, 3]), images(6, 8, 3)], EXPLICIT)]
DY3D = ramp(2, 2, 4, 3, 3)
GRADIENTS3D = [
    Case(op, [x, f, dy], {"strides": [1, 2, 1, 2, 1], "padding": b"SAME"}, atol=half_atol(dy))
    for op, x, f, dy in [
        ("Conv3DBackpropInputV2", int32(VOLUME.shape), FILTER3D, DY3D),
        ("Conv3DBackpropInputV2", int64(VOLUME.shape), FILTER3D.astype(np.float64), DY3D.astype(np.float64)),
        ("Conv3DBackpropInputV2", int32([2, 3, 4, 2]), FILTER3D, DY3D),
        ("Conv3DBackpropInputV2", int32([2, 3, 4, 8, 2]), FILTER3D, DY3D),
        ("Conv3DBackpropFilterV2", VOLUME, int32(FILTER3D.shape), DY3D),
        ("Conv3DBackpropFilterV2", VOLUME.astype(np.float16), int32(FILTER3D.shape), DY3D.astype(np.float16)),
    ]
]

DEPTHWISE_FILTER = ramp(3, 2, 4, 2)
DEPTHWISE = [
    Case("DepthwiseConv2dNative", [x, f], {"strides": [1, s, s, 1], "padding": p})
    for x, f, s, p in [
        (images(), DEPTHWISE_FILTER, 1, b"SAME"),
        (images(), DEPTHWISE_FILTER, 2, b"SAME"),
        (images(), DEPTHWISE_FILTER, 1, b"VALID"),
        (images(), DEPTHWISE_FILTER, 3, b"VALID"),
        (images(), DEPTHWISE_FILTER[..., :1], 1, b"SAME"),
        (images(), DEPTHWISE_FILTER[..., :1], 2, b"SAME"),
        (images(channels=1), DEPTHWISE_FILTER[:, :, :1], 1, b"SAME"),
        (images(dtype=np.float64), DEPTHWISE_FILTER.astype(np.float64), 1, b"SAME"),
        (images(dtype=np.float16), DEPTHWISE_FILTER.astype(np.float16), 1, b"SAME"),
        (images(dtype=BFLOAT16), DEPTHWISE_FILTER.astype(BFLOAT16), 1, b"SAME"),
        (images()[:0], DEPTHWISE_FILTER, 1, b"SAME"),
        (images(height=2), DEPTHWISE_FILTER, 1, b"VALID"),
        (images(height=1), DEPTHWISE_FILTER, 1, b"VALID"),
        (images(channels=3), DEPTHWISE_FILTER, 1, b"SAME"),
        (images()[0], DEPTHWISE_FILTER, 1, b"SAME"),
        (images(), DEPTHWISE_FILTER[0], 1, b"SAME"),
    ]
]
DEPTHWISE += [Case("DepthwiseConv2dNative", [images(), DEPTHWISE_FILTER], EXPLICIT)]
DEPTHWISE_GRADIENTS = [
    Case(f"DepthwiseConv2dNativeBackprop{what}", [x, f, dy],
         {"strides": [1, s, s, 1], "padding": p}, atol=half_atol(dy))
    for s, p, dy in [
        (1, b"SAME", images(5, 6, 8)), (2, b"SAME", images(3, 3, 8)), (1, b"VALID", images(3, 5, 8)),
        (1, b"SAME", images(5, 6, 8, dtype=np.float16)), (1, b"SAME", images(5, 6, 8, dtype=np.float64)),
        (1, b"SAME", images(5, 5, 8)), (1, b"SAME", images(5, 6, 4)), (1, b"SAME", images(5, 6, 8)[0]),
    ]
    for what, x, f in [
        ("Input", int32([2, 5, 6, 4]), DEPTHWISE_FILTER.astype(dy.dtype)),
        ("Filter", images(dtype=dy.dtype), int32(DEPTHWISE_FILTER.shape)),
    ]
]  # fmt: skip
DEPTHWISE_GRADIENTS += [
    Case("DepthwiseConv2dNativeBackpropInput", [int32([2, 5, 6, 4]), DEPTHWISE_FILTER, images(6, 8, 8)], EXPLICIT),
    Case("DepthwiseConv2dNativeBackpropFilter", [images(), int32([3, 2, 4, 2]), images(6, 8, 8)], EXPLICIT),
    Case("DepthwiseConv2dNativeBackpropInput", [int32([5, 6, 4]), DEPTHWISE_FILTER, images(5, 6, 8)],
         {"strides": UNIT, "padding": b"SAME"}),
]  # fmt: skip

CASES = [
    *CONV2D, *CONV3D, *CONV, *INPUT_GRADIENT, *FILTER_GRADIENT, *GRADIENTS3D, *DEPTHWISE, *DEPTHWISE_GRADIENTS,
]  # fmt: skip
