"""Tensors that a session keeps between runs, under handles."""
from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf


@pytest.fixture
def x() -> Iterator[tf.Tensor]:
    """A placeholder of a new default graph."""
    with tf.Graph().as_default():
        yield tf.placeholder(tf.float32, [2], name="x")


async def test_value_behind_a_handle(x: tf.Tensor) -> None:
    """A fetched handle stands for the value that the tensor had in that run, beside other results."""
    fetches = {"kept": tf.get_session_handle(x * 2.0), "x": x}
    async with tf.Session() as session:
        first = await session.run(fetches, {x: [1.0, 2.0]})
        second = await session.run(fetches, {x: [3.0, 4.0]})
        assert first["x"].tolist() == [1.0, 2.0]
        assert (await first["kept"].eval()).tolist() == [2.0, 4.0]
        assert (await second["kept"].eval()).tolist() == [6.0, 8.0]
        assert str(first["kept"]) == first["kept"].handle != second["kept"].handle
        assert "float32" in repr(first["kept"])


async def test_feeding_a_handle(x: tf.Tensor) -> None:
    """A handle is fed like the value that it stands for, and must fit like it."""
    keep, doubled = tf.get_session_handle(x), x * 2.0
    wide = tf.placeholder(tf.float32, [3])
    async with tf.Session() as session:
        kept = await session.run(keep, {x: [1.0, 2.0]})
        assert (await session.run(doubled, {x: kept})).tolist() == [2.0, 4.0]
        kept = await session.run(keep, {x: kept})
        assert (await session.run(doubled, {x: kept})).tolist() == [2.0, 4.0]
        with pytest.raises(ValueError, match=r"shape \(2,\)"):
            await session.run(wide + 1.0, {wide: kept})
        setup = await session.partial_run_setup(doubled, [x])
        with pytest.raises(TypeError, match="only session"):
            await session.partial_run(setup, doubled, {x: kept})


async def test_reading_by_text(x: tf.Tensor) -> None:
    """`get_session_tensor` reads whatever handle its placeholder is fed with; another dtype is refused."""
    keep = tf.get_session_handle(x)
    async with tf.Session() as session:
        kept = [await session.run(keep, {x: [i, i]}) for i in range(2)]
        holder, value = tf.get_session_tensor(kept[0].handle, tf.float32)
        assert [(await session.run(value, {holder: k.handle})).tolist() for k in kept] == [[0.0, 0.0], [1.0, 1.0]]
        other_holder, other = tf.get_session_tensor(kept[0].handle, tf.int32)
        with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
            await session.run(other, {other_holder: kept[0].handle})


async def test_deleting(x: tf.Tensor) -> None:
    """A deleted value is gone for everyone who still has its handle."""
    async with tf.Session() as session:
        first, second = [await session.run(tf.get_session_handle(x), {x: [1.0, 2.0]}) for _ in range(2)]
        await first.delete()
        for again in (first.eval, first.delete):
            with pytest.raises(TypeError, match="already been deleted"):
                await again()
        text = second.get_raw_handle()
        with pytest.raises(TypeError, match="already been deleted"):
            await second.eval()
        holder, deletion = tf.delete_session_tensor(text)
        await session.run(deletion, {holder: text})
        with pytest.raises(tf.errors.InvalidArgumentError, match="in the session store"):
            await session.run(deletion, {holder: text})


@pytest.mark.slow
async def test_dropped_handles_are_forgotten(x: tf.Tensor) -> None:
    """Values whose handles are gone do not pile up in the session."""
    keep = tf.get_session_handle(x)
    async with tf.Session() as session:
        texts = []
        for _ in range(30):
            kept = await session.run(keep, {x: [1.0, 2.0]})
            texts.append(kept.handle)
            del kept
            gc.collect(1)  # it is young; to look at all that other tests have left takes seconds
        holder, value = tf.get_session_tensor(texts[0], tf.float32)
        found = 0
        for text in texts:
            try:
                np.testing.assert_array_equal(await session.run(value, {holder: text}), [1.0, 2.0])
                found += 1
            except tf.errors.InvalidArgumentError:
                pass
        assert found <= 12


def test_what_is_no_tensor(x: tf.Tensor) -> None:
    """Only tensors of the graph have handles."""
    with pytest.raises(TypeError, match="must be of type Tensor, not list"):
        tf.get_session_handle([1.0])  # type: ignore[arg-type]


def test_container(x: tf.Tensor) -> None:
    """Stateful nodes that are made in a container are kept there."""
    with tf.container("outer") as name:
        queue = tf.FIFOQueue(3, tf.float32)
        with tf.container(""):
            plain = tf.FIFOQueue(3, tf.float32)
    assert name == "outer"
    assert [q.queue_ref.op.get_attr("container") for q in (queue, plain)] == [b"outer", b""]
