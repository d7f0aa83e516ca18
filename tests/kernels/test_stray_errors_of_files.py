"""Kernels that touch files, and whatever these hold: results or errors of ours, no endless run, nothing left open."""
from __future__ import annotations

import asyncio
import gc
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.limits import touches_outside_world
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape
from tests.kernels.file_trials import EXTREMES, FileTrial
from tests.kernels.live_graph import LiveGraph
from tests.kernels.own_ops import own_kernels, own_ops
from tests.kernels.stray_files import TEXTS, fill, open_files, some_text
from tests.kernels.test_stray_errors import has_functions, random_attrs

TRIES = 12
PATIENCE_S = 60.0  # of a clock that jumps when nothing goes on
# What is wrong with files or with slices is an internal error in TensorFlow, too.
MEANT = [
    "within its header", "Failed to find the saved tensor slices", "Mismatching shapes", "Mismatching ranks",
    "Mismatching types", "out of bounds: shape",
]  # fmt: skip
PATHS = {"file_pattern", "filename", "logdir"}
FILE_OPS = [
    op
    for op in own_ops()
    if (touches_outside_world(op) or op.startswith("Reader")) and "PyFunc" not in op and not has_functions(op)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, in which all files are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.asyncio(loop_factories=["jumping"])
@pytest.mark.parametrize("op", FILE_OPS)
async def test_whatever_a_file_holds(op: str, folder: Path, bounded_memory: None) -> None:
    """The op ends with a result or an error of ours; later runs of the session work, and all files are closed."""
    choose = random.Random(op)
    fill(folder, choose)
    async with LiveGraph() as live:
        for _ in range(TRIES):
            await run_with(live, op, file_attrs(op, choose), choose)
        assert await live("Identity", np.int32(1)) == 1
    if open_files(folder):
        gc.collect()  # iterators in cycles
    assert open_files(folder) == []


def file_attrs(op: str, choose: random.Random) -> dict[str, Any]:
    """Attributes that the kernel takes; strings among them are names of files and the like, numbers may be huge."""
    attrs = random_attrs(op, choose.choice(own_kernels(op)), choose)
    assert attrs is not None
    for name, attr in OPS[op].attrs.items():
        if attr.kind == "string" and (name in TEXTS or name in PATHS):
            attrs[name] = some_text(name, choose)
        elif attr.kind == "int" and choose.random() < 0.1:
            attrs[name] = max(choose.choice(EXTREMES), -(2**63) if attr.minimum is None else attr.minimum)
        elif name in ("dt", "dtypes") and op.startswith("Restore") and choose.random() < 0.6:
            attrs[name] = dtypes.float32 if name == "dt" else [choose.choice([dtypes.float32, dtypes.string])]
        elif name == "output_shapes":
            attrs[name] = [TensorShape([])] * len(attrs["output_types"])
    return attrs


async def run_with(live: LiveGraph, op: str, attrs: dict[str, Any], choose: random.Random) -> None:
    """Runs a node with random inputs, and what reads from it if that is a dataset or a reader."""
    trial = FileTrial(live, attrs, choose)
    try:
        trial.add(op)
    except (ValueError, TypeError):
        return  # shapes or dtypes contradict the op
    for operation in trial.runs:
        try:
            with np.errstate(all="ignore"):
                await asyncio.wait_for(live.run(operation, trial.feeds), PATIENCE_S)
        except (errors.OpError, TimeoutError) as error:
            is_stray = isinstance(error, errors.InternalError) and not any(text in error.message for text in MEANT)
            assert not is_stray, (attrs, list(trial.feeds.values()))
