"""The ops that matter most, tier 1: frozen models, TensorFlow 1's control flow, training graphs. Each was recorded.

Each is an example, whose dtypes and edges are swept (`cases/examples.py`), or in programs of state, or named below with
the tests that compare it with TensorFlow.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.kernels.cases import Case, load_cases
from tests.kernels.cases.dtype_sweep import ANY, QUANTIZED, UNUSABLE
from tests.kernels.cases.edge_sweep import UNDEFINED, UNLIKE
from tests.kernels.cases.examples import EXAMPLES
from tests.kernels.dtype_table import inputs_of_type, taken, type_attrs
from tests.kernels.recording import SWEEPS
from tests.kernels.state_outcomes import RECORDED
from tests.kernels.state_programs import SMALL

GRAPH_AND_CALL = """
    Const Placeholder PlaceholderWithDefault Identity IdentityN NoOp StopGradient PreventGradient CheckNumerics
    Assert Print PrintV2 EnsureShape PartitionedCall StatefulPartitionedCall _Arg _Retval _Send _Recv
"""
CONTROL_FLOW = """
    Switch Merge Enter Exit NextIteration LoopCond RefSwitch RefMerge RefEnter RefExit RefNextIteration RefIdentity
    ControlTrigger If StatelessIf While StatelessWhile
"""
SHAPE_AND_ARRAY = """
    Shape ShapeN Size Rank Reshape ExpandDims Squeeze Concat ConcatV2 ConcatOffset Pack Unpack Split SplitV Slice
    StridedSlice StridedSliceGrad Gather GatherV2 GatherNd ScatterNd Tile Pad PadV2 MirrorPad Transpose
    InvertPermutation Fill ZerosLike OnesLike Range LinSpace OneHot Where Unique ListDiff BroadcastTo
    BroadcastGradientArgs ReverseV2 ReverseSequence DynamicPartition DynamicStitch SpaceToBatchND BatchToSpaceND
    SpaceToDepth DepthToSpace Cast Bitcast Select SelectV2 MatrixBandPart MatrixDiag MatrixDiagPart MatrixSetDiag
    Bucketize
"""
MATH = """
    Add AddV2 AddN Sub Mul Div RealDiv FloorDiv TruncateDiv DivNoNan Mod FloorMod Maximum Minimum SquaredDifference
    Pow Neg Abs Sign Square Sqrt Rsqrt RsqrtGrad Reciprocal Exp Expm1 Log Log1p Sin Cos Tanh TanhGrad Sigmoid
    SigmoidGrad Erf Floor Ceil Round Rint IsNan IsInf IsFinite Equal NotEqual Less LessEqual Greater GreaterEqual
    LogicalAnd LogicalOr LogicalNot ClipByValue Sum Mean Max Min Prod All Any ArgMax ArgMin TopKV2 InTopKV2 Cumsum
    Cumprod MatMul BatchMatMul BatchMatMulV2 Einsum L2Loss SegmentSum UnsortedSegmentSum SparseSegmentSum
"""
NN = """
    Conv2D Conv2DBackpropInput Conv2DBackpropFilter DepthwiseConv2dNative DepthwiseConv2dNativeBackpropInput
    DepthwiseConv2dNativeBackpropFilter BiasAdd BiasAddGrad MaxPool MaxPoolGrad AvgPool AvgPoolGrad FusedBatchNorm
    FusedBatchNormV2 FusedBatchNormV3 FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3
    BatchNormWithGlobalNormalization LRN Relu ReluGrad Relu6 Relu6Grad LeakyRelu LeakyReluGrad Elu EluGrad Selu
    Softplus SoftplusGrad Softsign Softmax LogSoftmax SoftmaxCrossEntropyWithLogits
    SparseSoftmaxCrossEntropyWithLogits
"""
IMAGE = """
    ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor CropAndResize NonMaxSuppressionV3 NonMaxSuppressionV4
    NonMaxSuppressionV5 CombinedNonMaxSuppression
"""
RANDOM = """
    RandomUniform RandomUniformInt RandomStandardNormal TruncatedNormal RandomShuffle Multinomial
    StatelessRandomUniform StatelessRandomNormal StatelessTruncatedNormal StatelessRandomUniformInt
