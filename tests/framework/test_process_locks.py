"""Locks in a forked child: whoever held them in the parent, they are free, and none of the process's is forgotten."""
from __future__ import annotations

import os
import pkgutil
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import aioflow
from aioflow.framework.process_locks import is_noted, process_lock, process_rlock
from aioflow.pools.thread_pool import ThreadPool
from tests.pools import scripts

LOCKS = type(threading.Lock()), type(threading.RLock())
# Sessions and pools are refused in a child, and what lies in the arena starts anew there.
OPTIONAL = {"aioflow.packs"}
APART = {"aioflow.framework.memory.large_arrays"}


def modules() -> Iterator[Any]:
    """All modules of the package that need no other package."""
    for found in pkgutil.walk_packages(aioflow.__path__, "aioflow."):
        if found.name.startswith(tuple(OPTIONAL)) or found.name.endswith("__main__"):
            continue
        try:
            yield import_module(found.name)
        except ImportError:
            pass


def locks_in(value: Any, path: str, depth: int, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """The locks in an object of the package, or in those that it holds."""
    if isinstance(value, LOCKS):
        yield path, value
        return
    if depth == 0 or id(value) in seen or isinstance(value, ThreadPool):  # refused in a child
        return
    seen.add(id(value))
    if type(value).__module__.startswith("aioflow.") and not isinstance(value, type):
        slots = (name for kind in type(value).__mro__ for name in kind.__dict__.get("__slots__", ()))
        for name in (*getattr(value, "__dict__", ()), *slots):
            yield from locks_in(getattr(value, name, None), f"{path}.{name}", depth - 1, seen)


def test_none_is_forgotten() -> None:
    """Each lock that a module has, or an object that a module has, is one that a fork frees."""
    seen: set[int] = set()
    found = [
        (path, lock)
        for module in modules()
        if module.__name__ not in APART
        for name, value in list(vars(module).items())
        for path, lock in locks_in(value, f"{module.__name__}.{name}", 4, seen)
    ]
    assert len(found) > 10
    assert [path for path, lock in found if not is_noted(lock)] == []


def test_weak() -> None:
    """A lock that nobody holds any more is not kept."""
    assert is_noted(process_lock()) and is_noted(process_rlock())
    assert not is_noted(threading.Lock())


HELD = """
import signal, warnings
from aioflow.framework import process_locks

warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on, for forking with threads
warnings.simplefilter("ignore", ResourceWarning)  # for the parent's event loop, which a child drops as it is
double = tf.py_func(lambda x: 2 * x, [np.float32(3)], tf.float32)
session = tf.Session()
assert session.run_sync(double) == 6
held, forked = threading.Event(), threading.Event()

def hold():
    for lock in list(process_locks._locks):
        lock.acquire()
    held.set()
    forked.wait(60)

threading.Thread(target=hold, daemon=True).start()
held.wait(60)
process = os.fork()
if process == 0:
    signal.alarm(60)
    triple = tf.py_func(lambda x: 3 * x, [np.float32(3)], tf.float32)
    with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=2)) as other:
        product = tf.matmul(*[np.ones((300, 300), np.float32)] * 2)[0, 0]
        print([float(value) for value in other.run_sync([double, triple, product])], flush=True)
    os._exit(0)
forked.set()
print(os.waitpid(process, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "win32", reason="needs fork")
def test_held_by_another_thread() -> None:
    """A child that was forked while another thread held every lock of the process builds graphs and runs sessions."""
    assert scripts.run(HELD).splitlines() == ["[6.0, 9.0, 300.0]", "0"]
