"""Matrix products, by one function or by an equation, and what has to do with diagonals."""
from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

import torch
from torch.nn import functional

from aioflow.packs.cuda.registration import ALL, COMPLEX, FLOATS, on_tensors, refuse_unless

# GPUs multiply no integers.
_FACTORS = FLOATS | COMPLEX


@on_tensors("MatMul", T=_FACTORS)
def mat_mul(xp: Any, a: Any, b: Any, *, transpose_a: bool, transpose_b: bool) -> Any:
    refuse_unless(a.ndim == b.ndim == 2)
    return torch.mm(a.t() if transpose_a else a, b.t() if transpose_b else b)


@on_tensors("BatchMatMul", T=_FACTORS)
def batch_mat_mul_of_equals(xp: Any, x: Any, y: Any, *, adj_x: bool, adj_y: bool) -> Any:
    refuse_unless(x.shape[:-2] == y.shape[:-2])
    return batch_mat_mul(xp, x, y, adj_x=adj_x, adj_y=adj_y)


@on_tensors("BatchMatMulV2", T=_FACTORS)
def batch_mat_mul(xp: Any, x: Any, y: Any, *, adj_x: bool, adj_y: bool) -> Any:
    refuse_unless(x.ndim >= 2 and y.ndim >= 2)
    return torch.matmul(x.mH if adj_x else x, y.mH if adj_y else y)


@on_tensors("BatchMatMulV3", Ta=_FACTORS, Tb=_FACTORS, Tout=_FACTORS)
def batch_mat_mul_v3(xp: Any, x: Any, y: Any, *, adj_x: bool, adj_y: bool) -> Any:
    refuse_unless(x.ndim >= 2 and y.ndim >= 2 and x.dtype is y.dtype)
    return torch.matmul(x.mH if adj_x else x, y.mH if adj_y else y)


@on_tensors("Einsum", T=_FACTORS)
def einsum(xp: Any, inputs: list[Any], *, equation: bytes) -> Any:
    left, arrow, right = equation.decode().partition("->")
    # Torch lets dimensions of size 1 broadcast that have a letter, and letters of the result come from nowhere.
    # And dimensions behind dots that the result does not have are added up.
    refuse_unless(arrow and ("..." in right or "..." not in left) and set(left + right) <= _IN_EQUATIONS)
    refuse_unless(len(inputs) <= 2 and _sizes_agree(left.split(","), inputs))
    return torch.einsum(f"{left}->{right}", *inputs)


_IN_EQUATIONS = frozenset(ascii_letters + ",.")


def _sizes_agree(terms: Sequence[str], inputs: list[Any]) -> bool:
    """Whether each letter stands for one size."""
    sizes: dict[str, int] = {}
    for term, tensor in zip(terms, inputs, strict=True):
        before, dots, behind = term.partition("...")
        shape = tensor.shape
        if len(before) + len(behind) > len(shape) or (not dots and len(term) != len(shape)):
            return False
        named = [*zip(before, shape, strict=False)]
        named += zip(reversed(behind), reversed(shape), strict=False)
        if any(sizes.setdefault(letter, size) != size for letter, size in named):
            return False
    return True


@on_tensors("_FusedMatMul", T=FLOATS)
def fused_mat_mul(
    xp: Any, a: Any, b: Any, args: list[Any], *, transpose_a: bool, transpose_b: bool, fused_ops: list[bytes],
    leakyrelu_alpha: float,
) -> Any:  # fmt: skip
    refuse_unless(a.ndim == b.ndim == 2 and fused_ops[:1] == [b"BiasAdd"] and len(args) == 1 and args[0].ndim == 1)
    a, b = a.t() if transpose_a else a, b.t() if transpose_b else b
    refuse_unless(args[0].shape[0] == b.shape[1] and a.shape[1] == b.shape[0])
    return activated(torch.addmm(args[0], a, b), fused_ops[1:], leakyrelu_alpha)


def activated(y: Any, fused_ops: Sequence[bytes], leakyrelu_alpha: float) -> Any:
    """A new tensor after the functions that follow a product or a convolution, in place where torch can."""
    for op in fused_ops:
        refuse_unless(op in _ACTIVATIONS)
        y = _ACTIVATIONS[op](y, leakyrelu_alpha)
    return y


_ACTIVATIONS = {
    b"Relu": lambda y, alpha: y.relu_(), b"Relu6": lambda y, alpha: y.clamp_(0, 6),
    b"Elu": lambda y, alpha: functional.elu(y, inplace=True),
    b"LeakyRelu": lambda y, alpha: functional.leaky_relu(y, alpha, inplace=True),
    b"Sigmoid": lambda y, alpha: y.sigmoid_(), b"Tanh": lambda y, alpha: y.tanh_(),
}  # fmt: skip


# ---- diagonals
@on_tensors("MatrixBandPart", T=ALL)
def matrix_band_part(xp: Any, input: Any, num_lower: Any, num_upper: Any) -> Any:
    refuse_unless(input.ndim >= 2 and not num_lower.ndim and not num_upper.ndim)
    rows, columns = input.shape[-2:]
    lower, upper = int(num_lower), int(num_upper)
    refuse_unless(lower <= rows and upper <= columns)
    result = input if lower < 0 else input.triu(-lower)
    return result if upper < 0 else result.tril(upper)


@on_tensors("MatrixDiag", T=ALL)
def matrix_diag(xp: Any, diagonal: Any) -> Any:
    refuse_unless(diagonal.ndim)
    return torch.diag_embed(diagonal)


@on_tensors("MatrixDiagPart", T=ALL)
def matrix_diag_part(xp: Any, input: Any) -> Any:
    refuse_unless(input.ndim >= 2)
    return input.diagonal(dim1=-2, dim2=-1).contiguous()


@on_tensors("MatrixSetDiag", T=ALL)
def matrix_set_diag(xp: Any, input: Any, diagonal: Any) -> Any:
    refuse_unless(input.ndim >= 2)
    target = input.diagonal(dim1=-2, dim2=-1)
    refuse_unless(diagonal.shape == target.shape)
    return torch.diagonal_scatter(input, diagonal, dim1=-2, dim2=-1)


@on_tensors("Cross", T=FLOATS)
def cross(xp: Any, a: Any, b: Any) -> Any:
    refuse_unless(a.shape == b.shape and a.ndim and a.shape[-1] == 3)
    return torch.linalg.cross(a, b)
