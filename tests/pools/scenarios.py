"""Things that programs do with a session, each waiting several times; for tests that interrupt them at every wait.

A scenario gets a `Scene`, does something, and returns what it computed. It needs nobody's help to end.
"""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import numpy as np

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated.data_flow import fifo_queue_v2, queue_dequeue_many_v2, queue_dequeue_v2, queue_enqueue_v2

Scenario = Callable[["Scene"], Awaitable[Any]]
SCENARIOS: dict[str, tuple[Scenario, Any]] = {}
LONG_MS = 60_000


class Scene:
    """A session and its graph, the default one.

    Args:
        session: The session, which has two devices and two pools.
    """

    def __init__(self, session: tf.Session) -> None:
        self.session = session
        self.run = session.run

    @staticmethod
    def on_thread(value: Any) -> Any:
        """A node on a thread of a pool, that hands a float on."""
        return tf.py_func(lambda x: x, [value], tf.float32)

    @staticmethod
    def waiting(value: Any, times: int = 2) -> Any:
        """A node that gives the event loop to others several times."""

        async def wait(x: Any) -> Any:
            for _ in range(times):
                await asyncio.sleep(0)
            return x

        return tf.async_py_func(wait, [value], tf.float32)

    @staticmethod
    def never() -> Any:
        """A node that waits for ever."""

        async def wait() -> Any:
            await asyncio.get_running_loop().create_future()

        return tf.async_py_func(wait, [], tf.float32)

    @staticmethod
    def failing() -> Any:
        """A node that fails on a thread."""
        return tf.py_func(lambda: 1 / 0, [], tf.float32)


def scenario(expected: Any) -> Callable[[Scenario], Scenario]:
    """Adds a scenario that returns `expected`."""

    def add(function: Scenario) -> Scenario:
        SCENARIOS[function.__name__] = function, expected
        return function

    return add


def options(timeout_in_ms: int = 0, inter_op_thread_pool: int = 0, uses_handler: bool = False) -> tf.RunOptions:
    """Options of a run."""
    made = tf.RunOptions(timeout_in_ms=timeout_in_ms, inter_op_thread_pool=inter_op_thread_pool)
    made.experimental.use_run_handler_pool = uses_handler
    return made


def chain(node: Callable[[Any], Any], length: int = 3) -> Any:
    """Nodes one after the other."""
    value: Any = tf.constant(2.0)
    for _ in range(length):
        value = node(value)
    return value


def fan(node: Callable[[Any], Any], width: int = 6) -> Any:
    """Nodes side by side, and their sum."""
    return tf.add_n([node(tf.constant(float(i))) for i in range(width)])


# ---- graphs
@scenario(4.0)
async def cheap(s: Scene) -> Any:
    return await s.run(tf.constant(2.0) * tf.identity(2.0))


@scenario(2.0)
async def thread_chain(s: Scene) -> Any:
    return await s.run(chain(s.on_thread))


@scenario(15.0)
async def thread_fan(s: Scene) -> Any:
    return await s.run(fan(s.on_thread))


@scenario(2.0)
async def waiting_chain(s: Scene) -> Any:
    return await s.run(chain(s.waiting))


@scenario(15.0)
async def waiting_fan(s: Scene) -> Any:
    return await s.run(fan(s.waiting))


@scenario(15.0)
async def mixed_fan(s: Scene) -> Any:
    return await s.run(fan(lambda x: s.waiting(s.on_thread(s.waiting(x)))))


@scenario(3.0)
async def thread_loop(s: Scene) -> Any:
    return await s.run(tf.while_loop(lambda i: i < 3.0, lambda i: _float(s.on_thread(i)) + 1.0, [tf.constant(0.0)]))


@scenario(3.0)
async def waiting_loop(s: Scene) -> Any:
    return await s.run(tf.while_loop(lambda i: i < 3.0, lambda i: _float(s.waiting(i)) + 1.0, [tf.constant(0.0)]))


@scenario(4.0)
async def nested_loops(s: Scene) -> Any:
    def body(i: Any, total: Any) -> Any:
        inner = tf.while_loop(lambda j: j < 2.0, lambda j: _float(s.waiting(j)) + 1.0, [tf.constant(0.0)])
        return i + 1.0, total + inner

    return (await s.run(tf.while_loop(lambda i, t: i < 2.0, body, [tf.constant(0.0), tf.constant(0.0)])))[1]


@scenario(7.0)
async def branches(s: Scene) -> Any:
    choice = tf.placeholder(tf.bool, [])
    value = tf.cond(choice, lambda: _float(s.waiting(tf.constant(7.0))), lambda: _float(s.never()))
    return await s.run(value, {choice: True})


@scenario(3.0)
async def control_edges(s: Scene) -> Any:
    with tf.control_dependencies([s.waiting(tf.constant(1.0)).op, s.on_thread(tf.constant(1.0)).op]):
        return await s.run(s.waiting(tf.constant(3.0)))


