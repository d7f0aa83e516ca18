"""Graphs beyond what TensorFlow recorded: tasks and threads, failures, changes, containers, what may be run."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import function_pb2
from aioflow.framework import dtypes
from aioflow.framework.graph.function import Function
from aioflow.framework.graph.graph import Graph, check_input_types, get_default_graph, reset_default_graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.graph.scopes import changed_scope, current_scope
from aioflow.framework.importing import import_graph_def
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape


def placeholder(graph: Graph, name: str = "x", dtype: dtypes.DType = dtypes.float32, shape: Any = None) -> Tensor:
    """A placeholder's output."""
    return graph.create_op("Placeholder", name=name, attrs={"dtype": dtype, "shape": TensorShape(shape)}).outputs[0]


def identity(tensor: Tensor, name: str | None = None) -> Tensor:
    """An Identity's output."""
    return tensor.graph.create_op("Identity", [tensor], name, {"T": tensor.dtype.base_dtype}).outputs[0]


# ---- nodes
def test_a_node_knows_what_it_was_made_of() -> None:
    """An operation has its name, type, inputs, attributes, outputs, and the line of code that made it."""
    graph = Graph()
    x = placeholder(graph)
    y = identity(x, "y")
    op = y.op
    assert (op.name, op.type, op.inputs, op.control_inputs, op.device) == ("y", "Identity", [x], [], "")
    assert op.get_attr("T") is dtypes.float32 and op.outputs == op.values() == (y,)
    assert (y.name, y.dtype, y.graph, y.device, y.value_index) == ("y:0", dtypes.float32, graph, "", 0)
    assert "test_graph.py" in op.created_at and "in identity" in op.created_at
    assert x.consumers() == [op] and y.consumers() == []
    assert [o.id for o in graph.get_operations()] == [0, 1] and graph.version == 2
    assert op.node_def.name == "y" and graph.node_def(op) == op.node_def
    assert repr(op) == "<Operation 'y' type=Identity>" and repr(y) == "<Tensor 'y:0' shape=<unknown> dtype=float32>"


def test_tensors_do_not_pretend_to_be_values() -> None:
    """A tensor has no truth value, length or elements before the graph runs."""
    x = placeholder(Graph())
    for attempt in (bool, len, list):
        with pytest.raises(TypeError, match="x:0"):
            attempt(x)


@pytest.mark.parametrize(
    ("op_type", "attrs", "inputs", "error", "message"),
    [
        ("Nope", {}, 0, errors.NotFoundError, "'Nope'"),
        ("Identity", {}, 1, errors.InvalidArgumentError, "missing attr 'T'"),
        ("Identity", {"T": dtypes.int32}, 1, errors.InvalidArgumentError, "x:0 incompatible with expected int32"),
        ("Identity", {"T": dtypes.float32}, 2, errors.InvalidArgumentError, "do not match 2 inputs"),
        ("Reshape", {"T": dtypes.float32, "Tshape": dtypes.string}, 1, errors.InvalidArgumentError, "Tshape"),
    ],
)
def test_what_cannot_be_built(op_type: str, attrs: Any, inputs: int, error: type[Exception], message: str) -> None:
    """A node that contradicts its op is refused, and the graph stays as it was."""
    graph = Graph()
    x = placeholder(graph)
    with pytest.raises(error, match=message):
        graph.create_op(op_type, [x] * inputs, "bad", attrs)
    assert graph.version == 1 and graph.find_operation("bad") is None


def test_inputs_of_another_graph_are_refused() -> None:
    """Graphs do not mix."""
    with pytest.raises(ValueError, match="not an element of this graph"):
        Graph().create_op("Identity", [placeholder(Graph())], "y", {"T": dtypes.float32})


def test_shapes_that_contradict_leave_no_node() -> None:
    """A node whose input shapes contradict its op is refused with its name and shapes, and takes no other along."""
    graph = Graph()
    a, b = placeholder(graph, "a", shape=[2]), placeholder(graph, "b", shape=[3])
    with pytest.raises(ValueError, match=r"node 'sum', AddV2 of inputs with shapes \(2,\), \(3,\)"):
        graph.create_op("AddV2", [a, b], "sum", {"T": dtypes.float32})
    assert [op.name for op in graph.get_operations()] == ["a", "b"]


