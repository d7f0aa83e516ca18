"""A session's limit of memory holds for strings, for views that are fetched, and before anything is computed."""
from __future__ import annotations

import asyncio
import resource
import sys
from typing import Any

import numpy as np

import aioflow as tf

LIMIT_NBYTES = 32 << 20
UNIT_NBYTES = 1024 if sys.platform == "linux" else 1  # of `ru_maxrss`


def peak_nbytes() -> int:
    """The most memory that the process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT_NBYTES


async def refused(session: tf.Session, what: str, y: Any, feeds: Any) -> None:
    """Runs a node that needs more than there is, in each of the ways in which a step runs."""
    before = peak_nbytes()
    for _ in range(6):
        try:
            value = await session.run(y, feeds)
        except tf.errors.ResourceExhaustedError as error:
            assert error.message.startswith("OOM when allocating tensor with shape["), error.message
        else:
            raise AssertionError(f"{what} was not refused: {value.shape}")
    more = peak_nbytes() - before
    assert more < 2 * LIMIT_NBYTES, f"{what} took {more >> 20} MiB before it was refused"
    print(f"{what} is refused before it takes the memory")


async def main() -> None:
    """Asks for more than the limit, in several ways; what fits is computed before and behind."""
    config = tf.ConfigProto()
    config.aioflow.memory_limit["CPU"] = LIMIT_NBYTES
    with tf.Graph().as_default():
        x, one = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [])
        size, numbers = tf.placeholder(tf.int32, [1]), tf.placeholder(tf.int32, [None])
        texts, splits = tf.placeholder(tf.string, [None]), tf.placeholder(tf.int64, [None])
        column, row = tf.expand_dims(x, 1), tf.expand_dims(x, 0)
        ngrams = tf.raw_ops.StringNGrams(
            data=texts, data_splits=splits, separator=b" ", ngram_widths=[50], left_pad=b"", right_pad=b"",
            pad_width=0, preserve_short_sequences=False,
        )  # fmt: skip
        long = {x: np.ones(12_000, np.float32)}
        many = {texts: [b"a" * 500_000] * 40}
        cases: dict[str, tuple[Any, Any]] = {
            "a sum that broadcasts": (column + row, long),
            "an outer product": (tf.matmul(column, row), long),
            "a view that is fetched": (tf.broadcast_to(one, size), {one: 1.0, size: [64 << 20]}),
            "a constant that is fetched": (tf.constant(0.0, shape=[64 << 20]), {}),
            "AsString": (tf.as_string(numbers, width=100_000), {numbers: np.zeros(2000, np.int32)}),
            "StringJoin": (tf.strings.join([texts] * 8), many),
            "RegexReplace": (tf.strings.regex_replace(texts, "a", "b" * 1000), {texts: [b"a" * 200_000] * 4}),
            "StringNGrams": (ngrams.ngrams, {texts: [b"a" * 20_000] * 400, splits: [0, 400]}),
        }
        fitting = tf.reduce_sum(tf.broadcast_to(one, size)[:4]), {one: 1.0, size: [64 << 20]}
        async with tf.Session(config=config) as session:
            for what, (y, feeds) in cases.items():
                assert await session.run(fitting[0], fitting[1]) == 4
                await refused(session, what, y, feeds)
    print("what fits is computed, views that take nothing among it")


if __name__ == "__main__":
    asyncio.run(main())
