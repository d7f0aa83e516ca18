"""Monitored sessions: the order in which hooks are called, what they may ask, how blocks end, and losses."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors

from .recording_hook import AsyncRecordingHook, RecordingHook

ONE_RUN = ["begin", "after_create_session", "before_run", "after_run", "end"]


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def count() -> Any:
    """An op that counts up in a variable, and gives the new number."""
    return tf.get_variable("counter", [], tf.int32, tf.zeros_initializer()).assign_add(1)


class Lost(tf.train.SessionRunHook):
    """Raises errors before runs, one each, until there are no more.

    Args:
        faults: The errors.
    """

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)

    def before_run(self, run_context: Any) -> None:
        """Raises the next one."""
        if self.faults:
            raise self.faults.pop(0)


def aborted() -> Exception:
    """The error of a lost task."""
    return errors.AbortedError(None, None, "lost")


# ---- hooks
async def test_order_of_calls(count: Any) -> None:
    """S-100: all hooks begin, then the session is made, then they hear of it; around runs they come in their order."""
    calls: list[str] = []
    hooks = [RecordingHook(calls, "a"), AsyncRecordingHook(calls, "b", tf.constant(1))]
    async with tf.train.MonitoredSession(hooks=hooks) as session:
        assert calls == ["a.begin", "b.begin", "a.after_create_session", "b.after_create_session"]
        assert tf.get_default_session() is None
        assert await session.run(count) == 1
    assert calls == [f"{name}.{call}" for call in ONE_RUN for name in "ab"]


async def test_start_with_the_first_run(count: Any) -> None:
    """Without a block the first run starts it, in the graph that was the default one when it was made."""
    calls: list[str] = []
    session = tf.train.MonitoredSession(hooks=[RecordingHook(calls)])
    with tf.Graph().as_default():
        assert not session.should_stop() and not calls
        assert await session.run(count) == 1
        await session.close()
    assert calls == [f"hook.{call}" for call in ONE_RUN]


async def test_what_hooks_see(count: Any) -> None:
    """Each hook sees what the caller wants, and the values of its own fetches alone."""
    x = tf.placeholder(tf.float32, [])
    asks = tf.train.SessionRunArgs({"twice": x * 2}, {})
    silent, asking = RecordingHook([]), RecordingHook([], asks=asks)
    async with tf.train.MonitoredSession(hooks=[silent, asking]) as session:
        assert await session.run([count, {"x": x}], {x: 3}) == [1, {"x": 3}]
    assert silent.contexts[0].original_args == tf.train.SessionRunArgs([count, {"x": x}], {x: 3})
    assert silent.values[0].results is None and asking.values[0].results == {"twice": 6}
    for value in (silent.values[0], asking.values[0]):
        assert isinstance(value.options, tf.RunOptions) and isinstance(value.run_metadata, tf.RunMetadata)


async def test_hooks_feed_and_set_options() -> None:
    """Feeds of hooks count as the caller's; of options the highest number counts, and each flag that is set."""
    x, y = tf.placeholder(tf.float32, [], name="x"), tf.placeholder(tf.float32, [], name="y")
    first = RecordingHook([], asks=tf.train.SessionRunArgs(None, {x: 1}, tf.RunOptions(timeout_in_ms=5000)))
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    second = RecordingHook([], asks=tf.train.SessionRunArgs(None, None, options))
    total, mine = x + y, tf.RunOptions(timeout_in_ms=7000)
    async with tf.train.MonitoredSession(hooks=[first, second]) as session:
        assert await session.run(total, {y: 2}, options=mine) == 3
        merged, metadata = first.values[0].options, first.values[0].run_metadata
        assert (merged.timeout_in_ms, merged.trace_level) == (7000, tf.RunOptions.FULL_TRACE)
        assert merged.output_partition_graphs and mine == tf.RunOptions(timeout_in_ms=7000)
        assert metadata.step_stats.dev_stats and metadata.partition_graphs
        with pytest.raises(RuntimeError, match=r"Same tensor is fed by a SessionRunHook and user\. Conflict"):
            await session.run(x, {x: 2})


