"""Freezing: which variables of a signature become constants, and that what may change stays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.graph.operation import Operation
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.framework.resources.resource_handle import Snapshot
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.passes.freeze_variables import freeze_variables
from aioflow.passes.inline_functions import inline_functions
from aioflow.passes.prune import prune
from tests.functions.building import call, define

VALUE = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.fixture
def x() -> Any:
    """A placeholder in a graph of its own, the default one of the test."""
    with tf.Graph().as_default():
        yield tf.placeholder(tf.float32, [3, 2], name="x")


@pytest.fixture(params=[True, False], ids=["resource", "reference"])
def v(request: pytest.FixtureRequest, x: Any) -> Any:
    """A variable of either kind."""
    return tf.get_variable("v", initializer=VALUE, use_resource=request.param)


def snapshot_of(op: Operation) -> Snapshot | None:
    """The same value for every variable."""
    if op.type == "VarHandleOp":
        return ResourceVariable(op.attrs["dtype"], VALUE).snapshot()
    variable = RefVariable(op.name, op.attrs["dtype"], op.attrs["shape"])
    assert variable.snapshot() is None  # it has no value yet
    variable.assign(VALUE)
    return variable.snapshot()


def frozen(fetches: Sequence[Any], targets: Sequence[Any] = ()) -> tuple[set[str], list[Operation]]:
    """The variables that become constants, by name, and the nodes of the graph then."""
    graph = fetches[0].graph
    names: dict[Any, str] = {}

    def look(op: Operation) -> Snapshot | None:
        found = snapshot_of(op)
        assert found is not None
        names[found.variable] = op.name
        return found

    feeds = [op.outputs[0] for op in graph.get_operations() if op.type == "Placeholder"]
    result, snapshots = freeze_variables(inline_functions(prune(graph, feeds, fetches, targets)), look)
    return {names[snapshot.variable] for snapshot in snapshots}, result.get_operations()


def test_reads_become_constants(x: Any, v: Any) -> None:
    """Nothing is left of a variable that is only read."""
    names, ops = frozen([x * v + v])
    assert names == {"v"} and not {"VarHandleOp", "VariableV2", "ReadVariableOp"} & {op.type for op in ops}
    constants = [op for op in ops if op.type == "Const"]
    assert constants and all(np.array_equal(op.attrs["value"], VALUE) for op in constants)


def test_what_is_written_stays(x: Any, v: Any) -> None:
    """A signature that writes to a variable reads it; the other variables are constants all the same."""
    other = tf.get_variable("other", initializer=VALUE, use_resource=True)
    names, _ = frozen([x * v + other], targets=[v.assign(VALUE).op])
    assert names == {"other"}


def test_two_nodes_of_one_variable(x: Any) -> None:
    """A write by another node of the same name counts."""
    create = x.graph.create_op

    def handle() -> Any:
        attrs = {"dtype": tf.float32, "shape": tf.TensorShape([3, 2]), "shared_name": b"same"}
        return create("VarHandleOp", [], attrs=attrs).outputs[0]

    assert frozen([read(handle()) + x])[0]
    assign = create("AssignVariableOp", [handle(), x], attrs={"dtype": tf.float32})
    assert not frozen([read(handle()) + x], targets=[assign])[0]


def test_reads_behind_what_may_write_stay(x: Any, v: Any) -> None:
    """What runs Python may run anything; a read that waits for it has to see that."""
    acts = tf.py_func(lambda: np.float32(0), [], tf.float32)
    with tf.control_dependencies([acts]):
        late = tf.identity(v)
    assert frozen([late + x])[0] == set()
    with tf.control_dependencies([tf.tanh(x)]):
        behind = tf.identity(v)
    assert frozen([behind + x])[0] == {"v"}


def test_other_types_stay_errors(x: Any) -> None:
    """A read of another dtype than the variable's fails in the run, as without."""
    attrs = {"dtype": tf.float64, "shape": tf.TensorShape([3, 2]), "shared_name": b"h"}
    handle = x.graph.create_op("VarHandleOp", [], attrs=attrs)
    assert frozen([read(handle.outputs[0]) + x])[0] == set()


def test_rows_of_variables(x: Any) -> None:
    """Gathers from a variable are gathers from an array, under their names."""
    v = tf.get_variable("v", initializer=VALUE, use_resource=True)
    index = tf.placeholder(tf.int32, [None])
    rows = v.sparse_read(index, name="rows")
    names, ops = frozen([rows])
    gathers = [op for op in ops if "Gather" in op.type]
    assert names == {"v"} and [op.type for op in gathers] == ["Gather"]
    assert gathers[0].name == next(op.name for op in x.graph.get_operations() if op.type == "ResourceGather")


def test_reads_in_called_functions(x: Any) -> None:
    """A function that is handed a variable reads it where it is inlined; one that writes to it makes it stay."""
    v = tf.get_variable("v", initializer=VALUE, use_resource=True)

    def body(handle: Any) -> Any:
        return read(handle)

    reading = define("reading", [tf.resource], body)
    (y,) = call(reading, [v.handle], [tf.float32])
    assert frozen([y + x])[0] == {"v"}

    def writing_body(handle: Any) -> Any:
        graph = tf.get_default_graph()
        assign = graph.create_op("AssignVariableOp", [handle, tf.constant(VALUE)], attrs={"dtype": tf.float32})
        with tf.control_dependencies([assign]):
            return read(handle)

    (z,) = call(define("writing", [tf.resource], writing_body), [v.handle], [tf.float32])
    assert frozen([y + z])[0] == set()


def read(handle: Any) -> Any:
    """What a variable has."""
    return tf.get_default_graph().create_op("ReadVariableOp", [handle], attrs={"dtype": tf.float32}).outputs[0]
