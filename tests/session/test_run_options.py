"""`options` and `run_metadata`."""
from __future__ import annotations

from typing import Any

import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, RunMetadata, RunOptions
from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session

from .building import RUNS, Nodes


@pytest.mark.parametrize("falsy", [None, {}, 0, ""])
async def test_falsy_arguments(session: Session, nodes: Nodes, falsy: Any) -> None:
    """Options and metadata that are false in a condition are ignored."""
    assert await session.run(nodes.constant(1), options=falsy, run_metadata=falsy) == 1


@pytest.mark.parametrize("name", ["options", "run_metadata"])
@pytest.mark.parametrize("value", [3, "x", ConfigProto()])
async def test_wrong_types(session: Session, nodes: Nodes, name: str, value: Any) -> None:
    """Any other wrong type is refused before anything runs, before all other checks."""
    count = nodes.count("wrong options")
    for fetches in (count, None):
        with pytest.raises(TypeError, match=f"`{name}`.*{type(value).__name__}"):
            await session.run(fetches, **{name: value})
    assert RUNS["wrong options"] == 0


async def test_metadata_is_replaced(session: Session, nodes: Nodes) -> None:
    """S-77, E-108: a successful run replaces the content of the metadata, a failing one leaves it as it is."""
    metadata = RunMetadata()
    metadata.cost_graph.node.add(name="old")
    with pytest.raises(errors.InvalidArgumentError):
        await session.run(nodes.placeholder(), run_metadata=metadata)
    assert metadata.cost_graph.node[0].name == "old"
    await session.run(nodes.constant(1), run_metadata=metadata)
    assert not metadata.cost_graph.node


async def test_metadata_without_a_step(session: Session, nodes: Nodes) -> None:
    """A run that computes nothing leaves empty metadata, and does not look at its options."""
    x = nodes.placeholder()
    metadata = RunMetadata()
    metadata.cost_graph.node.add(name="old")
    options = RunOptions(inter_op_thread_pool=7)
    assert (await session.run(x, {x: 3}, options, metadata)).tolist() == 3
    assert metadata == RunMetadata()
    assert await session.run([], None, options) == []


async def test_partition_graphs(session: Session, nodes: Nodes) -> None:
    """Partition graphs come back when they are asked for."""
    metadata = RunMetadata()
    await session.run(nodes.constant(1, name="c"), None, RunOptions(output_partition_graphs=True), metadata)
    assert any("c" in node.name for graph in metadata.partition_graphs for node in graph.node)


async def test_partition_graphs_disabled(graph: Graph, nodes: Nodes) -> None:
    """S-78: asking for partition graphs in a session that disables them is refused before anything runs."""
    count = nodes.count("disabled")
    config = ConfigProto()
    config.experimental.disable_output_partition_graphs = True
    async with Session(graph=graph, config=config) as session:
        with pytest.raises(errors.InvalidArgumentError, match="output_partition_graphs"):
            await session.run(count, options=RunOptions(output_partition_graphs=True))
        assert RUNS["disabled"] == 0
        assert await session.run(count) == 1


@pytest.mark.parametrize("executor", ["", "DEFAULT", "SINGLE_THREADED_EXECUTOR", "NOPE"])
async def test_executor_types(graph: Graph, nodes: Nodes, executor: str) -> None:
    """S-79, E-101: an unknown executor type is refused on the first run; the known ones work."""
    config = ConfigProto()
    config.experimental.executor_type = executor
    async with Session(graph=graph, config=config) as session:
        if executor != "NOPE":
            assert await session.run(nodes.constant(1)) == 1
            return
        with pytest.raises(errors.NotFoundError, match=r"NOPE.*DEFAULT"):
            await session.run(nodes.constant(1))


async def test_closed_before_everything_else(session: Session, nodes: Nodes) -> None:
    """A closed session is reported before an empty graph, bad feeds and bad fetches."""
    await session.close()
    with pytest.raises(RuntimeError, match="closed"):
        await session.run(None, 3)  # type: ignore[call-overload]


async def test_empty_graph_before_feeds_and_fetches(session: Session) -> None:
    """An empty graph is reported before bad feeds and bad fetches."""
    with pytest.raises(RuntimeError, match="empty"):
        await session.run(None, 3)  # type: ignore[call-overload]
