"""Rows of numpy's kernels: convolutions and poolings of small images, records, comma separated values, examples.

Ops are compared on one thread each, by the CPU time of the process: others take hold of a machine for longer than these
last.
"""
from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import aioflow as tf
from aioflow._proto.example_pb2 import Example
from aioflow.kernels.io import checksums
from aioflow.kernels.io.record_files import RecordWriter, read_records
from benchmarks.measuring import Contender, Row, interleave
from benchmarks.tensorflow_peer import tensorflow_runner

_ONE_THREAD = tf.ConfigProto(intra_op_parallelism_threads=1)
_IN_PLACE = tf.RunOptions(inter_op_thread_pool=-1)  # on the event loop's thread, without the price of a hop
_CHAIN = 33  # ops; what a run of one costs is taken off a run of so many
_CHANNELS = 16

Layer = Callable[[Any, Any], Any]


def _filter(rng: Any, size: int, outputs: int = _CHANNELS) -> Any:
    return tf.constant(rng.standard_normal((size, size, _CHANNELS, outputs), np.float32) / size)


def _biased(product: Any, rng: Any) -> Any:
    return tf.nn.relu(tf.nn.bias_add(product, tf.constant(rng.standard_normal(_CHANNELS, np.float32))))


LAYERS: dict[str, Layer] = {
    "Conv2D 1x1": lambda x, rng: tf.nn.conv2d(x, _filter(rng, 1), padding="SAME"),
    "Conv2D 3x3": lambda x, rng: tf.nn.conv2d(x, _filter(rng, 3), padding="SAME"),
    "Conv2D 3x3, bias, Relu": lambda x, rng: _biased(tf.nn.conv2d(x, _filter(rng, 3), padding="SAME"), rng),
    "DepthwiseConv2dNative 3x3": lambda x, rng: tf.nn.depthwise_conv2d(x, _filter(rng, 3, 1), [1, 1, 1, 1], "SAME"),
    "MaxPool 3x3": lambda x, rng: tf.nn.max_pool(x, [1, 3, 3, 1], [1, 1, 1, 1], "SAME"),
    "AvgPool 3x3": lambda x, rng: tf.nn.avg_pool(x, [1, 3, 3, 1], [1, 1, 1, 1], "SAME"),
}


def _chain(layer: Layer, size: int, count: int) -> tf.Graph:
    """A graph of `count` layers, one behind the other, each with weights of its own."""
    rng, graph = np.random.default_rng(0), tf.Graph()
    with graph.as_default():
        h = tf.placeholder(tf.float32, [1, size, size, _CHANNELS], name="x")
        for _ in range(count):
            h = layer(h, rng)
        tf.identity(h, name="y")
    return graph


def _without_one(long: Contender, short: Contender) -> Contender:
    """Seconds of one op: those of the long chain beyond the short one's, which has what a run costs by itself."""
    return lambda: (long() - short()) / (_CHAIN - 1)


def _fastest(function: Callable[[], Any], calls: int, repeats: int = 7) -> Contender:
    """CPU seconds of a call, in the fastest of some repeats of several calls."""

    def measure() -> float:
        found = []
        for _ in range(repeats):
            began = time.process_time()
            for _ in range(calls):
                function()
            found.append((time.process_time() - began) / calls)
        return min(found)

    return measure


def _fastest_run(graph: tf.Graph, fetches: list[str], feeds: dict[str, Any], calls: int, repeats: int = 7) -> Contender:
    """The same of a run."""
    session = tf.Session(graph=graph, config=_ONE_THREAD)

    async def measure() -> float:
        found = []
        for _ in range(repeats):
            began = time.process_time()
            for _ in range(calls):
                await session.run(fetches, feeds, _IN_PLACE)
            found.append((time.process_time() - began) / calls)
        return min(found)

    return lambda: asyncio.run(measure())


def _interleaved(work: str, contenders: dict[str, Contender | None], rounds: int) -> Row:
    """A row whose seconds are of CPU already."""
    with threadpool_limits(1):
        return interleave(Row(work), contenders, rounds, is_about_threads=True)


def small_images(rounds: int) -> Iterator[Row]:
    """An op on one image of 8 x 8 to 32 x 32 pixels and 16 channels against TensorFlow's, both on one thread."""
    for name, layer in LAYERS.items():
        contenders: dict[str, Contender | None] = {}
        sizes = {f"{size} x {size}": size for size in (8, 16, 32)}
        for text, size in sizes.items():
            feeds: dict[str, Any] = {"x:0": np.random.default_rng(1).random((1, size, size, _CHANNELS), np.float32)}
            graphs = {_chain(layer, size, count): calls for count, calls in ((_CHAIN, 5), (1, 40))}
            ours = [_fastest_run(graph, ["y:0"], feeds, calls) for graph, calls in graphs.items()]
            contenders[f"aioflow, {text}"] = _without_one(*ours)
            peers = [_peer(graph, ["y:0"], feeds, calls) for graph, calls in graphs.items()]
            contenders[f"tensorflow, {text}"] = _without_one(*peers) if all(peers) else None  # type: ignore[arg-type]
        row = _interleaved(f"{name}, one image of 16 channels", contenders, rounds)
        for text in sizes:
            row.ratio(f"aioflow, {text}", f"tensorflow, {text}", "<= 2")
        yield row


