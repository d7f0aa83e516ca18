"""Static shapes of the ops of datasets.

Datasets and iterators are scalars; the shapes of their elements are declared.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_scalars

# Datasets, iterators and optionals are variants or resources: scalars, whatever their elements are.
shape_function(
    "AnonymousIterator", "AnonymousIteratorV3", "AnonymousMultiDeviceIteratorV3", "AssertCardinalityDataset",
    "AutoShardDataset", "BatchDataset", "BatchDatasetV2", "BytesProducedStatsDataset", "CSVDataset", "CSVDatasetV2",
    "CacheDataset", "CacheDatasetV2", "ChooseFastestBranchDataset", "ChooseFastestDataset", "CompressElement",
    "ComputeBatchSize", "ConcatenateDataset", "DatasetCardinality", "DenseToSparseBatchDataset",
    "DirectedInterleaveDataset", "DummyMemoryCache", "DummySeedGenerator", "ExperimentalAutoShardDataset",
    "ExperimentalBytesProducedStatsDataset", "ExperimentalCSVDataset", "ExperimentalChooseFastestDataset",
    "ExperimentalDatasetCardinality", "ExperimentalDenseToSparseBatchDataset",
    "ExperimentalDirectedInterleaveDataset", "ExperimentalGroupByReducerDataset",
    "ExperimentalGroupByWindowDataset", "ExperimentalIgnoreErrorsDataset", "ExperimentalIteratorGetDevice",
    "ExperimentalLatencyStatsDataset", "ExperimentalMapAndBatchDataset", "ExperimentalMapDataset",
    "ExperimentalMatchingFilesDataset", "ExperimentalMaxIntraOpParallelismDataset",
    "ExperimentalNonSerializableDataset", "ExperimentalParallelInterleaveDataset",
    "ExperimentalParseExampleDataset", "ExperimentalPrivateThreadPoolDataset", "ExperimentalRandomDataset",
    "ExperimentalRebatchDataset", "ExperimentalScanDataset", "ExperimentalSetStatsAggregatorDataset",
    "ExperimentalSleepDataset", "ExperimentalSlidingWindowDataset", "ExperimentalStatsAggregatorHandle",
    "ExperimentalTakeWhileDataset", "ExperimentalThreadPoolDataset", "ExperimentalThreadPoolHandle",
    "ExperimentalUnbatchDataset", "ExperimentalUniqueDataset", "FilterDataset", "FinalizeDataset",
    "FixedLengthRecordDataset", "FixedLengthRecordDatasetV2", "FlatMapDataset", "GeneratorDataset", "GetOptions",
    "GroupByReducerDataset", "GroupByWindowDataset", "IgnoreErrorsDataset", "InterleaveDataset", "Iterator",
    "IteratorFromStringHandle", "IteratorFromStringHandleV2", "IteratorGetDevice", "IteratorGetNextAsOptional",
    "IteratorToStringHandle", "IteratorV2", "LatencyStatsDataset", "LegacyParallelInterleaveDatasetV2",
    "ListDataset", "LoadDataset", "MapAndBatchDataset", "MapDataset", "MatchingFilesDataset",
    "MaxIntraOpParallelismDataset", "ModelDataset", "MultiDeviceIterator", "MultiDeviceIteratorFromStringHandle",
    "MultiDeviceIteratorInit", "MultiDeviceIteratorToStringHandle", "NonSerializableDataset", "OneShotIterator",
    "OptimizeDataset", "OptimizeDatasetV2", "OptionalFromValue", "OptionalHasValue", "OptionalNone",
    "OptionsDataset", "PaddedBatchDataset", "PaddedBatchDatasetV2", "ParallelBatchDataset", "ParallelFilterDataset",
    "ParallelInterleaveDataset", "ParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV3",
    "ParallelInterleaveDatasetV4", "ParallelMapDataset", "ParallelMapDatasetV2", "ParseExampleDataset",
    "ParseExampleDatasetV2", "PrefetchDataset", "PrivateThreadPoolDataset", "RandomDataset", "RandomDatasetV2",
    "RangeDataset", "RebatchDataset", "RebatchDatasetV2", "RepeatDataset", "RewriteDataset", "SamplingDataset",
    "ScanDataset", "SetStatsAggregatorDataset", "ShardDataset", "ShuffleAndRepeatDataset",
    "ShuffleAndRepeatDatasetV2", "ShuffleDataset", "ShuffleDatasetV2", "ShuffleDatasetV3", "SkipDataset",
    "SleepDataset", "SlidingWindowDataset", "SparseTensorSliceDataset", "StatsAggregatorHandle",
    "StatsAggregatorHandleV2", "TFRecordDataset", "TFRecordDatasetV2", "TakeDataset", "TakeWhileDataset",
    "TensorDataset", "TensorSliceDataset", "TextLineDataset", "ThreadPoolDataset", "ThreadPoolHandle",
    "UnbatchDataset", "UniqueDataset", "UnwrapDatasetVariant", "WindowDataset", "WindowOp", "WrapDatasetVariant",
    "ZipDataset",
)(scalar)  # fmt: skip
# With the handle comes a deleter, which removes the resource when nobody holds it any more.
shape_function(
    "AnonymousIteratorV2", "AnonymousMemoryCache", "AnonymousMultiDeviceIterator", "AnonymousRandomSeedGenerator",
    "AnonymousSeedGenerator",
)(two_scalars)  # fmt: skip


@shape_function(
    "IteratorGetNext", "IteratorGetNextSync", "DatasetToSingleElement", "ReduceDataset", "GetElementAtIndex",
    "UncompressElement", "MultiDeviceIteratorGetNextFromShard",
)  # fmt: skip
def declared(op: ShapeContext) -> Sequence[TensorShape]:
    """The shapes that `output_shapes` declares, one for each output."""
    # The declaration is taken as it is: which elements there will be depends on what a run puts behind the handle.
    shapes = list(op.attrs["output_shapes"])
    if len(shapes) != op.num_outputs:
        raise ValueError(f"there are {op.num_outputs} output_types, but {len(shapes)} output_shapes")
    return shapes


@shape_function("OptionalGetValue")
def get_value(op: ShapeContext) -> Sequence[TensorShape]:
    """The shapes that `output_shapes` declares."""
    return list(op.attrs["output_shapes"])
