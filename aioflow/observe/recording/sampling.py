"""Sampling: which runs of a recording have their nodes recorded."""
from __future__ import annotations

import heapq
from dataclasses import dataclass

from aioflow.executor.tracing.run_trace import RunTrace
from aioflow.session.steps.run_log import RunNote


@dataclass(frozen=True, slots=True)
class SamplingRule:
    """Which runs have their nodes recorded; those that any of the rules takes.

    Attributes:
        every: Of so many runs of a signature, one; 0 for none.
        first: So many runs of each signature.
        slowest: The slowest runs, so many. All runs pay for being recorded then, and these alone keep it.
    """

    every: int = 0
    first: int = 0
    slowest: int = 0

    def check(self) -> None:
        """Raises ValueError where a number is negative."""
        for name in ("every", "first", "slowest"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative, but is {getattr(self, name)}")


_NEVER = 1 << 62


class Seen:
    """What a recording has seen of one signature.

    Attributes:
        num_runs: Its runs.
        num_traced: Those of which nodes are kept.
        due: The next one of each so many.
        wanted_from: No run before this one is to have its nodes recorded.
    """

    __slots__ = ("due", "num_runs", "num_traced", "wanted_from")

    def __init__(self, due: int, wanted_from: int) -> None:
        self.num_runs = self.num_traced = 0
        self.due = due
        self.wanted_from = wanted_from


class Sampling:
    """Applies a rule to the runs of one recording.

    Args:
        rule: The rule.
        max_traces: The oldest traces beyond so many are dropped.

    Attributes:
        is_on: Whether any nodes are to be recorded.
        traces: When the nodes ran, by the number of the run.
        num_dropped: How many traces were dropped.
    """

    def __init__(self, rule: SamplingRule, max_traces: int) -> None:
        self._rule = rule
        self._max_traces = max_traces
        self.is_on = bool(rule.every or rule.first or rule.slowest)
        self.traces: dict[int, RunTrace] = {}
        self.num_dropped = 0
        #: By signature.
        self.seen: dict[object, Seen] = {}
        #: Duration and number of the slowest runs so far, the fastest of these first.
        self._slowest: list[tuple[int, int]] = []

    def begin(self, signature: object) -> Seen:
        """Begins to count the runs of a signature."""
        due = self._rule.every or _NEVER
        seen = self.seen[signature] = Seen(due, 0 if self._rule.first or self._rule.slowest else due)
        return seen

    def ended(self, note: RunNote) -> None:
        """Keeps the nodes of a run, if the rule wants them now that it is known how long the run took."""
        seen, rule = self.seen.get(note.signature), self._rule
        if note.trace is None or seen is None:
            return
        if seen.num_runs >= seen.due:
            seen.due = (seen.num_runs // rule.every + 1) * rule.every
        elif seen.num_traced >= rule.first and not self._is_slow(note):
            return
        seen.num_traced += 1
        # One that is due stays so until a run could be recorded: code that tells of nodes may not be made yet.
        seen.wanted_from = 0 if seen.num_traced < rule.first or rule.slowest else seen.due
        if len(self.traces) >= self._max_traces:
            self.traces.pop(next(iter(self.traces)), None)
            self.num_dropped += 1
        self.traces[note.number] = note.trace

    def _is_slow(self, note: RunNote) -> bool:
        entry = note.ended_ns - note.asked_ns, note.number
        if len(self._slowest) < self._rule.slowest:
            heapq.heappush(self._slowest, entry)
            return True
        if not self._slowest or entry < self._slowest[0]:
            return False
        self.traces.pop(heapq.heapreplace(self._slowest, entry)[1], None)
        return True
