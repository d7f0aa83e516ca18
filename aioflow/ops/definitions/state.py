"""Declarations of the ops of variables, mutexes and tensors that a session keeps.

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
_ParallelConcatStart() -> (output: dtype); shape: shape; dtype: type; stateful
_ParallelConcatUpdate(value: T, update: T) -> (output: T); T: type; loc: int
_ReadVariablesOp(resources: N * resource) -> (values: dtypes); N: int >= 0; dtypes: list(type) >= 1; stateful
_TensorToHashBucketFast(input: T) -> (output: int64); T: {int8, uint8, int16, uint16, int32, uint32, int64, uint64}; num_buckets: int >= 1
_UnaryOpsComposition(x: T) -> (y: T); T: {float, half, double}; op_names: list(string)
_VarHandlesOp() -> (resources: N * resource); containers: list(string); shared_names: list(string); N: int >= 0; dtypes: list(type); shapes: list(shape); stateful
Assign(ref: Ref(T), value: T) -> (output_ref: Ref(T)); T: type; validate_shape: bool = true; use_locking: bool = true; uninitialized_input
AssignAdd(ref: Ref(T), value: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; use_locking: bool = false
AssignAddVariableOp(resource: resource, value: dtype) -> (); dtype: type; stateful
AssignSub(ref: Ref(T), value: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; use_locking: bool = false
AssignSubVariableOp(resource: resource, value: dtype) -> (); dtype: type; stateful
AssignVariableOp(resource: resource, value: dtype) -> (); dtype: type; validate_shape: bool = false; stateful
ConsumeMutexLock(mutex_lock: variant) -> (); stateful
CountUpTo(ref: Ref(T)) -> (output: T); limit: int; T: {int32, int64}
DebugGradientRefIdentity(input: Ref(T)) -> (output: Ref(T)); T: type; uninitialized_input
DeleteSessionTensor(handle: string) -> (); stateful
DestroyResourceOp(resource: resource) -> (); ignore_lookup_error: bool = true; stateful
DestroyTemporaryVariable(ref: Ref(T)) -> (value: T); T: type; var_name: string
DisableCopyOnRead(resource: resource) -> (); stateful
GetSessionHandle(value: T) -> (handle: string); T: type; stateful
GetSessionHandleV2(value: T) -> (handle: resource); T: type; stateful
GetSessionTensor(handle: string) -> (value: dtype); dtype: type; stateful
IsResourceHandleRefCounting(handle: resource) -> (result: bool); stateful
IsVariableInitialized(ref: Ref(dtype)) -> (is_initialized: bool); dtype: type; uninitialized_input
MakeWeakResourceHandle(handle: resource) -> (dup: resource); stateful
MutexLock(mutex: resource) -> (mutex_lock: variant); stateful
MutexV2() -> (resource: resource); container: string = ""; shared_name: string = ""; stateful
ReadVariableOp(resource: resource) -> (value: dtype); dtype: type; stateful
RefIdentity(input: Ref(T)) -> (output: Ref(T)); T: type; uninitialized_input
RefSelect(index: int32, inputs: Ref(N * T)) -> (output: Ref(T)); T: type; N: int >= 1
ResourceCountUpTo(resource: resource) -> (output: T); limit: int; T: {int32, int64}; stateful
ResourceGather(resource: resource, indices: Tindices) -> (output: dtype); batch_dims: int = 0; validate_indices: bool = true; dtype: type; Tindices: {int32, int64}; stateful
ResourceGatherNd(resource: resource, indices: Tindices) -> (output: dtype); dtype: type; Tindices: {int32, int64}; stateful
ResourceScatterAdd(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterDiv(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterMax(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterMin(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterMul(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T) -> (); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""; stateful
ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T) -> (); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""; stateful
ResourceScatterNdMin(ref: resource, indices: Tindices, updates: T) -> (); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""; stateful
ResourceScatterNdSub(ref: resource, indices: Tindices, updates: T) -> (); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""; stateful
ResourceScatterNdUpdate(ref: resource, indices: Tindices, updates: T) -> (); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""; stateful
ResourceScatterSub(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; stateful
ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype) -> (); dtype: type; Tindices: {int32, int64}; stateful
ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T) -> (); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0; stateful
ScatterAdd(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterDiv(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterMax(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {half, bfloat16, float, double, int32, int64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterMin(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {half, bfloat16, float, double, int32, int64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterMul(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterNdAdd(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false; bad_indices_policy: string = ""
ScatterNdMax(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false; bad_indices_policy: string = ""
ScatterNdMin(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false; bad_indices_policy: string = ""
ScatterNdSub(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false; bad_indices_policy: string = ""
ScatterNdUpdate(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: type; Tindices: {int32, int64}; use_locking: bool = true; bad_indices_policy: string = ""
ScatterSub(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; use_locking: bool = false
ScatterUpdate(ref: Ref(T), indices: Tindices, updates: T) -> (output_ref: Ref(T)); T: type; Tindices: {int32, int64}; use_locking: bool = true
StridedSliceAssign(ref: Ref(T), begin: Index, end: Index, strides: Index, value: T) -> (output_ref: Ref(T)); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
TemporaryVariable() -> (ref: Ref(dtype)); shape: shape; dtype: type; var_name: string = ""; stateful
VarHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; debug_name: string = ""; dtype: type; shape: shape; allowed_devices: list(string) = []; stateful
Variable() -> (ref: Ref(dtype)); shape: shape; dtype: type; container: string = ""; shared_name: string = ""; stateful
VariableShape(input: resource) -> (output: out_type); out_type: {int32, int64} = int32; stateful
VariableV2() -> (ref: Ref(dtype)); shape: shape; dtype: type; container: string = ""; shared_name: string = ""; stateful
VarIsInitializedOp(resource: resource) -> (is_initialized: bool); stateful
"""
