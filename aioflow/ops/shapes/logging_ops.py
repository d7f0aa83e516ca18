"""Static shapes of ops that tell what a run does."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function("Print", "DebugIdentityV2")
def same_as_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("DebugIdentity", "DebugIdentityV3")
def same_as_input_or_nothing(op: ShapeContext) -> Sequence[TensorShape]:
    """That of the input, unless a gate may be shut."""
    return [UNKNOWN if op.attrs["gated_grpc"] else op.shapes[0]]
