"""A few hundred damaged models (see fuzz_models.py, which makes any number of them) and those that once did harm."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from aioflow._proto import graph_pb2

from .conftest import DIGITS
from .hostile_graphs import BOUNDED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")

NUM_INPUTS = 300
MAX_S = 60.0  # two where inputs are made by the thousand; this is for machines of any speed
FOUND = Path(__file__).with_name("found_by_fuzzing")
_SMALL = ("doubling sums", "shape of itself", "calls itself")


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.pb")), ids=lambda path: path.stem)
def test_found_by_fuzzing(tmp_path: Path, path: Path) -> None:
    """Models that once made a command fail (named by seed and number) do so no more."""
    from .fuzz_models import MEMORY_MB, Input, complaints

    message = graph_pb2.GraphDef.FromString(path.read_bytes())
    fetches = [f"--fetch={node.name}" for node in message.node if node.op != "Placeholder"]
    run = ("run", "--json", f"--memory-mb={MEMORY_MB}", *fetches)
    case = Input("model.pb", path.read_bytes(), (("inspect", "--json"), ("inspect",), run), {})
    assert complaints(case, tmp_path, MAX_S) == []


@pytest.mark.parametrize("part", range(6))
def test_damaged_models(tmp_path: Path, part: int) -> None:
    """Every damaged model ends with an exit code, at most one line on stderr, in little time and memory."""
    from .fuzz_models import complaints, make_input

    graphs = [DIGITS.read_bytes(), *(BOUNDED[name]() for name in _SMALL)]
    found = {}
    for number in range(part, NUM_INPUTS, 6):
        found[number] = complaints(make_input(0, number, graphs), tmp_path, MAX_S)
    assert {number: texts for number, texts in found.items() if texts} == {}
