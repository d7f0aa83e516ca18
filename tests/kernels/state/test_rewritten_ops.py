"""Variables of rewritten graphs are named and read together."""
from __future__ import annotations

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.live_graph import LiveGraph

TYPES = [tf.float32, tf.int32]


async def test_several_variables_are_read_at_once(live: LiveGraph) -> None:
    """Handles made together lead to the variables of those names, and are read together."""
    attrs = {"containers": [b"", b""], "shared_names": [b"a", b"b"], "shapes": [[2], []], "dtypes": TYPES, "N": 2}
    handles = live.op("_VarHandlesOp", name="handles", **attrs)
    values = live.op("_ReadVariablesOp", handles, name="values", dtypes=TYPES)
    with pytest.raises(errors.FailedPreconditionError):
        await live.run(values)
    alone = live.op("VarHandleOp", shared_name=b"a", dtype=tf.float32, shape=[2])
    await live("AssignVariableOp", alone, np.array([1, 2], np.float32))
    await live("AssignVariableOp", handles[1], np.int32(5))
    first, second = await live.run(values)
    np.testing.assert_array_equal(first, [1, 2])
    assert second == 5


async def test_rows_are_put_into_what_was_begun(live: LiveGraph) -> None:
    """A concatenation begins with room for its rows."""
    begun = live.op("_ParallelConcatStart", name="begun", shape=[2, 3], dtype=tf.float32)
    row = np.array([[1, 2, 3]], np.float32)
    one = live.op("_ParallelConcatUpdate", begun, row, name="one", loc=0)
    both = live.op("_ParallelConcatUpdate", one, row * 2, name="both", loc=1)
    np.testing.assert_array_equal(await live.run(both), [[1, 2, 3], [2, 4, 6]])
