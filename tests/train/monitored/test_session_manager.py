"""Session managers: restored, initialised, or made ready by others."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.testing import JumpingLoop


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A new default graph with a variable `v`."""
    with tf.Graph().as_default() as graph:
        tf.get_variable("v", [], initializer=tf.ones_initializer())
        yield graph


def manager(**options: Any) -> tf.train.SessionManager:
    """A manager that looks at all variables."""
    return tf.train.SessionManager(ready_op=tf.report_uninitialized_variables(), **options)


async def saved(folder: Path, value: float) -> str:
    """Saves `v` with a value as step 7; returns the checkpoint."""
    v = tf.global_variables()[0]
    set_v = v.assign(value)
    saver = tf.train.Saver()
    async with tf.Session() as session:
        await session.run(set_v)
        return str(await saver.save(session, str(folder / "model"), global_step=7))


# ---- preparing
async def test_initialises() -> None:
    """Without a checkpoint the op runs, then the function."""
    v = tf.global_variables()[0]
    add = v.assign_add(2.0)
    async with await manager().prepare_session("", v.initializer, init_fn=lambda session: session.run(add)) as session:
        assert await session.run(v) == 3


async def test_init_feeds() -> None:
    """What is fed to the op arrives there."""
    v, x = tf.global_variables()[0], tf.placeholder(tf.float32, [])
    async with await manager().prepare_session("", v.assign(x).op, init_feed_dict={x: 5}) as session:
        assert await session.run(v) == 5


async def test_local_init_feeds(tmp_path: Path) -> None:
    """T-120, T-122: what is fed to the op of local variables arrives there, in restored sessions, too."""
    v, x = tf.global_variables()[0], tf.placeholder(tf.float32, [])
    local = tf.get_local_variable("l", [], initializer=tf.zeros_initializer())
    path = await saved(tmp_path, 4)
    scaffold = tf.train.Scaffold(local_init_op=local.assign(x).op, local_init_feed_dict={x: 6})
    for options, value in (({}, 1), ({"checkpoint_filename_with_path": path}, 4)):
        creator = tf.train.ChiefSessionCreator(scaffold, **options)  # type: ignore[arg-type]
        async with tf.train.MonitoredSession(creator) as session:
            assert await session.run([v, local]) == [value, 6]


@pytest.mark.parametrize("by_folder", [True, False], ids=["folder", "file"])
async def test_restores(tmp_path: Path, by_folder: bool) -> None:
    """A checkpoint is taken in place of initialising; the saver knows it from then on."""
    path = await saved(tmp_path, 4)
    saver, v = tf.train.Saver(), tf.global_variables()[0]
    place: dict[str, Any] = {"checkpoint_dir": str(tmp_path)} if by_folder else {"checkpoint_filename_with_path": path}
    async with await manager().prepare_session("", v.initializer, saver, **place) as session:
        assert await session.run(v) == 4
    assert saver.last_checkpoints == ([path] if by_folder else [])
    session, is_restored = await manager().recover_session("", saver, **place)
    async with session:
        assert is_restored and await session.run(v) == 4


async def test_nothing_to_initialise_with() -> None:
    """Without a checkpoint and without any op that is an error."""
    with pytest.raises(RuntimeError, match="Model is not initialized and no init_op or init_fn or local_init_op was"):
        await manager().prepare_session("")


async def test_not_ready() -> None:
    """S-107: the error names what was run and the variables without a value; no session is left."""
    with pytest.raises(RuntimeError, match=r"Init operations did not make model ready\.  Init op: NoOp, init fn: None, "
                       "local_init_op: None, error: Variables not initialized: v"):  # fmt: skip
        await manager().prepare_session("", tf.no_op())


async def test_not_ready_for_local_init() -> None:
    """What is local is initialised only when what it needs is there."""
    missing = tf.report_uninitialized_variables()
    local = tf.train.SessionManager(tf.no_op("local"), None, missing)
    with pytest.raises(RuntimeError, match=r"did not make model ready for local_init\.  Init op: NoOp, init fn: None, "
                       "error: Variables not initialized: v"):  # fmt: skip
        await local.prepare_session("", tf.no_op())
    with pytest.raises(ValueError, match="If you pass a ready_for_local_init_op you must also pass a local_init_op"):
        tf.train.SessionManager(ready_for_local_init_op=missing)


