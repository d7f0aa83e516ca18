"""Small files that ask for much: graphs that declare, nest, repeat or count far beyond what they hold."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aioflow as tf
from aioflow._proto import types_pb2

_INT32, _FLOAT, _BOOL = types_pb2.DT_INT32, types_pb2.DT_FLOAT, types_pb2.DT_BOOL
_HUGE = (1 << 63) - 1


# ---- on the wire
def field(tag: int, content: bytes) -> bytes:
    """A length-delimited field on the wire."""
    length, head = len(content), b""
    while length > 127:
        head += bytes([length & 127 | 128])
        length >>= 7
    return bytes([tag]) + head + bytes([length]) + content


def in_attribute(value: bytes) -> bytes:
    """A GraphDef of one NoOp that has one attribute with this AttrValue."""
    node = field(0x0A, b"n") + field(0x12, b"NoOp") + field(0x2A, field(0x0A, b"extra") + field(0x12, value))
    return field(0x0A, node)


def deep_nesting() -> bytes:
    """A function's name with an attribute that is a function's name with an attribute, and so on."""
    value = b""
    for _ in range(500):
        value = field(0x52, field(0x12, field(0x0A, b"k") + field(0x12, value)))
    return in_attribute(value)


def many_nodes() -> bytes:
    """Two bytes a node."""
    return field(0x0A, b"") * 1_000_000


def list_of_tensors() -> bytes:
    """Four bytes a tensor, in an attribute that nobody needs."""
    return in_attribute(field(0x0A, field(0x42, b"\x08\x01") * 200_000))


def list_of_shapes() -> bytes:
    """Two bytes a shape."""
    return in_attribute(field(0x0A, field(0x3A, b"") * 500_000))


def packed_numbers() -> bytes:
    """One byte a number, of which each takes eight in memory."""
    return in_attribute(field(0x0A, field(0x1A, b"\1" * 10_000_000)))


def long_name() -> bytes:
    """A name that nobody wants to read."""
    return field(0x0A, field(0x0A, b"n" * 4_000_000) + field(0x12, b"Mystery"))


# ---- as messages
def serialized(graph_def: tf.GraphDef) -> bytes:
    """The message's bytes."""
    return graph_def.SerializeToString()


def constant(sizes: list[int], values: list[float]) -> bytes:
    """A constant of a declared shape that holds fewer values."""
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="y", op="Const")
    node.attr["dtype"].type = _FLOAT
    tensor = node.attr["value"].tensor
    tensor.dtype = _FLOAT
    for size in sizes:
        tensor.tensor_shape.dim.add(size=size)
    tensor.float_val.extend(values)
    return serialized(graph_def)


def add_number(graph_def: tf.GraphDef, name: str, value: int) -> None:
    """Adds a scalar constant of int32."""
    node = graph_def.node.add(name=name, op="Const")
    node.attr["dtype"].type = _INT32
    tensor = node.attr["value"].tensor
    tensor.dtype = _INT32
    tensor.tensor_shape.SetInParent()
    tensor.int_val.append(value)


def half_filled_constants() -> bytes:
    """Constants each of which could be afforded."""
    graph_def = tf.GraphDef()
    for number in range(100):
        graph_def.MergeFromString(constant([1 << 22], [1.0, 2.0]))
        graph_def.node[number].name = f"c{number}"
    return serialized(graph_def)


def placeholder(sizes: list[int]) -> tf.GraphDef:
    """A placeholder "x" with this shape, and "y", the number of its elements."""
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="x", op="Placeholder")
    node.attr["dtype"].type = _FLOAT
    node.attr["shape"].shape.SetInParent()
    for size in sizes:
        node.attr["shape"].shape.dim.add(size=size)
    for name, op in (("shape", "Shape"), ("y", "Size")):
        node = graph_def.node.add(name=name, op=op, input=["x"])
        node.attr["T"].type = _FLOAT
        node.attr["out_type"].type = _INT32
    return graph_def


def outputs_without_end() -> bytes:
    """A Split into a thousand million parts."""
    graph_def = placeholder([4])
    add_number(graph_def, "axis", 0)
    node = graph_def.node.add(name="parts", op="Split", input=["axis", "x"])
    node.attr["T"].type = _FLOAT
    node.attr["num_split"].i = 1 << 30
    return serialized(graph_def)


def inputs_without_end() -> bytes:
    """An AddN that claims more inputs than could be counted."""
    graph_def = placeholder([4])
    node = graph_def.node.add(name="sum", op="AddN", input=["x"])
    node.attr["T"].type = _FLOAT
    node.attr["N"].i = _HUGE
    return serialized(graph_def)


def doubling_sums() -> bytes:
    """Sums of a sum with itself, asked for as a shape: 2 to the power of 1000 ways lead to the constant."""
    graph_def = placeholder([4])
    add_number(graph_def, "s0", 1)
    graph_def.node[-1].attr["value"].tensor.tensor_shape.dim.add(size=1)
    for number in range(1, 1000):
        before = f"s{number - 1}"
        node = graph_def.node.add(name=f"s{number}", op="AddV2", input=[before, before])
        node.attr["T"].type = _INT32
    node = graph_def.node.add(name="reshaped", op="Fill", input=["s999", "y"])
    node.attr["T"].type = node.attr["index_type"].type = _INT32
    return serialized(graph_def)


def sizes_of_shape(shape: list[int]) -> bytes:
    """A constant of this shape where the vector of four sizes of a batch of images is wanted."""
    graph_def = placeholder([1, 1, 1, 1])
    add_number(graph_def, "sizes", 2)
    for size in shape:
        graph_def.node[3].attr["value"].tensor.tensor_shape.dim.add(size=size)
    node = graph_def.node.add(name="images", op="Conv2DBackpropInput", input=["sizes", "x", "x"])
    node.attr["T"].type = _FLOAT
    node.attr["padding"].s = b"SAME"
    node.attr["strides"].list.i.extend([1, 1, 1, 1])
    return serialized(graph_def)


