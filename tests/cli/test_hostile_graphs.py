"""Graphs that ask for much end soon, with one line, and without much memory."""
from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.counting import cpu_of_a_sum

from .conftest import Cli, Ended
from .hostile_graphs import BOUNDED, DECLARATIONS, REFUSED, field, function, serialized, sizes_of_shape

# In sums of 2,000,000 numbers, of which a CPU makes 50 a second. All take less than 100; without its bound, each would
# take all of the test's time.
MAX_SUMS = 2500
MAX_GROWTH_NBYTES = 160 << 20
SUM_S = cpu_of_a_sum()
FETCHES = {
    "calls itself": "called",
    "constant of two dtypes": "total",
    "doubling sums": "reshaped",
}


def check(cli: Cli, *arguments: object) -> Ended:
    """Runs a command, which must end soon and keep the process small."""
    peak_before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    ended = cli(*arguments)
    assert time.process_time() - began < MAX_SUMS * SUM_S
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak_before) << 10 < MAX_GROWTH_NBYTES
    return ended


@pytest.mark.parametrize("name", REFUSED)
def test_refused(cli: Cli, tmp_path: Path, name: str) -> None:
    """A file that makes no sense, or that would cost too much, is refused by inspect and run."""
    path = tmp_path / "model.pb"
    path.write_bytes(REFUSED[name]())
    assert check(cli, "inspect", path).is_refusal(2)
    assert check(cli, "run", path, "--fetch", "y", "--timeout-s", "1").is_refusal(2)


def test_sizes_that_are_a_matrix(cli: Cli, tmp_path: Path) -> None:
    """A constant of a shape that the op cannot use is a contradiction, in which the node is named."""
    path = tmp_path / "model.pb"
    path.write_bytes(sizes_of_shape([2, 2]))
    assert cli("inspect", path).is_refusal(2, "rank 1 but is rank 2", "images")


def test_a_million_sizes(cli: Cli, tmp_path: Path) -> None:
    """A few bytes declare a million sizes where four are wanted, which is told without making them."""
    path = tmp_path / "model.pb"
    path.write_bytes(sizes_of_shape([1 << 20]))
    assert check(cli, "inspect", path).is_refusal(2, "4 values or 2 values", "images")


@pytest.mark.parametrize("name", DECLARATIONS)
def test_function_that_contradicts_itself(cli: Cli, tmp_path: Path, name: str) -> None:
    """A function whose declaration makes no sense is refused, naming what is wrong with it."""
    path = tmp_path / "model.pb"
    path.write_bytes(serialized(function(DECLARATIONS[name])))
    assert check(cli, "inspect", path).is_refusal(2, "'")
    assert check(cli, "run", path, "--fetch", "called", "--feed", "x=[1,2,3,4]").is_refusal(2, "'")


def test_function_as_it_should_be(cli: Cli, tmp_path: Path) -> None:
    """The same function unchanged is fine."""
    path = tmp_path / "model.pb"
    path.write_bytes(serialized(function(lambda signature: None)))
    assert cli("inspect", path).code == 0
    ended = cli("run", path, "--fetch", "called", "--feed", "x=[1,2,3,4]", "--json")
    assert ended.document["values"]["called"]["value"] == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize("name", BOUNDED)
def test_bounded(cli: Cli, tmp_path: Path, name: str) -> None:
    """A file that makes sense, but asks for much, is described in bounded time, and its run ends."""
    path = tmp_path / "model.pb"
    path.write_bytes(BOUNDED[name]())
    inspected = check(cli, "inspect", path)
    assert (inspected.code, inspected.stderr) == (0, "")
    assert max(map(len, inspected.stdout.splitlines())) < 5000
    fetch = FETCHES.get(name, "y")
    feeds = [] if name in ("long name", "control inputs") else ["--feed", "x=[1,2,3,4]"]
    ended = check(cli, "run", path, "--fetch", fetch, *feeds, "--timeout-s", "1", "--memory-mb", "500")
    assert ended.code == 0 or ended.is_refusal(ended.code)


@pytest.mark.slow
def test_large_lifts_the_limits(cli: Cli, tmp_path: Path) -> None:
    """A file that is honest, but too large for the careful limits, is read with --large."""
    path = tmp_path / "model.pb"
    nodes = (field(0x0A, b"n%d" % number) + field(0x12, b"NoOp") for number in range(41_000))
    path.write_bytes(b"".join(field(0x0A, node) for node in nodes))
    assert cli("inspect", path).is_refusal(2, "--large")
    assert cli("inspect", path, "--large", "--json").document["num_nodes"] == 41_000


def test_long_text(cli: Cli, tmp_path: Path) -> None:
    """A text file of which nobody knows how long it takes to read is refused by its size."""
    path = tmp_path / "model.pbtxt"
    path.write_bytes(b"node { name: 'n' op: 'NoOp' }\n" * 100_000)
    assert check(cli, "inspect", path).is_refusal(2, "--large")


def test_text_of_deep_nesting(cli: Cli, tmp_path: Path) -> None:
    """Text that nests deeper than a parser can follow is refused."""
    path = tmp_path / "model.pbtxt"
    nested = b"attr { key: 'k' value { func { " * 3000
    path.write_bytes(b"node { name: 'n' " + nested)
    assert check(cli, "inspect", path).is_refusal(2)


@pytest.mark.slow
def test_memory_of_a_process(tmp_path: Path) -> None:
    """A process that looks at the worst of these files stays below 256 MB."""
    path = tmp_path / "model.pb"
    script = (
        "import sys; from aioflow.cli.main import main; main(['inspect', sys.argv[1]]);"
        "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')), file=sys.stderr)"
    )
    for name in ("many nodes", "list of tensors", "half filled constants"):
        path.write_bytes(REFUSED[name]())
        done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
        peak_kb = int(done.stderr.split("VmHWM:")[1].split()[0])
        assert peak_kb < 256 << 10, (name, peak_kb)
