"""The collector of cycles while a process serves."""
from __future__ import annotations

import gc

from aioflow.serving.lifecycle.memory import resting_collector


def test_the_collector_rests() -> None:
    """It looks at new objects less often, and at old ones never; afterwards as before."""
    before, had_frozen = gc.get_threshold(), gc.get_freeze_count()
    with resting_collector():
        assert gc.get_threshold()[0] > before[0] and gc.get_freeze_count() > max(1000, had_frozen)
    assert gc.get_threshold() == before
