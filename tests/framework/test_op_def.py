"""Op declarations: the language, every op of TensorFlow's, and the checks on attributes."""
from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import op_def_pb2
from aioflow.framework import dtypes
from aioflow.framework.dtypes import float32, int32
from aioflow.framework.graph.function import op_def_from_proto
from aioflow.framework.op_def import (
    MISSING,
    OPS,
    ArgDef,
    AttrDef,
    FunctionName,
    OpDef,
    OpRegistry,
    check_attr,
    parse_op_def,
)
from aioflow.framework.shapes import TensorShape

FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts" / "op_defs.pbtxt"


@cache
def tensorflows_ops() -> dict[str, Any]:
    """TensorFlow's OpDef messages by name."""
    if not FACTS.is_file():
        pytest.skip("TensorFlow's op definitions are not here: put them at ../shared/facts/op_defs.pbtxt")
    return {op.name: op for op in text_format.Parse(FACTS.read_text("utf-8"), op_def_pb2.OpList()).op}


def test_every_op_can_be_read() -> None:
    """Each declaration is read when its op is first asked for, and gives the op it is filed under."""
    assert len(OPS.names()) >= 1908
    assert [name for name in OPS.names() if OPS[name].name != name] == []


def test_ops_are_tensorflows() -> None:
    """Every op of TensorFlow's is declared, with the same fields."""
    theirs = {name: op_def_from_proto(proto) for name, proto in tensorflows_ops().items()}
    assert len(theirs) == 1908
    assert set(theirs) <= set(OPS.names())  # there are ours, too, and those that other tests register
    for field in dataclasses.fields(OpDef):
        both = {n: (getattr(OPS[n], field.name), getattr(op, field.name)) for n, op in theirs.items()}
        # Compared as text, because neither arrays nor NaN compare as one would like.
        assert [n for n, (ours, their) in both.items() if repr(ours) != repr(their)] == [], f"field {field.name}"


def test_message_form_loses_nothing() -> None:
    """What `op_def_from_proto` reads accounts for every field of TensorFlow's messages but descriptions."""
    read = {
        "name", "input_arg", "output_arg", "attr", "is_commutative", "is_aggregate", "is_stateful", "deprecation",
        "allows_uninitialized_input", "is_distributed_communication", "control_output", "summary", "description",
    }  # fmt: skip
    assert {field.name for field in op_def_pb2.OpDef.DESCRIPTOR.fields} == read
    for proto in tensorflows_ops().values():
        assert not proto.control_output and not proto.summary and not proto.description


def test_every_part_of_the_language() -> None:
    """A declaration with all kinds of arguments, attributes, defaults and flags is read as meant."""
    op = parse_op_def(
        'Some>Op_2(a: float, b: T, c: N * T, d: N * int32, e: Ref(T), f: Tlist, g: Ref(N * T)) -> (h: Tlist); '
        "T: {float, int32} = float; N: int >= 2 = 3; Tlist: list(type) >= 1; U: list({float, half}) = [half, float]; "
        's: string {"a", "b c"} = "a"; i: int = -5; f: float = 2.5e-1; g: float = -inf; b: bool = true; '
        "sh: shape = [2, -1]; sh2: shape = ?; "
        "shs: list(shape) = [[], [1], ?]; t: tensor = float [1, 2]; u: tensor = int32 7; fn: func; "
        'ss: list(string) = ["x", "\\n\\""]; stateful; commutative; aggregate; uninitialized_input; distributed; '
        'deprecated(7, "use \\"other\\"")'
    )
    assert op.name == "Some>Op_2"
    assert op.inputs == (
        ArgDef("a", float32),
        ArgDef("b", type_attr="T"),
        ArgDef("c", type_attr="T", number_attr="N"),
        ArgDef("d", int32, number_attr="N"),
        ArgDef("e", type_attr="T", is_ref=True),
        ArgDef("f", type_list_attr="Tlist"),
        ArgDef("g", type_attr="T", number_attr="N", is_ref=True),
    )
    assert op.outputs == (ArgDef("h", type_list_attr="Tlist"),)
    attrs = op.attrs
    assert attrs["T"] == AttrDef("T", "type", float32, (float32, int32))
    assert attrs["N"] == AttrDef("N", "int", 3, (), 2)
    assert attrs["Tlist"] == AttrDef("Tlist", "list(type)", MISSING, (), 1)
    assert attrs["U"] == AttrDef("U", "list(type)", [dtypes.float16, float32], (float32, dtypes.float16))
    assert attrs["s"] == AttrDef("s", "string", b"a", (b"a", b"b c"))
    assert [attrs[name].default for name in "ifgb"] == [-5, 0.25, -np.inf, True]
    assert [attrs[name].default for name in ("sh", "sh2", "shs")] == [
        TensorShape([2, None]), TensorShape(None), [TensorShape([]), TensorShape([1]), TensorShape(None)],
    ]  # fmt: skip
    assert attrs["t"].default.dtype == np.float32 and attrs["t"].default.tolist() == [1, 2]
    assert attrs["u"].default.dtype == np.int32 and attrs["u"].default.tolist() == 7
    assert attrs["fn"].default is MISSING and attrs["ss"].default == [b"x", b'\n"']
    assert op.is_stateful and op.is_commutative and op.is_aggregate and op.allows_uninitialized_input
    assert op.is_distributed_communication and op.deprecation == (7, 'use "other"')


