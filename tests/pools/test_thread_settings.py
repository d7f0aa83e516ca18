"""Nice values, CPUs and names of threads: as declared, or refused."""
from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from aioflow import errors
from aioflow.pools import thread_settings
from aioflow.pools.pool_options import PoolOptions
from aioflow.pools.thread_pool import ThreadPool

from .blocked import Blocked, finish


@pytest.mark.skipif(sys.platform != "linux", reason="threads have names in the system on Linux only")
def test_the_system_knows_the_names() -> None:
    """`top -H` and debuggers see which pool a thread belongs to, and its number even where the name is cut."""
    pool = ThreadPool("a_rather_long_name", 2)
    blocked = Blocked(pool)
    comms = {Path(f"/proc/self/task/{thread.native_id}/comm").read_text().strip() for thread in pool.threads}
    blocked.release()
    finish(pool)
    assert comms == {"aioflow_a_rat_0", "aioflow_a_rat_1"}


@pytest.mark.skipif(sys.platform != "linux", reason="threads have these settings on Linux only")
def test_nice_and_affinity(size: int) -> None:
    """Each thread of a pool has the pool's nice value and CPUs; other threads keep theirs."""
    cpu = min(os.sched_getaffinity(0))
    options = PoolOptions(nice=5, cpu_affinity=frozenset({cpu}))
    options.check("test")
    pool = ThreadPool("test", size, options)
    blocked = Blocked(pool)
    ids = [thread.native_id for thread in pool.threads]
    found = [(os.getpriority(os.PRIO_PROCESS, tid), os.sched_getaffinity(tid)) for tid in ids if tid is not None]
    before = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0)
    blocked.release()
    finish(pool)
    assert found == [(5, {cpu})] * size
    assert before == (os.getpriority(os.PRIO_PROCESS, os.getpid()), os.sched_getaffinity(os.getpid()))


BAD: list[tuple[dict[str, Any], type[errors.OpError], str]] = [
    ({"max_queue": -1}, errors.InvalidArgumentError, "max_queue.*-1"),
    ({"nice": 20}, errors.InvalidArgumentError, "nice.*20"),
    ({"nice": -21}, errors.InvalidArgumentError, "nice.*-21"),
    ({"cpu_affinity": frozenset({100_000})}, errors.InvalidArgumentError, "100000"),
]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have these settings on Linux only")
@pytest.mark.parametrize(("options", "kind", "message"), BAD)
def test_bad_options(options: dict[str, Any], kind: type[errors.OpError], message: str) -> None:
    """Options out of range are refused, naming the pool and the value."""
    with pytest.raises(kind, match=f"'test'.*{message}"):
        PoolOptions(**options).check("test")


def test_settings_that_the_system_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where threads have no such settings they are refused, not ignored."""
    monkeypatch.setattr(thread_settings, "IS_LINUX", False)
    for options in (PoolOptions(nice=1), PoolOptions(cpu_affinity=frozenset({0}))):
        with pytest.raises(errors.UnimplementedError, match=r"'test'.*Linux"):
            options.check("test")
    PoolOptions(max_queue=1).check("test")


@pytest.mark.skipif(sys.platform != "linux", reason="threads have these settings on Linux only")
def test_nice_that_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A nice value below our own is refused when the system does not allow it; a thread tries, and is gone."""

    def refuse(*arguments: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    monkeypatch.setattr(os, "getpriority", lambda *_: 1)
    with pytest.raises(errors.PermissionDeniedError, match="nice=-3"):
        PoolOptions(nice=-3).check("test")
    PoolOptions(nice=3).check("test")
    assert not [thread for thread in threading.enumerate() if thread.name == "aioflow_probe"]
