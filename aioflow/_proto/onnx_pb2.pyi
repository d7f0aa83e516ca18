# Generated from protos/aioflow/onnx.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OnnxModel(_message.Message):
    """A model: one graph, and which version of the operators it means."""
    __slots__ = ("ir_version", "producer_name", "graph", "opset_import")
    IR_VERSION_FIELD_NUMBER: _ClassVar[int]
    PRODUCER_NAME_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    OPSET_IMPORT_FIELD_NUMBER: _ClassVar[int]
    ir_version: int
    producer_name: str
    graph: OnnxGraph
    opset_import: _containers.RepeatedCompositeFieldContainer[OnnxOperatorSet]
    def __init__(self, ir_version: _Optional[int] = ..., producer_name: _Optional[str] = ..., graph: _Optional[_Union[OnnxGraph, _Mapping]] = ..., opset_import: _Optional[_Iterable[_Union[OnnxOperatorSet, _Mapping]]] = ...) -> None: ...

class OnnxOperatorSet(_message.Message):
    """A version of a set of operators; the standard's own has the domain ""."""
    __slots__ = ("domain", "version")
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    domain: str
    version: int
    def __init__(self, domain: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class OnnxGraph(_message.Message):
    """Nodes in an order in which they can run, constants, and what goes in and comes out."""
    __slots__ = ("node", "name", "initializer", "input", "output")
    NODE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INITIALIZER_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    node: _containers.RepeatedCompositeFieldContainer[OnnxNode]
    name: str
    initializer: _containers.RepeatedCompositeFieldContainer[OnnxTensor]
    input: _containers.RepeatedCompositeFieldContainer[OnnxValueInfo]
    output: _containers.RepeatedCompositeFieldContainer[OnnxValueInfo]
    def __init__(self, node: _Optional[_Iterable[_Union[OnnxNode, _Mapping]]] = ..., name: _Optional[str] = ..., initializer: _Optional[_Iterable[_Union[OnnxTensor, _Mapping]]] = ..., input: _Optional[_Iterable[_Union[OnnxValueInfo, _Mapping]]] = ..., output: _Optional[_Iterable[_Union[OnnxValueInfo, _Mapping]]] = ...) -> None: ...

class OnnxNode(_message.Message):
    """A node: values are known by their names.

    Attributes:
        input: "" for one that is left out.
        output: Likewise.
    """
    __slots__ = ("input", "output", "name", "op_type", "attribute")
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    input: _containers.RepeatedScalarFieldContainer[str]
    output: _containers.RepeatedScalarFieldContainer[str]
    name: str
    op_type: str
    attribute: _containers.RepeatedCompositeFieldContainer[OnnxAttribute]
    def __init__(self, input: _Optional[_Iterable[str]] = ..., output: _Optional[_Iterable[str]] = ..., name: _Optional[str] = ..., op_type: _Optional[str] = ..., attribute: _Optional[_Iterable[_Union[OnnxAttribute, _Mapping]]] = ...) -> None: ...

class OnnxAttribute(_message.Message):
    """A named attribute of a node; the type says which field holds it."""
    __slots__ = ("name", "f", "i", "s", "floats", "ints", "type")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNDEFINED: _ClassVar[OnnxAttribute.Type]
        FLOAT: _ClassVar[OnnxAttribute.Type]
        INT: _ClassVar[OnnxAttribute.Type]
        STRING: _ClassVar[OnnxAttribute.Type]
        FLOATS: _ClassVar[OnnxAttribute.Type]
        INTS: _ClassVar[OnnxAttribute.Type]
    UNDEFINED: OnnxAttribute.Type
    FLOAT: OnnxAttribute.Type
    INT: OnnxAttribute.Type
    STRING: OnnxAttribute.Type
    FLOATS: OnnxAttribute.Type
    INTS: OnnxAttribute.Type
    NAME_FIELD_NUMBER: _ClassVar[int]
    F_FIELD_NUMBER: _ClassVar[int]
    I_FIELD_NUMBER: _ClassVar[int]
    S_FIELD_NUMBER: _ClassVar[int]
    FLOATS_FIELD_NUMBER: _ClassVar[int]
    INTS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    f: float
    i: int
    s: bytes
    floats: _containers.RepeatedScalarFieldContainer[float]
    ints: _containers.RepeatedScalarFieldContainer[int]
    type: OnnxAttribute.Type
    def __init__(self, name: _Optional[str] = ..., f: _Optional[float] = ..., i: _Optional[int] = ..., s: _Optional[bytes] = ..., floats: _Optional[_Iterable[float]] = ..., ints: _Optional[_Iterable[int]] = ..., type: _Optional[_Union[OnnxAttribute.Type, str]] = ...) -> None: ...

class OnnxTensor(_message.Message):
    """A constant. Large ones lie outside: the one entry of external_data only says so, and whoever loads the model
    brings the values.

    Attributes:
        raw_data: In the order of C, the lowest byte first.
    """
    __slots__ = ("dims", "data_type", "name", "raw_data", "external_data", "data_location")
    class Location(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DEFAULT: _ClassVar[OnnxTensor.Location]
        EXTERNAL: _ClassVar[OnnxTensor.Location]
    DEFAULT: OnnxTensor.Location
    EXTERNAL: OnnxTensor.Location
    DIMS_FIELD_NUMBER: _ClassVar[int]
    DATA_TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RAW_DATA_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_DATA_FIELD_NUMBER: _ClassVar[int]
    DATA_LOCATION_FIELD_NUMBER: _ClassVar[int]
    dims: _containers.RepeatedScalarFieldContainer[int]
    data_type: int
    name: str
    raw_data: bytes
    external_data: _containers.RepeatedCompositeFieldContainer[OnnxEntry]
    data_location: OnnxTensor.Location
    def __init__(self, dims: _Optional[_Iterable[int]] = ..., data_type: _Optional[int] = ..., name: _Optional[str] = ..., raw_data: _Optional[bytes] = ..., external_data: _Optional[_Iterable[_Union[OnnxEntry, _Mapping]]] = ..., data_location: _Optional[_Union[OnnxTensor.Location, str]] = ...) -> None: ...

class OnnxEntry(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class OnnxValueInfo(_message.Message):
    """The name and the type of a value that goes in or comes out."""
    __slots__ = ("name", "type")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: OnnxType
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[OnnxType, _Mapping]] = ...) -> None: ...

class OnnxType(_message.Message):
    __slots__ = ("tensor_type",)
    TENSOR_TYPE_FIELD_NUMBER: _ClassVar[int]
    tensor_type: OnnxTensorType
    def __init__(self, tensor_type: _Optional[_Union[OnnxTensorType, _Mapping]] = ...) -> None: ...

class OnnxTensorType(_message.Message):
    """Attributes:
        shape: Left out where not even the rank is known.
    """
    __slots__ = ("elem_type", "shape")
    ELEM_TYPE_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    elem_type: int
    shape: OnnxShape
    def __init__(self, elem_type: _Optional[int] = ..., shape: _Optional[_Union[OnnxShape, _Mapping]] = ...) -> None: ...

class OnnxShape(_message.Message):
    __slots__ = ("dim",)
    DIM_FIELD_NUMBER: _ClassVar[int]
    dim: _containers.RepeatedCompositeFieldContainer[OnnxDimension]
    def __init__(self, dim: _Optional[_Iterable[_Union[OnnxDimension, _Mapping]]] = ...) -> None: ...

class OnnxDimension(_message.Message):
    """The size of a dimension, or a name for one that only a run knows."""
    __slots__ = ("dim_value", "dim_param")
    DIM_VALUE_FIELD_NUMBER: _ClassVar[int]
    DIM_PARAM_FIELD_NUMBER: _ClassVar[int]
    dim_value: int
    dim_param: str
    def __init__(self, dim_value: _Optional[int] = ..., dim_param: _Optional[str] = ...) -> None: ...
