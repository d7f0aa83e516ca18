"""The plots of an experiment's report, as inline SVG.

All are as wide as a telephone's window, and stand beside each other where there is more room: their text is never
scaled down.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aioflow.cli.pool_experiment import svg
from aioflow.cli.pool_experiment.axes import Axis, linear_axis, logarithmic_axis
from aioflow.cli.pool_experiment.number_text import number_text
from aioflow.cli.pool_experiment.result_table import shown_percentiles
from aioflow.cli.pool_experiment.verdict import setup_of

Document = Mapping[str, Any]
WIDTH = 350.0  # units, which are pixels at most
_LEFT, _RIGHT, _TOP, _BOTTOM = 8.0, 12.0, 4.0, 38.0
_UPWARD = 44.0  # for the numbers of a vertical axis
_LABEL_HEIGHT, _ROW = 16.0, 38.0  # setups have long names: each has a line of its own above its bar
_LETTER = 6.6  # the width of most letters at the size of text that the page has
_DEPTH_HEIGHT, _TAIL_HEIGHT = 84.0, 170.0
_THREAD_ROW = 26.0
# Name and radius of the dots: the 99th percentile is what pools are chosen by.
_PERCENTILES = (("p50_ms", 3.0), ("p99_ms", 5.0), ("p99.9_ms", 3.5))
_SHARES = ((0.5, "half"), (0.1, "1 in 10"), (0.01, "1 in 100"), (0.001, "1 in 1000"), (0.0001, "1 in 10000"))
NUM_COLORS = 8


def color(index: int) -> str:
    """Gives the class of the color, and of the dashes, of the setup, pool or traffic of that index."""
    return f"c{index % NUM_COLORS}"


def latency_plot(cells: Sequence[Document], traffic: str) -> str:
    """Draws for each cell a line from the median over the 99th percentile (large) to the 99.9th; ticks are repeats."""
    # Logarithmic: a pool that is shared may be a hundred times slower than one that is not.
    latencies = [shown_percentiles(cell["traffic"][traffic]) for cell in cells]
    drawn = [latency[name] for latency in latencies for name, _ in _PERCENTILES]
    drawn += [repeat for cell in cells for repeat in cell["traffic"][traffic]["p99_ms_of_repeats"]]
    axis = logarithmic_axis((value for value in drawn if value is not None), _LEFT, WIDTH - _RIGHT)
    bottom = _TOP + _ROW * len(cells)
    elements = _grid(axis, _TOP, bottom, "milliseconds, logarithmic")
    for row, (cell, latency) in enumerate(zip(cells, latencies, strict=True)):
        kind, y = color(row), _TOP + _ROW * row + (_ROW + _LABEL_HEIGHT) / 2
        p99 = latency["p99_ms"]
        elements += _label(cell, row, "nothing answered" if p99 is None else f"p99 {number_text(p99)} ms")
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
    told = "; ".join(f"{setup_of(cell)}: p99 {number_text(each['p99_ms'])} ms"
                     for cell, each in zip(cells, latencies, strict=True))  # fmt: skip
    return svg.drawing(WIDTH, bottom + _BOTTOM, elements, f"latency of {traffic}: {told}")


def tail_plot(cells: Sequence[Document], traffic: str) -> str:
    """Draws which share of the requests took longer than what is below: a line for each cell, both scales logarithmic.

    A cell without a distribution, of older results or of few requests, has no line.
    """
    tails = [cell["traffic"][traffic].get("tail", []) for cell in cells]
    points = [point for tail in tails for point in tail if point[1] > 0]
    across = logarithmic_axis((ms for _, ms in points), _UPWARD + 24, WIDTH - _RIGHT)
    least = min((share for share, _ in points), default=0.01)
    upward = Axis(min(least, 0.1), 1.0, _TOP + _TAIL_HEIGHT, _TOP + 6, is_logarithmic=True)
    elements = _grid(across, _TOP, _TOP + _TAIL_HEIGHT, "than so many milliseconds, logarithmic")
    for share, name in _SHARES:
        if share >= upward.low * 0.999:
            y = upward.place(share)
            elements.append(svg.line(across.start, y, across.end, y, "grid"))
            elements.append(svg.words(across.start - 6, y + 4, name, "end", "tick"))
    for row, (cell, tail) in enumerate(zip(cells, tails, strict=True)):
        line = [(across.place(ms), upward.place(share)) for share, ms in tail if ms > 0]
        if len(line) > 1:
            elements.append(svg.polyline(line, color(row), setup_of(cell)))
    return svg.drawing(WIDTH, _TOP + _TAIL_HEIGHT + _BOTTOM, elements, f"distribution of {traffic}")


def throughput_plot(cells: Sequence[Document], traffic: str) -> str:
    """Draws a bar for each cell: answers per second; ticks are repeats."""
    of_cells = [cell["traffic"][traffic] for cell in cells]
    repeats = [of_cell.get("throughput_of_repeats", []) for of_cell in of_cells]
    rates = [of_cell["throughput_per_s"] for of_cell in of_cells]
    axis = linear_axis([*rates, *(rate for of_cell in repeats for rate in of_cell)], _LEFT, WIDTH - _RIGHT)
    bottom = _TOP + _ROW * len(cells)
    elements = _grid(axis, _TOP, bottom, "answers per second")
    for row, (cell, rate) in enumerate(zip(cells, rates, strict=True)):
        elements += _label(cell, row, f"{number_text(rate)}/s")
        y, height = _TOP + _ROW * row + _LABEL_HEIGHT + 4, _ROW - _LABEL_HEIGHT - 10
        tip = f"{cell['label']}: {rate:.1f}/s"
        elements.append(svg.rectangle(axis.start, y, axis.place(rate) - axis.start, height, color(row), tip))
        for each in repeats[row]:
            elements.append(svg.line(axis.place(each), y - 2, axis.place(each), y + height + 2, "repeat"))
    told = "; ".join(f"{setup_of(cell)}: {number_text(rate)}/s" for cell, rate in zip(cells, rates, strict=True))
    return svg.drawing(WIDTH, bottom + _BOTTOM, elements, f"throughput of {traffic}: {told}")


def depth_plot(cell: Document, deepest: float, longest_s: float, kinds: Mapping[str, str]) -> str:
    """Draws the number of tasks that waited for a thread of each pool, over time.

    Args:
        cell: The cell.
        deepest: The most that waited anywhere, so that all cells have one scale.
        longest_s: The longest time, for the same reason.
        kinds: Name of a pool -> class of its color.
    """
    times, depths = cell["queue_depth"]["times_s"], cell["queue_depth"]["depths"]
    across = linear_axis([longest_s], _UPWARD, WIDTH - _RIGHT)
    upward = linear_axis([deepest], _TOP + _DEPTH_HEIGHT, _TOP + 6)
    elements = _grid(across, _TOP, _TOP + _DEPTH_HEIGHT, "seconds")
    for tick in (0.0, upward.high):
        elements.append(svg.words(_UPWARD - 6, upward.place(tick) + 4, f"{tick:g}", "end", "tick"))
    for pool, depth in depths.items():
        points = [(across.place(t), upward.place(d)) for t, d in zip(times, depth, strict=True)]
        elements.append(svg.steps(points, kinds[pool], pool))
    told = "; ".join(f"{pool}: at most {max(depth, default=0)}" for pool, depth in depths.items())
    return svg.drawing(WIDTH, _TOP + _DEPTH_HEIGHT + _BOTTOM, elements, f"queue depth: {cell['label']}; {told}")


def thread_plot(cell: Document, longest_ms: float, kinds: Mapping[str, str]) -> str:
    """Draws which thread worked for which traffic, in the traced runs.

    Args:
        cell: The cell.
        longest_ms: Where the axis ends, so that lengths mean the same in all cells.
        kinds: Name of a traffic -> class of its color.
    """
    spans = cell["thread_use"]["spans"]
    # By pool, then by number: "serving 10" behind "serving 9".
    threads = sorted({thread for thread, *_ in spans}, key=lambda name: (name.rstrip("0123456789"), len(name), name))
    axis = linear_axis([longest_ms], _LEFT, WIDTH - _RIGHT)
    bottom = _TOP + _THREAD_ROW * len(threads)
    elements = _grid(axis, _TOP, bottom, "milliseconds")
    for row, thread in enumerate(threads):
        elements.append(svg.words(_LEFT, _TOP + _THREAD_ROW * row + 11, _short(thread, WIDTH - 2 * _LEFT), kind="tick"))
    for thread, traffic, start, end in spans:
        y = _TOP + _THREAD_ROW * threads.index(thread) + 14
        x = axis.place(start)
        tip = f"{thread}: {traffic}, {end - start:.2f} ms"
        elements.append(svg.rectangle(x, y, axis.place(end) - x, _THREAD_ROW - 16, kinds[traffic], tip))
    return svg.drawing(WIDTH, bottom + _BOTTOM, elements, f"who ran where: {cell['label']}")


def _grid(axis: Axis, top: float, bottom: float, title: str) -> list[str]:
    """Draws vertical lines at the ticks of a horizontal axis, with their values, and the axis' title below."""
    elements = []
    for tick in _apart(axis):
        x = axis.place(tick)
        elements.append(svg.line(x, top, x, bottom, "grid"))
        # What would be cut off at an end of the drawing begins, or ends, there.
        anchor = "start" if x < 16 else "end" if x > WIDTH - 20 else "middle"
        elements.append(svg.words(x, bottom + 14, f"{tick:,g}", anchor, "tick"))
    return [*elements, svg.words((axis.start + axis.end) / 2, bottom + 30, title, "middle", "tick")]


def _apart(axis: Axis) -> Iterable[float]:
    """The ticks of an axis whose numbers do not run into each other."""
    end = float("-inf")
    for tick in axis.ticks():
        half = _LETTER * len(f"{tick:,g}") / 2
        if axis.place(tick) - half > end + 6:
            end = axis.place(tick) + half
            yield tick


def _label(cell: Document, row: int, value: str) -> list[str]:
    """Draws the name of a cell's setup above its bar, and its number at the end of the line."""
    y = _TOP + _ROW * row + _LABEL_HEIGHT - 3
    name = _short(setup_of(cell), WIDTH - _LEFT - _RIGHT - _LETTER * (len(value) + 2))
    return [svg.words(_LEFT, y, name), svg.words(WIDTH - _RIGHT, y, value, "end", "value")]


def _short(text: str, width: float) -> str:
    """Cuts text that is wider than the place for it."""
    limit = int(width / _LETTER)
    return text if len(text) <= limit else text[: limit - 1] + "…"