def _peer(graph: tf.Graph, fetches: list[str], feeds: dict[str, Any], calls: int) -> Contender | None:
    """TensorFlow with one thread, which is the caller's; None without it."""
    run = tensorflow_runner(graph.as_graph_def().SerializeToString(), fetches, feeds, -1, 1)
    return None if run is None else _fastest(run, calls)


def records(rounds: int, count: int = 5000, nbytes: int = 4096) -> Row:
    """Records of 4 kB out of a file, with their checksums, by numpy alone and by google-crc32c."""
    row, library = Row(f"{count} records of {nbytes} bytes"), checksums._library
    contents = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records"
        writer = RecordWriter(str(path))
        for _ in range(count):
            writer.write(contents.randbytes(nbytes))
        writer.close()

        def read() -> float:
            began = time.process_time()
            assert sum(1 for _ in read_records(path)) == count
            return time.process_time() - began

        def by_numpy() -> float:
            checksums._library = lambda: None  # type: ignore[assignment]
            try:
                return read()
            finally:
                checksums._library = library

        contenders = {"numpy": by_numpy, "google-crc32c": read if library() else None}
        interleave(row, contenders, rounds, is_about_threads=True)
    for name, seconds in row.seconds.items():
        row.figure(f"read, {name}", [count * nbytes / each / 1e6 for each in seconds], "MB/s", ">= 200")
    return row


def _against_tensorflow(work: str, graph: tf.Graph, feeds: dict[str, Any], calls: int, rounds: int) -> Row:
    """A row of one run of everything that is named "y..."."""
    fetches = [f"{op.name}:0" for op in graph.get_operations() if op.name.startswith("y")]
    args = graph, fetches, feeds, calls
    row = _interleaved(work, {"aioflow": _fastest_run(*args), "tensorflow": _peer(*args)}, rounds)
    row.ratio("aioflow", "tensorflow")
    return row


def _strings(values: list[bytes]) -> Any:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def comma_separated(rounds: int, count: int = 20_000) -> Iterator[Row]:
    """Records of six floats, three integers and a text; the text in quotes, with a comma in it, in the second row."""
    chance = random.Random(0)
    for kind, text in (("plain", b"name %d"), ("quoted", b'"name, %d"')):
        lines = []
        for at in range(count):
            numbers = [b"%.6f" % chance.random() for _ in range(6)] + [b"%d" % chance.randrange(10**6) for _ in "123"]
            lines.append(b",".join([*numbers, text % at]))
        graph = tf.Graph()
        with graph.as_default():
            columns = tf.decode_csv(tf.placeholder(tf.string, [None], "x"), [[0.0]] * 6 + [[0]] * 3 + [[""]])
            for number, column in enumerate(columns):
                tf.identity(column, name=f"y{number}")
        row = _against_tensorflow(f"DecodeCSV, {count} {kind} records", graph, {"x:0": _strings(lines)}, 2, rounds)
        row.figure("records", [count / seconds / 1e3 for seconds in row.seconds["aioflow"]], "thousand/s", ">= 250")
        yield row


def examples(rounds: int, sizes: Sequence[int] = (1024, 1)) -> Iterator[Row]:
    """Batches of examples of eight floats, four integers and two texts."""
    chance = random.Random(0)
    for count in sizes:
        batch = []
        for at in range(count):
            feature = (example := Example()).features.feature
            for number in range(8):
                feature[f"float{number}"].float_list.value.append(chance.random())
            for number in range(4):
                feature[f"int{number}"].int64_list.value.append(chance.randrange(1 << 40))
            for number in range(2):
                feature[f"text{number}"].bytes_list.value.append(b"text %d" % at)
            batch.append(example.SerializeToString())
        kinds = {"float": (8, tf.float32), "int": (4, tf.int64), "text": (2, tf.string)}
        wanted = {
            f"{name}{number}": tf.FixedLenFeature([], dtype)
            for name, (size, dtype) in kinds.items() for number in range(size)
        }  # fmt: skip
        graph = tf.Graph()
        with graph.as_default():
            columns = tf.parse_example(tf.placeholder(tf.string, [None], "x"), wanted)
            for name, column in columns.items():
                tf.identity(column, name=f"y_{name}")
        work = f"ParseExample, {count} of 14 features"
        yield _against_tensorflow(work, graph, {"x:0": _strings(batch)}, 5 if count > 1 else 200, rounds)


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    return [*small_images(rounds), records(rounds), *comma_separated(rounds), *examples(rounds)]
