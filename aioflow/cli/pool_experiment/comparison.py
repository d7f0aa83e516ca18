"""Comparing the results of an experiment with those of an earlier run of it."""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from aioflow.cli.exits import BadInput
from aioflow.cli.pool_experiment.number_text import number_text, range_text
from aioflow.cli.pool_experiment.verdict import overlap
from aioflow.cli.tables import columns
from aioflow.cli.terminal import one_line, printable

Document = Mapping[str, Any]
HEADINGS = ("cell", "traffic", "p99 ms then", "now", "p99 of repeats then", "now", "now / then", "per s then", "now")
_Results = dict[tuple[str, str], Document]


def read_results(path: str) -> Document:
    """Reads what `aioflow pools --json` has written.

    Raises:
        BadInput: It cannot be read, or holds something else.
    """
    where = printable(path)
    try:
        document = json.loads(Path(path).read_text("utf-8"))
        results = _results(document)
        for traffic in results.values():
            list(_row(traffic, traffic))  # as a check of what is in it
    except OSError as error:
        raise BadInput(f"cannot read {where}: {error.strerror or one_line(error)}") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadInput(f"{where} has no results of `aioflow pools --json`") from error
    return dict(document)


def comparison_text(earlier: Document, document: Document) -> str:
    """Writes a row for each cell and traffic that both have, and says how many others there are."""
    rows, num_others = compared_rows(earlier, document)
    lines = ["compared with earlier results:", *columns([HEADINGS, *rows], has_headings=True)]
    if num_others:
        lines.append(f"in one of the two only: {num_others}")
    return "\n".join(lines)


def compared_rows(earlier: Document, document: Document) -> tuple[list[list[str]], int]:
    """A row for each cell and traffic that both have, and how many others there are."""
    then, now = _results(earlier), _results(document)
    rows = [[*key, *_row(then[key], now[key])] for key in now if key in then]
    return rows, len(then.keys() ^ now.keys())


def worse(earlier: Document, document: Document, ratio: float) -> list[str]:
    """Says what has become worse than `ratio` times, in p99 or throughput, by more than the spread of repeats.

    Args:
        earlier: Results of an earlier run.
        document: The results.
        ratio: From which on it counts, such as 1.2.
    """
    then, now = _results(earlier), _results(document)
    found = []
    for key in now:
        if key not in then:
            continue
        where = f"{key[0]}, {key[1]}"
        old, new = then[key]["latency"]["p99_ms"], now[key]["latency"]["p99_ms"]
        if old and new and new > ratio * old and not _is_within(then[key], now[key], "p99_ms_of_repeats"):
            found.append(f"{where}: p99 {number_text(new)} ms, and {number_text(old)} then")
        before, after = then[key]["throughput_per_s"], now[key]["throughput_per_s"]
        if after * ratio < before and not _is_within(then[key], now[key], "throughput_of_repeats"):
            found.append(f"{where}: {number_text(after)}/s, and {number_text(before)} then")
    return found


def _results(document: Document) -> _Results:
    """Gives what each traffic got in each cell, by the names of both."""
    return {
        (str(cell["label"]), str(name)): traffic
        for cell in document["cells"]
        for name, traffic in cell["traffic"].items()
    }


def _row(then: Document, now: Document) -> Iterator[str]:
    old, new = then["latency"]["p99_ms"], now["latency"]["p99_ms"]
    yield from (number_text(old), number_text(new))
    yield from (range_text(then["p99_ms_of_repeats"]), range_text(now["p99_ms_of_repeats"]))
    yield "-" if old is None or new is None else f"{new / max(1e-6, old):.2f}x{_hint(then, now)}"
    yield from (number_text(then["throughput_per_s"]), number_text(now["throughput_per_s"]))


def _hint(then: Document, now: Document) -> str:
    """Says so where repeats of the two overlap."""
    return ", within spread" if _is_within(then, now, "p99_ms_of_repeats") else ""


def _is_within(then: Document, now: Document, name: str) -> bool:
    """Whether repeats of the two overlap; with a single one nothing is known of that, and the difference counts."""
    old, new = ([value for value in of.get(name, []) if value is not None] for of in (then, now))
    return min(len(old), len(new)) > 1 and overlap(old, new)