def test_refs_are_values_but_values_are_no_refs() -> None:
    """A variable's reference may be read as a value; a value cannot be assigned to."""
    graph = Graph()
    attrs = {"shape": placeholder(graph).shape, "dtype": dtypes.float32}
    variable = graph.create_op("VariableV2", [], "v", attrs).outputs[0]
    assert variable.dtype is dtypes.float32.ref
    assert identity(variable).dtype is dtypes.float32
    with pytest.raises(errors.InvalidArgumentError, match="incompatible with expected float_ref"):
        check_input_types(OPS["Assign"], {"T": dtypes.float32}, [identity(variable), identity(variable)])


def test_taken_names() -> None:
    """Two nodes of one name cannot be, however they are added; a group of nodes is added as a whole or not at all."""
    graph = Graph()
    graph.add_node("a", OPS["NoOp"], {}, ())
    with pytest.raises(errors.InvalidArgumentError, match="Duplicate node name in graph: 'a'"):
        graph.add_node("a", OPS["NoOp"], {}, ())
    for names in (("b", "a"), ("b", "b")):
        with pytest.raises(errors.InvalidArgumentError, match="Duplicate node name"):
            graph.adopt([Operation(graph, name, OPS["NoOp"], {}, ()) for name in names])
    assert [op.name for op in graph.get_operations()] == ["a"]


# ---- tasks and threads
async def test_tasks_have_scopes_of_their_own() -> None:
    """Tasks that build one graph at the same time do not see each other's scopes, but inherit their creator's."""
    graph = Graph()
    both_inside = asyncio.Barrier(2)

    async def build(name: str, device: str) -> None:
        with graph.name_scope(name), graph.device(device):
            await both_inside.wait()
            graph.create_op("NoOp", name="n")
            await both_inside.wait()

    with graph.name_scope("outer"):
        await asyncio.gather(build("a", "/cpu:0"), build("b", "/cpu:1"))
        graph.create_op("NoOp", name="n")
    made = {op.name: op.device for op in graph.get_operations()}
    assert made == {"outer/a/n": "/device:CPU:0", "outer/b/n": "/device:CPU:1", "outer/n": ""}


async def test_tasks_have_default_graphs_of_their_own() -> None:
    """A task that enters a graph does not change its siblings' default graph."""
    inside, done = asyncio.Event(), asyncio.Event()
    graph = Graph()

    async def enter() -> None:
        with graph.as_default():
            inside.set()
            await done.wait()
            assert get_default_graph() is graph

    task = asyncio.create_task(enter())
    await inside.wait()
    assert get_default_graph() is not graph
    done.set()
    await task


def test_threads_begin_without_scopes() -> None:
    """A new thread has neither its creator's scopes nor its default graph."""
    graph = Graph()
    seen: list[Any] = []

    def look() -> None:
        seen.extend((get_default_graph() is graph, current_scope(graph).name))

    with graph.as_default(), graph.name_scope("s"):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert seen == [False, ""]


def run_in_threads(work: Callable[[int], None], count: int) -> None:
    """Calls `work(i)` in `count` threads that begin together; raises what one of them raised."""
    failures: list[BaseException] = []
    together = threading.Barrier(count)

    def call(number: int) -> None:
        try:
            together.wait()
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=call, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_many_threads_build_one_graph() -> None:
    """Nodes added and refused in many threads at once have unique names and gapless numbers, and none gets lost."""
    graph = Graph()
    two, three = placeholder(graph, "two", shape=[2]), placeholder(graph, "three", shape=[3])

    def build(number: int) -> None:
        for _ in range(100):
            graph.create_op("NoOp", name="n")
            with graph.name_scope("s"):
                graph.create_op("NoOp", name=f"own{number}")
            with pytest.raises(ValueError, match="shapes"):
                graph.create_op("AddV2", [two, three], attrs={"T": dtypes.float32})

    run_in_threads(build, 4)
    ops = graph.get_operations()
    assert len(ops) == 2 + 4 * 200 and [op.id for op in ops] == list(range(len(ops)))
    assert len({op.name for op in ops}) == len(ops)
    assert all(graph.get_operation_by_name(op.name) is op for op in ops)


