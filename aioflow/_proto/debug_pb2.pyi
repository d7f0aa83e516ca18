# Generated from protos/aioflow/debug.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DebugTensorWatch(_message.Message):
    """A tensor to be watched, and what is told of it.

    Attributes:
        node_name: "*" for all nodes.
        output_slot: -1 for all outputs, with "*" alone.
        debug_ops: Ops inserted behind the tensor, e.g. "DebugIdentity".
        debug_urls: Where their results go: "file:///dir", "grpc://host:port".
        tolerate_debug_op_creation_failures: Debug ops that the tensor cannot have are left out.
    """
    __slots__ = ("node_name", "output_slot", "debug_ops", "debug_urls", "tolerate_debug_op_creation_failures")
    NODE_NAME_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_SLOT_FIELD_NUMBER: _ClassVar[int]
    DEBUG_OPS_FIELD_NUMBER: _ClassVar[int]
    DEBUG_URLS_FIELD_NUMBER: _ClassVar[int]
    TOLERATE_DEBUG_OP_CREATION_FAILURES_FIELD_NUMBER: _ClassVar[int]
    node_name: str
    output_slot: int
    debug_ops: _containers.RepeatedScalarFieldContainer[str]
    debug_urls: _containers.RepeatedScalarFieldContainer[str]
    tolerate_debug_op_creation_failures: bool
    def __init__(self, node_name: _Optional[str] = ..., output_slot: _Optional[int] = ..., debug_ops: _Optional[_Iterable[str]] = ..., debug_urls: _Optional[_Iterable[str]] = ..., tolerate_debug_op_creation_failures: bool = ...) -> None: ...

class DebugOptions(_message.Message):
    """The watches of one run.

    Attributes:
        global_step: Only written along with the results.
        reset_disk_byte_usage: What is on disk before this run does not count for the limit of bytes.
    """
    __slots__ = ("debug_tensor_watch_opts", "global_step", "reset_disk_byte_usage")
    DEBUG_TENSOR_WATCH_OPTS_FIELD_NUMBER: _ClassVar[int]
    GLOBAL_STEP_FIELD_NUMBER: _ClassVar[int]
    RESET_DISK_BYTE_USAGE_FIELD_NUMBER: _ClassVar[int]
    debug_tensor_watch_opts: _containers.RepeatedCompositeFieldContainer[DebugTensorWatch]
    global_step: int
    reset_disk_byte_usage: bool
    def __init__(self, debug_tensor_watch_opts: _Optional[_Iterable[_Union[DebugTensorWatch, _Mapping]]] = ..., global_step: _Optional[int] = ..., reset_disk_byte_usage: bool = ...) -> None: ...

class DebuggedSourceFile(_message.Message):
    """A file of the user's program.

    Attributes:
        last_modified: Seconds since the Unix epoch.
    """
    __slots__ = ("host", "file_path", "last_modified", "bytes", "lines")
    HOST_FIELD_NUMBER: _ClassVar[int]
    FILE_PATH_FIELD_NUMBER: _ClassVar[int]
    LAST_MODIFIED_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    host: str
    file_path: str
    last_modified: int
    bytes: int
    lines: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, host: _Optional[str] = ..., file_path: _Optional[str] = ..., last_modified: _Optional[int] = ..., bytes: _Optional[int] = ..., lines: _Optional[_Iterable[str]] = ...) -> None: ...

class DebuggedSourceFiles(_message.Message):
    __slots__ = ("source_files",)
    SOURCE_FILES_FIELD_NUMBER: _ClassVar[int]
    source_files: _containers.RepeatedCompositeFieldContainer[DebuggedSourceFile]
    def __init__(self, source_files: _Optional[_Iterable[_Union[DebuggedSourceFile, _Mapping]]] = ...) -> None: ...
