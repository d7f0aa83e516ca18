"""Bases that factorisations return: which one is a convention, but what they must do is not."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.op_def import OPS
from tests.kernels.cases.edge_values import array

Array = np.ndarray[Any, Any]
DTYPES = ["float32", "float64", "complex64", "complex128"]
SHAPES = [(3, 3), (5, 2), (2, 5), (2, 4, 3), (2, 3, 4, 4), (1, 1)]


def compute(op: str, x: Array, **attrs: Any) -> list[Array]:
    """The op's outputs."""
    kernel = bind_kernel("node", op, OPS[op].complete_attrs({"T": as_dtype(x.dtype), **attrs}), "CPU", np)
    return kernel.outputs(kernel.compute(x))


def adjoint(x: Array) -> Array:
    """The conjugate transposes."""
    return np.conj(np.swapaxes(x, -1, -2))


def assert_close(got: Array, wanted: Array) -> None:
    """Equal up to the rounding of the dtype, as a fraction of the largest element."""
    scale = max(1.0, float(np.abs(wanted).max()))
    np.testing.assert_allclose(got / scale, wanted / scale, rtol=0, atol=200 * np.finfo(got.dtype).eps)


def assert_orthonormal(columns: Array) -> None:
    """The columns of each matrix are orthonormal."""
    product = adjoint(columns) @ columns
    assert_close(product, np.broadcast_to(np.eye(columns.shape[-1]), product.shape))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("full", [False, True])
def test_singular_vectors_make_up_the_matrix(dtype: str, shape: tuple[int, ...], full: bool) -> None:
    """u and v have orthonormal columns, as many as asked for, and u s v* is the matrix."""
    x = array(dtype, *shape)
    s, u, v = compute("Svd", x, full_matrices=full)
    rows, columns = shape[-2:]
    least = min(rows, columns)
    assert u.shape[-2:] == (rows, rows if full else least)
    assert v.shape[-2:] == (columns, columns if full else least)
    assert_orthonormal(u)
    assert_orthonormal(v)
    assert_close((u[..., :least] * s[..., None, :]) @ adjoint(v[..., :least]), x)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("full", [False, True])
def test_orthogonal_and_triangular_factors_make_up_the_matrix(dtype: str, shape: tuple[int, ...], full: bool) -> None:
    """q has orthonormal columns, r is upper triangular, and q r is the matrix."""
    x = array(dtype, *shape)
    q, r = compute("Qr", x, full_matrices=full)
    assert_orthonormal(q)
    np.testing.assert_array_equal(np.tril(r, -1), 0)
    assert_close(q @ r, x)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4), (1, 1)])
def test_eigenvectors_of_self_adjoint_matrices(dtype: str, shape: tuple[int, ...]) -> None:
    """They are orthonormal, their values rise, and only the lower triangle of the matrix is looked at."""
    x = array(dtype, *shape)
    x = x + adjoint(x)
    values, vectors = compute("SelfAdjointEigV2", np.tril(x) + np.triu(np.full_like(x, 9), 1))
    assert_orthonormal(vectors)
    assert (np.diff(values.real) >= 0).all()
    assert_close(x @ vectors, vectors * values[..., None, :])


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigenvectors_of_any_matrix(dtype: str) -> None:
    """The matrix scales them by their values; the values of complex matrices rise in absolute value."""
    x = array(dtype, 2, 4, 4)
    complex_type = as_dtype(np.result_type(x.dtype, np.complex64))
    values, vectors = compute("Eig", x, Tout=complex_type)
    assert_close(x @ vectors, vectors * values[..., None, :])
    if dtype.startswith("complex"):
        assert (np.diff(np.abs(values)) >= 0).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_lu_factors_make_up_the_matrix(dtype: str) -> None:
    """The product of both factors is the matrix with its rows in the order given, and no pivot is passed over."""
    x = array(dtype, 2, 5, 5)
    factors, order = compute("Lu", x)
    lower, upper = np.tril(factors, -1) + np.eye(5, dtype=dtype), np.triu(factors)
    assert_close(lower @ upper, np.take_along_axis(x, order[..., None], axis=-2))
    assert (np.abs(lower) <= 1 + 1e-6).all()
