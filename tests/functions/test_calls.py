"""Calls of functions: what of a body runs, when, and what comes back (executor.md 8; E-46, E-92, E-93, E-96)."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.function_pb2 import FunctionDef
from aioflow.compiler import function_library
from aioflow.compiler.function_library import MAX_CALL_DEPTH
from aioflow.framework.graph.function import Function
from aioflow.framework.kernels.open_calls import OpenCalls
from aioflow.framework.op_def import FunctionName
from aioflow.ops.generated.control_flow import switch
from aioflow.testing import Gate
from tests.executor.census import census, settle
from tests.executor.witness import Witness

from .building import call, define, legacy_call

FLOAT = tf.float32
both_kinds = pytest.mark.parametrize("legacy", [False, True], ids=["call", "legacy"])


def called(function: FunctionName, arguments: list[Any], results: list[Any], legacy: bool) -> list[tf.Tensor]:
    """A call of either kind."""
    return legacy_call(function, arguments) if legacy else call(function, arguments, results)


@both_kinds
async def test_results(session: tf.Session, legacy: bool) -> None:
    """8: arguments go in and results come out in order, whatever the body makes of them, call by call."""
    function = define("f", [FLOAT, tf.int32], lambda x, i: [i, x + 1.0, i * 2])
    x = tf.placeholder(FLOAT, [])
    results = called(function, [x, tf.constant(4)], [tf.int32, FLOAT, tf.int32], legacy)
    for value in (1.0, 2.5):
        assert await session.run(results, {x: value}) == [4, value + 1, 8]


@both_kinds
async def test_functions_without_arguments_or_results(session: tf.Session, legacy: bool) -> None:
    """8: a function may take nothing, give nothing, and hand an argument straight on."""
    witness = Witness()
    effect = define("effect", [FLOAT], lambda x: [witness.node(x, "ran")][:0])
    source = define("source", [], lambda: tf.constant(3.0))
    same = define("same", [FLOAT, FLOAT], lambda x, y: [y, x])
    (three,) = called(source, [], [FLOAT], legacy)
    swapped = called(same, [three, tf.constant(1.0)], [FLOAT, FLOAT], legacy)
    assert await session.run(swapped) == [1, 3]
    graph = tf.get_default_graph()
    called(effect, [three], [], legacy)
    await session.run(graph.get_operations()[-1])
    assert witness.seen == ["ran"]


@both_kinds
async def test_unused_nodes_of_a_body(session: tf.Session, legacy: bool) -> None:
    """E-92: a stateful node that no result needs runs; a stateless one does not, though it would fail."""
    witness = Witness()

    def body(x: Any) -> Any:
        witness.node(x, "effect")
        tf.cast(x, tf.int32) // 0
        return x * 2.0

    (result,) = called(define("f", [FLOAT], body), [tf.constant(1.0)], [FLOAT], legacy)
    assert await session.run(result) == 2
    assert witness.seen == ["effect"]


@both_kinds
async def test_unused_node_that_fails(session: tf.Session, legacy: bool) -> None:
    """E-92: a stateful node that fails, fails the call, also when no result needs it."""
    witness = Witness()

    def body(x: Any) -> Any:
        witness.failing(x, "culprit")
        return x * 2.0

    (result,) = called(define("f", [FLOAT], body), [tf.constant(1.0)], [FLOAT], legacy)
    with pytest.raises(errors.InvalidArgumentError, match="ValueError: culprit"):
        await session.run(result)


@both_kinds
async def test_call_in_a_dead_branch(session: tf.Session, legacy: bool) -> None:
    """E-93: of a call in an untaken branch nothing runs, whether its arguments are dead or what it waits for."""
    witness = Witness()

    def body(x: Any) -> Any:
        with tf.control_dependencies([witness.operation("effect")]):
            return witness.node(x, "value")

    function = define("f", [FLOAT], body)
    p = tf.placeholder(tf.bool, [])
    by_argument = tf.cond(p, lambda: called(function, [tf.constant(1.0)], [FLOAT], legacy)[0], lambda: -tf.ones([]))
    dead, _ = switch(tf.constant(0.0), tf.constant(True))
    with tf.control_dependencies([tf.identity(dead)]):
        (by_control,) = called(function, [tf.constant(1.0)], [FLOAT], legacy)
    assert await session.run(by_argument, {p: False}) == -1
    await session.run(by_control.op)
    assert witness.seen == []
    assert await session.run(by_argument, {p: True}) == 1
    assert sorted(witness.seen) == ["effect", "value"]


@both_kinds
async def test_one_dead_argument(session: tf.Session, legacy: bool) -> None:
    """E-13, E-93: with one dead argument a call is dead, also for what of its body would not need that argument."""
    witness = Witness()
    dead, live = switch(tf.constant(2.0), tf.constant(True))
    function = define("f", [FLOAT, FLOAT], lambda x, y: [witness.node(x, "x"), y])
    results = called(function, [live, dead], [FLOAT, FLOAT], legacy)
    with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
        await session.run(results[0])
    assert witness.seen == []


async def test_dead_result_of_a_legacy_call(session: tf.Session) -> None:
    """E-96: a legacy call whose result is dead fails as Internal, at the call; other calls pass the deadness on."""
    function = define("f", [FLOAT, tf.bool], lambda x, p: list(switch(x, p)))
    x, p = tf.constant(5.0), tf.placeholder(tf.bool, [])
    passed_on = call(function, [x, p], [FLOAT, FLOAT])
    assert await session.run(passed_on[1] + 1.0, {p: True}) == 6
    with pytest.raises(errors.InvalidArgumentError, match="does not have value"):
        await session.run(passed_on[0] + 1.0, {p: True})
    legacy = legacy_call(function, [x, p], "the_call")
    with pytest.raises(errors.InternalError, match=r"Retval\[0\] does not have value") as caught:
        await session.run(legacy[1], {p: True})
    assert caught.value.op.name == "the_call"


@both_kinds
async def test_failure_in_a_body(session: tf.Session, legacy: bool) -> None:
    """E-46: an error in a body, and in the body of what that calls, names the body's node and the calls around it."""
    inner = define("inner", [FLOAT], lambda x: Witness().failing(x, "culprit"))
    outer = define("outer", [FLOAT], lambda x: called(inner, [x], [FLOAT], legacy))
    (result,) = called(outer, [tf.constant(1.0)], [FLOAT], legacy)
    with pytest.raises(errors.InvalidArgumentError, match="ValueError: culprit") as caught:
        await session.run(result)
    assert "culprit" in caught.value.message
    assert f"[[{result.op.name}]]" in caught.value.message


