"""`tf.quantization`: numbers of few bits."""
from __future__ import annotations

# `quantize_v2` is not among them: only the package has that older name.
from aioflow.ops.functions.quantization_ops import (
    dequantize,
    fake_quant_with_min_max_args,
    fake_quant_with_min_max_args_gradient,
    fake_quant_with_min_max_vars,
    fake_quant_with_min_max_vars_gradient,
    fake_quant_with_min_max_vars_per_channel,
    fake_quant_with_min_max_vars_per_channel_gradient,
    quantize,
    quantize_and_dequantize,
    quantize_and_dequantize_v2,
    quantized_concat,
)

__all__ = [
    "dequantize", "fake_quant_with_min_max_args", "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars", "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel", "fake_quant_with_min_max_vars_per_channel_gradient", "quantize",
    "quantize_and_dequantize", "quantize_and_dequantize_v2", "quantized_concat",
]  # fmt: skip
