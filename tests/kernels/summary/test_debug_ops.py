"""Ops of debuggers do not publish; TensorFlow's counts and summaries are in `cases/debug_ops.py`."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow import errors
from tests.kernels.live_graph import LiveGraph, f32

NAMED = {"tensor_name": "a:0"}


@pytest.mark.parametrize("url", ["file:///somewhere", "grpc://localhost:6064", "anything", ""])
@pytest.mark.parametrize(
    ("op", "attrs"),
    [("DebugIdentity", NAMED), ("DebugIdentityV2", {}), ("DebugIdentityV3", NAMED), ("DebugNanCount", NAMED),
     ("DebugNumericSummary", NAMED)],
)  # fmt: skip
async def test_nothing_is_published(live: LiveGraph, op: str, attrs: dict[str, Any], url: str) -> None:
    """A trusted graph that asks for it is told what to do instead."""
    with pytest.raises(errors.UnimplementedError, match=r"debug URLs .*fetch the node's output"):
        await live(op, f32(1, 2), debug_urls=[url], **attrs)


async def test_shapes_where_a_gate_may_be_shut(live: LiveGraph) -> None:
    """The static shape is the input's, and unknown where nothing at all may come out."""
    open_, gated = (live.op("DebugIdentity", f32(1, 2), gated_grpc=gated, **NAMED) for gated in (False, True))
    assert (open_.shape.as_list(), gated.shape.rank) == ([2], None)
    results = await live.run([open_, gated])
    np.testing.assert_array_equal(results[0], f32(1, 2))
    assert results[1].shape == (0,)
