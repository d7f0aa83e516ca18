"""Asks TensorFlow what random graphs compute.

    python -m tests.executor.record_random_graphs            stores those of the first seeds, with what it makes of them
    python -m tests.executor.record_random_graphs 5000-7000  compares it with the serial reference, and stores nothing

Runs where `tensorflow` can be imported beside what aioflow needs; the project itself never needs it.
"""
from __future__ import annotations

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import tensorflow

from tests.executor.random_graphs import RandomGraph, random_graph
from tests.executor.random_outcomes import Runner, differences, on_reference, outcomes
from tests.executor.random_runs import seed_range
from tests.executor.recorded_graphs import RecordedGraph, record, write

tf1 = tensorflow.compat.v1
NUM_GRAPHS = 320


def main(arguments: Sequence[str] | None = None) -> None:
    """Records the graphs of the first seeds, or compares those of others."""
    parser = argparse.ArgumentParser("python -m tests.executor.record_random_graphs", description=__doc__)
    parser.add_argument("seeds", type=seed_range, nargs="?", help="compare these: one seed, or FIRST-END without END")
    seeds = parser.parse_args(arguments).seeds
    if seeds is None:
        write([recorded(random_graph(seed)) for seed in range(NUM_GRAPHS)])
    else:
        compare(seeds)


def recorded(made: RandomGraph) -> RecordedGraph:
    """A graph with what TensorFlow makes of it."""
    message = made.graph.as_graph_def().SerializeToString(deterministic=True)
    with tensorflow.Graph().as_default() as graph:
        tf1.import_graph_def(tf1.GraphDef.FromString(message), name="")
        with tf1.Session(graph=graph, config=config(made)) as session:
            return record(made, message, asyncio.run(outcomes(made, on_tensorflow(session))))


def compare(seeds: range) -> None:
    """Prints where TensorFlow and the serial reference differ, and which ops the graphs had.

    Graphs are counted apart in which TensorFlow fails with an InternalError. Its calls of functions whose loops have
    Switches that nobody reads end before their results are there; the same nodes outside of a function give what the
    reference gives.
    """
    num_different, num_failing, ops = 0, 0, Counter[str]()
    for seed in seeds:
        made = random_graph(seed)
        wanted = recorded(made).outcomes
        if "InternalError" in wanted:
            num_failing += 1
            continue
        found = differences(made, asyncio.run(outcomes(made, on_reference(made.graph))), wanted)
        num_different += bool(found)
        ops.update({operation.type for operation in made.graph.get_operations()})
        for line in found:
            print(f"seed {seed}: {line}, as TensorFlow has it", flush=True)
    print(f"{len(seeds)} graphs, {num_different} different, {num_failing} in which TensorFlow has an InternalError")
    print("graphs with", ", ".join(f"{op} {count}" for op, count in sorted(ops.items())))


def config(made: RandomGraph) -> Any:
    """Settings without passes; with three devices where waiting for what never comes cannot occur."""
    num_devices = 3 if made.kind in ("tidy", "plain") else 1
    config = tf1.ConfigProto(device_count={"CPU": num_devices}, allow_soft_placement=num_devices == 1)
    config.operation_timeout_in_ms = 60_000
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = tf1.OptimizerOptions.L0
    return config


def on_tensorflow(session: Any) -> Runner:
    """Runs steps on a session of TensorFlow's."""

    async def run(fetches: Sequence[str], feeds: Mapping[str, Any], targets: Sequence[str]) -> list[Any]:
        ops = [session.graph.get_operation_by_name(name) for name in targets]
        values: list[Any] = session.run([*fetches, *ops], dict(feeds))
        return values[: len(fetches)]

    return run


if __name__ == "__main__":
    main()
