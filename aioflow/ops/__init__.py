"""Building graphs: op definitions, generated builders, and the sugar on top of them.

Importing it makes all ops known, and tells where their shape rules are.
"""
from __future__ import annotations

from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.ops import definitions as definitions

SHAPE_FUNCTIONS.is_filled_by("aioflow.ops.shapes")
