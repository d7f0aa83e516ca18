"""Sessions whose graphs have regions of ONNX Runtime."""
from __future__ import annotations

import asyncio
import gc
import io
import logging
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.session.steps import region_builds
from tests.kernels.waiting_calls import settled

pytest.importorskip("onnxruntime", reason="regions need the extra `onnx`", exc_type=ImportError)

from aioflow.packs.onnxruntime import engine, region, sessions
from aioflow.packs.onnxruntime.node_writer import FLOATS
from aioflow.packs.onnxruntime.translations import elementwise

DIGITS = Path(__file__).parents[2] / "examples" / "digits" / "digits_cnn.pb"
IMAGES = np.random.default_rng(3).integers(0, 17, (5, 8, 8, 1)).astype(np.float32)


@pytest.fixture
def graph() -> tf.Graph:
    """The digits model."""
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(DIGITS.read_bytes(), name="")
    return graph


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regions are there from the first run on."""
    monkeypatch.setattr(region_builds, "at_once", True)


@pytest.fixture
def wherever(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    """Whatever can be translated becomes a region, from the first run on."""
    monkeypatch.setattr(engine.OnnxEngine, "always_pays", True)


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The last node of each region that ran."""
    found: list[str] = []

    class Noted(region.OnnxRegion):
        def run(self, *inputs: Any) -> list[Any]:
            found.append(self.ops[-1])
            return super().run(*inputs)

    monkeypatch.setattr(engine, "OnnxRegion", Noted)
    yield found


def config(region_engine: str = "onnxruntime", **options: Any) -> tf.ConfigProto:
    """Settings with an engine."""
    config = tf.ConfigProto(**options)
    config.aioflow.region_engine = region_engine
    return config


async def scores(session: tf.Session) -> Any:
    """What the digits model gives."""
    return await session.run("logits:0", {"images:0": IMAGES})


async def test_kernels_serve_until_regions_are_there(graph: tf.Graph, ran: list[str]) -> None:
    """The first run needs no region; when it has been built runs use it, and give the same."""
    async with tf.Session(graph=graph, config=config()) as session, tf.Session(graph=graph) as plain:
        wanted = await scores(plain)
        np.testing.assert_allclose(await scores(session), wanted, rtol=1e-4, atol=1e-4)
        await asyncio.to_thread(region_builds.wait_for_builds)
        ran.clear()
        for _ in range(4):
            np.testing.assert_allclose(await scores(session), wanted, rtol=1e-4, atol=1e-4)
        assert ran == ["logits"] * 4
        call = session.make_callable("logits:0", ["images:0"])
        np.testing.assert_allclose(await call(IMAGES), wanted, rtol=1e-4, atol=1e-4)
        assert len(ran) == 5


async def test_several_sizes_of_batches(graph: tf.Graph, at_once: None, ran: list[str]) -> None:
    """A dimension that is open stays open, down to nothing."""
    async with tf.Session(graph=graph, config=config()) as session, tf.Session(graph=graph) as plain:
        for size in (1, 5, 0, 2):
            feeds = {"images:0": IMAGES[:size]}
            got, wanted = await session.run("predictions:0", feeds), await plain.run("predictions:0", feeds)
            assert got.dtype == wanted.dtype and got.tolist() == wanted.tolist()
    assert len(ran) == 4


