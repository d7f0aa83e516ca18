"""A recording as one page that any browser shows, and which needs nothing else: no network, no library."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from aioflow.observe.html_page import html_page
from aioflow.observe.recording.op_statistics import op_statistics
from aioflow.observe.recording.recorder import Recorder
from aioflow.observe.recording.records import RunRecord
from aioflow.observe.recording.timeline import Lane, Slice, timeline
from aioflow.pools.histogram import nearest_rank
from aioflow.pools.task_log import TaskRecord

#: The most bars that a page has; a browser draws so many in some 50 ms. Perfetto takes millions.
MAX_BARS = 50_000
_MAX_ROWS = 40
_HINT = (
    "Click a bar to read what it is. Drag to move, w and s (or ctrl and the wheel) to zoom, a and d to go left "
    "and right."
)

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --line: #8884; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --paper: #161616; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1rem auto;
  max-width: 1400px; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0.5rem 0; } h2 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem; }
p { margin: 0.4rem 0; } .faint { opacity: 0.75; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; font-size: 0.9rem; }
th, td { text-align: right; padding: 0.15rem 0.6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; max-width: 28rem; overflow: hidden; text-overflow: ellipsis; }
canvas { width: 100%; display: block; touch-action: pan-y; border: 1px solid var(--line); }
button { font: inherit; min-width: 2.6rem; padding: 0.15rem 0.5rem; margin: 0.2rem 0.2rem 0.4rem 0; }
#about { min-height: 3em; overflow-wrap: anywhere; }
"""


