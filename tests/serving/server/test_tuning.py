"""Which settings measurements speak for."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving import Batching, Loading, Model, ModelServer
from aioflow.serving.server.tuning import TuningReport, proposed
from tests.serving.models import save_frozen

ONCE = Loading(poll_wait_s=0, max_retries=0)


@pytest.mark.parametrize(("milliseconds", "rows"), [
    ({1: 1, 2: 1, 4: 1, 8: 2, 16: 4}, 4),  # beyond 4 rows nothing is gained
    ({1: 1, 2: 2, 4: 4}, 1),  # batches are of no use
    ({1: 1, 2: 1, 4: 2.1}, 2),
    ({1: 1, 64: 1, 128: 1}, 128),
])  # fmt: skip
def test_smallest_size_that_is_nearly_the_best(milliseconds: dict[int, float], rows: int) -> None:
    """Requests wait for a batch of it no longer than one takes."""
    seconds = {size: each / 1000 for size, each in milliseconds.items()}
    assert proposed(seconds) == Batching(max_rows=rows, timeout_s=seconds[rows])


def test_report_in_words() -> None:
    """A row per size, and what follows."""
    seconds = {1: 0.001, 4: 0.001}
    report = TuningReport("m", seconds, proposed(seconds))
    assert report.speed_up == 4
    assert str(report).splitlines() == [
        "model m", "    rows         ms       rows/s", "       1      1.000        1,000",
        "       4      1.000        4,000", "Batching(max_rows=4, timeout_s=0.001): 4.0 times as many rows a second",
    ]  # fmt: skip


async def test_measuring(half: Path, tmp_path: Path) -> None:
    """Rows of a request are repeated; serving goes on with other threads."""
    models = [Model("half", half), Model("frozen", save_frozen(tmp_path / "frozen.pb"))]
    async with ModelServer(models, loading=ONCE) as server:
        report = await server.tune("half", {"x": [1.0, 2.0, 3.0]}, sizes=(4, 1, 2))
        assert list(report.seconds) == [1, 2, 4] and all(each > 0 for each in report.seconds.values())
        assert report.batching.max_rows in report.seconds
        wrongs: list[dict[str, Any]] = [{"x": 1.0}, {"x": []}, {"other": [1.0]}]
        for wrong in wrongs:
            with pytest.raises(tf.errors.InvalidArgumentError):
                await server.tune("half", wrong)
        with pytest.raises(tf.errors.InvalidArgumentError):
            await server.tune("half", {"x": [1.0]}, sizes=())
        with pytest.raises(tf.errors.NotFoundError):
            await server.tune("none", {"x": [1.0]})
