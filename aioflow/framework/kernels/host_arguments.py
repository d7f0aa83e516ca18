"""Host arguments: inputs and outputs that a kernel has in the process's memory, on a device with memory of its own."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aioflow.framework import dtypes

# What kernels read to know the shape of what they make: their device would have to be waited for if it were there.
# The names are those of TensorFlow's GPU kernels (`HostMemory`). Of `Shape` and its like only the output is on the
# host: their input is looked at and not read, so it needs no copy.
_BY_NAMES = {
    "output": "Shape ShapeN Size Rank VariableShape HostConst",
    "shape": "Reshape BroadcastTo RandomUniform RandomStandardNormal TruncatedNormal ParameterizedTruncatedNormal "
    "ScatterNd",
    "shape minval maxval": "RandomUniformInt",
    "shape seed": "StatelessRandomUniform StatelessRandomNormal StatelessTruncatedNormal",
    "shape seed minval maxval": "StatelessRandomUniformInt",
    "dim": "ExpandDims",
    "dims": "Fill",
    "multiples": "Tile",
    "paddings": "Pad PadV2 MirrorPad MirrorPadGrad",
    "begin size": "Slice",
    "begin end strides": "StridedSlice",
    "shape begin end strides": "StridedSliceGrad",
    "perm": "Transpose ConjugateTranspose",
    "axis": "ConcatV2 Cumsum Cumprod ReverseV2 GatherV2",
    "concat_dim": "Concat",
    "split_dim": "Split",
    "size_splits split_dim": "SplitV",
    "reduction_indices": "Sum Mean Prod Max Min All Any EuclideanNorm",
    "dimension": "ArgMax ArgMin",
    "k": "TopKV2",
    "depth": "OneHot",
    "num_segments": "UnsortedSegmentSum UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd",
    "num_lower num_upper": "MatrixBandPart",
    "block_shape paddings": "SpaceToBatchND",
    "block_shape crops": "BatchToSpaceND",
    "start limit delta": "Range",
    "start stop num output": "LinSpace",
    "input_sizes": "Conv2DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNativeBackpropInput",
    "filter_sizes": "Conv2DBackpropFilter Conv3DBackpropFilterV2 DepthwiseConv2dNativeBackpropFilter",
    "orig_input_shape": "AvgPoolGrad",
    "size": "ResizeBilinear ResizeNearestNeighbor ResizeBicubic ResizeArea ResizeNearestNeighborGrad",
    "crop_size": "CropAndResize",
    "num_samples": "Multinomial",
    "s0 s1 r0 r1": "BroadcastGradientArgs",
    "concat_dim shape offset": "ConcatOffset",
    "input output": "LoopCond",
    "pred": "Switch RefSwitch",
    "cond": "If StatelessIf",
    "value_index": "Merge RefMerge",
    "condition data": "Assert",
    "tensor": "_HostSend _HostRecv",
    "element_shape num_elements": "TensorListReserve",
    "index element_shape": "TensorListGetItem",
    "index": "TensorListSetItem",
    "element_shape": "TensorListStack TensorListFromTensor TensorListElementShape",
    "length": "TensorListLength",
}

HOST_ARGUMENTS: Mapping[str, frozenset[str]] = {
    op: frozenset(names.split()) for names, ops in _BY_NAMES.items() for op in ops.split()
}
"""Op -> names of the inputs and outputs that its kernels have on the host unless they say something else."""

INT32_ON_HOST = frozenset({
    "Abs", "Add", "AddN", "AddV2", "Concat", "ConcatV2", "Const", "Div", "Equal", "ExpandDims", "Fill", "FloorDiv",
    "FloorMod", "Greater", "GreaterEqual", "Less", "LessEqual", "Max", "Maximum", "Min", "Minimum", "Mod", "Mul", "Neg",
    "NotEqual", "OnesLike", "Pack", "Pad", "PadV2", "Prod", "Range", "Rank", "Reshape", "Select", "SelectV2", "Shape",
    "ShapeN", "Sign", "Size", "Slice", "Split", "SplitV", "Square", "Squeeze", "StridedSlice", "Sub", "Sum", "Tile",
    "Transpose", "TruncateDiv", "Unpack", "ZerosLike",
})  # fmt: skip


def computes_on_host(op: str, attrs: Mapping[str, Any]) -> bool:
    """Whether a node computes with integers of 32 bits, which any device does on the host if it has no kernel for it.

    They are shapes, counters and positions: somebody on the host reads them soon.

    Args:
        op: Its op.
        attrs: Its attributes.
    """
    if op not in INT32_ON_HOST:
        return False
    return attrs.get("T", attrs.get("dtype", attrs.get("Tidx"))) is dtypes.int32
