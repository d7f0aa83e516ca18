"""`aioflow demo`: real digits, real numbers."""
from __future__ import annotations

import asyncio
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from aioflow.cli import demo

from .conftest import DIGITS, Cli

COPIED = ("digits_cnn.pb", "held_back.npz")


def test_document(cli: Cli) -> None:
    """Every digit is classified as TensorFlow did, on two pools, with latencies and lags in order."""
    document = cli("demo", "--seconds", "0", "--json").document
    assert (document["num_digits"], document["num_correct"]) == (450, 443)
    assert document["predictions_equal_tensorflow"] is True
    assert document["num_requests"] == 450 == sum(pool["num_requests"] for pool in document["pools"].values())
    assert {name: pool["num_callers"] for name, pool in document["pools"].items()} == {"serving": 48, "background": 16}
    assert document["pools"]["background"]["num_threads"] == 1
    for percentiles in (*(pool["latency_ms"] for pool in document["pools"].values()), document["loop_lag_ms"]):
        assert 0 <= percentiles["p50"] <= percentiles["p99"] <= percentiles["max"]


def test_text(cli: Cli) -> None:
    """The text names accuracy, rate, both pools and the loop's lag."""
    ended = cli("demo", "--seconds", "0", "--callers", "4")
    assert (ended.code, ended.stderr) == (0, "")
    for words in ("443 of 450", "equals TensorFlow's", "/s", "serving", "background", "loop lag", "p99"):
        assert words in ended.stdout


def test_wrong_prediction(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A prediction that differs from TensorFlow's fails the demo, naming the digit."""
    shutil.copy(DIGITS, tmp_path)
    with np.load(DIGITS.with_name("held_back.npz"), allow_pickle=False) as held_back:
        arrays = dict(held_back)
    arrays["tensorflow_predictions"][7] += 1
    np.savez(tmp_path / "held_back.npz", **arrays)
    monkeypatch.setattr(demo, "_PACKAGED", tmp_path)
    assert cli("demo", "--seconds", "0").is_refusal(1, "digit 7", "TensorFlow")


@pytest.mark.parametrize("missing", COPIED)
def test_missing_data(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """Without its model or its digits the demo says so."""
    for name in COPIED:
        if name != missing:
            shutil.copy(DIGITS.with_name(name), tmp_path)
    monkeypatch.setattr(demo, "_PACKAGED", tmp_path)
    assert cli("demo").is_refusal(2, missing)


async def test_loop_stays_free() -> None:
    """While the demo runs, other coroutines of the loop run, too."""
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count())
    document = await demo.run_demo(0, 64, lambda text, share: None)
    counting.cancel()
    assert document["num_requests"] == 450
    assert turns > 10


@pytest.mark.parametrize("kernels", ["auto", "own"])
def test_kernels(cli: Cli, kernels: str) -> None:
    """ONNX Runtime computes the model where it is installed and nobody says otherwise; the demo tells which."""
    uses_regions = kernels == "auto" and find_spec("onnxruntime") is not None
    document = cli("demo", "--seconds", "0", "--json", "--kernels", kernels).document
    assert document["region_engine"] == ("onnxruntime" if uses_regions else "none")
    text = cli("demo", "--seconds", "0", "--kernels", kernels).stdout
    assert ("regions of ONNX Runtime" in text) is uses_regions and ("aioflow's own" in text) is not uses_regions
