"""Short programs that build a graph through TensorFlow's graph interface; run on TensorFlow's graphs and on ours.

Each takes a `Builder` and returns nothing: what counts are the graph's nodes and the builder's notes.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Builder(Protocol):
    """What a scenario may use.

    Attributes:
        graph: The graph that is built; it is the default graph.
    """

    graph: Any

    def op(self, op_type: str, *inputs: Any, name: str | None = None) -> Any:
        """Adds a node whose inputs and outputs are floats, and returns it."""

    def note(self, value: Any) -> None:
        """Notes a value, to be compared."""

    def outcome(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Notes the name of the error that `call` raises, else "ok"; returns what it returned."""

    def graph_def(self, *nodes: dict[str, Any]) -> Any:
        """A GraphDef of nodes with the keys name, op, input, device, classes."""

    def import_graph(self, graph_def: Any, name: str | None = None, **options: Any) -> Any:
        """Imports a GraphDef into the graph."""


def names_collide(b: Builder) -> None:
    for name in ("a", "a", "a", "a_1", "a_1", "A", "a_2", "a_2_1", "a_2", None, None, "NoOp_1", "noop"):
        b.op("NoOp", name=name)


def names_under_scopes(b: Builder) -> None:
    for scope in ("s", "s", "S", "s_1", "t/u", "t"):
        with b.graph.name_scope(scope) as prefix:
            b.note(prefix)
            b.op("NoOp", name="a")
            b.op("NoOp", name="a")
            with b.graph.name_scope(scope) as inner:
                b.note(inner)
                b.op("NoOp")


def scopes_reentered(b: Builder) -> None:
    with b.graph.name_scope("s") as first:
        b.op("NoOp", name="a")
    with b.graph.name_scope(first) as again:
        b.note(again)
        b.op("NoOp", name="a")
        with b.graph.name_scope("") as root:
            b.note(root)
            b.op("NoOp", name="r")
        with b.graph.name_scope(None) as root:
            b.note(root)
            b.op("NoOp", name="r")
        with b.graph.name_scope("x/") as absolute:
            b.note(absolute)
            b.op("NoOp", name="a")
    b.op("NoOp", name="s")
    b.op("NoOp", name="s/b/")


def a_scope_collides_with_a_node(b: Builder) -> None:
    b.op("NoOp", name="s")
    with b.graph.name_scope("s") as prefix:
        b.note(prefix)
        b.op("NoOp", name="s_1")
    b.op("NoOp", name="s_1")


def unique_names(b: Builder) -> None:
    for name in ("u", "u", "U", "u_1"):
        b.note(b.graph.unique_name(name, mark_as_used=False))
        b.note(b.graph.unique_name(name))
    with b.graph.name_scope("s"):
        b.note(b.graph.unique_name("u"))
        b.note(b.graph.unique_name("u"))
    b.op("NoOp", name="u")


def bad_names(b: Builder) -> None:
    for name in ("_a", "a b", "a:0", "-a", "/a", "é", "a^", "_a/", "a b/", ".a", "0a", "a>b", "a\\b", "a.b", "a/"):
        b.outcome(b.op, "NoOp", name=name)
    with b.graph.name_scope("s"):
        for name in ("_a", "a b", "-a", "/a", "a:0", ".a", "_a/"):
            b.outcome(b.op, "NoOp", name=name)


def bad_scopes(b: Builder) -> None:
    def enter(name: str) -> None:
        with b.graph.name_scope(name) as prefix:
            b.note(prefix)

    names = ("_a", "a b", "-a", "/a", "a:0", ".a", "a//", "_a/", "é")
    for name in names:
        b.outcome(enter, name)
    with b.graph.name_scope("s"):
        for name in names:
            b.outcome(enter, name)


def a_taken_absolute_name(b: Builder) -> None:
    b.op("NoOp", name="a")
    b.outcome(b.op, "NoOp", name="a/")
    b.op("NoOp", name="a")


def devices_nest(b: Builder) -> None:
    with b.graph.device("/job:worker/device:GPU:1"):
        b.op("NoOp", name="outer")
        with b.graph.device("/task:3"):
            b.op("NoOp", name="task")
            with b.graph.device("/cpu:0"):
                b.op("NoOp", name="cpu")
            with b.graph.device("/job:ps"):
                b.op("NoOp", name="job")
            with b.graph.device("/device:CPU:*"):
                b.op("NoOp", name="type")
        with b.graph.device(""):
            b.op("NoOp", name="empty")
        with b.graph.device(None):
            b.op("NoOp", name="none")
            with b.graph.device("/task:4"):
                b.op("NoOp", name="below_none")
    b.op("NoOp", name="outside")


