"""A graph that grows or changes between runs."""
from __future__ import annotations

import threading
from typing import Any

import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, GraphOptions
from aioflow.framework import dtypes
from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session

from .building import Nodes

PLACE_PRUNED = ConfigProto(graph_options=GraphOptions(place_pruned_graph=True))


async def test_new_nodes(session: Session, nodes: Nodes) -> None:
    """S-37, D-2: nodes that were added after a run can be run, each time, also when another thread added them."""
    a = nodes.constant(1)
    assert await session.run(a) == 1
    b = nodes.add(a, a)
    assert await session.run([a, b]) == [1, 2]
    thread = threading.Thread(target=lambda: nodes.add(b, b, name="later"))
    thread.start()
    thread.join()
    assert await session.run(["later:0", a]) == [4, 1]


async def test_node_that_cannot_be_placed(session: Session, nodes: Nodes, graph: Graph) -> None:
    """S-38: a node that cannot be placed makes every later run of every session fail, also of what ran before."""
    good = nodes.constant(1)
    assert await session.run(good) == 1
    with graph.device("/device:GPU:7"):
        nodes.constant(2, name="misplaced")
    async with Session(graph=graph) as other:
        for runs in (session, other):
            with pytest.raises(errors.InvalidArgumentError, match=r"misplaced.*GPU:7.*CPU:0"):
                await runs.run(good)


async def test_place_pruned_graph(graph: Graph, nodes: Nodes) -> None:
    """S-38: with `place_pruned_graph` such a node hurts only those runs that need it."""
    good = nodes.constant(1)
    with graph.device("/device:GPU:7"):
        bad = nodes.constant(2, name="misplaced")
    async with Session(graph=graph, config=PLACE_PRUNED) as session:
        assert await session.run(good) == 1
        with pytest.raises(errors.InvalidArgumentError, match="misplaced"):
            await session.run([good, bad])


async def test_soft_placement(graph: Graph, nodes: Nodes) -> None:
    """S-39: with `allow_soft_placement` it runs on the CPU."""
    with graph.device("/device:GPU:7"):
        bad = nodes.constant(2)
    async with Session(graph=graph, config=ConfigProto(allow_soft_placement=True)) as session:
        assert await session.run(bad) == 2


async def test_cycle(session: Session, nodes: Nodes, graph: Graph) -> None:
    """S-40: a cycle makes every run of every session fail, naming nodes."""
    a = nodes.constant(1)
    b = nodes.add(a, a, name="first")
    c = nodes.add(b, a, name="second")
    b.op._update_input(0, c)
    async with Session(graph=graph) as other:
        for runs in (session, other):
            with pytest.raises(errors.InvalidArgumentError, match=r"first|second"):
                await runs.run(c)


MUTATIONS = [
    lambda op, other: op._update_input(1, other),
    lambda op, other: op._set_attr("_note", b"x"),
    lambda op, other: op._set_device("/cpu:0"),
    lambda op, other: op._add_control_inputs([other.op]),
]


@pytest.mark.parametrize("mutate", MUTATIONS)
async def test_changed_operation(session: Session, nodes: Nodes, graph: Graph, mutate: Any) -> None:
    """S-41: changing an operation that a session has taken over makes its later runs fail, not those of a new one."""
    a, b = nodes.constant(1), nodes.constant(5)
    total = nodes.add(a, a, name="total")
    assert await session.run(total) == 2
    mutate(total.op, b)
    for fetches in (total, a, [total]):
        with pytest.raises(RuntimeError, match=r"'total'.*allow_mutation"):
            await session.run(fetches)
    with pytest.raises(RuntimeError, match="'total'"):
        await session.make_callable(a)()
    async with Session(graph=graph) as new:
        assert await new.run(total) == (6 if total.op.inputs[1] is b else 2)
        assert await new.run(a) == 1


async def test_allow_mutation(graph: Graph, nodes: Nodes) -> None:
    """S-41: a session that allows mutation goes on; what ran before still gives the old results."""
    a, b = nodes.constant(1), nodes.constant(5)
    total = nodes.add(a, a)
    async with Session(graph=graph, allow_mutation=True) as session:
        assert await session.run(total) == 2
        total.op._update_input(1, b)
        assert await session.run(total) == 2


async def test_changes_before_the_session_saw_them(session: Session, nodes: Nodes) -> None:
    """Nodes may be changed as long as no run has taken them over, also after runs of other nodes."""
    a, b = nodes.constant(1), nodes.constant(5)
    first = nodes.add(a, a)
    first.op._update_input(1, b)
    assert await session.run(first) == 6
    second = nodes.add(a, a)
    second.op._update_input(1, b)
    second.op._set_attr("_note", b"x")
    assert await session.run([first, second]) == [6, 6]


async def test_run_without_a_step_takes_nothing_over(session: Session, nodes: Nodes) -> None:
    """A run that computes nothing does not take nodes over."""
    a, b = nodes.constant(1), nodes.constant(5)
    total = nodes.add(a, a)
    await session.run([])
    await session.run(total, {total: 3})
    total.op._update_input(1, b)
    assert await session.run(total) == 6


async def test_finalized_graph(session: Session, nodes: Nodes, graph: Graph) -> None:
    """S-42: nothing can be added to a finalized graph, but it can be run."""
    a = nodes.constant(1)
    graph.finalize()
    with pytest.raises(RuntimeError, match="finalized"):
        nodes.constant(2)
    assert await session.run(a) == 1


async def test_failed_construction_leaves_the_session_usable(session: Session, nodes: Nodes) -> None:
    """A node whose construction fails leaves no trace in later runs."""
    a = nodes.constant(1)
    assert await session.run(a) == 1
    with pytest.raises(errors.InvalidArgumentError):
        nodes.op("AddV2", [a, nodes.constant(1, dtypes.int32)], T=dtypes.float32)
    assert await session.run([a, "Const_1:0"]) == [1, 1]
