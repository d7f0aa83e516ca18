"""LoadAndRemapMatrix: rows and columns of a saved matrix in a new order, and new values for those that are new."""
from __future__ import annotations

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.geometry.tensor_slices import SliceSpec, TensorSlice
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checkpoint.bundle_reader import BundleReader
from aioflow.kernels.checkpoint.bundles import shown_key
from aioflow.kernels.io.file_ops import usable_path
from aioflow.kernels.string_arrays import flat_strings


@kernel("LoadAndRemapMatrix", blocking=True)
def load_and_remap_matrix(
    ctx: KernelContext, ckpt_path: Array, old_tensor_name: Array, row_remapping: Array, col_remapping: Array,
    initializing_values: Array, *, num_rows: int, num_cols: int,
) -> Array:  # fmt: skip
    """[num_rows, num_cols]: element [i, j] is the saved one at [row_remapping[i], col_remapping[j]].

    A negative number in a remapping means that the row or column is new; it takes the next initializing values. No
    column remapping leaves the columns as they are. All rows that are needed are read at once, however many are to be
    in memory.
    """
    _check_vector(row_remapping, "row_remapping")
    _check_vector(col_remapping, "col_remapping")
    if row_remapping.size != num_rows:
        raise errors.invalid_argument(
            f"Size of row_remapping is {row_remapping.size} instead of being equal to num_rows={num_rows}"
        )
    # TensorFlow's order of checks: what the arguments tell comes before the file.
    _check_no_twice(row_remapping)
    if col_remapping.size not in (0, num_cols):
        raise errors.invalid_argument(
            f"Provided col_remapping, but its size is {col_remapping.size} instead of being equal to "
            f"num_cols={num_cols}"
        )
    _check_no_twice(col_remapping)
    path, name = _only(ckpt_path, "ckpt_path"), _only(old_tensor_name, "old_tensor_name")
    with BundleReader(usable_path(path, "ckpt_path")) as bundle:
        shape = _shape(bundle, name)
        columns = col_remapping if col_remapping.size else _same_columns(name, shape, num_cols)
        # TensorFlow would read beyond the matrix.
        if columns.max(initial=-1) >= shape[1]:
            raise errors.invalid_argument(
                f"col_remapping names column {columns.max()} of {shown_key(name)}, which has shape {shown(shape)}"
            )
        matrix, is_old = _remapped(bundle, name, shape, row_remapping, columns)
    num_new = int(matrix.size - is_old.sum())
    if initializing_values.size < num_new:
        raise errors.invalid_argument(
            f"initializing_values contained {initializing_values.size} elements, but more missing values remain."
        )
    if initializing_values.size > num_new:
        raise errors.invalid_argument(
            f"initializing_values contained {initializing_values.size} elements, but only {num_new} elements were used "
            f"to fill in missing values."
        )
    # Row by row, from left to right, as TensorFlow hands them out.
    matrix[~is_old] = initializing_values.reshape(-1)
    return matrix


def _remapped(
    bundle: BundleReader, name: bytes, shape: tuple[int, ...], rows: Array, columns: Array
) -> tuple[Array, Array]:
    """The new matrix, and which of its elements are old ones; the others are arbitrary."""
    old_rows, old_columns = rows >= 0, columns >= 0
    is_old = old_rows[:, np.newaxis] & old_columns
    matrix = np.zeros(is_old.shape, np.float32)
    if old_rows.any():
        # One block from the first row that is needed to the last. TensorFlow reads as many rows at a time as
        # `max_rows_in_memory` says.
        first, end = int(rows[old_rows].min()), int(rows.max()) + 1
        part = TensorSlice(((first, end - first), *TensorSlice.whole(1).extents))
        block = bundle.read(name, SliceSpec(shape, part, part.box(shape)))
        wanted = np.ix_(rows[old_rows] - first, columns[old_columns])
        matrix[is_old] = block[wanted].reshape(-1)
    return matrix, is_old


def _check_vector(remapping: Array, name: str) -> None:
    """Raises `InvalidArgumentError` unless a remapping is a vector."""
    if remapping.ndim != 1:
        raise errors.invalid_argument(
            f"The `{name}` tensor must be 1-D, got a tensor of shape {shown(remapping.shape)}"
        )


def _check_no_twice(remapping: Array) -> None:
    """Raises `UnimplementedError` if two new places would take the same old one."""
    places: dict[int, int] = {}
    for place, old in enumerate(remapping.tolist()):
        if old >= 0 and places.setdefault(old, place) != place:
            raise errors.unimplemented(
                f"Old ID {old} is mapped to both new ID {places[old]} and {place}, which is not supported."
            )


def _only(value: Array, name: str) -> bytes:
    """The only string in an argument, of whatever rank."""
    if value.size != 1:
        raise errors.invalid_argument(
            f"The `{name}` tensor must have exactly one element, got tensor of shape {shown(value.shape)}"
        )
    return flat_strings(value)[0]


def _shape(bundle: BundleReader, name: bytes) -> tuple[int, ...]:
    """The shape of a saved matrix; `InvalidArgumentError` if it is none, or not of float32."""
    dtype, shape = bundle.dtype_and_shape(name)
    if dtype is not dtypes.float32:
        raise errors.invalid_argument(
            f"Tensor {shown_key(name)} has invalid type {dtype.wire_name} instead of expected type float"
        )
    if len(shape) != 2:
        raise errors.invalid_argument(
            f"Tensor {shown_key(name)} has shape {shown(shape)} of invalid rank {len(shape)} instead of expected shape "
            f"of rank 2."
        )
    return shape


def _same_columns(name: bytes, shape: tuple[int, ...], num_cols: int) -> Array:
    """The remapping that leaves the columns as they are; `InvalidArgumentError` if there are more or fewer."""
    if shape[1] != num_cols:
        raise errors.invalid_argument(
            f"Tensor {shown_key(name)} has shape {shown(shape)}, where the size of its 2nd dimension is {shape[1]} "
            f"instead of being equal to num_cols={num_cols}"
        )
    return np.arange(num_cols)
