"""PoolOptions: bounds of a pool, and settings of its threads."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow import errors
from aioflow.pools.thread_settings import check_thread_settings


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Bounds of a pool, and settings of its threads.

    Attributes:
        max_queue: Number of runs that may wait for a thread, or None for any number.
        nice: The threads' nice value; 0 leaves them the process's. Meant for machines on which nothing else runs:
            where other programs want the CPUs, a nice thread may lose its own while it holds Python's lock, and then
            all threads of the process wait for it.
        cpu_affinity: Numbers of the CPUs on which they may run; none for all.
    """

    # Compared as a whole: sessions that name one pool must want the same of it (`shared_pools`).
    max_queue: int | None = None
    nice: int = 0
    cpu_affinity: frozenset[int] = frozenset()

    def check(self, pool_name: str) -> None:
        """Checks that a pool can have these options here.

        Raises:
            InvalidArgumentError: One of them is out of range.
            UnimplementedError: This system has no such thread settings.
            PermissionDeniedError: The system does not let us lower the nice value.
        """
        if self.max_queue is not None and self.max_queue < 0:
            raise errors.invalid_argument(f"pool {pool_name!r}: max_queue must not be negative, as {self.max_queue} is")
        check_thread_settings(pool_name, self.nice, self.cpu_affinity)

    @property
    def sets_threads_apart(self) -> bool:
        """True if its threads differ from those of other pools."""
        return bool(self.nice or self.cpu_affinity)