def device_functions(b: Builder) -> None:
    seen = []

    def by_name(op: Any) -> str:
        seen.append((op.name, op.type, op.device))
        return "/cpu:1" if "a" in op.name else ""

    with b.graph.device(by_name):
        b.op("NoOp", name="a")
        b.op("NoOp", name="n")
        with b.graph.device("/job:worker/task:2"):
            b.op("NoOp", name="a")
            b.op("NoOp", name="n")
    with b.graph.device("/job:worker/task:2"), b.graph.device(by_name):
        b.op("NoOp", name="a")
        b.op("NoOp", name="n")
    with b.graph.device(lambda op: "/task:1"), b.graph.device(lambda op: "/cpu:0"):
        b.op("NoOp", name="two")
    with b.graph.device(by_name), b.graph.device(None):
        b.op("NoOp", name="a")
    b.note(seen)


def control_dependencies(b: Builder) -> None:
    x, y = b.op("Placeholder", name="x"), b.op("Placeholder", name="y")
    with b.graph.control_dependencies([x, y.outputs[0]]):
        a = b.op("NoOp", name="a")
        b.op("Identity", x.outputs[0], name="reads_x")
        with b.graph.control_dependencies([a, x]):
            b.op("NoOp", name="inner")
            with b.graph.control_dependencies(None):
                b.op("NoOp", name="free")
                with b.graph.control_dependencies([y]):
                    b.op("NoOp", name="free_but_y")
        with b.graph.control_dependencies([]):
            b.op("NoOp", name="none_more")
        with b.graph.control_dependencies(["x", "y:0"]):
            b.op("NoOp", name="by_name")
    b.outcome(lambda: b.graph.control_dependencies([3]).__enter__())
    b.outcome(lambda: b.graph.control_dependencies(["nobody"]).__enter__())
    b.op("NoOp", name="after")


def dominated_control_dependencies(b: Builder) -> None:
    x, y, z = (b.op("Placeholder", name=name) for name in "xyz")
    with b.graph.control_dependencies([x]):
        a = b.op("Identity", y.outputs[0], name="a")
        b.op("Identity", a.outputs[0], name="behind_a")
        b.op("Identity", z.outputs[0], name="not_behind")
        with b.graph.control_dependencies([y]):
            c = b.op("Identity", a.outputs[0], name="c")
            b.op("AddV2", c.outputs[0], z.outputs[0], name="behind_c")
        b.op("Identity", c.outputs[0], name="behind_c_outside")
    b.op("Identity", a.outputs[0], name="outside")


def colocation(b: Builder) -> None:
    with b.graph.device("/job:ps/device:CPU:1"):
        v = b.op("Placeholder", name="v")
    w = b.op("Placeholder", name="w")
    with b.graph.device("/gpu:0"), b.graph.colocate_with(v):
        b.op("NoOp", name="with_v")
        with b.graph.colocate_with(w.outputs[0]):
            b.op("NoOp", name="with_w_and_v")
        with b.graph.colocate_with(w, ignore_existing=True):
            u = b.op("NoOp", name="with_w")
        with b.graph.device("/gpu:3"):
            b.op("NoOp", name="device_inside")
        with b.graph.colocate_with(None, ignore_existing=True):
            b.op("NoOp", name="free")
    with b.graph.colocate_with(w), b.graph.device("/gpu:1"):
        b.op("NoOp", name="w_and_gpu")
    with b.graph.colocate_with(u):
        b.op("NoOp", name="with_u")
    b.outcome(lambda: b.graph.colocate_with(None).__enter__())
    b.op("NoOp", name="after")


def elements(b: Builder) -> None:
    x = b.op("Placeholder", name="x")
    names = ("x", "x:0", "x:1", "x:", ":0", "x:a", "x:0:0", "nobody", "nobody:0", "", "^x", "x:00", "x/")
    for name in names:
        for options in ({}, {"allow_tensor": False}, {"allow_operation": False}):
            found = b.outcome(b.graph.as_graph_element, name, **options)
            b.note(None if found is None else found.name)
        b.outcome(b.graph.get_operation_by_name, name)
        b.outcome(b.graph.get_tensor_by_name, name)
    for thing in (x, x.outputs[0], None, 3, b"x", b"x:0", [x]):
        for options in ({}, {"allow_tensor": False}, {"allow_operation": False}):
            b.outcome(b.graph.as_graph_element, thing, **options)
    for thing in (3, None):
        b.outcome(b.graph.get_operation_by_name, thing)
        b.outcome(b.graph.get_tensor_by_name, thing)


