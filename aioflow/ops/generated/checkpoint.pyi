# Generated from protos/ops/checkpoint.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def load_and_remap_matrix(
    ckpt_path: TensorLike, old_tensor_name: TensorLike, row_remapping: TensorLike, col_remapping: TensorLike,
    initializing_values: TensorLike, *, num_rows: int, num_cols: int, max_rows_in_memory: int = -1,
    name: str | None = None,
) -> Tensor: ...


def merge_v2_checkpoints(
    checkpoint_prefixes: TensorLike, destination_prefix: TensorLike, *, delete_old_dirs: bool = True,
    allow_missing_files: bool = False, name: str | None = None,
) -> Operation: ...


def restore(
    file_pattern: TensorLike, tensor_name: TensorLike, *, dt: DTypeLike, preferred_shard: int = -1,
    name: str | None = None,
) -> Tensor: ...


def restore_slice(
    file_pattern: TensorLike, tensor_name: TensorLike, shape_and_slice: TensorLike, *, dt: DTypeLike,
    preferred_shard: int = -1, name: str | None = None,
) -> Tensor: ...


def restore_v2(
    prefix: TensorLike, tensor_names: TensorLike, shape_and_slices: TensorLike, *, dtypes: Sequence[DTypeLike],
    name: str | None = None,
) -> list[Tensor]: ...


def save(
    filename: TensorLike, tensor_names: TensorLike, data: Sequence[TensorLike], name: str | None = None,
) -> Operation: ...


def save_slices(
    filename: TensorLike, tensor_names: TensorLike, shapes_and_slices: TensorLike, data: Sequence[TensorLike],
    name: str | None = None,
) -> Operation: ...


def save_v2(
    prefix: TensorLike, tensor_names: TensorLike, shape_and_slices: TensorLike, tensors: Sequence[TensorLike],
    name: str | None = None,
) -> Operation: ...
