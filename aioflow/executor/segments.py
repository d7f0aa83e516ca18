"""Segments: which nodes run as one.

A segment is a set of synchronous, cheap nodes of one frame that the propagator sees as one item. Its code (codegen.py)
runs the nodes in order and carries dead values along, so that nodes of different branches may share a segment. Two
rules keep the meaning of the graph:

- No path leads out of a segment and back into it. Nodes get levels: a node's level is that of its highest
  predecessor, plus one where the edge leaves a class. Nodes of one class and level form a segment; every edge between
  segments leads to a higher level, so their quotient has no cycle.
- A segment starts when all its inputs are there, so nodes that wait for different things outside must not share one: a
  part of it might be what the other part waits for. Hence a class is a frame and a set of waiting ancestors.

Frames in which anything may wait are left alone, because there an iteration may wait for the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aioflow.executor.graph_view import NodeItem
from aioflow.executor.kernel_stats import HOP_PRICE_S
from aioflow.framework.control_flow import frame_name_of

MAX_SEGMENT_S = 500e-6  # of measured cost: between segments a run can yield, and notices that it was stopped
MAX_SEGMENT_NODES = 1000
MIN_SEGMENT_NODES = 2


@dataclass(frozen=True, slots=True)
class _Class:
    """What nodes must have in common to share a segment."""

    frame_name: str
    waits_for: frozenset[NodeItem]


def may_join(item: NodeItem, max_cost_s: float = HOP_PRICE_S) -> bool:
    """Whether a node may be part of a segment as far as it alone decides.

    Args:
        item: The node.
        max_cost_s: What costs more than that runs by itself, so that it can get a thread of its own.
    """
    if item.is_waiting or item.stats.is_blocking or item.runs_dead or item.is_control_trigger:
        return False
    if item.is_enter or item.is_exit or item.is_next_iteration:
        return False
    return item.const_outputs is not None or item.stats.cost_s <= max_cost_s


def plan_segments(items: Sequence[NodeItem], max_cost_s: float = HOP_PRICE_S) -> list[list[NodeItem]]:
    """Groups of nodes that run as one, each in an order in which they can run.

    Args:
        items: All nodes of a view.
        max_cost_s: See `may_join`.

    Returns:
        Disjoint groups of at least two nodes; nodes that are in none run by themselves.
    """
    waiting_frames = _waiting_frames(items)
    waits_for: dict[NodeItem, frozenset[NodeItem]] = {}
    joins: dict[NodeItem, _Class | None] = {}
    level: dict[NodeItem, int] = {}
    groups: dict[tuple[_Class, int], list[NodeItem]] = {}
    for item in in_order(items):
        before = [p for p in item.producers if p in level]  # all but a loop's back edge
        upstream = [waits_for[p] | {p} if _may_wait(p) else waits_for[p] for p in before]
        waits_for[item] = frozenset[NodeItem]().union(*upstream)
        kind = None
        is_free = item.frame_name not in waiting_frames and _is_plain_merge(item, before, upstream)
        if is_free and may_join(item, max_cost_s):
            kind = _Class(item.frame_name, waits_for[item])
        joins[item] = kind
        level[item] = max((level[p] + (kind is None or joins[p] != kind) for p in before), default=0)
        if kind is not None:
            groups.setdefault((kind, level[item]), []).append(item)
    return [chunk for group in groups.values() for chunk in _chunks(group) if len(chunk) >= MIN_SEGMENT_NODES]


def _may_wait(item: NodeItem) -> bool:
    """Whether the node may wait for what other nodes do: a waiting one, or foreign code that may block its thread."""
    return item.is_waiting or item.stats.is_blocking


def _waiting_frames(items: Sequence[NodeItem]) -> set[str]:
    """The loops in which something may wait, also within loops inside."""
    around = {frame_name_of(item.op): item.frame_name for item in items if item.is_enter}
    waiting: set[str] = set()
    for item in items:
        name = item.frame_name if _may_wait(item) else ""
        while name and name not in waiting:
            waiting.add(name)
            name = around[name]
    return waiting


def _is_plain_merge(item: NodeItem, before: Sequence[NodeItem], upstream: Sequence[frozenset[NodeItem]]) -> bool:
    """Whether the item is no Merge, or one whose inputs all come from before and wait for the same."""
    if not item.is_merge:
        return True
    return len(before) == len(item.producers) and len(set(upstream)) <= 1


def _chunks(group: list[NodeItem]) -> Iterable[list[NodeItem]]:
    """The group cut where it gets too long to run without a pause."""
    chunk: list[NodeItem] = []
    cost_s = 0.0
    for item in group:
        if chunk and (cost_s + item.stats.cost_s > MAX_SEGMENT_S or len(chunk) >= MAX_SEGMENT_NODES):
            yield chunk
            chunk, cost_s = [], 0.0
        chunk.append(item)
        cost_s += item.stats.cost_s
    yield chunk


def in_order(items: Sequence[NodeItem]) -> list[NodeItem]:
    """The items so that producers come first, where a NextIteration does not count as one."""
    order: list[NodeItem] = []
    seen: set[NodeItem] = set()
    for root in items:
        stack = [(root, False)]
        while stack:
            item, done = stack.pop()
            if done:
                order.append(item)
            elif item not in seen:
                seen.add(item)
                stack.append((item, True))
                stack.extend((p, False) for p in item.producers if p not in seen and not p.is_next_iteration)
    return order
