"""Huge numbers in graphs with state, files and datasets: nothing takes all memory, starts threads, or never ends."""
from __future__ import annotations

import random
import sys
import zlib
from base64 import b85decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.limits import Limits
from aioflow.kernels import arrays
from tests.kernels import dataset_file_programs, reader_programs, size_programs, state_programs
from tests.kernels.bounded_runs import LIMIT_NBYTES, BoundedGraph
from tests.kernels.dataset.test_datasets import RECORDED
from tests.kernels.huge_numbers import places
from tests.kernels.live_graph import LiveGraph

BEFORE_REMOVALS = 15  # the version of graphs in which ops that were removed later may be
STATES = sorted({name for name, _ in state_programs.all_programs()})

pytestmark = [
    pytest.mark.asyncio(loop_factories=["ageing"]),
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux alone"),
    pytest.mark.filterwarnings("ignore:.*global step"),
]


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tensors may be no larger than what there is room for."""
    monkeypatch.setattr(arrays, "DEFAULT_LIMITS", Limits(tensor_nbytes=LIMIT_NBYTES))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory, with the files of all programs in it."""
    monkeypatch.chdir(tmp_path)
    for name, data in {**dataset_file_programs.FILES, **reader_programs.FILES}.items():
        (tmp_path / name).write_bytes(data)


@dataclass(frozen=True)
class Program:
    """A GraphDef, and what is fetched and fed in each run, by name."""

    graph: Any
    runs: list[tuple[Any, dict[str, Any]]]


def built(build: Callable[[], list[Any]]) -> Program:
    """The program whose nodes a function makes."""
    with tf.Graph().as_default() as graph:
        steps = build()
        pairs = [step if isinstance(step, tuple) and isinstance(step[-1], dict) else (step, {}) for step in steps]
    runs = [(named(fetches), {place.name: value for place, value in feeds.items()}) for fetches, feeds in pairs]
    message = graph.as_graph_def()
    message.versions.producer = BEFORE_REMOVALS
    return Program(message, runs)


def named(fetches: Any) -> Any:
    """The names of tensors and operations."""
    return [named(each) for each in fetches] if isinstance(fetches, (list, tuple)) else fetches.name


async def check_with_huge_numbers(program: Program, choose: random.Random, tries: int = 4) -> None:
    """Runs the program a few times, each time with another integer of its graph made huge."""
    for _ in range(tries):
        graph = tf.GraphDef.FromString(program.graph.SerializeToString())
        where, change = choose.choice(places(graph))
        change(choose)
        try:
            await run(Program(graph, program.runs))
        except AssertionError as error:
            raise AssertionError(f"{where} is huge") from error


async def run(program: Program) -> None:
    """Runs a program as far as it gets."""
    async with BoundedGraph() as live:
        try:
            with live.graph.as_default():
                tf.import_graph_def(program.graph, name="", trust="full")
        except (ValueError, errors.InvalidArgumentError):
            return
        for fetches, feeds in program.runs:
            try:
                await live.run(fetches, feeds)
            except TimeoutError:
                return
            except errors.OpError:
                continue
            except ValueError as error:
                assert "(node " in str(error)  # shapes are inferred late, and contradict each other
                return


@pytest.mark.parametrize("name", STATES)
async def test_state(name: str) -> None:
    """Variables, containers, lists, tables and loops."""
    choose = random.Random(name)
    build, types = state_programs.PROGRAMS[name]
    dtype = choose.choice([dtype for dtype in types if dtype in ("int32", "int64")] or types)
    await check_with_huge_numbers(built(lambda: build(state_programs.WithoutShapes(tf), dtype)), choose, tries=6)


@pytest.mark.parametrize("name", size_programs.PROGRAMS)
async def test_sizes(name: str) -> None:
    """What has sizes, counts and limits in abundance."""
    program = built(lambda: size_programs.PROGRAMS[name](tf))
    await check_with_huge_numbers(program, random.Random(name), tries=40)


@pytest.mark.parametrize("name", sorted(RECORDED.keys() - {"unique_strings", "matching_files", "no_matching_files"}))
async def test_datasets(name: str) -> None:
    """The first elements of a pipeline; some have no numbers."""
    recorded = RECORDED[name]
    starts = [recorded["initializer"]] if recorded["initializer"] else []
    fetches = [*starts, *[recorded["fetches"]] * 3]
    graph = tf.GraphDef.FromString(zlib.decompress(b85decode(recorded["graph"])))
    await check_with_huge_numbers(Program(graph, [(fetch, {}) for fetch in fetches]), random.Random(name))


@pytest.mark.parametrize("name", reader_programs.PROGRAMS)
async def test_readers(name: str) -> None:
    """The first records of files."""

    def build() -> list[Any]:
        nodes = reader_programs.built(tf, reader_programs.PROGRAMS[name])
        return [nodes.enqueue, nodes.close, *[list(nodes.read)] * 3, nodes.counts]

    await check_with_huge_numbers(built(build), random.Random(name))


@pytest.mark.parametrize("name", size_programs.PROGRAMS)
async def test_programs_of_sizes_are_right(name: str) -> None:
    """As they are, their runs fail with no error."""
    program = built(lambda: size_programs.PROGRAMS[name](tf))
    async with LiveGraph() as live:
        with live.graph.as_default():
            tf.import_graph_def(program.graph, name="", trust="full")
        for fetches, feeds in program.runs:
            await live.run(fetches, feeds)
