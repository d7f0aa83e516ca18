"""The cost of nodes, told every so many executions of a signature, and traces (S-74 to S-76)."""
from __future__ import annotations

import pytest

import aioflow as tf


def telling(every: int, after: int, size: int) -> tf.ConfigProto:
    """Settings that have the cost of nodes told."""
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=size)
    config.graph_options.build_cost_model = every
    config.graph_options.build_cost_model_after = after
    return config


async def told(session: tf.Session, fetches: object) -> tf.RunMetadata:
    """The metadata of a run."""
    metadata = tf.RunMetadata()
    await session.run(fetches, run_metadata=metadata)
    return metadata


PERIODS = [(2, 1, [3, 5, 7]), (1, 0, [1, 2, 3, 4, 5, 6, 7]), (3, 0, [3, 6]), (2, 4, [6]), (0, 0, []), (0, 3, [])]


@pytest.mark.parametrize(("every", "after", "expected"), PERIODS)
async def test_period(graph: tf.Graph, size: int, every: int, after: int, expected: list[int]) -> None:
    """S-75, E-108, O-8: build_cost_model=2, build_cost_model_after=1 fills cost_graph on executions 3, 5, 7; etc."""
    y = tf.constant(1.0) + tf.placeholder_with_default(2.0, [])
    async with tf.Session(config=telling(every, after, size)) as session:
        runs = [await told(session, y) for _ in range(7)]
    assert [i for i, metadata in enumerate(runs, 1) if metadata.cost_graph.node] == expected
    assert [i for i, metadata in enumerate(runs, 1) if metadata.step_stats.dev_stats] == expected


async def test_signatures_count_apart(graph: tf.Graph, size: int) -> None:
    """S-74: reordered fetches are the same signature, others are not."""
    a, b = (tf.placeholder_with_default(value, []) * 2.0 for value in (1.0, 2.0))
    async with tf.Session(config=telling(2, 0, size)) as session:
        filled = [bool((await told(session, fetches)).cost_graph.node) for fetches in ([a, b], [b, a], [a], [b], [a])]
    assert filled == [False, True, False, False, True]


async def test_runs_without_metadata_count(graph: tf.Graph, size: int) -> None:
    """An execution counts whether or not anybody asks for its metadata."""
    y = tf.constant(1.0) + tf.placeholder_with_default(2.0, [])
    async with tf.Session(config=telling(3, 0, size)) as session:
        await session.run(y)
        await session.run(y)
        assert (await told(session, y)).cost_graph.node


async def test_what_is_told(graph: tf.Graph, size: int) -> None:
    """A node has its name and device, what it waits for, how long it ran, and what it gave."""
    x = tf.placeholder(tf.float32, [None], name="x")
    slow = tf.py_func(lambda v: sum(range(200_000)) * 0 + v, [x], tf.float32, name="slow")
    with tf.control_dependencies([slow.op]):
        y = tf.identity(slow * 2.0, name="y")
    metadata = tf.RunMetadata()
    async with tf.Session(config=telling(1, 0, size)) as session:
        await session.run(y, {x: [1.0, 2.0, 3.0]}, run_metadata=metadata)
    nodes = {node.name: node for node in metadata.cost_graph.node}
    ids = {node.id: node.name for node in metadata.cost_graph.node}
    node = nodes["slow"]
    assert node.device.endswith("/device:CPU:0") and node.compute_cost >= 100 and not node.inaccurate
    assert [(output.size, output.shape.dim[0].size, output.dtype) for output in node.output_info] == [(12, 3, 1)]
    assert len(ids) == len(nodes) and all(
        i in ids for n in nodes.values() for i in [*n.control_input, *(each.preceding_node for each in n.input_info)]
    )
    readers = [n for n in nodes.values() if any(ids[each.preceding_node] == "slow" for each in n.input_info)]
    assert readers


