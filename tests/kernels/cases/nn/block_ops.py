"""Cases of blocks moved between space, batch and depth, and of patches."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, int32, int64, ints, strings

IMAGES = counting([2, 4, 6, 2])
NONE = int32([[0, 0], [0, 0]])
TWO = ints(2, 2)


def moved(op: str, *inputs: Any) -> Case:
    """A case of an op that TensorFlow builds only where the rank of the blocks is known."""
    return Case(op, inputs, static_shapes=True)


def batches() -> list[Case]:
    """SpaceToBatchND, BatchToSpaceND and their two-dimensional ancestors."""
    borders = [int32([[1, 2], [1, 1]]), int32([[1, 1], [0, 0]])]
    blocks = [(TWO, NONE), (ints(2, 3), NONE), (ints(1, 2), borders[0]), (ints(3, 2), borders[1])]
    wrong: list[tuple[Any, Any]] = [
        (TWO, int32([[0, 0], [0, 1]])), (ints(2, 0), NONE), (TWO, int32([[0, 0], [0, -2]])),
    ]  # fmt: skip
    crops = [NONE, int32([[1, 0], [0, 1]]), int32([[5, 4], [0, 0]]), int32([[-1, 0], [0, 0]]), int32([[4, 4], [0, 0]])]
    batch = counting([8, 4, 3, 1])
    return [
        *(moved("SpaceToBatchND", IMAGES, *args) for args in [*blocks, *wrong]),
        *(moved("SpaceToBatchND", counting([1, 4, 2], t), int64([2]), int64([[0, 0]])) for t in NUMERIC_DTYPES[:12]),
        moved("SpaceToBatchND", counting([2, 3]), ints(), np.zeros([0, 2], np.int32)),
        moved("SpaceToBatchND", counting([1, 2, 2, 2, 1]), ints(2, 1, 2), np.zeros([3, 2], np.int32)),
        moved("SpaceToBatchND", np.zeros([0, 4, 4, 1], np.float32), TWO, NONE),
        *(moved("BatchToSpaceND", batch, TWO, crop) for crop in crops),
        *(moved("BatchToSpaceND", batch, *args) for args in [*wrong[1:], (ints(3, 3), NONE)]),
        *(moved("BatchToSpaceND", counting([2, 2, 2], t), ints(2), int32([[0, 1]])) for t in NUMERIC_DTYPES[:12]),
        moved("BatchToSpaceND", counting([2, 3]), ints(), np.zeros([0, 2], np.int32)),
        Case("SpaceToBatch", [IMAGES, NONE], {"block_size": 2}),
        Case("SpaceToBatch", [IMAGES, int32([[1, 1], [2, 1]])], {"block_size": 3}),
        Case("BatchToSpace", [batch, int32([[1, 0], [0, 1]])], {"block_size": 2}),
    ]


def depths() -> list[Case]:
    """SpaceToDepth and DepthToSpace."""
    deep = counting([1, 2, 1, 8])
    return [
        *(Case("SpaceToDepth", [IMAGES], {"block_size": size}) for size in (2, 3)),
        *(Case("DepthToSpace", [deep], {"block_size": size}) for size in (2, 3)),
        *(Case("SpaceToDepth", [counting([1, 2, 2, 1], t)], {"block_size": 2}) for t in NUMERIC_DTYPES),
        *(Case("DepthToSpace", [counting([1, 1, 1, 4], t)], {"block_size": 2}) for t in NUMERIC_DTYPES),
        Case("SpaceToDepth", [counting([2, 2, 1])], {"block_size": 2}),
        Case("DepthToSpace", [counting([2, 2, 4])], {"block_size": 2}),
        Case("SpaceToDepth", [np.zeros([0, 2, 2, 1], np.float32)], {"block_size": 2}),
        Case("DepthToSpace", [strings([[[[b"a", b"b", b"c", b"d"]]]])], {"block_size": 2}),
    ]


def image_patches(
    images: Any, ksizes: list[int], strides: list[int], rates: list[int], padding: bytes
) -> Case:
    """A case of ExtractImagePatches."""
    attrs = {"ksizes": ksizes, "strides": strides, "rates": rates, "padding": padding}
    return Case("ExtractImagePatches", [images], attrs)


def patches() -> list[Case]:
    """ExtractImagePatches and ExtractVolumePatches."""
    ones, paddings = [1, 1, 1, 1], [b"SAME", b"VALID"]
    volumes = counting([1, 3, 3, 2, 2])
    windows = [([1, 2, 2, 1], [1, 2, 2, 1], ones), ([1, 3, 2, 1], [1, 1, 2, 1], [1, 1, 2, 1]), (ones, ones, ones)]
    return [
        *(image_patches(IMAGES, *window, padding) for window in windows for padding in paddings),
        *(image_patches(IMAGES, [1, 5, 3, 1], [1, 2, 2, 1], [1, 2, 2, 1], padding) for padding in paddings),
        *(image_patches(counting([1, 3, 3, 1], t), [1, 2, 2, 1], ones, ones, b"SAME") for t in NUMERIC_DTYPES),
        image_patches(np.zeros([0, 3, 3, 1], np.float32), [1, 2, 2, 1], ones, ones, b"SAME"),
        *(
            Case("ExtractVolumePatches", [volumes], {"ksizes": ksizes, "strides": strides, "padding": padding})
            for ksizes, strides in (([1, 2, 2, 2, 1], [1, 1, 2, 1, 1]), ([1, 3, 1, 2, 1], [1, 2, 2, 2, 1]))
            for padding in paddings
        ),
    ]


CASES = [*batches(), *depths(), *patches()]
