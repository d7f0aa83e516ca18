"""Static shapes of products with what follows them as one node."""
from __future__ import annotations

from aioflow.framework.graph.shape_inference import shape_function
from aioflow.ops.shapes.plain_rules import product

shape_function("_FusedMatMul")(product)
