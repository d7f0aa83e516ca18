"""Candidate samplers: classes to compare the true ones with when there are too many to look at all."""
from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import chain
from typing import Any, Protocol

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext, check_stop, kernel
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.random.philox import philox_blocks, stream_of

# TensorFlow reserves 2048 words for each.
_BLOCKS_PER_SAMPLE = 512  # what an op reserves
_BLOCKS_AT_ONCE = 64
# No draw takes less than one of the words that are reserved for a sample.
_TRIES_PER_SAMPLE = 4 * _BLOCKS_PER_SAMPLE
_DRAWS_AT_A_TIME = 512  # between two looks at whether to go on
# Added to a logit, this makes its softmax 0.
_LOWEST = -np.finfo(np.float32).max


class Words:
    """The words of a Philox stream, one at a time.

    Args:
        key: 64 bits.
        counter: 128 bits.
    """

    def __init__(self, key: int, counter: int) -> None:
        self._words = self._drawn(key, counter)

    @staticmethod
    def _drawn(key: int, counter: int) -> Iterator[int]:
        while True:
            yield from philox_blocks(key, counter, _BLOCKS_AT_ONCE).reshape(-1).tolist()
            counter += _BLOCKS_AT_ONCE

    def word(self) -> int:
        """32 random bits."""
        return next(self._words)

    def wide_word(self) -> int:
        """64 random bits."""
        return self.word() | self.word() << 32

    def single(self) -> float:
        """A number in [0, 1), one of 2**23."""
        # Random bits behind the exponent of 1 are a number in [1, 2).
        bits = np.uint32(0x3F800000 | self.word() & 0x7FFFFF)
        return float(bits.view(np.float32)) - 1.0

    def double(self) -> float:
        """A number in [0, 1)."""
        # A double has 52 bits behind its exponent: 20 of one word, then all of another.
        high = self.word() & 0xFFFFF
        return float(np.uint64(0x3FF << 52 | high << 32 | self.word()).view(np.float64)) - 1.0

    def below(self, limit: int) -> int:
        """An integer in [0, limit), every one equally likely; `limit` fits in 32 bits."""
        return self._below(limit, 32, self.word)

    def wide_below(self, limit: int) -> int:
        """As `below`, for limits of up to 64 bits."""
        return self._below(limit, 64, self.wide_word)

    @staticmethod
    def _below(limit: int, bits: int, draw: Callable[[], int]) -> int:
        """A number below `limit` from words of so many bits, by rejection where the limit is no power of two."""
        if limit & (limit - 1) == 0:
            return draw() & (limit - 1)
        # As many values as would make the first remainders likelier than the
        # others; TensorFlow takes the lowest ones away.
        rejected = ((1 << bits) - 1) % limit + 1
        while True:
            value = draw()
            if value >= rejected:
                return value % limit


class Sampler(Protocol):
    """A distribution over the classes [0, range_max)."""

    range_max: int

    def sample(self, words: Words) -> int:
        """Draws a class."""

    def probability(self, value: int) -> float:
        """The probability of a class."""

    def update(self, values: Sequence[int]) -> None:
        """Learns from true classes."""


class UniformSampler:
    """All classes are equally likely."""

    def __init__(self, range_max: int) -> None:
        self.range_max = range_max

    def sample(self, words: Words) -> int:
        return words.wide_below(self.range_max)

    def probability(self, value: int) -> float:
        return 1 / self.range_max

    def update(self, values: Sequence[int]) -> None:
        pass


class LogUniformSampler(UniformSampler):
    """Small class numbers are more likely, as when classes are sorted by frequency."""

    def sample(self, words: Words) -> int:
        # Zipf's law by inversion. By rounding the result may be range_max itself, hence the remainder.
        return (int(math.exp(words.double() * math.log1p(self.range_max))) - 1) % self.range_max

    def probability(self, value: int) -> float:
        return math.log((value + 2) / (value + 1)) / math.log1p(self.range_max)


class LearnedUnigramSampler(UniformSampler):
    """Classes are as likely as they were among the true ones so far, each counted once more than it came."""

    def __init__(self, range_max: int) -> None:
        super().__init__(range_max)
        check_room((range_max,), np.int64)
        self._weights = np.ones(range_max, np.int64)
        self._cumulative = np.cumsum(self._weights)

    def sample(self, words: Words) -> int:
        place = words.below(int(self._cumulative[-1]))
        return int(np.searchsorted(self._cumulative, place, side="right"))

    def probability(self, value: int) -> float:
        # Python's division rounds once, whatever the size of the integers.
        return int(self._weights[value]) / int(self._cumulative[-1]) if 0 <= value < self.range_max else 0.0

    def update(self, values: Sequence[int]) -> None:
        known = [value for value in values if 0 <= value < self.range_max]
        # New arrays: copies of the sampler, from which others draw, have the old ones.
        self._weights = self._weights.copy()
        np.add.at(self._weights, known, 1)
        # Sampling looks a place up in the running sums, so these are made anew whenever weights change.
        self._cumulative = np.cumsum(self._weights)


