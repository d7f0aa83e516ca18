"""Regions: which nodes become one, and that the graph means the same afterwards."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.graph.operation import Operation
from aioflow.framework.regions.engines import REGION_OP, Region, RegionPart
from aioflow.framework.regions.kernel_region import KernelRegion
from aioflow.passes.prune import prune
from aioflow.passes.regions import find_parts, form_regions
from aioflow.testing import Reference
from tests.executor.random_graphs import FIRST_NEST, random_graph
from tests.executor.random_outcomes import Runner, differences, on_reference, outcomes


class Engine:
    """An engine that computes with our kernels.

    Args:
        refused: The ops that it does not take.
    """

    name = "kernels"

    def __init__(self, refused: Sequence[str] = ()) -> None:
        self._refused = refused

    def refusal(self, op: Operation) -> str | None:
        return "it does not take them" if op.type in self._refused else None

    def pays(self, part: RegionPart) -> bool:
        return True

    def why_slower(self, part: RegionPart) -> str:
        return "it is too small"

    def build(self, part: RegionPart) -> Region | None:
        return KernelRegion(part)


def parts_of(
    fetches: Any, *refused: str, targets: Sequence[Any] = (), feeds: Sequence[Any] = ()
) -> list[set[str]]:
    """The names of the nodes in each region of what the fetches need."""
    fetched = list(fetches) if isinstance(fetches, (list, tuple)) else [fetches]
    graph = fetched[0].graph
    pruned = prune(graph, feeds, fetched, targets)
    return [{op.name for op in part.ops} for part in find_parts(pruned, Engine(refused))]


@pytest.fixture
def x() -> Any:
    """A placeholder in a graph of its own, the default one of the test."""
    with tf.Graph().as_default():
        yield tf.placeholder(tf.float32, [2], name="x")


def test_neighbours_become_one(x: Any) -> None:
    """All that follows on each other is one region; constants and what is fed are not in it."""
    y = tf.tanh(x * 2.0, name="y")
    assert parts_of(tf.add(y, tf.exp(y), name="z")) == [{"mul", "y", "Exp", "z"}]


def test_one_node_stays_alone(x: Any) -> None:
    """A region of one node would be a detour."""
    assert parts_of(tf.tanh(x)) == []


def test_no_path_leads_out_and_back(x: Any) -> None:
    """What needs the region's own result by way of another node is another region."""
    first = tf.exp(tf.tanh(x, name="a"), name="b")
    other = tf.floor(first, name="refused")
    second = tf.add(first, other, name="c")
    assert parts_of(tf.exp(second, name="d"), "Floor") == [{"a", "b"}, {"c", "d"}]


def test_what_is_beside_joins(x: Any) -> None:
    """A node on another branch joins what it leads to, though a refused node lies on the way of the first branch."""
    a = tf.tanh(x, name="a")
    aside = tf.exp(x, name="aside")
    last = tf.add(tf.floor(a, name="refused"), aside, name="last")
    assert parts_of(last, "Floor") == [{"aside", "last"}]


def test_waiting_cuts(x: Any) -> None:
    """What waits for a queue is no part of what does not: it might be what the queue waits for."""
    queue = tf.FIFOQueue(1, [tf.float32], [[2]])
    before = tf.exp(tf.tanh(x, name="a"), name="b")
    put = queue.enqueue([before])
    after = tf.add(before, queue.dequeue(), name="c")
    assert parts_of(tf.exp(after, name="d"), targets=[put]) == [{"a", "b"}, {"c", "d"}]


def test_gradients_that_wait_for_each_other_are_one(x: Any) -> None:
    """A NoOp by which results wait for each other is part of the region that has these results."""
    y = tf.tanh(x, name="y")
    first, second = tf.exp(y, name="first"), tf.sin(y, name="second")
    with tf.control_dependencies([tf.group(first, second, name="tie")]):
        tied = [tf.identity(value, name=f"tied_{value.op.name}") for value in (first, second)]
    variable = tf.Variable([1.0, 1.0], name="v")
    put = variable.assign(tf.add(tied[0], tied[1], name="sum"))
    everything = {"y", "first", "second", "tie", "tied_first", "tied_second", "sum"}
    assert parts_of(tied, targets=[put.op]) == [everything]
    # Where one of them stays out, so does what waits for it; the others are what they would be without the tie.
    apart = parts_of(tied, "Sin", targets=[put.op])
    assert next(part & {"y", "first"} for part in apart) == {"y", "first"}
    assert not any({"first", "tied_first"} <= part for part in apart)


def test_branches_stay_apart(x: Any) -> None:
    """Nodes of two branches, and those behind them, are dead for different reasons."""
    first = tf.placeholder(tf.bool, [], name="p")
    result = tf.cond(first, lambda: tf.exp(tf.tanh(x)), lambda: tf.sin(tf.cos(x)))
    behind = tf.exp(tf.tanh(result), name="behind")
    parts = parts_of(behind)
    assert sorted(len(part) for part in parts) == [2, 2, 2]


def test_control_inputs_are_kept(x: Any) -> None:
    """A region waits for what its nodes waited for; who waits for one of its nodes waits for all of it."""
    variable = tf.Variable(1.0, use_resource=True, name="v")
    assign = variable.assign(5.0)
    with tf.control_dependencies([assign]):
        y = tf.tanh(tf.exp(x))
    graph = form_regions(prune(x.graph, [x], [y], []), Engine())
    (node,) = [op for op in graph.get_operations() if op.type == REGION_OP]
    assert [control.type for control in node.control_inputs]
    first = tf.exp(tf.cos(x), name="first")
    value = tf.constant(6.0)
    with tf.control_dependencies([first.op]):
        after = variable.assign(value, name="after", read_value=False)
    graph = form_regions(prune(x.graph, [x], [tf.tanh(first)], [after]), Engine())
    (node,) = [op for op in graph.get_operations() if op.type == REGION_OP]
    assert graph.get_operation_by_name(after.name).control_inputs == [node]


