"""Graphs that TensorFlow 2's `tf.function` made: calls, lowered and functional control flow, variables in bodies."""
from __future__ import annotations

import json
import zlib
from base64 import b85decode
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf

from .programs import PROGRAMS

RECORDED: dict[str, Any] = json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8"))


def message_of(name: str) -> tf.GraphDef:
    """The graph of a program."""
    return tf.GraphDef.FromString(zlib.decompress(b85decode(RECORDED[name]["graph"])))


@pytest.mark.asyncio(loop_factories=["asyncio"])
@pytest.mark.parametrize("num_devices", [1, 3])
@pytest.mark.parametrize("name", PROGRAMS)
async def test_same_values(graph: tf.Graph, config: tf.ConfigProto, name: str, num_devices: int) -> None:
    """E-94: what was traced computes what TensorFlow computes, on one device, or with its calls on several."""
    tf.import_graph_def(message_of(name), name="")
    recorded = RECORDED[name]
    config.device_count["CPU"] = num_devices
    for number, op in enumerate(graph.get_operations()):
        op.attrs.pop("_class", None)
        op._set_device(f"/device:CPU:{number % num_devices}")
    async with tf.Session(graph=graph, config=config) as session:
        await session.run([session.graph.get_operation_by_name(name) for name in recorded["initializers"]])
        for call, wanted in zip(PROGRAMS[name][1], recorded["values"], strict=True):
            results = await session.run(recorded["results"], dict(zip(recorded["feeds"], call, strict=True)))
            for result, value in zip(results, wanted, strict=True):
                if isinstance(value, str):
                    assert result == value.encode()
                else:
                    np.testing.assert_allclose(result, np.array(value), rtol=1e-6)


def test_what_is_recorded() -> None:
    """The graphs have functions, and nodes of all kinds that call them."""
    ops: Counter[str] = Counter()
    for name in PROGRAMS:
        library = message_of(name).library.function
        assert library
        ops.update(node.op for function in library for node in function.node_def)
    assert {"While", "StatelessWhile", "StatelessIf", "StatelessCase", "PartitionedCall"} <= set(ops)