@scenario(6.0)
async def partitions(s: Scene) -> Any:
    with tf.device("/cpu:0"):
        first = s.waiting(tf.constant(2.0))
    with tf.device("/cpu:1"):
        second = s.on_thread(first * 3.0)
    return await s.run(second)


@scenario(2.0)
async def variables(s: Scene) -> Any:
    variable = tf.get_variable("v", initializer=np.float32(1.0))
    await s.run(variable.initializer)
    await s.run(variable.assign(s.waiting(variable + 1.0)))
    return await s.run(variable)


@scenario(9.0)
async def big_arrays(s: Scene) -> Any:
    x = tf.placeholder(tf.float32, [None])
    return await s.run(tf.reduce_max(tf.sqrt(x)), {x: np.full(300_000, 81.0, np.float32)})


def _float(tensor: Any) -> Any:
    tensor.set_shape([])
    return tensor


# ---- queues: one run waits for another
@scenario(5.0)
async def queue(s: Scene) -> Any:
    handle = fifo_queue_v2(component_types=[tf.float32])
    dequeue = queue_dequeue_v2(handle, component_types=[tf.float32])
    enqueue = queue_enqueue_v2(handle, [s.waiting(tf.constant(5.0))])
    taken, _ = await asyncio.gather(s.run(dequeue), s.run(enqueue))
    return taken[0]


@scenario([5.0, 5.0, 5.0])
async def queue_of_many(s: Scene) -> Any:
    handle = fifo_queue_v2(component_types=[tf.float32], shapes=[[]], capacity=2)
    dequeue = queue_dequeue_many_v2(handle, 3, component_types=[tf.float32])
    enqueue = queue_enqueue_v2(handle, [s.on_thread(tf.constant(5.0))])
    taken, *_ = await asyncio.gather(s.run(dequeue), *(s.run(enqueue) for _ in range(3)))
    return taken[0].tolist()


# ---- options
@scenario(2.0)
async def long_time_limit(s: Scene) -> Any:
    return await s.run(chain(s.on_thread), options=options(LONG_MS))


@scenario("timed out")
async def short_time_limit(s: Scene) -> Any:
    try:
        await s.run(s.never(), options=options(3))
    except errors.DeadlineExceededError:
        return "timed out"


@scenario(2.0)
async def inline_threads(s: Scene) -> Any:
    return await s.run(chain(s.on_thread), options=options(inter_op_thread_pool=-1))


@scenario(2.0)
async def inline_waiting(s: Scene) -> Any:
    return await s.run(chain(s.waiting), options=options(LONG_MS, -1))


@scenario(15.0)
async def second_pool(s: Scene) -> Any:
    return await s.run(fan(s.on_thread), options=options(inter_op_thread_pool=1))


@scenario(2.0)
async def run_handler(s: Scene) -> Any:
    return await s.run(chain(s.on_thread), options=options(uses_handler=True))


@scenario([2.0] * 6)
async def run_handlers(s: Scene) -> Any:
    value = chain(s.waiting)
    return await asyncio.gather(*(s.run(value, options=options(LONG_MS, uses_handler=True)) for _ in range(6)))


@scenario(True)
async def traced(s: Scene) -> Any:
    metadata = tf.RunMetadata()
    traced_options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    await s.run(s.waiting(s.on_thread(tf.constant(2.0))), options=traced_options, run_metadata=metadata)
    return bool(metadata.step_stats.dev_stats and metadata.partition_graphs)


# ---- other ways to run
@scenario(4.0)
async def nested_run(s: Scene) -> Any:
    inner = chain(s.on_thread)

    async def nested() -> Any:
        return 2 * await s.run(inner)

    return await s.run(tf.async_py_func(nested, [], tf.float32))


@scenario(4.0)
async def nested_run_sync(s: Scene) -> Any:
    inner = chain(s.on_thread)
    return await s.run(tf.py_func(lambda: 2 * s.session.run_sync(inner), [], tf.float32))


@scenario([2.0, 3.0])
async def callables(s: Scene) -> Any:
    x = tf.placeholder(tf.float32, [])
    call = s.session.make_callable(s.waiting(x), [x])
    return [await call(2.0), await call(3.0)]


@scenario([8.0])
async def compiled_callable(s: Scene) -> Any:
    s.waiting(tf.constant(8.0)).op.graph  # noqa: B018 - a node to fetch by name
    names = [op.name for op in s.session.graph.get_operations() if op.type == "AsyncPyFunc"]
    call = s.session._make_callable_from_options(tf.CallableOptions(fetch=[f"{names[0]}:0"]))
    return [float(value) for value in await call()]


@scenario((2.0, 12.0))
async def partial_run(s: Scene) -> Any:
    x, y = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    first = s.waiting(x)
    second = s.on_thread(first * y)
    handle = await s.session.partial_run_setup([first, second], [x, y])
    one = await s.session.partial_run(handle, first, {x: 2.0})
    return one, await s.session.partial_run(handle, second, {y: 6.0})


