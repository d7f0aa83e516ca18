"""Bodies of functions whose nodes ask for devices."""
from __future__ import annotations

import aioflow as tf
from tests.functions.building import define, legacy_call

NUMBER = tf.float32


def add_to(handle: tf.Tensor, value: tf.Tensor) -> tf.Tensor:
    """The value, after it was added to a variable."""
    with tf.control_dependencies([tf.raw_ops.AssignAddVariableOp(resource=handle, value=value)]):
        return tf.identity(value)


async def test_uses_of_an_argument_on_several_devices() -> None:
    """As in TensorFlow, what a body does with the variables it is given may be on other devices than they are."""

    def add_to_both(x: tf.Tensor, first: tf.Tensor, second: tf.Tensor) -> tf.Tensor:
        return add_to(first, add_to(second, x))

    def on_two_devices(x: tf.Tensor, first: tf.Tensor, second: tf.Tensor) -> tf.Tensor:
        with tf.device("/cpu:1"):
            x = add_to(second, x)
        with tf.device("/cpu:0"):
            return legacy_call(inner, [x, first, second])[0]

    with tf.Graph().as_default() as graph:
        handles = [tf.raw_ops.VarHandleOp(dtype=NUMBER, shape=[], shared_name=name) for name in ("first", "second")]
        initialize = [tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant(1.0)) for handle in handles]
        inner = define("inner", [NUMBER, tf.resource, tf.resource], add_to_both)
        outer = define("outer", [NUMBER, tf.resource, tf.resource], on_two_devices)
        called = legacy_call(outer, [tf.constant(5.0), *handles])[0]
        values = [tf.raw_ops.ReadVariableOp(resource=handle, dtype=NUMBER) for handle in handles]
    async with tf.Session(graph=graph, config=tf.ConfigProto(device_count={"CPU": 2})) as session:
        await session.run(initialize)
        assert await session.run(called) == 5.0
        assert await session.run(values) == [6.0, 11.0]
