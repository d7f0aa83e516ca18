"""Requests for elements that are cancelled: the next one gets what was asked for, whatever stage was at work."""
from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.kernels.dataset.datasets import Pull
from tests.kernels.dataset.test_datasets import RECORDED, listed, pipeline
from tests.kernels.dataset_file_programs import FILES
from tests.kernels.dataset_programs import PIPELINES
from tests.kernels.live_graph import LiveGraph

# What a request was told is lost with its error, as that of a step which fails is. So these are without errors.
WITHOUT_ERRORS = [
    name
    for name in PIPELINES
    if {element for elements in RECORDED[name]["passes"] for element in elements if isinstance(element, str)}
    <= {"OutOfRangeError"}
]


@pytest.mark.parametrize("name", WITHOUT_ERRORS)
async def test_same_elements_when_cancelled(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that are cancelled wherever they wait leave nothing out: the next one gets what they would have got."""
    for file_name, data in FILES.items():
        (tmp_path / file_name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Pull, "breathe", _breathe)
    monkeypatch.setattr(Pull, "call", _call)
    recorded = RECORDED[name]
    turns = itertools.cycle(range(7, 0, -1))
    async with pipeline(name) as live:
        for wanted in recorded["passes"]:
            if recorded["initializer"]:
                await live.run(live.graph.get_operation_by_name(recorded["initializer"]))
            for element in wanted:
                number, given = 0, None
                while given is None:
                    number += next(turns)  # more and more, so that the longest request comes to its end
                    given = await _asked(live, recorded["fetches"], number)
                assert given == element


async def _asked(live: LiveGraph, names: list[str], num_turns: int) -> Any:
    """Asks for an element; None if that has not ended within so many turns of the loop and was cancelled."""
    call = asyncio.ensure_future(live.run(names))
    for _ in range(num_turns):
        await asyncio.sleep(0)
    call.cancel()
    try:
        return [listed(value) for value in await call]
    except asyncio.CancelledError:
        return None
    except tf.errors.OpError as error:
        return type(error).__name__


async def _breathe(pull: Pull) -> None:
    """Lets others have their turn for each element."""
    await asyncio.sleep(0)


async def _call(pull: Pull, function: Any, args: Any, call: Any = Pull.call) -> list[Any]:
    """Calls a function, and waits before and behind it."""
    await asyncio.sleep(0)
    results: list[Any] = await call(pull, function, args)
    await asyncio.sleep(0)
    return results