def test_the_shortest_declaration() -> None:
    """An op may have nothing but a name; blanks do not matter."""
    assert parse_op_def("A()->()") == parse_op_def("  A ( ) -> ( )  ") == OpDef("A")


@pytest.mark.parametrize(
    "text",
    [
        "", "A", "A()", "A() ->", "A() -> (", "(a: float) -> ()", "1A() -> ()", "A() -> () x", "A() -> (); ",
        "A() -> (); ;", "A(a) -> ()", "A(a:) -> ()", "A(a: float b: float) -> ()", "A(a: float, a: int32) -> ()",
        "A(1: float) -> ()", "A(a: T) -> ()", "A(a: N * float) -> ()", "A(a: T) -> (); T: int",
        "A(a: N * float) -> (); N: type", "A(a: Ref(float) -> ()", "A(a: Ref float) -> ()", "A(a: N * ) -> (); N: int",
        "A(a: float,, b: float) -> ()", "A(a: float,) -> ()", "A() @ -> ()", "A() -> () $",
        "A() -> (); T: nothing", "A() -> (); T: list(type", "A() -> (); T: list", "A() -> (); T: {float",
        "A() -> (); T: {no}", "A() -> (); T: type; T: type", "A() -> (); T: {float} = int32", "A() -> (); i: int = 1.5",
        "A() -> (); i: int = x", "A() -> (); i: int >= x", "A() -> (); i: int >= 3 = 2", "A() -> (); b: bool = 1",
        "A() -> (); l: list(int) >= 1 = []", "A() -> (); l: list(int) = [1", "A() -> (); l: list(int) = [1 2]",
        "A() -> (); f: float = x", "A() -> (); s: string = a", 'A() -> (); s: string = "a',
        "A() -> (); s: string = 'a'",
        "A() -> (); t: tensor = 5", "A() -> (); sh: shape = [-2]", "A() -> (); careless", "A() -> (); deprecated",
        'A() -> (); deprecated(x, "y")', "A() -> (); deprecated(3)",
    ],
)  # fmt: skip
def test_malformed_declarations(text: str) -> None:
    """What is no declaration is a ValueError that shows it."""
    with pytest.raises(ValueError, match="op declaration") as caught:
        parse_op_def(text)
    assert repr(text) in str(caught.value)


TYPES_AND_LENGTHS = parse_op_def(
    "Op(a: T, b: N * T, c: Ref(N * int32), d: Types) -> (e: Ref(T), f: Types); T: type; N: int; Types: list(type)"
)


