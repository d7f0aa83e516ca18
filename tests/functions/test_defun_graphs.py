"""Graphs of TensorFlow 1's `Defun`: functions with gradients of their own, captured inputs, in loops and branches."""
from __future__ import annotations

import json
import zlib
from base64 import b85decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf

from .defun_programs import PROGRAMS

RECORDED: dict[str, Any] = json.loads(Path(__file__).with_name("recorded_defuns.json").read_text("utf-8"))


def message_of(name: str) -> tf.GraphDef:
    """The graph of a program."""
    return tf.GraphDef.FromString(zlib.decompress(b85decode(RECORDED[name]["graph"])))


@pytest.mark.asyncio(loop_factories=["asyncio"])
@pytest.mark.parametrize("name", PROGRAMS)
async def test_same_values(session: tf.Session, name: str) -> None:
    """8: what functions compute, and their gradients, is what TensorFlow computes, run by run."""
    tf.import_graph_def(message_of(name), name="")
    recorded = RECORDED[name]
    await session.run([session.graph.get_operation_by_name(name) for name in recorded["initializers"]])
    for feeds, wanted in zip(recorded["feeds"], recorded["values"], strict=True):
        results = await session.run(recorded["fetches"], feeds)
        for result, value in zip(results, wanted, strict=True):
            np.testing.assert_allclose(result, np.array(value), rtol=1e-4, atol=1e-5)


def test_what_is_recorded() -> None:
    """All graphs but one take gradients of functions, one has gradients of its own."""
    messages = {name: message_of(name) for name in PROGRAMS}
    with_gradients = {
        name
        for name, message in messages.items()
        if "SymbolicGradient" in {node.op for nodes in (message, *message.library.function) for node in nodes_of(nodes)}
    }
    assert set(PROGRAMS) - with_gradients == {"functional_control_flow"}
    assert {name for name, message in messages.items() if message.library.gradient} == {"own_gradients"}


def nodes_of(message: Any) -> Any:
    """The nodes of a graph or of a function."""
    return message.node if isinstance(message, tf.GraphDef) else message.node_def
