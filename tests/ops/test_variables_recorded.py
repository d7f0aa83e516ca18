"""Programs with variables build the graphs that TensorFlow builds, bit for bit the same values, and the same names."""
from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.ops.recording import RECORDED
from tests.ops.variable_programs import OTHER_NODES
from tests.ops.variable_programs.outcomes import PROGRAMS, built, exact, initialization

# Programs whose values are those of another library's decomposition, or of other orders of summation.
ROUNDED = {"orthogonal_initializers"}


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    """What TensorFlow did, by the names of the programs."""
    outcomes: dict[str, Any] = json.loads((RECORDED / "variables.json").read_text("utf-8"))
    return outcomes


def test_all_are_recorded(recorded: dict[str, Any]) -> None:
    """Every program was run with TensorFlow."""
    assert recorded.keys() == PROGRAMS.keys()


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, recorded: dict[str, Any]) -> None:
    """A program returns what it returns with TensorFlow; nodes, collections and all values are TensorFlow's."""
    graph, fetches, outcome = built(tf, PROGRAMS[name])
    theirs = recorded[name]
    outcome = json.loads(json.dumps(outcome))
    assert outcome["returned"] == theirs["returned"]
    assert outcome["collections"] == theirs["collections"]
    if name not in OTHER_NODES:
        assert outcome["nodes"] == theirs["nodes"]
    with graph.as_default(), tf.Session() as session:
        variables = [*tf.global_variables(), *tf.local_variables()]
        session.run_sync(initialization(tf))
        initial = [exact(value) for value in session.run_sync(variables)]
        values = [exact(session.run_sync(fetch)) for fetch in fetches]
    assert_equal(initial, theirs["initial"], name in ROUNDED)
    assert_equal(values, theirs["values"], name in ROUNDED)


def assert_equal(mine: list[Any], theirs: list[Any], is_rounded: bool) -> None:
    """Checks values, to the last bit unless they are rounded."""
    if not is_rounded:
        assert mine == theirs
        return
    for one, other in zip(mine, theirs, strict=True):
        assert one[0] == other[0]
        np.testing.assert_allclose(one[1:], other[1:], atol=2e-6)
