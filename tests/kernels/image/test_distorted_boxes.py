"""Random crops go on from step to step as TensorFlow's do (the numbers below are TensorFlow's)."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.live_graph import LiveGraph, f32, i32, i64

BOXES = [[[0.1, 0.2, 0.5, 0.9]]]
SEEDS: Any = {"seed": 3, "seed2": 5}


async def test_crops_go_on(live: LiveGraph) -> None:
    """Each step draws the next crop; the second version takes the share that must be covered as an input."""
    first = live.op(
        "SampleDistortedBoundingBox", i32([40, 60, 3]), f32(BOXES), min_object_covered=0.3, max_attempts=10, **SEEDS
    )
    second = live.op("SampleDistortedBoundingBoxV2", i64([40, 60, 3]), f32(BOXES), f32(0.7), **SEEDS)
    wanted = [
        ([0, 7, 0, 39, 38, -1], [0, 7, 0, 39, 38, -1]),
        ([3, 11, 0, 16, 17, -1], [1, 7, 0, 34, 40, -1]),
        ([2, 7, 0, 33, 38, -1], [3, 7, 0, 34, 38, -1]),
    ]
    for crops in wanted:
        for node, crop in zip((first, second), crops, strict=True):
            begin, size, box = await live.run(list(node))
            assert [*begin.tolist(), *size.tolist()] == crop
            ends = [crop[0] / 40, crop[1] / 60, (crop[0] + crop[3]) / 40, (crop[1] + crop[4]) / 60]
            np.testing.assert_allclose(box, [[ends]], rtol=1e-6)
