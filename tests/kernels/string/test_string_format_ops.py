"""Numbers out of strings: many at once are those of one by one."""
from __future__ import annotations

import random

import pytest

from aioflow import errors
from aioflow.framework.dtypes import DType, float32, int8, int64, uint8, uint64
from aioflow.kernels.string.string_format_ops import number_from, numbers_from

PIECES = (
    b"1", b"0", b"9", b"-", b"+", b".", b"e", b"_", b" ", b"\t", b"nan", b"inf", b"0x", b"0" * 401, b"255", b"\0",
    b"\x85", b"\xa0", b"\x1c",
)  # fmt: skip


def told(texts: list[bytes], dtype: DType, at_once: bool) -> str:
    """The numbers, or the error, as text."""
    try:
        return repr(numbers_from(texts, dtype) if at_once else [number_from(text, dtype) for text in texts])
    except errors.InvalidArgumentError as error:
        return error.message


@pytest.mark.parametrize("dtype", [int8, int64, uint8, uint64, float32], ids=str)
def test_many_at_once(dtype: DType) -> None:
    """What Python reads and TensorFlow does not is refused: underscores, `-0` without a sign, too many zeros."""
    chance = random.Random(0)
    for _ in range(4000):
        texts = [b"".join(chance.choices(PIECES, k=chance.randint(1, 3))) for _ in range(chance.randint(0, 3))]
        texts.append(chance.choice([b"1", b"-0", b"0" * 401]))
        assert told(texts, dtype, at_once=True) == told(texts, dtype, at_once=False), texts
