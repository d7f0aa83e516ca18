"""Declarations of the data flow ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
AccumulatorNumAccumulated(handle: Ref(string)) -> (num_accumulated: int32)
AccumulatorSetGlobalStep(handle: Ref(string), new_global_step: int64) -> ()
AccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (average: dtype); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
Barrier() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
BarrierClose(handle: Ref(string)) -> (); cancel_pending_enqueues: bool = false
BarrierIncompleteSize(handle: Ref(string)) -> (size: int32)
BarrierInsertMany(handle: Ref(string), keys: string, values: T) -> (); T: type; component_index: int
BarrierReadySize(handle: Ref(string)) -> (size: int32)
BarrierTakeMany(handle: Ref(string), num_elements: int32) -> (indices: int64, keys: string, values: component_types); component_types: list(type) >= 1; allow_small_batch: bool = false; wait_for_incomplete: bool = false; timeout_ms: int = -1
ConditionalAccumulator() -> (handle: Ref(string)); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; shape: shape; container: string = ""; shared_name: string = ""; reduction_type: string {"MEAN", "SUM"} = "MEAN"; stateful
DeleteSessionTensor(handle: string) -> (); stateful
DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions * T); num_partitions: int >= 1; T: type
DynamicStitch(indices: N * int32, data: N * T) -> (merged: T); N: int >= 1; T: type
FakeQueue(resource: resource) -> (handle: Ref(string)); stateful
FIFOQueue() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
FIFOQueueV2() -> (handle: resource); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
GetSessionHandle(value: T) -> (handle: string); T: type; stateful
GetSessionHandleV2(value: T) -> (handle: resource); T: type; stateful
GetSessionTensor(handle: string) -> (value: dtype); dtype: type; stateful
MapClear() -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
MapIncompleteSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
MapPeek(key: int64, indices: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
MapSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
MapStage(key: int64, indices: int32, values: fake_dtypes) -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); fake_dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
MapUnstage(key: int64, indices: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
MapUnstageNoKey(indices: int32) -> (key: int64, values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
OrderedMapClear() -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
OrderedMapIncompleteSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
OrderedMapPeek(key: int64, indices: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
OrderedMapSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
OrderedMapStage(key: int64, indices: int32, values: fake_dtypes) -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); fake_dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
OrderedMapUnstage(key: int64, indices: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
OrderedMapUnstageNoKey(indices: int32) -> (key: int64, values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
PaddingFIFOQueue() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
PaddingFIFOQueueV2() -> (handle: resource); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
ParallelDynamicStitch(indices: N * int32, data: N * T) -> (merged: T); N: int >= 1; T: type
PriorityQueue() -> (handle: Ref(string)); component_types: list(type) >= 0 = []; shapes: list(shape) >= 0; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
PriorityQueueV2() -> (handle: resource); component_types: list(type) >= 0 = []; shapes: list(shape) >= 0; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
QueueClose(handle: Ref(string)) -> (); cancel_pending_enqueues: bool = false
QueueCloseV2(handle: resource) -> (); cancel_pending_enqueues: bool = false; stateful
QueueDequeue(handle: Ref(string)) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1
QueueDequeueMany(handle: Ref(string), n: int32) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1
QueueDequeueManyV2(handle: resource, n: int32) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1; stateful
QueueDequeueUpTo(handle: Ref(string), n: int32) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1
QueueDequeueUpToV2(handle: resource, n: int32) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1; stateful
QueueDequeueV2(handle: resource) -> (components: component_types); component_types: list(type) >= 1; timeout_ms: int = -1; stateful
QueueEnqueue(handle: Ref(string), components: Tcomponents) -> (); Tcomponents: list(type) >= 1; timeout_ms: int = -1
QueueEnqueueMany(handle: Ref(string), components: Tcomponents) -> (); Tcomponents: list(type) >= 1; timeout_ms: int = -1
QueueEnqueueManyV2(handle: resource, components: Tcomponents) -> (); Tcomponents: list(type) >= 1; timeout_ms: int = -1; stateful
QueueEnqueueV2(handle: resource, components: Tcomponents) -> (); Tcomponents: list(type) >= 1; timeout_ms: int = -1; stateful
QueueIsClosed(handle: Ref(string)) -> (is_closed: bool)
QueueIsClosedV2(handle: resource) -> (is_closed: bool); stateful
QueueSize(handle: Ref(string)) -> (size: int32)
QueueSizeV2(handle: resource) -> (size: int32); stateful
RandomShuffleQueue() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; min_after_dequeue: int = 0; seed: int = 0; seed2: int = 0; container: string = ""; shared_name: string = ""; stateful
RandomShuffleQueueV2() -> (handle: resource); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; min_after_dequeue: int = 0; seed: int = 0; seed2: int = 0; container: string = ""; shared_name: string = ""; stateful
RecordInput() -> (records: string); file_pattern: string; file_random_seed: int = 301; file_shuffle_shift_ratio: float = 0.0; file_buffer_size: int = 10000; file_parallelism: int = 16; batch_size: int = 32; compression_type: string = ""; stateful
ResourceAccumulatorApplyGradient(handle: resource, local_step: int64, gradient: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; stateful
ResourceAccumulatorNumAccumulated(handle: resource) -> (num_accumulated: int32); stateful
ResourceAccumulatorSetGlobalStep(handle: resource, new_global_step: int64) -> (); stateful
ResourceAccumulatorTakeGradient(handle: resource, num_required: int32) -> (average: dtype); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; stateful
ResourceConditionalAccumulator() -> (handle: resource); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; shape: shape; container: string = ""; shared_name: string = ""; reduction_type: string {"MEAN", "SUM"} = "MEAN"; stateful
SparseAccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient_indices: int64, gradient_values: dtype, gradient_shape: int64) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; has_known_shape: bool
SparseAccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (indices: int64, values: dtype, shape: int64); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseConditionalAccumulator() -> (handle: Ref(string)); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; shape: shape; container: string = ""; shared_name: string = ""; reduction_type: string {"MEAN", "SUM"} = "MEAN"; stateful
Stack() -> (handle: Ref(string)); elem_type: type; stack_name: string = ""; stateful
StackClose(handle: Ref(string)) -> ()
StackCloseV2(handle: resource) -> (); stateful
StackPop(handle: Ref(string)) -> (elem: elem_type); elem_type: type
StackPopV2(handle: resource) -> (elem: elem_type); elem_type: type; stateful
StackPush(handle: Ref(string), elem: T) -> (output: T); T: type; swap_memory: bool = false
StackPushV2(handle: resource, elem: T) -> (output: T); T: type; swap_memory: bool = false; stateful
StackV2(max_size: int32) -> (handle: resource); elem_type: type; stack_name: string = ""; stateful
Stage(values: dtypes) -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
StageClear() -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
StagePeek(index: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
StageSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
TensorArray(size: int32) -> (handle: Ref(string)); dtype: type; dynamic_size: bool = false; clear_after_read: bool = true; tensor_array_name: string = ""; element_shape: shape = ?; stateful; deprecated(16, "Use TensorArrayV3")
TensorArrayClose(handle: Ref(string)) -> (); deprecated(16, "Use TensorArrayCloseV3")
TensorArrayCloseV2(handle: string) -> (); deprecated(26, "Use TensorArrayCloseV3")
TensorArrayCloseV3(handle: resource) -> (); stateful
TensorArrayConcat(handle: Ref(string), flow_in: float) -> (value: dtype, lengths: int64); dtype: type; element_shape_except0: shape = ?; deprecated(16, "Use TensorArrayGradV3")
TensorArrayConcatV2(handle: string, flow_in: float) -> (value: dtype, lengths: int64); dtype: type; element_shape_except0: shape = ?
TensorArrayConcatV3(handle: resource, flow_in: float) -> (value: dtype, lengths: int64); dtype: type; element_shape_except0: shape = ?; stateful
TensorArrayGather(handle: Ref(string), indices: int32, flow_in: float) -> (value: dtype); dtype: type; element_shape: shape = ?; deprecated(16, "Use TensorArrayGatherV3")
TensorArrayGatherV2(handle: string, indices: int32, flow_in: float) -> (value: dtype); dtype: type; element_shape: shape = ?; deprecated(26, "Use TensorArrayGatherV3")
TensorArrayGatherV3(handle: resource, indices: int32, flow_in: float) -> (value: dtype); dtype: type; element_shape: shape = ?; stateful
TensorArrayGrad(handle: string, flow_in: float) -> (grad_handle: Ref(string)); source: string; stateful; deprecated(16, "Use TensorArrayGradV3")
TensorArrayGradV2(handle: string, flow_in: float) -> (grad_handle: string); source: string; stateful; deprecated(26, "Use TensorArrayGradV3")
TensorArrayGradV3(handle: resource, flow_in: float) -> (grad_handle: resource, flow_out: float); source: string; stateful
TensorArrayGradWithShape(handle: resource, flow_in: float, shape_to_prepend: int32) -> (grad_handle: resource, flow_out: float); source: string; stateful
TensorArrayPack(handle: Ref(string), flow_in: float) -> (value: dtype); dtype: type; element_shape: shape = ?; deprecated(16, "Use TensorArrayGatherV3 with RangeOp")
TensorArrayRead(handle: Ref(string), index: int32, flow_in: float) -> (value: dtype); dtype: type; deprecated(16, "Use TensorArrayReadV3")
TensorArrayReadV2(handle: string, index: int32, flow_in: float) -> (value: dtype); dtype: type; deprecated(26, "Use TensorArrayReadV3")
TensorArrayReadV3(handle: resource, index: int32, flow_in: float) -> (value: dtype); dtype: type; stateful
TensorArrayScatter(handle: Ref(string), indices: int32, value: T, flow_in: float) -> (flow_out: float); T: type; deprecated(19, "Use TensorArrayGradV3")
TensorArrayScatterV2(handle: string, indices: int32, value: T, flow_in: float) -> (flow_out: float); T: type; deprecated(26, "Use TensorArrayScatterV3")
TensorArrayScatterV3(handle: resource, indices: int32, value: T, flow_in: float) -> (flow_out: float); T: type; stateful
TensorArraySize(handle: Ref(string), flow_in: float) -> (size: int32); deprecated(16, "Use TensorArraySizeV3")
TensorArraySizeV2(handle: string, flow_in: float) -> (size: int32); deprecated(26, "Use TensorArraySizeV3")
TensorArraySizeV3(handle: resource, flow_in: float) -> (size: int32); stateful
TensorArraySplit(handle: Ref(string), value: T, lengths: int64, flow_in: float) -> (flow_out: float); T: type; deprecated(16, "Use TensorArraySplitV3")
TensorArraySplitV2(handle: string, value: T, lengths: int64, flow_in: float) -> (flow_out: float); T: type; deprecated(26, "Use TensorArraySplitV3")
TensorArraySplitV3(handle: resource, value: T, lengths: int64, flow_in: float) -> (flow_out: float); T: type; stateful
TensorArrayUnpack(handle: Ref(string), value: T, flow_in: float) -> (flow_out: float); T: type; deprecated(20, "Use TensorArrayScatterV3 with RangeOp")
TensorArrayV2(size: int32) -> (handle: string); dtype: type; element_shape: shape = ?; dynamic_size: bool = false; clear_after_read: bool = true; tensor_array_name: string = ""; stateful; deprecated(26, "Use TensorArrayV3")
TensorArrayV3(size: int32) -> (handle: resource, flow: float); dtype: type; element_shape: shape = ?; dynamic_size: bool = false; clear_after_read: bool = true; identical_element_shapes: bool = false; tensor_array_name: string = ""; stateful
TensorArrayWrite(handle: Ref(string), index: int32, value: T, flow_in: float) -> (flow_out: float); T: type; deprecated(16, "Use TensorArrayWriteV3")
TensorArrayWriteV2(handle: string, index: int32, value: T, flow_in: float) -> (flow_out: float); T: type; deprecated(26, "Use TensorArrayWriteV3")
TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float) -> (flow_out: float); T: type; stateful
Unstage() -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
"""
