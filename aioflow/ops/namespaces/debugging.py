"""`tf.debugging`: checks of values, shapes and dtypes."""
from __future__ import annotations

from aioflow.ops.functions.array_ops import check_numerics
from aioflow.ops.functions.assertion_ops import (
    Assert,
    assert_equal,
    assert_greater,
    assert_greater_equal,
    assert_integer,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_negative,
    assert_non_negative,
    assert_non_positive,
    assert_none_equal,
    assert_positive,
    assert_rank,
    assert_rank_at_least,
    assert_rank_in,
    assert_scalar,
    assert_type,
)
from aioflow.ops.functions.elementwise_ops import is_finite, is_inf, is_nan

# The package has this function under its older name.
from aioflow.ops.functions.nn.nn_ops import verify_tensor_all_finite as assert_all_finite
from aioflow.ops.functions.value_checks import (
    assert_proper_iterable,
    assert_same_float_dtype,
    is_non_decreasing,
    is_numeric_tensor,
    is_strictly_increasing,
)

__all__ = [
    "Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative",
    "assert_non_positive", "assert_none_equal", "assert_positive", "assert_proper_iterable", "assert_rank",
    "assert_rank_at_least", "assert_rank_in", "assert_same_float_dtype", "assert_scalar", "assert_type",
    "check_numerics", "is_finite", "is_inf", "is_nan", "is_non_decreasing", "is_numeric_tensor",
    "is_strictly_increasing",
]  # fmt: skip
