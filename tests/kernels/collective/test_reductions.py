"""Sums of several devices, bit for bit those that TensorFlow recorded (`recorded_sums.npz`)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow.kernels.collective.ring import chunk_length, ring_order, subdivision_offsets
from tests.kernels.collective.nodes import reduce, reduce_v2, session

RECORDED = np.load(Path(__file__).with_name("recorded_sums.npz"))


def recorded(number: int) -> tuple[list[Any], Any, Any]:
    """The version, dtype, ... of a case, its inputs and its result."""
    spec = json.loads(RECORDED[f"spec{number}"].tobytes())
    inputs, result = RECORDED[f"x{number}"], RECORDED[f"y{number}"]
    if spec[1] == "bfloat16":  # which files have as integers
        inputs, result = inputs.view(ml_dtypes.bfloat16), result.view(ml_dtypes.bfloat16)
    return spec, inputs, result


async def _bytes_of(spec: list[Any], inputs: Any) -> set[bytes]:
    """What the devices of a recorded case get."""
    version, _, size, _, merge_op, final_op, division = spec
    attrs = {"merge_op": merge_op, "final_op": final_op}
    with tf.Graph().as_default():
        if version == 1:
            outputs = [reduce(i, inputs[i], size, subdiv_offsets=division, **attrs) for i in range(size)]
        else:
            outputs = [reduce_v2(i, inputs[i], size, max_subdivs_per_device=division, **attrs) for i in range(size)]
        async with session(size) as each:
            return {value.tobytes() for value in await each.run(outputs)}


@pytest.mark.parametrize("third", range(3))
async def test_sums_are_tensorflows(third: int) -> None:
    """O-61, O-63, O-65, O-72, E-111: groups of 1 to 5, all dtypes, all operations, divided and not; integers are
    divided towards zero, NaN stays, and a group of one gets its own value.
    """
    for number in range(third, int(RECORDED["count"]), 3):
        spec, inputs, result = recorded(number)
        assert await _bytes_of(spec, inputs) == {result.tobytes()}, spec


def test_lengths_of_chunks() -> None:
    """O-62: chunks begin at multiples of 64 bytes, and what is a multiple is rounded up all the same."""
    assert [chunk_length(n, 3, 4) for n in (40, 48, 100)] == [16, 32, 48]


def test_divisions_of_large_tensors() -> None:
    """O-63: the largest chunk is of 4 MiB, as far as the number of divisions allows."""
    assert subdivision_offsets(0, 36_000_000, 4, 1) == (0, -1, 2)
    assert subdivision_offsets(-1, 36_000_000, 4, 1) == (0,)
    assert subdivision_offsets(1, 36_000_000, 2, 2) == (0,)


def test_rings_over_tasks() -> None:
    """O-64: tasks one behind the other, each with its devices from where the offset says."""
    assert ring_order([2, 2], 0) == [0, 1, 2, 3]
    assert ring_order([2, 2], 1) == [1, 0, 3, 2]
    assert ring_order([2, 2], -1) == [0, 1, 2, 3]
    assert ring_order([3], -1) == [1, 0, 2]


async def test_zeros_of_integers_and_nan() -> None:
    """O-65: -7 / 2 is -3, and NaN of any device is the minimum and the maximum."""
    with tf.Graph().as_default():
        whole = [reduce(i, tf.constant([-4 + i]), final_op="Div") for i in range(2)]
        least = [reduce(i, [1.0, np.nan][i :] + [2.0] * i, key=2, merge_op="Min") for i in range(2)]
        async with session() as each:
            assert (await each.run(whole))[0].tolist() == [-3]
            np.testing.assert_array_equal((await each.run(least))[0], [np.nan, np.nan])


async def test_large_sums_are_made_on_threads() -> None:
    """Of many bytes, with one thread for all, and with none."""
    with tf.Graph().as_default():
        fed = [tf.placeholder(tf.float32, [None]) for _ in range(3)]
        sums = [reduce_v2(i, fed[i], 3, max_subdivs_per_device=0) for i in range(3)]
        values = {placeholder: np.full(200_000, i + 1, np.float32) for i, placeholder in enumerate(fed)}
        for num_threads in (1, -1):
            pools = {"use_per_session_threads": True} if num_threads > 0 else {}
            async with session(3, inter_op_parallelism_threads=num_threads, **pools) as each:
                for total in await each.run(sums, values):
                    assert total.min() == total.max() == 6.0
