"""tf.exp, tf.maximum, tf.less, ...: functions of numbers that are one node each."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aioflow.ops.generated import linalg, math

__all__ = [
    "acos", "acosh", "arg_max", "arg_min", "asin", "asinh", "atan", "atan2", "atanh", "betainc", "ceil", "cos",
    "cosh", "cross", "digamma", "equal", "erf", "erfc", "exp", "expm1", "floor", "floor_div", "floormod", "greater",
    "greater_equal", "igamma", "igammac", "is_finite", "is_inf", "is_nan", "less", "less_equal", "lgamma", "log",
    "log1p", "logical_and", "logical_not", "logical_or", "maximum", "minimum", "mod", "multiply", "negative",
    "not_equal", "polygamma", "pow", "realdiv", "reciprocal", "rint", "rsqrt", "segment_max", "segment_mean",
    "segment_min", "segment_prod", "segment_sum", "sigmoid", "sign", "sin", "sinh", "sqrt", "square",
    "squared_difference", "subtract", "tan", "tanh", "truncatediv", "truncatemod", "unsorted_segment_max",
    "unsorted_segment_min", "unsorted_segment_prod", "unsorted_segment_sum", "zeta",
]  # fmt: skip

# Type checkers read the imports. A program that uses one of these functions gets that one from `__getattr__`: a builder
# is compiled when it is asked for, and the imports would ask for all of them.
if TYPE_CHECKING:
    from aioflow.ops.generated.linalg import cross
    from aioflow.ops.generated.math import (
        acos,
        acosh,
        arg_max,
        arg_min,
        asin,
        asinh,
        atan,
        atan2,
        atanh,
        betainc,
        ceil,
        cos,
        cosh,
        digamma,
        equal,
        erf,
        erfc,
        exp,
        expm1,
        floor,
        floor_div,
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
        zeta,
    )
    from aioflow.ops.generated.math import floor_mod as floormod
    from aioflow.ops.generated.math import floor_mod as mod
    from aioflow.ops.generated.math import mul as multiply
    from aioflow.ops.generated.math import neg as negative
    from aioflow.ops.generated.math import real_div as realdiv
    from aioflow.ops.generated.math import sub as subtract
    from aioflow.ops.generated.math import truncate_div as truncatediv
    from aioflow.ops.generated.math import truncate_mod as truncatemod
else:
    _BUILDERS = {
        "floormod": "floor_mod", "mod": "floor_mod", "multiply": "mul", "negative": "neg", "realdiv": "real_div",
        "subtract": "sub", "truncatediv": "truncate_div", "truncatemod": "truncate_mod",
    }  # fmt: skip

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        builder = globals()[name] = getattr(linalg if name == "cross" else math, _BUILDERS.get(name, name))
        return builder
