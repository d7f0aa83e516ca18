"""Cases of random crops, with seeds as inputs."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, int32

OP = "StatelessSampleDistortedBoundingBox"
SIZE = int32([40, 60, 3])
BOXES = float32([[[0.1, 0.2, 0.5, 0.9], [0.6, 0.1, 0.9, 0.4]]])
NOTHING = np.zeros((0, 0, 4), np.float32)


def case(size: Any = SIZE, boxes: Any = BOXES, covered: Any = 0.1, seed: Any = (1, 2), **attrs: Any) -> Case:
    """One call."""
    return Case(OP, [size, boxes, float32(covered), np.asarray(seed, np.int64)], attrs)


def crops() -> list[Case]:
    """Crops of several images, with several rules."""
    seeds = [(0, 0), (1, 2), (-3, 7), (5, 1 << 40)]
    sizes = [np.array([h, w, 3], t) for (h, w), t in zip(((40, 60), (64, 64), (1, 9), (200, 3)), "iqhB", strict=True)]
    return [
        *(case(size, seed=seed) for size, seed in itertools.product(sizes, seeds)),
        *(case(covered=covered, seed=seed) for covered, seed in itertools.product((0.0, 0.5, 0.9, 1.0), seeds)),
        *(case(seed=seed, aspect_ratio_range=[0.2, 5.0], area_range=[0.3, 0.31]) for seed in seeds),
        *(case(seed=seed, aspect_ratio_range=[1.0, 1.0], area_range=[0.01, 1.0]) for seed in seeds),
        *(case(seed=seed, area_range=[1.0, 1.0], max_attempts=3) for seed in seeds),
        *(case(boxes=NOTHING, seed=seed, use_image_if_no_bounding_boxes=True) for seed in seeds),
        case(boxes=float32([[[0.5, 0.5, 0.5, 0.5]]])),
        case(boxes=float32([[[0.9, 0.9, 0.1, 0.1]]])),
    ]


def refusals() -> list[Case]:
    """Arguments that TensorFlow refuses."""
    sizes = [int32([40, 60]), int32([[40, 60, 3]]), int32([0, 60, 3]), int32([40, -1, 3])]
    boxes = [NOTHING, BOXES[0], BOXES[:, :, :3], float32([[[0, 0, 2, 1]]]), float32([[[-0.1, 0, 1, 1]]])]
    rules: list[dict[str, Any]] = [
        {"aspect_ratio_range": [1.0]}, {"aspect_ratio_range": [0.0, 1.0]}, {"area_range": [0.1, 1.5]},
        {"area_range": [-0.1, 1.0]}, {"max_attempts": 0},
    ]  # fmt: skip
    return [
        *(case(size) for size in sizes),
        *(case(boxes=each) for each in boxes),
        *(case(**each) for each in rules),
        case(covered=-0.5),
        case(covered=[0.5]),
        case(seed=[1, 2, 3]),
    ]


CASES = [*crops(), *refusals()]
