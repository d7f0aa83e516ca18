"""One HTML page of an experiment's results, which needs nothing else: no script, no font, no network.

All text of the experiment's file is escaped: whoever opens the page need not trust who wrote the file.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from aioflow.cli.pool_experiment.plots import (
    NUM_COLORS,
    color,
    depth_plot,
    latency_plot,
    thread_plot,
    throughput_plot,
)
from aioflow.cli.pool_experiment.result_table import HEADINGS, NOTE, lag_text, machine_text, number_text, result_rows
from aioflow.cli.terminal import counted

Document = Mapping[str, Any]
_COLORS = ("#3b7dd8", "#d9622b", "#2f9e6e", "#a257c9", "#b8860b", "#c43d6b", "#3a9aa8", "#7a7a7a")
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: 0.2rem; }
.scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { text-align: right; padding: 0.15rem 0.6rem; border-bottom: 1px solid #8884; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; } svg text.tick { opacity: 0.7; font-size: 11px; }
svg .grid { stroke: currentColor; opacity: 0.15; } svg .repeat { stroke: currentColor; opacity: 0.45; }
svg .range { stroke-width: 2; } svg .curve { fill: none; stroke-width: 1.5; }
.key { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.3em 0 1em; }
"""


def report_page(document: Document) -> str:
    """Writes the page."""
    cells = document["cells"]
    traffic = {name: color(index) for index, name in enumerate(cells[0]["traffic"])}
    pools = _pool_colors(cells, traffic)
    sections = [
        f"<h1>{escape(document['title'])}</h1>",
        _conditions(document),
        '<h2>Numbers</h2><div class="scroll">' + _table([HEADINGS, *result_rows(document)]) + "</div>",
        _latencies(document, traffic),
        *_queues(cells, pools),
        *_threads(cells, traffic),
    ]
    styles = _STYLE + "".join(
        f".{color(i)} {{ fill: {_COLORS[i]}; stroke: {_COLORS[i]}; background: {_COLORS[i]}; }}\n"
        f"svg rect.{color(i)} {{ stroke: none; }}\n"
        for i in range(NUM_COLORS)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(document['title'])}</title><style>{styles}</style></head>\n<body>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )


def _pool_colors(cells: list[Document], traffic: Mapping[str, str]) -> dict[str, str]:
    """Gives each pool a color: that of its traffic if it serves one only."""
    names = dict.fromkeys(name for cell in cells for name in cell["pools"])
    others = [name for name in names if name not in traffic]
    return {**traffic, **{name: color(len(traffic) + index) for index, name in enumerate(others)}}


def _conditions(document: Document) -> str:
    machine = document["machine"]
    text = (
        f"Medians of {counted(document['num_repeats'], 'repeat')} of {document['measured_s']:g} s, in an order drawn "
        f"anew for each round. {machine_text(machine)}, Python {machine['python']}, aioflow "
        f"{machine['aioflow']}, numpy {machine['numpy']}, {machine['event_loop']}, seed {document['seed']}. "
        f"{lag_text(document)}. Load of the machine: {number_text(machine['load_before'])} before, "
        f"{number_text(machine['load_after'])} after. {NOTE}: such differences say nothing."
    )
    cells = document["cells"]
    layouts = {cell["layout"]: cell["meaning"] for cell in cells}
    items = [f"<b>{escape(name)}</b>: {escape(meaning)}" for name, meaning in layouts.items()]
    items += [f"<b>{escape(name)}</b>: {escape(_settings(cells, name))}" for name in cells[0]["traffic"]]
    return f"<p>{escape(text)}</p><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _settings(cells: list[Document], traffic: str) -> str:
    """Tells what one kind of requests was in all cells: where they differ, each of what they had."""
    of_cells = [cell["traffic"][traffic] for cell in cells]
    models, arrivals, sessions = (
        list(dict.fromkeys(str(of_cell[key]) for of_cell in of_cells)) for key in ("model", "arrivals", "num_sessions")
    )
    plural = "" if sessions == ["1"] else "s"
    return f"{' or '.join(models)}; {' or '.join(arrivals)}; {' or '.join(sessions)} session{plural}"


def _table(rows: Iterable[Iterable[str]]) -> str:
    heading, *others = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    body = "".join(f"<tr>{row}</tr>" for row in others)
    return f"<table><thead><tr>{heading.replace('td>', 'th>')}</tr></thead><tbody>{body}</tbody></table>"


def _latencies(document: Document, traffic: Mapping[str, str]) -> str:
    parts = [
        "<h2>Latency and throughput</h2><p>Each line runs from p50 to p99.9, where a repeat had 1,000 requests; the "
        "large dot is p99; thin marks are the p99 of single repeats. Latency starts when the request was due.</p>"
    ]
    for name, kind in traffic.items():
        parts.append(f"<h3>{escape(name)}</h3>{latency_plot(document['cells'], name, kind)}")
        parts.append(throughput_plot(document["cells"], name, kind))
    return "\n".join(parts)


def _queues(cells: list[Document], pools: Mapping[str, str]) -> list[str]:
    depths = [depth for cell in cells for depth in cell["queue_depth"]["depths"].values()]
    deepest = max((max(depth, default=0) for depth in depths), default=0)
    parts = ["<h2>Queue depth</h2><p>Queued tasks over time, in the repeat with the median latency.</p>"]
    return parts + [f"<h3>{escape(cell['label'])}</h3>{depth_plot(cell, deepest, pools)}" for cell in cells]


def _threads(cells: list[Document], traffic: Mapping[str, str]) -> list[str]:
    keys = "".join(f'<span class="key {kind}"></span>{escape(name)}' for name, kind in traffic.items())
    parts = [f"<h2>Who ran where</h2><p>From traces taken after the measuring.{keys}</p>"]
    for cell in cells:
        busy = cell["thread_use"]["busy_ms"]
        told = "; ".join(
            f"{pool}: " + ", ".join(f"{number_text(ms)} ms {name}" for name, ms in of_pool.items())
            for pool, of_pool in busy.items()
        )
        parts.append(f"<h3>{escape(cell['label'])}</h3><p>{escape(told)}</p>{thread_plot(cell, traffic)}")
    return parts
