"""Shapes that the sparse ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
DenseToDenseSetOperation: [...,a,_] [...,a,_]
DenseToSparseSetOperation: [_,_,...] [a,b] [a] [b]
DeserializeManySparse: [_,3]
DeserializeSparse: [...,3]
RaggedCross: * [_] * * * [_,_]
RaggedFillEmptyRows: [a] [a] [] []
RaggedFillEmptyRowsGrad SparseFillEmptyRowsGrad: [_] [_]
SerializeManySparse SerializeSparse SparseReorder SparseReshape SparseSoftmax: [_,_] [_] [_]
SparseAdd: * * [_] * * * *
SparseAddGrad: * [_,_] [_,_] *
SparseConcat: [a,B] [a] [C]
SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul: [_,_] * * *
SparseFillEmptyRows: [a,b] [a] [b] []
SparseSliceGrad: * [_,_] * *
SparseSparseMaximum SparseSparseMinimum: [_,_] [_] [_] [_,_] [_] [_]
SparseTensorDenseMatMul: [_,_] [_] [2] [_,_]
SparseToDense: * [_] * *
""")
