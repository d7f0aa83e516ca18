"""Differences from TensorFlow that `docs/differences.md` tells of, by what the two answers show of them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.cases import Case

Answer = dict[str, Any]

#: TensorFlow's words for a dtype or a layout that its CPU has no kernel of, and ours may have.
NO_KERNEL = (
    "No OpKernel was registered", "on device type CPU", "not supported on CPU", "dying in CPU", "supported on GPU",
)  # fmt: skip
#: Ops that read beyond an input, or part of it, where another input says so; ours refuse it.
UNCHECKED = frozenset({
    "AvgPoolGrad", "AvgPool3DGrad", "BlockLSTMGrad", "BlockLSTMGradV2", "DepthwiseConv2dNativeBackpropFilter",
    "FractionalAvgPoolGrad", "FractionalMaxPoolGrad", "LSTMBlockCellGrad", "RaggedBincount", "RaggedCross",
    "RaggedGather", "RaggedTensorToSparse", "RaggedTensorToTensor", "ResizeBicubicGrad", "ResizeBilinearGrad",
    "ScaleAndTranslateGrad", "_FusedMatMul",
})  # fmt: skip
#: Ops whose results for NaN, infinities and overflows depend on the order in which a library computes.
ORDERED = frozenset({
    "AdjustHue", "AdjustSaturation", "BandedTriangularSolve", "CTCLoss", "Cholesky", "CholeskyGrad", "ClipByValue",
    "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2", "DivNoNan", "DrawBoundingBoxes", "DrawBoundingBoxesV2", "FFT",
    "FFT2D", "FFT3D", "HSVToRGB", "IFFT", "IFFT2D", "IFFT3D", "IRFFT", "IRFFT2D", "IRFFT3D", "LogMatrixDeterminant",
    "Lu", "MatrixDeterminant", "MatrixSolve", "MatrixSolveLs", "MaxPool3D", "NearestNeighbors", "NonMaxSuppressionV2",
    "NonMaxSuppressionV3", "NonMaxSuppressionV4", "NonMaxSuppressionV5", "Qr", "RFFT", "RFFT2D", "RFFT3D", "RGBToHSV",
    "RealDiv", "Reciprocal", "ResizeBicubic", "ResizeBicubicGrad", "ResizeBilinear", "ResizeBilinearGrad", "Rsqrt",
    "ScaleAndTranslate", "ScaleAndTranslateGrad", "SelfAdjointEigV2", "Svd", "TridiagonalSolve",
})  # fmt: skip
#: Ops whose ends of a range are converted to integers, which C++ leaves open for NaN and infinities.
OF_RANGES = ("Quantize", "Dequantize", "FakeQuant", "Requantiz")
LARGE = 1e15  # its square overflows float32's sums


def documented(case: Case, wanted: Answer, got: Answer) -> str | None:
    """The difference that the answers show, in a word; None where it is none of those that are told of."""
    is_value = "outputs" in wanted and "outputs" in got
    is_stricter = "outputs" in wanted and got.get("error") == "InvalidArgumentError"
    if "error" in wanted and "outputs" in got and any(words in wanted["message"] for words in NO_KERNEL):
        return "no kernel in TensorFlow"
    if is_stricter and case.op in UNCHECKED:
        return "reads beyond an input"
    if is_stricter and case.op.startswith("Stateless") and "counter" in got["message"]:
        return "reads beyond a counter"
    if is_value and case.op.startswith("EncodeJpeg"):
        return "another encoder"
    if is_value and case.op.startswith("FusedBatchNorm") and not case.attrs.get("is_training", True):
        return "statistics that are not set"
    if is_value and case.op == "Empty" and not case.attrs.get("init", False):
        return "memory that is not set"
    if is_value and case.op.startswith("IRFFT") and not min((a.size for a in arrays_of(case)), default=1):
        return "memory that is not set"
    if is_value and case.op.startswith("Unicode") and case.attrs.get("input_encoding") in (b"UTF-16", b"UTF-32"):
        return "a byte order mark"
    return _of_not_numbers(case, wanted, got)


def _of_not_numbers(case: Case, wanted: Answer, got: Answer) -> str | None:
    if not any(_is_wild(array) for array in arrays_of(case)):
        return None
    if case.op in ORDERED and "import" not in wanted:
        return "NaN and infinities"
    if case.op.startswith(OF_RANGES) and "outputs" in wanted and "outputs" in got:
        return "ranges without bounds"
    return None


def arrays_of(case: Case) -> Iterator[np.ndarray[Any, Any]]:
    """All arrays among the inputs."""
    for value in case.arrays:
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Case):
                yield from arrays_of(part)
            else:
                yield part


def _is_wild(array: np.ndarray[Any, Any]) -> bool:
    """Whether it holds floats that are not finite, or whose squares might not be."""
    if array.dtype.kind in "iubO":
        return False
    with np.errstate(all="ignore"):
        magnitudes = np.abs(array.astype(np.complex128))
    return not (magnitudes < LARGE).all()
