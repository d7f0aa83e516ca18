"""FeedSizes: how large fed values may be for what steps have cost to tell how long the next one takes."""
from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

#: Times as many elements as in a step that was short: a step may be longer by more than that, but not by so much that
#: an event loop would be held up for long before the step's cost has been learned.
GROWTH = 4
#: Elements that are few in any case.
FEW = 1024


class FeedSizes:
    """The numbers of elements, by index of the `_Arg` nodes.

    Args:
        items: The nodes of a step, these among them.

    Attributes:
        varying: The indices of those whose size is not fixed; what is fixed cannot be larger than when it was measured.
        limits: How many elements a value may have; any number as long as no step was short. Read by generated code.
            Threads write single numbers, and a lost one is noted again by the next step.
    """

    __slots__ = ("limits", "varying")

    def __init__(self, items: Iterable[Any]) -> None:
        args = [item.op for item in items if item.op.type == "_Arg"]
        self.limits = [sys.maxsize] * len(args)
        # A graph from elsewhere may number them at will; what has no value is an error of the step.
        varying = {arg.attrs["index"] for arg in args if not arg.outputs[0].shape.is_fully_defined()}
        self.varying = tuple(sorted(i for i in varying if 0 <= i < len(args)))

    def note(self, args: Iterable[Any]) -> None:
        """Notes the values of a step that was short."""
        limits = self.limits
        for i, (value, limit) in enumerate(zip(args, limits, strict=False)):
            allowed = max(GROWTH * getattr(value, "size", 0), FEW)
            if limit == sys.maxsize or allowed > limit:
                limits[i] = allowed

    def fits(self, args: Sequence[Any]) -> bool:
        """Whether none of the values is so large that nobody knows how long a step would take."""
        # A loop, which costs less than a call of `all` with a generator: this is a part of many runs.
        num_args = len(args)
        for i in self.varying:  # noqa: SIM110
            if i < num_args and args[i].size > self.limits[i]:
                return False
        return True
