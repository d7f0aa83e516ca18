"""Nodes from Python values: dtypes, graphs, names, and what is said when something does not fit."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.op_def import FunctionName, parse_op_def
from aioflow.ops.building.apply_op import apply_op, grouped
from aioflow.ops.building.attr_values import attr_value
from aioflow.ops.generated import array as typed_array_ops
from aioflow.ops.generated import linalg as typed_linalg
from aioflow.ops.generated import math as typed_math_ops
from aioflow.ops.generated import nn as typed_nn_ops

# These tests pass what the annotations do not allow.
array_ops: Any = typed_array_ops
linalg: Any = typed_linalg
math_ops: Any = typed_math_ops
nn_ops: Any = typed_nn_ops


@pytest.fixture(autouse=True)
def graph() -> Iterator[tf.Graph]:
    """A graph of its own for each test."""
    with tf.Graph().as_default() as graph:
        yield graph


def test_first_tensor_settles_the_dtype() -> None:
    """Python values behind a tensor become constants of its dtype."""
    x = tf.placeholder(tf.float16)
    node = math_ops.add_v2(x, 1).op
    assert node.attrs["T"] is tf.float16
    assert node.inputs[1].dtype is tf.float16


def test_tensor_in_a_list_settles_the_dtype() -> None:
    """Within a list the first tensor counts, wherever it stands."""
    x = tf.placeholder(tf.float64, [1])
    assert [t.dtype for t in array_ops.concat_v2([[1], x, [2.5]], 0).op.inputs[:3]] == [tf.float64] * 3


def test_default_where_the_value_does_not_fit() -> None:
    """An empty list would be float; as an axis it is the op's default, an integer, and leaves nothing else behind."""
    graph = tf.get_default_graph()
    node = math_ops.sum(tf.placeholder(tf.float32), []).op
    assert node.inputs[1].dtype is tf.int32
    assert [op.type for op in graph.get_operations()] == ["Placeholder", "Const", "Sum"]


def test_value_keeps_its_dtype_where_the_op_takes_it() -> None:
    """An int64 array stays int64 although the default is int32."""
    assert math_ops.sum(tf.placeholder(tf.float32), np.array([0])).op.inputs[1].dtype is tf.int64


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (lambda x: math_ops.add_v2(x, tf.constant(1)), TypeError, "'y' of 'AddV2' Op has type int32, not float32"),
        (lambda x: math_ops.add_v2(x, "a"), TypeError, "Expected float32, but got 'a' of type 'str'"),
        (lambda x: math_ops.add_v2(x, None), ValueError, "'y' of 'AddV2' Op cannot be converted.*None values"),
        (lambda x: math_ops.bitwise_and(x, x), TypeError, "'x' of 'BitwiseAnd' Op has dtype float32; allowed are int8"),
        (lambda x: array_ops.concat_v2([x], 0), ValueError, "'values' of 'ConcatV2' Op must have at least 2 tensors"),
        (lambda x: array_ops.concat_v2(5, 0), TypeError, "'values' of 'ConcatV2' Op must be a list, not 5"),
        (lambda x: array_ops.identity_n([]), ValueError, "'input' of 'IdentityN' Op must have at least 1"),
        (lambda x: nn_ops.conv2d(x, x, strides=1, padding="SAME"), TypeError, "'strides' of op Conv2D must be a list"),
        (lambda x: nn_ops.conv2d(x, x, strides=[1] * 4, padding="ODD"), ValueError, "not in the list of allowed"),
        (lambda x: array_ops.unpack(x, num=1.5), TypeError, "'num' of op Unpack must be int, not 1.5"),
        (lambda x: linalg.mat_mul(x, x, transpose_a=1), TypeError, "'transpose_a' of op MatMul must be bool, not 1"),
        (lambda x: array_ops.squeeze(x, squeeze_dims="ab"), TypeError, "'squeeze_dims' of op Squeeze must be a list"),
        (lambda x: array_ops.cast(x, DstT="flaot"), TypeError, "'DstT' of op Cast must be type"),
        (lambda x: apply_op("Assign", [x, x]), TypeError, "'ref' of 'Assign' Op must be a reference to a variable"),
        (lambda x: apply_op("NoSuchOp", [x]), tf.errors.NotFoundError, "NoSuchOp"),
    ],
)  # fmt: skip
def test_errors(build: Any, error: type[Exception], message: str) -> None:
    """Each mistake is told with the op and the argument, and leaves no node of that op behind."""
    graph = tf.get_default_graph()
    x = tf.placeholder(tf.float32)
    with pytest.raises(error, match=message):
        build(x)
    assert {op.type for op in graph.get_operations()} <= {"Placeholder", "Const"}


def test_lists_of_one_number_must_be_equally_long() -> None:
    """Two list inputs that share their length are compared."""
    with pytest.raises(ValueError, match="'data' of 'DynamicStitch' Op has 1 tensors, but indices has 2"):
        apply_op("DynamicStitch", [[[0], [1]], [[1.0]]])


def test_contradicting_shapes() -> None:
    """What the shapes of inputs rule out fails when the node is made."""
    with pytest.raises(ValueError, match=r"\(2, 3\).*\(4, 2\)"):
        linalg.mat_mul(tf.zeros([2, 3]), tf.zeros([4, 2]))


