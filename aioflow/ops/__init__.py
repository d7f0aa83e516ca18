"""Building graphs: op definitions, generated builders, and the sugar on top of them.

Importing the package makes all ops known. Shape rules are only located, and are imported when an op first needs one.
"""
from __future__ import annotations

from aioflow.framework.families import OP_TEXTS, FamilyPackage
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.framework.op_def import OPS

OPS.is_filled_by(OP_TEXTS)
SHAPE_FUNCTIONS.is_filled_by(FamilyPackage("aioflow.ops.shapes"))
