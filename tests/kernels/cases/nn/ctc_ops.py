"""Cases of connectionist temporal classification."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import uneven
from tests.kernels.cases.nn.conv_ops import ramp
from tests.kernels.cases.typed_arrays import float32, int32, int64

INPUTS = ramp(6, 3, 5)
WAVES = uneven(6, 3, 5)  # no two sums are equal
LENGTHS = int32([6, 4, 5])


def sparse(rows: list[list[int]]) -> tuple[Any, Any]:
    """Indices and values of labels."""
    indices = [(b, i) for b, row in enumerate(rows) for i in range(len(row))]
    return int64(indices).reshape(-1, 2), int32([value for row in rows for value in row])


def loss(rows: list[list[int]], inputs: Any = INPUTS, lengths: Any = LENGTHS, **attrs: Any) -> Case:
    return Case("CTCLoss", [inputs, *sparse(rows), lengths], attrs)


LABELS = [[0, 1, 2], [3, 3], [1, 1, 0]]
BOTH = (False, True)
LOSSES = [loss(LABELS, preprocess_collapse_repeated=p, ctc_merge_repeated=m) for p in BOTH for m in BOTH]
LOSSES += [loss(LABELS, INPUTS.astype(np.float64)), loss([[0], [], [2]]), loss([[], [], []])]
LOSSES += [loss(LABELS, lengths=int32([6, 0, 5]), ignore_longer_outputs_than_inputs=True)]
LOSSES += [loss([[0, 1, 2, 3, 0, 1, 2], [3, 3], [1]], ignore_longer_outputs_than_inputs=ignore) for ignore in BOTH]
LOSSES += [loss([[0, 0, 0, 0], [3, 3], [1]], ignore_longer_outputs_than_inputs=ignore) for ignore in BOTH]
LOSSES += [
    loss([[0, 0, 0, 0], [3, 3], [1]], ctc_merge_repeated=False),
    loss([[0, 4], [3], [1]]), loss([[0, 4, 1], [3], [1]]), loss([[0, 7], [3], [1]]), loss([[0, -1], [3], [1]]),
    loss([[0], [1]], INPUTS[:, :2], LENGTHS), loss([[0], [1], [2], [3]]),
    loss([[0], [1], [2]], lengths=LENGTHS + int32(1)), loss([], INPUTS[:, :0], LENGTHS[:0]),
    loss([[0], [1], [2]], INPUTS[0]), loss([[0], [1], [2]], INPUTS[:0], LENGTHS * 0),
    loss([[0], [1], [2]], lengths=LENGTHS[None]),
    loss(LABELS, np.where(np.arange(5) == 1, float32(-np.inf), INPUTS)),
]  # fmt: skip

DECODERS = [
    Case("CTCGreedyDecoder", [x, LENGTHS], {"merge_repeated": m, "blank_index": blank})
    for x in (INPUTS, np.repeat(INPUTS[::2], 2, axis=0).astype(np.float64))
    for m in (False, True)
    for blank in (-1, 0, 4, -5)
]
DECODERS += [
    Case("CTCGreedyDecoder", [x, lengths], {"blank_index": blank})
    for x, lengths, blank in [
        (INPUTS, LENGTHS, 5), (INPUTS, LENGTHS, -6), (INPUTS, LENGTHS[:2], -1), (INPUTS, LENGTHS + int32(1), -1),
        (INPUTS[0], LENGTHS, -1), (INPUTS, LENGTHS * 0, -1), (np.zeros_like(INPUTS), LENGTHS, -1),
    ]
]  # fmt: skip

DECODERS += [
    Case("CTCBeamSearchDecoder", [x, LENGTHS], {"beam_width": width, "top_paths": paths, "merge_repeated": m})
    for x in (WAVES, np.repeat(WAVES[::2], 2, axis=0) / float32(2), WAVES.astype(np.float64))
    for width, paths in ((1, 1), (3, 3), (50, 4))
    for m in (False, True)
]
DECODERS += [
    Case("CTCBeamSearchDecoder", [x, lengths], {"beam_width": 3, "top_paths": paths})
    for x, lengths, paths in [
        (INPUTS, LENGTHS, 4), (INPUTS[0], LENGTHS, 1), (INPUTS, LENGTHS[:2], 1), (INPUTS, LENGTHS + int32(1), 1),
        (INPUTS, int32([0, 1, 2]), 1), (INPUTS, int32([0, 1, 2]), 2),
    ]
]  # fmt: skip

CASES = [*LOSSES, *DECODERS]
