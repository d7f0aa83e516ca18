"""Importing GraphDefs: each row of the import rules gives what TensorFlow's importer gave."""
from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import attr_value_pb2, graph_pb2
from aioflow.framework import dtypes
from aioflow.framework.graph.attr_protos import attr_from_proto
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation
from aioflow.framework.graph.scopes import changed_scope
from aioflow.framework.importing import import_graph_def, importer
from tests.framework.importing.import_cases import BODY, CASES, ID, NOOP, ImportCase, P, T, attr, node
from tests.framework.recorded import load

RECORDED = load("imports")

# Where we differ from TensorFlow on purpose: case -> our outcome.
DIFFERENCES = {
    "attr with a placeholder": "ValueError",  # TensorFlow: TypeError, from code that did not expect it
    "control input mapped": "ok",  # TensorFlow takes tensors only
    "control input of a missing node mapped": "ok",
    "data input not mapped by control key": "ok",
    "unused control key of an existing node": "ok",
    "unused control key of a missing node": "ValueError",
}
OURS_ONLY = {name for name, outcome in DIFFERENCES.items() if outcome == "ok"}

# Case -> a part of the message, as section 5.2 of the specification quotes it.
FRAGMENTS = {
    "unknown op": "Op type not registered 'Nope'",
    "leading underscore": "invalid characters",
    "duplicate name": "is not unique",
    "empty op": "does not specify an operation",
    "unknown input": "Unknown input node",
    "control before data": "Control dependencies must come after regular dependencies",
    "slot out of range": "Connecting to invalid output",
    "too few inputs": "NodeDef expected inputs",
    "wrong dtype": "was passed int32 from import/q:0 incompatible with expected float",
    "value where a ref is wanted": "incompatible with expected float_ref",
    "attr missing": "NodeDef missing attr 'dtype'",
    "attr of the wrong kind": "'dtype'",
    "dtype not allowed": "Value for attr 'T' of float is not in the list of allowed values",
    "cycle": "2 nodes in a cycle",
    "back edge into no merge": "only Merge nodes can have back edges",
    "colocated with nobody": "expects to be colocated with unknown node 'nobody'",
    "deprecated op": "is not available in GraphDef version 9",
    "min_consumer too high": "min consumer version 9999 above current version",
    "producer below minimum": "below min producer",
    "unused key of a missing node": "Attempted to map inputs that were not found in graph_def: [nobody:0]",
    "returned missing node": "Requested return node 'nobody' not found",
}


def parse(text: str) -> Any:
    """A GraphDef written as text."""
    return text_format.Parse(text, graph_pb2.GraphDef())


def target_graph() -> Graph:
    """The graph that the cases are imported into."""
    graph = Graph()
    for name, dtype in (("x", dtypes.float32), ("i", dtypes.int32)):
        graph.create_op("Placeholder", name=name, attrs={"dtype": dtype})
    graph.create_op("NoOp", name="n")
    return graph


def run_case(graph: Graph, case: ImportCase) -> Any:
    """Imports the case into `graph`."""
    input_map = {key: graph.as_graph_element(value) for key, value in case.input_map.items()}
    with graph.as_default():
        return import_graph_def(parse(case.graph_def), input_map, case.return_elements, case.name)


def node_facts(op: Operation) -> tuple[Any, ...]:
    """What is compared of a node: op, data inputs, control inputs, attributes."""
    proto = op.node_def
    controls = {text for text in proto.input if text.startswith("^")}
    return proto.op, [text for text in proto.input if text not in controls], controls, python_attrs(proto.attr)


def python_attrs(attrs: Any) -> dict[str, Any]:
    """Attributes as Python values, except for those in which we differ."""
    values = {name: attr_from_proto(value) for name, value in attrs.items()}
    if not isinstance(values.get("_class"), list) or not values["_class"]:
        values.pop("_class", None)  # TensorFlow rewrites what it does not understand
    values.pop("frame_name", None)  # ours gets the prefix
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in values.items()}


