"""Cases of strings taken apart and put together."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32, int64, ints, strings

NONE = np.zeros([0], object)
MATRIX = strings([[b"a", b"b"], [b"c", b"d"], [b"e", b"f"]])
CUBE = strings([[[b"a", b"b"], [b"c", b"d"]], [[b"e", b"f"], [b"g", b"h"]]])


def splits() -> list[Case]:
    """StringSplit and StringSplitV2."""
    lines = strings([b"a b  c", b"", b" x,y;z ", b",", b"   "])
    words = strings([b" a b  ", b"", b"a ", b"a", b"a\t\x0bb\x0cc\xc2\xa0d\x1ce", b"  "])
    separated = strings([b"a,b,,c", b"", b",", b"a<>b<>c"])
    return [
        *(
            Case("StringSplit", [lines, delimiter], {"skip_empty": skip})
            for delimiter in (b" ", b",;", b"", b"]^-")
            for skip in (True, False)
        ),
        *(Case("StringSplit", [array, b","]) for array in (b"abc", NONE, MATRIX)),
        Case("StringSplit", [lines, strings([b","])]),
        *(Case("StringSplitV2", [words, b""], {"maxsplit": most}) for most in (-1, 0, 1, 2, 3)),
        *(Case("StringSplitV2", [separated, b","], {"maxsplit": most}) for most in (-2, 0, 1, 2, 9)),
        Case("StringSplitV2", [separated, b"<>"]),
        *(Case("StringSplitV2", [array, b""]) for array in (b"abc", NONE, MATRIX)),
        Case("StringSplitV2", [words, strings([b""])]),
    ]


def ngrams() -> list[Case]:
    """StringNGrams, with and without padding."""
    data, attrs = strings([b"a", b"b", b"c", b"d"]), {"separator": b"|", "left_pad": b"LP", "right_pad": b"RP"}
    rows = int64([0, 3, 4])
    settings = [([2], -1), ([3, 2], 0), ([5], 1), ([2, 3], 1), ([1], 0), ([6], -1), ([], 0)]
    wrong = [ints(0, 3, 5), ints(1, 3, 4), ints(0, 3, 2, 4), ints(0, 3), ints()]
    return [
        *(
            Case("StringNGrams", [data, rows], {
                **attrs, "ngram_widths": widths, "pad_width": pad, "preserve_short_sequences": preserve,
            })
            for widths, pad in settings
            for preserve in (True, False)
        ),
        *(
            Case("StringNGrams", [data, array], {
                **attrs, "ngram_widths": [2], "pad_width": 1, "preserve_short_sequences": True,
            })
            for array in [*wrong, ints(0, 4, 4)]
        ),
        Case("StringNGrams", [data, rows], {
            **attrs, "ngram_widths": [2, 0], "pad_width": 1, "preserve_short_sequences": True,
        }),
    ]  # fmt: skip


def reduced() -> list[Case]:
    """ReduceJoin."""
    axes = [ints(0), int32(1), ints(-1), ints(1, 0), ints(0, 1), ints(2), ints(0, 0), ints(0, -2), ints(), int32([[0]])]
    return [
        *(Case("ReduceJoin", [MATRIX, axis], {"separator": b","}) for axis in axes),
        *(Case("ReduceJoin", [MATRIX, axis], {"keep_dims": True}) for axis in (ints(0), ints(1, 0), ints())),
        *(Case("ReduceJoin", [CUBE, axis], {"separator": b","}) for axis in (ints(2, 0), ints(0, 2), ints(1))),
        Case("ReduceJoin", [CUBE, ints(0, 2)], {"separator": b",", "keep_dims": True}),
        *(Case("ReduceJoin", [b"a", axis]) for axis in (ints(), int32(0))),
        *(Case("ReduceJoin", [np.zeros([0, 2], object), int32(axis)]) for axis in (0, 1)),
    ]


def segments() -> list[Case]:
    """UnsortedSegmentJoin."""
    row, colon = strings([b"a", b"b", b"c"]), {"separator": b":"}
    ids = [ints(1, 0, 1), ints(1, -1, 1), ints(1, 3, 1), ints(1, 1), int32(1)]
    return [
        *(Case("UnsortedSegmentJoin", [row, i, int32(3)], colon) for i in (*ids, int32([[0, 1]]))),
        *(Case("UnsortedSegmentJoin", [row, ids[0], n], colon) for n in (ints(3), int32(-3), int32(0), int64(2))),
        Case("UnsortedSegmentJoin", [MATRIX, int64([1, 0, 1]), int32(2)], colon),
        Case("UnsortedSegmentJoin", [MATRIX, int32([[1, 0], [1, 1], [0, 0]]), int32(2)]),
        Case("UnsortedSegmentJoin", [CUBE, ints(0, 2), int32(3)], colon),
        Case("UnsortedSegmentJoin", [NONE, ints(), int32(2)]),
    ]


CASES = [*splits(), *ngrams(), *reduced(), *segments()]
