# Generated from protos/ops/nn.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def avg_pool(
    value: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes,
    data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def avg_pool3d(
    input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes,
    data_format: str | bytes = "NDHWC", name: str | None = None,
) -> Tensor: ...


def avg_pool3d_grad(
    orig_input_shape: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int],
    padding: str | bytes, data_format: str | bytes = "NDHWC", name: str | None = None,
) -> Tensor: ...


def avg_pool_grad(
    orig_input_shape: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int],
    padding: str | bytes, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def batch_norm_with_global_normalization(
    t: TensorLike, m: TensorLike, v: TensorLike, beta: TensorLike, gamma: TensorLike, *, variance_epsilon: float,
    scale_after_normalization: bool, name: str | None = None,
) -> Tensor: ...


class BatchNormWithGlobalNormalizationGradOutputs(NamedTuple):
    """The outputs of BatchNormWithGlobalNormalizationGrad."""

    dx: Tensor
    dm: Tensor
    dv: Tensor
    db: Tensor
    dg: Tensor


def batch_norm_with_global_normalization_grad(
    t: TensorLike, m: TensorLike, v: TensorLike, gamma: TensorLike, backprop: TensorLike, *, variance_epsilon: float,
    scale_after_normalization: bool, name: str | None = None,
) -> BatchNormWithGlobalNormalizationGradOutputs: ...


def batch_to_space(input: TensorLike, crops: TensorLike, *, block_size: int, name: str | None = None) -> Tensor: ...


def batch_to_space_nd(
    input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None,
) -> Tensor:
    """Moves blocks of the batch dimension back into the spatial dimensions, and crops these.

    BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T).
    Tblock_shape is one of int32, int64.
    Tcrops is one of int32, int64.
    """


def bias_add(
    value: TensorLike, bias: TensorLike, *, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def bias_add_grad(
    out_backprop: TensorLike, *, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def bias_add_v1(value: TensorLike, bias: TensorLike, name: str | None = None) -> Tensor: ...


class BlockLSTMOutputs(NamedTuple):
    """The outputs of BlockLSTM."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstm(
    seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike,
    wcf: TensorLike, wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0, cell_clip: float = 3.0,
    use_peephole: bool = False, name: str | None = None,
) -> BlockLSTMOutputs: ...


class BlockLSTMGradOutputs(NamedTuple):
    """The outputs of BlockLSTMGrad."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad(
    seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike,
    wcf: TensorLike, wco: TensorLike, b: TensorLike, i: TensorLike, cs: TensorLike, f: TensorLike, o: TensorLike,
    ci: TensorLike, co: TensorLike, h: TensorLike, cs_grad: TensorLike, h_grad: TensorLike, *, use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradOutputs: ...


class BlockLSTMGradV2Outputs(NamedTuple):
    """The outputs of BlockLSTMGradV2."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad_v2(
    seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike,
    wcf: TensorLike, wco: TensorLike, b: TensorLike, i: TensorLike, cs: TensorLike, f: TensorLike, o: TensorLike,
    ci: TensorLike, co: TensorLike, h: TensorLike, cs_grad: TensorLike, h_grad: TensorLike, *, use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradV2Outputs: ...


class BlockLSTMV2Outputs(NamedTuple):
    """The outputs of BlockLSTMV2."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstmv2(
    seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike,
    wcf: TensorLike, wco: TensorLike, b: TensorLike, *, cell_clip: float = 0.0, use_peephole: bool = False,
    name: str | None = None,
) -> BlockLSTMV2Outputs: ...


class CTCBeamSearchDecoderOutputs(NamedTuple):
    """The outputs of CTCBeamSearchDecoder."""

    decoded_indices: list[Tensor]
    decoded_values: list[Tensor]
    decoded_shape: list[Tensor]
    log_probability: Tensor


def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, *, beam_width: int, top_paths: int, merge_repeated: bool = True,
    name: str | None = None,
) -> CTCBeamSearchDecoderOutputs: ...


class CTCGreedyDecoderOutputs(NamedTuple):
    """The outputs of CTCGreedyDecoder."""

    decoded_indices: Tensor
    decoded_values: Tensor
    decoded_shape: Tensor
    log_probability: Tensor


def ctc_greedy_decoder(
    inputs: TensorLike, sequence_length: TensorLike, *, merge_repeated: bool = False, blank_index: int = -1,
    name: str | None = None,
) -> CTCGreedyDecoderOutputs: ...


class CTCLossOutputs(NamedTuple):
    """The outputs of CTCLoss."""

    loss: Tensor
    gradient: Tensor


