"""log, sine and cosine of float32, rounded as TensorFlow's C library rounds them.

numpy's float32 functions differ in the last bit of every fifth value, which would change seeded random numbers. Each
function evaluates a short polynomial in float64 and rounds once; so do the C libraries that TensorFlow is built upon.
"""
from __future__ import annotations

import numpy as np

from aioflow.kernels.arrays import Array


def _numbers(text: str) -> Array:
    return np.array([float.fromhex(word) for word in text.split()])


# Constants and order of operations are those of Arm's optimized routines, which glibc took over: another order would
# round differently.
# Of each sixteenth of the mantissa's range: the reciprocal and the logarithm of a point in it.
_RECIPROCALS = _numbers(
    "0x1.661ec79f8f3bep0 0x1.571ed4aaf883dp0 0x1.49539f0f010bp0 0x1.3c995b0b80385p0 0x1.30d190c8864a5p0 "
    "0x1.25e227b0b8eap0 0x1.1bb4a4a1a343fp0 0x1.12358f08ae5bap0 0x1.0953f419900a7p0 0x1p0 0x1.e608cfd9a47acp-1 "
    "0x1.ca4b31f026aap-1 0x1.b2036576afce6p-1 0x1.9c2d163a1aa2dp-1 0x1.886e6037841edp-1 0x1.767dcf5534862p-1"
)
_LOGARITHMS = _numbers(
    "-0x1.57bf7808caadep-2 -0x1.2bef0a7c06ddbp-2 -0x1.01eae7f513a67p-2 -0x1.b31d8a68224e9p-3 -0x1.6574f0ac07758p-3 "
    "-0x1.1aa2bc79c81p-3 -0x1.a4e76ce8c0e5ep-4 -0x1.1973c5a611cccp-4 -0x1.252f438e10c1ep-5 0x0p0 0x1.aa5aa5df25984p-5 "
    "0x1.c5e53aa362eb4p-4 0x1.526e57720db08p-3 0x1.bc2860d22477p-3 0x1.1058bc8a07ee1p-2 0x1.4043057b6ee09p-2"
)
_LOG_TERMS = _numbers("-0x1.00ea348b88334p-2 0x1.5575b0be00b6ap-2 -0x1.ffffef20a4123p-2")
_LN2 = float.fromhex("0x1.62e42fefa39efp-1")
# The bits of about 0.7: mantissas are taken from [0.7, 1.4), so that their logarithms lie around 0.
_TABLE_START = np.int32(0x3F330000)
_EXPONENT_MASK = np.int32(-0x800000)

_SINE_TERMS = _numbers("-0x1.555545995a603p-3 0x1.1107605230bc4p-7 -0x1.994eb3774cf24p-13")
_COSINE_TERMS = _numbers(
    "-0x1.ffffffd0c621cp-2 0x1.55553e1068f19p-5 -0x1.6c087e89a359dp-10 0x1.99343027bf8c3p-16"
)
_HALF_PI = float.fromhex("0x1.921FB54442D18p0")
_QUADRANTS_PER_UNIT = float.fromhex("0x1.45F306DC9C883p23")  # 2/pi, times 2**24


def log(x: Array) -> Array:
    """Natural logarithm of positive normal float32 numbers."""
    bits = x.view(np.int32)
    offset = bits - _TABLE_START
    index = (offset >> 19) & 15
    exponent = offset >> 23
    mantissa = (bits - (offset & _EXPONENT_MASK)).view(np.float32)
    # log(x) = log(c) + log(mantissa / c) + exponent * log(2), where c is the
    # table's point and r = mantissa / c - 1 is small.
    r = mantissa.astype(np.float64) * _RECIPROCALS[index] - 1.0
    y0 = _LOGARITHMS[index] + exponent * _LN2
    r2 = r * r
    y = _LOG_TERMS[1] * r + _LOG_TERMS[2]
    y = _LOG_TERMS[0] * r2 + y
    return (y * r2 + (y0 + r)).astype(np.float32)


def sin_cos(x: Array) -> tuple[Array, Array]:
    """Sine and cosine of float32 numbers in [0, 120)."""
    wide = x.astype(np.float64)
    # Rounded to the nearest quadrant in fixed point with 24 bits behind the point.
    quadrant = ((wide * _QUADRANTS_PER_UNIT).astype(np.int32) + 0x800000) >> 24
    # The C functions do not reduce these at all.
    quadrant[x < np.float32(np.pi / 4)] = 0
    wide -= quadrant * _HALF_PI
    square = wide * wide
    sine, cosine = _sine(wide, square), _cosine(square)
    odd, quadrant = (quadrant & 1).astype(bool), quadrant & 3
    # A quarter turn makes a sine of a cosine; half a turn changes the sign.
    sines: Array = np.where(odd, cosine, sine)
    cosines: Array = np.where(odd, sine, cosine)
    np.negative(sines, out=sines, where=quadrant >= 2)
    np.negative(cosines, out=cosines, where=(quadrant == 1) | (quadrant == 2))
    return sines.astype(np.float32), cosines.astype(np.float32)


def _sine(x: Array, square: Array) -> Array:
    cube = x * square
    tail = _SINE_TERMS[1] + square * _SINE_TERMS[2]
    return (x + cube * _SINE_TERMS[0]) + cube * square * tail


def _cosine(square: Array) -> Array:
    fourth = square * square
    head = (1.0 + square * _COSINE_TERMS[0]) + fourth * _COSINE_TERMS[1]
    return head + fourth * square * (_COSINE_TERMS[2] + square * _COSINE_TERMS[3])
