"""`make_callable` and `_make_callable_from_options`."""
from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, RunMetadata, RunOptions, TensorConnection
from aioflow.framework import dtypes
from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session

from .building import RUNS, Nodes

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
GPU = "/job:localhost/replica:0/task:0/device:GPU:0"


@pytest.fixture
def sum_nodes(nodes: Nodes) -> Nodes:
    """Nodes x, y (fed), z = x + y, c = 5, i = 3 (int32), w = z, n (no-op)."""
    x, y = nodes.placeholder(name="x"), nodes.placeholder(name="y")
    nodes.identity(nodes.add(x, y, name="z"), name="w")
    nodes.constant(5, name="c")
    nodes.constant(3, dtypes.int32, name="i")
    nodes.op("NoOp", name="n")
    return nodes


class TestMakeCallable:
    """`make_callable`."""

    async def test_structures(self, session: Session, nodes: Nodes) -> None:
        """S-93: a callable of a tensor returns its value, of an operation None, of a structure the structure."""
        c, op = nodes.constant(1), nodes.count("callable").op
        assert await session.make_callable(c)() == 1
        assert await session.make_callable(op)() is None  # type: ignore[func-returns-value]
        assert await session.make_callable({"a": c, "b": [op]})() == {"a": 1, "b": [None]}
        assert RUNS["callable"] == 2

    async def test_structures_that_change(self, session: Session, nodes: Nodes) -> None:
        """A callable gives what was asked for when it was made, whatever the caller does with the containers later."""
        x, c = nodes.placeholder(), nodes.constant(1)
        inner, outer = [c], {"a": (x, c)}
        call = session.make_callable([inner, outer], [x])
        inner.append(x)
        outer["b"] = (c, c)
        for _ in range(2):
            assert await call(2) == [[1], {"a": (2, 1)}]

    async def test_again_and_again(self, session: Session, nodes: Nodes) -> None:
        """Every call runs a step, also when the graph has grown in between."""
        call = session.make_callable(nodes.count("again"))
        assert await call() == 1
        nodes.constant(1)
        assert [await call(), await call()] == [2, 3]

    async def test_without_its_session(self, graph: Graph, nodes: Nodes) -> None:
        """A callable goes on when nobody holds the session any more."""
        x, c = nodes.placeholder(), nodes.constant(2)
        session = Session(graph=graph)
        with_feeds, without = session.make_callable(nodes.add(x, c), [x]), session.make_callable(c)
        del session
        gc.collect()
        assert await with_feeds(1) == 3 and await without() == 2

    async def test_without_feeds(self, session: Session, nodes: Nodes) -> None:
        """Without a feed list it takes no arguments, and options only if it was made to."""
        c = nodes.constant(1)
        with pytest.raises(TypeError):
            await session.make_callable(c)(1)
        with pytest.raises(TypeError):
            await session.make_callable(c)(options=RunOptions())
        metadata = RunMetadata()
        accepting = session.make_callable(c, accept_options=True)
        assert await accepting(options=RunOptions(output_partition_graphs=True), run_metadata=metadata) == 1
        assert metadata.partition_graphs
        with pytest.raises(TypeError, match="`options`"):
            await accepting(options=3)  # type: ignore[arg-type]

    async def test_feed_list(self, session: Session, sum_nodes: Nodes) -> None:
        """With a feed list it takes a value for each feed, and options."""
        call = session.make_callable("z:0", ["x:0", sum_nodes.graph.get_tensor_by_name("y:0")])
        metadata = RunMetadata()
        assert await call(1, 2) == 3
        assert await call(1, 2, options=RunOptions(output_partition_graphs=True), run_metadata=metadata) == 3
        assert metadata.partition_graphs
        assert await session.make_callable("c:0", [])() == 5

    @pytest.mark.parametrize("values", [(), (1,), (1, 2, 3)])
    async def test_wrong_number_of_values(self, session: Session, sum_nodes: Nodes, values: Any) -> None:
        """Too few and too many values are refused."""
        with pytest.raises(TypeError, match=f"takes 2 .* given {len(values)}"):
            await session.make_callable("z:0", ["x:0", "y:0"])(*values)

    async def test_feed_list_of_a_wrong_type(self, session: Session, sum_nodes: Nodes) -> None:
        """S-94: a feed list that is no list or tuple is refused."""
        with pytest.raises(TypeError, match="feed_list"):
            session.make_callable("z:0", "x:0")

    async def test_nothing_to_do(self, session: Session, nodes: Nodes) -> None:
        """A call of a callable without fetches is refused."""
        nodes.constant(1)
        with pytest.raises(errors.InvalidArgumentError, match="at least one target"):
            await session.make_callable([])()

    async def test_errors(self, session: Session, sum_nodes: Nodes) -> None:
        """Unknown fetches are refused at once; an error of a step without feeds is the runtime's, without operation."""
        with pytest.raises(ValueError, match="nope"):
            session.make_callable("nope")
        with pytest.raises(errors.InvalidArgumentError, match=r"{{node [xy]}}") as caught:
            await session.make_callable("z:0")()
        assert caught.value.op is None
        with pytest.raises(errors.InvalidArgumentError) as caught:
            await session.make_callable("z:0", ["x:0"])(1)
        assert caught.value.op.name == "y"

    async def test_empty_graph(self, session: Session) -> None:
        """A callable of an empty graph is refused at once."""
        with pytest.raises(RuntimeError, match="empty"):
            session.make_callable([])