"""
REF_VARIABLES = """
    Variable VariableV2 Assign AssignAdd AssignSub IsVariableInitialized TemporaryVariable DestroyTemporaryVariable
    ScatterUpdate ScatterAdd
"""
RESOURCE_VARIABLES = """
    VarHandleOp ReadVariableOp AssignVariableOp AssignAddVariableOp AssignSubVariableOp VarIsInitializedOp
    VariableShape DestroyResourceOp ResourceGather ResourceGatherNd ResourceScatterAdd ResourceScatterUpdate
"""
TRAINING = """
    ApplyGradientDescent ApplyMomentum ApplyAdam ApplyRMSProp ResourceApplyGradientDescent ResourceApplyMomentum
    ResourceApplyKerasMomentum ResourceApplyAdam ResourceApplyRMSProp
"""
QUEUES = """
    FIFOQueueV2 RandomShuffleQueueV2 PaddingFIFOQueueV2 PriorityQueueV2 QueueEnqueueV2 QueueEnqueueManyV2
    QueueDequeueV2 QueueDequeueManyV2 QueueDequeueUpToV2 QueueSizeV2 QueueCloseV2
"""
STACK_TENSORARRAY_LIST = """
    StackV2 StackPushV2 StackPopV2 StackCloseV2 TensorArrayV3 TensorArrayWriteV3 TensorArrayReadV3
    TensorArrayGatherV3 TensorArrayScatterV3 TensorArrayConcatV3 TensorArraySplitV3 TensorArraySizeV3
    TensorArrayCloseV3 TensorArrayGradV3 EmptyTensorList TensorListReserve TensorListPushBack TensorListPopBack
    TensorListStack TensorListFromTensor TensorListGetItem TensorListSetItem TensorListLength
"""
TABLES = """
    HashTableV2 MutableHashTableV2 LookupTableFindV2 LookupTableInsertV2 LookupTableSizeV2 LookupTableExportV2
    LookupTableImportV2 LookupTableRemoveV2 InitializeTableV2 InitializeTableFromTextFileV2
"""
SESSION_IO_SUMMARY = """
    GetSessionHandle GetSessionTensor DeleteSessionTensor SaveV2 RestoreV2 MergeV2Checkpoints ShardedFilename
    ReadFile ScalarSummary HistogramSummary MergeSummary
"""
STRINGS_AND_PARSING = """
    StringJoin StringSplitV2 StringToNumber AsString Substr ReduceJoin RegexReplace StaticRegexFullMatch
    StringToHashBucketFast DecodeRaw ParseExample
"""
SPARSE = """
    SparseToDense SparseTensorDenseMatMul
