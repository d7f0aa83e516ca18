"""Cases of projective transforms and drawn boxes."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32

TRANSFORMS = float32([[1.2, 0.3, -1.5, -0.2, 0.9, 0.7, 0.05, -0.1], [0.7, -1.1, 9.3, 1.3, 0.4, -7.2, 0, 0]])
MODES = (b"CONSTANT", b"NEAREST", b"REFLECT", b"WRAP")

CASES = [
    Case("ImageProjectiveTransformV3", [images(), transforms, int32([7, 4]), float32(2.5)],
         {"interpolation": interpolation, "fill_mode": mode})
    for transforms in (TRANSFORMS, TRANSFORMS[:1], TRANSFORMS[1:])
    for interpolation in (b"NEAREST", b"BILINEAR")
    for mode in MODES
]  # fmt: skip
CASES += [
    Case("ImageProjectiveTransformV2", [images(dtype=t), TRANSFORMS, int32([5, 6])], {"interpolation": interpolation})
    for t in (np.uint8, np.int32, np.int64, np.float16, np.float64)
    for interpolation in (b"NEAREST", b"BILINEAR")
]
CASES += [
    Case("ImageProjectiveTransformV2", [x, transforms, int32(size)], {"interpolation": b"NEAREST", "fill_mode": mode})
    for x, transforms, size, mode in [
        (images()[0], TRANSFORMS, [5, 6], b"WRAP"), (images(), TRANSFORMS[:, :7], [5, 6], b"WRAP"),
        (images(), TRANSFORMS, [5], b"WRAP"), (images(), TRANSFORMS, [0, 6], b"WRAP"),
        (images(1, 1), TRANSFORMS, [3, 3], b"WRAP"), (images(1, 1), TRANSFORMS, [3, 3], b"REFLECT"),
        (images(), float32([[1, 0, 0, 0, 1, 0, -0.5, 0]]), [5, 6], b"CONSTANT"),
    ]
]  # fmt: skip

BOXES = float32(
    [[[0.2, 0.2, 0.7, 0.9], [-0.2, 0.2, 1.7, 0.9], [0.5, 0.5, 0.5, 0.5], [0.8, 0.2, 0.1, 0.9], [2, 2, 3, 3]]]
)
CASES += [Case("DrawBoundingBoxes", [ramp(1, 9, 11, channels), BOXES]) for channels in (1, 3, 4, 2)]
CASES += [Case("DrawBoundingBoxes", [ramp(1, 9, 11, 3), np.repeat(BOXES, 3, axis=1)])]
CASES += [Case("DrawBoundingBoxes", [ramp(1, 9, 11, 3, dtype=np.float16), BOXES])]
CASES += [Case("DrawBoundingBoxes", [x, boxes]) for x, boxes in (
    (ramp(2, 9, 11, 3), BOXES), (ramp(9, 11, 3), BOXES), (ramp(1, 9, 11, 3), BOXES[..., :3]),
    (ramp(1, 9, 11, 3), BOXES[:, :0]),
)]  # fmt: skip
CASES += [
    Case("DrawBoundingBoxesV2", [ramp(1, 9, 11, 3), BOXES, colors])
    for colors in (ramp(2, 3), ramp(3, 4), np.zeros((0, 3), np.float32))
]
