"""LSTMBlockCell, whose step is one node, and LayerNormBasicLSTMCell."""
from __future__ import annotations

from typing import Any

from aioflow.contrib.layers.norm_layers import layer_norm
from aioflow.framework.graph import Tensor
from aioflow.layers.input_spec import InputSpec
from aioflow.ops.building.convert import constant
from aioflow.ops.functions.array_creation import zeros
from aioflow.ops.functions.joining_ops import concat, split
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.functions.random_ops import dropout
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn
from aioflow.ops.variables.initializers import Constant, Zeros
from aioflow.ops.variables.variable_scope import get_variable, variable_scope
from aioflow.rnn.cell import LayerRNNCell, RNNCell, input_depth
from aioflow.rnn.lstm_cells import LSTMStateTuple


class LSTMBlockCell(LayerRNNCell):
    """`BasicLSTMCell` whose step is one node; variables `kernel` and `bias` in scope "lstm_cell".

    Args:
        num_units: Size of output and memory.
        forget_bias: Added to the gate of the memory.
        cell_clip: Bound of the memory's numbers, or None.
        use_peephole: Whether gates see the memory.
        dtype: Dtype of its variables.
        reuse: Whether to use the variables of the scope.
        name: Its name and that of its scope.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: Any = None,
        reuse: bool | None = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._cell_clip = -1.0 if cell_clip is None else cell_clip  # what the op takes for no bound
        self._use_peephole = use_peephole
        self.input_spec = InputSpec(ndim=2)

    @property
    def state_size(self) -> LSTMStateTuple:
        """The sizes of memory and output."""
        return LSTMStateTuple(self._num_units, self._num_units)

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        """Makes kernel, bias and peepholes."""
        units = self._num_units
        self._kernel = self.add_weight("kernel", [input_depth(inputs_shape) + units, 4 * units])
        self._bias = self.add_weight("bias", [4 * units], initializer=Constant(0.0))
        if self._use_peephole:
            self._w_i_diag, self._w_f_diag, self._w_o_diag = (
                self.add_weight(f"w_{gate}_diag", [units]) for gate in "ifo"
            )
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, LSTMStateTuple]:
        """The output [batch, units] and the next state."""
        c, h = state
        if self._use_peephole:
            w_i, w_f, w_o = self._w_i_diag, self._w_f_diag, self._w_o_diag
        else:
            w_i = w_f = w_o = zeros([self._num_units], c.dtype.base_dtype)
        made = gen_nn.lstm_block_cell(
            inputs, c, h, self._kernel, w_i, w_f, w_o, self._bias, forget_bias=self._forget_bias,
            cell_clip=self._cell_clip, use_peephole=self._use_peephole,
        )  # fmt: skip
        return made.h, LSTMStateTuple(made.cs, made.h)


class LayerNormBasicLSTMCell(RNNCell):
    """An LSTM cell whose gates and memory are normalised (Ba et al., 2016), with dropout (Semeniuta et al., 2016).

    Args:
        num_units: Size of output and memory.
        forget_bias: Added to the gate of the memory.
        input_size: Has no effect.
        activation: Function of what is remembered, and of the memory.
        layer_norm: Whether to normalise.
        norm_gain: First value of the factors.
        norm_shift: First value of the summands.
        dropout_keep_prob: How probably a number that is to be remembered is kept: a number, or a tensor [].
        dropout_prob_seed: Seed of the random numbers.
        reuse: Whether to use the variables of the scope.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        input_size: Any = None,
        activation: Any = gen_math.tanh,
        layer_norm: bool = True,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        dropout_keep_prob: Any = 1.0,
        dropout_prob_seed: int | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units, self._activation, self._forget_bias = num_units, activation, forget_bias
        self._keep_prob, self._seed = dropout_keep_prob, dropout_prob_seed
        self._normalizes, self._gain, self._shift = layer_norm, norm_gain, norm_shift

    @property
    def state_size(self) -> LSTMStateTuple:
        """The sizes of memory and output."""
        return LSTMStateTuple(self._num_units, self._num_units)

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, LSTMStateTuple]:
        """The output [batch, units] and the next state."""
        c, h = state
        i, j, f, o = split(self._gates(concat([inputs, h], 1)), 4, axis=1)
        i, j, f, o = (
            self._normalized(gate, scope)
            for gate, scope in ((i, "input"), (j, "transform"), (f, "forget"), (o, "output"))
        )
        seen = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            seen = dropout(seen, self._keep_prob, seed=self._seed)
        forget = constant(self._forget_bias, f.dtype.base_dtype)
        new_c = c * gen_math.sigmoid(f + forget) + gen_math.sigmoid(i) * seen
        new_c = self._normalized(new_c, "state")
        new_h = self._activation(new_c) * gen_math.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)

    def _gates(self, inputs: Tensor) -> Tensor:
        size, dtype = 4 * self._num_units, inputs.dtype.base_dtype
        gates = matmul(inputs, get_variable("kernel", [input_depth(inputs.shape), size], dtype))
        # Normalised gates have summands of their own.
        return gates if self._normalizes else bias_add(gates, get_variable("bias", [size], dtype, Zeros()))

    def _normalized(self, value: Any, scope: str) -> Any:
        if not self._normalizes:
            return value
        shape, dtype = [input_depth(value.shape)], value.dtype.base_dtype
        with variable_scope(scope):
            get_variable("gamma", shape, dtype, Constant(self._gain))
            get_variable("beta", shape, dtype, Constant(self._shift))
        return layer_norm(value, reuse=True, scope=scope)
