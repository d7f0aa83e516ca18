"""Declarations of the ops of datasets and iterators, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AnonymousIterator() -> (handle: resource); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
AnonymousIteratorV2() -> (handle: resource, deleter: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
AnonymousIteratorV3() -> (handle: resource); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
AnonymousMemoryCache() -> (handle: resource, deleter: variant); stateful
AnonymousMultiDeviceIterator() -> (handle: resource, deleter: variant); devices: list(string) >= 1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
AnonymousMultiDeviceIteratorV3() -> (handle: resource); devices: list(string) >= 1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
AnonymousRandomSeedGenerator(seed: int64, seed2: int64) -> (handle: resource, deleter: variant); stateful
AnonymousSeedGenerator(seed: int64, seed2: int64, reshuffle: bool) -> (handle: resource, deleter: variant); stateful
AssertCardinalityDataset(input_dataset: variant, cardinality: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
AssertNextDataset(input_dataset: variant, transformations: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
AssertPrevDataset(input_dataset: variant, transformations: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
AutoShardDataset(input_dataset: variant, num_workers: int64, index: int64) -> (handle: variant); auto_shard_policy: int = 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; num_replicas: int = 0
BatchDataset(input_dataset: variant, batch_size: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
BatchDatasetV2(input_dataset: variant, batch_size: int64, drop_remainder: bool) -> (handle: variant); parallel_copy: bool = false; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
BytesProducedStatsDataset(input_dataset: variant, tag: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
CacheDataset(input_dataset: variant, filename: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
CacheDatasetV2(input_dataset: variant, filename: string, cache: resource) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
CheckPinned(tensor: T) -> (output: T); T: type
ChooseFastestBranchDataset(input_dataset: variant, ratio_numerator: int64, ratio_denominator: int64, other_arguments: Targuments) -> (handle: variant); Targuments: list(type) >= 0; num_elements_per_branch: int >= 1; branches: list(func) >= 1; other_arguments_lengths: list(int) >= 1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ChooseFastestDataset(input_datasets: N * variant) -> (handle: variant); N: int >= 2; num_experiments: int; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
CompressElement(components: input_types) -> (compressed: variant); input_types: list(type) >= 1
ComputeBatchSize(input_dataset: variant) -> (batch_size: int64)
ConcatenateDataset(input_dataset: variant, another_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
CSVDataset(filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types) -> (handle: variant); output_types: list({float, double, int32, int64, string}) >= 1; output_shapes: list(shape) >= 1; stateful
CSVDatasetV2(filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types, exclude_cols: int64) -> (handle: variant); output_types: list({float, double, int32, int64, string}) >= 1; output_shapes: list(shape) >= 1; stateful
DataServiceDataset(dataset_id: int64, processing_mode: string, address: string, protocol: string, job_name: string, max_outstanding_requests: int64, iteration_counter: resource) -> (handle: variant); task_refresh_interval_hint_ms: int = -1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; data_transfer_protocol: string = ""; target_workers: string = "AUTO"; cross_trainer_cache_options: string = ""; stateful
DataServiceDatasetV2(dataset_id: int64, processing_mode: string, address: string, protocol: string, job_name: string, consumer_index: int64, num_consumers: int64, max_outstanding_requests: int64, iteration_counter: resource) -> (handle: variant); task_refresh_interval_hint_ms: int = -1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; data_transfer_protocol: string = ""; target_workers: string = "AUTO"; cross_trainer_cache_options: string = ""; stateful
DataServiceDatasetV3(dataset_id: int64, processing_mode: string, address: string, protocol: string, job_name: string, consumer_index: int64, num_consumers: int64, max_outstanding_requests: int64, iteration_counter: resource) -> (handle: variant); task_refresh_interval_hint_ms: int = -1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; data_transfer_protocol: string = ""; target_workers: string = "AUTO"; uncompress: bool = false; uncompress_fn: func; cross_trainer_cache_options: string = ""; stateful
DataServiceDatasetV4(dataset_id: string, processing_mode: string, address: string, protocol: string, job_name: string, consumer_index: int64, num_consumers: int64, max_outstanding_requests: int64, iteration_counter: resource) -> (handle: variant); task_refresh_interval_hint_ms: int = -1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; data_transfer_protocol: string = ""; target_workers: string = "AUTO"; uncompress: bool = false; uncompress_fn: func; cross_trainer_cache_options: string = ""; stateful
DatasetCardinality(input_dataset: variant) -> (cardinality: int64); cardinality_options: string = ""
DatasetFingerprint(input_dataset: variant) -> (fingerprint: uint64)
DatasetFromGraph(graph_def: string) -> (handle: variant)
DatasetToGraph(input_dataset: variant) -> (graph: string); stateful_whitelist: list(string) >= 0 = []; allow_stateful: bool = false; strip_device_assignment: bool = false
DatasetToGraphV2(input_dataset: variant) -> (graph: string); external_state_policy: int = 0; strip_device_assignment: bool = false
DatasetToSingleElement(dataset: variant) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
DatasetToTFRecord(input_dataset: variant, filename: string, compression_type: string) -> (); stateful
DeleteIterator(handle: resource, deleter: variant) -> (); stateful
DeleteMemoryCache(handle: resource, deleter: variant) -> (); stateful
DeleteMultiDeviceIterator(multi_device_iterator: resource, iterators: N * resource, deleter: variant) -> (); N: int >= 0; stateful
DeleteRandomSeedGenerator(handle: resource, deleter: variant) -> (); stateful
DeleteSeedGenerator(handle: resource, deleter: variant) -> (); stateful
DenseToSparseBatchDataset(input_dataset: variant, batch_size: int64, row_shape: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
DeserializeIterator(resource_handle: resource, serialized: variant) -> (); stateful
DirectedInterleaveDataset(selector_input_dataset: variant, data_input_datasets: N * variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; stop_on_empty_dataset: bool = false
DistributedSave(dataset: variant, directory: string, address: string) -> (); metadata: string = ""; stateful
DummyIterationCounter() -> (handle: resource); stateful
DummyMemoryCache() -> (handle: resource); stateful
DummySeedGenerator() -> (handle: resource); stateful
ExperimentalAssertNextDataset(input_dataset: variant, transformations: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalAutoShardDataset(input_dataset: variant, num_workers: int64, index: int64) -> (handle: variant); auto_shard_policy: int = 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalBytesProducedStatsDataset(input_dataset: variant, tag: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalChooseFastestDataset(input_datasets: N * variant) -> (handle: variant); N: int >= 2; num_experiments: int; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalCSVDataset(filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types) -> (handle: variant); output_types: list({float, double, int32, int64, string}) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalDatasetCardinality(input_dataset: variant) -> (cardinality: int64)
ExperimentalDatasetToTFRecord(input_dataset: variant, filename: string, compression_type: string) -> (); stateful
ExperimentalDenseToSparseBatchDataset(input_dataset: variant, batch_size: int64, row_shape: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalDirectedInterleaveDataset(selector_input_dataset: variant, data_input_datasets: N * variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1
ExperimentalGroupByReducerDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments, finalize_func_other_arguments: Tfinalize_func_other_arguments) -> (handle: variant); key_func: func; init_func: func; reduce_func: func; finalize_func: func; Tkey_func_other_arguments: list(type) >= 0; Tinit_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) >= 0; Tfinalize_func_other_arguments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalGroupByWindowDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments, window_size_func_other_arguments: Twindow_size_func_other_arguments) -> (handle: variant); key_func: func; reduce_func: func; window_size_func: func; Tkey_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) >= 0; Twindow_size_func_other_arguments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalIgnoreErrorsDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; log_warning: bool = false
ExperimentalIteratorGetDevice(resource: resource) -> (device: string); stateful
ExperimentalLatencyStatsDataset(input_dataset: variant, tag: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalLMDBDataset(filenames: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalMapAndBatchDataset(input_dataset: variant, other_arguments: Targuments, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = false
ExperimentalMapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = true; preserve_cardinality: bool = false; force_synchronous: bool = false
ExperimentalMatchingFilesDataset(patterns: string) -> (handle: variant); stateful
ExperimentalMaxIntraOpParallelismDataset(input_dataset: variant, max_intra_op_parallelism: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalNonSerializableDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalParallelInterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalParseExampleDataset(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) -> (handle: variant); sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; sparse_types: list({float, int64, string}) >= 0; Tdense: list({float, int64, string}) >= 0; dense_shapes: list(shape) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; sloppy: bool = false
ExperimentalPrivateThreadPoolDataset(input_dataset: variant, num_threads: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalRandomDataset(seed: int64, seed2: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalRebatchDataset(input_dataset: variant, num_replicas: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_fallback: bool = true
ExperimentalScanDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (handle: variant); f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = false
ExperimentalSetStatsAggregatorDataset(input_dataset: variant, stats_aggregator: resource, tag: string, counter_prefix: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalSleepDataset(input_dataset: variant, sleep_microseconds: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalSlidingWindowDataset(input_dataset: variant, window_size: int64, window_shift: int64, window_stride: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalSqlDataset(driver_name: string, data_source_name: string, query: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalStatsAggregatorHandle() -> (handle: resource); container: string = ""; shared_name: string = ""; stateful
ExperimentalStatsAggregatorSummary(iterator: resource) -> (summary: string); stateful
ExperimentalTakeWhileDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalThreadPoolDataset(input_dataset: variant, thread_pool: resource) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ExperimentalThreadPoolHandle() -> (handle: resource); num_threads: int; max_intra_op_parallelism: int = 1; display_name: string; container: string = ""; shared_name: string = ""; stateful
ExperimentalUnbatchDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ExperimentalUniqueDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
FilterByLastComponentDataset(input_dataset: variant) -> (output: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
FilterDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
FinalizeDataset(input_dataset: variant) -> (handle: variant); has_captured_ref: bool = false; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
FixedLengthRecordDataset(filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, buffer_size: int64) -> (handle: variant); metadata: string = ""; stateful
FixedLengthRecordDatasetV2(filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, buffer_size: int64, compression_type: string) -> (handle: variant); metadata: string = ""; stateful
FlatMapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
GeneratorDataset(init_func_other_args: Tinit_func_args, next_func_other_args: Tnext_func_args, finalize_func_other_args: Tfinalize_func_args) -> (handle: variant); init_func: func; next_func: func; finalize_func: func; Tinit_func_args: list(type) >= 0; Tnext_func_args: list(type) >= 0; Tfinalize_func_args: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
GetElementAtIndex(dataset: variant, index: int64) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
GetOptions(input_dataset: variant) -> (serialized_options: string)
GlobalShuffleDataset(input_dataset: variant, seed: int64, seed2: int64, seed_generator: resource) -> (handle: variant); reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
GroupByReducerDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments, finalize_func_other_arguments: Tfinalize_func_other_arguments) -> (handle: variant); key_func: func; init_func: func; reduce_func: func; finalize_func: func; Tkey_func_other_arguments: list(type) >= 0; Tinit_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) >= 0; Tfinalize_func_other_arguments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
GroupByWindowDataset(input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, reduce_func_other_arguments: Treduce_func_other_arguments, window_size_func_other_arguments: Twindow_size_func_other_arguments) -> (handle: variant); key_func: func; reduce_func: func; window_size_func: func; Tkey_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) >= 0; Twindow_size_func_other_arguments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
IgnoreErrorsDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; log_warning: bool = false
IndexFlatMapDataset(input_dataset: variant, map_func_other_args: Tmap_func_args, index_map_func_other_args: Tindex_map_func_args, output_cardinality: int64) -> (handle: variant); map_func: func; index_map_func: func; Tmap_func_args: list(type) >= 0; Tindex_map_func_args: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
InitializeTableFromDataset(table_handle: resource, dataset: variant) -> (); stateful
InterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
Iterator() -> (handle: resource); shared_name: string; container: string; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
IteratorFromStringHandle(string_handle: string) -> (resource_handle: resource); output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []; stateful
IteratorFromStringHandleV2(string_handle: string) -> (resource_handle: resource); output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []; stateful
IteratorGetDevice(resource: resource) -> (device: string); stateful
IteratorGetModelProto(iterator: resource) -> (model_proto: string); stateful
IteratorGetNext(iterator: resource) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
IteratorGetNextAsOptional(iterator: resource) -> (optional: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
IteratorGetNextSync(iterator: resource) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
IteratorToStringHandle(resource_handle: resource) -> (string_handle: string); stateful
IteratorV2() -> (handle: resource); shared_name: string; container: string; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
LatencyStatsDataset(input_dataset: variant, tag: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
LegacyParallelInterleaveDatasetV2(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle: variant); f: func; deterministic: string = "default"; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ListDataset(tensors: Tinput_types) -> (handle: variant); Tinput_types: list(type) >= 1; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
ListSnapshotChunksDataset(snapshot_path: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
LMDBDataset(filenames: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
LoadDataset(path: string, reader_func_other_args: Treader_func_args) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; compression: string = ""; reader_func: func; Treader_func_args: list(type) >= 0; stateful
MakeIterator(dataset: variant, iterator: resource) -> (); stateful
MapAndBatchDataset(input_dataset: variant, other_arguments: Targuments, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = false; metadata: string = ""
MapDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = true; preserve_cardinality: bool = false; force_synchronous: bool = false; metadata: string = ""
MatchingFilesDataset(patterns: string) -> (handle: variant); stateful
MaxIntraOpParallelismDataset(input_dataset: variant, max_intra_op_parallelism: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ModelDataset(input_dataset: variant) -> (handle: variant); algorithm: int = 0; cpu_budget: int = 0; ram_budget: int = 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
MultiDeviceIterator() -> (handle: resource); devices: list(string) >= 1; shared_name: string; container: string; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
MultiDeviceIteratorFromStringHandle(string_handle: string) -> (multi_device_iterator: resource); output_types: list(type) >= 0 = []; output_shapes: list(shape) >= 0 = []; stateful
MultiDeviceIteratorGetNextFromShard(multi_device_iterator: resource, shard_num: int32, incarnation_id: int64) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
MultiDeviceIteratorInit(dataset: variant, multi_device_iterator: resource, max_buffer_size: int64) -> (incarnation_id: int64); stateful
MultiDeviceIteratorToStringHandle(multi_device_iterator: resource) -> (string_handle: string); stateful
NonSerializableDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
OneShotIterator() -> (handle: resource); dataset_factory: func; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; container: string = ""; shared_name: string = ""; stateful
OptimizeDataset(input_dataset: variant, optimizations: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; optimization_configs: list(string) = []
OptimizeDatasetV2(input_dataset: variant, optimizations_enabled: string, optimizations_disabled: string, optimizations_default: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; optimization_configs: list(string) = []
OptionalFromValue(components: Toutput_types) -> (optional: variant); Toutput_types: list(type) >= 1
OptionalGetValue(optional: variant) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
OptionalHasValue(optional: variant) -> (has_value: bool)
OptionalNone() -> (optional: variant)
OptionsDataset(input_dataset: variant) -> (handle: variant); serialized_options: string; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
PaddedBatchDataset(input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values: Toutput_types) -> (handle: variant); Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; metadata: string = ""
PaddedBatchDatasetV2(input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values: Toutput_types, drop_remainder: bool) -> (handle: variant); parallel_copy: bool = false; Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; metadata: string = ""
ParallelBatchDataset(input_dataset: variant, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool) -> (handle: variant); parallel_copy: bool = false; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; deterministic: string = "default"; metadata: string = ""
ParallelFilterDataset(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64) -> (handle: variant); predicate: func; deterministic: string = "default"; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ParallelInterleaveDataset(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ParallelInterleaveDatasetV2(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, num_parallel_calls: int64) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; sloppy: bool = false; metadata: string = ""
ParallelInterleaveDatasetV3(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, num_parallel_calls: int64) -> (handle: variant); f: func; deterministic: string = "default"; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ParallelInterleaveDatasetV4(input_dataset: variant, other_arguments: Targuments, cycle_length: int64, block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64, num_parallel_calls: int64) -> (handle: variant); f: func; deterministic: string = "default"; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ParallelMapDataset(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int32) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = true; sloppy: bool = false; preserve_cardinality: bool = false; metadata: string = ""
ParallelMapDatasetV2(input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64) -> (handle: variant); f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = true; deterministic: string = "default"; preserve_cardinality: bool = false; use_unbounded_threadpool: bool = false; metadata: string = ""
ParseExampleDataset(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) -> (handle: variant); sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; sparse_types: list({float, int64, string}) >= 0; Tdense: list({float, int64, string}) >= 0; dense_shapes: list(shape) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; sloppy: bool = false; ragged_keys: list(string) >= 0 = []; ragged_value_types: list({float, int64, string}) >= 0 = []; ragged_split_types: list({int32, int64}) >= 0 = []
ParseExampleDatasetV2(input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense) -> (handle: variant); sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; sparse_types: list({float, int64, string}) >= 0; Tdense: list({float, int64, string}) >= 0; dense_shapes: list(shape) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; deterministic: string = "default"; ragged_keys: list(string) >= 0 = []; ragged_value_types: list({float, int64, string}) >= 0 = []; ragged_split_types: list({int32, int64}) >= 0 = []
PrefetchDataset(input_dataset: variant, buffer_size: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; slack_period: int = 0; legacy_autotune: bool = true; buffer_size_min: int = 0; metadata: string = ""
PrivateThreadPoolDataset(input_dataset: variant, num_threads: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
RandomDataset(seed: int64, seed2: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
RandomDatasetV2(seed: int64, seed2: int64, seed_generator: resource) -> (handle: variant); rerandomize_each_iteration: bool = false; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
RangeDataset(start: int64, stop: int64, step: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; replicate_on_split: bool = false; stateful
RebatchDataset(input_dataset: variant, num_replicas: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_fallback: bool = true
RebatchDatasetV2(input_dataset: variant, batch_sizes: int64, drop_remainder: bool) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
ReduceDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (components: output_types); f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool = true; metadata: string = ""; stateful
RegisterDataset(dataset: variant, address: string, protocol: string) -> (dataset_id: int64); external_state_policy: int; element_spec: string = ""; metadata: string = ""
RegisterDatasetV2(dataset: variant, address: string, protocol: string) -> (dataset_id: string); external_state_policy: int; element_spec: string = ""; requested_dataset_id: string = ""; metadata: string = ""
RepeatDataset(input_dataset: variant, count: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
RewriteDataset(input_dataset: variant, rewrite_name: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
SamplingDataset(input_dataset: variant, rate: float, seed: int64, seed2: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
SaveDataset(input_dataset: variant, path: string, shard_func_other_args: Tshard_func_args) -> (); compression: string = ""; shard_func: func; use_shard_func: bool = true; Tshard_func_args: list(type) >= 0; stateful
SaveDatasetV2(input_dataset: variant, path: string, shard_func_other_args: Tshard_func_args) -> (handle: variant); compression: string = ""; shard_func: func; use_shard_func: bool = true; Tshard_func_args: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ScanDataset(input_dataset: variant, initial_state: Tstate, other_arguments: Targuments) -> (handle: variant); f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = false; use_default_device: bool = true; metadata: string = ""
SerializeIterator(resource_handle: resource) -> (serialized: variant); external_state_policy: int = 0; stateful
SetStatsAggregatorDataset(input_dataset: variant, stats_aggregator: resource, tag: string, counter_prefix: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ShardDataset(input_dataset: variant, num_shards: int64, index: int64) -> (handle: variant); require_non_empty: bool = false; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ShuffleAndRepeatDataset(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; reshuffle_each_iteration: bool = true; metadata: string = ""
ShuffleAndRepeatDatasetV2(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64, seed_generator: resource) -> (handle: variant); reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
ShuffleDataset(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64) -> (handle: variant); reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
ShuffleDatasetV2(input_dataset: variant, buffer_size: int64, seed_generator: resource) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
ShuffleDatasetV3(input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, seed_generator: resource) -> (handle: variant); reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
SkipDataset(input_dataset: variant, count: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
SleepDataset(input_dataset: variant, sleep_microseconds: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
SlidingWindowDataset(input_dataset: variant, window_size: int64, window_shift: int64, window_stride: int64) -> (handle: variant); drop_remainder: bool = true; output_types: list(type) >= 1; output_shapes: list(shape) >= 1
SnapshotChunkDataset(chunk_file: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; compression: string = ""
SnapshotDataset(input_dataset: variant, path: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; compression: string = ""; reader_path_prefix: string = ""; writer_path_prefix: string = ""; shard_size_bytes: int = 10737418240; pending_snapshot_expiry_seconds: int = 86400; num_reader_threads: int = 1; reader_buffer_size: int = 1; num_writer_threads: int = 1; writer_buffer_size: int = 1; shuffle_on_read: bool = false; seed: int = 0; seed2: int = 0; mode: string = "auto"; snapshot_name: string = ""
SnapshotDatasetReader(shard_dir: string, start_index: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; compression: string = ""; version: int
SnapshotDatasetV2(input_dataset: variant, path: string, reader_func_other_args: Treader_func_args, shard_func_other_args: Tshard_func_args) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; compression: string = ""; reader_prefix: string = ""; writer_prefix: string = ""; hash_valid: bool = false; hash: int = 0; reader_func: func; shard_func: func; Treader_func_args: list(type) >= 0; Tshard_func_args: list(type) >= 0; metadata: string = ""
SnapshotNestedDatasetReader(inputs: N * variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1
SparseTensorSliceDataset(indices: int64, values: Tvalues, dense_shape: int64) -> (handle: variant); Tvalues: type; stateful
SqlDataset(driver_name: string, data_source_name: string, query: string) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
StatsAggregatorHandle() -> (handle: resource); container: string = ""; shared_name: string = ""; stateful
StatsAggregatorHandleV2() -> (handle: resource); container: string = ""; shared_name: string = ""; stateful
StatsAggregatorSetSummaryWriter(stats_aggregator: resource, summary: resource) -> (); stateful
StatsAggregatorSummary(iterator: resource) -> (summary: string); stateful
TakeDataset(input_dataset: variant, count: int64) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
TakeWhileDataset(input_dataset: variant, other_arguments: Targuments) -> (handle: variant); predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
TensorDataset(components: Toutput_types) -> (handle: variant); Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""; stateful
TensorSliceDataset(components: Toutput_types) -> (handle: variant); Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; is_files: bool = false; metadata: string = ""; replicate_on_split: bool = false; stateful
TextLineDataset(filenames: string, compression_type: string, buffer_size: int64) -> (handle: variant); metadata: string = ""; stateful
TFRecordDataset(filenames: string, compression_type: string, buffer_size: int64) -> (handle: variant); metadata: string = ""; stateful
TFRecordDatasetV2(filenames: string, compression_type: string, buffer_size: int64, byte_offsets: int64) -> (handle: variant); metadata: string = ""; stateful
ThreadPoolDataset(input_dataset: variant, thread_pool: resource) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; stateful
ThreadPoolHandle() -> (handle: resource); num_threads: int; max_intra_op_parallelism: int = 1; display_name: string; container: string = ""; shared_name: string = ""; stateful
UnbatchDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
UncompressElement(compressed: variant) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
UniqueDataset(input_dataset: variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
UnwrapDatasetVariant(input_handle: variant) -> (output_handle: variant)
WeightedFlatMapDataset(input_datasets: N * variant, weights: M * double) -> (handle: variant); N: int >= 2; M: int >= 2; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
WindowDataset(input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ""
WindowOp(inputs: Tinputs) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; Tinputs: list(type) >= 1
WrapDatasetVariant(input_handle: variant) -> (output_handle: variant)
ZipDataset(input_datasets: N * variant) -> (handle: variant); output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; metadata: string = ""
"""
