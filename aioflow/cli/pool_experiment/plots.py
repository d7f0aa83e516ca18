"""The plots of an experiment's report, as inline SVG."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aioflow.cli.pool_experiment import svg
from aioflow.cli.pool_experiment.axes import Axis, linear_axis, logarithmic_axis
from aioflow.cli.pool_experiment.result_table import number_text, shown_percentiles
from aioflow.cli.terminal import counted

Document = Mapping[str, Any]
# Sizes are in units of the drawing, which is scaled to the width of the page.
_WIDTH = 760.0
_LABEL_WIDTH = 220.0  # beside the curves: names of pools and threads
_LABEL_HEIGHT, _ROW = 17.0, 43.0  # labels of cells are long: each has a line of its own above its bar
_LEFT, _TOP, _BOTTOM, _RIGHT = 8.0, 6.0, 24.0, 60.0
_LETTER = 7.0  # the width of most letters at the size of text that the page has
_DEPTH_HEIGHT = 90.0
_THREAD_ROW = 16.0
# Name and radius of the dots: the 99th percentile is what pools are chosen by.
_PERCENTILES = (("p50_ms", 3.0), ("p99_ms", 5.0), ("p99.9_ms", 3.5))
NUM_COLORS = 8


def color(index: int) -> str:
    """Gives the class of the color of the pool or traffic of that index."""
    return f"c{index % NUM_COLORS}"


def latency_plot(cells: Sequence[Document], traffic: str, kind: str) -> str:
    """Draws for each cell a line from the median over the 99th percentile (large) to the 99.9th; ticks are repeats."""
    # Logarithmic: a pool that is shared may be a hundred times slower than one that is not.
    latencies = [shown_percentiles(cell["traffic"][traffic]) for cell in cells]
    drawn = [latency[name] for latency in latencies for name, _ in _PERCENTILES]
    drawn += [repeat for cell in cells for repeat in cell["traffic"][traffic]["p99_ms_of_repeats"]]
    axis = logarithmic_axis((value for value in drawn if value is not None), _LEFT, _WIDTH - _RIGHT)
    elements = _grid(axis, _TOP, _TOP + _ROW * len(cells), "ms")
    for row, (cell, latency) in enumerate(zip(cells, latencies, strict=True)):
        elements.append(_label(cell, row))
        y = _TOP + _ROW * row + (_ROW + _LABEL_HEIGHT) / 2
        if latency["p50_ms"] is None:
            continue
        for repeat in cell["traffic"][traffic]["p99_ms_of_repeats"]:
            if repeat is not None:
                elements.append(svg.line(axis.place(repeat), y - 8, axis.place(repeat), y + 8, "repeat"))
        known = [value for value in latency.values() if value is not None]
        elements.append(svg.line(axis.place(known[0]), y, axis.place(known[-1]), y, f"range {kind}"))
        for name, radius in _PERCENTILES:
            if (value := latency[name]) is not None:
                tip = f"{cell['label']}: {name.removesuffix('_ms')} {number_text(value)} ms"
                elements.append(svg.dot(axis.place(value), y, radius, kind, tip))
    return svg.drawing(_WIDTH, _TOP + _ROW * len(cells) + _BOTTOM, elements, f"latency of {traffic}")


def throughput_plot(cells: Sequence[Document], traffic: str, kind: str) -> str:
    """Draws a bar for each cell: answers per second."""
    rates = [cell["traffic"][traffic]["throughput_per_s"] for cell in cells]
    axis = linear_axis(rates, _LEFT, _WIDTH - _RIGHT)
    elements = _grid(axis, _TOP, _TOP + _ROW * len(cells), "/s")
    for row, (cell, rate) in enumerate(zip(cells, rates, strict=True)):
        elements.append(_label(cell, row))
        y, height = _TOP + _ROW * row + _LABEL_HEIGHT + 4, _ROW - _LABEL_HEIGHT - 8
        width = axis.place(rate) - axis.start
        elements.append(svg.rectangle(axis.start, y, width, height, kind, f"{cell['label']}: {rate:.1f}/s"))
        elements.append(svg.words(axis.place(rate) + 6, y + height / 2 + 4, f"{number_text(rate)}/s"))
    return svg.drawing(_WIDTH, _TOP + _ROW * len(cells) + _BOTTOM, elements, f"throughput of {traffic}")


def depth_plot(cell: Document, deepest: float, kinds: Mapping[str, str]) -> str:
    """Draws the number of tasks that waited for a thread of each pool, over time.

    Args:
        cell: The cell.
        deepest: The most that waited anywhere, so that all cells have one scale.
        kinds: Name of a pool -> class of its color.
    """
    times, depths = cell["queue_depth"]["times_s"], cell["queue_depth"]["depths"]
    across = linear_axis(times, _LABEL_WIDTH, _WIDTH - _RIGHT)
    upward = linear_axis([deepest], _TOP + _DEPTH_HEIGHT, _TOP)
    elements = _grid(across, _TOP, _TOP + _DEPTH_HEIGHT, "s")
    for tick in (0.0, upward.high):
        elements.append(svg.words(_LABEL_WIDTH - 8, upward.place(tick) + 4, f"{tick:g}", "end"))
    for row, (pool, depth) in enumerate(depths.items()):
        points = [(across.place(t), upward.place(d)) for t, d in zip(times, depth, strict=True)]
        elements.append(svg.steps(points, kinds[pool], pool))
        y = _TOP + 34 + 15 * row
        elements.append(svg.rectangle(8, y - 8, 10, 10, kinds[pool]))
        size = counted(cell["pools"][pool], "thread")
        elements.append(svg.words(24, y + 1, f"{_short(pool, _LABEL_WIDTH - 100)}, {size}"))
    return svg.drawing(_WIDTH, _TOP + _DEPTH_HEIGHT + _BOTTOM, elements, f"queue depth: {cell['label']}")


def thread_plot(cell: Document, kinds: Mapping[str, str]) -> str:
    """Draws which thread worked for which traffic, in the traced runs.

    Args:
        cell: The cell.
        kinds: Name of a traffic -> class of its color.
    """
    spans = cell["thread_use"]["spans"]
    # By pool, then by number: "serving 10" behind "serving 9".
    threads = sorted({thread for thread, *_ in spans}, key=lambda name: (name.rstrip("0123456789"), len(name), name))
    axis = linear_axis((end for *_, end in spans), _LABEL_WIDTH, _WIDTH - _RIGHT)
    bottom = _TOP + _THREAD_ROW * len(threads)
    elements = _grid(axis, _TOP, bottom, "ms")
    for row, thread in enumerate(threads):
        elements.append(svg.words(_LABEL_WIDTH - 8, _TOP + _THREAD_ROW * (row + 0.75), _short(thread), "end"))
    for thread, traffic, start, end in spans:
        y = _TOP + _THREAD_ROW * threads.index(thread) + 2
        x = axis.place(start)
        tip = f"{thread}: {traffic}, {end - start:.2f} ms"
        elements.append(svg.rectangle(x, y, axis.place(end) - x, _THREAD_ROW - 4, kinds[traffic], tip))
    return svg.drawing(_WIDTH, bottom + _BOTTOM, elements, f"who ran where: {cell['label']}")


def _grid(axis: Axis, top: float, bottom: float, unit: str) -> list[str]:
    """Draws vertical lines at the ticks of a horizontal axis, with their values."""
    elements = []
    for tick in axis.ticks():
        x = axis.place(tick)
        elements.append(svg.line(x, top, x, bottom, "grid"))
        elements.append(svg.words(x, bottom + 15, f"{tick:g} {unit}", "middle", "tick"))
    return elements


def _label(cell: Document, row: int) -> str:
    """Draws the label of a cell above its bar."""
    return svg.words(_LEFT, _TOP + _ROW * row + _LABEL_HEIGHT - 3, _short(cell["label"], _WIDTH - 2 * _LEFT))


def _short(text: str, width: float = _LABEL_WIDTH - 32) -> str:
    """Cuts text that is wider than the place for it."""
    limit = int(width / _LETTER)
    return text if len(text) <= limit else text[: limit - 1] + "…"