def foreign_elements(b: Builder) -> None:
    other = type(b.graph)()
    with other.as_default():
        x = other.create_op("NoOp", [], name="x")
    b.outcome(b.graph.as_graph_element, x)
    b.outcome(lambda: b.graph.control_dependencies([x]).__enter__())


def finalized(b: Builder) -> None:
    b.op("NoOp", name="a")
    b.graph.finalize()
    b.note(b.graph.finalized)
    b.outcome(b.op, "NoOp", name="b")
    b.outcome(b.graph.add_to_collection, "c", 1)
    b.outcome(b.graph.clear_collection, "c")
    b.note(b.graph.get_collection("c"))


def collections(b: Builder) -> None:
    x = b.op("Placeholder", name="s/x")
    b.graph.add_to_collection("c", x)
    b.graph.add_to_collection("c", 3)
    b.graph.add_to_collections(["c", "d", "d"], 4)
    b.graph.add_to_collections("cd", 5)
    b.graph.add_to_collections({"c", "e"}, 6)
    b.note([getattr(item, "name", item) for item in b.graph.get_collection("c")])
    b.note([item.name for item in b.graph.get_collection("c", scope="s")])
    b.note([item.name for item in b.graph.get_collection("c", "x")])
    b.note([b.graph.get_collection(name) for name in ("d", "cd", "e", "none")])
    b.graph.get_collection("d").append(7)
    b.graph.get_collection_ref("d").append(8)
    b.graph.get_collection_ref("new").append(9)
    b.note([b.graph.get_collection(name) for name in ("d", "new")])
    b.note(sorted(b.graph.get_all_collection_keys()))
    b.graph.clear_collection("d")
    b.note(b.graph.get_collection("d"))


def import_names(b: Builder) -> None:
    message = b.graph_def({"name": "a", "op": "NoOp"}, {"name": "s/b", "op": "NoOp", "input": ["^a"]})
    b.op("NoOp", name="import")
    b.import_graph(message)
    b.import_graph(message)
    b.import_graph(message, name="p")
    b.import_graph(message, name="p/q")
    b.import_graph(message, name="p")
    with b.graph.name_scope("t"):
        b.import_graph(message, name="p")
        b.import_graph(message)
    b.import_graph(message, name="")
    b.op("NoOp", name="a")
    with b.graph.name_scope("s"):
        b.op("NoOp", name="b")
    b.outcome(b.import_graph, message, name="")
    b.outcome(b.import_graph, message, name="p/")
    b.outcome(b.import_graph, message, name="new/")
    b.outcome(b.import_graph, message, name="a b")


def a_failed_import(b: Builder) -> None:
    b.outcome(b.import_graph, b.graph_def({"name": "a", "op": "NoOp", "input": ["^nobody"]}))
    b.import_graph(b.graph_def({"name": "a", "op": "NoOp"}))


def import_under_devices(b: Builder) -> None:
    message = b.graph_def(
        {"name": "free", "op": "NoOp"},
        {"name": "cpu", "op": "NoOp", "device": "/cpu:0"},
        {"name": "full", "op": "NoOp", "device": "/job:w/replica:0/task:1/device:GPU:7"},
        {"name": "star", "op": "NoOp", "device": "/device:GPU:*"},
        {"name": "group", "op": "NoOp", "device": "/gpu:5", "classes": ["loc:@cpu"]},
        {"name": "pair", "op": "NoOp", "device": "/gpu:5", "classes": ["loc:@free"]},
        {"name": "self", "op": "NoOp", "device": "/gpu:5", "classes": ["loc:@self"]},
    )
    b.import_graph(message, name="plain")
    with b.graph.device("/job:x/task:2"):
        b.import_graph(message, name="scoped")
    with b.graph.device(lambda op: "/cpu:3" if not op.device else op.device):
        b.import_graph(message, name="function")
    with b.graph.device(None):
        b.import_graph(message, name="none")
    with b.graph.control_dependencies([b.op("NoOp", name="before")]):
        b.import_graph(message, name="controlled")


SCENARIOS: dict[str, Callable[[Builder], None]] = {
    scenario.__name__: scenario
    for scenario in (
        names_collide, names_under_scopes, scopes_reentered, a_scope_collides_with_a_node, unique_names, bad_names,
        bad_scopes, a_taken_absolute_name, devices_nest, device_functions, control_dependencies,
        dominated_control_dependencies, colocation, elements, foreign_elements, finalized, collections, import_names,
        a_failed_import, import_under_devices,
    )
}  # fmt: skip