async def test_other_shapes_than_in_the_first_run(wherever: None, ran: list[str]) -> None:
    """A region is built for the rank that was fed first; what is of another one takes the kernels."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32)
        y = tf.reduce_mean(tf.tanh(x) * 2.0, tf.range(1, tf.rank(x)))
        async with tf.Session(config=config()) as session, tf.Session() as plain:
            for shape, num_runs in (((2, 3), 1), ((2, 3, 4), 1), ((5, 3), 2), ((1, 0), 3), ((4,), 3), ((1, 1), 4)):
                feeds = {x: np.linspace(0, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)}
                got, wanted = await session.run(y, feeds), await plain.run(y, feeds)
                np.testing.assert_allclose(got, wanted, rtol=1e-5)
                assert len(ran) == num_runs, shape


async def test_traced_runs_show_nodes(graph: tf.Graph, at_once: None, ran: list[str]) -> None:
    """Who wants to see each node gets the nodes."""
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    async with tf.Session(graph=graph, config=config()) as session:
        await session.run("logits:0", {"images:0": IMAGES}, options, metadata)
    nodes = {node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats}
    assert {"conv1/convolution", "dense/product"} <= nodes and not ran


async def test_graphs_of_partitions_can_be_shown(graph: tf.Graph, at_once: None) -> None:
    """A region is one node of them."""
    metadata, options = tf.RunMetadata(), tf.RunOptions(output_partition_graphs=True)
    async with tf.Session(graph=graph, config=config()) as session:
        await session.run("logits:0", {"images:0": IMAGES}, options, metadata)
    assert "_Region" in {node.op for part in metadata.partition_graphs for node in part.node}


async def test_sessions_share_what_is_built(wherever: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand sessions of one model have one session of ONNX Runtime, which goes with the last of them."""
    made: list[weakref.ref[Any]] = []
    new_session = sessions._new_session

    def noted(*args: Any) -> Any:
        session = new_session(*args)
        made.append(weakref.ref(session))
        return session

    monkeypatch.setattr(sessions, "_new_session", noted)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 8], name="x")  # in a model of this test alone
        tf.tanh(tf.matmul(x, np.linspace(0.1, 7.3, 64, dtype=np.float32).reshape(8, 8)), name="y")
    here = config(inter_op_parallelism_threads=-1)  # no thread of a pool holds a step for a moment longer
    for number in (1, 2):
        opened = [tf.Session(graph=graph, config=here) for _ in range(500)]
        for session in opened:
            assert (await session.run("y:0", {"x:0": np.ones((1, 8), np.float32)})).shape == (1, 8)
        assert len(made) == number
        for session in opened:
            await session.close()
        del session
        opened.clear()
        await settled()  # the loop may still have a call that holds something
        for _ in range(3):  # what an object's end brings back for a moment goes with the next collection
            gc.collect()
        assert made[-1]() is None


@pytest.mark.parametrize("name", ["none", ""])
async def test_no_engine(graph: tf.Graph, at_once: None, ran: list[str], name: str) -> None:
    """A session has no regions where it asks for none, or where nobody has asked for any."""
    async with tf.Session(graph=graph, config=config(name)) as session:
        await scores(session)
    assert not ran


@pytest.mark.parametrize("name", ["nonsense", "torch"])
def test_wrong_engines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack that is not there, or has no engine, is named; nothing is left open."""
    monkeypatch.setattr("aioflow.compiler.compiler.load_pack", lambda name: None if name == "torch" else use(name))
    with pytest.raises(tf.errors.NotFoundError, match=name):
        tf.Session(graph=tf.Graph(), config=config(name, session_inter_op_thread_pool=[]))
    assert not [pool for pool in tf.pools() if "session" in pool.name]


use = tf.use_kernels


async def test_what_is_refused_keeps_its_kernels(
    graph: tf.Graph, at_once: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A model that ONNX Runtime refuses runs all the same; one warning names the nodes."""

    def refuse(*args: Any) -> Any:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(region, "session_of", refuse)
    with caplog.at_level(logging.WARNING, "aioflow"):
        async with tf.Session(graph=graph, config=config()) as session:
            for _ in range(3):
                assert (await scores(session)).shape == (5, 10)
    (message,) = [record.getMessage() for record in caplog.records]
    assert "scaled" in message and "logits" in message and "no such thing" in message


async def test_a_refusal_is_told_once(
    wherever: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What ONNX Runtime says of a model names the node, for the first of its sessions."""
    monkeypatch.setattr("aioflow.packs.onnxruntime.translations.elementwise._BY_NAME", WRONG)
    monkeypatch.setattr(engine, "_refused", set())
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.tanh(tf.exp(x, name="of_no_use"), name="y")
    with caplog.at_level(logging.WARNING, "aioflow"):
        for _ in range(3):
            async with tf.Session(graph=graph, config=config()) as session:
                assert (await session.run("y:0", {"x:0": [0.0]})).tolist() == [np.tanh(np.float32(1))]
    (message,) = [record.getMessage() for record in caplog.records]
    assert "of_no_use" in message and "NoSuchOp" in message


WRONG = {**elementwise._BY_NAME, "Exp": ("NoSuchOp", FLOATS)}


async def test_large_results_are_not_copied(wherever: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large result lies where ONNX Runtime has put it, belongs to the caller, and no two share memory."""
    made: list[int] = []
    run = region.OnnxRegion.run

    def noted(self: Any, *inputs: Any) -> list[Any]:
        results = run(self, *inputs)
        made.extend(result.ctypes.data for result in results)
        return results

    monkeypatch.setattr(region.OnnxRegion, "run", noted)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 4096])
        y, z = tf.tanh(tf.exp(x)), tf.reshape(x, [-1, 64])
        async with tf.Session(config=config()) as session:
            fed = np.ones((16, 4096), np.float32)
            first, same = await session.run([y, tf.exp(z)], {x: fed})
            assert {first.ctypes.data, same.ctypes.data} == set(made)
            assert first.flags.writeable and not np.shares_memory(first, same) and not np.shares_memory(same, fed)
            first[:] = 7
            again, twice = await session.run([y, tf.identity(y)], {x: fed})
    assert not np.shares_memory(again, twice) and not (again == 7).any() and (twice == again).all()


