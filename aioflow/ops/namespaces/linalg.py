"""`tf.linalg`: matrices, the last two dimensions of tensors."""
from __future__ import annotations

from aioflow.ops.functions.array_creation import eye

# `tf.diag` and `tf.linalg.diag` differ: the first one puts any tensor on the diagonal of one of twice its rank, the
# second makes a matrix of each row.
from aioflow.ops.functions.array_ops import diag as tensor_diag
from aioflow.ops.functions.array_ops import diag_part as tensor_diag_part
from aioflow.ops.functions.array_ops import matrix_band_part as band_part
from aioflow.ops.functions.array_ops import matrix_diag as diag
from aioflow.ops.functions.array_ops import matrix_diag_part as diag_part
from aioflow.ops.functions.array_ops import matrix_set_diag as set_diag
from aioflow.ops.functions.array_ops import matrix_transpose
from aioflow.ops.functions.array_ops import matrix_transpose as transpose
from aioflow.ops.functions.clip_ops import global_norm
from aioflow.ops.functions.linalg_ops import matmul, norm, normalize, tensordot, trace
from aioflow.ops.functions.matrix_ops import (
    adjoint,
    cholesky_solve,
    eigh,
    eigvalsh,
    einsum,
    logdet,
    lu,
    matvec,
    qr,
    slogdet,
    svd,
)

# Short names, as NumPy's `linalg` has them; in the package the same functions are called by their long ones.
from aioflow.ops.functions.matrix_ops import matrix_determinant as det
from aioflow.ops.functions.matrix_ops import matrix_inverse as inv
from aioflow.ops.functions.matrix_ops import matrix_solve as solve
from aioflow.ops.functions.matrix_ops import matrix_solve_ls as lstsq
from aioflow.ops.functions.matrix_ops import matrix_square_root as sqrtm
from aioflow.ops.functions.matrix_ops import matrix_triangular_solve as triangular_solve
from aioflow.ops.functions.matrix_parts import (
    lu_matrix_inverse,
    lu_reconstruct,
    lu_solve,
    matrix_rank,
    pinv,
    tridiagonal_matmul,
    tridiagonal_solve,
)
from aioflow.ops.functions.nn.nn_impl import l2_normalize
from aioflow.ops.generated.linalg import cholesky, cross
from aioflow.ops.generated.linalg import matrix_exponential as expm
from aioflow.ops.generated.linalg import matrix_logarithm as logm

__all__ = [
    "adjoint", "band_part", "cholesky", "cholesky_solve", "cross", "det", "diag", "diag_part", "eigh", "eigvalsh",
    "einsum", "expm", "eye", "global_norm", "inv", "l2_normalize", "logdet", "logm", "lstsq", "lu",
    "lu_matrix_inverse", "lu_reconstruct", "lu_solve", "matmul", "matrix_rank", "matrix_transpose", "matvec",
    "norm", "normalize", "pinv", "qr", "set_diag", "slogdet", "solve", "sqrtm", "svd", "tensor_diag",
    "tensor_diag_part", "tensordot", "trace", "transpose", "triangular_solve", "tridiagonal_matmul",
    "tridiagonal_solve",
]  # fmt: skip
