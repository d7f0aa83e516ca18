"""The commands: from arguments to the text of a result."""
from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from aioflow.cli import demo, doctor, graph, inspect, pools, run, serve, server, tfdbg, top
from aioflow.cli.arguments import Command, parser_of
from aioflow.cli.completion import completion_script
from aioflow.cli.event_loop import run_async
from aioflow.cli.exits import BadInput, RunFailed
from aioflow.cli.inspection_text import inspection_text
from aioflow.cli.migrate.scripts import migrate_files
from aioflow.cli.model_file import CAREFUL, LARGE, read_model
from aioflow.cli.pool_experiment.comparison import comparison_text, read_results, worse
from aioflow.cli.pool_experiment.result_table import result_text
from aioflow.cli.progress import Loading, progress_of
from aioflow.cli.run_results import values_for_json, values_text
from aioflow.cli.standard_streams import show_result
from aioflow.cli.terminal import json_text, printable
from aioflow.cli.tfdbg_prompt import run_prompt


def _inspect(options: argparse.Namespace) -> str:
    limits = LARGE if options.large else CAREFUL
    with Loading(options.quiet) as loading:
        loading.note(f"reading {printable(options.model)}")
        model = read_model(options.model, options.tag, limits)
        loading.note(f"inspecting {len(model.graph_def.node):,} nodes")
        document = inspect.inspect_model(model, limits)
    return json_text(document) if options.json else inspection_text(document)


def _request(options: argparse.Namespace) -> run.Request:
    return run.Request(
        feeds=options.feed,
        fetches=[name for names in options.fetch for name in names],
        signature=options.signature,
        trust=options.trust,
        timeout_s=options.timeout_s or None,
        memory_nbytes=options.memory_mb << 20,
        is_quiet=options.quiet,
    )


def _run(options: argparse.Namespace) -> str:
    limits = LARGE if options.large else CAREFUL
    request = replace(_request(options), output=options.output, trace=options.trace)
    with Loading(options.quiet) as loading:
        loading.note(f"reading {printable(options.model)}")
        model = read_model(options.model, options.tag, limits)
        document = run.run_model(model, request, limits, run_async, loading)
    if options.json:
        return json_text(values_for_json(document), indent=None)
    # Whoever wants no words has the values where they were saved.
    return "" if options.quiet and options.output is not None else values_text(document)


def _graph(options: argparse.Namespace) -> str:
    limits = LARGE if options.large else CAREFUL
    request = None
    if options.feed or options.fetch or options.signature is not None:
        request = _request(options)
    with Loading(options.quiet) as loading:
        loading.note(f"reading {printable(options.model)}")
        model = read_model(options.model, options.tag, limits)
        said = graph.draw_model(model, options.html, request, limits, run_async, loading)
    return "" if options.quiet else said


def _doctor(options: argparse.Namespace) -> str:
    document = doctor.diagnose()
    return json_text(document) if options.json else doctor.diagnosis_text(document)


def _demo(options: argparse.Namespace) -> str:
    # Who reads JSON is a program, which may read stderr as well.
    with progress_of("demo", options.quiet or options.json) as progress:
        document = run_async(demo.run_demo(options.seconds, options.callers, progress, options.kernels))
    return json_text(document) if options.json else demo.demo_text(document)


def _pools(options: argparse.Namespace) -> str:
    if options.fail_above is not None and options.compare is None:
        raise BadInput("--fail-above needs --compare: it is about what has become worse")
    # A file that cannot be used is refused before minutes are spent.
    earlier = None if options.compare is None else read_results(options.compare)
    with progress_of("pools", options.quiet) as progress:
        json_path = None if options.json == _STDOUT else options.json
        document = pools.compare_pools(
            options.experiment, json_path, options.html, progress, run_async, options.trace, earlier
        )  # fmt: skip
    text = json_text(document) if options.json == _STDOUT else result_text(document)
    if earlier is not None and options.json != _STDOUT:
        text += "\n" + comparison_text(earlier, document)
    if earlier is not None and options.fail_above is not None:
        found = worse(earlier, document, options.fail_above)
        if found:
            show_result(text)
            raise RunFailed(f"worse than {options.fail_above:g} times: {printable('; '.join(found))}")
    return text


def _migrate(options: argparse.Namespace) -> str:
    return migrate_files(options.script, options.coroutines, options.write)


def _serve(options: argparse.Namespace) -> str:
    run_async(serve.serve(options))
    return ""


def _server(options: argparse.Namespace) -> str:
    run_async(server.serve_task(options))
    return ""


def _top(options: argparse.Namespace) -> str:
    return top.show_process(options.pid, options.once, options.json, max(0.1, options.interval_s))


def _tfdbg(options: argparse.Namespace) -> str:
    if options.prompt:
        if options.json or options.filter or options.tensor or options.node:
            raise BadInput("--prompt takes no other option: its commands say what to show")
        run_prompt(options.dump, sys.stdin, sys.stdout)
        return ""
    document = tfdbg.show_dump(options.dump, options.filter, options.tensor, options.node)
    return json_text(document) if options.json else tfdbg.dump_text(document)


def _completion(options: argparse.Namespace) -> str:
    return completion_script(parser_of(COMMANDS), options.shell)


_STDOUT = "-"  # in place of a file, as other programs have it
COMMANDS: dict[str, Command] = {
    "inspect": _inspect, "graph": _graph, "run": _run, "doctor": _doctor, "demo": _demo, "pools": _pools,
    "migrate": _migrate, "serve": _serve, "server": _server, "top": _top, "tfdbg": _tfdbg, "completion": _completion,
}  # fmt: skip
