"""Programs of runs on iterators, which TensorFlow recorded: each gives what the runs fetch, one after the other."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kernels.dataset_programs import numbers, slices

Run = tuple[Any, dict[Any, int]]
"""What is fetched, and for each placeholder the number of the run whose result it is fed."""
ITERATIONS: dict[str, Callable[[Any], list[Run]]] = {}


def iteration(build: Callable[[Any], list[Run]]) -> Callable[[Any], list[Run]]:
    """Adds a program under its function's name."""
    ITERATIONS[build.__name__] = build
    return build


def plain(*fetches: Any) -> list[Run]:
    """Runs that are fed nothing."""
    return [(fetch, {}) for fetch in fetches]


@iteration
def reinitializable(tf: Any) -> list[Run]:
    iterator = tf.compat.v1.data.Iterator.from_structure(tf.int64, [None])
    short = iterator.make_initializer(numbers(tf, 4).batch(2))
    shuffled = iterator.make_initializer(numbers(tf, 9).shuffle(4, seed=2).batch(3))
    following = iterator.get_next()
    return plain(following, short, *[following] * 4, shuffled, following, short, following, shuffled, *[following] * 5)


@iteration
def feedable(tf: Any) -> list[Run]:
    handle = tf.compat.v1.placeholder(tf.string, [])
    following = tf.compat.v1.data.Iterator.from_string_handle(handle, tf.int64, []).get_next()
    training = tf.compat.v1.data.make_one_shot_iterator(numbers(tf, 3).repeat())
    validation = tf.compat.v1.data.make_initializable_iterator(numbers(tf, 10, 12))
    runs = plain(training.string_handle(), validation.string_handle())
    train, validate = (following, {handle: 0}), (following, {handle: 1})
    start = plain(validation.initializer)
    return [*runs, train, validate, *start, train, validate, validate, validate, train, train, *start, validate, train]


@iteration
def feedable_with_other_elements(tf: Any) -> list[Run]:
    handle = tf.compat.v1.placeholder(tf.string, [])
    following = tf.compat.v1.data.Iterator.from_string_handle(handle, tf.float32, []).get_next()
    iterator = tf.compat.v1.data.make_one_shot_iterator(numbers(tf, 3))
    return [*plain(iterator.string_handle()), (following, {handle: 0}), *plain(iterator.get_next())]


@iteration
def shared_by_name(tf: Any) -> list[Run]:
    first, second = (
        tf.compat.v1.data.make_initializable_iterator(numbers(tf, *bounds), shared_name="shared")
        for bounds in ((3,), (10, 14))
    )
    starts, both = (first.initializer, second.initializer), (first.get_next(), second.get_next())
    return plain(starts[0], *both, starts[1], *both, both[0], starts[0], both[1])


@iteration
def as_optionals(tf: Any) -> list[Run]:
    iterator = tf.compat.v1.data.make_initializable_iterator(numbers(tf, 3))
    optional = tf.data.experimental.get_next_as_optional(iterator)
    has_value = optional.has_value()
    value = tf.cond(has_value, optional.get_value, lambda: tf.constant(-7, tf.int64))
    start = iterator.initializer
    return plain(value, start, *[value] * 4, start, value, has_value, optional.get_value())


@iteration
def asked_twice_in_a_run(tf: Any) -> list[Run]:
    iterator = tf.compat.v1.data.make_initializable_iterator(numbers(tf, 7))
    total = iterator.get_next() + iterator.get_next()
    return plain(iterator.initializer, total, total, total, total, total, iterator.initializer, total)


@iteration
def asked_in_a_loop(tf: Any) -> list[Run]:
    iterator = tf.compat.v1.data.make_initializable_iterator(numbers(tf, 7).map(lambda x: x * x))
    total = tf.compat.v1.while_loop(
        lambda i, _: i < 3, lambda i, total: (i + 1, total + iterator.get_next()), [0, tf.constant(0, tf.int64)]
    )[1]
    return plain(total, iterator.initializer, total, total, total, iterator.initializer, total)


@iteration
def of_variables_and_tables(tf: Any) -> list[Run]:
    variable = tf.compat.v1.Variable(5, dtype=tf.int64, use_resource=True)
    keys = tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
    table = tf.lookup.StaticHashTable(keys, tf.constant(-1, tf.int64))
    dataset = slices(tf, ["a", "c", "b"]).map(lambda x: table.lookup(x) * 10 + variable)
    iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
    following, start, change = iterator.get_next(), iterator.initializer, variable.assign(7).op
    tables = tf.compat.v1.tables_initializer()
    # TensorFlow makes elements ahead, so the variable changes only before a start.
    return plain(start, following, variable.initializer, start, following, tables, start, following, change, start,
                 *[following] * 4)  # fmt: skip


@iteration
def on_another_device(tf: Any) -> list[Run]:
    dataset = numbers(tf, 4).apply(tf.data.experimental.copy_to_device("/cpu:0"))
    iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
    following, start = iterator.get_next(), iterator.initializer
    return plain(start, following, following, start, *[following] * 6)


@iteration
def on_two_devices(tf: Any) -> list[Run]:
    from tensorflow.python.data.ops import multi_device_iterator_ops  # there is no public name for it

    iterator = multi_device_iterator_ops.MultiDeviceIterator(numbers(tf, 7), ["/cpu:0", "/cpu:0"])
    first, second = iterator.get_next()
    return plain(iterator.initializer, first, second, first, second, first, second, first, first, second)
