"""FedShapes: the shapes of fed values for which a signature was compiled once more."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework import TensorShape
from aioflow.framework.graph import Tensor


class FedShapes:
    """What may be known of fed values beforehand: the shapes that the graph states, else the ranks that were fed once.

    Args:
        feeds: The fed tensors.
        args: Values for them, of the first run.

    Attributes:
        shapes: A shape of known rank for each.
    """

    def __init__(self, feeds: Sequence[Tensor], args: Sequence[Any]) -> None:
        self.shapes = [
            TensorShape([None] * arg.ndim) if feed.shape.rank is None else feed.shape
            for feed, arg in zip(feeds, args, strict=True)
        ]
        self._sizes = [shape.as_list() for shape in self.shapes]
        #: The shapes of the values that were looked at last, and fitted: most runs feed the same again.
        self._last: list[tuple[int, ...]] = []

    def take(self, args: Sequence[Any]) -> bool:
        """Whether values have these shapes."""
        shapes = [arg.shape for arg in args]
        if shapes == self._last:
            return True
        fits = all(map(_fits, self._sizes, shapes))
        if fits:
            self._last = shapes
        return fits


def _fits(wanted: list[int | None], shape: tuple[int, ...]) -> bool:
    return len(wanted) == len(shape) and all(
        size is None or size == n for size, n in zip(wanted, shape, strict=True)
    )
