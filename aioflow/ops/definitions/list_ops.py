"""Declarations of the list ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
CompositeTensorVariantFromComponents(components: Tcomponents) -> (encoded: variant); metadata: string; Tcomponents: list(type) >= 0
CompositeTensorVariantToComponents(encoded: variant) -> (components: Tcomponents); metadata: string; Tcomponents: list(type) >= 0
EmptyTensorList(element_shape: shape_type, max_num_elements: int32) -> (handle: variant); element_dtype: type; shape_type: {int32, int64}
EmptyTensorMap() -> (handle: variant)
OptionalFromValue(components: Toutput_types) -> (optional: variant); Toutput_types: list(type) >= 1
OptionalGetValue(optional: variant) -> (components: output_types); output_types: list(type) >= 1; output_shapes: list(shape) >= 1
OptionalHasValue(optional: variant) -> (has_value: bool)
OptionalNone() -> (optional: variant)
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
