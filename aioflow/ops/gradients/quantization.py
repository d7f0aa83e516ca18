"""Gradients of quantization ops: they pass none on, so that zeros reach what is before them."""
from __future__ import annotations

from aioflow.ops.gradients.op_gradients import gradient, no_gradient

# These ops are gradients themselves; as in TensorFlow's runtime, gradients of them end here.
gradient(
    "FakeQuantWithMinMaxArgsGradient", "FakeQuantWithMinMaxVarsGradient",
    "FakeQuantWithMinMaxVarsPerChannelGradient",
)(no_gradient)  # fmt: skip
