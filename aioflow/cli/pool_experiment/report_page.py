"""One HTML page of an experiment's results, which needs nothing else: no script, no font, no network.

All text of the experiment's file is escaped: whoever opens the page need not trust who wrote the file.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from aioflow.cli.pool_experiment.comparison import HEADINGS as COMPARED
from aioflow.cli.pool_experiment.comparison import compared_rows
from aioflow.cli.pool_experiment.number_text import number_text
from aioflow.cli.pool_experiment.page_style import style
from aioflow.cli.pool_experiment.plots import (
    color,
    depth_plot,
    latency_plot,
    tail_plot,
    thread_plot,
    throughput_plot,
)
from aioflow.cli.pool_experiment.result_table import HEADINGS, NOTE, lag_text, machine_text, result_rows
from aioflow.cli.pool_experiment.verdict import groups_of, setup_of, spread, verdicts, warnings
from aioflow.cli.terminal import counted
from aioflow.observe.html_page import html_page

Document = Mapping[str, Any]


def report_page(document: Document, earlier: Document | None = None) -> str:
    """Writes the page.

    Args:
        document: The results.
        earlier: Results of an earlier run, to compare with, or None.
    """
    cells = document["cells"]
    traffic = {name: color(index) for index, name in enumerate(cells[0]["traffic"])}
    pools = _pool_colors(cells, traffic)
    groups = groups_of(cells)
    sections = [f"<h1>{escape(document['title'])}</h1>", _verdicts(document), _conditions(document)]
    for conditions, of_group in groups.items():
        heading = f"With {conditions}" if conditions else "Results"
        sections.append(f"<h2>{escape(heading)}</h2>{_group(document, of_group, list(traffic))}")
    if earlier is not None:
        sections.append(_compared(earlier, document))
    sections += [*_queues(cells, pools), *_threads(cells, traffic)]
    return html_page(document["title"], style(), "\n".join(sections))


def _pool_colors(cells: Sequence[Document], traffic: Mapping[str, str]) -> dict[str, str]:
    """Gives each pool a color: that of its traffic if it serves one only."""
    names = dict.fromkeys(name for cell in cells for name in cell["pools"])
    others = [name for name in names if name not in traffic]
    return {**traffic, **{name: color(len(traffic) + index) for index, name in enumerate(others)}}


def _verdicts(document: Document) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in verdicts(document))
    doubts = "".join(f"<p>{escape(sentence)}</p>" for sentence in warnings(document))
    parts = [f'<div class="verdict">{said}</div>'] if said else []
    parts += [f'<div class="doubt">{doubts}</div>'] if doubts else []
    return "".join(parts)


def _conditions(document: Document) -> str:
    machine, apart = document["machine"], spread(document)
    noise = "" if apart is None else f" Repeats of a cell differ by {apart:.0%} in their p99, median of all cells."
    text = (
        f"Medians of {counted(document['num_repeats'], 'repeat')} of {document['measured_s']:g} s, in an order drawn "
        f"anew for each round. {machine_text(machine)}, Python {machine['python']}, aioflow "
        f"{machine['aioflow']}, numpy {machine['numpy']}, {machine['event_loop']}, seed {document['seed']}. "
        f"{lag_text(document)[0].upper()}{lag_text(document)[1:]}. Load of the machine: "
        f"{number_text(machine['load_before'])} before, {number_text(machine['load_after'])} after.{noise}"
    )
    cells = document["cells"]
    layouts = {cell["layout"]: cell["meaning"] for cell in cells}
    items = [f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>" for name, meaning in layouts.items()]
    items += [f"<dt>{escape(name)}</dt><dd>{escape(_settings(cells, name))}</dd>" for name in cells[0]["traffic"]]
    threads = " or ".join(dict.fromkeys(cell["threads"] for cell in cells))
    items.append(f"<dt>pools</dt><dd>{escape(threads)}</dd>")
    return f"<dl>{''.join(items)}</dl><details><summary>How it was measured</summary><p>{escape(text)}</p></details>"


def _settings(cells: Sequence[Document], traffic: str) -> str:
    """Tells what one kind of requests was in all cells: where they differ, each of what they had."""
    of_cells = [cell["traffic"][traffic] for cell in cells]
    models, arrivals, sessions = (
        list(dict.fromkeys(str(of_cell[key]) for of_cell in of_cells)) for key in ("model", "arrivals", "num_sessions")
    )
    plural = "" if sessions == ["1"] else "s"
    return f"{' or '.join(models)}; {' or '.join(arrivals)}; {' or '.join(sessions)} session{plural}"


def _group(document: Document, cells: Sequence[Document], traffic: Sequence[str]) -> str:
    """The table and the plots of cells with the same traffic."""
    rows = result_rows({**document, "cells": cells}, setup_of)
    parts = [_table(HEADINGS, rows, f"p50, p99, p99.9: latency in milliseconds. {NOTE}.")]
    for name in traffic:
        keys = "".join(f'<span class="key {color(i)}">{escape(setup_of(cell))}</span>' for i, cell in enumerate(cells))
        parts.append(f"<h3>{escape(name)}</h3>" + '<div class="cards">' + "".join((
            _card("Latency", "from p50 over p99 (large) to p99.9; thin marks: p99 of single repeats",
                  latency_plot(cells, name)),
            _card("Requests that took longer", keys, tail_plot(cells, name), is_html=True),
            _card("Throughput", "thin marks: single repeats", throughput_plot(cells, name)),
        )) + "</div>")  # fmt: skip
    return "\n".join(parts)


def _card(title: str, said: str, drawing: str, *, is_html: bool = False) -> str:
    text = said if is_html else escape(said)
    return f"<figure><figcaption><b>{escape(title)}</b><span>{text}</span></figcaption>{drawing}</figure>"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        "<tr>" + "".join(
            f'<td data-label="{escape(heading)}"{" class=name" if not i else ""}>{escape(cell)}</td>'
            for i, (heading, cell) in enumerate(zip(headings, row, strict=True))
        ) + "</tr>"
        for row in rows
    )  # fmt: skip
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _compared(earlier: Document, document: Document) -> str:
    rows, num_others = compared_rows(earlier, document)
    more = f" In one of the two only: {num_others}." if num_others else ""
    caption = f"now / then: the p99; within spread: repeats of the two runs overlap.{more}"
    return f"<h2>Compared with an earlier run</h2>{_table(COMPARED, rows, caption)}"


def _queues(cells: Sequence[Document], pools: Mapping[str, str]) -> list[str]:
    of_cells = [cell["queue_depth"] for cell in cells]
    deepest = max((max(depth, default=0) for each in of_cells for depth in each["depths"].values()), default=0)
    longest_s = max((time for each in of_cells for time in each["times_s"]), default=1.0)
    cards = []
    for cell in cells:
        sizes = {pool: counted(cell["pools"][pool], "thread") for pool in cell["queue_depth"]["depths"]}
        keys = "".join(f'<span class="key {pools[pool]}">{escape(pool)}, {size}</span>' for pool, size in sizes.items())
        cards.append(_card(cell["label"], keys, depth_plot(cell, deepest, longest_s, pools), is_html=True))
    said = "Tasks that waited for a thread, over time, in the repeat with the median latency. One scale for all cells."
    return [f'<h2>Queues</h2><p>{said}</p><div class="cards">{"".join(cards)}</div>']


def _threads(cells: Sequence[Document], traffic: Mapping[str, str]) -> list[str]:
    keys = "".join(f'<span class="key {kind}">{escape(name)}</span>' for name, kind in traffic.items())
    longest_ms = max((end for cell in cells for *_, end in cell["thread_use"]["spans"]), default=1.0)
    cards = []
    for cell in cells:
        told = "; ".join(
            f"{pool}: " + ", ".join(f"{number_text(ms)} ms {name}" for name, ms in of_pool.items())
            for pool, of_pool in cell["thread_use"]["busy_ms"].items()
        )
        told = f"work done by {told}" if told else ""
        cards.append(_card(cell["label"], told, thread_plot(cell, longest_ms, traffic)))
    said = "From traces taken after the measuring, which make steps slower. One scale for all cells."
    return [f'<h2>Who ran where</h2><p>{said} {keys}</p><div class="cards">{"".join(cards)}</div>']
