"""Input pipelines with elements that cannot be made; see `dataset_programs`."""
from __future__ import annotations

from typing import Any

from tests.kernels.dataset_programs import after, mapped_with_errors, numbers, pipeline, slices


@pipeline
def zipped_with_errors(tf: Any) -> Any:
    def inverse(x: Any) -> Any:
        return tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), "division")

    first, second = numbers(tf, -1, 5).map(inverse), numbers(tf, -2, 3).map(inverse)
    return tf.compat.v1.data.Dataset.zip((first, second, numbers(tf, 9)))


@pipeline
def windows_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).window(2).flat_map(lambda window: window.batch(2))


@pipeline
def an_error_in_every_stage(tf: Any) -> Any:
    dataset = mapped_with_errors(tf).shuffle(2, seed=4).repeat(2).shard(2, 1).cache().batch(2)
    return dataset.prefetch(1).unbatch().take(9).skip(1)


@pipeline
def overlapping_batches_with_errors(tf: Any) -> Any:
    sizes = {"window_size": 2, "window_shift": 3, "window_stride": 1, "drop_remainder": False}
    spec = tf.TensorSpec([None], tf.float32)
    return after(tf, "SlidingWindowDataset", mapped_with_errors(tf).repeat(3), spec, **sizes)


@pipeline
def batches_apart_with_errors(tf: Any) -> Any:
    sizes = {"window_size": 1, "window_shift": 2, "window_stride": 1, "drop_remainder": False}
    spec = tf.TensorSpec([None], tf.float32)
    return after(tf, "SlidingWindowDataset", mapped_with_errors(tf).repeat(2), spec, **sizes)


@pipeline
def windows_apart_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(2).window(1, shift=2).flat_map(lambda window: window.batch(2))


@pipeline
def rebatched_with_errors(tf: Any) -> Any:
    spec = tf.TensorSpec([None], tf.float32)
    batches = mapped_with_errors(tf).repeat(3).batch(2)
    return after(tf, "RebatchDatasetV2", batches, spec, batch_sizes=3, drop_remainder=False)


def _inverse(tf: Any, x: Any) -> Any:
    return tf.debugging.check_numerics(1.0 / tf.cast(x - 1, tf.float32), "division")


@pipeline
def grouped_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(4).apply(
        tf.data.experimental.group_by_window(lambda x: tf.cast(x, tf.int64), lambda _, group: group.batch(2), 2)
    )


@pipeline
def reduced_with_errors(tf: Any) -> Any:
    reducer = tf.data.experimental.Reducer(lambda _: 0.0, lambda state, x: state + x, lambda state: state)
    grouped = tf.data.experimental.group_by_reducer(lambda x: tf.cast(x, tf.int64), reducer)
    return mapped_with_errors(tf).repeat(2).apply(grouped)


@pipeline
def chosen_with_errors(tf: Any) -> Any:
    choices = numbers(tf, 9).map(lambda x: x % 2)
    datasets = [mapped_with_errors(tf).repeat(), numbers(tf, 4).map(lambda x: tf.cast(x, tf.float32) * 10)]
    return tf.compat.v1.data.experimental.choose_from_datasets(datasets, choices)


@pipeline
def functions_that_fail(tf: Any) -> Any:
    keyed = tf.data.experimental.group_by_window(
        lambda x: tf.cast(_inverse(tf, x) * 3, tf.int64), lambda key, group: group.batch(3), 2
    )
    return numbers(tf, 7).apply(keyed)


@pipeline
def scanned_with_errors(tf: Any) -> Any:
    return numbers(tf, 5).scan(0.5, lambda state, x: (state + 1, state * _inverse(tf, x)))


@pipeline
def flattened_with_errors(tf: Any) -> Any:
    return numbers(tf, 4).flat_map(lambda x: slices(tf, tf.fill([2], _inverse(tf, x))))


@pipeline
def filtered_with_errors(tf: Any) -> Any:
    return numbers(tf, 6).filter(lambda x: _inverse(tf, x) < 0.4).take_while(lambda x: _inverse(tf, x - 3) > 0)


@pipeline
def sampled_with_errors(tf: Any) -> Any:
    spec, seeds = tf.TensorSpec([], tf.float32), {"seed": 1, "seed2": 2}
    return after(tf, "SamplingDataset", mapped_with_errors(tf).repeat(3), spec, rate=0.6, **seeds)


@pipeline
def shuffled_and_repeated_with_errors(tf: Any) -> Any:
    seeds = {"seed": 3, "seed2": 7, "count": 2, "buffer_size": 2}
    return after(tf, "ShuffleAndRepeatDataset", mapped_with_errors(tf), tf.TensorSpec([], tf.float32), **seeds)


@pipeline
def cached_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).cache().repeat(2)


@pipeline
def dense_to_sparse_with_errors(tf: Any) -> Any:
    rows = mapped_with_errors(tf).repeat(2).map(lambda x: tf.fill([2], x))
    return rows.apply(tf.data.experimental.dense_to_sparse_batch(3, [2])).map(lambda x: (x.indices, x.values))


@pipeline
def padded_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(2).map(lambda x: tf.fill([2], x)).padded_batch(3, [3])


@pipeline
def unique_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(2).map(lambda x: tf.cast(x * 2, tf.int64)).unique()


@pipeline
def skipped_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(4).skip(3)


@pipeline
def sharded_with_errors(tf: Any) -> Any:
    return mapped_with_errors(tf).repeat(5).shard(5, 3)


@pipeline
def sharded_with_enough_but_errors(tf: Any) -> Any:
    options = {"num_shards": 3, "index": 0, "require_non_empty": True}
    return after(tf, "ShardDataset", mapped_with_errors(tf).repeat(3), tf.TensorSpec([], tf.float32), **options)
