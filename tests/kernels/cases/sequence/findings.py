"""Calls of ops on lists that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32, int64

TYPES = {"element_dtype": "float32", "shape_type": "int32"}


def made(shape: Any, size: int, *elements: Any) -> Case:
    """A list of that many elements, of which the first ones are set to ones of the given shapes, or not (None)."""
    result = Case("TensorListReserve", [int32(shape), np.int32(size)], TYPES)
    for i, element in enumerate(elements):
        if element is not None:
            result = Case("TensorListSetItem", [result, np.int32(i), np.ones(element, np.float32)])
    return result


def joined() -> list[Case]:
    """Elements that are not set, among others that agree in their first dimension or do not."""
    several = [
        made(-1, 4, (2, 3), (1, 3)), made(-1, 3, (2, 3), (2, 3)), made(-1, 3, None, (2, 3)), made([2, 3], 2),
        made([-1, 3], 2, (2, 3)), made([2, 3], 0),
    ]  # fmt: skip
    shapes = (-1, [-1, 3])
    return [
        *(
            Case("TensorListConcatV2", [each, int32(shape), int64(leading)], TYPES)
            for each in several for shape in shapes for leading in ([], [1], [5, 5, 5, 5])
        ),
        *(
            Case("TensorListConcat", [each], {"element_dtype": "float32", "element_shape": shape})
            for each in several for shape in (None, [None, 3], [2, 3])
        ),
    ]  # fmt: skip


CASES = joined()
