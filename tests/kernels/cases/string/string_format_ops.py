"""Cases of numbers to strings and back."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, complex64, complex128, counting, float32, int32, strings, uint8

NAN, INF = np.nan, np.inf
FLOATS = [1.5, NAN, -NAN, INF, -INF, 1e30, -0.0, 0.1, 1e-7, 123456789, 2]
FILLS = [b"", b" ", b"+", b"-", b"0", b"#", b"x", b"ab"]


def array_of(values: list[float], dtype: Any) -> np.ndarray[Any, Any]:
    """The values, of which some are too large for the dtype."""
    with np.errstate(over="ignore"):
        return np.array(values, dtype)


def as_strings() -> list[Case]:
    """AsString with every flag."""
    formats: list[dict[str, Any]] = [{"precision": 2}, {"precision": 0}, {"scientific": True}, {"shortest": True}]
    formats += [{"shortest": True, "precision": 2}, {"scientific": True, "precision": 3}, {"width": -4}]
    integers, both = int32([15, -3, 0]), {"shortest": True, "scientific": True}
    more_formats: list[dict[str, Any]] = [{}, *formats, {"width": 9}]
    complexes = complex128([1 + 2j, complex(INF, -NAN)])
    return [
        *(Case("AsString", [counting([2, 2], t, 1)]) for t in NUMERIC_DTYPES),
        *(Case("AsString", [array_of(FLOATS, t)]) for t in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)),
        *(Case("AsString", [np.array(FLOATS)], attrs) for attrs in [*formats, both]),
        *(Case("AsString", [np.array(FLOATS)], {"width": 10, "fill": fill}) for fill in FILLS),
        *(Case("AsString", [np.array(FLOATS)], {"fill": fill, "shortest": True}) for fill in FILLS[:6]),
        *(Case("AsString", [integers], {"width": 6, "fill": fill}) for fill in FILLS),
        *(Case("AsString", [integers], {"fill": fill}) for fill in FILLS[:6]),
        *(Case("AsString", [uint8([15, 200])], {"width": 6, "fill": fill}) for fill in FILLS[:6]),
        *(Case("AsString", [integers], attrs) for attrs in formats),
        *(Case("AsString", [np.array([True, False])], attrs) for attrs in [{}, {"width": 8}, *formats[1:4]]),
        *(Case("AsString", [complexes], attrs) for attrs in more_formats),
        Case("AsString", [complex64([1.1 + 2j])], {"width": 9, "fill": b"0"}),
        *(Case("AsString", [strings([b"ab", b"abcdef"])], {"width": 5, "fill": fill}) for fill in FILLS[:5]),
        *(Case("AsString", [strings([b"ab"])], attrs) for attrs in formats),
        *(Case("AsString", [np.array([np.iinfo(t).min, np.iinfo(t).max], t)]) for t in (np.int64, np.uint64, np.int8)),
        Case("AsString", [np.zeros([0, 2], np.float32)]),
        Case("AsString", [float32(3)]),
    ]


def summaries() -> list[Case]:
    """StringFormat of inputs of several ranks and types."""
    braces = {"template": b"{}", "placeholder": b"{}"}
    arrays = [
        counting([10, 10]), counting([2, 2, 2]), counting([2, 3, 4], np.int64), np.zeros([0], np.float32), float32(5),
        np.zeros([2, 0], np.float32), np.zeros([2, 0, 3], np.float32), np.zeros([0, 3], np.float32), b"x",
        counting([7], np.uint8), np.array([True, False]), np.bool_(True), complex64([1j]),
        strings([b"a'b\t\r\x7f\x01", b'\xff\x00\xc3\xa9\\"\n']),
    ]  # fmt: skip
    numbers = [0.1, 1 / 3, 1e16, 16777216, 123456789012345680, NAN, INF, -INF, -0.0, 1e-7, 1.1]
    dtypes = [np.float32, np.float64, ml_dtypes.bfloat16, np.float16]
    return [
        *(Case("StringFormat", [[array]], braces) for array in arrays),
        *(Case("StringFormat", [[array]], {**braces, "summarize": n}) for array in arrays[:6] for n in (-1, 0, 1, 99)),
        *(Case("StringFormat", [[array_of(numbers, t)]], {**braces, "summarize": 20}) for t in dtypes),
        *(Case("StringFormat", [[counting([3], t)]], braces) for t in NUMERIC_DTYPES),
        Case("StringFormat", [[int32([1, 2]), b"x"]], {"template": b"<%s, %s>"}),
        Case("StringFormat", [[]], {"template": b"no", "placeholder": b"{}"}),
    ]


def numbers() -> list[Case]:
    """StringToNumber of good and bad numerals."""
    floats = [
        b" 1.5 ", b"inf", b"-Infinity", b"nan", b"+nan", b"-nan", b"nan(abc_1)", b"1e400", b"-1e400", b".5", b"5.",
        b"1e5", b"1E-3", b"0x10", b"-0x1F", b"0x1.8p3", b"1e-50", b"3.4028236e38", b"\t5\n\x0b\x0c\r", b"007", b"-0",
    ]  # fmt: skip
    bad = [b"", b" ", b"1_0", b"1.5.", b"1.5\x00", b"1f", b"infinit", b"0x", b"1e", b"1e5.5", "١".encode()]
    bad += [b"+-1", b"."]
    integers = {"int32": b"2147483647", "int64": b"-9223372036854775808", "uint32": b"4294967295"}
    integers["uint64"] = b"18446744073709551615"
    wrong = [(b"2147483648", "int32"), (b"-1", "uint32"), (b"10.0", "int64"), (b"0x10", "int32"), (b"+ 5", "int32")]
    wrong += [(b"9223372036854775808", "int64"), (b"-1", "uint64"), (b"", "int32"), (b"1e3", "int64")]
    return [
        *(Case("StringToNumber", [strings(floats)], {"out_type": t}) for t in ("float32", "float64")),
        *(Case("StringToNumber", [strings([text])]) for text in bad),
        *(Case("StringToNumber", [strings([b" +10\n", b"007", n])], {"out_type": t}) for t, n in integers.items()),
        *(Case("StringToNumber", [strings([text])], {"out_type": t}) for text, t in wrong),
        Case("StringToNumber", [b"3"]),
        Case("StringToNumber", [np.zeros([0, 2], object)], {"out_type": "int32"}),
        Case("StringToNumber", [strings([[b"1"], [b"2"]])], {"out_type": "float64"}),
    ]


CASES = [*as_strings(), *summaries(), *numbers()]
