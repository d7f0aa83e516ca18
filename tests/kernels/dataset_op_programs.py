"""Input pipelines of the less usual datasets; see `dataset_programs`."""
from __future__ import annotations

from typing import Any

from tests.kernels.dataset_programs import (
    a_number,
    after,
    declared,
    mapped_with_errors,
    numbers,
    of_node,
    pipeline,
    slices,
)

# ---- in random order, and of random numbers


@pipeline
def shuffled_and_repeated(tf: Any) -> Any:
    seeds = {"seed": 3, "seed2": 7, "count": 3}
    return after(tf, "ShuffleAndRepeatDataset", numbers(tf, 9), a_number(tf), buffer_size=4, **seeds)


@pipeline
def shuffled_and_repeated_through_few(tf: Any) -> Any:
    seeds = {"seed": 5, "seed2": 1, "count": 7}
    return after(tf, "ShuffleAndRepeatDataset", numbers(tf, 2), a_number(tf), buffer_size=30, **seeds)


@pipeline
def shuffled_and_repeated_alike(tf: Any) -> Any:
    options = {"seed": 3, "seed2": 7, "count": -1, "reshuffle_each_iteration": False}
    return after(tf, "ShuffleAndRepeatDataset", numbers(tf, 5), a_number(tf), buffer_size=2, **options).take(17)


@pipeline
def nothing_shuffled_and_repeated(tf: Any) -> Any:
    seeds = {"seed": 3, "seed2": 7, "count": -1}
    return after(tf, "ShuffleAndRepeatDataset", numbers(tf, 0), a_number(tf), buffer_size=2, **seeds)


@pipeline
def shuffled_by_a_generator(tf: Any) -> Any:
    generator, _ = tf.raw_ops.AnonymousSeedGenerator(seed=3, seed2=4, reshuffle=True)
    return after(
        tf, "ShuffleDatasetV2", numbers(tf, 9), a_number(tf), buffer_size=5, seed_generator=generator
    ).repeat(2)


@pipeline
def random_numbers(tf: Any) -> Any:
    return of_node(tf, "RandomDataset", a_number(tf), seed=11, seed2=12, **declared(tf, a_number(tf))).take(6).repeat(2)


@pipeline
def random_numbers_anew(tf: Any) -> Any:
    generator, _ = tf.raw_ops.AnonymousSeedGenerator(seed=11, seed2=12, reshuffle=True)
    options = {"seed_generator": generator, "rerandomize_each_iteration": True, **declared(tf, a_number(tf))}
    return of_node(tf, "RandomDatasetV2", a_number(tf), seed=11, seed2=12, **options).take(6).repeat(2)


@pipeline
def sampled(tf: Any) -> Any:
    return after(
        tf, "SamplingDataset", numbers(tf, 40), a_number(tf), rate=0.3, seed=9, seed2=2
    ).repeat(2)


@pipeline
def sampled_from_datasets(tf: Any) -> Any:
    datasets = [numbers(tf, 9), numbers(tf, 10, 14), numbers(tf, 20, 29)]
    return tf.compat.v1.data.experimental.sample_from_datasets(datasets, [0.5, 0.2, 0.3], seed=4)


# ---- chosen among others


@pipeline
def chosen_from_datasets(tf: Any) -> Any:
    choices = slices(tf, [0, 1, 0, 0, 0, 1, 1, 0]).map(lambda x: tf.cast(x, tf.int64))
    return tf.compat.v1.data.experimental.choose_from_datasets([numbers(tf, 3), numbers(tf, 10, 14)], choices)


@pipeline
def chosen_until_one_is_over(tf: Any) -> Any:
    choices = slices(tf, [0, 1, 0, 0, 0, 1, 1, 0]).map(lambda x: tf.cast(x, tf.int64))
    return tf.compat.v1.data.experimental.choose_from_datasets(
        [numbers(tf, 3), numbers(tf, 10, 14)], choices, stop_on_empty_dataset=True
    )


@pipeline
def chosen_out_of_range(tf: Any) -> Any:
    choices = numbers(tf, -1, 4)
    return tf.compat.v1.data.experimental.choose_from_datasets([numbers(tf, 3), numbers(tf, 10, 14)], choices)


# ---- by keys


