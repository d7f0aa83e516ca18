"""Arguments and return values of a step, and calls of functions."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernel import ANY_DEVICE, kernel


@kernel("_Arg", device=ANY_DEVICE, cheap=True)
def arg(ctx: Any, *, T: DType, index: int) -> Any:  # noqa: N803 - attribute names are TensorFlow's
    """The argument number `index` of the step."""
    value = ctx.step.call_frame.args[index]
    if value.dtype != T.as_numpy_dtype:
        raise errors.invalid_argument(f"Type mismatch: actual {value.dtype} vs. expect {T.wire_name}")
    return value


@kernel("_Retval", device=ANY_DEVICE, cheap=True)
def retval(ctx: Any, input: Any, *, index: int) -> None:
    """Stores the return value number `index` of the step."""
    ctx.step.call_frame.set_result(index, input)
