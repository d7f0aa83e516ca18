"""Random graphs of which everything is watched: values, effects, failures and what is dead are the same."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from aioflow.passes.uneven_loops import has_uneven_loops
from tests.executor import random_runs
from tests.executor.random_graphs import random_graph
from tests.executor.settings import SETTINGS

from .debugging import watching

#: Those behind the first ones have loops that do not begin, across devices: they once waited for ever.
SEEDS = (*range(3), 16, 69, 86)


@pytest.mark.parametrize("seed", SEEDS)
async def test_debugged(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A debugger that watches every tensor changes nothing."""
    if has_uneven_loops(random_graph(seed).graph.get_operations()):
        pytest.skip("a loop that only some values enter cannot be on several devices")

    def on_session(session: Any) -> Any:
        async def run(fetches: Sequence[str], feeds: Mapping[str, Any], targets: Sequence[str]) -> list[Any]:
            ops = [session.graph.get_operation_by_name(name) for name in targets]
            options = watching(tmp_path, ("*", -1), ("nobody", 0), reset_disk_byte_usage=True)
            values: list[Any] = await session.run([*fetches, *ops], dict(feeds), options)
            return values[: len(fetches)]

        return run

    await check(seed, on_session, monkeypatch)


@pytest.mark.parametrize("seed", SEEDS)
async def test_watched(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that watches every tensor changes nothing."""

    def on_session(session: Any) -> Any:
        async def run(fetches: Sequence[str], feeds: Mapping[str, Any], targets: Sequence[str]) -> list[Any]:
            ops = [session.graph.get_operation_by_name(name) for name in targets]
            async with session.watch(*session.graph.get_operations()):
                values: list[Any] = await session.run([*fetches, *ops], dict(feeds))
            return values[: len(fetches)]

        return run

    await check(seed, on_session, monkeypatch)


async def check(seed: int, on_session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compares runs of a random graph with those of the serial reference."""
    monkeypatch.setattr(random_runs, "on_session", on_session)
    bases = list(SETTINGS)
    assert await random_runs.differences_of(seed, bases[seed % len(bases)]) == []
