"""Arithmetic on sparse tensors: sums, products with dense tensors, reductions, softmax."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, check_room, shown, widened
from aioflow.kernels.checks import axis_from, require_scalar
from aioflow.kernels.math.segments import grouped
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.sparse.sparse_values import (
    check_inside,
    check_sparse,
    checked_dims,
    numbers_of,
    row_major_order,
)  # fmt: skip

Sparse = tuple[Array, Array, Array]
_ABSENT = -1


# ---- two sparse tensors
@kernel("SparseAdd")
def sparse_add(
    xp: Any, a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array,
    thresh: Array,
) -> Sparse:  # fmt: skip
    """The sum of two sparse tensors of one shape, without what both have and what adds up to less than `thresh`."""
    require_scalar(thresh, "thresh")
    indices, left, right, is_in_both = _merged(a_indices, a_values, a_shape, b_indices, b_values, b_shape, True)
    total = left + right
    # Only true sums are held against `thresh`: what one tensor has alone stays, however small. NaN is never
    # large enough.
    kept = ~is_in_both | (xp.abs(total) >= thresh)
    return indices[kept], total[kept], a_shape


@kernel("SparseSparseMaximum")
def sparse_maximum(
    xp: Any, a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array
) -> tuple[Array, Array]:
    """The larger value where either has one; the other one then counts as zero."""
    indices, left, right, _ = _merged(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    return indices, xp.maximum(left, right)


@kernel("SparseSparseMinimum")
def sparse_minimum(
    xp: Any, a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array
) -> tuple[Array, Array]:
    """The smaller value where either has one; the other one then counts as zero."""
    indices, left, right, _ = _merged(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    return indices, xp.minimum(left, right)


def _merged(
    a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array,
    takes_outside: bool = False,
) -> tuple[Array, Array, Array, Array]:  # fmt: skip
    """All places where either has a value, the two values there (zero for none), and whether both have one."""
    check_sparse(a_indices, a_values, a_shape)
    check_sparse(b_indices, b_values, b_shape)
    if a_shape.shape != b_shape.shape or (a_shape != b_shape).any():
        raise errors.invalid_argument(f"Operands' shapes do not match: {a_shape.tolist()} and {b_shape.tolist()}")
    dims = checked_dims(a_shape)
    if not takes_outside:
        check_inside(a_indices, dims)
        check_inside(b_indices, dims)
    if not takes_outside or all(_are_inside(each, dims) for each in (a_indices, b_indices)):
        # Row-major numbers, so that comparing two places is comparing two integers.
        from_a, from_b = _merge(numbers_of(a_indices, dims).tolist(), numbers_of(b_indices, dims).tolist())
    else:  # a sum of TensorFlow's, which takes indices outside, too
        from_a, from_b = _merge(a_indices.tolist(), b_indices.tolist())
    indices = np.empty((len(from_a), len(dims)), np.int64)
    left, right = np.zeros(len(from_a), a_values.dtype), np.zeros(len(from_a), a_values.dtype)
    # Where both have the place either index will do; the second loop overwrites it with the same.
    for chosen, places, values, side in ((from_a, a_indices, a_values, left), (from_b, b_indices, b_values, right)):
        present = chosen != _ABSENT
        indices[present] = places[chosen[present]]
        side[present] = values[chosen[present]]
    return indices, left, right, (from_a != _ABSENT) & (from_b != _ABSENT)


def _are_inside(indices: Array, dims: tuple[int, ...]) -> bool:
    return bool(((indices >= 0) & (indices < np.array(dims, np.int64))).all())


def _merge(a: list[Any], b: list[Any]) -> tuple[Array, Array]:
    """Merges two sorted lists; elements that are equal go together.

    Returns:
        For each element of the merge its place in `a` and its place in `b`, _ABSENT where it is not from there.
    """
    # A loop as TensorFlow has it, not a union: inputs may be out of order or repeat places, and then the
    # results differ.
    from_a, from_b, i, j = [], [], 0, 0
    while i < len(a) and j < len(b):
        takes_a, takes_b = a[i] <= b[j], b[j] <= a[i]
        from_a.append(i if takes_a else _ABSENT)
        from_b.append(j if takes_b else _ABSENT)
        i, j = i + takes_a, j + takes_b
    from_a += [*range(i, len(a)), *[_ABSENT] * (len(b) - j)]
    from_b += [*[_ABSENT] * (len(a) - i), *range(j, len(b))]
    return np.array(from_a, np.int64), np.array(from_b, np.int64)


@kernel("SparseAddGrad")
def sparse_add_grad(
    xp: Any, backprop_val_grad: Array, a_indices: Array, b_indices: Array, sum_indices: Array
) -> tuple[Array, Array]:
    """The gradients of both tensors' values, from that of their sum's; zero for what the sum left out."""
    if any(array.ndim != 2 for array in (a_indices, b_indices, sum_indices)) or backprop_val_grad.ndim != 1:
        raise errors.invalid_argument("Indices must be matrices and backprop_val_grad a vector")
    if len(backprop_val_grad) != len(sum_indices):
        raise errors.invalid_argument(
            f"# elements of backprop_val_grad and rows of sum_indices should match (#nnz of sum): got "
            f"{len(backprop_val_grad)} and {len(sum_indices)}"
        )
    if not a_indices.shape[1] == b_indices.shape[1] == sum_indices.shape[1]:
        raise errors.invalid_argument("The densified operands should have the same ndims")
    a, b, places = (list(map(tuple, indices.tolist())) for indices in (a_indices, b_indices, sum_indices))
    of_a, of_b = (xp.zeros(len(each), backprop_val_grad.dtype) for each in (a, b))
    # In step through all three, which are sorted, as the sum may have left out any. Of indices that are not, those
    # get a gradient that TensorFlow meets.
    i = j = 0
    for place, grad in zip(places, backprop_val_grad, strict=True):
        while i < len(a) and a[i] < place:
            i += 1
        while j < len(b) and b[j] < place:
            j += 1
        if i < len(a) and a[i] == place:
            of_a[i] = grad
            i += 1
        if j < len(b) and b[j] == place:
            of_b[j] = grad
            j += 1
    return of_a, of_b


# ---- sparse and dense
@kernel("SparseDenseCwiseAdd")
def sparse_dense_add(xp: Any, sp_indices: Array, sp_values: Array, sp_shape: Array, dense: Array) -> Array:
    """The sparse tensor's values, each plus what stands at its place in `dense`, broadcast."""
    return sp_values + _dense_at(xp, sp_indices, sp_values, sp_shape, dense)


