# Generated from aioflow/ops/definitions/dataset.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.dataset` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


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


class AnonymousMemoryCacheOutputs(NamedTuple):
    """The outputs of AnonymousMemoryCache."""

    handle: Tensor
    deleter: Tensor


def anonymous_memory_cache(name: str | None = None) -> AnonymousMemoryCacheOutputs:
    """AnonymousMemoryCache() -> (handle: resource, deleter: variant).

    Stateful.
    """
    return AnonymousMemoryCacheOutputs(*grouped(apply_op("AnonymousMemoryCache", [], {}, name)))


class AnonymousMultiDeviceIteratorOutputs(NamedTuple):
    """The outputs of AnonymousMultiDeviceIterator."""

    handle: Tensor
    deleter: Tensor


def anonymous_multi_device_iterator(
    *,
    devices: Sequence[str | bytes],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> AnonymousMultiDeviceIteratorOutputs:
    """AnonymousMultiDeviceIterator() -> (handle: resource, deleter: variant).

    Stateful.
    """
    return AnonymousMultiDeviceIteratorOutputs(*grouped(apply_op(
        "AnonymousMultiDeviceIterator",
        [],
        {"devices": devices, "output_types": output_types, "output_shapes": output_shapes},
        name,
    )))


def anonymous_multi_device_iterator_v3(
    *,
    devices: Sequence[str | bytes],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """AnonymousMultiDeviceIteratorV3() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousMultiDeviceIteratorV3",
        [],
        {"devices": devices, "output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


class AnonymousRandomSeedGeneratorOutputs(NamedTuple):
    """The outputs of AnonymousRandomSeedGenerator."""

    handle: Tensor
    deleter: Tensor


def anonymous_random_seed_generator(
    seed: TensorLike,
    seed2: TensorLike,
    name: str | None = None,
) -> AnonymousRandomSeedGeneratorOutputs:
    """AnonymousRandomSeedGenerator(seed: int64, seed2: int64) -> (handle: resource, deleter: variant).

    Stateful.
    """
    return AnonymousRandomSeedGeneratorOutputs(*grouped(apply_op(
        "AnonymousRandomSeedGenerator",
        [seed, seed2],
        {},
        name,
    )))


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


def assert_cardinality_dataset(
    input_dataset: TensorLike,
    cardinality: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """AssertCardinalityDataset(input_dataset: variant, cardinality: int64) -> (handle: variant)."""
    return apply_op(
        "AssertCardinalityDataset",
        [input_dataset, cardinality],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def auto_shard_dataset(
    input_dataset: TensorLike,
    num_workers: TensorLike,
    index: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    auto_shard_policy: int = 0,
    num_replicas: int = 0,
    name: str | None = None,
) -> Tensor:
    """AutoShardDataset(input_dataset: variant, num_workers: int64, index: int64) -> (handle: variant)."""
    return apply_op(
        "AutoShardDataset",
        [input_dataset, num_workers, index],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "auto_shard_policy": auto_shard_policy,
            "num_replicas": num_replicas,
        },
        name,
    ).outputs[0]


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


def bytes_produced_stats_dataset(
    input_dataset: TensorLike,
    tag: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """BytesProducedStatsDataset(input_dataset: variant, tag: string) -> (handle: variant)."""
    return apply_op(
        "BytesProducedStatsDataset",
        [input_dataset, tag],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def csv_dataset(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    header: TensorLike,
    field_delim: TensorLike,
    use_quote_delim: TensorLike,
    na_value: TensorLike,
    select_cols: TensorLike,
    record_defaults: Sequence[TensorLike],
    *,
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """CSVDataset(filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string,
    use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types) -> (handle: variant).

    output_types is one of float32, float64, int32, int64, string.
    Stateful.
    """
    return apply_op(
        "CSVDataset",
        [
            filenames,
            compression_type,
            buffer_size,
            header,
            field_delim,
            use_quote_delim,
            na_value,
            select_cols,
            record_defaults,
        ],
        {"output_shapes": output_shapes},
        name,
    ).outputs[0]


def csv_dataset_v2(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    header: TensorLike,
    field_delim: TensorLike,
    use_quote_delim: TensorLike,
    na_value: TensorLike,
    select_cols: TensorLike,
    record_defaults: Sequence[TensorLike],
    exclude_cols: TensorLike,
    *,
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """CSVDatasetV2(filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string,
    use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types, exclude_cols: int64)
    -> (handle: variant).

    output_types is one of float32, float64, int32, int64, string.
    Stateful.
    """
    return apply_op(
        "CSVDatasetV2",
        [
            filenames,
            compression_type,
            buffer_size,
            header,
            field_delim,
            use_quote_delim,
            na_value,
            select_cols,
            record_defaults,
            exclude_cols,
        ],
        {"output_shapes": output_shapes},
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


def choose_fastest_branch_dataset(
    input_dataset: TensorLike,
    ratio_numerator: TensorLike,
    ratio_denominator: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    num_elements_per_branch: int,
    branches: Sequence[Any],
    other_arguments_lengths: Sequence[int],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ChooseFastestBranchDataset(input_dataset: variant, ratio_numerator: int64, ratio_denominator: int64,
    other_arguments: Targuments) -> (handle: variant).

    """
    return apply_op(
        "ChooseFastestBranchDataset",
        [input_dataset, ratio_numerator, ratio_denominator, other_arguments],
        {
            "num_elements_per_branch": num_elements_per_branch,
            "branches": branches,
            "other_arguments_lengths": other_arguments_lengths,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def choose_fastest_dataset(
    input_datasets: Sequence[TensorLike],
    *,
    num_experiments: int,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ChooseFastestDataset(input_datasets: N * variant) -> (handle: variant)."""
    return apply_op(
        "ChooseFastestDataset",
        [input_datasets],
        {"num_experiments": num_experiments, "output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def compress_element(components: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """CompressElement(components: input_types) -> (compressed: variant)."""
    return apply_op("CompressElement", [components], {}, name).outputs[0]


def compute_batch_size(input_dataset: TensorLike, name: str | None = None) -> Tensor:
    """ComputeBatchSize(input_dataset: variant) -> (batch_size: int64)."""
    return apply_op("ComputeBatchSize", [input_dataset], {}, name).outputs[0]


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


def dataset_to_tf_record(
    input_dataset: TensorLike,
    filename: TensorLike,
    compression_type: TensorLike,
    name: str | None = None,
) -> Operation:
    """DatasetToTFRecord(input_dataset: variant, filename: string, compression_type: string) -> ().

    Stateful.
    """
    return apply_op("DatasetToTFRecord", [input_dataset, filename, compression_type], {}, name)


def delete_iterator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteIterator(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteIterator", [handle, deleter], {}, name)


def delete_memory_cache(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteMemoryCache(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteMemoryCache", [handle, deleter], {}, name)


def delete_multi_device_iterator(
    multi_device_iterator: TensorLike,
    iterators: Sequence[TensorLike],
    deleter: TensorLike,
    name: str | None = None,
) -> Operation:
    """DeleteMultiDeviceIterator(multi_device_iterator: resource, iterators: N * resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteMultiDeviceIterator", [multi_device_iterator, iterators, deleter], {}, name)


def delete_random_seed_generator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteRandomSeedGenerator(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteRandomSeedGenerator", [handle, deleter], {}, name)


def delete_seed_generator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation:
    """DeleteSeedGenerator(handle: resource, deleter: variant) -> ().

    Stateful.
    """
    return apply_op("DeleteSeedGenerator", [handle, deleter], {}, name)


def dense_to_sparse_batch_dataset(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    row_shape: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """DenseToSparseBatchDataset(input_dataset: variant, batch_size: int64, row_shape: int64) -> (handle: variant)."""
    return apply_op(
        "DenseToSparseBatchDataset",
        [input_dataset, batch_size, row_shape],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def directed_interleave_dataset(
    selector_input_dataset: TensorLike,
    data_input_datasets: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    stop_on_empty_dataset: bool = False,
    name: str | None = None,
) -> Tensor:
    """DirectedInterleaveDataset(selector_input_dataset: variant, data_input_datasets: N * variant) -> (handle:
    variant).

    """
    return apply_op(
        "DirectedInterleaveDataset",
        [selector_input_dataset, data_input_datasets],
        {"output_types": output_types, "output_shapes": output_shapes, "stop_on_empty_dataset": stop_on_empty_dataset},
        name,
    ).outputs[0]


def dummy_memory_cache(name: str | None = None) -> Tensor:
    """DummyMemoryCache() -> (handle: resource).

    Stateful.
    """
    return apply_op("DummyMemoryCache", [], {}, name).outputs[0]


def dummy_seed_generator(name: str | None = None) -> Tensor:
    """DummySeedGenerator() -> (handle: resource).

    Stateful.
    """
    return apply_op("DummySeedGenerator", [], {}, name).outputs[0]


def experimental_auto_shard_dataset(
    input_dataset: TensorLike,
    num_workers: TensorLike,
    index: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    auto_shard_policy: int = 0,
    name: str | None = None,
) -> Tensor:
    """ExperimentalAutoShardDataset(input_dataset: variant, num_workers: int64, index: int64) -> (handle: variant)."""
    return apply_op(
        "ExperimentalAutoShardDataset",
        [input_dataset, num_workers, index],
        {"output_types": output_types, "output_shapes": output_shapes, "auto_shard_policy": auto_shard_policy},
        name,
    ).outputs[0]


def experimental_bytes_produced_stats_dataset(
    input_dataset: TensorLike,
    tag: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalBytesProducedStatsDataset(input_dataset: variant, tag: string) -> (handle: variant)."""
    return apply_op(
        "ExperimentalBytesProducedStatsDataset",
        [input_dataset, tag],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_csv_dataset(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    header: TensorLike,
    field_delim: TensorLike,
    use_quote_delim: TensorLike,
    na_value: TensorLike,
    select_cols: TensorLike,
    record_defaults: Sequence[TensorLike],
    *,
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalCSVDataset(filenames: string, compression_type: string, buffer_size: int64, header: bool,
    field_delim: string, use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types)
    -> (handle: variant).

    output_types is one of float32, float64, int32, int64, string.
    Stateful.
    """
    return apply_op(
        "ExperimentalCSVDataset",
        [
            filenames,
            compression_type,
            buffer_size,
            header,
            field_delim,
            use_quote_delim,
            na_value,
            select_cols,
            record_defaults,
        ],
        {"output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_choose_fastest_dataset(
    input_datasets: Sequence[TensorLike],
    *,
    num_experiments: int,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalChooseFastestDataset(input_datasets: N * variant) -> (handle: variant)."""
    return apply_op(
        "ExperimentalChooseFastestDataset",
        [input_datasets],
        {"num_experiments": num_experiments, "output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_dataset_cardinality(input_dataset: TensorLike, name: str | None = None) -> Tensor:
    """ExperimentalDatasetCardinality(input_dataset: variant) -> (cardinality: int64)."""
    return apply_op("ExperimentalDatasetCardinality", [input_dataset], {}, name).outputs[0]


def experimental_dataset_to_tf_record(
    input_dataset: TensorLike,
    filename: TensorLike,
    compression_type: TensorLike,
    name: str | None = None,
) -> Operation:
    """ExperimentalDatasetToTFRecord(input_dataset: variant, filename: string, compression_type: string) -> ().

    Stateful.
    """
    return apply_op("ExperimentalDatasetToTFRecord", [input_dataset, filename, compression_type], {}, name)


def experimental_dense_to_sparse_batch_dataset(
    input_dataset: TensorLike,
    batch_size: TensorLike,
    row_shape: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalDenseToSparseBatchDataset(input_dataset: variant, batch_size: int64, row_shape: int64) -> (handle:
    variant).

    """
    return apply_op(
        "ExperimentalDenseToSparseBatchDataset",
        [input_dataset, batch_size, row_shape],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_directed_interleave_dataset(
    selector_input_dataset: TensorLike,
    data_input_datasets: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalDirectedInterleaveDataset(selector_input_dataset: variant, data_input_datasets: N * variant) ->
    (handle: variant).

    """
    return apply_op(
        "ExperimentalDirectedInterleaveDataset",
        [selector_input_dataset, data_input_datasets],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_group_by_reducer_dataset(
    input_dataset: TensorLike,
    key_func_other_arguments: Sequence[TensorLike],
    init_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike],
    finalize_func_other_arguments: Sequence[TensorLike],
    *,
    key_func: Any,
    init_func: Any,
    reduce_func: Any,
    finalize_func: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalGroupByReducerDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments,
    init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments,
    finalize_func_other_arguments: Tfinalize_func_other_arguments) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ExperimentalGroupByReducerDataset",
        [
            input_dataset,
            key_func_other_arguments,
            init_func_other_arguments,
            reduce_func_other_arguments,
            finalize_func_other_arguments,
        ],
        {
            "key_func": key_func,
            "init_func": init_func,
            "reduce_func": reduce_func,
            "finalize_func": finalize_func,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def experimental_group_by_window_dataset(
    input_dataset: TensorLike,
    key_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike],
    window_size_func_other_arguments: Sequence[TensorLike],
    *,
    key_func: Any,
    reduce_func: Any,
    window_size_func: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalGroupByWindowDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments,
    reduce_func_other_arguments: Treduce_func_other_arguments, window_size_func_other_arguments:
    Twindow_size_func_other_arguments) -> (handle: variant).

    """
    return apply_op(
        "ExperimentalGroupByWindowDataset",
        [input_dataset, key_func_other_arguments, reduce_func_other_arguments, window_size_func_other_arguments],
        {
            "key_func": key_func,
            "reduce_func": reduce_func,
            "window_size_func": window_size_func,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def experimental_ignore_errors_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    log_warning: bool = False,
    name: str | None = None,
) -> Tensor:
    """ExperimentalIgnoreErrorsDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ExperimentalIgnoreErrorsDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "log_warning": log_warning},
        name,
    ).outputs[0]


def experimental_iterator_get_device(resource: TensorLike, name: str | None = None) -> Tensor:
    """ExperimentalIteratorGetDevice(resource: resource) -> (device: string).

    Stateful.
    """
    return apply_op("ExperimentalIteratorGetDevice", [resource], {}, name).outputs[0]


def experimental_latency_stats_dataset(
    input_dataset: TensorLike,
    tag: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalLatencyStatsDataset(input_dataset: variant, tag: string) -> (handle: variant)."""
    return apply_op(
        "ExperimentalLatencyStatsDataset",
        [input_dataset, tag],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_map_and_batch_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    batch_size: TensorLike,
    num_parallel_calls: TensorLike,
    drop_remainder: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    preserve_cardinality: bool = False,
    name: str | None = None,
) -> Tensor:
    """ExperimentalMapAndBatchDataset(input_dataset: variant, other_arguments: Targuments, batch_size: int64,
    num_parallel_calls: int64, drop_remainder: bool) -> (handle: variant).

    """
    return apply_op(
        "ExperimentalMapAndBatchDataset",
        [input_dataset, other_arguments, batch_size, num_parallel_calls, drop_remainder],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "preserve_cardinality": preserve_cardinality,
        },
        name,
    ).outputs[0]


def experimental_map_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_inter_op_parallelism: bool = True,
    preserve_cardinality: bool = False,
    force_synchronous: bool = False,
    name: str | None = None,
) -> Tensor:
    """ExperimentalMapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "ExperimentalMapDataset",
        [input_dataset, other_arguments],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "use_inter_op_parallelism": use_inter_op_parallelism,
            "preserve_cardinality": preserve_cardinality,
            "force_synchronous": force_synchronous,
        },
        name,
    ).outputs[0]


def experimental_matching_files_dataset(patterns: TensorLike, name: str | None = None) -> Tensor:
    """ExperimentalMatchingFilesDataset(patterns: string) -> (handle: variant).

    Stateful.
    """
    return apply_op("ExperimentalMatchingFilesDataset", [patterns], {}, name).outputs[0]


def experimental_max_intra_op_parallelism_dataset(
    input_dataset: TensorLike,
    max_intra_op_parallelism: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalMaxIntraOpParallelismDataset(input_dataset: variant, max_intra_op_parallelism: int64) -> (handle:
    variant).

    """
    return apply_op(
        "ExperimentalMaxIntraOpParallelismDataset",
        [input_dataset, max_intra_op_parallelism],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_non_serializable_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalNonSerializableDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ExperimentalNonSerializableDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_parallel_interleave_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    sloppy: TensorLike,
    buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalParallelInterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64,
    block_length: int64, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle:
    variant).

    """
    return apply_op(
        "ExperimentalParallelInterleaveDataset",
        [
            input_dataset,
            other_arguments,
            cycle_length,
            block_length,
            sloppy,
            buffer_output_elements,
            prefetch_input_elements,
        ],
        {"f": f, "output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_parse_example_dataset(
    input_dataset: TensorLike,
    num_parallel_calls: TensorLike,
    dense_defaults: Sequence[TensorLike],
    *,
    sparse_keys: Sequence[str | bytes],
    dense_keys: Sequence[str | bytes],
    sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    sloppy: bool = False,
    name: str | None = None,
) -> Tensor:
    """ExperimentalParseExampleDataset(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) ->
    (handle: variant).

    Tdense is one of float32, int64, string.
    """
    return apply_op(
        "ExperimentalParseExampleDataset",
        [input_dataset, num_parallel_calls, dense_defaults],
        {
            "sparse_keys": sparse_keys,
            "dense_keys": dense_keys,
            "sparse_types": sparse_types,
            "dense_shapes": dense_shapes,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "sloppy": sloppy,
        },
        name,
    ).outputs[0]


def experimental_private_thread_pool_dataset(
    input_dataset: TensorLike,
    num_threads: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalPrivateThreadPoolDataset(input_dataset: variant, num_threads: int64) -> (handle: variant)."""
    return apply_op(
        "ExperimentalPrivateThreadPoolDataset",
        [input_dataset, num_threads],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_random_dataset(
    seed: TensorLike,
    seed2: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalRandomDataset(seed: int64, seed2: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ExperimentalRandomDataset",
        [seed, seed2],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_rebatch_dataset(
    input_dataset: TensorLike,
    num_replicas: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_fallback: bool = True,
    name: str | None = None,
) -> Tensor:
    """ExperimentalRebatchDataset(input_dataset: variant, num_replicas: int64) -> (handle: variant)."""
    return apply_op(
        "ExperimentalRebatchDataset",
        [input_dataset, num_replicas],
        {"output_types": output_types, "output_shapes": output_shapes, "use_fallback": use_fallback},
        name,
    ).outputs[0]


def experimental_scan_dataset(
    input_dataset: TensorLike,
    initial_state: Sequence[TensorLike],
    other_arguments: Sequence[TensorLike],
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    preserve_cardinality: bool = False,
    name: str | None = None,
) -> Tensor:
    """ExperimentalScanDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (handle:
    variant).

    """
    return apply_op(
        "ExperimentalScanDataset",
        [input_dataset, initial_state, other_arguments],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "preserve_cardinality": preserve_cardinality,
        },
        name,
    ).outputs[0]


def experimental_set_stats_aggregator_dataset(
    input_dataset: TensorLike,
    stats_aggregator: TensorLike,
    tag: TensorLike,
    counter_prefix: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalSetStatsAggregatorDataset(input_dataset: variant, stats_aggregator: resource, tag: string,
    counter_prefix: string) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ExperimentalSetStatsAggregatorDataset",
        [input_dataset, stats_aggregator, tag, counter_prefix],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_sleep_dataset(
    input_dataset: TensorLike,
    sleep_microseconds: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalSleepDataset(input_dataset: variant, sleep_microseconds: int64) -> (handle: variant)."""
    return apply_op(
        "ExperimentalSleepDataset",
        [input_dataset, sleep_microseconds],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_sliding_window_dataset(
    input_dataset: TensorLike,
    window_size: TensorLike,
    window_shift: TensorLike,
    window_stride: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalSlidingWindowDataset(input_dataset: variant, window_size: int64, window_shift: int64, window_stride:
    int64) -> (handle: variant).

    """
    return apply_op(
        "ExperimentalSlidingWindowDataset",
        [input_dataset, window_size, window_shift, window_stride],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_stats_aggregator_handle(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ExperimentalStatsAggregatorHandle() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "ExperimentalStatsAggregatorHandle",
        [],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def experimental_take_while_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    *,
    predicate: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalTakeWhileDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant)."""
    return apply_op(
        "ExperimentalTakeWhileDataset",
        [input_dataset, other_arguments],
        {"predicate": predicate, "output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_thread_pool_dataset(
    input_dataset: TensorLike,
    thread_pool: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalThreadPoolDataset(input_dataset: variant, thread_pool: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ExperimentalThreadPoolDataset",
        [input_dataset, thread_pool],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_thread_pool_handle(
    *,
    num_threads: int,
    display_name: str | bytes,
    max_intra_op_parallelism: int = 1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ExperimentalThreadPoolHandle() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "ExperimentalThreadPoolHandle",
        [],
        {
            "num_threads": num_threads,
            "display_name": display_name,
            "max_intra_op_parallelism": max_intra_op_parallelism,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def experimental_unbatch_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalUnbatchDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ExperimentalUnbatchDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def experimental_unique_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ExperimentalUniqueDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "ExperimentalUniqueDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


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


def finalize_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    has_captured_ref: bool = False,
    name: str | None = None,
) -> Tensor:
    """FinalizeDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "FinalizeDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "has_captured_ref": has_captured_ref},
        name,
    ).outputs[0]


def fixed_length_record_dataset(
    filenames: TensorLike,
    header_bytes: TensorLike,
    record_bytes: TensorLike,
    footer_bytes: TensorLike,
    buffer_size: TensorLike,
    *,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FixedLengthRecordDataset(filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64,
    buffer_size: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "FixedLengthRecordDataset",
        [filenames, header_bytes, record_bytes, footer_bytes, buffer_size],
        {"metadata": metadata},
        name,
    ).outputs[0]


def fixed_length_record_dataset_v2(
    filenames: TensorLike,
    header_bytes: TensorLike,
    record_bytes: TensorLike,
    footer_bytes: TensorLike,
    buffer_size: TensorLike,
    compression_type: TensorLike,
    *,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FixedLengthRecordDatasetV2(filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64,
    buffer_size: int64, compression_type: string) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "FixedLengthRecordDatasetV2",
        [filenames, header_bytes, record_bytes, footer_bytes, buffer_size, compression_type],
        {"metadata": metadata},
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


def generator_dataset(
    init_func_other_args: Sequence[TensorLike],
    next_func_other_args: Sequence[TensorLike],
    finalize_func_other_args: Sequence[TensorLike],
    *,
    init_func: Any,
    next_func: Any,
    finalize_func: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """GeneratorDataset(init_func_other_args: Tinit_func_args, next_func_other_args: Tnext_func_args,
    finalize_func_other_args: Tfinalize_func_args) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "GeneratorDataset",
        [init_func_other_args, next_func_other_args, finalize_func_other_args],
        {
            "init_func": init_func,
            "next_func": next_func,
            "finalize_func": finalize_func,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def get_element_at_index(
    dataset: TensorLike,
    index: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """GetElementAtIndex(dataset: variant, index: int64) -> (components: output_types)."""
    return list(apply_op(
        "GetElementAtIndex",
        [dataset, index],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def get_options(input_dataset: TensorLike, name: str | None = None) -> Tensor:
    """GetOptions(input_dataset: variant) -> (serialized_options: string)."""
    return apply_op("GetOptions", [input_dataset], {}, name).outputs[0]


def group_by_reducer_dataset(
    input_dataset: TensorLike,
    key_func_other_arguments: Sequence[TensorLike],
    init_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike],
    finalize_func_other_arguments: Sequence[TensorLike],
    *,
    key_func: Any,
    init_func: Any,
    reduce_func: Any,
    finalize_func: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """GroupByReducerDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments,
    init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments,
    finalize_func_other_arguments: Tfinalize_func_other_arguments) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "GroupByReducerDataset",
        [
            input_dataset,
            key_func_other_arguments,
            init_func_other_arguments,
            reduce_func_other_arguments,
            finalize_func_other_arguments,
        ],
        {
            "key_func": key_func,
            "init_func": init_func,
            "reduce_func": reduce_func,
            "finalize_func": finalize_func,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def group_by_window_dataset(
    input_dataset: TensorLike,
    key_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike],
    window_size_func_other_arguments: Sequence[TensorLike],
    *,
    key_func: Any,
    reduce_func: Any,
    window_size_func: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """GroupByWindowDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments,
    reduce_func_other_arguments: Treduce_func_other_arguments, window_size_func_other_arguments:
    Twindow_size_func_other_arguments) -> (handle: variant).

    """
    return apply_op(
        "GroupByWindowDataset",
        [input_dataset, key_func_other_arguments, reduce_func_other_arguments, window_size_func_other_arguments],
        {
            "key_func": key_func,
            "reduce_func": reduce_func,
            "window_size_func": window_size_func,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def ignore_errors_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    log_warning: bool = False,
    name: str | None = None,
) -> Tensor:
    """IgnoreErrorsDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "IgnoreErrorsDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "log_warning": log_warning},
        name,
    ).outputs[0]


def initialize_table_from_dataset(table_handle: TensorLike, dataset: TensorLike, name: str | None = None) -> Operation:
    """InitializeTableFromDataset(table_handle: resource, dataset: variant) -> ().

    Stateful.
    """
    return apply_op("InitializeTableFromDataset", [table_handle, dataset], {}, name)


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


def iterator_get_device(resource: TensorLike, name: str | None = None) -> Tensor:
    """IteratorGetDevice(resource: resource) -> (device: string).

    Stateful.
    """
    return apply_op("IteratorGetDevice", [resource], {}, name).outputs[0]


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


def latency_stats_dataset(
    input_dataset: TensorLike,
    tag: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """LatencyStatsDataset(input_dataset: variant, tag: string) -> (handle: variant)."""
    return apply_op(
        "LatencyStatsDataset",
        [input_dataset, tag],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def legacy_parallel_interleave_dataset_v2(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default",
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """LegacyParallelInterleaveDatasetV2(input_dataset: variant, other_arguments: Targuments, cycle_length: int64,
    block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle: variant).

    """
    return apply_op(
        "LegacyParallelInterleaveDatasetV2",
        [input_dataset, other_arguments, cycle_length, block_length, buffer_output_elements, prefetch_input_elements],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "deterministic": deterministic,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def list_dataset(
    tensors: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ListDataset(tensors: Tinput_types) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ListDataset",
        [tensors],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def load_dataset(
    path: TensorLike,
    reader_func_other_args: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    reader_func: Any,
    compression: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """LoadDataset(path: string, reader_func_other_args: Treader_func_args) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "LoadDataset",
        [path, reader_func_other_args],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "reader_func": reader_func,
            "compression": compression,
        },
        name,
    ).outputs[0]


def make_iterator(dataset: TensorLike, iterator: TensorLike, name: str | None = None) -> Operation:
    """MakeIterator(dataset: variant, iterator: resource) -> ().

    Stateful.
    """
    return apply_op("MakeIterator", [dataset, iterator], {}, name)


def map_and_batch_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    batch_size: TensorLike,
    num_parallel_calls: TensorLike,
    drop_remainder: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    preserve_cardinality: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """MapAndBatchDataset(input_dataset: variant, other_arguments: Targuments, batch_size: int64, num_parallel_calls:
    int64, drop_remainder: bool) -> (handle: variant).

    """
    return apply_op(
        "MapAndBatchDataset",
        [input_dataset, other_arguments, batch_size, num_parallel_calls, drop_remainder],
        {
            "f": f,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "preserve_cardinality": preserve_cardinality,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


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


def matching_files_dataset(patterns: TensorLike, name: str | None = None) -> Tensor:
    """MatchingFilesDataset(patterns: string) -> (handle: variant).

    Stateful.
    """
    return apply_op("MatchingFilesDataset", [patterns], {}, name).outputs[0]


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


def multi_device_iterator(
    *,
    devices: Sequence[str | bytes],
    shared_name: str | bytes,
    container: str | bytes,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """MultiDeviceIterator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "MultiDeviceIterator",
        [],
        {
            "devices": devices,
            "shared_name": shared_name,
            "container": container,
            "output_types": output_types,
            "output_shapes": output_shapes,
        },
        name,
    ).outputs[0]


def multi_device_iterator_from_string_handle(
    string_handle: TensorLike,
    *,
    output_types: Sequence[DTypeLike] = (),
    output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor:
    """MultiDeviceIteratorFromStringHandle(string_handle: string) -> (multi_device_iterator: resource).

    Stateful.
    """
    return apply_op(
        "MultiDeviceIteratorFromStringHandle",
        [string_handle],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def multi_device_iterator_get_next_from_shard(
    multi_device_iterator: TensorLike,
    shard_num: TensorLike,
    incarnation_id: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """MultiDeviceIteratorGetNextFromShard(multi_device_iterator: resource, shard_num: int32, incarnation_id: int64) ->
    (components: output_types).

    Stateful.
    """
    return list(apply_op(
        "MultiDeviceIteratorGetNextFromShard",
        [multi_device_iterator, shard_num, incarnation_id],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def multi_device_iterator_init(
    dataset: TensorLike,
    multi_device_iterator: TensorLike,
    max_buffer_size: TensorLike,
    name: str | None = None,
) -> Tensor:
    """MultiDeviceIteratorInit(dataset: variant, multi_device_iterator: resource, max_buffer_size: int64) ->
    (incarnation_id: int64).

    Stateful.
    """
    return apply_op("MultiDeviceIteratorInit", [dataset, multi_device_iterator, max_buffer_size], {}, name).outputs[0]


def multi_device_iterator_to_string_handle(multi_device_iterator: TensorLike, name: str | None = None) -> Tensor:
    """MultiDeviceIteratorToStringHandle(multi_device_iterator: resource) -> (string_handle: string).

    Stateful.
    """
    return apply_op("MultiDeviceIteratorToStringHandle", [multi_device_iterator], {}, name).outputs[0]


def non_serializable_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """NonSerializableDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "NonSerializableDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes},
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


def optimize_dataset_v2(
    input_dataset: TensorLike,
    optimizations_enabled: TensorLike,
    optimizations_disabled: TensorLike,
    optimizations_default: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    optimization_configs: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor:
    """OptimizeDatasetV2(input_dataset: variant, optimizations_enabled: string, optimizations_disabled: string,
    optimizations_default: string) -> (handle: variant).

    """
    return apply_op(
        "OptimizeDatasetV2",
        [input_dataset, optimizations_enabled, optimizations_disabled, optimizations_default],
        {"output_types": output_types, "output_shapes": output_shapes, "optimization_configs": optimization_configs},
        name,
    ).outputs[0]


def optional_from_value(components: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """OptionalFromValue(components: Toutput_types) -> (optional: variant)."""
    return apply_op("OptionalFromValue", [components], {}, name).outputs[0]


def optional_get_value(
    optional: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """OptionalGetValue(optional: variant) -> (components: output_types)."""
    return list(apply_op(
        "OptionalGetValue",
        [optional],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def optional_has_value(optional: TensorLike, name: str | None = None) -> Tensor:
    """OptionalHasValue(optional: variant) -> (has_value: bool)."""
    return apply_op("OptionalHasValue", [optional], {}, name).outputs[0]


def optional_none(name: str | None = None) -> Tensor:
    """OptionalNone() -> (optional: variant)."""
    return apply_op("OptionalNone", [], {}, name).outputs[0]


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


def parallel_filter_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    num_parallel_calls: TensorLike,
    *,
    predicate: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default",
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelFilterDataset(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64) -> (handle:
    variant).

    """
    return apply_op(
        "ParallelFilterDataset",
        [input_dataset, other_arguments, num_parallel_calls],
        {
            "predicate": predicate,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "deterministic": deterministic,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def parallel_interleave_dataset(
    input_dataset: TensorLike,
    other_arguments: Sequence[TensorLike],
    cycle_length: TensorLike,
    block_length: TensorLike,
    sloppy: TensorLike,
    buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike,
    *,
    f: Any,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ParallelInterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length:
    int64, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle: variant).

    """
    return apply_op(
        "ParallelInterleaveDataset",
        [
            input_dataset,
            other_arguments,
            cycle_length,
            block_length,
            sloppy,
            buffer_output_elements,
            prefetch_input_elements,
        ],
        {"f": f, "output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
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


def parse_example_dataset(
    input_dataset: TensorLike,
    num_parallel_calls: TensorLike,
    dense_defaults: Sequence[TensorLike],
    *,
    sparse_keys: Sequence[str | bytes],
    dense_keys: Sequence[str | bytes],
    sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    sloppy: bool = False,
    ragged_keys: Sequence[str | bytes] = (),
    ragged_value_types: Sequence[DTypeLike] = (),
    ragged_split_types: Sequence[DTypeLike] = (),
    name: str | None = None,
) -> Tensor:
    """ParseExampleDataset(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) -> (handle:
    variant).

    Tdense is one of float32, int64, string.
    """
    return apply_op(
        "ParseExampleDataset",
        [input_dataset, num_parallel_calls, dense_defaults],
        {
            "sparse_keys": sparse_keys,
            "dense_keys": dense_keys,
            "sparse_types": sparse_types,
            "dense_shapes": dense_shapes,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "sloppy": sloppy,
            "ragged_keys": ragged_keys,
            "ragged_value_types": ragged_value_types,
            "ragged_split_types": ragged_split_types,
        },
        name,
    ).outputs[0]


def parse_example_dataset_v2(
    input_dataset: TensorLike,
    num_parallel_calls: TensorLike,
    dense_defaults: Sequence[TensorLike],
    *,
    sparse_keys: Sequence[str | bytes],
    dense_keys: Sequence[str | bytes],
    sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike],
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default",
    ragged_keys: Sequence[str | bytes] = (),
    ragged_value_types: Sequence[DTypeLike] = (),
    ragged_split_types: Sequence[DTypeLike] = (),
    name: str | None = None,
) -> Tensor:
    """ParseExampleDatasetV2(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) -> (handle:
    variant).

    Tdense is one of float32, int64, string.
    """
    return apply_op(
        "ParseExampleDatasetV2",
        [input_dataset, num_parallel_calls, dense_defaults],
        {
            "sparse_keys": sparse_keys,
            "dense_keys": dense_keys,
            "sparse_types": sparse_types,
            "dense_shapes": dense_shapes,
            "output_types": output_types,
            "output_shapes": output_shapes,
            "deterministic": deterministic,
            "ragged_keys": ragged_keys,
            "ragged_value_types": ragged_value_types,
            "ragged_split_types": ragged_split_types,
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


def random_dataset(
    seed: TensorLike,
    seed2: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RandomDataset(seed: int64, seed2: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "RandomDataset",
        [seed, seed2],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def random_dataset_v2(
    seed: TensorLike,
    seed2: TensorLike,
    seed_generator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    rerandomize_each_iteration: bool = False,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RandomDatasetV2(seed: int64, seed2: int64, seed_generator: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "RandomDatasetV2",
        [seed, seed2, seed_generator],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "rerandomize_each_iteration": rerandomize_each_iteration,
            "metadata": metadata,
        },
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


def rebatch_dataset(
    input_dataset: TensorLike,
    num_replicas: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    use_fallback: bool = True,
    name: str | None = None,
) -> Tensor:
    """RebatchDataset(input_dataset: variant, num_replicas: int64) -> (handle: variant)."""
    return apply_op(
        "RebatchDataset",
        [input_dataset, num_replicas],
        {"output_types": output_types, "output_shapes": output_shapes, "use_fallback": use_fallback},
        name,
    ).outputs[0]


def rebatch_dataset_v2(
    input_dataset: TensorLike,
    batch_sizes: TensorLike,
    drop_remainder: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """RebatchDatasetV2(input_dataset: variant, batch_sizes: int64, drop_remainder: bool) -> (handle: variant)."""
    return apply_op(
        "RebatchDatasetV2",
        [input_dataset, batch_sizes, drop_remainder],
        {"output_types": output_types, "output_shapes": output_shapes},
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


def rewrite_dataset(
    input_dataset: TensorLike,
    rewrite_name: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """RewriteDataset(input_dataset: variant, rewrite_name: string) -> (handle: variant)."""
    return apply_op(
        "RewriteDataset",
        [input_dataset, rewrite_name],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def sampling_dataset(
    input_dataset: TensorLike,
    rate: TensorLike,
    seed: TensorLike,
    seed2: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """SamplingDataset(input_dataset: variant, rate: float32, seed: int64, seed2: int64) -> (handle: variant)."""
    return apply_op(
        "SamplingDataset",
        [input_dataset, rate, seed, seed2],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def save_dataset(
    input_dataset: TensorLike,
    path: TensorLike,
    shard_func_other_args: Sequence[TensorLike],
    *,
    shard_func: Any,
    compression: str | bytes = "",
    use_shard_func: bool = True,
    name: str | None = None,
) -> Operation:
    """SaveDataset(input_dataset: variant, path: string, shard_func_other_args: Tshard_func_args) -> ().

    Stateful.
    """
    return apply_op(
        "SaveDataset",
        [input_dataset, path, shard_func_other_args],
        {"shard_func": shard_func, "compression": compression, "use_shard_func": use_shard_func},
        name,
    )


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


def set_stats_aggregator_dataset(
    input_dataset: TensorLike,
    stats_aggregator: TensorLike,
    tag: TensorLike,
    counter_prefix: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """SetStatsAggregatorDataset(input_dataset: variant, stats_aggregator: resource, tag: string, counter_prefix:
    string) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "SetStatsAggregatorDataset",
        [input_dataset, stats_aggregator, tag, counter_prefix],
        {"output_types": output_types, "output_shapes": output_shapes},
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


def shuffle_and_repeat_dataset(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    seed: TensorLike,
    seed2: TensorLike,
    count: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShuffleAndRepeatDataset(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64) ->
    (handle: variant).

    """
    return apply_op(
        "ShuffleAndRepeatDataset",
        [input_dataset, buffer_size, seed, seed2, count],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "reshuffle_each_iteration": reshuffle_each_iteration,
            "metadata": metadata,
        },
        name,
    ).outputs[0]


def shuffle_and_repeat_dataset_v2(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    seed: TensorLike,
    seed2: TensorLike,
    count: TensorLike,
    seed_generator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShuffleAndRepeatDatasetV2(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64,
    seed_generator: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ShuffleAndRepeatDatasetV2",
        [input_dataset, buffer_size, seed, seed2, count, seed_generator],
        {
            "output_types": output_types,
            "output_shapes": output_shapes,
            "reshuffle_each_iteration": reshuffle_each_iteration,
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


def shuffle_dataset_v2(
    input_dataset: TensorLike,
    buffer_size: TensorLike,
    seed_generator: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ShuffleDatasetV2(input_dataset: variant, buffer_size: int64, seed_generator: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ShuffleDatasetV2",
        [input_dataset, buffer_size, seed_generator],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
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


def sleep_dataset(
    input_dataset: TensorLike,
    sleep_microseconds: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """SleepDataset(input_dataset: variant, sleep_microseconds: int64) -> (handle: variant)."""
    return apply_op(
        "SleepDataset",
        [input_dataset, sleep_microseconds],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def sliding_window_dataset(
    input_dataset: TensorLike,
    window_size: TensorLike,
    window_shift: TensorLike,
    window_stride: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    drop_remainder: bool = True,
    name: str | None = None,
) -> Tensor:
    """SlidingWindowDataset(input_dataset: variant, window_size: int64, window_shift: int64, window_stride: int64) ->
    (handle: variant).

    """
    return apply_op(
        "SlidingWindowDataset",
        [input_dataset, window_size, window_shift, window_stride],
        {"output_types": output_types, "output_shapes": output_shapes, "drop_remainder": drop_remainder},
        name,
    ).outputs[0]


def sparse_tensor_slice_dataset(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseTensorSliceDataset(indices: int64, values: Tvalues, dense_shape: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op("SparseTensorSliceDataset", [indices, values, dense_shape], {}, name).outputs[0]


def stats_aggregator_handle(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """StatsAggregatorHandle() -> (handle: resource).

    Stateful.
    """
    return apply_op("StatsAggregatorHandle", [], {"container": container, "shared_name": shared_name}, name).outputs[0]


def stats_aggregator_handle_v2(
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """StatsAggregatorHandleV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "StatsAggregatorHandleV2",
        [],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def tf_record_dataset(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    *,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TFRecordDataset(filenames: string, compression_type: string, buffer_size: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "TFRecordDataset",
        [filenames, compression_type, buffer_size],
        {"metadata": metadata},
        name,
    ).outputs[0]


def tf_record_dataset_v2(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    byte_offsets: TensorLike,
    *,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TFRecordDatasetV2(filenames: string, compression_type: string, buffer_size: int64, byte_offsets: int64) ->
    (handle: variant).

    Stateful.
    """
    return apply_op(
        "TFRecordDatasetV2",
        [filenames, compression_type, buffer_size, byte_offsets],
        {"metadata": metadata},
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


def text_line_dataset(
    filenames: TensorLike,
    compression_type: TensorLike,
    buffer_size: TensorLike,
    *,
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TextLineDataset(filenames: string, compression_type: string, buffer_size: int64) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "TextLineDataset",
        [filenames, compression_type, buffer_size],
        {"metadata": metadata},
        name,
    ).outputs[0]


def thread_pool_dataset(
    input_dataset: TensorLike,
    thread_pool: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """ThreadPoolDataset(input_dataset: variant, thread_pool: resource) -> (handle: variant).

    Stateful.
    """
    return apply_op(
        "ThreadPoolDataset",
        [input_dataset, thread_pool],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def thread_pool_handle(
    *,
    num_threads: int,
    display_name: str | bytes,
    max_intra_op_parallelism: int = 1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """ThreadPoolHandle() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "ThreadPoolHandle",
        [],
        {
            "num_threads": num_threads,
            "display_name": display_name,
            "max_intra_op_parallelism": max_intra_op_parallelism,
            "container": container,
            "shared_name": shared_name,
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


def uncompress_element(
    compressed: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]:
    """UncompressElement(compressed: variant) -> (components: output_types)."""
    return list(apply_op(
        "UncompressElement",
        [compressed],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs)


def unique_dataset(
    input_dataset: TensorLike,
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """UniqueDataset(input_dataset: variant) -> (handle: variant)."""
    return apply_op(
        "UniqueDataset",
        [input_dataset],
        {"output_types": output_types, "output_shapes": output_shapes, "metadata": metadata},
        name,
    ).outputs[0]


def unwrap_dataset_variant(input_handle: TensorLike, name: str | None = None) -> Tensor:
    """UnwrapDatasetVariant(input_handle: variant) -> (output_handle: variant)."""
    return apply_op("UnwrapDatasetVariant", [input_handle], {}, name).outputs[0]


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


def window_op(
    inputs: Sequence[TensorLike],
    *,
    output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor:
    """WindowOp(inputs: Tinputs) -> (handle: variant)."""
    return apply_op(
        "WindowOp",
        [inputs],
        {"output_types": output_types, "output_shapes": output_shapes},
        name,
    ).outputs[0]


def wrap_dataset_variant(input_handle: TensorLike, name: str | None = None) -> Tensor:
    """WrapDatasetVariant(input_handle: variant) -> (output_handle: variant)."""
    return apply_op("WrapDatasetVariant", [input_handle], {}, name).outputs[0]


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
