"""Kernels that go over many strings or draws end with their run, and tracing leaves the event loop to others."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import numpy as np

import aioflow as tf

# CPU time of the process that a run may take which was told to end after 50 ms, in sums of 2,000,000 numbers. Each of
# those below would take hundreds, and ends within two or three.
MAX_SUMS = 40
# Of the CPU time of a run, the most that the event loop may spend in one turn: nearly all of it, if it compiled there.
MAX_SHARE = 0.4


def cpu_of_a_sum() -> float:
    """The CPU time that this machine takes to add up 2,000,000 numbers in Python, in seconds."""
    began_s = time.thread_time()
    sum(range(2_000_000))
    return time.thread_time() - began_s


async def ends_in_time(session: tf.Session, what: str, y: Any, feeds: Any) -> None:
    """Runs a node with a deadline."""
    began_s = time.process_time()
    try:
        await session.run(y, feeds, tf.RunOptions(timeout_in_ms=50))
    except tf.errors.DeadlineExceededError:
        pass
    else:
        raise AssertionError(f"{what} had no deadline")
    taken_s = time.process_time() - began_s
    assert taken_s < MAX_SUMS * cpu_of_a_sum(), f"{what} went on for {taken_s} s behind its deadline"
    print(f"{what} ends with its run")


async def longest_turn_of(run: Coroutine[Any, Any, Any]) -> float:
    """The event loop's longest turn while something ran, as a share of the CPU time that was used meanwhile."""
    longest_s, last_s, began_s = 0.0, time.thread_time(), time.process_time()
    task = asyncio.create_task(run)  # whose first turn is the one behind this one
    while not task.done():
        await asyncio.sleep(0)
        now_s = time.thread_time()
        longest_s, last_s = max(longest_s, now_s - last_s), now_s
    await task
    return longest_s / (time.process_time() - began_s)


async def main() -> None:
    """Runs what takes long."""
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    with tf.Graph().as_default():
        texts = tf.placeholder(tf.string, [None])
        x = tf.placeholder(tf.float32, [])
        numbers = tf.placeholder(tf.float32, [None])
        ordered = tf.sort(numbers)
        true = tf.constant([[1]], tf.int64)
        sampled, learned = (
            op(true_classes=true, num_true=1, num_sampled=300_000, unique=True, range_max=300_000)
            for op in (tf.raw_ops.UniformCandidateSampler, tf.raw_ops.LearnedUnigramCandidateSampler)
        )
        matches = tf.strings.regex_full_match(texts, "a*a*b")
        replaced = tf.strings.regex_replace(texts, "a*b", "c")
        columns = tf.io.decode_csv(texts, [[1.0]] * 20)
        chain = x
        for _ in range(4000):
            chain = chain + 1.0
        async with tf.Session(config=config) as session:
            await ends_in_time(session, "drawing all of a range", sampled.sampled_candidates, {})
            await ends_in_time(session, "drawing from what was learned", learned.sampled_candidates, {})
            await ends_in_time(session, "matching", matches, {texts: [b"a" * 2500] * 300})
            await ends_in_time(session, "replacing", replaced, {texts: [b"a" * 9000] * 20_000})
            await ends_in_time(session, "decode_csv", columns, {texts: [b",".join([b"1.5"] * 20)] * 100_000})

            few, many = np.ones(2, np.float32), np.random.default_rng(1).random(5_000_000, np.float32)
            for _ in range(40):
                await session.run(ordered, {numbers: few})
            share = await longest_turn_of(session.run(ordered, {numbers: many}))
            assert share < MAX_SHARE, f"a run with larger values held the event loop for {share:.0%} of its time"
            print("a run with larger values than before leaves the event loop to others")

            trace = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
            metadata = tf.RunMetadata()
            share = await longest_turn_of(session.run(chain, {x: np.float32(0)}, trace, metadata))
            assert len(metadata.step_stats.dev_stats[0].node_stats) >= 4000
            assert share < MAX_SHARE, f"a traced run held the event loop for {share:.0%} of its time"
            print("a traced run leaves the event loop to others")


if __name__ == "__main__":
    asyncio.run(main())