@kernel("SparseDenseCwiseMul")
def sparse_dense_mul(xp: Any, sp_indices: Array, sp_values: Array, sp_shape: Array, dense: Array) -> Array:
    """The sparse tensor's values, each times what stands at its place in `dense`, broadcast."""
    return sp_values * _dense_at(xp, sp_indices, sp_values, sp_shape, dense)


@kernel("SparseDenseCwiseDiv")
def sparse_dense_div(xp: Any, sp_indices: Array, sp_values: Array, sp_shape: Array, dense: Array) -> Array:
    """The sparse tensor's values, each divided by what stands at its place in `dense`, broadcast."""
    divisors = _dense_at(xp, sp_indices, sp_values, sp_shape, dense)
    if (divisors == 0).any():
        raise errors.invalid_argument("SparseDenseCwiseDiv cannot divide by zero, but the dense tensor has a zero")
    if sp_values.dtype.kind not in "iu":
        return sp_values / divisors
    quotients = sp_values // divisors
    # C++ rounds quotients of integers towards zero, numpy downwards.
    return quotients + ((quotients < 0) & (quotients * divisors != sp_values)).astype(sp_values.dtype)


def _dense_at(xp: Any, indices: Array, values: Array, shape: Array, dense: Array) -> Array:
    """The value of `dense` at each of the sparse tensor's places [n].

    Raises:
        InvalidArgumentError: The parts of the sparse tensor do not fit, or `dense` does not broadcast to its shape.
    """
    check_sparse(indices, values, shape)
    dims = checked_dims(shape)
    own = dense.shape
    if len(own) > len(dims) or any(n not in (1, size) for n, size in zip(own[::-1], dims[::-1], strict=False)):
        raise errors.invalid_argument(
            f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: [{shown(dims)}] vs. "
            f"[{shown(own)}]"
        )
    check_inside(indices, dims)
    if not own:
        return xp.broadcast_to(dense, values.shape)
    # Broadcasting without a copy: missing dimensions are left out, those of size 1 have the index 0.
    last = indices[:, len(dims) - len(own) :]
    return dense[tuple(xp.where(np.array(own, np.int64) == 1, 0, last).T)]


