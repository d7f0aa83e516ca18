"""Large matrix products by PyTorch: importing this registers them, before those of numpy."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from aioflow.framework.dtypes import float32, float64
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.linalg import matmul_ops
from aioflow.kernels.nn.fused_ops import dense_layer, fused_mat_mul
from aioflow.packs.torch.arrays import PRIORITY, as_tensor, take_threads

# Multiplications; below, numpy is faster to call.
LARGE = 1 << 20


@kernel("MatMul", priority=PRIORITY, T={float32, float64})
def mat_mul(xp: Any, a: Array, b: Array, *, transpose_a: bool, transpose_b: bool) -> Array:
    """Product of a [rows, inner] and b [inner, columns]."""
    if a.ndim == 2 and b.ndim == 2:
        left, right = a.T if transpose_a else a, b.T if transpose_b else b
        # What does not fit goes to numpy's kernel, whose errors are TensorFlow's.
        if left.shape[1] == right.shape[0] and left.size * right.shape[1] >= LARGE:
            return product(left, right)
    return matmul_ops.mat_mul(xp, a, b, transpose_a=transpose_a, transpose_b=transpose_b)


@kernel("BatchMatMulV2", priority=PRIORITY, T={float32, float64})
def batch_mat_mul(xp: Any, x: Array, y: Array, *, adj_x: bool, adj_y: bool) -> Array:
    """Products of x [..., rows, inner] and y [..., inner, columns]."""
    if x.ndim > 2 and x.ndim == y.ndim and x.shape[:-2] == y.shape[:-2]:
        left, right = x.swapaxes(-1, -2) if adj_x else x, y.swapaxes(-1, -2) if adj_y else y
        if left.shape[-1] == right.shape[-2] and left.size * right.shape[-1] >= LARGE:
            return product(left, right)
    return matmul_ops.batch_mat_mul_broadcast(xp, x, y, adj_x=adj_x, adj_y=adj_y)


def product(a: Array, b: Array) -> Array:
    """The product of matrices, or of as many matrices in both."""
    take_threads(a.size * b.shape[-1])
    result: Array = torch.matmul(as_tensor(a), as_tensor(b)).numpy()
    return result


def large_dense_layer(attrs: Mapping[str, Any]) -> Callable[..., Array] | None:
    """As `dense_layer`, with torch for large products."""
    small = dense_layer(attrs)
    if small is None:
        return None
    is_relu = attrs["fused_ops"][-1] == b"Relu"

    def layer(xp: Any, a: Array, b: Array, bias: Array) -> Array:
        fits = a.ndim == 2 and b.ndim == 2 and a.shape[1] == b.shape[0] and bias.shape == b.shape[1:]
        if not fits or a.size * b.shape[1] < LARGE:
            return small(xp, a, b, bias)
        take_threads(a.size * b.shape[1])
        y = torch.addmm(as_tensor(bias), as_tensor(a), as_tensor(b))
        result: Array = (y.clamp_(0.0) if is_relu else y).numpy()
        return result

    return layer


@kernel("_FusedMatMul", priority=PRIORITY, specialized=large_dense_layer, T={float32})
def large_fused_mat_mul(
    xp: Any, a: Array, b: Array, args: list[Array], *, transpose_a: bool, transpose_b: bool, fused_ops: list[bytes],
    epsilon: float, leakyrelu_alpha: float,
) -> Array:  # fmt: skip
    """Product of a [rows, inner] and b [inner, columns], and what follows it."""
    return fused_mat_mul(
        xp, a, b, args, transpose_a=transpose_a, transpose_b=transpose_b, fused_ops=fused_ops, epsilon=epsilon,
        leakyrelu_alpha=leakyrelu_alpha,
    )  # fmt: skip