class FixedUnigramSampler(UniformSampler):
    """Classes have given weights; they are drawn by the alias method.

    Args:
        weights: One per class, [range_max].
    """

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__(len(weights))
        self._weights = weights
        self._total = sum(weights)
        self._shares, self._aliases = _alias_table(weights, self._total)

    def sample(self, words: Words) -> int:
        # Two draws whatever the weights: a place, and whether its own class or the other one gets it.
        number = words.single()
        at = words.below(self.range_max)
        return at if number < self._shares[at] else self._aliases[at]

    def probability(self, value: int) -> float:
        return self._weights[value] / self._total if 0 <= value < self.range_max else 0.0


def _alias_table(weights: Sequence[float], total: float) -> tuple[list[float], list[int]]:
    """The share of its place that is each class's own, and the class that has the rest (Walker's method, 1974)."""
    count = len(weights)
    shares = [weight * count / total for weight in weights]
    low = [i for i, share in enumerate(shares) if share < 1]
    high = [i for i, share in enumerate(shares) if share >= 1]
    final, aliases = [1.0] * count, [-1] * count
    while high and low:
        # Which classes meet decides what a word means, so they are taken in TensorFlow's order.
        small, large = low.pop(), high.pop()
        # Compared with float32 numbers, hence rounded; what is left of the large class is kept in double.
        final[small], aliases[small] = float(np.float32(shares[small])), large
        shares[large] -= 1 - shares[small]
        (low if shares[large] < 1 else high).append(large)
    return final, aliases


# ---- ops


class SharedSampler:
    """A sampler and what guards it while it learns."""

    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler
        # Held while what a run has drawn teaches the sampler, and while a copy of it is made; not while anything is
        # drawn, which may take seconds, and the next run may be on an event loop. Of runs at the same time each draws
        # from what those before them have taught.
        self._lock = threading.Lock()

    def as_it_is(self) -> Sampler:
        """The sampler as it is now, whatever it learns."""
        with self._lock:
            return copy(self.sampler)

    def update(self, values: Sequence[int]) -> None:
        """Learns from true classes."""
        with self._lock:
            self.sampler.update(values)


