"""Instantiating functions: what a body means for one call, and how ill-formed ones are refused."""
from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import function_pb2
from aioflow.framework import dtypes
from aioflow.framework.graph.function import Function
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.op_def import FunctionName
from tests.framework.importing.import_cases import T, attr

INPUT = 'input_arg { name: "x" type: DT_FLOAT } '
OUTPUT = 'output_arg { name: "y" type: DT_FLOAT } '
NEG = f'node_def {{ name: "n" op: "Neg" input: "x" {T} }} '
RET = 'ret { key: "y" value: "n:y:0" } '


def function(signature: str, body: str, name: str = "f") -> Function:
    """A function written as text."""
    return Function(
        text_format.Parse(f'signature {{ name: "{name}" {signature} }} {body}', function_pb2.FunctionDef())
    )


def body_of(signature: str, body: str, attrs: dict[str, Any] | None = None) -> FunctionBody:
    """The instantiated body of a function written as text."""
    return instantiate(function(signature, body), attrs or {}, {})


def edges(body: FunctionBody) -> dict[str, list[str]]:
    """Ops and inputs of each node, by name."""
    return {op.name: [op.type, *op.node_def.input] for op in body.graph.get_operations()}


def test_arguments_and_results() -> None:
    """Arguments and results become numbered nodes of the body."""
    body = body_of(INPUT + OUTPUT, NEG + RET)
    assert edges(body) == {"x": ["_Arg"], "n": ["Neg", "x"], "y_RetVal": ["_Retval", "n"]}
    assert body.num_results == 1 and body.must_run == ()
    assert body.graph.get_operation_by_name("x").attrs["index"] == 0


def test_attributes_of_the_call_fill_placeholders() -> None:
    """What the signature declares takes the place of a placeholder, also inside function attributes and lists."""
    signature = (
        'input_arg { name: "x" type_attr: "D" } output_arg { name: "y" type_attr: "D" } attr { name: "D" type: "type" }'
    )
    negation = 'node_def { name: "n" op: "Neg" input: "x" attr { key: "T" value { placeholder: "D" } } '
    nested = attr("_f", 'func { name: "g" attr { key: "U" value { placeholder: "D" } } }')
    body = body_of(signature, negation + nested + "} " + RET, {"D": dtypes.int32})
    op = body.graph.get_operation_by_name("n")
    assert op.attrs["T"] is dtypes.int32 and op.outputs[0].dtype is dtypes.int32
    assert op.attrs["_f"] == FunctionName("g", {"U": dtypes.int32})
    with pytest.raises(errors.InvalidArgumentError, match="missing attr 'D'"):
        body_of(signature, negation + "} " + RET)


def test_list_arguments_and_outputs() -> None:
    """A list argument is several nodes; "node:output" means a whole list, "node:output:i" one of it."""
    signature = (
        'input_arg { name: "xs" type_attr: "T" number_attr: "N" } output_arg { name: "ys" type_attr: "T" '
        'number_attr: "N" } output_arg { name: "last" type_attr: "T" } attr { name: "T" type: "type" } '
        'attr { name: "N" type: "int" }'
    )
    n = 'node_def { name: "n" op: "IdentityN" input: "xs" attr { key: "T" value { list { type: [1, 1] } } } } '
    ret = 'ret { key: "ys" value: "n:output" } ret { key: "last" value: "xs:1" }'
    body = body_of(signature, n + ret, {"T": dtypes.float32, "N": 2})
    assert edges(body) == {
        "xs_0": ["_Arg"], "xs_1": ["_Arg"], "n": ["IdentityN", "xs_0", "xs_1"],
        "ys_RetVal": ["_Retval", "n"], "ys_RetVal_1": ["_Retval", "n:1"], "last_RetVal": ["_Retval", "xs_1"],
    }  # fmt: skip
    assert body.num_results == 3


def test_what_must_run() -> None:
    """Stateful nodes and control returns run although no result needs them."""
    queue = 'node_def { name: "q" op: "FIFOQueueV2" ' + attr("component_types", "list { type: DT_FLOAT }") + "} "
    waits = 'node_def { name: "w" op: "NoOp" input: "^n" } node_def { name: "unused" op: "NoOp" } '
    body = body_of(INPUT + OUTPUT, NEG + queue + waits + RET + 'control_ret { key: "done" value: "w" }')
    assert [op.name for op in body.must_run] == ["w", "q"]
    assert body.graph.get_operation_by_name("w").control_inputs == [body.graph.get_operation_by_name("n")]


def test_attributes_that_double() -> None:
    """What each call puts twice into what it gives on is refused before it is as long as no memory is."""
    signature = INPUT + OUTPUT + 'attr { name: "D" type: "func" }'
    twice = ' '.join(f'attr {{ key: "{name}" value {{ placeholder: "D" }} }}' for name in "ab")
    nested = attr("_f", f'func {{ name: "g" {twice} }}')
    body = f'node_def {{ name: "n" op: "Neg" input: "x" {T} {nested} }} ' + RET
    name = FunctionName("g")
    for _ in range(12):
        name = body_of(signature, body, {"D": name}).graph.get_operation_by_name("n").attrs["_f"]
    with pytest.raises(errors.InvalidArgumentError, match="name more than 10000 functions"):
        body_of(signature, body, {"D": name})