async def test_partial_runs(graph: tf.Graph, at_once: None, ran: list[str]) -> None:
    """They go on node by node, as without an engine."""
    async with tf.Session(graph=graph, config=config()) as session:
        wanted = await scores(session)
        handle = await session.partial_run_setup(["logits:0", "predictions:0"], ["images:0"])
        got = await session.partial_run(handle, "logits:0", {"images:0": IMAGES})
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)
        assert (await session.partial_run(handle, "predictions:0")).tolist() == wanted.argmax(1).tolist()
    assert len(ran) == 1


async def test_a_stopped_step_leaves_its_region(wherever: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A region that is cancelled, or out of time, ends between two of its nodes, and the session goes on."""
    begun = threading.Semaphore(0)

    class Endless(region.OnnxRegion):
        """Runs again and again while its options allow it, as a model of many nodes would."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            run = self._run

            def run_on(outputs: Any, feeds: Any, options: Any) -> Any:
                begun.release()
                while next(iter(feeds.values())).size:
                    run(outputs, feeds, options)  # raises when the flag is set
                return run(outputs, feeds, options)

            self._run = run_on

    monkeypatch.setattr(engine, "OnnxRegion", Endless)
    settings = config(use_per_session_threads=True, inter_op_parallelism_threads=1)
    settings.aioflow.never_inline = True
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.exp(tf.tanh(x))
        async with tf.Session(config=settings) as session:
            call = asyncio.ensure_future(session.run(y, {x: np.ones(3, np.float32)}))
            await asyncio.to_thread(begun.acquire)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(y, {x: np.ones(3, np.float32)}, tf.RunOptions(timeout_in_ms=50))
            assert (await session.run(y, {x: np.ones(0, np.float32)})).shape == (0,)


async def test_errors_are_those_of_kernels(wherever: None, ran: list[str]) -> None:
    """What fails in a region fails as without, with TensorFlow's class and the node's name; the session goes on."""
    with tf.Graph().as_default():
        x, index = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.int32, [None])
        rows = tf.gather(tf.tanh(x), index, name="rows")
        total = tf.reduce_sum(tf.matmul(rows, tf.placeholder_with_default(np.ones((2, 3), np.float32), [None, None])))
        async with tf.Session(config=config()) as session:
            good = {x: np.ones((3, 2), np.float32), index: [0, 2]}
            wanted = await session.run(total, good)
            for wrong in ([0, 3], [-1, 0]):  # one that ONNX Runtime counts from the end
                with pytest.raises(tf.errors.InvalidArgumentError, match="rows"):
                    await session.run(total, {**good, index: wrong})
            assert await session.run(total, good) == wanted
    assert len(ran) == 4


async def test_indices_are_looked_at(wherever: None, ran: list[str]) -> None:
    """Indices of either width, in whatever shape: a negative one is TensorFlow's error, wherever it is."""
    with tf.Graph().as_default():
        ids, wide = tf.placeholder(tf.int32, [None, 2]), tf.placeholder(tf.int64, [])
        first, second = tf.unstack(tf.identity(ids), axis=1)
        table = tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3))
        y = tf.gather(table, first, name="p") + tf.gather(table, tf.expand_dims(second, 1), name="q")[:, 0]
        z = tf.tanh(y + tf.gather(table, wide, name="r"))
        async with tf.Session(config=config()) as session, tf.Session(config=config("none")) as plain:
            good = {ids: [[0, 3], [1, 2]], wide: 1}
            np.testing.assert_allclose(await session.run(z, good), await plain.run(z, good), rtol=1e-5)
            wrongs: dict[str, Any] = {"p": {ids: [[-1, 0]]}, "q": {ids: [[0, -4]]}, "r": {wide: -1}}
            for name, wrong in wrongs.items():
                with pytest.raises(tf.errors.InvalidArgumentError, match=rf"= -[14] is not in .*{name}"):
                    await session.run(z, {**good, **wrong})
            with pytest.raises(tf.errors.InvalidArgumentError, match=r"= 4 is not in .*q"):
                await session.run(z, {**good, ids: [[0, 4]]})
    assert ran == ["Tanh"] * 5


