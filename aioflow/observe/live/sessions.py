"""Sessions, their signatures and their runs in flight, read from any thread while they work."""
from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic

from aioflow.compiler.compiler import ExecutorEntry
from aioflow.executor.step_life import StepLife
from aioflow.observe.live.snapshot import AbandonedView, RunView, SessionView, SignatureView
from aioflow.session.direct_session import DirectSession
from aioflow.session.open_sessions import OPEN_SESSIONS

#: The most of each that a snapshot has: whoever looks is a person.
MAX_RUNS, MAX_SIGNATURES, MAX_SESSIONS, MAX_ABANDONED = 50, 50, 100, 50
_MAX_NODES = 3
#: What sessions are called, by the names that they have, where somebody knows better.
Names = Mapping[str, str]
NONE: Names = {}
_MAX_NAME = 200  # characters: names in graphs are strangers'


def open_sessions() -> Sequence[DirectSession]:
    """The open sessions that run in this process, the oldest first."""
    return OPEN_SESSIONS.backends(DirectSession)


def _called(session: DirectSession, names: Names) -> str:
    label = session.name.label
    return short(names.get(label, label))


def short(name: str) -> str:
    """A name that is no longer than somebody reads."""
    return name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…"


def session_views(
    sessions: Iterable[DirectSession], names: Names = NONE
) -> tuple[list[SessionView], list[AbandonedView]]:
    """Sessions, and the kernels that nobody waits for any more."""
    views, abandoned = [], []
    for session in sessions:
        found = session.statistics()
        name = _called(session, names)
        views.append(
            SessionView(
                name, found.running, found.succeeded, found.failed, found.cancelled, found.timed_out, found.refused
            )
        )
        abandoned += [AbandonedView(name, short(each.node), each.op, each.age_s) for each in found.abandoned]
    abandoned.sort(key=lambda kernel: -kernel.age_s)
    return views[-MAX_SESSIONS:], abandoned[:MAX_ABANDONED]


def run_views(sessions: Iterable[DirectSession], names: Names = NONE) -> tuple[list[RunView], int]:
    """The runs in flight that have taken longest, and how many there are in all."""
    now_s = monotonic()
    found = [(session, step) for session in sessions for step in list(session.runner.steps)]
    oldest = heapq.nsmallest(MAX_RUNS, found, key=lambda each: each[1].began_s)
    labels = {id(session): _labels(session) for session, _ in oldest}
    views = [_run_view(step, _called(session, names), labels[id(session)], now_s) for session, step in oldest]
    return views, len(found)


def signature_views(sessions: Iterable[DirectSession], names: Names = NONE) -> list[SignatureView]:
    """The signatures that cost most per step."""
    views = []
    for session in sessions:
        for entries in session.signature_entries():
            # A signature has another form with regions, and its steps are of either.
            executors = [executor for entry in entries for executor in entry.compiled.executors]
            if not any(executor.stats.is_measured for executor in executors):
                continue
            newest = entries[-1].compiled.executors
            cost_s = sum(executor.stats.cost_s for executor in newest if executor.stats.is_measured)
            num_steps = sum(entry.compiled.executors[0].num_steps for entry in entries)
            label = label_of(entries[0])
            views.append(SignatureView(_called(session, names), label, cost_s, num_steps, len(newest)))
    return heapq.nlargest(MAX_SIGNATURES, views, key=lambda view: view.cost_s)


def label_of(entry: ExecutorEntry) -> str:
    """What a signature is called: the tensors that it fetches, or how many operations it runs."""
    names = [tensor.name.removesuffix(":0") for tensor in entry.fetches]
    return short(", ".join(names)) if names else "(operations alone)"


def _labels(session: DirectSession) -> dict[int, str]:
    """The signatures by the library of functions that each of them has for itself, and that their steps hold."""
    return {id(entries[0].functions): label_of(entries[0]) for entries in session.signature_entries()}


def _run_view(step: StepLife, session: str, labels: dict[int, str], now_s: float) -> RunView:
    label = labels.get(id(step.context.functions), "(traced, or in parts)")
    nodes = tuple(short(name) for name in step.pending_nodes()[:_MAX_NODES])
    return RunView(session, label, max(0.0, now_s - step.began_s), step.is_stopping, nodes)
