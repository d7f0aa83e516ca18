"""Compares generated graphs of one op with TensorFlow: see the package."""
from __future__ import annotations

import argparse
import pickle
import random
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from aioflow import errors
from tests.kernels.cases import Case, load_cases
from tests.kernels.one_op.documented import documented
from tests.kernels.one_op.mutations import mutated
from tests.kernels.one_op.outcomes import NO_MODEL, difference, different_shapes, kind
from tests.kernels.one_op.programs import Program
from tests.kernels.one_op.trials import trial_of
from tests.kernels.recording import SWEEPS, recorded_names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.kernels.one_op")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="array, math, nn, ...; all when none is named")
    parser.add_argument("--tensorflow", required=True, metavar="PYTHON", help="an interpreter that has TensorFlow")
    parser.add_argument("--count", type=int, default=1000, help="graphs per family")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--op", action="append", default=[], help="of this op only")
    parser.add_argument("--shapes", action="store_true", help="tell where static shapes differ, too")
    parser.add_argument("--imports", action="store_true", help="import the graphs, and run none")
    parser.add_argument("--save", type=Path, help="a folder for what differed: a pickle for each")
    options = parser.parse_args()
    theirs, ours = Program(options.tensorflow, "tensorflow"), Program(sys.executable, "aioflow")
    total: Counter[str] = Counter()
    for family, sources in by_family(options.families, options.op).items():
        counts: Counter[str] = Counter()
        for number, (case, choose) in enumerate(generated(family, sources, options.seed, options.count)):
            try:
                trial = trial_of(case, f"{case.op}-{number}", choose)
            except errors.InvalidArgumentError:
                continue  # a dtype that the op does not have: both refuse the node by its declaration
            wanted = theirs.run(trial, options.imports)
            got = ours.run(trial, options.imports)
            word = difference(case, wanted, got)
            known = documented(case, wanted, got) if word else None
            counts["no model" if kind(wanted) in NO_MODEL else known or ("different" if word else "equal")] += 1
            counts["run" if "outputs" in wanted else "refused"] += 1
            if options.shapes and (word_of_shapes := different_shapes(wanted, got)):
                print(f"SHAPES {case.op} {word_of_shapes}: {wanted['shapes']} -> {got['shapes']}  {described(case)}")
            if (word and not known) or kind(wanted) in NO_MODEL:
                print(f"{trial.name}-{family}: {word or kind(wanted)}", flush=True)
                print(f"    {described(case)}")
                print(f"    {wanted.get('message', '')!r} -> {got.get('message', '')!r}")
                if options.save:
                    options.save.mkdir(exist_ok=True)
                    (options.save / f"{family}-{options.seed}-{trial.name}").write_bytes(
                        pickle.dumps((case, trial, wanted, got))
                    )
        print(f"{family}: {dict(counts)}", flush=True)
        total += counts
    theirs.close()
    ours.close()
    compared = total["equal"] + total["different"]
    print(f"equal: {total['equal']} of {compared}, {total['equal'] / max(compared, 1):.3%}; {dict(total)}")


def by_family(families: list[str], ops: list[str]) -> dict[str, list[Case]]:
    """The recorded cases by family; sweeps' cases, a family of their own."""
    found: dict[str, list[Case]] = {}
    for name in [*recorded_names(), *SWEEPS]:
        family = name.split("/")[0]
        if not families or family in families:
            cases = [case for case in load_cases(name).values() if not ops or case.op in ops]
            found.setdefault(family, []).extend(cases)
    return {family: cases for family, cases in found.items() if cases}


def generated(family: str, sources: list[Case], seed: int, count: int) -> Iterator[tuple[Case, random.Random]]:
    """Mutated cases, each op as often as any other, and what is left of the randomness for each."""
    by_op: dict[str, list[Case]] = {}
    for case in sources:
        by_op.setdefault(case.op, []).append(case)
    ops = sorted(by_op)
    for number in range(count):
        # One generator for each graph, so that any can be made alone.
        choose = random.Random(zlib.crc32(f"{family} {seed} {number}".encode()))
        op = ops[number % len(ops)]
        yield mutated(choose.choice(by_op[op]), choose), choose


def described(case: Case) -> str:
    """The case in a line."""
    return " ".join(f"{case!r}".split())[:600]


if __name__ == "__main__":
    main()
