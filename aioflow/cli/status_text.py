"""What a process does, as text."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from aioflow.cli.tables import columns
from aioflow.cli.terminal import counted, nbytes_text, printable
from aioflow.observe.live.snapshot import Durations, SessionView, Snapshot

_MAX_ROWS = 10
_MAX_NAME = 60
_LEAST_S = 0.05  # between two looks, of which rates are told


def status_text(now: Snapshot, before: Snapshot) -> str:
    """Describes a process.

    Args:
        now: The process.
        before: The same process, a little earlier: CPU time and rates are counted from there.
    """
    lines = [
        f"{printable(now.title, _MAX_NAME)} · process {now.pid} · watched for {span_text(now.up_s)}",
        f"  {_cpus(now, before)}{_memory(now)}{counted(now.num_threads, 'thread')}; {counted(now.num_runs, 'run')} "
        "in flight",
        f"  event loop late by p50 {time_text(now.lag.p50_s)}, p99 {time_text(now.lag.p99_s)}, at worst "
        f"{time_text(now.lag.worst_s)} in 30 s" + _stuck(now),
        f"  garbage collection: {_pauses(now.pauses)}",
        "pools: threads busy on average, times of the last ten seconds",
        *_table(
            ("pool", "busy", "of", "waiting", "wait p50", "wait p99", "run p99", "done", "refused"),
            (
                (pool.name, f"{pool.busy if pool.busy_recently is None else pool.busy_recently:.2g}", str(pool.size),
                 str(pool.queued), *_percentiles(pool.waited), _percentiles(pool.ran)[1], f"{pool.completed:,}",
                 f"{pool.rejected:,}")
                for pool in now.pools
            ), "there are none",
        ),
        "runs in flight, the oldest first",
        *_table(
            ("fetches", "for", "session", "waits for"),
            (
                (run.signature, time_text(run.age_s), run.session,
                 ("stopping " if run.is_stopping else "") + (", ".join(run.nodes) or "-"))
                for run in now.runs
            ), "none",
        ),
        "most expensive signatures",
        *_table(
            ("fetches", "work per step", "steps", "session"),
            ((each.signature, time_text(each.cost_s), f"{each.num_steps:,}", each.session) for each in now.signatures),
            "none was measured yet",
        ),
        "sessions; of a server, its models with their versions",
        *_table(
            ("session", "runs/s", "not ok/s", "running", "succeeded", "failed", "cancelled", "timed out", "refused"),
            (
                (each.name, *_rates(each, now, before), str(each.running), f"{each.succeeded:,}", f"{each.failed:,}",
                 f"{each.cancelled:,}", f"{each.timed_out:,}", f"{each.refused:,}")
                for each in _busiest_first(now, before)
            ), "none is open",
        ),
    ]  # fmt: skip
    if now.abandoned:
        lines.append("abandoned kernels: their runs were given up, and they hold threads")
        rows = [(each.node, each.op, time_text(each.age_s), each.session) for each in now.abandoned]
        lines += _table(("node", "op", "for", "session"), rows, "")
    return "\n".join(lines)


def list_text(found: Sequence[Snapshot]) -> str:
    """Lists processes."""
    rows = [
        (str(each.pid), each.title, span_text(each.up_s), str(each.num_runs), str(len(each.sessions)))
        for each in found
    ]
    return "\n".join(columns([("pid", "process", "watched for", "runs", "sessions"), *rows], "", has_headings=True))


def time_text(seconds: float) -> str:
    """Writes a time, such as "1.5 ms"."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs" if seconds else "0"


def span_text(seconds: float) -> str:
    """Writes how long something has been going on, such as "3 min"."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], nothing: str) -> list[str]:
    shown = list(rows)
    if not shown:
        return [f"  {nothing}"]
    more = [f"  and {len(shown) - _MAX_ROWS} more"] if len(shown) > _MAX_ROWS else []
    short = [[printable(cell, _MAX_NAME) for cell in row] for row in shown[:_MAX_ROWS]]
    return [*columns([headings, *short], has_headings=True), *more]


def _busiest_first(now: Snapshot, before: Snapshot) -> list[SessionView]:
    """The sessions by how many runs have ended lately; as they were opened where that is the same."""
    return sorted(now.sessions, key=lambda each: -sum(_ended_since(each, before)))


def _ended_since(session: SessionView, before: Snapshot) -> tuple[int, int]:
    """How many of a session's runs have succeeded since, and how many have ended otherwise."""
    earlier = next((each for each in before.sessions if each.name == session.name), None)
    good, bad = _ended(session)
    if earlier is None:  # opened since
        return good, bad
    good_before, bad_before = _ended(earlier)
    return max(0, good - good_before), max(0, bad - bad_before)


def _ended(session: SessionView) -> tuple[int, int]:
    return session.succeeded, session.failed + session.cancelled + session.timed_out + session.refused


def _rates(session: SessionView, now: Snapshot, before: Snapshot) -> tuple[str, str]:
    """Runs per second, and those among them that did not succeed."""
    passed_s = now.at_s - before.at_s
    if passed_s <= _LEAST_S:
        return "-", "-"
    good, bad = _ended_since(session, before)
    return _rate((good + bad) / passed_s), _rate(bad / passed_s)


def _rate(per_s: float) -> str:
    return f"{per_s:,.0f}" if per_s >= 100 else f"{per_s:.3g}"


def _cpus(now: Snapshot, before: Snapshot) -> str:
    passed_s = now.at_s - before.at_s
    return f"{max(0.0, now.cpu_s - before.cpu_s) / passed_s:.2f} CPUs, " if passed_s > _LEAST_S else ""


def _memory(now: Snapshot) -> str:
    return "" if now.memory_nbytes is None else f"{nbytes_text(now.memory_nbytes)}, "


def _stuck(now: Snapshot) -> str:
    return f"; STUCK for {time_text(now.lag.now_s)} by now" if now.lag.now_s else ""


def _pauses(pauses: Durations) -> str:
    if not pauses.count:
        return "none in ten seconds"
    return f"{counted(pauses.count, 'time')} in ten seconds, longest {time_text(pauses.max_s)}"


def _percentiles(durations: Durations) -> tuple[str, str]:
    return (time_text(durations.p50_s), time_text(durations.p99_s)) if durations.count else ("-", "-")
