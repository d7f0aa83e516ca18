"""Static shapes of what is read from strings: numbers, CSV, JSON."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar
from aioflow.ops.shapes.sizes import VECTOR

shape_function("DecodeCompressed", "DecodeJSONExample")(same_as_first_input)
shape_function("SerializeTensor")(scalar)


@shape_function("DecodeCSV")
def decode_csv(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the records, for each column."""
    # A default [0] stands for a required field, [1] or [] for one with a default.
    for default in op.shapes[1:]:
        if default.rank is not None and default.rank > 1:
            raise ValueError(f"a column's default must be at most of rank 1, but has shape {default}")
    return [op.shapes[0]] * op.num_outputs


@shape_function("DecodeRaw", "DecodePaddedRaw")
def one_dimension_more(op: ShapeContext) -> Sequence[TensorShape]:
    """[..., unknown]: each string becomes a vector."""
    return [op.shapes[0].concatenate(VECTOR)]
