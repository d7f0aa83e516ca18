"""One small, good call of each op that computes from its inputs alone; sweeps vary its dtypes and its values."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import counting, float32, int32, int64, strings

SAME = {"strides": [1, 1, 1, 1], "padding": b"SAME"}
POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": b"VALID"}
MATRIX = counting([2, 3], start=1)
OTHER = float32([[3, 1, 2], [5, 6, 4]])
IMAGE = counting([1, 3, 3, 2], start=1)
KERNEL = counting([2, 2, 2, 1], start=1)
GRADIENT = counting([1, 3, 3, 1], start=1)
SMALLER = counting([1, 2, 2, 2], start=1)
TWO = float32([1, 2])
AXIS = int32(1)
TRUTH = np.array([[True, False, True], [False, False, True]])
BOXES = float32([[0, 0, 1, 1], [0, 0, 1, 2], [5, 5, 6, 6]])
SCORES = float32([3, 2, 1])
SEED = int64([1, 2])
TEXT = strings([b"one two", b"3"])

UNARY = (
    "Identity StopGradient PreventGradient Neg Abs Sign Square Sqrt Rsqrt Reciprocal Exp Expm1 Log Log1p Sin Cos Tanh "
    "Sigmoid Erf Floor Ceil Round Rint IsNan IsInf IsFinite L2Loss Relu Relu6 LeakyRelu Elu Selu Softplus Softsign "
    "Softmax LogSoftmax Shape Size Rank Squeeze ZerosLike OnesLike Where BiasAddGrad MatrixDiag MatrixDiagPart AsString"
)
BINARY = (
    "Add AddV2 Sub Mul Div RealDiv FloorDiv TruncateDiv DivNoNan Mod FloorMod Maximum Minimum SquaredDifference Pow "
    "Equal NotEqual Less LessEqual Greater GreaterEqual RsqrtGrad TanhGrad SigmoidGrad ReluGrad Relu6Grad "
    "LeakyReluGrad EluGrad SoftplusGrad SoftmaxCrossEntropyWithLogits"
)
ALONG_AN_AXIS = "Sum Mean Max Min Prod ArgMax ArgMin Cumsum Cumprod ExpandDims"


def arrays() -> list[Case]:
    """Ops that move elements."""
    return [
        Case("PlaceholderWithDefault", [MATRIX], {"shape": None}),
        Case("IdentityN", [[MATRIX, TWO]]),
        Case("CheckNumerics", [MATRIX], {"message": b"seen"}),
        Case("EnsureShape", [MATRIX], {"shape": [2, None]}),
        Case("ShapeN", [[MATRIX, TWO]]),
        Case("Reshape", [MATRIX, int32([3, 2])]),
        Case("Concat", [AXIS, [MATRIX, OTHER]]),
        Case("ConcatV2", [[MATRIX, OTHER], AXIS]),
        Case("ConcatOffset", [AXIS, [int32([2, 3]), int32([2, 5])]]),
        Case("Pack", [[MATRIX, OTHER]], {"axis": 1}),
        Case("Unpack", [MATRIX], {"num": 2, "axis": 0}),
        Case("Split", [AXIS, MATRIX], {"num_split": 3}),
        Case("SplitV", [MATRIX, int64([1, 2]), AXIS], {"num_split": 2}),
        Case("Slice", [MATRIX, int32([0, 1]), int32([2, 2])]),
        Case("StridedSlice", [MATRIX, int32([0, 2]), int32([2, 0]), int32([1, -1])]),
        Case("StridedSliceGrad", [int32([2, 3]), int32([0, 2]), int32([2, 0]), int32([1, -1]), counting([2, 2])]),
        Case("Gather", [MATRIX, int32([1, 0, 1])]),
        Case("GatherV2", [MATRIX, int32([2, 0]), AXIS]),
        Case("GatherNd", [MATRIX, int32([[1, 2], [0, 0]])]),
        Case("ScatterNd", [int32([[1], [3]]), MATRIX, int32([4, 3])]),
        Case("Tile", [MATRIX, int32([1, 2])]),
        Case("Pad", [MATRIX, int32([[0, 1], [1, 0]])]),
        Case("PadV2", [MATRIX, int32([[0, 1], [1, 0]]), float32(7)]),
        Case("MirrorPad", [MATRIX, int32([[0, 1], [1, 0]])], {"mode": b"REFLECT"}),
        Case("Transpose", [MATRIX, int32([1, 0])]),
        Case("InvertPermutation", [int32([2, 0, 1])]),
        Case("Fill", [int32([2, 1]), float32(7)]),
        Case("Range", [int32(1), int32(9), int32(3)]),
        Case("LinSpace", [float32(1), float32(4), int32(4)]),
        Case("OneHot", [int64([0, 2, 1]), int32(3), float32(5), float32(1)]),
        Case("Unique", [float32([3, 1, 3, 2])]),
        Case("ListDiff", [float32([3, 1, 3, 2]), float32([1, 5])]),
        Case("BroadcastTo", [TWO, int32([3, 2])]),
        Case("BroadcastGradientArgs", [int32([2, 1, 3]), int32([4, 1])]),
        Case("ReverseV2", [MATRIX, int32([1])]),
        Case("ReverseSequence", [MATRIX, int64([3, 2])], {"seq_dim": 1}),
        Case("DynamicPartition", [MATRIX, int32([1, 0])], {"num_partitions": 2}),
        Case("DynamicStitch", [[int32([0, 2]), int32([1, 0])], [MATRIX, OTHER]]),
        Case("SpaceToBatchND", [IMAGE, int32([3, 1]), int32([[0, 0], [0, 0]])], static_shapes=True),
        Case("BatchToSpaceND", [counting([2, 1, 2, 1]), int32([2, 1]), int32([[1, 0], [0, 0]])], static_shapes=True),
        Case("SpaceToDepth", [counting([1, 2, 2, 1])], {"block_size": 2}),
        Case("DepthToSpace", [counting([1, 1, 1, 4])], {"block_size": 2}),
        Case("Select", [TRUTH, MATRIX, OTHER]),
        Case("SelectV2", [TRUTH, MATRIX, OTHER]),
        Case("MatrixBandPart", [MATRIX, int64(0), int64(1)]),
        Case("MatrixSetDiag", [MATRIX, float32([9, 8])]),
        Case("Bucketize", [MATRIX], {"boundaries": [2.0, 5.0]}),
        Case("Cast", [MATRIX], {"DstT": "int32"}),
        Case("Cast", [int32([[1, 0, 5]])], {"DstT": "float32"}),
        Case("Bitcast", [counting([2, 8], np.uint8)], {"type": "int8"}),
        Case("Bitcast", [counting([2, 4], np.uint8)], {"type": "int32"}),
        Case("Bitcast", [counting([1, 8], np.uint8)], {"type": "float64"}),
        Case("SparseToDense", [int32([0, 2]), int32([3]), TWO, float32(7)]),
    ]


def mathematics() -> list[Case]:
    """Ops that compute numbers; those of the tables above take matrices."""
    square = counting([2, 2], start=1)
    return [
        *(Case(op, [MATRIX]) for op in UNARY.split()),
        *(Case(op, [MATRIX, OTHER]) for op in BINARY.split()),
        *(Case(op, [MATRIX, AXIS]) for op in ALONG_AN_AXIS.split()),
        *(Case(op, [TRUTH, ~TRUTH]) for op in ("LogicalAnd", "LogicalOr")),
        *(Case(op, [TRUTH, AXIS]) for op in ("All", "Any")),
        *(Case(op, [MATRIX, MATRIX.T]) for op in ("MatMul", "BatchMatMul", "BatchMatMulV2")),
        Case("LogicalNot", [TRUTH]),
        Case("AddN", [[MATRIX, OTHER, MATRIX]]),
        Case("ClipByValue", [MATRIX, float32(2), float32(4)]),
        Case("TopKV2", [OTHER, int32(2)]),
        Case("InTopKV2", [OTHER, int32([0, 2]), int32(2)]),
        Case("Einsum", [[MATRIX, OTHER]], {"equation": b"ij,kj->ik"}),
        Case("SegmentSum", [MATRIX, int32([0, 2])]),
        Case("UnsortedSegmentSum", [MATRIX, int32([2, 0]), int32(3)]),
        Case("SparseSegmentSum", [MATRIX, int32([1, 0]), int32([0, 2])]),
        Case("SparseTensorDenseMatMul", [int64([[0, 1], [1, 0]]), TWO, int64([2, 2]), square]),
    ]


def networks() -> list[Case]:
    """Convolutions, pooling, normalisation, losses, and images."""
    per_channel = [TWO, float32([0, 1]), float32([3, 4]), float32([2, 1])]
    norms = ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"]
    grads = ["FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"]
    depthwise = "DepthwiseConv2dNative"
    suppression = [BOXES, SCORES, int32(2), float32(0.4), float32(0)]
    by_class = [BOXES.reshape(1, 3, 1, 4), SCORES.reshape(1, 3, 1), int32(2), int32(2), float32(0.4), float32(0)]
    return [
        Case("Conv2D", [IMAGE, KERNEL], SAME),
        Case("Conv2DBackpropInput", [int32([1, 3, 3, 2]), KERNEL, GRADIENT], SAME),
        Case("Conv2DBackpropFilter", [IMAGE, int32([2, 2, 2, 1]), GRADIENT], SAME),
        Case(depthwise, [IMAGE, KERNEL], SAME),
        Case(f"{depthwise}BackpropInput", [int32([1, 3, 3, 2]), KERNEL, IMAGE], SAME),
        Case(f"{depthwise}BackpropFilter", [IMAGE, int32([2, 2, 2, 1]), IMAGE], SAME),
        Case("BiasAdd", [IMAGE, TWO]),
        Case("MaxPool", [IMAGE], POOL),
        Case("MaxPoolGrad", [IMAGE, IMAGE[:, 1:, 1:], SMALLER], POOL),
        Case("AvgPool", [IMAGE], POOL),
        Case("AvgPoolGrad", [int32([1, 3, 3, 2]), SMALLER], POOL),
        *(Case(op, [IMAGE, *per_channel], {"is_training": False}, compared=(0, 1, 2)) for op in norms),
        *(Case(op, [IMAGE, IMAGE, *per_channel[:1], *per_channel[2:]], {"is_training": False}, compared=(0, 1, 2))
          for op in grads[:2]),
        Case(grads[2], [IMAGE, IMAGE, *per_channel[:1], *per_channel[2:], TWO], {"is_training": False},
             compared=(0, 1, 2)),
        Case("BatchNormWithGlobalNormalization", [IMAGE, TWO, float32([3, 4]), float32([0, 1]), float32([2, 1])],
             {"variance_epsilon": 0.01, "scale_after_normalization": True}),
        Case("LRN", [IMAGE]),
        Case("SparseSoftmaxCrossEntropyWithLogits", [MATRIX, int64([2, 0])]),
        Case("ResizeBilinear", [IMAGE, int32([2, 4])]),
        Case("ResizeBilinearGrad", [SMALLER, IMAGE]),
        Case("ResizeNearestNeighbor", [IMAGE, int32([2, 4])]),
        Case("CropAndResize", [IMAGE, float32([[0, 0, 1, 0.5]]), int32([0]), int32([2, 2])]),
        Case("NonMaxSuppressionV3", suppression),
        Case("NonMaxSuppressionV4", suppression, {"pad_to_max_output_size": True}),
        Case("NonMaxSuppressionV5", [*suppression, float32(0.5)]),
        Case("CombinedNonMaxSuppression", by_class),
    ]  # fmt: skip


def texts_and_numbers() -> list[Case]:
    """Strings, summaries, and random numbers from a seed."""
    shape = int32([2, 3])
    drawn: list[Any] = ["StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"]
    return [
        *(Case(op, [shape, SEED]) for op in drawn),
        Case("StatelessRandomUniformInt", [shape, SEED, int32(1), int32(9)]),
        Case("ShardedFilename", [b"model", int32(1), int32(3)]),
        Case("ScalarSummary", [strings([b"a", b"b"]), TWO]),
        Case("HistogramSummary", [b"a", MATRIX]),
        Case("MergeSummary", [strings([b"", b""])]),
        Case("StringJoin", [[TEXT, b"x"]], {"separator": b"-"}),
        Case("StringSplitV2", [TEXT, b""]),
        Case("StringToNumber", [strings([b"1", b" 23 "])]),
        Case("Substr", [TEXT, int32(0), int32(2)]),
        Case("ReduceJoin", [TEXT, int32([0])]),
        Case("RegexReplace", [TEXT, b"[a-z]+", b"<\\0>"]),
        Case("StaticRegexFullMatch", [TEXT], {"pattern": b"[a-z ]*"}),
        Case("StringToHashBucketFast", [TEXT], {"num_buckets": 1000}),
        Case("DecodeRaw", [strings([b"01234567", b"89abcdef"])], {"out_type": "uint8"}),
        Case("DecodeRaw", [strings([bytes(range(16))])], {"out_type": "int64"}),
    ]


EXAMPLES = [*arrays(), *mathematics(), *networks(), *texts_and_numbers()]
