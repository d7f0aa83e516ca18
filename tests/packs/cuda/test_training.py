"""Variables in the memory of a device of type GPU, and the ops that change them."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors

pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)

RNG = np.random.default_rng(5)
INPUTS, WANTED = (RNG.standard_normal((16, n)).astype(np.float32) for n in (4, 1))
OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "sgd": lambda: tf.train.GradientDescentOptimizer(0.1),
    "momentum": lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda: tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "adam": lambda: tf.train.AdamOptimizer(0.1),
    "adagrad": lambda: tf.train.AdagradOptimizer(0.1),
    "rms_prop": lambda: tf.train.RMSPropOptimizer(0.01, momentum=0.5),
    "centered": lambda: tf.train.RMSPropOptimizer(0.01, momentum=0.5, centered=True),
    "ftrl": lambda: tf.train.FtrlOptimizer(0.1, l1_regularization_strength=0.001),
    "adadelta": lambda: tf.train.AdadeltaOptimizer(1.0),
}
WITHOUT = tf.ConfigProto(device_count={"GPU": 0})


class Model:
    """Two layers that are trained, in a graph of their own.

    Args:
        optimizer: Makes the optimizer.
        use_resource: Whether variables are resources or references.
    """

    def __init__(self, optimizer: Callable[[], Any], use_resource: bool) -> None:
        with tf.Graph().as_default() as self.graph:
            self.x, self.y = (tf.placeholder(tf.float32, [None, n]) for n in (4, 1))
            with tf.variable_scope("model", use_resource=use_resource):
                first = tf.get_variable("first", [4, 3], initializer=tf.constant_initializer(0.3))
                bias = tf.get_variable("bias", [3], initializer=tf.zeros_initializer())
                last = tf.get_variable("last", [3, 1], initializer=tf.random_normal_initializer(seed=2))
            got = tf.matmul(tf.nn.relu(tf.matmul(self.x, first) + bias), last)
            self.loss = tf.reduce_mean(tf.square(got - self.y))
            steps = tf.train.get_or_create_global_step()
            self.train = optimizer().minimize(self.loss, global_step=steps)
            self.variables = [first, bias, last, steps]
            self.init = tf.global_variables_initializer()
            self.saver = tf.train.Saver()

    @property
    def feeds(self) -> dict[Any, Any]:
        """A batch."""
        return {self.x: INPUTS, self.y: WANTED}

    async def trained(self, config: tf.ConfigProto | None = None) -> list[Any]:
        """The losses of some steps, and the variables behind them."""
        async with tf.Session(graph=self.graph, config=config) as session:
            await session.run(self.init)
            losses = [(await session.run([self.loss, self.train], self.feeds))[0] for _ in range(6)]
            return [losses, *await session.run(self.variables)]


@pytest.mark.parametrize("use_resource", [True, False], ids=["resource", "reference"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
async def test_training_gives_what_the_cpu_gives(optimizer: str, use_resource: bool) -> None:
    """Losses and variables are those of a session without GPUs."""
    model = Model(OPTIMIZERS[optimizer], use_resource)
    for got, wanted in zip(await model.trained(), await model.trained(WITHOUT), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("use_resource", [True, False], ids=["resource", "reference"])
async def test_variables_stay_on_the_device(use_resource: bool) -> None:
    """A step that trains copies what is fed and the step's number, and no variable."""
    model = Model(OPTIMIZERS["adam"], use_resource)
    async with tf.Session(graph=model.graph) as session:
        await session.run(model.init)
        await session.run([model.loss, model.train], model.feeds)
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        await session.run([model.loss, model.train], model.feeds, options=options, run_metadata=metadata)
    parts = metadata.step_stats.dev_stats
    there = {stats.device[-5:]: [node.node_name for node in stats.node_stats] for stats in parts}
    on_cpu = " ".join(there.get("CPU:0", ()))
    assert not any(name in on_cpu for name in ("Apply", "ReadVariableOp", "first", "MatMul")), on_cpu
    assert sum("Apply" in name.rpartition("/")[2] for name in there["GPU:0"]) >= 3


async def test_checkpoints_go_from_device_to_device(tmp_path: Path) -> None:
    """What was trained on the device is saved, and restored where there is none, and back."""
    model = Model(OPTIMIZERS["momentum"], use_resource=True)
    async with tf.Session(graph=model.graph) as session, tf.Session(graph=model.graph, config=WITHOUT) as other:
        await session.run([model.init])
        await session.run(model.train, model.feeds)
        path = await model.saver.save(session, str(tmp_path / "model"))
        await model.saver.restore(other, path)
        for got, wanted in zip(
            await other.run(model.variables), await session.run(model.variables), strict=True
        ):  # fmt: skip
            np.testing.assert_array_equal(got, wanted)


