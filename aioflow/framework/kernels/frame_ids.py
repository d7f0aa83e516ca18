"""The numbers of loops' executions in keys of transfers, the same in all processes, TensorFlow's included."""
from __future__ import annotations

from functools import lru_cache

_MASK = 2**64 - 1
# TensorFlow's (`executor.cc`): the seed of the hash of a frame's name, and the constant by which hashes are combined.
_SEED = 0xDECAFCAFFE
_GOLDEN = 0x9E3779B97F4A7800
# MurmurHash64A's, by Austin Appleby.
_MULTIPLIER, _SHIFT = 0xC6A4A7935BD1E995, 47


@lru_cache(maxsize=4096)
def frame_id(name: str) -> int:
    """The number of an execution of a frame; 0 for the root.

    Args:
        name: Its run-time name: that of its parent, the iteration there, and its own name, with ";" between them.
    """
    parts = name.split(";")
    number = 0
    for iteration, own in zip(parts[1::2], parts[2::2], strict=False):
        in_parent = int(iteration) if iteration.isdecimal() else _hash(iteration.encode())
        number = combined(number, combined(in_parent, _hash(own.encode())))
    return number


def combined(a: int, b: int) -> int:
    """Two hashes of 64 bits as one."""
    return a ^ ((b + _GOLDEN + (a << 10) + (a >> 4)) & _MASK)


def _hash(data: bytes) -> int:
    """MurmurHash64A."""
    value = _SEED ^ (len(data) * _MULTIPLIER & _MASK)
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        part = int.from_bytes(data[start : start + 8], "little") * _MULTIPLIER & _MASK
        part = (part ^ part >> _SHIFT) * _MULTIPLIER & _MASK
        value = (value ^ part) * _MULTIPLIER & _MASK
    if whole < len(data):
        value = (value ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _MASK
    value = (value ^ value >> _SHIFT) * _MULTIPLIER & _MASK
    return value ^ value >> _SHIFT
