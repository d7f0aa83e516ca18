"""BasicLSTMCell and LSTMCell: cells with a memory beside their output."""
from __future__ import annotations

import logging
from typing import Any, NamedTuple

from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Tensor
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.named_functions import activation_of, initializer_of
from aioflow.ops.building.convert import constant
from aioflow.ops.functions.clip_ops import clip_by_value
from aioflow.ops.functions.joining_ops import concat, split
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.variables.initializers import Zeros
from aioflow.ops.variables.partitioned_variables import fixed_size_partitioner
from aioflow.rnn.cell import LayerRNNCell, check_dtypes, input_depth

_LOG = logging.getLogger(__name__)


class LSTMStateTuple(NamedTuple):
    """The state of an LSTM cell: its memory `c` and its output `h`, or their sizes."""

    c: Any
    h: Any

    @property
    def dtype(self) -> DType:
        """The dtype of both; `TypeError` if they have two."""
        c, h = self
        if c.dtype != h.dtype:
            raise TypeError(f"Inconsistent dtypes for internal state: {c.dtype} vs {h.dtype}")
        return c.dtype  # type: ignore[no-any-return]


class _LSTM(LayerRNNCell):
    """What both cells share."""

    def __init__(
        self, num_units: int, forget_bias: float, state_is_tuple: bool, activation: Any, reuse: bool | None, name: Any,
        dtype: Any, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtypes(dtype)
        if not state_is_tuple:
            _LOG.warning(
                "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True.", self
            )
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation_of(activation) or gen_math.tanh
        self._output_size = num_units

    @property
    def state_size(self) -> Any:
        """An `LSTMStateTuple` of sizes, or the sum of both."""
        sizes = LSTMStateTuple(self._num_units, self._output_size)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> int:
        """The size of the output."""
        return self._output_size

    def _packed(self, c: Tensor, h: Tensor) -> Any:
        return LSTMStateTuple(c, h) if self._state_is_tuple else concat([c, h], 1)


class BasicLSTMCell(_LSTM):
    """A long short-term memory (Zaremba et al., Recurrent Neural Network Regularization, 2014).

    Args:
        num_units: Size of output and memory.
        forget_bias: Added to the gate of the memory, so that a new cell remembers.
        state_is_tuple: Whether states are `LSTMStateTuple`s, or both parts in one tensor.
        activation: Function of what is remembered, and of the memory; tanh when None.
        reuse: Whether to use the variables of the scope.
        name: Its name and that of its scope.
        dtype: Dtype of its variables.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: bool | None = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, forget_bias, state_is_tuple, activation, reuse, name, dtype, **kwargs)

    def build(self, inputs_shape: Any) -> None:
        """Makes kernel and bias."""
        depth = input_depth(inputs_shape)
        check_dtypes(self.dtype)
        self._kernel = self.add_weight("kernel", [depth + self._num_units, 4 * self._num_units])
        self._bias = self.add_weight("bias", [4 * self._num_units], initializer=Zeros())
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """The output [batch, units] and the next state."""
        check_dtypes(inputs, state)
        c, h = state if self._state_is_tuple else split(state, 2, axis=1)
        gates = bias_add(matmul(concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = split(gates, 4, axis=1)
        forget = gen_math.sigmoid(gen_math.add_v2(f, constant(self._forget_bias, f.dtype.base_dtype)))
        kept = gen_math.mul(c, forget)
        new_c = gen_math.add_v2(kept, gen_math.mul(gen_math.sigmoid(i), self._activation(j)))
        new_h = gen_math.mul(self._activation(new_c), gen_math.sigmoid(o))
        return new_h, self._packed(new_c, new_h)


class LSTMCell(_LSTM):
    """A long short-term memory whose gates may see the memory, and whose output may be projected (Sak et al., 2014).

    Args:
        num_units: Size of the memory.
        use_peepholes: Whether gates see the memory.
        cell_clip: Bound of the memory's numbers, or None.
        initializer: Initial value of all weights; as the variable scope says when None.
        num_proj: Size to which the output is projected, or None.
        proj_clip: Bound of the projected numbers, or None.
        num_unit_shards: Number of parts of the kernel, or None.
        num_proj_shards: Number of parts of the projection, or None.
        forget_bias: See `BasicLSTMCell`, as for the following ones.
        state_is_tuple: See there.
        activation: See there.
        reuse: See there.
        name: See there.
        dtype: See there.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: bool | None = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, forget_bias, state_is_tuple, activation, reuse, name, dtype, **kwargs)
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializer_of(initializer)
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._output_size = num_proj or num_units

    def build(self, inputs_shape: Any) -> None:
        """Makes kernel, bias, peepholes and projection."""
        depth, units = input_depth(inputs_shape), self._num_units
        check_dtypes(self.dtype)
        self._kernel = self._add("kernel", [depth + self._output_size, 4 * units], self._num_unit_shards)
        self._bias = self.add_weight("bias", [4 * units], initializer=Zeros())
        if self._use_peepholes:
            self._w_f_diag, self._w_i_diag, self._w_o_diag = (self._add(f"w_{gate}_diag", [units]) for gate in "fio")
        if self._num_proj is not None:
            self._projection = self._add("projection/kernel", [units, self._num_proj], self._num_proj_shards)
        self.built = True

    def _add(self, name: str, shape: list[int], shards: int | None = None) -> Any:
        partitioner = None if shards is None else fixed_size_partitioner(shards)
        return self.add_weight(name, shape, initializer=self._initializer, partitioner=partitioner)

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """The output [batch, units or num_proj] and the next state."""
        check_dtypes(inputs, state)
        if self._state_is_tuple:
            c, h = state
        else:
            c = gen_array.slice(state, [0, 0], [-1, self._num_units])
            h = gen_array.slice(state, [0, self._num_units], [-1, self._output_size])
        gates = bias_add(matmul(concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = split(gates, 4, axis=1)
        sigmoid, f = gen_math.sigmoid, f + self._forget_bias
        if self._use_peepholes:
            f, i = f + self._w_f_diag * c, i + self._w_i_diag * c
        c = sigmoid(f) * c + sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = clip_by_value(c, -self._cell_clip, self._cell_clip)
        if self._use_peepholes:
            o = o + self._w_o_diag * c
        h = sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            h = matmul(h, self._projection)
            if self._proj_clip is not None:
                h = clip_by_value(h, -self._proj_clip, self._proj_clip)
        return h, self._packed(c, h)
