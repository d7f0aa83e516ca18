"""Input pipelines: each makes a dataset with TensorFlow, which recorded its graph and the elements that come out."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

PIPELINES: dict[str, Callable[[Any], Any]] = {}
ONE_SHOT = ("one_shot", "mapped_one_shot")
"""Those that are read by an iterator that nobody starts."""


def pipeline(build: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Adds a pipeline under its function's name."""
    PIPELINES[build.__name__] = build
    return build


def numbers(tf: Any, *bounds: Any) -> Any:
    """Numbers within bounds."""
    return tf.compat.v1.data.Dataset.range(*bounds)


def slices(tf: Any, values: Any) -> Any:
    """The slices of tensors."""
    return tf.compat.v1.data.Dataset.from_tensor_slices(values)


def of_node(tf: Any, op: str, spec: Any, **arguments: Any) -> Any:
    """The dataset that a node of any op gives."""
    from tensorflow.python.data.ops import dataset_ops  # no public function makes a dataset of a variant

    return dataset_ops._VariantDataset(getattr(tf.raw_ops, op)(**arguments), spec)


def as_it_is(tf: Any, dataset: Any) -> Any:
    """The dataset for an iterator that does not rewrite it, which TensorFlow cannot do with some."""
    options = tf.data.Options()
    options.autotune.enabled = False
    options.experimental_optimization.apply_default_optimizations = False
    return dataset.with_options(options)


def a_number(tf: Any) -> Any:
    """What an element of one number is."""
    return tf.TensorSpec([], tf.int64)


def declared(tf: Any, spec: Any) -> dict[str, Any]:
    """What a node declares of elements."""
    specs = tf.nest.flatten(spec)
    return {"output_types": [each.dtype for each in specs], "output_shapes": [each.shape for each in specs]}


def after(tf: Any, op: str, dataset: Any, spec: Any, **arguments: Any) -> Any:
    """The dataset that a node of any op makes of another one."""
    variant = dataset._variant_tensor
    return of_node(tf, op, spec, input_dataset=variant, **arguments, **declared(tf, spec))


@pipeline
def numbers_backwards(tf: Any) -> Any:
    return numbers(tf, 9, -2, -3)


@pipeline
def one_tensor(tf: Any) -> Any:
    return tf.compat.v1.data.Dataset.from_tensors({"a": [1.5, 2.5], "b": "text"})


@pipeline
def slices_of_several(tf: Any) -> Any:
    return slices(tf, ([[1, 2], [3, 4], [5, 6]], ["x", "y", "z"], [True, False, True]))


@pipeline
def batches(tf: Any) -> Any:
    return numbers(tf, 7).batch(3)


@pipeline
def batches_without_remainder(tf: Any) -> Any:
    return slices(tf, (["a", "b", "c", "d", "e"], [1.0, 2.0, 3.0, 4.0, 5.0])).batch(2, drop_remainder=True)


@pipeline
def parts_of_repetitions(tf: Any) -> Any:
    return numbers(tf, 4).repeat().skip(3).take(7)


@pipeline
def repetition_of_nothing(tf: Any) -> Any:
    return numbers(tf, 0).repeat()


@pipeline
def repeated_batches(tf: Any) -> Any:
    return numbers(tf, 3).batch(2).repeat(2).prefetch(1)


@pipeline
def chained_and_zipped(tf: Any) -> Any:
    chain = numbers(tf, 2).concatenate(numbers(tf, 10, 12))
    return tf.compat.v1.data.Dataset.zip((chain, slices(tf, ["a", "b", "c"])))


@pipeline
def shuffled(tf: Any) -> Any:
    return numbers(tf, 20).shuffle(7, seed=3)


@pipeline
def shuffled_anew_each_time(tf: Any) -> Any:
    return numbers(tf, 8).shuffle(20, seed=5).repeat(3)


@pipeline
def shuffled_once(tf: Any) -> Any:
    return numbers(tf, 8).shuffle(3, seed=5, reshuffle_each_iteration=False).repeat(2)


@pipeline
def shuffled_by_graph_seed(tf: Any) -> Any:
    tf.compat.v1.set_random_seed(42)
    return numbers(tf, 300).shuffle(100).batch(50)


@pipeline
def mapped(tf: Any) -> Any:
    return numbers(tf, 4).map(lambda x: (x * x, tf.strings.as_string(x)))


@pipeline
def mapped_with_captured(tf: Any) -> Any:
    factor, offset = tf.constant(3.0), tf.constant([1.0, 2.0])
    return slices(tf, [1.0, 2.0, 3.0]).map(lambda x: x * factor + offset)


@pipeline
def mapped_in_parallel(tf: Any) -> Any:
    return numbers(tf, 6).map(lambda x: x + 1, num_parallel_calls=3).batch(4)


