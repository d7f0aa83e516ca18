"""What nodes took, by op."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aioflow.observe.recording.records import NodeRecord


@dataclass(frozen=True, slots=True)
class OpStatistics:
    """The executions of all nodes of one op on one device.

    Attributes:
        op: The op.
        device: The device.
        count: How many executions there were.
        total_s: Seconds that they took together.
        mean_s: Seconds per execution.
        max_s: Seconds of the longest.
        share: Part of what all nodes took, from 0 to 1.
        slowest_node: The node of the longest.
    """

    op: str
    device: str
    count: int
    total_s: float
    mean_s: float
    max_s: float
    share: float
    slowest_node: str


def op_statistics(nodes: Iterable[NodeRecord]) -> list[OpStatistics]:
    """Adds up executions by op and device.

    Args:
        nodes: The executions. Nodes that wait are counted apart from those that compute, as an op of their own.

    Returns:
        One entry for each, those that took most first.
    """
    by_op: dict[tuple[str, str], list[NodeRecord]] = {}
    for node in nodes:
        op = f"{node.op} (waiting)" if node.waited else node.op
        by_op.setdefault((op, node.device), []).append(node)
    total_ns = sum(_ns(node) for found in by_op.values() for node in found)
    entries = [_entry(op, device, found, total_ns) for (op, device), found in by_op.items()]
    return sorted(entries, key=lambda entry: -entry.total_s)


def _entry(op: str, device: str, nodes: list[NodeRecord], all_ns: int) -> OpStatistics:
    durations = [_ns(node) for node in nodes]
    own_ns, slowest = sum(durations), max(nodes, key=_ns)
    return OpStatistics(
        op, device, len(nodes), own_ns * 1e-9, own_ns * 1e-9 / len(nodes), max(durations) * 1e-9,
        own_ns / all_ns if all_ns else 0.0, slowest.name,
    )  # fmt: skip


def _ns(node: NodeRecord) -> int:
    return node.ended_ns - node.began_ns
