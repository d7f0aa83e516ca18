"""Placement: the sessions of a cell, on the pools that its layout gives them."""
from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

from threadpoolctl import threadpool_limits

import aioflow as tf
from aioflow.cli.pool_experiment.experiment import Cell
from aioflow.cli.pool_experiment.pool_knobs import turn_knobs
from aioflow.cli.pool_experiment.workloads import Workload
from aioflow.pools.open_pools import open_pools
from aioflow.pools.thread_pool import ThreadPool

SHARED_POOL = "shared"


def cell_blas_threads(cell: Cell) -> int | None:
    """The threads of a product of matrices in a cell, of the whole process; None where the file says nothing."""
    found = cell.knobs.get("blas_threads")
    return found if isinstance(found, int) else None


class Placement:
    """Sessions and pools while a cell runs.

    Args:
        cell: The cell.
        workloads: Models by name.

    Attributes:
        sessions: Name of a traffic -> its sessions.
        pools: Name of a pool in the report -> the pool, or all of those that are alike.
        num_threads: Number of threads of these together, by the same names.
    """

    def __init__(self, cell: Cell, workloads: Mapping[str, Workload]) -> None:
        self.cell = cell
        self.sessions: dict[str, list[tf.Session]] = {}
        self.pools: dict[str, list[ThreadPool]] = {}
        self._workloads = workloads
        self._limits: threadpool_limits | None = None

    async def __aenter__(self) -> Placement:
        # Sessions tell nobody which pools they made; those that are new since the last look belong to the last session.
        known = set(map(id, open_pools()))
        for name, setting in self.cell.traffic.items():
            workload, config = self._workloads[setting.model], self._config(name)
            self.sessions[name] = [tf.Session(graph=workload.graph, config=config) for _ in range(setting.num_sessions)]
            for pool in open_pools():
                if id(pool) not in known:
                    known.add(id(pool))
                    label = name if self.cell.layout == "separate" else pool.name
                    self.pools.setdefault(label, []).append(pool)
            for session in self.sessions[name]:
                await workload.prepare(session)
        # Behind the sessions, the first of which in a process sets it by the size of its pools.
        blas_threads = cell_blas_threads(self.cell)
        if blas_threads is not None:
            self._limits = threadpool_limits(blas_threads, user_api="blas")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._limits is not None:
            self._limits.restore_original_limits()
        for session in (session for sessions in self.sessions.values() for session in sessions):
            await session.close()
        for pool in (pool for pools in self.pools.values() for pool in pools):
            pool.close()  # named ones would outlive their sessions, and the next cell wants other sizes

    @property
    def num_threads(self) -> dict[str, int]:
        """Number of threads by the names that pools have in the report."""
        return {name: sum(pool.num_threads for pool in pools) for name, pools in self.pools.items()}

    def _config(self, traffic: str) -> tf.ConfigProto:
        cell = self.cell
        options: list[tuple[str, tf.ThreadPoolOptionProto]]
        if cell.layout == "separate":
            options = [(traffic, tf.ThreadPoolOptionProto(num_threads=cell.num_threads(traffic)))]
        elif cell.layout == "shared":
            options = [("", tf.ThreadPoolOptionProto(num_threads=cell.num_shared_threads, global_name=SHARED_POOL))]
        else:
            options = [
                (name, tf.ThreadPoolOptionProto(num_threads=cell.num_threads(name), global_name=name))
                for name in cell.traffic
            ]
        for owner, option in options:
            turn_knobs(option, cell.knobs, owner, traffic)
        config = tf.ConfigProto(session_inter_op_thread_pool=[option for _, option in options])
        config.aioflow.never_inline = bool(cell.knobs.get("never_inline", False))
        return config

    def run_options(self, traffic: str, is_traced: bool = False) -> tf.RunOptions:
        """Makes the options by which runs of a traffic choose their pool."""
        # All sessions list the pools in the order of the traffic.
        index = list(self.cell.traffic).index(traffic) if self.cell.layout == "chosen" else 0
        level = tf.RunOptions.FULL_TRACE if is_traced else tf.RunOptions.NO_TRACE
        return tf.RunOptions(inter_op_thread_pool=index, trace_level=level)

    def threads(self) -> dict[int, tuple[str, str]]:
        """Maps the identifier of a thread, as traces write it, to the name of its pool, and its own name within it."""
        found = {}
        for label, pools in self.pools.items():
            threads = [thread for pool in pools for thread in pool.threads]
            for number, thread in enumerate(threads):
                # A trace has 32 bits for the thread, as in TensorFlow's message.
                found[(thread.ident or 0) & 0xFFFFFFFF] = (label, f"{label} {number}")
        return found
