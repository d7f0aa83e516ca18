"""Experiment: layouts, models and traffic to be compared, as plain data."""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aioflow.cli.pool_experiment.pool_knobs import Knob, knob_text
from aioflow.cli.terminal import counted
from aioflow.testing.arrivals import Arrivals

LAYOUTS = {
    "shared": "all sessions on one named pool",
    "separate": "each session on a pool of its own",
    "chosen": "one named pool per traffic, listed by all sessions and chosen per run",
}
Threads = int | Mapping[str, int]  # of every pool, or per traffic


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """A model as the file describes it.

    Attributes:
        kind: "digits", "bulk", "graph" or "saved_model".
        num_elements, num_nodes: For "bulk": a chain of so many elementwise nodes over so many float32.
        path: For "graph" a frozen GraphDef, for "saved_model" a folder.
        signature: For "saved_model": which of its signatures.
        fetches: For "graph": names of tensors.
        feeds: For these two: name of a tensor, or key of an input -> its shape.
        is_checked: For these two: whether each result must be equal to the first one.
    """

    kind: str
    num_elements: int = 0
    num_nodes: int = 0
    path: Path = Path()
    signature: str = ""
    fetches: tuple[str, ...] = ()
    feeds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    is_checked: bool = True


@dataclass(frozen=True, slots=True)
class NamedArrivals:
    """Arrivals, and how the file calls them."""

    label: str
    arrivals: Arrivals


@dataclass(frozen=True, slots=True)
class TrafficPlan:
    """One kind of requests; each attribute is an axis of the matrix.

    Attributes:
        models: Names of models.
        num_sessions: Numbers of sessions over which the requests are spread.
        arrivals: The times at which they are sent.
    """

    models: tuple[str, ...]
    num_sessions: tuple[int, ...]
    arrivals: tuple[NamedArrivals, ...]


@dataclass(frozen=True, slots=True)
class TrafficSetting:
    """One kind of requests in one cell."""

    model: str
    num_sessions: int
    arrivals: NamedArrivals


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of settings.

    Attributes:
        layout: One of `LAYOUTS`.
        threads: Sizes of the pools.
        knobs: What else is set of the pools.
        traffic: Name -> setting.
        setup: The words that tell its pools from those of other cells.
        conditions: The words that tell its traffic from that of other cells; cells that have the same can be compared.
    """

    layout: str
    threads: Threads
    knobs: Mapping[str, Knob]
    traffic: Mapping[str, TrafficSetting]
    setup: str
    conditions: str

    @property
    def label(self) -> str:
        """The words that tell it from the other cells."""
        return ", ".join(words for words in (self.setup, self.conditions) if words) or self.layout

    def num_threads(self, traffic: str) -> int:
        """Gives the number of threads of a pool for that traffic."""
        return self.threads if isinstance(self.threads, int) else self.threads[traffic]

    @property
    def num_shared_threads(self) -> int:
        """The number of threads of the one shared pool: as many as the pools of all traffic have together."""
        return self.threads if isinstance(self.threads, int) else sum(self.threads.values())


@dataclass(frozen=True, slots=True)
class Experiment:
    """A comparison, as a file describes it.

    Attributes:
        title: Its title.
        measured_s: Seconds that each cell is measured, each time.
        warm_up_s: Seconds before that.
        num_repeats: Number of runs of each cell.
        seed: Seed of arrivals and order.
        models: Name -> model.
        traffic: Name -> kind of requests.
        layouts: The layouts to compare.
        threads: The sizes to compare.
        knobs: Name -> the values to compare of what else is set of the pools.
    """

    title: str
    measured_s: float
    warm_up_s: float
    num_repeats: int
    seed: int
    models: Mapping[str, ModelPlan]
    traffic: Mapping[str, TrafficPlan]
    layouts: tuple[str, ...]
    threads: tuple[Threads, ...]
    knobs: Mapping[str, tuple[Knob, ...]] = field(default_factory=dict)

    @property
    def cells(self) -> list[Cell]:
        """All combinations."""
        per_traffic = [list(_settings(name, plan)) for name, plan in self.traffic.items()]
        cells = []
        pools = itertools.product(self.layouts, self.threads, itertools.product(*self.knobs.values()))
        for (layout, threads, turned), chosen in itertools.product(pools, itertools.product(*per_traffic)):
            knobs = dict(zip(self.knobs, turned, strict=True))
            # A label has only what differs between cells: what is the same everywhere stands above the table.
            words = [layout] if len(self.layouts) > 1 else []
            words += [threads_text(threads)] if len(self.threads) > 1 else []
            words += [knob_text(name, knob) for name, knob in knobs.items() if len(self.knobs[name]) > 1]
            conditions = ", ".join(word for _, word in chosen if word)
            settings = dict(zip(self.traffic, (setting for setting, _ in chosen), strict=True))
            cells.append(Cell(layout, threads, knobs, settings, ", ".join(words), conditions))
        return cells

    @property
    def total_s(self) -> float:
        """Seconds that all of it takes, about."""
        return len(self.cells) * self.num_repeats * (self.measured_s + self.warm_up_s)


def threads_text(threads: Threads) -> str:
    """Writes sizes for reading."""
    if isinstance(threads, int):
        return counted(threads, "thread")
    return " + ".join(f"{count} {name}" for name, count in threads.items())


def _settings(name: str, plan: TrafficPlan) -> Iterator[tuple[TrafficSetting, str]]:
    """Gives each combination of one kind of requests, and the words that tell it from the others."""
    axes: list[tuple[Any, ...]] = [plan.models, plan.num_sessions, plan.arrivals]
    for model, num_sessions, arrivals in itertools.product(*axes):
        words = [model, counted(num_sessions, "session"), arrivals.label]
        told = [word for word, axis in zip(words, axes, strict=True) if len(axis) > 1]
        yield TrafficSetting(model, num_sessions, arrivals), f"{name}: {' '.join(told)}" if told else ""
