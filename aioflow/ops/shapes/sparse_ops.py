"""Static shapes of sparse and ragged tensors, and of what is read from strings."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.reduction_ops import without

VECTOR = TensorShape([None])


@shape_function("SparseToDense")
def sparse_to_dense(op: ShapeContext) -> Sequence[TensorShape]:
    sizes = op.elements(1)
    return [UNKNOWN if sizes is None else TensorShape(sizes)]


@shape_function("SparseReorder")
def sparse_reorder(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].with_rank(2), op.shapes[1].with_rank(1)]


@shape_function("SparseReshape")
def sparse_reshape(op: ShapeContext) -> Sequence[TensorShape]:
    indices, new_shape = op.shapes[0].with_rank(2), op.shapes[2].with_rank(1)
    return [TensorShape([indices[0], new_shape[0]]), new_shape]


@shape_function("SparseTensorDenseMatMul")
def sparse_dense_mat_mul(op: ShapeContext) -> Sequence[TensorShape]:
    dense = op.shapes[3].with_rank(2)
    sizes = op.elements(2) or [None, None]
    rows = sizes[1 if op.attrs["adjoint_a"] else 0]
    return [TensorShape([rows, dense[0 if op.attrs["adjoint_b"] else 1]])]


@shape_function("SparseTensorDenseAdd")
def sparse_dense_add(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[3]]


@shape_function("SparseDenseCwiseAdd", "SparseDenseCwiseDiv", "SparseDenseCwiseMul", "SparseSoftmax")
def one_per_value(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([op.shapes[0].with_rank(2)[0]])]


@shape_function("SparseReduceMaxSparse", "SparseReduceSumSparse", "DeserializeManySparse")
def some_sparse(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, None]), VECTOR, VECTOR]


@shape_function("SparseAdd", "SparseSlice")
def sparse_of_same_rank(op: ShapeContext) -> Sequence[TensorShape]:
    shape = op.shapes[2].with_rank(1)
    return [TensorShape([None, op.shapes[0].with_rank(2)[1]]), VECTOR, shape]


@shape_function("SparseSparseMaximum", "SparseSparseMinimum")
def sparse_without_shape(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, None]), VECTOR]


@shape_function("SparseConcat")
def sparse_concat(op: ShapeContext) -> Sequence[TensorShape]:
    count = op.attrs["N"]
    indices, shape = [each.with_rank(2) for each in op.shapes[:count]], VECTOR
    for each in op.shapes[2 * count :]:
        shape = shape.merge_with(each)
    for each in indices:
        shape = shape.merge_with([each[1]])
    rows = [each[0] for each in indices]
    values = None if None in rows else sum(row for row in rows if row is not None)
    return [TensorShape([values, shape[0]]), TensorShape([values]), shape]


@shape_function("SparseSplit")
def sparse_split(op: ShapeContext) -> Sequence[TensorShape]:
    count, shape = op.attrs["num_split"], op.shapes[3].with_rank(1)
    return [TensorShape([None, shape[0]])] * count + [VECTOR] * count + [shape] * count


@shape_function("SparseReduceMax", "SparseReduceSum")
def sparse_reduce(op: ShapeContext) -> Sequence[TensorShape]:
    sizes, axes = op.constant(2), op.constant(3)
    if sizes is None or axes is None or not ((-sizes.size <= axes) & (axes < sizes.size)).all():
        return [UNKNOWN]  # as in TensorFlow, the run refuses axes that there are not
    return [without(TensorShape(sizes.tolist()), axes.ravel().tolist(), op.attrs["keep_dims"])]


@shape_function("SerializeSparse")
def serialize_sparse(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([3])]


@shape_function("SerializeManySparse")
def serialize_many_sparse(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, 3])]


@shape_function("DenseToDenseSetOperation", "DenseToSparseSetOperation")
def set_operation(op: ShapeContext) -> Sequence[TensorShape]:
    rank = op.shapes[0].rank
    return [TensorShape([None, rank]), VECTOR, TensorShape([rank])]


@shape_function("SparseToSparseSetOperation")
def sparse_set_operation(op: ShapeContext) -> Sequence[TensorShape]:
    shape = op.shapes[2].with_rank(1)
    return [TensorShape([None, shape[0]]), VECTOR, shape]


@shape_function("SparseCross", "SparseCrossHashed", "SparseCrossV2")
def sparse_cross(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([None, 2]), VECTOR, TensorShape([2])]


@shape_function("SparseFillEmptyRows")
def sparse_fill_empty_rows(op: ShapeContext) -> Sequence[TensorShape]:
    indices = op.shapes[0].with_rank(2)
    rows = (op.elements(2) or [None])[0]
    return [TensorShape([None, indices[1]]), VECTOR, TensorShape([rows]), TensorShape([indices[0]])]


@shape_function("SparseFillEmptyRowsGrad", "RaggedFillEmptyRowsGrad")
def fill_empty_rows_grad(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].with_rank(1), TensorShape([])]


@shape_function("RaggedRange")
def ragged_range(op: ShapeContext) -> Sequence[TensorShape]:
    vectors = [shape for shape in op.shapes if shape.rank != 0]
    if not vectors:
        return [TensorShape([2]), VECTOR]
    sizes = [shape[0] for shape in vectors if shape.rank == 1 and shape[0] is not None]
    if len(set(sizes)) > 1:
        raise ValueError(f"starts, limits, and deltas must have the same shape, not sizes {sizes}")
    return [TensorShape([sizes[0] + 1 if sizes else None]), VECTOR]


@shape_function("RaggedTensorToSparse")
def ragged_to_sparse(op: ShapeContext) -> Sequence[TensorShape]:
    values = op.shapes[-1]
    rank = None if values.rank is None else len(op.shapes) - 1 + values.rank
    count = None if values.rank is None else values.num_elements()
    return [TensorShape([count, rank]), TensorShape([count]), TensorShape([rank])]


@shape_function("DecodeCSV")
def decode_csv(op: ShapeContext) -> Sequence[TensorShape]:
    for default in op.shapes[1:]:
        if default.rank is not None and default.rank > 1:
            raise ValueError(f"a column's default must be at most of rank 1, but has shape {default}")
    return [op.shapes[0]] * op.num_outputs


@shape_function("DecodeJSONExample", "DecodeCompressed")
def same_shape(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("DecodeRaw", "DecodePaddedRaw")
def one_dimension_more(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].concatenate(VECTOR)]


@shape_function(
    "HistogramSummary", "ImageSummary", "MergeSummary", "ScalarSummary", "SerializeTensor", "ShardedFilename",
    "ShardedFilespec", "TensorSummary", "TensorSummaryV2",
)  # fmt: skip
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([])]