@pipeline
def grouped_by_reducer(tf: Any) -> Any:
    factor = tf.constant(3, tf.int64)
    reducer = tf.data.experimental.Reducer(
        lambda key: (key, tf.constant(0, tf.int64)), lambda state, x: (state[0], state[1] + x), lambda *state: state
    )
    return numbers(tf, 10).apply(tf.data.experimental.group_by_reducer(lambda x: -x % factor - 1, reducer))


@pipeline
def grouped_by_window(tf: Any) -> Any:
    return numbers(tf, 14).apply(
        tf.data.experimental.group_by_window(
            lambda x: x % 3, lambda key, group: group.map(lambda x: x * 10 + key).batch(4), window_size=3
        )
    )


@pipeline
def grouped_by_window_of_each_key(tf: Any) -> Any:
    pairs = numbers(tf, 13).map(lambda x: (x, tf.strings.as_string(x)))
    return pairs.apply(
        tf.data.experimental.group_by_window(
            lambda x, y: x % 2, lambda key, group: group.batch(9).skip(key), window_size_func=lambda key: key + 2
        )
    )


@pipeline
def grouped_by_windows_of_nothing(tf: Any) -> Any:
    return numbers(tf, 5).apply(
        tf.data.experimental.group_by_window(lambda x: x, lambda _, group: group, window_size_func=lambda key: 2 - key)
    )


@pipeline
def bucketed_by_length(tf: Any) -> Any:
    rows = numbers(tf, 11).map(lambda x: tf.fill([x % 5], x))
    return rows.apply(
        tf.data.experimental.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [2, 4], [2, 3, 1])
    )


# ---- batches


@pipeline
def cut_batches(tf: Any) -> Any:
    spec = tf.TensorSpec([None], tf.int64)
    return after(tf, "RebatchDataset", numbers(tf, 7).batch(5), spec, num_replicas=3)


@pipeline
def cut_and_joined_batches(tf: Any) -> Any:
    spec = tf.TensorSpec([None], tf.int64)
    return after(tf, "RebatchDatasetV2", numbers(tf, 11).batch(4), spec, batch_sizes=[2, 0, 3], drop_remainder=False)


@pipeline
def cut_and_joined_full_batches(tf: Any) -> Any:
    spec = tf.TensorSpec([None], tf.int64)
    return after(tf, "RebatchDatasetV2", numbers(tf, 7).batch(4), spec, batch_sizes=[3, 0], drop_remainder=True)


@pipeline
def joined_batches(tf: Any) -> Any:
    spec = tf.TensorSpec([None], tf.int64)
    return after(tf, "RebatchDatasetV2", numbers(tf, 6).batch(2), spec, batch_sizes=5, drop_remainder=False)


@pipeline
def overlapping_batches(tf: Any) -> Any:
    sizes = {"window_size": 3, "window_shift": 2, "window_stride": 2, "drop_remainder": False}
    return after(tf, "SlidingWindowDataset", numbers(tf, 8), tf.TensorSpec([None], tf.int64), **sizes)


@pipeline
def mapped_and_batched(tf: Any) -> Any:
    return numbers(tf, 7).apply(
        tf.data.experimental.map_and_batch(lambda x: (x * x, tf.strings.as_string(x)), 3, drop_remainder=False)
    )


@pipeline
def mapped_and_batched_with_errors(tf: Any) -> Any:
    def divided(x: Any) -> Any:
        return tf.debugging.check_numerics(1.0 / tf.cast(x - 4, tf.float32), "division")

    return numbers(tf, 11).apply(tf.data.experimental.map_and_batch(divided, 3, drop_remainder=True))


