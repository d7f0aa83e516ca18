"""Datasets whose elements a function makes of a state, out of nothing."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage, check_element
from aioflow.kernels.dataset.functions import Captured


class GeneratorDataset(Dataset):
    """Elements that a function gives until it fails with an `OutOfRangeError`.

    Args:
        start: Makes a pass's state.
        following: Makes an element of it.
        finish: Told the state at the end. A pass that is given up before its end is not finished.
        dtypes: The dtypes of an element's components.
        shapes: Their shapes, as far as known.
    """

    def __init__(
        self, start: Captured, following: Captured, finish: Captured, dtypes: Sequence[DType],
        shapes: Sequence[TensorShape],
    ) -> None:  # fmt: skip
        super().__init__(dtypes, shapes)
        self.start = start
        self.following = following
        self.finish = finish

    def _stage(self, level: int) -> Stage:
        return _Generator(self)


class _Generator(Stage):
    """A pass with a state of its own, made with the first element."""

    def __init__(self, dataset: GeneratorDataset) -> None:
        self._dataset = dataset
        #: What `start` gave, which is asked for with the first element. The functions share it and never get a new
        #: one.
        self._state: Element | None = None
        #: Whether `following` has ended the sequence. It stays so even if `finish` fails.
        self._is_over = False

    async def next(self, pull: Pull) -> Element | None:
        if self._is_over:
            return None
        dataset = self._dataset
        if self._state is None:
            self._state = tuple(await dataset.start.made_inside(pull, ()))
        try:
            made = tuple(await dataset.following(pull, self._state))
        except errors.OutOfRangeError:
            # First, so that `finish` is called once, whatever becomes of it.
            self._is_over = True
            await dataset.finish.made_inside(pull, self._state)
            return None
        check_element(made, dataset.dtypes, dataset.shapes)
        return made
