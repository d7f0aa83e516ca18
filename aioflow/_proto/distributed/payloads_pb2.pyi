# Generated from protos/aioflow/distributed/payloads.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class GrpcPayloadContainer(_message.Message):
    """The value of the header `grpc-status-details-bin`, in which other systems have another message.

    Attributes:
        payloads: By the name of a type.
    """
    __slots__ = ("payloads",)
    class PayloadsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: bytes
        def __init__(self, key: _Optional[str] = ..., value: _Optional[bytes] = ...) -> None: ...
    PAYLOADS_FIELD_NUMBER: _ClassVar[int]
    payloads: _containers.ScalarMap[str, bytes]
    def __init__(self, payloads: _Optional[_Mapping[str, bytes]] = ...) -> None: ...

class GrpcPayloadsLost(_message.Message):
    """Says that payloads were lost, since the container could not be read."""
    __slots__ = ()
    def __init__(self) -> None: ...

class WorkerPossiblyRestarted(_message.Message):
    """Says that a worker does not know what its caller knows, and so is another one than before."""
    __slots__ = ()
    def __init__(self) -> None: ...

class RecvBufRespExtra(_message.Message):
    """The pieces of a part of a collective."""
    __slots__ = ("tensor_content",)
    TENSOR_CONTENT_FIELD_NUMBER: _ClassVar[int]
    tensor_content: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, tensor_content: _Optional[_Iterable[bytes]] = ...) -> None: ...
