"""A table of an experiment's results, for a terminal."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aioflow.cli.tables import columns
from aioflow.cli.terminal import counted, printable

Document = Mapping[str, Any]
HEADINGS = ("cell", "traffic", "p50 ms", "p99 ms", "p99.9 ms", "p99 of repeats", "against best", "per s", "rejected")


def result_text(document: Document) -> str:
    """Writes title, one row per cell and traffic, and how late the event loop was."""
    machine = document["machine"]
    lines = [
        printable(document["title"]),
        *columns([HEADINGS, *result_rows(document)], has_headings=True),
        f"medians of {counted(document['num_repeats'], 'repeat')} of {document['measured_s']:g} s; "
        f"{counted(machine['num_cpus'], 'CPU')}, "
        f"{machine['event_loop']}; load {number_text(machine['load_before'])} before, "
        f"{number_text(machine['load_after'])} after; {lag_text(document)}",
    ]
    return "\n".join(lines)


def lag_text(document: Document) -> str:
    """Says how late the event loop was at most."""
    lags = [cell["loop_lag"]["p99_ms"] for cell in document["cells"] if cell["loop_lag"]["p99_ms"] is not None]
    return f"event loop lag p99 up to {number_text(max(lags, default=None))} ms"


def result_rows(document: Document) -> Iterator[list[str]]:
    """Gives the cells of the table, as text."""
    best = best_p99_ms(document)
    for cell in document["cells"]:
        for name, traffic in cell["traffic"].items():
            p99_ms = traffic["latency"]["p99_ms"]
            yield [
                cell["label"], name,
                *(number_text(value) for value in shown_percentiles(traffic).values()),
                range_text(traffic["p99_ms_of_repeats"]),
                "" if p99_ms is None else f"{p99_ms / best[name]:.1f}x",
                number_text(traffic["throughput_per_s"]), str(traffic["num_rejected"]),
            ]  # fmt: skip


def shown_percentiles(traffic: Document) -> dict[str, float | None]:
    """Gives the percentiles that are worth showing: of fewer than 1,000 requests the 99.9th is but the slowest one."""
    num_requests = traffic["num_requests"] / len(traffic["p99_ms_of_repeats"])
    known = {name: traffic["latency"][name] for name in ("p50_ms", "p99_ms", "p99.9_ms")}
    return known if num_requests >= 1000 else {**known, "p99.9_ms": None}


def best_p99_ms(document: Document) -> dict[str, float]:
    """Finds for each traffic the lowest 99th percentile that any cell gave it."""
    best: dict[str, float] = {}
    for cell in document["cells"]:
        for name, traffic in cell["traffic"].items():
            p99_ms = traffic["latency"]["p99_ms"]
            if p99_ms is not None:
                best[name] = max(1e-6, min(p99_ms, best.get(name, p99_ms)))
    return best


def range_text(values: list[float | None]) -> str:
    """Writes the lowest and the highest, such as "1.2 .. 3.4"."""
    known = [value for value in values if value is not None]
    return f"{number_text(min(known))} .. {number_text(max(known))}" if known else "-"


def number_text(value: float | None) -> str:
    """Writes a number with about three digits."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
