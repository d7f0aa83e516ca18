"""Gradients of string ops: they pass none on, so that zeros reach what is before them."""
from __future__ import annotations

from aioflow.ops.gradients.op_gradients import gradient, no_gradient

# A distance between texts changes in steps.
gradient("EditDistance")(no_gradient)
