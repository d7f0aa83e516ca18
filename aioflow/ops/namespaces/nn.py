"""`tf.nn`: functions of neural networks."""
from __future__ import annotations

from aioflow.ops.functions.candidate_samplers import (
    all_candidate_sampler,
    compute_accidental_hits,
    fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler,
    uniform_candidate_sampler,
)
from aioflow.ops.functions.ctc_ops import (
    collapse_repeated,
    ctc_beam_search_decoder,
    ctc_beam_search_decoder_v2,
    ctc_greedy_decoder,
    ctc_loss,
    ctc_loss_v2,
)
from aioflow.ops.functions.nn.nn_backprops import (
    conv3d_backprop_filter_v2,
    depthwise_conv2d_native_backprop_filter,
    depthwise_conv2d_native_backprop_input,
    quantized_avg_pool,
    quantized_conv2d,
    quantized_max_pool,
)

# The second version of an op is the only one that is built; "native" was once one of two ways.
from aioflow.ops.functions.nn.nn_backprops import conv3d_backprop_filter_v2 as conv3d_backprop_filter
from aioflow.ops.functions.nn.nn_backprops import (
    depthwise_conv2d_native_backprop_filter as depthwise_conv2d_backprop_filter,
)
from aioflow.ops.functions.nn.nn_backprops import (
    depthwise_conv2d_native_backprop_input as depthwise_conv2d_backprop_input,
)
from aioflow.ops.functions.nn.nn_conv import (
    atrous_conv2d,
    avg_pool,
    avg_pool3d,
    conv1d,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
    convolution,
    depthwise_conv2d,
    dilation2d,
    erosion2d,
    max_pool,
    max_pool2d,
    max_pool3d,
    max_pool_with_argmax,
    separable_conv2d,
)

# Version 1 averages images only, so the name with "2d" means the same.
from aioflow.ops.functions.nn.nn_conv import avg_pool as avg_pool2d
from aioflow.ops.functions.nn.nn_impl import (
    batch_norm_with_global_normalization,
    batch_normalization,
    fused_batch_norm,
    l2_normalize,
    moments,
    normalize_moments,
    sufficient_statistics,
    weighted_moments,
)
from aioflow.ops.functions.nn.nn_ops import (
    bias_add,
    crelu,
    leaky_relu,
    local_response_normalization,
    log_poisson_loss,
    log_softmax,
    relu_layer,
    sigmoid_cross_entropy_with_logits,
    softmax,
    softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits,
    swish,
    weighted_cross_entropy_with_logits,
    xw_plus_b,
    zero_fraction,
)
from aioflow.ops.functions.nn.nn_ops import local_response_normalization as lrn

# Two papers found the same activation under two names.
from aioflow.ops.functions.nn.nn_ops import swish as silu
from aioflow.ops.functions.nn.nn_pooling import (
    avg_pool1d,
    avg_pool_v2,
    fractional_avg_pool,
    fractional_max_pool,
    max_pool1d,
    max_pool_v2,
    pool,
    with_space_to_batch,
)
from aioflow.ops.functions.nn.nn_transposed import atrous_conv2d_transpose, conv1d_transpose, conv_transpose
from aioflow.ops.functions.patch_ops import depth_to_space, space_to_batch, space_to_depth
from aioflow.ops.functions.plain_ops import approx_max_k, approx_min_k
from aioflow.ops.functions.random_ops import dropout
from aioflow.ops.functions.sorting_ops import in_top_k, top_k

# Listed by TensorFlow both here and in `tf.math`.
from aioflow.ops.generated.math import sigmoid, tanh
from aioflow.ops.generated.nn import (
    conv2d_backprop_filter,
    conv2d_backprop_input,
    depthwise_conv2d_native,
    elu,
    l2_loss,
    relu,
    relu6,
    selu,
    softplus,
    softsign,
)
from aioflow.ops.variables.embeddings import embedding_lookup
from aioflow.ops.variables.sampled_losses import nce_loss, sampled_softmax_loss
from aioflow.ops.variables.sparse_embeddings import embedding_lookup_sparse, safe_embedding_lookup_sparse

__all__ = [
    "all_candidate_sampler", "approx_max_k", "approx_min_k", "atrous_conv2d", "atrous_conv2d_transpose", "avg_pool",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "avg_pool_v2", "batch_norm_with_global_normalization",
    "batch_normalization", "bias_add", "collapse_repeated", "compute_accidental_hits", "conv1d", "conv1d_transpose",
    "conv2d", "conv2d_backprop_filter", "conv2d_backprop_input", "conv2d_transpose", "conv3d",
    "conv3d_backprop_filter", "conv3d_backprop_filter_v2", "conv3d_transpose", "conv_transpose", "convolution",
    "crelu", "ctc_beam_search_decoder", "ctc_beam_search_decoder_v2", "ctc_greedy_decoder", "ctc_loss",
    "ctc_loss_v2", "depth_to_space", "depthwise_conv2d", "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input", "depthwise_conv2d_native", "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input", "dilation2d", "dropout", "elu", "embedding_lookup",
    "embedding_lookup_sparse", "erosion2d", "fixed_unigram_candidate_sampler", "fractional_avg_pool",
    "fractional_max_pool", "fused_batch_norm", "in_top_k", "l2_loss", "l2_normalize", "leaky_relu",
    "learned_unigram_candidate_sampler", "local_response_normalization", "log_poisson_loss", "log_softmax",
    "log_uniform_candidate_sampler", "lrn", "max_pool", "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_v2",
    "max_pool_with_argmax", "moments", "nce_loss", "normalize_moments", "pool", "quantized_avg_pool",
    "quantized_conv2d", "quantized_max_pool", "relu", "relu6", "relu_layer", "safe_embedding_lookup_sparse",
    "sampled_softmax_loss", "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu",
    "softmax", "softmax_cross_entropy_with_logits", "softmax_cross_entropy_with_logits_v2", "softplus", "softsign",
    "space_to_batch", "space_to_depth", "sparse_softmax_cross_entropy_with_logits", "sufficient_statistics",
    "swish", "tanh", "top_k", "uniform_candidate_sampler", "weighted_cross_entropy_with_logits", "weighted_moments",
    "with_space_to_batch", "xw_plus_b", "zero_fraction",
]  # fmt: skip
