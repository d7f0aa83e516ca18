"""Handles that keep their resources alive, and handles by name; TensorFlow gives the same."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.live_graph import LiveGraph, i64

TABLE: dict[str, Any] = {"key_dtype": tf.int64, "value_dtype": tf.int64}
ELEMENTS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}


@pytest.mark.parametrize(
    ("op", "attrs", "counts"),
    [
        ("VarHandleOp", {"dtype": tf.float32, "shape": []}, False), ("HashTableV2", TABLE, False),
        ("AnonymousHashTable", TABLE, True), ("AnonymousIteratorV3", ELEMENTS, True),
    ],
)  # fmt: skip
async def test_which_handles_count(live: LiveGraph, op: str, attrs: dict[str, Any], counts: bool) -> None:
    """Those of resources without a name; a weak one never does, and the first of several speaks for them."""
    handle = live.op(op, **attrs)
    weak = live.op("MakeWeakResourceHandle", handle)
    asked = [handle, weak, live.op("Pack", [handle, weak]), live.op("Pack", [weak, handle])]
    found = await live.run([live.op("IsResourceHandleRefCounting", each) for each in asked])
    assert [bool(each) for each in found] == [counts, False, counts, False]


async def test_a_weak_handle_finds_by_name(live: LiveGraph) -> None:
    """A named variable is found; a table that only its handle keeps is not, even while that is there."""
    variable = live.op("VarHandleOp", dtype=tf.float32, shape=[])
    await live.run(live.op("AssignVariableOp", variable, np.float32(3)))
    assert await live("ReadVariableOp", live.op("MakeWeakResourceHandle", variable), dtype=tf.float32) == 3
    table = live.op("AnonymousMutableHashTable", **TABLE)
    weak = live.op("MakeWeakResourceHandle", table)
    with pytest.raises(errors.NotFoundError):
        await live.run([live.op("LookupTableSizeV2", table), live.op("LookupTableInsertV2", weak, i64(1), i64(1))])
