"""`tf.math`: functions of numbers; all of them but the rare ones are in the package itself, too."""
from __future__ import annotations

from aioflow.ops.functions.math_ops import (
    abs,
    accumulate_n,
    add,
    add_n,
    angle,
    conj,
    cumprod,
    cumsum,
    divide,
    imag,
    lbeta,
    logical_xor,
    polyval,
    real,
    reciprocal_no_nan,
    round,
    scalar_mul,
    truediv,
)

# TensorFlow spelt a few names out when it moved them here; the package keeps the short ones.
from aioflow.ops.functions.math_ops import div_no_nan as divide_no_nan
from aioflow.ops.functions.nn.nn_impl import l2_normalize
from aioflow.ops.functions.nn.nn_ops import log_sigmoid, log_softmax, softmax, zero_fraction
from aioflow.ops.functions.plain_ops import approx_max_k, approx_min_k, erfcinv, sobol_sample
from aioflow.ops.functions.reduction_ops import (
    argmax,
    argmin,
    count_nonzero,
    reduce_all,
    reduce_any,
    reduce_euclidean_norm,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_std,
    reduce_sum,
    reduce_variance,
    unsorted_segment_mean,
    unsorted_segment_sqrt_n,
)
from aioflow.ops.functions.sorting_ops import bincount, confusion_matrix, in_top_k, top_k
from aioflow.ops.functions.value_checks import is_non_decreasing, is_strictly_increasing
from aioflow.ops.generated.array import invert_permutation

# Functions of one node need no Python of their own: their builders are the public functions.
from aioflow.ops.generated.math import (
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bessel_i0,
    bessel_i0e,
    bessel_i1,
    bessel_i1e,
    betainc,
    ceil,
    cos,
    cosh,
    cumulative_logsumexp,
    digamma,
    equal,
    erf,
    erfc,
    erfinv,
    exp,
    expm1,
    floor,
    greater,
    greater_equal,
    igamma,
    igammac,
    is_finite,
    is_inf,
    is_nan,
    less,
    less_equal,
    lgamma,
    log,
    log1p,
    logical_and,
    logical_not,
    logical_or,
    maximum,
    minimum,
    ndtri,
    not_equal,
    polygamma,
    pow,
    reciprocal,
    rint,
    rsqrt,
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    squared_difference,
    tan,
    tanh,
    unsorted_segment_max,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sum,
    xdivy,
    xlog1py,
    xlogy,
    zeta,
)

# Both follow Python and not C: quotients are rounded down, and a remainder has the sign of the divisor.
from aioflow.ops.generated.math import floor_div as floordiv
from aioflow.ops.generated.math import floor_mod as floormod
from aioflow.ops.generated.math import floor_mod as mod

# Builders are called like their ops in the graph (Mul, Neg, Sub), the public functions like what they do.
from aioflow.ops.generated.math import mul as multiply
from aioflow.ops.generated.math import mul_no_nan as multiply_no_nan
from aioflow.ops.generated.math import neg as negative
from aioflow.ops.generated.math import next_after as nextafter
from aioflow.ops.generated.math import sub as subtract
from aioflow.ops.generated.nn import softplus, softsign
from aioflow.ops.namespaces import special as special

__all__ = [
    "abs", "accumulate_n", "acos", "acosh", "add", "add_n", "angle", "approx_max_k", "approx_min_k", "argmax",
    "argmin", "asin", "asinh", "atan", "atan2", "atanh", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e",
    "betainc", "bincount", "ceil", "confusion_matrix", "conj", "cos", "cosh", "count_nonzero", "cumprod", "cumsum",
    "cumulative_logsumexp", "digamma", "divide", "divide_no_nan", "equal", "erf", "erfc", "erfcinv", "erfinv",
    "exp", "expm1", "floor", "floordiv", "floormod", "greater", "greater_equal", "igamma", "igammac", "imag",
    "in_top_k", "invert_permutation", "is_finite", "is_inf", "is_nan", "is_non_decreasing",
    "is_strictly_increasing", "l2_normalize", "lbeta", "less", "less_equal", "lgamma", "log", "log1p",
    "log_sigmoid", "log_softmax", "logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum",
    "mod", "multiply", "multiply_no_nan", "ndtri", "negative", "nextafter", "not_equal", "polygamma", "polyval",
    "pow", "real", "reciprocal", "reciprocal_no_nan", "reduce_all", "reduce_any", "reduce_euclidean_norm",
    "reduce_logsumexp", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_std", "reduce_sum",
    "reduce_variance", "rint", "round", "rsqrt", "scalar_mul", "segment_max", "segment_mean", "segment_min",
    "segment_prod", "segment_sum", "sigmoid", "sign", "sin", "sinh", "sobol_sample", "softmax", "softplus",
    "softsign", "sqrt", "square", "squared_difference", "subtract", "tan", "tanh", "top_k", "truediv",
    "unsorted_segment_max", "unsorted_segment_mean", "unsorted_segment_min", "unsorted_segment_prod",
    "unsorted_segment_sqrt_n", "unsorted_segment_sum", "xdivy", "xlog1py", "xlogy", "zero_fraction", "zeta",
]  # fmt: skip
