"""`tf.raw_ops`: nodes of any op, with every argument by name."""
from __future__ import annotations

import inspect
import pydoc

import pytest

import aioflow as tf
from aioflow.framework.op_def import OPS


async def test_results() -> None:
    """One output is a tensor, a list output a list, several outputs are named, and none gives the operation."""
    total = tf.raw_ops.AddV2(x=tf.constant([1, 2]), y=3, name="total")
    parts = tf.raw_ops.Split(split_dim=0, value=total, num_split=2)
    unique = tf.raw_ops.Unique(x=tf.constant([4, 4, 5]))
    nothing = tf.raw_ops.NoOp()
    assert total.op.name == "total" and isinstance(nothing, tf.Operation)
    async with tf.Session() as session:
        first, second, values, index = await session.run([*parts, unique.y, unique.idx])
    assert [first.tolist(), second.tolist(), values.tolist(), index.tolist()] == [[4], [5], [4, 5], [0, 0, 1]]


def test_wrong_use() -> None:
    """Unknown ops, inputs left out and positional arguments are refused by name."""
    with pytest.raises(AttributeError, match="NoSuchOp"):
        tf.raw_ops.NoSuchOp  # noqa: B018 - the look-up is the test
    with pytest.raises(TypeError, match=r"AddV2\(\) lacks \['y'\]"):
        tf.raw_ops.AddV2(x=1)
    with pytest.raises(TypeError, match="positional"):
        tf.raw_ops.AddV2(1, 2)
    assert "AddV2" in dir(tf.raw_ops) and "_Arg" not in dir(tf.raw_ops)


def test_every_op_can_be_looked_at() -> None:
    """Whatever op is listed has a builder, as `help(tf.raw_ops)` and generators of documentation need it."""
    members = dict(inspect.getmembers(tf.raw_ops, inspect.isfunction))
    assert members.keys() == {name for name in OPS.names() if not name.startswith("_")} and len(members) > 1700
    assert {"None", "Namespace>TestStringOutput"} <= members.keys()
    assert tf.raw_ops.Any(input=[False, True], reduction_indices=0).op.type == "Any"
    assert "Adds a node of op Unique" in pydoc.render_doc(tf.raw_ops).replace("\b", "")