def recorded_facts(facts: dict[str, Any]) -> tuple[Any, ...]:
    """The same of a recorded node."""
    controls = {text for text in facts["inputs"] if text.startswith("^")}
    attrs = {name: text_format.Parse(text, attr_value_pb2.AttrValue()) for name, text in facts["attrs"].items()}
    return facts["op"], [text for text in facts["inputs"] if text not in controls], controls, python_attrs(attrs)


@pytest.mark.parametrize("name", [name for name in CASES if "nodes" in RECORDED[name] and name not in DIFFERENCES])
def test_accepted_graph(name: str) -> None:
    """E-76: a graph that TensorFlow accepts gives the same nodes, order, attributes, returned elements and version."""
    graph = target_graph()
    before = graph.version
    returned = run_case(graph, CASES[name])
    new = graph.get_operations()[before:]
    recorded = RECORDED[name]
    assert [op.name for op in new] == list(recorded["nodes"])
    assert {op.name: node_facts(op) for op in new} == {n: recorded_facts(f) for n, f in recorded["nodes"].items()}
    assert (None if returned is None else [element.name for element in returned]) == recorded["returned"]
    assert graph.producer == recorded["producer"]


@pytest.mark.parametrize("name", [name for name in CASES if "error" in RECORDED[name] and name not in OURS_ONLY])
def test_refused_graph(name: str) -> None:
    """E-76: a graph that TensorFlow refuses is refused with the same class and the quoted text, and leaves no trace."""
    graph = target_graph()
    before = graph.as_graph_def()
    with pytest.raises(Exception) as caught:
        run_case(graph, CASES[name])
    assert type(caught.value).__name__ == DIFFERENCES.get(name, RECORDED[name]["error"])
    assert FRAGMENTS.get(name, "") in str(caught.value)
    assert graph.as_graph_def() == before


@pytest.mark.parametrize("name", sorted(OURS_ONLY))
def test_accepted_by_us_only(name: str) -> None:
    """What TensorFlow refuses without need is imported."""
    assert "error" in RECORDED[name]
    run_case(target_graph(), CASES[name])


def test_fragments_belong_to_cases() -> None:
    """Every quoted text is looked for in some refused case."""
    assert {name for name in FRAGMENTS if "error" in RECORDED[name]} == set(FRAGMENTS)


def test_all_unknown_ops_are_named_at_once() -> None:
    """One import tells everything that is missing, with counts."""
    with pytest.raises(errors.NotFoundError) as caught:
        run_case(target_graph(), CASES["several unknown ops"])
    assert "'Neither' (1 nodes), 'Nope' (2 nodes)" in caught.value.message


def test_messages_name_the_node() -> None:
    """An ill-formed node is named also where the text of the error does not have it."""
    for name in ("attr missing", "dtype not allowed", "too few inputs", "slot out of range", "unknown input"):
        with pytest.raises(ValueError, match=r"\ba\b"):
            run_case(target_graph(), CASES[name])


def test_control_inputs_are_mapped_to_operations() -> None:
    """A control input may be replaced by an operation, or by the operation of a tensor."""
    for value in ("n", "x:0", "x"):
        graph = target_graph()
        with graph.as_default():
            import_graph_def(parse(node("b", "NoOp", "^a")), {"^a": value}, name="")
        assert [op.name for op in graph.get_operation_by_name("b").control_inputs] == [value.removesuffix(":0")]


def test_wrong_types_of_arguments() -> None:
    """Arguments of a wrong type are a TypeError, an unknown trust level a ValueError."""
    with target_graph().as_default():
        for graph_def in ("node { }", None, 3, graph_pb2.GraphDef().versions):
            with pytest.raises(TypeError, match="graph_def"):
                import_graph_def(graph_def)
        with pytest.raises(TypeError, match="input_map"):
            import_graph_def(parse(ID), {3: "x"})  # type: ignore[dict-item]
        with pytest.raises(TypeError, match="return_elements"):
            import_graph_def(parse(NOOP), return_elements=[3])  # type: ignore[list-item]
        with pytest.raises(ValueError, match="trust"):
            import_graph_def(parse(NOOP), trust="some")


