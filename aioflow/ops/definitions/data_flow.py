"""Declarations of the ops of queues, barriers, batching and staging areas.

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
Barrier() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
BarrierClose(handle: Ref(string)) -> (); cancel_pending_enqueues: bool = false
BarrierIncompleteSize(handle: Ref(string)) -> (size: int32)
BarrierInsertMany(handle: Ref(string), keys: string, values: T) -> (); T: type; component_index: int
BarrierReadySize(handle: Ref(string)) -> (size: int32)
BarrierTakeMany(handle: Ref(string), num_elements: int32) -> (indices: int64, keys: string, values: component_types); component_types: list(type) >= 1; allow_small_batch: bool = false; wait_for_incomplete: bool = false; timeout_ms: int = -1
Batch(in_tensors: T) -> (batched_tensors: T, batch_index: int64, id: int64); num_batch_threads: int; max_batch_size: int; max_enqueued_batches: int = 10; batch_timeout_micros: int; allowed_batch_sizes: list(int) = []; grad_timeout_micros: int; container: string = ""; shared_name: string = ""; batching_queue: string = ""; T: list(type) >= 1; distributed
BatchFunction(in_tensors: Tin, captured_tensors: Tcaptured) -> (out_tensors: Tout); f: func; num_batch_threads: int; max_batch_size: int; batch_timeout_micros: int; max_enqueued_batches: int = 10; allowed_batch_sizes: list(int) = []; container: string = ""; shared_name: string = ""; batching_queue: string = ""; low_priority_max_batch_size: int = 0; low_priority_batch_timeout_micros: int = 0; low_priority_allowed_batch_sizes: list(int) = []; low_priority_max_enqueued_batches: int = 0; mixed_priority_policy: string {"low_priority_padding_with_max_batch_size", "low_priority_padding_with_next_allowed_batch_size", "priority_isolation", "priority_merge"} = "low_priority_padding_with_max_batch_size"; batch_padding_policy: string {"PAD_UP", "BATCH_DOWN", "MINIMIZE_TPU_COST_PER_REQUEST"} = "PAD_UP"; Tin: list(type) >= 1; Tcaptured: list(type) >= 0; Tout: list(type) >= 1; enable_large_batch_splitting: bool = false; distributed
FakeQueue(resource: resource) -> (handle: Ref(string)); stateful
FIFOQueue() -> (handle: Ref(string)); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
FIFOQueueV2() -> (handle: resource); component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; container: string = ""; shared_name: string = ""; stateful
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
Stage(values: dtypes) -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
StageClear() -> (); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
StagePeek(index: int32) -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
StageSize() -> (size: int32); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type); container: string = ""; shared_name: string = ""; stateful
Unbatch(batched_tensor: T, batch_index: int64, id: int64) -> (unbatched_tensor: T); timeout_micros: int; container: string = ""; shared_name: string = ""; T: type
UnbatchGrad(original_input: T, batch_index: int64, grad: T, id: int64) -> (batched_grad: T); container: string = ""; shared_name: string = ""; T: type
Unstage() -> (values: dtypes); capacity: int >= 0 = 0; memory_limit: int >= 0 = 0; dtypes: list(type) >= 1; container: string = ""; shared_name: string = ""; stateful
"""
