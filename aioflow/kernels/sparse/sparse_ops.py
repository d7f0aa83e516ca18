"""Sparse tensors as such: order, shape, parts, joining, and the way to dense tensors."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import axis_from, dims_from, require_scalar
from aioflow.kernels.new_arrays import check_size, filled
from aioflow.kernels.sparse.sparse_values import (
    check_indices,
    check_inside,
    check_order,
    check_sparse,
    checked_dims,
    numbers_of,
    row_major_order,
    strides_of,
)  # fmt: skip

Sparse = tuple[Array, Array, Array]


@kernel("SparseToDense")
def sparse_to_dense(
    xp: Any, sparse_indices: Array, output_shape: Array, sparse_values: Array, default_value: Array,
    *, validate_indices: bool,
) -> Array:  # fmt: skip
    """An array of `default_value` with `sparse_values` ([n], or [] for all) at `sparse_indices` [n, rank]."""
    if sparse_indices.ndim > 2:
        raise errors.invalid_argument(
            f"sparse_indices should be a scalar, vector, or matrix, got shape {shown(sparse_indices.shape)}"
        )
    # A vector of indices addresses a vector, a scalar one element of it.
    indices = sparse_indices if sparse_indices.ndim == 2 else sparse_indices.reshape(-1, 1)
    if output_shape.shape != indices.shape[1:]:
        raise errors.invalid_argument(
            f"output_shape {shown(output_shape.shape)} has incorrect number of elements, should be: {indices.shape[1]}"
        )
    if sparse_values.shape not in ((), (len(indices),)):
        raise errors.invalid_argument(
            f"sparse_values has incorrect shape {shown(sparse_values.shape)}, should be [] or [{len(indices)}]"
        )
    require_scalar(default_value, "default_value")
    dims = dims_from(output_shape, "output_shape")
    # Sizes may exceed int32 even where the indices' dtype is narrower.
    indices = indices.astype(np.int64)
    check_inside(indices, dims)
    # Bounds are checked in any case, the order only if wanted; of repeated places the last value stays.
    if validate_indices:
        check_order(indices, dims)
    result = filled(xp, dims, default_value, default_value.dtype)
    result[tuple(indices.T)] = sparse_values
    return result


@kernel("SparseReorder")
def sparse_reorder(xp: Any, input_indices: Array, input_values: Array, input_shape: Array) -> tuple[Array, Array]:
    """The same values in row-major order."""
    check_sparse(input_indices, input_values, input_shape)
    order = row_major_order(input_indices)
    return input_indices[order], input_values[order]


@kernel("SparseReshape")
def sparse_reshape(xp: Any, input_indices: Array, input_shape: Array, new_shape: Array) -> tuple[Array, Array]:
    """The same values in another shape, in which one size may be -1."""
    check_indices(input_indices, input_shape)
    if new_shape.ndim != 1:
        raise errors.invalid_argument(f"Target shape should be a vector but received shape {shown(new_shape.shape)}")
    dims = checked_dims(input_shape, "input shape")
    target = _target_dims(dims, new_shape.tolist())
    if target == dims:
        return input_indices, input_shape  # whatever the indices are, as in TensorFlow
    if len(input_indices) and not math.prod(target):
        raise errors.invalid_argument(
            f"Input tensor has {len(input_indices)} non zero elements but input shape ({shown(dims)}) or output shape "
            f"({shown(target)}) is empty"
        )
    return _places(numbers_of(input_indices, dims), target), np.array(target, np.int64)


def _places(numbers: Array, dims: tuple[int, ...]) -> Array:
    """The indices [n, rank] of row-major numbers [n], with the quotients of C++ for those that lie outside."""
    result = np.empty((len(numbers), len(dims)), np.int64)
    for axis, stride in enumerate(strides_of(dims)):
        rest = np.fmod(numbers, max(stride, 1))
        result[:, axis], numbers = (numbers - rest) // max(stride, 1), rest
    return result


def _target_dims(dims: tuple[int, ...], wanted: list[int]) -> tuple[int, ...]:
    """`wanted`, with what is left of `dims` in place of -1."""
    # Python's integers, for neither product need fit int64 before it is checked.
    size, known = math.prod(dims), math.prod(size for size in wanted if size != -1)
    if wanted.count(-1) > 1 or min(wanted, default=0) < -1:
        raise errors.invalid_argument(f"sizes must be at least 0, only one may be -1, not {shown(wanted)}")
    if -1 in wanted and known == 0:
        raise errors.invalid_argument(
            "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are "
            "non-zero"
        )
    left = size // known if known else 0
    target = tuple(left if n == -1 else n for n in wanted)
    if math.prod(target) != size:
        raise errors.invalid_argument(
            f"Input to reshape is a SparseTensor with {size} dense values, but the requested shape {shown(wanted)} has "
            f"{known}"
        )
    return target


@kernel("SparseSlice")
def sparse_slice(xp: Any, indices: Array, values: Array, shape: Array, start: Array, size: Array) -> Sparse:
    """The values in the box of `size` at `start`, cut off where it leaves the shape."""
    check_sparse(indices, values, shape)
    for name, box in (("start", start), ("size", size)):
        if box.shape != shape.shape:
            raise errors.invalid_argument(f"Expected {name} to be a vector of length {shape.size} but got {box.shape}")
    if (size < 0).any() or (shape < 0).any():
        raise errors.invalid_argument(f"Expected a non-negative size and shape, got {size.tolist()}, {shape.tolist()}")
    # In TensorFlow's order, whose sums of large numbers wrap around as numpy's do: a box that ends beyond 64 bits has
    # its size and no values. One may begin beyond the shape, and is empty then.
    whole = np.where(start < shape, shape - start, 0)
    inside = ((indices >= start) & (indices < start + size)).all(axis=1)
    sizes = np.where(start < shape - size, size, whole)
    check_size(tuple(sizes.tolist()))
    return indices[inside] - start, values[inside], sizes


def _box(indices: Array, values: Array, start: Array, size: Array) -> Sparse:
    """The values within the box of `size` at `start`, with indices counted from there."""
    moved = indices - start
    inside = ((moved >= 0) & (moved < size)).all(axis=1)
    return moved[inside], values[inside], size


@kernel("SparseSliceGrad")
def sparse_slice_grad(
    xp: Any, backprop_val_grad: Array, input_indices: Array, input_start: Array, output_indices: Array
) -> Array:
    """The gradient of the values that a box was cut out of: zero outside of it."""
    if input_indices.ndim != 2 or output_indices.ndim != 2 or backprop_val_grad.ndim != 1:
        raise errors.invalid_argument("Indices must be matrices and the gradient a vector")
    rank = input_indices.shape[1]
    if output_indices.shape[1] != rank or input_start.shape != (rank,):
        raise errors.invalid_argument(f"Output indices and start should have {rank} columns")
    if len(output_indices) != len(backprop_val_grad):
        raise errors.invalid_argument(f"{len(backprop_val_grad)} gradients for {len(output_indices)} indices")
    if len(output_indices) > len(input_indices):
        raise errors.invalid_argument(f"{len(output_indices)} output indices of {len(input_indices)} input indices")
    result = xp.zeros(len(input_indices), backprop_val_grad.dtype)
    # Both lists are in the same order: the next gradient is for the next place that was cut out.
    places, num_used = (output_indices + input_start).tolist(), 0
    for at, place in enumerate(input_indices.tolist()):
        if num_used < len(places) and place == places[num_used]:
            result[at] = backprop_val_grad[num_used]
            num_used += 1
    if num_used < len(places):
        raise errors.internal(
            "Elements of backprop_val_grad aren't all propagated. "
            f"Num elements: {len(places)}, used: {num_used}"
        )
    return result


@kernel("SparseSplit")
def sparse_split(
    xp: Any, split_dim: Array, indices: Array, values: Array, shape: Array, *, num_split: int
) -> tuple[list[Array], list[Array], list[Array]]:
    """Parts along a dimension; the first ones are larger by one where it does not divide evenly."""
    check_sparse(indices, values, shape)
    require_scalar(split_dim, "split_dim")
    axis = axis_from(int(split_dim), shape.size, "split_dim")
    check_inside(indices, checked_dims(shape))
    total = int(shape[axis])
    if num_split > total:
        raise errors.invalid_argument(
            f"Input num_split should be between 1 and the splitting dimension size ({total}), got {num_split}"
        )
    parts, start, size = [], np.zeros_like(shape), shape.copy()
    for i in range(num_split):
        size[axis] = total // num_split + (i < total % num_split)
        # A copy of the size, which changes from part to part.
        parts.append(_box(indices, values, start, size.copy()))
        start[axis] += size[axis]
    return [p[0] for p in parts], [p[1] for p in parts], [p[2] for p in parts]


@kernel("SparseConcat")
def sparse_concat(
    xp: Any, indices: list[Array], values: list[Array], shapes: list[Array], *, concat_dim: int
) -> Sparse:
    """Sparse tensors side by side along a dimension, in row-major order."""
    for shape in shapes:
        if shape.ndim == 1 and ((shape < 0).any() or math.prod(shape.tolist()) >= 2**63):
            raise errors.internal("Encountered overflow from large input shape.")  # TensorFlow's class
    for part in zip(indices, values, shapes, strict=True):
        check_sparse(*part)
    rank = shapes[0].size
    axis = axis_from(concat_dim, rank, "concat_dim")
    moved, offset = [], 0
    # Each part moves along the dimension by the sizes of those before it.
    for places, shape in zip(indices, shapes, strict=True):
        others = [i for i in range(rank) if i != axis]
        if shape.size != rank or (shape[others] != shapes[0][others]).any():
            raise errors.invalid_argument(
                f"Input shapes must match: expected {shapes[0].tolist()} except in dimension {axis}, got "
                f"{shape.tolist()}"
            )
        moved.append(places.copy())
        moved[-1][:, axis] += offset
        offset += int(shape[axis])
        if offset > np.iinfo(np.int64).max:
            raise errors.invalid_argument(f"the sizes along dimension {axis} add up to more than int64 holds")
    joined = xp.concatenate(moved)
    # Side by side along any dimension but the first, the parts' rows interleave.
    order = row_major_order(joined)
    result_shape = shapes[0].copy()
    result_shape[axis] = offset
    return joined[order], xp.concatenate(values)[order], result_shape
