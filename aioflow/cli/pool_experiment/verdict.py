"""The verdict of an experiment: what differs by more than the spread of its own repeats, in a sentence or two."""
from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from aioflow.cli.pool_experiment.number_text import number_text

Document = Mapping[str, Any]
#: A busy machine: as many tasks wanted a CPU, as a share of the CPUs, before the experiment began.
_BUSY_SHARE = 0.5
_NOISY_SPREAD = 0.5  # of the 99th percentile, between the repeats of a cell


def groups_of(cells: Sequence[Document]) -> dict[str, list[Document]]:
    """The cells by the words for their traffic: only those with the same traffic can be compared."""
    groups: dict[str, list[Document]] = {}
    for cell in cells:
        groups.setdefault(cell.get("conditions", ""), []).append(cell)
    return groups


def setup_of(cell: Document) -> str:
    """The words for a cell's pools."""
    return str(cell.get("setup", cell["label"]))


def verdicts(document: Document) -> list[str]:
    """Says for each group of cells what sets them apart, with reference to the first cell of each."""
    groups = groups_of(document["cells"])
    found = []
    for conditions, cells in groups.items():
        if len(cells) > 1:
            where = f"With {conditions}: " if conditions and len(groups) > 1 else ""
            sentence = _verdict(cells)
            found.append(where + (sentence if where else sentence[0].upper() + sentence[1:]))
    return found


def _verdict(cells: Sequence[Document]) -> str:
    base, others = cells[0], cells[1:]
    told = {setup_of(cell): _differences(base, cell) for cell in others}
    sure = {name: of_cell for name, of_cell in told.items() if any(of_cell.values())}
    if all(len(traffic["p99_ms_of_repeats"]) < 2 for cell in cells for traffic in cell["traffic"].values()):
        return "a single repeat tells nothing of noise: no setup can be said to differ from another. Repeat it."
    if not sure:
        return (
            f"no setup differs from {setup_of(base)} by more than repeats of one and the same differ: "
            "this run does not tell them apart."
        )
    # The one of which most can be said first; what is not told apart is named so, since that is a result, too.
    order = sorted(sure, key=lambda name: -sum(map(len, sure[name].values())))
    sentences = [f"{name} against {setup_of(base)}: {_told(sure[name])}" for name in order]
    alike = [name for name in told if name not in sure]
    if alike:
        verb = "is" if len(alike) == 1 else "are"
        sentences.append(f"{' and '.join(alike)} {verb} not told apart from {setup_of(base)}")
    return "; ".join(sentences) + "."


def _told(of_cell: Mapping[str, list[str]]) -> str:
    parts = [f"{name} {' and '.join(texts)}" for name, texts in of_cell.items() if texts]
    same = [name for name, texts in of_cell.items() if not texts]
    return ", ".join(parts + [f"{name} unchanged within the spread of repeats" for name in same])


def _differences(base: Document, cell: Document) -> dict[str, list[str]]:
    """By traffic what differs from the first cell, in words; nothing for what may be noise."""
    return {
        name: [*_latency(base["traffic"][name], traffic), *_throughput(base["traffic"][name], traffic)]
        for name, traffic in cell["traffic"].items()
        if name in base["traffic"]
    }


def _latency(base: Document, traffic: Document) -> list[str]:
    old, new = base["latency"]["p99_ms"], traffic["latency"]["p99_ms"]
    if not old or not new or overlap(base["p99_ms_of_repeats"], traffic["p99_ms_of_repeats"]):
        return []
    times = f"{max(old, new) / min(old, new):.1f} times {'lower' if new < old else 'higher'}"
    return [f"p99 {times} ({number_text(new)} against {number_text(old)} ms)"]


def _throughput(base: Document, traffic: Document) -> list[str]:
    old, new = base["throughput_per_s"], traffic["throughput_per_s"]
    before, after = base.get("throughput_of_repeats", []), traffic.get("throughput_of_repeats", [])
    # Arrivals at a given rate make all throughputs alike: less than 5 % is not worth a word.
    if not old or not new or abs(new / old - 1) < 0.05 or overlap(before, after):
        return []
    return [f"throughput {new / old - 1:+.0%}"]


def overlap(one: Sequence[float | None], other: Sequence[float | None]) -> bool:
    """Whether repeats of two cells overlap, or there are too few to say that they do not."""
    old, new = ([value for value in of if value is not None] for of in (one, other))
    return min(len(old), len(new)) < 2 or (min(new) <= max(old) and min(old) <= max(new))


def spread(document: Document) -> float | None:
    """How far the 99th percentiles of a cell's repeats are apart, as a share of their median: the median over all."""
    shares = []
    for cell in document["cells"]:
        for traffic in cell["traffic"].values():
            known = [value for value in traffic["p99_ms_of_repeats"] if value is not None]
            if len(known) > 1 and statistics.median(known) > 0:
                shares.append((max(known) - min(known)) / statistics.median(known))
    return statistics.median(shares) if shares else None


def warnings(document: Document) -> list[str]:
    """Says what speaks against trusting the numbers."""
    found = []
    machine, apart = document["machine"], spread(document)
    load, cpus = machine["load_before"], machine["num_cpus"]
    if load is not None and load > _BUSY_SHARE * cpus:
        of_cpus = "one CPU" if cpus == 1 else f"{cpus} CPUs"
        found.append(f"The machine was busy before it began: load {number_text(load)} on {of_cpus}.")
    if apart is not None and apart > _NOISY_SPREAD:
        found.append(
            f"Repeats of one and the same cell differ by {apart:.0%} in their p99 (median of all cells): smaller "
            "differences between cells are noise. More or longer repeats, on a quieter machine, would tell more."
        )
    if document["num_repeats"] < 2:
        found.append("There is one repeat, so that nothing is known of noise.")
    return found
