"""Cases of Unicode strings decoded and encoded."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32, int64, ints, strings

TEXT = "aé日😀\x00\x1f\x7f\n"
MALFORMED = strings([
    TEXT.encode(), b"", b"\xff\xe3\x81a\xf0\x9f", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xf0\x9f\x98",
    b"\xf0\x80\x80\x80", b"a\x80\x80b", b"\xe3\x81\x82\xe3", b"\xf8\x88\x80\x80\x80", "\ufeffa".encode(),
])  # fmt: skip
ENCODED = {
    b"UTF-16-BE": strings([TEXT.encode("utf-16-be"), b"\xd8\x00\x00a", b"\xdc\x00"]),
    b"UTF-32-BE": strings([TEXT.encode("utf-32-be"), b"\x00\x11\x00\x00"]),
    b"UTF-16LE": strings([TEXT.encode("utf-16-le")]),
    b"ISO-8859-1": strings(["aé\x80".encode("latin-1")]),
    b"US-ASCII": strings([b"a\xe9"]),
    b"windows-1252": strings([b"a\xe9\x80"]),
    b"shift_jis": strings(["日本a".encode("shift_jis")]),
    b"EUC-JP": strings(["日本a".encode("euc-jp")]),
    b"GBK": strings(["日本a".encode("gbk")]),
    b"koi8-r": strings(["дом".encode("koi8-r")]),
    b"foo": strings([b"a"]),
}
POLICIES: list[dict[str, Any]] = [
    {}, {"errors": b"ignore"}, {"errors": b"strict"}, {"replacement_char": 0x1F600},
    {"replace_control_characters": True}, {"errors": b"ignore", "replace_control_characters": True},
    {"replace_control_characters": True, "replacement_char": 32},
]  # fmt: skip
DECODE = ["UnicodeDecode", "UnicodeDecodeWithOffsets"]


def decodes() -> list[Case]:
    """UnicodeDecode and UnicodeDecodeWithOffsets."""
    utf8 = {"input_encoding": b"UTF-8"}
    return [
        *(Case(op, [MALFORMED], {**utf8, **policy}) for op in DECODE for policy in POLICIES),
        *(Case(op, [texts], {"input_encoding": name}) for op in DECODE for name, texts in ENCODED.items()),
        *(Case("UnicodeDecode", [MALFORMED], {**utf8, "replacement_char": code}) for code in (-5, 0x110000)),
        *(Case("UnicodeDecode", [array], utf8) for array in (b"abc", strings([[b"a"], [b"bc"]]))),
        Case("UnicodeDecode", [np.zeros([0], object)], utf8),
        Case("UnicodeDecode", [strings([b"ab"])], {**utf8, "Tsplits": "int32"}),
        Case("UnicodeDecode", [strings([b"ab"])], {**utf8, "errors": b"strict", "replace_control_characters": True}),
    ]


def encodes() -> list[Case]:
    """UnicodeEncode."""
    codes, splits = int32([97, 233, 0x1F600, 0x110000, 0xD800, -1, 0xFFFE]), int64([0, 2, 2, 7])
    encodings = [b"UTF-8", b"UTF-16-BE", b"UTF-32-BE"]
    policies: list[dict[str, Any]] = [{}, {"errors": b"ignore"}, {"errors": b"strict"}, {"replacement_char": 65}]
    wrong = [ints(0, 2), ints(0, 2, 8), ints(1, 7), ints(0, 3, 2, 7), int32([[0, 7]]), ints()]
    utf8 = {"output_encoding": b"UTF-8"}
    return [
        *(Case("UnicodeEncode", [codes, splits], {"output_encoding": e, **p}) for e in encodings for p in policies),
        *(Case("UnicodeEncode", [codes, array], utf8) for array in wrong),
        Case("UnicodeEncode", [ints(), ints(0)], utf8),
        Case("UnicodeEncode", [codes[:3], ints(0, 3)], {**utf8, "errors": b"strict"}),
    ]


def transcodes() -> list[Case]:
    """UnicodeTranscode."""
    encodings = [b"UTF-8", b"UTF-16-BE", b"UTF-32-BE"]
    utf8: dict[str, Any] = {"input_encoding": b"UTF-8", "output_encoding": b"UTF-8"}
    return [
        *(Case("UnicodeTranscode", [MALFORMED], {**utf8, "output_encoding": e}) for e in encodings),
        *(Case("UnicodeTranscode", [MALFORMED], {**utf8, **policy}) for policy in POLICIES[1:]),
        *(Case("UnicodeTranscode", [texts], {**utf8, "input_encoding": name}) for name, texts in ENCODED.items()),
        Case("UnicodeTranscode", [strings([[b"a"]])], utf8),
    ]


def scripts() -> list[Case]:
    """UnicodeScript: all planes, in steps."""
    return [
        Case("UnicodeScript", [int32(range(0, 0x3000, 5))]),
        Case("UnicodeScript", [int32(range(0x3000, 0x110000, 997))]),
        Case("UnicodeScript", [int32([[97, 0x3B1, 0x4E00], [-1, 0x110000, 0x10FFFF]])]),
    ]


CASES = [*decodes(), *encodes(), *transcodes(), *scripts()]
