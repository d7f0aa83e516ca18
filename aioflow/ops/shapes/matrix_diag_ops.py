"""Static shapes of diagonals, borders and blocks."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function("MatrixDiag", "BatchMatrixDiag")
def matrix_diag(op: ShapeContext) -> Sequence[TensorShape]:
    shape = op.shapes[0]
    return [shape.concatenate(shape[-1:])] if shape.rank else [UNKNOWN]


@shape_function("MatrixDiagPart", "BatchMatrixDiagPart")
def matrix_diag_part(op: ShapeContext) -> Sequence[TensorShape]:
    dims = op.shapes[0].dims
    if dims is None or len(dims) < 2:
        return [UNKNOWN]
    rows, columns = dims[-2:]
    return [TensorShape((*dims[:-2], None if rows is None or columns is None else min(rows, columns)))]


@shape_function("MatrixSetDiag", "BatchMatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3")
def matrix_set_diag(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("Diag")
def diag(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].concatenate(op.shapes[0])]


@shape_function("DiagPart")
def diag_part(op: ShapeContext) -> Sequence[TensorShape]:
    rank = op.shapes[0].rank
    if not rank:
        return [UNKNOWN]
    if rank % 2:
        raise ValueError(f"the rank of {op.shapes[0]} is not even")
    return [op.shapes[0][: rank // 2].merge_with(op.shapes[0][rank // 2 :])]
