"""`tf.bitwise`: the bits of integers."""
from __future__ import annotations

from aioflow.ops.generated.math import bitwise_and, bitwise_or, bitwise_xor, invert, left_shift, right_shift

__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"]
