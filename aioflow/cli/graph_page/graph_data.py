"""A model's graphs as plain data for a picture: nodes, what leads to what, scopes of names, what a run has shown."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow.framework import dtypes

Document = dict[str, Any]
#: A scope with more than so many nodes and scopes directly in it is cut into parts of half as many, in the order in
#: which they depend on each other.
_MAX_TOGETHER = 48
_MAX_NAME, _MAX_SHAPES, _MAX_DEPTH = 400, 3, 50
_CONSTANTS = frozenset({"Const", "VarHandleOp", "VariableV2", "ReadVariableOp"})
_RESOURCE = dtypes.resource.as_datatype_enum
_PASSING = frozenset({"Identity", "ReadVariableOp"})


@dataclass(slots=True)
class Measured:
    """What runs have shown of the nodes of a graph, by name.

    Attributes:
        cost_s: Seconds per run of a node.
        segment: Number of the segment, or node, that it is in.
        runs: Where that runs.
        step_s: Seconds of a step, or None.
        num_segments: How many there are.
    """

    cost_s: dict[str, float] = field(default_factory=dict)
    segment: dict[str, int] = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)
    step_s: float | None = None
    num_segments: int = 0


def graphs_of(graph_def: Any, measured: Measured | None = None) -> list[Document]:
    """The main graph, and behind it the bodies of its functions.

    Args:
        graph_def: A `GraphDef`.
        measured: What runs have shown, or None.
    """
    of_function = {} if measured is None else _by_function(graph_def, measured)
    graphs = [_graph("the graph", graph_def.node, of_function.get(""))] if graph_def.node else []
    for function in graph_def.library.function:
        name = function.signature.name
        title = f"function {_short(name)}"
        graphs.append(_graph(title, function.node_def, of_function.get(name), function.signature.input_arg))
    return graphs


def _by_function(graph_def: Any, measured: Measured) -> dict[str, Measured]:
    """What runs have shown, by the function in whose body a node is; "" for the graph itself.

    Bodies become parts of the graph when they run. Their nodes are named by the calls that lead to them.
    """
    bodies = {function.signature.name: function.node_def for function in graph_def.library.function}
    names = {name: {node.name for node in nodes} for name, nodes in {**bodies, "": graph_def.node}.items()}
    calls = {
        name: {node.name: node.attr["f"].func.name for node in nodes if "f" in node.attr}
        for name, nodes in {**bodies, "": graph_def.node}.items()
    }
    found: dict[str, Measured] = {}
    for name in {**measured.cost_s, **measured.segment}:
        body, inner = _place_of(name, names, calls)
        if not inner:
            continue
        of_body = found.setdefault(body, Measured())
        if name in measured.cost_s:  # a function may be called more than once
            of_body.cost_s[inner] = of_body.cost_s.get(inner, 0.0) + measured.cost_s[name]
        if name in measured.segment:
            of_body.segment.setdefault(inner, measured.segment[name])
            of_body.runs.setdefault(inner, measured.runs[name])
    return found


def _place_of(name: str, names: Mapping[str, set[str]], calls: Mapping[str, Mapping[str, str]]) -> tuple[str, str]:
    """The function and the name in it of a node that runs; "" as its name where it is none of the model's."""
    body, left = "", name
    while left not in names[body]:
        slashes = [i for i, letter in enumerate(left) if letter == "/"]
        called = next((i for i in slashes if calls[body].get(left[:i]) in names), None)
        if called is None:
            return "", ""
        body, left = calls[body][left[:called]], left[called + 1 :]
    return body, left


def _graph(title: str, nodes: Sequence[Any], measured: Measured | None, arguments: Sequence[Any] = ()) -> Document:
    names = [*(argument.name for argument in arguments), *(node.name for node in nodes)]
    number = {name: i for i, name in enumerate(names)}
    described = [*map(_argument, arguments), *(_node(node, number, measured) for node in nodes)]
    _mark_constants(described)
    for node, path in zip(described, _paths(described, names), strict=True):
        node["path"] = path
    return {"title": title, "nodes": described}


def _argument(argument: Any) -> Document:
    found: Document = {"name": _short(argument.name), "op": "argument", "in": [], "after": []}
    if argument.type == _RESOURCE:
        found["constant"] = True
    return found


def _node(node: Any, number: Mapping[str, int], measured: Measured | None) -> Document:
    # "name", "name:1", "^name", and in bodies of functions "name:output:1".
    sources = [(text[:1] == "^", number.get(text.lstrip("^").partition(":")[0])) for text in node.input]
    found: Document = {
        "name": _short(node.name), "op": _short(node.op),
        "in": [source for is_control, source in sources if not is_control and source is not None],
        "after": [source for is_control, source in sources if is_control and source is not None],
    }  # fmt: skip
    if node.device:
        found["device"] = _short(node.device)
    told = ", ".join(_told(node))
    if told:
        found["told"] = told
    if measured is not None:
        name = node.name
        if name in measured.cost_s:
            found["us"] = float(f"{measured.cost_s[name] * 1e6:.4g}")
        if name in measured.segment:
            found["segment"], found["runs"] = measured.segment[name], measured.runs[name]
    return found


