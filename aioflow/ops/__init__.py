"""Building graphs: op definitions, generated builders, and the sugar on top of them.

Importing it makes all ops and their shape rules known.
"""
from __future__ import annotations

from aioflow.ops import definitions as definitions
from aioflow.ops import shapes as shapes
