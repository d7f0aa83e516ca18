# Generated from aioflow/ops/definitions/checkpoint.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.checkpoint` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op


def load_and_remap_matrix(
    ckpt_path: TensorLike,
    old_tensor_name: TensorLike,
    row_remapping: TensorLike,
    col_remapping: TensorLike,
    initializing_values: TensorLike,
    *,
    num_rows: int,
    num_cols: int,
    max_rows_in_memory: int = -1,
    name: str | None = None,
) -> Tensor:
    """LoadAndRemapMatrix(ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: int64,
    initializing_values: float32) -> (output_matrix: float32).

    Stateful.
    """
    return apply_op(
        "LoadAndRemapMatrix",
        [ckpt_path, old_tensor_name, row_remapping, col_remapping, initializing_values],
        {"num_rows": num_rows, "num_cols": num_cols, "max_rows_in_memory": max_rows_in_memory},
        name,
    ).outputs[0]


def merge_v2_checkpoints(
    checkpoint_prefixes: TensorLike,
    destination_prefix: TensorLike,
    *,
    delete_old_dirs: bool = True,
    allow_missing_files: bool = False,
    name: str | None = None,
) -> Operation:
    """MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string) -> ().

    Stateful.
    """
    return apply_op(
        "MergeV2Checkpoints",
        [checkpoint_prefixes, destination_prefix],
        {"delete_old_dirs": delete_old_dirs, "allow_missing_files": allow_missing_files},
        name,
    )


def restore(
    file_pattern: TensorLike,
    tensor_name: TensorLike,
    *,
    dt: DTypeLike,
    preferred_shard: int = -1,
    name: str | None = None,
) -> Tensor:
    """Restore(file_pattern: string, tensor_name: string) -> (tensor: dt).

    Stateful.
    """
    return apply_op(
        "Restore",
        [file_pattern, tensor_name],
        {"dt": dt, "preferred_shard": preferred_shard},
        name,
    ).outputs[0]


def restore_slice(
    file_pattern: TensorLike,
    tensor_name: TensorLike,
    shape_and_slice: TensorLike,
    *,
    dt: DTypeLike,
    preferred_shard: int = -1,
    name: str | None = None,
) -> Tensor:
    """RestoreSlice(file_pattern: string, tensor_name: string, shape_and_slice: string) -> (tensor: dt).

    Stateful.
    """
    return apply_op(
        "RestoreSlice",
        [file_pattern, tensor_name, shape_and_slice],
        {"dt": dt, "preferred_shard": preferred_shard},
        name,
    ).outputs[0]


def restore_v2(
    prefix: TensorLike,
    tensor_names: TensorLike,
    shape_and_slices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]:
    """RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) -> (tensors: dtypes).

    Stateful.
    """
    return list(apply_op("RestoreV2", [prefix, tensor_names, shape_and_slices], {"dtypes": dtypes}, name).outputs)


def save(
    filename: TensorLike,
    tensor_names: TensorLike,
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """Save(filename: string, tensor_names: string, data: T) -> ().

    Stateful.
    """
    return apply_op("Save", [filename, tensor_names, data], {}, name)


def save_slices(
    filename: TensorLike,
    tensor_names: TensorLike,
    shapes_and_slices: TensorLike,
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """SaveSlices(filename: string, tensor_names: string, shapes_and_slices: string, data: T) -> ().

    Stateful.
    """
    return apply_op("SaveSlices", [filename, tensor_names, shapes_and_slices, data], {}, name)


def save_v2(
    prefix: TensorLike,
    tensor_names: TensorLike,
    shape_and_slices: TensorLike,
    tensors: Sequence[TensorLike],
    name: str | None = None,
) -> Operation:
    """SaveV2(prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes) -> ().

    Stateful.
    """
    return apply_op("SaveV2", [prefix, tensor_names, shape_and_slices, tensors], {}, name)
