"""Gradients of LSTMs.

Sigmoid and tanh are differentiated at their results, which the forward op gave out: s' = s (1 - s), t' = 1 - t².
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened
from aioflow.kernels.nn.rnn_ops import IFCO, Weights, check_shapes, check_weights, sequence_length


class Gates(NamedTuple):
    """The results of one step of an LSTM, each [batch, cells]."""

    i: Array
    cs: Array
    f: Array
    o: Array
    ci: Array
    co: Array


@kernel("LSTMBlockCellGrad")
def lstm_block_cell_grad(
    xp: Any,
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    w: Array,
    wci: Array,
    wcf: Array,
    wco: Array,
    b: Array,
    i: Array,
    cs: Array,
    f: Array,
    o: Array,
    ci: Array,
    co: Array,
    cs_grad: Array,
    h_grad: Array,
    *,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """Gradients of one step: cs_prev, the four gates' arguments [batch, 4 * cells], wci, wcf, wco."""
    if x.ndim != 2:
        raise errors.invalid_argument(f"x must be rank 2 but is {shown(x.shape)}")
    weights = Weights(w, wci, wcf, wco, b, use_peephole)
    check_weights(x.shape[0], x.shape[1], cs_prev, h_prev, weights)
    given = {"i": i, "cs": cs, "f": f, "o": o, "ci": ci, "co": co, "cs_grad": cs_grad, "h_grad": h_grad}
    check_shapes({name: (array, cs_prev.shape) for name, array in given.items()})
    gates = Gates(*map(widened, (i, cs, f, o, ci, co)))
    cs_prev_grad, arguments = step_gradient(widened(cs_prev), weights, gates, widened(cs_grad), widened(h_grad))
    peepholes = peephole_gradients(widened(cs_prev), weights, gates, arguments)
    return tuple(value.astype(x.dtype, copy=False) for value in (cs_prev_grad, arguments, *peepholes))


@kernel("BlockLSTMGrad")
def block_lstm_grad(
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
    i: Array,
    cs: Array,
    f: Array,
    o: Array,
    ci: Array,
    co: Array,
    h: Array,
    cs_grad: Array,
    h_grad: Array,
    *,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """Gradients with respect to x, cs_prev, h_prev, w, wci, wcf, wco and b."""
    weights = Weights(w, wci, wcf, wco, b, use_peephole)
    outputs = (i, cs, f, o, ci, co, h)
    return sequence_gradients(seq_len_max, x, cs_prev, h_prev, weights, outputs, cs_grad, h_grad)


@kernel("BlockLSTMGradV2")
def block_lstm_grad_v2(
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
    i: Array,
    cs: Array,
    f: Array,
    o: Array,
    ci: Array,
    co: Array,
    h: Array,
    cs_grad: Array,
    h_grad: Array,
    *,
    use_peephole: bool,
) -> tuple[Array, ...]:
    """As BlockLSTMGrad, with the gates in the order of BlockLSTMV2."""
    weights = Weights(w, wci, wcf, wco, b, use_peephole, IFCO)
    outputs = (i, cs, f, o, ci, co, h)
    return sequence_gradients(seq_len_max, x, cs_prev, h_prev, weights, outputs, cs_grad, h_grad)


def sequence_gradients(
    seq_len_max: Array,
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    weights: Weights,
    outputs: tuple[Array, ...],
    cs_grad: Array,
    h_grad: Array,
) -> tuple[Array, ...]:
    """Back through time over the first `seq_len_max` steps."""
    if x.ndim != 3:
        raise errors.invalid_argument(f"x must be rank 3 but is {shown(x.shape)}")
    steps, batch, inputs = x.shape
    check_weights(batch, inputs, cs_prev, h_prev, weights)
    names = ("i", "cs", "f", "o", "ci", "co", "h", "cs_grad", "h_grad")
    shape = (steps, *cs_prev.shape)
    check_shapes({name: (a, shape) for name, a in zip(names, (*outputs, cs_grad, h_grad), strict=True)})
    length = sequence_length(seq_len_max, x)

    # Gradients of 16-bit types are summed over time in float32.
    wide = [widened(array) for array in outputs]
    x_grad = np.zeros(x.shape, wide[0].dtype)
    cs_prev_grad, h_prev_grad = (np.zeros(cs_prev.shape, x_grad.dtype) for _ in range(2))
    totals = [np.zeros(array.shape, x_grad.dtype) for array in weights[:5]]
    matrix = widened(weights.w)
    for t in reversed(range(length)):
        gates = Gates(*(array[t] for array in wide[:6]))
        # The state before a step is the output of the step before it.
        cs_before, h_before = (wide[1][t - 1], wide[6][t - 1]) if t else (widened(cs_prev), widened(h_prev))
        cs_prev_grad, arguments = step_gradient(
            # Gradients from the outputs of this step, and those that later steps hand back.
            cs_before, weights, gates, cs_grad[t] + cs_prev_grad, h_grad[t] + h_prev_grad
        )
        # Input and old state went into the product side by side, and come back so.
        through = arguments @ matrix.T
        x_grad[t], h_prev_grad = through[:, :inputs], through[:, inputs:]
        # Weights serve all steps, so their gradients are summed.
        totals[0] += np.concatenate([widened(x[t]), h_before], axis=1).T @ arguments
        for total, gradient in zip(totals[1:4], peephole_gradients(cs_before, weights, gates, arguments), strict=True):
            total += gradient
        totals[4] += arguments.sum(axis=0)
    return tuple(value.astype(x.dtype, copy=False) for value in (x_grad, cs_prev_grad, h_prev_grad, *totals))


def step_gradient(
    cs_prev: Array, weights: Weights, gates: Gates, cs_grad: Array, h_grad: Array
) -> tuple[Array, Array]:
    """Gradients of one step with respect to cs_prev and to the gates' arguments, in the order of the weights."""
    # The forward step backwards, h = o tanh(cs): first the output gate, then the state.
    d_o = gates.o * (1 - gates.o) * h_grad * gates.co
    d_cs = (1 - gates.co * gates.co) * h_grad * gates.o + cs_grad
    if weights.use_peephole:
        # The output gate looks at the new state; the other two look at the old one.
        d_cs = d_cs + d_o * weights.wco
    d_ci = (1 - gates.ci * gates.ci) * d_cs * gates.i
    d_f = gates.f * (1 - gates.f) * d_cs * cs_prev
    d_i = gates.i * (1 - gates.i) * d_cs * gates.ci
    d_cs_prev = d_cs * gates.f
    if weights.use_peephole:
        d_cs_prev = d_cs_prev + d_i * weights.wci + d_f * weights.wcf
    # Gates are joined in the order in which the weights have them.
    parts: list[Array] = [None] * 4
    for position, part in zip(weights.order, (d_i, d_ci, d_f, d_o), strict=True):
        parts[position] = part
    return d_cs_prev, np.concatenate(parts, axis=1)


def peephole_gradients(cs_prev: Array, weights: Weights, gates: Gates, arguments: Array) -> tuple[Array, ...]:
    """Gradients of one step with respect to wci, wcf and wco; zeros where they are not used."""
    if not weights.use_peephole:
        return tuple(np.zeros(cs_prev.shape[1], cs_prev.dtype) for _ in range(3))
    parts = np.split(arguments, 4, axis=1)
    # The cell input has no peephole.
    i, _, f, o = (parts[position] for position in weights.order)
    return (i * cs_prev).sum(axis=0), (f * cs_prev).sum(axis=0), (o * gates.cs).sum(axis=0)