@kernel("SparseTensorDenseAdd")
def sparse_tensor_dense_add(xp: Any, a_indices: Array, a_values: Array, a_shape: Array, b: Array) -> Array:
    """`b` plus the sparse tensor of the same shape, as a dense one."""
    check_sparse(a_indices, a_values, a_shape)
    if b.shape != tuple(a_shape.tolist()):
        raise errors.invalid_argument(f"Dimensions {a_shape.tolist()} do not equal {list(b.shape)} (no broadcasting)")
    check_inside(a_indices, b.shape)
    result = b.copy()
    # `add.at`, for a place may be repeated; `+=` would count it once.
    xp.add.at(result, tuple(a_indices.T), a_values)
    return result


@kernel("SparseTensorDenseMatMul")
def sparse_dense_mat_mul(
    xp: Any, a_indices: Array, a_values: Array, a_shape: Array, b: Array, *, adjoint_a: bool, adjoint_b: bool
) -> Array:
    """The product [m, n] of a sparse matrix and a dense one, each transposed and conjugated first if so wanted."""
    check_sparse(a_indices, a_values, a_shape)
    if b.ndim != 2 or a_shape.size != 2:
        raise errors.invalid_argument(f"Tensors must be matrices, not {shown(a_shape)} and {shown(b.shape)}")
    dims = checked_dims(a_shape)
    if adjoint_b:
        b = xp.conj(b.T)
    if adjoint_a:
        dims, a_indices, a_values = dims[::-1], a_indices[:, ::-1], xp.conj(a_values)
    if dims[1] != b.shape[0]:
        raise errors.invalid_argument(
            f"Cannot multiply A and B because inner dimension does not match: {dims[1]} vs. {b.shape[0]}. Did you "
            f"forget a transpose? Dimensions of A: {shown(dims)}. Dimensions of B: {shown(b.shape)}"
        )
    check_inside(a_indices, dims)
    # One row of terms per value is made before any is added up.
    check_room((len(a_values), b.shape[1]), b.dtype)
    terms = widened(a_values)[:, None] * widened(b)[a_indices[:, 1]]
    # No scipy, which need not be installed; values may repeat places and come in any order.
    return grouped(xp, xp.add, terms, a_indices[:, 0], dims[0], 0).astype(b.dtype)


# ---- reductions
@kernel("SparseReduceSum")
def sparse_reduce_sum(
    xp: Any, input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool
) -> Array:
    """The sums over some dimensions (all, if none are named), as a dense tensor."""
    return _dense(xp, _reduced(xp.add, input_indices, input_values, input_shape, reduction_axes, keep_dims))


@kernel("SparseReduceMax")
def sparse_reduce_max(
    xp: Any, input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool
) -> Array:
    """The largest values along some dimensions, as a dense tensor; zero where there are none."""
    return _dense(xp, _reduced(xp.maximum, input_indices, input_values, input_shape, reduction_axes, keep_dims))


@kernel("SparseReduceSumSparse")
def sparse_reduce_sum_sparse(
    xp: Any, input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool
) -> Sparse:
    """The sums over some dimensions, as a sparse tensor."""
    return _sparse_reduced(xp.add, input_indices, input_values, input_shape, reduction_axes, keep_dims)


@kernel("SparseReduceMaxSparse")
def sparse_reduce_max_sparse(
    xp: Any, input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool
) -> Sparse:
    """The largest values along some dimensions, as a sparse tensor."""
    return _sparse_reduced(xp.maximum, input_indices, input_values, input_shape, reduction_axes, keep_dims)


