"""Graphs to import, well-formed and not; TensorFlow recorded what comes of each.

The graph they are imported into has a float placeholder `x`, an int32 placeholder `i` and a NoOp `n`.
"""
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ImportCase:
    """One import.

    Attributes:
        graph_def: A GraphDef as text.
        input_map: Key -> name of the tensor or operation of the graph imported into.
        return_elements: What to ask for, or None.
        name: Prefix.
    """

    graph_def: str
    input_map: dict[str, str] = field(default_factory=dict)
    return_elements: tuple[str, ...] | None = None
    name: str | None = None


T = 'attr { key: "T" value { type: DT_FLOAT } } '
DTYPE = T.replace('"T"', '"dtype"')
P = f'node {{ name: "p" op: "Placeholder" {DTYPE} }} '
Q = 'node { name: "q" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } } '
V = f'node {{ name: "v" op: "VariableV2" {DTYPE} attr {{ key: "shape" value {{ shape {{ }} }} }} }} '
ID = f'node {{ name: "a" op: "Identity" input: "p" {T} }} '
NOOP = 'node { name: "a" op: "NoOp" } '


def node(name: str, op: str, *inputs: str, attrs: str = "") -> str:
    """A node as text."""
    return f'node {{ name: "{name}" op: "{op}" {" ".join(f"input: {i!r}" for i in inputs)} {attrs} }} '


def attr(name: str, value: str) -> str:
    """An attribute of a node as text."""
    return f'attr {{ key: "{name}" value {{ {value} }} }} '


def queue(component_types: str) -> str:
    """A queue whose component_types attribute has this value."""
    return node("a", "FIFOQueueV2", attrs=attr("component_types", component_types))


def placeholder(name: str, size: int) -> str:
    """A float placeholder of rank 1."""
    return node(name, "Placeholder", attrs=DTYPE + attr("shape", f"shape {{ dim {{ size: {size} }} }}"))


FLOAT_LIST = "list { type: DT_FLOAT }"
LOOP = (
    node("enter", "Enter", "p", attrs=T + attr("frame_name", 's: "f"'))
    + node("merge", "Merge", "enter", "next", attrs=T + attr("N", "i: 2"))
    + node("next", "NextIteration", "merge", attrs=T)
)
BODY = """function { signature { name: "f" input_arg { name: "x" type: DT_FLOAT }
  output_arg { name: "y" type: DT_FLOAT } }
  node_def { name: "i" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
  ret { key: "y" value: "i:output:0" } } """
FUNCTION = f"library {{ {BODY} }} "