def test_many_threads_import_into_one_graph() -> None:
    """Imports that run at the same time change taken names instead of failing."""
    graph, source = Graph(), Graph()
    identity(identity(placeholder(source), "a"), "b")
    message = source.as_graph_def()

    def load(_: int) -> None:
        for _ in range(20):
            with graph.as_default():
                import_graph_def(message, name="")

    run_in_threads(load, 4)
    assert graph.version == 4 * 20 * 3
    for op in graph.get_operations():
        if op.name.startswith("b"):
            assert op.inputs[0].op.name == op.name.replace("b", "a")


# ---- default graphs
def test_default_graphs_nest() -> None:
    """The innermost entered graph is the default; outside there is one for the process, which can be replaced."""
    first, second = Graph(), Graph()
    outside = get_default_graph()
    with first.as_default() as entered:
        assert entered is first is get_default_graph()
        with second.as_default():
            assert get_default_graph() is second
        assert get_default_graph() is first
        with pytest.raises(AssertionError, match="reset_default_graph"):
            reset_default_graph()
    assert get_default_graph() is outside
    reset_default_graph()
    assert get_default_graph() is not outside


# ---- scopes
def test_scopes_are_left_when_an_error_passes() -> None:
    """An exception inside a scope leaves it as a normal end does."""
    graph = Graph()
    with pytest.raises(KeyError), graph.name_scope("s"), graph.device("/cpu:0"), graph.control_dependencies([]):
        raise KeyError
    assert current_scope(graph) is current_scope(Graph())


def test_scopes_of_one_graph_do_not_touch_another() -> None:
    """Scopes belong to their graph, whichever is the default."""
    one, other = Graph(), Graph()
    with one.name_scope("s"), one.device("/cpu:0"):
        assert other.create_op("NoOp", name="n").name == "n"
        assert one.create_op("NoOp", name="n").name == "s/n"


def test_name_of_the_open_scope() -> None:
    """The open name scope can be asked for, without the slash at its end."""
    graph = Graph()
    assert graph.get_name_scope() == ""
    with graph.name_scope("a"), graph.name_scope("b"):
        assert graph.get_name_scope() == "a/b"


def test_containers() -> None:
    """Stateful nodes without a container of their own take the scope's; other nodes have none."""
    graph = Graph()
    queue = {"component_types": [dtypes.float32]}
    with graph.container("c") as name:
        assert name == "c"
        inside = graph.create_op("FIFOQueueV2", attrs=queue)
        own = graph.create_op("FIFOQueueV2", attrs={**queue, "container": b"own"})
        with graph.container(""):
            default = graph.create_op("FIFOQueueV2", attrs=queue)
        graph.create_op("NoOp")
    assert [op.attrs["container"] for op in (inside, own, default)] == [b"c", b"own", b""]


def test_attributes_by_scope() -> None:
    """A scope may give new nodes private attributes; the node's own win, and inner scopes over outer ones."""
    graph = Graph()
    with graph.attr_scope({"_a": b"outer", "_b": b"outer"}), graph.attr_scope({"_b": b"inner"}):
        plain = graph.create_op("NoOp")
        own = graph.create_op("NoOp", attrs={"_a": b"own"})
    assert (plain.attrs["_a"], plain.attrs["_b"], own.attrs["_a"]) == (b"outer", b"inner", b"own")
    assert "_a" not in graph.create_op("NoOp").attrs


