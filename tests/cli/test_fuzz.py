"""A few hundred damaged models (see fuzz_models.py, which makes any number of them) and those that once did harm."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .conftest import DIGITS
from .hostile_graphs import BOUNDED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")

NUM_INPUTS = 300
_SMALL = ("doubling sums", "shape of itself", "calls itself")


@pytest.mark.parametrize("part", range(6))
def test_damaged_models(tmp_path: Path, part: int) -> None:
    """Every damaged model ends with an exit code, at most one line on stderr, in little time and memory."""
    from .fuzz_models import complaints, make_input

    graphs = [DIGITS.read_bytes(), *(BOUNDED[name]() for name in _SMALL)]
    found = {}
    for number in range(part, NUM_INPUTS, 6):
        found[number] = complaints(make_input(0, number, graphs), tmp_path)
    assert {number: texts for number, texts in found.items() if texts} == {}
