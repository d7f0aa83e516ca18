"""Static shapes of datasets, iterators, and of what is taken from them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, TensorShape


@shape_function(
    "TensorDataset", "TensorSliceDataset", "RangeDataset", "BatchDataset", "BatchDatasetV2", "ParallelBatchDataset",
    "PaddedBatchDataset", "PaddedBatchDatasetV2", "RepeatDataset", "TakeDataset", "SkipDataset", "ConcatenateDataset",
    "ZipDataset", "CacheDataset", "CacheDatasetV2", "ShuffleDataset", "ShuffleDatasetV3", "MapDataset",
    "ParallelMapDataset", "ParallelMapDatasetV2", "FilterDataset", "ScanDataset", "ShardDataset", "UnbatchDataset",
    "WindowDataset", "TakeWhileDataset", "FlatMapDataset", "InterleaveDataset", "ParallelInterleaveDatasetV2",
    "ParallelInterleaveDatasetV3", "ParallelInterleaveDatasetV4", "PrefetchDataset", "OptionsDataset", "ModelDataset",
    "MaxIntraOpParallelismDataset", "PrivateThreadPoolDataset", "OptimizeDataset", "DatasetCardinality", "Iterator",
    "ComputeBatchSize",
    "IteratorV2", "OneShotIterator", "AnonymousIterator", "AnonymousIteratorV3", "IteratorToStringHandle",
    "IteratorFromStringHandle", "IteratorFromStringHandleV2", "IteratorGetNextAsOptional", "DummySeedGenerator",
    "TextLineDataset", "TFRecordDataset", "TFRecordDatasetV2", "FixedLengthRecordDataset", "FixedLengthRecordDatasetV2",
    "LoadDataset", "MatchingFilesDataset", "CSVDataset", "CSVDatasetV2", "ShuffleDatasetV2", "ShuffleAndRepeatDataset",
    "ShuffleAndRepeatDatasetV2", "RandomDataset", "RandomDatasetV2", "SamplingDataset", "DummyMemoryCache",
    "ParallelInterleaveDataset", "LegacyParallelInterleaveDatasetV2", "ParallelFilterDataset", "MapAndBatchDataset",
    "GroupByReducerDataset", "GroupByWindowDataset", "GeneratorDataset", "IgnoreErrorsDataset",
    "AssertCardinalityDataset", "UniqueDataset", "RebatchDataset", "RebatchDatasetV2", "SlidingWindowDataset",
    "SparseTensorSliceDataset", "DenseToSparseBatchDataset", "DirectedInterleaveDataset", "ChooseFastestDataset",
    "ChooseFastestBranchDataset", "AutoShardDataset", "ListDataset", "WindowOp", "WrapDatasetVariant",
    "UnwrapDatasetVariant", "CompressElement", "FinalizeDataset", "NonSerializableDataset", "ThreadPoolHandle",
    "ThreadPoolDataset", "LatencyStatsDataset", "BytesProducedStatsDataset", "OptimizeDatasetV2", "RewriteDataset",
    "SleepDataset", "ExperimentalParallelInterleaveDataset", "ExperimentalMapAndBatchDataset",
    "ExperimentalGroupByReducerDataset", "ExperimentalGroupByWindowDataset", "ExperimentalIgnoreErrorsDataset",
    "ExperimentalUniqueDataset", "ExperimentalRebatchDataset", "ExperimentalSlidingWindowDataset",
    "ExperimentalDenseToSparseBatchDataset", "ExperimentalDirectedInterleaveDataset",
    "ExperimentalChooseFastestDataset", "ExperimentalAutoShardDataset", "ExperimentalNonSerializableDataset",
    "ExperimentalThreadPoolHandle", "ExperimentalThreadPoolDataset", "ExperimentalLatencyStatsDataset",
    "ExperimentalBytesProducedStatsDataset", "ExperimentalSleepDataset", "ExperimentalMapDataset",
    "ExperimentalScanDataset", "ExperimentalTakeWhileDataset", "ExperimentalUnbatchDataset",
    "ExperimentalDatasetCardinality", "ExperimentalMaxIntraOpParallelismDataset",
    "ExperimentalPrivateThreadPoolDataset", "ExperimentalCSVDataset", "ExperimentalMatchingFilesDataset",
    "ExperimentalRandomDataset", "MultiDeviceIterator", "AnonymousMultiDeviceIteratorV3", "MultiDeviceIteratorInit",
    "GetOptions", "StatsAggregatorHandle", "StatsAggregatorHandleV2", "ExperimentalStatsAggregatorHandle",
    "SetStatsAggregatorDataset", "ExperimentalSetStatsAggregatorDataset",
    "MultiDeviceIteratorToStringHandle", "MultiDeviceIteratorFromStringHandle", "IteratorGetDevice",
    "ExperimentalIteratorGetDevice", "ParseExampleDataset", "ParseExampleDatasetV2", "ExperimentalParseExampleDataset",
)  # fmt: skip
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function(
    "AnonymousIteratorV2", "AnonymousSeedGenerator", "AnonymousRandomSeedGenerator", "AnonymousMemoryCache",
    "AnonymousMultiDeviceIterator",
)  # fmt: skip
def two_scalars(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR, SCALAR]


@shape_function(
    "IteratorGetNext", "IteratorGetNextSync", "DatasetToSingleElement", "ReduceDataset", "GetElementAtIndex",
    "UncompressElement", "MultiDeviceIteratorGetNextFromShard",
)  # fmt: skip
def declared(op: ShapeContext) -> Sequence[TensorShape]:
    shapes = list(op.attrs["output_shapes"])
    if len(shapes) != op.num_outputs:
        raise ValueError(f"there are {op.num_outputs} output_types, but {len(shapes)} output_shapes")
    return shapes
