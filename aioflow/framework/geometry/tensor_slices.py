"""TensorSlice: a box-shaped part of a tensor, and how graphs write one down: "5 2 1,3:-" is rows 1 to 3 of [5, 2]."""
from __future__ import annotations

import math
import re
from dataclasses import dataclass

from aioflow import errors
from aioflow._proto.tensor_slice_pb2 import TensorSliceProto
from aioflow.framework.shapes import shown

WHOLE = -1  # the length of an extent that takes all of its dimension; its start is 0
_MAX_SIZE = 2**63 - 1
_MAX_RANK = 64  # numpy's
_SIZE, _PAIR = re.compile(r"[+-]?[0-9]{1,20}\Z"), re.compile(r"([+-]?[0-9]{1,20}),([+-]?[0-9]{1,20})\Z")

Dims = tuple[int, ...]
Box = tuple[tuple[int, int], ...]  # where it begins and ends in each dimension


# Hashable and compared by value: checkpoints find their parts by it.
@dataclass(frozen=True)
class TensorSlice:
    """A part of a tensor.

    Attributes:
        extents: Start and length in each dimension; the length may be `WHOLE`.
    """

    extents: tuple[tuple[int, int], ...]

    @classmethod
    def whole(cls, rank: int) -> TensorSlice:
        """All of a tensor."""
        return cls(((0, WHOLE),) * rank)

    @classmethod
    def parsed(cls, text: str) -> TensorSlice:
        """The slice in a text such as "1,3:-".

        Raises:
            InvalidArgumentError: There is none.
        """
        return cls(tuple(_extent(part, text) for part in text.split(":") if part))

    @classmethod
    def from_proto(cls, proto: TensorSliceProto) -> TensorSlice:
        """The slice in a message.

        Raises:
            InvalidArgumentError: It makes no sense.
        """
        extents = tuple((part.start, part.length) if part.HasField("length") else (0, WHOLE) for part in proto.extent)
        if any(start < 0 or length <= 0 for start, length in extents if (start, length) != (0, WHOLE)):
            raise errors.invalid_argument(f"bad slice in a message: {extents}")
        return cls(extents)

    def to_proto(self) -> TensorSliceProto:
        """The slice as a message."""
        proto = TensorSliceProto()
        for start, length in self.extents:
            extent = proto.extent.add()
            if length != WHOLE:
                extent.start, extent.length = start, length
        return proto

    def __str__(self) -> str:
        return ":".join("-" if length == WHOLE else f"{start},{length}" for start, length in self.extents)

    def box(self, shape: Dims) -> Box:
        """Its begin and end in each dimension of a tensor of that shape.

        Raises:
            InternalError: No tensor of that shape has such a part.
        """
        if len(shape) != len(self.extents):
            raise errors.internal(f"Mismatching ranks: shape = {shown(shape)}, slice = {self}")
        pairs = zip(self.extents, shape, strict=True)
        box = tuple((start, size if length == WHOLE else start + length) for (start, length), size in pairs)
        for dimension, ((_, end), size) in enumerate(zip(box, shape, strict=True)):
            if end > size:
                raise errors.internal(
                    f"Extent in dimension {dimension} out of bounds: shape = {shown(shape)}, slice = {self}"
                )
        return box


@dataclass(frozen=True)
class SliceSpec:
    """A slice of a tensor of known shape.

    Attributes:
        full_shape: The tensor's shape.
        part: Which part.
        box: Where that lies.
    """

    full_shape: Dims
    part: TensorSlice
    box: Box

    @classmethod
    def parsed(cls, text: bytes) -> SliceSpec:
        """The sizes and the slice in a text such as "5 2 1,3:-".

        Raises:
            InvalidArgumentError: There are none.
            InternalError: A tensor of that shape has no such part.
        """
        shown_text = text.decode(errors="replace")
        *sizes, part_text = shown_text.split(" ")
        if not sizes:
            raise errors.invalid_argument(f"Need least two elements in shape_and_slice specification: {shown_text}")
        if not all(_SIZE.match(size) for size in sizes):
            raise errors.invalid_argument(f"Non numerical dimension in shape_and_slice: {shown_text}")
        shape = tuple(map(int, sizes))
        if min(shape) < 0 or len(shape) > _MAX_RANK or math.prod(size or 1 for size in shape) > _MAX_SIZE:
            raise errors.invalid_argument(f"No shape of a tensor in shape_and_slice: {shown_text}")
        part = TensorSlice.parsed(part_text)
        return cls(shape, part, part.box(shape))

    @property
    def shape(self) -> Dims:
        """The part's own shape."""
        return box_shape(self.box)

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the tensor."""
        return self.shape == self.full_shape


def whole_spec(shape: Dims) -> SliceSpec:
    """All of a tensor of that shape."""
    part = TensorSlice.whole(len(shape))
    return SliceSpec(shape, part, part.box(shape))


def part_or_all(text: bytes) -> SliceSpec | None:
    """The part in a text, which is None for all of a tensor, whatever its shape, if it is empty; see `parsed`."""
    return SliceSpec.parsed(text) if text else None


def spec_of_part(text: bytes, shape: Dims) -> SliceSpec:
    """Which part of what a tensor of that shape is, by a text; all, if the text is empty.

    Raises:
        InvalidArgumentError: The text says another shape, or makes no sense.
        InternalError: No tensor has such a part.
    """
    spec = part_or_all(text) or whole_spec(shape)
    if spec.shape != shape:
        raise errors.invalid_argument(
            f"Slice in shape_and_slice specification does not match the shape of the tensor to  save: "
            f"{text.decode(errors='replace')}, tensor: {shown(shape)}"
        )
    return spec


def box_shape(box: Box) -> Dims:
    """The sizes of a box."""
    return tuple(end - start for start, end in box)


def common_box(a: Box, b: Box) -> Box | None:
    """The intersection of two boxes; None if it is empty."""
    pairs = zip(a, b, strict=True)
    box = tuple((max(first[0], second[0]), min(first[1], second[1])) for first, second in pairs)
    return box if math.prod(max(size, 0) for size in box_shape(box)) else None


def index_in(box: Box, outer: Box) -> tuple[slice, ...]:
    """The index of a box in an array that holds the content of an outer box."""
    return tuple(slice(start - at, end - at) for (start, end), (at, _) in zip(box, outer, strict=True))


def _extent(text: str, whole_text: str) -> tuple[int, int]:
    if text == "-":
        return 0, WHOLE
    match = _PAIR.match(text)
    start, length = map(int, match.groups()) if match else (0, 0)
    if match is None or max(abs(start), abs(length)) > _MAX_SIZE:
        raise errors.invalid_argument(f"Expected a pair of numbers or '-' but got '{text}': string = {whole_text}")
    if start < 0 or length <= 0:
        raise errors.invalid_argument(
            f"Expected non-negative start and positive length but got start = {start}, length = {length}: string = "
            f"{whole_text}"
        )
    return start, length