def test_functions_may_call_functions() -> None:
    """A body sees the library that it is given."""
    inner = function(INPUT + OUTPUT, NEG + RET, "inner")
    outer = function(INPUT + OUTPUT, 'node_def { name: "n" op: "inner" input: "x" } ' + RET)
    body = instantiate(outer, {}, {"inner": inner})
    assert body.graph.get_operation_by_name("n").type == "inner" and body.graph.functions == {"inner": inner}
    with pytest.raises(errors.NotFoundError, match="inner"):
        instantiate(outer, {}, {})


CYCLES = {
    "data": ("a b", ["a b:y:0", "b a:y:0"]),
    "control": ("a b", ["a x ^b", "b a:y:0"]),
    "not needed": ("a b", ["n x", "a b:y:0", "b a:y:0"]),
    "itself": ("a", ["a a:y:0"]),
    "a NextIteration without a Merge": ("a b", ["a b:output:0", "b:NextIteration a:y:0"]),
}


@pytest.mark.parametrize("cycle", CYCLES)
def test_cycles(cycle: str) -> None:
    """A body that depends on itself is refused, and its nodes are named, whether results need them or not."""
    names, nodes = CYCLES[cycle]
    text = ""
    for line in nodes:
        (name, _, op), *inputs = line.split(" ")[0].partition(":"), *line.split(" ")[1:]
        listed = " ".join(f'input: "{text}"' for text in inputs)
        text += f'node_def {{ name: "{name}" op: "{op or "Neg"}" {listed} {attr("T", "type: DT_FLOAT")} }} '
    with pytest.raises(errors.InvalidArgumentError, match="contains a cycle") as caught:
        body_of(INPUT + OUTPUT, text + f'ret {{ key: "y" value: "{nodes[0][0]}:y:0" }}')
    assert all(f"{name!r}" in caught.value.message for name in [*names.split(), "f"])


@pytest.mark.parametrize(
    ("signature", "body", "message"),
    [
        (INPUT + OUTPUT, NEG, "output 'y' has no entry in ret"),
        (INPUT + OUTPUT, NEG + 'ret { key: "y" value: "n:z:0" }', "'n:z:0' of 'y' names nothing"),
        (INPUT + OUTPUT, NEG + 'ret { key: "y" value: "n:y:1" }', "'n:y:1' of 'y' names nothing"),
        (INPUT + OUTPUT, NEG + 'ret { key: "y" value: "n:y:99999999999999999999" }', "names nothing"),
        (INPUT + OUTPUT.replace("FLOAT", "INT32"), NEG + RET, "'y' is not declared as what ret gives it: float32"),
        (INPUT + OUTPUT, NEG + NEG + RET, "node name 'n' is not unique"),
        (INPUT + OUTPUT, NEG.replace('"n"', '"x"') + RET, "node name 'x' is not unique"),
        (INPUT + OUTPUT, NEG.replace('input: "x"', 'input: "nobody"') + RET, "'nobody' of 'n' names nothing"),
        (INPUT + OUTPUT, NEG.replace('input: "x"', "") + RET, "do not match 0 inputs.*node 'n'"),
        (INPUT + OUTPUT, NEG.replace('input: "x"', 'input: "x" input: "^nobody"') + RET, "'nobody' names no node.*'n'"),
        (INPUT + OUTPUT, NEG.replace("DT_FLOAT", "DT_INT32") + RET, "incompatible with expected int32.*node 'n'"),
        (INPUT + OUTPUT, NEG.replace("type: DT_FLOAT", 'placeholder: "D"') + RET, r"\$D has no value.*'n'"),
        (INPUT + OUTPUT, NEG.replace("type: DT_FLOAT", "i: 1") + RET, "must be type, not 1.*node 'n'"),
        (INPUT + OUTPUT.replace('"y"', '"a b"'), NEG + RET.replace('"y"', '"a b"'), "'a b_RetVal' is not a valid"),
        (INPUT + OUTPUT, NEG + RET + 'control_ret { key: "c" value: "nobody" }', "'nobody' names no node"),
        (INPUT, 'node_def { name: "s" op: "Unpack" input: "x" ' + T + attr("num", "i: 1500000") + "}", "list of"),
    ],
)  # fmt: skip
def test_ill_formed_bodies(signature: str, body: str, message: str) -> None:
    """A body that contradicts itself is refused with function and node."""
    with pytest.raises(errors.InvalidArgumentError, match=message) as caught:
        body_of(signature, body)
    assert "in function 'f'" in caught.value.message


def test_too_many_tensors() -> None:
    """The nodes of a small body cannot make tens of millions of tensors."""
    nodes = "".join(
        f'node_def {{ name: "s{i}" op: "Unpack" input: "x" {T} {attr("num", "i: 1000000")} }} ' for i in range(3)
    )
    body = function(INPUT, nodes)
    with pytest.raises(errors.ResourceExhaustedError, match="tensors"):
        instantiate(body, {}, {})