def test_graph_of_the_inputs_is_used() -> None:
    """A node goes into the graph of its inputs, also outside of it; two graphs cannot be mixed."""
    other = tf.Graph()
    with other.as_default():
        x = tf.placeholder(tf.float32)
    y = x + 1
    assert y.graph is other
    assert y.op.inputs[1].graph is other
    with pytest.raises(ValueError, match="must be from the same graph"):
        tf.add(x, tf.placeholder(tf.float32))


def test_constants_lie_in_the_scope_of_their_node() -> None:
    """Converted values are called after the node and the argument."""
    with tf.name_scope("layer"):
        y = math_ops.add_v2(tf.placeholder(tf.float32), 1, name="sum")
    assert y.name == "layer/sum:0"
    assert y.op.inputs[1].name == "layer/sum/y:0"
    assert array_ops.concat_v2([[1], [2]], 0).op.inputs[1].name == "ConcatV2/values_1:0"


def test_name_with_a_slash_is_taken_as_it_is() -> None:
    """A scope's own name can be given to a node."""
    with tf.name_scope("s") as scope:
        assert math_ops.neg(tf.constant(1), name=scope).name == "s:0"


def test_grouped_outputs() -> None:
    """List outputs come as one list each."""
    op = apply_op("SplitV", [tf.zeros([3]), [1, 2], 0], {"num_split": 2})
    assert [len(group) for group in grouped(op)] == [2]


def test_constant_is_a_copy() -> None:
    """Changing an array later does not change the constant made of it."""
    array = np.zeros(3, np.float32)
    constant = tf.constant(array)
    array[0] = 7
    assert constant.op.attrs["value"].tolist() == [0, 0, 0]
    assert not constant.op.attrs["value"].flags.writeable


def test_small_dtypes() -> None:
    """bfloat16 arrays, and Python numbers beside a bfloat16 tensor, are constants of that dtype."""
    x = tf.constant(np.array([1.5], ml_dtypes.bfloat16))
    assert x.dtype is tf.bfloat16
    assert (x + 2).op.inputs[1].dtype is tf.bfloat16


def test_other_objects_can_become_tensors() -> None:
    """A registered conversion is used for arguments and within lists, and may pass an object on."""

    class Meters:
        def __init__(self, value: float) -> None:
            self.value = value

    def convert(meters: Meters, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
        return NotImplemented if meters.value < 0 else tf.constant(meters.value, dtype, name=name or "meters")

    tf.register_tensor_conversion_function(Meters, convert)
    assert tf.convert_to_tensor(Meters(2)).name == "meters:0"
    assert tf.add(tf.constant(1.0), Meters(2)).op.inputs[1].name == "Add/y:0"
    assert tf.stack([Meters(2.0), 1.0]).op.type == "Pack"
    with pytest.raises(TypeError, match="Meters"):
        tf.convert_to_tensor(Meters(-1))
    with pytest.raises(TypeError, match="must be callable"):
        tf.register_tensor_conversion_function(Meters, None)  # type: ignore[arg-type]


def test_equality_is_identity() -> None:
    """Tensors can be keys, and `==` adds nothing to the graph."""
    graph = tf.get_default_graph()
    a, b = tf.constant(1), tf.constant(1)
    assert (a == a, a == b, a != b) == (True, False, True)
    assert {a: 1, b: 2}[b] == 2
    assert graph.version == 2


def test_tensors_have_no_truth_value() -> None:
    """A comparison in an `if` is an error, not always true."""
    with pytest.raises(TypeError, match="no truth value"):
        assert tf.constant(1) < 2


@pytest.mark.parametrize(
    ("declared", "value", "kept"),
    [
        ("int", np.int64(3), 3), ("int", 2.0, 2), ("float", 1, 1.0), ("float", np.float32(0.5), 0.5),
        ("bool", np.bool_(True), True), ("string", "é", b"\xc3\xa9"), ("string", b"a", b"a"),
        ("type", "float32", tf.float32), ("type", np.int8, tf.int8), ("shape", [None, 2], tf.TensorShape([None, 2])),
        ("shape", 3, tf.TensorShape([3])), ("func", "f", FunctionName("f")),
        ("func", tf.NameAttrList(name="f"), FunctionName("f")), ("list(int)", (1, np.int32(2)), [1, 2]),
        ("list(type)", [tf.int32, "string"], [tf.int32, tf.string]),
    ],
)  # fmt: skip
def test_attribute_values(declared: str, value: Any, kept: Any) -> None:
    """Attributes may be given as Python, numpy or protobuf values of their kind."""
    attr = parse_op_def(f"X() -> (); a: {declared}").attrs["a"]
    got = attr_value("X", attr, value)
    assert got == kept
    assert type(got) is type(kept)


def test_tensor_attribute() -> None:
    """A tensor attribute may be an array, a Python value or a message."""
    attr = parse_op_def("X() -> (); a: tensor").attrs["a"]
    message = tf.make_tensor_proto(np.array([1, 2], np.int32))
    for value in (np.array([1, 2]), [1, 2], message):
        assert attr_value("X", attr, value).tolist() == [1, 2]