def test_control_flow_context_gets_each_node() -> None:
    """A node built inside a cond or loop is handed over once it is in the graph, with its control inputs."""
    graph = Graph()
    seen: list[tuple[Any, ...]] = []

    class Context:
        def add_op(self, op: Operation) -> None:
            seen.append((op.name, graph.find_operation(op.name) is op, [c.name for c in op.control_inputs]))

    first = graph.create_op("NoOp", name="first")
    with changed_scope(graph, control_flow=Context()), graph.control_dependencies([first]):
        graph.create_op("NoOp", name="inside")
        with graph.control_dependencies(None):
            graph.create_op("NoOp", name="outside")
    assert seen == [("inside", True, ["first"])]


# ---- changes
def test_changes_are_noted_in_order() -> None:
    """Each change of a node after it was made is noted, so that sessions can refuse to run what they compiled."""
    graph = Graph()
    x, z = placeholder(graph), placeholder(graph, "z")
    y = identity(x)
    y.op._update_input(0, z)
    y.op._set_attr("_note", b"n")
    x.op._set_device("/cpu:1")
    y.op._add_control_inputs([x.op, x.op])
    y.op._add_control_inputs([x.op])
    assert graph.mutations == [y.op, y.op, x.op, y.op, y.op]
    assert (y.op.inputs, y.op.control_inputs, y.op.get_attr("_note"), x.device) == ([z], [x.op], b"n", "/cpu:1")


def test_a_finalized_graph_does_not_change() -> None:
    """After `finalize` neither new nodes nor changes of old ones are possible; nothing is changed half-way."""
    graph = Graph()
    x, z = placeholder(graph), placeholder(graph, "z")
    y = identity(x)
    graph.finalize()
    changes: list[Callable[[], Any]] = [
        lambda: y.op._update_input(0, z),
        lambda: y.op._set_attr("_note", b"n"),
        lambda: y.op._set_device("/cpu:1"),
        lambda: y.op._add_control_inputs([z.op]),
        lambda: graph.add_node("n", OPS["NoOp"], {}, ()),
        lambda: graph.create_op("NoOp"),
    ]
    before = graph.as_graph_def()
    for change in changes:
        with pytest.raises(RuntimeError, match="finalized"):
            change()
    assert graph.as_graph_def() == before and graph.mutations == []
    graph._unsafe_unfinalize()
    assert graph.unique_name("NoOp") == "NoOp", "a refused node takes no name"
    y.op._update_input(0, z)
    assert not graph.finalized and y.op.inputs == [z]


def test_what_runs_may_not_feed_or_fetch() -> None:
    """Tensors can be barred from being fed, operations from being fetched; each change raises the version."""
    graph = Graph()
    x = placeholder(graph)
    assert graph.is_feedable(x) and graph.is_fetchable(x) and graph.is_fetchable(x.op)
    before = graph.access_version
    graph.prevent_feeding(x)
    graph.prevent_fetching(x.op)
    assert not graph.is_feedable(x) and not graph.is_fetchable(x) and not graph.is_fetchable(x.op)
    assert graph.access_version == before + 2


def test_collections_under_other_names_than_strings() -> None:
    """Anything can name a collection, but only strings are listed, as in TensorFlow."""
    graph = Graph()
    graph.add_to_collection(("a", "key"), 1)
    graph.add_to_collection("named", 2)
    assert graph.get_collection(("a", "key")) == [1] and graph.get_all_collection_keys() == ["named"]


# ---- messages
def test_export_of_every_kind_of_attribute() -> None:
    """A graph that was built in code survives its message: attributes, devices, control inputs, order."""
    graph = Graph()
    value = np.array([[1, 2]], np.float32)
    graph.create_op("Const", name="c", attrs={"dtype": dtypes.float32, "value": value, "_list": [b"a", b"b"], "_i": 3})
    with graph.device("/cpu:1"), graph.control_dependencies(["c"]):
        identity(placeholder(graph), "i")
    again = Graph()
    with again.as_default():
            import_graph_def(graph.as_graph_def(), name="")
    assert again.as_graph_def() == graph.as_graph_def()
    assert again.get_operation_by_name("c").get_attr("value").tolist() == [[1, 2]]
    assert again.get_operation_by_name("c").get_attr("_list") == [b"a", b"b"]