def page(recording: Recorder) -> bytes:
    """Writes a recording's page: a verdict in sentences, tables, and lanes to zoom into."""
    picture = timeline(recording)
    runs, tasks = recording.runs, recording.tasks
    kept, num_left_out = _bounded(picture.lanes)
    data = {
        "length": picture.length_ns,
        "lanes": [_lane(lane) for lane in kept],
        "curves": [{"name": curve.name, "points": curve.points} for curve in picture.curves],
    }
    when = datetime.fromtimestamp(picture.epoch_ns * 1e-9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    notes = [*picture.notes, *([f"{num_left_out} bars are left out: save it as .pftrace"] if num_left_out else [])]
    script = files(__package__).joinpath("page_script.js").read_text("utf-8")
    parts = [
        f"<h1>{escape(picture.title)}</h1>",
        f'<p class="faint">{escape(when)}, {picture.length_ns / 1e9:.3g} s</p>',
        *(f"<p>{escape(sentence)}</p>" for sentence in [*_verdict(recording, runs, tasks), *notes]),
        _section("Runs", ("signature", "runs", "failed", "p50 ms", "p99 ms", "max ms"), _run_rows(runs)),
        _section(
            "Waits for a thread", ("pool", "tasks", "p50 ms", "p99 ms", "max ms", "ran p50 ms"), _pool_rows(tasks)
        ),
        _section(
            "Recorded nodes, by op", ("op", "times", "total ms", "mean us", "max us", "share"),
            (
                (each.op, each.count, f"{each.total_s * 1e3:.3f}", f"{each.mean_s * 1e6:.2f}",
                 f"{each.max_s * 1e6:.1f}", f"{each.share:.1%}")
                for each in op_statistics(node for run in runs for node in run.nodes)
            ),
        ),
        "<h2>When what ran</h2>",
        '<button data-do="in">+</button><button data-do="out">−</button><button data-do="left">←</button>'
        '<button data-do="right">→</button><button data-do="all">all</button>',
        f'<p id="about" class="faint" data-hint="{escape(_HINT)}">{escape(_HINT)}</p>',
        '<canvas id="lanes" role="img" aria-label="Bars of runs, threads and pools over time"></canvas>',
    ]  # fmt: skip
    return html_page(picture.title, _STYLE, "\n".join(parts), [script], data).encode()


# ---- the picture
def _bounded(lanes: Sequence[Lane]) -> tuple[list[Lane], int]:
    """The lanes with so many bars that a browser draws them, nodes left out first; and how many were left out."""
    num_bars = sum(len(lane.slices) for lane in lanes)
    if num_bars <= MAX_BARS:
        return list(lanes), 0
    outer = [
        Lane(lane.group, lane.name, lane.thread_id, [bar for bar in lane.slices if bar.category != "node"])
        for lane in lanes
    ]
    room = MAX_BARS // max(1, len(outer))
    bounded = [
        Lane(lane.group, lane.name, lane.thread_id, lane.slices[max(0, len(lane.slices) - room) :]) for lane in outer
    ]
    return bounded, num_bars - sum(len(lane.slices) for lane in bounded)


def _lane(lane: Lane) -> dict[str, object]:
    return {"name": lane.name, "group": lane.group, "bars": [_bar(bar) for bar in lane.slices]}


def _bar(bar: Slice) -> list[object]:
    text = ", ".join(f"{name}: {_plain(value)}" for name, value in bar.args.items())
    return [bar.name, bar.category, bar.began_ns, bar.ended_ns, text]


def _plain(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


# ---- the words
def _verdict(recording: Recorder, runs: Sequence[RunRecord], tasks: Sequence[TaskRecord]) -> Iterable[str]:
    if not runs:
        yield "No run has ended in this time."
        return
    failed = [run for run in runs if run.outcome != "OK"]
    yield f"{len(runs)} {'run' if len(runs) == 1 else 'runs'} ended, {len(failed)} of them with an error."
    slowest = max(runs, key=lambda run: run.seconds)
    yield f"The slowest, {slowest.signature}, took {slowest.seconds * 1e3:.3g} ms{_why(slowest, tasks, recording)}."
    pauses_ns = sum(pause.ended_ns - pause.began_ns for pause in recording.pauses)
    yield (
        f"The event loop was late by {recording.worst_lag_s * 1e3:.3g} ms at most; "
        f"garbage collections took {pauses_ns / 1e6:.3g} ms together ({len(recording.pauses)} of them)."
    )


def _why(run: RunRecord, tasks: Sequence[TaskRecord], recording: Recorder) -> str:
    """What of a run's time went into waiting, where that is much of it."""
    mine = [task for task in tasks if task.run == run.number]
    waited_ns = min((task.began_ns - task.submitted_ns for task in mine), default=0)
    late_ns = sum(
        max(0, min(lag.came_ns, run.ended_ns) - max(lag.due_ns, run.asked_ns)) for lag in recording.lags
    )
    parts = [
        f"{part_ns / 1e6:.3g} ms of it {what}"
        for part_ns, what in ((waited_ns, "waiting for a thread"), (late_ns, "while the event loop was held up"))
        if part_ns * 1e-9 > 0.1 * run.seconds
    ]
    return ", " + " and ".join(parts) if parts else ""


def _run_rows(runs: Sequence[RunRecord]) -> Iterable[Sequence[object]]:
    by_signature: dict[str, list[RunRecord]] = {}
    for run in runs:
        by_signature.setdefault(run.signature, []).append(run)
    for name, found in sorted(by_signature.items(), key=lambda item: -sum(run.seconds for run in item[1])):
        seconds = sorted(run.seconds for run in found)
        yield name, len(found), sum(run.outcome != "OK" for run in found), *_quantiles(seconds)


def _pool_rows(tasks: Sequence[TaskRecord]) -> Iterable[Sequence[object]]:
    for pool in sorted({task.pool for task in tasks}):
        mine = [task for task in tasks if task.pool == pool]
        waits = sorted((task.began_ns - task.submitted_ns) * 1e-9 for task in mine)
        ran = sorted((task.ended_ns - task.began_ns) * 1e-9 for task in mine)
        yield pool, len(mine), *_quantiles(waits), _quantiles(ran)[0]


def _quantiles(rising: Sequence[float]) -> tuple[str, str, str]:
    p50, p99 = (nearest_rank(rising, share) for share in (0.5, 0.99))
    return f"{p50 * 1e3:.3f}", f"{p99 * 1e3:.3f}", f"{rising[-1] * 1e3:.3f}"


def _section(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    found = list(rows)
    if not found:
        return ""
    more = f'<p class="faint">and {len(found) - _MAX_ROWS} more</p>' if len(found) > _MAX_ROWS else ""
    head = "".join(f"<th>{escape(each)}</th>" for each in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(each))}</td>" for each in row) + "</tr>" for row in found[:_MAX_ROWS]
    )
    return f'<h2>{escape(title)}</h2><div class="scroll"><table><tr>{head}</tr>{body}</table></div>{more}'