async def test_sums_of_shapes_that_a_run_tells(wherever: None, ran: list[str]) -> None:
    """AddN adds what has one shape, and refuses the rest, as it does without regions."""
    with tf.Graph().as_default():
        xs = [tf.placeholder(tf.float32, [None, 2]) for _ in range(3)]
        y = tf.tanh(tf.add_n(xs, name="total"))
        async with tf.Session(config=config()) as session:
            for size in (3, 1, 0):
                fed = {x: np.full((size, 2), i, np.float32) for i, x in enumerate(xs)}
                np.testing.assert_allclose(await session.run(y, fed), np.full((size, 2), np.tanh(3)), rtol=1e-5)
            with pytest.raises(tf.errors.InvalidArgumentError, match="same size and shape"):
                await session.run(y, {**fed, xs[0]: np.ones((1, 2), np.float32), xs[1]: np.ones((2, 2), np.float32)})
    assert len(ran) == 4


async def test_regions_are_explained(graph: tf.Graph, at_once: None) -> None:
    """Each region with its nodes, and each other node with what keeps it out."""
    with graph.as_default():
        logits = graph.get_tensor_by_name("logits:0")
        seen = tf.multiply(tf.py_func(lambda x: x, [logits], tf.float32, name="seen"), 2.0, name="doubled")
    async with tf.Session(graph=graph, config=config()) as session:
        (before,) = session.explain(seen, ["images:0"], file=io.StringIO())
        assert not before.regions and "first run" in before.about_regions
        await session.run(seen, {"images:0": IMAGES})
        out = io.StringIO()
        (explanation,) = session.explain(seen, ["images:0"], file=out)
    (found,) = explanation.regions
    assert found.name.endswith("_Region") and {"conv1/convolution", "logits"} <= set(found.nodes)
    assert dict(explanation.outside).keys() == {"seen", "doubled"}
    assert f"region of {len(found.nodes)} nodes" in out.getvalue() and "in no region: " in out.getvalue()
    assert explanation.as_dict()["regions"][0]["nodes"] == found.nodes
    assert all(len(line) <= 100 for line in out.getvalue().splitlines())


async def test_sizes_made_of_sizes(wherever: None, ran: list[str]) -> None:
    """The zeros that a recurrent layer begins with are of the region, since a batch is never negative."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        y = tf.tanh(x + tf.zeros([tf.shape(x)[0], 3]))
        async with tf.Session(config=config()) as session:
            for size in (2, 0):
                assert (await session.run(y, {x: np.ones((size, 3), np.float32)})).shape == (size, 3)
            (explanation,) = session.explain(y, [x], file=io.StringIO())
    assert len(ran) == 2
    assert sorted(name for item in explanation.items for name in item.nodes if name[0] != "_") == ["Tanh/_Region"]


@pytest.mark.parametrize("use_resource", [True, False])
async def test_every_write_is_seen(wherever: None, ran: list[str], use_resource: bool) -> None:
    """Variables that are only read are constants of regions until they change, in whichever way."""
    with tf.Graph().as_default():
        weights = tf.get_variable("w", initializer=np.ones((2, 2), np.float32), use_resource=use_resource)
        x = tf.placeholder(tf.float32, [1, 2])
        y = tf.nn.relu(tf.matmul(x, weights))
        doubled = weights.assign(weights * 2.0)
        added = weights.assign_add(np.ones((2, 2), np.float32))
        async with tf.Session(config=config()) as session:
            await session.run(tf.global_variables_initializer())

            async def check(wanted: float) -> None:
                for _ in range(12):  # so that it becomes constants again
                    assert (await session.run(y, {x: [[1, 1]]})).tolist() == [[2 * wanted, 2 * wanted]]

            await check(1)
            for factor in (2, 4):
                await session.run(doubled)
                await check(factor)
            await session.run(added)
            await check(5)
            await session.run(tf.global_variables_initializer())
            await check(1)
    assert len(ran) == 60


async def test_weights_are_constants(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read of variables alone is an input of no region."""
    inputs: list[int] = []
    made = region.OnnxRegion

    def noted(part: Any, *args: Any) -> Any:
        inputs.append(len(part.inputs))
        return made(part, *args)

    monkeypatch.setattr(engine, "OnnxRegion", noted)
    with tf.Graph().as_default():
        x = y = tf.placeholder(tf.float32, [None, 8, 8, 1])
        for i in range(2):
            filters = tf.get_variable(f"f{i}", [3, 3, y.shape[3], 4], use_resource=bool(i))
            y = tf.nn.relu(tf.nn.conv2d(y, filters, [1, 1, 1, 1], "SAME"))
        async with tf.Session(config=config()) as session:
            await session.run(tf.global_variables_initializer())
            await session.run(y, {x: IMAGES})
    assert inputs == [1]


