# Generated from protos/ops/dataset.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def anonymous_iterator(
    *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


class AnonymousIteratorV2Outputs(NamedTuple):
    """The outputs of AnonymousIteratorV2."""

    handle: Tensor
    deleter: Tensor


def anonymous_iterator_v2(
    *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> AnonymousIteratorV2Outputs: ...


def anonymous_iterator_v3(
    *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


class AnonymousMemoryCacheOutputs(NamedTuple):
    """The outputs of AnonymousMemoryCache."""

    handle: Tensor
    deleter: Tensor


def anonymous_memory_cache(name: str | None = None) -> AnonymousMemoryCacheOutputs: ...


class AnonymousMultiDeviceIteratorOutputs(NamedTuple):
    """The outputs of AnonymousMultiDeviceIterator."""

    handle: Tensor
    deleter: Tensor


def anonymous_multi_device_iterator(
    *, devices: Sequence[str | bytes], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> AnonymousMultiDeviceIteratorOutputs: ...


def anonymous_multi_device_iterator_v3(
    *, devices: Sequence[str | bytes], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


class AnonymousRandomSeedGeneratorOutputs(NamedTuple):
    """The outputs of AnonymousRandomSeedGenerator."""

    handle: Tensor
    deleter: Tensor


def anonymous_random_seed_generator(
    seed: TensorLike, seed2: TensorLike, name: str | None = None,
) -> AnonymousRandomSeedGeneratorOutputs: ...


class AnonymousSeedGeneratorOutputs(NamedTuple):
    """The outputs of AnonymousSeedGenerator."""

    handle: Tensor
    deleter: Tensor


def anonymous_seed_generator(
    seed: TensorLike, seed2: TensorLike, reshuffle: TensorLike, name: str | None = None,
) -> AnonymousSeedGeneratorOutputs: ...


def assert_cardinality_dataset(
    input_dataset: TensorLike, cardinality: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def auto_shard_dataset(
    input_dataset: TensorLike, num_workers: TensorLike, index: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], auto_shard_policy: int = 0, num_replicas: int = 0, name: str | None = None,
) -> Tensor: ...


def batch_dataset(
    input_dataset: TensorLike, batch_size: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def batch_dataset_v2(
    input_dataset: TensorLike, batch_size: TensorLike, drop_remainder: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], parallel_copy: bool = False,
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def bytes_produced_stats_dataset(
    input_dataset: TensorLike, tag: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def csv_dataset(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, header: TensorLike,
    field_delim: TensorLike, use_quote_delim: TensorLike, na_value: TensorLike, select_cols: TensorLike,
    record_defaults: Sequence[TensorLike], *, output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def csv_dataset_v2(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, header: TensorLike,
    field_delim: TensorLike, use_quote_delim: TensorLike, na_value: TensorLike, select_cols: TensorLike,
    record_defaults: Sequence[TensorLike], exclude_cols: TensorLike, *, output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def cache_dataset(
    input_dataset: TensorLike, filename: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def cache_dataset_v2(
    input_dataset: TensorLike, filename: TensorLike, cache: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def choose_fastest_branch_dataset(
    input_dataset: TensorLike, ratio_numerator: TensorLike, ratio_denominator: TensorLike,
    other_arguments: Sequence[TensorLike], *, num_elements_per_branch: int, branches: Sequence[Any],
    other_arguments_lengths: Sequence[int], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def choose_fastest_dataset(
    input_datasets: Sequence[TensorLike], *, num_experiments: int, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def compress_element(components: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def compute_batch_size(input_dataset: TensorLike, name: str | None = None) -> Tensor: ...


def concatenate_dataset(
    input_dataset: TensorLike, another_dataset: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def dataset_cardinality(
    input_dataset: TensorLike, *, cardinality_options: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def dataset_to_single_element(
    dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def dataset_to_tf_record(
    input_dataset: TensorLike, filename: TensorLike, compression_type: TensorLike, name: str | None = None,
) -> Operation: ...


def delete_iterator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation: ...


def delete_memory_cache(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation: ...


def delete_multi_device_iterator(
    multi_device_iterator: TensorLike, iterators: Sequence[TensorLike], deleter: TensorLike, name: str | None = None,
) -> Operation: ...


def delete_random_seed_generator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation: ...


def delete_seed_generator(handle: TensorLike, deleter: TensorLike, name: str | None = None) -> Operation: ...


def dense_to_sparse_batch_dataset(
    input_dataset: TensorLike, batch_size: TensorLike, row_shape: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def directed_interleave_dataset(
    selector_input_dataset: TensorLike, data_input_datasets: Sequence[TensorLike], *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], stop_on_empty_dataset: bool = False,
    name: str | None = None,
) -> Tensor: ...


def dummy_memory_cache(name: str | None = None) -> Tensor: ...


def dummy_seed_generator(name: str | None = None) -> Tensor: ...


def experimental_auto_shard_dataset(
    input_dataset: TensorLike, num_workers: TensorLike, index: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], auto_shard_policy: int = 0, name: str | None = None,
) -> Tensor: ...


def experimental_bytes_produced_stats_dataset(
    input_dataset: TensorLike, tag: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_csv_dataset(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, header: TensorLike,
    field_delim: TensorLike, use_quote_delim: TensorLike, na_value: TensorLike, select_cols: TensorLike,
    record_defaults: Sequence[TensorLike], *, output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_choose_fastest_dataset(
    input_datasets: Sequence[TensorLike], *, num_experiments: int, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_dataset_cardinality(input_dataset: TensorLike, name: str | None = None) -> Tensor: ...


def experimental_dataset_to_tf_record(
    input_dataset: TensorLike, filename: TensorLike, compression_type: TensorLike, name: str | None = None,
) -> Operation: ...


def experimental_dense_to_sparse_batch_dataset(
    input_dataset: TensorLike, batch_size: TensorLike, row_shape: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_directed_interleave_dataset(
    selector_input_dataset: TensorLike, data_input_datasets: Sequence[TensorLike], *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_group_by_reducer_dataset(
    input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
    init_func_other_arguments: Sequence[TensorLike], reduce_func_other_arguments: Sequence[TensorLike],
    finalize_func_other_arguments: Sequence[TensorLike], *, key_func: Any, init_func: Any, reduce_func: Any,
    finalize_func: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def experimental_group_by_window_dataset(
    input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike], window_size_func_other_arguments: Sequence[TensorLike], *,
    key_func: Any, reduce_func: Any, window_size_func: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_ignore_errors_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    log_warning: bool = False, name: str | None = None,
) -> Tensor: ...


def experimental_iterator_get_device(resource: TensorLike, name: str | None = None) -> Tensor: ...


def experimental_latency_stats_dataset(
    input_dataset: TensorLike, tag: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_map_and_batch_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], batch_size: TensorLike,
    num_parallel_calls: TensorLike, drop_remainder: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], preserve_cardinality: bool = False, name: str | None = None,
) -> Tensor: ...


def experimental_map_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], use_inter_op_parallelism: bool = True, preserve_cardinality: bool = False,
    force_synchronous: bool = False, name: str | None = None,
) -> Tensor: ...


def experimental_matching_files_dataset(patterns: TensorLike, name: str | None = None) -> Tensor: ...


def experimental_max_intra_op_parallelism_dataset(
    input_dataset: TensorLike, max_intra_op_parallelism: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_non_serializable_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def experimental_parallel_interleave_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, sloppy: TensorLike, buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_parse_example_dataset(
    input_dataset: TensorLike, num_parallel_calls: TensorLike, dense_defaults: Sequence[TensorLike], *,
    sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    sloppy: bool = False, name: str | None = None,
) -> Tensor: ...


def experimental_private_thread_pool_dataset(
    input_dataset: TensorLike, num_threads: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_random_dataset(
    seed: TensorLike, seed2: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def experimental_rebatch_dataset(
    input_dataset: TensorLike, num_replicas: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], use_fallback: bool = True, name: str | None = None,
) -> Tensor: ...


def experimental_scan_dataset(
    input_dataset: TensorLike, initial_state: Sequence[TensorLike], other_arguments: Sequence[TensorLike], *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], preserve_cardinality: bool = False,
    name: str | None = None,
) -> Tensor: ...


def experimental_set_stats_aggregator_dataset(
    input_dataset: TensorLike, stats_aggregator: TensorLike, tag: TensorLike, counter_prefix: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_sleep_dataset(
    input_dataset: TensorLike, sleep_microseconds: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_sliding_window_dataset(
    input_dataset: TensorLike, window_size: TensorLike, window_shift: TensorLike, window_stride: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_stats_aggregator_handle(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def experimental_take_while_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, predicate: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_thread_pool_dataset(
    input_dataset: TensorLike, thread_pool: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def experimental_thread_pool_handle(
    *, num_threads: int, display_name: str | bytes, max_intra_op_parallelism: int = 1, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def experimental_unbatch_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def experimental_unique_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def filter_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, predicate: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def finalize_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    has_captured_ref: bool = False, name: str | None = None,
) -> Tensor: ...


def fixed_length_record_dataset(
    filenames: TensorLike, header_bytes: TensorLike, record_bytes: TensorLike, footer_bytes: TensorLike,
    buffer_size: TensorLike, *, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def fixed_length_record_dataset_v2(
    filenames: TensorLike, header_bytes: TensorLike, record_bytes: TensorLike, footer_bytes: TensorLike,
    buffer_size: TensorLike, compression_type: TensorLike, *, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def flat_map_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def generator_dataset(
    init_func_other_args: Sequence[TensorLike], next_func_other_args: Sequence[TensorLike],
    finalize_func_other_args: Sequence[TensorLike], *, init_func: Any, next_func: Any, finalize_func: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def get_element_at_index(
    dataset: TensorLike, index: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def get_options(input_dataset: TensorLike, name: str | None = None) -> Tensor: ...


def group_by_reducer_dataset(
    input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
    init_func_other_arguments: Sequence[TensorLike], reduce_func_other_arguments: Sequence[TensorLike],
    finalize_func_other_arguments: Sequence[TensorLike], *, key_func: Any, init_func: Any, reduce_func: Any,
    finalize_func: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def group_by_window_dataset(
    input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
    reduce_func_other_arguments: Sequence[TensorLike], window_size_func_other_arguments: Sequence[TensorLike], *,
    key_func: Any, reduce_func: Any, window_size_func: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def ignore_errors_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    log_warning: bool = False, name: str | None = None,
) -> Tensor: ...


def initialize_table_from_dataset(
    table_handle: TensorLike, dataset: TensorLike, name: str | None = None,
) -> Operation: ...


def interleave_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, *, f: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def iterator(
    *, shared_name: str | bytes, container: str | bytes, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def iterator_from_string_handle(
    string_handle: TensorLike, *, output_types: Sequence[DTypeLike] = (), output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor: ...


def iterator_from_string_handle_v2(
    string_handle: TensorLike, *, output_types: Sequence[DTypeLike] = (), output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor: ...


def iterator_get_device(resource: TensorLike, name: str | None = None) -> Tensor: ...


def iterator_get_next(
    iterator: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def iterator_get_next_as_optional(
    iterator: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def iterator_get_next_sync(
    iterator: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def iterator_to_string_handle(resource_handle: TensorLike, name: str | None = None) -> Tensor: ...


def iterator_v2(
    *, shared_name: str | bytes, container: str | bytes, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def latency_stats_dataset(
    input_dataset: TensorLike, tag: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def legacy_parallel_interleave_dataset_v2(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, buffer_output_elements: TensorLike, prefetch_input_elements: TensorLike, *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], deterministic: str | bytes = "default",
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def list_dataset(
    tensors: Sequence[TensorLike], *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def load_dataset(
    path: TensorLike, reader_func_other_args: Sequence[TensorLike], *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], reader_func: Any, compression: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def make_iterator(dataset: TensorLike, iterator: TensorLike, name: str | None = None) -> Operation: ...


def map_and_batch_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], batch_size: TensorLike,
    num_parallel_calls: TensorLike, drop_remainder: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], preserve_cardinality: bool = False, metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def map_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], use_inter_op_parallelism: bool = True, preserve_cardinality: bool = False,
    force_synchronous: bool = False, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def matching_files_dataset(patterns: TensorLike, name: str | None = None) -> Tensor: ...


def max_intra_op_parallelism_dataset(
    input_dataset: TensorLike, max_intra_op_parallelism: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def model_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    algorithm: int = 0, cpu_budget: int = 0, ram_budget: int = 0, name: str | None = None,
) -> Tensor: ...


def multi_device_iterator(
    *, devices: Sequence[str | bytes], shared_name: str | bytes, container: str | bytes,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def multi_device_iterator_from_string_handle(
    string_handle: TensorLike, *, output_types: Sequence[DTypeLike] = (), output_shapes: Sequence[ShapeLike] = (),
    name: str | None = None,
) -> Tensor: ...


def multi_device_iterator_get_next_from_shard(
    multi_device_iterator: TensorLike, shard_num: TensorLike, incarnation_id: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> list[Tensor]: ...


def multi_device_iterator_init(
    dataset: TensorLike, multi_device_iterator: TensorLike, max_buffer_size: TensorLike, name: str | None = None,
) -> Tensor: ...


def multi_device_iterator_to_string_handle(multi_device_iterator: TensorLike, name: str | None = None) -> Tensor: ...


def non_serializable_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def one_shot_iterator(
    *, dataset_factory: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def optimize_dataset(
    input_dataset: TensorLike, optimizations: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], optimization_configs: Sequence[str | bytes] = (), name: str | None = None,
) -> Tensor: ...


def optimize_dataset_v2(
    input_dataset: TensorLike, optimizations_enabled: TensorLike, optimizations_disabled: TensorLike,
    optimizations_default: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    optimization_configs: Sequence[str | bytes] = (), name: str | None = None,
) -> Tensor: ...


def optional_from_value(components: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def optional_get_value(
    optional: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def optional_has_value(optional: TensorLike, name: str | None = None) -> Tensor: ...


def optional_none(name: str | None = None) -> Tensor: ...


def options_dataset(
    input_dataset: TensorLike, *, serialized_options: str | bytes, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def padded_batch_dataset(
    input_dataset: TensorLike, batch_size: TensorLike, padded_shapes: Sequence[TensorLike],
    padding_values: Sequence[TensorLike], *, output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def padded_batch_dataset_v2(
    input_dataset: TensorLike, batch_size: TensorLike, padded_shapes: Sequence[TensorLike],
    padding_values: Sequence[TensorLike], drop_remainder: TensorLike, *, output_shapes: Sequence[ShapeLike],
    parallel_copy: bool = False, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_batch_dataset(
    input_dataset: TensorLike, batch_size: TensorLike, num_parallel_calls: TensorLike, drop_remainder: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], parallel_copy: bool = False,
    deterministic: str | bytes = "default", metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_filter_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], num_parallel_calls: TensorLike, *,
    predicate: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default", metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_interleave_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, sloppy: TensorLike, buffer_output_elements: TensorLike,
    prefetch_input_elements: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_interleave_dataset_v2(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, num_parallel_calls: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], sloppy: bool = False, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_interleave_dataset_v3(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, num_parallel_calls: TensorLike, *, f: Any, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], deterministic: str | bytes = "default", metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def parallel_interleave_dataset_v4(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], cycle_length: TensorLike,
    block_length: TensorLike, buffer_output_elements: TensorLike, prefetch_input_elements: TensorLike,
    num_parallel_calls: TensorLike, *, f: Any, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default", metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_map_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], num_parallel_calls: TensorLike, *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], use_inter_op_parallelism: bool = True,
    sloppy: bool = False, preserve_cardinality: bool = False, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parallel_map_dataset_v2(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], num_parallel_calls: TensorLike, *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], use_inter_op_parallelism: bool = True,
    deterministic: str | bytes = "default", preserve_cardinality: bool = False,
    use_unbounded_threadpool: bool = False, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def parse_example_dataset(
    input_dataset: TensorLike, num_parallel_calls: TensorLike, dense_defaults: Sequence[TensorLike], *,
    sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    sloppy: bool = False, ragged_keys: Sequence[str | bytes] = (), ragged_value_types: Sequence[DTypeLike] = (),
    ragged_split_types: Sequence[DTypeLike] = (), name: str | None = None,
) -> Tensor: ...


def parse_example_dataset_v2(
    input_dataset: TensorLike, num_parallel_calls: TensorLike, dense_defaults: Sequence[TensorLike], *,
    sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
    dense_shapes: Sequence[ShapeLike], output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    deterministic: str | bytes = "default", ragged_keys: Sequence[str | bytes] = (),
    ragged_value_types: Sequence[DTypeLike] = (), ragged_split_types: Sequence[DTypeLike] = (),
    name: str | None = None,
) -> Tensor: ...


def prefetch_dataset(
    input_dataset: TensorLike, buffer_size: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], slack_period: int = 0, legacy_autotune: bool = True,
    buffer_size_min: int = 0, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def private_thread_pool_dataset(
    input_dataset: TensorLike, num_threads: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def random_dataset(
    seed: TensorLike, seed2: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def random_dataset_v2(
    seed: TensorLike, seed2: TensorLike, seed_generator: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], rerandomize_each_iteration: bool = False, metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def range_dataset(
    start: TensorLike, stop: TensorLike, step: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", replicate_on_split: bool = False,
    name: str | None = None,
) -> Tensor: ...


def rebatch_dataset(
    input_dataset: TensorLike, num_replicas: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], use_fallback: bool = True, name: str | None = None,
) -> Tensor: ...


def rebatch_dataset_v2(
    input_dataset: TensorLike, batch_sizes: TensorLike, drop_remainder: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def reduce_dataset(
    input_dataset: TensorLike, initial_state: Sequence[TensorLike], other_arguments: Sequence[TensorLike], *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], use_inter_op_parallelism: bool = True,
    metadata: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def repeat_dataset(
    input_dataset: TensorLike, count: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def rewrite_dataset(
    input_dataset: TensorLike, rewrite_name: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def sampling_dataset(
    input_dataset: TensorLike, rate: TensorLike, seed: TensorLike, seed2: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def save_dataset(
    input_dataset: TensorLike, path: TensorLike, shard_func_other_args: Sequence[TensorLike], *, shard_func: Any,
    compression: str | bytes = "", use_shard_func: bool = True, name: str | None = None,
) -> Operation: ...


def scan_dataset(
    input_dataset: TensorLike, initial_state: Sequence[TensorLike], other_arguments: Sequence[TensorLike], *, f: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], preserve_cardinality: bool = False,
    use_default_device: bool = True, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def set_stats_aggregator_dataset(
    input_dataset: TensorLike, stats_aggregator: TensorLike, tag: TensorLike, counter_prefix: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def shard_dataset(
    input_dataset: TensorLike, num_shards: TensorLike, index: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], require_non_empty: bool = False, metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def shuffle_and_repeat_dataset(
    input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike, seed2: TensorLike, count: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def shuffle_and_repeat_dataset_v2(
    input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike, seed2: TensorLike, count: TensorLike,
    seed_generator: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def shuffle_dataset(
    input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike, seed2: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], reshuffle_each_iteration: bool = True,
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def shuffle_dataset_v2(
    input_dataset: TensorLike, buffer_size: TensorLike, seed_generator: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def shuffle_dataset_v3(
    input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike, seed2: TensorLike,
    seed_generator: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    reshuffle_each_iteration: bool = True, metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def skip_dataset(
    input_dataset: TensorLike, count: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def sleep_dataset(
    input_dataset: TensorLike, sleep_microseconds: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def sliding_window_dataset(
    input_dataset: TensorLike, window_size: TensorLike, window_shift: TensorLike, window_stride: TensorLike, *,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], drop_remainder: bool = True,
    name: str | None = None,
) -> Tensor: ...


def sparse_tensor_slice_dataset(
    indices: TensorLike, values: TensorLike, dense_shape: TensorLike, name: str | None = None,
) -> Tensor: ...


def stats_aggregator_handle(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def stats_aggregator_handle_v2(
    *, container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def tf_record_dataset(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, *, metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def tf_record_dataset_v2(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, byte_offsets: TensorLike, *,
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def take_dataset(
    input_dataset: TensorLike, count: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def take_while_dataset(
    input_dataset: TensorLike, other_arguments: Sequence[TensorLike], *, predicate: Any,
    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def tensor_dataset(
    components: Sequence[TensorLike], *, output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def tensor_slice_dataset(
    components: Sequence[TensorLike], *, output_shapes: Sequence[ShapeLike], is_files: bool = False,
    metadata: str | bytes = "", replicate_on_split: bool = False, name: str | None = None,
) -> Tensor: ...


def text_line_dataset(
    filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, *, metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def thread_pool_dataset(
    input_dataset: TensorLike, thread_pool: TensorLike, *, output_types: Sequence[DTypeLike],
    output_shapes: Sequence[ShapeLike], name: str | None = None,
) -> Tensor: ...


def thread_pool_handle(
    *, num_threads: int, display_name: str | bytes, max_intra_op_parallelism: int = 1, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def unbatch_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def uncompress_element(
    compressed: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def unique_dataset(
    input_dataset: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def unwrap_dataset_variant(input_handle: TensorLike, name: str | None = None) -> Tensor: ...


def window_dataset(
    input_dataset: TensorLike, size: TensorLike, shift: TensorLike, stride: TensorLike, drop_remainder: TensorLike,
    *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def window_op(
    inputs: Sequence[TensorLike], *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    name: str | None = None,
) -> Tensor: ...


def wrap_dataset_variant(input_handle: TensorLike, name: str | None = None) -> Tensor: ...


def zip_dataset(
    input_datasets: Sequence[TensorLike], *, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
    metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...
