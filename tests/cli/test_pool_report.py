"""The page of an experiment: nothing that it draws is cut off, and it says what all cells had."""
from __future__ import annotations

import re
import xml.dom.minidom
from typing import Any

import pytest

from aioflow.cli.pool_experiment.comparison import comparison_text, worse
from aioflow.cli.pool_experiment.plots import WIDTH, latency_plot, tail_plot, throughput_plot
from aioflow.cli.pool_experiment.report_page import report_page
from aioflow.cli.pool_experiment.result_table import result_rows
from aioflow.cli.pool_experiment.verdict import verdicts

LABEL = "shared, 2 serving + 1 batch, nice 5"


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
    drawing = plot([cell(LABEL, [90.0])], "people")
    (label,) = [text for text in drawn(drawing, "text") if text.firstChild.data.startswith("shared")]
    assert label.firstChild.data == LABEL and label.getAttribute("text-anchor") == "start"
    (value,) = [text for text in drawn(drawing, "text") if text.getAttribute("class") == "value"]
    letters = len(LABEL) + len(value.firstChild.data)
    assert float(label.getAttribute("x")) + 6.6 * letters <= float(value.getAttribute("x")) <= WIDTH
    long = plot([cell("x" * 500, [90.0])], "people")
    (label,) = [text for text in drawn(long, "text") if text.firstChild.data.startswith("x")]
    assert label.firstChild.data.endswith("…")
    assert float(label.getAttribute("x")) + 6.6 * len(label.firstChild.data) <= WIDTH


def test_axes_hold_all_marks() -> None:
    """A repeat beyond all medians is not drawn at the edge of another axis: the axis reaches as far."""
    drawing = latency_plot([cell("a", [90.0, 814.0, 20_000.0])], "people")
    lines = [line for line in drawn(drawing, "line") if line.getAttribute("class") == "repeat"]
    marks = [float(line.getAttribute("x1")) for line in lines]
    assert len(set(marks)) == 3 and marks == sorted(marks) and marks[-1] < WIDTH
    ticks = [text.firstChild.data for text in drawn(drawing, "text") if text.getAttribute("class") == "tick"]
    assert ticks == ["10", "100", "1,000", "10,000", "milliseconds, logarithmic"]


@pytest.mark.parametrize(("num_requests", "dots"), [(900, 2), (4000, 3)])
def test_percentiles_of_few_requests(num_requests: int, dots: int) -> None:
    """The 99.9th percentile of fewer than 1,000 requests in a repeat is no more than the maximum, and is left out."""
    few = cell("a", [90.0, 91.0], num_requests=num_requests)
    assert len(drawn(latency_plot([few], "people"), "circle")) == dots
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
    document: dict[str, Any] = {
        "title": "t", "seed": 1, "num_repeats": 1, "measured_s": 1.0, "machine": machine, "cells": cells,
    }  # fmt: skip
    page = re.sub("<[^>]*>", "", report_page(document).replace("</dt>", ": "))
    assert "people: digits or bulk; 25 every 0.25 s or poisson 25 per s; 1 or 3 sessions" in page
    assert "Medians of 1 repeat of 1 s" in page and "1 CPU (Zed 80), BLAS 2 threads, Python 3" in page
    assert "Event loop lag p99 up to 3.00 ms. Load of the machine: 0.50 before, - after" in page
    assert "There is one repeat, so that nothing is known of noise." in page and "busy" not in page
    document["machine"]["load_before"] = 0.7
    assert "The machine was busy before it began: load 0.70 on one CPU." in report_page(document)


def setup(name: str, p99_ms: float, repeats: list[float], rate: float, conditions: str = "") -> dict[str, Any]:
    """The results of a cell with the same arrivals as others, whose throughput differs by 1 % from repeat to repeat."""
    of_repeats = [rate * 0.99, rate * 1.01][: len(repeats)]
    found = cell(name, repeats, throughput_per_s=rate, throughput_of_repeats=of_repeats)
    found["traffic"]["people"]["latency"] = {**found["traffic"]["people"]["latency"], "p99_ms": p99_ms}
    return {**found, "setup": name, "conditions": conditions}


def test_verdict_tells_what_is_more_than_noise() -> None:
    """In one sentence per traffic that can be compared, against the first cell; noise is called so."""
    shared = setup("shared", 26.0, [20.0, 30.0], 100.0)
    better, alike = setup("chosen", 10.0, [9.0, 11.0], 119.0), setup("separate", 25.0, [24.0, 40.0], 101.0)
    assert verdicts({"cells": [shared, better, alike]}) == [
        "Chosen against shared: people p99 2.6 times lower (10.0 against 26.0 ms) and throughput +19%; "
        "separate is not told apart from shared."
    ]
    assert verdicts({"cells": [shared, alike]}) == [
        "No setup differs from shared by more than repeats of one and the same differ: this run does not tell them "
        "apart."
    ]
    single = [setup("shared", 26.0, [26.0], 100.0), setup("chosen", 1.0, [1.0], 900.0)]
    assert "a single repeat tells nothing" in verdicts({"cells": single})[0].lower()
    assert verdicts({"cells": [shared]}) == []


def test_cells_with_other_traffic_are_not_compared() -> None:
    """Neither in the verdict nor with the best: each arrival is a group of its own."""
    calm = [setup(name, ms, [ms, ms + 1], 10.0, "calm") for name, ms in (("shared", 10.0), ("chosen", 20.0))]
    storm = [setup(name, ms, [ms, ms + 1], 10.0, "storm") for name, ms in (("shared", 900.0), ("chosen", 300.0))]
    said = verdicts({"cells": calm + storm})
    assert [sentence.partition(":")[0] for sentence in said] == ["With calm", "With storm"]
    assert "2.0 times higher" in said[0] and "3.0 times lower" in said[1]
    assert [row[6] for row in result_rows({"cells": calm + storm})] == ["1.0x", "2.0x", "3.0x", "1.0x"]


def test_distribution() -> None:
    """A line for each cell that has one, within the drawing; what is there in words reads from the left."""
    tail = [[0.5, 1.0], [0.1, 4.0], [0.01, 90.0]]
    drawing = tail_plot([cell("a", [90.0], tail=tail), cell("b", [90.0])], "people")
    (line,) = drawn(drawing, "polyline")
    points = [tuple(map(float, point.split(","))) for point in line.getAttribute("points").split()]
    assert points == sorted(points) and points[-1][0] <= WIDTH and points[0][1] < points[-1][1]
    names = [text.firstChild.data for text in drawn(drawing, "text")]
    assert {"half", "1 in 10", "1 in 100"} <= set(names) and "1 in 1000" not in names


def test_what_is_worse_than_before() -> None:
    """By more than the ratio, and by more than the spread; cells that only one of the two has count for nothing."""
    then = {"cells": [setup("a", 10.0, [9.0, 11.0], 100.0), setup("b", 10.0, [9.0, 50.0], 100.0)]}
    both = [setup("a", 14.0, [13.0, 15.0], 60.0), setup("b", 30.0, [20.0, 40.0], 99.0)]
    now = {"cells": [*both, setup("c", 1.0, [1.0], 1.0)]}
    assert worse(then, now, 1.2) == ["a, people: p99 14.0 ms, and 10.0 then", "a, people: 60.0/s, and 100 then"]
    assert worse(then, now, 1.5) == ["a, people: 60.0/s, and 100 then"]
    assert worse(then, now, 2.0) == [] and worse(then, then, 1.0) == []
