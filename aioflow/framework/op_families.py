# Generated from aioflow/ops/definitions by `python -m aioflow.tools.gen_ops`. Do not edit.
"""The family of each op that is declared: family -> names of its ops, with blanks between them."""
from __future__ import annotations

OPS_OF_FAMILY = {
    "array": """
        ApproxTopK Bitcast BroadcastArgs BroadcastGradientArgs BroadcastTo Cast CheckNumerics CheckNumericsV2 Concat
        ConcatOffset ConcatV2 ConjugateTranspose Const DebugGradientIdentity DeepCopy DynamicPartition DynamicStitch
        Empty EnsureShape ExpandDims Fill Fingerprint Gather GatherNd GatherV2 GuaranteeConst HostConst Identity
        IdentityN ImmutableConst InTopK InTopKV2 InplaceAdd InplaceSub InplaceUpdate InvertPermutation KthOrderStatistic
        LinSpace ListDiff LowerBound MakeUnique MirrorPad MirrorPadGrad NthElement OneHot OnesLike Pack Pad PadV2
        ParallelConcat ParallelDynamicStitch Placeholder PlaceholderV2 PlaceholderWithDefault PreventGradient Range Rank
        Reshape Reverse ReverseSequence ReverseV2 Roll ScatterNd ScatterNdNonAliasingAdd Shape ShapeN Size Slice
        Snapshot Split SplitV Squeeze StopGradient StridedSlice StridedSliceGrad TensorScatterAdd TensorScatterMax
        TensorScatterMin TensorScatterSub TensorScatterUpdate TensorStridedSliceUpdate Tile TileGrad TopK TopKUnique
        TopKV2 TopKWithUnique Transpose Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 Unpack UnravelIndex
        UpperBound Where ZerosLike _EagerConst _HostCast
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
    "checkpoint": """
        LoadAndRemapMatrix MergeV2Checkpoints Restore RestoreSlice RestoreV2 Save SaveSlices SaveV2
    """,
    "collective": """
        CollectiveAllToAllV2 CollectiveAllToAllV3 CollectiveAssignGroupV2 CollectiveBcastRecv CollectiveBcastRecvV2
        CollectiveBcastSend CollectiveBcastSendV2 CollectiveGather CollectiveGatherV2 CollectiveInitializeCommunicator
        CollectiveReduce CollectiveReduceScatterV2 CollectiveReduceV2 CollectiveReduceV3 NcclAllReduce NcclBroadcast
        NcclReduce _NcclBroadcastRecv _NcclBroadcastSend _NcclReduceRecv _NcclReduceSend _ScopedAllocator
        _ScopedAllocatorConcat _ScopedAllocatorSplit
    """,
    "control_flow": """
        Abort AsyncPyFunc Case ControlTrigger DeviceIndex EagerPyFunc Enter Exit FakeParam For If LoopCond MapDefun
        Merge NextIteration NoOp PartitionedCall PyFunc PyFuncStateless Recv RefEnter RefExit RefMerge RefNextIteration
        RefSwitch RemoteCall Send StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile Switch
        SymbolicGradient SyncDevice ToBool While _Arg _ArrayToList _DeviceArg _DeviceRetval _HostRecv _HostSend _If
        _ListToArray _Recv _Retval _Send _SwitchN _While
    """,
    "data_flow": """
        Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany Batch
        BatchFunction FIFOQueue FIFOQueueV2 FakeQueue MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage
        MapUnstageNoKey OrderedMapClear OrderedMapIncompleteSize OrderedMapPeek OrderedMapSize OrderedMapStage
        OrderedMapUnstage OrderedMapUnstageNoKey PaddingFIFOQueue PaddingFIFOQueueV2 PriorityQueue PriorityQueueV2
        QueueClose QueueCloseV2 QueueDequeue QueueDequeueMany QueueDequeueManyV2 QueueDequeueUpTo QueueDequeueUpToV2
        QueueDequeueV2 QueueEnqueue QueueEnqueueMany QueueEnqueueManyV2 QueueEnqueueV2 QueueIsClosed QueueIsClosedV2
        QueueSize QueueSizeV2 RandomShuffleQueue RandomShuffleQueueV2 Stage StageClear StagePeek StageSize Unbatch
        UnbatchGrad Unstage
    """,
    "dataset": """
        AnonymousIterator AnonymousIteratorV2 AnonymousIteratorV3 AnonymousMemoryCache AnonymousMultiDeviceIterator
        AnonymousMultiDeviceIteratorV3 AnonymousRandomSeedGenerator AnonymousSeedGenerator AssertCardinalityDataset
        AssertNextDataset AssertPrevDataset AutoShardDataset BatchDataset BatchDatasetV2 BytesProducedStatsDataset
        CSVDataset CSVDatasetV2 CacheDataset CacheDatasetV2 CheckPinned ChooseFastestBranchDataset ChooseFastestDataset
        CompressElement ComputeBatchSize ConcatenateDataset DataServiceDataset DataServiceDatasetV2 DataServiceDatasetV3
        DataServiceDatasetV4 DatasetCardinality DatasetFingerprint DatasetFromGraph DatasetToGraph DatasetToGraphV2
        DatasetToSingleElement DatasetToTFRecord DeleteIterator DeleteMemoryCache DeleteMultiDeviceIterator
        DeleteRandomSeedGenerator DeleteSeedGenerator DenseToSparseBatchDataset DeserializeIterator
        DirectedInterleaveDataset DistributedSave DummyIterationCounter DummyMemoryCache DummySeedGenerator
        ExperimentalAssertNextDataset ExperimentalAutoShardDataset ExperimentalBytesProducedStatsDataset
        ExperimentalCSVDataset ExperimentalChooseFastestDataset ExperimentalDatasetCardinality
        ExperimentalDatasetToTFRecord ExperimentalDenseToSparseBatchDataset ExperimentalDirectedInterleaveDataset
        ExperimentalGroupByReducerDataset ExperimentalGroupByWindowDataset ExperimentalIgnoreErrorsDataset
        ExperimentalIteratorGetDevice ExperimentalLMDBDataset ExperimentalLatencyStatsDataset
        ExperimentalMapAndBatchDataset ExperimentalMapDataset ExperimentalMatchingFilesDataset
        ExperimentalMaxIntraOpParallelismDataset ExperimentalNonSerializableDataset
        ExperimentalParallelInterleaveDataset ExperimentalParseExampleDataset ExperimentalPrivateThreadPoolDataset
        ExperimentalRandomDataset ExperimentalRebatchDataset ExperimentalScanDataset
        ExperimentalSetStatsAggregatorDataset ExperimentalSleepDataset ExperimentalSlidingWindowDataset
        ExperimentalSqlDataset ExperimentalStatsAggregatorHandle ExperimentalStatsAggregatorSummary
        ExperimentalTakeWhileDataset ExperimentalThreadPoolDataset ExperimentalThreadPoolHandle
        ExperimentalUnbatchDataset ExperimentalUniqueDataset FilterByLastComponentDataset FilterDataset FinalizeDataset
        FixedLengthRecordDataset FixedLengthRecordDatasetV2 FlatMapDataset GeneratorDataset GetElementAtIndex GetOptions
        GlobalShuffleDataset GroupByReducerDataset GroupByWindowDataset IgnoreErrorsDataset IndexFlatMapDataset
        InitializeTableFromDataset InterleaveDataset Iterator IteratorFromStringHandle IteratorFromStringHandleV2
        IteratorGetDevice IteratorGetModelProto IteratorGetNext IteratorGetNextAsOptional IteratorGetNextSync
        IteratorToStringHandle IteratorV2 LMDBDataset LatencyStatsDataset LegacyParallelInterleaveDatasetV2 ListDataset
        ListSnapshotChunksDataset LoadDataset MakeIterator MapAndBatchDataset MapDataset MatchingFilesDataset
        MaxIntraOpParallelismDataset ModelDataset MultiDeviceIterator MultiDeviceIteratorFromStringHandle
        MultiDeviceIteratorGetNextFromShard MultiDeviceIteratorInit MultiDeviceIteratorToStringHandle
        NonSerializableDataset OneShotIterator OptimizeDataset OptimizeDatasetV2 OptionalFromValue OptionalGetValue
        OptionalHasValue OptionalNone OptionsDataset PaddedBatchDataset PaddedBatchDatasetV2 ParallelBatchDataset
        ParallelFilterDataset ParallelInterleaveDataset ParallelInterleaveDatasetV2 ParallelInterleaveDatasetV3
        ParallelInterleaveDatasetV4 ParallelMapDataset ParallelMapDatasetV2 ParseExampleDataset ParseExampleDatasetV2
        PrefetchDataset PrivateThreadPoolDataset RandomDataset RandomDatasetV2 RangeDataset RebatchDataset
        RebatchDatasetV2 ReduceDataset RegisterDataset RegisterDatasetV2 RepeatDataset RewriteDataset SamplingDataset
        SaveDataset SaveDatasetV2 ScanDataset SerializeIterator SetStatsAggregatorDataset ShardDataset
        ShuffleAndRepeatDataset ShuffleAndRepeatDatasetV2 ShuffleDataset ShuffleDatasetV2 ShuffleDatasetV3 SkipDataset
        SleepDataset SlidingWindowDataset SnapshotChunkDataset SnapshotDataset SnapshotDatasetReader SnapshotDatasetV2
        SnapshotNestedDatasetReader SparseTensorSliceDataset SqlDataset StatsAggregatorHandle StatsAggregatorHandleV2
        StatsAggregatorSetSummaryWriter StatsAggregatorSummary TFRecordDataset TFRecordDatasetV2 TakeDataset
        TakeWhileDataset TensorDataset TensorSliceDataset TextLineDataset ThreadPoolDataset ThreadPoolHandle
        UnbatchDataset UncompressElement UniqueDataset UnwrapDatasetVariant WeightedFlatMapDataset WindowDataset
        WindowOp WrapDatasetVariant ZipDataset
    """,
    "dtensor": """
        CopyToMesh CopyToMeshGrad DTensorAllGather DTensorAllReduce DTensorAllScatter DTensorAllToAll
        DTensorReduceScatter DTensorRestoreV2 DTensorSetGlobalTPUArray Relayout RelayoutLike
    """,
    "image": """
        AdjustContrast AdjustContrastv2 AdjustHue AdjustSaturation CombinedNonMaxSuppression CropAndResize
        CropAndResizeGradBoxes CropAndResizeGradImage DecodeAndCropJpeg DecodeBmp DecodeGif DecodeImage DecodeJpeg
        DecodeJxl DecodePng DecodeWebP DrawBoundingBoxes DrawBoundingBoxesV2 EncodeJpeg EncodeJpegVariableQuality
        EncodePng ExtractGlimpse ExtractGlimpseV2 ExtractJpegShape GenerateBoundingBoxProposals HSVToRGB
        ImageProjectiveTransformV2 ImageProjectiveTransformV3 NonMaxSuppression NonMaxSuppressionV2 NonMaxSuppressionV3
        NonMaxSuppressionV4 NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps RGBToHSV RandomCrop ResizeArea
        ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor
        ResizeNearestNeighborGrad SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 ScaleAndTranslate
        ScaleAndTranslateGrad StatelessSampleDistortedBoundingBox
    """,
    "io": """
        FileSystemSetConfiguration FixedLengthRecordReader FixedLengthRecordReaderV2 GenerateVocabRemapping
        IdentityReader IdentityReaderV2 LMDBReader MatchingFiles ReadFile ReaderNumRecordsProduced
        ReaderNumRecordsProducedV2 ReaderNumWorkUnitsCompleted ReaderNumWorkUnitsCompletedV2 ReaderRead ReaderReadUpTo
        ReaderReadUpToV2 ReaderReadV2 ReaderReset ReaderResetV2 ReaderRestoreState ReaderRestoreStateV2
        ReaderSerializeState ReaderSerializeStateV2 RecordInput ShardedFilename ShardedFilespec TFRecordReader
        TFRecordReaderV2 TextLineReader TextLineReaderV2 WholeFileReader WholeFileReaderV2 WriteFile
    """,
    "linalg": """
        BandedTriangularSolve BatchCholesky BatchCholeskyGrad BatchMatMul BatchMatMulV2 BatchMatMulV3
        BatchMatrixBandPart BatchMatrixDeterminant BatchMatrixDiag BatchMatrixDiagPart BatchMatrixInverse
        BatchMatrixSetDiag BatchMatrixSolve BatchMatrixSolveLs BatchMatrixTriangularSolve BatchSelfAdjointEig
        BatchSelfAdjointEigV2 BatchSvd Cholesky CholeskyGrad Cross Diag DiagPart Eig Einsum LogMatrixDeterminant Lu
        MatMul MatrixBandPart MatrixDeterminant MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2
        MatrixDiagV3 MatrixExponential MatrixInverse MatrixLogarithm MatrixSetDiag MatrixSetDiagV2 MatrixSetDiagV3
        MatrixSolve MatrixSolveLs MatrixSquareRoot MatrixTriangularSolve Qr SelfAdjointEig SelfAdjointEigV2 SparseMatMul
        Svd TridiagonalMatMul TridiagonalSolve
    """,
    "lookup": """
        AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable AnonymousMutableHashTableOfTensors
        HashTable HashTableV2 InitializeTable InitializeTableFromTextFile InitializeTableFromTextFileV2
        InitializeTableV2 LookupTableExport LookupTableExportV2 LookupTableFind LookupTableFindV2 LookupTableImport
        LookupTableImportV2 LookupTableInsert LookupTableInsertV2 LookupTableRemoveV2 LookupTableSize LookupTableSizeV2
        MutableDenseHashTable MutableDenseHashTableV2 MutableHashTable MutableHashTableOfTensors
        MutableHashTableOfTensorsV2 MutableHashTableV2
    """,
    "math": """
        Abs AccumulateNV2 Acos Acosh Add AddN AddV2 All Angle Any ApproximateEqual ArgMax ArgMin Asin Asinh Atan Atan2
        Atanh BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0
        BesselY1 Betainc Bincount BitwiseAnd BitwiseOr BitwiseXor Bucketize Ceil ClipByValue Complex ComplexAbs Conj Cos
        Cosh Cumprod Cumsum CumulativeLogsumexp Dawsn DenseBincount DenseCountSparseOutput Digamma Div DivNoNan Equal
        Erf Erfc Erfinv EuclideanNorm Exp Expint Expm1 Floor FloorDiv FloorMod FresnelCos FresnelSin Greater
        GreaterEqual HistogramFixedWidth Igamma IgammaGradA Igammac Imag Inv InvGrad Invert IsFinite IsInf IsNan
        LeftShift Less LessEqual Lgamma Log Log1p LogicalAnd LogicalNot LogicalOr Max Maximum Mean Min Minimum Mod Mul
        MulNoNan Ndtri Neg NextAfter NotEqual Polygamma PopulationCount Pow Prod RaggedBincount RaggedCountSparseOutput
        RandomGammaGrad Real RealDiv Reciprocal ReciprocalGrad RightShift Rint Round Rsqrt RsqrtGrad SegmentMax
        SegmentMaxV2 SegmentMean SegmentMin SegmentMinV2 SegmentProd SegmentProdV2 SegmentSum SegmentSumV2 Select
        SelectV2 Sigmoid SigmoidGrad Sign Sin Sinh SparseBincount SparseCountSparseOutput SparseSegmentMean
        SparseSegmentMeanGrad SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments SparseSegmentSqrtN
        SparseSegmentSqrtNGrad SparseSegmentSqrtNGradV2 SparseSegmentSqrtNWithNumSegments SparseSegmentSum
        SparseSegmentSumGrad SparseSegmentSumGradV2 SparseSegmentSumWithNumSegments Spence Sqrt SqrtGrad Square
        SquaredDifference Sub Sum Tan Tanh TanhGrad TruncateDiv TruncateMod UnsortedSegmentMax UnsortedSegmentMin
        UnsortedSegmentProd UnsortedSegmentSum Xdivy Xlog1py Xlogy Zeta
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
        AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad BatchNormWithGlobalNormalization
        BatchNormWithGlobalNormalizationGrad BatchToSpace BatchToSpaceND BiasAdd BiasAddGrad BiasAddV1 BlockLSTM
        BlockLSTMGrad BlockLSTMGradV2 BlockLSTMV2 CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss CTCLossV2 Conv Conv2D
        Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2 CudnnRNN CudnnRNNBackprop
        CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNCanonicalToParams CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize
        CudnnRNNParamsToCanonical CudnnRNNParamsToCanonicalV2 CudnnRNNV2 CudnnRNNV3 DataFormatDimMap
        DataFormatVecPermute DepthToSpace DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter
        DepthwiseConv2dNativeBackpropInput Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput Elu EluGrad
        ExtractImagePatches ExtractVolumePatches FractionalAvgPool FractionalAvgPoolGrad FractionalMaxPool
        FractionalMaxPoolGrad FusedBatchNorm FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3
        FusedBatchNormV2 FusedBatchNormV3 FusedPadConv2D FusedResizeAndPadConv2D GRUBlockCell GRUBlockCellGrad
        IsotonicRegression L2Loss LRN LRNGrad LSTMBlockCell LSTMBlockCellGrad LeakyRelu LeakyReluGrad LogSoftmax MaxPool
        MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradV2
        MaxPoolGradGradWithArgmax MaxPoolGradV2 MaxPoolGradWithArgmax MaxPoolV2 MaxPoolWithArgmax Relu Relu6 Relu6Grad
        ReluGrad Selu SeluGrad Softmax SoftmaxCrossEntropyWithLogits Softplus SoftplusGrad Softsign SoftsignGrad
        SpaceToBatch SpaceToBatchND SpaceToDepth SparseSoftmaxCrossEntropyWithLogits _FusedBatchNormEx
        _FusedBatchNormGradEx _FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative _FusedMatMul
    """,
    "parsing": """
        DecodeCSV DecodeCompressed DecodeJSONExample DecodePaddedRaw DecodeProtoV2 DecodeRaw EncodeProto ParseExample
        ParseExampleV2 ParseSequenceExample ParseSequenceExampleV2 ParseSingleExample ParseSingleSequenceExample
        ParseTensor SerializeTensor
    """,
    "quantization": """
        CalibrationStatisticsSaver CustomAggregator Dequantize FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient
        FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel
        FakeQuantWithMinMaxVarsPerChannelGradient QuantizeAndDequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3
        QuantizeAndDequantizeV4 QuantizeAndDequantizeV4Grad QuantizeDownAndShrinkRange QuantizeV2 QuantizedAdd
        QuantizedAvgPool QuantizedBatchNormWithGlobalNormalization QuantizedBiasAdd QuantizedConcat QuantizedConcatV2
        QuantizedConv2D QuantizedConv2DAndRelu QuantizedConv2DAndReluAndRequantize QuantizedConv2DAndRequantize
        QuantizedConv2DPerChannel QuantizedConv2DWithBias QuantizedConv2DWithBiasAndRelu
        QuantizedConv2DWithBiasAndReluAndRequantize QuantizedConv2DWithBiasAndRequantize
        QuantizedConv2DWithBiasSignedSumAndReluAndRequantize QuantizedConv2DWithBiasSumAndRelu
        QuantizedConv2DWithBiasSumAndReluAndRequantize QuantizedDepthwiseConv2D QuantizedDepthwiseConv2DWithBias
        QuantizedDepthwiseConv2DWithBiasAndRelu QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize
        QuantizedInstanceNorm QuantizedMatMul QuantizedMatMulWithBias QuantizedMatMulWithBiasAndDequantize
        QuantizedMatMulWithBiasAndRelu QuantizedMatMulWithBiasAndReluAndRequantize QuantizedMatMulWithBiasAndRequantize
        QuantizedMaxPool QuantizedMul QuantizedRelu QuantizedRelu6 QuantizedReluX QuantizedReshape
        QuantizedResizeBilinear RequantizationRange RequantizationRangePerChannel Requantize RequantizePerChannel
        UniformDequantize UniformQuantize UniformQuantizedAdd UniformQuantizedClipByValue UniformQuantizedConvolution
        UniformQuantizedConvolutionHybrid UniformQuantizedDot UniformQuantizedDotHybrid UniformRequantize
        _FusedQuantizedConv2D _FusedQuantizedDepthwiseConv2D _QuantizedMatMul _QuantizedMaxPool3D
    """,
    "ragged": """
        RaggedGather RaggedRange RaggedTensorFromVariant RaggedTensorToSparse RaggedTensorToTensor RaggedTensorToVariant
        RaggedTensorToVariantGradient
    """,
    "random": """
        AllCandidateSampler ComputeAccidentalHits FixedUnigramCandidateSampler IsTensorFloat32Enabled
        LearnedUnigramCandidateSampler LogUniformCandidateSampler Multinomial NonDeterministicInts
        ParameterizedTruncatedNormal RandomGamma RandomIndexShuffle RandomPoisson RandomPoissonV2 RandomShuffle
        RandomStandardNormal RandomUniform RandomUniformInt RngReadAndSkip RngSkip SobolSample StatefulRandomBinomial
        StatefulStandardNormal StatefulStandardNormalV2 StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt
        StatefulUniformInt StatelessMultinomial StatelessParameterizedTruncatedNormal StatelessRandomBinomial
        StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomGetAlg StatelessRandomGetKeyCounter
        StatelessRandomGetKeyCounterAlg StatelessRandomNormal StatelessRandomNormalV2 StatelessRandomPoisson
        StatelessRandomUniform StatelessRandomUniformFullInt StatelessRandomUniformFullIntV2 StatelessRandomUniformInt
        StatelessRandomUniformIntV2 StatelessRandomUniformV2 StatelessShuffle StatelessTruncatedNormal
        StatelessTruncatedNormalV2 StochasticCastToInt ThreadUnsafeUnigramCandidateSampler TruncatedNormal
        UniformCandidateSampler
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
    "sequence": """
        CompositeTensorVariantFromComponents CompositeTensorVariantToComponents EmptyTensorList EmptyTensorMap Stack
        StackClose StackCloseV2 StackPop StackPopV2 StackPush StackPushV2 StackV2 TensorArray TensorArrayClose
        TensorArrayCloseV2 TensorArrayCloseV3 TensorArrayConcat TensorArrayConcatV2 TensorArrayConcatV3
        TensorArrayGather TensorArrayGatherV2 TensorArrayGatherV3 TensorArrayGrad TensorArrayGradV2 TensorArrayGradV3
        TensorArrayGradWithShape TensorArrayPack TensorArrayRead TensorArrayReadV2 TensorArrayReadV3 TensorArrayScatter
        TensorArrayScatterV2 TensorArrayScatterV3 TensorArraySize TensorArraySizeV2 TensorArraySizeV3 TensorArraySplit
        TensorArraySplitV2 TensorArraySplitV3 TensorArrayUnpack TensorArrayV2 TensorArrayV3 TensorArrayWrite
        TensorArrayWriteV2 TensorArrayWriteV3 TensorListConcat TensorListConcatLists TensorListConcatV2
        TensorListElementShape TensorListFromTensor TensorListGather TensorListGetItem TensorListLength
        TensorListPopBack TensorListPushBack TensorListPushBackBatch TensorListReserve TensorListResize
        TensorListScatter TensorListScatterIntoExistingList TensorListScatterV2 TensorListSetItem TensorListSplit
        TensorListStack TensorMapErase TensorMapHasKey TensorMapInsert TensorMapLookup TensorMapSize TensorMapStackKeys
    """,
    "signal": """
        AudioMicrofrontend AudioSpectrogram AudioSummary AudioSummaryV2 BatchFFT BatchFFT2D BatchFFT3D BatchIFFT
        BatchIFFT2D BatchIFFT3D DecodeWav EncodeWav FFT FFT2D FFT3D FFTND IFFT IFFT2D IFFT3D IFFTND IRFFT IRFFT2D
        IRFFT3D IRFFTND Mfcc RFFT RFFT2D RFFT3D RFFTND
    """,
    "sparse": """
        AddManySparseToTensorsMap AddSparseToTensorsMap CSRSparseMatrixComponents CSRSparseMatrixToDense
        CSRSparseMatrixToSparseTensor DenseToCSRSparseMatrix DenseToDenseSetOperation DenseToSparseSetOperation
        DeserializeManySparse DeserializeSparse RaggedCross RaggedFillEmptyRows RaggedFillEmptyRowsGrad
        SerializeManySparse SerializeSparse SetSize SparseAdd SparseAddGrad SparseConcat SparseCross SparseCrossHashed
        SparseCrossV2 SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseFillEmptyRows
        SparseFillEmptyRowsGrad SparseMatrixAdd SparseMatrixMatMul SparseMatrixMul SparseMatrixNNZ
        SparseMatrixOrderingAMD SparseMatrixSoftmax SparseMatrixSoftmaxGrad SparseMatrixSparseCholesky
        SparseMatrixSparseMatMul SparseMatrixTranspose SparseMatrixZeros SparseReduceMax SparseReduceMaxSparse
        SparseReduceSum SparseReduceSumSparse SparseReorder SparseReshape SparseSlice SparseSliceGrad SparseSoftmax
        SparseSparseMaximum SparseSparseMinimum SparseSplit SparseTensorDenseAdd SparseTensorDenseMatMul
        SparseTensorToCSRSparseMatrix SparseToDense SparseToSparseSetOperation TakeManySparseFromTensorsMap
    """,
    "state": """
        Assign AssignAdd AssignAddVariableOp AssignSub AssignSubVariableOp AssignVariableOp ConsumeMutexLock CountUpTo
        DebugGradientRefIdentity DeleteSessionTensor DestroyResourceOp DestroyTemporaryVariable DisableCopyOnRead
        GetSessionHandle GetSessionHandleV2 GetSessionTensor IsResourceHandleRefCounting IsVariableInitialized
        MakeWeakResourceHandle MutexLock MutexV2 ReadVariableOp RefIdentity RefSelect ResourceCountUpTo ResourceGather
        ResourceGatherNd ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin ResourceScatterMul
        ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin ResourceScatterNdSub ResourceScatterNdUpdate
        ResourceScatterSub ResourceScatterUpdate ResourceStridedSliceAssign ScatterAdd ScatterDiv ScatterMax ScatterMin
        ScatterMul ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdSub ScatterNdUpdate ScatterSub ScatterUpdate
        StridedSliceAssign TemporaryVariable VarHandleOp VarIsInitializedOp Variable VariableShape VariableV2
        _ParallelConcatStart _ParallelConcatUpdate _ReadVariablesOp _TensorToHashBucketFast _UnaryOpsComposition
        _VarHandlesOp
    """,
    "string": """
        AsString DecodeBase64 EditDistance EncodeBase64 ReduceJoin RegexFullMatch RegexReplace StaticRegexFullMatch
        StaticRegexReplace StringFormat StringJoin StringLength StringLower StringNGrams StringSplit StringSplitV2
        StringStrip StringToHashBucket StringToHashBucketFast StringToHashBucketStrong StringToNumber StringUpper Substr
        UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeScript UnicodeTranscode UnsortedSegmentJoin
    """,
    "summary": """
        Assert CloseSummaryWriter Copy CopyHost CreateSummaryDbWriter CreateSummaryFileWriter DebugIdentity
        DebugIdentityV2 DebugIdentityV3 DebugNanCount DebugNumericSummary DebugNumericSummaryV2 DumpTensor
        FlushSummaryWriter HistogramSummary ImageSummary ImportEvent MergeSummary Print PrintV2 ScalarSummary
        SummaryWriter TensorSummary TensorSummaryV2 Timestamp WriteAudioSummary WriteGraphSummary WriteHistogramSummary
        WriteImageSummary WriteRawProtoSummary WriteScalarSummary WriteSummary
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
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient ApplyAdaMax
        ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign ApplyCenteredRMSProp ApplyFtrl
        ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign ApplyProximalAdagrad ApplyProximalGradientDescent
        ApplyRMSProp ConditionalAccumulator KMC2ChainInitialization KmeansPlusPlusInitialization NearestNeighbors
        NegTrain ResourceAccumulatorApplyGradient ResourceAccumulatorNumAccumulated ResourceAccumulatorSetGlobalStep
        ResourceAccumulatorTakeGradient ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad
        ResourceApplyAdagradDA ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyAdamWithAmsgrad
        ResourceApplyAddSign ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2
        ResourceApplyGradientDescent ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyPowerSign
        ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent ResourceApplyRMSProp
        ResourceConditionalAccumulator ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad
        ResourceSparseApplyAdagradDA ResourceSparseApplyAdagradV2 ResourceSparseApplyCenteredRMSProp
        ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2 ResourceSparseApplyKerasMomentum ResourceSparseApplyMomentum
        ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent ResourceSparseApplyRMSProp
        SdcaFprint SdcaOptimizer SdcaOptimizerV2 SdcaShrinkL1 Skipgram SparseAccumulatorApplyGradient
        SparseAccumulatorTakeGradient SparseApplyAdadelta SparseApplyAdagrad SparseApplyAdagradDA SparseApplyAdagradV2
        SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2 SparseApplyMomentum SparseApplyProximalAdagrad
        SparseApplyProximalGradientDescent SparseApplyRMSProp SparseConditionalAccumulator
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
