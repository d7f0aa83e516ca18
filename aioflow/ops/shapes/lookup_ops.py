"""Static shapes of lookup tables and of what is found in them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "HashTableV2", "MutableHashTableV2", "MutableHashTableOfTensorsV2", "MutableDenseHashTableV2",
    "AnonymousHashTable", "AnonymousMutableHashTable", "AnonymousMutableHashTableOfTensors",
    "AnonymousMutableDenseHashTable", "LookupTableSize", "LookupTableSizeV2",
)  # fmt: skip
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("HashTable", "MutableHashTable", "MutableHashTableOfTensors", "MutableDenseHashTable")
def two_strings(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([2])]


@shape_function("LookupTableFind", "LookupTableFindV2")
def find(op: ShapeContext) -> Sequence[TensorShape]:
    """Only what is known of single keys and values: where the default is a scalar, both may be."""
    producer = getattr(getattr(op, "op", None), "inputs", [None])[0]
    is_plain = producer is not None and producer.op.type in ("HashTable", "HashTableV2", "MutableHashTableV2")
    return [op.shapes[1] if is_plain else UNKNOWN]


@shape_function("LookupTableExport", "LookupTableExportV2")
def export(op: ShapeContext) -> Sequence[TensorShape]:
    return [UNKNOWN, UNKNOWN]
