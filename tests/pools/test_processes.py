"""Forks, event loops that come and go, several of them at once, and the end of the interpreter."""
from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.testing import Gate

from . import scripts
from .idleness import come_to_rest

# ---- fork
FORK = """
import time, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on, for forking with threads

name = tf.py_func(lambda: threading.current_thread().name, [], tf.string)
slow = tf.py_func(lambda: time.sleep(0.2), [], [])
config = tf.ConfigProto(session_inter_op_thread_pool=[
    tf.ThreadPoolOptionProto(num_threads=2, global_name="shared"), tf.ThreadPoolOptionProto(num_threads=1)])
config.experimental.session_metadata.name = "model"
parent = tf.Session(config=config)

async def in_parent():
    runs = [asyncio.create_task(parent.run(slow)) for _ in range(4)]
    await parent.run(name, options=tf.RunOptions(inter_op_thread_pool=1))
    child = os.fork()
    if not child:
        os._exit(in_child())
    await asyncio.gather(*runs)
    assert await parent.run(name) in (b"aioflow_shared_0", b"aioflow_shared_1")
    status = (await asyncio.to_thread(os.waitpid, child, 0))[1]
    assert os.waitstatus_to_exitcode(status) == 7, status

def in_child():
    asyncio._set_running_loop(None)
    try:
        for use in (parent.run_sync, lambda fetches: asyncio.run(parent.run(fetches))):
            try:
                use(name)
            except RuntimeError as error:
                assert "fork" in str(error)
            else:
                return 1
        assert tf.pools() == []

        async def anew():
            async with tf.Session(config=config) as session:
                assert await session.run(name) in (b"aioflow_shared_0", b"aioflow_shared_1")
                assert await session.run(name, options=tf.RunOptions(inter_op_thread_pool=1)) == b"aioflow_Compute1_0"
            async with tf.Session() as session:
                assert (await session.run(name)).startswith(b"aioflow_Compute_")
        asyncio.run(anew())
        return 7
    except BaseException:
        import traceback
        traceback.print_exc()
        return 2

asyncio.run(in_parent())
"""

PRELOAD = """
import time, warnings
warnings.simplefilter("ignore", DeprecationWarning)

# What gunicorn does with preload_app: the application, with its session, is loaded before the workers are forked.
x = tf.placeholder(tf.float32, [])
y = tf.py_func(lambda v: v + 1, [x], tf.float32)
session = tf.Session()

def worker():
    try:
        session.run_sync(y, {x: 1.0})
    except RuntimeError as error:
        assert "fork" in str(error) and "child process" in str(error)
        own = tf.Session(graph=session.graph)
        assert own.run_sync(y, {x: 1.0}) == 2.0
        own.run_sync(y, {x: 2.0})
        sys.exit(9)

children = []
for _ in range(3):
    child = os.fork()
    if not child:
        worker()
        os._exit(1)
    children.append(child)
for child in children:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
assert session.run_sync(y, {x: 1.0}) == 2.0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("program", [FORK, PRELOAD], ids=["while runs are in flight", "gunicorn preload"])
def test_fork(program: str) -> None:
    """In a forked child the parent's sessions refuse at once, new ones work, also on pools of the same names."""
    scripts.run(program)


# ---- event loops
async def test_loops_in_threads(session: tf.Session) -> None:
    """Several event loops in several threads share a session; one of them closes it while the others run."""
    gate, ended = Gate(), Counter[str]()
    value = tf.py_func(lambda: 3.0, [], tf.double)
    async_value = tf.async_py_func(_three, [], tf.double)
    endless = gate.node(1.0)
    ready = threading.Barrier(5, timeout=300)

    async def use() -> None:
        for _ in range(20):
            assert await session.run(value) + await session.run(async_value) == 6.0
        waiting = asyncio.create_task(session.run(endless))
        await asyncio.to_thread(ready.wait)
        try:
            await waiting
        except errors.CancelledError:
            ended["cancelled"] += 1

    callers = [threading.Thread(target=asyncio.run, args=(use(),)) for _ in range(4)]
    for caller in callers:
        caller.start()
    await asyncio.to_thread(ready.wait)
    await gate.entered(4)
    await session.close()
    for caller in callers:
        await asyncio.to_thread(caller.join)
    assert ended == {"cancelled": 4}
    await come_to_rest(session)


async def _three() -> float:
    await asyncio.sleep(0)
    return 3.0


def test_a_thousand_event_loops(config: tf.ConfigProto) -> None:
    """`asyncio.run` may come and go a thousand times over one session, and over new ones; nothing is left of them."""
    with tf.Graph().as_default() as graph:
        value = tf.async_py_func(_three, [], tf.double) + tf.py_func(lambda: 4.0, [], tf.double)
    session = tf.Session(graph=graph, config=config)
    loops: list[weakref.ref[Any]] = []

    async def once(number: int) -> None:
        loops.append(weakref.ref(asyncio.get_running_loop()))
        if number % 10:
            assert await session.run(value) == 7.0
        else:
            async with tf.Session(graph=graph, config=config) as own:
                assert await own.run(value) == 7.0

    for number in range(100):
        asyncio.run(once(number))
    before = _census()
    for number in range(900):
        asyncio.run(once(number))
    after = _census()
    assert sum(loop() is not None for loop in loops) <= 1
    assert {what: (before[what], count) for what, count in after.items() if count > before[what] + 2} == {}
    asyncio.run(session.close())


