"""ResultSizes: how large a node's results will be, from its inputs and before anything is computed."""
from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.framework.kernels import OpKernel
from aioflow.framework.shapes import UNKNOWN, TensorShape, as_shape

_MAX_ELEMENTS = 1024  # of an input whose value a rule may ask for: sizes, axes, paddings

#: Shape, numpy dtype and bytes of a result.
ResultSize = tuple[tuple[int, ...], Any, int]


class _RunContext:
    """A node with its inputs as shape rules see it: in a run all of them are known (see `ShapeContext`)."""

    def __init__(self, kernel: OpKernel, inputs: Sequence[Any]) -> None:
        self.attrs = kernel.attrs
        self.num_outputs = kernel.num_outputs
        self.shapes = [_shape(value) for value in inputs]
        self._inputs = inputs
        #: The inputs whose values the rule has asked for, beside their shapes.
        self.asked: set[int] = set()

    def constant(self, index: int) -> Any:
        """See `ShapeContext`."""
        value = self._inputs[index]
        if not isinstance(value, (np.ndarray, np.generic)) or value.size > _MAX_ELEMENTS:
            return None
        self.asked.add(index)
        return np.asarray(value)

    def elements(self, index: int) -> list[int | None] | None:
        """See `ShapeContext`."""
        value = self.constant(index)
        return None if value is None else value.reshape(-1).tolist()


class ResultSizes:
    """The sizes of one node's results, by the shape rule of its op.

    Args:
        kernel: The node's kernel, as it was bound.
    """

    def __init__(self, kernel: OpKernel) -> None:
        self._kernel = kernel
        # A kernel that only moves references gives views, which take nothing whatever their shapes are.
        self._rule = None if kernel.definition.cheap else SHAPE_FUNCTIONS.get(kernel.op_def.name)
        # Its result is always a new array (see `kernels/math/elementwise.py`); those of others may be an input again.
        self._is_elementwise = hasattr(kernel.definition.function, "array_function")
        #: For the inputs of the last call, whose shapes the next ones mostly have: which values the rule asked for, the
        #: key with these, and the answer. One object, so that threads may exchange it.
        self._last: tuple[Sequence[int], Hashable, Sequence[ResultSize]] = ((), None, ())

    def new(self, inputs: Sequence[Any]) -> Sequence[ResultSize]:
        """The results that are sure to take memory of their own, as far as shapes tell."""
        if self._rule is None:
            return ()
        asked, key, sizes = self._last
        if key is None or key != _key(inputs, asked):
            context = _RunContext(self._kernel, inputs)
            sizes = self._sizes(context)
            asked = sorted(context.asked)
            self._last = asked, _key(inputs, asked), sizes
        # What is no larger than the inputs may be a view of one. Where it is not, the limit is exceeded by no more than
        # they take, until the result is there and is refused.
        given = 0 if self._is_elementwise else sum(map(_memory_nbytes, inputs))
        return [size for size in sizes if size[2] > given]

    def _sizes(self, context: _RunContext) -> list[ResultSize]:
        assert self._rule is not None
        try:
            shapes = [as_shape(shape) for shape in self._rule(context)]
        except (ValueError, TypeError, IndexError, OverflowError, AttributeError, errors.OpError):
            return []  # the kernel says what is wrong, or the rule has to know more than there is in a run
        sizes = []
        for shape, dtype in zip(shapes, self._kernel.output_dtypes, strict=False):
            count = shape.num_elements()
            if count and dtype is not None:
                sizes.append((tuple(size or 0 for size in shape.as_list()), dtype, count * dtype.itemsize))
        return sizes


def _shape(value: Any) -> TensorShape:
    sizes = getattr(value, "shape", None)
    return TensorShape(sizes) if isinstance(sizes, tuple) else UNKNOWN  # a reference to a variable has none


def _key(inputs: Sequence[Any], asked: Sequence[int]) -> Hashable:
    shapes = tuple(getattr(value, "shape", None) for value in inputs)
    return shapes, tuple(inputs[index].tobytes() for index in asked)


def _memory_nbytes(value: Any) -> int:
    """What an input takes at most: of one that repeats its elements, what is in memory once."""
    nbytes = int(getattr(value, "nbytes", 0))
    return min(nbytes, int(getattr(getattr(value, "base", None), "nbytes", nbytes)))
