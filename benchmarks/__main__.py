"""`python -m benchmarks [--json FILE] [--only KIND] [--rounds N] [--cpu] [--quiet]`: every speed target and its peers.

Contenders of a row take turns; each line has the median and, in brackets, the fastest and the slowest round. Peers are
TensorFlow, ONNX Runtime, dask and PyTorch (`pip install '.[bench,torch]'` in a clone); those that are not installed
are named. `python -m benchmarks.speed_page` makes the table of docs/speed.md of the JSON file.
"""
from __future__ import annotations

import argparse
import importlib.util
import json
from pathlib import Path
from typing import Any

from aioflow.cli.progress import progress_of
from benchmarks import (
    rows_cold,
    rows_footprint,
    rows_front,
    rows_kernels,
    rows_large,
    rows_models,
    rows_regions,
    rows_scaling,
    rows_small,
    training,
)
from benchmarks.facts import facts, load_average
from benchmarks.measuring import Clock, Row, shown
from benchmarks.own_processor import take_own_processor


def _serving_rows(rounds: int) -> list[Row]:
    try:
        from benchmarks import serving  # not above: the other rows are measured without the extra `serve`, too
    except ImportError:
        return [Row("serving", absent=["the extra serve"])]
    return serving.rows(rounds)


def _distributed_rows(rounds: int) -> list[Row]:
    if importlib.util.find_spec("grpc") is None:
        return [Row("distributed", absent=["the extra grpc"])]
    from benchmarks import distributed  # not above, as with `serving`

    return distributed.rows(rounds)


KINDS = {
    "footprint": rows_footprint.rows, "cold": rows_cold.rows, "small": rows_small.rows, "front": rows_front.rows,
    "large": rows_large.rows, "kernels": rows_kernels.rows, "models": rows_models.rows,
    "regions": rows_regions.rows, "scaling": rows_scaling.rows, "serving": _serving_rows, "training": training.rows,
    "distributed": _distributed_rows,
}  # fmt: skip


def main() -> None:
    """Measures and prints all rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("--only", choices=KINDS, help="only the rows of one kind")
    parser.add_argument("--rounds", type=int, default=7, help="how often contenders take turns (7)")
    parser.add_argument("--cpu", action="store_true", help="compare CPU seconds, for machines that others use, too")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    options = parser.parse_args()
    Clock.is_cpu = options.cpu
    known = facts() | {"seconds": "of CPU" if options.cpu else "elapsed", "load before": f"{load_average():.1f}"}
    print(", ".join(f"{name} {value}" for name, value in known.items()), flush=True)
    rows = []
    kinds = [kind for kind in KINDS if options.only in (None, kind)]
    # Told on stderr; on a terminal as a bar, which the rows leave in its place.
    with progress_of("benchmarks", options.quiet) as progress:
        for number, kind in enumerate(kinds):
            progress(f"{kind}, {number + 1} of {len(kinds)}", number / len(kinds))
            for row in KINDS[kind](options.rounds):
                rows.append(row)
                print_row(row)
    known["load after"] = f"{load_average():.1f}"
    print(f"\nload average before and after: {known['load before']}, {known['load after']}")
    if options.json:
        document: dict[str, Any] = {"facts": known, "rows": [row.as_json() for row in rows]}
        options.json.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def print_row(row: Row) -> None:
    """One row: seconds of the contenders, then ratios and other figures with their targets."""
    print(f"\n{row.work}")
    for name, rounds in row.seconds.items():
        share = sorted(row.cpu_shares[name])[len(rounds) // 2]
        spread = f"[{shown(min(rounds), 's')} .. {shown(max(rounds), 's')}]"
        print(f"  {name:<28} {shown(sorted(rounds)[len(rounds) // 2], 's'):>10}   {spread:<24} {share:.1f} CPUs")
    for name in row.absent:
        print(f"  {name:<28} {'absent':>10}")
    for figure in row.figures:
        spread = f"[{shown(min(figure.values), figure.unit)} .. {shown(max(figure.values), figure.unit)}]"
        verdict = "" if figure.is_met is None else f"{figure.target}: {'met' if figure.is_met else 'NOT MET'}"
        median = shown(figure.median, figure.unit)
        print(f"  {figure.text:<44} {median:>10}   {spread:<24} {verdict}".rstrip(), flush=True)


if __name__ == "__main__":
    take_own_processor()
    main()
