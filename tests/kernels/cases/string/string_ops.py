"""Cases of strings changed, measured and hashed one by one."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.array.fingerprint_ops import sized
from tests.kernels.cases.values import int32, int64, ints, strings

TEXT = strings([[b"a", b"bc"], [b"", b"\xff"]])
NONE = np.zeros([0], object)
LETTERS = strings(["AÉİß".encode(), "aéßŉǆ".encode(), "ΑΣ ΣΑΣ.".encode(), b"Az09", b"\xff\xffA", b"\xe3\x81A", b""])


def changes() -> list[Case]:
    """Case, blanks, length."""
    blanks = strings([b" \t\n\x0b\x0c\r a b \x00 ", b"\xc2\xa0x", b"", b"  "])
    return [
        *(Case(op, [LETTERS], {"encoding": e}) for op in ("StringLower", "StringUpper") for e in (b"", b"utf-8")),
        Case("StringLower", [b"A"]),
        Case("StringUpper", [TEXT], {"encoding": b"utf-16"}),
        Case("StringUpper", [NONE]),
        *(Case("StringStrip", [array]) for array in (blanks, TEXT, b" x ", NONE)),
        *(Case("StringLength", [LETTERS], {"unit": unit}) for unit in (b"BYTE", b"UTF8_CHAR")),
        *(Case("StringLength", [array]) for array in (b"abc", TEXT, NONE)),
        Case("StringLength", [strings([b"\x80\x80", b"a\xc3\xa9\xff\xfe"])], {"unit": b"UTF8_CHAR"}),
    ]


def joins() -> list[Case]:
    """StringJoin."""
    row = strings([b"x", b"y"])
    return [
        *(Case("StringJoin", [list(inputs)]) for inputs in ((row, b"c"), (b"a", b"b"), (row,), (TEXT, TEXT), ())),
        Case("StringJoin", [[row, b"c", row]], {"separator": b"--"}),
        Case("StringJoin", [[row, strings([b"c"])]]),
        Case("StringJoin", [[NONE, b"c"]]),
    ]


def hashes() -> list[Case]:
    """Buckets, of strings of every range of lengths."""
    texts = strings([sized(n) for n in (*range(18), 24, 25, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200)])
    large = (1 << 63) - 1
    return [
        *(Case(op, [texts], {"num_buckets": large}) for op in ("StringToHashBucketFast", "StringToHashBucket")),
        *(Case(op, [TEXT], {"num_buckets": 10}) for op in ("StringToHashBucketFast", "StringToHashBucket")),
        Case("StringToHashBucketFast", [b"a"], {"num_buckets": 1000}),
        Case("StringToHashBucketFast", [NONE], {"num_buckets": 1000}),
        Case("StringToHashBucketStrong", [texts], {"num_buckets": large, "key": [1 << 60, -7]}),
        Case("StringToHashBucketStrong", [b"hello"], {"num_buckets": 1000, "key": [1, 2]}),
        Case("StringToHashBucketStrong", [TEXT], {"num_buckets": 1000, "key": [1]}),
    ]


def substrings() -> list[Case]:
    """Substr, by bytes and by characters."""
    words, wide = strings([b"hello", b"hi"]), strings(["héllo".encode(), "日本語".encode()])
    broken, characters = strings([b"\x80\x80ab", b"a\xff\xfeb"]), {"unit": b"UTF8_CHAR"}
    cube = strings([[[b"hello"]]])
    positions = [([1, 0], [2, 1]), ([1, 2], [2, 1]), ([-3, -2], [2, 1]), ([0, 1], [-1, 9]), ([5, 0], [1, 1])]
    outside = [([1, 5], [2, 1]), ([-6, 0], [1, 1]), ([0, -3], [1, 1])]
    return [
        *(Case("Substr", [words, ints(*pos), ints(*size)]) for pos, size in [*positions, *outside]),
        *(Case("Substr", [wide, ints(*pos), ints(*size)], characters) for pos, size in [*positions, ([3, 4], [1, 1])]),
        *(Case("Substr", [broken, ints(*pos), ints(*size)], characters) for pos, size in positions[:2]),
        *(Case("Substr", [array, int64(1), int64(2)]) for array in (words, b"hello")),
        Case("Substr", [wide, int32(-2), int32(2)], characters),
        Case("Substr", [strings([[b"hello"], [b"hi"]]), ints(0, 1, 2), ints(1, 1, 1)]),
        Case("Substr", [b"hello", ints(0, 1), ints(1, 1)]),
        Case("Substr", [words, ints(0, 1, 1), ints(1, 1, 1)]),
        Case("Substr", [words, ints(0), int32(1)]),
        Case("Substr", [NONE, ints(), ints()]),
        Case("Substr", [cube, int32([[[1]]]), int32([[[2]]])]),
        Case("Substr", [cube, int32(1), int32(2)]),
        Case("Substr", [cube, ints(1), ints(2)]),
        Case("Substr", [b"hello", int32([[[1]]]), int32([[[2]]])]),
    ]


def base64() -> list[Case]:
    """EncodeBase64 and DecodeBase64."""
    data = strings([sized(n) for n in range(8)] + [b"\xff\xfe\xfb"])
    good = strings([b"aGVsbG8", b"aGVsbG8=", b"__4", b"-_-_", b"", b"ab==", b"ab", b"abd"])
    bad = [b"//4=", b"a", b"aGVsbG8==", b"aGVs bG8=", b"ab=", b"ab==ab==", b"a=bc", b"=", b"====", b"a===", b"ab\n="]
    return [
        *(Case("EncodeBase64", [data], {"pad": pad}) for pad in (True, False)),
        Case("DecodeBase64", [good]),
        Case("DecodeBase64", [TEXT]),
        *(Case("DecodeBase64", [strings([text])]) for text in bad),
        *(Case(op, [NONE]) for op in ("EncodeBase64", "DecodeBase64")),
    ]


CASES = [*changes(), *joins(), *hashes(), *substrings(), *base64()]
