"""`aioflow graph`: a picture of a model's graphs as a page, with what runs have shown of them."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from aioflow.cli.exits import BadInput
from aioflow.cli.graph_page.graph_data import Measured, graphs_of
from aioflow.cli.graph_page.html_page import graph_page
from aioflow.cli.graph_page.measuring import measure
from aioflow.cli.model_file import FileLimits, Model
from aioflow.cli.output_files import check_writable, output_file
from aioflow.cli.progress import Loading
from aioflow.cli.run import Request, RunAsync, run_model
from aioflow.cli.terminal import counted, printable
from aioflow.framework.graph import Operation, Tensor
from aioflow.session.session import Session


def draw_model(
    model: Model, path: str, request: Request | None, limits: FileLimits, run_async: RunAsync, loading: Loading
) -> str:
    """Writes the page of a model.

    Args:
        model: The model.
        path: Where to write it.
        request: What to run so that costs are known; None to run nothing.
        limits: Bounds for importing the graph, where it is run.
        run_async: Runs a coroutine to its end.
        loading: Tells what is done.

    Returns:
        A sentence on what was written.

    Raises:
        BadInput: The model cannot be run, or the page not written.
        RunFailed: A run ended in an error.
    """
    check_writable(path)
    if not model.graph_def.node and not model.graph_def.library.function:
        raise BadInput(f"{printable(str(model.path))} has no nodes")
    measured = None if request is None else _measured(model, request, limits, run_async, loading)
    graphs = graphs_of(model.graph_def, measured)
    document = {
        "title": printable(str(model.path)), "about": _about(graphs, measured), "graphs": graphs,
        "is_measured": measured is not None,
    }  # fmt: skip
    page = graph_page(f"aioflow graph {model.path.name}", document)
    with output_file(path) as file:
        file.write(page.encode("utf-8", "replace"))
    return f"{printable(path)}: {document['about']}"


def _measured(model: Model, request: Request, limits: FileLimits, run_async: RunAsync, loading: Loading) -> Measured:
    found: list[Measured] = []

    async def look(
        session: Session, fetches: Mapping[str, Tensor | Operation], feeds: Mapping[Tensor, Any]
    ) -> None:
        found.append(await measure(session, fetches, feeds))

    run_model(model, replace(request, look=look), limits, run_async, loading)
    return found[0]


def _about(graphs: list[dict[str, Any]], measured: Measured | None) -> str:
    num_nodes = sum(len(graph["nodes"]) for graph in graphs)
    text = f"{counted(num_nodes, 'node')} in {counted(len(graphs), 'graph')}"
    if measured is None:
        return f"{text}; nothing was run, so that no costs are known (--feed)"
    step = "" if measured.step_s is None else f", {measured.step_s * 1e3:.3g} ms"
    timed = counted(len(measured.cost_s), "node")
    return f"{text}; a step is {counted(measured.num_segments, 'part')}{step}; costs of {timed}, traced one by one"