def _census() -> Counter[str]:
    """How many objects there are of each kind of ours, and threads and file descriptors."""
    gc.collect()
    kinds = (type(thing) for thing in gc.get_objects())
    counts = Counter(kind.__name__ for kind in kinds if str(getattr(kind, "__module__", "")).startswith("aioflow"))
    counts["threads"] = threading.active_count()
    if Path("/proc/self/fd").exists():
        counts["descriptors"] = len(os.listdir("/proc/self/fd"))
    return counts


async def test_loop_that_was_closed_under_a_run(config: tf.ConfigProto) -> None:
    """A run whose event loop was closed ends, so that its session can be closed from another loop."""
    gate, begun = Gate(), threading.Semaphore(0)

    async def endless() -> None:
        begun.release()
        await asyncio.get_running_loop().create_future()

    with tf.Graph().as_default() as graph:
        waiting, blocked = tf.async_py_func(endless, [], []), gate.blocking_node(1.0)
    session = tf.Session(graph=graph, config=config)

    def leave() -> None:
        loop = asyncio.new_event_loop()
        runs = [loop.create_task(session.run(fetches)) for fetches in (waiting, blocked)]
        loop.run_until_complete(gate.entered(1))
        loop.run_until_complete(asyncio.to_thread(begun.acquire))
        for task in (*runs, *asyncio.all_tasks(loop)):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()

    await asyncio.to_thread(leave)
    assert session.statistics().running == 2
    gate.open()
    await session.close()
    await come_to_rest(session)


# ---- the end of the interpreter
EXIT = """
import threading
import time

started, stopped = [], threading.Event()  # the kernels that have begun; whether all have been told to stop

def until_stopped(work, seconds=0.1):
    # until every run has been told to stop, and a while longer
    started.append(1)
    while not stopped.is_set():
        work()
        if sum(len(each.statistics().abandoned) for each in (session, own)) == 4:
            stopped.set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        work()
    return 0.0

a = np.ones((400, 400), np.float32)
kernels = {
    "python": lambda: until_stopped(lambda: sum(range(1000))),
    "numpy": lambda: until_stopped(lambda: a @ a),
    "sleeping": lambda: until_stopped(lambda: time.sleep(0.1)),
    "endless": lambda: until_stopped(lambda: time.sleep(0.01), 1000),
}
config = tf.ConfigProto(session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=2, global_name="shared")])
session = tf.Session(config=config)
own = tf.Session(config=tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2))
never = tf.async_py_func(lambda: asyncio.get_running_loop().create_future(), [], tf.double)
node = tf.py_func(kernels[sys.argv[1]], [], tf.double)
ran = tf.py_func(lambda x: print("must not run"), [node], [])

async def main():
    wanted = ([node, ran], never, node)
    tasks = [asyncio.create_task(each.run(fetches)) for each in (session, own) for fetches in wanted]
    while len(started) < 4:  # two runs of each session, on two threads
        await asyncio.sleep(0.01)
    globals()["kept"] = tasks
    if sys.argv[2] == "error":
        raise SystemExit(0)

if sys.argv[2] == "abrupt":
    loop = asyncio.new_event_loop()
    loop.run_until_complete(main())
    for task in asyncio.all_tasks(loop):
        task._log_destroy_pending = False
    loop.close()
else:
    asyncio.run(main())
"""


WAYS = [("python", "return"), ("numpy", "error"), ("sleeping", "abrupt"), ("endless", "return"), ("endless", "abrupt")]


@pytest.mark.parametrize(("kernel", "leaving"), WAYS)
def test_exit_with_runs_in_flight(kernel: str, leaving: str) -> None:
    """The interpreter ends without a word, or after the grace with the names of kernels that still run."""
    arguments = f"import sys; sys.argv[1:] = [{kernel!r}, {leaving!r}]\n"
    output = scripts.run(arguments + EXIT, {"AIOFLOW_GRACE_S": "1" if kernel == "endless" else "20"}, ("-X", "dev"))
    lines = output.splitlines()
    if kernel == "endless":
        [line] = lines
        assert line.startswith("the interpreter ends while kernels still run: ") and "(PyFunc), told to stop" in line
    else:
        assert lines == []


def test_interactive_use() -> None:
    """A script that only uses `run_sync` ends cleanly, with its session open."""
    program = "y = tf.py_func(lambda: 2.0, [], tf.double)\nsession = tf.Session()\nprint(session.run_sync(y))"
    assert scripts.run(program, options=("-X", "dev")).strip() == "2.0"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_interrupted_script() -> None:
    """Ctrl-C during `run_sync` stops the run, and the script ends."""
    program = """
    import signal

    async def interrupt():
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.get_running_loop().create_future()

    never = tf.async_py_func(interrupt, [], tf.double)
    session = tf.Session()
    session.run_sync(tf.constant(1))
    try:
        session.run_sync(never)
    except KeyboardInterrupt:
        print("interrupted", session.statistics().running)
    """
    assert scripts.run(program, options=("-X", "dev")).strip().endswith("interrupted 0")