def make(session: Session, **options: Any) -> Any:
    """A callable from `CallableOptions` with these fields."""
    return session._make_callable_from_options(CallableOptions(**options))


class TestCallableOptions:
    """`_make_callable_from_options`."""

    async def test_values_in_order(self, session: Session, sum_nodes: Nodes) -> None:
        """It takes one array per feed and returns a list in the order of the fetches."""
        call = make(session, feed=["y:0", "x"], fetch=["z", "c:0", "z:0"], target=["n"])
        result = await call(np.float32(1), np.ones(2, np.float32))
        assert type(result) is list and result[1] == 5 and result[0].tolist() == [2, 2] and result[2] is result[0]
        assert await make(session, target=["n", "c:0"])() == []

    async def test_strings(self, session: Session, nodes: Nodes) -> None:
        """Text is fed as UTF-8."""
        s = nodes.placeholder(dtypes.string, name="s")
        nodes.identity(s, name="same")
        call = make(session, feed=["s"], fetch=["same"])
        assert await call("é") == [b"\xc3\xa9"]
        assert (await call(np.array(["a", "b"])))[0].tolist() == [b"a", b"b"]
        with pytest.raises(errors.InvalidArgumentError, match=r"int64 vs. expect string"):
            await call(1)

    @pytest.mark.parametrize("values", [(), (np.float32(1),), (np.float32(1),) * 3])
    async def test_wrong_number(self, session: Session, sum_nodes: Nodes, values: Any) -> None:
        """S-95, E-60: a wrong number of values is refused, naming both numbers."""
        with pytest.raises(errors.InvalidArgumentError, match=f"Expected 2 feed tensors, but got {len(values)}"):
            await make(session, feed=["x:0", "y:0"], fetch=["z:0"])(*values)

    @pytest.mark.parametrize(("value", "actual"), [(1.0, "double"), (1, "int64"), ([1.0], "double"), ("a", "string")])
    async def test_wrong_dtype(self, session: Session, sum_nodes: Nodes, value: Any, actual: str) -> None:
        """S-95, E-60: nothing is converted; a value of another dtype, such as a Python float, is refused."""
        with pytest.raises(errors.InvalidArgumentError, match=f"Type mismatch: actual {actual} vs. expect float"):
            await make(session, feed=["x:0", "y:0"], fetch=["z:0"])(np.float32(1), value)

    async def test_shapes_are_not_checked(self, session: Session, nodes: Nodes) -> None:
        """E-60: a value whose shape contradicts the static shape reaches the kernels."""
        nodes.identity(nodes.placeholder(dtypes.float32, [], name="x"), name="same")
        (result,) = await make(session, feed=["x"], fetch=["same"])(np.ones(2, np.float32))
        assert result.tolist() == [1, 1]

    async def test_metadata_and_options(self, session: Session, sum_nodes: Nodes) -> None:
        """The message's run options hold for every call; metadata are filled by each."""
        metadata = RunMetadata()
        call = make(session, fetch=["c"], run_options=RunOptions(output_partition_graphs=True))
        assert await call(run_metadata=metadata) == [5] and metadata.partition_graphs
        with pytest.raises(TypeError):
            await call(options=RunOptions())

    async def test_fed_arrays_are_copied(self, session: Session, nodes: Nodes) -> None:
        """Writing to what was fed does not change what came back."""
        nodes.identity(nodes.placeholder(name="x"), name="same")
        array = np.ones(2, np.float32)
        (result,) = await make(session, feed=["x"], fetch=["same"])(array)
        array[:] = 9
        assert result.tolist() == [1, 1]

    @pytest.mark.parametrize(
        ("options", "kind", "named"),
        [
            ({"feed": ["q:0"], "fetch": ["z:0"]}, errors.InvalidArgumentError, "q:0"),
            ({"fetch": ["q:0"]}, errors.InvalidArgumentError, "q:0"),
            ({"fetch": ["z:b"]}, errors.InvalidArgumentError, "z:b"),
            ({"feed": ["x:1"], "fetch": ["z:0"]}, errors.OutOfRangeError, "'x'.*outputs: 1.*output 1"),
            ({"fetch": ["z:3"]}, errors.OutOfRangeError, "output 3"),
            ({"fetch": ["z:0"], "target": ["q"]}, errors.NotFoundError, "q"),
            ({"feed": ["x:0", "x"], "fetch": ["z:0"]}, errors.InvalidArgumentError, "x:0.*fed more than once"),
            ({"feed": ["x:0"], "fetch": ["x"]}, errors.InvalidArgumentError, "x:0 is both fed and fetched"),
            ({}, errors.InvalidArgumentError, "at least one target"),
            ({"feed": ["x:0"]}, errors.InvalidArgumentError, "at least one target"),
            ({"fetch": ["c"], "feed_devices": {"x:0": GPU}}, errors.InvalidArgumentError, "GPU:0.*x:0.*CPU:0"),
        ],
    )
    async def test_refused(self, session: Session, sum_nodes: Nodes, options: Any, kind: Any, named: str) -> None:
        """S-97, E-57, E-58, E-59: unknown names, contradictions and empty signatures are refused at creation."""
        with pytest.raises(kind, match=named):
            make(session, **options)

    async def test_devices(self, session: Session, sum_nodes: Nodes) -> None:
        """Feeds and fetches may be asked to stay on the CPU."""
        call = make(session, feed=["x", "y"], fetch=["z"], feed_devices={"x:0": CPU}, fetch_devices={"z:0": "/cpu:0"})
        assert await call(np.float32(1), np.float32(2)) == [3]

    async def test_nodes_added_later(self, session: Session, nodes: Nodes, graph: Graph) -> None:
        """What was compiled at creation runs on, even if a node that cannot be placed is added."""
        nodes.constant(5, name="c")
        call = make(session, fetch=["c"])
        with graph.device("/device:GPU:7"):
            nodes.constant(2)
        assert await call() == [5]


