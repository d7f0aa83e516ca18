"""Checkpoints of version 1, files with slices of tensors: saved and restored.

Untrusted graphs do not have these ops; those with a folder of their own may restore what is in it.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.geometry.tensor_slices import part_or_all, spec_of_part
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checkpoint.bundles import shown_key
from aioflow.kernels.checkpoint.slice_file_writer import SliceFileWriter
from aioflow.kernels.checkpoint.slice_files import SliceFiles
from aioflow.kernels.io.file_ops import matching_paths, usable_path
from aioflow.kernels.readable_paths import readable_path
from aioflow.kernels.string_arrays import flat_strings


@kernel("Save", blocking=True)
def save(ctx: KernelContext, filename: Array, tensor_names: Array, data: list[Array], *, T: list[DType]) -> None:
    """Writes tensors to one file."""
    _save(filename, tensor_names, [b""] * len(data), data, T)


@kernel("SaveSlices", blocking=True)
def save_slices(
    ctx: KernelContext, filename: Array, tensor_names: Array, shapes_and_slices: Array, data: list[Array], *,
    T: list[DType],
) -> None:
    """Writes tensors, or the parts of tensors that `shapes_and_slices` says they are, to one file."""
    if shapes_and_slices.size != len(data):
        raise errors.invalid_argument(
            f"Expected {len(data)} elements for the tensor shapes and slices but got {shapes_and_slices.size}"
        )
    _save(filename, tensor_names, flat_strings(shapes_and_slices), data, T)


@kernel("Restore", blocking=True)
def restore(ctx: KernelContext, file_pattern: Array, tensor_name: Array, *, dt: DType) -> Array:
    """A tensor. All files that match are asked, whichever one `preferred_shard` names."""
    return _restored(ctx.folder, file_pattern, tensor_name, b"", dt)


@kernel("RestoreSlice", blocking=True)
def restore_slice(
    ctx: KernelContext, file_pattern: Array, tensor_name: Array, shape_and_slice: Array, *, dt: DType
) -> Array:
    """A part of a tensor, or all of it if `shape_and_slice` is empty."""
    return _restored(ctx.folder, file_pattern, tensor_name, _first(shape_and_slice, "shape_and_slice"), dt)


def restored_from_slice_files(
    pattern: bytes, wanted: Sequence[tuple[bytes, bytes]], dtypes: Sequence[DType], folder: bytes | None
) -> list[Array]:
    """Tensors from the files that match a pattern.

    Args:
        pattern: The pattern.
        folder: Where they have to be, as for `readable_path`.
        wanted: Each tensor's name, and the text that says which part of it; empty for all.
        dtypes: Their types.

    Raises:
        PermissionDeniedError: A file is not in the folder.
        InvalidArgumentError: A tensor has another type; or as `SliceFiles` says, as all other errors.
    """
    # The pattern and each file: a link in the folder may lead out of it.
    paths = matching_paths(readable_path(pattern, folder))
    files = SliceFiles(pattern, [readable_path(path, folder) for path in paths])
    return [_read(files, name, text, dtype) for (name, text), dtype in zip(wanted, dtypes, strict=True)]


def _read(files: SliceFiles, name: bytes, spec_text: bytes, dtype: DType) -> Array:
    """A tensor, or a part of it; `InvalidArgumentError` if it is stored with another type."""
    stored = files.dtype(name)
    if stored is not dtype:
        raise errors.invalid_argument(
            f"Expected to restore a tensor of type {dtype.wire_name}, got a tensor of type {stored.wire_name} instead: "
            f"tensor_name = {shown_key(name)}"
        )
    return files.read(name, part_or_all(spec_text))


def _save(filename: Array, names: Array, specs: list[bytes], data: list[Array], dtypes: list[DType]) -> None:
    """Writes tensors, or parts of them, to one file."""
    path = usable_path(_only(filename, "Input 0 (filename)"), "filename")
    # The system's words for an empty name, which a draft's name would hide.
    if not path:
        raise errors.not_found("; No such file or directory")
    if names.size != len(data):
        raise errors.invalid_argument(
            f"Expected totally {names.size + 2} inputs as input #1 (which is a string tensor of saved names) contains "
            f"{names.size} names, but received {len(data) + 2} inputs"
        )
    file = SliceFileWriter(path)
    tensors = zip(flat_strings(names), specs, data, dtypes, strict=True)
    # By name, as TensorFlow does: what the file says of its tensors is in that order. Parts of one tensor stay in the
    # order of the arguments.
    for name, spec_text, tensor, dtype in sorted(tensors, key=lambda tensor: tensor[0]):
        file.add(name, spec_of_part(spec_text, tensor.shape), tensor, dtype)
    file.write()


def _restored(folder: bytes | None, pattern: Array, name: Array, spec_text: bytes, dtype: DType) -> Array:
    """One tensor, or a part of it, for the ops that restore one."""
    path = usable_path(_only(pattern, "Input 0 (file_pattern)"), "file_pattern")
    return restored_from_slice_files(path, [(_first(name, "tensor_name"), spec_text)], [dtype], folder)[0]


def _only(value: Array, what: str) -> bytes:
    """The only string in an argument, of whatever rank."""
    if value.size != 1:
        raise errors.invalid_argument(f"{what} must be a string scalar; got a tensor of {value.size} elements")
    return bytes(value.item())


def _first(value: Array, what: str) -> bytes:
    """The first of several strings, as TensorFlow takes it; `InvalidArgumentError` if there is none."""
    if not value.size:
        raise errors.invalid_argument(f"{what} has no element")
    return flat_strings(value)[0]