def test_bytes_and_message_give_the_same() -> None:
    """A graph may be given as serialized bytes of any kind."""
    message = parse(P + ID)
    graphs = []
    for form in (message, message.SerializeToString(), bytearray(message.SerializeToString())):
        graph = Graph()
        with graph.as_default():
            import_graph_def(form, name="")
        graphs.append(graph.as_graph_def())
    assert graphs[0] == graphs[1] == graphs[2]


def test_importing_leaves_the_message_alone() -> None:
    """The caller's message is not changed, so it can be imported again."""
    message = parse(P + ID + node("b", "NoOp", "^a", attrs=attr("_class", 'list { s: "loc:@a" }')))
    copy = graph_pb2.GraphDef()
    copy.CopyFrom(message)
    with Graph().as_default():
        import_graph_def(message)
    assert message == copy


def test_frame_names_get_the_prefix() -> None:
    """Two imports of one loop are two loops; TensorFlow lets them share a frame name, which then fails to run."""
    graph = target_graph()
    for _ in range(2):
        run_case(graph, CASES["loop"])
    run_case(graph, CASES["no prefix"])
    enters = [op for op in graph.get_operations() if op.type == "Enter"]
    assert [op.attrs["frame_name"] for op in enters] == [b"import/f", b"import_1/f", b"f"]


def test_versions_are_joined() -> None:
    """The graph's producer is the oldest of all, its requirements on consumers those of all."""
    graph = Graph()
    for text in (
        "versions { producer: 30 min_consumer: 5 bad_consumers: [9, 7] }",
        "versions { producer: 20 min_consumer: 3 bad_consumers: 7 }",
    ):
        with graph.as_default():
            import_graph_def(parse(NOOP + text))
    versions = graph.graph_def_versions
    assert (versions.producer, versions.min_consumer, list(versions.bad_consumers)) == (20, 5, [7, 9])
    with pytest.raises(ValueError, match="disallows consumer version"), graph.as_default():
        import_graph_def(parse(f"versions {{ bad_consumers: {Graph().producer} }}"))


def test_optional_attributes_are_filled_in() -> None:
    """E-77: an attribute that has a default may be missing; a placeholder without a shape has an unknown one."""
    graph = target_graph()
    run_case(graph, ImportCase(P + ID))
    assert graph.get_tensor_by_name("import/p:0").shape.rank is None
    assert graph.get_operation_by_name("import/p").attrs["shape"].rank is None


def test_versions_of_others() -> None:
    """E-78: a graph from a newer producer is imported; one that asks for a newer consumer than we are is refused."""
    newer = Graph().producer + 1000
    graph = target_graph()
    run_case(graph, ImportCase(NOOP + f"versions {{ producer: {newer} }}"))
    assert graph.get_operation_by_name("import/a").type == "NoOp"
    with pytest.raises(ValueError, match=f"min consumer version {newer} above current version"):
        run_case(graph, ImportCase(NOOP + f"versions {{ producer: {newer} min_consumer: {newer} }}"))


def test_a_failed_import_adds_no_function() -> None:
    """Neither nodes nor functions stay behind, whatever the order in which they are looked at."""
    graph = target_graph()
    text = CASES["call of a function"].graph_def
    with graph.as_default(), pytest.raises(ValueError, match="Unknown input"):
        import_graph_def(parse(text.replace("input: 'p'", "input: 'nobody'")))
    assert graph.functions == {}


