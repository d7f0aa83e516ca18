"""Running out of memory: what the error says, limits of a session, and what a step's tensors take."""
from __future__ import annotations

import asyncio
import gc
import io
import re
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.memory.allocator import human_nbytes
from aioflow.framework.memory.tensor_ledger import NoRoomError, TensorLedger
from tests.devices.few_settings import *  # noqa: F403

CPU_0 = "/job:localhost/replica:0/task:0/device:CPU:0"
HINT = (
    "Hint: If you want to see a list of allocated tensors when OOM happens, add report_tensor_allocations_upon_oom to "
    "RunOptions for current allocation info."
)
REPORT = tf.RunOptions(report_tensor_allocations_upon_oom=True)


def limited(config: tf.ConfigProto, nbytes: int) -> tf.ConfigProto:
    """The configuration with a limit for the CPU."""
    config.aioflow.memory_limit["CPU"] = nbytes
    return config


# ---- what the error says
@pytest.mark.parametrize("kind", ["fill", "zeros", "broadcast"])
async def test_impossible_allocation(graph: tf.Graph, config: tf.ConfigProto, kind: str) -> None:
    """R-47: what no machine has room for names tensor, device and allocator, and tells how to learn more."""
    size = tf.placeholder(tf.int64, [1])
    one = tf.placeholder(tf.float32, [])
    big = {
        "fill": lambda: tf.fill(size, one, name="big"),
        "zeros": lambda: tf.zeros_like(tf.broadcast_to(one, size), name="big"),
        "broadcast": lambda: tf.add(tf.broadcast_to(one, size), one, name="big"),
    }[kind]()
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.ResourceExhaustedError) as caught:
            await session.run(big.op, {size: [1 << 40], one: 1.0})
        text = f"OOM when allocating tensor with shape[1099511627776] and type float on {CPU_0} by allocator cpu"
        first, *more = caught.value.message.splitlines()
        assert (first, more[-2]) == (text, "\t [[{{node big}}]]")
        assert caught.value.message.count(HINT) == 1


