"""A table of an experiment's results, for a terminal."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from aioflow.cli.pool_experiment.number_text import number_text, range_text
from aioflow.cli.pool_experiment.verdict import groups_of, verdicts, warnings
from aioflow.cli.tables import columns, paragraph
from aioflow.cli.terminal import counted, printable

Document = Mapping[str, Any]
HEADINGS = (
    "cell", "traffic", "p50 ms", "p99 ms", "p99.9 ms", "p99 of repeats", "against best", "per s", "rejected",
    "loop p99 ms",
)  # fmt: skip

# Percentile -> the share of the requests that took longer.
_SHARES_BEHIND = {"p50_ms": 0.5, "p99_ms": 0.01, "p99.9_ms": 0.001}
NOTE = (
    "~: fewer than 10 requests of a repeat took longer; against best: the p99 against the lowest with the same "
    "traffic; within spread: repeats of the two cells overlap; loop p99: how late the event loop was"
)


def result_text(document: Document) -> str:
    """Writes title, verdict, one row per cell and traffic, and how far all that is to be trusted."""
    machine = document["machine"]
    lines = [
        printable(document["title"]),
        *(line for said in verdicts(document) for line in paragraph(printable(said, 2000), "")),
        *columns([HEADINGS, *result_rows(document)], has_headings=True),
        f"medians of {counted(document['num_repeats'], 'repeat')} of {document['measured_s']:g} s; "
        f"{machine_text(machine)}, {machine['event_loop']}; load {number_text(machine['load_before'])} before, "
        f"{number_text(machine['load_after'])} after; {lag_text(document)}",
        NOTE,
        *warnings(document),
    ]
    return "\n".join(lines)


def machine_text(machine: Document) -> str:
    """Says which CPUs there were, and how many threads a product of matrices takes."""
    text = f"{counted(machine['num_cpus'], 'CPU')} ({machine['cpu']})" if machine["cpu"] else ""
    text = text or counted(machine["num_cpus"], "CPU")
    return text if machine["blas_threads"] is None else f"{text}, BLAS {counted(machine['blas_threads'], 'thread')}"


def lag_text(document: Document) -> str:
    """Says how late the event loop was at most."""
    lags = [cell["loop_lag"]["p99_ms"] for cell in document["cells"] if cell["loop_lag"]["p99_ms"] is not None]
    return f"event loop lag p99 up to {number_text(max(lags, default=None))} ms"


def result_rows(
    document: Document, name_of: Callable[[Document], str] = lambda cell: str(cell["label"])
) -> Iterator[list[str]]:
    """Gives the cells of the table, as text.

    Args:
        document: The results.
        name_of: Gives what a cell is called in its rows.
    """
    best = {conditions: best_cells(cells) for conditions, cells in groups_of(document["cells"]).items()}
    for cell in document["cells"]:
        of_group = best[cell.get("conditions", "")]
        for name, traffic in cell["traffic"].items():
            yield [
                name_of(cell), name,
                *(_percentile_text(traffic, *known) for known in shown_percentiles(traffic).items()),
                range_text(traffic["p99_ms_of_repeats"]),
                "" if traffic["latency"]["p99_ms"] is None else _against(traffic, of_group[name]),
                number_text(traffic["throughput_per_s"]), str(traffic["num_rejected"]),
                number_text(cell["loop_lag"]["p99_ms"]),
            ]  # fmt: skip


def _percentile_text(traffic: Document, name: str, value: float | None) -> str:
    is_vague = value is not None and _num_requests(traffic) * _SHARES_BEHIND[name] < 10
    return ("~" if is_vague else "") + number_text(value)


def _against(traffic: Document, best: Document) -> str:
    """Compares a 99th percentile with the lowest one, as far as the repeats tell the two apart."""
    text = f"{traffic['latency']['p99_ms'] / max(1e-6, best['latency']['p99_ms']):.1f}x"
    lowest = min(value for value in traffic["p99_ms_of_repeats"] if value is not None)
    of_best = [value for value in best["p99_ms_of_repeats"] if value is not None]
    is_within = traffic is not best and len(of_best) > 1 and lowest <= max(of_best)
    return f"{text}, within spread" if is_within else text


def shown_percentiles(traffic: Document) -> dict[str, float | None]:
    """Gives the percentiles that are worth showing: of fewer than 1,000 requests the 99.9th is but the slowest one."""
    known = {name: traffic["latency"][name] for name in _SHARES_BEHIND}
    return known if _num_requests(traffic) >= 1000 else {**known, "p99.9_ms": None}


def _num_requests(traffic: Document) -> float:
    """Gives the number of requests of a repeat."""
    return float(traffic["num_requests"] / len(traffic["p99_ms_of_repeats"]))


def best_cells(cells: Sequence[Document]) -> dict[str, Document]:
    """Finds for each traffic what it got in the cell that gave it the lowest 99th percentile."""
    best: dict[str, Document] = {}
    for cell in cells:
        for name, traffic in cell["traffic"].items():
            p99_ms = traffic["latency"]["p99_ms"]
            if p99_ms is not None and (name not in best or p99_ms < best[name]["latency"]["p99_ms"]):
                best[name] = traffic
    return best