async def test_two_hooks_feed_one_tensor() -> None:
    """S-104: two hooks that feed one tensor are refused."""
    x = tf.placeholder(tf.float32, [])
    hooks = [RecordingHook([], asks=tf.train.SessionRunArgs(None, {x: value})) for value in (1, 2)]
    async with tf.train.MonitoredSession(hooks=hooks) as session:
        with pytest.raises(RuntimeError, match=r"Same tensor is fed by two hooks\. Conflict"):
            await session.run(x)


async def test_a_hook_stops(count: Any) -> None:
    """S-105: the run in which a hook asks to stop gives its value; there is none after it."""

    class Stopping(tf.train.SessionRunHook):
        def after_run(self, run_context: Any, run_values: Any) -> None:
            run_context.request_stop()

    async with tf.train.MonitoredSession(hooks=[Stopping()]) as session:
        assert not session.should_stop()
        assert await session.run(count) == 1
        assert session.should_stop()
        with pytest.raises(RuntimeError, match=r"Run called even after should_stop requested\."):
            await session.run(count)


# ---- ends
@pytest.mark.parametrize("error", [errors.OutOfRangeError(None, None, "end"), StopIteration(), StopAsyncIteration()])
async def test_clean_ends(error: Exception, count: Any) -> None:
    """S-103: the end of an input ends the block well."""
    calls: list[str] = []

    def raising() -> None:
        raise error

    async with tf.train.MonitoredSession(hooks=[RecordingHook(calls)]):
        raising()
    assert calls[-1] == "hook.end"


async def test_other_errors(count: Any) -> None:
    """S-103, S-106: other errors leave the block, and no hook hears of an end; the graph is open again."""
    calls: list[str] = []
    session = tf.train.MonitoredSession(hooks=[RecordingHook(calls)])
    with pytest.raises(ZeroDivisionError):
        async with session:
            assert tf.get_default_graph().finalized
            raise ZeroDivisionError
    assert "hook.end" not in calls and session.graph is None
    assert not tf.get_default_graph().finalized


async def test_closed(count: Any) -> None:
    """What is closed cannot run, nor be closed again; it should stop."""
    session = tf.train.MonitoredSession()
    assert await session.run(count) == 1
    await session.close()
    assert session.should_stop()
    for call in (session.run(count), session.close()):
        with pytest.raises(RuntimeError, match=r"Session is already closed\."):
            await call


async def test_a_graph_that_was_final(graph: tf.Graph, count: Any) -> None:
    """It stays final, if all pieces are there."""
    tf.train.Scaffold().finalize()
    async with tf.train.MonitoredSession() as session:
        await session.run(count)
    assert graph.finalized


async def test_failed_start(graph: tf.Graph, count: Any) -> None:
    """A block whose session cannot be made is not entered, and leaves the graph open."""
    session = tf.train.MonitoredSession(hooks=[Lost(ValueError("no"))])
    scaffold = tf.train.Scaffold(init_fn=lambda scaffold, session: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        async with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold)):
            pytest.fail("entered")
    assert not graph.finalized
    with pytest.raises(ValueError, match="no"):
        await session.run(count)
    await session.close()


async def test_cancelled_run(count: Any) -> None:
    """A run that is cancelled is over; the session goes on."""
    queue = tf.FIFOQueue(1, tf.int32)
    item = queue.dequeue()
    async with tf.train.MonitoredSession() as session:
        task = asyncio.create_task(session.run(item))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await session.run(count) == 1


# ---- losses
async def test_goes_on_after_a_loss(count: Any) -> None:
    """S-101: a lost session is replaced: the model is initialised anew, hooks hear of it, and the run is repeated."""
    calls: list[str] = []
    faults = Lost()
    async with tf.train.MonitoredSession(hooks=[RecordingHook(calls), faults]) as session:
        assert await session.run(count) == 1
        faults.faults = [aborted(), errors.UnavailableError(None, None, "gone")]
        assert await session.run(count) == 1
        assert await session.run(count) == 2
    assert [call.removeprefix("hook.") for call in calls] == [
        "begin", "after_create_session", "before_run", "after_run",
        "before_run", "after_create_session", "before_run", "after_create_session", "before_run", "after_run",
        "before_run", "after_run", "end",
    ]  # fmt: skip