def test_shapes_can_be_exported() -> None:
    """With `add_shapes` each node notes the static shapes of its outputs."""
    graph = Graph()
    placeholder(graph, shape=[None, 2])
    node = graph.as_graph_def(add_shapes=True).node[0]
    assert [dim.size for dim in node.attr["_output_shapes"].list.shape[0].dim] == [-1, 2]
    assert "_output_shapes" not in graph.as_graph_def().node[0].attr


def test_only_the_new_part_can_be_exported() -> None:
    """A version number stands for the nodes that there were at that time."""
    graph = Graph()
    x = placeholder(graph)
    before = graph.version
    identity(x, "y")
    assert [node.name for node in graph.as_graph_def(before).node] == ["y"]
    assert [node.name for node in graph.as_graph_def().node] == ["x", "y"]


def test_a_constant_that_contradicts_its_dtype_stays_as_it_is() -> None:
    """Exporting does not reinterpret the bytes of a value under another dtype."""
    graph = Graph()
    graph.add_node("c", OPS["Const"], {"dtype": dtypes.int32, "value": np.array([1.5, 2.5], np.float32)}, ())
    tensor = graph.as_graph_def().node[0].attr["value"].tensor
    assert tensor.dtype == dtypes.float32.as_datatype_enum


def test_quantised_constants_keep_their_dtype() -> None:
    """Quantised values look like plain integers to numpy; the attribute beside them tells what they are."""
    graph = Graph()
    graph.create_op("Const", attrs={"dtype": dtypes.qint8, "value": np.array([1, -1], np.int8)})
    assert graph.as_graph_def().node[0].attr["value"].tensor.dtype == dtypes.qint8.as_datatype_enum


# ---- functions
def function(name: str, op: str = "Identity") -> Function:
    """A function of one float that applies an op."""
    text = f"""signature {{ name: "{name}" input_arg {{ name: "x" type: DT_FLOAT }}
        output_arg {{ name: "y" type: DT_FLOAT }} }} node_def {{ name: "n" op: "{op}" input: "x"
        attr {{ key: "T" value {{ type: DT_FLOAT }} }} }} ret {{ key: "y" value: "n:y:0" }}"""
    return Function(text_format.Parse(text, function_pb2.FunctionDef()))


def test_functions_are_ops_of_their_graph() -> None:
    """A function of the library can be called like an op, in its own graph only."""
    graph = Graph()
    graph.add_function(function("f"))
    call = graph.create_op("f", [placeholder(graph)])
    assert call.outputs[0].dtype is dtypes.float32 and call.name == "f"
    assert repr(graph.functions["f"]) == "<Function f>" and repr(graph) == "<Graph operations=2 functions=1>"
    with pytest.raises(errors.NotFoundError):
        Graph().op_def("f")


def test_notebooks_show_what_goes_in_and_comes_out() -> None:
    """A notebook shows a graph's inputs, its results and how many operations of each type it has, as text."""
    graph = Graph()
    for number in range(22):
        graph.create_op("Identity", [placeholder(graph)], name=f"y{number}", attrs={"T": dtypes.float32})
    shown = graph._repr_html_()
    assert shown.startswith("<table><caption>Graph operations=44</caption>")
    assert "<th>result</th><td>y19:0  float32  &lt;unknown&gt;</td>" in shown and "y20" not in shown
    assert shown.count("<td>and 2 more</td>") == 2
    assert shown.endswith("<th>operations</th><td>Placeholder 22, Identity 22</td></tr></table>")


def test_names_of_functions_are_unique() -> None:
    """The same function may be added twice; another one of its name, or one named as an op, may not."""
    graph = Graph()
    graph.add_function(function("f"))
    graph.add_function(function("f"))
    with pytest.raises(errors.InvalidArgumentError, match="different one"):
        graph.add_function(function("f", "Neg"))
    with pytest.raises(errors.InvalidArgumentError, match="an op of that name"):
        graph.add_function(function("Neg"))
    assert list(graph.functions) == ["f"]
