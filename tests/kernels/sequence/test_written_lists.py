"""Constants that hold lists of tensors, as TensorFlow's optimiser leaves them in graphs."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework import TensorShape, shape_to_proto, tensor_to_proto
from aioflow.kernels.io.varints import varint

FLOAT32, ANY_NUMBER = 1, 2**64 - 1


def list_message(
    *elements: Any, shape: Any = (None,), unset: tuple[int, ...] = (), dtype: int = FLOAT32
) -> TensorProto:
    """A list as TensorFlow writes it: elements that are set, and the places of those that are not."""
    message = TensorProto(dtype=tf.variant.as_datatype_enum)  # type: ignore[arg-type]
    message.tensor_shape.SetInParent()
    numbers = b"".join(map(varint, (len(unset), *unset, dtype, ANY_NUMBER)))
    message.variant_val.add(
        type_name="tensorflow::TensorList",
        metadata=numbers + shape_to_proto(TensorShape(shape)).SerializeToString(),
        tensors=[tensor_to_proto(np.array(element, np.float32)) for element in elements],
    )
    return message


async def run(message: TensorProto) -> Any:
    """The list's length and second element."""
    graph_def = tf.GraphDef()
    constants = {"i": tensor_to_proto(np.int32(1)), "shape": tensor_to_proto(np.array([-1], np.int32)), "list": message}
    for name, value in constants.items():
        node = graph_def.node.add(name=name, op="Const")
        node.attr["dtype"].type = value.dtype
        node.attr["value"].tensor.CopyFrom(value)
    graph_def.node.add(name="length", op="TensorListLength", input=["list"])
    get = graph_def.node.add(name="get", op="TensorListGetItem", input=["list", "i", "shape"])
    get.attr["element_dtype"].type = FLOAT32  # type: ignore[assignment]
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
    async with tf.Session(graph=graph) as session:
        return await session.run(["length:0", "get:0"])


async def test_elements() -> None:
    """Those that are set, in the order of the message, and those that are not, in their places."""
    length, element = await run(list_message([1, 2], unset=(0, 2)))
    assert length == 3 and element.tolist() == [1, 2]
    length, element = await run(list_message([1], [3, 4]))
    assert length == 2 and element.tolist() == [3, 4]


@pytest.mark.parametrize("damaged", [
    list_message([1, 2], dtype=99),
    list_message([1, 2], dtype=2),
    list_message([1, 2], shape=(3,)),
    list_message([1, 2], unset=(0, 0)),
])  # fmt: skip
async def test_damaged_messages(damaged: TensorProto) -> None:
    """They are told of with the constant's name."""
    with pytest.raises(errors.InvalidArgumentError, match=r"cannot be read.*node list"):
        await run(damaged)


async def test_cut_message() -> None:
    """However many elements it promises."""
    message = list_message([1, 2])
    message.variant_val[0].metadata = varint(2**60) + b"\1"
    with pytest.raises(errors.InvalidArgumentError, match="cannot be read"):
        await run(message)


async def test_other_variants() -> None:
    """They are told of by their type."""
    message = list_message([1, 2])
    message.variant_val[0].type_name = "tensorflow::data::Optional"
    with pytest.raises(errors.UnimplementedError, match="tensorflow::data::Optional"):
        await run(message)
