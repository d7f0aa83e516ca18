"""Static shapes of diagonals of matrices, and of matrices made of them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input

shape_function(
    "BatchMatrixBandPart", "BatchMatrixSetDiag", "MatrixBandPart", "MatrixSetDiag", "MatrixSetDiagV2",
    "MatrixSetDiagV3",
)(same_as_first_input)  # fmt: skip


@shape_function("MatrixDiag", "BatchMatrixDiag")
def matrix_diag(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., n, n] of diagonals [..., n]."""
    shape = op.shapes[0]
    return [shape.concatenate(shape[-1:])] if shape.rank else [UNKNOWN]


@shape_function("MatrixDiagPart", "BatchMatrixDiagPart")
def matrix_diag_part(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., least of rows and columns]."""
    dims = op.shapes[0].dims
    if dims is None or len(dims) < 2:
        return [UNKNOWN]
    rows, columns = dims[-2:]
    return [TensorShape((*dims[:-2], None if rows is None or columns is None else min(rows, columns)))]


@shape_function("Diag")
def diag(op: ShapeContext) -> Sequence[TensorShape]:
    """[...n, ...n] of [...n]."""
    return [op.shapes[0].concatenate(op.shapes[0])]


@shape_function("DiagPart")
def diag_part(op: ShapeContext) -> Sequence[TensorShape]:
    """[...n] of [...n, ...n]."""
    rank = op.shapes[0].rank
    if not rank:
        return [UNKNOWN]
    if rank % 2:
        raise ValueError(f"the rank of {op.shapes[0]} is not even")
    return [op.shapes[0][: rank // 2].merge_with(op.shapes[0][rank // 2 :])]


@shape_function("MatrixDiagV2", "MatrixDiagV3")
def matrix_diag_with_offset(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., rows, columns], which inputs 2 and 3 hold, or which follow from the longest diagonal."""
    dims, offsets = op.shapes[0].dims, _offsets(op)
    if dims is None or offsets is None or len(dims) < 1 + (offsets[0] < offsets[1]):
        return [UNKNOWN]
    lower, upper = offsets
    batch = dims[: -1 if lower == upper else -2]
    longest, rows, columns = dims[-1], _held_size(op, 2), _held_size(op, 3)
    if longest is None or rows is None or columns is None:
        return [TensorShape((*batch, *(size if size != -1 else None for size in (rows, columns))))]
    # A diagonal above the main one begins in a later column, one below it in a later row: so much larger is the
    # matrix.
    least_rows, least_columns = longest - min(upper, 0), longest + max(lower, 0)
    # Neither is given: the matrix is square.
    if rows == columns == -1:
        rows = columns = max(least_rows, least_columns)
    return [TensorShape((*batch, least_rows if rows == -1 else rows, least_columns if columns == -1 else columns))]


@shape_function("MatrixDiagPartV2", "MatrixDiagPartV3")
def matrix_diag_part_with_offset(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., diagonals, longest]; without the first of these for one diagonal."""
    dims, offsets = op.shapes[0].dims, _offsets(op)
    if dims is None or offsets is None or len(dims) < 2:
        return [UNKNOWN]
    rows, columns = dims[-2:]
    lower, upper = offsets
    longest = None if rows is None or columns is None else min(rows + min(upper, 0), columns - max(lower, 0))
    count = [] if lower == upper else [upper - lower + 1]
    return [TensorShape((*dims[:-2], *count, longest))]


def _offsets(op: ShapeContext) -> tuple[int, int] | None:
    """The first and the last diagonal that input 1 holds; None where that is not known."""
    value = op.constant(1)
    if value is None or value.ndim > 1 or not 1 <= value.size <= 2:
        return None
    lower, upper = (int(k) for k in (value.reshape(-1)[0], value.reshape(-1)[-1]))
    if lower > upper:
        raise ValueError(f"lower_diag_index {lower} is larger than upper_diag_index {upper}")
    return lower, upper


def _held_size(op: ShapeContext, index: int) -> int | None:
    """The size that an input holds; None where it is not known."""
    value = op.constant(index)
    return int(value.item()) if value is not None and value.size == 1 else None
