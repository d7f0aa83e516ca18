"""Calls of string ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32, ints, strings

REPLACED = {"errors": b"replace", "replace_control_characters": False, "replacement_char": 0xFFFD}
# Little and big end first, each with a mark and without, and what is too short.
WIDE = strings([b"\0a\0b", b"a\0b\0", b"\xff\xfea\0", b"\xfe\xff\0a", b"", b"a", b"\0\0\0a"])


def joined() -> list[Case]:
    """Segments that begin with empty strings."""
    some = [strings([b"", b"a", b"b"]), strings([b"a", b"", b"b"]), strings([b"", b"", b""])]
    rows = strings([[b"", b"a"], [b"", b"b"]])
    return [
        *(Case("UnsortedSegmentJoin", [s, ints(0, 0, 0), int32(2)], {"separator": b","}) for s in some),
        Case("UnsortedSegmentJoin", [rows, ints(0, 0), int32(1)], {"separator": b","}),
    ]


def formatted() -> list[Case]:
    """Arrays without elements."""
    attrs = {"template": b"v={}", "placeholder": b"{}", "summarize": 10}
    arrays = [np.zeros(s, t) for s in ((4, 0), (0, 4), (0,), (2, 0, 2)) for t in (np.bool_, np.float32, np.int32)]
    return [Case("StringFormat", [[array]], attrs) for array in arrays]


def cased() -> list[Case]:
    """Strings with a NUL in them."""
    texts = strings([b"A\0b", b"\0", b"Ab\xc3\x84\0C", b"\xff\0a"])
    return [Case(op, [texts], {"encoding": e}) for op in ("StringLower", "StringUpper") for e in (b"", b"utf-8")]


def wide() -> list[Case]:
    """Encodings of 16 and 32 bits whose byte order the name does not tell."""
    names = (b"UTF-16", b"UTF-32", b"UTF-16BE", b"UTF-16LE", b"UTF-32LE")
    decoded, to_utf8 = {**REPLACED, "Tsplits": "int64"}, {**REPLACED, "output_encoding": b"UTF-8"}
    return [
        *(Case("UnicodeTranscode", [WIDE], {"input_encoding": e, **to_utf8}) for e in names),
        *(Case("UnicodeDecodeWithOffsets", [WIDE], {"input_encoding": e, **decoded}) for e in names[:2]),
    ]


CASES = [*joined(), *formatted(), *cased(), *wide()]
