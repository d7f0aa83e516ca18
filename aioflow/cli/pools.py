"""`aioflow pools`: runs an experiment with pools and writes what came of it."""
from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from contextlib import nullcontext
from typing import Any

from aioflow.cli.output_files import check_writable, output_file
from aioflow.cli.pool_experiment.matrix import run_matrix
from aioflow.cli.pool_experiment.report_page import report_page
from aioflow.cli.pool_experiment.toml_file import read_experiment
from aioflow.cli.pool_experiment.workloads import make_workloads
from aioflow.cli.progress import Progress
from aioflow.cli.run_results import recording_saver
from aioflow.cli.terminal import json_text
from aioflow.observe import record

Document = dict[str, Any]
_TRACED_RUNS = 100  # of so many runs of a signature, the nodes of one are recorded


def compare_pools(
    path: str,
    json_path: str | None,
    html_path: str | None,
    progress: Progress,
    run_async: Callable[[Coroutine[Any, Any, Any]], Any],
    trace_path: str | None = None,
    earlier: Mapping[str, Any] | None = None,
) -> Document:
    """Runs the experiment in a file.

    Args:
        path: The TOML file.
        json_path: Where to write the results as JSON, or None.
        html_path: Where to write them as a page, or None.
        progress: Called for each step.
        run_async: Runs a coroutine to its end.
        trace_path: Where to save what ran when, or None.
        earlier: Results of an earlier run, with which the page compares, or None.

    Returns:
        The results, as a document for JSON.

    Raises:
        BadInput: The file or one of its models cannot be used, or a result cannot be written.
        RunFailed: A request ended in an error, or gave a wrong result.
    """
    experiment = read_experiment(path)
    save_trace = None if trace_path is None else recording_saver(trace_path)
    for target in (json_path, html_path):
        if target is not None:
            check_writable(target)  # before minutes are spent on what cannot be written
    recording = record(every=_TRACED_RUNS)
    with nullcontext() if save_trace is None else recording:
        document: Document = run_async(run_matrix(experiment, make_workloads(experiment), progress))
    if save_trace is not None:
        save_trace(recording)
    if json_path is not None:
        _write(json_path, json_text(document) + "\n")
    if html_path is not None:
        _write(html_path, report_page(document, earlier))
    return document


def _write(path: str, text: str) -> None:
    with output_file(path) as file:
        file.write(text.encode())
