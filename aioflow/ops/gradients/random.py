"""Gradients of random ops: they pass none on, so that zeros reach what is before them."""
from __future__ import annotations

from aioflow.ops.gradients.op_gradients import gradient, no_gradient

# Shapes and seeds are integers, and classes that are drawn by logits change in steps.
gradient(
    "RandomUniform", "StatelessMultinomial", "StatelessRandomNormal", "StatelessRandomUniform",
    "StatelessTruncatedNormal",
)(no_gradient)  # fmt: skip