async def test_nodes_that_did_not_run(graph: tf.Graph, size: int) -> None:
    """A node in the branch that was not taken is told of as not measured."""
    choice = tf.placeholder(tf.bool, [])
    value = tf.cond(
        choice,
        lambda: tf.py_func(lambda: 1.0, [], tf.double, name="taken"),
        lambda: tf.py_func(lambda: 2.0, [], tf.double, name="left"),
    )
    metadata = tf.RunMetadata()
    async with tf.Session(config=telling(1, 0, size)) as session:
        await session.run(value, {choice: True}, run_metadata=metadata)
    inaccurate = {node.name.rpartition("/")[2]: node.inaccurate for node in metadata.cost_graph.node}
    assert (inaccurate["taken"], inaccurate["left"]) == (False, True)


@pytest.mark.parametrize("level", ["NO_TRACE", "SOFTWARE_TRACE", "HARDWARE_TRACE", "FULL_TRACE"])
async def test_trace_levels(graph: tf.Graph, size: int, level: str) -> None:
    """S-76: trace levels 1, 2 and 3 fill step_stats for each device that was used; 0 leaves it empty."""
    with tf.device("/cpu:0"):
        x = tf.py_func(lambda: 2.0, [], tf.double)
    with tf.device("/cpu:2"):
        y = x * 3.0
    config = tf.ConfigProto(device_count={"CPU": 3}, use_per_session_threads=True, inter_op_parallelism_threads=size)
    metadata = tf.RunMetadata()
    async with tf.Session(config=config) as session:
        assert await session.run(y, options=tf.RunOptions(trace_level=level), run_metadata=metadata) == 6.0
    used = {stats.device.rpartition("/")[2] for stats in metadata.step_stats.dev_stats if stats.node_stats}
    assert used == (set() if level == "NO_TRACE" else {"device:CPU:0", "device:CPU:2"})


async def test_sources_sizes_and_aliases(graph: tf.Graph, size: int) -> None:
    """O-9: a partition has `_SOURCE` and `_SINK`; sizes are -1 of what never ran; outputs tell whose memory it is."""
    choice = tf.placeholder(tf.bool, [], name="choice")
    x = tf.placeholder(tf.float32, [2], name="x")
    added = tf.add(x, tf.constant([1.0, 2.0], name="kept"), name="added")
    same = tf.reshape(added, [1, 2], name="same")
    value = tf.cond(choice, lambda: tf.exp(same, name="taken"), lambda: tf.sin(same, name="left"))
    metadata = tf.RunMetadata()
    async with tf.Session(config=telling(1, 0, size)) as session:
        await session.run(value, {choice: True, x: [1.0, 2.0]}, run_metadata=metadata)
    nodes = {node.name.rpartition("/")[2]: node for node in metadata.cost_graph.node}
    source, sink = nodes["_SOURCE"], nodes["_SINK"]
    assert (source.id, sink.id, source.device) == (0, 1, "") and source.id in sink.control_input
    assert list(nodes["kept"].control_input) == [source.id] and nodes["kept"].persistent_memory_size == 8
    (left,) = nodes["left"].output_info
    assert (left.size, left.shape.unknown_rank, nodes["left"].compute_cost) == (-1, True, 0)
    assert [output.alias_input_port for output in nodes["same"].output_info] == [0]
    assert [output.alias_input_port for output in nodes["taken"].output_info] == [-1]
    assert not any(node.is_final for node in metadata.cost_graph.node)  # nothing is sent


async def test_costs_are_the_most_of_all_steps(graph: tf.Graph, size: int) -> None:
    """A node's cost is that of its longest execution, in whatever step that was."""
    x = tf.placeholder(tf.int32, [], name="x")
    y = tf.py_func(lambda n: sum(range(n)) * 0 + n, [x], tf.int32, name="slow")
    costs = []
    async with tf.Session(config=telling(1, 0, size)) as session:
        for number in (300_000, 1):
            metadata = tf.RunMetadata()
            await session.run(y, {x: number}, run_metadata=metadata)
            costs += [node.compute_cost for node in metadata.cost_graph.node if node.name == "slow"]
    assert costs[1] >= costs[0] >= 100
