"""BasicRNNCell and GRUCell: cells whose state is their output."""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.named_functions import activation_of, initializer_of
from aioflow.ops.functions.joining_ops import concat, split
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.generated import math as gen_math
from aioflow.ops.variables.initializers import Constant, Zeros
from aioflow.rnn.cell import LayerRNNCell, check_dtypes, input_depth


class _OneStateCell(LayerRNNCell):
    """A cell of `num_units` numbers, which are its output and its state."""

    def __init__(
        self, num_units: int, activation: Any, reuse: bool | None, name: Any, dtype: Any, **kwargs: Any
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_dtypes(dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation_of(activation) or gen_math.tanh

    @property
    def state_size(self) -> int:
        """The number of units."""
        return self._num_units

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units


class BasicRNNCell(_OneStateCell):
    """activation([inputs, state] · kernel + bias), which is output and next state (Elman, 1990).

    Args:
        num_units: Size of output and state.
        activation: Function of the sum, or its name; tanh when None.
        reuse: Whether to use the variables of the scope.
        name: Its name and that of its scope.
        dtype: Dtype of its variables.
    """

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)

    def build(self, inputs_shape: Any) -> None:
        """Makes kernel and bias."""
        depth = input_depth(inputs_shape)
        check_dtypes(self.dtype)
        self._kernel = self.add_weight("kernel", [depth + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=Zeros())
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Tensor]:
        """The output [batch, units], twice."""
        check_dtypes(inputs, state)
        output = self._activation(bias_add(matmul(concat([inputs, state], 1), self._kernel), self._bias))
        return output, output


class GRUCell(_OneStateCell):
    """A gated recurrent unit (Cho et al., Learning Phrase Representations using RNN Encoder-Decoder, 2014).

    Args:
        num_units: Size of output and state.
        activation: Function of the candidate, or its name; tanh when None.
        reuse: Whether to use the variables of the scope.
        kernel_initializer: Initial value of both kernels; as the variable scope says when None.
        bias_initializer: Initial value of both biases; ones for the gates, zeros for the candidate, when None.
        name: Its name and that of its scope.
        dtype: Dtype of its variables.
    """

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._kernel_initializer = initializer_of(kernel_initializer)
        self._bias_initializer = initializer_of(bias_initializer)

    def build(self, inputs_shape: Any) -> None:
        """Makes kernels and biases."""
        rows, units = input_depth(inputs_shape) + self._num_units, self._num_units
        check_dtypes(self.dtype)
        given = self._bias_initializer
        self._gate_kernel = self.add_weight("gates/kernel", [rows, 2 * units], initializer=self._kernel_initializer)
        # Ones, so that a new cell remembers more than it forgets.
        ones = Constant(1.0) if given is None else given
        self._gate_bias = self.add_weight("gates/bias", [2 * units], initializer=ones)
        self._candidate_kernel = self.add_weight(
            "candidate/kernel", [rows, units], initializer=self._kernel_initializer
        )
        zeros = Zeros() if given is None else given
        self._candidate_bias = self.add_weight("candidate/bias", [units], initializer=zeros)
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Tensor]:
        """The output [batch, units], twice."""
        check_dtypes(inputs, state)
        gates = gen_math.sigmoid(bias_add(matmul(concat([inputs, state], 1), self._gate_kernel), self._gate_bias))
        reset, update = split(gates, 2, axis=1)
        seen = concat([inputs, reset * state], 1)
        candidate = self._activation(bias_add(matmul(seen, self._candidate_kernel), self._candidate_bias))
        output = update * state + (1 - update) * candidate
        return output, output
