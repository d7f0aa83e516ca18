"""Integers of 32 bits on a GPU's nodes: shapes, counters and positions, in the process's memory, by the CPU's kernels.

As in TensorFlow, the nodes are the device's all the same: what computes a shape between two of its nodes is no reason
to leave its part of the graph.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from aioflow.framework.dtypes import int32
from aioflow.framework.kernels import KernelDef, OpKernel, find_kernel, kernel, registered_kernels
from aioflow.framework.kernels.host_arguments import INT32_ON_HOST
from aioflow.framework.op_def import OPS
from aioflow.packs.cuda.registration import TYPE

_TYPE_ATTRS = {"ConcatOffset": "shape_type", "Const": "dtype", "Range": "Tidx"}  # of others it is T
# Beside those that any device leaves to the CPU: what gradients compute of shapes.
_OF_SHAPES = {"BroadcastGradientArgs", "ConcatOffset", "InvertPermutation"}


def by_cpu(op: str, attrs: Mapping[str, Any]) -> Callable[..., Any]:
    """The CPU's function for a node, without the device's namespace."""
    definition = find_kernel(op, attrs, "CPU")
    assert definition is not None
    compute = OpKernel("", OPS[op], attrs, definition, np).compute
    return lambda xp, *inputs: compute(*inputs)


def _takes_int32(definition: KernelDef, attr: str) -> bool:
    return definition.device_type == "CPU" and int32 in definition.constraints.get(attr, {int32})


def _register(op: str) -> None:
    attr = _TYPE_ATTRS.get(op, "T")
    definition = next(each for each in registered_kernels(op) if _takes_int32(each, attr))
    arguments = [arg.name for arg in (*OPS[op].inputs, *OPS[op].outputs)]
    types: dict[str, Any] = {attr: {int32}}
    kernel(
        op, device=TYPE, host=arguments, cheap=definition.cheap, specialized=partial(by_cpu, op), **types
    )(definition.function)  # fmt: skip


for _op in sorted(INT32_ON_HOST | _OF_SHAPES):
    _register(_op)
