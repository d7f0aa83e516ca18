"""Costs of regions and of the kernels in their place: guessed from ops and sizes before anything runs, then measured.

A guess decides only whether a region is tried. In its first runs it is compared with the kernels, on the values of
these runs; one that turns out not to be faster is taken apart again.
"""
from __future__ import annotations

from collections.abc import Callable
from math import prod
from time import thread_time

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.regions.engines import RegionPart

# Microseconds, measured with ONNX Runtime 1.32: a call, each further input or output, a node of a model, and what our
# own kernels take at least.
_CALL_US, _EDGE_US, _NODE_US = 3.3, 0.8, 0.35
_KERNEL_US = {
    "Conv2D": 18, "DepthwiseConv2dNative": 18, "MaxPool": 20, "AvgPool": 20, "FusedBatchNorm": 8, "FusedBatchNormV2": 8,
    "FusedBatchNormV3": 8, "Softmax": 6, "LogSoftmax": 6, "LRN": 20, "ResizeBilinear": 30, "ResizeNearestNeighbor": 20,
    "Mean": 6, "Sum": 3, "Max": 3, "Min": 3, "Prod": 3, "TopKV2": 8, "Erf": 5, "GatherV2": 2.5, "OneHot": 5,
    "MatMul": 1.2, "BatchMatMul": 3, "BatchMatMulV2": 3, "BatchMatMulV3": 3, "Einsum": 8, "SquaredDifference": 1,
    "Pack": 2, "ConcatV2": 2, "Pad": 5, "Softplus": 3, "Elu": 3, "Sigmoid": 2, "SigmoidGrad": 1.5, "TanhGrad": 1.5,
    "BiasAddGrad": 2, "Tile": 2, "SparseSoftmaxCrossEntropyWithLogits": 15, "SoftmaxCrossEntropyWithLogits": 12,
    "NoOp": 0, "Identity": 0,
}  # fmt: skip
_OTHER_KERNEL_US = 0.5
# Per microsecond: multiplications of products of matrices, and elements of all else. Products were measured from
# 64 x 256 x 256 to 64 x 512 x 512 with OpenBLAS for AVX2, and take half as long in ONNX Runtime with AVX-512.
_MULTIPLICATIONS_PER_US, _ELEMENTS_PER_US = 40_000, 4_000
_PRODUCTS = frozenset({"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Einsum"})
_OPEN_SIZE = 16  # what a size is taken for that only a run knows

_NUM_RUNS = 5  # of which the first one is cold: it allocates, and binds kernels
#: What gains less is not worth another engine's rounding.
_MIN_GAIN = 1.1
#: What a call of a kernel takes beyond what generated code takes for it, when a region's kernels run one by one.
_DETOUR_S = 0.6e-6


def may_pay(part: RegionPart) -> bool:
    """Whether a region may be faster than the kernels of its nodes, by their ops and what is known of their sizes."""
    edges = len(part.inputs) + len(part.outputs) - 2
    least_us = _CALL_US + _EDGE_US * edges
    kernels_us = sum(_kernel_us(op) for op in part.ops)
    products_us = sum(_product_us(op) for op in part.ops)
    # Of elementwise work ONNX Runtime takes as long as numpy.
    elements_us = sum(_elements(tensor) for op in part.ops for tensor in op.outputs) / _ELEMENTS_PER_US
    region_us = least_us + _NODE_US * len(part.ops) + products_us / 2 + elements_us
    return kernels_us + products_us + elements_us > region_us


def _kernel_us(op: Operation) -> float:
    return _KERNEL_US.get(op.type, _OTHER_KERNEL_US)


def _product_us(op: Operation) -> float:
    if op.type not in _PRODUCTS:
        return 0.0
    first = op.inputs[0].shape.as_list() if op.inputs[0].shape.rank is not None else []
    is_turned = op.attrs.get("transpose_a") or op.attrs.get("adj_x")
    inner = (first[-2] if is_turned else first[-1]) if len(first) > 1 else _OPEN_SIZE
    return _elements(op.outputs[0]) * (_OPEN_SIZE if inner is None else inner) / _MULTIPLICATIONS_PER_US


def _elements(tensor: Tensor) -> int:
    sizes = tensor.shape.as_list() if tensor.shape.rank is not None else [None]
    return prod(_OPEN_SIZE if size is None else size for size in sizes)


class Measured:
    """What a region and the kernels of its nodes took, in seconds of CPU."""

    __slots__ = ("kernels_s", "region_s")

    def __init__(self, kernels_s: float, region_s: float) -> None:
        self.kernels_s = kernels_s
        self.region_s = region_s

    @property
    def pays(self) -> bool:
        """Whether the region is faster by more than a little."""
        return self.kernels_s > _MIN_GAIN * self.region_s

    def __str__(self) -> str:
        return f"it took {self.region_s * 1e6:.0f} µs, and their kernels took {self.kernels_s * 1e6:.0f} µs"


class Trial:
    """Compares a region with the kernels of its nodes in its first runs, by the CPU that the thread uses for each.

    Runs at the same time on several threads may be counted as one more or less.

    Args:
        num_nodes: How many nodes the region has.
        tell: Called once, with what was measured.
    """

    def __init__(self, num_nodes: int, tell: Callable[[Measured], None]) -> None:
        self._detours_s = num_nodes * _DETOUR_S
        self._tell = tell
        self._num_runs = 0
        # The least of several: whatever disturbs a run makes it longer.
        self._kernels_s = self._region_s = float("inf")

    def measure(self, region: Callable[[], object], kernels: Callable[[], object]) -> Measured | None:
        """Runs both once more; what they took when that was the last time.

        Raises:
            Exception: What the kernels raise.
        """
        began_s = thread_time()
        region()
        between_s = thread_time()
        kernels()
        ended_s = thread_time()
        self._num_runs += 1
        if self._num_runs > 1:
            self._region_s = min(self._region_s, between_s - began_s)
            self._kernels_s = min(self._kernels_s, ended_s - between_s)
        if self._num_runs < _NUM_RUNS:
            return None
        measured = Measured(max(0.0, self._kernels_s - self._detours_s), self._region_s)
        self._tell(measured)
        return measured
