"""`tf.lookup`: tables from keys to values. Those that runs may change are in `experimental`."""
from __future__ import annotations

# An attribute of this module, so that `tf.lookup.experimental` needs no import of its own.
from aioflow.ops.namespaces.lookup import experimental
from aioflow.ops.resources.lookup_tables import StaticHashTable, StaticVocabularyTable
from aioflow.ops.resources.table_initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer

__all__ = [
    "KeyValueTensorInitializer", "StaticHashTable", "StaticVocabularyTable", "TextFileIndex", "TextFileInitializer",
    "experimental",
]  # fmt: skip
