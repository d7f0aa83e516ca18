"""Lookup tables of the pairs of dtypes that TensorFlow has kernels for."""
from __future__ import annotations

from typing import Any

from tests.kernels.dtype_table import dtype_table
from tests.kernels.state_programs import Steps, program, value


def pairs(op: str) -> list[str]:
    """Key and value dtype, with a slash in between, that the op takes."""
    found = []
    for taken in dtype_table()[op]["kernels"]:
        found += [f"{key}/{of}" for key in taken["key_dtype"].split() for of in taken["value_dtype"].split()]
    return sorted(pair for pair in found if "resource" not in pair and "variant" not in pair)


def table_steps(tf: Any, table: Any, key: str, of: str, is_mutable: bool) -> Steps:
    """All ops of tables; what several entries are exported in is a convention."""
    raw, Tin, Tout = tf.raw_ops, tf.as_dtype(key), tf.as_dtype(of)
    keys, values = value(tf, key, 1, 2, 3), value(tf, of, 4, 5, 6)
    other, default = value(tf, key, 2, 9), value(tf, of, 7)
    export = raw.LookupTableExportV2(table_handle=table, Tkeys=Tin, Tvalues=Tout)
    find = raw.LookupTableFindV2(table_handle=table, keys=other, default_value=default)
    return [
        find,
        raw.InitializeTableV2(table_handle=table, keys=keys, values=values),
        raw.InitializeTableV2(table_handle=table, keys=keys, values=values),
        raw.InitializeTableV2(table_handle=table, keys=keys[:2], values=values),
        raw.LookupTableInsertV2(table_handle=table, keys=keys, values=values),
        raw.LookupTableSizeV2(table_handle=table),
        find,
        raw.LookupTableFindV2(table_handle=table, keys=value(tf, key, [[1], [3]]), default_value=default),
        raw.LookupTableFindV2(table_handle=table, keys=keys[:0], default_value=default),
        raw.LookupTableFindV2(table_handle=table, keys=other, default_value=values),
        raw.LookupTableInsertV2(table_handle=table, keys=keys[:2], values=values[1:]),
        raw.LookupTableInsertV2(table_handle=table, keys=keys[:2], values=values),
        find,
        raw.LookupTableRemoveV2(table_handle=table, keys=other),
        raw.LookupTableSizeV2(table_handle=table),
        raw.LookupTableImportV2(table_handle=table, keys=keys[:1], values=values[2:]),
        [export.keys, export.values] if is_mutable else export.keys.op,
    ]


@program(pairs("HashTableV2"))
def hash_table(tf: Any, dtype: str) -> Steps:
    key, of = dtype.split("/")
    table = tf.raw_ops.HashTableV2(key_dtype=tf.as_dtype(key), value_dtype=tf.as_dtype(of), shared_name="t")
    return table_steps(tf, table, key, of, is_mutable=False)


@program(pairs("MutableHashTableV2"))
def mutable_hash_table(tf: Any, dtype: str) -> Steps:
    key, of = dtype.split("/")
    table = tf.raw_ops.MutableHashTableV2(key_dtype=tf.as_dtype(key), value_dtype=tf.as_dtype(of), shared_name="t")
    return table_steps(tf, table, key, of, is_mutable=True)
