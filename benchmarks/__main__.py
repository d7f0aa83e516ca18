"""`python -m benchmarks [--json FILE] [--only TEXT]`: prints every speed target as a ratio against its peers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks import rows_footprint, rows_large, rows_small
from benchmarks.measuring import Row, shown


def main() -> None:
    """Measures and prints all rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("--only", choices=["small", "large", "footprint"], help="only the rows of one kind")
    options = parser.parse_args()
    kinds = {"small": rows_small.rows, "large": rows_large.rows, "footprint": rows_footprint.rows}
    rows = [row for kind, make in kinds.items() if options.only in (None, kind) for row in make()]
    for row in rows:
        print_row(row)
    if options.json:
        options.json.write_text(json.dumps([row.as_json() for row in rows], indent=1) + "\n")


def print_row(row: Row) -> None:
    """One row: medians with their spread, ratios, other figures, the target."""
    print(f"\n{row.work}   (target: {row.target})")
    for name, rounds in row.seconds.items():
        print(f"  {name:<24} {shown(row.median(name)):>10}   [{shown(min(rounds))} .. {shown(max(rounds))}]")
    for text, (one, other) in row.ratios.items():
        print(f"  {text:<34} {row.median(one) / row.median(other):.2f}")
    for text, number in row.numbers.items():
        print(f"  {text:<24} {number:>10}")


if __name__ == "__main__":
    main()