def constant_of_two_dtypes() -> bytes:
    """A constant that is declared to hold integers and holds a complex number, used as an axis."""
    graph_def = placeholder([4])
    add_number(graph_def, "axis", 0)
    tensor = graph_def.node[3].attr["value"].tensor
    tensor.dtype = types_pb2.DT_COMPLEX64
    tensor.scomplex_val.extend([1.0, 2.0])
    node = graph_def.node.add(name="total", op="Sum", input=["x", "axis"])
    node.attr["T"].type, node.attr["Tidx"].type = _FLOAT, _INT32
    return serialized(graph_def)


def shape_of_itself() -> bytes:
    """A loop in which a shape depends on itself."""
    graph_def = placeholder([4])
    loop = {
        "enter": ("Enter", ["x"]), "merge": ("Merge", ["enter", "next"]), "size": ("Shape", ["merge"]),
        "back": ("Reshape", ["merge", "size"]), "next": ("NextIteration", ["back"]),
    }  # fmt: skip
    for name, (op, inputs) in loop.items():
        graph_def.node.add(name=name, op=op, input=inputs).attr["T"].type = _FLOAT
    nodes = {node.name: node for node in graph_def.node}
    nodes["enter"].attr["frame_name"].s = b"loop"
    nodes["merge"].attr["N"].i = 2
    nodes["size"].attr["out_type"].type = nodes["back"].attr["Tshape"].type = _INT32
    return serialized(graph_def)


def control_inputs() -> bytes:
    """A node that waits for many others, each named twice."""
    graph_def = tf.GraphDef()
    for number in range(5000):
        graph_def.node.add(name=f"n{number}", op="NoOp")
    last = graph_def.node.add(name="y", op="NoOp")
    last.input.extend([f"^n{number}" for number in range(5000)] * 2)
    return serialized(graph_def)


def function(change: Callable[[Any], object]) -> tf.GraphDef:
    """A function whose declaration was changed, and a node that calls it."""
    graph_def = placeholder([4])
    added = graph_def.library.function.add()
    added.signature.name = "f"
    added.signature.input_arg.add(name="a", type_attr="T")
    added.signature.output_arg.add(name="b", type_attr="T")
    added.signature.attr.add(name="T", type="type")
    added.ret["b"] = "a"
    change(added.signature)
    graph_def.node.add(name="called", op="f", input=["x"]).attr["T"].type = _FLOAT
    return graph_def


def splat_in_a_function() -> bytes:
    """A constant that declares more than there is, in the body of a function that is called."""
    graph_def = function(lambda signature: None)
    body = graph_def.library.function[0]
    body.node_def.add().ParseFromString(tf.GraphDef.FromString(constant([1 << 40], [1.0])).node[0].SerializeToString())
    body.ret["b"] = "y:output:0"
    return serialized(graph_def)


def calls_itself() -> bytes:
    """A function whose body is a call of itself."""
    graph_def = function(lambda signature: None)
    body = graph_def.library.function[0]
    body.node_def.add(name="again", op="f", input=["a"]).attr["T"].type = _FLOAT
    body.ret["b"] = "again:b:0"
    return serialized(graph_def)


DECLARATIONS: dict[str, Callable[[Any], object]] = {
    "undeclared type attribute": lambda signature: signature.attr.__delitem__(0),
    "number that is a type": lambda signature: setattr(signature.output_arg[0], "number_attr", "T"),
    "argument without type": lambda signature: signature.input_arg[0].ClearField("type_attr"),
    "argument of two types": lambda signature: setattr(signature.input_arg[0], "type", _BOOL),
    "unknown kind of attribute": lambda signature: setattr(signature.attr[0], "type", "list(list(type))"),
    "allowed value that is no list": lambda signature: setattr(signature.attr[0].allowed_values, "i", 3),
    "minimum of a type": lambda signature: setattr(signature.attr[0], "has_minimum", True),
    "default of a wrong kind": lambda signature: setattr(signature.attr[0].default_value, "i", 3),
}

# Files that must be refused, whatever the command.
REFUSED: dict[str, Callable[[], bytes]] = {
    "deep nesting": deep_nesting,
    "many nodes": many_nodes,
    "list of tensors": list_of_tensors,
    "list of shapes": list_of_shapes,
    "packed numbers": packed_numbers,
    "splat": lambda: constant([1 << 40], [1.0]),
    "sizes without end": lambda: sizes_of_shape([1 << 40]),
    "splat in a function": splat_in_a_function,
    "constant of two values": lambda: constant([1 << 40], [1.0, 2.0]),
    "constant beyond counting": lambda: constant([_HUGE, _HUGE], [1.0]),
    "half filled constants": half_filled_constants,
    "rank of a constant": lambda: constant([_HUGE] * 50_000, [1.0]),
    "rank of a placeholder": lambda: serialized(placeholder([_HUGE] * 300)),
    "outputs without end": outputs_without_end,
    "inputs without end": inputs_without_end,
}

# Files that inspect describes and run tries, as long as either ends soon.
BOUNDED: dict[str, Callable[[], bytes]] = {
    "long name": long_name,
    "huge sizes": lambda: serialized(placeholder([_HUGE, _HUGE, 0])),
    "doubling sums": doubling_sums,
    "shape of itself": shape_of_itself,
    "control inputs": control_inputs,
    "constant of two dtypes": constant_of_two_dtypes,
    "calls itself": calls_itself,
}
