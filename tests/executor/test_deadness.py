"""Dead tensors: what does not run because a branch was not taken (executor.md 11, E-1 to E-18)."""
from __future__ import annotations

import re

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated.control_flow_ops import switch


async def test_fetch_of_the_other_side(session: tf.Session) -> None:
    """E-1: fetching the side of a Switch that is not taken fails, and names the place among the fetches."""
    sides = switch(tf.constant(1.0), tf.constant(True))
    with pytest.raises(errors.InvalidArgumentError, match=re.escape("Retval[0] does not have value")):
        await session.run(sides[0])
    assert await session.run(sides[1]) == 1
