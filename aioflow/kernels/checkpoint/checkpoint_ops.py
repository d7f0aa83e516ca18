"""Checkpoints of version 2, an index and data files: saved, restored and merged.

Untrusted graphs do not have these ops; those with a folder of their own may restore what is in it.
"""
from __future__ import annotations

import os
from collections.abc import Sequence

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.geometry.tensor_slices import part_or_all, spec_of_part
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checkpoint.bundle_merge import merge_bundles
from aioflow.kernels.checkpoint.bundle_reader import BundleReader
from aioflow.kernels.checkpoint.bundle_writer import BundleWriter
from aioflow.kernels.checkpoint.bundles import index_path, shown_key
from aioflow.kernels.checkpoint.slice_file_ops import restored_from_slice_files
from aioflow.kernels.io.file_ops import usable_path
from aioflow.kernels.readable_paths import readable_path
from aioflow.kernels.string_arrays import flat_strings


@kernel("SaveV2", blocking=True)
def save_v2(
    ctx: KernelContext, prefix: Array, tensor_names: Array, shape_and_slices: Array, tensors: list[Array], *,
    dtypes: list[DType],
) -> None:  # fmt: skip
    """Writes tensors, or the parts of tensors that `shape_and_slices` says they are."""
    path = _prefix(prefix)
    _check_ranks(tensor_names, shape_and_slices)
    if tensor_names.size != len(tensors):
        raise errors.invalid_argument(f"Got {tensor_names.size} tensor names but {len(tensors)} tensors.")
    wanted = _wanted(tensor_names, shape_and_slices)
    with BundleWriter(path) as bundle:
        for (name, text), tensor, dtype in zip(wanted, tensors, dtypes, strict=True):
            # No text is no slice: the tensor is saved under its name alone.
            if text:
                bundle.add_slice(name, spec_of_part(text, tensor.shape), tensor, dtype)
            else:
                bundle.add(name, tensor, dtype)


@kernel("RestoreV2", blocking=True)
def restore_v2(
    ctx: KernelContext, prefix: Array, tensor_names: Array, shape_and_slices: Array, *, dtypes: list[DType]
) -> list[Array]:
    """Tensors, or parts of them, by name; where there is no index, from files of version 1."""
    path = _prefix(prefix)
    _check_ranks(tensor_names, shape_and_slices)
    if tensor_names.size != len(dtypes):
        raise errors.invalid_argument(f"Got {tensor_names.size} tensor names, but {len(dtypes)} expected dtypes.")
    wanted = _wanted(tensor_names, shape_and_slices)
    # TensorFlow, too, takes a prefix without an index for the pattern of files of version 1.
    if not os.path.exists(readable_path(index_path(path), ctx.folder)):
        return restored_from_slice_files(path, wanted, dtypes, ctx.folder)
    with BundleReader(path, ctx.folder) as bundle:
        places = [bundle.place(name) for name, _ in wanted]
        # Tensors are read from front to back, as TensorFlow reads them: of several that are damaged the first one in
        # the files is told.
        order = sorted(range(len(wanted)), key=places.__getitem__)
        # All are checked before any is read, since a mistake in a type shows without it.
        _check_dtypes(bundle, [(wanted[number][0], dtypes[number]) for number in order])
        tensors = {number: bundle.read(wanted[number][0], part_or_all(wanted[number][1])) for number in order}
        return [tensors[number] for number in range(len(wanted))]


@kernel("MergeV2Checkpoints", blocking=True)
def merge_v2_checkpoints(
    ctx: KernelContext, checkpoint_prefixes: Array, destination_prefix: Array, *, delete_old_dirs: bool,
    allow_missing_files: bool,
) -> None:  # fmt: skip
    """Makes one checkpoint of several, which are no longer there then."""
    if checkpoint_prefixes.ndim != 1:
        raise errors.invalid_argument(
            f"Input checkpoint_prefixes should be an 1-D tensor, got {shown(checkpoint_prefixes.shape)} instead."
        )
    if destination_prefix.ndim:
        raise errors.invalid_argument(
            f"Input destination_prefix should be a scalar tensor, got {shown(destination_prefix.shape)} instead."
        )
    prefixes = [usable_path(path, "checkpoint_prefixes") for path in flat_strings(checkpoint_prefixes)]
    destination = usable_path(destination_prefix.item(), "destination_prefix")
    merge_bundles(prefixes, destination, delete_old_dirs, allow_missing_files)


def _prefix(prefix: Array) -> bytes:
    """The prefix in an argument of one element, of whatever rank."""
    if prefix.size != 1:
        raise errors.invalid_argument(f"Input prefix should have a single element, got {prefix.size} instead.")
    return usable_path(prefix.item(), "prefix")


def _check_ranks(names: Array, specs: Array) -> None:
    """Raises `InvalidArgumentError` unless both are vectors."""
    if names.ndim != 1 or specs.ndim != 1:
        raise errors.invalid_argument(
            f"Input tensor_names and shape_and_slices should be an 1-D tensors, got {shown(names.shape)} and "
            f"{shown(specs.shape)} instead."
        )


def _wanted(names: Array, specs: Array) -> list[tuple[bytes, bytes]]:
    """Each tensor's name, and the text that says which part of it; empty for all."""
    if names.size != specs.size:
        raise errors.invalid_argument(
            f"tensor_names and shape_and_slices have different number of elements: {names.size} vs. {specs.size}"
        )
    return list(zip(flat_strings(names), flat_strings(specs), strict=True))


def _check_dtypes(bundle: BundleReader, tensors: Sequence[tuple[bytes, DType]]) -> None:
    """Raises `InvalidArgumentError`, which tells all tensors of other types than wanted."""
    faults = []
    for name, wanted in tensors:
        stored, _ = bundle.dtype_and_shape(name)
        if stored is not wanted:
            faults.append(
                f"tensor_name = {shown_key(name)}; expected dtype {wanted.wire_name} does not equal original dtype "
                f"{stored.wire_name}"
            )
    if faults:
        raise errors.invalid_argument("\n".join(faults))
