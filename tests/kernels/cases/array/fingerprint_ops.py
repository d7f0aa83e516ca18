"""Cases of reading bytes in other ways, and hashing them."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import complex64, counting, float32, float64, int32, strings, uint8

DTYPES = ["bfloat16", "half", "float", "double", "int64", "int32", "uint8", "uint16", "int8", "complex64", "qint32"]


def sized(size: int) -> bytes:
    """That many different bytes."""
    return bytes((7 * i + size) % 256 for i in range(size))


def bitcasts() -> list[Case]:
    """To narrower, equal and wider types."""
    return [
        *(Case("Bitcast", [counting([2, 2], np.float64, 1)], {"type": t}) for t in DTYPES if t != "complex64"),
        *(Case("Bitcast", [complex64([[1 + 2j]])], {"type": t}) for t in ("float", "complex64", "int64", "uint8")),
        *(Case("Bitcast", [counting([3, 4], np.uint8)], {"type": t}) for t in ("int32", "int8", "quint8", "half")),
        Case("Bitcast", [np.array([[1, 2]], ml_dtypes.bfloat16)], {"type": "float"}),
        Case("Bitcast", [float32(1)], {"type": "int32"}),
        Case("Bitcast", [float32(1)], {"type": "uint8"}),
        Case("Bitcast", [float32(1)], {"type": "double"}),
        Case("Bitcast", [float32([1, 2, 3])], {"type": "double"}),
        Case("Bitcast", [np.zeros([0, 2], np.float32)], {"type": "double"}),
        Case("Bitcast", [np.asarray(counting([2, 3]).transpose())], {"type": "double"}),
    ]


def fingerprints() -> list[Case]:
    """Hashes of numbers and strings, of every range of lengths."""
    lengths = [*range(40), 48, 63, 64, 65, 127, 128, 129, 191, 192, 193, 300]
    method = b"farmhash64"
    texts = strings([[b"a", b"b"], [b"c", b"d"]])
    columns = [strings([[b"hello"], [b""]]), strings([[[b"a"]]]), strings([[b"a", b"b"]])]
    arrays = [int32([1, 2]), counting([2, 3, 2]), uint8([[1], [2]]), texts, *columns, float64([0])]
    return [
        *(Case("Fingerprint", [array, method]) for array in arrays),
        Case("Fingerprint", [strings([sized(n) for n in lengths]), method]),
        Case("Fingerprint", [np.zeros([0, 2], np.int32), method]),
        Case("Fingerprint", [int32(1), method]),
        Case("Fingerprint", [int32([1]), b"farmhash"]),
        Case("Fingerprint", [int32([1]), strings([method])]),
        Case("Fingerprint", [np.array([True, False]), method]),
    ]


CASES = [*bitcasts(), *fingerprints()]
