"""Calls of many families that generated graphs of one op found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import counting, float16, float32, float64, int32, int64, ints, strings, uint8

NAN, INF = float("nan"), float("inf")
BYTES = uint8([[1, 74, 147], [220, 42, 115]])
WORDS = int32([[-1000000, 347709], [2, -(2**31)]])
ONE = {0: "quint8", 1: "quint8"}
LIST = {"element_dtype": "float32", "shape_type": "int32"}


def ranges(*ends: Any) -> list[Any]:
    """Ends of ranges, each a scalar, or a vector where it is a list."""
    return [float32(end) for end in ends]


def quantized() -> list[Case]:
    """Ranges that are vectors, the wrong way round, or NaN, and wide ones, whose width is rounded."""
    of_two = [(0, 255, -1, 1), ([0], 255, -1, 1), (0, [255], -1, 1), (0, 255, [-1], 1), (9, 1, -1, 1), (0, 1, NAN, 1)]
    of_one = [(-100, 100), ([-100], 100), (-100, [100]), (-100, 3e5), (-3e6, 1e6)]
    joined = [(-1, 1, -0.39, 3.36), (-1, 1, 0, 3.12)]
    return [
        *(Case(op, [BYTES, BYTES, *ranges(*ends)], input_types=ONE)
          for op in ("QuantizedMul", "QuantizedAdd") for ends in of_two),
        *(Case("QuantizedMatMul", [BYTES, BYTES.T, *ranges(*ends)], input_types=ONE) for ends in of_two),
        *(Case("QuantizedBiasAdd", [BYTES, BYTES[0], *ranges(*ends)], {"out_type": "qint32"}, ONE)
          for ends in (*of_two[:4], (9, 1, -1, 1))),
        *(Case(op, [BYTES, *ranges(*ends)], input_types={0: "quint8"})
          for op in ("QuantizedRelu", "QuantizedRelu6") for ends in of_one[:3]),
        *(Case("QuantizeDownAndShrinkRange", [WORDS, *ranges(*ends)], {"out_type": "quint8"}, {0: "qint32"})
          for ends in (*of_one, (NAN, 1), (-100, INF))),
        *(Case("Requantize", [WORDS, *ranges(*ends, -0.01, 0.01)], {"out_type": "quint8"}, {0: "qint32"})
          for ends in (*of_one, (-3e6, NAN))),
        *(Case("QuantizedConcat", [int32(1), [WORDS, WORDS], ranges(a, c), ranges(b, d)], input_types={1: "qint32"})
          for a, b, c, d in joined),
        Case("QuantizedConcat", [int32([1]), [WORDS, WORDS], ranges(0, 0), ranges(1, 1)], input_types={1: "qint32"}),
        *(Case("QuantizeAndDequantizeV2", [float64([-1.25, 0]), *float64([[0, 0]]).T[..., 0]], {"axis": axis})
          for axis in (0, 7)),
        *(Case("QuantizeAndDequantizeV4", [float32([-3, 0.2]), *ranges(*ends)], {"range_given": True})
          for ends in ((-1, NAN), (NAN, 1), (-1, 2))),
        Case("QuantizeAndDequantizeV3", [float32([-3, 0.2]), *ranges(-1, 1), int32([8])]),
        *(Case("QuantizeAndDequantizeV4Grad", [float32([1, 2, end]), float32([-3, 0, 2.4]), *ranges(-1, 2)])
          for end in (3, NAN, INF)),
        *(Case("UniformDequantize", [uint8([9]), float32(scale), int32(3)], {
            "Tout": "float32", "quantization_min_val": 0, "quantization_max_val": 255}, {0: "quint8"})
          for scale in (0.5, 0, -INF)),
    ]  # fmt: skip


def sparse() -> list[Case]:
    """Indices outside of a shape or out of order, and parts that do not fit together."""
    places, far, values = int64([[0, 1], [1, 0], [1, 2]]), int64([[1, 1], [1, 1], [2, 2]]), float32([1, -2, 3])
    shape = int64([2, 3])
    sums = [int64(each) for each in (
        [[0, 1], [1, 0], [1, 2]], [[2, 1], [1, 0], [0, 1]], [[0, 0], [0, 1], [1, 2]], [[0], [1], [1]])]  # fmt: skip
    texts, columns = strings([b"x", b"y", b"z"]), [strings([[b"a", b"bc"], [b"", b"d"]])]
    hashed = {"out_type": "int64", "internal_type": "int64", "num_buckets": 1000, "hash_key": 956888297470}
    return [
        *(Case("SerializeSparse", parts) for parts in (
            [places, values, shape[:1]], [places[:0], values, shape], [places, values[0], shape])),
        *(Case("SparseAdd", [far, values, shape, places, values, shape, float32(limit)]) for limit in (0, 2)),
        Case("SparseSparseMaximum", [far, values, shape, places, values, shape]),
        *(Case("SparseSoftmax", [each, values, shape]) for each in (places, far)),
        *(Case("SparseAddGrad", [values, places, places, each]) for each in sums),
        *(Case("SparseReshape", [int64([first, [0, 0]]), shape, int64(to)])
          for first in ([-7, 1], [0, 2**31 - 1], [0, -1]) for to in ([2, -1, 1], [6], [3, 2])),
        *(Case("SparseSliceGrad", [float32([5, 6]), places, int64(start), int64([[0, 0], [0, 2]])])
          for start in ([1, 0], [1, 2**63 - 1])),
        Case("SparseSliceGrad", [float32([5, -1]), int64([[1, 1], [0, 0], [1, 2]]), int64([1, 0]), places[:2]]),
        *(Case("SparseCross", [[int64(at)], [texts], [int64([2, 2])], columns], {**hashed, "hashed_output": is_hashed})
          for at in ([[0, 0], [1, 0], [1, 1]], [[0, 1], [1, 0], [0, 1]]) for is_hashed in (True, False)),
        *(Case("SparseCrossHashed", [
            [int64([[0, 0]])], [int64([2])], [int64([1, 1])], [], np.int64(10), np.array(strong), int64([22, 77])])
          for strong in ([True], [False])),
    ]  # fmt: skip


def lists(shape: Any, *elements: Any) -> Case:
    """A list of four elements, of which the first ones are set to ones of the given shapes."""
    result = Case("TensorListReserve", [int32(shape), np.int32(4)], LIST)
    for i, element in enumerate(elements):
        result = Case("TensorListSetItem", [result, np.int32(i), np.ones(element, np.float32)])
    return result


def joined() -> list[Case]:
    """Lists whose elements are not as long as the op says, and empty ones of another shape."""
    none = Case("TensorListReserve", [int32([2, 3]), np.int32(0)], LIST)
    several = [lists(-1, (2, 3), (1, 3)), lists([-1, 3], (2, 3))]
    return [
        *(Case("TensorListConcatV2", [each, int32(shape), int64(leading)], LIST)
          for each in several for shape in ([2**31 - 1, 3], [3, -1], [2, 3], [-1, 3])
          for leading in (1, [5, 5, 5, 5], [])),
        *(Case("TensorListConcat", [none], {"element_dtype": "float32", "element_shape": shape})
          for shape in ([2], [1, 2], [None, None])),
    ]  # fmt: skip


def others() -> list[Case]:
    """Shapes of gamma samples that are none, bands without frequencies, images without pixels."""
    alpha = float64([0, -0.0, -0.1, -0.5, -0.66, -0.67, -1.5, NAN, INF, -INF, 2])
    metadata = [b"", "ä€".encode(), b"\xff\0"]
    halves = [b"Atanh", b"Rint", b"Tan", b"Exp"]
    stride: dict[str, Any] = {"padding": b"SAME", "batch_dims": 0}
    return [
        Case("StatelessRandomGammaV2", [ints(2, 11), ints(3, 4), alpha]),
        *(Case("TensorSummaryV2", [b"t", float32([1, 2]), text]) for text in metadata),
        *(Case("_UnaryOpsComposition", [to([0.5])], {"op_names": [name]})
          for to in (float16, float32) for name in halves),
        *(Case("Mfcc", [np.abs(counting([1, 2, 9])), np.int32(rate)], {"upper_frequency_limit": limit})
          for rate in (2, 200) for limit in (100.0, 112.0, 113.0, 2000.0)),
        *(Case("AdjustSaturation", [float32([[[1, 0.5, 0.25], [0, 0, 0], [1, 1, 1]]]), float32(scale)])
          for scale in (INF, NAN, 1e30)),
        Case("CholeskyGrad", [float32([[[2, 0], [1, 3]], [[2, 0], [1, 3]]]), float32([[[1, 2], [3, 4]]] * 2)]),
        Case("MaxPoolWithArgmax", [np.zeros([0, 4, 4, 1], np.float32)], {
            "ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": b"SAME"}),
        *(Case("Conv", [counting([1, 4, 4, 1]), counting([2, 2, 1, 1])], {"strides": steps, **stride})
          for steps in ([2, 1, 1, 1], [1, 1, 1, 1])),
        *(Case("MaxPool", [counting([1, 4, 4, 1])], {
            "ksize": [1, 2, 2, 1], "strides": [step, 2, 2, 1], "padding": b"SAME"}) for step in (-2, 2)),
        *(Case("KmeansPlusPlusInitialization", [points, np.int64(n), np.int64(1), np.int64(retries)])
          for points in (counting([5, 2]), float32([[1, 2], [1e30, 1], [-1e30, 3]]))
          for n in (1, 2) for retries in (1, 2**31 - 1, 2**32 + 1)),
        *(Case("StatelessRandomUniformFullInt", [ints(2), np.array([3, 4], seed)], {"dtype": "uint32"})
          for seed in (np.uint32, np.uint64, np.int32)),
        *(Case("StridedSliceGrad", [int32(to), ints(-9), ints(9), ints(2), counting([2, 4, 2])], {"ellipsis_mask": 2})
          for to in ([3, 2**31 - 1, 2], [3, 4, 2], [2, 4, 2])),
        *(Case("MatrixSolveLs", [counting([2, 2]), counting([2, 1]), np.float64(end)]) for end in (NAN, -1, 1)),
        *(Case("CTCBeamSearchDecoder", [counting([2, 2, 3]), lengths], {"beam_width": 1, "top_paths": 2})
          for lengths in (ints(2, 2), ints(2))),
        *(Case("BroadcastTo", [float32([1, 2]), int64(to)]) for to in ([2**62], [2**31])),
        Case("UnravelIndex", [int32(0), int32([2**31 - 1, 2])]),
        *(Case("DynamicStitch", [[int32([index])], [float32([1])]]) for index in (2**31 - 1, 3)),
        *(Case("TensorStridedSliceUpdate", [counting([6]), int32([5]), int32([end]), int32([1]), counting([4, 4])])
          for end in (1, 6)),
        *(Case("BroadcastArgs", [int32(a), int32(b)]) for a, b in (([-1, 1], [-1, 3]), ([-2], [1]), ([-2], [3]))),
        *(Case("BroadcastTo", [float32([1, 2]), int64(to)]) for to in ([2, 2], [3], [0, 2], [2**62, 2])),
        *(Case("ResizeBilinear", [float32([[[[1], [NAN], [3], [4]]]]), ints(1, n)]) for n in (4, 8)),
    ]  # fmt: skip


CASES = [*quantized(), *sparse(), *joined(), *others()]
