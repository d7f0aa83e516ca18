"""StepStatsCollector: when each node of a traced step was ready, ran and ended.

While the step runs, each execution is noted as a tuple of numbers. Messages are made of them when it has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from time import perf_counter_ns, time_ns
from typing import Any

import numpy as np

from aioflow._proto.step_stats_pb2 import StepStats
from aioflow.executor.dataflow.graph_view import TRANSFER, NodeItem
from aioflow.executor.tracing.entry_layout import THREAD_BITS
from aioflow.executor.tracing.entry_messages import NUM_AT_A_TIME, DeviceEntries, Entry
from aioflow.executor.tracing.step_memory import Given, StepMemory, StepTensor, as_given, is_plain, plain_tensor
from aioflow.framework.devices.devices import Device

MAX_ENTRIES = 1 << 20  # a loop without an end must not fill the memory with its trace

Execution = tuple[NodeItem, int, int, Given]
"""A node, when it was taken up and when its kernel ended, and what it gave."""


class StepStatsCollector:
    """Gathers one entry per executed node; from any thread.

    Dead nodes and transfers leave none. Times are noted on the clock of `perf_counter_ns`, and told on the system's.

    Args:
        reports_memory: Whether a node that runs out of memory is to tell what the step's tensors take.
    """

    def __init__(self, reports_memory: bool = False) -> None:
        self.reports_memory = reports_memory
        #: Appended to by all threads of the step, which is one operation of the interpreter and takes no lock.
        self._entries: list[Entry] = []
        self._add = self._entries.append
        # Guards the memories: two of one device would each know a part of the tensors, and whoever asks whose memory a
        # tensor lives in must be alone.
        self._lock = threading.RLock()
        self._memory: dict[Device, StepMemory] = {}
        self._num_settled = 0
        # Times are differences on the clock that never goes back, moved to the system's: entries of one step are in
        # order even while the system's clock is set.
        self._clock_offset_ns = time_ns() - perf_counter_ns()

    def add_source(self, device: str) -> None:
        """Notes the start of an executor on a device, as the node `_SOURCE`."""
        at_ns = perf_counter_ns()
        self.add((None, at_ns, at_ns, at_ns, at_ns, at_ns, 0, device))

    def note(self, item: NodeItem, outputs: Sequence[Any], ended_ns: int) -> StepTensor | Given | None:
        """Notes what a node gave, before others may use it; `add` for the same execution follows.

        Args:
            item: The node.
            outputs: What it gave.
            ended_ns: When it had ended.

        Returns:
            The note: a tensor where that is all, None for a transfer.
        """
        if item.gives_plain_tensor:
            value = outputs[0]
            # What most nodes give, without the search for what others do.
            if type(value) is np.ndarray and value.base is None and (nbytes := value.nbytes):
                return plain_tensor(value, nbytes, ended_ns)
        elif item.entry_forms is None:
            if item.op.type in TRANSFER:
                return None
            item.entry_forms, item.gives_plain_tensor = {}, is_plain(item)
        return self._memory_of(item.kernel.device).note(item, outputs, ended_ns)

    def add(self, entry: Entry) -> None:
        """Notes one execution of a node; see `Entry`."""
        if entry[7] is None:
            return
        if len(self._entries) < MAX_ENTRIES:
            self._add(entry)
        elif self.reports_memory and entry[0] is not None:
            with self._lock:
                self._settle()
                self._settle_one(entry)

    def _memory_of(self, device: Device) -> StepMemory:
        memory = self._memory.get(device)
        if memory is None:
            with self._lock:
                memory = self._memory.get(device)
                if memory is None:
                    memory = self._memory[device] = StepMemory(device)
        return memory

    # ---- reading
    def _settle(self) -> None:
        """Finds whose memory tensors live in; the lock is held."""
        while self._num_settled < len(self._entries):
            self._settle_one(self._entries[self._num_settled])
            self._num_settled += 1

    def _settle_one(self, entry: Entry) -> None:
        item, given = entry[0], entry[7]
        if item is not None:
            memory = self._memory_of(item.kernel.device)
            memory.settle(item, as_given(given))

    def memory_report(self) -> str:
        """A text that says how much memory the step's tensors take, device by device and node by node."""
        with self._lock:
            self._settle()
            return "".join(memory.report(device.name) for device, memory in self._memory.items())

    @property
    def executions(self) -> Iterator[Execution]:
        """The executions, in order of completion."""
        for item, _, taken_up_ns, _, ended_ns, _, _, given in self._entries:
            if item is not None:
                offset_ns = self._clock_offset_ns
                memory, made = self._memory_of(item.kernel.device), as_given(given)
                memory.settle(item, made)
                yield item, taken_up_ns + offset_ns, ended_ns + offset_ns, made

    def to_proto(self) -> Any:
        """Everything as a `StepStats` message, one part per device, in order of completion."""
        message = StepStats()
        for _ in self.write_to(message):
            pass
        return message

    def write_to(self, message: Any) -> Iterator[None]:
        """Replaces a `StepStats` message, in parts: one that is behind many nodes may be long.

        The message changes behind the last part only.
        """
        threads = {(thread.ident or 0) & THREAD_BITS: thread.name for thread in threading.enumerate()}
        by_device: dict[str, list[Entry]] = {}
        devices: dict[str, Device] = {}
        device = None  # of the entries before: most have the same
        for entry in self._entries:
            item = entry[0]
            if item is None:
                device = None
                by_device.setdefault(entry[7], []).append(entry)
                continue
            if item.kernel.device is not device:
                device = item.kernel.device
                devices[device.name] = device
                entries = by_device.setdefault(device.name, [])
            entries.append(entry)
        prepared: list[tuple[str, DeviceEntries, bytes, list[Entry], set[int]]] = []
        for name, entries in by_device.items():
            memory = self._memory_of(devices[name]) if name in devices else None
            told = DeviceEntries(memory, self._clock_offset_ns)
            num_early = len(entries) // NUM_AT_A_TIME * NUM_AT_A_TIME
            early: list[bytes] = []
            for start in range(0, num_early, NUM_AT_A_TIME):
                early.append(told.as_bytes(entries[start : start + NUM_AT_A_TIME]))
                yield
            thread_ids = {entry[6] & THREAD_BITS for entry in entries if entry[0] is not None}
            prepared.append((name, told, b"".join(early), entries[num_early:], thread_ids))
        message.Clear()
        for name, told, early_bytes, rest, thread_ids in prepared:
            part = message.dev_stats.add(device=name)
            part.MergeFromString(early_bytes)
            told.write_to(part, rest)
            for thread_id in thread_ids:
                part.thread_names[thread_id] = threads.get(thread_id, "a thread that has ended")
