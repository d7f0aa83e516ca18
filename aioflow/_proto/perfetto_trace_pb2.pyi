# Generated from protos/aioflow/perfetto_trace.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Trace(_message.Message):
    __slots__ = ("packet",)
    PACKET_FIELD_NUMBER: _ClassVar[int]
    packet: _containers.RepeatedCompositeFieldContainer[TracePacket]
    def __init__(self, packet: _Optional[_Iterable[_Union[TracePacket, _Mapping]]] = ...) -> None: ...

class TracePacket(_message.Message):
    """Attributes:
        timestamp: Nanoseconds.
    """
    __slots__ = ("timestamp", "trusted_packet_sequence_id", "track_event", "track_descriptor")
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER: _ClassVar[int]
    TRACK_EVENT_FIELD_NUMBER: _ClassVar[int]
    TRACK_DESCRIPTOR_FIELD_NUMBER: _ClassVar[int]
    timestamp: int
    trusted_packet_sequence_id: int
    track_event: TrackEvent
    track_descriptor: TrackDescriptor
    def __init__(self, timestamp: _Optional[int] = ..., trusted_packet_sequence_id: _Optional[int] = ..., track_event: _Optional[_Union[TrackEvent, _Mapping]] = ..., track_descriptor: _Optional[_Union[TrackDescriptor, _Mapping]] = ...) -> None: ...

class TrackDescriptor(_message.Message):
    """A lane of the picture."""
    __slots__ = ("uuid", "name", "process", "thread", "parent_uuid", "counter", "child_ordering", "sibling_order_rank")
    class ChildTracksOrdering(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNKNOWN: _ClassVar[TrackDescriptor.ChildTracksOrdering]
        LEXICOGRAPHIC: _ClassVar[TrackDescriptor.ChildTracksOrdering]
        CHRONOLOGICAL: _ClassVar[TrackDescriptor.ChildTracksOrdering]
        EXPLICIT: _ClassVar[TrackDescriptor.ChildTracksOrdering]
    UNKNOWN: TrackDescriptor.ChildTracksOrdering
    LEXICOGRAPHIC: TrackDescriptor.ChildTracksOrdering
    CHRONOLOGICAL: TrackDescriptor.ChildTracksOrdering
    EXPLICIT: TrackDescriptor.ChildTracksOrdering
    UUID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    THREAD_FIELD_NUMBER: _ClassVar[int]
    PARENT_UUID_FIELD_NUMBER: _ClassVar[int]
    COUNTER_FIELD_NUMBER: _ClassVar[int]
    CHILD_ORDERING_FIELD_NUMBER: _ClassVar[int]
    SIBLING_ORDER_RANK_FIELD_NUMBER: _ClassVar[int]
    uuid: int
    name: str
    process: ProcessDescriptor
    thread: ThreadDescriptor
    parent_uuid: int
    counter: CounterDescriptor
    child_ordering: TrackDescriptor.ChildTracksOrdering
    sibling_order_rank: int
    def __init__(self, uuid: _Optional[int] = ..., name: _Optional[str] = ..., process: _Optional[_Union[ProcessDescriptor, _Mapping]] = ..., thread: _Optional[_Union[ThreadDescriptor, _Mapping]] = ..., parent_uuid: _Optional[int] = ..., counter: _Optional[_Union[CounterDescriptor, _Mapping]] = ..., child_ordering: _Optional[_Union[TrackDescriptor.ChildTracksOrdering, str]] = ..., sibling_order_rank: _Optional[int] = ...) -> None: ...

class ProcessDescriptor(_message.Message):
    __slots__ = ("pid", "process_name")
    PID_FIELD_NUMBER: _ClassVar[int]
    PROCESS_NAME_FIELD_NUMBER: _ClassVar[int]
    pid: int
    process_name: str
    def __init__(self, pid: _Optional[int] = ..., process_name: _Optional[str] = ...) -> None: ...

class ThreadDescriptor(_message.Message):
    __slots__ = ("pid", "tid", "thread_name")
    PID_FIELD_NUMBER: _ClassVar[int]
    TID_FIELD_NUMBER: _ClassVar[int]
    THREAD_NAME_FIELD_NUMBER: _ClassVar[int]
    pid: int
    tid: int
    thread_name: str
    def __init__(self, pid: _Optional[int] = ..., tid: _Optional[int] = ..., thread_name: _Optional[str] = ...) -> None: ...

class CounterDescriptor(_message.Message):
    __slots__ = ("unit_name",)
    UNIT_NAME_FIELD_NUMBER: _ClassVar[int]
    unit_name: str
    def __init__(self, unit_name: _Optional[str] = ...) -> None: ...

class TrackEvent(_message.Message):
    """The beginning or end of a slice, a moment, or a value of a counter.

    Attributes:
        flow_ids: Arrows that begin or go on here,
        terminating_flow_ids: and those that end here.
    """
    __slots__ = ("debug_annotations", "type", "track_uuid", "categories", "name", "double_counter_value", "flow_ids", "terminating_flow_ids")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TYPE_UNSPECIFIED: _ClassVar[TrackEvent.Type]
        TYPE_SLICE_BEGIN: _ClassVar[TrackEvent.Type]
        TYPE_SLICE_END: _ClassVar[TrackEvent.Type]
        TYPE_INSTANT: _ClassVar[TrackEvent.Type]
        TYPE_COUNTER: _ClassVar[TrackEvent.Type]
    TYPE_UNSPECIFIED: TrackEvent.Type
    TYPE_SLICE_BEGIN: TrackEvent.Type
    TYPE_SLICE_END: TrackEvent.Type
    TYPE_INSTANT: TrackEvent.Type
    TYPE_COUNTER: TrackEvent.Type
    DEBUG_ANNOTATIONS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    TRACK_UUID_FIELD_NUMBER: _ClassVar[int]
    CATEGORIES_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_COUNTER_VALUE_FIELD_NUMBER: _ClassVar[int]
    FLOW_IDS_FIELD_NUMBER: _ClassVar[int]
    TERMINATING_FLOW_IDS_FIELD_NUMBER: _ClassVar[int]
    debug_annotations: _containers.RepeatedCompositeFieldContainer[DebugAnnotation]
    type: TrackEvent.Type
    track_uuid: int
    categories: _containers.RepeatedScalarFieldContainer[str]
    name: str
    double_counter_value: float
    flow_ids: _containers.RepeatedScalarFieldContainer[int]
    terminating_flow_ids: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, debug_annotations: _Optional[_Iterable[_Union[DebugAnnotation, _Mapping]]] = ..., type: _Optional[_Union[TrackEvent.Type, str]] = ..., track_uuid: _Optional[int] = ..., categories: _Optional[_Iterable[str]] = ..., name: _Optional[str] = ..., double_counter_value: _Optional[float] = ..., flow_ids: _Optional[_Iterable[int]] = ..., terminating_flow_ids: _Optional[_Iterable[int]] = ...) -> None: ...

class DebugAnnotation(_message.Message):
    __slots__ = ("int_value", "double_value", "string_value", "name")
    INT_VALUE_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_VALUE_FIELD_NUMBER: _ClassVar[int]
    STRING_VALUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    int_value: int
    double_value: float
    string_value: str
    name: str
    def __init__(self, int_value: _Optional[int] = ..., double_value: _Optional[float] = ..., string_value: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...
