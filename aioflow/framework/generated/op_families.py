# Generated from aioflow/ops/definitions and aioflow/kernels by `python -m aioflow.tools.gen_ops`. Do not edit.
"""The family of each op that is declared, and where its kernels are.

Module of kernels ("nn.conv_ops": family and file) -> names of its ops, with blanks between them. An op whose kernels
are in several modules is in several entries; those without a kernel are in that of their family alone ("nn").
"""
from __future__ import annotations

OPS_OF_MODULE = {
    "array": """
        ImmutableConst KthOrderStatistic MakeUnique TopKUnique TopKWithUnique _EagerConst
    """,
    "array.array_ops": """
        CheckNumerics CheckNumericsV2 Const DebugGradientIdentity DeepCopy Empty EnsureShape ExpandDims Fill
        GuaranteeConst HostConst Identity IdentityN OneHot OnesLike Placeholder PlaceholderV2 PlaceholderWithDefault
        PreventGradient Rank Reshape Shape ShapeN Size Snapshot Squeeze StopGradient ZerosLike
    """,
    "array.broadcast_ops": """
        BroadcastArgs BroadcastGradientArgs BroadcastTo Tile TileGrad
    """,
    "array.cast_ops": """
        Cast _HostCast
    """,
    "array.concat_ops": """
        Concat ConcatOffset ConcatV2 Pack ParallelConcat Split SplitV Unpack
    """,
    "array.data_flow_ops": """
        DynamicPartition DynamicStitch ParallelDynamicStitch
    """,
    "array.fingerprint_ops": """
        Bitcast Fingerprint
    """,
    "array.gather_ops": """
        Gather GatherNd GatherV2
    """,
    "array.order_ops": """
        ConjugateTranspose InvertPermutation Reverse ReverseSequence ReverseV2 Roll Transpose UnravelIndex
    """,
    "array.pad_ops": """
        MirrorPad MirrorPadGrad Pad PadV2
    """,
    "array.range_ops": """
        LinSpace Range
    """,
    "array.scatter_ops": """
        InplaceAdd InplaceSub InplaceUpdate ScatterNd ScatterNdNonAliasingAdd TensorScatterAdd TensorScatterMax
        TensorScatterMin TensorScatterSub TensorScatterUpdate
    """,
    "array.set_ops": """
        ListDiff LowerBound Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 UpperBound Where
    """,
    "array.slice_ops": """
        Slice StridedSlice StridedSliceGrad TensorStridedSliceUpdate
    """,
    "array.top_k_ops": """
        ApproxTopK InTopK InTopKV2 NthElement TopK TopKV2
    """,
    "boosted_trees": """
        BoostedTreesAggregateStats BoostedTreesBucketize BoostedTreesCalculateBestFeatureSplit
        BoostedTreesCalculateBestFeatureSplitV2 BoostedTreesCalculateBestGainsPerFeature BoostedTreesCenterBias
        BoostedTreesCreateEnsemble BoostedTreesCreateQuantileStreamResource BoostedTreesDeserializeEnsemble
        BoostedTreesEnsembleResourceHandleOp BoostedTreesExampleDebugOutputs BoostedTreesFlushQuantileSummaries
        BoostedTreesGetEnsembleStates BoostedTreesMakeQuantileSummaries BoostedTreesMakeStatsSummary BoostedTreesPredict
        BoostedTreesQuantileStreamResourceAddSummaries BoostedTreesQuantileStreamResourceDeserialize
        BoostedTreesQuantileStreamResourceFlush BoostedTreesQuantileStreamResourceGetBucketBoundaries
        BoostedTreesQuantileStreamResourceHandleOp BoostedTreesSerializeEnsemble BoostedTreesSparseAggregateStats
        BoostedTreesSparseCalculateBestFeatureSplit BoostedTreesTrainingPredict BoostedTreesUpdateEnsemble
        BoostedTreesUpdateEnsembleV2 IsBoostedTreesEnsembleInitialized IsBoostedTreesQuantileStreamResourceInitialized
    """,
    "checkpoint.checkpoint_ops": """
        MergeV2Checkpoints RestoreV2 SaveV2
    """,
    "checkpoint.remap_ops": """
        LoadAndRemapMatrix
    """,
    "checkpoint.slice_file_ops": """
        Restore RestoreSlice Save SaveSlices
    """,
    "collective": """
        CollectiveAllToAllV2 CollectiveAllToAllV3 CollectiveAssignGroupV2 CollectiveBcastRecv CollectiveBcastRecvV2
        CollectiveBcastSend CollectiveBcastSendV2 CollectiveGather CollectiveGatherV2 CollectiveInitializeCommunicator
        CollectiveReduce CollectiveReduceScatterV2 CollectiveReduceV2 CollectiveReduceV3 NcclAllReduce NcclBroadcast
        NcclReduce _NcclBroadcastRecv _NcclBroadcastSend _NcclReduceRecv _NcclReduceSend _ScopedAllocator
        _ScopedAllocatorConcat _ScopedAllocatorSplit
    """,
    "control_flow": """
        EagerPyFunc SyncDevice _DeviceArg _DeviceRetval _If _While
    """,
    "control_flow.control_flow_ops": """
        Abort ControlTrigger Enter Exit LoopCond Merge NextIteration NoOp RefEnter RefExit RefMerge RefNextIteration
        RefSwitch Switch _SwitchN
    """,
    "control_flow.functional_ops": """
        Case DeviceIndex FakeParam For If PartitionedCall RemoteCall StatefulPartitionedCall StatelessCase StatelessIf
        StatelessWhile SymbolicGradient ToBool While _Arg _ArrayToList _ListToArray _Retval
    """,
    "control_flow.map_ops": """
        MapDefun
    """,
    "control_flow.region_ops": """
        _Region
    """,
    "control_flow.script_ops": """
        AsyncPyFunc PyFunc PyFuncStateless
    """,
    "control_flow.sendrecv_ops": """
        Recv Send _HostRecv _HostSend _Recv _Send
    """,
    "data_flow.barrier_ops": """
        Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany
    """,
    "data_flow.batch_ops": """
        Batch BatchFunction
    """,
    "data_flow.queue_ops": """
        FIFOQueue FIFOQueueV2 FakeQueue PaddingFIFOQueue PaddingFIFOQueueV2 PriorityQueue PriorityQueueV2 QueueClose
        QueueCloseV2 QueueDequeue QueueDequeueMany QueueDequeueManyV2 QueueDequeueUpTo QueueDequeueUpToV2 QueueDequeueV2
        QueueEnqueue QueueEnqueueMany QueueEnqueueManyV2 QueueEnqueueV2 QueueIsClosed QueueIsClosedV2 QueueSize
        QueueSizeV2 RandomShuffleQueue RandomShuffleQueueV2
    """,
    "data_flow.staging_ops": """
        MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey OrderedMapClear
        OrderedMapIncompleteSize OrderedMapPeek OrderedMapSize OrderedMapStage OrderedMapUnstage OrderedMapUnstageNoKey
        Stage StageClear StagePeek StageSize Unstage
    """,
    "data_flow.unbatch_ops": """
        Unbatch UnbatchGrad
    """,
    "dataset": """
        AssertNextDataset AssertPrevDataset CheckPinned DataServiceDataset DataServiceDatasetV2 DataServiceDatasetV3
        DataServiceDatasetV4 DatasetFingerprint DatasetFromGraph DatasetToGraph DatasetToGraphV2 DeserializeIterator
        DistributedSave DummyIterationCounter ExperimentalAssertNextDataset ExperimentalLMDBDataset
        ExperimentalSqlDataset ExperimentalStatsAggregatorSummary FilterByLastComponentDataset GlobalShuffleDataset
        IndexFlatMapDataset IteratorGetModelProto LMDBDataset ListSnapshotChunksDataset RegisterDataset
        RegisterDatasetV2 SaveDatasetV2 SerializeIterator SnapshotChunkDataset SnapshotDataset SnapshotDatasetReader
        SnapshotDatasetV2 SnapshotNestedDatasetReader SqlDataset StatsAggregatorSetSummaryWriter StatsAggregatorSummary
        WeightedFlatMapDataset
    """,
    "dataset.batch_sizes": """
        ComputeBatchSize
    """,
    "dataset.check_ops": """
        AssertCardinalityDataset ChooseFastestBranchDataset ChooseFastestDataset DenseToSparseBatchDataset
        DirectedInterleaveDataset ExperimentalChooseFastestDataset ExperimentalDenseToSparseBatchDataset
        ExperimentalDirectedInterleaveDataset ExperimentalIgnoreErrorsDataset ExperimentalRebatchDataset
        ExperimentalSlidingWindowDataset ExperimentalUniqueDataset IgnoreErrorsDataset RebatchDataset RebatchDatasetV2
        SlidingWindowDataset SparseTensorSliceDataset UniqueDataset
    """,
    "dataset.dataset_ops": """
        AnonymousMemoryCache AutoShardDataset BatchDataset BatchDatasetV2 CacheDataset CacheDatasetV2 ConcatenateDataset
        DatasetCardinality DeleteMemoryCache DummyMemoryCache ExperimentalAutoShardDataset
        ExperimentalDatasetCardinality ExperimentalUnbatchDataset PaddedBatchDataset PaddedBatchDatasetV2
        ParallelBatchDataset RangeDataset RepeatDataset ShardDataset SkipDataset TakeDataset TensorDataset
        TensorSliceDataset UnbatchDataset WindowDataset ZipDataset
    """,
    "dataset.example_ops": """
        ExperimentalParseExampleDataset ParseExampleDataset ParseExampleDatasetV2
    """,
    "dataset.file_ops": """
        CSVDataset CSVDatasetV2 DatasetToTFRecord ExperimentalCSVDataset ExperimentalDatasetToTFRecord
        ExperimentalMatchingFilesDataset FixedLengthRecordDataset FixedLengthRecordDatasetV2 MatchingFilesDataset
        TFRecordDataset TFRecordDatasetV2 TextLineDataset
    """,
    "dataset.function_ops": """
        ExperimentalGroupByReducerDataset ExperimentalGroupByWindowDataset ExperimentalMapAndBatchDataset
        ExperimentalMapDataset ExperimentalParallelInterleaveDataset ExperimentalScanDataset
        ExperimentalTakeWhileDataset FilterDataset FlatMapDataset GeneratorDataset GroupByReducerDataset
        GroupByWindowDataset InterleaveDataset LegacyParallelInterleaveDatasetV2 MapAndBatchDataset MapDataset
        ParallelFilterDataset ParallelInterleaveDataset ParallelInterleaveDatasetV2 ParallelInterleaveDatasetV3
        ParallelInterleaveDatasetV4 ParallelMapDataset ParallelMapDatasetV2 ScanDataset TakeWhileDataset
    """,
    "dataset.iterator_ops": """
        AnonymousIterator AnonymousIteratorV2 AnonymousIteratorV3 DeleteIterator ExperimentalIteratorGetDevice Iterator
        IteratorFromStringHandle IteratorFromStringHandleV2 IteratorGetDevice IteratorGetNext IteratorGetNextAsOptional
        IteratorGetNextSync IteratorToStringHandle IteratorV2 MakeIterator OneShotIterator
    """,
    "dataset.multi_device_iterator_ops": """
        AnonymousMultiDeviceIterator AnonymousMultiDeviceIteratorV3 DeleteMultiDeviceIterator MultiDeviceIterator
        MultiDeviceIteratorFromStringHandle MultiDeviceIteratorGetNextFromShard MultiDeviceIteratorInit
        MultiDeviceIteratorToStringHandle
    """,
    "dataset.optional_ops": """
        OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone
    """,
    "dataset.random_ops": """
        AnonymousRandomSeedGenerator AnonymousSeedGenerator DeleteRandomSeedGenerator DeleteSeedGenerator
        DummySeedGenerator ExperimentalRandomDataset RandomDataset RandomDatasetV2 SamplingDataset
        ShuffleAndRepeatDataset ShuffleAndRepeatDatasetV2 ShuffleDataset ShuffleDatasetV2 ShuffleDatasetV3
    """,
    "dataset.reading_ops": """
        DatasetToSingleElement GetElementAtIndex InitializeTableFromDataset ReduceDataset
    """,
    "dataset.saved_dataset_ops": """
        LoadDataset SaveDataset
    """,
    "dataset.tuning_ops": """
        BytesProducedStatsDataset ExperimentalBytesProducedStatsDataset ExperimentalLatencyStatsDataset
        ExperimentalMaxIntraOpParallelismDataset ExperimentalNonSerializableDataset ExperimentalPrivateThreadPoolDataset
        ExperimentalSetStatsAggregatorDataset ExperimentalSleepDataset ExperimentalStatsAggregatorHandle
        ExperimentalThreadPoolDataset ExperimentalThreadPoolHandle FinalizeDataset GetOptions LatencyStatsDataset
        MaxIntraOpParallelismDataset ModelDataset NonSerializableDataset OptimizeDataset OptimizeDatasetV2
        OptionsDataset PrefetchDataset PrivateThreadPoolDataset RewriteDataset SetStatsAggregatorDataset SleepDataset
        StatsAggregatorHandle StatsAggregatorHandleV2 ThreadPoolDataset ThreadPoolHandle
    """,
    "dataset.variant_ops": """
        CompressElement ListDataset UncompressElement UnwrapDatasetVariant WindowOp WrapDatasetVariant
    """,
    "dtensor": """
        CopyToMesh CopyToMeshGrad DTensorAllGather DTensorAllReduce DTensorAllScatter DTensorAllToAll
        DTensorReduceScatter DTensorRestoreV2 DTensorSetGlobalTPUArray Relayout RelayoutLike
    """,
    "image": """
        DecodeJxl GenerateBoundingBoxProposals RandomCrop
    """,
    "image.color_ops": """
        AdjustContrast AdjustContrastv2 AdjustHue AdjustSaturation HSVToRGB RGBToHSV
    """,
    "image.crop_ops": """
        CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage ExtractGlimpse ExtractGlimpseV2
    """,
    "image.distorted_box_ops": """
        SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 StatelessSampleDistortedBoundingBox
    """,
    "image.image_codec_ops": """
        DecodeAndCropJpeg DecodeBmp DecodeGif DecodeImage DecodeJpeg DecodePng DecodeWebP EncodeJpeg
        EncodeJpegVariableQuality EncodePng ExtractJpegShape
    """,
    "image.image_transform_ops": """
        DrawBoundingBoxes DrawBoundingBoxesV2 ImageProjectiveTransformV2 ImageProjectiveTransformV3
    """,
    "image.non_max_suppression_ops": """
        CombinedNonMaxSuppression NonMaxSuppression NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4
        NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps
    """,
    "image.resize_ops": """
        ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor
        ResizeNearestNeighborGrad ScaleAndTranslate ScaleAndTranslateGrad
    """,
    "io": """
        FileSystemSetConfiguration LMDBReader
    """,
    "io.file_ops": """
        GenerateVocabRemapping MatchingFiles ReadFile WriteFile
    """,
    "io.filename_ops": """
        ShardedFilename ShardedFilespec
    """,
    "io.reader_ops": """
        FixedLengthRecordReader FixedLengthRecordReaderV2 IdentityReader IdentityReaderV2 ReaderNumRecordsProduced
        ReaderNumRecordsProducedV2 ReaderNumWorkUnitsCompleted ReaderNumWorkUnitsCompletedV2 ReaderRead ReaderReadUpTo
        ReaderReadUpToV2 ReaderReadV2 ReaderReset ReaderResetV2 ReaderRestoreState ReaderRestoreStateV2
        ReaderSerializeState ReaderSerializeStateV2 TFRecordReader TFRecordReaderV2 TextLineReader TextLineReaderV2
        WholeFileReader WholeFileReaderV2
    """,
    "io.record_ops": """
        RecordInput
    """,
    "linalg.einsum_ops": """
        Einsum
    """,
    "linalg.linalg_ops": """
        BatchCholesky BatchCholeskyGrad BatchMatrixDeterminant BatchMatrixInverse BatchMatrixSolve BatchMatrixSolveLs
        BatchSelfAdjointEig BatchSelfAdjointEigV2 BatchSvd Cholesky CholeskyGrad Eig LogMatrixDeterminant
        MatrixDeterminant MatrixInverse MatrixSolve MatrixSolveLs Qr SelfAdjointEig SelfAdjointEigV2 Svd
    """,
    "linalg.matmul_ops": """
        BatchMatMul BatchMatMulV2 BatchMatMulV3 Cross MatMul SparseMatMul
    """,
    "linalg.matrix_diag_ops": """
        BatchMatrixBandPart BatchMatrixDiag BatchMatrixDiagPart BatchMatrixSetDiag Diag DiagPart MatrixBandPart
        MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2 MatrixDiagV3 MatrixSetDiag
        MatrixSetDiagV2 MatrixSetDiagV3
    """,
    "linalg.matrix_function_ops": """
        MatrixExponential MatrixLogarithm MatrixSquareRoot
    """,
    "linalg.triangular_ops": """
        BandedTriangularSolve BatchMatrixTriangularSolve Lu MatrixTriangularSolve
    """,
    "linalg.tridiagonal_ops": """
        TridiagonalMatMul TridiagonalSolve
    """,
    "lookup": """
        MutableDenseHashTable
    """,
    "lookup.lookup_ops": """
        AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable AnonymousMutableHashTableOfTensors
        HashTable HashTableV2 InitializeTable InitializeTableV2 LookupTableExport LookupTableExportV2 LookupTableFind
        LookupTableFindV2 LookupTableImport LookupTableImportV2 LookupTableInsert LookupTableInsertV2
        LookupTableRemoveV2 LookupTableSize LookupTableSizeV2 MutableDenseHashTableV2 MutableHashTable
        MutableHashTableOfTensors MutableHashTableOfTensorsV2 MutableHashTableV2
    """,
    "lookup.vocabulary_files": """
        InitializeTableFromTextFile InitializeTableFromTextFileV2
    """,
    "math": """
        SegmentMaxV2 SegmentMinV2 SegmentProdV2 SegmentSumV2
    """,
    "math.bincount_ops": """
        Bincount Bucketize DenseBincount HistogramFixedWidth RaggedBincount SparseBincount
    """,
    "math.count_ops": """
        DenseCountSparseOutput RaggedCountSparseOutput SparseCountSparseOutput
    """,
    "math.logic_ops": """
        ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor ClipByValue Equal Greater GreaterEqual Invert LeftShift Less
        LessEqual LogicalAnd LogicalNot LogicalOr NotEqual PopulationCount RightShift Select SelectV2
    """,
    "math.math_ops": """
        Abs AccumulateNV2 Acos Acosh Add AddN AddV2 Angle Asin Asinh Atan Atan2 Atanh Ceil Complex ComplexAbs Conj Cos
        Cosh Div DivNoNan Exp Expm1 Floor FloorDiv FloorMod Imag Inv InvGrad IsFinite IsInf IsNan Log Log1p Maximum
        Minimum Mod Mul MulNoNan Neg NextAfter Pow Real RealDiv Reciprocal ReciprocalGrad Rint Round Rsqrt RsqrtGrad
        Sigmoid SigmoidGrad Sign Sin Sinh Sqrt SqrtGrad Square SquaredDifference Sub Tan Tanh TanhGrad TruncateDiv
        TruncateMod Xdivy Xlog1py Xlogy
    """,
    "math.reduction_ops": """
        All Any ArgMax ArgMin Cumprod Cumsum CumulativeLogsumexp EuclideanNorm Max Mean Min Prod Sum
    """,
    "math.segment_ops": """
        SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum UnsortedSegmentMax UnsortedSegmentMin
        UnsortedSegmentProd UnsortedSegmentSum
    """,
    "math.sparse_segment_ops": """
        SparseSegmentMean SparseSegmentMeanGrad SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments
        SparseSegmentSqrtN SparseSegmentSqrtNGrad SparseSegmentSqrtNGradV2 SparseSegmentSqrtNWithNumSegments
        SparseSegmentSum SparseSegmentSumGrad SparseSegmentSumGradV2 SparseSegmentSumWithNumSegments
    """,
    "math.special_math_ops": """
        BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1
        Betainc Dawsn Digamma Erf Erfc Erfinv Expint FresnelCos FresnelSin Igamma IgammaGradA Igammac Lgamma Ndtri
        Polygamma RandomGammaGrad Spence Zeta
    """,
    "mkl": """
        _MklAvgPool _MklAvgPool3D _MklAvgPool3DGrad _MklAvgPoolGrad _MklBatchMatMul _MklBatchMatMulV2 _MklConcat
        _MklConcatV2 _MklConjugateTranspose _MklConv2D _MklConv2DBackpropFilter _MklConv2DBackpropFilterWithBias
        _MklConv2DBackpropInput _MklConv2DWithBias _MklConv3D _MklConv3DBackpropFilterV2 _MklConv3DBackpropInputV2
        _MklDepthwiseConv2dNative _MklDepthwiseConv2dNativeBackpropFilter _MklDepthwiseConv2dNativeBackpropInput
        _MklDequantize _MklEinsum _MklElu _MklEluGrad _MklFusedBatchMatMulV2 _MklFusedBatchNorm _MklFusedBatchNormEx
        _MklFusedBatchNormGrad _MklFusedBatchNormGradV2 _MklFusedBatchNormGradV3 _MklFusedBatchNormV2
        _MklFusedBatchNormV3 _MklFusedConv2D _MklFusedDepthwiseConv2dNative _MklFusedInstanceNorm _MklFusedMatMul
        _MklFusedMish _MklLayerNorm _MklLeakyRelu _MklLeakyReluGrad _MklMatMul _MklMaxPool _MklMaxPool3D
        _MklMaxPool3DGrad _MklMaxPoolGrad _MklNativeAvgPool _MklNativeAvgPool3D _MklNativeAvgPool3DGrad
        _MklNativeAvgPoolGrad _MklNativeConv2D _MklNativeConv2DBackpropFilter _MklNativeConv2DBackpropFilterWithBias
        _MklNativeConv2DBackpropInput _MklNativeConv2DWithBias _MklNativeConv3D _MklNativeConv3DBackpropFilterV2
        _MklNativeConv3DBackpropInputV2 _MklNativeDepthwiseConv2dNative _MklNativeDepthwiseConv2dNativeBackpropFilter
        _MklNativeDepthwiseConv2dNativeBackpropInput _MklNativeFusedBatchNorm _MklNativeFusedBatchNormEx
        _MklNativeFusedBatchNormGrad _MklNativeFusedBatchNormGradV2 _MklNativeFusedBatchNormGradV3
        _MklNativeFusedBatchNormV2 _MklNativeFusedBatchNormV3 _MklNativeFusedConv2D _MklNativeFusedConv3D
        _MklNativeFusedDepthwiseConv2dNative _MklNativeFusedMatMul _MklNativeMaxPool _MklNativeMaxPool3D
        _MklNativeMaxPool3DGrad _MklNativeMaxPoolGrad _MklNativePadWithConv2D _MklNativePadWithFusedConv2D
        _MklNativeSparseMatrixMatMul _MklPadWithConv2D _MklPadWithFusedConv2D _MklQuantizeV2 _MklQuantizedAvgPool
        _MklQuantizedConcatV2 _MklQuantizedConv2D _MklQuantizedConv2DAndRelu _MklQuantizedConv2DAndReluAndRequantize
        _MklQuantizedConv2DAndRequantize _MklQuantizedConv2DPerChannel _MklQuantizedConv2DWithBias
        _MklQuantizedConv2DWithBiasAndRelu _MklQuantizedConv2DWithBiasAndReluAndRequantize
        _MklQuantizedConv2DWithBiasAndRequantize _MklQuantizedConv2DWithBiasSignedSumAndReluAndRequantize
        _MklQuantizedConv2DWithBiasSumAndRelu _MklQuantizedConv2DWithBiasSumAndReluAndRequantize
        _MklQuantizedDepthwiseConv2D _MklQuantizedDepthwiseConv2DWithBias _MklQuantizedDepthwiseConv2DWithBiasAndRelu
        _MklQuantizedDepthwiseConv2DWithBiasAndReluAndRequantize _MklQuantizedMatMulWithBias
        _MklQuantizedMatMulWithBiasAndDequantize _MklQuantizedMatMulWithBiasAndRelu
        _MklQuantizedMatMulWithBiasAndReluAndRequantize _MklQuantizedMatMulWithBiasAndRequantize _MklQuantizedMaxPool
        _MklRelu _MklRelu6 _MklRelu6Grad _MklReluGrad _MklSoftmax _MklSwish _MklTanh _MklTanhGrad _MklTranspose
        __MklDummyConv2DBackpropFilterWithBias __MklDummyConv2DWithBias __MklDummyPadWithConv2D
        __MklDummyPadWithFusedConv2D
    """,
    "nn": """
        CTCLossV2 Conv2DBackpropFilterV2 Conv2DBackpropInputV2 CudnnRNN CudnnRNNBackprop CudnnRNNBackpropV2
        CudnnRNNBackpropV3 CudnnRNNCanonicalToParams CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize
        CudnnRNNParamsToCanonical CudnnRNNParamsToCanonicalV2 CudnnRNNV2 CudnnRNNV3 MaxPoolGradGradWithArgmax
        _FusedBatchNormEx _FusedBatchNormGradEx _FusedConv3D
    """,
    "nn.activation_ops": """
        Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Selu SeluGrad Softplus SoftplusGrad Softsign
        SoftsignGrad
    """,
    "nn.batch_norm_ops": """
        BatchNormWithGlobalNormalization BatchNormWithGlobalNormalizationGrad FusedBatchNorm FusedBatchNormGrad
        FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2 FusedBatchNormV3
    """,
    "nn.bias_ops": """
        BiasAdd BiasAddGrad BiasAddV1 L2Loss
    """,
    "nn.block_ops": """
        BatchToSpace BatchToSpaceND DepthToSpace ExtractImagePatches ExtractVolumePatches SpaceToBatch SpaceToBatchND
        SpaceToDepth
    """,
    "nn.conv_grad_ops": """
        Conv2DBackpropFilter Conv2DBackpropInput Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput
        Conv3DBackpropInputV2
    """,
    "nn.conv_ops": """
        Conv Conv2D Conv3D
    """,
    "nn.ctc_beam_ops": """
        CTCBeamSearchDecoder
    """,
    "nn.ctc_ops": """
        CTCGreedyDecoder CTCLoss
    """,
    "nn.data_format_ops": """
        DataFormatDimMap DataFormatVecPermute
    """,
    "nn.depthwise_conv_ops": """
        DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    """,
    "nn.dilation_ops": """
        Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput
    """,
    "nn.fractional_pool_ops": """
        FractionalAvgPool FractionalAvgPoolGrad FractionalMaxPool FractionalMaxPoolGrad
    """,
    "nn.fused_ops": """
        _FusedConv2D _FusedDepthwiseConv2dNative _FusedMatMul
    """,
    "nn.isotonic_ops": """
        IsotonicRegression
    """,
    "nn.lrn_ops": """
        LRN LRNGrad
    """,
    "nn.padded_conv_ops": """
        FusedPadConv2D FusedResizeAndPadConv2D
    """,
    "nn.pool_grad_ops": """
        AvgPool3DGrad AvgPoolGrad MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradV2
        MaxPoolGradV2 MaxPoolGradWithArgmax MaxPoolWithArgmax
    """,
    "nn.pool_ops": """
        AvgPool AvgPool3D MaxPool MaxPool3D MaxPoolV2
    """,
    "nn.rnn_grad_ops": """
        BlockLSTMGrad BlockLSTMGradV2 LSTMBlockCellGrad
    """,
    "nn.rnn_ops": """
        BlockLSTM BlockLSTMV2 GRUBlockCell GRUBlockCellGrad LSTMBlockCell
    """,
    "nn.softmax_ops": """
        LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits
    """,
    "parsing.csv_ops": """
        DecodeCSV
    """,
    "parsing.decode_raw_ops": """
        DecodeCompressed DecodePaddedRaw DecodeRaw ParseTensor SerializeTensor
    """,
    "parsing.json_example_ops": """
        DecodeJSONExample
    """,
    "parsing.parse_example_ops": """
        ParseExample ParseExampleV2 ParseSingleExample
    """,
    "parsing.parse_sequence_ops": """
        ParseSequenceExample ParseSequenceExampleV2 ParseSingleSequenceExample
    """,
    "parsing.proto_ops": """
        DecodeProtoV2 EncodeProto
    """,
    "quantization": """
        CalibrationStatisticsSaver CustomAggregator QuantizedConv2DAndRelu QuantizedConv2DAndReluAndRequantize
        QuantizedConv2DAndRequantize QuantizedConv2DPerChannel QuantizedConv2DWithBias QuantizedConv2DWithBiasAndRelu
        QuantizedConv2DWithBiasAndReluAndRequantize QuantizedConv2DWithBiasAndRequantize
        QuantizedConv2DWithBiasSignedSumAndReluAndRequantize QuantizedConv2DWithBiasSumAndRelu
        QuantizedConv2DWithBiasSumAndReluAndRequantize QuantizedDepthwiseConv2D QuantizedDepthwiseConv2DWithBias
        QuantizedDepthwiseConv2DWithBiasAndRelu QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize
        QuantizedMatMulWithBias QuantizedMatMulWithBiasAndDequantize QuantizedMatMulWithBiasAndRelu
        QuantizedMatMulWithBiasAndReluAndRequantize QuantizedMatMulWithBiasAndRequantize QuantizedReluX
        _FusedQuantizedConv2D _FusedQuantizedDepthwiseConv2D _QuantizedMatMul _QuantizedMaxPool3D
    """,
    "quantization.fake_quant_ops": """
        FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsGradient
        FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient
    """,
    "quantization.quantize_ops": """
        Dequantize QuantizeAndDequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4
        QuantizeAndDequantizeV4Grad QuantizeV2
    """,
    "quantization.quantized_channel_ops": """
        RequantizationRangePerChannel RequantizePerChannel
    """,
    "quantization.quantized_image_ops": """
        QuantizedBatchNormWithGlobalNormalization QuantizedInstanceNorm QuantizedResizeBilinear
    """,
    "quantization.quantized_ops": """
        QuantizeDownAndShrinkRange QuantizedAdd QuantizedAvgPool QuantizedBiasAdd QuantizedConcat QuantizedConcatV2
        QuantizedConv2D QuantizedMatMul QuantizedMaxPool QuantizedMul QuantizedRelu QuantizedRelu6 QuantizedReshape
        RequantizationRange Requantize
    """,
    "quantization.uniform_convolution_ops": """
        UniformQuantizedConvolution UniformQuantizedConvolutionHybrid
    """,
    "quantization.uniform_quantized_ops": """
        UniformDequantize UniformQuantize UniformQuantizedAdd UniformQuantizedClipByValue UniformQuantizedDot
        UniformQuantizedDotHybrid UniformRequantize
    """,
    "ragged.ragged_dense_ops": """
        RaggedTensorToTensor
    """,
    "ragged.ragged_ops": """
        RaggedGather RaggedRange RaggedTensorToSparse
    """,
    "ragged.ragged_variant_ops": """
        RaggedTensorFromVariant RaggedTensorToVariant RaggedTensorToVariantGradient
    """,
    "random.bounded_normals": """
        ParameterizedTruncatedNormal StatelessParameterizedTruncatedNormal
    """,
    "random.candidate_samplers": """
        AllCandidateSampler ComputeAccidentalHits FixedUnigramCandidateSampler LearnedUnigramCandidateSampler
        LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler
    """,
    "random.generator_ops": """
        NonDeterministicInts RngReadAndSkip RngSkip StatefulRandomBinomial StatefulStandardNormal
        StatefulStandardNormalV2 StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt
    """,
    "random.index_shuffle_ops": """
        RandomIndexShuffle
    """,
    "random.random_gamma_ops": """
        RandomGamma RandomPoisson RandomPoissonV2 StatelessRandomBinomial StatelessRandomGammaV2 StatelessRandomGammaV3
        StatelessRandomPoisson
    """,
    "random.random_ops": """
        Multinomial RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal
    """,
    "random.sobol_ops": """
        SobolSample
    """,
    "random.stateless_random_ops": """
        StatelessMultinomial StatelessRandomGetAlg StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg
        StatelessRandomNormal StatelessRandomNormalV2 StatelessRandomUniform StatelessRandomUniformFullInt
        StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2 StatelessRandomUniformV2
        StatelessShuffle StatelessTruncatedNormal StatelessTruncatedNormalV2
    """,
    "random.stochastic_cast_ops": """
        IsTensorFloat32Enabled StochasticCastToInt
    """,
    "risc": """
        RiscAbs RiscAdd RiscBinaryArithmetic RiscBinaryComparison RiscBitcast RiscBroadcast RiscCast RiscCeil
        RiscCholesky RiscConcat RiscCondition RiscConv RiscCos RiscDiv RiscDot RiscExp RiscFft RiscFloor RiscGather
        RiscImag RiscIsFinite RiscLog RiscLogicalAnd RiscLogicalNot RiscLogicalOr RiscMax RiscMin RiscMul RiscNeg
        RiscPad RiscPool RiscPow RiscRandomUniform RiscReal RiscReduce RiscRem RiscReshape RiscReverse RiscScatter
        RiscShape RiscSign RiscSlice RiscSort RiscSqueeze RiscSub RiscTranspose RiscTriangularSolve RiscUnary RiscWhile
    """,
    "rpc": """
        DeleteRpcFutureResource RpcCall RpcCheckStatus RpcClient RpcGetValue RpcServer RpcServerRegister RpcServerStart
    """,
    "sequence.composite_variant_ops": """
        CompositeTensorVariantFromComponents CompositeTensorVariantToComponents
    """,
    "sequence.list_conversion_ops": """
        TensorListConcat TensorListConcatV2 TensorListFromTensor TensorListGather TensorListScatter
        TensorListScatterIntoExistingList TensorListScatterV2 TensorListSplit TensorListStack
    """,
    "sequence.list_ops": """
        EmptyTensorList TensorListConcatLists TensorListElementShape TensorListGetItem TensorListLength
        TensorListPopBack TensorListPushBack TensorListPushBackBatch TensorListReserve TensorListResize
        TensorListSetItem
    """,
    "sequence.stack_ops": """
        Stack StackClose StackCloseV2 StackPop StackPopV2 StackPush StackPushV2 StackV2
    """,
    "sequence.tensor_array_ops": """
        TensorArray TensorArrayClose TensorArrayCloseV2 TensorArrayCloseV3 TensorArrayConcat TensorArrayConcatV2
        TensorArrayConcatV3 TensorArrayGather TensorArrayGatherV2 TensorArrayGatherV3 TensorArrayGrad TensorArrayGradV2
        TensorArrayGradV3 TensorArrayGradWithShape TensorArrayPack TensorArrayRead TensorArrayReadV2 TensorArrayReadV3
        TensorArrayScatter TensorArrayScatterV2 TensorArrayScatterV3 TensorArraySize TensorArraySizeV2 TensorArraySizeV3
        TensorArraySplit TensorArraySplitV2 TensorArraySplitV3 TensorArrayUnpack TensorArrayV2 TensorArrayV3
        TensorArrayWrite TensorArrayWriteV2 TensorArrayWriteV3
    """,
    "sequence.tensor_map_ops": """
        EmptyTensorMap TensorMapErase TensorMapHasKey TensorMapInsert TensorMapLookup TensorMapSize TensorMapStackKeys
    """,
    "signal": """
        AudioMicrofrontend FFTND IFFTND IRFFTND RFFTND
    """,
    "signal.audio_ops": """
        AudioSpectrogram AudioSummary AudioSummaryV2 DecodeWav EncodeWav Mfcc
    """,
    "signal.spectral_ops": """
        BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D BatchIFFT3D FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT
        IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D
    """,
    "sparse": """
        SparseMatrixAdd SparseMatrixMul SparseMatrixSoftmax SparseMatrixSoftmaxGrad SparseMatrixZeros
    """,
    "sparse.cross_ops": """
        RaggedCross SparseCross SparseCrossHashed SparseCrossV2
    """,
    "sparse.csr_cholesky_ops": """
        SparseMatrixOrderingAMD SparseMatrixSparseCholesky
    """,
    "sparse.csr_matrix_ops": """
        CSRSparseMatrixComponents CSRSparseMatrixToDense CSRSparseMatrixToSparseTensor DenseToCSRSparseMatrix
        SparseMatrixMatMul SparseMatrixNNZ SparseMatrixSparseMatMul SparseMatrixTranspose SparseTensorToCSRSparseMatrix
    """,
    "sparse.fill_rows_ops": """
        RaggedFillEmptyRows RaggedFillEmptyRowsGrad SparseFillEmptyRows SparseFillEmptyRowsGrad
    """,
    "sparse.set_operation_ops": """
        DenseToDenseSetOperation DenseToSparseSetOperation SetSize SparseToSparseSetOperation
    """,
    "sparse.sparse_math_ops": """
        SparseAdd SparseAddGrad SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseReduceMax
        SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse SparseSoftmax SparseSparseMaximum
        SparseSparseMinimum SparseTensorDenseAdd SparseTensorDenseMatMul
    """,
    "sparse.sparse_ops": """
        SparseConcat SparseReorder SparseReshape SparseSlice SparseSliceGrad SparseSplit SparseToDense
    """,
    "sparse.sparse_serial_ops": """
        AddManySparseToTensorsMap AddSparseToTensorsMap DeserializeManySparse DeserializeSparse SerializeManySparse
        SerializeSparse TakeManySparseFromTensorsMap
    """,
    "state.handle_ops": """
        IsResourceHandleRefCounting MakeWeakResourceHandle
    """,
    "state.mutex_ops": """
        ConsumeMutexLock MutexLock MutexV2
    """,
    "state.ref_variable_ops": """
        Assign AssignAdd AssignSub CountUpTo DebugGradientRefIdentity DestroyTemporaryVariable IsVariableInitialized
        RefIdentity RefSelect ScatterAdd ScatterDiv ScatterMax ScatterMin ScatterMul ScatterNdAdd ScatterNdMax
        ScatterNdMin ScatterNdSub ScatterNdUpdate ScatterSub ScatterUpdate StridedSliceAssign TemporaryVariable Variable
        VariableV2
    """,
    "state.resource_variable_ops": """
        AssignAddVariableOp AssignSubVariableOp AssignVariableOp DestroyResourceOp DisableCopyOnRead ReadVariableOp
        ResourceCountUpTo ResourceGather ResourceGatherNd ResourceScatterAdd ResourceScatterDiv ResourceScatterMax
        ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin
        ResourceScatterNdSub ResourceScatterNdUpdate ResourceScatterSub ResourceScatterUpdate ResourceStridedSliceAssign
        VarHandleOp VarIsInitializedOp VariableShape
    """,
    "state.rewritten_ops": """
        _ParallelConcatStart _ParallelConcatUpdate _ReadVariablesOp _TensorToHashBucketFast _UnaryOpsComposition
        _VarHandlesOp
    """,
    "state.session_tensor_ops": """
        DeleteSessionTensor GetSessionHandle GetSessionHandleV2 GetSessionTensor
    """,
    "string.edit_distance_ops": """
        EditDistance
    """,
    "string.regex_ops": """
        RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace
    """,
    "string.string_format_ops": """
        AsString StringFormat StringToNumber
    """,
    "string.string_ops": """
        DecodeBase64 EncodeBase64 StringJoin StringLength StringLower StringStrip StringToHashBucket
        StringToHashBucketFast StringToHashBucketStrong StringUpper Substr
    """,
    "string.string_split_ops": """
        ReduceJoin StringNGrams StringSplit StringSplitV2 UnsortedSegmentJoin
    """,
    "string.unicode_ops": """
        UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeScript UnicodeTranscode
    """,
    "summary": """
        CreateSummaryDbWriter DumpTensor
    """,
    "summary.debug_ops": """
        DebugIdentity DebugIdentityV2 DebugIdentityV3 DebugNanCount DebugNumericSummary DebugNumericSummaryV2
    """,
    "summary.logging_ops": """
        Assert Copy CopyHost Print PrintV2 Timestamp
    """,
    "summary.summary_ops": """
        HistogramSummary ImageSummary MergeSummary ScalarSummary TensorSummary TensorSummaryV2
    """,
    "summary.summary_writer_ops": """
        CloseSummaryWriter CreateSummaryFileWriter FlushSummaryWriter ImportEvent SummaryWriter WriteAudioSummary
        WriteGraphSummary WriteHistogramSummary WriteImageSummary WriteRawProtoSummary WriteScalarSummary WriteSummary
    """,
    "tensorflow_only": """
        A Attr AttrBool AttrBoolList AttrDefault AttrEmptyListDefault AttrEnum AttrEnumList AttrFloat AttrListDefault
        AttrListMin AttrListTypeDefault AttrMin AttrPartialShape AttrPartialShapeList AttrShape AttrShapeList
        AttrTypeDefault B Binary ComplexStruct ConstructionFails CopyOp DefaultAttrs DevicePlacementOp
        DtypeWithDefaultOp Fact FiveFloatOutputs FloatInput FloatOutput FloatOutputStringOutput Foo1 Foo2 Foo3 FuncAttr
        FuncListAttr GetDeadline GraphDefVersion InPolymorphicTwice Int64Output IntAttr IntInput IntInputFloatInput
        IntInputIntOutput IntOutput IntOutputFloatOutput KernelLabel KernelLabelRequired ListInput ListOutput
        MixedStruct NInPolymorphicTwice NInTwice NInTwoTypeVariables NIntsIn NIntsOut NIntsOutDefault NPolymorphicIn
        NPolymorphicOut NPolymorphicOutDefault NPolymorphicRestrictIn NPolymorphicRestrictOut Namespace>TestStringOutput
        None Old OpWithDefaultAttr OpWithFutureDefaultAttr OutT OutTypeList OutTypeListRestrict Polymorphic
        PolymorphicDefaultOut PolymorphicOut RefIn RefInputFloatInput RefInputFloatInputIntOutput RefInputIntInput
        RefOut RefOutput RefOutputFloatOutput RequiresOlderGraphVersion ReservedAttr ReservedInput ResourceCreateOp
        ResourceInitializedOp ResourceUsingOp Restrict Simple SimpleStruct SleepIdentityOp SleepOp StringListAttr
        StubResourceHandleOp TestAttr TestStringOutput TwoFloatInputs TwoFloatInputsFloatOutput TwoFloatInputsIntOutput
        TwoFloatOutputs TwoIntInputs TwoIntOutputs TwoRefsIn TypeList TypeListRestrict TypeListTwice Unary
    """,
    "tpu": """
        AllToAll CollateTPUEmbeddingMemory CollectivePermute ComputeDedupDataSize ComputeDedupDataSizeV2
        ComputeDedupDataTupleMask ComputeDedupDataTupleMaskV2 ConfigureAndInitializeGlobalTPU ConfigureDistributedTPU
        ConfigureTPUEmbedding ConfigureTPUEmbeddingHost ConfigureTPUEmbeddingMemory ConnectTPUEmbeddingHosts
        ConvertToCooTensor ConvertToListOfSparseCoreCooTensors ConvertToSparseCoreCsrWrappedCooTensor CrossReplicaSum
        DynamicEnqueueTPUEmbeddingArbitraryTensorBatch DynamicEnqueueTPUEmbeddingRaggedTensorBatch
        EnqueueTPUEmbeddingArbitraryTensorBatch EnqueueTPUEmbeddingBatch EnqueueTPUEmbeddingIntegerBatch
        EnqueueTPUEmbeddingRaggedTensorBatch EnqueueTPUEmbeddingSparseBatch EnqueueTPUEmbeddingSparseTensorBatch
        ExecuteTPUEmbeddingPartitioner FinalizeTPUEmbedding FinalizeTPUEmbeddingV2 GetMinibatchSplitsWithPhysicalReplica
        GetMinibatchesInCsrWithPhysicalReplica GetStatsFromListOfSparseCoreCooTensors GetTpuTaskId GlobalIterId
        InfeedDequeue InfeedDequeueTuple InfeedEnqueue InfeedEnqueuePrelinearizedBuffer InfeedEnqueueTuple
        IsTPUEmbeddingInitialized LoadAllTPUEmbeddingParameters LoadTPUEmbeddingADAMParameters
        LoadTPUEmbeddingAdadeltaParameters LoadTPUEmbeddingAdagradMomentumParameters LoadTPUEmbeddingAdagradParameters
        LoadTPUEmbeddingCenteredRMSPropParameters LoadTPUEmbeddingFTRLParameters
        LoadTPUEmbeddingFrequencyEstimatorParameters LoadTPUEmbeddingMDLAdagradLightParameters
        LoadTPUEmbeddingMomentumParameters LoadTPUEmbeddingProximalAdagradParameters
        LoadTPUEmbeddingProximalYogiParameters LoadTPUEmbeddingRMSPropParameters
        LoadTPUEmbeddingStochasticGradientDescentParameters MergeDedupData OutfeedDequeue OutfeedDequeueTuple
        OutfeedDequeueTupleV2 OutfeedDequeueV2 OutfeedEnqueue OutfeedEnqueueTuple Prelinearize PrelinearizeTuple
        RecvTPUEmbeddingActivations RetrieveAllTPUEmbeddingParameters RetrieveTPUEmbeddingADAMParameters
        RetrieveTPUEmbeddingAdadeltaParameters RetrieveTPUEmbeddingAdagradMomentumParameters
        RetrieveTPUEmbeddingAdagradParameters RetrieveTPUEmbeddingCenteredRMSPropParameters
        RetrieveTPUEmbeddingFTRLParameters RetrieveTPUEmbeddingFrequencyEstimatorParameters
        RetrieveTPUEmbeddingMDLAdagradLightParameters RetrieveTPUEmbeddingMomentumParameters
        RetrieveTPUEmbeddingProximalAdagradParameters RetrieveTPUEmbeddingProximalYogiParameters
        RetrieveTPUEmbeddingRMSPropParameters RetrieveTPUEmbeddingStochasticGradientDescentParameters
        SendTPUEmbeddingGradients ShutdownDistributedTPU ShutdownTPUSystem SortListOfSparseCoreCooTensors SplitDedupData
        StoreMinibatchStatisticsInFdo TPUAnnotateTensorsWithDynamicShape TPUCompilationResult TPUCompile
        TPUCompileSucceededAssert TPUCopyWithDynamicShape TPUDummyInput TPUEmbeddingActivations TPUExecute
        TPUExecuteAndUpdateVariables TPUOrdinalSelector TPUPartitionedCall TPUPartitionedInput TPUPartitionedInputV2
        TPUPartitionedOutput TPUPartitionedOutputV2 TPUReplicateMetadata TPUReplicatedInput TPUReplicatedOutput
        TPUReshardVariables TPURoundRobin TpuHandleToProtoKey UpdateTaskIdAndGlobalCoreArray WorkerHeartbeat
        _ConfigureDistributedTPU _DisconnectHostFromDistributedTPUSystem _InitializeHostForDistributedTPU
        _SetGlobalTPUArray _ShutdownDistributedTPU _TPUCompileMlir _TPUReplicate _WaitForDistributedTPU
    """,
    "training": """
        NegTrain SdcaFprint SdcaOptimizer SdcaOptimizerV2 SdcaShrinkL1 Skipgram
    """,
    "training.accumulator_ops": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        ConditionalAccumulator ResourceAccumulatorApplyGradient ResourceAccumulatorNumAccumulated
        ResourceAccumulatorSetGlobalStep ResourceAccumulatorTakeGradient ResourceConditionalAccumulator
        SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient SparseConditionalAccumulator
    """,
    "training.clustering_ops": """
        KMC2ChainInitialization KmeansPlusPlusInitialization NearestNeighbors
    """,
    "training.sparse_training_ops": """
        ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad ResourceSparseApplyAdagradDA ResourceSparseApplyAdagradV2
        ResourceSparseApplyCenteredRMSProp ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2
        ResourceSparseApplyKerasMomentum ResourceSparseApplyMomentum ResourceSparseApplyProximalAdagrad
        ResourceSparseApplyProximalGradientDescent ResourceSparseApplyRMSProp SparseApplyAdadelta SparseApplyAdagrad
        SparseApplyAdagradDA SparseApplyAdagradV2 SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2
        SparseApplyMomentum SparseApplyProximalAdagrad SparseApplyProximalGradientDescent SparseApplyRMSProp
    """,
    "training.training_ops": """
        ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign ApplyCenteredRMSProp
        ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign ApplyProximalAdagrad
        ApplyProximalGradientDescent ApplyRMSProp ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad
        ResourceApplyAdagradDA ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyAdamWithAmsgrad
        ResourceApplyAddSign ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2
        ResourceApplyGradientDescent ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyPowerSign
        ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent ResourceApplyRMSProp
    """,
    "xla": """
        AssignVariableXlaConcatND MlirPassthroughOp ReadVariableXlaSplitND XlaAllReduce XlaBroadcastHelper XlaCallModule
        XlaClusterOutput XlaConcatND XlaConv XlaConvV2 XlaCustomCall XlaCustomCallV2 XlaDequantize XlaDot XlaDotV2
        XlaDynamicSlice XlaDynamicUpdateSlice XlaEinsum XlaGather XlaHostCompute XlaIf XlaKeyValueSort XlaLaunch
        XlaLaunchV2 XlaOptimizationBarrier XlaPad XlaRecv XlaRecvFromHost XlaRecvTPUEmbeddingActivations
        XlaRecvTPUEmbeddingActivationsV2 XlaRecvTPUEmbeddingDeduplicationData XlaRecvTPUEmbeddingDeduplicationDataV2
        XlaReduce XlaReducePrecision XlaReduceScatter XlaReduceWindow XlaRemoveDynamicDimensionSize XlaReplicaId
        XlaRngBitGenerator XlaScatter XlaSelectAndScatter XlaSelfAdjointEig XlaSend XlaSendTPUEmbeddingGradients
        XlaSendTPUEmbeddingGradientsV2 XlaSendToHost XlaSetBound XlaSetDynamicDimensionSize XlaSharding XlaSort
        XlaSparseActivationsUnstack XlaSparseCoreAdagrad XlaSparseCoreAdagradMomentum XlaSparseCoreAdam
        XlaSparseCoreFtrl XlaSparseCoreSgd XlaSparseDenseMatmul
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput
        XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput
        XlaSparseDenseMatmulGradWithAdagradAndCsrInput XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize
        XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput
        XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize XlaSparseDenseMatmulGradWithAdamAndCsrInput
        XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize XlaSparseDenseMatmulGradWithCsrInput
        XlaSparseDenseMatmulGradWithFtrlAndCsrInput XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize
        XlaSparseDenseMatmulGradWithSgdAndCsrInput XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize
        XlaSparseDenseMatmulWithCsrInput XlaSparseDenseMatmulWithStaticBufferSize XlaSparseGradientsStack XlaSplitND
        XlaSpmdFullToShardShape XlaSpmdShardToFullShape XlaSvd XlaVariadicReduce XlaVariadicReduceV2 XlaVariadicSort
        XlaWhile _XlaAotOnlyVarHandleOp _XlaCompile _XlaCompileMlirPlaceholderProgramKey _XlaHostComputeMlir _XlaMerge
        _XlaRecvAtHost _XlaRecvAtHostV2 _XlaRun _XlaSendFromHost _XlaSendFromHostV2
    """,
}
