"""Runs of graphs made at random: they end in time, and with errors of ours alone."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import numpy as np

import aioflow as tf
from aioflow import errors
from aioflow.kernels.dataset.datasets import Dataset
from tests.kernels.live_graph import LiveGraph

PATIENCE_S = 10.0  # of a clock that jumps when nothing goes on
_MANY_TURNS = 20_000
FROM_TENSORFLOW = ("does not have value", "does not have a value", "OutOfRangeError is not expected")
"""Of messages of the `InternalError`s that TensorFlow raises, too."""


async def check_ends(run: Awaitable[Any], what: Any) -> None:
    """Awaits a run, and cancels it when it takes long.

    Args:
        run: The run.
        what: Told if an error is none of ours.
    """
    try:
        with np.errstate(all="ignore"):
            await asyncio.wait_for(run, PATIENCE_S)
    except (errors.OpError, TimeoutError) as error:
        is_expected = any(text in str(error) for text in FROM_TENSORFLOW)
        assert is_expected or not isinstance(error, errors.InternalError), what


async def other_tasks() -> set[asyncio.Task[Any]]:
    """The tasks beside this one that do not end soon; calls in calls are cancelled one after the other."""
    for _ in range(_MANY_TURNS):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if not others:
            break
        await asyncio.sleep(0)
    return {task for task in others if not task.done()}


async def dataset_of(live: LiveGraph, tensor: Any, feeds: dict[Any, Any]) -> Dataset | None:
    """The dataset that a tensor holds; None where it holds another variant."""
    found: list[Any] = []
    with live.graph.as_default():
        look = tf.py_func(lambda value: found.append(value), [tensor], [])
    await live.run(look, feeds)
    return found[0] if isinstance(found[0], Dataset) else None


async def first_elements(live: LiveGraph, dataset: Any, feeds: dict[Any, Any], count: int = 5) -> None:
    """Makes the first elements of a dataset.

    Args:
        live: Its graph.
        dataset: A tensor that holds one, or another variant.
        feeds: What it depends on.
        count: How many elements are made; fewer where it ends before.
    """
    made = await dataset_of(live, dataset, feeds)
    if made is None:
        return
    declared: dict[str, Any] = {"output_types": list(made.dtypes), "output_shapes": list(made.shapes)}
    iterator = live.op("IteratorV2", shared_name=dataset.op.name, container="", **declared)
    start, following = live.op("MakeIterator", dataset, iterator), live.op("IteratorGetNext", iterator, **declared)
    await live.run(start, feeds)
    for _ in range(count):
        try:
            await live.run(following)
        except errors.OutOfRangeError:
            return
        except errors.OpError as error:
            if isinstance(error, errors.CancelledError | errors.InternalError):
                raise