def test_waiting_among_what_only_computes(x: Any) -> None:
    """Traced functions have all results wait for all reads: that cuts nothing. Waiting for an effect does."""
    a = tf.exp(tf.tanh(x, name="a"), name="b")
    with tf.control_dependencies([a]):
        barrier = tf.no_op()
    with tf.control_dependencies([barrier]):
        results = [tf.identity(a, name="c"), tf.exp(tf.sin(x, name="d"), name="e") + a]
    assert parts_of(results, feeds=[x]) == [{"a", "b", "c", "d", "e", "add"}]
    effect = tf.Print(a, [a], name="shown")
    with tf.control_dependencies([a, effect]):
        last = tf.exp(tf.identity(a, name="f"), name="g")
    assert parts_of(last, feeds=[x]) == [{"a", "b"}, {"f", "g"}]


async def test_waiting_in_a_branch(x: Any) -> None:
    """A node that waits for a branch is dead where the branch is, and stays so."""
    p = tf.placeholder(tf.bool, [], name="p")

    def branch() -> Any:
        with tf.control_dependencies([tf.tanh(x)]):
            return tf.exp(tf.constant([1.0, 2.0])) * 2.0

    taken = tf.cond(p, branch, lambda: tf.sin(tf.cos(x)))
    graph = tf.get_default_graph()
    runner = with_regions(graph)
    for value in (True, False):
        wanted = Reference(graph).run([taken], {p: np.bool_(value), x: np.ones(2, np.float32)})
        got = await runner([taken.name], {"p:0": value, "x:0": np.ones(2, np.float32)}, [])
        np.testing.assert_allclose(got[0], wanted[0], rtol=1e-6)


def test_names_of_places(x: Any) -> None:
    """To be where another node is says nothing where all are in one place; else it keeps a node out."""
    with tf.colocate_with(x):
        y = tf.exp(tf.tanh(x, name="a"), name="b")
    assert parts_of(y) == [{"a", "b"}]
    with tf.device("/cpu:1"):
        there = tf.identity(x, name="there")
    with tf.colocate_with(there):
        z = tf.exp(tf.sin(y, name="c"), name="d")
    with tf.colocate_with(z):
        w = tf.exp(tf.cos(y, name="e"), name="f")
    for name in "cdef":
        x.graph.get_operation_by_name(name).device = ""
    last = tf.tanh(z + w + there, name="last")
    assert not {"c", "d", "e", "f", "there"} & set().union(*parts_of(last))
    graph = form_regions(prune(x.graph, [x], [last], []), Engine())
    names = {b"loc:@" + op.name.encode() for op in graph.get_operations()}
    assert all(set(op.attrs.get("_class", ())) <= names for op in graph.get_operations())


def test_constants_of_regions_go(x: Any) -> None:
    """The graph has no more constants that only regions read, and keeps those of others."""
    shared = tf.constant([1.0, 2.0], name="shared")
    y = tf.floor(tf.tanh(x * tf.constant([3.0, 4.0], name="own") + shared)) + shared
    graph = form_regions(prune(x.graph, [x], [y], []), Engine(["Floor"]))
    assert [op.name for op in graph.get_operations() if op.type == "Const"] == ["shared"]


def test_errors_name_the_node(x: Any) -> None:
    """A node that fails in a region is named, as it would be without."""
    index = tf.placeholder(tf.int32, [], name="index")
    y = tf.exp(tf.gather(tf.tanh(x), index, name="taken"))
    graph = form_regions(prune(x.graph, [x, index], [y], []), Engine())
    (node,) = [op for op in graph.get_operations() if op.type == REGION_OP]
    with pytest.raises(tf.errors.InvalidArgumentError, match="taken"):
        node.attrs["_region"].run(np.ones(2, np.float32), np.int32(7))


def test_loaded_regions_are_refused() -> None:
    """A GraphDef cannot bring a region."""
    float32: Any = 1
    node = tf.NodeDef(name="evil", op="_Region", input=["x"])
    for name in ("Tin", "Tout"):
        node.attr[name].list.type.append(float32)
    x = tf.NodeDef(name="x", op="Placeholder")
    x.attr["dtype"].type = float32
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.GraphDef(node=[x, node]), name="")
        with tf.Session(graph=graph) as session, pytest.raises(tf.errors.InvalidArgumentError, match="_Region"):
            session.run_sync("evil:0", {"x:0": 1.0})


def with_regions(graph: tf.Graph) -> Runner:
    """Runs steps on the serial reference, each after regions were formed of its part of the graph."""
    reference = Reference(graph)

    async def run(fetches: Any, feeds: Any, targets: Any) -> list[Any]:
        fed = {graph.get_tensor_by_name(name): np.asarray(value) for name, value in feeds.items()}
        fetched = [graph.get_tensor_by_name(name) for name in fetches]
        pruned = prune(graph, list(fed), fetched, [graph.get_operation_by_name(name) for name in targets])
        return reference.run_pruned(form_regions(pruned, Engine()), list(fed.values()), len(fetched))

    return run


@pytest.mark.parametrize("first", [0, FIRST_NEST])
async def test_random_graphs_mean_the_same(first: int) -> None:
    """Values, what is dead and what fails are the same with as many regions as there can be."""
    for seed in range(first, first + 40):
        made = random_graph(seed)
        wanted = await outcomes(made, on_reference(made.graph))
        assert not differences(made, await outcomes(made, with_regions(made.graph)), wanted), seed
