"""How long a stopped run is waited for, as the environment says it."""
from __future__ import annotations

import pytest

from aioflow.executor.run_end import DEFAULT_GRACE_S, grace_s


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("1.5", 1.5), (" 20 ", 20.0), ("1e3", 1000.0)])
def test_a_number_of_seconds_counts(text: str, seconds: float) -> None:
    """Zero does, too: then nothing is waited for."""
    assert grace_s(text) == seconds


@pytest.mark.parametrize("text", ["", "five", "5 s", "-1", "nan", "inf", "1e999"])
def test_what_is_no_time_counts_as_not_set(text: str) -> None:
    """A mistake in the environment keeps no server from starting."""
    assert grace_s(text) == DEFAULT_GRACE_S
