"""Settings of a thread in the operating system: its name, its nice value, the CPUs that it may use.

On Linux the last two belong to a thread, whatever POSIX says of nice values; elsewhere they belong to the process.
"""
from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Collection

from aioflow import errors

_MAX_NAME_NBYTES = 15  # the kernel keeps 16 (TASK_COMM_LEN), the last of which is zero
IS_LINUX = sys.platform == "linux"


def check_thread_settings(pool_name: str, nice: int, cpus: Collection[int]) -> None:
    """Checks that threads of this process can have these settings.

    Args:
        pool_name: For messages.
        nice: The nice value, 0 for the process's own.
        cpus: Numbers of CPUs, none for all.

    Raises:
        UnimplementedError: This system has no such settings for single threads.
        InvalidArgumentError: A CPU does not exist or is not ours, or there is no such nice value.
        PermissionDeniedError: The system does not let us lower the nice value.
    """
    if (nice or cpus) and not IS_LINUX:
        raise errors.unimplemented(f"pool {pool_name!r}: nice and cpu_affinity of threads exist on Linux only")
    if not -20 <= nice <= 19:
        raise errors.invalid_argument(f"pool {pool_name!r}: nice must be from -20 to 19, not {nice}")
    if cpus:
        usable = os.sched_getaffinity(0)
        if not usable.issuperset(cpus):
            raise errors.invalid_argument(
                f"pool {pool_name!r}: cpu_affinity {sorted(cpus)} names CPUs that this process may not use; it may use "
                f"{sorted(usable)}"
            )
    # Whether a lower value is allowed depends on capabilities and on RLIMIT_NICE: trying is simpler than asking. Not on
    # this thread, which is not the pool's and keeps its value.
    if nice and nice < os.getpriority(os.PRIO_PROCESS, 0) and not _in_a_thread(lambda: set_nice(nice)):
        raise errors.permission_denied(f"pool {pool_name!r}: the system does not allow this process nice={nice}")


def _in_a_thread(attempt: Callable[[], None]) -> bool:
    """Tries something on a thread that is gone afterwards, and with it what was set. Tells whether it succeeded."""
    succeeded: list[bool] = []

    def run() -> None:
        try:
            attempt()
        except PermissionError:
            return
        succeeded.append(True)

    thread = threading.Thread(target=run, name="aioflow_probe")
    thread.start()
    thread.join()
    return bool(succeeded)


def set_nice(nice: int) -> None:
    """Sets the nice value of the calling thread."""
    # With the number of a thread PRIO_PROCESS concerns that thread alone: see setpriority(2) on Linux and POSIX.
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def apply_thread_settings(name: str, nice: int, cpus: Collection[int]) -> None:
    """Applies settings that were checked, and the name, to the calling thread."""
    if not IS_LINUX:
        return
    _show_name(name)
    if nice:
        set_nice(nice)
    if cpus:
        os.sched_setaffinity(threading.get_native_id(), cpus)


def _show_name(name: str) -> None:
    """Lets `top -H`, `ps` and debuggers show the name; its end, which tells the threads apart, is kept."""
    stem, _, number = name.rpartition("_")
    suffix = b"_" + number.encode()
    try:
        with open(f"/proc/self/task/{threading.get_native_id()}/comm", "wb") as comm:
            comm.write(stem.encode()[: _MAX_NAME_NBYTES - len(suffix)] + suffix)
    except OSError:
        pass  # a sandbox without /proc; the name is for people only
