"""Static shapes of the ops of lookup tables. A handle tells nothing of keys and values, so little is known."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_strings

# Handles are resources, and sizes are numbers; the oldest tables, below, are references.
shape_function(
    "AnonymousHashTable", "AnonymousMutableDenseHashTable", "AnonymousMutableHashTable",
    "AnonymousMutableHashTableOfTensors", "HashTableV2", "LookupTableSize", "LookupTableSizeV2",
    "MutableDenseHashTableV2", "MutableHashTableOfTensorsV2", "MutableHashTableV2",
)(scalar)  # fmt: skip
shape_function("HashTable", "MutableDenseHashTable", "MutableHashTable", "MutableHashTableOfTensors")(two_strings)


@shape_function("LookupTableFind", "LookupTableFindV2")
def find(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the keys where the table's node tells that values are single elements; else unknown."""
    # Only the node that makes the table tells its kind; a context of mere shapes has no node.
    producer = getattr(getattr(op, "op", None), "inputs", [None])[0]
    is_plain = producer is not None and producer.op.type == "MutableHashTableV2"
    return [op.shapes[1] if is_plain else UNKNOWN]


@shape_function("LookupTableExport", "LookupTableExportV2")
def export(op: ShapeContext) -> Sequence[TensorShape]:
    """Unknown: a table has as many keys as were inserted."""
    return [UNKNOWN, UNKNOWN]