async def test_loss_while_runs_are_under_way(count: Any) -> None:
    """Of several runs that lose one session, one replaces it."""
    creations: list[str] = []
    both = asyncio.Barrier(2)

    class LostTogether(tf.train.SessionRunHook):
        async def before_run(self, run_context: Any) -> None:
            if len(creations) == 1:
                await both.wait()
                raise aborted()

        def after_create_session(self, session: Any, coord: Any) -> None:
            creations.append("made")

    async with tf.train.MonitoredSession(hooks=[LostTogether()]) as session:
        values = await asyncio.gather(session.run(count), session.run(count))
    assert max(values) == 2 and len(creations) == 2


async def test_loss_while_it_is_made(count: Any) -> None:
    """A session that is lost while it is being made is made again."""
    tries: list[int] = []

    class Creator(tf.train.SessionCreator):
        async def create_session(self) -> Any:
            tries.append(1)
            if len(tries) < 3:
                raise aborted()
            return await tf.train.ChiefSessionCreator().create_session()

    async with tf.train.MonitoredSession(Creator()) as session:
        assert await session.run(count) == 1
    assert len(tries) == 3


async def test_singular(count: Any) -> None:
    """S-102: a singular session raises a loss; the session behind it can be seen."""
    faults = Lost()
    with pytest.raises(errors.AbortedError):
        async with tf.train.SingularMonitoredSession(hooks=[faults]) as session:
            raw = session.raw_session()
            assert raw is not None and await raw.run(count) == 1
            faults.faults = [aborted()]
            await session.run(count)
    assert session.raw_session() is None


async def test_queue_runners(count: Any) -> None:
    """Queue runners of the graph run; the end of their input ends the block, their errors are those of the run."""
    queue = tf.train.string_input_producer(["a", "b"], num_epochs=1, shuffle=False)
    item = queue.dequeue()
    seen = []
    async with tf.train.MonitoredSession() as session:
        while not session.should_stop():
            seen.append(await session.run(item))
    assert seen == [b"a", b"b"]


async def test_error_of_a_queue_runner() -> None:
    """The error of a queue runner is raised in place of that of the run that it breaks."""
    queue = tf.FIFOQueue(1, tf.int32)
    bad = queue.enqueue(tf.py_func(lambda: 1 // 0, [], tf.int32))
    tf.train.add_queue_runner(tf.train.QueueRunner(queue, [bad]))
    item = queue.dequeue()
    with pytest.raises(errors.OpError, match="ZeroDivisionError"):
        async with tf.train.MonitoredSession() as session:
            await session.run(item)


# ---- step functions
async def test_step_function(count: Any) -> None:
    """A step function runs with hooks and without; when it asks to stop the block ends well."""
    calls: list[str] = []

    async def step(step_context: Any) -> Any:
        raw = await step_context.session.run(count)
        if raw > 2:
            step_context.request_stop()
        return raw, await step_context.run_with_hooks(count)

    async with tf.train.MonitoredSession(hooks=[RecordingHook(calls)]) as session:
        assert await session.run_step_fn(step) == (1, 2)
        assert calls[-2:] == ["hook.before_run", "hook.after_run"]
        with pytest.raises(StopAsyncIteration, match=r"step_fn has requested the iterations to stop\."):
            await session.run_step_fn(step)
        with pytest.raises(StopAsyncIteration):
            await session.run_step_fn(lambda step_context: next(iter(())))
        with pytest.raises(ValueError, match=r"`step_fn` may either have one `step_context` argument.* Got \('a',\)"):
            await session.run_step_fn(lambda a: a)
        await session.run_step_fn(step)
    assert calls[-1] == "hook.end"


# ---- scripts
def test_in_scripts(count: Any) -> None:
    """Without an event loop `with` and the methods that end in `_sync` do the same."""
    calls: list[str] = []

    def step(step_context: Any) -> Any:
        return step_context.run_with_hooks(count)

    with tf.train.MonitoredSession(hooks=[AsyncRecordingHook(calls, "hook", tf.constant(1))]) as session:
        assert session.run_sync(count) == 1
        assert session.run_step_fn_sync(step) == 2
    assert calls[-1] == "hook.end"
    other = tf.train.MonitoredSession()
    assert other.run_sync(count) == 1
    other.close_sync()


async def test_scripts_forms_in_a_loop(count: Any) -> None:
    """Within an event loop they are refused, and tell what to write."""
    session = tf.train.MonitoredSession()
    with pytest.raises(RuntimeError, match="async with"), session:
        pytest.fail("entered")
    with pytest.raises(RuntimeError, match=r"await session\.run\("):
        session.run_sync(count)
