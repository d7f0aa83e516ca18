"""Monitored training sessions: their hooks, files, and that a training goes on where it ended."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


def step_op() -> Any:
    """An op that counts the global step up, with a summary."""
    step = tf.train.get_or_create_global_step().assign_add(1)
    tf.summary.scalar("step", tf.cast(tf.train.get_global_step(), tf.float32))
    return step


def events(folder: Path) -> list[Any]:
    """All events of all files of a folder."""
    return [event for path in sorted(folder.glob("events*")) for event in tf.train.summary_iterator(str(path))]


async def train(folder: Path, num_steps: int, **options: Any) -> int:
    """Does some steps in a graph of their own; returns the last one."""
    with tf.Graph().as_default():
        step = step_op()
        hooks = [tf.train.StopAtStepHook(num_steps=num_steps)]
        async with tf.train.MonitoredTrainingSession(checkpoint_dir=str(folder), hooks=hooks, **options) as session:
            while not session.should_stop():
                value = await session.run(step)
        tf.summary.FileWriterCache.clear()
    return int(value)


async def test_files_of_a_chief(tmp_path: Path) -> None:
    """A checkpoint at the beginning and at the end, the graph, summaries, the rate of steps."""
    assert await train(tmp_path, 205) == 205
    names = {path.name for path in tmp_path.iterdir() if not path.name.startswith("events")}
    data = {f"model.ckpt-{step}.{end}" for step in (0, 205) for end in ("index", "meta", "data-00000-of-00001")}
    assert names == {"graph.pbtxt", "checkpoint", *data}
    written = events(tmp_path)
    kinds = ["file_version", "graph_def", "meta_graph_def", "graph_def", "meta_graph_def"]
    assert [event.WhichOneof("what") for event in written[:5]] == kinds
    logs = [(event.session_log.status, event.step) for event in written if event.HasField("session_log")]
    log = type(written[0].session_log)
    assert logs[:2] == [(log.CHECKPOINT, 0), (log.START, 1)]
    tags = [(value.tag, event.step) for event in written for value in event.summary.value]
    # A run may read the step before its update or after it, which counts as one step more.
    summaries = [step for tag, step in tags if tag == "step"]
    assert summaries[0] == 1 and {later - step for step, later in pairwise(summaries)} <= {99, 100, 101}
    assert len(summaries) == 3 and [step for tag, step in tags if tag == "global_step/sec"] == [101, 201]


async def test_goes_on(tmp_path: Path) -> None:
    """S-109: a second training restores what the first one saved last."""
    assert await train(tmp_path, 5) == 5
    assert await train(tmp_path, 3) == 8
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-8")


async def test_checkpoints_by_steps(tmp_path: Path) -> None:
    """Steps in place of seconds; no summaries, no graph."""
    options = {"save_checkpoint_steps": 2, "save_summaries_steps": None, "log_step_count_steps": 0}
    await train(tmp_path, 5, save_graph_def=False, **options)
    steps = {path.name for path in tmp_path.glob("*.index")}
    assert steps == {f"model.ckpt-{step}.index" for step in (0, 2, 4, 5)}
    assert not list(tmp_path.glob("*.meta")) and not (tmp_path / "graph.pbtxt").exists()


async def test_nothing_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the caller's hooks are there, and no file is written."""
    monkeypatch.chdir(tmp_path)
    step = step_op()
    async with tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(2)]) as session:
        while not session.should_stop():
            await session.run(step)
    assert not list(tmp_path.iterdir())


async def test_worker(tmp_path: Path) -> None:
    """Others than the chief wait for the model, and have the common hooks alone."""
    tf.train.get_or_create_global_step()
    calls: list[str] = []

    class Hook(tf.train.SessionRunHook):
        def begin(self) -> None:
            calls.append("begin")

    nothing = tf.constant([], tf.string)
    scaffold = tf.train.Scaffold(ready_op=nothing, ready_for_local_init_op=nothing)
    worker = tf.train.MonitoredTrainingSession(
        is_chief=False, checkpoint_dir=str(tmp_path), scaffold=scaffold, hooks=[Hook()], chief_only_hooks=[Hook()]
    )
    async with worker:
        assert calls == ["begin"]
    assert not list(tmp_path.iterdir())


# ---- listeners
@pytest.mark.parametrize("is_async", [False, True], ids=["plain", "async"])
async def test_listeners(tmp_path: Path, is_async: bool) -> None:
    """They hear of each save, and may end the training."""
    calls: list[tuple[str, int]] = []

    async def awaited(value: Any) -> Any:
        return value

    class Listener(tf.train.CheckpointSaverListener):
        def _note(self, name: str, step: int, value: Any = None) -> Any:
            calls.append((name, int(step)))
            return awaited(value) if is_async else value

        def begin(self) -> Any:
            return self._note("begin", 0)

        def before_save(self, session: Any, global_step_value: int) -> Any:
            return self._note("before", global_step_value)

        def after_save(self, session: Any, global_step_value: int) -> Any:
            return self._note("after", global_step_value, global_step_value == 4)

        def end(self, session: Any, global_step_value: int) -> Any:
            return self._note("end", global_step_value)

    step = step_op()
    scaffold = tf.train.Scaffold()
    hook = tf.train.CheckpointSaverHook(str(tmp_path), save_steps=2, scaffold=scaffold, listeners=[Listener()])
    creator = tf.train.ChiefSessionCreator(scaffold)
    async with tf.train.MonitoredSession(creator, [hook]) as session:
        while not session.should_stop():
            await session.run(step)
    saves = [(name, number) for number in (0, 2, 4) for name in ("before", "after")]
    assert calls == [("begin", 0), *saves, ("end", 4)]
    tf.summary.FileWriterCache.clear()


async def test_saver_of_the_collection(tmp_path: Path) -> None:
    """Without saver and scaffold the only one of the collection is taken."""
    step_op()
    with pytest.raises(ValueError, match=r"You cannot provide both saver and scaffold\."):
        tf.train.CheckpointSaverHook(str(tmp_path), 1, saver=tf.train.Saver(), scaffold=tf.train.Scaffold())
    for number, fault in ((0, "No items in collection savers"), (2, "More than one item in collection savers")):
        with tf.Graph().as_default() as graph:
            step_op()
            saver = tf.train.Saver()
            for _ in range(number):
                graph.add_to_collection(tf.GraphKeys.SAVERS, saver)
            hook = tf.train.CheckpointSaverHook(str(tmp_path), save_steps=1)
            scaffold = tf.train.Scaffold(saver=saver)
            with pytest.raises(RuntimeError, match=fault):
                async with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold), [hook]):
                    pytest.fail("entered")
    tf.summary.FileWriterCache.clear()


# ---- profiles
async def test_profiles(tmp_path: Path) -> None:
    """Traces of single runs are written, as files and as events."""
    step = step_op()
    hook = tf.train.ProfilerHook(save_steps=2, output_dir=str(tmp_path))
    async with tf.train.MonitoredSession(hooks=[hook, tf.train.StopAtStepHook(5)]) as session:
        while not session.should_stop():
            await session.run(step)
    tf.summary.FileWriterCache.clear()
    names = sorted(path.name for path in tmp_path.glob("timeline-*.json"))
    tags = [event.tagged_run_metadata.tag for event in events(tmp_path) if event.HasField("tagged_run_metadata")]
    assert names and [f"timeline-{tag.removeprefix('step_')}.json" for tag in tags] == names