def test_argument_types_of_a_node() -> None:
    """The attributes of a node settle how many tensors it takes and gives, and of which types."""
    attrs = {"T": float32, "N": 2, "Types": [int32, dtypes.string]}
    assert TYPES_AND_LENGTHS.input_types(attrs) == [
        float32, float32, float32, int32.ref, int32.ref, int32, dtypes.string,
    ]  # fmt: skip
    assert TYPES_AND_LENGTHS.output_types(attrs) == [float32.ref, int32, dtypes.string]
    assert [arg.length(attrs) for arg in TYPES_AND_LENGTHS.inputs] == [1, 2, 2, 2]
    assert [arg.is_list for arg in TYPES_AND_LENGTHS.inputs] == [False, True, True, True]


def test_absurdly_long_lists_are_refused() -> None:
    """A node cannot claim a list so long that writing its types down would use up the memory."""
    with pytest.raises(errors.InvalidArgumentError, match="list of 1000000000000 tensors"):
        TYPES_AND_LENGTHS.input_types({"T": float32, "N": 10**12, "Types": []})


ATTRS = parse_op_def(
    'Op() -> (); n: int >= 1; m: int = 7; f: float = 0.1; b: bool = false; s: string {"a", "b"}; t: {float, int32}; '
    "sh: shape = ?; te: tensor = float 0; fn: func; l: list(int) >= 2; lt: list({float, int32}) = []; "
    "lf: list(float) = []"
)
GOOD: dict[str, Any] = {"n": 1, "s": b"a", "t": float32, "fn": FunctionName("f"), "l": [1, 2]}


def test_complete_attrs_fills_in_defaults() -> None:
    """Missing attributes take their defaults; private and unknown ones are kept; the caller's dict is left alone."""
    given = {**GOOD, "_private": 3, "unknown": b"x"}
    full = ATTRS.complete_attrs(given)
    assert {name: full[name] for name in given} == given
    assert (full["m"], full["b"], full["sh"], full["lt"]) == (7, False, TensorShape(None), [])
    assert len(given) == 7


def test_floats_have_32_bits() -> None:
    """A float attribute is what a message can hold, whether given or a default."""
    full = ATTRS.complete_attrs({**GOOD, "lf": [0.1, 1]})
    assert full["f"] == float(np.float32(0.1)) and full["lf"] == [float(np.float32(0.1)), 1.0]
    assert ATTRS.complete_attrs({**GOOD, "f": 0.1})["f"] == float(np.float32(0.1))


@pytest.mark.parametrize("name", GOOD)
def test_missing_attribute(name: str) -> None:
    """An attribute without default must be given."""
    with pytest.raises(errors.InvalidArgumentError, match=f"NodeDef missing attr '{name}' from op Op"):
        ATTRS.complete_attrs({key: value for key, value in GOOD.items() if key != name})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("n", 0, "'n' of op Op must be at least minimum 1, not 0"),
        ("n", 1.0, "must be int, not 1.0"),
        ("n", True, "must be int, not True"),
        ("n", [1], "must be int"),
        ("n", None, "must be int, not None"),
        ("f", "1", "must be float"),
        ("f", True, "must be float"),
        ("b", 1, "must be bool"),
        ("s", "a", "must be string"),
        ("s", b"c", 'Value for attr \'s\' of "c" is not in the list of allowed values: "a", "b"'),
        ("t", "float", "must be type"),
        ("t", 1, "must be type"),
        ("t", dtypes.string, "Value for attr 't' of string is not in the list of allowed values: float, int32"),
        ("t", float32.ref, "Value for attr 't' of float_ref is not in the list"),
        ("sh", [1], "must be shape"),
        ("te", 5, "must be tensor"),
        ("fn", "f", "must be func"),
        ("fn", 5, "must be func"),
        ("l", 5, "'l' of op Op must be a list, not 5"),
        ("l", b"ab", "must be a list"),
        ("l", [1], "length of attr 'l' of op Op must be at least minimum 2, not 1"),
        ("l", [1, 2.5], r"must be list\(int\), not 2.5"),
        ("lt", [float32, dtypes.float16], "of half is not in the list"),
    ],
)
def test_wrong_attributes(name: str, value: Any, message: str) -> None:
    """A value of another kind, not allowed, or too small is refused with op, attribute and what is allowed."""
    with pytest.raises(errors.InvalidArgumentError, match=message):
        check_attr("Op", ATTRS.attrs[name], value)
    with pytest.raises(errors.InvalidArgumentError, match=message):
        ATTRS.complete_attrs({**GOOD, name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("n", 5), ("f", 1), ("f", 1.5), ("s", b"b"), ("te", np.zeros(3)), ("te", np.float32(1)), ("l", (1, 2))],
)
def test_right_attributes(name: str, value: Any) -> None:
    """Values of the declared kind are taken."""
    check_attr("Op", ATTRS.attrs[name], value)


