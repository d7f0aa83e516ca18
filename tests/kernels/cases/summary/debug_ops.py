"""Cases of what watches tensors: counts, summaries of every mode, and what hands its input on."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import BFLOAT16, FLOATS, INTEGERS, values
from tests.kernels.cases.values import counting, float32, float64, strings

MODES = [2, 3, 4, 5, 8]
BOOL = np.dtype(bool)
NAMED = {"tensor_name": b"a:0"}
NAMES = [
    b"", b"a", b"a:1", b"a:1:2", b"a:b", b":", b":0", b"^a", b"a:-1", b"a: 1", b"a:+1", b"::", b"a:", b"a:9999999999",
    b"a:2147483648", b"a:-2147483648", b"a:1_0", b" ",
]  # fmt: skip
MIXED = float32([np.nan, np.inf, -np.inf, -1, 0, 2, 3])
BOUNDS = [(-1, np.inf), (-np.inf, 2), (0, 2), (3, 1), (np.nan, 2), (np.inf, np.inf), (-np.inf, -np.inf), (-1, np.nan)]
SHAPES: list[list[int]] = [[], [0], [2, 0, 3], [1, 2, 1, 2, 1, 2], [2, 1, 1, 3, 1, 1, 2], [1, 2, 1, 1, 2, 1, 1, 3]]
# A run refuses them where the last digits would be lost.
IDS = {"float": [-5, 0, 2**24, 2**24 + 1], "double": [-5, 0, 2**24 + 1, 2**53 - 1, 2**53, 2**53 + 1]}


def summaries_by_mode() -> Iterator[Case]:
    for mode in MODES:
        attrs = {"tensor_debug_mode": mode, "tensor_id": 7}
        for dtype in (*FLOATS, *INTEGERS, BOOL):
            yield Case("DebugNumericSummaryV2", [values(dtype)], attrs)
            yield Case("DebugNumericSummaryV2", [values(dtype)], {**attrs, "output_dtype": "double"})
        yield from (Case("DebugNumericSummaryV2", [counting(shape)], attrs) for shape in SHAPES)
        for finite in ([], [1, -2, 0], [-np.inf], [np.inf, 1], [np.nan]):
            yield Case("DebugNumericSummaryV2", [float64(finite)], attrs)
        yield Case("DebugNumericSummaryV2", [float32(np.nan)], attrs)
        for name, ids in IDS.items():
            for tensor_id in ids:
                limits = {"output_dtype": name, "tensor_debug_mode": mode, "tensor_id": tensor_id}
                yield Case("DebugNumericSummaryV2", [MIXED], limits)
    for mode in (-1, 0, 1, 6, 7, 9):
        yield Case("DebugNumericSummaryV2", [MIXED], {"tensor_debug_mode": mode})


def summaries() -> Iterator[Case]:
    for muted in (False, True):
        attrs = {**NAMED, "mute_if_healthy": muted}
        for dtype in (*FLOATS[:2], *INTEGERS, BOOL):
            yield Case("DebugNumericSummary", [values(dtype)], attrs)
        yield from (Case("DebugNumericSummary", [counting(shape)], attrs) for shape in SHAPES)
        for low, high in BOUNDS:
            bounds = {**attrs, "lower_bound": float(low), "upper_bound": float(high)}
            yield from (Case("DebugNumericSummary", [x], bounds) for x in (MIXED, float32([0.5, 1.5]), float32([])))
        for numbers in ([np.nan], [np.inf], [-np.inf, np.nan], [1e308, 1e308], [-0.0]):
            yield Case("DebugNumericSummary", [float64(numbers)], attrs)
    yield Case("DebugNumericSummary", [MIXED], {**NAMED, "gated_grpc": True})
    yield from (Case("DebugNumericSummary", [MIXED], {"tensor_name": name}) for name in NAMES[:4])


def nan_counts() -> Iterator[Case]:
    yield from (Case("DebugNanCount", [values(dtype)], NAMED) for dtype in (*FLOATS, *INTEGERS))
    yield from (Case("DebugNanCount", [counting(shape)], NAMED) for shape in SHAPES[:3])
    yield Case("DebugNanCount", [float32([[np.nan, 1], [np.nan, np.inf]])], NAMED)
    yield Case("DebugNanCount", [float32(np.nan)], NAMED)
    yield Case("DebugNanCount", [MIXED], {**NAMED, "gated_grpc": True})
    yield from (Case("DebugNanCount", [MIXED], {"tensor_name": name}) for name in NAMES)


def identities() -> Iterator[Case]:
    inputs = [MIXED, float32(1), strings([b"a"]), np.zeros([0, 2], BFLOAT16), np.array([True])]
    for op, attrs in (("DebugIdentity", NAMED), ("DebugIdentityV3", NAMED), ("DebugIdentityV2", {})):
        yield from (Case(op, [x], attrs) for x in inputs)
    for op in ("DebugIdentity", "DebugIdentityV3"):
        yield Case(op, [MIXED], {**NAMED, "gated_grpc": True})
        yield from (Case(op, [MIXED], {"tensor_name": name}) for name in NAMES)
    yield Case("DebugIdentityV3", [MIXED], {**NAMED, "io_of_node": b"b", "is_input": True, "io_index": 2})


CASES = [*summaries_by_mode(), *summaries(), *nan_counts(), *identities()]