async def test_report(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """R-48: asked for, the error lists what the step's live tensors take, the largest first, instead of the hint."""
    size, x = tf.placeholder(tf.int64, [1]), tf.placeholder(tf.float32, [1000])
    keep = tf.add(x, 1.0, name="keep")
    small = tf.multiply(x[:100], 2.0, name="small")
    with tf.control_dependencies([keep, small]):
        big = tf.fill(size, 1.0, name="big")
    feeds = {size: [1 << 40], x: np.ones(1000)}
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(2):
            with pytest.raises(errors.ResourceExhaustedError) as caught:
                await session.run([keep, small, big.op], feeds, REPORT)
            usage = caught.value.message.partition("\n\nCurrent usage from device: ")[2].splitlines()
            assert usage == [f"{CPU_0}, allocator: cpu", "  3.9KiB from keep", "  400B from small"]
            assert HINT not in caught.value.message


async def test_report_of_many(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """The report ends with the hundredth node, or where 99 % of the memory is told; the rest is one line."""
    size, x = tf.placeholder(tf.int64, [1]), tf.placeholder(tf.float32, [100])
    kept = [tf.add(x, float(i), name=f"keep{i}") for i in range(120)]
    large = tf.tile(x, [1000], name="large")
    for together, wanted in ((kept, "  Remaining 20 nodes with 7.8KiB"), ([large, *kept[:9]], None)):
        with tf.control_dependencies(together):
            big = tf.fill(size, 1.0)
        async with tf.Session(graph=graph, config=config) as session:
            with pytest.raises(errors.ResourceExhaustedError) as caught:
                await session.run([*together, big.op], {size: [1 << 40], x: np.ones(100)}, REPORT)
        lines = caught.value.message.partition("allocator: cpu\n")[2].splitlines()
        assert lines[-1] == (wanted or "  Remaining 9 nodes with 3.5KiB") and len(lines) == (101 if wanted else 2)


async def test_other_lack(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """What is exhausted but no memory has the hint, too, also where the report was asked for."""
    x = tf.placeholder(tf.float32, [100])
    stage = tf.raw_ops.Stage(values=[x], memory_limit=100)
    async with tf.Session(graph=graph, config=config) as session:
        for options in (None, REPORT):
            with pytest.raises(errors.ResourceExhaustedError, match="memory limit of '100'") as caught:
                await session.run(stage, {x: np.ones(100)}, options)
            assert caught.value.message.count(HINT) == 1 and "Current usage" not in caught.value.message


async def test_once_across_calls(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """An error that goes through the calls of functions is explained once."""
    size = tf.placeholder(tf.int64, [1])
    big = tf.cond(tf.size(size) > 0, lambda: tf.fill(size, 1.0), lambda: tf.constant([1.0]))
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.ResourceExhaustedError) as caught:
            await session.run(big.op, {size: [1 << 40]})
        assert caught.value.message.count("Hint:") == 1


# ---- limits
async def test_limit(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """Tensors beyond a session's limit are refused; what is gone again does not count, nor do feeds."""
    x = tf.placeholder(tf.float32, [None])
    y = x
    for _ in range(20):
        y = tf.add(y, 1.0)
    async with tf.Session(graph=graph, config=limited(config, 10_000)) as session:
        (cpu,) = await session.list_devices()
        assert cpu.memory_limit_bytes == 10_000
        for _ in range(5):
            assert (await session.run(y, {x: np.zeros(1000)}))[0] == 20
            with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[3000\] and type float on .* by allocator"):
                await session.run(y, {x: np.zeros(3000)})


async def test_limit_counts_what_lives(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """What a variable or a caller holds counts; when it is given up there is room again."""
    x = tf.placeholder(tf.float32, [None])
    variable = tf.get_variable("v", initializer=np.zeros(0, np.float32), use_resource=True, validate_shape=False)
    fill = variable.assign(tf.add(x, 1.0), read_value=False)
    double = tf.multiply(x, 2.0, name="double")
    async with tf.Session(graph=graph, config=limited(config, 10_000)) as session:
        await session.run(fill, {x: np.zeros(2000)})
        for _ in range(3):
            with pytest.raises(errors.ResourceExhaustedError, match="node double"):
                await session.run(double, {x: np.zeros(1000)})
        assert (await session.run(double, {x: np.zeros(400)})).size == 400
        await session.run(fill, {x: np.zeros(1)})
        held = await session.run(double, {x: np.zeros(2000)})
        with pytest.raises(errors.ResourceExhaustedError, match="node double"):
            await session.run(double, {x: np.zeros(1000)})
        del held
        assert (await session.run(double, {x: np.zeros(2000)})).size == 2000


async def test_many_runs_share_a_limit(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """Runs at once share the limit; each succeeds or is refused, and at the end everything is free."""
    x = tf.placeholder(tf.float32, [None])
    y = tf.multiply(tf.add(x, 1.0), 2.0)
    async with tf.Session(graph=graph, config=limited(config, 16_000)) as session:

        async def run() -> bool:
            try:
                return float((await session.run(y, {x: np.zeros(1000)}))[0]) == 2
            except errors.ResourceExhaustedError:
                return False

        results = await asyncio.gather(*(run() for _ in range(20)))
        assert any(results)
        assert await run()


async def test_limit_counts_strings(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """The characters of strings count as long as an array holds them."""
    x = tf.placeholder(tf.string, [None])
    upper = tf.strings.upper(x, name="upper")
    async with tf.Session(graph=graph, config=limited(config, 100_000)) as session:
        for _ in range(3):
            held = await session.run(upper, {x: [b"a" * 30_000] * 2})
            with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[2\] and type string"):
                await session.run(upper, {x: [b"b" * 30_000] * 2})
            del held


async def test_limit_before_computing(
    graph: tf.Graph, config: tf.ConfigProto, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be too large by the shapes of its inputs is refused before it is computed, in any kind of step."""
    x = tf.placeholder(tf.float32, [None])
    outer = tf.matmul(tf.expand_dims(x, 1), tf.expand_dims(x, 0), name="outer")
    sizes = []
    compute: Any = np.matmul

    def noted(a: Any, b: Any, **options: Any) -> Any:
        sizes.append(a.size * b.size)
        return compute(a, b, **options)

    async with tf.Session(graph=graph, config=limited(config, 10_000)) as session:
        monkeypatch.setattr(np, "matmul", noted)
        for _ in range(5):
            assert (await session.run(outer, {x: np.ones(10)})).sum() == 100
            with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[60,60\] and type float"):
                await session.run(outer, {x: np.ones(60)})
    assert max(sizes, default=0) <= 100


async def test_limit_of_fetched_views(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """A view that repeats its elements takes nothing until it is fetched; then it needs room, as long as it is held."""
    one, size = tf.placeholder(tf.float32, []), tf.placeholder(tf.int32, [1])
    wide = tf.broadcast_to(one, size)
    async with tf.Session(graph=graph, config=limited(config, 10_000)) as session:
        for _ in range(5):
            assert await session.run(wide[5], {one: 2.0, size: [1 << 20]}) == 2
            with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[1048576\] and type float"):
                await session.run(wide, {one: 2.0, size: [1 << 20]})
            held = await session.run(wide, {one: 2.0, size: [2000]})
            with pytest.raises(errors.ResourceExhaustedError, match=r"shape\[2000\]"):
                await session.run(wide, {one: 2.0, size: [2000]})
            assert held.sum() == 4000
            del held


@pytest.mark.parametrize("nbytes", [0, -1])
async def test_limit_that_is_none(graph: tf.Graph, nbytes: int) -> None:
    """A limit is a positive number of bytes."""
    with pytest.raises(errors.InvalidArgumentError, match="memory_limit of 'CPU' must be positive"):
        tf.Session(graph=graph, config=limited(tf.ConfigProto(), nbytes))


async def test_described(graph: tf.Graph) -> None:
    """`describe` tells the limit."""
    async with tf.Session(graph=graph, config=limited(tf.ConfigProto(), 12345)) as session:
        session.describe(text := io.StringIO())
        assert f"{CPU_0}, tensors up to 12345 bytes" in " ".join(text.getvalue().split())  # it may go on a line below


# ---- traces
async def test_memory_in_traces(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """A traced step tells what each node took, when, and what of that is alive; arrays of others are not its."""
    x = tf.placeholder(tf.float32, [1000], "x")
    gone = tf.add(x, 1.0, name="gone")
    kept = tf.identity(tf.multiply(gone, 2.0, name="kept"), name="same")
    async with tf.Session(graph=graph, config=config) as session:
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        value = await session.run(kept, {x: np.ones(1000)}, options, metadata)
    (device,) = metadata.step_stats.dev_stats
    used = {node.node_name: list(node.memory) for node in device.node_stats if node.memory}
    assert used.keys() == {"gone", "kept"} and value.nbytes == 4000
    (first,), (second,) = used["gone"], used["kept"]
    assert (first.allocator_name, first.total_bytes, first.peak_bytes, first.live_bytes) == ("cpu", 4000, 4000, 0)
    assert [record.alloc_bytes for record in first.allocation_records] == [4000, -4000]
    assert first.allocation_records[0].alloc_micros <= first.allocation_records[1].alloc_micros
    assert second.live_bytes == 4000 and [record.alloc_bytes for record in second.allocation_records] == [4000]
    assert second.allocator_bytes_in_use >= 4000


async def test_memory_of_all_runs(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """With a cost model a session counts the tensors of all its runs: traces tell numbers, and what lives of all."""
    x = tf.placeholder(tf.float32, [1000])
    y = tf.add(x, 1.0, name="y")
    config.graph_options.build_cost_model = 1
    kept, told = [], []
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(3):
            metadata = tf.RunMetadata()
            kept.append(await session.run(y, {x: np.ones(1000)}, None, metadata))
            (entry,) = (n for part in metadata.step_stats.dev_stats for n in part.node_stats if n.node_name == "y")
            described = entry.output[0].tensor_description.allocation_description
            told.append((described.allocation_id, described.allocated_bytes, entry.memory[0].allocator_bytes_in_use))
    assert told == [(1, 4000, 4000), (2, 4000, 8000), (3, 4000, 12000)]


# ---- the ledger
def test_ledger() -> None:
    """The ledger knows memory by its owner: views are no new tensors, and the last one keeps it alive."""
    ledger = TensorLedger()
    given, made = np.ones(10), np.ones(100)
    assert ledger.adopt("passes on", [given, given[2:]], (given,)) == []
    (record,) = ledger.adopt("makes", (made, [made[::2]], "text", None, np.float32(1)))
    assert (record.owner, record.nbytes, record.number) == ("makes", 800, 1)
    assert ledger.adopt("views", made.reshape(10, 10).T) == []
    assert ledger.record_of(made[3:]) is record and ledger.record_of(given) is None
    view = made[:1]
    del made
    gc.collect()
    assert ledger.stats().bytes_in_use == 800
    del view
    gc.collect()
    stats = ledger.stats()
    assert (stats.bytes_in_use, stats.peak_bytes_in_use, stats.num_allocs) == (0, 800, 1)
    assert [event.nbytes for event in record.events] == [800, -800]


def test_strings_in_a_ledger() -> None:
    """With a limit, strings count beside the references to them; what one array repeats counts once."""
    ledger = TensorLedger(10_000)
    (record,) = ledger.adopt("a", np.array([b"x" * 1000, b"y" * 1000], object))
    assert 2016 < record.nbytes < 2200
    repeated = np.empty(100, object)
    repeated.fill(b"z" * 5000)
    (record,) = ledger.adopt("b", repeated)
    assert 5800 < record.nbytes < 5900
    assert ledger.reserve(100) and not ledger.reserve(4200)
    ledger.unreserve(100)
    assert ledger.reserve(4100) and ledger.room_nbytes() is not None


def test_limit_of_a_ledger() -> None:
    """Beyond its limit a ledger refuses, and has room again when tensors are gone."""
    ledger = TensorLedger(1000)
    first = np.ones(100)
    ledger.adopt("a", first)
    with pytest.raises(NoRoomError) as caught:
        ledger.adopt("b", [np.ones(20), np.ones(30)])
    assert caught.value.tensor.size == 30
    del first, caught
    gc.collect()
    assert ledger.adopt("c", np.ones(125)) and ledger.stats().bytes_limit == 1000
    assert re.fullmatch(r"\d+B", human_nbytes(ledger.stats().bytes_in_use))
