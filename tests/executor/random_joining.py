"""Segments of some nodes only, as where others have not run yet or cost much: chosen by a seed, not by a clock."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from aioflow.executor.analysis.inlining import Functions
from aioflow.executor.dataflow.kernel_stats import KernelStats
from aioflow.executor.segments.plan import ViewPlan

CHEAP_S = 1e-6


@contextmanager
def joining_partly(seed: int) -> Iterator[None]:
    """Has plans made within take a random part of the nodes for expensive; the same part each time."""
    original = ViewPlan.make_segments

    def make_segments(plan: ViewPlan, functions: Functions | None = None) -> None:
        random = Random(seed)
        share = random.choice([0.03, 0.1, 0.3, 0.5])  # large segments show other faults than small ones
        for item in plan.view.nodes:
            item.stats = KernelStats(item.stats.is_cheap, item.stats.is_blocking)
            if random.random() >= share:
                item.stats.add(CHEAP_S)
        plan.mode = "measured"  # of this plan: costs count; the others make theirs at once, too
        original(plan, functions)
        del plan.mode

    with patch.object(ViewPlan, "make_segments", make_segments):
        yield