async def test_both_places(tmp_path: Path) -> None:
    """A folder and a file cannot both be given."""
    for call in (manager().prepare_session, manager().recover_session):
        with pytest.raises(ValueError, match=r"both checkpoint_dir and checkpoint_filename_with_path\."):
            await call("", checkpoint_dir="a", checkpoint_filename_with_path="b")


@pytest.mark.parametrize("ready", [lambda: tf.no_op(), lambda: tf.constant([1, 2])], ids=["op", "numbers"])
async def test_other_kinds_of_ready_ops(ready: Callable[[], Any]) -> None:
    """Ops that check by themselves give nothing, or int32 numbers."""
    checks = tf.train.SessionManager(ready_op=ready())
    async with await checks.prepare_session("", tf.no_op()):
        pass


async def test_ready_ops_that_fail() -> None:
    """An op that fails because of a variable without a value is one that is not ready; other faults are raised."""
    v = tf.global_variables()[0]
    with pytest.raises(RuntimeError, match=r"did not make model ready.*uninitialized"):
        await tf.train.SessionManager(ready_op=v.read_value()).prepare_session("", tf.no_op())
    with pytest.raises(errors.InvalidArgumentError):
        await tf.train.SessionManager(ready_op=tf.check_numerics(0.0 / v, "v")).prepare_session(
            "", v.assign(0.0).op
        )  # fmt: skip


async def test_recover_without_a_checkpoint(tmp_path: Path) -> None:
    """Recovering does not initialise."""
    session, is_restored = await manager().recover_session("", tf.train.Saver(), str(tmp_path))
    async with session:
        assert not is_restored
        assert await session.run(tf.report_uninitialized_variables()) == [b"v"]


# ---- waiting
def test_waits_for_a_checkpoint(tmp_path: Path) -> None:
    """It is looked for every so often, until it is there."""
    v = tf.global_variables()[0]
    saver, init = tf.train.Saver(), v.initializer

    async def main() -> None:
        async def save_later() -> None:
            await asyncio.sleep(100)
            await saved(tmp_path, 4)

        task = asyncio.create_task(save_later())
        session = await manager().prepare_session("", init, saver, str(tmp_path), wait_for_checkpoint=True)
        assert await session.run(v) == 4
        assert 100 <= asyncio.get_running_loop().time() <= 130
        await session.close()
        await task

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(main())


def test_waits_no_longer(tmp_path: Path) -> None:
    """After the longest wait the model is initialised."""
    init, saver = tf.global_variables()[0].initializer, tf.train.Saver()

    async def main() -> float:
        prepare = manager().prepare_session
        await (await prepare("", init, saver, str(tmp_path), wait_for_checkpoint=True, max_wait_secs=50)).close()
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert 50 <= runner.run(main()) <= 80


def test_waits_for_others() -> None:
    """A worker makes sessions until one is ready, as when the variables come from elsewhere; it does not initialise."""
    tries: list[int] = []

    def missing() -> Any:
        tries.append(1)
        return np.array([] if len(tries) == 3 else [b"v"], object)

    ready = tf.py_func(missing, [], tf.string, stateful=True)

    async def main() -> float:
        waiting = tf.train.SessionManager(ready_op=ready, recovery_wait_secs=10)
        await (await waiting.wait_for_session("", max_wait_secs=100)).close()
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert runner.run(main()) == 20


async def test_no_time_to_wait() -> None:
    """S-108: with no time to wait a model that is not ready is an error at once."""
    with pytest.raises(errors.DeadlineExceededError, match="after waiting 0 secs"):
        await manager().wait_for_session("", max_wait_secs=0)


def test_others_never_come() -> None:
    """After the longest wait there is an error."""

    async def main() -> None:
        await manager(recovery_wait_secs=10).wait_for_session("", max_wait_secs=35)

    with (
        asyncio.Runner(loop_factory=JumpingLoop) as runner,
        pytest.raises(errors.DeadlineExceededError, match=r"Session was not ready after waiting 35 secs\."),
    ):
        runner.run(main())