@pipeline
def mapped_and_batched_different_shapes(tf: Any) -> Any:
    return numbers(tf, 1, 6).apply(tf.data.experimental.map_and_batch(lambda x: tf.fill([x // 2], x), 2))


@pipeline
def dense_to_sparse_batches(tf: Any) -> Any:
    rows = numbers(tf, 5).map(lambda x: tf.fill([x], x))
    return rows.apply(tf.data.experimental.dense_to_sparse_batch(2, [3])).map(lambda x: (x.indices, x.values))


@pipeline
def slices_of_a_sparse_tensor(tf: Any) -> Any:
    sparse = tf.SparseTensor([[0, 1], [0, 2], [2, 0]], ["a", "b", "c"], [4, 3])
    dataset = tf.compat.v1.data.Dataset.from_sparse_tensor_slices(sparse)
    return dataset.map(lambda *parts: parts)


# ---- looked at


@pipeline
def with_errors_ignored(tf: Any) -> Any:
    return mapped_with_errors(tf).apply(tf.data.experimental.ignore_errors()).repeat(2)


@pipeline
def of_asserted_cardinality(tf: Any) -> Any:
    return numbers(tf, 3).filter(lambda x: x < 2).apply(tf.data.experimental.assert_cardinality(2)).repeat(2)


@pipeline
def fewer_than_asserted(tf: Any) -> Any:
    return numbers(tf, 3).apply(tf.data.experimental.assert_cardinality(4))


@pipeline
def more_than_asserted(tf: Any) -> Any:
    return numbers(tf, 3).apply(tf.data.experimental.assert_cardinality(2))


@pipeline
def unique(tf: Any) -> Any:
    return numbers(tf, 9).map(lambda x: tf.fill([x % 3], x % 4)).unique().repeat(2)


@pipeline
def unique_strings(tf: Any) -> Any:
    return slices(tf, ["b", "a", "b", "", "a", "", "c"]).unique()


@pipeline
def sharded_with_enough(tf: Any) -> Any:
    options = {"num_shards": 4, "index": 1, "require_non_empty": True}
    return after(tf, "ShardDataset", numbers(tf, 9), a_number(tf), **options)


@pipeline
def sharded_with_too_few(tf: Any) -> Any:
    options = {"num_shards": 4, "index": 1, "require_non_empty": True}
    return after(tf, "ShardDataset", numbers(tf, 3), a_number(tf), **options)


@pipeline
def sharded_without_any(tf: Any) -> Any:
    options = {"num_shards": 4, "index": 3, "require_non_empty": True}
    return after(tf, "ShardDataset", numbers(tf, 3), a_number(tf), **options)


# ---- in parallel, which changes nothing


@pipeline
def interleaved_with_empty_ones(tf: Any) -> Any:
    return numbers(tf, 9).interleave(
        lambda x: numbers(tf, x * 10, x * 10 + x * 5 % 4), cycle_length=3, block_length=2, num_parallel_calls=2
    )


@pipeline
def interleaved_as_once(tf: Any) -> Any:
    return numbers(tf, 9).apply(
        tf.data.experimental.parallel_interleave(
            lambda x: numbers(tf, x * 10, x * 10 + x * 5 % 4), cycle_length=3, block_length=2
        )
    )


@pipeline
def interleaved_as_once_with_few(tf: Any) -> Any:
    return numbers(tf, 2).apply(
        tf.data.experimental.parallel_interleave(lambda x: numbers(tf, x * 10, x * 10 + 3), cycle_length=5)
    )


@pipeline
def interleaved_with_errors(tf: Any) -> Any:
    def checked(x: Any) -> Any:
        return numbers(tf, 3).map(lambda y: tf.debugging.check_numerics(1.0 / tf.cast(y + x - 2, tf.float32), "1/0"))

    return numbers(tf, 3).interleave(checked, cycle_length=2, block_length=1)


@pipeline
def filtered_in_parallel(tf: Any) -> Any:
    return numbers(tf, 10).filter(lambda x: x % 3 < 2).batch(3)


# ---- out of nothing


@pipeline
def listed(tf: Any) -> Any:
    spec = (tf.TensorSpec(None, tf.int64), tf.TensorSpec([], tf.string))
    tensors = [tf.constant(1, tf.int64), tf.constant("a"), tf.constant([2, 3], tf.int64), tf.constant("b")]
    return of_node(tf, "ListDataset", spec, tensors=tensors, **declared(tf, spec))


@pipeline
def wrapped(tf: Any) -> Any:
    handle = tf.raw_ops.WrapDatasetVariant(input_handle=numbers(tf, 3)._variant_tensor)
    return of_node(tf, "UnwrapDatasetVariant", a_number(tf), input_handle=handle)


@pipeline
def compressed(tf: Any) -> Any:
    def there_and_back(x: Any) -> Any:
        element = tf.raw_ops.CompressElement(components=[x, tf.strings.as_string([x, x + 1])])
        like = {"output_types": [tf.int64, tf.string], "output_shapes": [[], [2]]}
        return tuple(tf.raw_ops.UncompressElement(compressed=element, **like))

    return numbers(tf, 3).map(there_and_back)


@pipeline
def counted_by_a_generator(tf: Any) -> Any:
    from tensorflow.python.data.ops import from_generator_op  # no public function gives it functions of graphs

    start = tf.constant(3, tf.int64)

    def following(state: Any) -> Any:
        table = tf.raw_ops.RangeDataset(start=0, stop=start, step=1, **declared(tf, a_number(tf)))
        following = tf.raw_ops.TakeDataset(input_dataset=table, count=1, **declared(tf, a_number(tf)))
        return tf.raw_ops.DatasetToSingleElement(dataset=following, **declared(tf, a_number(tf)))[0] + state

    return from_generator_op._GeneratorDataset(
        start, lambda x: x * 2, following, lambda x: x, a_number(tf)
    ).take(4)


# ---- of messages


def _examples(tf: Any) -> Any:
    def example(**features: Any) -> bytes:
        message = tf.train.Example()
        for name, values in features.items():
            feature = message.features.feature[name]
            kind = {int: feature.int64_list, float: feature.float_list, bytes: feature.bytes_list}[type(values[0])]
            kind.value.extend(values)
        return bytes(message.SerializeToString())

    messages = [example(a=[1, 2], b=[1.5], c=[b"x"]), example(a=[3], c=[b"y", b"z"]), example(b=[2.5])]
    return slices(tf, messages).batch(2)


@pipeline
def parsed_examples(tf: Any) -> Any:
    features = {
        "b": tf.io.FixedLenFeature([], tf.float32, -1.0),
        "a": tf.io.VarLenFeature(tf.int64),
        "c": tf.io.RaggedFeature(tf.string),
    }
    parsed = _examples(tf).apply(tf.data.experimental.parse_example_dataset(features))
    return parsed.map(lambda x: (x["a"].indices, x["a"].values, x["b"], x["c"].values, x["c"].row_splits))


@pipeline
def examples_that_lack_a_value(tf: Any) -> Any:
    features = {"b": tf.io.FixedLenFeature([], tf.float32)}
    return _examples(tf).apply(tf.data.experimental.parse_example_dataset(features))


@pipeline
def windows_of_windows(tf: Any) -> Any:
    windows = numbers(tf, 14).window(3, shift=2).window(2, drop_remainder=True)
    return windows.flat_map(lambda outer: outer.flat_map(lambda inner: inner.batch(3)))


# ---- sizes of batches


def _batches_in_many_ways(tf: Any) -> list[Any]:
    four = numbers(tf, 10).batch(4)
    examples = slices(tf, [b"", b""]).batch(2)
    parse = tf.data.experimental.parse_example_dataset({"a": tf.io.FixedLenFeature([], tf.int64, 0)})
    return [
        numbers(tf, 10), four, four.batch(3), numbers(tf, 10).batch(1 << 40), four.map(lambda x: x),
        numbers(tf, 10).padded_batch(5, padded_shapes=[]), examples.apply(parse), slices(tf, [[1, 2]]),
        numbers(tf, 10).apply(tf.data.experimental.map_and_batch(lambda x: x, 6)),
        four.shuffle(3).repeat(2).take(3).skip(1).cache().shard(2, 1).prefetch(2).with_options(tf.data.Options()),
        four.filter(lambda x: True), four.take_while(lambda x: True), four.unbatch(), four.window(2), four.unique(),
        four.apply(tf.data.experimental.assert_cardinality(3)), four.scan(0, lambda state, x: (state, x)),
        four.concatenate(four.take(1)), four.concatenate(numbers(tf, 3).batch(2)), four.enumerate(),
        tf.compat.v1.data.Dataset.zip((four, four.repeat())), tf.compat.v1.data.Dataset.zip((four, numbers(tf, 3))),
        tf.compat.v1.data.Dataset.zip((four,)), four.flat_map(lambda x: slices(tf, x)), four.rebatch(2),
        four.ignore_errors(),
    ]


@pipeline
def sizes_of_batches(tf: Any) -> Any:
    """What ComputeBatchSize says of them."""
    datasets = _batches_in_many_ways(tf)
    return slices(tf, tf.stack([tf.raw_ops.ComputeBatchSize(input_dataset=each._variant_tensor) for each in datasets]))
