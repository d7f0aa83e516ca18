"""tf.sparse_add, tf.sparse_reduce_sum, tf.sparse_tensor_dense_matmul, ...: calculating with sparse tensors."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.graph import SparseTensor, SparseTensorValue, Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import constant_node, convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.functions.math_ops import cast, range
from aioflow.ops.functions.sparse_shape_ops import SparseLike, sparse_of
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import linalg as gen_linalg
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import sparse as gen_sparse

__all__ = [
    "sparse_add", "sparse_matmul", "sparse_maximum", "sparse_minimum", "sparse_reduce_max", "sparse_reduce_max_sparse",
    "sparse_reduce_sum", "sparse_reduce_sum_sparse", "sparse_segment_mean", "sparse_segment_sqrt_n",
    "sparse_segment_sum", "sparse_softmax", "sparse_tensor_dense_matmul",
]  # fmt: skip

_DEFAULT_HASH_KEY = 0xDECAFCAFFE  # TensorFlow's, so that both give the same numbers


# ---- elementwise
def sparse_add(a: Any, b: Any, threshold: TensorLike = None, thresh: TensorLike = None) -> SparseTensor | Tensor:
    """a + b, of which one or both are sparse tensors.

    Args:
        a: A sparse tensor, or a tensor.
        b: The same, of the same shape.
        threshold: What the size of a sum of sparse tensors must be above for it to be kept, []; 0 when None.
        thresh: Older name of `threshold`.

    Returns:
        A sparse tensor if both are, else a tensor.

    Raises:
        TypeError: Neither is a sparse tensor.
    """
    threshold = one_of("threshold", threshold, "thresh", thresh)
    sparse = [isinstance(value, (SparseTensor, SparseTensorValue)) for value in (a, b)]
    if not any(sparse):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    # Addition commutes and the op takes the sparse one first.
    if not all(sparse):
        a, b = (sparse_of(a), b) if sparse[0] else (sparse_of(b), a)
        return gen_sparse.sparse_tensor_dense_add(a.indices, a.values, a.dense_shape, b)
    a, b = sparse_of(a), sparse_of(b)
    # The threshold is compared with absolute values, which are real.
    real = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}.get(a.dtype, a.dtype)
    least = convert_to_tensor(0 if threshold is None else threshold, real, "threshold")
    added = gen_sparse.sparse_add(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, least)
    shape = a.shape.merge_with(b.shape)
    # Known sizes are better than the op's output, which is a tensor and tells readers nothing before a run.
    known: Any = shape.as_list() if shape.is_fully_defined() else added.sum_shape
    return SparseTensor(added.sum_indices, added.sum_values, known)


def sparse_maximum(sp_a: SparseLike, sp_b: SparseLike, name: str | None = None) -> SparseTensor:
    """The larger of two sparse tensors of one shape, elementwise; what is missing counts as zero."""
    return _larger_or_smaller(gen_sparse.sparse_sparse_maximum, sp_a, sp_b, name)


def sparse_minimum(sp_a: SparseLike, sp_b: SparseLike, name: str | None = None) -> SparseTensor:
    """The smaller of two sparse tensors of one shape, elementwise; what is missing counts as zero."""
    return _larger_or_smaller(gen_sparse.sparse_sparse_minimum, sp_a, sp_b, name)


def _larger_or_smaller(build: Callable[..., Any], sp_a: SparseLike, sp_b: SparseLike, name: str | None) -> SparseTensor:
    a, b = sparse_of(sp_a), sparse_of(sp_b)
    indices, values = build(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, name=name)
    return SparseTensor(indices, values, a.dense_shape)


def sparse_softmax(sp_input: SparseLike, name: str | None = None) -> SparseTensor:
    """The softmax of each row [..., rows, columns], of its values only."""
    sparse = sparse_of(sp_input)
    with name_scope(name, "SparseSoftmax", [sparse.values]):
        values = gen_sparse.sparse_softmax(sparse.indices, sparse.values, sparse.dense_shape)
        return SparseTensor(sparse.indices, values, sparse.dense_shape)


# ---- products
def sparse_tensor_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The product of a sparse matrix and a dense one, or of a dense one and a sparse one.

    Args:
        sp_a: [rows, inner].
        b: [inner, columns].
        adjoint_a: Whether the first is [inner, rows] and transposed (and conjugated) before.
        adjoint_b: Whether the second is [columns, inner], likewise.
        name: Name of the scope.

    Returns:
        [rows, columns].
    """
    # The op takes the sparse factor on the left. A B is the adjoint of B* A*, so the flags are swapped and negated.
    if isinstance(b, (SparseTensor, SparseTensorValue)):
        swapped = sparse_tensor_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a, name)
        return array_ops.transpose(swapped, conjugate=swapped.dtype.is_complex)
    a = sparse_of(sp_a)
    with name_scope(name, "SparseTensorDenseMatMul", [a.values, b]):
        b = convert_to_tensor(b, name="b")
        return gen_sparse.sparse_tensor_dense_mat_mul(
            a.indices, a.values, a.dense_shape, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b
        )


