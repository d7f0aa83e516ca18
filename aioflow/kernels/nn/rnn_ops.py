"""Recurrent cells, LSTM and GRU, and LSTMs over whole sequences.

LSTMs are those of Hochreiter and Schmidhuber, 1997, with forget gates and, if asked for, peepholes (Gers et al.); GRUs
those of Cho et al., 2014.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened

# TensorFlow's first cells have the first order; the second versions took over that of CuDNN.
ICFO = (0, 1, 2, 3)  # where input gate, cell input, forget gate and output gate lie in a product
IFCO = (0, 2, 1, 3)


class Weights(NamedTuple):
    """The weights of an LSTM cell.

    Attributes:
        w: [inputs + cells, 4 * cells].
        wci: Peephole weights of the input gate [cells].
        wcf: Those of the forget gate.
        wco: Those of the output gate.
        b: Biases [4 * cells].
        use_peephole: Whether the peephole weights count.
        order: Where the four gates lie.
    """

    w: Array
    wci: Array
    wcf: Array
    wco: Array
    b: Array
    use_peephole: bool
    order: tuple[int, int, int, int] = ICFO


@kernel("LSTMBlockCell")
def lstm_block_cell(
    xp: Any,
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    w: Array,
    wci: Array,
    wcf: Array,
    wco: Array,
    b: Array,
    *,
    forget_bias: float,
    cell_clip: float,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """One step of an LSTM: (i, cs, f, o, ci, co, h), each [batch, cells]."""
    if x.ndim != 2:
        raise errors.invalid_argument(f"x must be rank 2 but is {shown(x.shape)}")
    weights = Weights(w, wci, wcf, wco, b, use_peephole)
    check_weights(x.shape[0], x.shape[1], cs_prev, h_prev, weights)
    return _rounded(x, step(x, cs_prev, h_prev, weights, forget_bias, cell_clip))


@kernel("BlockLSTM")
def block_lstm(
    xp: Any,
    seq_len_max: Array,
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    w: Array,
    wci: Array,
    wcf: Array,
    wco: Array,
    b: Array,
    *,
    forget_bias: float,
    cell_clip: float,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """An LSTM over `x` [time, batch, inputs]: (i, cs, f, o, ci, co, h), each [time, batch, cells]."""
    weights = Weights(w, wci, wcf, wco, b, use_peephole)
    return run(seq_len_max, x, cs_prev, h_prev, weights, forget_bias, cell_clip)


@kernel("BlockLSTMV2")
def block_lstm_v2(
    xp: Any,
    seq_len_max: Array,
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    w: Array,
    wci: Array,
    wcf: Array,
    wco: Array,
    b: Array,
    *,
    cell_clip: float,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """As BlockLSTM, with the gates in another order and no forget bias."""
    weights = Weights(w, wci, wcf, wco, b, use_peephole, IFCO)
    return run(seq_len_max, x, cs_prev, h_prev, weights, 0.0, cell_clip)


def run(
    seq_len_max: Array, x: Array, cs_prev: Array, h_prev: Array, weights: Weights, forget_bias: float, cell_clip: float
) -> tuple[Array, ...]:
    """An LSTM over the first `seq_len_max` steps of `x` [time, batch, inputs]; what comes behind them is zero."""
    if x.ndim != 3:
        raise errors.invalid_argument(f"x must be rank 3 but is {shown(x.shape)}")
    check_weights(x.shape[1], x.shape[2], cs_prev, h_prev, weights)
    # Steps behind the last one stay zero.
    outputs = tuple(np.zeros((*x.shape[:2], cs_prev.shape[1]), x.dtype) for _ in range(7))
    cs, h = cs_prev, h_prev
    # Every step needs the state that the one before it left.
    for t in range(sequence_length(seq_len_max, x)):
        values = step(x[t], cs, h, weights, forget_bias, cell_clip)
        cs, h = values[1], values[6]
        for output, value in zip(outputs, values, strict=True):
            output[t] = value
    return outputs


def sequence_length(seq_len_max: Array, x: Array) -> int:
    """The number of steps; InvalidArgumentError unless it is a scalar and `x` has so many."""
    if seq_len_max.ndim:
        raise errors.invalid_argument(f"`seq_len_max_tensor` must be rank 0 but is rank {seq_len_max.ndim}")
    if seq_len_max > x.shape[0]:
        raise errors.invalid_argument(f"seq_len_max {seq_len_max} exceeds the time steps of x {shown(x.shape)}")
    return int(seq_len_max)


def check_weights(batch: int, inputs: int, cs_prev: Array, h_prev: Array, weights: Weights) -> None:
    """Raises InvalidArgumentError unless states and weights fit an input [batch, inputs]."""
    if cs_prev.ndim != 2 or not cs_prev.shape[1]:
        raise errors.invalid_argument(f"cs_prev_tensor is empty, has shape: {shown(cs_prev.shape)}.")
    cells = cs_prev.shape[1]
    wanted = {
        "cs_prev": (cs_prev, (batch, cells)),
        "h_prev": (h_prev, (batch, cells)),
        "w": (weights.w, (inputs + cells, 4 * cells)),
        "b": (weights.b, (4 * cells,)),
        "wci": (weights.wci, (cells,)),
        "wcf": (weights.wcf, (cells,)),
        "wco": (weights.wco, (cells,)),
    }
    check_shapes(wanted)


def check_shapes(wanted: dict[str, tuple[Array, tuple[int, ...]]]) -> None:
    """Raises InvalidArgumentError for the first named array that has not the shape beside it."""
    for name, (array, shape) in wanted.items():
        if array.shape != shape:
            raise errors.invalid_argument(f"{name} must have shape {shown(shape)} but has {shown(array.shape)}")


def sigmoid(x: Array) -> Array:
    """The logistic function, without overflow."""
    half = x.dtype.type(0.5)
    # The same function, as 1 / (1 + exp(-x)) = (1 + tanh(x / 2)) / 2.
    return np.tanh(x * half) * half + half


def step(
    x: Array, cs_prev: Array, h_prev: Array, weights: Weights, forget_bias: float, cell_clip: float
) -> tuple[Array, ...]:
    """One step of an LSTM in at least float32: (i, cs, f, o, ci, co, h)."""
    # Input and state side by side, so that one product serves all gates.
    inputs, cs_prev = widened(np.concatenate([x, h_prev], axis=1)), widened(cs_prev)
    product = np.matmul(inputs, widened(weights.w)) + widened(weights.b)
    parts = np.split(product, 4, axis=1)
    i, ci, f, o = (parts[position] for position in weights.order)
    # With a positive bias a new cell keeps its state, which lets it learn to.
    f = f + f.dtype.type(forget_bias)
    if weights.use_peephole:
        i, f = i + cs_prev * weights.wci, f + cs_prev * weights.wcf
    i, f, ci = sigmoid(i), sigmoid(f), np.tanh(ci)
    cs = ci * i + cs_prev * f
    if cell_clip > 0:
        cs = np.clip(cs, -cell_clip, cell_clip)
    # This peephole sees the state that was just made, after clipping.
    o = sigmoid(o + cs * weights.wco if weights.use_peephole else o)
    co = np.tanh(cs)
    return i, cs, f, o, ci, co, o * co


def _rounded(x: Array, values: tuple[Array, ...]) -> tuple[Array, ...]:
    return tuple(value.astype(x.dtype, copy=False) for value in values)


@kernel("GRUBlockCell")
def gru_block_cell(
    xp: Any, x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array
) -> tuple[Array, ...]:
    """One step of a GRU: (r, u, c, h), each [batch, cells]."""
    check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    r, u = np.split(sigmoid(np.concatenate([x, h_prev], axis=1) @ w_ru + b_ru), 2, axis=1)
    # The reset gate acts on the state before the product; CuDNN's GRU has it behind.
    c = np.tanh(np.concatenate([x, h_prev * r], axis=1) @ w_c + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


@kernel("GRUBlockCellGrad")
def gru_block_cell_grad(
    xp: Any,
    x: Array,
    h_prev: Array,
    w_ru: Array,
    w_c: Array,
    b_ru: Array,
    b_c: Array,
    r: Array,
    u: Array,
    c: Array,
    d_h: Array,
) -> tuple[Array, ...]:
    """Gradients with respect to x, h_prev, and the arguments of tanh [batch, cells] and sigmoid [batch, 2 * cells]."""
    check_gru(x, h_prev, w_ru, w_c, b_ru, b_c)
    check_shapes({name: (a, h_prev.shape) for name, a in (("r", r), ("u", u), ("c", c), ("d_h", d_h))})
    inputs = x.shape[1]
    # h = u h_prev + (1 - u) c, taken apart backwards: candidate and update
    # gate, then the reset gate behind the candidate.
    d_c = d_h * (1 - u) * (1 - c * c)
    d_u = d_h * (h_prev - c) * u * (1 - u)
    through_c = d_c @ w_c.T
    d_reset_state = through_c[:, inputs:]
    d_r_u = np.concatenate([d_reset_state * h_prev * r * (1 - r), d_u], axis=1)
    through_gates = d_r_u @ w_ru.T
    d_x = through_c[:, :inputs] + through_gates[:, :inputs]
    return d_x, d_reset_state * r + through_gates[:, inputs:] + d_h * u, d_c, d_r_u


def check_gru(x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array) -> None:
    """Raises InvalidArgumentError unless state and weights fit the input."""
    if x.ndim != 2 or h_prev.ndim != 2:
        raise errors.invalid_argument(f"x {shown(x.shape)} and h_prev {shown(h_prev.shape)} must be rank 2")
    batch, inputs = x.shape
    cells = h_prev.shape[1]
    check_shapes({
        "h_prev": (h_prev, (batch, cells)),
        "w_ru": (w_ru, (inputs + cells, 2 * cells)),
        "w_c": (w_c, (inputs + cells, cells)),
        "b_ru": (b_ru, (2 * cells,)),
        "b_c": (b_c, (cells,)),
    })
