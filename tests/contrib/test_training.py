"""slim.learning.train, contrib.training.train, evaluations of checkpoints: what they run, save, write and log."""
from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf

slim, training = tf.contrib.slim, tf.contrib.training


def regression() -> tuple[Any, Any]:
    """A training operation of a line through two points, and its weight."""
    x, y = tf.constant([[1.0], [2.0]]), tf.constant([[3.0], [6.0]])
    weight = tf.get_variable("weight", [1, 1], initializer=tf.zeros_initializer())
    tf.losses.mean_squared_error(y, tf.matmul(x, weight))
    loss = tf.losses.get_total_loss()
    tf.summary.scalar("loss", loss)
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    return slim.learning.create_train_op(loss, optimizer, summarize_gradients=True), weight


def by_hand(steps: int) -> float:
    """The weight after so many steps."""
    weight = 0.0
    for _ in range(steps):
        weight -= 0.1 * (2 * (weight - 3) * 1 + 2 * (2 * weight - 6) * 2) / 2
    return weight


async def test_learning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """So many steps are done, logged and saved; another training goes on from there."""
    caplog.set_level(logging.INFO, "aioflow")
    folder = str(tmp_path)
    with tf.Graph().as_default():
        train_op, _ = regression()
        seen: list[Any] = []
        loss = await slim.learning.train(
            train_op, folder, number_of_steps=3, log_every_n_steps=2, init_fn=seen.append, save_summaries_secs=0
        )
    assert loss == pytest.approx(2.5 * (by_hand(2) - 3) ** 2, rel=1e-5)
    assert len(seen) == 1
    logged = [record.getMessage() for record in caplog.records]
    assert sum(text.startswith("global step 2: loss = ") for text in logged) == 1
    assert not any(text.startswith("global step 3") for text in logged)
    assert "Finished training! Saving model to disk." in logged
    path = tf.train.latest_checkpoint(folder)
    assert path is not None and path.endswith("model.ckpt-3")
    np.testing.assert_allclose(tf.train.load_variable(path, "weight"), [[by_hand(3)]], rtol=1e-5)
    with tf.Graph().as_default():
        train_op, _ = regression()
        await slim.learning.train(train_op, folder, number_of_steps=5)
    np.testing.assert_allclose(
        tf.train.load_variable(str(tf.train.latest_checkpoint(folder)), "weight"), [[by_hand(5)]], rtol=1e-5
    )


