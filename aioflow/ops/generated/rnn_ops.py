# Generated from aioflow/ops/definitions/rnn_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.rnn_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import TensorLike, apply_op, grouped


class BlockLSTMOutputs(NamedTuple):
    """The outputs of BlockLSTM."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstm(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> BlockLSTMOutputs:
    """BlockLSTM(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T).

    T is one of float16, float32.
    """
    return BlockLSTMOutputs(*grouped(apply_op(
        "BlockLSTM",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"forget_bias": forget_bias, "cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


class BlockLSTMGradOutputs(NamedTuple):
    """The outputs of BlockLSTMGrad."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    h: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradOutputs:
    """BlockLSTMGrad(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T,
    wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T).

    T is one of float16, float32.
    """
    return BlockLSTMGradOutputs(*grouped(apply_op(
        "BlockLSTMGrad",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))


class BlockLSTMGradV2Outputs(NamedTuple):
    """The outputs of BlockLSTMGradV2."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad_v2(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    h: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradV2Outputs:
    """BlockLSTMGradV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T,
    wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T).

    T is one of float16, float32.
    """
    return BlockLSTMGradV2Outputs(*grouped(apply_op(
        "BlockLSTMGradV2",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))


class BlockLSTMV2Outputs(NamedTuple):
    """The outputs of BlockLSTMV2."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstmv2(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    cell_clip: float = 0.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> BlockLSTMV2Outputs:
    """BlockLSTMV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T).

    T is one of float16, float32.
    """
    return BlockLSTMV2Outputs(*grouped(apply_op(
        "BlockLSTMV2",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


class GRUBlockCellOutputs(NamedTuple):
    """The outputs of GRUBlockCell."""

    r: Tensor
    u: Tensor
    c: Tensor
    h: Tensor


def gru_block_cell(
    x: TensorLike,
    h_prev: TensorLike,
    w_ru: TensorLike,
    w_c: TensorLike,
    b_ru: TensorLike,
    b_c: TensorLike,
    name: str | None = None,
) -> GRUBlockCellOutputs:
    """GRUBlockCell(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T) -> (r: T, u: T, c: T, h: T).

    T is one of float32.
    """
    return GRUBlockCellOutputs(*grouped(apply_op("GRUBlockCell", [x, h_prev, w_ru, w_c, b_ru, b_c], {}, name)))


class GRUBlockCellGradOutputs(NamedTuple):
    """The outputs of GRUBlockCellGrad."""

    d_x: Tensor
    d_h_prev: Tensor
    d_c_bar: Tensor
    d_r_bar_u_bar: Tensor


def gru_block_cell_grad(
    x: TensorLike,
    h_prev: TensorLike,
    w_ru: TensorLike,
    w_c: TensorLike,
    b_ru: TensorLike,
    b_c: TensorLike,
    r: TensorLike,
    u: TensorLike,
    c: TensorLike,
    d_h: TensorLike,
    name: str | None = None,
) -> GRUBlockCellGradOutputs:
    """GRUBlockCellGrad(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h: T) -> (d_x: T,
    d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T).

    T is one of float32.
    """
    return GRUBlockCellGradOutputs(*grouped(apply_op(
        "GRUBlockCellGrad",
        [x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, d_h],
        {},
        name,
    )))


class LSTMBlockCellOutputs(NamedTuple):
    """The outputs of LSTMBlockCell."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def lstm_block_cell(
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> LSTMBlockCellOutputs:
    """LSTMBlockCell(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T, f: T, o: T, ci:
    T, co: T, h: T).

    T is one of float16, float32.
    """
    return LSTMBlockCellOutputs(*grouped(apply_op(
        "LSTMBlockCell",
        [x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"forget_bias": forget_bias, "cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


class LSTMBlockCellGradOutputs(NamedTuple):
    """The outputs of LSTMBlockCellGrad."""

    cs_prev_grad: Tensor
    dicfo: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor


def lstm_block_cell_grad(
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> LSTMBlockCellGradOutputs:
    """LSTMBlockCellGrad(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci:
    T, co: T, cs_grad: T, h_grad: T) -> (cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T).

    T is one of float16, float32.
    """
    return LSTMBlockCellGradOutputs(*grouped(apply_op(
        "LSTMBlockCellGrad",
        [x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))
