"""Resource and ResourceHandle: state that outlives a step, and the value that travels along edges in its place."""
from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from aioflow import errors
from aioflow._proto import resource_handle_pb2
from aioflow.framework import DType, TensorShape, as_dtype, shape_from_proto, shape_to_proto, shown_partial

# TensorFlow's own (`ResourceHandle::ANONYMOUS_NAME`): exported graphs contain it.
ANONYMOUS_NAME = b"cd2c89b7-88b7-44c8-ad83-06c2a9158347"  # a shared_name that asks for a fresh name each time
_anonymous_numbers = itertools.count()  # `next` of it is atomic, so threads need no lock for a number of their own


class Resource:
    """Base of all that a `ResourceManager` holds. Derive each kind from it; what derives from a kind is of that kind.

    Attributes:
        type_code: Tells kinds apart in handles; the same in every process.
        type_name: The kind's name in messages.
    """

    type_code: ClassVar[int] = 0
    type_name: ClassVar[str] = "Resource"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # The name decides and not `id` or `hash`, which differ between processes: handles travel in messages, and the
        # process that gets one must find the kind by the same code. Only direct subclasses are kinds: a queue of any
        # sort answers to the kind "queue".
        if Resource in cls.__bases__:
            digest = hashlib.blake2b(f"{cls.__module__}.{cls.__qualname__}".encode(), digest_size=8).digest()
            cls.type_code = int.from_bytes(digest, "little")
            cls.type_name = cls.__name__

    def debug_string(self) -> str:
        """One line about its state."""
        return type(self).__name__

    def memory_used_nbytes(self) -> int:
        """Bytes that it holds; 0 where it does not tell."""
        return 0

    def finalize(self) -> None:
        """Told when its manager takes no new resources any more."""

    def forgotten(self) -> None:
        """Told when its manager has forgotten it: whoever asks for its name finds it no more."""


class Snapshot(NamedTuple):
    """The value of a variable at one moment.

    Attributes:
        variable: The variable; its `version` differs from this one as soon as the value may be another.
        version: Its version at that moment.
        value: An array that never changes.
    """

    variable: Any
    version: int
    value: np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class ResourceHandle:
    """Names a resource, or holds it.

    Attributes:
        device: Full name of the device whose manager owns the resource.
        container: Where in that manager.
        name: Under which name.
        hash_code: The code of the resource's kind, see `Resource.type_code`.
        maybe_type_name: The kind's name, for people.
        dtypes_and_shapes: What the resource's values are, as far as declared; one pair for a variable.
        resource: The resource itself, which then lives as long as a handle to it; None for one that is only named.
    """

    device: str = ""
    container: str = ""
    name: str = ""
    hash_code: int = 0
    maybe_type_name: str = ""
    dtypes_and_shapes: tuple[tuple[DType, TensorShape], ...] = ()
    resource: Resource | None = None

    @property
    def is_counting(self) -> bool:
        """Whether the handle itself keeps the resource alive."""
        return self.resource is not None

    def to_proto(self) -> Any:
        """The handle as a `ResourceHandleProto`; one that holds its resource loses it."""
        # As in TensorFlow a message can name a resource, not keep it alive: what it is sent to may be another process.
        proto = resource_handle_pb2.ResourceHandleProto(
            device=self.device, container=self.container, name=self.name, hash_code=self.hash_code,
            maybe_type_name=self.maybe_type_name,
        )  # fmt: skip
        for dtype, shape in self.dtypes_and_shapes:
            proto.dtypes_and_shapes.add(dtype=dtype.as_datatype_enum, shape=shape_to_proto(shape))
        return proto

    @staticmethod
    def from_proto(proto: Any) -> ResourceHandle:
        """The handle in a `ResourceHandleProto`.

        Raises:
            InvalidArgumentError: It has a bad shape or an unknown dtype.
        """
        # Constants of untrusted graphs contain such messages: what is read here is checked before anybody relies on it.
        pairs = []
        for pair in proto.dtypes_and_shapes:
            try:
                dtype = as_dtype(int(pair.dtype))
            except TypeError as error:
                raise errors.invalid_argument(f"bad resource handle {proto.name!r}: {error}") from None
            pairs.append((dtype, shape_from_proto(pair.shape)))
        return ResourceHandle(
            proto.device, proto.container, proto.name, proto.hash_code, proto.maybe_type_name, tuple(pairs)
        )

    # Before there were handles TensorFlow passed these two strings along edges of type Ref(string).
    def strings(self) -> np.ndarray[Any, Any]:
        """Container and name, [2] string: what the first generation of handle ops passes on."""
        return np.array([self.container.encode(), self.name.encode()], object)

    # Two forms, as in TensorFlow: this is its `DebugString`, and `str` gives its `SummarizeValue`.
    def debug_string(self) -> str:
        """Everything that names the resource, on one line."""
        return (
            f"device: {self.device} container: {self.container} name: {self.name} hash_code: {self.hash_code} "
            f"maybe_type_name: {self.maybe_type_name}"
        )

    def __str__(self) -> str:
        pairs = ", ".join(
            f"DType enum: {dtype.as_datatype_enum}, Shape: {shown_partial(shape)}"
            for dtype, shape in self.dtypes_and_shapes
        )
        return (
            f'ResourceHandle(name="{self.name}", device="{self.device}", container="{self.container}", '
            f'type="{self.maybe_type_name}", dtype and shapes : "[ {pairs} ]")'
        )


def anonymous_name(prefix: str = "_AnonymousVar") -> str:
    """A name that no other resource of the process has or will have."""
    return f"{prefix}{next(_anonymous_numbers)}"
