"""Shapes that the linalg ops ask of their inputs."""
from __future__ import annotations

from aioflow.framework.graph.input_shapes import input_shapes

input_shapes("""
BandedTriangularSolve: [...,_,a] [...,a,_]
BatchMatMul BatchMatMulV2 BatchMatMulV3: [_,_,...] [_,_,...]
Cholesky Eig LogMatrixDeterminant Lu MatrixDeterminant MatrixInverse MatrixLogarithm MatrixSquareRoot: [...,a,a]
CholeskyGrad: [...,a,a] *
Cross: [...,3] [...,3]
Diag MatrixDiag: [_,...]
MatMul SparseMatMul: [_,_] [_,_]
MatrixDiagPart Qr Svd: [_,_,...]
MatrixDiagPartV2 MatrixDiagPartV3: [_,_,...] [_?] []
MatrixDiagV2 MatrixDiagV3: [_,...] [_?] [] [] []
MatrixSetDiag: [_,_,...] [_,...]
MatrixSetDiagV2 MatrixSetDiagV3: [_,_,...] [_,...] [_?]
MatrixSolve MatrixTriangularSolve: [...,a,a] [...,a,_]
MatrixSolveLs: [...,a,_] [...,a,_] []
SelfAdjointEigV2: [...,a,a]
TridiagonalMatMul: [...,1,a] [...,1,a] [...,1,a] [...,a,_]
TridiagonalSolve: [...,3,a] [...,a,_]
""")
