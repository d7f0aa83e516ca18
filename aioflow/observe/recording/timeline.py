"""Timeline: the picture of a recording: lanes, bars on them, arrows between bars, and curves.

Each viewer's file is written from it. Bars of one lane nest: what overlaps, as runs do and nodes that wait, has lanes
of its own, as few as will do.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from aioflow.observe.recording.recorder import Recorder
from aioflow.observe.recording.records import NodeRecord, RunRecord
from aioflow.pools.task_log import TaskRecord

Args = dict[str, str | int | float]


@dataclass(slots=True)
class Slice:
    """A bar.

    Attributes:
        name: What stands on it.
        category: Its kind: "run", "queue", "task", "segment", "node", "lag" or "gc".
        began_ns: Its beginning, from the beginning of the recording on.
        ended_ns: Its end.
        args: What is to be known of it besides.
        flows: Numbers of the arrows that begin here.
        ended_flows: Numbers of those that end here.
    """

    name: str
    category: str
    began_ns: int
    ended_ns: int
    args: Args = field(default_factory=dict)
    flows: list[int] = field(default_factory=list)
    ended_flows: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Lane:
    """A row of bars, none of which overlaps another one in part.

    Attributes:
        group: What it belongs to: "runs", "threads", "waiting nodes" or "interruptions".
        name: Its name.
        thread_id: The system's number of the thread; 0 for none.
        slices: Its bars, outer ones before inner ones.
    """

    group: str
    name: str
    thread_id: int = 0
    slices: list[Slice] = field(default_factory=list)


@dataclass(slots=True)
class Curve:
    """A number that changes.

    Attributes:
        name: Its name.
        points: Time from the beginning on, and value from there on.
    """

    name: str
    points: list[tuple[int, float]]


@dataclass(slots=True)
class Timeline:
    """The picture.

    Attributes:
        title: What it shows.
        pid: The process.
        epoch_ns: Its beginning, in nanoseconds since 1970.
        length_ns: How long it is.
        lanes: Its rows.
        curves: Its numbers.
        notes: Sentences on what is missing.
    """

    title: str
    pid: int
    epoch_ns: int
    length_ns: int
    lanes: list[Lane]
    curves: list[Curve]
    notes: list[str]


def timeline(recording: Recorder) -> Timeline:
    """Makes the picture of a recording."""
    runs, tasks = recording.runs, recording.tasks
    lanes = _Lanes(recording)
    lanes.add_runs(runs, tasks)
    lanes.add_interruptions(recording)
    # What was asked for before it began, or ended behind it, may stand out on either side.
    ends = [slice_.ended_ns for lane in lanes.all for slice_ in lane.slices]
    length_ns = max([recording.ended_ns - recording.began_ns, *ends])
    title = f"aioflow, process {os.getpid()}"
    epoch_ns = recording.epoch_ns + recording.began_ns
    return Timeline(title, os.getpid(), epoch_ns, length_ns, lanes.all, _curves(recording, tasks), _notes(recording))


class _Lanes:
    """The lanes while they are filled."""

    def __init__(self, recording: Recorder) -> None:
        self._origin_ns = recording.began_ns
        self._names = recording.threads()
        self._threads: dict[int, Lane] = {}
        self._others: list[Lane] = []
        self._num_flows = 0

    @property
    def all(self) -> list[Lane]:
        """Runs first, then threads by name, and what disturbed them."""
        threads = sorted(self._threads.values(), key=lambda lane: lane.name)
        for lane in threads:
            lane.slices.sort(key=lambda slice_: (slice_.began_ns, -slice_.ended_ns))
        order = {"runs": 0, "waiting nodes": 2, "interruptions": 3}
        others = sorted(self._others, key=lambda lane: order[lane.group])
        first = [lane for lane in others if lane.group == "runs"]
        return [*first, *threads, *others[len(first) :]]

    def _slice(self, name: str, category: str, began_ns: int, ended_ns: int, **args: str | int | float) -> Slice:
        return Slice(name, category, began_ns - self._origin_ns, ended_ns - self._origin_ns, args)

    def _on_thread(self, thread_id: int, slice_: Slice) -> None:
        lane = self._threads.get(thread_id)
        if lane is None:
            name, number = self._names.get(thread_id, ("a thread that has ended", 0))
            lane = self._threads[thread_id] = Lane("threads", name, number)
        lane.slices.append(slice_)

    def _connect(self, source: Slice, target: Slice) -> None:
        self._num_flows += 1
        source.flows.append(self._num_flows)
        target.ended_flows.append(self._num_flows)

    # ---- runs and what they consist of
    def add_runs(self, runs: Sequence[RunRecord], tasks: Sequence[TaskRecord]) -> None:
        """Adds runs, tasks and nodes."""
        of_run: dict[int, list[TaskRecord]] = {}
        for task in tasks:
            of_run.setdefault(task.run, []).append(task)
        names = {run.number: run.signature for run in runs}
        bars = {id(task): self._task(task, names) for task in tasks}
        waiting: list[NodeRecord] = []
        for in_row, lane in _first_fit(runs, lambda run: (run.asked_ns, run.ended_ns)):
            self._others.append(row := Lane("runs", f"runs {lane}" if lane else "runs"))
            for run in in_row:
                mine = sorted(of_run.get(run.number, ()), key=lambda task: task.began_ns)
                self._run(run, mine, [bars[id(task)] for task in mine], row)
        for run in runs:
            waiting += self._nodes(run)
        for nodes, lane in _first_fit(waiting, lambda node: (node.began_ns, node.ended_ns)):
            bars_of_row = [self._node(node) for node in nodes]
            self._others.append(Lane("waiting nodes", f"waiting nodes {lane or ''}".strip(), 0, bars_of_row))

    def _run(self, run: RunRecord, tasks: Sequence[TaskRecord], bars: Sequence[Slice], row: Lane) -> None:
        bar = self._slice(
            run.signature, "run", run.asked_ns, run.ended_ns, run=run.number, session=run.session, outcome=run.outcome,
            form=run.form,
        )  # fmt: skip
        row.slices.append(bar)
        if run.pool:
            bar.args["pool"] = run.pool
        if run.trace is not None:
            bar.args["nodes recorded"] = len(run.nodes)
        if tasks:
            began_ns, submitted_ns = tasks[0].began_ns, tasks[0].submitted_ns
            bar.args["queue wait us"] = (began_ns - submitted_ns) / 1000
            queued = self._slice("queued", "queue", submitted_ns, min(began_ns, run.ended_ns), pool=run.pool)
            row.slices.append(queued)
            self._connect(queued, bars[0])
            last = max(range(len(tasks)), key=lambda i: tasks[i].ended_ns)
            # From the request to where it was served, and from there to the moment at which its caller heard.
            done_ns = min(max(tasks[last].ended_ns, began_ns), run.ended_ns)
            delivery = self._slice("result", "run", done_ns, run.ended_ns)
            row.slices.append(delivery)
            self._connect(bars[last], delivery)
        elif run.form == "call":
            inner = self._slice(run.signature, "task", run.asked_ns, run.ended_ns, run=run.number)
            self._on_thread(run.thread_id, inner)
            self._connect(bar, inner)

    def _task(self, task: TaskRecord, names: dict[int, str]) -> Slice:
        name = names.get(task.run, "compiling and the like" if not task.run else f"run {task.run}")
        bar = self._slice(
            name, "task", task.began_ns, task.ended_ns, run=task.run, pool=task.pool,
            **{"queue wait us": (task.began_ns - task.submitted_ns) / 1000},
        )  # fmt: skip
        self._on_thread(task.thread_id, bar)
        return bar

    def _nodes(self, run: RunRecord) -> list[NodeRecord]:
        """Adds the nodes of a run that ran on threads; returns those that waited."""
        in_segments = 0
        for segment in run.segments:
            self._on_thread(
                segment.thread_id,
                self._slice(segment.name, "segment", segment.began_ns, segment.ended_ns, run=run.number),
            )
            for node in segment.nodes:
                self._on_thread(segment.thread_id, self._node(node))
            in_segments += len(segment.nodes)
        alone = run.nodes[in_segments:]
        for node in alone:
            if not node.waited:
                self._on_thread(node.thread_id, self._node(node))
        return [node for node in alone if node.waited]

    def _node(self, node: NodeRecord) -> Slice:
        return self._slice(node.name, "node", node.began_ns, node.ended_ns, op=node.op, device=node.device)

    # ---- what disturbs
    def add_interruptions(self, recording: Recorder) -> None:
        """Adds what held up the event loop."""
        lags = [
            self._slice("event loop late", "lag", lag.due_ns, lag.came_ns, ms=(lag.came_ns - lag.due_ns) / 1e6)
            for lag in recording.lags
        ]
        pauses = [
            self._slice(
                f"garbage collection {pause.generation}", "gc", pause.began_ns, pause.ended_ns,
                found=pause.num_collected,
            )
            for pause in recording.pauses
        ]
        for name, slices in (("event loop", lags), ("garbage collections", pauses)):
            if slices:
                self._others.append(Lane("interruptions", name, 0, slices))


Item = TypeVar("Item")


def _first_fit(items: Iterable[Item], times: Callable[[Item], tuple[int, int]]) -> list[tuple[list[Item], int]]:
    """The items in as few rows as it takes for none to overlap, and the number of each row."""
    rows: list[list[Item]] = []
    ends: list[int] = []
    for item in sorted(items, key=lambda item: times(item)[0]):
        began_ns, ended_ns = times(item)
        for number, end_ns in enumerate(ends):
            if end_ns <= began_ns:
                rows[number].append(item)
                ends[number] = ended_ns
                break
        else:
            rows.append([item])
            ends.append(ended_ns)
    return [(row, number) for number, row in enumerate(rows)]


def _curves(recording: Recorder, tasks: Sequence[TaskRecord]) -> list[Curve]:
    origin_ns = recording.began_ns
    curves = []
    for pool in sorted({task.pool for task in tasks}):
        mine = [task for task in tasks if task.pool == pool]
        queued = [(task.submitted_ns, 1) for task in mine] + [(task.began_ns, -1) for task in mine]
        busy = [(task.began_ns, 1) for task in mine] + [(task.ended_ns, -1) for task in mine]
        curves += [Curve(f"{pool}: queued", _sums(queued, origin_ns)), Curve(f"{pool}: busy", _sums(busy, origin_ns))]
    late: list[tuple[int, float]] = [(0, 0.0)]
    for lag in recording.lags:
        late += [(lag.due_ns - origin_ns, (lag.came_ns - lag.due_ns) / 1e6), (lag.came_ns - origin_ns, 0.0)]
    return [*curves, Curve("loop_lag_ms", late)]


def _sums(steps: Iterable[tuple[int, int]], origin_ns: int) -> list[tuple[int, float]]:
    points: list[tuple[int, float]] = [(0, 0.0)]
    total = 0
    for time_ns, step in sorted(steps):
        total += step
        if points[-1][0] == time_ns - origin_ns:
            points[-1] = time_ns - origin_ns, float(total)
        else:
            points.append((time_ns - origin_ns, float(total)))
    return points


def _notes(recording: Recorder) -> list[str]:
    dropped = {kind: number for kind, number in recording.num_dropped.items() if number}
    return [f"{number} {kind} made room for newer ones" for kind, number in dropped.items()]
