"""Declarations of every op that TensorFlow has, as data, one file per family.

All of them are known to `aioflow.framework.op_def.OPS`, also those without a kernel: a graph may mention an op that no
run ever reaches. A family's file is read when one of its ops is first asked for.
"""
from __future__ import annotations

from aioflow.framework.op_def import OPS

OPS.is_filled_by(__name__)
