"""The best-fit allocator under random sequences of calls."""
from __future__ import annotations

from tests.devices import bfc_machine

NUM_SEQUENCES = 60  # `python -m tests.devices.bfc_machine 10000` checks more


def test_random_sequences() -> None:
    """R-40, R-43, R-44, R-45: after every call all chunks, bins and statistics are as a simple model says."""
    bfc_machine.run(NUM_SEQUENCES)
