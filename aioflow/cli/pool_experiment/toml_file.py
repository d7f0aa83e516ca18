"""Reading an experiment's TOML file."""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aioflow.cli.exits import BadInput
from aioflow.cli.model_file import open_regular
from aioflow.cli.pool_experiment.experiment import (
    LAYOUTS,
    Experiment,
    ModelPlan,
    NamedArrivals,
    Threads,
    TrafficPlan,
)
from aioflow.cli.pool_experiment.pool_knobs import read_knobs
from aioflow.cli.pool_experiment.table_reader import TableReader
from aioflow.cli.terminal import one_line, printable
from aioflow.testing.arrivals import Arrivals, Burst, ClosedLoop, Poisson

_MAX_NBYTES = 1 << 20
_MAX_CELLS = 1000  # a slip, such as lists of twenty values on three axes, would run for days
_MODEL_KINDS = ("digits", "bulk", "graph", "saved_model")
_PATTERNS = ("closed", "poisson", "burst")


def read_experiment(path: str) -> Experiment:
    """Reads a file.

    Raises:
        BadInput: It cannot be read, or does not describe an experiment.
    """
    file = Path(path)
    document = _document(file)
    # Every table is read by somebody who says at its end that it knew all of it: a misspelt key must not be a default.
    try:
        experiment = _experiment(TableReader("the experiment", document), file.parent)
    except BadInput as error:
        raise BadInput(f"{printable(path)}: {error}") from error
    if len(experiment.cells) > _MAX_CELLS:
        raise BadInput(f"{printable(path)}: the matrix has {len(experiment.cells)} cells; {_MAX_CELLS} are possible")
    return experiment


def _document(file: Path) -> Mapping[str, Any]:
    try:
        with open(open_regular(file), "rb") as stream:
            data = stream.read(_MAX_NBYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot read {printable(str(file))}: {error.strerror or one_line(error)}") from error
    if len(data) > _MAX_NBYTES:
        raise BadInput(f"{printable(str(file))} is too large for an experiment")
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{printable(str(file))} is not TOML: {one_line(error)}") from error


def _experiment(reader: TableReader, folder: Path) -> Experiment:
    models = {
        name: _model(TableReader(f"[models.{name}]", table), folder) for name, table in reader.tables("models").items()
    }
    traffic = {
        name: _traffic(TableReader(f"[traffic.{name}]", table), models)
        for name, table in reader.tables("traffic").items()
    }
    pools = TableReader("[pools]", reader.value("pools"))
    experiment = Experiment(
        title=reader.text("title", "Pools compared"),
        measured_s=reader.positive("seconds", 1.0, most=3600),
        warm_up_s=reader.positive("warm_up_seconds", 0.3, most=3600),
        num_repeats=reader.whole("repeats", 3, most=1000),
        seed=reader.whole("seed", 0, least=0),
        models=models,
        traffic=traffic,
        layouts=_layouts(pools),
        threads=tuple(_threads(pools, value, traffic) for value in pools.one_or_more("threads")),
        knobs=read_knobs(pools, traffic),
    )
    pools.end()
    reader.end()
    return experiment


def _layouts(pools: TableReader) -> tuple[str, ...]:
    layouts = pools.one_or_more("layouts", list(LAYOUTS))
    for layout in layouts:
        if not isinstance(layout, str) or layout not in LAYOUTS:
            raise pools.bad("layouts", layout, f"of {', '.join(LAYOUTS)}")
    return tuple(layouts)


def _threads(pools: TableReader, value: Any, traffic: Mapping[str, Any]) -> Threads:
    if not isinstance(value, Mapping):  # one size for all
        return pools.checked_whole("threads", value, most=1024)
    reader = TableReader("[pools] threads", value)
    sizes = {name: reader.whole(name, most=1024) for name in traffic}
    reader.end()
    return sizes


# ---- models
def _model(reader: TableReader, folder: Path) -> ModelPlan:
    kind = reader.text("kind", choices=_MODEL_KINDS)
    plan = ModelPlan(kind)
    if kind == "bulk":
        num_elements = reader.whole("elements", 1_000_000, most=1 << 27)
        plan = ModelPlan(kind, num_elements, reader.whole("nodes", 4, most=10_000))
    elif kind in ("graph", "saved_model"):
        feeds = reader.value("feeds", {})
        is_graph = kind == "graph"
        plan = ModelPlan(
            kind,
            path=folder / reader.text("path"),
            signature="" if is_graph else reader.text("signature", "serving_default"),
            fetches=tuple(_name(reader, name) for name in reader.one_or_more("fetch")) if is_graph else (),
            feeds=_feeds(TableReader(f"{reader.where} feeds", feeds), feeds),
            is_checked=reader.truth("check", True),
        )
    reader.end()
    return plan


def _name(reader: TableReader, value: Any) -> str:
    if not isinstance(value, str):
        raise reader.bad("fetch", value, "names of tensors")
    return value


def _feeds(reader: TableReader, names: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    return {name: _shape(reader, name) for name in names}


def _shape(reader: TableReader, name: str) -> tuple[int, ...]:
    sizes = reader.value(name)
    if not isinstance(sizes, list):
        raise reader.bad(name, sizes, "a shape such as [1, 8]")
    return tuple(reader.checked_whole(name, size, least=0) for size in sizes)


# ---- traffic
def _traffic(reader: TableReader, models: Mapping[str, ModelPlan]) -> TrafficPlan:
    wanted = reader.one_or_more("model")
    for model in wanted:
        if not isinstance(model, str) or model not in models:
            raise reader.bad("model", model, f"of [models]: {', '.join(models)}")
    sessions = [
        reader.checked_whole("sessions", number, most=10_000) for number in reader.one_or_more("sessions", [1])
    ]
    where = f"{reader.where} arrivals"
    arrivals = [_arrivals(TableReader(where, table)) for table in reader.one_or_more("arrivals")]
    reader.end()
    return TrafficPlan(tuple(wanted), tuple(sessions), tuple(arrivals))


def _arrivals(reader: TableReader) -> NamedArrivals:
    pattern = reader.text("pattern", choices=_PATTERNS)
    arrivals: Arrivals
    if pattern == "closed":
        arrivals = ClosedLoop(reader.whole("callers", 1, most=100_000))
        label = f"{arrivals.num_callers} callers"
    elif pattern == "poisson":
        arrivals = Poisson(reader.positive("rate_per_s"))
        label = f"poisson {arrivals.rate_per_s:g}/s"
    else:
        arrivals = Burst(reader.whole("size", most=100_000), reader.positive("every_s"))
        label = f"{arrivals.size} every {arrivals.every_s:g} s"
    reader.end()
    return NamedArrivals(label, arrivals)
