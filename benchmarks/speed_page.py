"""`python -m benchmarks.speed_page [--check] [FILE]`: writes the table of docs/speed.md from what `--json` wrote."""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.measuring import shown

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "speed.md"
BEGIN, END = "<!-- speed: written by `python -m benchmarks.speed_page` -->", "<!-- end of speed -->"


def table(document: dict[str, Any]) -> str:
    """The table of all figures that have a target, and what it was measured with, as Markdown."""
    lines = ["| work | figure | measured | target |", "| --- | --- | --- | --- |"]
    for row in document["rows"]:
        for figure in row["figures"]:
            if figure["target"]:
                work = row["work"].partition(" (")[0]  # without versions
                lines.append(f"| {work} | {figure['text']} | {_measured(figure)} | {_target(figure)} |")
    facts = document["facts"]
    peers = ", ".join(f"{name} {facts[name]}" for name in ("numpy", "tensorflow", "onnxruntime", "dask", "torch"))
    load = f"load {facts['load before']} before, {facts['load after']} after"
    about = f"{facts['date']}, {facts['machine']}, {load}, seconds {facts['seconds']}; {facts['python']}, {peers}"
    return "\n".join([*lines, "", f"Medians, and the range of the rounds; bold where the target is missed. {about}."])


def _measured(figure: dict[str, Any]) -> str:
    value = shown(figure["median"], figure["unit"])
    if figure["low"] != figure["high"]:
        value += f" ({shown(figure['low'], figure['unit'])} – {shown(figure['high'], figure['unit'])})"
    return value if figure["is_met"] else f"**{value}**"


def _target(figure: dict[str, Any]) -> str:
    relation, bound = figure["target"].split()
    return f"{'≤' if relation == '<=' else '≥'} {shown(float(bound), figure['unit'])}"


def with_table(text: str, document: dict[str, Any]) -> str:
    """The page with the table between its marks.

    Raises:
        ValueError: A mark is missing.
    """
    before, _, rest = text.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"speed.md has no place for the table, between {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n{table(document)}\n{mark}{after}"


def main() -> None:
    """Writes the table, or with --check fails where it is not up to date."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("results", type=Path, nargs="?", default=RESULTS, help="what --json wrote")
    options = parser.parse_args()
    text = PAGE.read_text()
    wanted = with_table(text, json.loads(options.results.read_text()))
    if options.check:
        sys.exit("docs/speed.md is not what benchmarks/results.json gives" if text != wanted else 0)
    PAGE.write_text(wanted)


if __name__ == "__main__":
    main()