def sparse_matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The float32 product of two dense matrices, float32 or bfloat16, that are (as the marks tell) mostly zeros."""
    return gen_linalg.sparse_mat_mul(
        a, b, transpose_a=transpose_a, transpose_b=transpose_b, a_is_sparse=a_is_sparse, b_is_sparse=b_is_sparse,
        name=name,
    )  # fmt: skip


# ---- reductions
def _reduction(build: Callable[..., Any], what: str, sparse_result: bool) -> Callable[..., Any]:
    """A reduction that is one node of `build`."""

    def reduce(
        sp_input: SparseLike,
        axis: TensorLike = None,
        keepdims: bool | None = None,
        reduction_axes: TensorLike = None,
        keep_dims: bool | None = None,
    ) -> Any:
        keep = bool(one_of("keepdims", keepdims, "keep_dims", keep_dims))
        axis = one_of("axis", axis, "reduction_axes", reduction_axes)
        sparse = sparse_of(sp_input)
        axes = _all_dimensions(sparse) if axis is None else axis
        reduced = build(sparse.indices, sparse.values, sparse.dense_shape, axes, keep_dims=keep)
        return SparseTensor(*reduced) if sparse_result else reduced

    kind = "a sparse tensor" if sparse_result else "a tensor"
    reduce.__doc__ = f"""{what} of a sparse tensor along dimensions, as {kind}; along all of them when `axis` is None.

    `reduction_axes` and `keep_dims` are older names of `axis` and `keepdims`.
    """
    reduce.__name__ = reduce.__qualname__ = build.__name__
    return reduce


def _all_dimensions(sparse: SparseTensor) -> Tensor:
    rank = sparse.shape.rank
    # As in `tf.reduce_sum`: a constant where the rank is known.
    if rank is not None:
        return constant_node(np.arange(rank, dtype=np.int32), dtypes.int32)
    return range(0, array_ops.size(sparse.dense_shape, name="Rank"), 1)


sparse_reduce_max = _reduction(gen_sparse.sparse_reduce_max, "The largest values", False)
sparse_reduce_max_sparse = _reduction(gen_sparse.sparse_reduce_max_sparse, "The largest values", True)
sparse_reduce_sum = _reduction(gen_sparse.sparse_reduce_sum, "The sums", False)
sparse_reduce_sum_sparse = _reduction(gen_sparse.sparse_reduce_sum_sparse, "The sums", True)


# ---- rows by segment
def _by_segment(build: Callable[..., Tensor], build_some: Callable[..., Tensor], what: str) -> Callable[..., Tensor]:
    """A function of chosen rows; `build_some` makes the node where the number of segments is given."""

    def reduce(
        data: TensorLike,
        indices: TensorLike,
        segment_ids: TensorLike,
        name: str | None = None,
        num_segments: TensorLike = None,
        sparse_gradient: bool = False,
    ) -> Tensor:
        # Two ops, because an input cannot be left out of a node.
        if num_segments is None:
            return build(data, indices, segment_ids, sparse_gradient=sparse_gradient, name=name)
        return build_some(data, indices, segment_ids, num_segments, sparse_gradient=sparse_gradient, name=name)

    reduce.__doc__ = f"""{what} of chosen rows of a tensor, one for each segment.

    Args:
        data: [rows, ...].
        indices: Which rows are taken, [n].
        segment_ids: The segment that each goes to, [n], in order.
        name: The node's name.
        num_segments: The number of segments, []; one more than the last id when None.
        sparse_gradient: An attribute that only gradients ask for.

    Returns:
        [num_segments, ...], zeros where a segment has no rows.
    """
    reduce.__name__ = reduce.__qualname__ = build.__name__
    return reduce


sparse_segment_sum = _by_segment(
    gen_math.sparse_segment_sum, gen_math.sparse_segment_sum_with_num_segments, "The sums"
)
sparse_segment_mean = _by_segment(
    gen_math.sparse_segment_mean, gen_math.sparse_segment_mean_with_num_segments, "The means"
)
sparse_segment_sqrt_n = _by_segment(
    gen_math.sparse_segment_sqrt_n, gen_math.sparse_segment_sqrt_n_with_num_segments,
    "The sums, divided by the square roots of their numbers of rows,",
)  # fmt: skip


# ---- crossing and counting
def cross(inputs: Sequence[Any], name: str | None = None, separator: str | None = None) -> SparseTensor:
    """All combinations of the features of each row, as strings joined by `separator` ("_X_" when None).

    Args:
        inputs: Tensors or sparse tensors [rows, n] of strings or integers.
        name: The node's name.
        separator: What stands between the features.

    Returns:
        Sparse strings [rows, combinations].

    Raises:
        TypeError: Something else is among the inputs.
    """
    between = convert_to_tensor("_X_" if separator is None else separator, dtypes.string)
    sparse, values, dense = _features(inputs)
    return SparseTensor(*gen_sparse.sparse_cross_v2(
        [each.indices for each in sparse], values, [each.dense_shape for each in sparse], dense, between, name=name
    ))  # fmt: skip


def cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """All combinations of the features of each row, as numbers.

    Args:
        inputs: Tensors or sparse tensors [rows, n] of strings or integers.
        num_buckets: What the numbers are below; 0 for any number.
        hash_key: Other keys give other numbers.
        name: The node's name.

    Returns:
        Sparse int64 [rows, combinations].

    Raises:
        TypeError: Something else is among the inputs.
    """
    sparse, values, dense = _features(inputs)
    # Hashes of integers and of their text differ. Only features that are all strings are hashed as strings, which
    # keeps the numbers those of TensorFlow and of models trained with it.
    originals = [each.dtype for each in inputs]
    return SparseTensor(*gen_sparse.sparse_cross(
        [each.indices for each in sparse], values, [each.dense_shape for each in sparse], dense, hashed_output=True,
        num_buckets=num_buckets, hash_key=hash_key or _DEFAULT_HASH_KEY, out_type=dtypes.int64,
        internal_type=dtypes.string if all(own is dtypes.string for own in originals) else dtypes.int64, name=name,
    ))  # fmt: skip


def _features(inputs: Sequence[Any]) -> tuple[list[SparseTensor], list[Tensor], list[Tensor]]:
    """The sparse tensors, their values and the dense tensors; integers as int64."""
    if not isinstance(inputs, (list, tuple)) or not all(isinstance(each, (Tensor, SparseTensor)) for each in inputs):
        raise TypeError(f"All inputs must be Tensor or SparseTensor, but they are {inputs!r}")
    # The op takes all sparse features before all dense ones, whatever their order in the call is.
    sparse = [each for each in inputs if isinstance(each, SparseTensor)]
    values = [_string_or_int64(each.values) for each in sparse]
    return sparse, values, [_string_or_int64(each) for each in inputs if isinstance(each, Tensor)]


def _string_or_int64(values: Tensor) -> Tensor:
    return values if values.dtype.base_dtype is dtypes.string else cast(values, dtypes.int64)


def bincount(
    values: Any,
    weights: Any = None,
    axis: int | None = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """The numbers of times that each number occurs.

    Args:
        values: Numbers from zero on, a tensor or a sparse tensor: int32 or int64, [n] or [rows, n].
        weights: What each counts, of the shape (and, if sparse, the indices) of `values`; 1 when None.
        axis: -1 to count each row by itself, 0 to count all numbers.
        minlength: Least size of the result's last dimension.
        maxlength: Numbers from this one on are left out.
        binary_output: Whether 1 stands for any count.
        name: Name of the scope.

    Returns:
        Sparse [numbers], or [rows, numbers] for axis -1.

    Raises:
        ValueError: `axis` is something else, or weights and `binary_output` are both given.
    """
    if axis not in (None, 0, -1):
        raise ValueError(f"axis must be 0 or -1, but is {axis}")
    if weights is not None and binary_output:
        raise ValueError("weights have no meaning beside binary_output")
    attrs: dict[str, Any] = {
        "minlength": -1 if minlength is None else minlength, "maxlength": -1 if maxlength is None else maxlength,
        "binary_output": binary_output,
    }  # fmt: skip
    with name_scope(name, "count"):
        weights = weights.values if isinstance(weights, SparseTensor) else weights
        if isinstance(values, SparseTensor):
            # Rows are counted by the indices of a sparse tensor; for a count over all, indices do not matter.
            if axis == -1:
                counts = _weights(weights)
                counted: Any = gen_math.sparse_count_sparse_output(
                    values.indices, values.values, values.dense_shape, counts, **attrs
                )
                return SparseTensor(*counted)
            values = values.values
        values = convert_to_tensor(values, name="values")
        if axis != -1 and values.shape.rank != 1:
            values = gen_array.reshape(values, [-1])
            weights = weights if weights is None else gen_array.reshape(weights, [-1])
        return SparseTensor(*gen_math.dense_count_sparse_output(values, _weights(weights), **attrs))


def _weights(weights: TensorLike) -> Tensor:
    """The weights, or an empty tensor that stands for ones."""
    if weights is not None:
        return convert_to_tensor(weights, name="weights")
    return constant_node(np.empty([0], np.int32), as_dtype("int32"))
