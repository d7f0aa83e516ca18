"""Cases of quantising and imitating it."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, float64, int32

ROW, MATRIX = float32([-10, 0, 0.5, 1.5, 2.5, 10]), float32([[-3, -1, 0.3], [0.5, 2.4, 9]])
LOW, HIGH = float32(-1), float32(2)
QUANTIZED: dict[str, Any] = {
    "quint8": np.uint8, "qint8": np.int8, "quint16": np.uint16, "qint16": np.int16, "qint32": np.int32,
}  # fmt: skip
MODES = [b"MIN_COMBINED", b"MIN_FIRST", b"SCALED"]
# To these a half cannot be added without rounding.
ODD = float32([8569003, -8650923, 8388607.5, 4194303.5, 0.49999997, -0.49999997, 0.5, -0.5, 1.5, 2.5])


def quantized() -> list[Case]:
    """QuantizeV2."""
    ranges = [(1, 1), (1, 3), (-3, -1), (0, 0), (2, 1), (-1e-9, 1e-9)]
    two: list[Any] = [float32([-1, -2]), float32([1, 4])]
    rounding = [b"HALF_TO_EVEN", b"HALF_AWAY_FROM_ZERO"]
    narrow = {"T": "qint8", "mode": b"SCALED", "narrow_range": True}
    return [
        *(Case("QuantizeV2", [ROW, LOW, HIGH], {"T": t, "mode": m}) for t in QUANTIZED for m in MODES),
        *(Case("QuantizeV2", [ROW, float32(a), float32(b)], {"T": "quint8"}) for a, b in ranges),
        *(Case("QuantizeV2", [ODD, float32(-(2**31)), float32(2**31 - 1)], {**narrow, "T": "qint32", "round_mode": r})
          for r in rounding),
        *(Case("QuantizeV2", [ODD, float32(-128), float32(127)], {"T": "qint8", "mode": m}) for m in MODES),
        *(Case("QuantizeV2", [ROW, LOW, HIGH], {**narrow, "round_mode": r}) for r in rounding),
        *(Case("QuantizeV2", [MATRIX, *two], {"T": "qint8", "mode": m, "axis": 0}) for m in MODES),
        Case("QuantizeV2", [MATRIX, *two], {"T": "qint8", "axis": 1}),
        Case("QuantizeV2", [ROW, float32([-1]), float32([2])], {"T": "quint8"}),
        Case("QuantizeV2", [ROW, LOW, HIGH], {"T": "quint8", "round_mode": b"HALF_TO_EVEN"}),
        Case("QuantizeV2", [ROW, float32(0), float32(0)], {"T": "quint8", "ensure_minimum_range": 0.5}),
    ]


def dequantized() -> list[Case]:
    """Dequantize."""
    ends = {t: np.array([np.iinfo(d).min, np.iinfo(d).max, 0, 7], d) for t, d in QUANTIZED.items()}
    ends["qint32"] //= 2  # TensorFlow's floats overflow at the very end
    matrix, two = np.array([[1, 2, 3], [4, 5, 6]], np.int8), [float32([-1, -2]), float32([1, 4])]
    as_qint8 = {0: "qint8"}
    return [
        *(Case("Dequantize", [ends[t], LOW, HIGH], {"mode": m}, {0: t}) for t in QUANTIZED for m in MODES),
        *(Case("Dequantize", [ends["qint8"], LOW, HIGH], {"mode": m, "narrow_range": True}, as_qint8) for m in MODES),
        *(Case("Dequantize", [ends["qint8"], LOW, HIGH], {"mode": m, "dtype": "bfloat16"}, as_qint8) for m in MODES),
        *(Case("Dequantize", [matrix, *two], {"mode": m, "axis": 0}, as_qint8, static_shapes=True) for m in MODES),
        Case("Dequantize", [matrix, *two], {}, as_qint8),
    ]


def there_and_back() -> list[Case]:
    """QuantizeAndDequantizeV2 to V4."""
    row = float32([-3, -1, 0.2, 0.5, 2.4])
    attrs: list[dict[str, Any]] = [
        {"range_given": given, "signed_input": signed} for given in (True, False) for signed in (True, False)
    ]
    attrs += [{"range_given": True, "narrow_range": True, "num_bits": 4, "round_mode": b"HALF_UP"}]
    attrs += [{"range_given": True, "num_bits": n} for n in (0, 1, 2, 16, 63)]
    per_axis: list[Any] = [float32([-1, -2]), float32([2, 3])]
    doubles = [float64(row), float64(-1), float64(2)]
    bits, zeros, one = int32(4), float32([0, 0]), [float32([-1]), float32([2])]
    return [
        *(Case("QuantizeAndDequantizeV2", [row, LOW, HIGH], a) for a in attrs),
        *(Case("QuantizeAndDequantizeV4", [row, LOW, HIGH], a) for a in attrs),
        *(Case("QuantizeAndDequantizeV2", doubles, {"range_given": given}) for given in (True, False)),
        Case("QuantizeAndDequantizeV2", [MATRIX, *per_axis], {"axis": 0}),
        *(Case("QuantizeAndDequantizeV2", [zeros, float32(a), float32(0)], attrs[0]) for a in (0, 3)),
        Case("QuantizeAndDequantizeV2", [float32([0, 0]), LOW, HIGH], attrs[2]),
        Case("QuantizeAndDequantizeV3", [row, LOW, HIGH, bits]),
        Case("QuantizeAndDequantizeV3", [row, LOW, HIGH, bits], {"range_given": False}),
        Case("QuantizeAndDequantizeV4Grad", [float32([1, 2, 3, 4, 5]), row, LOW, HIGH]),
        *(Case(f"QuantizeAndDequantizeV{v}", [row, *one], {"range_given": True}) for v in (2, 4)),
        Case("QuantizeAndDequantizeV3", [row, *one, bits]),
        Case("QuantizeAndDequantizeV3", [MATRIX, *per_axis, bits], {"axis": 0}),
        Case("QuantizeAndDequantizeV4Grad", [row, row, *one]),
    ]


def fake_quantized() -> list[Case]:
    """The FakeQuant ops and their gradients."""
    row, grads = float32([-7, -6, -6.02, 0, 1, 5.977, 7]), float32([1, 2, 3, 4, 5, 6, 7])
    ranges = [(-6, 6), (-1, 2), (0, 0), (0.1, 3), (-3, -0.1)]
    limits: list[dict[str, Any]] = [{}, {"min": 0.1, "max": 3.0, "num_bits": 4, "narrow_range": True}]
    limits.append({"min": 3.0, "max": 1.0})
    low, high = float32([-6, 0, 0]), float32([6, 1, 0])
    return [
        *(Case("FakeQuantWithMinMaxArgs", [row], a) for a in limits),
        *(Case("FakeQuantWithMinMaxArgsGradient", [grads, row], a) for a in limits),
        *(Case("FakeQuantWithMinMaxVars", [row, float32(a), float32(b)]) for a, b in [*ranges, (1, 1)]),
        *(Case("FakeQuantWithMinMaxVarsGradient", [grads, row, float32(a), float32(b)]) for a, b in ranges),
        Case("FakeQuantWithMinMaxVars", [row, float32([2]), float32(1)]),
        Case("FakeQuantWithMinMaxVarsPerChannel", [MATRIX, low, high], {"num_bits": 4}),
        Case("FakeQuantWithMinMaxVarsPerChannel", [MATRIX, low[:2], high[:2]]),
        Case("FakeQuantWithMinMaxVarsPerChannelGradient", [MATRIX + 1, MATRIX, low, high]),
        *fake_quantized_ties(),
        Case("FakeQuantWithMinMaxArgs", [row], {"min": float("nan"), "max": 1.0}),
        Case("FakeQuantWithMinMaxVars", [row, float32(5), float32(1)], {"num_bits": 7}),
        Case("FakeQuantWithMinMaxVarsGradient", [grads[:2], float32([np.nan, np.inf]), float32(-1), float32(2)]),
    ]


def fake_quantized_ties() -> list[Case]:
    """Numbers in the middle between two steps, and other special ones."""
    halves = np.concatenate([np.arange(-3, 3, 1 / 64), [np.inf, -np.inf, np.nan]]).astype(np.float32)
    cases = []
    for low, high, num_bits in [(-1, 1, 8), (-1, 3, 8), (-0.01315, -0.00188, 11), (-2, 2, 4)]:
        middles = (np.arange(128) + 0.5) * ((high - low) / (2**num_bits - 1)) + low
        row, attrs = np.concatenate([halves, middles]).astype(np.float32), {"num_bits": num_bits}
        ends = [float32(low), float32(high)]
        cases += [
            Case("FakeQuantWithMinMaxArgs", [row], {**attrs, "min": float(low), "max": float(high)}),
            Case("FakeQuantWithMinMaxVars", [row, *ends], attrs),
            Case("FakeQuantWithMinMaxVarsPerChannel", [row[:, None], *(end[None] for end in ends)], attrs),
        ]
    return cases


CASES = [*quantized(), *dequantized(), *there_and_back(), *fake_quantized()]