def test_function_library_and_gradients() -> None:
    """Functions, and which one is another's gradient, come with the graph and go with it."""
    text = f'library {{ {BODY} {BODY} gradient {{ function_name: "Neg" gradient_func: "f" }} }}'
    graph = Graph()
    with graph.as_default():
        import_graph_def(parse(text), name="")
    exported = graph.as_graph_def().library
    assert [function.signature.name for function in exported.function] == ["f"]
    assert [(g.function_name, g.gradient_func) for g in exported.gradient] == [("Neg", "f")]


def test_output_shapes_add_knowledge() -> None:
    """The shapes that an exporter noted are used together with what the ops tell, and not exported again."""
    shape = "list { shape { dim { size: 2 } dim { size: -1 } } }"
    text = node("p", "Placeholder", attrs=attr("dtype", "type: DT_FLOAT") + attr("_output_shapes", shape)) + ID
    graph = Graph()
    with graph.as_default():
        import_graph_def(parse(text), name="")
    assert graph.get_tensor_by_name("a:0").shape == [2, None]
    assert "_output_shapes" not in graph.get_operation_by_name("p").node_def.attr


def test_lying_output_shapes_are_noticed() -> None:
    """A noted shape that contradicts the op is refused."""
    attrs = attr("dtype", "type: DT_FLOAT") + attr("shape", "shape { dim { size: 3 } }")
    text = node("p", "Placeholder", attrs=attrs + attr("_output_shapes", "list { shape { dim { size: 2 } } }"))
    graph = Graph()
    with graph.as_default(), pytest.raises(ValueError, match="node 'p', Placeholder"):
        import_graph_def(parse(text), name="")
    assert not graph.get_operations()


def test_shapes_that_take_long_are_left_to_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import ends in bounded time, whatever values its rules have to compute; what is left is inferred later."""
    monkeypatch.setattr(importer, "_INFERENCE_S", -1.0)
    graph = Graph()
    case = CASES["shapes that contradict"]
    with graph.as_default():
        import_graph_def(parse(case.graph_def), name="")
    with pytest.raises(ValueError, match="node 'c', AddN"):
        _ = graph.get_tensor_by_name("c:0").shape


def test_single_class_string_is_ignored() -> None:
    """A `_class` that is no list names no colocation."""
    graph = target_graph()
    run_case(graph, CASES["colocated by a single string"])
    assert graph.get_operation_by_name("import/a").colocation_groups() == [b"loc:@import/a"]


def test_control_flow_contexts_see_imported_nodes() -> None:
    """Nodes imported while a cond or loop is built are handed to it together, as they may form loops."""

    class Recorder:
        def __init__(self) -> None:
            self.seen: list[str] = []

        def add_ops(self, ops: list[Operation]) -> None:
            self.seen.extend(op.name for op in ops)

    recorder = Recorder()
    graph = target_graph()
    with graph.as_default(), changed_scope(graph, control_flow=recorder):
        import_graph_def(parse(P + ID), name="q")
    assert recorder.seen == ["q/p", "q/a"]


def test_nodes_of_a_message_made_by_tensorflow() -> None:
    """A message class other than ours is read through its bytes (here: one of the same name)."""

    class Foreign:
        class DESCRIPTOR:
            name = "GraphDef"

        def SerializeToString(self) -> bytes:
            return bytes(parse(NOOP).SerializeToString())

    graph = Graph()
    with graph.as_default():
        import_graph_def(Foreign(), name="")
    assert [op.name for op in graph.get_operations()] == ["a"]


def test_attributes_are_python_values() -> None:
    """Attributes of imported nodes are Python values, defaults included."""
    graph = target_graph()
    run_case(graph, CASES["unknown dimension"])
    op = graph.get_operation_by_name("import/a")
    assert op.get_attr("dtype") is dtypes.float32 and op.get_attr("shape") == [None]
    run_case(graph, ImportCase(P + node("b", "LeakyRelu", "p", attrs=T)))
    assert graph.get_operation_by_name("import_1/b").get_attr("alpha") == pytest.approx(0.2)
    with pytest.raises(ValueError, match="no attr named 'nope'"):
        op.get_attr("nope")
