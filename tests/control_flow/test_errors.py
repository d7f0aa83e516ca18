"""What cond, case and while_loop refuse, what they do with imported graphs, and what can be fetched of them."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow import errors


async def test_import_into_a_branch(graph: tf.Graph, session: tf.Session) -> None:
    """A loop that is imported into a branch runs when the branch is taken, and else not."""
    with tf.Graph().as_default() as other:
        n = tf.placeholder(tf.int32, [], name="n")
        tf.identity(tf.while_loop(lambda i: i < n, lambda i: i + 2, [tf.constant(1)], name="steps"), name="last")
    message = other.as_graph_def()
    p, bound = tf.placeholder(tf.bool, []), tf.placeholder(tf.int32, [])

    def branch() -> Any:
        (last,) = tf.import_graph_def(message, {"n:0": bound}, ["last:0"])  # type: ignore[misc]
        return tf.reshape(last, [])

    result = tf.cond(p, branch, lambda: bound)
    assert await session.run(result, {p: True, bound: 6}) == 7
    assert await session.run(result, {p: False, bound: 6}) == 6


async def test_import_into_a_loop(session: tf.Session) -> None:
    """A loop that is imported into the body of another one runs in each of its iterations."""
    with tf.Graph().as_default() as other:
        n = tf.placeholder(tf.int32, [], name="n")
        tf.identity(tf.while_loop(lambda i: i < n, lambda i: i + 2, [tf.constant(1)], name="steps"), name="last")
    message = other.as_graph_def()

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        (last,) = tf.import_graph_def(message, {"n:0": i}, ["last:0"])  # type: ignore[misc]
        return i + 1, total + tf.reshape(last, [])

    last = tf.while_loop(lambda i, t: i < 6, body, [tf.constant(0), tf.constant(0)])
    assert await session.run(last[1]) == 1 + 1 + 3 + 3 + 5 + 5


def test_wrong_arguments(graph: tf.Graph) -> None:
    """What is no tensor, no function, or contradicts itself is refused while the graph is built."""
    p, one = tf.placeholder(tf.bool, []), tf.constant(1)
    give_one, give_float = lambda: one, lambda: tf.constant(1.0)
    refused: list[tuple[type[Exception], Any]] = [
        (TypeError, lambda: tf.cond(True, give_one, give_one)),
        (TypeError, lambda: tf.cond(p, one, give_one)),  # type: ignore[arg-type]
        (TypeError, lambda: tf.cond(p, give_one, give_float)),
        (ValueError, lambda: tf.cond(p, give_one, lambda: [one, one])),
        (ValueError, lambda: tf.cond(p, lambda: None, give_one)),
        (ValueError, lambda: tf.case([])),
        (TypeError, lambda: tf.case([(p, one)])),
        (ValueError, lambda: tf.while_loop(lambda: p, list, [])),
        (TypeError, lambda: tf.while_loop(p, lambda i: i, [one])),  # type: ignore[arg-type]
        (ValueError, lambda: tf.while_loop(lambda i: p, lambda i: i, [one], parallel_iterations=0)),
        (ValueError, lambda: tf.while_loop(lambda i: p, lambda i: [i, i], [one])),
        (TypeError, lambda: tf.while_loop(lambda i: p, lambda i: 1.5, [one])),
        (ValueError, lambda: tf.while_loop(lambda i: p, lambda i: tf.stack([i, i]), [one])),
    ]
    for number, (kind, build) in enumerate(refused):
        with pytest.raises(kind):
            print(number, build())


async def test_case_without_default(session: tf.Session) -> None:
    """Without a default it is an error of the run if no condition holds."""
    x = tf.placeholder(tf.float32, [])
    result = tf.case([(x < 1.0, lambda: tf.constant(1.0)), (x < 2.0, lambda: x * 2.0)])
    assert [await session.run(result, {x: value}) for value in (0.5, 1.5)] == [1, 3]
    with pytest.raises(errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        await session.run(result, {x: 2.5})


async def test_exclusive_case(session: tf.Session) -> None:
    """With `exclusive` it is an error of the run if two conditions hold."""
    x = tf.placeholder(tf.float32, [])
    pairs = [(x < 1.0, lambda: tf.constant(1.0)), (x < 2.0, lambda: x * 2.0)]
    result = tf.case(pairs, default=lambda: tf.constant(-1.0), exclusive=True)
    assert [await session.run(result, {x: value}) for value in (1.5, 2.5)] == [3, -1]
    with pytest.raises(errors.InvalidArgumentError, match="more than 1 conditions"):
        await session.run(result, {x: 0.5})


async def test_limit_of_iterations(session: tf.Session) -> None:
    """`maximum_iterations` bounds the number of iterations, given as a value or fed."""
    limit = tf.placeholder(tf.int32, [])
    start = [tf.constant(0)]
    loops = [tf.while_loop(lambda i: i < 100, lambda i: i + 1, start, maximum_iterations=m) for m in (7, limit)]
    assert await session.run(loops, {limit: 3}) == [7, 3]
    assert await session.run(loops, {limit: 1000}) == [7, 100]


async def test_inside_is_not_fetched(session: tf.Session) -> None:
    """What is inside of a branch or a loop cannot be fetched."""
    inside: list[tf.Tensor] = []

    def note(tensor: tf.Tensor) -> tf.Tensor:
        inside.append(tensor)
        return tensor

    p = tf.placeholder(tf.bool, [])
    tf.cond(p, lambda: note(tf.constant(1)), lambda: note(tf.constant(2)))
    tf.while_loop(lambda i: note(i < 3), lambda i: note(i + 1), [tf.constant(0)])
    for tensor in inside:
        with pytest.raises(ValueError, match="fetch"):
            await session.run(tensor, {p: True})
