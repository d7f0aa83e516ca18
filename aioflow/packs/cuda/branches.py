"""Switches and merges of branches on a GPU: what goes through them stays in its memory, and the branches with it.

The condition is on the host, where it is read, and so is the index that a merge gives. Truth values and integers of 32
bits are conditions and counters, which stay there as well (`passes/memory_types.py`).
"""
from __future__ import annotations

from aioflow.framework.dtypes import bool_, int32
from aioflow.framework.kernels import kernel
from aioflow.kernels.array import array_ops
from aioflow.kernels.control_flow import control_flow_ops
from aioflow.packs.cuda.registration import ALL, TYPE

_VALUES = ALL - {bool_}
_ON_HOST = frozenset({bool_, int32})
kernel("Switch", "RefSwitch", device=TYPE, cheap=True, T=_VALUES)(control_flow_ops.switch)
kernel("Merge", "RefMerge", device=TYPE, cheap=True, T=_VALUES)(control_flow_ops.merge)
kernel("Switch", device=TYPE, cheap=True, host=["data", "pred", "output_false", "output_true"], T=_ON_HOST)(
    control_flow_ops.switch
)
kernel("Merge", device=TYPE, cheap=True, host=["inputs", "output", "value_index"], T=_ON_HOST)(control_flow_ops.merge)
kernel("Identity", device=TYPE, cheap=True, host=["input", "output"], T=_ON_HOST)(array_ops.identity)
