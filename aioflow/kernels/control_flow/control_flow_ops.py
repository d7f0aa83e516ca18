"""Control flow: what Switch, Merge and the frame ops do with values. Who runs, and where, the propagator decides."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.graph.conditions import check_scalar
from aioflow.framework.kernels import ANY_DEVICE, kernel


@kernel("NoOp", "ControlTrigger", device=ANY_DEVICE, cheap=True)
def no_op(xp: Any) -> None:
    """Does nothing."""


@kernel("Switch", "RefSwitch", device=ANY_DEVICE, cheap=True)
def switch(xp: Any, data: Any, pred: Any) -> tuple[Any, Any]:
    """Gives `data` to output 1 if `pred` ([] bool) is true, else to output 0; the other one is dead."""
    # A predicate of one element but another shape is an error, as in TensorFlow; Python would take it for true or
    # false.
    check_scalar(pred)
    return (None, data) if pred else (data, None)


@kernel("_SwitchN", device=ANY_DEVICE, cheap=True)
def switch_n(xp: Any, data: Any, output_index: Any, *, num_outs: int) -> list[Any]:
    """Gives `data` to the output of that number ([] int32), or to the last one; the others are dead."""
    check_scalar(output_index)
    outputs: list[Any] = [None] * num_outs
    # An index out of range, a negative one, too, means the last branch, as in TensorFlow.
    outputs[int(output_index) if 0 <= output_index < num_outs else -1] = data
    return outputs


@kernel("Merge", "RefMerge", device=ANY_DEVICE, cheap=True)
def merge(xp: Any, inputs: list[Any]) -> tuple[Any, Any]:
    """Forwards the first live input, and its index ([] int32)."""
    for index, value in enumerate(inputs):
        # The executor runs a Merge with its first live input; those that are dead or not there yet are None.
        if value is not None:
            # Not the device's: the index is in the process's memory on every device, as in TensorFlow.
            return value, np.int32(index)
    raise errors.internal("Merge has no live input")


@kernel("Enter", "RefEnter", "Exit", "RefExit", "NextIteration", "RefNextIteration", device=ANY_DEVICE, cheap=True)
def forward(xp: Any, data: Any) -> Any:
    """Forwards its input; which frame or iteration it goes to, the propagator decides."""
    return data


@kernel("LoopCond", device=ANY_DEVICE, cheap=True)
def loop_cond(xp: Any, input: Any) -> Any:
    """Forwards the loop's condition."""
    return input


@kernel("Abort", device=ANY_DEVICE)
def abort(xp: Any, *, error_msg: bytes) -> None:
    """Fails the step; the process lives on."""
    # TensorFlow ends the process. Others run their models in this one.
    raise errors.aborted(f"Abort op was run: {error_msg.decode(errors='replace')}")
