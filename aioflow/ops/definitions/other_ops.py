"""Declarations of ops that no other family holds: they make graphs that mention them readable (language: `framework/op_def.py`)."""

DECLARATIONS = """\
__MklDummyConv2DBackpropFilterWithBias(input: T, filter_sizes: int32, out_backprop: T) -> (output: T, bias_grad: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
__MklDummyConv2DWithBias(input: T, filter: T, bias: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
__MklDummyPadWithConv2D(input: T, filter: T, paddings: Tpaddings) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; Tpaddings: {int32, int64} = int32
__MklDummyPadWithFusedConv2D(input: T, filter: T, args: num_args * T, paddings: Tpaddings) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; Tpaddings: {int32, int64} = int32; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_ArrayToList(input: N * T) -> (output: out_types); T: type; N: int >= 1; out_types: list(type) >= 1
_ConfigureDistributedTPU(inputs: N * int32) -> (output: string); N: int >= 1; enable_whole_mesh_compilations: bool = false; stateful
_DeviceArg() -> (output: T); T: type; index: int >= 0; stateful
_DeviceRetval(input: T) -> (); T: type; index: int >= 0; stateful
_DisconnectHostFromDistributedTPUSystem() -> (number_of_tpu_chips: int32); stateful
_EagerConst(input: T) -> (output: T); T: type
_FusedBatchNormEx(x: T, scale: U, offset: U, mean: U, variance: U, side_input: num_side_inputs * T) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U); T: {half, float, bfloat16}; U: {float}; epsilon: float = 1e-04; exponential_avg_factor: float = 1.0; num_side_inputs: int >= 0 = 0; activation_mode: string = "Identity"; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true
_FusedBatchNormGradEx(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U, offset: float, y: T) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U, side_input_backprop: num_side_inputs * T); T: {half, float}; U: {float}; epsilon: float = 1e-04; num_side_inputs: int >= 0 = 0; activation_mode: string = "Identity"; data_format: string {"NHWC", "NCHW", "NDHWC", "NCDHW"} = "NHWC"; is_training: bool = true
_FusedConv2D(input: T, filter: T, args: TArgs, host_args: num_host_args * float) -> (output: T); T: {half, float, double, int8, qint8}; TArgs: list(type) >= 1; num_args: int >= 0; num_host_args: int >= 0 = 0; strides: list(int); padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW", "NCHW_VECT_C"} = "NHWC"; filter_format: string {"HWIO", "OIHW", "OIHW_VECT_I"} = "HWIO"; dilations: list(int) = [1, 1, 1, 1]; use_cudnn_on_gpu: bool = true; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_FusedConv3D(input: T, filter: T, args: num_args * T) -> (output: T); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]; padding_list: list(int) = []; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_FusedDepthwiseConv2dNative(input: T, filter: T, args: num_args * T) -> (output: T); T: {half, bfloat16, float, double}; num_args: int >= 0; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_FusedMatMul(a: T, b: T, args: num_args * T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float}; num_args: int >= 0; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_HostCast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type; Truncate: bool = false
_If(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 1; Tout: list(type) >= 1; then_branch: func; else_branch: func; stateful
_InitializeHostForDistributedTPU(input: string) -> (tpu_ids: int32); enable_whole_mesh_compilations: bool = false; tpu_cancellation_closes_chips: int = 0; stateful
_ListToArray(input: Tin) -> (output: N * T); Tin: list(type) >= 1; T: type; N: int >= 1
_MklAvgPool(value: T, mkl_input: uint8) -> (output: T, mkl_output: uint8); ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {float, half, double, bfloat16}
_MklAvgPool3D(value: T, mkl_input: uint8) -> (output: T, mkl_output: uint8); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {float, half, double, bfloat16}
_MklAvgPool3DGrad(orig_input_shape: int32, grad: T, mkl_orig_input: uint8, mkl_grad: uint8) -> (output: T, mkl_output: uint8); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {float, half, double, bfloat16}
_MklAvgPoolGrad(orig_input_shape: int32, grad: T, mkl_orig_input: uint8, mkl_grad: uint8) -> (output: T, mkl_output: uint8); ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {float, half, double, bfloat16}
_MklBatchMatMul(x: T, y: T) -> (output: T); T: {bfloat16, float, half}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false
_MklBatchMatMulV2(x: T, y: T) -> (output: T); T: {bfloat16, float, half}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false
_MklConcat(concat_dim: int32, values: N * T, mkl_concat_dim: uint8, mkl_values: N * uint8) -> (output: T, mkl_output: uint8); N: int >= 2; T: type
_MklConcatV2(values: N * T, axis: Tidx, mkl_values: N * uint8, mkl_axis: uint8) -> (output: T, mkl_output: uint8); N: int >= 2; T: type; Tidx: {int32, int64} = int32
_MklConjugateTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
_MklConv2D(input: T, filter: T, mkl_input: uint8, mkl_filter: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklConv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T, mkl_input: uint8, mkl_filter_size: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {bfloat16, float}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklConv2DBackpropFilterWithBias(input: T, filter_sizes: int32, out_backprop: T, mkl_input: uint8, mkl_filter_size: uint8, mkl_out_backprop: uint8) -> (output: T, bias_grad: T, mkl_output: uint8, mkl_bias_grad: uint8); T: {bfloat16, float}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklConv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T, mkl_input_sizes: uint8, mkl_filter: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {bfloat16, float}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklConv2DWithBias(input: T, filter: T, bias: T, mkl_input: uint8, mkl_filter: uint8, mkl_bias: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklConv3D(input: T, filter: T, mkl_input: uint8, mkl_filter: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; strides: list(int) >= 5; is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]
_MklConv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T, mkl_input: uint8, mkl_filter_size: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {bfloat16, float, half}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]
_MklConv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T, mkl_input_sizes: uint8, mkl_filter: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {bfloat16, float, half}; strides: list(int) >= 5; dilations: list(int) = [1, 1, 1, 1, 1]; Tshape: {int32, int64} = int32; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"
_MklDepthwiseConv2dNative(input: T, filter: T, mkl_input: uint8, mkl_filter: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {half, bfloat16, float, double}; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklDepthwiseConv2dNativeBackpropFilter(input: T, filter_sizes: int32, out_backprop: T, mkl_input: uint8, mkl_filter: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {half, bfloat16, float, double}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklDepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T, mkl_input: uint8, mkl_filter: uint8, mkl_out_backprop: uint8) -> (output: T, mkl_output: uint8); T: {half, bfloat16, float, double}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklDequantize(input: T, min_range: float, max_range: float) -> (output: dtype); T: {qint8, quint8, qint32, qint16, quint16}; narrow_range: bool = false; axis: int = -1; mode: string {"MIN_COMBINED", "MIN_FIRST", "SCALED"} = "SCALED"; dtype: {bfloat16, float} = float
_MklEinsum(inputs: N * T) -> (output: T); equation: string; N: int >= 1; T: {bfloat16, float, half}
_MklElu(features: T, mkl_features: uint8) -> (activations: T, mkl_activations: uint8); T: {float, bfloat16} = float
_MklEluGrad(gradients: T, features: T, mkl_gradients: uint8, mkl_features: uint8) -> (backprops: T, mkl_backprops: uint8); T: {float, bfloat16} = float
_MklFusedBatchMatMulV2(x: T, y: T, args: num_args * T) -> (output: T); T: {bfloat16, float, half}; adj_x: bool = false; adj_y: bool = false; num_args: int >= 0; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklFusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T, mkl_x: uint8, mkl_scale: uint8, mkl_offset: uint8, mkl_mean: uint8, mkl_variance: uint8) -> (y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T, mkl_y: uint8, mkl_batch_mean: uint8, mkl_batch_variance: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; epsilon: float = 1e-04; data_format: string = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklFusedBatchNormEx(x: T, scale: U, offset: U, mean: U, variance: U, side_input: num_side_inputs * T, mkl_x: uint8, mkl_scale: uint8, mkl_offset: uint8, mkl_mean: uint8, mkl_variance: uint8, mkl_side_input: num_side_inputs * uint8) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U, mkl_y: uint8, mkl_batch_mean: uint8, mkl_batch_variance: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8, mkl_reserve_space_3: uint8); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; exponential_avg_factor: float = 1.0; data_format: string {"NHWC", "NCHW"} = "NHWC"; num_side_inputs: int >= 0 = 0; activation_mode: string = "Identity"; is_training: bool = true
_MklFusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T, mkl_y_backprop: uint8, mkl_x: uint8, mkl_scale: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8) -> (x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T, mkl_x_backprop: uint8, mkl_scale_backprop: uint8, mkl_offset_backprop: uint8, mkl_reserve_space_3: uint8, mkl_reserve_space_4: uint8); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; epsilon: float = 1e-04; data_format: string = "NHWC"; is_training: bool = true
_MklFusedBatchNormGradV2(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, mkl_y_backprop: uint8, mkl_x: uint8, mkl_scale: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, reserve_space_4: U, mkl_x_backprop: uint8, mkl_scale_backprop: uint8, mkl_offset_backprop: uint8, mkl_reserve_space_3: uint8, mkl_reserve_space_4: uint8); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true
_MklFusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U, mkl_y_backprop: uint8, mkl_x: uint8, mkl_scale: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8, mkl_reserve_space_3: uint8) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U, mkl_x_backprop: uint8, mkl_scale_backprop: uint8, mkl_offset_backprop: uint8, mkl_reserve_space_4: uint8, mkl_reserve_space_5: uint8); T: {half, bfloat16, float}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true
_MklFusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U, mkl_x: uint8, mkl_scale: uint8, mkl_offset: uint8, mkl_mean: uint8, mkl_variance: uint8) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, mkl_y: uint8, mkl_batch_mean: uint8, mkl_batch_variance: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklFusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U, mkl_x: uint8, mkl_scale: uint8, mkl_offset: uint8, mkl_mean: uint8, mkl_variance: uint8) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U, mkl_y: uint8, mkl_batch_mean: uint8, mkl_batch_variance: uint8, mkl_reserve_space_1: uint8, mkl_reserve_space_2: uint8, mkl_reserve_space_3: uint8); T: {half, bfloat16, float}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklFusedConv2D(input: T, filter: T, args: num_args * T, mkl_input: uint8, mkl_filter: uint8, mkl_args: num_args * uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]; use_cudnn_on_gpu: bool = true; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklFusedDepthwiseConv2dNative(input: T, filter: T, args: num_args * T, mkl_input: uint8, mkl_filter: uint8, mkl_args: num_args * uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklFusedInstanceNorm(x: T, gamma: T, beta: T) -> (y: T); T: {float, bfloat16, half}; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2; reduction_axes: list(int)
_MklFusedMatMul(a: T, b: T, args: num_args * T, mkl_a: uint8, mkl_b: uint8, mkl_args: num_args * uint8) -> (product: T, mkl_product: uint8); is_filter_const: bool = false; transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, float, half}; num_args: int >= 0; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklFusedMish(features: T) -> (activations: T); T: {bfloat16, float, half}
_MklLayerNorm(x: T, scale: T, offset: T) -> (y: T); T: {float, bfloat16, half}; epsilon: float = 0.001
_MklLeakyRelu(features: T, mkl_features: uint8) -> (activations: T, mkl_activations: uint8); T: {float, bfloat16} = float; alpha: float = 0.2
_MklLeakyReluGrad(gradients: T, features: T, mkl_gradients: uint8, mkl_features: uint8) -> (backprops: T, mkl_backprops: uint8); T: {float, bfloat16} = float; alpha: float = 0.2
_MklMatMul(a: T, b: T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, float, half}; grad_a: bool = false; grad_b: bool = false
_MklMaxPool(input: T, mkl_input: uint8) -> (output: T, workspace: uint8, mkl_output: uint8, mkl_workspace: uint8); T: {float, half, bfloat16} = float; ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; workspace_enabled: bool = false
_MklMaxPool3D(input: T, mkl_input: uint8) -> (output: T, workspace: uint8, mkl_output: uint8, mkl_workspace: uint8); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {half, bfloat16, float}; workspace_enabled: bool = false
_MklMaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T, workspace: uint8, mkl_orig_input: uint8, mkl_orig_output: uint8, mkl_grad: uint8, mkl_workspace: uint8) -> (output: T, mkl_output: uint8); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {half, bfloat16, float} = float; TInput: {half, bfloat16, float} = float; workspace_enabled: bool = false
_MklMaxPoolGrad(orig_input: T, orig_output: T, grad: T, workspace: uint8, mkl_orig_input: uint8, mkl_orig_output: uint8, mkl_grad: uint8, mkl_workspace: uint8) -> (output: T, mkl_output: uint8); T: {float, half, bfloat16} = float; ksize: list(int) >= 4; strides: list(int) >= 4; workspace_enabled: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []
_MklNativeAvgPool(value: T) -> (output: T); ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {float, half, double, bfloat16}
_MklNativeAvgPool3D(value: T) -> (output: T); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {float, half, double, bfloat16}
_MklNativeAvgPool3DGrad(orig_input_shape: int32, grad: T) -> (output: T); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {float, half, double, bfloat16}
_MklNativeAvgPoolGrad(orig_input_shape: int32, grad: T) -> (output: T); ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {float, half, double, bfloat16}
_MklNativeConv2D(input: T, filter: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklNativeConv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklNativeConv2DBackpropFilterWithBias(input: T, filter_sizes: int32, out_backprop: T) -> (output: T, bias_grad: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklNativeConv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
_MklNativeConv2DWithBias(input: T, filter: T, bias: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklNativeConv3D(input: T, filter: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int) >= 5; is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]
_MklNativeConv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]
_MklNativeConv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T) -> (output: T); T: {bfloat16, float, half}; strides: list(int) >= 5; dilations: list(int) = [1, 1, 1, 1, 1]; Tshape: {int32, int64} = int32; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"
_MklNativeDepthwiseConv2dNative(input: T, filter: T) -> (output: T); T: {half, bfloat16, float, double}; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklNativeDepthwiseConv2dNativeBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T); T: {half, bfloat16, float, double}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklNativeDepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T); T: {half, bfloat16, float, double}; strides: list(int); padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; dilations: list(int) = [1, 1, 1, 1]
_MklNativeFusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T) -> (y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; epsilon: float = 1e-04; data_format: string = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklNativeFusedBatchNormEx(x: T, scale: U, offset: U, mean: U, variance: U, side_input: num_side_inputs * T) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; exponential_avg_factor: float = 1.0; data_format: string {"NHWC", "NCHW"} = "NHWC"; num_side_inputs: int >= 0 = 0; activation_mode: string = "Identity"; is_training: bool = true
_MklNativeFusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T) -> (x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; epsilon: float = 1e-04; data_format: string = "NHWC"; is_training: bool = true
_MklNativeFusedBatchNormGradV2(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, reserve_space_4: U); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true
_MklNativeFusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U); T: {half, bfloat16, float}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_training: bool = true
_MklNativeFusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U); T: {bfloat16, float, half}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklNativeFusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U); T: {half, bfloat16, float}; U: {float}; epsilon: float = 1e-04; data_format: string {"NHWC", "NCHW"} = "NHWC"; exponential_avg_factor: float = 1.0; is_training: bool = true
_MklNativeFusedConv2D(input: T, filter: T, args: TArgs, host_args: num_host_args * float) -> (output: T); T: {bfloat16, float, half}; TArgs: list(type) >= 1; num_args: int >= 0; num_host_args: int >= 0 = 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID", "EXPLICIT"}; explicit_paddings: list(int) = []; data_format: string {"NHWC", "NCHW"} = "NHWC"; filter_format: string {"HWIO", "OIHW"} = "HWIO"; dilations: list(int) = [1, 1, 1, 1]; use_cudnn_on_gpu: bool = true; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklNativeFusedConv3D(input: T, filter: T, args: num_args * T) -> (output: T); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int) >= 5; is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; dilations: list(int) = [1, 1, 1, 1, 1]; padding_list: list(int) = []; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklNativeFusedDepthwiseConv2dNative(input: T, filter: T, args: num_args * T) -> (output: T); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklNativeFusedMatMul(a: T, b: T, args: num_args * T) -> (product: T); is_filter_const: bool = false; transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, float, half}; num_args: int >= 0; fused_ops: list(string) = []; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklNativeMaxPool(input: T) -> (output: T, workspace: uint8); T: {float, half, bfloat16} = float; ksize: list(int) >= 4; strides: list(int) >= 4; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []; workspace_enabled: bool = false
_MklNativeMaxPool3D(input: T) -> (output: T, workspace: uint8); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {half, bfloat16, float}; workspace_enabled: bool = false
_MklNativeMaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T, workspace: uint8) -> (output: T); ksize: list(int) >= 5; strides: list(int) >= 5; padding: string {"SAME", "VALID"}; data_format: string {"NDHWC", "NCDHW"} = "NDHWC"; T: {half, bfloat16, float} = float; TInput: {half, bfloat16, float} = float; workspace_enabled: bool = false
_MklNativeMaxPoolGrad(orig_input: T, orig_output: T, grad: T, workspace: uint8) -> (output: T); T: {float, half, bfloat16} = float; ksize: list(int) >= 4; strides: list(int) >= 4; workspace_enabled: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; explicit_paddings: list(int) = []
_MklNativePadWithConv2D(input: T, filter: T, paddings: Tpaddings) -> (output: T); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_filter_const: bool = false; dilations: list(int) = [1, 1, 1, 1]; Tpaddings: {int32, int64} = int32
_MklNativePadWithFusedConv2D(input: T, filter: T, args: num_args * T, paddings: Tpaddings) -> (output: T); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; Tpaddings: {int32, int64} = int32; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklNativeSparseMatrixMatMul(a: variant, b: T) -> (output: T); T: type; transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false; transpose_output: bool = false; conjugate_output: bool = false
_MklPadWithConv2D(input: T, filter: T, paddings: Tpaddings, mkl_input: uint8, mkl_filter: uint8, mkl_paddings: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; strides: list(int); use_cudnn_on_gpu: bool = true; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; is_filter_const: bool = false; dilations: list(int) = [1, 1, 1, 1]; Tpaddings: {int32, int64} = int32
_MklPadWithFusedConv2D(input: T, filter: T, args: num_args * T, paddings: Tpaddings, mkl_input: uint8, mkl_filter: uint8, mkl_args: num_args * uint8, mkl_paddings: uint8) -> (output: T, filter_output: T, mkl_output: uint8, mkl_filter_output: uint8); T: {bfloat16, float, half}; num_args: int >= 0; strides: list(int); is_filter_const: bool = false; padding: string {"SAME", "VALID"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]; fused_ops: list(string) = []; Tpaddings: {int32, int64} = int32; epsilon: float = 1e-04; leakyrelu_alpha: float = 0.2
_MklQuantizeV2(input: float, min_range: float, max_range: float) -> (output: T, output_min: float, output_max: float); T: {qint8, quint8, qint32, qint16, quint16}; mode: string {"MIN_COMBINED", "MIN_FIRST", "SCALED"} = "SCALED"; round_mode: string {"HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"} = "HALF_AWAY_FROM_ZERO"; narrow_range: bool = false; axis: int = -1; ensure_minimum_range: float = 0.01
_MklRelu(features: T, mkl_features: uint8) -> (activations: T, mkl_activations: uint8); T: {float, bfloat16} = float
_MklRelu6(features: T, mkl_features: uint8) -> (activations: T, mkl_activations: uint8); T: {float, bfloat16} = float
_MklRelu6Grad(gradients: T, features: T, mkl_gradients: uint8, mkl_features: uint8) -> (backprops: T, mkl_backprops: uint8); T: {float, bfloat16} = float
_MklReluGrad(gradients: T, features: T, mkl_gradients: uint8, mkl_features: uint8) -> (backprops: T, mkl_backprops: uint8); T: {float, bfloat16} = float
_MklSoftmax(logits: T) -> (softmax: T); T: {bfloat16, float, half} = float
_MklSwish(features: T) -> (activations: T); T: {float, bfloat16, half} = float
_MklTanh(features: T, mkl_features: uint8) -> (activations: T, mkl_activations: uint8); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
_MklTanhGrad(gradients: T, features: T, mkl_gradients: uint8, mkl_features: uint8) -> (backprops: T, mkl_backprops: uint8); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
_MklTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
_NcclBroadcastRecv(shape: int32) -> (output: T); T: {half, float, double, int32, int64}; num_devices: int; shared_name: string; stateful
_NcclBroadcastSend(input: T) -> (); T: {half, float, double, int32, int64}; num_devices: int; shared_name: string; stateful
_NcclReduceRecv(input: T) -> (data: T); reduction: string {"min", "max", "prod", "sum"}; T: {half, float, double, int32, int64}; num_devices: int; shared_name: string; stateful
_NcclReduceSend(input: T) -> (); reduction: string {"min", "max", "prod", "sum"}; T: {half, float, double, int32, int64}; num_devices: int; shared_name: string; stateful
_ParallelConcatStart() -> (output: dtype); shape: shape; dtype: type; stateful
_ParallelConcatUpdate(value: T, update: T) -> (output: T); T: type; loc: int
_ReadVariablesOp(resources: N * resource) -> (values: dtypes); N: int >= 0; dtypes: list(type) >= 1; stateful
_ScopedAllocator() -> (output: T); shapes: list(shape); shape: shape; T: type; sa_name: string; id: int; expected_call_count: int; stateful
_ScopedAllocatorConcat(backing: T, inputs: N * T) -> (output: T); shape: shape; T: type; reshape: bool = false; sa_name: string; id: int; N: int >= 2; stateful
_ScopedAllocatorSplit(concat: T, split: N * T) -> (output: N * T); T: type; sa_name: string; id: int; N: int >= 2; shapes: list(shape); stateful
_SetGlobalTPUArray(topology: string) -> (); stateful
_ShutdownDistributedTPU() -> (); stateful
_SwitchN(data: T, output_index: int32) -> (outputs: num_outs * T); num_outs: int >= 1; T: type
_TensorToHashBucketFast(input: T) -> (output: int64); T: {int8, uint8, int16, uint16, int32, uint32, int64, uint64}; num_buckets: int >= 1
_TPUCompileMlir(dynamic_shapes: NumDynamicShapes * int64) -> (compilation_status: string, program: num_computations * string); num_computations: int >= 0; mlir_module: string = ""; metadata: string; NumDynamicShapes: int >= 0; stateful
_TPUReplicate(inputs: Tinputs, broadcast_inputs: Tbroadcast_inputs, variables: NumVariables * resource, guaranteed_constants: Tguaranteed_constants) -> (outputs: output_types); computation: func; num_replicas: int >= 1; num_cores_per_replica: int = 1; topology: string = ""; use_tpu: bool = true; device_assignment: list(int) = []; host_compute_core: list(string) = []; Tinputs: list(type) >= 0; Tbroadcast_inputs: list(type) >= 0; NumVariables: int >= 0; Tguaranteed_constants: list(type) >= 0; output_types: list(type) >= 0; padding_map: list(string) = []; step_marker_location: string = "STEP_MARK_AT_ENTRY"; allow_soft_placement: bool = false; num_distributed_variables: int = 0; use_spmd_for_xla_partitioning: bool = false; use_shardy_partitioner: bool = false; tpu_compile_options_proto: string = ""; stateful
_UnaryOpsComposition(x: T) -> (y: T); T: {float, half, double}; op_names: list(string)
_VarHandlesOp() -> (resources: N * resource); containers: list(string); shared_names: list(string); N: int >= 0; dtypes: list(type); shapes: list(shape); stateful
_WaitForDistributedTPU(inputs: N * int32) -> (topology: string); startup_timeout_sec: int = 20; N: int >= 1; stateful
_While(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; stateful
_XlaAotOnlyVarHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; debug_name: string = ""; dtype: type; shape: shape; stateful
_XlaCompile(constants: Tconstants, args: Targs, resources: Nresources * resource) -> (key: string, compilation_successful: bool); Tconstants: list(type) >= 0; must_compile: bool; Targs: list(type) >= 0; Nresources: int >= 0; function: func; stateful
_XlaCompileMlirPlaceholderProgramKey() -> (program: string); stateful
_XlaHostComputeMlir(inputs: Tinputs) -> (outputs: Toutputs); Tinputs: list(type) >= 0; Toutputs: list(type) >= 0; send_key: string; recv_key: string; host_mlir_module: string = ""; manual_sharding: bool = false; stateful
_XlaMerge(partitioned_call: T, xla_run: T) -> (output: T); T: type
_XlaRecvAtHost(dynamic_key: string) -> (outputs: Toutputs); Toutputs: list(type) >= 0; key: string; device_ordinal: int; device_type: string = "TPU"; stateful
_XlaRecvAtHostV2(dynamic_key: string, device_ordinal: int64) -> (outputs: Toutputs); Toutputs: list(type) >= 0; key: string; device_type: string = "TPU"; stateful
_XlaRun(args: Targs, key: string) -> (results: Tresults); Targs: list(type) >= 0; Tresults: list(type) >= 0; stateful
_XlaSendFromHost(inputs: Tinputs, dynamic_key: string) -> (); Tinputs: list(type) >= 0; key: string; device_ordinal: int; device_type: string = "TPU"; stateful
_XlaSendFromHostV2(inputs: Tinputs, dynamic_key: string, device_ordinal: int64) -> (); Tinputs: list(type) >= 0; key: string; device_type: string = "TPU"; stateful
A() -> (out: float)
AllToAll(input: T, group_assignment: int32) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; concat_dimension: int; split_dimension: int; split_count: int; stateful
AssignVariableXlaConcatND(resource: resource, inputs: N * T) -> (); T: type; N: int >= 1; num_concats: list(int); paddings: list(int) = []; stateful
Attr() -> (); a: int
AttrBool() -> (); a: bool
AttrBoolList() -> (); a: list(bool)
AttrDefault() -> (); a: string = "banana"
AttrEmptyListDefault() -> (); a: list(float) = []
AttrEnum() -> (); a: string {"apples", "oranges"}
AttrEnumList() -> (); a: list(string {"apples", "oranges"})
AttrFloat() -> (); a: float
AttrListDefault() -> (); a: list(int) = [5, 15]
AttrListMin() -> (); a: list(int) >= 2
AttrListTypeDefault(a: N * T, b: N * T) -> (); T: type = int32; N: int >= 1
AttrMin() -> (); a: int >= 5
AttrPartialShape() -> (); a: shape
AttrPartialShapeList() -> (); a: list(shape)
AttrShape() -> (); a: shape
AttrShapeList() -> (); a: list(shape)
AttrTypeDefault(a: T) -> (); T: type = int32
AudioMicrofrontend(audio: int16) -> (filterbanks: out_type); sample_rate: int = 16000; window_size: int = 25; window_step: int = 10; num_channels: int = 32; upper_band_limit: float = 7500.0; lower_band_limit: float = 125.0; smoothing_bits: int = 10; even_smoothing: float = 0.025; odd_smoothing: float = 0.06; min_signal_remaining: float = 0.05; enable_pcan: bool = false; pcan_strength: float = 0.95; pcan_offset: float = 80.0; gain_bits: int = 21; enable_log: bool = true; scale_shift: int = 6; left_context: int = 0; right_context: int = 0; frame_stride: int = 1; zero_padding: bool = false; out_scale: int = 1; out_type: {uint16, float} = uint16
AudioSpectrogram(input: float) -> (spectrogram: float); window_size: int; stride: int; magnitude_squared: bool = false
B() -> (out: float)
Binary(a: T, b: T) -> (out: T); T: type
BoostedTreesAggregateStats(node_ids: int32, gradients: float, hessians: float, feature: int32) -> (stats_summary: float); max_splits: int >= 1; num_buckets: int >= 1
BoostedTreesBucketize(float_values: num_features * float, bucket_boundaries: num_features * float) -> (buckets: num_features * int32); num_features: int >= 0
BoostedTreesCalculateBestFeatureSplit(node_id_range: int32, stats_summary: float, l1: float, l2: float, tree_complexity: float, min_node_weight: float) -> (node_ids: int32, gains: float, feature_dimensions: int32, thresholds: int32, left_node_contribs: float, right_node_contribs: float, split_with_default_directions: string); logits_dimension: int >= 1; split_type: string {"inequality", "equality"} = "inequality"
BoostedTreesCalculateBestFeatureSplitV2(node_id_range: int32, stats_summaries_list: num_features * float, split_types: string, candidate_feature_ids: int32, l1: float, l2: float, tree_complexity: float, min_node_weight: float) -> (node_ids: int32, gains: float, feature_ids: int32, feature_dimensions: int32, thresholds: int32, left_node_contribs: float, right_node_contribs: float, split_with_default_directions: string); num_features: int >= 1; logits_dimension: int >= 1
BoostedTreesCalculateBestGainsPerFeature(node_id_range: int32, stats_summary_list: num_features * float, l1: float, l2: float, tree_complexity: float, min_node_weight: float) -> (node_ids_list: num_features * int32, gains_list: num_features * float, thresholds_list: num_features * int32, left_node_contribs_list: num_features * float, right_node_contribs_list: num_features * float); max_splits: int >= 1; num_features: int >= 1
BoostedTreesCenterBias(tree_ensemble_handle: resource, mean_gradients: float, mean_hessians: float, l1: float, l2: float) -> (continue_centering: bool); stateful
BoostedTreesCreateEnsemble(tree_ensemble_handle: resource, stamp_token: int64, tree_ensemble_serialized: string) -> (); stateful
BoostedTreesCreateQuantileStreamResource(quantile_stream_resource_handle: resource, epsilon: float, num_streams: int64) -> (); max_elements: int = 1099511627776; stateful
BoostedTreesDeserializeEnsemble(tree_ensemble_handle: resource, stamp_token: int64, tree_ensemble_serialized: string) -> (); stateful
BoostedTreesEnsembleResourceHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; stateful
BoostedTreesExampleDebugOutputs(tree_ensemble_handle: resource, bucketized_features: num_bucketized_features * int32) -> (examples_debug_outputs_serialized: string); num_bucketized_features: int >= 1; logits_dimension: int; stateful
BoostedTreesFlushQuantileSummaries(quantile_stream_resource_handle: resource) -> (summaries: num_features * float); num_features: int >= 0; stateful
BoostedTreesGetEnsembleStates(tree_ensemble_handle: resource) -> (stamp_token: int64, num_trees: int32, num_finalized_trees: int32, num_attempted_layers: int32, last_layer_nodes_range: int32); stateful
BoostedTreesMakeQuantileSummaries(float_values: num_features * float, example_weights: float, epsilon: float) -> (summaries: num_features * float); num_features: int >= 0
BoostedTreesMakeStatsSummary(node_ids: int32, gradients: float, hessians: float, bucketized_features_list: num_features * int32) -> (stats_summary: float); max_splits: int >= 1; num_buckets: int >= 1; num_features: int >= 1
BoostedTreesPredict(tree_ensemble_handle: resource, bucketized_features: num_bucketized_features * int32) -> (logits: float); num_bucketized_features: int >= 1; logits_dimension: int; stateful
BoostedTreesQuantileStreamResourceAddSummaries(quantile_stream_resource_handle: resource, summaries: num_features * float) -> (); num_features: int >= 0; stateful
BoostedTreesQuantileStreamResourceDeserialize(quantile_stream_resource_handle: resource, bucket_boundaries: num_streams * float) -> (); num_streams: int >= 1; stateful
BoostedTreesQuantileStreamResourceFlush(quantile_stream_resource_handle: resource, num_buckets: int64) -> (); generate_quantiles: bool = false; stateful
BoostedTreesQuantileStreamResourceGetBucketBoundaries(quantile_stream_resource_handle: resource) -> (bucket_boundaries: num_features * float); num_features: int >= 0; stateful
BoostedTreesQuantileStreamResourceHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; stateful
BoostedTreesSerializeEnsemble(tree_ensemble_handle: resource) -> (stamp_token: int64, tree_ensemble_serialized: string); stateful
BoostedTreesSparseAggregateStats(node_ids: int32, gradients: float, hessians: float, feature_indices: int32, feature_values: int32, feature_shape: int32) -> (stats_summary_indices: int32, stats_summary_values: float, stats_summary_shape: int32); max_splits: int >= 1; num_buckets: int >= 1
BoostedTreesSparseCalculateBestFeatureSplit(node_id_range: int32, stats_summary_indices: int32, stats_summary_values: float, stats_summary_shape: int32, l1: float, l2: float, tree_complexity: float, min_node_weight: float) -> (node_ids: int32, gains: float, feature_dimensions: int32, thresholds: int32, left_node_contribs: float, right_node_contribs: float, split_with_default_directions: string); logits_dimension: int >= 1; split_type: string {"inequality"} = "inequality"
BoostedTreesTrainingPredict(tree_ensemble_handle: resource, cached_tree_ids: int32, cached_node_ids: int32, bucketized_features: num_bucketized_features * int32) -> (partial_logits: float, tree_ids: int32, node_ids: int32); num_bucketized_features: int >= 1; logits_dimension: int; stateful
BoostedTreesUpdateEnsemble(tree_ensemble_handle: resource, feature_ids: int32, node_ids: num_features * int32, gains: num_features * float, thresholds: num_features * int32, left_node_contribs: num_features * float, right_node_contribs: num_features * float, max_depth: int32, learning_rate: float) -> (); pruning_mode: int >= 0; num_features: int >= 0; stateful
BoostedTreesUpdateEnsembleV2(tree_ensemble_handle: resource, feature_ids: num_groups * int32, dimension_ids: num_features * int32, node_ids: num_features * int32, gains: num_features * float, thresholds: num_features * int32, left_node_contribs: num_features * float, right_node_contribs: num_features * float, split_types: num_features * string, max_depth: int32, learning_rate: float, pruning_mode: int32) -> (); num_features: int >= 0; logits_dimension: int = 1; num_groups: int >= 1 = 1; stateful
CalibrationStatisticsSaver(args: Tin) -> (); Tin: list(type) >= 0; ids: list(string) >= 1; calibration_methods: list(int) >= 1; output_file_path: string; stateful
CollateTPUEmbeddingMemory(memory_configs: N * string) -> (merged_memory_config: string); N: int >= 1; stateful
CollectivePermute(input: T, source_target_pairs: int32) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; stateful
ComplexStruct() -> (a: n_a * int32, b: n_b * int64, c: t_c); n_a: int >= 0; n_b: int >= 0; t_c: list(type) >= 0
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
ConstructionFails() -> ()
ConvertToCooTensor(indices_or_row_splits: int32, values: int32, weights: float) -> (row_ids: int32, col_ids: int32, gains: float); sample_count: int >= 1; combiner: string; stateful
ConvertToListOfSparseCoreCooTensors(indices_or_row_splits: int32, values: int32, weights: float) -> (row_ids_list: num_sc_per_chip * int32, col_ids_list: num_sc_per_chip * int32, gains_list: num_sc_per_chip * float); sample_count: int >= 1; num_sc_per_chip: int >= 1; row_offset: int >= 0; col_offset: int >= 0; col_shift: int >= 0; num_sc_shards: int >= 1; stacked_table_sample_count: int >= 1; combiner: string
ConvertToSparseCoreCsrWrappedCooTensor(sorted_row_ids_list: num_sc_per_chip * int32, sorted_col_ids_list: num_sc_per_chip * int32, sorted_gains_list: num_sc_per_chip * float, id_counts_list: num_sc_per_chip * int32, splits: int64) -> (row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, row_pointers_unpadded_size: int32, ids_unpadded_size: int32, num_minibatches_per_sc: int32); sample_count_per_sc: int >= 1; num_replica: int >= 1; max_minibatches_per_sc: int >= 1; max_ids_per_chip_per_sample: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; allow_id_dropping: bool
CopyOp(a: T) -> (b: T); T: type
CopyToMesh(input: T) -> (output: T); mesh: string; T: type
CopyToMeshGrad(input: T, forward_input: T) -> (output: T); T: type
CrossReplicaSum(input: T, group_assignment: int32) -> (output: T); T: {half, bfloat16, float, double, int32, uint32}; stateful
CSRSparseMatrixComponents(csr_sparse_matrix: variant, index: int32) -> (row_ptrs: int32, col_inds: int32, values: type); type: {float, double, complex64, complex128}
CSRSparseMatrixToDense(sparse_input: variant) -> (dense_output: type); type: {float, double, complex64, complex128}
CSRSparseMatrixToSparseTensor(sparse_matrix: variant) -> (indices: int64, values: type, dense_shape: int64); type: {float, double, complex64, complex128}
CudnnRNN(input: T, input_h: T, input_c: T, params: T) -> (output: T, output_h: T, output_c: T, reserve_space: T); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; is_training: bool = true; stateful
CudnnRNNBackprop(input: T, input_h: T, input_c: T, params: T, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; stateful
CudnnRNNBackpropV2(input: T, input_h: T, input_c: T, params: T, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T, host_reserved: int8) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; stateful
CudnnRNNBackpropV3(input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T, host_reserved: int8) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; num_proj: int = 0; time_major: bool = true; stateful
CudnnRNNCanonicalToParams(num_layers: int32, num_units: int32, input_size: int32, weights: num_params * T, biases: num_params * T) -> (params: T); T: {bfloat16, half, float, double}; num_params: int >= 1; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0
CudnnRNNCanonicalToParamsV2(num_layers: int32, num_units: int32, input_size: int32, weights: num_params_weights * T, biases: num_params_biases * T) -> (params: T); T: {bfloat16, half, float, double}; num_params_weights: int >= 1; num_params_biases: int >= 1; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; num_proj: int = 0
CudnnRNNParamsSize(num_layers: int32, num_units: int32, input_size: int32) -> (params_size: S); T: {bfloat16, half, float, double}; S: {int32, int64}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; num_proj: int = 0
CudnnRNNParamsToCanonical(num_layers: int32, num_units: int32, input_size: int32, params: T) -> (weights: num_params * T, biases: num_params * T); T: {bfloat16, half, float, double}; num_params: int >= 1; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0
CudnnRNNParamsToCanonicalV2(num_layers: int32, num_units: int32, input_size: int32, params: T) -> (weights: num_params_weights * T, biases: num_params_biases * T); T: {bfloat16, half, float, double}; num_params_weights: int >= 1; num_params_biases: int >= 1; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; num_proj: int = 0
CudnnRNNV2(input: T, input_h: T, input_c: T, params: T) -> (output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; is_training: bool = true; stateful
CudnnRNNV3(input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32) -> (output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8); T: {bfloat16, half, float, double}; rnn_mode: string {"rnn_relu", "rnn_tanh", "lstm", "gru"} = "lstm"; input_mode: string {"linear_input", "skip_input", "auto_select"} = "linear_input"; direction: string {"unidirectional", "bidirectional"} = "unidirectional"; dropout: float = 0.0; seed: int = 0; seed2: int = 0; num_proj: int = 0; is_training: bool = true; time_major: bool = true; stateful
CustomAggregator(input: float) -> (output: float, min: float, max: float, histogram: int64); id: string; calibration_method: int = 0; num_bins: int = 0; min_percentile: float = 0.0; max_percentile: float = 0.0
DecodeWav(contents: string) -> (audio: float, sample_rate: int32); desired_channels: int = -1; desired_samples: int = -1
DefaultAttrs() -> (); string_val: string = "abc"; string_list_val: list(string) = ["abc", ""]; int_val: int = 123; int_list_val: list(int) = [1, 2, 3]; float_val: float = 10.0; float_list_val: list(float) = [10.0]; bool_val: bool = true; bool_list_val: list(bool) = [true, false]; type_val: type = int32; type_list_val: list(type) = [int32, float]; shape_val: shape = [2, 1]; shape_list_val: list(shape) = [[], [1]]; tensor_val: tensor = int32 1; tensor_list_val: list(tensor) = [int32 1]
DeleteRpcFutureResource(handle: resource, deleter: variant) -> (); stateful
DenseToCSRSparseMatrix(dense_input: T, indices: int64) -> (sparse_output: variant); T: {float, double, complex64, complex128}
DevicePlacementOp() -> (device: string); stateful
DTensorAllGather(input: T) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool}; input_layout: string; output_layout: string
DTensorAllReduce(input: T, group_assignment: int32) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean", "Any", "All"}; device_type: string
DTensorAllScatter(input: T) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool, string}; input_layout: string; output_layout: string
DTensorAllToAll(input: T) -> (output: T); T: {half, bfloat16, float, double, int32, uint32, int64, bool}; input_layout: string; output_layout: string
DTensorReduceScatter(input: T, group_assignment: int32, scatter_dimension: int32) -> (output: T); T: {half, bfloat16, float, int32, uint32, int64, bool}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean", "Any", "All"}; device_type: string
DTensorRestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) -> (tensors: dtypes); input_shapes: list(shape); input_layouts: list(string); dtypes: list(type) >= 1; stateful
DTensorSetGlobalTPUArray(topology: string) -> (); stateful
DtypeWithDefaultOp(in: T) -> (dtype: string); T: type = uint8; stateful
DumpTensor(tensor_data: T) -> (); log_dir_path: string; file_name: string; T: type; enabled: bool; func_name: string; node_name: string; stateful
DynamicEnqueueTPUEmbeddingArbitraryTensorBatch(sample_indices_or_row_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string, device_ordinal: int32) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; combiners: list(string) = []; stateful
DynamicEnqueueTPUEmbeddingRaggedTensorBatch(sample_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string, device_ordinal: int32) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
EncodeWav(audio: float, sample_rate: int32) -> (contents: string)
EnqueueTPUEmbeddingArbitraryTensorBatch(sample_indices_or_row_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingBatch(batch: N * string, mode_override: string) -> (); N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingIntegerBatch(batch: N * int32, mode_override: string) -> (); N: int >= 1; device_ordinal: int = -1; stateful
EnqueueTPUEmbeddingRaggedTensorBatch(sample_splits: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
EnqueueTPUEmbeddingSparseBatch(sample_indices: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; stateful
EnqueueTPUEmbeddingSparseTensorBatch(sample_indices: N * T1, embedding_indices: N * T2, aggregation_weights: N * T3, mode_override: string) -> (); T1: {int32, int64} = int32; T2: {int32, int64} = int32; T3: {float, double} = float; N: int >= 1; device_ordinal: int = -1; combiners: list(string) = []; table_ids: list(int); max_sequence_lengths: list(int) = []; num_features: list(int) = []; stateful
ExecuteTPUEmbeddingPartitioner() -> (common_config: string); config: string; stateful
Fact() -> (fact: string)
FinalizeTPUEmbedding(common_config: string, memory_config: string) -> (); stateful
FinalizeTPUEmbeddingV2(common_config: string, memory_config: string) -> (embedding_partitions: string, hbm_buffers_config: string); stateful
FiveFloatOutputs() -> (a: float, b: float, c: float, d: float, e: float)
FloatInput(a: float) -> ()
FloatOutput() -> (a: float)
FloatOutputStringOutput() -> (a: float, b: string)
Foo1(a: float, b: int32, c: int32) -> (d: float, e: int32)
Foo2(a: float, b: string, c: string) -> (d: float, e: int32)
Foo3(a: float, b: string, c: float) -> (d: float, e: int32)
FuncAttr() -> (); f: func
FuncListAttr() -> (); f: list(func)
GetDeadline() -> (deadline_from_epoch_micros: int64)
GetMinibatchesInCsrWithPhysicalReplica(program_key: string, row_ids: int32, col_ids: int32, gains: float, splits: int64, id_counts: int32) -> (row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, row_pointers_unpadded_size: int32, ids_unpadded_size: int32, num_minibatches_per_physical_sparse_core: int32); sample_count: int >= 1; num_replica: int >= 1; max_minibatches_per_sc: int >= 1; max_ids_per_chip_per_sample: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_in_csr: string; stateful
GetMinibatchSplitsWithPhysicalReplica(program_key: string, row_ids: int32, col_ids: int32, gains: float) -> (sorted_row_ids: int32, sorted_col_ids: int32, sorted_gains: float, splits: int64, id_counts: int32, max_ids: int32, max_uniques: int32); sample_count: int >= 1; num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_splits: string; stateful
GetStatsFromListOfSparseCoreCooTensors(row_ids_list: N * int32, col_ids_list: N * int32, gains_list: N * float) -> (max_ids_per_sparse_core: int32, max_unique_ids_per_sparse_core: int32); sample_count_list: list(int); col_offset_list: list(int); num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; N: int >= 1
GetTpuTaskId() -> (tpu_task_id: int32)
GlobalIterId() -> (iter_id: int64); stateful
GraphDefVersion() -> (version: int32); stateful
HostConst() -> (output: dtype); value: tensor; dtype: type
InfeedDequeue() -> (output: dtype); dtype: type; shape: shape; stateful
InfeedDequeueTuple() -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); stateful
InfeedEnqueue(input: dtype) -> (); dtype: type; shape: shape = []; layout: list(int) = []; device_ordinal: int = -1; stateful
InfeedEnqueuePrelinearizedBuffer(input: variant) -> (); device_ordinal: int = -1
InfeedEnqueueTuple(inputs: dtypes) -> (); dtypes: list(type) >= 1; shapes: list(shape); layouts: list(int) = []; device_ordinal: int = -1; stateful
InPolymorphicTwice(a: N * T, b: M * T) -> (); T: type = int32; N: int >= 0; M: int >= 0
Int64Output() -> (out: int64)
IntAttr() -> (out: int64); foo: int = 1
IntInput(a: int32) -> ()
IntInputFloatInput(a: int32, b: float) -> ()
IntInputIntOutput(a: int32) -> (b: int32)
IntOutput() -> (a: int32)
IntOutputFloatOutput() -> (a: int32, b: float)
IsBoostedTreesEnsembleInitialized(tree_ensemble_handle: resource) -> (is_initialized: bool); stateful
IsBoostedTreesQuantileStreamResourceInitialized(quantile_stream_resource_handle: resource) -> (is_initialized: bool); stateful
IsResourceHandleRefCounting(handle: resource) -> (result: bool); stateful
IsTensorFloat32Enabled() -> (enabled: bool); stateful
IsTPUEmbeddingInitialized() -> (is_tpu_embedding_initialized: bool); config: string = ""; stateful
KernelLabel() -> (result: string)
KernelLabelRequired(input: int32) -> (result: string)
KMC2ChainInitialization(distances: float, seed: int64) -> (index: int64)
KmeansPlusPlusInitialization(points: float, num_to_sample: int64, seed: int64, num_retries_per_sample: int64) -> (samples: float)
KthOrderStatistic(input: float) -> (output: float); k: int
ListInput(a: N * T) -> (); N: int >= 1; T: type
ListOutput() -> (a: T); T: list(type) >= 1
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
MakeUnique(input: float) -> (output: float)
MakeWeakResourceHandle(handle: resource) -> (dup: resource); stateful
MergeDedupData(integer_tensor: integer_type, float_tensor: float_type) -> (output: variant); tuple_mask: string; integer_type: {int32, int64, uint32, uint64}; float_type: {half, bfloat16, float}; config: string = ""
Mfcc(spectrogram: float, sample_rate: int32) -> (output: float); upper_frequency_limit: float = 4000.0; lower_frequency_limit: float = 20.0; filterbank_channel_count: int = 40; dct_coefficient_count: int = 13
MixedStruct() -> (a: n_a * int32, b: float); n_a: int >= 0
MlirPassthroughOp(inputs: Tinputs) -> (outputs: Toutputs); mlir_module: string; Tinputs: list(type) >= 0; Toutputs: list(type) >= 0
Namespace>TestStringOutput(input: float) -> (output1: float, output2: string)
NearestNeighbors(points: float, centers: float, k: int64) -> (nearest_center_indices: int64, nearest_center_distances: float)
NegTrain(w_in: Ref(float), w_out: Ref(float), examples: int32, labels: int32, lr: float) -> (); vocab_count: list(int); num_negative_samples: int; stateful; deprecated(19, "Moving word2vec into tensorflow_models/tutorials and deprecating its ops here as a result")
NInPolymorphicTwice(a: N * T, b: N * T) -> (); T: type; N: int >= 0
NIntsIn(a: N * int32) -> (); N: int >= 2
NIntsOut() -> (a: N * int32); N: int >= 2
NIntsOutDefault() -> (a: N * int32); N: int >= 2 = 3
NInTwice(a: N * int32, b: N * string) -> (); N: int >= 0
NInTwoTypeVariables(a: N * S, b: N * T) -> (); S: type; T: type; N: int >= 0
None() -> ()
NPolymorphicIn(a: N * T) -> (); T: type; N: int >= 2
NPolymorphicOut() -> (a: N * T); T: type; N: int >= 2
NPolymorphicOutDefault() -> (a: N * T); T: type = bool; N: int >= 2 = 2
NPolymorphicRestrictIn(a: N * T) -> (); T: {string, bool}; N: int >= 2
NPolymorphicRestrictOut() -> (a: N * T); T: {string, bool}; N: int >= 2
Old() -> (); deprecated(8, "For reasons")
OpWithDefaultAttr() -> (a: int32); default_float: float = 123.0
OpWithFutureDefaultAttr() -> ()
OutfeedDequeue() -> (output: dtype); dtype: type; shape: shape; device_ordinal: int = -1; stateful
OutfeedDequeueTuple() -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); device_ordinal: int = -1; stateful
OutfeedDequeueTupleV2(device_ordinal: int32) -> (outputs: dtypes); dtypes: list(type) >= 1; shapes: list(shape); stateful
OutfeedDequeueV2(device_ordinal: int32) -> (output: dtype); dtype: type; shape: shape; stateful
OutfeedEnqueue(input: dtype) -> (); dtype: type; stateful
OutfeedEnqueueTuple(inputs: dtypes) -> (); dtypes: list(type) >= 1; stateful
OutT() -> (a: T); T: type
OutTypeList() -> (out: T); T: list(type) >= 0
OutTypeListRestrict() -> (out: t); t: list({string, bool}) >= 1
Polymorphic(a: T) -> (out: T); T: type
PolymorphicDefaultOut() -> (out: T); T: type = string
PolymorphicOut() -> (out: T); T: type
Prelinearize(input: dtype) -> (output: variant); dtype: type; shape: shape = []; layout: list(int) = []
PrelinearizeTuple(inputs: dtypes) -> (output: variant); dtypes: list(type) >= 1; shapes: list(shape); layouts: list(int) = []
ReadVariableXlaSplitND(resource: resource) -> (outputs: N * T); T: type; N: int >= 1; num_splits: list(int); paddings: list(int) = []; stateful
RecvTPUEmbeddingActivations() -> (outputs: num_outputs * float); num_outputs: int >= 1; config: string; stateful
RefIn(a: Ref(T)) -> (); T: type
RefInputFloatInput(a: Ref(float), b: float) -> ()
RefInputFloatInputIntOutput(a: Ref(float), b: float) -> (c: int32)
RefInputIntInput(a: Ref(int32), b: int32) -> ()
RefOut() -> (a: Ref(T)); T: type
RefOutput() -> (a: Ref(int32))
RefOutputFloatOutput() -> (a: Ref(float), b: float)
Relayout(input: T) -> (output: T); layout: string; T: type
RelayoutLike(input: T, layout_input: U) -> (output: T); T: type; U: type
RequiresOlderGraphVersion() -> (version: int32); stateful
ReservedAttr() -> (); range: int
ReservedInput(input: int32) -> ()
ResourceCreateOp(resource: resource) -> (); stateful
ResourceInitializedOp(resource: resource) -> (initialized: bool); stateful
ResourceUsingOp(resource: resource) -> (); stateful
Restrict(a: T) -> (out: T); T: {string, bool}
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
RiscAbs(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscAdd(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}; commutative; aggregate
RiscBinaryArithmetic(x: T, y: T) -> (z: T); op_type: string {"ADD", "SUB", "MUL", "DIV", "REM", "MIN", "POW"}; T: {bfloat16, half, float, double}
RiscBinaryComparison(x: T, y: T) -> (z: bool); op_type: string {"EQ", "NE", "GE", "GT", "LE", "LT"}; T: {bfloat16, half, float, double}
RiscBitcast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type
RiscBroadcast(input: T, shape: Tidx) -> (output: T); T: type; Tidx: {int32, int64} = int32
RiscCast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type
RiscCeil(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscCholesky(input: T) -> (output: T); T: {bfloat16, half, float, double}
RiscConcat(values: N * T, axis: Tidx) -> (output: T); N: int >= 2; T: type; Tidx: {int32, int64} = int32
RiscCondition(pred: bool, input_true: SrcT, input_false: SrcT) -> (output: DstT); func_true: func; func_false: func; SrcT: {bfloat16, half, float, double}; DstT: {bfloat16, half, float, double}
RiscConv(input: T, filter: T) -> (output: T); T: {bfloat16, half, float, double}; strides: list(int); data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
RiscCos(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscDiv(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscDot(a: T, b: T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float, double}
RiscExp(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscFft(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
RiscFloor(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscGather(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams); batch_dims: int = 0; Tparams: type; Tindices: {int32, int64}; Taxis: {int32, int64}
RiscImag(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
RiscIsFinite(x: T) -> (y: bool); T: {bfloat16, half, float, double}
RiscLog(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscLogicalAnd(x: bool, y: bool) -> (z: bool)
RiscLogicalNot(x: bool) -> (z: bool)
RiscLogicalOr(x: bool, y: bool) -> (z: bool)
RiscMax(x: T, y: T) -> (max: T); T: {bfloat16, half, float, double}
RiscMin(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscMul(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscNeg(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscPad(input: T, paddings: Tpaddings, constant_values: T) -> (output: T); T: {bfloat16, half, float, double}; Tpaddings: {int32, int64} = int32
RiscPool(value: T) -> (output: T); ksize: list(int) >= 4; strides: list(int) >= 4; pooling_type: string {"AVG", "MAX"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {bfloat16, half, float, double}
RiscPow(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscRandomUniform(shape: T) -> (output: float); seed: int = 0; T: {int32, int64}
RiscReal(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
RiscReduce(tensor: T, axis: Index) -> (output: T); reduce_type: string {"MEAN", "SUM"}; Index: {int32, int64} = int32; T: {bfloat16, half, float, double}
RiscRem(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscReshape(tensor: T, shape: Tshape) -> (output: T); T: {bfloat16, half, float, double}; Tshape: {int32, int64} = int32
RiscReverse(tensor: T, axis: Tidx) -> (output: T); Tidx: {int32, int64} = int32; T: {bfloat16, half, float, double}
RiscScatter(indices: Tindices, updates: T, shape: Tindices) -> (output: T); T: {bfloat16, half, float, double}; Tindices: {int32, int64}
RiscShape(input: T) -> (output: out_type); T: {bfloat16, half, float, double}; out_type: {int32, int64} = int32
RiscSign(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscSlice(input: T, begin: Index, size: Index) -> (output: T); T: {bfloat16, half, float, double}; Index: {int32, int64}
RiscSort(input: T, axis: Index) -> (output: T); Index: {int32, int64} = int32; T: {bfloat16, half, float, double}; direction: string {"ASCENDING", "DESCENDING"}
RiscSqueeze(input: T) -> (output: T); T: type; squeeze_dims: list(int) >= 0 = []
RiscSub(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
RiscTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {bfloat16, half, float, double}
RiscUnary(x: T) -> (y: T); op_type: string {"ABL", "CEIL", "COS", "EXP", "FLOOR", "IMAG", "LOG", "NEG", "REAL", "SIGN"}; T: {bfloat16, half, float, double}
RiscWhile(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10; stateful
RpcCall(client: resource, method_name: string, args: Tin, timeout_in_ms: int64) -> (future: resource, deleter: variant); Tin: list(type) >= 0; stateful
RpcCheckStatus(status_or: resource) -> (error_code: int64, error: string); stateful
RpcClient(server_address: string, timeout_in_ms: int64) -> (client: resource, method_specs: string); shared_name: string = ""; list_registered_methods: bool = false; stateful
RpcGetValue(status_or: resource) -> (output: Tout); Tout: list(type) >= 0; stateful
RpcServer(server_address: string) -> (server: resource); stateful
RpcServerRegister(server: resource, method_name: string, captured_inputs: Tin) -> (); Tin: list(type) >= 0 = []; f: func; input_specs: string = ""; output_specs: string; stateful
RpcServerStart(server: resource) -> (); stateful
SdcaFprint(input: string) -> (output: int64)
SdcaOptimizer(sparse_example_indices: num_sparse_features * int64, sparse_feature_indices: num_sparse_features * int64, sparse_feature_values: num_sparse_features_with_values * float, dense_features: num_dense_features * float, example_weights: float, example_labels: float, sparse_indices: num_sparse_features * int64, sparse_weights: num_sparse_features * float, dense_weights: num_dense_features * float, example_state_data: float) -> (out_example_state_data: float, out_delta_sparse_weights: num_sparse_features * float, out_delta_dense_weights: num_dense_features * float); loss_type: string {"logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss"}; adaptative: bool = false; num_sparse_features: int >= 0; num_sparse_features_with_values: int >= 0; num_dense_features: int >= 0; l1: float; l2: float; num_loss_partitions: int >= 1; num_inner_iterations: int >= 1
SdcaOptimizerV2(sparse_example_indices: num_sparse_features * int64, sparse_feature_indices: num_sparse_features * int64, sparse_feature_values: num_sparse_features_with_values * float, dense_features: num_dense_features * float, example_weights: float, example_labels: float, sparse_indices: num_sparse_features * int64, sparse_weights: num_sparse_features * float, dense_weights: num_dense_features * float, example_state_data: float) -> (out_example_state_data: float, out_delta_sparse_weights: num_sparse_features * float, out_delta_dense_weights: num_dense_features * float); loss_type: string {"logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss"}; adaptive: bool = false; num_sparse_features: int >= 0; num_sparse_features_with_values: int >= 0; num_dense_features: int >= 0; l1: float; l2: float; num_loss_partitions: int >= 1; num_inner_iterations: int >= 1
SdcaShrinkL1(weights: Ref(num_features * float)) -> (); num_features: int >= 0; l1: float; l2: float
SendTPUEmbeddingGradients(inputs: N * float, learning_rates: NN * float) -> (); N: int >= 1; NN: int >= 0 = 0; config: string; stateful
ShutdownDistributedTPU() -> (); stateful
ShutdownTPUSystem() -> (success: bool); stateful
Simple(a: int32) -> (out: float)
SimpleStruct() -> (a: n_a * int32); n_a: int >= 0
Skipgram() -> (vocab_word: string, vocab_freq: int32, words_per_epoch: int64, current_epoch: int32, total_words_processed: int64, examples: int32, labels: int32); filename: string; batch_size: int; window_size: int = 5; min_count: int = 5; subsample: float = 0.001; stateful; deprecated(19, "Moving word2vec into tensorflow_models/tutorials and deprecating its ops here as a result")
SleepIdentityOp(sleep_seconds: int32, input: T) -> (output: T); T: type; stateful
SleepOp(sleep_seconds: int32) -> (); stateful
SortListOfSparseCoreCooTensors(row_ids_list: N * int32, col_ids_list: N * int32, gains_list: N * float) -> (sorted_row_ids: int32, sorted_col_ids: int32, sorted_gains: float, id_counts: int32); sample_count_list: list(int); col_offset_list: list(int); num_replica: int >= 1; table_vocab_size: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; N: int >= 1
SparseMatrixAdd(a: variant, b: variant, alpha: T, beta: T) -> (c: variant); T: {float, double, complex64, complex128}
SparseMatrixMatMul(a: variant, b: T) -> (output: T); T: type; transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false; transpose_output: bool = false; conjugate_output: bool = false
SparseMatrixMul(a: variant, b: T) -> (output: variant); T: type
SparseMatrixNNZ(sparse_matrix: variant) -> (nnz: int32)
SparseMatrixOrderingAMD(input: variant) -> (output: int32)
SparseMatrixSoftmax(logits: variant) -> (softmax: variant); type: {float, double}
SparseMatrixSoftmaxGrad(softmax: variant, grad_softmax: variant) -> (gradient: variant); type: {float, double}
SparseMatrixSparseCholesky(input: variant, permutation: int32) -> (output: variant); type: {float, double, complex64, complex128}
SparseMatrixSparseMatMul(a: variant, b: variant) -> (c: variant); type: {float, double, complex64, complex128}; transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false
SparseMatrixTranspose(input: variant) -> (output: variant); conjugate: bool = false; type: {float, double, complex64, complex128}
SparseMatrixZeros(dense_shape: int64) -> (sparse_matrix: variant); type: {float, double, complex64, complex128}
SparseTensorToCSRSparseMatrix(indices: int64, values: T, dense_shape: int64) -> (sparse_matrix: variant); T: {float, double, complex64, complex128}
SplitDedupData(input: variant) -> (integer_tensor: integer_type, float_tensor: float_type); integer_type: {int32, int64, uint32, uint64}; float_type: {half, bfloat16, float}; tuple_mask: string; config: string = ""
StochasticCastToInt(input: Tin, key: uint64, counter: uint64, alg: int32) -> (output: Tout); Tin: {half, bfloat16, float, double}; Tout: {int8, int16, int32}
StoreMinibatchStatisticsInFdo(program_key: string, max_ids: int32, max_uniques: int32) -> (); sample_count: int >= 1; num_replica: int >= 1; feature_width: int >= 1; num_sc_per_chip: int >= 1; table_name: string; mini_batch_splits: string; stateful
StringListAttr() -> (); a: list(string); b: string
StubResourceHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; stateful
TestAttr() -> (out: T); T: {float, double}; stateful
TestStringOutput(input: float) -> (output1: float, output2: string)
TopKUnique(input: float) -> (topk: float, topk_indices: int32); k: int
TopKWithUnique(input: float) -> (topk: float, topk_indices: int32); k: int
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
TwoFloatInputs(a: float, b: float) -> ()
TwoFloatInputsFloatOutput(a: float, b: float) -> (c: float)
TwoFloatInputsIntOutput(a: float, b: float) -> (c: int32)
TwoFloatOutputs() -> (a: float, b: float)
TwoIntInputs(a: int32, b: int32) -> ()
TwoIntOutputs() -> (a: int32, b: int32)
TwoRefsIn(a: Ref(T), b: Ref(T)) -> (); T: type
TypeList(a: T) -> (); T: list(type) >= 0
TypeListRestrict(a: T) -> (); T: list({string, bool}) >= 1
TypeListTwice(a: T, b: T) -> (); T: list(type) >= 0
Unary(a: T) -> (b: T); T: type
UpdateTaskIdAndGlobalCoreArray(tpu_task_id_to_shard_id: task_count * int32) -> (); task_count: int >= 1; stateful
WorkerHeartbeat(request: string) -> (response: string); stateful
XlaAllReduce(input: T, group_assignment: int32) -> (output: T); T: {half, bfloat16, float, int32, uint32}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean"}; mode: string {"CrossReplica", "CrossReplicaAndPartition"}
XlaBroadcastHelper(lhs: T, rhs: T, broadcast_dims: Tindices) -> (lhs_output: T, rhs_output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}
XlaCallModule(args: Tin) -> (output: Tout); version: int; module: string; Sout: list(shape) >= 0; Tout: list(type) >= 0; Tin: list(type) >= 0; dim_args_spec: list(string) = []; platforms: list(string) = []; function_list: list(func) = []; has_token_input_output: bool = false; disabled_checks: list(string) = []; use_shardy_partitioner: bool = false; stateful
XlaClusterOutput(input: T) -> (outputs: T); T: type
XlaConcatND(inputs: N * T) -> (output: T); T: type; N: int >= 1; num_concats: list(int); paddings: list(int) = []
XlaConv(lhs: T, rhs: T, window_strides: Tindices, padding: Tindices, lhs_dilation: Tindices, rhs_dilation: Tindices, feature_group_count: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; dimension_numbers: string; precision_config: string
XlaConvV2(lhs: LhsT, rhs: RhsT, window_strides: Tindices, padding: Tindices, lhs_dilation: Tindices, rhs_dilation: Tindices, feature_group_count: Tindices) -> (output: preferred_element_type); LhsT: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; RhsT: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; dimension_numbers: string; precision_config: string; preferred_element_type: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; batch_group_count: int = 1
XlaCustomCall(args: T) -> (output: dtype); target_name: string; backend_config: string; T: list(type) >= 0; dtype: type; shape: shape
XlaCustomCallV2(operands: operand_dtypes) -> (results: result_dtypes); call_target_name: string; backend_config: string; has_side_effect: bool; operand_dtypes: list(type) >= 0; result_dtypes: list(type) >= 0; result_shapes: list(shape) >= 0
XlaDequantize(input: uint32) -> (output: bfloat16); min_range: float; max_range: float; mode: string; transpose_output: bool; stateful
XlaDot(lhs: T, rhs: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; dimension_numbers: string; precision_config: string
XlaDotV2(lhs: LhsT, rhs: RhsT) -> (output: preferred_element_type); LhsT: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; RhsT: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; dimension_numbers: string; precision_config: string; preferred_element_type: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
XlaDynamicSlice(input: T, start_indices: Tindices, size_indices: Tindices) -> (output: T); T: type; Tindices: {int32, int64}
XlaDynamicUpdateSlice(input: T, update: T, indices: Tindices) -> (output: T); T: type; Tindices: {int32, int64}
XlaEinsum(a: T, b: T) -> (product: T); equation: string; T: {complex64, bfloat16, float}
XlaGather(operand: T, start_indices: Tindices, slice_sizes: Tindices) -> (output: T); dimension_numbers: string; indices_are_sorted: bool; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; Tindices: {int32, int64}
XlaHostCompute(inputs: Tinputs) -> (outputs: Toutputs); Tinputs: list(type) >= 0; Toutputs: list(type) >= 0; ancestors: list(string) >= 0; shapes: list(shape) >= 0; shape_inference_graph: func; key: string; send_key: string = ""; recv_key: string = ""; cost_estimate_ns: int = 1000000; tpu_core: int = 0; stateful
XlaIf(cond: Tcond, inputs: Tin) -> (output: Tout); Tcond: type; then_branch: func; else_branch: func; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
XlaKeyValueSort(keys: K, values: V) -> (sorted_keys: K, sorted_values: V); K: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; V: type
XlaLaunch(constants: Tconstants, args: Targs, resources: Nresources * resource) -> (results: Tresults); Tconstants: list(type) >= 0; Targs: list(type) >= 0; Nresources: int >= 0; Tresults: list(type) >= 0; function: func; stateful
XlaLaunchV2(args: Targs) -> (results: Tresults); Targs: list(type) >= 0; Tresults: list(type) >= 0; constants: list(int) >= 0; resources: list(int) >= 0; function: func
XlaOptimizationBarrier(input: T) -> (output: T); T: list(type) >= 0
XlaPad(input: T, padding_value: T, padding_low: Tindices, padding_high: Tindices, padding_interior: Tindices) -> (output: T); T: type; Tindices: {int32, int64}
XlaRecv() -> (tensor: dtype); dtype: type; tensor_name: string; shape: shape; stateful
XlaRecvFromHost() -> (output: Toutput); Toutput: type; shape: shape; key: string; stateful
XlaRecvTPUEmbeddingActivations(deduplication_data: variant) -> (outputs: num_tables * float); num_tables: int >= 1; config: string; stateful
XlaRecvTPUEmbeddingActivationsV2(deduplication_data: variant) -> (outputs: num_tables * float); num_tables: int >= 1; config: string; embedding_partitions: string; hbm_buffers_config: string; tpu_topology: string; stateful
XlaRecvTPUEmbeddingDeduplicationData() -> (output: variant); config: string; stateful
XlaRecvTPUEmbeddingDeduplicationDataV2() -> (output: variant); config: string; embedding_partitions: string; hbm_buffers_config: string; tpu_topology: string; stateful
XlaReduce(input: T, init_value: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; dimensions_to_reduce: list(int); reducer: func
XlaReducePrecision(operand: T) -> (output: T); T: {bfloat16, half, float, double}; exponent_bits: int; mantissa_bits: int
XlaReduceScatter(input: T, group_assignment: int32, scatter_dimension: int32) -> (output: T); T: {half, bfloat16, float, int32, uint32}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean"}
XlaReduceWindow(input: T, init_value: T, window_dimensions: Tindices, window_strides: Tindices, base_dilations: Tindices, window_dilations: Tindices, padding: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; Tindices: {int32, int64}; computation: func
XlaRemoveDynamicDimensionSize(input: T, dim_index: int32) -> (output: T); T: type
XlaReplicaId() -> (id: int32)
XlaRngBitGenerator(algorithm: int32, initial_state: uint64, shape: Tshape) -> (output_key: uint64, output: dtype); dtype: {uint8, int8, int32, int64, uint32, uint64} = uint64; Tshape: {int32, int64} = int32
XlaScatter(operand: T, scatter_indices: Tindices, updates: T) -> (output: T); update_computation: func; dimension_numbers: string; indices_are_sorted: bool; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; Tindices: {int32, int64}
XlaSelectAndScatter(operand: T, window_dimensions: Tindices, window_strides: Tindices, padding: Tindices, source: T, init_value: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; select: func; scatter: func
XlaSelfAdjointEig(a: T) -> (w: T, v: T); lower: bool; max_iter: int; epsilon: float; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
XlaSend(tensor: T) -> (); T: type; tensor_name: string; stateful
XlaSendToHost(input: Tinput) -> (); Tinput: type; key: string; stateful
XlaSendTPUEmbeddingGradients(gradients: NumTables * float, learning_rates: NumLearningRateTags * float, deduplication_data: variant) -> (); NumTables: int >= 1; NumLearningRateTags: int >= 0 = 0; config: string; stateful
XlaSendTPUEmbeddingGradientsV2(gradients: NumTables * float, learning_rates: NumLearningRateTags * float, deduplication_data: variant) -> (); NumTables: int >= 1; NumLearningRateTags: int >= 0 = 0; config: string; embedding_partitions: string; hbm_buffers_config: string; tpu_topology: string; stateful
XlaSetBound(input: int32, bound: int32) -> (output: int32)
XlaSetDynamicDimensionSize(input: T, dim_index: int32, size: int32) -> (output: T); T: type
XlaSharding(input: T) -> (output: T); T: type; sharding: string = ""; unspecified_dims: list(int) = []
XlaSort(input: T) -> (output: T); T: type
XlaSparseActivationsUnstack(stacked_activations: input_dtype) -> (unstacked_activations: num_tables * dtype); num_tables: int >= 1; sample_counts: list(int) >= 1; features: list(int) >= 1; interleaved: bool; input_dtype: type; dtype: type
XlaSparseCoreAdagrad(indices: int32, gradient: float, learning_rate: float, accumulator: float, embedding_table: float) -> (updated_embedding_table: float, updated_accumulator: float); feature_width: int; stateful
XlaSparseCoreAdagradMomentum(indices: int32, gradient: float, learning_rate: float, beta_1: float, epsilon: float, accumulator: float, momentum: float, embedding_table: float) -> (updated_embedding_table: float, updated_accumulator: float, updated_momentum: float); feature_width: int; use_nesterov: bool; beta_2: float; exponent: float; stateful
XlaSparseCoreAdam(embedding_table: float, indices: int32, gradient: float, learning_rate: float, momentum: float, velocity: float, beta_1: float, beta_2: float, epsilon: float) -> (updated_embedding_table: float, updated_velocity: float, updated_momentum: float); feature_width: int; use_sum_inside_sqrt: bool; stateful
XlaSparseCoreFtrl(embedding_table: float, accumulator: float, linear: float, learning_rate: float, indices: int32, gradient: float, beta: float, learning_rate_power: float, l2_regularization_strength: float) -> (updated_embedding_table: float, updated_accumulator: float, updated_linear: float); feature_width: int; multiply_linear_by_learning_rate: bool; l1_regularization_strength: float; stateful
XlaSparseCoreSgd(indices: int32, gradient: float, learning_rate: float, embedding_table: float) -> (updated_embedding_table: float); feature_width: int; stateful
XlaSparseDenseMatmul(row_ids: int32, col_ids: uint32, values: float, offsets: uint32, embedding_table: float) -> (activations: float, row_pointers: int32, sorted_embedding_ids: int32, sorted_sample_ids: int32, sorted_gains: float); max_ids_per_partition: int >= 0; max_unique_ids_per_partition: int >= 0; input_size: int >= 0
XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, learning_rate: float, combiner_weights_learning_rate: float, embedding_table: float, accumulator: float) -> (updated_embedding_table: float, updated_accumulator: float, updated_weights: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, learning_rate: float, combiner_weights_learning_rate: float, embedding_table: float, accumulator: float, momenta: float) -> (updated_embedding_table: float, updated_accumulator: float, updated_momenta: float, updated_weights: float); use_nesterov: bool; exponent: float; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, learning_rate: float, combiner_weights_learning_rate: float, embedding_table: float, momenta: float, velocity: float) -> (updated_embedding_table: float, updated_momenta: float, updated_velocity: float, updated_weights: float); use_sum_inside_sqrt: bool; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, tables: N * float, hyperparameters: M * float, combiner_weights_learning_rate: float) -> (updated_tables: N * float, updated_weights: float); N: int >= 1; M: int >= 1; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; optimizer_custom_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, learning_rate: float, combiner_weights_learning_rate: float, embedding_table: float, accumulator: float, linear: float) -> (updated_embedding_table: float, updated_accumulator: float, updated_linear: float, updated_weights: float); multiply_linear_by_learning_rate: bool; beta: float; learning_rate_power: float; l1_regularization_strength: float; l2_regularization_strength: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, weights: float, preserved_valencies: int32, preserved_vectors: float, preserved_weights: float, activation_gradients: float, learning_rate: float, combiner_weights_learning_rate: float, embedding_table: float) -> (updated_embedding_table: float, updated_weights: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; max_valency: int >= 0; num_weights: int >= 0; combiner_table_vjp_computation: func; combiner_weights_vjp_computation: func; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_pos_ids: int32, sorted_gains: float, embedding_table: float, weights: float) -> (activations: float, preserved_valencies: int32, preserved_vectors: float); input_size: int >= 0; max_valency: int >= 0; num_weights: int >= 0; combiner_computation: func; quantization_config_low: float; quantization_config_high: float; quantization_config_num_buckets: int >= 0; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdagradAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, momenta: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float, updated_momenta: float); use_nesterov: bool; exponent: float; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, momenta: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float, updated_momenta: float); use_nesterov: bool; exponent: float; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdamAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, momenta: float, velocity: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_momenta: float, updated_velocity: float); use_sum_inside_sqrt: bool; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, momenta: float, velocity: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_momenta: float, updated_velocity: float); use_sum_inside_sqrt: bool; beta1: float; beta2: float; epsilon: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, tables: N * T, hyperparameters: M * float, num_minibatches_per_physical_sparse_core: int32) -> (updated_tables: N * T); N: int >= 1; M: int >= 1; custom_computation: func; table_name: string; num_sparsecores_per_device: int = -1; T: {int32, float} = float
XlaSparseDenseMatmulGradWithFtrlAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, linear: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float, updated_linear: float); multiply_linear_by_learning_rate: bool; beta: float; learning_rate_power: float; l1_regularization_strength: float; l2_regularization_strength: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, accumulator: float, linear: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float, updated_accumulator: float, updated_linear: float); multiply_linear_by_learning_rate: bool; beta: float; learning_rate_power: float; l1_regularization_strength: float; l2_regularization_strength: float; clip_weight_min: float = -inf; clip_weight_max: float = inf; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithSgdAndCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, activation_gradients: float, learning_rate: float, embedding_table: float, num_minibatches_per_physical_sparse_core: int32) -> (updated_embedding_table: float); clip_weight_min: float = -inf; clip_weight_max: float = inf; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseDenseMatmulWithCsrInput(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, embedding_table: T, num_minibatches_per_physical_sparse_core: int32) -> (activations: T); input_size: int >= 0; quantization_config_low: float; quantization_config_high: float; quantization_config_num_buckets: int >= 0; table_name: string; num_sparsecores_per_device: int = -1; T: {int32, float} = float
XlaSparseDenseMatmulWithStaticBufferSize(row_pointers: int32, sorted_sample_ids: int32, sorted_token_ids: int32, sorted_gains: float, embedding_table: float, num_minibatches_per_physical_sparse_core: int32) -> (activations: float); input_size: int >= 0; quantization_config_low: float; quantization_config_high: float; quantization_config_num_buckets: int >= 0; max_ids_per_sparse_core: int >= 1; max_unique_ids_per_sparse_core: int >= 1; table_name: string; num_sparsecores_per_device: int = -1
XlaSparseGradientsStack(unstacked_gradients: num_tables * input_dtype) -> (stacked_gradients: dtype); num_tables: int >= 1; interleaved: bool; input_dtype: type; dtype: type
XlaSplitND(input: T) -> (outputs: N * T); T: type; N: int >= 1; num_splits: list(int); paddings: list(int) = []
XlaSpmdFullToShardShape(input: T) -> (output: T); T: type; manual_sharding: string; dim: int = -1; unspecified_dims: list(int) = []
XlaSpmdShardToFullShape(input: T) -> (output: T); T: type; manual_sharding: string; full_shape: shape; dim: int = -1; unspecified_dims: list(int) = []
XlaSvd(a: T) -> (s: T, u: T, v: T); max_iter: int; epsilon: float; precision_config: string; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
XlaVariadicReduce(input: N * T, init_value: N * T) -> (output: N * T); N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; dimensions_to_reduce: list(int); reducer: func
XlaVariadicReduceV2(inputs: T, init_values: T) -> (outputs: T); T: list(type) >= 1; dimensions_to_reduce: list(int); reducer: func
XlaVariadicSort(inputs: T, dimension: int32) -> (outputs: T); T: list(type) >= 1; comparator: func; is_stable: bool
XlaWhile(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; stateful
"""
