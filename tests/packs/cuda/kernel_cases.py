"""The recorded cases of kernels, for devices of type GPU: which there are, and what may differ."""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from aioflow.framework.kernels import KernelDef, KernelKind, OpKernel, find_kernel
from aioflow.framework.kernels.host_arguments import HOST_ARGUMENTS
from aioflow.framework.op_def import OPS
from tests.kernels.cases import Case, load_cases
from tests.kernels.recording import SWEEPS, Outcome, load_outcomes, recorded_names
from tests.kernels.test_recorded import complete_attrs

#: Op -> (rtol, atol) where float32 needs more than the usual tolerance.
TOLERANCES: Mapping[str, tuple[float, float]] = {}
_WIDE_SUMS = "halves are added up in float32"
_ORDER = "numbers whose product leaves float32: the multiplications are in another order"
_NAN_WINS = "of a number and NaN, NaN is the extreme"
#: Beginning of a case's name -> why its values are others, which they may be on TensorFlow's GPUs, too.
DIFFERENCES: Mapping[str, str] = {
    "Cumsum-bfloat16_9-int32=0": _WIDE_SUMS,
    "Mean-float16_1000-int32=0": _WIDE_SUMS,
    "Mean-float16_70000-int32=0": _WIDE_SUMS,
    "SegmentSum-bfloat16_31-int32_31": _WIDE_SUMS,
    "UnsortedSegmentSum-bfloat16_31-int32_31-int32=1": _WIDE_SUMS,
    "TensorScatterMax-float32_4=1,nan,3,4": _NAN_WINS,
    "TensorScatterMax-bfloat16_3=1,2,3-int32_2x1=0,1-bfloat16_2=nan,9": _NAN_WINS,
    "TensorScatterMin-float32_4=1,nan,3,4": _NAN_WINS,
    "TensorScatterMin-bfloat16_3=1,2,3-int32_2x1=0,1-bfloat16_2=nan,9": _NAN_WINS,
    "FusedBatchNorm-float32_1x3x3x2-float32_2=nan,inf": _ORDER,
    "FusedBatchNorm-float32_1x3x3x2-float32_2=3.40282e+38": _ORDER,
    "FusedBatchNormV2-float32_1x3x3x2-float32_2=nan,inf": _ORDER,
    "FusedBatchNormV2-float32_1x3x3x2-float32_2=3.40282e+38": _ORDER,
    "FusedBatchNormV3-float32_1x3x3x2-float32_2=nan,inf": _ORDER,
    "FusedBatchNormV3-float32_1x3x3x2-float32_2=3.40282e+38": _ORDER,
}


def difference(name: str) -> str | None:
    """Why a case gives other values; None if it does not."""
    return next((why for beginning, why in DIFFERENCES.items() if name.startswith(beginning)), None)


@cache
def cases_by_op() -> dict[str, list[tuple[str, Case, Outcome]]]:
    """All recorded cases with their names and outcomes, by op."""
    found: dict[str, list[tuple[str, Case, Outcome]]] = {}
    for file in [*recorded_names(), *SWEEPS]:
        outcomes = load_outcomes(file)
        for name, case in load_cases(file).items():
            found.setdefault(case.op, []).append((name, case, outcomes[name]))
    return found


def gpu_kernel(case: Case, xp: Any) -> OpKernel | None:
    """The pure kernel of a device of type GPU for a case, bound; None if there is none."""
    attrs = complete_attrs(OPS[case.op], case)
    definition = find_kernel(case.op, attrs, "GPU")
    if definition is None or definition.device_type != "GPU" or definition.kind is not KernelKind.PURE:
        return None
    return OpKernel("node", OPS[case.op], attrs, definition, xp)


def inputs_on(case: Case, definition: KernelDef, xp: Any) -> list[Any]:
    """The flat inputs, on the device but for those that the kernel has on the host."""
    host = HOST_ARGUMENTS.get(case.op, frozenset[str]()) if definition.host is None else definition.host
    flat: list[Any] = []
    for arg, value in zip(OPS[case.op].inputs, case.arrays, strict=True):
        for each in value if isinstance(value, list) else [value]:
            array = np.asarray(each)
            flat.append(array if arg.name in host else xp.from_host(array))
    return flat
