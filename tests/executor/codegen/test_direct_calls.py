"""Elementwise nodes of segments, which are computed without their kernels, mean what the kernels mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor.segments.plan import ViewPlan
from aioflow.kernels import sharding
from aioflow.kernels.math import elementwise

ARITHMETIC: list[Any] = [tf.add, tf.subtract, tf.multiply, tf.maximum, tf.minimum, tf.less, tf.greater_equal, tf.equal]
BITS: list[Any] = [tf.bitwise.bitwise_and, tf.bitwise.bitwise_or, tf.bitwise.bitwise_xor]
DTYPES = [np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64]


def extremes(dtype: Any) -> Any:
    """[n] of a dtype: the values whose sums and products are out of range, not numbers, or negative zeros."""
    if np.issubdtype(dtype, np.integer):
        info = np.iinfo(dtype)
        return np.array([0, 1, 3, info.max, info.min, info.max - 1], dtype)
    return np.array([0.0, -0.0, 1.5, -3.25, np.inf, -np.inf, np.nan, np.finfo(dtype).max, np.finfo(dtype).tiny], dtype)


async def both_ways(monkeypatch: pytest.MonkeyPatch, fetches: Any, feeds: Any) -> list[Any]:
    """What a run gives node by node, and with segments."""
    results = []
    for mode in ("off", "always"):
        monkeypatch.setattr(ViewPlan, "mode", mode)
        async with tf.Session() as session:
            results.append(await session.run(fetches, feeds))
    return results


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", [([], []), ([None], []), ([], [None]), ([None, 1], [None]), (None, None)], ids=str)
async def test_values(monkeypatch: pytest.MonkeyPatch, dtype: Any, shapes: Any) -> None:
    """Values and dtypes are those of the kernels, also out of range, for scalars and arrays of known or other rank."""
    values = extremes(dtype)
    fed = [values[-1] if s == [] else values if s is None or len(s) == 1 else values.reshape(-1, 1) for s in shapes]
    with tf.Graph().as_default():
        x, y = (tf.placeholder(dtype, shape) for shape in shapes)
        functions = ARITHMETIC + (BITS if np.issubdtype(dtype, np.integer) else [tf.divide])
        once = [function(x, y) for function in functions]
        constant = tf.constant(values[1])
        all_results = [*once, tf.negative(x + y), (x + constant) * (constant - y), tf.logical_and(x < y, x > constant)]
        kernels, direct = await both_ways(monkeypatch, all_results, dict(zip((x, y), fed, strict=True)))
    for wanted, found in zip(kernels, direct, strict=True):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("function", [tf.add, tf.maximum, tf.less, tf.equal], ids=lambda function: function.__name__)
@pytest.mark.parametrize("is_in_loop", [False, True])
async def test_shapes_that_do_not_fit(
    monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], is_in_loop: bool
) -> None:
    """The error is the kernel's, and names the node, whether the node is in a loop or not; the next step goes on."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, None), tf.placeholder(tf.float32, None)

        def result() -> Any:
            return tf.cast(function(x + 1.0, y * 2.0, name="odd"), tf.float32)

        z = result()
        if is_in_loop:
            first = [tf.constant(0), tf.zeros_like(x)]
            z = tf.while_loop(
                lambda i, _: i < 2, lambda i, _: (i + 1, result()), first,
                shape_invariants=[tf.TensorShape([]), tf.TensorShape(None)],
            )[1]  # fmt: skip
        async with tf.Session() as session:
            for _ in range(3):
                assert (await session.run(z, {x: [1.0, 2.0], y: [1.0, 2.0]})).shape == (2,)
                with pytest.raises(errors.InvalidArgumentError, match=r"shapes: \[2\] vs. \[3\]") as caught:
                    await session.run(z, {x: [1.0, 2.0], y: [1.0, 2.0, 3.0]})
                assert caught.value.op.name.endswith("odd")


async def test_unequal_shapes_may_be_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Equal and NotEqual are told to allow shapes that do not fit, they give one verdict."""
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, None), tf.placeholder(tf.float32, None)
        allowed = {"incompatible_shape_error": False}
        pair = [tf.raw_ops.Equal(x=x + 1.0, y=y, **allowed), tf.raw_ops.NotEqual(x=x + 1.0, y=y, **allowed)]
        for found in await both_ways(monkeypatch, pair, {x: [1.0, 2.0], y: [1.0, 2.0, 3.0]}):
            assert found == [False, True]


@pytest.mark.parametrize("shape", [None, [None], [100_000]])
async def test_large_arrays_stay_with_the_kernel(monkeypatch: pytest.MonkeyPatch, shape: Any) -> None:
    """Large arrays are left to what divides the work and knows memory for it, whatever is known before."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    seen: list[int] = []
    divided = sharding.elementwise

    def counting(function: Any, *arrays: Any) -> Any:
        seen.append(arrays[0].size)
        return divided(function, *arrays)

    monkeypatch.setattr(elementwise, "elementwise", counting)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape)
        y = tf.exp(x * x)
        async with tf.Session() as session:
            result = await session.run(y, {x: np.ones(100_000, np.float32)})
    np.testing.assert_array_equal(result, np.exp(np.ones(100_000, np.float32)))
    assert seen == [100_000, 100_000]
