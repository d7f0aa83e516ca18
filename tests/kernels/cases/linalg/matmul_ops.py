"""Cases of matrix products and the cross product."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import BFLOAT16, COMPLEX, FLOATS, INTEGERS, SIGNED, array, float32, int32

TYPES = [*FLOATS, *COMPLEX, *SIGNED[2:]]
BOTH = [(False, False), (True, False), (False, True), (True, True)]


def matrices() -> Iterator[Case]:
    for dtype in TYPES:
        yield Case("MatMul", [array(dtype, 2, 3), array(dtype, 3, 4)])
        yield Case("MatMul", [array(dtype, 3, 2), array(dtype, 4, 3)], {"transpose_a": True, "transpose_b": True})
    shapes = [
        ((1, 2), (3, 1)), ((2,), (3, 1)), ((2,), (2,)), ((1, 1, 2), (2, 1)), ((1, 1, 2), (1, 2, 1)), ((), (2, 1)),
        ((2, 0), (0, 3)), ((0, 2), (2, 3)), ((2, 2), (2, 0)),
    ]  # fmt: skip
    yield from (Case("MatMul", [array("float32", *a), array("float32", *b)]) for a, b in shapes)
    yield Case("MatMul", [np.array([[256] + [1] * 100], BFLOAT16), np.ones((101, 1), BFLOAT16)])
    yield Case("MatMul", [int32([[2**31 - 1, 2]]), int32([[2], [2]])])
    yield Case("MatMul", [float32([[np.inf, 1]]), float32([[0], [1]])])


def batches() -> Iterator[Case]:
    for dtype in TYPES:
        for adj_x, adj_y in BOTH:
            x = array(dtype, 2, 2, 3) if not adj_x else array(dtype, 2, 3, 2)
            y = array(dtype, 2, 3, 4) if not adj_y else array(dtype, 2, 4, 3)
            yield Case("BatchMatMulV2", [x, y], {"adj_x": adj_x, "adj_y": adj_y})
    shapes = [
        ((3,), (3,)), ((1, 3), (4, 3, 2)), ((1, 3), (4, 2, 3)), ((2, 1, 3), (4, 3, 2)), ((1, 2, 1, 3), (4, 1, 3, 2)),
        ((2, 1, 3), (2, 3, 1)), ((1, 1, 3), (2, 3, 1)), ((0, 1, 3), (0, 3, 1)), ((2, 1, 0), (2, 0, 1)), ((2, 3), (3,)),
    ]  # fmt: skip
    for op in ("BatchMatMul", "BatchMatMulV2"):
        yield from (Case(op, [array("float32", *a), array("float32", *b)]) for a, b in shapes)
    for left, right, product in (
        ("int8", "uint8", "int32"), ("uint8", "int8", "int32"), ("int8", "int8", "int32"),
        ("float32", "float32", "float32"), ("bfloat16", "bfloat16", "bfloat16"),
        ("complex64", "complex64", "complex64"),
    ):  # fmt: skip
        types = [BFLOAT16 if name == "bfloat16" else np.dtype(name) for name in (left, right)]
        x, y = array(types[0], 2, 3, high=90), array(types[1], 2, 3, 2, high=90)
        yield Case("BatchMatMulV3", [x, y], {"Tout": product})


def other_products() -> Iterator[Case]:
    for a in (np.dtype("float32"), BFLOAT16):
        for b in (np.dtype("float32"), BFLOAT16):
            yield Case("SparseMatMul", [array(a, 2, 3), array(b, 3, 2)], {"a_is_sparse": True})
    both = {"transpose_a": True, "transpose_b": True}
    yield Case("SparseMatMul", [array("float32", 3, 2), array("float32", 2, 3)], both)
    yield Case("SparseMatMul", [array("float32", 3, 2), array("float32", 3, 2)])
    yield Case("SparseMatMul", [array("float32", 3), array("float32", 3, 2)])
    yield Case("SparseMatMul", [array("float32", 0, 2), array("float32", 2, 3)])
    yield from (Case("Cross", [array(dtype, 4, 3), array(dtype, 4, 3, low=0)]) for dtype in [*FLOATS, *INTEGERS])
    for a, b in (((3,), (3,)), ((2,), (2,)), ((), ()), ((3,), (1, 3)), ((0, 3), (0, 3))):
        yield Case("Cross", [array("float32", *a), array("float32", *b)])


CASES = [*matrices(), *batches(), *other_products()]
