"""Cases of recurrent cells."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import ramp
from tests.kernels.cases.typed_arrays import float32, int64

TIME, BATCH, INPUTS, CELLS = 3, 2, 3, 4
STATE_NAMES = ("i", "cs", "f", "o", "ci", "co", "h")


def weights(dtype: Any = np.float32) -> list[Any]:
    """w, wci, wcf, wco and b."""
    w = ramp(INPUTS + CELLS, 4 * CELLS) / 3
    return [a.astype(dtype) for a in (w, ramp(CELLS), ramp(CELLS)[::-1] / 2, ramp(CELLS) / 3, ramp(4 * CELLS) / 2)]


def states(dtype: Any = np.float32) -> list[Any]:
    """cs_prev and h_prev."""
    return [ramp(BATCH, CELLS, dtype=dtype), ramp(BATCH, CELLS, dtype=dtype)[::-1] / dtype(2)]


def sequence(dtype: Any = np.float32) -> Any:
    return ramp(TIME, BATCH, INPUTS, dtype=dtype)


def without(arrays: list[Any], position: int, replacement: Any) -> list[Any]:
    """The arrays with one of them replaced."""
    return [replacement if i == position else a for i, a in enumerate(arrays)]


CELL = [sequence()[0], *states(), *weights()]
CELLS_CASES = [
    Case("LSTMBlockCell", CELL, {"use_peephole": peephole, "cell_clip": clip, "forget_bias": 0.5})
    for peephole in (False, True)
    for clip in (3.0, 0.5, -1.0)
]
CELLS_CASES += [
    Case("LSTMBlockCell", [sequence(np.float16)[0], *states(np.float16), *weights(np.float16)], {"use_peephole": True})
]
CELLS_CASES += [
    Case("LSTMBlockCell", without(CELL, position, value))
    for position, value in [
        (1, states()[0][:1]), (2, states()[1][:, :2]), (3, weights()[0][:3]), (3, weights()[0][:, :3]),
        (4, float32(1)), (7, weights()[4][:3]), (1, states()[0][:, :0]),
    ]
]  # fmt: skip

BLOCK = [int64(TIME), sequence(), *states(), *weights()]
BLOCKS = [
    Case(op, BLOCK, {"use_peephole": peephole, "cell_clip": clip})
    for op in ("BlockLSTM", "BlockLSTMV2") for peephole in (False, True) for clip in (0.0, 0.5)
]  # fmt: skip
BLOCKS += [Case("BlockLSTM", [int64(TIME), sequence(np.float16), *states(np.float16), *weights(np.float16)])]
BLOCKS += [
    Case("BlockLSTM", without(BLOCK, position, value))
    for position, value in [
        (0, int64([2])), (4, weights()[0][:3]), (5, weights()[1][:0]), (8, weights()[4][:2]), (2, states()[0][:1]),
    ]
]  # fmt: skip
BLOCKS += [Case("BlockLSTM", [int64(0), sequence()[:0], *states(), *weights()])]

GATES = [np.abs(ramp(TIME, BATCH, CELLS)) / 3 + float32(0.01 * n) for n in range(7)]
GRADIENTS_IN = [ramp(TIME, BATCH, CELLS)[::-1], ramp(TIME, BATCH, CELLS)[:, ::-1]]
GRADIENTS = [
    Case("LSTMBlockCellGrad", [*CELL, *(g[0] for g in GATES[:6]), *(g[0] for g in GRADIENTS_IN)],
         {"use_peephole": peephole}, compared=None if peephole else (0, 1))
    for peephole in (False, True)
]  # fmt: skip
GRADIENTS += [
    Case("LSTMBlockCellGrad", [*CELL, *(g[0] for g in GATES[:6]), GRADIENTS_IN[0][0], GRADIENTS_IN[1][0, :1]],
         {"use_peephole": True}),
]  # fmt: skip
GRADIENTS += [
    Case(op, [*BLOCK, *GATES, *GRADIENTS_IN], {"use_peephole": peephole})
    for op in ("BlockLSTMGrad", "BlockLSTMGradV2") for peephole in (False, True)
]  # fmt: skip

GRU = [sequence()[0], states()[1], weights()[0][:, : 2 * CELLS], weights()[0][:, :CELLS], ramp(2 * CELLS), ramp(CELLS)]
GRUS = [Case("GRUBlockCell", GRU)]
GRUS += [
    Case("GRUBlockCell", without(GRU, position, value))
    for position, value in [
        (1, states()[1][:1]), (2, weights()[0][:, :3]), (3, weights()[0]), (4, ramp(3)), (5, ramp(3)),
    ]
]  # fmt: skip
GRUS += [Case("GRUBlockCellGrad", [*GRU, *(g[0] for g in GATES[:3]), GRADIENTS_IN[0][0]])]

CASES = [*CELLS_CASES, *BLOCKS, *GRADIENTS, *GRUS]
