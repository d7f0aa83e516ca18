"""Replays TensorFlow's recorded unit tests and holds the number that pass against `floor.json`.

    python tests/conformance/replay.py [--update] [--jobs N] [--verbose] [--segments S] [--nodes N] [--regions R]
                                       [--target T] [--feature F] [--devices D]

The floor only rises: `--update` writes it anew when more traces pass. `failing.json` lists, by reason, the traces that
may fail; any other one that does is an error. Without the corpus it says so and succeeds.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests import execution  # noqa: E402 - the path is set above
from tests.corpus import ABSENT, corpus_folder  # noqa: E402 - the path is set above

FLOOR = Path(__file__).with_name("floor.json")
FAILING = Path(__file__).with_name("failing.json")  # reason -> "ID FILE TEST" of each trace
AT_TARGETS = Path(__file__).with_name("failing_at_targets.json")  # the same by kind of target, or device


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--update", action="store_true", help="raise the floor to what passes now")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--verbose", action="store_true", help="show each failing trace")
    parser.add_argument("--segments", choices=execution.SEGMENTS, default="measured", help="how nodes join to segments")
    parser.add_argument("--nodes", choices=execution.NODES, default="measured", help="where nodes run")
    parser.add_argument("--regions", choices=execution.REGIONS, default="off", help="regions of ONNX Runtime")
    parser.add_argument("--target", default="", help="where: grpc for a server, tasks:SEED for a cluster of two tasks")
    parser.add_argument("--feature", action="append", default=[], help="only traces with one of these features")
    parser.add_argument("--devices", choices=execution.DEVICES, default="cpu", help="gpu: also one, on torch's CPU")
    options = parser.parse_args()
    folder = corpus_folder()
    if folder is None:
        print(f"conformance: skipped, {ABSENT}")
        return 0
    ways = execution.environment(options.segments, options.nodes, options.regions, options.devices)
    ways["AIOFLOW_TEST_TARGET"] = options.target
    outcome = replay(folder, options.jobs, options.verbose, ways, options.feature)
    counts = {"all": outcome["passed"], **{name: passed for name, (passed, _) in sorted(outcome["features"].items())}}
    floor = json.loads(FLOOR.read_text()) if FLOOR.exists() else {}
    if options.target or options.devices != "cpu":  # what may fail there is listed
        floor = {}
    if options.feature:  # of other features only some traces were replayed
        counts = {name: counts.get(name, 0) for name in options.feature}
        floor = {name: least for name, least in floor.items() if name in counts}
    fallen = {name: (counts.get(name, 0), least) for name, least in floor.items() if counts.get(name, 0) < least}
    print(f"conformance: {outcome['passed']} of {outcome['total']} traces pass; the floor is {floor.get('all', 0)}")
    for name, (passed, least) in fallen.items():
        print(f"conformance: {name}: {passed} pass, but {least} did")
    surprises = unlisted_failures(outcome, options.target.partition(":")[0] or options.devices)
    for line in surprises:
        print(f"conformance: fails and is not listed in {FAILING.name}: {line}")
    if options.update:
        FLOOR.write_text(json.dumps({name: max(n, floor.get(name, 0)) for name, n in counts.items()}, indent=1) + "\n")
    return 1 if fallen or surprises else 0


def unlisted_failures(outcome: Any, target: str) -> list[str]:
    """The failing traces that no reason is known for, with what went wrong."""
    reasons = [*json.loads(FAILING.read_text()).values(), *json.loads(AT_TARGETS.read_text()).get(target, {}).values()]
    listed = {line.split()[0] for lines in reasons for line in lines}
    failing = (trace for trace in outcome["traces"] if not trace["ok"] and trace["id"] not in listed)
    return [f"{trace['id']} {trace['file']} {trace['test']}: {trace['detail']}" for trace in failing]


def replay(folder: Path, jobs: int, verbose: bool, ways: dict[str, str], features: list[str]) -> Any:
    """Runs the corpus's own replayer; returns its report."""
    with tempfile.TemporaryDirectory() as temporary:
        report = Path(temporary) / "report.json"
        adapter = f"{Path(__file__).with_name('adapter.py')}:Adapter"
        command = [sys.executable, str(folder / "replay.py"), str(folder), "--adapter", adapter]
        command += ["--jobs", str(jobs), "--json", str(report), *(["--verbose"] if verbose else [])]
        command += [word for feature in features for word in ("--feature", feature)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **ways}
        done = subprocess.run(command, capture_output=not verbose, text=True, env=environment, check=False)
        if not report.exists():
            raise SystemExit(f"the replayer failed:\n{done.stdout}\n{done.stderr}")
        return json.loads(report.read_text())


if __name__ == "__main__":
    sys.exit(main())
