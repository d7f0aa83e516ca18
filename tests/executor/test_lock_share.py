"""How much of a step needs the interpreter's lock, by what it took alone and beside others."""
from __future__ import annotations

import pytest

from aioflow.executor.lock_share import TRIAL_PERIOD, LockShare

CPU_S = 100e-6


def learned(alone: float, beside: float, num_beside: int = 1) -> LockShare:
    """What is known of steps that take so many times their CPU time."""
    share = LockShare()
    for _ in range(100):
        share.note(alone * CPU_S, CPU_S, 0)
        share.note(beside * CPU_S, CPU_S, num_beside)
    return share


@pytest.mark.parametrize(
    ("alone", "beside", "num_beside", "is_bound"),
    [
        (1.0, 2.0, 1, True),  # two take twice as long: one after the other
        (1.0, 1.0, 1, False),  # two take as long as one
        (1.0, 1.2, 1, False),
        (1.0, 4.0, 3, True),
        (1.0, 2.0, 3, False),  # four in the time of two: a third of the time is the lock's
        (1.5, 3.0, 1, True),  # the event loop takes its part anyway
        (2.0, 2.2, 1, False),  # the CPUs are busy with something else
    ],
)
def test_what_is_bound(alone: float, beside: float, num_beside: int, is_bound: bool) -> None:
    """Steps that gain less beside each other than changing hands costs are bound."""
    assert learned(alone, beside, num_beside).is_bound is is_bound


def test_it_stays_in_between() -> None:
    """A share between the bounds changes nothing."""
    bound, free = learned(1.0, 2.0), learned(1.0, 1.0)
    for _ in range(100):
        for share in (bound, free):
            share.note(1.58 * CPU_S, CPU_S, 1)
    assert bound.is_bound and not free.is_bound


def test_it_changes() -> None:
    """Values that have become larger spend their time outside of the lock."""
    share = learned(1.0, 2.0)
    for _ in range(10):
        share.note(CPU_S, CPU_S, 1)
    assert not share.is_bound


def test_trials() -> None:
    """What is bound runs beside others now and then; what is not, always."""
    bound, free = learned(1.0, 2.0), learned(1.0, 1.0)
    assert sum(not bound.runs_alone() for _ in range(10 * TRIAL_PERIOD)) == 10
    assert not any(free.runs_alone() for _ in range(10 * TRIAL_PERIOD))


def test_shorter_than_the_clock_tells() -> None:
    """A step without CPU time tells nothing."""
    share = LockShare()
    for _ in range(100):
        share.note(CPU_S, 0.0, 1)
    assert not share.is_bound
