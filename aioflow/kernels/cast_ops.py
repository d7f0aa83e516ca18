"""Cast: from any numeric type to any other; where a value does not fit, the result is what C gives on x86."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernel import kernel
from aioflow.kernels.arrays import Array, widened


@kernel("Cast", "_HostCast")
def cast(xp: Any, x: Array, *, SrcT: DType, DstT: DType, Truncate: bool) -> Array:
    target = DstT.as_numpy_dtype
    if SrcT.is_object or DstT.is_object:
        if SrcT is DstT:
            return x
        raise errors.unimplemented(f"Cast {SrcT.wire_name} to {DstT.wire_name} is not supported")
    if x.dtype == target:
        return x
    if x.dtype.kind == "c" and target.kind != "c":
        x = x.real
    if SrcT.is_floating:
        x = with_mantissa_cut(x, target) if Truncate and DstT.is_floating else widened(x)
        if target == np.uint32:
            x = x.astype(np.int64)  # as C does; a direct conversion depends on the processor for negative values
    return x.astype(target)


def with_mantissa_cut(x: Array, target: Any) -> Array:
    """`x` with zeros in those bits of its fraction that `target` has no room for, so that no conversion rounds up."""
    excess = ml_dtypes.finfo(x.dtype).nmant - ml_dtypes.finfo(target).nmant  # type: ignore[no-untyped-call]
    if excess <= 0:
        return x
    bits = np.dtype(f"u{x.dtype.itemsize}")
    cleared = x.view(bits) >> bits.type(excess) << bits.type(excess)
    return cleared.view(x.dtype)
