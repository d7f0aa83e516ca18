"""Cases of DecodeCSV, DecodeRaw and their like, and of tensors as strings."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, float32, float64, int32, int64, ints, strings

NONE = np.zeros([0], np.int32)
# Written out: what is compressed depends on the library, and the header of GZIP on the version of Python.
ZLIB = b"x\x9cKLJN\x1cED \x000\xdbq\xb3"  # of b"abc" * 99
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03KLJ\x06\x00\xc2A$5\x03\x00\x00\x00"  # of b"abc"


def csv() -> list[Case]:
    """DecodeCSV: quotes, ends of lines, defaults, columns, numbers."""
    number, text = ints(7), strings([b"d"])
    records = [
        b'1,a', b'2,"b,""c"', b"1, a", b" 1 ,a", b"1", b"1,2,3", b",x", b"1,", b'1,""', b'1,"a"b', b'1,a"b', b'1,"ab',
        b"1,a\n", b"1,a\nb", b'1,"a\nb"', b"x,a", b"", b'1,"a" ', b'1, "a"', b"1,a\r", b"99999999999,a", b"1.5,a", b",",
    ]  # fmt: skip
    pairs = strings([[b"1,x", b"2,y"]])
    return [
        *(Case("DecodeCSV", [strings([record]), [number, text]]) for record in records),
        *(Case("DecodeCSV", [strings([record]), [number, text]], {"use_quote_delim": False})
          for record in records[:12]),
        Case("DecodeCSV", [strings([b",x"]), [NONE, text]]),
        Case("DecodeCSV", [strings([b"NA,x"]), [number, text]], {"na_value": b"NA"}),
        Case("DecodeCSV", [pairs, [number, text]]),
        Case("DecodeCSV", [strings([b"1|x"]), [number, text]], {"field_delim": b"|"}),
        Case("DecodeCSV", [strings([b"1|x"]), [number, text]], {"field_delim": b"||"}),
        *(Case("DecodeCSV", [strings([b"0,1,2"]), [number, text]], {"select_cols": c}) for c in
          ([0, 2], [1, 2], [0, 5], [2, 0], [0], [-1, 0])),
        Case("DecodeCSV", [strings([b"1,x"]), [ints(1, 2), text]]),
        Case("DecodeCSV", [strings([b"1,x"]), [int32(3), text]]),
        *(Case("DecodeCSV", [strings([b"1"]), [np.array([0], t)]]) for t in (np.float32, np.float64, np.int64)),
        Case("DecodeCSV", [strings([b"inf"]), [float32([0])]]),
        Case("DecodeCSV", [strings([b"9223372036854775807"]), [int64([0])]]),
    ]  # fmt: skip


def raw() -> list[Case]:
    """DecodeRaw, DecodePaddedRaw, DecodeCompressed."""
    data = strings([bytes(range(1, 17)), bytes(range(101, 117))])
    names = ["half", "bfloat16", "float", "double", "int8", "int16", "int32", "int64", "uint8", "uint16"]
    names = [{"half": "float16", "float": "float32", "double": "float64"}.get(name, name) for name in names]
    return [
        *(Case("DecodeRaw", [data], {"out_type": t, "little_endian": e}) for t in [*names, "complex64"]
          for e in (True, False)),
        *(Case("DecodeRaw", [strings(values)], {"out_type": "int16"}) for values in
          ([b"ab", b"abcd"], [b"abc"], [], [b"", b""], [[b"ab"], [b"cd"]])),
        Case("DecodeRaw", [strings([b"\0\1\2"])], {"out_type": "bool"}),
        *(Case("DecodePaddedRaw", [data, np.int32(24)], {"out_type": t, "little_endian": e}) for t in names[1:]
          for e in (True, False)),
        *(Case("DecodePaddedRaw", [data, np.int32(n)], {"out_type": "int32"}) for n in (4, 0, -4, 3)),
        Case("DecodePaddedRaw", [strings([b"abcdefgh", b"xy"]), np.int32(4)], {"out_type": "uint8"}),
        Case("DecodeCompressed", [strings([b"abc"])]),
        Case("DecodeCompressed", [strings([ZLIB])], {"compression_type": b"ZLIB"}),
        Case("DecodeCompressed", [strings([GZIP])], {"compression_type": b"GZIP"}),
        Case("DecodeCompressed", [strings([b"abc"])], {"compression_type": b"GZIP"}),
    ]  # fmt: skip


def tensors() -> list[Case]:
    """SerializeTensor and ParseTensor."""
    return [
        *(Case("SerializeTensor", [np.array([[1, 2], [0, 3]], t)]) for t in NUMERIC_DTYPES),
        *(Case("SerializeTensor", [value])
          for value in (np.float32(1), np.zeros([0, 2]), np.bool_(True), float64([1, 1]))),
        Case("SerializeTensor", [strings([b"a", b""])]),
        Case("ParseTensor", [b"\x08\x01\x12\x04\x12\x02\x08\x02*\x08\0\0\x80?\0\0\0@"], {"out_type": "float32"}),
        Case("ParseTensor", [b"\x08\x01\x12\x04\x12\x02\x08\x02*\x08\0\0\x80?\0\0\0@"], {"out_type": "int32"}),
        Case("ParseTensor", [b"\xff\xff"], {"out_type": "float32"}),
        Case("ParseTensor", [strings([b""])], {"out_type": "float32"}),
    ]  # fmt: skip


CASES = [*csv(), *raw(), *tensors()]
