"""Each op of the examples with every dtype and with every input at an edge: what TensorFlow gave, kernel and rule."""
from __future__ import annotations

from functools import cache

import pytest

from tests.kernels.cases import Case, load_cases
from tests.kernels.cases.examples import EXAMPLES
from tests.kernels.recording import SWEEPS, Outcome, load_outcomes, static_refusals
from tests.kernels.test_recorded import KNOWLEDGE, check_outcome, check_shape_rule

OPS_OF_EXAMPLES = sorted({example.op for example in EXAMPLES})


@cache
def by_op(sweep: str) -> dict[str, list[tuple[str, Case, Outcome]]]:
    """The cases of a sweep with their names and recorded outcomes, by op."""
    found: dict[str, list[tuple[str, Case, Outcome]]] = {op: [] for op in OPS_OF_EXAMPLES}
    outcomes = load_outcomes(sweep)
    for name, case in load_cases(sweep).items():
        found[case.op].append((name, case, outcomes[name]))
    return found


@pytest.mark.parametrize("sweep", SWEEPS)
def test_all_cases_are_recorded(sweep: str) -> None:
    """Neither more nor less than the cases is recorded."""
    assert load_outcomes(sweep).keys() == load_cases(sweep).keys(), f"run tests/kernels/record.py {sweep}"


@pytest.mark.parametrize("op", OPS_OF_EXAMPLES)
@pytest.mark.parametrize("sweep", SWEEPS)
def test_op_gives_what_tensorflow_gave(sweep: str, op: str) -> None:
    """Values and dtypes agree, and so does the class of an error."""
    for _, case, outcome in by_op(sweep)[op]:
        try:
            check_outcome(case, outcome)
        except BaseException as error:
            error.add_note(f"{case}")
            raise


@pytest.mark.parametrize("op", OPS_OF_EXAMPLES)
@pytest.mark.parametrize("known", KNOWLEDGE)
def test_shape_rule_agrees_with_what_came_out(known: str, op: str) -> None:
    """Whatever is known of the inputs, the rule predicts the shapes that come out, and raises for no good inputs."""
    for sweep in SWEEPS:
        for words, case, outcome in by_op(sweep)[op]:
            check_shape_rule(case, outcome, known, static_refusals(sweep).get(words, ()))
