"""TransferLog: what a part of a traced step has got from other tasks, as TensorFlow's workers tell it."""
from __future__ import annotations

from time import perf_counter_ns, time_ns
from typing import Any, NamedTuple

import numpy as np

from aioflow._proto.step_stats_pb2 import DeviceStepStats, StepStats

_MIB = 1 << 20
_LEAST_MIB = 0.1  # from which on sizes are told in MiB
_GIGABIT = 1000.0  # megabits per second, from which on rates are told in gigabits


class _Transfer(NamedTuple):
    key: str
    began_ns: int
    ended_ns: int
    nbytes: int


class TransferLog:
    """Takes down the transfers of one step on one worker. Belongs to one event loop."""

    def __init__(self) -> None:
        self._transfers: list[_Transfer] = []
        self._clock_offset_ns = time_ns() - perf_counter_ns()

    def now_ns(self) -> int:
        """The time, by the log's clock."""
        return perf_counter_ns()

    def add(self, key: str, began_ns: int, value: Any) -> None:
        """Notes a value that has just come.

        Args:
            key: The transfer's key: the sending device, its incarnation, the receiving device, a name, an iteration.
            began_ns: When it was asked for.
            value: The value.
        """
        self._transfers.append(_Transfer(key, began_ns, perf_counter_ns(), _nbytes(value)))

    def write_to(self, message: StepStats) -> None:
        """Adds an entry for each transfer, in parts of their own for the devices that have received them."""
        parts: dict[str, DeviceStepStats] = {}
        for key, began_ns, ended_ns, nbytes in self._transfers:
            source, _, target, name, *_ = key.split(";")
            part = parts.get(target)
            if part is None:
                part = parts[target] = message.dev_stats.add(device=target)
            began_micros = (began_ns + self._clock_offset_ns) // 1000
            elapsed_micros = (ended_ns + self._clock_offset_ns) // 1000 - began_micros
            entry = part.node_stats.add(
                node_name="RecvTensor",
                all_start_micros=began_micros,
                op_end_rel_micros=elapsed_micros,
                all_end_rel_micros=elapsed_micros,
                timeline_label=f"{_size(nbytes)} {_rate(nbytes, elapsed_micros)} {name} from {source} to {target}",
            )
            entry.output.add(slot=0).tensor_description.allocation_description.requested_bytes = nbytes


def _size(nbytes: int) -> str:
    return f"[{nbytes / _MIB:.1f}MB]" if nbytes >= _LEAST_MIB * _MIB else f"[{nbytes}B]"


def _rate(nbytes: int, elapsed_micros: int) -> str:
    megabits_per_s = 8.0 * nbytes / max(1, elapsed_micros)
    if megabits_per_s >= _GIGABIT:
        return f"[{megabits_per_s / _GIGABIT:.1f}Gb/s]"
    return f"[{megabits_per_s:f}Mb/s]"


def _nbytes(value: Any) -> int:
    if isinstance(value, np.ndarray) and value.dtype.hasobject:  # strings, whose array holds references
        return sum(len(each) for each in value.reshape(-1).tolist() if isinstance(each, bytes))
    return int(getattr(value, "nbytes", 0))
