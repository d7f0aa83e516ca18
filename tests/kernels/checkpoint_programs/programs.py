"""The programs, by name."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.checkpoint_programs import Step, merge, restore, restore_file, save, save_file, text

X = np.arange(6, dtype=np.float32).reshape(2, 3)
ONE = np.ones([1], np.float32)
MATRIX = np.arange(20, dtype=np.float32).reshape(5, 4)
_SMALL = np.array([0, 1, -2, 3])
NUMBERS = [
    (np.array([0.5, -1, np.nan, 65504]), "float16"), (np.array([0.5, -1, np.inf, 3e38]), "bfloat16"),
    (np.array([0.1, -1, np.nan, 3e38]), "float32"), (np.array([0.1, -1, np.inf, 1e300]), "float64"),
    *[(_SMALL, name) for name in ("int8", "int16", "int32", "int64")],
    *[(abs(_SMALL), name) for name in ("uint8", "uint16", "uint32", "uint64")],
    (_SMALL > 0, "bool"), (_SMALL + 0.5j, "complex64"), (_SMALL - 1j, "complex128"),
]  # fmt: skip
SMALL_TYPES = [
    *[(np.array([0, 1, -1, 0.5]), f"float{name}") for name in ("8_e5m2", "8_e4m3fn", "8_e4m3fnuz", "4_e2m1fn")],
    *[(np.array([0, 1, -1]), name) for name in ("int4", "int2")],
    *[(np.array([0, 1, 3]), name) for name in ("uint4", "uint2")],
]  # fmt: skip
QUANTIZED = [
    (np.array([1, 200, 3], np.uint8).view(np.int8), "qint8"), (np.array([1, 200, 3], np.uint8), "quint8"),
    (np.array([-5, 1 << 20], np.int32), "qint32"), (np.array([-5, 300], np.int16), "qint16"),
    (np.array([5, 60000], np.uint16), "quint16"),
]  # fmt: skip
ALL_TYPES = [(each.astype(getattr(ml_dtypes, name, name)), name) for each, name in NUMBERS + SMALL_TYPES] + QUANTIZED
HALVES = [
    save(["p", "a"], ["4 3 0,2:-", ""], X, X, prefix="@/x/p"),
    save(["p", "b"], ["4 3 2,2:-", ""], X + 1, X + 2, prefix="@/y/p"),
]
SLICES = save(["p", "p"], ["4 2 0,3:0,2", "4 2 3,1:0,2"], X.reshape(3, 2), X[:1, :2] + 9)
FILE = save_file(["a", "b", "a"], ["4 3 0,2:-", "", "4 3 2,2:-"], X, X + 1, X + 10)
STARTS = sorted({max(2**bits + more, 0) for bits in range(63) for more in (-1, 0)})
MANY = [f"n{i * 7919 % 10007:05}/{'x' * (350 + i % 50)}" for i in range(800)]


def remap(rows: list[int], columns: list[int], values: list[float], num_cols: int = 4, **other: Any) -> Step:
    """LoadAndRemapMatrix of "m", or another tensor."""
    vectors = [np.array(rows, np.int64), np.array(columns, np.int64), np.array(values, np.float32)]
    attrs = {"num_rows": other.pop("num_rows", len(rows)), "num_cols": num_cols}
    return Step("LoadAndRemapMatrix", [other.pop("path", "@/c"), other.pop("name", "m"), *vectors], {**attrs, **other})


SAVED_MATRIX = save(
    ["m", "v", "i", "p", "p"], ["", "", "", "5 4 0,2:-", "5 4 2,3:-"],
    MATRIX, MATRIX[0], MATRIX.astype(np.int32), MATRIX[:2], MATRIX[2:],
)  # fmt: skip

PROGRAMS: dict[str, list[Step]] = {
    "two tensors": [
        save(["b", "a"], ["", ""], X, text(b"xy", b"", b"\0" * 200)),
        restore(["a", "b"], ["", ""], "string", "float32"), restore(["b"], ["2 3 1,1:0,2"], "float32"),
    ],
    "slices": [
        SLICES, *[restore(["p"], [spec], "float32") for spec in ("", "4 2 1,3:0,1", "4 2 0,3:0,2", "4 2 2,2:-")],
        restore(["p"], ["5 2 1,3:0,1"], "float32"), restore(["p"], ["4 2 1,4:0,1"], "float32"),
        restore(["p"], [""], "int32"),
    ],
    "R-90": [
        save(["t", "t"], ["5 2 0,2:-", "5 2 2,3:-"], X[:, :2], X.reshape(3, 2) + 10),
        restore(["t"], ["5 2 1,3:0,1"], "float32"),
    ],
    "some slices only": [
        save(["i"], ["5 2 0,5:0,1"], np.zeros([5, 1], np.float32)),
        *[restore(["i"], [spec], "float32") for spec in ("", "5 2 0,5:0,2", "5 2 1,2:0,1", "5 2 1,2:1,1")],
    ],
    "whole dimensions": [
        save(["q", "r"], ["5 2 1,3:-", "3 -"], X.reshape(3, 2), X[0]),
        restore(["q", "r"], ["5 2 2,2:0,1", "3 1,2"], "float32", "float32"),
    ],
    "a slice that is all": [save(["a"], ["2 3 0,2:0,3"], X), restore(["a"], [""], "float32")],
    "slices of strings": [save(["s", "s"], ["4 0,2", "4 2,2"], text(b"x", b"yy"), text(b"zzz", b""))],
    "slices that overlap": [
        save(["a", "a"], ["3 3 0,2:-", "3 3 1,2:-"], X, X + 10), restore(["a"], [""], "float32"),
    ],
    "signed numbers in keys": [
        save(["p", "pp", "qq"], ["9 0,2", "500 2 150,3:0,2", "30000 10001,1"], X[0, :2], X.reshape(3, 2), ONE),
        restore(["pp", "qq"], ["500 2 151,1:-", "30000 10001,1"], "float32", "float32"),
        save(
            ["n"] * len(STARTS), [f"{2**63 - 1} {start},1" for start in STARTS], *[ONE + i for i in range(len(STARTS))],
            prefix="@/d",
        ),
        restore(["n"], [f"{2**63 - 1} {2**62},1"], "float32", prefix="@/d"),
    ],
    "odd names": [
        save(["n" * 300, "n" * 300 + "a", b"\xff\xff", b"\xff", b"a\0\xffb"], ["", "", "", "", "2 0,1"], *[ONE] * 5),
        restore([b"\xff", b"a\0\xffb"], ["", "2 0,1"], "float32", "float32"),
    ],
    "empty tensors": [
        save(["a", "b", "c"], ["", "", "0 3 -:-"], np.zeros([0, 3], np.float32), text(), np.zeros([0, 3], np.float32)),
        restore(["a", "b", "c"], ["", "", ""], "float32", "string", "float32"),
    ],
    "scalars": [
        save(["f", "s"], ["", ""], np.float32(2.5), (np.array(b"str", object), "string")),
        restore(["f", "s"], ["", ""], "float32", "string"),
    ],
    "all types": [
        save([name for _, name in ALL_TYPES], [""] * len(ALL_TYPES), *ALL_TYPES),
        restore([name for _, name in ALL_TYPES], [""] * len(ALL_TYPES), *[name for _, name in ALL_TYPES]),
    ],
    "several blocks of index": [
        save(MANY, [""] * len(MANY), *[np.int8(i % 100) for i in range(len(MANY))]),
        restore(MANY[::100], [""] * 8, *["int8"] * 8),
    ],
    "much data": [
        save(["a", "b"], ["", ""], np.arange(70_000, dtype=np.int32), np.arange(300_001).astype(np.int8)),
        restore(["b"], ["300001 300000,1"], "int8"),
    ],
    "what is not to be restored": [
        save(["a", "s", "z"], ["", "", ""], X, text(b"xy"), X),
        restore(["zz"], [""], "float32"), restore(["a", "zz", "s"], [""] * 3, "float32", "float32", "float32"),
        restore(["a"], [""], "int32"), restore(["z", "s", "a"], [""] * 3, "half", "int8", "float32"),
        *[restore(["a"], [spec], "float32") for spec in (
            "3 3 0,1:-", "2 3 0,3:-", "x", "-", "2 3 ", "2 3 1,0:-", "6 0,6", "3 2 -:-", "2 3", "2 3 -", "2 3 -:x",
            "2 3 -:0,2,3", "2 3 0,2:-:-", "2 3 0,2:-1,3", "2 3  -:-", " ", "2 3 0,2:0,9999999999999999999",
            "02 3 -:00,3", "2 3 +0,2:-",
        )],
        restore(["s"], ["1 0,0"], "string"), restore(["s"], ["1 -"], "string"),
        save(["y", "b"], ["", ""], X, X + 1, prefix="@/d"),
        restore(["b", "y"], ["9 3 -:-", "8 3 -:-"], "float32", "float32", prefix="@/d"),
        restore(["b", "y"], ["x", "8 3 -:-"], "int8", "int8", prefix="@/d"),
        restore(["y2", "b2"], ["x", ""], "int8", "int8", prefix="@/d"),
        restore(["a"], ["", ""], "float32"), restore(["a", "b"], ["", ""], "float32"),
        Step("RestoreV2", ["@/c", [["a"]], [""]], {"dtypes": ["float32"]}),
        Step("RestoreV2", [["@/c", "@/c"], ["a"], [""]], {"dtypes": ["float32"]}),
        Step("RestoreV2", [["@/c"], ["a"], [""]], {"dtypes": ["float32"]}),
        restore(["a"], [""], "float32", prefix="@/none"), restore(["a"], [""], "float32", prefix="@/none/x"),
        restore(["a"], [""], "float32", prefix="@"), restore(["a"], [""], "float32", prefix="@/["),
    ],
    "what is not to be saved": [
        save(["a", "a"], ["", ""], X, X), save(["a", "b"], ["", ""], X), save(["a"], ["", ""], X),
        *[save(["a"], [spec], X) for spec in ("2 3 0,1:0,3", "2 3 0,2:0,4", "3 3 1,3:-", "x", "2 3 -", "2 3 0,2:0,0")],
        save(["a", "a"], ["4 3 0,2:0,3", "4 3 0,2:0,3"], X, X), save(["a", "a"], ["2 3 0,1:-", ""], X[:1], X),
        Step("SaveV2", [["@/c", "@/d"], ["a"], [""], [(X, "float32")]]),
        Step("SaveV2", ["@/c", [["a"]], [""], [(X, "float32")]]), save(["a"], [""], X, prefix="@/new/er/c"),
    ],
    "a new folder": [save(["a"], [""], X, prefix="@/new/c"), save(["a"], [""], X + 1, prefix="@/new/c")],
    "merged": [*HALVES, merge(["@/x/p", "@/y/p"]), restore(["a", "b", "p"], [""] * 3, *["float32"] * 3, prefix="@/m")],
    "merged the other way": [
        *HALVES, merge(["@/y/p", "@/x/p"], delete_old_dirs=False),
        restore(["p"], ["4 3 1,2:-"], "float32", prefix="@/m"),
    ],
    "merged in one of the folders": [*HALVES, merge(["@/x/p", "@/y/p"], "@/y/m")],
    "merged one": [*HALVES, merge(["@/y/p"])],
    "merged what has been merged": [
        *HALVES, merge(["@/x/p", "@/y/p"], "@/z/m"), save(["0"], [""], X, prefix="@/w/c"),
        merge(["@/w/c", "@/z/m"], "@/mm"), restore(["0", "p"], ["", ""], "float32", "float32", prefix="@/mm"),
    ],
    "shards in the order of keys": [
        save(["zz"], [""], X, prefix="@/x"), save(["b"], [""], X + 1, prefix="@/y"), merge(["@/x", "@/y"]),
        save(["a"], [""], X + 2, prefix="@/z"), merge(["@/z", "@/m"], "@/mm"),
    ],
    "one misses": [
        *HALVES, merge(["@/x/p", "@/none"]), merge(["@/none"], allow_missing_files=True),
        Step("MergeV2Checkpoints", [np.zeros([0], object), "@/m"]), Step("MergeV2Checkpoints", ["@/x/p", "@/m"]),
        Step("MergeV2Checkpoints", [["@/x/p"], ["@/m"]]), merge(["@/x/p", "@/y/p"], "@/new/er/m"),
        merge(["@/x/p", "@/none"], allow_missing_files=True), restore(["a"], [""], "float32", prefix="@/m"),
    ],
    "the same tensor twice": [
        *HALVES, save(["b"], [""], X, prefix="@/x/p"), merge(["@/x/p", "@/y/p"]),
        save(["p"], [""], X, prefix="@/x/p"), merge(["@/x/p", "@/y/p"]),
    ],
    "version 1": [
        FILE, *[restore_file("a", spec) for spec in ("", "4 3 1,2:1,2", "4 3 0,2:-", "5 3 0,2:-", "x", "4 3 3,2:-")],
        restore_file("b", "2 3 1,1:0,2"), restore_file("a", dtype="int32"), restore_file("zz"),
        restore_file("a", file="@/none"), Step("Restore", ["@/f", "a"], {"dt": "float32"}),
        restore(["a", "b"], ["", "2 3 0,1:-"], "float32", "float32", prefix="@/f"),
        restore(["a"], [""], "int32", prefix="@/f"), restore(["zz"], [""], "float32", prefix="@/f"),
        Step("RestoreSlice", [["@/f"], ["b", "zz"], [""]], {"dt": "float32"}),
        Step("RestoreSlice", [["@/f", "@/f"], "a", ""], {"dt": "float32"}),
    ],
    "version 1, all types": [
        *[save_file(["v"], [""], pair, file=f"@/{pair[1]}") for pair in ALL_TYPES],
        *[restore_file("v", "", name, f"@/{name}") for _, name in ALL_TYPES],
        save_file(["s", "e", "z"], ["", "", ""], text(b"a", b""), np.float32(5), np.zeros([0, 3], np.float32)),
        *[restore_file(name, "", dtype) for name, dtype in (("s", "string"), ("e", "float32"), ("z", "float32"))],
    ],
    "version 1, several files": [
        save_file(["a", "x"], ["4 3 0,2:-", ""], X, X, file="@/s-00000-of-00002"),
        save_file(["a", "y"], ["4 3 2,2:-", ""], X + 1, X, file="@/s-00001-of-00002"),
        restore_file("a", file="@/s-?????-of-00002"), restore_file("y", file="@/s-?????-of-00002", preferred_shard=0),
        restore(["a"], ["4 3 1,2:-"], "float32", prefix="@/s-?????-of-00002"),
        restore_file("a", file="@/s-00000-of-00002"), restore_file("a", "4 3 1,1:-", file="@/s-00000-of-00002"),
        save_file(["a"], ["4 2 0,2:-"], X[:, :2], file="@/s-00002-of-00002"),
        restore_file("y", file="@/s-?????-of-00002"),
    ],
    "version 1, what is not to be saved": [
        Step("Save", [["@/f", "@/g"], ["a"], [(X, "float32")]]), Step("Save", ["@/f", ["a", "b"], [(X, "float32")]]),
        save_file(["a"], ["2 3 0,1:-"], X), save_file(["a"], ["", ""], X), save_file(["a"], ["x"], X),
        save_file(["a"], ["2 3 1,2:-"], X), save_file(["a", "a"], ["4 3 0,2:-", "5 3 2,2:-"], X, X),
        save_file(["a", "a"], ["4 3 0,2:-", "4 3 2,2:-"], X, X.astype(np.int32)),
        save_file(["a"], [""], X, file="@/n/f"),
    ],
    "version 1, twice": [
        save_file(["a", "b", "a"], ["", "", ""], X, X, X + 10), restore_file("a"),
        Step("Save", ["@/g", ["v", "a"], [(X, "float32"), (X + 1, "float32")]]), restore_file("a", file="@/g"),
    ],
    "version 1, several blocks": [
        save_file([f"n{i}" for i in range(300)], [""] * 300, *[np.full([300], i, np.float32) for i in range(300)]),
        restore_file("n7", "300 5,2"),
    ],
    "a matrix": [
        SAVED_MATRIX, remap([1, 0, 4], [], []), remap([1, 0, 4], [], [], name="p", max_rows_in_memory=1),
        remap([1, 0], [3, -1], [100, 200], 2), remap([1, -1, 0], [3, -1], [1, 2, 3, 4], 2),
        remap([1, -1, 0], [3, -1], [1, 2, 3], 2), remap([1, -1, 0], [3, -1], [1, 2, 3, 4, 5], 2),
        remap([1, 1], [], []), remap([1, 2], [1, 1], [], 2), remap([1, 9], [], []), remap([1], [], [], num_rows=2),
        remap([1], [1], [], 2), remap([1], [], [], 2), remap([], [], []), remap([-1, -2], [], list(range(8))),
        remap([0, 1], [-1], [5, 6], 1), remap([0], [], [], name="v"), remap([0], [], [], name="i"),
        remap([0, 0], [1], [], 2), remap([0], [1, 1], [], 5),
        remap([0], [], [], name="zz"), remap([0], [], [], path="@/none"), remap([0], [], [], path=["@/c", "@/c"]),
    ],
}  # fmt: skip