async def test_controls(session: tf.Session) -> None:
    """5.6: a body waits for what its call waits for, and what waits for the call waits for all effects of the body."""
    gate, witness = Gate(), Witness()
    function = define("f", [FLOAT], lambda x: [witness.node(gate.node(x), "body"), x][1:])
    with tf.control_dependencies([witness.operation("before")]):
        (result,) = call(function, [tf.constant(1.0)], [FLOAT])
    with tf.control_dependencies([result.op]):
        behind = witness.operation("behind")
    run = asyncio.ensure_future(session.run(behind))
    await gate.entered()
    await settle()
    assert witness.seen == ["before"]
    gate.open()
    await run
    assert witness.seen == ["before", "body", "behind"]


async def test_control_returns(session: tf.Session) -> None:
    """8: what a function names as a control return runs, though no result needs it."""
    seen: list[str] = []

    def stateless(x: tf.Tensor) -> tf.Operation:
        kept: tf.Operation = tf.py_func(lambda value: seen.append("ran"), [x], [], stateful=False, name="kept")
        return kept

    plain = define("plain", [FLOAT], lambda x: [stateless(x), x][1:])
    returned = define("returned", [FLOAT], lambda x: [stateless(x), x][1:], lambda graph: ["kept"])
    assert await session.run(call(plain, [tf.constant(1.0)], [FLOAT])[0]) == 1 and seen == []
    assert await session.run(call(returned, [tf.constant(1.0)], [FLOAT])[0]) == 1 and seen == ["ran"]


@both_kinds
async def test_recursion(session: tf.Session, graph: tf.Graph, legacy: bool) -> None:
    """8: a function may call itself, as deep as the limit; deeper calls are refused, naming the limit."""
    factorial = FunctionName("factorial")
    stub = define("factorial", [tf.int32], lambda n: n)
    then = define("then", [tf.int32], lambda n: n * called(stub, [n - 1], [tf.int32], legacy)[0])
    done = define("done", [tf.int32], lambda n: tf.ones_like(n))
    del graph.functions["factorial"]
    define("factorial", [tf.int32], lambda n: branch(n > 1, then, done, [n])[0])
    n = tf.placeholder(tf.int32, [])
    (result,) = called(factorial, [n], [tf.int32], legacy)
    assert [await session.run(result, {n: i}) for i in (1, 5, 10)] == [1, 120, 3628800]
    with pytest.raises(errors.ResourceExhaustedError, match=f"{MAX_CALL_DEPTH} deep"):
        await session.run(result, {n: 10 * MAX_CALL_DEPTH})
    assert await session.run(result, {n: 6}) == 720


