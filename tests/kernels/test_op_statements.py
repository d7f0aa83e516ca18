"""Semantics of ops that are easily got wrong, each with the numbers that TensorFlow gives."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow import errors

raw = tf.raw_ops
NAN = float("nan")


async def value(build: Callable[[], Any]) -> Any:
    """What the tensors that `build` makes are, as Python values."""
    with tf.Graph().as_default() as graph:
        fetches = build()
    async with tf.Session(graph=graph) as session:
        found = await session.run(fetches)
    return [np.asarray(each).tolist() for each in found] if isinstance(found, list) else np.asarray(found).tolist()


async def refused(build: Callable[[], Any], match: str = ".", error: Any = errors.InvalidArgumentError) -> None:
    """Checks that the run fails, or that the node cannot even be built."""
    with pytest.raises((error, ValueError), match=match):
        await value(build)


def fed(array: Any, dtype: Any = np.float32) -> Any:
    """A tensor the value of which is known to the run only."""
    return tf.placeholder_with_default(np.asarray(array, dtype), None)


async def test_division() -> None:
    """R-95: floor and truncation differ for negative numbers; division of integers by zero is refused."""

    def build() -> Any:
        x, y, z = (fed(number, np.int32) for number in (-7, 2, 3))
        return [raw.FloorDiv(x=x, y=y), raw.Div(x=x, y=y), raw.Mod(x=x, y=z), raw.FloorMod(x=x, y=z)]

    assert await value(build) == [-4, -3, -1, 2]
    await refused(lambda: raw.FloorDiv(x=fed(1, np.int32), y=fed(0, np.int32)), "division by zero")


async def test_largest() -> None:
    """R-96: the first NaN counts for nothing in ArgMax, and of equal numbers TopK takes the first ones."""
    assert await value(lambda: [tf.argmax(fed([1, NAN, 3])), tf.argmax(fed([NAN, NAN]))]) == [2, 0]
    assert (await value(lambda: list(tf.nn.top_k(fed([1, 3, 3, 2, 3]), 2))))[1] == [1, 2]


async def test_casts() -> None:
    """R-97: what is out of an integer's range is its smallest, or wraps; an eight-bit float saturates or is NaN."""
    assert await value(lambda: tf.cast(fed([3e9, NAN]), tf.int32)) == [-(2**31)] * 2
    assert await value(lambda: tf.cast(fed(300.0), tf.uint8)) == 44
    small = np.asarray([449.0, 465.0], np.float32).astype(ml_dtypes.float8_e4m3fn).astype(np.float32)
    assert small[0] == 448 and np.isnan(small[1])
    with tf.Graph().as_default() as graph:
        cast = tf.cast(tf.cast(fed([449.0, 465.0]), tf.float8_e4m3fn), tf.float32)
    async with tf.Session(graph=graph) as session:
        np.testing.assert_array_equal(await session.run(cast), small)


async def test_batch_norm_of_training() -> None:
    """R-98: the variance that is handed on is that of a sample, the one kept for the gradient that of a population."""

    def build() -> Any:
        x, one, nothing = fed(np.arange(0, 8, 2).reshape(1, 2, 2, 1)), fed([1.0]), fed(np.zeros(0))
        result = raw.FusedBatchNormV3(x=x, scale=one, offset=one, mean=nothing, variance=nothing, is_training=True)
        return [result.batch_mean, result.batch_variance, result.reserve_space_2]

    mean, variance, reserved = await value(build)
    assert (mean, reserved) == ([3.0], [5.0]) and variance == [pytest.approx(20 / 3)]


async def test_same_padding() -> None:
    """R-99: an odd row of padding goes behind the image."""
    image = np.array([[0, 1, 2, 3], [5, 6, 7, 8], [10, 11, 12, 13], [15, 16, 17, 18]], np.float32).reshape(1, 4, 4, 1)
    got = await value(lambda: tf.nn.conv2d(fed(image), fed(np.ones((3, 3, 1, 1))), [1, 2, 2, 1], "SAME"))
    assert np.reshape(got, (2, 2)).tolist() == [[54, 45], [81, 60]]


async def test_means_at_the_border() -> None:
    """R-100: padding does not count in the means of a pooling."""
    image = np.arange(25, dtype=np.float32).reshape(1, 5, 5, 1)
    got = await value(lambda: tf.nn.avg_pool(fed(image), [1, 2, 2, 1], [1, 2, 2, 1], "SAME"))
    assert np.reshape(got, (3, 3))[2].tolist() == [20.5, 22.5, 24.0]


