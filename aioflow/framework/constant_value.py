"""constant_value: the value of a tensor as far as the graph alone determines it, for shape inference."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernel import KernelKind, bind_kernel, find_kernel

if TYPE_CHECKING:
    from aioflow.framework.operation import Operation, Tensor

# Ops whose outputs are no larger than their inputs together, so that evaluating them early cannot cost memory.
_FOLDABLE = frozenset(
    "Add AddV2 Cast Ceil Concat ConcatV2 Div ExpandDims Floor FloorDiv FloorMod GatherV2 Identity Max Maximum Min Minimum "
    "Mul Neg Pack Prod RealDiv Reshape Select SelectV2 Slice Split SplitV Squeeze StopGradient StridedSlice Sub Sum Unpack "
    "BroadcastArgs ConcatOffset".split()
)
_MAX_ELEMENTS = 1024
_MAX_DEPTH = 32


def constant_value(tensor: Tensor, depth: int = _MAX_DEPTH) -> np.ndarray[Any, Any] | None:
    """The value of `tensor` as an array, or None when only a run can tell.

    Constants, static shapes, and small arithmetic on these are followed.
    """
    op = tensor.op
    special = _SPECIAL.get(op.type)
    if special is not None:
        return special(op)
    if op.type not in _FOLDABLE or depth == 0:
        return None
    inputs = [constant_value(t, depth - 1) for t in op.inputs]
    known = [value for value in inputs if value is not None and value.size <= _MAX_ELEMENTS]
    if len(known) < len(inputs):
        return None
    value = _evaluate(op, known)
    return None if value is None else np.asarray(value[tensor.value_index])


def _evaluate(op: Operation, inputs: list[Any]) -> list[Any] | None:
    definition = find_kernel(op.type, op.attrs, "CPU")
    if definition is None or definition.kind is not KernelKind.PURE:
        return None
    try:
        bound = bind_kernel(op.name, op.type, op.attrs, "CPU", np)
        with np.errstate(all="ignore"):
            return bound.outputs(bound.compute(*inputs))
    except (errors.OpError, ValueError, TypeError, IndexError):
        return None  # the error belongs to the run, if the node ever runs


def _of_const(op: Operation) -> Any:
    value = op.attrs["value"]
    return value if isinstance(value, np.ndarray) else None


def _of_shape(op: Operation) -> Any:
    shape = op.inputs[0].shape
    return np.array(shape.as_list(), op.attrs["out_type"].as_numpy_dtype) if shape.is_fully_defined() else None


def _of_rank(op: Operation) -> Any:
    rank = op.inputs[0].shape.rank
    return None if rank is None else np.array(rank, np.int32)


def _of_size(op: Operation) -> Any:
    count = op.inputs[0].shape.num_elements()
    return None if count is None else np.array(count, op.attrs["out_type"].as_numpy_dtype)


def _of_range(op: Operation) -> Any:
    values = [constant_value(t) for t in op.inputs]
    if any(value is None for value in values):
        return None
    start, limit, delta = (value.item() for value in values if value is not None)
    if not delta or (limit - start) / delta > _MAX_ELEMENTS:
        return None
    return np.arange(start, limit, delta, op.outputs[0].dtype.as_numpy_dtype)


_SPECIAL: dict[str, Callable[[Operation], Any]] = {
    "Const": _of_const, "Shape": _of_shape, "Rank": _of_rank, "Size": _of_size, "Range": _of_range,
}  # fmt: skip
