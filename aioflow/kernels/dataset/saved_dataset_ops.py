"""Datasets saved in folders and loaded from them, as ops; only graphs that are trusted have them."""
from __future__ import annotations

from functools import partial

import numpy as np

from aioflow import errors
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.framework.kernels import KernelContext, as_object_array, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, dataset_in, nested_dataset
from aioflow.kernels.dataset.functions import Captured
from aioflow.kernels.dataset.saved_datasets import FolderWriter, LoadedDataset, read_metadata, saved_parts
from aioflow.kernels.pool_work import on_pool
from aioflow.kernels.string_arrays import scalar_string


@kernel("SaveDataset")
async def save_dataset(
    ctx: KernelContext, input_dataset: Array, path: Array, shard_func_other_args: list[Array], *, compression: bytes,
    shard_func: FunctionName, use_shard_func: bool,
) -> None:  # fmt: skip
    """Writes all elements, each to the part whose number the function gives of it, or to one part."""
    dataset, folder = dataset_in(input_dataset), scalar_string(path, "path")
    shard_of = Captured(shard_func, shard_func_other_args) if use_shard_func else None
    stage, pull = dataset.stage(), Pull(ctx)
    writer = await on_pool(ctx, lambda: FolderWriter(folder, compression.decode(errors="replace")))
    try:
        while (element := await stage.next(pull)) is not None:
            await pull.breathe()
            shard = 0 if shard_of is None else await _shard_number(pull, shard_of, element)
            await on_pool(ctx, partial(writer.write, element, dataset.dtypes, shard))
        # Only a dataset that was written to its end replaces what was saved before.
        await on_pool(ctx, partial(writer.finish, dataset.dtypes))
    # After an error, too: files are ended, and stay in a folder that nothing names.
    finally:
        writer.close()


async def _shard_number(pull: Pull, shard_of: Captured, element: Element) -> int:
    """The number that the function gives of an element; `InvalidArgumentError` if it gives anything but one int64."""
    results = await shard_of.made_inside(pull, element)
    if len(results) != 1 or results[0].size != 1 or results[0].dtype != np.int64:
        raise errors.invalid_argument("`shard_func` must return a scalar int64.")
    return int(results[0].item())


@kernel("LoadDataset")
async def load_dataset(
    ctx: KernelContext, path: Array, reader_func_other_args: list[Array], *, output_types: list[DType],
    output_shapes: list[TensorShape], compression: bytes, reader_func: FunctionName,
) -> Dataset:  # fmt: skip
    """A dataset that `reader_func` makes of a dataset of the parts, each of which is a dataset."""
    folder = scalar_string(path, "path")
    metadata = await on_pool(ctx, lambda: read_metadata(folder))
    name = compression.decode(errors="replace")
    parts = await on_pool(ctx, lambda: saved_parts(folder, metadata.run_id, name, output_types))
    results = await Pull(ctx).call(reader_func, [as_object_array(parts), *reader_func_other_args])
    # The function may order, mix or leave out elements; the number is that of all that were saved, as in TensorFlow.
    return LoadedDataset(nested_dataset(results), output_types, output_shapes, metadata.num_elements)
