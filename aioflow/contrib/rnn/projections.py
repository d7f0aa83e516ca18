"""Cells around cells that change the size of inputs or outputs."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.ops.functions.array_ops import reshape
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.variables.embeddings import embedding_lookup
from aioflow.ops.variables.initializers import RandomUniform, Zeros
from aioflow.ops.variables.variable_scope import get_variable
from aioflow.rnn.cell import RNNCell, check_is_cell, input_depth


class _Projection(RNNCell):
    """A cell around another one."""

    def __init__(self, cell: Any, size: int, activation: Callable[[Any], Any] | None, reuse: bool | None) -> None:
        super().__init__(_reuse=reuse)
        check_is_cell("cell", cell)
        self._cell, self._size, self._activation = cell, size, activation

    @property
    def state_size(self) -> Any:
        """That of the inner cell."""
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        """That of the inner cell."""
        return self._cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """That of the inner cell."""
        return self._cell.zero_state(batch_size, dtype)

    def _projected(self, value: Tensor) -> Tensor:
        dtype = value.dtype.base_dtype
        weights = get_variable("kernel", [input_depth(value.shape), self._size], dtype)
        result = bias_add(matmul(value, weights), get_variable("bias", [self._size], dtype, Zeros()))
        return result if self._activation is None else self._activation(result)


class OutputProjectionWrapper(_Projection):
    """A cell whose output is multiplied by new weights.

    Args:
        cell: The inner cell.
        output_size: Size of the result.
        activation: Function of the result, or None.
        reuse: Whether to use the variables of the scope.
    """

    def __init__(
        self, cell: Any, output_size: int, activation: Callable[[Any], Any] | None = None, reuse: bool | None = None
    ) -> None:
        super().__init__(cell, output_size, activation, reuse)

    @property
    def output_size(self) -> int:
        """The size of the result."""
        return self._size

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """The projected output and the next state."""
        output, new_state = self._cell(inputs, state)
        return self._projected(output), new_state


class InputProjectionWrapper(_Projection):
    """A cell whose inputs are multiplied by new weights.

    Args:
        cell: The inner cell.
        num_proj: Size of what the inner cell takes.
        activation: Function of it, or None.
        input_size: Has no effect.
        reuse: Whether to use the variables of the scope.
    """

    def __init__(
        self,
        cell: Any,
        num_proj: int,
        activation: Callable[[Any], Any] | None = None,
        input_size: Any = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(cell, num_proj, activation, reuse)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The inner cell's output and next state."""
        return self._cell(self._projected(inputs), state)  # type: ignore[no-any-return]


class EmbeddingWrapper(_Projection):
    """A cell that takes numbers of words, of which it has a row each.

    Args:
        cell: The inner cell.
        embedding_classes: How many words there are.
        embedding_size: Size of a row.
        initializer: Initial value of the rows; uniform between -√3 and √3 when None.
        reuse: Whether to use the variables of the scope.
    """

    def __init__(
        self, cell: Any, embedding_classes: int, embedding_size: int, initializer: Any = None, reuse: bool | None = None
    ) -> None:
        super().__init__(cell, embedding_size, None, reuse)
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(
                f"Both embedding_classes and embedding_size must be > 0: {embedding_classes}, {embedding_size}."
            )
        self._classes, self._initializer = embedding_classes, initializer

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The inner cell's output and next state."""
        bound = math.sqrt(3)
        initializer = self._initializer or RandomUniform(-bound, bound)
        first = state[0] if isinstance(state, tuple) else state
        rows = get_variable("embedding", [self._classes, self._size], first.dtype.base_dtype, initializer)
        return self._cell(embedding_lookup(rows, reshape(inputs, [-1])), state)  # type: ignore[no-any-return]