async def test_variables_that_are_gone(wherever: None) -> None:
    """A variable that was destroyed is not read from a region."""
    with tf.Graph().as_default() as graph:
        weights = tf.get_variable("w", initializer=np.ones((2, 2), np.float32), use_resource=True)
        y = tf.nn.relu(tf.tanh(tf.placeholder_with_default(np.ones((2, 2), np.float32), [2, 2]) * weights))
        destroy = graph.create_op("DestroyResourceOp", [weights.handle])
        async with tf.Session(config=config()) as session:
            await session.run(tf.global_variables_initializer())
            for _ in range(3):
                await session.run(y)
            await session.run(destroy)
            with pytest.raises(tf.errors.FailedPreconditionError, match="w"):
                await session.run(y)


def test_training_is_one_region(wherever: None, ran: list[str], caplog: pytest.LogCaptureFixture) -> None:
    """Loss and gradients of a dense network are one region, of batches of any size; losses are those of the kernels."""
    told = []
    for name in ("none", "onnxruntime"):
        with tf.Graph().as_default():
            x, labels = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.int32, [None])
            rng = np.random.default_rng(0)
            hidden = x
            for inner, size in ((4, 5), (5, 3)):
                weights = tf.Variable(rng.standard_normal((inner, size)).astype(np.float32))
                hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(hidden, weights), tf.Variable(tf.zeros([size]))))
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=hidden))
            train = tf.train.AdamOptimizer(0.1).minimize(loss)
            init = tf.global_variables_initializer()
            with tf.Session(config=config(name)) as session:
                session.run_sync(init)
                batches = [rng.standard_normal((size, 4)).astype(np.float32) for size in (6, 6, 1, 6)]
                told.append([
                    session.run_sync([loss, train], {x: batch, labels: np.arange(len(batch)) % 3})[0]
                    for batch in batches
                ])  # fmt: skip
    np.testing.assert_allclose(told[1], told[0], rtol=1e-5)
    assert len(ran) == len(told[0]) and not caplog.records


async def test_watches_cut_regions(wherever: None, ran: list[str]) -> None:
    """A watched run has its regions, cut at what is watched: that is shown before what reads it is computed."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        weights = tf.get_variable("w", initializer=np.full((4, 4), 0.5, np.float32))
        middle = tf.nn.relu(tf.matmul(x, weights) + 1.0, name="middle")
        y = tf.tanh(tf.matmul(tf.exp(middle * -1.0), weights) + middle, name="y")
        init = tf.global_variables_initializer()
    feeds = {"x:0": np.arange(8, dtype=np.float32).reshape(2, 4)}
    async with tf.Session(graph=graph, config=config()) as session:
        await session.run(init)
        await session.run(y, feeds)  # its regions are built then
        wanted = await session.run(y, feeds)
        ran.clear()
        seen: list[tuple[str, list[str]]] = []

        def keep(value: Any, array: Any) -> bool:
            seen.append((value.tensor_name, ran.copy()))
            return True

        async with session.watch("middle:0", filter=keep) as values:
            for _ in range(2):
                np.testing.assert_allclose(await session.run(y, feeds), wanted, rtol=1e-5)
            np.testing.assert_allclose((await anext(values)).value, feeds["x:0"] @ np.full((4, 4), 0.5) + 1)
        assert ran == ["middle", "y"] * 2
        assert seen == [("middle:0", ["middle"]), ("middle:0", ["middle", "y", "middle"])]
        ran.clear()
        await session.run(y, feeds)
        assert ran == ["y"]
        async with session.watch("middle:0") as values:  # variables that change are read anew
            await session.run(weights.assign(np.ones((4, 4), np.float32)))
            await session.run(y, feeds)
            np.testing.assert_allclose((await anext(values)).value, feeds["x:0"] @ np.ones((4, 4)) + 1)
