# Generated from protos/aioflow/saved_dataset.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from aioflow._proto import types_pb2 as _types_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AioflowSavedDataset(_message.Message):
    """Attributes:
        graph_hash: Of the pipeline, where there is one.
        run_id: Name of the folder with the parts.
        creation_timestamp: Microseconds since 1970.
        version: Of the files' format.
        dtype: One per component.
        finalized: Whether all elements are there.
    """
    __slots__ = ("graph_hash", "run_id", "creation_timestamp", "version", "dtype", "num_elements", "finalized")
    GRAPH_HASH_FIELD_NUMBER: _ClassVar[int]
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    CREATION_TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    NUM_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    FINALIZED_FIELD_NUMBER: _ClassVar[int]
    graph_hash: str
    run_id: str
    creation_timestamp: int
    version: int
    dtype: _containers.RepeatedScalarFieldContainer[_types_pb2.DataType]
    num_elements: int
    finalized: bool
    def __init__(self, graph_hash: _Optional[str] = ..., run_id: _Optional[str] = ..., creation_timestamp: _Optional[int] = ..., version: _Optional[int] = ..., dtype: _Optional[_Iterable[_Union[_types_pb2.DataType, str]]] = ..., num_elements: _Optional[int] = ..., finalized: bool = ...) -> None: ...