@pytest.mark.parametrize(
    "text",
    [
        'name: "f" input_arg { name: "x" }',
        'name: "f" input_arg { name: "x" type: DT_FLOAT type_attr: "T" } attr { name: "T" type: "type" }',
        'name: "f" input_arg { name: "x" type_attr: "T" }',
        'name: "f" input_arg { name: "x" type_attr: "T" } attr { name: "T" type: "int" }',
        'name: "f" input_arg { name: "x" type: DT_FLOAT number_attr: "N" }',
        'name: "f" input_arg { name: "x" type_list_attr: "T" } attr { name: "T" type: "type" }',
        'name: "f" input_arg { name: "x" type: 99 }',
        'name: "f" attr { name: "T" type: "nothing" }',
        'name: "f" attr { name: "T" type: "type" default_value { type: 99 } }',
        'name: "f" attr { name: "T" type: "type" default_value { i: 1 } }',
        'name: "f" attr { name: "T" type: "type" allowed_values { type: DT_FLOAT } }',
        'name: "f" attr { name: "T" type: "type" has_minimum: true minimum: 1 }',
        'name: "f" attr { name: "T" type: "int" has_minimum: true minimum: 3 default_value { i: 1 } }',
    ],
)
def test_ill_formed_op_messages(text: str) -> None:
    """A function's signature that contradicts itself is refused."""
    proto = text_format.Parse(text, op_def_pb2.OpDef())
    with pytest.raises(errors.InvalidArgumentError):
        op_def_from_proto(proto)


class TestRegistry:
    """The table of ops."""

    def test_declarations_are_read_on_demand(self) -> None:
        """A malformed declaration harms nobody until its op is asked for."""
        ops = OpRegistry()
        ops.declare("# comment\n\nGood() -> ()\nBad() -> (); T: nothing\n")
        assert ops.names() == ["Bad", "Good"] and "Bad" in ops and "Worse" not in ops
        assert ops["Good"] is ops["Good"] and ops.get("Worse") is None
        with pytest.raises(ValueError, match="nothing"):
            ops["Bad"]

    def test_unknown_op(self) -> None:
        """Asking for an op that does not exist names it."""
        with pytest.raises(errors.NotFoundError, match="Op type not registered 'Nope'"):
            OpRegistry()["Nope"]

    def test_registering(self) -> None:
        """An op made in code is found like a declared one, and cannot replace any."""
        ops = OpRegistry()
        ops.declare("Old() -> ()")
        new = ops.register(parse_op_def("New() -> ()"))
        assert ops["New"] is new and ops.names() == ["New", "Old"]
        for name in ("New", "Old"):
            with pytest.raises(errors.AlreadyExistsError, match=name):
                ops.register(parse_op_def(f"{name}(x: float) -> ()"))


def test_function_names_are_values() -> None:
    """Two function attributes are equal when function and attributes are."""
    assert FunctionName("f", {"T": float32}) == FunctionName("f", {"T": float32})
    assert FunctionName("f") != FunctionName("g") and FunctionName("f") != FunctionName("f", {"T": int32})
    assert len({FunctionName("f"), FunctionName("f")}) == 1 and repr(FunctionName("f")) == "FunctionName('f')"
