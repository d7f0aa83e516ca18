"""Records the graphs that TensorFlow builds from the programs, and what they compute. Run it where TensorFlow is:

    python -m tests.control_flow.record
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.control_flow import array_programs  # noqa: F401  # its programs are listed with the others
from tests.control_flow.programs import PROGRAMS
from tests.ops.graph_text import graph_lines

RECORDED = Path(__file__).with_name("recorded.json")
CHOICES: dict[str, list[Any]] = {
    "p": [True, False], "q": [False, True], "n": [0, 1, 2, 7], "x": [0.5, 1.5, 2.5, 9.0],
}  # fmt: skip


def flat(structure: Any) -> list[Any]:
    """The tensors in what a program returns; those of mappings by key."""
    if isinstance(structure, dict):
        return [leaf for key in sorted(structure) for leaf in flat(structure[key])]
    if isinstance(structure, (list, tuple)):
        return [leaf for element in structure for leaf in flat(element)]
    return [structure]


def feeds_of(lines: list[str]) -> list[dict[str, Any]]:
    """What to feed to a graph: each choice for its placeholders in turn."""
    names = [line.partition(" = Placeholder(")[0] for line in lines if " = Placeholder(" in line]
    wanted = {f"{name}:0": CHOICES[name.rpartition("/")[2]] for name in names}
    count = max(map(len, wanted.values()), default=1)
    return [{name: values[i % len(values)] for name, values in wanted.items()} for i in range(count)]


def _record(tf: Any, build: Any) -> dict[str, Any]:
    with tf.Graph().as_default() as graph:
        results = flat(build(tf))
        lines = graph_lines(graph.as_graph_def())
        with tf.Session(config=tf.ConfigProto(device_count={"CPU": 3})) as session:
            values = [[value.tolist() for value in session.run(results, feeds)] for feeds in feeds_of(lines)]
    return {"graph": lines, "results": [tensor.name for tensor in results], "values": values}


if __name__ == "__main__":
    import tensorflow

    tf1 = tensorflow.compat.v1
    tf1.disable_v2_behavior()
    tf1.disable_control_flow_v2()
    RECORDED.write_text(json.dumps({name: _record(tf1, build) for name, build in PROGRAMS.items()}, indent=0) + "\n")
