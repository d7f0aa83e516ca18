"""Declarations of the ops of TPUs and their embeddings, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
_ConfigureDistributedTPU(inputs: N * int32) -> (output: string); N: int >= 1; enable_whole_mesh_compilations: bool = false; stateful
_DisconnectHostFromDistributedTPUSystem() -> (number_of_tpu_chips: int32); stateful
_InitializeHostForDistributedTPU(input: string) -> (tpu_ids: int32); enable_whole_mesh_compilations: bool = false; tpu_cancellation_closes_chips: int = 0; stateful
_SetGlobalTPUArray(topology: string) -> (); stateful
_ShutdownDistributedTPU() -> (); stateful
_TPUCompileMlir(dynamic_shapes: NumDynamicShapes * int64) -> (compilation_status: string, program: num_computations * string); num_computations: int >= 0; mlir_module: string = ""; metadata: string; NumDynamicShapes: int >= 0; stateful
_TPUReplicate(inputs: Tinputs, broadcast_inputs: Tbroadcast_inputs, variables: NumVariables * resource, guaranteed_constants: Tguaranteed_constants) -> (outputs: output_types); computation: func; num_replicas: int >= 1; num_cores_per_replica: int = 1; topology: string = ""; use_tpu: bool = true; device_assignment: list(int) = []; host_compute_core: list(string) = []; Tinputs: list(type) >= 0; Tbroadcast_inputs: list(type) >= 0; NumVariables: int >= 0; Tguaranteed_constants: list(type) >= 0; output_types: list(type) >= 0; padding_map: list(string) = []; step_marker_location: string = "STEP_MARK_AT_ENTRY"; allow_soft_placement: bool = false; num_distributed_variables: int = 0; use_spmd_for_xla_partitioning: bool = false; use_shardy_partitioner: bool = false; tpu_compile_options_proto: string = ""; stateful
_WaitForDistributedTPU(inputs: N * int32) -> (topology: string); startup_timeout_sec: int = 20; N: int >= 1; stateful
AllToAll(input: T, group_assignment: int32) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; concat_dimension: int; split_dimension: int; split_count: int; stateful
CollateTPUEmbeddingMemory(memory_configs: N * string) -> (merged_memory_config: string); N: int >= 1; stateful
CollectivePermute(input: T, source_target_pairs: int32) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; stateful
ComputeDedupDataSize() -> (num_elements: int32); config: string; stateful
ComputeDedupDataSizeV2() -> (num_elements: int32); config: string; embedding_partitions: string; hbm_buffers_config: string; tpu_topology: string; stateful
ComputeDedupDataTupleMask() -> (output_shape: int32); config: string; stateful
ComputeDedupDataTupleMaskV2() -> (output_shape: int32); config: string; embedding_partitions: string; hbm_buffers_config: string; tpu_topology: string; stateful
ConfigureAndInitializeGlobalTPU() -> (output: int32); use_tfrt_host_runtime: bool = true; stateful
ConfigureDistributedTPU() -> (topology: string); embedding_config: string = ""; tpu_embedding_config: string = ""; is_global_init: bool = false; enable_whole_mesh_compilations: bool = false; compilation_failure_closes_chips: bool = true; tpu_cancellation_closes_chips: int = 0; stateful
ConfigureTPUEmbedding() -> (); config: string; stateful
ConfigureTPUEmbeddingHost(common_config: string, memory_config: string) -> (network_config: string); config: string; stateful
ConfigureTPUEmbeddingMemory(common_config: string) -> (memory_config: string); stateful
ConnectTPUEmbeddingHosts(network_configs: N * string) -> (); N: int >= 1; stateful
ConvertToCooTensor(indices_or_row_splits: int32, values: int32, weights: float) -> (row_ids: int32, col_ids: int32, gains: float); sample_count: int >= 1; combiner: string; stateful
ConvertToListOfSparseCoreCooTensors(indices_or_row_splits: int32, values: int32, weights: float) -> (row_ids_list: num_sc_per_chip * int32, col_ids_list: num_sc_per_chip * int32, gains_list: num_sc_per_chip * float); sample_count: int >= 1; num_sc_per_chip: int >= 1; row_offset: int >= 0; col_offset: int >= 0; col_shift: int >= 0; num_sc_shards: int >= 1; stacked_table_sample_count: int >= 1; combiner: string
ConvertToSparseCoreCsrWrappedCooTensor(sorted_row_ids_list: num_sc_per_chip * int32, sorted_col_ids_list: num_sc_per_chip * int32, sorted_gains_list: num_sc_per_chip * float, id_counts_list: num_sc_per_chip * int32, splits: int64) -> (row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, row_pointers_unpadded_size: int32, ids_unpadded_size: int32, num_minibatches_per_sc: int32); sample_count_per_sc: int >= 1; num_replica: int >= 1; max_minibatches_per_sc: int >= 1; max_ids_per_chip_per_sample: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; allow_id_dropping: bool
CrossReplicaSum(input: T, group_assignment: int32) -> (output: T); T: {half, bfloat16, float, double, int32, uint32}; stateful
DynamicEnqueueTPUEmbeddingArbitraryTensorBatch(sample_indices_or_row_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string, device_ordinal: int32) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; combiners: list(string) = []; stateful
DynamicEnqueueTPUEmbeddingRaggedTensorBatch(sample_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string, device_ordinal: int32) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
EnqueueTPUEmbeddingArbitraryTensorBatch(sample_indices_or_row_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingBatch(batch: N * string, mode_override: string) -> (); N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingIntegerBatch(batch: N * int32, mode_override: string) -> (); N: int >= 1; device_ordinal: int = -1; stateful
EnqueueTPUEmbeddingRaggedTensorBatch(sample_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
EnqueueTPUEmbeddingSparseBatch(sample_indices: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingSparseTensorBatch(sample_indices: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
ExecuteTPUEmbeddingPartitioner() -> (common_config: string); config: string; stateful
FinalizeTPUEmbedding(common_config: string, memory_config: string) -> (); stateful
FinalizeTPUEmbeddingV2(common_config: string, memory_config: string) -> (embedding_partitions: string, hbm_buffers_config: string); stateful
GetMinibatchesInCsrWithPhysicalReplica(program_key: string, row_ids: int32, col_ids: int32, gains: float, splits: int64, id_counts: int32) -> (row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, row_pointers_unpadded_size: int32, ids_unpadded_size: int32, num_minibatches_per_physical_sparse_core: int32); sample_count: int >= 1; num_replica: int >= 1; max_minibatches_per_sc: int >= 1; max_ids_per_chip_per_sample: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_in_csr: string; stateful
GetMinibatchSplitsWithPhysicalReplica(program_key: string, row_ids: int32, col_ids: int32, gains: float) -> (sorted_row_ids: int32, sorted_col_ids: int32, sorted_gains: float, splits: int64, id_counts: int32, max_ids: int32, max_uniques: int32); sample_count: int >= 1; num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_splits: string; stateful
GetStatsFromListOfSparseCoreCooTensors(row_ids_list: N * int32, col_ids_list: N * int32, gains_list: N * float) -> (max_ids_per_sparse_core: int32, max_unique_ids_per_sparse_core: int32); sample_count_list: list(int); col_offset_list: list(int); num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; N: int >= 1
GetTpuTaskId() -> (tpu_task_id: int32)
GlobalIterId() -> (iter_id: int64); stateful
InfeedDequeue() -> (output: dtype); dtype: type; shape: shape; stateful
InfeedDequeueTuple() -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); stateful
InfeedEnqueue(input: dtype) -> (); dtype: type; shape: shape = []; layout: list(int) = []; device_ordinal: int = -1; stateful
InfeedEnqueuePrelinearizedBuffer(input: variant) -> (); device_ordinal: int = -1
InfeedEnqueueTuple(inputs: dtypes) -> (); dtypes: list(type) >= 1; shapes: list(shape); layouts: list(int) = []; device_ordinal: int = -1; stateful
IsTPUEmbeddingInitialized() -> (is_tpu_embedding_initialized: bool); config: string = ""; stateful
LoadAllTPUEmbeddingParameters(parameters: NumTables * float, auxiliary1: NumTables * float, auxiliary2: NumTables * float, auxiliary3: NumTables * float, auxiliary4: NumTables * float, auxiliary5: NumTables * float, auxiliary6: NumTables * float, auxiliary7: NumTables * float) -> (); NumTables: int >= 1; config: string; num_shards: int; shard_id: int; stateful
LoadTPUEmbeddingAdadeltaParameters(parameters: float, accumulators: float, updates: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingAdagradMomentumParameters(parameters: float, accumulators: float, momenta: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingAdagradParameters(parameters: float, accumulators: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingADAMParameters(parameters: float, momenta: float, velocities: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingCenteredRMSPropParameters(parameters: float, ms: float, mom: float, mg: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingFrequencyEstimatorParameters(parameters: float, last_hit_step: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingFTRLParameters(parameters: float, accumulators: float, linears: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingMDLAdagradLightParameters(parameters: float, accumulators: float, weights: float, benefits: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingMomentumParameters(parameters: float, momenta: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingProximalAdagradParameters(parameters: float, accumulators: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingProximalYogiParameters(parameters: float, v: float, m: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingRMSPropParameters(parameters: float, ms: float, mom: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
LoadTPUEmbeddingStochasticGradientDescentParameters(parameters: float) -> (); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
MergeDedupData(integer_tensor: integer_type, float_tensor: float_type) -> (output: variant); tuple_mask: string; integer_type: {int32, int64, uint32, uint64}; float_type: {half, bfloat16, float}; config: string = ""
OutfeedDequeue() -> (output: dtype); dtype: type; shape: shape; device_ordinal: int = -1; stateful
OutfeedDequeueTuple() -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); device_ordinal: int = -1; stateful
OutfeedDequeueTupleV2(device_ordinal: int32) -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); stateful
OutfeedDequeueV2(device_ordinal: int32) -> (output: dtype); dtype: type; shape: shape; stateful
OutfeedEnqueue(input: dtype) -> (); dtype: type; stateful
OutfeedEnqueueTuple(inputs: dtypes) -> (); dtypes: list(type) >= 1; stateful
Prelinearize(input: dtype) -> (output: variant); dtype: type; shape: shape = []; layout: list(int) = []
PrelinearizeTuple(inputs: dtypes) -> (output: variant); dtypes: list(type) >= 1; shapes: list(shape); layouts: list(int) = []
RecvTPUEmbeddingActivations() -> (outputs: num_outputs * float); num_outputs: int >= 1; config: string; stateful
RetrieveAllTPUEmbeddingParameters() -> (parameters: NumTables * float, auxiliary1: NumTables * float, auxiliary2: NumTables * float, auxiliary3: NumTables * float, auxiliary4: NumTables * float, auxiliary5: NumTables * float, auxiliary6: NumTables * float, auxiliary7: NumTables * float); NumTables: int >= 1; config: string; num_shards: int; shard_id: int; stateful
RetrieveTPUEmbeddingAdadeltaParameters() -> (parameters: float, accumulators: float, updates: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingAdagradMomentumParameters() -> (parameters: float, accumulators: float, momenta: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingAdagradParameters() -> (parameters: float, accumulators: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingADAMParameters() -> (parameters: float, momenta: float, velocities: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingCenteredRMSPropParameters() -> (parameters: float, ms: float, mom: float, mg: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingFrequencyEstimatorParameters() -> (parameters: float, last_hit_step: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingFTRLParameters() -> (parameters: float, accumulators: float, linears: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingMDLAdagradLightParameters() -> (parameters: float, accumulators: float, weights: float, benefits: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingMomentumParameters() -> (parameters: float, momenta: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingProximalAdagradParameters() -> (parameters: float, accumulators: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingProximalYogiParameters() -> (parameters: float, v: float, m: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingRMSPropParameters() -> (parameters: float, ms: float, mom: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
RetrieveTPUEmbeddingStochasticGradientDescentParameters() -> (parameters: float); table_id: int = -1; table_name: string = ""; num_shards: int; shard_id: int; config: string = ""; stateful
SendTPUEmbeddingGradients(inputs: N * float, learning_rates: NN * float) -> (); N: int >= 1; NN: int >= 0 = 0; config: string; stateful
ShutdownDistributedTPU() -> (); stateful
ShutdownTPUSystem() -> (success: bool); stateful
SortListOfSparseCoreCooTensors(row_ids_list: N * int32, col_ids_list: N * int32, gains_list: N * float) -> (sorted_row_ids: int32, sorted_col_ids: int32, sorted_gains: float, id_counts: int32); sample_count_list: list(int); col_offset_list: list(int); num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; N: int >= 1
SplitDedupData(input: variant) -> (integer_tensor: integer_type, float_tensor: float_type); integer_type: {int32, int64, uint32, uint64}; float_type: {half, bfloat16, float}; tuple_mask: string; config: string = ""
StoreMinibatchStatisticsInFdo(program_key: string, max_ids: int32, max_uniques: int32) -> (); sample_count: int >= 1; num_replica: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_splits: string; stateful
TPUAnnotateTensorsWithDynamicShape(tensors: T) -> (tpu_tensors: T); T: list(type) >= 1; stateful
TPUCompilationResult() -> (output: string)
TPUCompile(dynamic_shapes: NumDynamicShapes * int64, guaranteed_constants: Tguaranteed_constants) -> (compilation_status: string, program: num_computations * string, may_modify_variables: num_computations * bool); num_computations: int >= 0; function: func; metadata: string; NumDynamicShapes: int >= 0; Tguaranteed_constants: list(type) >= 0; stateful
TPUCompileSucceededAssert(compilation_status: string) -> (); stateful
TPUCopyWithDynamicShape(tensors: T, unpadded_sizes: N * int32) -> (tpu_tensors: T); N: int >= 0; T: list(type) >= 1; stateful
TPUDummyInput() -> (output: dtype); dtype: {float, bfloat16}; shape: shape; stateful
TPUEmbeddingActivations(embedding_variable: float, sliced_activations: float) -> (output: float); table_id: int >= 0; lookup_id: int >= 0
TPUExecute(args: Targs, key: string) -> (results: Tresults); Targs: list(type) >= 0; Tresults: list(type) >= 0; stateful; distributed
TPUExecuteAndUpdateVariables(args: Targs, key: string) -> (results: Tresults); Targs: list(type) >= 0; Tresults: list(type) >= 0; device_var_reads_indices: list(int) >= 0; device_var_updates_indices: list(int) >= 0; stateful; distributed
TpuHandleToProtoKey(uid: int64) -> (proto_keys: string)
TPUOrdinalSelector() -> (device_ordinals: int32); stateful
TPUPartitionedCall(args: Tin, device_ordinal: int32) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; autotuner_thresh: int = 0
TPUPartitionedInput(inputs: N * T) -> (output: T); N: int >= 1; T: type; partition_dim: int = 0
TPUPartitionedInputV2(inputs: N * T) -> (output: T); N: int >= 1; T: type; partition_dims: list(int); is_packed: bool = false
TPUPartitionedOutput(inputs: T) -> (output: num_splits * T); T: type; num_splits: int >= 1; partition_dim: int = 0
TPUPartitionedOutputV2(inputs: T) -> (output: num_splits * T); T: type; num_splits: int >= 1; partition_dims: list(int)
TPUReplicatedInput(inputs: N * T) -> (output: T); N: int >= 1; T: type; is_mirrored_variable: bool = false; index: int = -1; is_packed: bool = false
TPUReplicatedOutput(input: T) -> (outputs: num_replicas * T); num_replicas: int >= 1; T: type
TPUReplicateMetadata() -> (); num_replicas: int >= 0; num_cores_per_replica: int = 1; topology: string = ""; use_tpu: bool = true; device_assignment: list(int) = []; computation_shape: list(int) = []; host_compute_core: list(string) = []; padding_map: list(string) = []; step_marker_location: string = "STEP_MARK_AT_ENTRY"; allow_soft_placement: bool = false; use_spmd_for_xla_partitioning: bool = false; use_shardy_partitioner: bool = false; tpu_compile_options_proto: string = ""
TPUReshardVariables(vars: N * resource, new_format_key: string, format_state_var: resource) -> (); N: int >= 0; stateful
TPURoundRobin() -> (device_ordinal: int32); stateful
UpdateTaskIdAndGlobalCoreArray(tpu_task_id_to_shard_id: task_count * int32) -> (); task_count: int >= 1; stateful
WorkerHeartbeat(request: string) -> (response: string); stateful
"""