@scenario(2.0)
async def partial_run_left_early(s: Scene) -> Any:
    x, y = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    first = s.waiting(x)
    async with await s.session.partial_run_setup([first, s.on_thread(first * y)], [x, y]) as handle:
        return await s.session.partial_run(handle, first, {x: 2.0})


@scenario(2.0)
async def evaluation(s: Scene) -> Any:
    with s.session.as_default():
        value = s.waiting(tf.constant(2.0))
        await value.op.run()
        return await value.eval()


@scenario(2)
async def devices(s: Scene) -> Any:
    await s.run(s.waiting(tf.constant(1.0)))
    return len(await s.session.list_devices())


# ---- many at once
@scenario([15.0] * 10)
async def gathered(s: Scene) -> Any:
    value = fan(s.on_thread)
    return await asyncio.gather(*(s.run(value) for _ in range(10)))


@scenario([2.0] * 5)
async def task_group(s: Scene) -> Any:
    value = chain(s.waiting)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(s.run(value)) for _ in range(5)]
    return [task.result() for task in tasks]


@scenario([2.0, 15.0])
async def one_after_the_other(s: Scene) -> Any:
    return [await s.run(chain(s.on_thread)), await s.run(fan(s.waiting))]


# ---- those that give up by themselves
@scenario(2.0)
async def timeout_that_is_not_reached(s: Scene) -> Any:
    async with asyncio.timeout(60):
        return await s.run(chain(s.waiting))


@scenario("timed out")
async def timeout_that_is_reached(s: Scene) -> Any:
    try:
        async with asyncio.timeout(0.002):
            await s.run(s.never())
    except TimeoutError:
        return "timed out"


@scenario("timed out")
async def wait_for(s: Scene) -> Any:
    try:
        await asyncio.wait_for(s.run(s.waiting(s.never())), 0.002)
    except TimeoutError:
        return "timed out"


@scenario("cancelled")
async def cancelled_task(s: Scene) -> Any:
    run = asyncio.create_task(s.run(fan(lambda x: s.waiting(x, 50))))
    try:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    finally:
        await _cancel(run)
    return "cancelled" if run.cancelled() else run.result()


async def _cancel(task: asyncio.Task[Any]) -> None:
    """Cancels a task and waits until it has ended, whatever else happens."""
    while not task.done():
        task.cancel()
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            pass


@scenario(True)
async def move_on(s: Scene) -> Any:
    with anyio.move_on_after(0.002) as scope:
        await s.run(s.never())
    return scope.cancelled_caught


@scenario(2.0)
async def anyio_task_group(s: Scene) -> Any:
    async with anyio.create_task_group() as group:
        group.start_soon(s.run, s.never())
        value = await s.run(chain(s.on_thread))
        group.cancel_scope.cancel()
    return value


@scenario("failed")
async def failure(s: Scene) -> Any:
    try:
        await s.run(s.failing())
    except errors.UnknownError:
        return "failed"


@scenario("failed")
async def failure_beside_others(s: Scene) -> Any:
    with tf.control_dependencies([s.waiting(tf.constant(1.0)).op]):
        late = s.failing()
    try:
        await s.run([late, s.never(), fan(s.on_thread)])
    except errors.UnknownError:
        return "failed"


# ---- sessions that come and go
@scenario(2.0)
async def session_within(s: Scene) -> Any:
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    value = chain(s.on_thread)
    async with tf.Session(config=config) as inner:
        return await inner.run(value)


@scenario("closed")
async def closing_a_session(s: Scene) -> Any:
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    inner = tf.Session(config=config)
    run = asyncio.create_task(inner.run([s.never(), fan(s.on_thread)]))
    try:
        await asyncio.sleep(0)
        await inner.close()
        await run
    except errors.CancelledError:
        return "closed"
    finally:
        await _cancel(run)
        await inner.close()


@scenario(True)
async def bounded_pool(s: Scene) -> Any:
    config = tf.ConfigProto()
    config.session_inter_op_thread_pool.add(num_threads=1).aioflow.max_queue = 0
    value = chain(s.on_thread)
    async with tf.Session(config=config) as inner:
        results = await asyncio.gather(*(inner.run(value) for _ in range(4)), return_exceptions=True)
    return 2.0 in results and all(r == 2.0 or isinstance(r, errors.ResourceExhaustedError) for r in results)


@scenario(2.0)
async def single_threaded_executor(s: Scene) -> Any:
    config = tf.ConfigProto()
    config.experimental.executor_type = "SINGLE_THREADED_EXECUTOR"
    value = chain(lambda x: s.waiting(s.on_thread(x)))
    async with tf.Session(config=config) as inner:
        return await inner.run(value, options=options(LONG_MS))


@scenario(15.0)
async def process_wide_pool(s: Scene) -> Any:
    value = fan(s.on_thread)
    async with tf.Session() as inner:
        return await inner.run(value)