def ctc_loss(
    inputs: TensorLike, labels_indices: TensorLike, labels_values: TensorLike, sequence_length: TensorLike, *,
    preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False, name: str | None = None,
) -> CTCLossOutputs: ...


def conv(
    input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    explicit_paddings: Sequence[int] = (), data_format: str | bytes = "CHANNELS_LAST", dilations: Sequence[int] = (),
    batch_dims: int = 1, groups: int = 1, name: str | None = None,
) -> Tensor: ...


def conv2d(
    input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (), data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def conv2d_backprop_filter(
    input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC", dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor:
    """Computes the gradient of a 2-D convolution with respect to its filter.

    Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """


def conv2d_backprop_input(
    input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC", dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor:
    """Computes the gradient of a 2-D convolution with respect to its input.

    Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int32.
    """


def conv3d(
    input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    data_format: str | bytes = "NDHWC", dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def conv3d_backprop_filter(
    input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def conv3d_backprop_filter_v2(
    input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, data_format: str | bytes = "NDHWC", dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor: ...


def conv3d_backprop_input(
    input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def conv3d_backprop_input_v2(
    input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, data_format: str | bytes = "NDHWC", dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor: ...


def data_format_dim_map(
    x: TensorLike, *, src_format: str | bytes = "NHWC", dst_format: str | bytes = "NCHW", name: str | None = None,
) -> Tensor: ...


def data_format_vec_permute(
    x: TensorLike, *, src_format: str | bytes = "NHWC", dst_format: str | bytes = "NCHW", name: str | None = None,
) -> Tensor: ...


def depth_to_space(
    input: TensorLike, *, block_size: int, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def depthwise_conv2d_native(
    input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes,
    explicit_paddings: Sequence[int] = (), data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor:
    """Convolves each channel of images [batch, height, width, channels] by its own filters.

    DepthwiseConv2dNative(input: T, filter: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """


def depthwise_conv2d_native_backprop_filter(
    input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def depthwise_conv2d_native_backprop_input(
    input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int],
    padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor: ...


def dilation2d(
    input: TensorLike, filter: TensorLike, *, strides: Sequence[int], rates: Sequence[int], padding: str | bytes,
    name: str | None = None,
) -> Tensor: ...


def dilation2d_backprop_filter(
    input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], rates: Sequence[int],
    padding: str | bytes, name: str | None = None,
) -> Tensor: ...


def dilation2d_backprop_input(
    input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], rates: Sequence[int],
    padding: str | bytes, name: str | None = None,
) -> Tensor: ...


def elu(features: TensorLike, name: str | None = None) -> Tensor:
    """Computes exp(x) - 1 of negative elements, leaves the others: exponential linear unit.

    Elu(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """


def elu_grad(gradients: TensorLike, outputs: TensorLike, name: str | None = None) -> Tensor: ...


def extract_image_patches(
    images: TensorLike, *, ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str | bytes,
    name: str | None = None,
) -> Tensor: ...


def extract_volume_patches(
    input: TensorLike, *, ksizes: Sequence[int], strides: Sequence[int], padding: str | bytes,
    name: str | None = None,
) -> Tensor: ...


class FractionalAvgPoolOutputs(NamedTuple):
    """The outputs of FractionalAvgPool."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def fractional_avg_pool(
    value: TensorLike, *, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False,
    deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> FractionalAvgPoolOutputs: ...


def fractional_avg_pool_grad(
    orig_input_tensor_shape: TensorLike, out_backprop: TensorLike, row_pooling_sequence: TensorLike,
    col_pooling_sequence: TensorLike, *, overlapping: bool = False, name: str | None = None,
) -> Tensor: ...


class FractionalMaxPoolOutputs(NamedTuple):
    """The outputs of FractionalMaxPool."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def fractional_max_pool(
    value: TensorLike, *, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False,
    deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> FractionalMaxPoolOutputs: ...


def fractional_max_pool_grad(
    orig_input: TensorLike, orig_output: TensorLike, out_backprop: TensorLike, row_pooling_sequence: TensorLike,
    col_pooling_sequence: TensorLike, *, overlapping: bool = False, name: str | None = None,
) -> Tensor: ...


class FusedBatchNormOutputs(NamedTuple):
    """The outputs of FusedBatchNorm."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor


def fused_batch_norm(
    x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *,
    epsilon: float = 9.999999747378752e-05, exponential_avg_factor: float = 1.0, data_format: str | bytes = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> FusedBatchNormOutputs: ...


class FusedBatchNormGradOutputs(NamedTuple):
    """The outputs of FusedBatchNormGrad."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_3: Tensor
    reserve_space_4: Tensor


def fused_batch_norm_grad(
    y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike,
    reserve_space_2: TensorLike, *, epsilon: float = 9.999999747378752e-05, data_format: str | bytes = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> FusedBatchNormGradOutputs: ...


class FusedBatchNormGradV2Outputs(NamedTuple):
    """The outputs of FusedBatchNormGradV2."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_3: Tensor
    reserve_space_4: Tensor


def fused_batch_norm_grad_v2(
    y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike,
    reserve_space_2: TensorLike, *, epsilon: float = 9.999999747378752e-05, data_format: str | bytes = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> FusedBatchNormGradV2Outputs: ...


class FusedBatchNormGradV3Outputs(NamedTuple):
    """The outputs of FusedBatchNormGradV3."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_4: Tensor
    reserve_space_5: Tensor


def fused_batch_norm_grad_v3(
    y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike,
    reserve_space_2: TensorLike, reserve_space_3: TensorLike, *, epsilon: float = 9.999999747378752e-05,
    data_format: str | bytes = "NHWC", is_training: bool = True, name: str | None = None,
) -> FusedBatchNormGradV3Outputs: ...


class FusedBatchNormV2Outputs(NamedTuple):
    """The outputs of FusedBatchNormV2."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor


def fused_batch_norm_v2(
    x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *,
    epsilon: float = 9.999999747378752e-05, exponential_avg_factor: float = 1.0, data_format: str | bytes = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> FusedBatchNormV2Outputs: ...


class FusedBatchNormV3Outputs(NamedTuple):
    """The outputs of FusedBatchNormV3."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor
    reserve_space_3: Tensor


def fused_batch_norm_v3(
    x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *,
    epsilon: float = 9.999999747378752e-05, exponential_avg_factor: float = 1.0, data_format: str | bytes = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> FusedBatchNormV3Outputs: ...


def fused_pad_conv2d(
    input: TensorLike, paddings: TensorLike, filter: TensorLike, *, mode: str | bytes, strides: Sequence[int],
    padding: str | bytes, name: str | None = None,
) -> Tensor: ...


def fused_resize_and_pad_conv2d(
    input: TensorLike, size: TensorLike, paddings: TensorLike, filter: TensorLike, *, mode: str | bytes,
    strides: Sequence[int], padding: str | bytes, resize_align_corners: bool = False, name: str | None = None,
) -> Tensor: ...


class GRUBlockCellOutputs(NamedTuple):
    """The outputs of GRUBlockCell."""

    r: Tensor
    u: Tensor
    c: Tensor
    h: Tensor


def gru_block_cell(
    x: TensorLike, h_prev: TensorLike, w_ru: TensorLike, w_c: TensorLike, b_ru: TensorLike, b_c: TensorLike,
    name: str | None = None,
) -> GRUBlockCellOutputs: ...


class GRUBlockCellGradOutputs(NamedTuple):
    """The outputs of GRUBlockCellGrad."""

    d_x: Tensor
    d_h_prev: Tensor
    d_c_bar: Tensor
    d_r_bar_u_bar: Tensor


def gru_block_cell_grad(
    x: TensorLike, h_prev: TensorLike, w_ru: TensorLike, w_c: TensorLike, b_ru: TensorLike, b_c: TensorLike,
    r: TensorLike, u: TensorLike, c: TensorLike, d_h: TensorLike, name: str | None = None,
) -> GRUBlockCellGradOutputs: ...


class IsotonicRegressionOutputs(NamedTuple):
    """The outputs of IsotonicRegression."""

    output: Tensor
    segments: Tensor


def isotonic_regression(
    input: TensorLike, *, output_dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> IsotonicRegressionOutputs: ...


def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Computes half the sum of the squares of all elements, a scalar.

    L2Loss(t: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """


def lrn(
    input: TensorLike, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5,
    name: str | None = None,
) -> Tensor: ...


def lrn_grad(
    input_grads: TensorLike, input_image: TensorLike, output_image: TensorLike, *, depth_radius: int = 5,
    bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, name: str | None = None,
) -> Tensor: ...


class LSTMBlockCellOutputs(NamedTuple):
    """The outputs of LSTMBlockCell."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def lstm_block_cell(
    x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike, wcf: TensorLike,
    wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False,
    name: str | None = None,
) -> LSTMBlockCellOutputs: ...


class LSTMBlockCellGradOutputs(NamedTuple):
    """The outputs of LSTMBlockCellGrad."""

    cs_prev_grad: Tensor
    dicfo: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor


def lstm_block_cell_grad(
    x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike, wcf: TensorLike,
    wco: TensorLike, b: TensorLike, i: TensorLike, cs: TensorLike, f: TensorLike, o: TensorLike, ci: TensorLike,
    co: TensorLike, cs_grad: TensorLike, h_grad: TensorLike, *, use_peephole: bool, name: str | None = None,
) -> LSTMBlockCellGradOutputs: ...


def leaky_relu(features: TensorLike, *, alpha: float = 0.20000000298023224, name: str | None = None) -> Tensor: ...


def leaky_relu_grad(
    gradients: TensorLike, features: TensorLike, *, alpha: float = 0.20000000298023224, name: str | None = None,
) -> Tensor: ...


def log_softmax(logits: TensorLike, name: str | None = None) -> Tensor: ...


def max_pool(
    input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes,
    explicit_paddings: Sequence[int] = (), data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def max_pool3d(
    input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes,
    data_format: str | bytes = "NDHWC", name: str | None = None,
) -> Tensor: ...


def max_pool3d_grad(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int],
    strides: Sequence[int], padding: str | bytes, data_format: str | bytes = "NDHWC", name: str | None = None,
) -> Tensor: ...


def max_pool3d_grad_grad(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int],
    strides: Sequence[int], padding: str | bytes, data_format: str | bytes = "NDHWC", name: str | None = None,
) -> Tensor: ...


def max_pool_grad(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int],
    strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def max_pool_grad_grad(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int],
    strides: Sequence[int], padding: str | bytes, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def max_pool_grad_grad_v2(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: TensorLike, strides: TensorLike, *,
    padding: str | bytes, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def max_pool_grad_v2(
    orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: TensorLike, strides: TensorLike, *,
    padding: str | bytes, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


def max_pool_grad_with_argmax(
    input: TensorLike, grad: TensorLike, argmax: TensorLike, *, ksize: Sequence[int], strides: Sequence[int],
    padding: str | bytes, include_batch_in_index: bool = False, name: str | None = None,
) -> Tensor: ...


def max_pool_v2(
    input: TensorLike, ksize: TensorLike, strides: TensorLike, *, padding: str | bytes,
    data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


class MaxPoolWithArgmaxOutputs(NamedTuple):
    """The outputs of MaxPoolWithArgmax."""

    output: Tensor
    argmax: Tensor


def max_pool_with_argmax(
    input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes,
    Targmax: DTypeLike = dtypes.int64, include_batch_in_index: bool = False, name: str | None = None,
) -> MaxPoolWithArgmaxOutputs: ...


def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """Replaces negative elements by 0: the rectified linear unit.

    Relu(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint8, uint16, uint32, uint64, uint8.
    """


def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """Limits each element to the range from 0 to 6.

    Relu6(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def relu6_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...


def relu_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...


def selu(features: TensorLike, name: str | None = None) -> Tensor:
    """Computes the scaled exponential linear unit, which keeps mean and variance of deep networks.

    Selu(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """


def selu_grad(gradients: TensorLike, outputs: TensorLike, name: str | None = None) -> Tensor: ...


def softmax(logits: TensorLike, name: str | None = None) -> Tensor: ...


class SoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    """The outputs of SoftmaxCrossEntropyWithLogits."""

    loss: Tensor
    backprop: Tensor


def softmax_cross_entropy_with_logits(
    features: TensorLike, labels: TensorLike, name: str | None = None,
) -> SoftmaxCrossEntropyWithLogitsOutputs: ...


def softplus(features: TensorLike, name: str | None = None) -> Tensor:
    """Computes log(1 + exp(x)) of each element, a smooth rectifier.

    Softplus(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """


def softplus_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...


def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """Computes x / (1 + |x|) of each element.

    Softsign(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """


def softsign_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...


def space_to_batch(input: TensorLike, paddings: TensorLike, *, block_size: int, name: str | None = None) -> Tensor: ...


def space_to_batch_nd(
    input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None,
) -> Tensor:
    """Pads the spatial dimensions, and moves blocks of them into the batch dimension.

    SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> (output: T).
    Tblock_shape is one of int32, int64.
    Tpaddings is one of int32, int64.
    """


def space_to_depth(
    input: TensorLike, *, block_size: int, data_format: str | bytes = "NHWC", name: str | None = None,
) -> Tensor: ...


class SparseSoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    """The outputs of SparseSoftmaxCrossEntropyWithLogits."""

    loss: Tensor
    backprop: Tensor


def sparse_softmax_cross_entropy_with_logits(
    features: TensorLike, labels: TensorLike, name: str | None = None,
) -> SparseSoftmaxCrossEntropyWithLogitsOutputs: ...
