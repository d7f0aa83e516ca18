"""A few seeds of random graphs and random faults; `random_faults` runs as many as there is time for."""
from __future__ import annotations

import pytest

from tests.distributed.clusters import run
from tests.distributed.master.random_faults import meet_faults


@pytest.mark.parametrize("seed", range(6))
def test_each_step_ends(seed: int) -> None:
    """With the value of one process, or an error that says that it may be tried again; a new session works."""
    run(meet_faults(seed))
