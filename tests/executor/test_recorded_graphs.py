"""A stored set of random graphs gives what TensorFlow gave; `record_random_graphs.py` makes the set."""
from __future__ import annotations

import pytest

from .random_outcomes import differences
from .random_runs import session_outcomes, setting_of
from .recorded_graphs import RecordedGraph, read
from .settings import SETTINGS

RECORDED = read()
BASES = list(SETTINGS)


async def differences_from_recorded(index: int, recorded: RecordedGraph, base: str) -> list[str]:
    """What comes out otherwise than TensorFlow had it."""
    made = recorded.made()
    seen = await session_outcomes(made, setting_of(index, base))
    return [f"graph {index}, {base}: {line}" for line in differences(made, seen, recorded.outcomes)]


@pytest.mark.asyncio(loop_factories=["asyncio"])
@pytest.mark.parametrize("part", range(len(BASES)))
@pytest.mark.slow
async def test_recorded_graphs(part: int) -> None:
    """Values, effects, failures and what is dead are TensorFlow's."""
    found: list[str] = []
    for index in range(part, len(RECORDED), len(BASES)):
        found += await differences_from_recorded(index, RECORDED[index], BASES[part])
    assert not found, "\n".join(found)


def test_enough_is_recorded() -> None:
    """The set has at least 300 graphs, and each kind of outcome among what TensorFlow gave."""
    outcomes = [outcome for recorded in RECORDED for outcome in recorded.outcomes]
    assert len(RECORDED) >= 300
    assert {"dead", "InvalidArgumentError"} == {outcome for outcome in outcomes if isinstance(outcome, str)}
    assert sum(isinstance(outcome, list) for outcome in outcomes) > len(outcomes) / 2
