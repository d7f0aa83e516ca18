"""Static shapes of the ops of checkpoints. Files are read by runs only, so a shape is known where a slice is named."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow import errors
from aioflow.framework.geometry.tensor_slices import part_or_all
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape


@shape_function("SaveV2")
def save_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """No outputs; the names and slices must be as many as the tensors."""
    _named_tensors(op.shapes, len(op.attrs["dtypes"]))
    return []


@shape_function("RestoreV2")
def restore_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """The shapes of parts that slices name; others are known only when the files are read."""
    count = len(op.attrs["dtypes"])
    _named_tensors(op.shapes, count)
    # The files could tell, but may not exist yet when the graph is built.
    specs = op.constant(2)
    return [TensorShape(None)] * count if specs is None else [_part(spec) for spec in specs.tolist()]


@shape_function("MergeV2Checkpoints")
def merge_v2_checkpoints(op: ShapeContext) -> Sequence[TensorShape]:
    """No outputs; prefixes [n] and a destination []."""
    op.shapes[0].with_rank(1), op.shapes[1].with_rank(0)
    return []


@shape_function("Save", "SaveSlices")
def save(op: ShapeContext) -> Sequence[TensorShape]:
    """No outputs; a file name [], and names and slices as many as the tensors."""
    op.shapes[0].with_rank(0)
    wanted = TensorShape([len(op.attrs["T"])])
    # SaveSlices has specs besides the names, Save has not: everything between the file's name and the tensors has one
    # entry for each tensor.
    for shape in op.shapes[1 : len(op.shapes) - len(op.attrs["T"])]:
        shape.merge_with(wanted)
    return []


@shape_function("Restore")
def restore(op: ShapeContext) -> Sequence[TensorShape]:
    """One tensor of unknown shape."""
    op.shapes[0].with_rank(0), op.shapes[1].with_rank(0)
    return [TensorShape(None)]


@shape_function("RestoreSlice")
def restore_slice(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the part that the slice names."""
    for shape in op.shapes:
        shape.with_rank(0)
    spec = op.constant(2)
    return [TensorShape(None) if spec is None else _part(spec.item())]


@shape_function("LoadAndRemapMatrix")
def load_and_remap_matrix(op: ShapeContext) -> Sequence[TensorShape]:
    """[num_rows, num_cols]."""
    op.shapes[2].with_rank(1), op.shapes[3].with_rank(1)
    return [TensorShape([op.attrs["num_rows"], op.attrs["num_cols"]])]


def _named_tensors(shapes: Sequence[TensorShape], count: int) -> None:
    """Raises `ValueError` unless a prefix [] is followed by names and slices [count]."""
    shapes[0].with_rank(0)
    for shape in shapes[1:3]:
        shape.merge_with(TensorShape([count]))


def _part(spec: bytes) -> TensorShape:
    """The shape of the part that a text names; unknown for an empty one, which stands for all."""
    try:
        part = part_or_all(spec)
    # Rules say what is wrong by ValueError.
    except (errors.InvalidArgumentError, errors.InternalError) as fault:
        raise ValueError(fault.message) from None
    return TensorShape(None if part is None else list(part.shape))
