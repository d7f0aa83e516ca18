"""Einsum of two arrays by a plan made once per pair of shapes gives what the general way gives."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import float32
from aioflow.framework.kernels import bind_kernel
from aioflow.kernels.linalg.einsum_ops import contraction, einsum

RNG = np.random.default_rng(4)
SIZES = dict(zip("abcdij", (2, 3, 4, 5, 3, 2), strict=True))


def numbers(labels: str) -> Any:
    """An array with a dimension for each label."""
    return RNG.standard_normal([SIZES[label] for label in labels]).astype(np.float32)


def compute(equation: str, x: Any, y: Any) -> Any:
    """What a bound kernel gives."""
    attrs = {"N": 2, "T": float32, "equation": equation.encode()}
    return bind_kernel("node", "Einsum", attrs, "CPU", np).compute(x, y)


@pytest.mark.parametrize(
    "equation",
    ["ab,bc->ac", "abc,cd->abd", "abc,cd->dba", "ab,ab->ab", "ab,ab->", "ab,cd->cadb", "bac,bcd->bda", "abcd,dc->ba",
     "a,->a", "...ab,bc->...ac", "ia,aj->ij"],
)  # fmt: skip
def test_planned_products(equation: str) -> None:
    """Contractions with and without batches, in any order of dimensions."""
    left, right = equation.split("->")[0].replace("...", "ij").split(",")
    x, y = numbers(left), numbers(right)
    assert contraction(equation.encode(), x.shape, y.shape) is not None
    got, wanted = compute(equation, x, y), einsum(np, [x, y], equation=equation.encode())
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("equation", ["aa,ab->ab", "ab,bc->c", "ab,b->aa", "abc,cd->ad"])
def test_other_equations_take_the_general_way(equation: str) -> None:
    """Diagonals, sums over labels of one array and repeated labels of the output have no plan, and are computed."""
    x, y = (numbers(labels) for labels in equation.split("->")[0].split(","))
    assert contraction(equation.encode(), x.shape, y.shape) is None
    np.testing.assert_array_equal(compute(equation, x, y), einsum(np, [x, y], equation=equation.encode()))


def test_broadcast_dimensions_take_the_general_way() -> None:
    """Dimensions of an ellipsis may be 1 in one array."""
    x, y = RNG.random((1, 3, 4), np.float32), RNG.random((2, 4, 5), np.float32)
    np.testing.assert_allclose(compute("...ab,...bc->...ac", x, y), x @ y, rtol=1e-5)


def test_wrong_sizes_are_refused() -> None:
    """A label that stands for two sizes is named as before."""
    with pytest.raises(errors.InvalidArgumentError, match="Expected dimension 3 at axis 0"):
        compute("ab,bc->ac", np.zeros((2, 3), np.float32), np.zeros((4, 5), np.float32))