def _sampled(
    ctx: KernelContext, make: Callable[[], Sampler], true_classes: Array, num_true: int, num_sampled: int, unique: bool
) -> tuple[Array, Array, Array]:
    """Candidates [num_sampled], and how often true classes [batch, num_true] and candidates are to be expected."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise errors.invalid_argument(
            f"true_classes must be a matrix with num_true columns, expected: {num_true} was: "
            f"{shown(true_classes.shape)}"
        )
    shared: SharedSampler | None = ctx.kernel.state.get("sampler")
    if shared is None:
        # Of two runs that begin at once both make a sampler; setdefault() lets one win.
        shared = ctx.kernel.state.setdefault("sampler", SharedSampler(make()))
    if unique and num_sampled > shared.sampler.range_max:
        raise errors.invalid_argument("Sampler's range is too small.")
    _check_classes(true_classes, shared.sampler.range_max)
    check_room((num_sampled,), np.int64)
    stream = stream_of(ctx)
    words = Words(stream.key, stream.reserve(_BLOCKS_PER_SAMPLE * num_sampled))
    sampler = shared.as_it_is()
    chosen, num_tries = _choose(sampler, words, num_sampled, unique)
    true_list = true_classes.reshape(-1).tolist()
    counts = np.empty(len(true_list) + len(chosen), np.float32)
    for place, value in enumerate(chain(true_list, chosen)):
        if not place % _DRAWS_AT_A_TIME:
            check_stop()
        counts[place] = _expected_count(sampler.probability(value), num_sampled, num_tries)
    # Last, as this run's expectations are those of the sampler that it drew from.
    shared.update(true_list)
    return np.array(chosen, np.int64), counts[: len(true_list)].reshape(true_classes.shape), counts[len(true_list) :]


def _check_classes(classes: Array, range_max: int) -> None:
    """Raises `InvalidArgumentError` unless all are in [0, range_max)."""
    wrong = classes[(classes < 0) | (classes >= range_max)]
    if wrong.size:
        raise errors.invalid_argument(f"`true_candidate` out of range [0, {range_max}), received {int(wrong[0])}")


def _choose(sampler: Sampler, words: Words, count: int, unique: bool) -> tuple[list[int], int]:
    """Classes, and how many were drawn to find them."""
    if not unique:
        drawn: list[int] = []
        while len(drawn) < count:
            check_stop()
            drawn += [sampler.sample(words) for _ in range(min(_DRAWS_AT_A_TIME, count - len(drawn)))]
        return drawn, count
    chosen: dict[int, None] = {}
    num_tries, most_tries = 0, _TRIES_PER_SAMPLE * count
    # A dictionary, because the order in which classes came is the order of the output.
    while len(chosen) < count:
        if not num_tries % _DRAWS_AT_A_TIME:
            check_stop()
        # TensorFlow goes on, for ever where weights are 0, so that a small graph would keep a thread.
        if num_tries == most_tries:
            raise errors.invalid_argument(
                f"{count} different classes were not found in {num_tries} draws: too many of {sampler.range_max} have "
                f"next to no weight"
            )
        chosen[sampler.sample(words)] = None
        num_tries += 1
    return list(chosen), num_tries


def _expected_count(probability: float, num_sampled: int, num_tries: int) -> float:
    if num_tries == num_sampled:
        return probability * num_sampled
    # 1 - (1 - p)^tries, the chance to come at all, without cancelling where p is small.
    return -math.expm1(num_tries * math.log1p(-probability))


@kernel("UniformCandidateSampler")
def uniform_candidate_sampler(
    ctx: KernelContext, true_classes: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int
) -> tuple[Array, Array, Array]:
    return _sampled(ctx, lambda: UniformSampler(range_max), true_classes, num_true, num_sampled, unique)


@kernel("LogUniformCandidateSampler")
def log_uniform_candidate_sampler(
    ctx: KernelContext, true_classes: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int
) -> tuple[Array, Array, Array]:
    return _sampled(ctx, lambda: LogUniformSampler(range_max), true_classes, num_true, num_sampled, unique)


@kernel("LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler")
def learned_unigram_candidate_sampler(
    ctx: KernelContext, true_classes: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int
) -> tuple[Array, Array, Array]:
    return _sampled(ctx, lambda: LearnedUnigramSampler(range_max), true_classes, num_true, num_sampled, unique)


@kernel("FixedUnigramCandidateSampler")
def fixed_unigram_candidate_sampler(
    ctx: KernelContext, true_classes: Array, *, num_true: int, num_sampled: int, unique: bool, range_max: int,
    vocab_file: bytes,
    distortion: float, num_reserved_ids: int, num_shards: int, shard: int, unigrams: list[float],
) -> tuple[Array, Array, Array]:  # fmt: skip
    """Candidates drawn with the weights `unigrams` to the power of `distortion`.

    Raises:
        UnimplementedError: The weights are in a file.
        InvalidArgumentError: The attributes contradict each other, or a class is not in range.
    """
    if vocab_file or not unigrams:
        raise errors.unimplemented("FixedUnigramCandidateSampler: only weights given as `unigrams` are supported")
    if not 0 <= shard < num_shards:
        raise errors.invalid_argument(f"shard {shard} is not in [0, {num_shards})")

    def make() -> Sampler:
        """The sampler of this shard, which has every `num_shards`-th of all classes."""
        check_room((num_reserved_ids,), np.float64)
        # Reserved classes are never drawn. Weights are attributes, so float32; their powers are double.
        weights = [0.0] * num_reserved_ids + [float(np.float32(w)) ** distortion for w in unigrams]
        own = [weight for i, weight in enumerate(weights) if i % num_shards == shard]
        if len(own) != range_max:
            raise errors.invalid_argument(f"range_max is {range_max}, but there are {len(own)} weights")
        return FixedUnigramSampler(own)

    return _sampled(ctx, make, true_classes, num_true, num_sampled, unique)


@kernel("AllCandidateSampler")
def all_candidate_sampler(
    ctx: KernelContext, true_classes: Array, *, num_true: int, num_sampled: int, unique: bool
) -> tuple[Array, Array, Array]:
    """All classes, each once."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise errors.invalid_argument(f"true_classes must be a matrix with {num_true} columns")
    _check_classes(true_classes, num_sampled)
    check_room((num_sampled,), np.int64)
    one = np.float32(1)
    return np.arange(num_sampled), np.full(true_classes.shape, one), np.full(num_sampled, one)


@kernel("ComputeAccidentalHits")
def compute_accidental_hits(
    xp: Any, true_classes: Array, sampled_candidates: Array, *, num_true: int
) -> tuple[Array, Array, Array]:
    """Candidates that are true classes: row, place among the candidates, and a weight that rules them out."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true or sampled_candidates.ndim != 1:
        raise errors.invalid_argument(
            f"true_classes must be a matrix with {num_true} columns and sampled_candidates a vector, but they have "
            f"shapes {shown(true_classes.shape)} and {shown(sampled_candidates.shape)}"
        )
    place = {candidate: i for i, candidate in enumerate(sampled_candidates.tolist())}
    hits = [(i, place[c]) for i, row in enumerate(true_classes.tolist()) for c in row if c in place]
    rows, places = np.array([row for row, _ in hits], np.int32), np.array([at for _, at in hits], np.int64)
    return rows, places, np.full(len(hits), _LOWEST, np.float32)
