"""Watches stand in the way of nothing: of many runs, cancelled ones, slow readers, hostile names, lost folders."""
from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

import numpy as np

import aioflow as tf
from aioflow import errors, tf_debug


def pool_of_two() -> tf.ConfigProto:
    return tf.ConfigProto(session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2)])


def watching(root: Path, *names: str) -> tf.RunOptions:
    options = tf.RunOptions()
    for name in names:
        tf_debug.add_debug_tensor_watch(options, name, debug_urls=f"file://{root}")
    return options


async def many_runs(folder: Path) -> None:
    """Half of 64 watched runs on two threads are cancelled; the rest is right, and each file of the dump is whole."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.reduce_sum(tf.add(x, 1.0, name="c"), name="y")
    async with tf.Session(graph=graph, config=pool_of_two()) as session:
        options = watching(folder / "many", "c", "y")
        runs = [asyncio.create_task(session.run(y, {x: np.full(100, i)}, options)) for i in range(64)]
        await asyncio.sleep(0)
        for run in runs[::2]:
            run.cancel()
        results = await asyncio.gather(*runs, return_exceptions=True)
        assert results[1::2] == [100.0 * (i + 1) for i in range(1, 64, 2)]
        assert all(isinstance(value, asyncio.CancelledError | np.floating) for value in results[::2])
        assert await session.run(y, {x: [1.0]}) == 2.0
        assert session.statistics().running == 0
    dump = tf_debug.DebugDumpDir(folder / "many")
    assert dump.size >= 64
    assert all(isinstance(datum.get_tensor(), np.ndarray) for datum in dump.dumped_tensor_data)
    print("runs that are watched and cancelled end, and their dump is whole")


async def slow_readers() -> None:
    """A reader that reads nothing costs a bounded number of values; runs and the session end all the same."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        tf.while_loop(lambda i, v: i < 1000, lambda i, v: (i + 1, tf.add(v, x, name="step")), [0, x], name="loop")
    session = tf.Session(graph=graph, config=pool_of_two())
    async with session, session.watch("loop/step:0", max_values=10) as values:
        await asyncio.gather(*(session.run("loop/Exit_1:0", {x: 1.0}) for _ in range(4)))
        assert (values.seen, values.dropped) == (4000, 3990)
        await anext(values)
        readers = [asyncio.create_task(read_all(values)) for _ in range(2)]
        await asyncio.sleep(0)
        await session.close()
        assert sum(map(len, await asyncio.wait_for(asyncio.gather(*readers), 10))) == 9
    print("a reader that does not read costs no more than its bounds")


async def read_all(values: object) -> list[object]:
    return [value async for value in values]  # type: ignore[attr-defined]


async def hostile_names(folder: Path) -> None:
    """Names of nodes that look like ways out of the folder are none."""
    graph_def = tf.GraphDef()
    for value, name in enumerate(("../../../up", "..", "a/../../b", "." * 300)):
        node = graph_def.node.add(name=name, op="Const")
        node.attr["dtype"].type = tf.float32.as_datatype_enum  # type: ignore[assignment]
        node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(np.float32(value)))
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
    root = folder / "deep" / "root"
    async with tf.Session(graph=graph) as session:
        names = [op.name for op in graph.get_operations()]
        await session.run([f"{name}:0" for name in names], options=watching(root, *names))
    assert len([path for path in (folder / "deep").rglob("*DebugIdentity*") if path.is_file()]) == len(names)
    assert [path.name for path in (folder / "deep").iterdir()] == ["root"]
    print("names of nodes lead nowhere")


async def lost_folders(folder: Path) -> None:
    """A folder that is taken away meanwhile is made again, or told of; the session goes on."""
    with tf.Graph().as_default() as graph:
        y = tf.add(tf.placeholder(tf.float32, [], name="x"), 1.0, name="y")
    root = folder / "lost"
    async with tf.Session(graph=graph) as session:
        for _ in range(3):
            assert await session.run(y, {"x:0": 1.0}, watching(root, "y")) == 2.0
            assert tf_debug.DebugDumpDir(root).size == 1
            shutil.rmtree(root)
        root.write_bytes(b"a file")
        try:
            await session.run(y, {"x:0": 1.0}, watching(root, "y"))
            raise AssertionError("a file was taken for a folder")
        except errors.FailedPreconditionError:
            pass
        assert await session.run(y, {"x:0": 1.0}) == 2.0
    print("folders that go away are made again")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await many_runs(Path(folder))
        await slow_readers()
        await hostile_names(Path(folder))
        await lost_folders(Path(folder))


asyncio.run(main())
