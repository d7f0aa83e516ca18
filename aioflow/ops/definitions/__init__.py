"""Declarations of every op that TensorFlow has, as data, one text per family.

All of them are known to `aioflow.framework.op_def.OPS`, also those without a kernel: a graph may mention an op that no
run ever reaches. A family's text is read when one of its ops is first asked for.
"""
from __future__ import annotations

from pathlib import Path

from aioflow.framework.op_def import OPS

OPS.is_filled_by(Path(__file__).parent)
