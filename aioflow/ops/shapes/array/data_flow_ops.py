"""Static shapes of partitions and stitches."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape


@shape_function("DynamicPartition")
def dynamic_partition(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown, after...] for each part, where `data` is [*partitions, after...]."""
    data, partitions = op.shapes
    if data.rank is None or partitions.rank is None:
        return [UNKNOWN] * op.num_outputs
    rest = data[partitions.rank :]
    if not partitions.is_compatible_with(data[: partitions.rank]):
        raise ValueError(f"data of shape {data} must have the dimensions of partitions, {partitions}, in front")
    return [TensorShape([None]).concatenate(rest)] * op.num_outputs


@shape_function("DynamicStitch", "ParallelDynamicStitch")
def dynamic_stitch(op: ShapeContext) -> Sequence[TensorShape]:
    """[largest index + 1, after...], the number only if all indices are known."""
    count = op.attrs["N"]
    rest, size, all_known = UNKNOWN, 0, True
    for i in range(count):
        indices, data, value = op.shapes[i], op.shapes[count + i], op.constant(i)
        if value is None:
            all_known = False
        elif value.size:
            size = max(size, int(value.max()) + 1)
        # Slices are what follows the dimensions of the indices, and are alike in all inputs.
        if indices.rank is not None and data.rank is not None:
            if data.rank < indices.rank:
                raise ValueError(f"Shape must be at least rank {indices.rank} but is rank {data.rank}")
            data[: indices.rank].merge_with(indices)
            rest = rest.merge_with(data[indices.rank :])
    return [TensorShape([size if all_known and size >= 0 else None]).concatenate(rest)]
