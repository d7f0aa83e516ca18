"""Static shapes of protocol buffers in tensors, and of their fields."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape


@shape_function("DecodeProtoV2")
def decode_proto(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, fields] sizes, and [batch, unknown] for each field."""
    batch, count = op.shapes[0], op.num_outputs - 1
    return [batch.concatenate([count]), *[batch.concatenate([None])] * count]


@shape_function("EncodeProto")
def encode_proto(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch] of sizes [batch, fields]; values [batch, ...] of all fields agree, which sizes are not compared with."""
    batch = TensorShape(None)
    for values in op.shapes[1:]:
        batch = batch.merge_with(values[:-1])
    return [op.shapes[0][:-1]]