async def test_a_function_that_calls_itself_twice(
    session: tf.Session, graph: tf.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree of calls without end is walked in depth: its limit is found with few calls, and few are open at a time."""
    monkeypatch.setattr(function_library, "MAX_CALL_DEPTH", 60)
    num_calls = 0
    enter = OpenCalls.enter

    def counted(calls: OpenCalls) -> bool:
        nonlocal num_calls
        num_calls += 1
        return enter(calls)

    monkeypatch.setattr(OpenCalls, "enter", counted)
    stub = define("twice", [FLOAT], lambda x: x)
    body = define("body", [FLOAT], lambda x: legacy_call(stub, [x])[0] + legacy_call(stub, [x])[0])
    message = FunctionDef.FromString(graph.functions[body.name].body.SerializeToString())
    message.signature.name = "twice"
    del graph.functions["twice"]
    graph.add_function(Function(message))
    with pytest.raises(errors.ResourceExhaustedError, match="60 deep"):
        await session.run(legacy_call(stub, [tf.constant(1.0)]))
    assert num_calls < 3000
    await settle()


def branch(condition: Any, then: FunctionName, otherwise: FunctionName, arguments: list[Any]) -> list[tf.Tensor]:
    """An `If` of int32 values."""
    attrs = {
        "Tcond": condition.dtype, "Tin": [a.dtype for a in arguments], "Tout": [tf.int32],
        "then_branch": then, "else_branch": otherwise,
    }  # fmt: skip
    return list(tf.get_default_graph().create_op("If", [condition, *arguments], None, attrs).outputs)


async def test_calls_at_the_same_time(session: tf.Session) -> None:
    """E-48: calls that do not need each other wait at the same time, also calls of one function."""
    gate = Gate()
    function = define("f", [FLOAT], lambda x: gate.node(x) + 1.0)
    results = [call(function, [tf.constant(float(i))], [FLOAT])[0] for i in range(5)]
    run = asyncio.ensure_future(session.run(results))
    await gate.entered(5)
    assert gate.num_inside == 5
    gate.open()
    assert await run == [1, 2, 3, 4, 5]


async def test_cancelled_within_a_call(session: tf.Session) -> None:
    """S-111: cancellation reaches what waits within calls within calls, and leaves nothing."""
    gate = Gate()
    inner = define("inner", [FLOAT], lambda x: gate.node(x))
    outer = define("outer", [FLOAT], lambda x: call(inner, [x], [FLOAT]))
    (result,) = call(outer, [tf.constant(1.0)], [FLOAT])
    counts = []
    for times in (1, 2, 3):
        run = asyncio.ensure_future(session.run(result))
        await gate.entered(times)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        del run
        await settle()
        counts.append(census())
    assert gate.num_inside == 0 and counts[-1] <= counts[0]
    gate.open()
    assert await session.run(result) == 1


async def test_unknown_function(graph: tf.Graph, session: tf.Session) -> None:
    """8: a call of a function that is not there is refused, naming it."""
    (result,) = call(FunctionName("nobody"), [tf.constant(1.0)], [FLOAT])
    with pytest.raises((errors.NotFoundError, errors.InvalidArgumentError), match="nobody"):
        await session.run(result)


MISFITS: list[tuple[list[Any], list[Any]]] = [
    ([1.0], [FLOAT] * 3), ([1.0], []), ([1.0], [FLOAT, tf.int32]), ([], [FLOAT] * 2), ([1.0, 2.0], [FLOAT] * 2),
    ([1], [FLOAT] * 2),
]  # fmt: skip
"""Arguments and results other than one float, and two."""


@pytest.mark.parametrize("noinline", [False, True])
async def test_calls_that_do_not_fit(session: tf.Session, noinline: bool) -> None:
    """5.6, 8: a call whose arguments or results are not those of its function is refused, naming the call."""
    function = define("f", [FLOAT], lambda x: [x, x + 1.0])
    for number, (arguments, results) in enumerate(MISFITS):
        name = f"misfit_{number}"
        call(function, [tf.constant(value) for value in arguments], results, name=name, _noinline=noinline)
        with pytest.raises((errors.InternalError, errors.InvalidArgumentError), match=name):
            await session.run(name)


async def test_variables_in_functions(session: tf.Session) -> None:
    """8: a body reads and writes variables through their handles; control edges order its effects."""
    v: Any = tf.Variable(1.0, use_resource=True)

    def body(handle: Any) -> Any:
        with tf.control_dependencies([assign_add(handle, 5.0)]):
            return tf.raw_ops.ReadVariableOp(resource=handle, dtype=FLOAT)

    (result,) = call(define("f", [tf.resource], body), [v.handle], [FLOAT])
    await session.run(v.initializer)
    assert [await session.run(result) for _ in range(3)] == [6, 11, 16]
    assert await session.run(v) == 16


def assign_add(handle: tf.Tensor, value: float) -> tf.Operation:
    """Adds to a variable."""
    added: tf.Operation = tf.raw_ops.AssignAddVariableOp(resource=handle, value=tf.constant(value))
    return added


async def test_state_of_a_call(session: tf.Session) -> None:
    """7.6: call sites of one function share its random stream within a signature; a new session begins anew."""
    function = define("draw", [], lambda: tf.random.uniform([], seed=3))
    first, second = (call(function, [], [FLOAT])[0] for _ in range(2))
    drawn = [await session.run([first, second]) for _ in range(2)]
    assert len({value for pair in drawn for value in pair}) == 4
    async with tf.Session(graph=session.graph) as other:
        again = [await other.run([first, second]) for _ in range(2)]
    assert [set(pair) for pair in again] == [set(pair) for pair in drawn]


async def test_attributes_of_a_function(graph: tf.Graph, session: tf.Session) -> None:
    """8: a function with a type attribute is instantiated once for each of its values."""
    define("double", [FLOAT], lambda x: tf.add(x, x))
    function = graph.functions.pop("double")
    message = function.to_proto()
    signature = message.signature
    signature.attr.add(name="T", type="type")
    for arg in (*signature.input_arg, *signature.output_arg):
        arg.ClearField("type")
        arg.type_attr = "T"
    for node in message.node_def:
        node.attr["T"].placeholder = "T"
    graph.add_function(type(function)(message))
    values = [tf.constant(1.5), tf.constant(3), tf.constant(2.0, tf.float64)]
    results = [call(FunctionName("double", {"T": v.dtype}), [v], [v.dtype])[0] for v in values]
    legacy = [graph.create_op("double", [v], None, {"T": v.dtype}).outputs[0] for v in values]
    assert await session.run([*results, *legacy]) == [3, 6, 4] * 2


async def test_remote_call(session: tf.Session) -> None:
    """8, as we chose: RemoteCall runs on the devices of its session, and refuses to leave it."""
    function = define("f", [FLOAT], lambda x: x * 3.0)
    target = tf.placeholder(tf.string, [])
    attrs = {"f": function, "Tin": [FLOAT], "Tout": [FLOAT]}
    remote = session.graph.create_op("RemoteCall", [target, tf.constant(2.0)], "remote", attrs).outputs[0]
    assert await session.run(remote, {target: "/job:localhost/replica:0/task:0/device:CPU:0"}) == 6
    with pytest.raises(errors.UnimplementedError, match="not a device of this session") as caught:
        await session.run(remote, {target: "/job:worker/task:1"})
    assert caught.value.op.name == "remote" and "/job:worker/task:1" in caught.value.message


@pytest.mark.parametrize("fetch", ["constant:0", "negative:0", "call:0"])
async def test_constants_of_another_dtype(fetch: str) -> None:
    """8: a GraphDef may give a constant a value of another dtype than its own; runs that need it say so."""
    message = tf.GraphDef()
    constant = message.node.add(name="constant", op="Const")
    constant.attr["dtype"].type = tf.int32.as_datatype_enum  # type: ignore[assignment]
    constant.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(2.5))
    message.node.add(name="negative", op="Neg", input=["constant"]).attr["T"].type = tf.int32.as_datatype_enum  # type: ignore[assignment]
    function = message.library.function.add()
    function.signature.name = "f"
    function.signature.output_arg.add(name="out", type=tf.int32.as_datatype_enum)
    function.node_def.append(constant)
    function.ret["out"] = "constant:output:0"
    message.node.add(name="call", op="f")
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
    async with tf.Session(graph=graph) as session:
        with pytest.raises(errors.InvalidArgumentError, match="Type mismatch between value"):
            await session.run(fetch)


async def test_references(session: tf.Session) -> None:
    """8: a function may take a reference to a variable from a legacy call; other calls have only values to pass."""
    graph = tf.get_default_graph()
    define("f", [FLOAT], lambda x: x * 2.0)
    message = FunctionDef.FromString(graph.functions["f"].body.SerializeToString())
    message.signature.name, message.signature.input_arg[0].is_ref = "takes", True
    graph.add_function(Function(message))
    message.signature.name, message.signature.output_arg[0].is_ref = "gives", True
    graph.add_function(Function(message))
    variable = tf.raw_ops.VariableV2(shape=[], dtype=FLOAT)
    await session.run(tf.raw_ops.Assign(ref=variable, value=3.0))
    assert await session.run(graph.create_op("takes", [variable]).outputs[0]) == 6
    with pytest.raises(errors.InvalidArgumentError, match="float_ref"):
        await session.run(call(FunctionName("takes"), [tf.constant(3.0)], [FLOAT]))
    with pytest.raises(errors.UnimplementedError, match="is a reference"):
        await session.run(graph.create_op("gives", [variable]).outputs[0])
