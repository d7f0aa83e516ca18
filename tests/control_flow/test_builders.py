"""cond, case and while_loop: the graphs and values that TensorFlow gives for the same programs."""
from __future__ import annotations

import json
import re
from typing import Any

import pytest

import aioflow as tf
from tests.ops.graph_text import graph_lines

from .programs import PROGRAMS
from .record import RECORDED, feeds_of, flat

TENSORFLOW: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
programs = pytest.mark.parametrize("name", PROGRAMS)


def sorted_controls(line: str) -> str:
    """A node's line with its control inputs in order of their names, as TensorFlow writes them."""
    match = re.match(r"(.* = \w+\()(.*)(\)\{.*)", line)
    assert match is not None
    inputs = [text for text in match[2].split(", ") if text]
    controls = sorted(text for text in inputs if text.startswith("^"))
    return match[1] + ", ".join([text for text in inputs if not text.startswith("^")] + controls) + match[3]


@pytest.mark.parametrize("name", PROGRAMS)
def test_graph(name: str) -> None:
    """A program builds the nodes that TensorFlow builds: names, inputs, attributes, devices."""
    with tf.Graph().as_default() as graph:
        results = flat(PROGRAMS[name](tf))
    assert list(map(sorted_controls, graph_lines(graph.as_graph_def()))) == TENSORFLOW[name]["graph"]
    assert [tensor.name for tensor in results] == TENSORFLOW[name]["results"]


@programs
async def test_values(graph: tf.Graph, config: tf.ConfigProto, name: str) -> None:
    """It computes what TensorFlow computes."""
    results = flat(PROGRAMS[name](tf))
    config.device_count["CPU"] = 3
    async with tf.Session(graph=graph, config=config) as session:
        for feeds, wanted in zip(feeds_of(TENSORFLOW[name]["graph"]), TENSORFLOW[name]["values"], strict=True):
            assert [value.tolist() for value in await session.run(results, feeds)] == wanted
