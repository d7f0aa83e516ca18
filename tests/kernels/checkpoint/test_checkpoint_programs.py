"""Checkpoints: files are TensorFlow's byte for byte, and what is in TensorFlow's files comes back."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aioflow import errors
from aioflow.framework import dtypes
from tests.kernels.checkpoint_programs import Step, array_of, files_in, is_same, listed, recorded, shown_error
from tests.kernels.checkpoint_programs.programs import PROGRAMS
from tests.kernels.live_graph import LiveGraph

RECORDED = recorded()


async def called(live: LiveGraph, step: Step, folder: Path) -> Any:
    """What a step gives, or its error; its inputs are known to the run only."""
    feeds: dict[Any, Any] = {}

    def fed(array: Any, dtype: Any) -> Any:
        node = live.placeholder(dtype)
        feeds[node] = array
        return node

    def node_of(value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            return [fed(array, dtypes.as_dtype(name)) for array, name in value]
        array = array_of(value, folder)
        return fed(array, array.dtype)

    attrs = {name: _attr(value) for name, value in step.attrs.items()}
    try:
        node = live.op(step.op, *[node_of(value) for value in step.inputs], **attrs)
        result = await live.run(node, feeds)
    except errors.OpError as error:
        return {"error": shown_error(type(error).__name__, error.message, folder)}
    return [] if result is None else [listed(each) for each in (result if isinstance(node, list) else [result])]


def _attr(value: Any) -> Any:
    if isinstance(value, list):
        return [dtypes.as_dtype(name) for name in value]
    return dtypes.as_dtype(value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", PROGRAMS)
async def test_programs(live: LiveGraph, tmp_path: Path, name: str) -> None:
    """R-88, R-90, R-113: each step gives what TensorFlow's gives, or its error, and the files are the same bytes."""
    for step, wanted in zip(PROGRAMS[name], RECORDED[name]["steps"], strict=True):
        outcome = await called(live, step, tmp_path)
        assert is_same(outcome, wanted), (step, outcome, wanted)
    assert files_in(tmp_path) == RECORDED[name]["files"]