class TestTensorConnection:
    """`CallableOptions.tensor_connection`."""

    async def test_constant_into_placeholder(self, session: Session, sum_nodes: Nodes) -> None:
        """S-96: a constant takes the place of a placeholder; the graph itself stays as it was."""
        into_y = TensorConnection(from_tensor="c:0", to_tensor="y:0")
        call = make(session, feed=["x"], fetch=["z"], tensor_connection=[into_y])
        assert await call(np.float32(1)) == [6]
        assert await session.run("z:0", {"x:0": 1, "y:0": 1}) == 2
        call = make(session, fetch=["w"], tensor_connection=[TensorConnection(from_tensor="c", to_tensor="z")])
        assert await call() == [5]

    async def test_state_is_shared(self, session: Session, nodes: Nodes) -> None:
        """The rewired signature shares the session's stateful kernels."""
        count = nodes.count("rewired", name="count")
        nodes.identity(nodes.placeholder(dtypes.int64, name="x"), name="same")
        assert await session.run(count) == 1
        connection = TensorConnection(from_tensor="count", to_tensor="x")
        assert await make(session, fetch=["same"], tensor_connection=[connection])() == [2]

    @pytest.mark.parametrize(
        ("source", "replaced", "kind"),
        [
            ("q:0", "y:0", errors.InvalidArgumentError),
            ("c:5", "y:0", errors.InvalidArgumentError),
            ("c:0", "q:0", errors.NotFoundError),
            ("c:0", "y:7", errors.InvalidArgumentError),
            ("i:0", "y:0", errors.InvalidArgumentError),
            ("z:0", "y:0", errors.InvalidArgumentError),
            ("c:0", "x:0", errors.InvalidArgumentError),
        ],
    )
    async def test_refused(self, session: Session, sum_nodes: Nodes, source: str, replaced: str, kind: Any) -> None:
        """Unknown ends, dtypes that differ, cycles and connections into fed tensors are refused."""
        connection = TensorConnection(from_tensor=source, to_tensor=replaced)
        with pytest.raises(kind, match=f"{source[:-2]}|{replaced[:-2]}"):
            make(session, feed=["x"], fetch=["z"], tensor_connection=[connection])
