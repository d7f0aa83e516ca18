"""RandomIndexShuffle: where a number goes in a random order of all numbers up to a limit, without making the order.

A block cipher of about as many bits as the limit has is a permutation of its blocks. What it makes of a number is
encrypted again until it is within the limit; so the numbers within the limit are permuted among themselves. The cipher
is Simon (Beaulieu and others, 2013) with few rounds, three words of key, and words of any number of bits.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import check_stop, kernel
from aioflow.kernels.arrays import Array, shown

_SCHEDULE_BITS = 0x7369F885192C0EF5  # Simon's sequence that keeps the rounds apart, one bit a round
_MIN_BLOCK_BITS, _MIN_ROUNDS, _KEY_WORDS = 16, 4, 3
_MANY_STEPS = 128  # of a walk, on average: 8 ms


@kernel("RandomIndexShuffle")
def random_index_shuffle(xp: Any, index: Array, seed: Array, max_index: Array, *, rounds: int) -> Array:
    """Places [] or [n] of `index`, with one key of three words and one limit for all of them, or one for each."""
    if rounds < _MIN_ROUNDS or rounds % 2:
        raise errors.invalid_argument(f"rounds must be an even number that is at least {_MIN_ROUNDS}, not {rounds}")
    count = max(index.size, seed.size // _KEY_WORDS, max_index.size) if index.size else 0
    _check_shapes(index, seed, max_index, count)
    if index.shape == (1,) and count > 1:
        raise errors.invalid_argument(f"Index must be a scalar or have {count} elements, but its shape is [1]")
    if (index < 0).any() or (max_index < 0).any():
        raise errors.invalid_argument("index and max_index must not be negative")
    if (index > max_index).any():
        worst = int(np.argmax(np.broadcast_to(index > max_index, np.broadcast_shapes(index.shape, max_index.shape))))
        limit, number = (np.broadcast_to(v, (count,))[worst] for v in (max_index, index))
        raise errors.invalid_argument(f"max_index must be >= index, but {limit} < {number}")
    shape = (count,) if index.ndim or seed.ndim > 1 or max_index.ndim else ()
    numbers = np.broadcast_to(index.reshape(-1), (count,)).astype(np.uint64)
    keys = np.broadcast_to(seed.reshape(-1, _KEY_WORDS), (count, _KEY_WORDS)).astype(np.uint64)
    limits = np.broadcast_to(max_index.reshape(-1), (count,)).astype(np.uint64)
    places = np.empty(count, np.uint64)
    # One pass for each key and limit, mostly a single one.
    for *key, limit in {(*words, top) for words, top in zip(map(tuple, keys.tolist()), limits.tolist(), strict=True)}:
        alike = (keys == np.array(key, np.uint64)).all(axis=1) & (limits == np.uint64(limit))
        places[alike] = _shuffled(numbers[alike], [word & 0xFFFFFFFF for word in key], limit, rounds)
    return places.astype(index.dtype).reshape(shape)


def _check_shapes(index: Array, seed: Array, max_index: Array, count: int) -> None:
    """Raises `InvalidArgumentError` unless each of the three serves all `count` numbers or each one of them."""
    for what, value, own in (("Index", index, ()), ("Seed", seed, (_KEY_WORDS,)), ("Max index", max_index, ())):
        outer = value.shape[: value.ndim - len(own)]
        if value.shape[value.ndim - len(own) :] != own or len(outer) > 1:
            wanted = " or ".join(shown(dims) for dims in (own, ("n", *own)))
            raise errors.invalid_argument(f"{what} must have shape {wanted} but got {shown(value.shape)}.")
        if outer and outer[0] not in (1, count):
            raise errors.invalid_argument(f"{what} has shape {shown(value.shape)}, but there are {count} numbers")


def _shuffled(numbers: Array, key: list[int], limit: int, rounds: int) -> Array:
    """The places of numbers [n] among those up to `limit`."""
    if not limit:
        return np.zeros_like(numbers)
    num_bits = (limit - 1).bit_length()
    # Two words of equal size, and enough bits for the cipher to mix.
    word_bits = max(num_bits + num_bits % 2, _MIN_BLOCK_BITS) // 2
    round_keys = _round_keys(key, word_bits, rounds)
    if (limit + 1) * _MANY_STEPS < 1 << 2 * word_bits:
        return _walked(numbers, limit, round_keys, word_bits)
    places = _encrypted(numbers, round_keys, word_bits)
    # "Cycle walking": a permutation comes back to where it began, which is within the limit, so every walk ends.
    while (beyond := places > np.uint64(limit)).any():
        places[beyond] = _encrypted(places[beyond], round_keys, word_bits)
    return places


def _walked(numbers: Array, limit: int, round_keys: list[int], word_bits: int) -> Array:
    """The same for a limit that is small beside the number of blocks, where walks have many steps."""
    # A table of all blocks takes 3 ms, and a step by it 50 ns, where a step of its own takes 60 µs.
    following = _encrypted(np.arange(1 << 2 * word_bits, dtype=np.uint64), round_keys, word_bits).tolist()
    different, which = np.unique(numbers, return_inverse=True)
    places = []
    for place in different.tolist():
        check_stop()
        place = following[place]
        while place > limit:
            place = following[place]
        places.append(place)
    return np.array(places, numbers.dtype)[which]


def _round_keys(key: list[int], word_bits: int, rounds: int) -> list[int]:
    """The keys [rounds] of all rounds, of which the first three are the words of `key`."""
    mask = (1 << word_bits) - 1
    bits = _SCHEDULE_BITS & mask
    keys = [word & mask for word in key]

    def rotated(word: int, places: int) -> int:
        return (word >> places | word << (word_bits - places)) & mask

    for i in range(len(keys), rounds):
        # Simon's key schedule for three words of key; the constant is 2**n - 4.
        mixed = rotated(keys[i - 1], 3) ^ rotated(keys[i - 1], 4) ^ keys[i - 3]
        keys.append((0xFFFFFFFC & mask) ^ (bits & 1) ^ mixed)
        bits >>= 1
    return keys


def _encrypted(blocks: Array, round_keys: list[int], word_bits: int) -> Array:
    """Blocks of two words after all rounds, each of which changes one word by the other one."""
    width, mask = np.uint64(word_bits), np.uint64((1 << word_bits) - 1)

    def rotated(words: Array, places: int) -> Array:
        return (words << np.uint64(places) | words >> (width - np.uint64(places))) & mask

    high, low = blocks >> width & mask, blocks & mask
    for own_key in round_keys:
        # A Feistel round: whatever the function in it, it can be undone, so blocks are permuted.
        high, low = low, high ^ (rotated(low, 1) & rotated(low, 8)) ^ rotated(low, 2) ^ np.uint64(own_key)
    return high << width | low