async def test_the_last_checkpoint_is_the_latest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written when the one that the supervisor has begun is there, however long that takes."""
    save, num_saving, seen = tf.train.Saver.save, 0, []

    async def slow_save(*args: Any, **options: Any) -> Any:
        nonlocal num_saving
        seen.append(num_saving)
        num_saving += 1
        for _ in range(500):  # longer than the steps take
            await asyncio.sleep(0)
        path = await save(*args, **options)
        num_saving -= 1
        return path

    monkeypatch.setattr(tf.train.Saver, "save", slow_save)
    with tf.Graph().as_default():
        train_op, _ = regression()
        await slim.learning.train(train_op, str(tmp_path), number_of_steps=3)
    assert seen == [0, 0]


async def test_own_steps_and_ends_of_inputs() -> None:
    """A step function of the caller decides; the end of an input ends a training cleanly."""
    with tf.Graph().as_default():
        train_op, _ = regression()
        losses: list[float] = []

        async def step(session: Any, op: Any, global_step: Any, options: Any) -> tuple[float, bool]:
            loss, stops = await slim.learning.train_step(session, op, global_step, options)
            losses.append(loss)
            return loss, stops or len(losses) == 2

        await slim.learning.train(train_op, None, step)
    assert len(losses) == 2
    with tf.Graph().as_default():
        element = tf.data.Dataset.range(3).make_one_shot_iterator().get_next()
        tf.train.get_or_create_global_step()
        assert await slim.learning.train(tf.cast(element, tf.float32), None, log_every_n_steps=0) == 2.0


def test_scripts() -> None:
    """Scripts without an event loop train as well."""
    with tf.Graph().as_default():
        train_op, _ = regression()
        assert slim.learning.train_sync(train_op, None, number_of_steps=1) == pytest.approx(22.5)


async def test_wrong_arguments() -> None:
    """Arguments that do not go together are refused."""
    with tf.Graph().as_default():
        train_op, _ = regression()
        with pytest.raises(ValueError, match="train_op cannot be None"):
            await slim.learning.train(None, "folder")
        with pytest.raises(ValueError, match="Cannot provide saver because logdir=None"):
            await slim.learning.train(train_op, None, saver=tf.train.Saver())
        with pytest.raises(ValueError, match="must be either None or a positive number"):
            await slim.learning.train(train_op, None, number_of_steps=0)
        with pytest.raises(ValueError, match="logdir cannot be None when is_chief=True"):
            await training.train(train_op, None)


async def test_monitored_training_and_evaluation(tmp_path: Path) -> None:
    """A hook ends the training; evaluations take the checkpoint, count, write summaries and give final values."""
    folder = str(tmp_path / "run")
    with tf.Graph().as_default():
        train_op, _ = regression()
        await training.train(train_op, folder, hooks=[tf.train.StopAtStepHook(4)])
    path = str(tf.train.latest_checkpoint(folder))
    with tf.Graph().as_default():
        weight = tf.get_variable("weight", [1, 1])
        tf.train.get_or_create_global_step()
        value, update = tf.metrics.mean(weight)
        tf.summary.scalar("seen", tf.squeeze(weight))
        hooks = [training.StopAfterNEvalsHook(3), training.SummaryAtEndHook(str(tmp_path / "eval"))]
        final = await training.evaluate_once(
            path, eval_ops=update, final_ops=[value, training.get_or_create_eval_step()], hooks=hooks
        )
    assert final[0] == pytest.approx(by_hand(4), rel=1e-5) and final[1] == 3
    (events,) = (tmp_path / "eval").glob("events.*")
    written = [event for event in tf.train.summary_iterator(str(events)) if event.summary.value]
    assert [(event.step, event.summary.value[0].tag) for event in written] == [(4, "seen")]
    with tf.Graph().as_default():
        weight = tf.get_variable("weight", [1, 1])
        tf.train.get_or_create_global_step()
        inits: list[Any] = []
        found = await slim.evaluation.evaluation_loop(
            "", folder, str(tmp_path / "eval"), num_evals=2, init_fn=inits.append, eval_op=weight.op,
            final_op=weight, summary_op=None, max_number_of_evaluations=1,
        )  # fmt: skip
        np.testing.assert_allclose(found, [[by_hand(4)]], rtol=1e-5)
        assert await training.wait_for_new_checkpoint(folder) == path
        assert await training.wait_for_new_checkpoint(folder, path, timeout=0) is None


def test_placement() -> None:
    """Variables go to the server that has least."""
    with tf.Graph().as_default():
        sizes = [(4,), (1,), (1,), (2,), (5,)]
        ops = [tf.get_variable(f"v{i}", size).op for i, size in enumerate(sizes)]
        choose = training.GreedyLoadBalancingStrategy(2, training.byte_size_load_fn)
        assert [choose(op) for op in ops] == [0, 1, 1, 1, 0]
        random = training.RandomStrategy(3, seed=4)
        assert {random(op) for op in ops * 20} == {0, 1, 2}
        with pytest.raises(ValueError, match="shape must be fully defined"):
            training.byte_size_load_fn(tf.placeholder(tf.float32, [None]).op)


def test_gradients() -> None:
    """Norms are bounded, and summarised."""
    with tf.Graph().as_default() as graph:
        weight = tf.get_variable("w", initializer=[3.0, 4.0])
        pairs = training.clip_gradient_norms_fn(1.0)([(tf.constant([6.0, 8.0]), weight), (None, weight)])
        summaries = training.add_gradients_summaries(pairs)
        tags = [summary.op.inputs[0] for summary in summaries]
    with tf.Session(graph=graph) as session:
        np.testing.assert_allclose(session.run_sync(pairs[0][0]), [0.6, 0.8], rtol=1e-6)
        assert session.run_sync(tags) == [b"w/gradient", b"w/gradient_norm"]
    assert pairs[1][0] is None
