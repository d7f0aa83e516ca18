"""Long lists and arrays of objects: what is made of them in parts is what one call would make."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow.framework.kernels.stopping import StepStoppedError, end_stop, let_stop
from aioflow.kernels.long_lists import AT_A_TIME, array_of, counted, dict_of, listed, parts, rows_at

SIZES = (0, 1, AT_A_TIME, AT_A_TIME + 1, 3 * AT_A_TIME + 5)


@pytest.mark.parametrize("size", SIZES)
def test_parts(size: int) -> None:
    """They cover everything once, and none is long."""
    numbers = range(size)
    found = [numbers[part] for part in parts(size)]
    assert [number for part in found for number in part] == list(numbers)
    assert max(map(len, found)) <= AT_A_TIME


@pytest.mark.parametrize("size", SIZES)
def test_whole(size: int) -> None:
    """In parts or at once."""
    numbers = np.arange(size)[::-1]
    texts = np.empty(size, object)
    texts[:] = [b"%d" % number for number in numbers]
    rows = np.stack([numbers, numbers + 1], axis=1)
    assert listed(numbers) == numbers.tolist() and listed(rows) == rows.tolist()
    for values in (numbers, texts):
        made = array_of(listed(values), values.dtype)
        assert made.dtype == values.dtype and np.array_equal(made, values)
        assert np.array_equal(rows_at(values, numbers), values[numbers])
    of_texts = texts.reshape(-1, 1)
    assert np.array_equal(rows_at(of_texts, numbers), of_texts[numbers])
    keys: list[Any] = [number // 2 for number in numbers.tolist()]
    assert dict_of(keys, numbers.tolist()) == dict(zip(keys, numbers.tolist(), strict=True))


def test_counted() -> None:
    """Each row's numbers begin at 0."""
    assert counted(np.array([2, 0, 3, 1])).tolist() == [0, 1, 0, 1, 2, 0]
    assert counted(np.zeros(0, np.int64)).tolist() == []


def test_stopped() -> None:
    """A step that was stopped ends between two parts."""
    token = let_stop(lambda: True)
    try:
        assert len(list(parts(AT_A_TIME))) == 1
        with pytest.raises(StepStoppedError):
            array_of([0] * (AT_A_TIME + 1), np.int64)
    finally:
        end_stop(token)
