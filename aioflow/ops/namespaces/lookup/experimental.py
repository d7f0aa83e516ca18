"""`tf.lookup.experimental`: tables that runs change."""
from __future__ import annotations

from aioflow.ops.resources.mutable_tables import DenseHashTable, MutableHashTable

__all__ = ["DenseHashTable", "MutableHashTable"]