Reduced = tuple[Array, Array, tuple[int, ...]]


def _reduced(ufunc: Any, indices: Array, values: Array, shape: Array, axes: Array, keep_dims: bool) -> Reduced:
    """The first index of each group that has values, what these reduce to, and the result's shape.

    Indices have all dimensions; they are 0 along those that go. They may lie outside of the shape.
    """
    check_sparse(indices, values, shape)
    if axes.ndim > 1:
        raise errors.invalid_argument(f"Expected reduction_axes to be a vector or scalar, not {shown(axes.shape)}")
    dims = checked_dims(shape)
    gone = {axis_from(int(axis), len(dims), "reduction dimension") for axis in axes.reshape(-1)}
    # Without the dimensions that go, all values of one result have one index.
    of_group = indices.copy()
    of_group[:, sorted(gone)] = 0
    # By group, then in row-major order of the whole index: TensorFlow sorts first, and sums of floats depend on it.
    order = np.lexsort([*indices.T[::-1], *of_group.T[::-1]]) if indices.size else np.arange(len(values))
    rows, of_group = widened(values[order]), of_group[order]
    # The first value is a start, and each whose group is another one's than that before it.
    is_start = np.ones(len(rows), bool)
    is_start[1:] = (of_group[1:] != of_group[:-1]).any(axis=1)
    starts = np.flatnonzero(is_start)
    # `reduceat` of nothing is an error.
    reduced = ufunc.reduceat(rows, starts) if len(rows) else rows
    kept = tuple(1 if i in gone else size for i, size in enumerate(dims) if keep_dims or i not in gone)
    left = [i for i in range(len(dims)) if keep_dims or i not in gone]
    return of_group[starts][:, left], reduced.astype(values.dtype), kept


def _check_written(indices: Array, dims: tuple[int, ...]) -> None:
    """Places along dimensions that stay must exist; TensorFlow says so in a class of its own, and of no others."""
    try:
        check_inside(indices, dims)
    except errors.InvalidArgumentError as error:
        raise errors.internal(f"Obtained a write index which is outside of bounds: {error.message}") from None


def _dense(xp: Any, reduced: Reduced) -> Array:
    """The result as a dense tensor, zeros where no value was."""
    places, values, dims = reduced
    result = zeros(xp, dims, values.dtype)
    _check_written(places, dims)
    result.reshape(-1)[numbers_of(places, dims)] = values
    return result


def _sparse_reduced(
    ufunc: Any, indices: Array, values: Array, shape: Array, axes: Array, keep_dims: bool
) -> Sparse:
    """The result as a sparse tensor, whose indices lie outside where those that it was made of do, as in TensorFlow."""
    places, reduced, dims = _reduced(ufunc, indices, values, shape, axes, keep_dims)
    return places, reduced, np.array(dims, np.int64)


@kernel("SparseSoftmax")
def sparse_softmax(xp: Any, sp_indices: Array, sp_values: Array, sp_shape: Array) -> Array:
    """The softmax of the values that share all indices but the last, in row-major order."""
    check_sparse(sp_indices, sp_values, sp_shape)
    if sp_shape.size < 2:
        raise errors.invalid_argument(f"Input should have rank >= 2, but received shape: {sp_shape.tolist()}")
    checked_dims(sp_shape)  # the sizes alone: TensorFlow takes indices outside, too
    order = row_major_order(sp_indices)
    values = widened(sp_values[order])
    if not len(values):
        return values.astype(sp_values.dtype)
    rows = sp_indices[order, :-1]
    # A new row begins where an index before the last differs; sorted values make each row one run.
    is_first = xp.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)])
    starts, group_of = xp.flatnonzero(is_first), xp.cumsum(is_first) - 1
    # Less the row's maximum, so that nothing overflows; the quotient is the same.
    exponentials = xp.exp(values - xp.maximum.reduceat(values, starts)[group_of])
    return (exponentials / xp.add.reduceat(exponentials, starts)[group_of]).astype(sp_values.dtype)
