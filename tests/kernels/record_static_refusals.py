"""Records of which kernel cases TensorFlow refuses the graph, by what is known of the inputs.

    python -m tests.kernels.record_static_refusals PYTHON [NAME ...]

asks an interpreter that has TensorFlow, for the files of cases that are named, or for all. Its shape functions check
more than what no run could compute.
"""
from __future__ import annotations

import random
import sys
from typing import Any

from aioflow import errors
from tests.kernels.cases import Case, load_cases
from tests.kernels.one_op.programs import Program
from tests.kernels.one_op.trials import trial_of
from tests.kernels.recording import SWEEPS, recorded_names, save_static_refusals, static_refusals

#: What is known of the inputs, as `test_recorded.KNOWLEDGE` has it -> how trials give them.
FORMS = {"values": "constant", "shape": "shape", "rank": "rank", "nothing": "unknown"}


def main() -> None:
    program = Program(sys.argv[1], "tensorflow")
    names = sys.argv[2:] or [*recorded_names(), *SWEEPS]
    refusals = {name: static_refusals(name) for name in [*recorded_names(), *SWEEPS] if sys.argv[2:]}
    for name in names:
        found = {words: refused(program, case) for words, case in load_cases(name).items()}
        refusals[name] = {words: known for words, known in found.items() if known}
        print(name, len(refusals[name]), flush=True)
    program.close()
    print(save_static_refusals(refusals))


def refused(program: Program, case: Case) -> list[str]:
    """The keys of `FORMS` with which TensorFlow does not import the case."""
    answers: dict[str, Any] = {}
    for known, form in FORMS.items():
        try:
            trial = trial_of(case, case.op, random.Random(0), form)
        except errors.InvalidArgumentError:  # a dtype that the op has not
            return []
        answers[known] = program.run(trial, only_import=True)
    return [known for known, answer in answers.items() if "import" in answer]


if __name__ == "__main__":
    main()
