# Generated from aioflow/ops/definitions/dataset_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.dataset_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.operation import Operation, Tensor
from aioflow.ops.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def anonymous_iterator(
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """AnonymousIterator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousIterator",
        [],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


class AnonymousIteratorV2Outputs(NamedTuple):
    """The outputs of AnonymousIteratorV2."""

    handle: Tensor
    deleter: Tensor


def anonymous_iterator_v2(
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> AnonymousIteratorV2Outputs:
    """AnonymousIteratorV2() -> (handle: resource, deleter: variant).

    Stateful.
    """
    return AnonymousIteratorV2Outputs(*grouped(apply_op(
        "AnonymousIteratorV2",
        [],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    )))


def anonymous_iterator_v3(
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """AnonymousIteratorV3() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousIteratorV3",
        [],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


class AnonymousSeedGeneratorOutputs(NamedTuple):
    """The outputs of AnonymousSeedGenerator."""

    handle: Tensor
    deleter: Tensor


def anonymous_seed_generator(
    seed: TensorLike,
    seed2: TensorLike,
    reshuffle: TensorLike,
    name: str | None = None,
) -> AnonymousSeedGeneratorOutputs:
    """AnonymousSeedGenerator(seed: int64, seed2: int64, reshuffle: bool) -> (handle: resource, deleter: variant).

    Stateful.
    """
    return AnonymousSeedGeneratorOutputs(*grouped(apply_op(
        "AnonymousSeedGenerator",
        [seed, seed2, reshuffle],
        {},
        name,
    )))


def batch_dataset(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """BatchDataset(input_dataset: variant, batch_size: int64) -> (handle: variant)."""
    return apply_op(
        "BatchDataset",
        [input_dataset, batch_size],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def batch_dataset_v2(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    drop_remainder: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    parallel_copy: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """BatchDatasetV2(input_dataset: variant, batch_size: int64, drop_remainder: bool) -> (handle: variant)."""
    return apply_op(
        "BatchDatasetV2",
        [input_dataset, batch_size, drop_remainder],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "parallel_copy": parallel_copy,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def cache_dataset(
    input_dataset: TensorLike,
    filename: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """CacheDataset(input_dataset: variant, filename: string) -> (handle: variant)."""
    return apply_op(
        "CacheDataset",
        [input_dataset, filename],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def cache_dataset_v2(
    input_dataset: TensorLike,
    filename: TensorLike,
    cache: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """CacheDatasetV2(input_dataset: variant, filename: string, cache: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "CacheDatasetV2",
        [input_dataset, filename, cache],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def concatenate_dataset(
    input_dataset: TensorLike,
    another_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ConcatenateDataset(input_dataset: variant, another_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ConcatenateDataset",
        [input_dataset, another_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def dataset_cardinality(
    input_dataset: TensorLike,
    *,
    cardinality_options: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """DatasetCardinality(input_dataset: variant) -> (cardinality: int64)."""
    return apply_op(
        "DatasetCardinality",
        [input_dataset],
        {"cardinality_options": cardinality_options},
        name,
    ).outputs[0]


def dataset_to_single_element(
    dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """DatasetToSingleElement(dataset: variant) -> (components: output_types).

    Stateful.
    """
    return list(apply_op(
        "DatasetToSingleElement",
        [dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs)


def delete_iterator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteIterator(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteIterator", [handle, deleter], {}, name)


def delete_seed_generator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteSeedGenerator(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteSeedGenerator", [handle, deleter], {}, name)


def dummy_seed_generator(name: str | None = None) -> Tensor:
    """DummySeedGenerator() -> (handle: resource).

    Stateful.
    """
    return apply_op("DummySeedGenerator", [], {}, name).outputs[0]


def filter_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    predicate: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FilterDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "FilterDataset",
        [input_dataset, other_arguments],
        {"predicate": predicate, "output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def flat_map_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FlatMapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "FlatMapDataset",
        [input_dataset, other_arguments],
        {"f": f, "output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def interleave_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """InterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64)
    -> (handle: variant).

    """
    return apply_op(
        "InterleaveDataset",
        [input_dataset, other_arguments, cycle_length, block_length],
        {"f": f, "output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def iterator(
    *,
    shared_name: str | bytes,
    container: str | bytes,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """Iterator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "Iterator",
        [],
        {
            "shared_name": shared_name,
            "container": container,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def iterator_from_string_handle(
    string_handle: TensorLike,
    *,
    output_types: Sequence[DTypeLike] = (),
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor:
    """IteratorFromStringHandle(string_handle: string) -> (resource_handle: resource).

    Stateful.
    """
    return apply_op(
        "IteratorFromStringHandle",
        [string_handle],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def iterator_from_string_handle_v2(
    string_handle: TensorLike,
    *,
    output_types: Sequence[DTypeLike] = (),
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor:
    """IteratorFromStringHandleV2(string_handle: string) -> (resource_handle: resource).

    Stateful.
    """
    return apply_op(
        "IteratorFromStringHandleV2",
        [string_handle],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def iterator_get_next(
    iterator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """IteratorGetNext(iterator: resource) -> (components: output_types).

    Stateful.
    """
    return list(apply_op(
        "IteratorGetNext",
        [iterator],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def iterator_get_next_as_optional(
    iterator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """IteratorGetNextAsOptional(iterator: resource) -> (optional: variant).

    Stateful.
    """
    return apply_op(
        "IteratorGetNextAsOptional",
        [iterator],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def iterator_get_next_sync(
    iterator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """IteratorGetNextSync(iterator: resource) -> (components: output_types).

    Stateful.
    """
    return list(apply_op(
        "IteratorGetNextSync",
        [iterator],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def iterator_to_string_handle(resource_handle: TensorLike, name: str | None = None) -> Tensor:
    """IteratorToStringHandle(resource_handle: resource) -> (string_handle: string).

    Stateful.
    """
    return apply_op("IteratorToStringHandle", [resource_handle], {}, name).outputs[0]


def iterator_v2(
    *,
    shared_name: str | bytes,
    container: str | bytes,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """IteratorV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "IteratorV2",
        [],
        {
            "shared_name": shared_name,
            "container": container,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def make_iterator(dataset: TensorLike, iterator: TensorLike, name: str | None = None) -> Operation:
    """MakeIterator(dataset: variant, iterator: resource) -> ().

    Stateful.
    """
    return apply_op("MakeIterator", [dataset, iterator], {}, name)


def map_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    force_synchronous: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """MapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "MapDataset",
        [input_dataset, other_arguments],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "use_inter_op_parallelism": use_inter_op_parallelism,
            "preserve_cardinality": preserve_cardinality,
            "force_synchronous": force_synchronous,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def map_defun(
    arguments: Sequence[TensorLike],
    captured_inputs: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    f: Any,
    max_intra_op_parallelism: int = 1,
    name: str | None = None,
) -> list[Tensor]:
    """MapDefun(arguments: Targuments, captured_inputs: Tcaptured) -> (output: output_types)."""
    return list(apply_op(
        "MapDefun",
        [arguments, captured_inputs],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "f": f,
            "max_intra_op_parallelism": max_intra_op_parallelism,
        },
        name,
    ).outputs)


def max_intra_op_parallelism_dataset(
    input_dataset: TensorLike,
    max_intra_op_parallelism: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """MaxIntraOpParallelismDataset(input_dataset: variant, max_intra_op_parallelism: int64) -> (handle: variant)."""
    return apply_op(
        "MaxIntraOpParallelismDataset",
        [input_dataset, max_intra_op_parallelism],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def model_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    algorithm: int = 0,
    cpu_budget: int = 0,
    ram_budget: int = 0,
    name: str | None = None,
) -> Tensor:
    """ModelDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ModelDataset",
        [input_dataset],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "algorithm": algorithm,
            "cpu_budget": cpu_budget,
            "ram_budget": ram_budget,
        },
        name,
    ).outputs[0]


def one_shot_iterator(
    *,
    dataset_factory: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """OneShotIterator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "OneShotIterator",
        [],
        {
            "dataset_factory": dataset_factory,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def optimize_dataset(
    input_dataset: TensorLike,
    optimizations: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    optimization_configs: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor:
    """OptimizeDataset(input_dataset: variant, optimizations: string) -> (handle: variant)."""
    return apply_op(
        "OptimizeDataset",
        [input_dataset, optimizations],
        {"output_types": output_types, "output_shapes": output_shapes, "optimization_configs": optimization_configs},
        name,
    ).outputs[0]


def options_dataset(
    input_dataset: TensorLike,
    *,
    serialized_options: str | bytes,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """OptionsDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "OptionsDataset",
        [input_dataset],
        {
            "serialized_options": serialized_options,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def padded_batch_dataset(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    padded_shapes: Sequence[TensorLike],
    padding_values: Sequence[TensorLike],
    *,
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PaddedBatchDataset(input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values:
    Toutput_types) -> (handle: variant).

    """
    return apply_op(
        "PaddedBatchDataset",
        [input_dataset, batch_size, padded_shapes, padding_values],
        {"output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def padded_batch_dataset_v2(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    padded_shapes: Sequence[TensorLike],
    padding_values: Sequence[TensorLike],
    drop_remainder: TensorLike,
    *,
    output_shapes: Sequence[ShapeLike],
    parallel_copy: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PaddedBatchDatasetV2(input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values:
    Toutput_types, drop_remainder: bool) -> (handle: variant).

    """
    return apply_op(
        "PaddedBatchDatasetV2",
        [input_dataset, batch_size, padded_shapes, padding_values, drop_remainder],
        {"output_shapes": output_shapes, "parallel_copy": parallel_copy, "metadata": metadata},
        name,
    ).outputs[0]


def parallel_batch_dataset(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    num_parallel_calls: TensorLike,
    drop_remainder: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    parallel_copy: bool = False,
    deterministic: str | bytes = "default",
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelBatchDataset(input_dataset: variant, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool)
    -> (handle: variant).

    """
    return apply_op(
        "ParallelBatchDataset",
        [input_dataset, batch_size, num_parallel_calls, drop_remainder],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "parallel_copy": parallel_copy,
            "deterministic": deterministic,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def parallel_interleave_dataset_v2(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    num_parallel_calls: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    sloppy: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelInterleaveDatasetV2(input_dataset: variant, other_arguments: Targuments, cycle_length: int64,
    block_length: int64, num_parallel_calls: int64) -> (handle: variant).

    """
    return apply_op(
        "ParallelInterleaveDatasetV2",
        [input_dataset, other_arguments, cycle_length, block_length, num_parallel_calls],
        {"f": f, "output_types": output_types, "output_shapes": output_shapes, "sloppy": sloppy, "metadata": metadata},
        name,
    ).outputs[0]


def parallel_interleave_dataset_v3(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    num_parallel_calls: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default",
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelInterleaveDatasetV3(input_dataset: variant, other_arguments: Targuments, cycle_length: int64,
    block_length: int64, num_parallel_calls: int64) -> (handle: variant).

    """
    return apply_op(
        "ParallelInterleaveDatasetV3",
        [input_dataset, other_arguments, cycle_length, block_length, num_parallel_calls],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "deterministic": deterministic,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def parallel_interleave_dataset_v4(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike,
    num_parallel_calls: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default",
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelInterleaveDatasetV4(input_dataset: variant, other_arguments: Targuments, cycle_length: int64,
    block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64, num_parallel_calls: int64) ->
    (handle: variant).

    """
    return apply_op(
        "ParallelInterleaveDatasetV4",
        [
            input_dataset,
            other_arguments,
            cycle_length,
            block_length,
            buffer_output_elements,
            prefetch_input_elements,
            num_parallel_calls,
        ],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "deterministic": deterministic,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def parallel_map_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    num_parallel_calls: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_inter_op_parallelism: bool = True,
    sloppy: bool = False,
    preserve_cardinality: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelMapDataset(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int32) -> (handle:
    variant).

    """
    return apply_op(
        "ParallelMapDataset",
        [input_dataset, other_arguments, num_parallel_calls],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "use_inter_op_parallelism": use_inter_op_parallelism,
            "sloppy": sloppy,
            "preserve_cardinality": preserve_cardinality,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def parallel_map_dataset_v2(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    num_parallel_calls: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_inter_op_parallelism: bool = True,
    deterministic: str | bytes = "default",
    preserve_cardinality: bool = False,
    use_unbounded_threadpool: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelMapDatasetV2(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64) -> (handle:
    variant).

    """
    return apply_op(
        "ParallelMapDatasetV2",
        [input_dataset, other_arguments, num_parallel_calls],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "use_inter_op_parallelism": use_inter_op_parallelism,
            "deterministic": deterministic,
            "preserve_cardinality": preserve_cardinality,
            "use_unbounded_threadpool": use_unbounded_threadpool,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def prefetch_dataset(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    slack_period: int = 0,
    legacy_autotune: bool = True,
    buffer_size_min: int = 0,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PrefetchDataset(input_dataset: variant, buffer_size: int64) -> (handle: variant)."""
    return apply_op(
        "PrefetchDataset",
        [input_dataset, buffer_size],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "slack_period": slack_period,
            "legacy_autotune": legacy_autotune,
            "buffer_size_min": buffer_size_min,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def private_thread_pool_dataset(
    input_dataset: TensorLike,
    num_threads: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """PrivateThreadPoolDataset(input_dataset: variant, num_threads: int64) -> (handle: variant)."""
    return apply_op(
        "PrivateThreadPoolDataset",
        [input_dataset, num_threads],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def range_dataset(
    start: TensorLike,
    stop: TensorLike,
    step: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    replicate_on_split: bool = False,
    name: str | None = None,
) -> Tensor:
    """RangeDataset(start: int64, stop: int64, step: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "RangeDataset",
        [start, stop, step],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "metadata": metadata,
            "replicate_on_split": replicate_on_split,
        },
        name,
    ).outputs[0]


def reduce_dataset(
    input_dataset: TensorLike,
    initial_state: Sequence[TensorLike],
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_inter_op_parallelism: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """ReduceDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (components:
    output_types).

    Stateful.
    """
    return list(apply_op(
        "ReduceDataset",
        [input_dataset, initial_state, other_arguments],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "use_inter_op_parallelism": use_inter_op_parallelism,
            "metadata": metadata,
        },
        name,
    ).outputs)


def repeat_dataset(
    input_dataset: TensorLike,
    count: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RepeatDataset(input_dataset: variant, count: int64) -> (handle: variant)."""
    return apply_op(
        "RepeatDataset",
        [input_dataset, count],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def scan_dataset(
    input_dataset: TensorLike,
    initial_state: Sequence[TensorLike],
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    preserve_cardinality: bool = False,
    use_default_device: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ScanDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "ScanDataset",
        [input_dataset, initial_state, other_arguments],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "preserve_cardinality": preserve_cardinality,
            "use_default_device": use_default_device,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def shard_dataset(
    input_dataset: TensorLike,
    num_shards: TensorLike,
    index: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    require_non_empty: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShardDataset(input_dataset: variant, num_shards: int64, index: int64) -> (handle: variant)."""
    return apply_op(
        "ShardDataset",
        [input_dataset, num_shards, index],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "require_non_empty": require_non_empty,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def shuffle_dataset(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    seed: TensorLike,
    seed2: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShuffleDataset(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64) -> (handle: variant)."""
    return apply_op(
        "ShuffleDataset",
        [input_dataset, buffer_size, seed, seed2],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "reshuffle_each_iteration": reshuffle_each_iteration,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def shuffle_dataset_v3(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    seed: TensorLike,
    seed2: TensorLike,
    seed_generator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShuffleDatasetV3(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, seed_generator: resource)
    -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ShuffleDatasetV3",
        [input_dataset, buffer_size, seed, seed2, seed_generator],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "reshuffle_each_iteration": reshuffle_each_iteration,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def skip_dataset(
    input_dataset: TensorLike,
    count: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """SkipDataset(input_dataset: variant, count: int64) -> (handle: variant)."""
    return apply_op(
        "SkipDataset",
        [input_dataset, count],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def take_dataset(
    input_dataset: TensorLike,
    count: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TakeDataset(input_dataset: variant, count: int64) -> (handle: variant)."""
    return apply_op(
        "TakeDataset",
        [input_dataset, count],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def take_while_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    predicate: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TakeWhileDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "TakeWhileDataset",
        [input_dataset, other_arguments],
        {"predicate": predicate, "output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def tensor_dataset(
    components: Sequence[TensorLike],
    *,
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TensorDataset(components: Toutput_types) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "TensorDataset",
        [components],
        {"output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def tensor_slice_dataset(
    components: Sequence[TensorLike],
    *,
    output_shapes: Sequence[ShapeLike],
    is_files: bool = False,
    metadata: str | bytes = "",
    replicate_on_split: bool = False,
    name: str | None = None,
) -> Tensor:
    """TensorSliceDataset(components: Toutput_types) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "TensorSliceDataset",
        [components],
        {
            "output_shapes": output_shapes,
            "is_files": is_files,
            "metadata": metadata,
            "replicate_on_split": replicate_on_split,
        },
        name,
    ).outputs[0]


def unbatch_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """UnbatchDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "UnbatchDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def window_dataset(
    input_dataset: TensorLike,
    size: TensorLike,
    shift: TensorLike,
    stride: TensorLike,
    drop_remainder: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """WindowDataset(input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool) -> (handle:
    variant).

    """
    return apply_op(
        "WindowDataset",
        [input_dataset, size, shift, stride, drop_remainder],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def zip_dataset(
    input_datasets: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ZipDataset(input_datasets: N * variant) -> (handle: variant)."""
    return apply_op(
        "ZipDataset",
        [input_datasets],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]
