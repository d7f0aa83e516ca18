"""Texts that name debug ops, such as "DebugNumericSummary(lower_bound=-1;mute_if_healthy=true)"."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.framework import OPS, OpDef
from aioflow.framework.graph import Tensor

_CALL = re.compile(r"([^()]+)\((.*)\)", re.DOTALL)
_TRUE, _FALSE = ("true", "t", "1"), ("false", "f", "0")
GATE = "gated_grpc"
# What the pass itself fills in; parameters must not say otherwise.
_OF_THE_NODE = frozenset({"T", "device_name", "tensor_name", "debug_urls"})


class DebugOpText(NamedTuple):
    """A debug op with its parameters.

    Attributes:
        name: The op.
        parameters: Name -> text of the value.
        is_gated: Whether the receiver has to ask for it.
    """

    name: str
    parameters: dict[str, str]
    is_gated: bool


def parse_debug_op(text: str) -> DebugOpText:
    """Takes a text apart.

    Raises:
        ValueError: It is malformed, names a parameter twice, or gates by what is no truth value.
    """
    if not text or not ("(" in text or ")" in text):
        return DebugOpText(text, {}, False)
    call = _CALL.fullmatch(text)
    if call is None:
        raise ValueError(f'Malformed debug op name "{text}"')
    parameters: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in call[2].split(";"))):
        # Blanks around "=" belong to what is beside them, as in TensorFlow, which then finds no such parameter.
        key, _, value = part.partition("=")
        if not key or not value:
            raise ValueError(f'Malformed attributes in debug op name "{text}"')
        if key in parameters:
            raise ValueError(f'Duplicate attribute name "{key}" found in the debug op: "{text}"')
        parameters[key] = value
    gate = parameters.get(GATE)
    is_gated = gate is not None and _truth(gate)
    return DebugOpText(call[1], parameters, is_gated)


def _truth(text: str) -> bool:
    lowered = text.lower()
    if lowered not in _TRUE + _FALSE:
        raise ValueError(f"Invalid string for bool value: {text}")
    return lowered in _TRUE


def debug_attrs(op: DebugOpText, tensor: Tensor, tensor_name: str, node_name: str, device_name: str) -> dict[str, Any]:
    """The attributes of a debug node.

    Args:
        op: What it computes.
        tensor: What it shows.
        tensor_name: What that is called.
        node_name: The debug node's name.
        device_name: Where the watched node runs.

    Raises:
        FailedPreconditionError: There is no such op, or it has no such parameters.
    """
    op_def = OPS.get(op.name)
    if op_def is None or len(op_def.inputs) != 1 or "T" not in op_def.attrs or op_def.inputs[0].is_list:
        raise errors.failed_precondition(
            f"Failed to create node definition for debug op {op.name} on watched tensor {tensor_name}"
        )
    allowed = {name: text for name, text in op.parameters.items() if name in op_def.attrs.keys() - _OF_THE_NODE}
    unknown = [name for name in op.parameters if name not in allowed]
    if unknown:
        raise errors.failed_precondition(
            f"{len(unknown)} attribute key(s) were not valid for debug node {node_name}: {', '.join(unknown)}"
        )
    known = {"T": tensor.dtype.base_dtype, "device_name": device_name.encode(), "tensor_name": tensor_name.encode()}
    attrs = {name: value for name, value in known.items() if name in op_def.attrs}
    attrs |= {name: _value(op_def, name, text, node_name) for name, text in allowed.items()}
    try:
        return op_def.complete_attrs(attrs)
    except errors.OpError:
        raise no_kernel(op.name, tensor_name) from None  # a dtype that the op does not take


def no_kernel(debug_op: str, tensor_name: str) -> errors.OpError:
    """The error for a debug op that has no kernel for the dtype of a tensor."""
    return errors.failed_precondition(
        f"Failed to find kernel definition for debug op {debug_op} on watched tensor {tensor_name}"
    )


def _value(op_def: OpDef, name: str, text: str, node_name: str) -> Any:
    kind = op_def.attrs[name].kind
    try:
        if kind == "bool":
            return _truth(text)
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
        if kind == "string":
            return text.encode()
    except ValueError:
        # No blank behind the parameter's name: this is the text of TensorFlow's message.
        raise errors.failed_precondition(
            f'Invalid value string for {kind}-type attribute {name}of debug node {node_name}: "{text}"'
        ) from None
    raise errors.failed_precondition(f"1 attribute key(s) were not valid for debug node {node_name}: {name}")
