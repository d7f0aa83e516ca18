"""Large constants once per process: what is shared, what is not, and that nothing is kept alive."""
from __future__ import annotations

import gc
import weakref

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow.framework.memory.shared_arrays import MIN_NBYTES, shared
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.testing import compiled_graph, direct_session

COUNT = 10 * MIN_NBYTES


def numbers(seed: int = 0) -> np.ndarray:
    """A fresh array with the numbers of a seed."""
    return np.random.default_rng(seed).random(COUNT).reshape(2, -1)


def test_equal_arrays_are_one() -> None:
    """Of two equal arrays the first one stands for both, and nobody can write to it."""
    first = shared(numbers(1))
    assert shared(numbers(1)) is first
    assert not first.flags.writeable


@pytest.mark.parametrize("place", [0, COUNT // 3, COUNT // 2, COUNT - 1])
def test_unequal_arrays_are_two(place: int) -> None:
    """One different element, wherever it is, keeps arrays apart."""
    first = shared(numbers(2))
    other = numbers(2)
    other.reshape(-1)[place] += 1.0
    assert shared(other) is other and first.reshape(-1)[place] != other.reshape(-1)[place]


def test_bits_count() -> None:
    """-0.0 and 0.0 are two things, NaN is equal to itself, and dtypes and shapes must be the same."""
    zeros, nans = shared(np.zeros(COUNT)), shared(np.full(COUNT, np.nan))
    assert shared(-np.zeros(COUNT)) is not zeros
    assert shared(np.full(COUNT, np.nan)) is nans
    for other in (np.zeros(COUNT, np.int64), np.zeros((COUNT, 1)), np.zeros(COUNT, ml_dtypes.bfloat16)):
        assert shared(other) is other


def test_what_is_not_shared() -> None:
    """Small arrays, repeated elements and strings come back as they are."""
    for array in (np.zeros(3), np.broadcast_to(np.float32(1), (COUNT,)), np.full(COUNT, b"x", object)):
        assert shared(array) is array and shared(array.copy()) is not array


def test_nothing_is_kept_alive() -> None:
    """An array that nobody holds any more is gone."""
    array = shared(numbers(3))
    reference = weakref.ref(array)
    del array
    gc.collect()
    assert reference() is None


def serialized_model() -> bytes:
    """A dense layer whose weights are doubled when it is compiled."""
    rng = np.random.default_rng(5)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 64], name="x")
        product = tf.matmul(x, tf.constant(rng.random((64, 32), np.float32))) * 2.0
        tf.nn.bias_add(product, tf.constant(rng.random(32, np.float32)), name="y")
    data: bytes = graph.as_graph_def().SerializeToString()
    return data


def loaded(data: bytes) -> tf.Graph:
    """A graph of its own from a serialized GraphDef."""
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.GraphDef.FromString(data), name="")
    return graph


async def test_graphs_and_sessions_share_weights() -> None:
    """Graphs loaded from the same bytes hold the same constants, also those that their sessions have computed."""
    data = serialized_model()
    graphs = [loaded(data) for _ in range(3)]
    held = [[op.attrs["value"] for op in graph.get_operations() if op.type == "Const"] for graph in graphs]
    large = [[value for value in values if value.nbytes >= MIN_NBYTES] for values in held]
    assert large[0] and all(value is first for values in large for value, first in zip(values, large[0], strict=True))
    sessions = [tf.Session(graph=graph) for graph in graphs]
    x = np.ones((1, 64), np.float32)
    results = [await session.run("y:0", {"x:0": x}) for session in sessions]
    assert all((result == results[0]).all() for result in results)
    computed = [folded_weights(session) for session in sessions]
    assert all(value is computed[0] for value in computed)
    for session in sessions:
        await session.close()


def folded_weights(session: tf.Session) -> np.ndarray:
    """The weights that `y` of a session is computed with."""
    x, y = session.graph.get_tensor_by_name("x:0"), session.graph.get_tensor_by_name("y:0")
    (product,) = [op for op in compiled_graph(session, [y], [x]).graph.get_operations() if op.type == "_FusedMatMul"]
    value: np.ndarray = product.inputs[1].op.attrs["value"]
    return value


async def test_variables_start_as_their_constants() -> None:
    """Variables that sessions initialise from one constant hold its memory, until they are written to."""
    with tf.Graph().as_default() as graph:
        w = tf.Variable(tf.constant(numbers(6)), use_resource=True, name="w")
        double = w.assign(w * 2.0)
    sessions = [tf.Session(graph=graph) for _ in range(3)]
    for session in sessions:
        await session.run(w.initializer)
    values = [variable_value(session) for session in sessions]
    assert all(np.shares_memory(value, values[0]) for value in values)
    await sessions[0].run(double)
    np.testing.assert_array_equal(await sessions[0].run(w), 2 * numbers(6))
    np.testing.assert_array_equal(await sessions[1].run(w), numbers(6))
    for session in sessions:
        await session.close()


def variable_value(session: tf.Session) -> np.ndarray:
    """The array that the variable `w` of a session holds."""
    (manager,) = direct_session(session).resources.values()
    variable = manager.lookup("localhost", "w", ResourceVariable)
    value: np.ndarray = variable.read()
    return value
