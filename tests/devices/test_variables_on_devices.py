"""Variables in the memory of a device: where they are, what is copied, how long they live."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

import aioflow as tf
from tests.devices.wide_device import WideFactory
from tests.executor.random_devices import wide_devices
from tests.functions.building import call, define, legacy_call

WIDE = "/device:WIDE:0"


@pytest.fixture
def factory() -> Iterator[WideFactory]:
    """The kind of device, registered for the test."""
    with wide_devices() as factory:
        yield factory


@pytest.mark.parametrize("form", ["older", "PartitionedCall"])
async def test_calls_do_not_move_variables(factory: WideFactory, graph: tf.Graph, form: str) -> None:
    """A call that is made on the CPU gets a handle to the variable where that is, also with soft placement."""
    attrs = {"dtype": tf.float32, "shape": tf.TensorShape([]), "shared_name": b"v"}

    def handle() -> tf.Tensor:
        with tf.device(WIDE):
            return graph.create_op("VarHandleOp", [], "v", attrs).outputs[0]

    init = tf.raw_ops.AssignVariableOp(resource=handle(), value=tf.constant(2.0))
    function = define("f", [tf.resource], lambda v: tf.raw_ops.ReadVariableOp(resource=v, dtype=tf.float32) * 3.0)
    arguments = [handle()]
    if form == "older":
        (result,) = legacy_call(function, arguments)
    else:
        (result,) = call(function, arguments, [tf.float32], op="StatefulPartitionedCall")
    for soft in (False, True):
        async with tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=soft)) as session:
            await session.run(init)
            assert await session.run(result) == 6