def _told(node: Any) -> Iterator[str]:
    """The dtype and the shapes that a node's attributes name."""
    for key in ("dtype", "T", "DstT"):
        if key in node.attr and node.attr[key].type:
            try:
                yield dtypes.as_dtype(node.attr[key].type).name
            except (TypeError, ValueError):
                yield f"type {node.attr[key].type}"
            break
    if "value" in node.attr and node.attr["value"].HasField("tensor"):
        yield _shape(node.attr["value"].tensor.tensor_shape)
    elif "shape" in node.attr and node.attr["shape"].HasField("shape"):
        yield _shape(node.attr["shape"].shape)
    elif "_output_shapes" in node.attr:
        shapes = node.attr["_output_shapes"].list.shape[:_MAX_SHAPES]
        yield " ".join(_shape(shape) for shape in shapes)


def _shape(shape: Any) -> str:
    if shape.unknown_rank:
        return "[...]"
    return f"[{', '.join('?' if dim.size < 0 else str(dim.size) for dim in shape.dim[:8])}]"


def _mark_constants(nodes: Sequence[Document]) -> None:
    """Marks what only brings a value that is there already: constants, variables, and what reads them."""
    for _ in range(2):  # a variable's handle, and what reads it, and what passes that on
        for node in nodes:
            sources = node["in"]
            is_first = not sources and node["op"] in _CONSTANTS
            if is_first or (sources and node["op"] in _PASSING and all(nodes[i].get("constant") for i in sources)):
                node["constant"] = True


def _paths(nodes: Sequence[Document], names: Sequence[str]) -> list[str]:
    """The scope of each node: what stands before the last slash of its name, and its part where there are many."""
    # As in TensorBoard: a node whose name is a scope of others stands inside of it.
    scopes = {name[:i] for name in names for i, letter in enumerate(name) if letter == "/"}
    paths = [(name if name in scopes else name.rpartition("/")[0]).split("/") for name in names]
    paths = [path if path != [""] else [] for path in paths]
    # What follows from constants alone could run at any time: it says nothing of its scope's place.
    order = _in_order(nodes)
    varies = [False] * len(nodes)
    for i in order:
        node = nodes[i]
        varies[i] = "constant" not in node and (not node["in"] or any(varies[source] for source in node["in"]))
    _cut(sorted(order, key=lambda i: varies[i]), paths, names, 0)
    return [_short("/".join(path)) for path in paths]


def _cut(members: Sequence[int], paths: list[list[str]], names: Sequence[str], depth: int) -> None:
    """Cuts a scope that has too much in it into parts, and the scopes in it.

    Args:
        members: All nodes of the scope, each behind what leads to it.
        paths: The scopes of all nodes, which are changed.
        names: The names of all nodes.
        depth: How many scopes the scope is in, with itself.
    """
    children: dict[str, list[int]] = {}
    # By the last node of each: a scope may begin with what knows nothing but a shape, long before its data come.
    for i in reversed(members):
        child = paths[i][depth] if len(paths[i]) > depth else f"/{names[i]}"  # no scope begins with a slash
        children.setdefault(child, []).append(i)
    children = {child: inside[::-1] for child, inside in reversed(children.items())}
    if len(children) > _MAX_TOGETHER:
        count = -(-2 * len(children) // _MAX_TOGETHER)
        for place, inside in enumerate(children.values()):
            part = place * count // len(children) + 1
            for i in inside:
                paths[i].insert(depth, f"(part {part} of {count})")
        depth += 1
    for child, inside in children.items():
        if not child.startswith("/") and depth < _MAX_DEPTH:
            _cut(inside, paths, names, depth + 1)


def _in_order(nodes: Sequence[Document]) -> list[int]:
    """The nodes, each behind what leads to it as far as there are no cycles."""
    pending = [len(node["in"]) for node in nodes]
    readers: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for source in node["in"]:
            readers[source].append(i)
    ready, seen = [i for i, count in enumerate(pending) if not count], [False] * len(nodes)
    order: list[int] = []
    while ready:
        following: list[int] = []
        for i in ready:
            seen[i] = True
            order.append(i)
            for reader in readers[i]:
                pending[reader] -= 1
                if not pending[reader]:
                    following.append(reader)
        ready = following
    return order + [i for i in range(len(nodes)) if not seen[i]]


def _short(name: str) -> str:
    return name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…"
