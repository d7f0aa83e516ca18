"""How nodes run while tests do: as measured, or all of them in one way, which must change nothing."""
from __future__ import annotations

import os

from aioflow.executor.segments.plan import MODES, ViewPlan
from aioflow.pools.hop_price import ASSUMED_S, HOP

SEGMENTS = MODES  # as measured, never, or of everything that may join
NODES = ("measured", "pool")  # where they cost less, or each on a thread of the pool whatever it costs
_VARIABLES = ("AIOFLOW_TEST_SEGMENTS", "AIOFLOW_TEST_NODES")


def apply(segments: str = "measured", nodes: str = "measured") -> None:
    """Sets this process up; the price of a hop is the assumed one, whatever the machine."""
    ViewPlan.mode = segments
    HOP.fix(-1.0 if nodes == "pool" else ASSUMED_S)


def apply_environment() -> None:
    """As `apply`, for processes that were started with what `environment` gave."""
    apply(*(os.environ.get(name, "measured") for name in _VARIABLES))


def environment(segments: str, nodes: str) -> dict[str, str]:
    """Environment variables for such processes."""
    return dict(zip(_VARIABLES, (segments, nodes), strict=True))
