"""Smaller nn and image ops that TensorFlow's recorder cannot build or whose values are random."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow.framework.dtypes import as_dtype
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.typed_arrays import float32, int32
from tests.kernels.nn.test_window_ops import compute


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_approximate_top_k_is_exact(axis: int, largest: bool) -> None:
    """Along any dimension come the k best elements, best first, with their positions."""
    x = ramp(4, 5, 6)
    values, indices = compute("ApproxTopK", x, k=3, reduction_dimension=axis, is_max_k=largest)
    ordered = np.sort(x, axis=axis)
    wanted = np.flip(ordered, axis) if largest else ordered
    np.testing.assert_array_equal(values, wanted.take(range(3), axis))
    np.testing.assert_array_equal(np.take_along_axis(x, indices, axis), values)


@pytest.mark.parametrize(("size", "k", "left"), [(100, 10, 100), (500, 1, 128), (500, 10, 256), (5000, 3, 256)])
def test_approximate_top_k_without_aggregation_leaves_whole_tiles(size: int, k: int, left: int) -> None:
    """Sizes as TensorFlow computes them for its partial reduction; the best elements come first."""
    x = np.sin(np.arange(size, dtype=np.float32))[None]
    values = compute("ApproxTopK", x, k=k, aggregate_to_topk=False)[0]
    assert values.shape == (1, left)
    np.testing.assert_array_equal(values[0, :k], np.sort(x[0])[::-1][:k])


def test_top_k_puts_nan_last() -> None:
    """NaN never displaces a number."""
    x = np.array([1, np.nan, 3, -np.inf, np.nan, 2], np.float32)
    values, indices = top_k(x, 3)
    np.testing.assert_array_equal(values, [3, 2, 1])
    np.testing.assert_array_equal(indices, [2, 5, 0])


def top_k(x: Any, k: int) -> list[Any]:
    """Values and indices."""
    types = {"T": as_dtype(x.dtype), "Tk": as_dtype("int32"), "index_type": as_dtype("int32")}
    return compute("TopKV2", x, np.int32(k), **types)


@pytest.mark.parametrize("scale_after", [True, False])
def test_batch_norm_with_global_normalization(scale_after: bool) -> None:
    """(t - m) / sqrt(v + epsilon), times gamma if wanted, plus beta."""
    t, m, v, beta, gamma = images(), ramp(4), np.abs(ramp(4)), ramp(4)[::-1], ramp(4) / 2
    attrs = {"variance_epsilon": 0.1, "scale_after_normalization": scale_after}
    got = compute("BatchNormWithGlobalNormalization", t, m, v, beta, gamma, **attrs)[0]
    wanted = (t - m) / np.sqrt(v + np.float32(0.1)) * (gamma if scale_after else 1) + beta
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("scale_after", [True, False])
def test_gradients_of_batch_norm_with_global_normalization(scale_after: bool) -> None:
    """They agree with differences of the op itself."""
    arrays = [x.astype(np.float64) for x in (images(), ramp(4), np.abs(ramp(4)), ramp(4)[::-1], ramp(4) / 2)]
    dy = images()[:, ::-1].astype(np.float64)
    attrs = {"variance_epsilon": 0.1, "scale_after_normalization": scale_after}
    t, m, v, _, gamma = arrays
    dx, dm, dv, db, dg = compute("BatchNormWithGlobalNormalizationGrad", t, m, v, gamma, dy, **attrs)
    for position, gradient in ((0, dx), (1, dm), (2, dv), (3, db), (4, dg)):
        step = 1e-6 * np.cos(np.arange(arrays[position].size)).reshape(arrays[position].shape)
        ends = [[*arrays[:position], arrays[position] + s * step, *arrays[position + 1 :]] for s in (-1, 1)]
        low, high = (float((compute("BatchNormWithGlobalNormalization", *a, **attrs)[0] * dy).sum()) for a in ends)
        assert float((gradient * step).sum()) == pytest.approx((high - low) / 2, rel=1e-4, abs=1e-11)


@pytest.mark.parametrize("noise", [b"uniform", b"gaussian"])
def test_noise_surrounds_a_glimpse_that_leaves_the_image(noise: bytes) -> None:
    """What lies in the image is copied; outside come finite numbers that differ from one another."""
    image = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    attrs = {"uniform_noise": noise == b"uniform", "noise": noise}
    glimpse = compute("ExtractGlimpse", image, int32([4, 4]), float32([[-1, -1]]), **attrs)[0][0, :, :, 0]
    np.testing.assert_array_equal(glimpse[2:, 2:], image[0, :2, :2, 0])
    outside = np.concatenate([glimpse[:2].ravel(), glimpse[2:, :2].ravel()])
    assert np.isfinite(outside).all()
    assert len(np.unique(outside)) == outside.size


@pytest.mark.parametrize("which", ["Input", "Filter"])
def test_first_version_of_gradients_of_conv3d(which: str) -> None:
    """It takes the array where the second version takes its shape, and gives the same."""
    attrs = {"strides": [1, 1, 2, 1, 1], "padding": b"SAME"}
    volume, filter, gradient = ramp(1, 3, 4, 5, 2), ramp(2, 2, 3, 2, 3), ramp(1, 3, 2, 5, 3)
    inputs = [volume, filter, gradient]
    [first] = compute(f"Conv3DBackprop{which}", *inputs, **attrs)
    at = ("Input", "Filter").index(which)
    inputs[at] = np.array(inputs[at].shape, np.int32)
    np.testing.assert_array_equal(first, compute(f"Conv3DBackprop{which}V2", *inputs, **attrs)[0])
