"""Declarations of the ops of lists, stacks and arrays of tensors, and of maps.

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
CompositeTensorVariantFromComponents(components: Tcomponents) -> (encoded: variant); metadata: string; Tcomponents: list(type) >= 0
CompositeTensorVariantToComponents(encoded: variant) -> (components: Tcomponents); metadata: string; Tcomponents: list(type) >= 0
EmptyTensorList(element_shape: shape_type, max_num_elements: int32) -> (handle: variant); element_dtype: type; shape_type: {int32, int64}
EmptyTensorMap() -> (handle: variant)
Stack() -> (handle: Ref(string)); elem_type: type; stack_name: string = ""; stateful
StackClose(handle: Ref(string)) -> ()
StackCloseV2(handle: resource) -> (); stateful
StackPop(handle: Ref(string)) -> (elem: elem_type); elem_type: type
StackPopV2(handle: resource) -> (elem: elem_type); elem_type: type; stateful
StackPush(handle: Ref(string), elem: T) -> (output: T); T: type; swap_memory: bool = false
StackPushV2(handle: resource, elem: T) -> (output: T); T: type; swap_memory: bool = false; stateful
StackV2(max_size: int32) -> (handle: resource); elem_type: type; stack_name: string = ""; stateful
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
TensorListConcat(input_handle: variant) -> (tensor: element_dtype, lengths: int64); element_dtype: type; element_shape: shape = ?
TensorListConcatLists(input_a: variant, input_b: variant) -> (output: variant); element_dtype: type
TensorListConcatV2(input_handle: variant, element_shape: shape_type, leading_dims: int64) -> (tensor: element_dtype, lengths: int64); element_dtype: type; shape_type: {int32, int64}
TensorListElementShape(input_handle: variant) -> (element_shape: shape_type); shape_type: {int32, int64}
TensorListFromTensor(tensor: element_dtype, element_shape: shape_type) -> (output_handle: variant); element_dtype: type; shape_type: {int32, int64}
TensorListGather(input_handle: variant, indices: int32, element_shape: int32) -> (values: element_dtype); element_dtype: type
TensorListGetItem(input_handle: variant, index: int32, element_shape: Tshape) -> (item: element_dtype); element_dtype: type; Tshape: {int32, int64} = int32
TensorListLength(input_handle: variant) -> (length: int32)
TensorListPopBack(input_handle: variant, element_shape: int32) -> (output_handle: variant, tensor: element_dtype); element_dtype: type
TensorListPushBack(input_handle: variant, tensor: element_dtype) -> (output_handle: variant); element_dtype: type
TensorListPushBackBatch(input_handles: variant, tensor: element_dtype) -> (output_handles: variant); element_dtype: type
TensorListReserve(element_shape: shape_type, num_elements: int32) -> (handle: variant); element_dtype: type; shape_type: {int32, int64}
TensorListResize(input_handle: variant, size: int32) -> (output_handle: variant)
TensorListScatter(tensor: element_dtype, indices: int32, element_shape: shape_type) -> (output_handle: variant); element_dtype: type; shape_type: {int32, int64}
TensorListScatterIntoExistingList(input_handle: variant, tensor: element_dtype, indices: int32) -> (output_handle: variant); element_dtype: type
TensorListScatterV2(tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32) -> (output_handle: variant); element_dtype: type; shape_type: {int32, int64}
TensorListSetItem(input_handle: variant, index: int32, item: element_dtype) -> (output_handle: variant); element_dtype: type; resize_if_index_out_of_bounds: bool = false
TensorListSplit(tensor: element_dtype, element_shape: shape_type, lengths: int64) -> (output_handle: variant); element_dtype: type; shape_type: {int32, int64}
TensorListStack(input_handle: variant, element_shape: int32) -> (tensor: element_dtype); element_dtype: type; num_elements: int = -1
TensorMapErase(input_handle: variant, key: key_dtype) -> (output_handle: variant); key_dtype: type; value_dtype: type
TensorMapHasKey(input_handle: variant, key: key_dtype) -> (has_key: bool); key_dtype: type
TensorMapInsert(input_handle: variant, key: key_dtype, value: value_dtype) -> (output_handle: variant); key_dtype: type; value_dtype: type
TensorMapLookup(input_handle: variant, key: key_dtype) -> (value: value_dtype); key_dtype: type; value_dtype: type
TensorMapSize(input_handle: variant) -> (size: int32)
TensorMapStackKeys(input_handle: variant) -> (keys: key_dtype); key_dtype: type
"""
