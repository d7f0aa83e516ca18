"""The page of an experiment: nothing that it draws is cut off, and it says what all cells had."""
from __future__ import annotations

import re
import xml.dom.minidom
from typing import Any

import pytest

from aioflow.cli.pool_experiment.comparison import comparison_text
from aioflow.cli.pool_experiment.plots import latency_plot, throughput_plot
from aioflow.cli.pool_experiment.report_page import report_page
from aioflow.cli.pool_experiment.result_table import result_rows

LABEL = "shared, 2 serving + 1 batch, people: 1 session poisson 25 per s, machines: digits closed 8 callers"


def cell(label: str, repeats: list[float], **setting: Any) -> dict[str, Any]:
    """The results of a cell."""
    latency = {"p50_ms": 10.0, "p99_ms": 90.0, "p99.9_ms": 95.0, "max_ms": 99.0}
    traffic = {
        "model": "digits", "num_sessions": 1, "arrivals": "25 every 0.25 s", "num_requests": 9, "num_rejected": 0,
        "throughput_per_s": 5.0, "latency": latency, "p99_ms_of_repeats": repeats, **setting,
    }  # fmt: skip
    return {
        "label": label, "layout": "shared", "meaning": "all", "threads": "1 thread", "pools": {"shared": 1},
        "traffic": {"people": traffic}, "loop_lag": {"p99_ms": 3.0}, "queue_depth": {"times_s": [], "depths": {}},
        "thread_use": {"busy_ms": {}, "spans": []},
    }  # fmt: skip


def drawn(drawing: str, element: str) -> list[Any]:
    """The elements of a kind."""
    return list(xml.dom.minidom.parseString(drawing).getElementsByTagName(element))


@pytest.mark.parametrize("plot", [latency_plot, throughput_plot])
def test_labels(plot: Any) -> None:
    """A label of a cell is there in full, and within the drawing."""
    drawing = plot([cell(LABEL, [90.0])], "people", "c0")
    (label,) = [text for text in drawn(drawing, "text") if text.firstChild.data.startswith("shared")]
    assert label.firstChild.data == LABEL and label.getAttribute("text-anchor") == "start"
    assert float(label.getAttribute("x")) + 7 * len(LABEL) <= 760
    long = plot([cell("x" * 500, [90.0])], "people", "c0")
    (label,) = [text for text in drawn(long, "text") if text.firstChild.data.startswith("x")]
    assert label.firstChild.data.endswith("…")
    assert float(label.getAttribute("x")) + 7 * len(label.firstChild.data) <= 760


def test_axes_hold_all_marks() -> None:
    """A repeat beyond all medians is not drawn at the edge of another axis: the axis reaches as far."""
    drawing = latency_plot([cell("a", [90.0, 814.0, 20_000.0])], "people", "c0")
    lines = [line for line in drawn(drawing, "line") if line.getAttribute("class") == "repeat"]
    marks = [float(line.getAttribute("x1")) for line in lines]
    assert len(set(marks)) == 3 and marks == sorted(marks) and marks[-1] < 700
    ticks = [text.firstChild.data for text in drawn(drawing, "text") if text.getAttribute("class") == "tick"]
    assert ticks[-1] == "100000 ms"


@pytest.mark.parametrize(("num_requests", "dots"), [(900, 2), (4000, 3)])
def test_percentiles_of_few_requests(num_requests: int, dots: int) -> None:
    """The 99.9th percentile of fewer than 1,000 requests in a repeat is no more than the maximum, and is left out."""
    few = cell("a", [90.0, 91.0], num_requests=num_requests)
    assert len(drawn(latency_plot([few], "people", "c0"), "circle")) == dots
    (row,) = result_rows({"cells": [few], "num_repeats": 2})
    # Fewer than ten requests took longer than what is marked.
    assert row[2:5] == ["10.0", "90.0" if dots == 3 else "~90.0", "~95.0" if dots == 3 else "-"]


def test_differences_within_the_spread() -> None:
    """Where repeats of two cells overlap it is said; a single repeat has no spread."""
    rows = list(result_rows({"cells": [cell("a", [90.0, 99.0]), cell("b", [98.0, 120.0]), cell("c", [100.0, 101.0])]}))
    assert [row[6] for row in rows] == ["1.0x", "1.0x, within spread", "1.0x"]
    assert [row[6] for row in result_rows({"cells": [cell("a", [90.0]), cell("b", [80.0])]})] == ["1.0x", "1.0x"]


def test_comparison() -> None:
    """Earlier and later numbers stand beside each other; where repeats overlap, the ratio says so."""
    cells = [cell("a", [90.0, 99.0]), cell("b", [50.0, 51.0])]
    cells[1]["traffic"]["people"]["latency"]["p99_ms"] = 45.0
    later = [cell("a", [98.0, 120.0]), cell("b", [91.0, 92.0]), cell("c", [1.0])]
    lines = [" ".join(line.split()) for line in comparison_text({"cells": cells}, {"cells": later}).splitlines()]
    assert lines[2] == "a people 90.0 90.0 90.0 .. 99.0 98.0 .. 120 1.00x, within spread 5.00 5.00"
    assert lines[3] == "b people 45.0 90.0 50.0 .. 51.0 91.0 .. 92.0 2.00x 5.00 5.00"
    assert lines[4:] == ["in one of the two only: 1"]


def test_the_heading_tells_what_all_cells_had() -> None:
    """Where cells differ, each of their settings is told, not that of the last one alone."""
    cells = [cell("a", [1.0]), cell("b", [1.0], model="bulk", num_sessions=3, arrivals="poisson 25 per s")]
    machine = {
        "num_cpus": 1, "cpu": "Zed 80", "blas_threads": 2, "python": "3", "aioflow": "0", "numpy": "2",
        "event_loop": "uvloop", "load_before": 0.5,
        "load_after": None,
    }  # fmt: skip
    document = {"title": "t", "seed": 1, "num_repeats": 1, "measured_s": 1.0, "machine": machine, "cells": cells}
    page = re.sub("<[^>]*>", "", report_page(document))
    assert "people: digits or bulk; 25 every 0.25 s or poisson 25 per s; 1 or 3 sessions" in page
    assert "Medians of 1 repeat of 1 s" in page and "1 CPU (Zed 80), BLAS 2 threads, Python 3" in page
    assert "event loop lag p99 up to 3.00 ms. Load of the machine: 0.50 before, - after" in page