"""
TIER1 = sorted({name for family in (
    GRAPH_AND_CALL, CONTROL_FLOW, SHAPE_AND_ARRAY, MATH, NN, IMAGE, RANDOM, REF_VARIABLES, RESOURCE_VARIABLES, TRAINING,
    QUEUES, STACK_TENSORARRAY_LIST, TABLES, SESSION_IO_SUMMARY, STRINGS_AND_PARSING, SPARSE,
) for name in family.split()})  # fmt: skip

CALLS = "tests/functions/recorded.json: graphs of tf.function, run by test_tf2_graphs.py"
CHECKPOINTS = "tests/kernels/checkpoint_programs, run by test_checkpoint_programs.py"
# Ops that are no node of such a program: what compares them with TensorFlow.
ELSEWHERE = {
    "If": "tests/functions/test_functional_control_flow.py; it shares the kernel of StatelessIf, " + CALLS,
    "PartitionedCall": CALLS,
    "StatefulPartitionedCall": CALLS,
    "StatelessIf": CALLS,
    "StatelessWhile": CALLS,
    "While": CALLS,
    "_Arg": "every program that is fed: `branches`",
    "_Retval": "every program",
    "_Recv": "tests/passes/recorded_placements.json and tests/devices/test_transfers.py: graphs over two devices",
    "_Send": "as _Recv",
    "MergeV2Checkpoints": CHECKPOINTS,
    "RestoreV2": CHECKPOINTS,
    "SaveV2": CHECKPOINTS,
}  # fmt: skip
SWEPT = {example.op for example in EXAMPLES}
# Dtypes that TensorFlow's kernels take in name only, or that a program would have to be written for.
STATIC = {"BatchNormWithGlobalNormalization", "BatchToSpaceND", "SpaceToBatchND"}  # refuse scalars before the run
NOT_TRIED = {"resource", "variant", *SMALL, *QUANTIZED, "int2", "uint2", "float4_e2m1fn"}


@pytest.fixture(scope="module")
def in_programs() -> dict[str, dict[str, str]]:
    """Op -> type attribute -> the dtypes of the nodes in the programs of state."""
    ops: dict[str, dict[str, str]] = json.loads(RECORDED.read_text("utf-8"))["ops"]
    return ops


def test_each_op_is_recorded(in_programs: dict[str, dict[str, str]]) -> None:
    """Each op is swept, or in a program, or said to be elsewhere; and nothing is said of ops that are not."""
    in_a_program = in_programs.keys()
    assert not [op for op in TIER1 if op not in SWEPT | in_a_program | ELSEWHERE.keys()]
    assert not ELSEWHERE.keys() & (SWEPT | in_a_program)
    assert set(TIER1) >= SWEPT | ELSEWHERE.keys()


@pytest.mark.parametrize("op", sorted(set(TIER1) - SWEPT - ELSEWHERE.keys()))
def test_each_dtype_of_stateful_ops_is_in_a_program(op: str, in_programs: dict[str, dict[str, str]]) -> None:
    """Of each type attribute, programs have every dtype that TensorFlow's CPU kernels take."""
    for attr in type_attrs(op):
        missing = taken(op, attr) - set(in_programs[op][attr].split()) - NOT_TRIED
        assert not missing, f"{attr}: {sorted(missing)}"


@pytest.fixture(scope="module")
def swept() -> dict[str, list[Case]]:
    """The cases of the sweeps by op."""
    cases: dict[str, list[Case]] = {op: [] for op in SWEPT}
    for sweep in SWEEPS:
        for case in load_cases(sweep).values():
            cases[case.op].append(case)
    return cases


def dtypes_in(cases: list[Case], attr: str) -> Iterator[str]:
    """The dtypes that an attribute has in cases, as it is given or as inputs have it."""
    for case in cases:
        if attr in case.attrs:
            yield case.attrs[attr]
        for number in inputs_of_type(case.op).get(attr, ()):
            value = case.arrays[number]
            for array in value if isinstance(value, list) else [value]:
                yield case.input_types.get(number) or ("string" if array.dtype.hasobject else array.dtype.name)


@pytest.mark.parametrize("op", sorted(SWEPT))
def test_each_dtype_is_swept(op: str, swept: dict[str, list[Case]]) -> None:
    """Of each type attribute, some case has every dtype that TensorFlow's CPU kernels take."""
    for attr in type_attrs(op):
        wanted = (taken(op, attr) or set(ANY.split())) - {"resource", "variant"} - set(UNUSABLE.get(op, "").split())
        missing = wanted - set(dtypes_in(swept[op], attr))
        assert not missing, f"{attr}: {sorted(missing)}"


@pytest.mark.parametrize("op", sorted(SWEPT))
def test_edges_are_swept(op: str, swept: dict[str, list[Case]]) -> None:
    """Some case of each op has an empty input, one a scalar, and, where it takes floats, one is not finite."""
    arrays = [array for case in swept[op] for array in flat(case)]
    is_flexible = op not in {name for name, *_ in UNDEFINED} | STATIC
    takes_arrays = any(array.ndim for example in EXAMPLES if example.op == op for array in flat(example))
    assert any(array.size == 0 for array in arrays) or not (is_flexible and takes_arrays)
    assert any(array.ndim == 0 for array in arrays) or not is_flexible
    has_floats = any(array.dtype.kind == "f" for example in EXAMPLES if example.op == op for array in flat(example))
    if has_floats and op not in {name for name, edge in UNLIKE if edge == "not_finite"}:
        assert any(array.dtype.kind == "f" and not np.isfinite(array).all() for array in arrays)


def flat(case: Case) -> list[Any]:
    """The input arrays of a case, those of lists one by one."""
    return [array for value in case.arrays for array in (value if isinstance(value, list) else [value])]