CASES: dict[str, ImportCase] = {
    # section 5.2 of the specification, row by row
    "unknown op": ImportCase(node("a", "Nope")),
    "several unknown ops": ImportCase(node("a", "Nope") + node("b", "Neither") + node("c", "Nope")),
    "unknown op in a function": ImportCase(FUNCTION.replace('op: "Identity"', 'op: "Nope"')),
    "leading underscore": ImportCase(node("_a", "NoOp")),
    "blank in name": ImportCase(node("a b", "NoOp")),
    "colon in name": ImportCase(node("a:0", "NoOp")),
    "empty name": ImportCase(node("", "NoOp")),
    "odd names": ImportCase("".join(node(name, "NoOp") for name in ("0", ".", "a/b//c", "a>b", "a-b", "a.b", "A_"))),
    "duplicate name": ImportCase(NOOP + NOOP),
    "names that differ in case": ImportCase(NOOP + node("A", "NoOp")),
    "empty op": ImportCase(node("a", "")),
    "unknown input": ImportCase(node("a", "Identity", "nobody", attrs=T)),
    "unknown control input": ImportCase(node("a", "NoOp", "^nobody")),
    "empty input": ImportCase(node("a", "Identity", "", attrs=T)),
    "empty control input": ImportCase(node("a", "NoOp", "^")),
    "control before data": ImportCase(P + NOOP.replace('"a"', '"n"') + node("a", "Identity", "^n", "p", attrs=T)),
    "slot out of range": ImportCase(P + node("a", "Identity", "p:1", attrs=T)),
    "slot is no number": ImportCase(P + node("a", "Identity", "p:x", attrs=T)),
    "slot is negative": ImportCase(P + node("a", "Identity", "p:-1", attrs=T)),
    "slot is huge": ImportCase(P + node("a", "Identity", "p:99999999999999999999", attrs=T)),
    "slot with leading zero": ImportCase(P + node("a", "Identity", "p:00", attrs=T)),
    "slot of a node without outputs": ImportCase(NOOP + node("b", "Identity", "a:0", attrs=T)),
    "too few inputs": ImportCase(node("a", "Identity", attrs=T)),
    "too many inputs": ImportCase(P + node("a", "Identity", "p", "p", attrs=T)),
    "wrong dtype": ImportCase(Q + node("a", "Identity", "q", attrs=T)),
    "value where a ref is wanted": ImportCase(P + node("a", "Assign", "p", "p", attrs=T)),
    "ref where a value is wanted": ImportCase(V + node("a", "Identity", "v", attrs=T)),
    "ref where a ref is wanted": ImportCase(P + V + node("a", "Assign", "v", "p", attrs=T)),
    "ref of another dtype": ImportCase(V + node("a", "Identity", "v", attrs=attr("T", "type: DT_INT32"))),
    "attr missing": ImportCase(node("a", "Placeholder")),
    "attr with default missing": ImportCase(P),
    "attr of the wrong kind": ImportCase(node("a", "Placeholder", attrs=attr("dtype", "i: 1"))),
    "attr without a value": ImportCase(node("a", "Placeholder", attrs='attr { key: "dtype" value { } } ')),
    "attr with a placeholder": ImportCase(node("a", "Placeholder", attrs=attr("dtype", 'placeholder: "T"'))),
    "list where a scalar is wanted": ImportCase(node("a", "Placeholder", attrs=attr("dtype", FLOAT_LIST))),
    "scalar where a list is wanted": ImportCase(queue("type: DT_FLOAT")),
    "list of the wrong kind": ImportCase(queue("list { i: 1 }")),
    "list of two kinds": ImportCase(queue("list { type: DT_FLOAT i: 1 }")),
    "int where a float is wanted": ImportCase(P + node("a", "LeakyRelu", "p", attrs=T + attr("alpha", "i: 1"))),
    "int where a tensor is wanted": ImportCase(node("a", "Const", attrs=DTYPE + attr("value", "i: 1"))),
    "tensor of another dtype": ImportCase(
        node("a", "Const", attrs=DTYPE + attr("value", "tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 }"))
    ),
    "int where a function is wanted": ImportCase(
        node("a", "PartitionedCall", attrs=attr("Tin", "list { }") + attr("Tout", FLOAT_LIST) + attr("f", "i: 1"))
    ),
    "dtype not allowed": ImportCase(P + node("a", "BitwiseAnd", "p", "p", attrs=T)),
    "dtype unknown": ImportCase(node("a", "Placeholder", attrs=attr("dtype", "type: 99"))),
    "dtype invalid": ImportCase(node("a", "Placeholder", attrs=attr("dtype", "type: DT_INVALID"))),
    "string not allowed": ImportCase(
        P + node("a", "MaxPool", "p", attrs=T + attr("ksize", "list { i: [1, 1, 1, 1] }")
                 + attr("strides", "list { i: [1, 1, 1, 1] }") + attr("padding", 's: "NONE"'))
    ),
    "number below minimum": ImportCase(node("a", "AddN", attrs=T + attr("N", "i: 0"))),
    "list shorter than minimum": ImportCase(queue("list { }")),
    "unknown attr": ImportCase(node("a", "NoOp", attrs=attr("nope", "i: 1"))),
    "private attr": ImportCase(node("a", "NoOp", attrs=attr("_nope", "i: 1"))),
    "negative dimension": ImportCase(placeholder("a", -2)),
    "unknown dimension": ImportCase(placeholder("a", -1)),
    "cycle": ImportCase(node("a", "Identity", "b", attrs=T) + node("b", "Identity", "a", attrs=T)),
    "cycle of one node": ImportCase(node("a", "Identity", "a", attrs=T)),
    "cycle by control": ImportCase(node("a", "NoOp", "^b") + node("b", "NoOp", "^a")),
    "loop": ImportCase(P + LOOP),
    "loop before its input": ImportCase(LOOP + P),
    "loop with the back edge first": ImportCase(
        P + LOOP.replace("input: 'enter' input: 'next'", "input: 'next' input: 'enter'")
    ),
    "back edge into no merge": ImportCase(P + LOOP.replace('op: "Merge"', 'op: "AddN"')),
    "back edge by control": ImportCase(P + LOOP.replace("input: 'next'", "input: 'enter' input: '^next'")),
    "merge without next iteration": ImportCase(P + LOOP.replace('op: "NextIteration"', 'op: "Identity"')),
    "colocated with nobody": ImportCase(node("a", "NoOp", attrs=attr("_class", 'list { s: "loc:@nobody" }'))),
    "colocated with itself": ImportCase(node("a", "NoOp", attrs=attr("_class", 'list { s: "loc:@a" }'))),
    "colocated by a single string": ImportCase(node("a", "NoOp", attrs=attr("_class", 's: "loc:@nobody"'))),
    "other classes": ImportCase(node("a", "NoOp", attrs=attr("_class", 'list { s: ["red", "loc:@a"] }'))),
    "deprecated op": ImportCase(
        P + node("a", "BatchNormWithGlobalNormalization", *"ppppp", attrs=T + attr("variance_epsilon", "f: 0")
                 + attr("scale_after_normalization", "b: true")) + "versions { producer: 9 }"
    ),
    "op deprecated later": ImportCase(
        P + node("a", "BatchNormWithGlobalNormalization", *"ppppp", attrs=T + attr("variance_epsilon", "f: 0")
                 + attr("scale_after_normalization", "b: true")) + "versions { producer: 8 }"
    ),
    "min_consumer too high": ImportCase(NOOP + "versions { producer: 9999 min_consumer: 9999 }"),
    "producer below minimum": ImportCase(NOOP + "versions { producer: -1 }"),
    "producer newer": ImportCase(NOOP + "versions { producer: 9999 }"),
    "duplicate control inputs": ImportCase(NOOP + node("b", "NoOp", "^a", "^a")),
    "control input with slot": ImportCase(NOOP + node("b", "NoOp", "^a:0")),
    "device that cannot be": ImportCase('node { name: "a" op: "NoOp" device: "/nowhere:0" }'),
    "shapes that contradict": ImportCase(
        placeholder("a", 2) + placeholder("b", 3) + node("c", "AddN", "a", "b", attrs=T + attr("N", "i: 2"))
    ),
    "nodes in reverse order": ImportCase(node("c", "Identity", "b", attrs=T) + node("b", "Identity", "p", attrs=T) + P),
    "empty": ImportCase(""),
    # functions
    "call of a function": ImportCase(FUNCTION + P + node("a", "f", "p")),
    "call with a wrong input": ImportCase(FUNCTION + Q + node("a", "f", "q")),
    "function twice": ImportCase(f"library {{ {BODY} {BODY} }}"),
    "two functions of one name": ImportCase(f"library {{ {BODY} {BODY.replace('Identity', 'Neg')} }}"),
    "function named as an op": ImportCase(NOOP + FUNCTION.replace('name: "f"', 'name: "Identity"')),
    # input_map and return_elements
    "input mapped": ImportCase(P + ID, {"p:0": "x:0"}, ("a", "a:0", "p", "p:0")),
    "input mapped without slot": ImportCase(P + ID, {"p": "x:0"}, ("p:0",)),
    "input of a missing node mapped": ImportCase(ID, {"p": "x:0"}, ("a:0",)),
    "returned element is a mapped missing one": ImportCase(ID, {"p": "x:0"}, ("p:0",)),
    "control input mapped": ImportCase(NOOP + node("b", "NoOp", "^a"), {"^a": "n"}),
    "control input of a missing node mapped": ImportCase(node("b", "NoOp", "^a"), {"^a": "n"}),
    "control input not mapped by data key": ImportCase(P + node("b", "NoOp", "^p"), {"p": "x:0"}),
    "data input not mapped by control key": ImportCase(P + ID, {"^p": "n"}),
    "operation for a data key": ImportCase(P + ID, {"p": "n"}),
    "tensor for a control key": ImportCase(P + node("b", "NoOp", "^p"), {"^p": "x:0"}),
    "mapped to another dtype": ImportCase(P + ID, {"p": "i:0"}),
    "unused key of an existing node": ImportCase(P, {"p:0": "x:0"}),
    "unused control key of an existing node": ImportCase(P, {"^p": "n"}),
    "unused key of a missing slot": ImportCase(P, {"p:1": "x:0"}),
    "unused key of a missing node": ImportCase(P, {"nobody": "x:0"}),
    "unused control key of a missing node": ImportCase(P, {"^nobody": "n"}),
    "malformed key": ImportCase(P, {"p:a": "x:0"}),
    "cycle cut by mapping": ImportCase(
        node("a", "Identity", "b", attrs=T) + node("b", "Identity", "a", attrs=T), {"b": "x:0"}
    ),
    "colocated with a mapped missing node": ImportCase(
        node("a", "Identity", "p", attrs=T + attr("_class", 'list { s: "loc:@p" }')), {"p": "x:0"}
    ),
    "returned nothing": ImportCase(P, return_elements=()),
    "returned twice": ImportCase(P, return_elements=("p", "p:0", "p")),
    "returned missing node": ImportCase(P, return_elements=("nobody",)),
    "returned missing tensor": ImportCase(P, return_elements=("nobody:0",)),
    "returned missing slot": ImportCase(P, return_elements=("p:1",)),
    "returned malformed": ImportCase(P, return_elements=("p:a",)),
    # prefixes
    "prefix": ImportCase(
        P + ID + node("b", "NoOp", "^a", attrs=attr("_class", 'list { s: ["loc:@a", "red"] }')), name="q/r"
    ),
    "frame names are prefixed": ImportCase(P + LOOP, name="q"),
    "no prefix": ImportCase(P + LOOP, name=""),
    "taken names are changed": ImportCase(
        node("x", "NoOp") + node("x_1", "NoOp", "^x")
        + node("n", "NoOp", "^x_1", attrs=attr("_class", 'list { s: "loc:@x" }')),
        return_elements=("x", "n"), name="",
    ),
}  # fmt: skip