async def test_who_has_read_a_variable_keeps_what_was_read() -> None:
    """A value that was fetched, or that a step still holds, does not change with the variable."""
    with tf.Graph().as_default() as graph:
        variable = tf.get_variable("v", [3], initializer=tf.zeros_initializer(), use_resource=True)
        read = variable.read_value()
        seen = tf.reshape(read, [3, 1])  # the same memory
        with tf.control_dependencies([seen]):
            update = variable.assign_add([1.0, 2.0, 3.0], read_value=False)
        with tf.control_dependencies([update]):
            late = seen * 1.0
        init = variable.initializer
    async with tf.Session(graph=graph) as session:
        await session.run(init)
        first = await session.run(variable)
        assert (await session.run(late)).ravel().tolist() == [0.0, 0.0, 0.0]
        assert first.tolist() == [0.0, 0.0, 0.0]
        assert (await session.run(variable)).tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("use_resource", [True, False], ids=["resource", "reference"])
async def test_rows_are_read_and_changed(use_resource: bool) -> None:
    """Gathered and scattered rows are as on the CPU, repeated indices included; a wrong index is told."""
    results = []
    for config in (None, WITHOUT):
        with tf.Graph().as_default() as graph:
            variable = tf.get_variable("v", [4, 2], initializer=tf.ones_initializer(), use_resource=use_resource)
            rows = tf.gather(variable, [3, 0, 3])
            which = tf.placeholder(tf.int64, [None])
            changes = [
                tf.scatter_add(variable, which, tf.ones([2, 2]) * 2.0),
                tf.scatter_sub(variable, which, [[1.0, 0.0], [0.0, 5.0]]),
                tf.scatter_update(variable, which, [[7.0, 8.0], [9.0, 10.0]]),
            ]
            init = variable.initializer
        async with tf.Session(graph=graph, config=config) as session:
            await session.run(init)
            found = [await session.run(rows)]
            for change in changes:
                for indices in ([1, 1], [0, 3]):
                    await session.run(change, {which: indices})
                    found.append(await session.run(variable))
            with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 4 is not in \[0, 4\)"):
                await session.run(changes[0], {which: [0, 4]})
            results.append(found)
    for got, wanted in zip(*results, strict=True):
        np.testing.assert_array_equal(got, wanted)


async def test_wrong_updates_are_told() -> None:
    """An assignment of another shape, and a variable without a value, fail in the words of the CPU."""
    with tf.Graph().as_default() as graph:
        variable = tf.get_variable("v", [3], initializer=tf.zeros_initializer(), use_resource=True)
        value = tf.placeholder(tf.float32)
        added = tf.raw_ops.AssignAddVariableOp(resource=variable.handle, value=value)
        init = variable.initializer
    async with tf.Session(graph=graph) as session:
        with pytest.raises(errors.FailedPreconditionError, match="Could not find variable v"):
            await session.run(variable)
        await session.run(init)
        with pytest.raises(errors.InvalidArgumentError, match=r"Cannot update .* shape \[3\] using .* \[2\]"):
            await session.run(added, {value: [1.0, 2.0]})
        await session.run(added, {value: [1.0, 2.0, 3.0]})
        assert (await session.run(variable)).tolist() == [1.0, 2.0, 3.0]


async def test_bodies_of_functions_use_variables_of_the_device() -> None:
    """A body that computes on the CPU reads and changes the variable whose handle it was given; others see it."""
    with tf.Graph().as_default() as graph:
        variable = tf.get_variable("v", [2], initializer=tf.ones_initializer(), use_resource=True)

        @tf.Defun(tf.resource, tf.float32)
        def doubled(handle: Any, by: Any) -> Any:
            value = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)
            update = tf.raw_ops.AssignAddVariableOp(resource=handle, value=value * by)
            with tf.control_dependencies([update]):
                return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)

        call = doubled(variable.handle, tf.constant(1.0))
        init = variable.initializer
        after = variable.read_value() * 10.0
    async with tf.Session(graph=graph) as session:
        await session.run(init)
        assert (await session.run(after)).tolist() == [10.0, 10.0]
        assert np.ravel(await session.run(call)).tolist() == [2.0, 2.0]
        assert (await session.run(after)).tolist() == [20.0, 20.0]
