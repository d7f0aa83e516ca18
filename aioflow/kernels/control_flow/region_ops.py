"""The node that stands for a region of a graph (`framework/regions/engines.py`)."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aioflow import errors
from aioflow.framework.graph.graph_io import REGION_ATTR
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array


def _run_of(attrs: Mapping[str, Any]) -> Callable[..., Any] | None:
    """The function of a node's region, without a call between."""
    region = attrs.get(REGION_ATTR)
    if region is None:
        return None
    run: Callable[..., Any] = region.run

    def region_run(xp: Any, *inputs: Array) -> Any:
        return run(*inputs)

    return region_run


@kernel("_Region", device="", specialized=_run_of)
def region(xp: Any, args: list[Array]) -> list[Array]:
    """Computes nothing: only the compiler makes such nodes, with a region in them."""
    raise errors.invalid_argument("a _Region node that no session has made; a graph that is loaded must not have any")