@pipeline
def mapped_with_control_flow(tf: Any) -> Any:
    def collatz(x: Any) -> Any:
        return tf.while_loop(
            lambda n, _: n > 1, lambda n, i: (tf.where(n % 2 == 0, n // 2, 3 * n + 1), i + 1), (x, 0)
        )[1]

    return numbers(tf, 1, 8).map(collatz)


@pipeline
def mapped_with_errors(tf: Any) -> Any:
    return numbers(tf, 4).map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x - 1, tf.float32), "division"))


@pipeline
def filtered(tf: Any) -> Any:
    rest = tf.constant(1, tf.int64)
    return numbers(tf, 10).filter(lambda x: tf.equal(x % 3, rest))


@pipeline
def taken_while(tf: Any) -> Any:
    return numbers(tf, 9).map(lambda x: x % 5).take_while(lambda x: x < 3)


@pipeline
def flattened(tf: Any) -> Any:
    base = tf.constant(100, tf.int64)
    return numbers(tf, 4).flat_map(lambda x: numbers(tf, x).map(lambda y: x * 10 + y + base))


@pipeline
def interleaved(tf: Any) -> Any:
    return numbers(tf, 7).interleave(lambda x: numbers(tf, x * 10, x * 10 + x % 4), cycle_length=3, block_length=2)


@pipeline
def interleaved_in_parallel(tf: Any) -> Any:
    return numbers(tf, 7).interleave(
        lambda x: numbers(tf, x * 10, x * 10 + x % 3 + 1), cycle_length=3, block_length=2, num_parallel_calls=2
    )


@pipeline
def padded_batches(tf: Any) -> Any:
    rows = numbers(tf, 5).map(lambda x: (tf.fill([x], x), tf.fill([x, 1], tf.strings.as_string(x)), x))
    paddings = tf.constant(-1, tf.int64), "-", tf.constant(0, tf.int64)
    return rows.padded_batch(2, ([None], [None, 2], []), paddings)


@pipeline
def padding_that_is_too_small(tf: Any) -> Any:
    return numbers(tf, 5).map(lambda x: tf.fill([x], x)).padded_batch(2, [2])


@pipeline
def batches_of_different_shapes(tf: Any) -> Any:
    return numbers(tf, 1, 4).map(lambda x: tf.fill([x], x)).batch(2)


@pipeline
def cached(tf: Any) -> Any:
    return numbers(tf, 3).map(lambda x: x + 1).cache().repeat(2)


@pipeline
def with_options(tf: Any) -> Any:
    options = tf.data.Options()
    options.deterministic = True
    return numbers(tf, 3).with_options(options)


@pipeline
def reduced(tf: Any) -> Any:
    total = numbers(tf, 6).reduce((tf.constant(0, tf.int64), "+"), lambda state, x: (state[0] + x, state[1] + "."))
    return tf.compat.v1.data.Dataset.from_tensors(total)


@pipeline
def a_training_pipeline(tf: Any) -> Any:
    features = slices(tf, ([[float(i), float(-i)] for i in range(6)], list(range(6))))
    return features.shuffle(4, seed=1).map(lambda x, y: (x / 2.0, tf.one_hot(y, 6))).repeat(2).batch(5).prefetch(2)


@pipeline
def scanned(tf: Any) -> Any:
    factor = tf.constant(2, tf.int64)
    return numbers(tf, 6).scan(tf.constant(1, tf.int64), lambda state, x: (state + x, (state * x * factor, x)))


@pipeline
def sharded(tf: Any) -> Any:
    return numbers(tf, 11).shard(4, 1)


@pipeline
def unbatched(tf: Any) -> Any:
    return slices(tf, (["a", "b", "c"], [[1, 2], [3, 4], [5, 6]])).batch(2).unbatch()


@pipeline
def windows(tf: Any) -> Any:
    return numbers(tf, 7).window(3, shift=2, stride=2).flat_map(lambda window: window.batch(9))


@pipeline
def windows_far_apart(tf: Any) -> Any:
    return numbers(tf, 11).window(2, shift=4, stride=3).flat_map(lambda window: window.batch(9))


@pipeline
def full_windows_of_pairs(tf: Any) -> Any:
    pairs = slices(tf, ([1, 2, 3, 4, 5], ["a", "b", "c", "d", "e"])).window(3, shift=1, drop_remainder=True)
    return pairs.flat_map(lambda x, y: tf.compat.v1.data.Dataset.zip((x.batch(3), y.batch(3))))


@pipeline
def one_shot(tf: Any) -> Any:
    return slices(tf, [1, 2, 3])


@pipeline
def mapped_one_shot(tf: Any) -> Any:
    return slices(tf, [1, 2, 3, 4]).map(lambda x: x * 2).shuffle(3, seed=1).batch(2)