@pytest.mark.parametrize(
    ("corners", "centers", "row"),
    [(False, False, [0, 0.5, 1, 1]), (True, False, [0, 1 / 3, 2 / 3, 1]), (False, True, [0, 0.25, 0.75, 1])],
)
async def test_bilinear(corners: bool, centers: bool, row: list[float]) -> None:
    """R-101: where samples lie depends on two switches, which exclude each other."""

    def build(centers: bool = centers) -> Any:
        image = fed(np.array([[0, 1], [0, 1]]).reshape(1, 2, 2, 1))
        return raw.ResizeBilinear(images=image, size=[4, 4], align_corners=corners, half_pixel_centers=centers)

    np.testing.assert_allclose(np.reshape(await value(build), (4, 4))[0], row, rtol=1e-6)
    if corners:
        await refused(lambda: build(centers=True))


async def test_thresholds_of_boxes() -> None:
    """R-102: an overlap equal to the threshold is kept, a score equal to the threshold is dropped."""
    boxes = [[0, 0, 1, 1], [0, 0, 1, 0.5], [2, 2, 3, 3]]  # the first two overlap by exactly a half

    def build() -> Any:
        return raw.NonMaxSuppressionV3(
            boxes=fed(boxes), scores=fed([0.9, 0.8, 0.25]), max_output_size=3, iou_threshold=np.float32(0.5),
            score_threshold=np.float32(0.25),
        )  # fmt: skip

    assert await value(build) == [0, 1]


async def test_indices_out_of_range() -> None:
    """R-103: a label beyond the classes and a negative index are refused."""
    await refused(
        lambda: raw.SparseSoftmaxCrossEntropyWithLogits(features=fed([[1, 2, 3]]), labels=fed([5], np.int32)).loss
    )
    await refused(lambda: tf.gather(fed([1, 2]), fed([-1], np.int32)))


async def test_segments() -> None:
    """R-104: unsorted segments drop negative ids; sorted ones must be sorted."""
    ids = [-1, 0, 0]
    assert await value(lambda: tf.unsorted_segment_sum(fed([1, 2, 3]), fed(ids, np.int32), 1)) == [5]
    await refused(lambda: tf.segment_sum(fed([1, 2, 3]), fed([1, 0, 0], np.int32)))


async def test_slices_and_shapes() -> None:
    """R-105: a stride of 0 and a slice beyond the end are refused; -1 works for empty tensors where it is clear."""

    def strided() -> Any:
        begin, end, strides = (fed([number], np.int32) for number in (0, 2, 0))
        return raw.StridedSlice(input=fed([1, 2]), begin=begin, end=end, strides=strides)

    await refused(strided)
    await refused(lambda: tf.slice(fed([1, 2]), fed([1], np.int32), fed([2], np.int32)))
    shape = await value(lambda: tf.shape(tf.reshape(fed(np.zeros((0, 3))), fed([0, -1], np.int32))))
    assert shape == [0, 3]


async def test_integers_have_no_real_division() -> None:
    """R-106: there is no kernel for it."""
    await refused(lambda: raw.RealDiv(x=fed(4, np.int32), y=fed(2, np.int32)), "No OpKernel was registered")


async def test_strings() -> None:
    """R-107: hashes are TensorFlow's, and numbers are written as C does."""
    texts = np.array([b"a", b"hello"], object)
    assert await value(lambda: tf.strings.to_hash_bucket_fast(tf.constant(texts), 1000)) == [939, 296]
    assert await value(lambda: tf.as_string(fed(1.5))) == b"1.500000"


async def test_repeated_places() -> None:
    """R-108: a place that is given twice is refused, or has the last value where nobody looks."""

    def build(validates: bool) -> Any:
        return raw.SparseToDense(
            sparse_indices=fed([[1], [1]], np.int32), output_shape=fed([3], np.int32), sparse_values=fed([5, 7]),
            default_value=fed(0), validate_indices=validates,
        )  # fmt: skip

    await refused(lambda: build(True), "is repeated")
    assert await value(lambda: build(False)) == [0, 7, 0]


async def test_buckets() -> None:
    """R-109: a number that is equal to a boundary belongs to the bucket above."""
    got = await value(lambda: raw.Bucketize(input=fed([-5, 0, 1, 9.9, 10, 100]), boundaries=[0.0, 10.0]))
    assert got == [0, 1, 1, 1, 2, 2]


async def test_windows_that_do_not_fit() -> None:
    """R-112: a window that is just too large gives nothing, one that is larger still is refused."""

    def build(size: int, kernel: int) -> Any:
        return tf.nn.conv2d(fed(np.ones((1, size, size, 1))), fed(np.ones((kernel, kernel, 1, 1))), [1] * 4, "VALID")

    assert np.size(await value(lambda: build(2, 3))) == 0
    await refused(lambda: build(1, 5), "Computed output size would be negative")
