"""Attribute values of nodes, as Python has them, to and from `AttrValue` messages."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto import attr_value_pb2, tensor_pb2
from aioflow.framework import (
    AttrDef,
    FunctionName,
    Room,
    TensorShape,
    dtypes,
    shape_from_proto,
    shape_to_proto,
    tensor_from_proto,
    tensor_to_proto,
)
from aioflow.framework.memory.shared_arrays import shared


class PlaceholderAttr(str):
    """An attribute of a node in a function body that takes its value from the function's attribute of this name."""

    __slots__ = ()


# Kind of an attribute, as a declaration writes it -> the field of `AttrValue` that holds one value of it.
_WIRE_FIELDS = {
    "int": "i", "float": "f", "bool": "b", "string": "s",
    "type": "type", "shape": "shape", "tensor": "tensor", "func": "func",
}  # fmt: skip


def check_wire_kind(attr: AttrDef, proto: Any) -> None:
    """Checks that an `AttrValue` has a value, and one of the attribute's kind.

    Raises:
        InvalidArgumentError: It has not; the message names the attribute and both kinds.
    """
    wanted = _WIRE_FIELDS.get(attr.element_kind)
    kind = proto.WhichOneof("value")
    fields = [field.name for field, _ in proto.list.ListFields()] if kind == "list" else [kind]
    if (kind == "list") != attr.is_list or any(field != wanted for field in fields):
        kinds = {field: name for name, field in _WIRE_FIELDS.items()}
        found = ", ".join(kinds.get(field, field or "no value") for field in fields)
        found = f"list({found})" if kind == "list" else found
        raise errors.invalid_argument(
            f"AttrValue had value with type '{found}' when '{attr.kind}' expected for attr '{attr.name}'"
        )


def attr_from_proto(proto: Any, room: Room | None = None) -> Any:
    """An `AttrValue` as a Python value; None when it is empty.

    Args:
        proto: The message.
        room: Bytes that constants may still take (see `tensor_from_proto`).
    """
    kind = proto.WhichOneof("value")
    if kind is None:
        return None
    if kind == "list":
        return _list_from_proto(proto.list, room)
    return _READERS[kind](getattr(proto, kind), room)


def _list_from_proto(proto: Any, room: Room | None) -> list[Any]:
    # A list's field tells the kind of its elements; an empty list has none, and stands for a list of any kind.
    for field, values in proto.ListFields():
        return [_READERS[field.name](value, room) for value in values]
    return []


def _dtype_from_proto(value: int, room: Room | None) -> Any:
    try:
        return dtypes.as_dtype(value)
    except TypeError:
        raise errors.invalid_argument(f"unknown DataType {value}") from None


def _tensor_attr(proto: Any, room: Room | None) -> Any:
    # Variants have no array form that could be written again; they stay messages.
    return proto if proto.dtype == dtypes.variant.as_datatype_enum else shared(tensor_from_proto(proto, room))


def _function_from_proto(proto: Any, room: Room | None) -> FunctionName:
    return FunctionName(proto.name, {name: attr_from_proto(value, room) for name, value in proto.attr.items()})


def _scalar_reader(convert: Callable[[Any], Any]) -> Callable[[Any, Room | None], Any]:
    return lambda value, room: convert(value)


_READERS: dict[str, Callable[[Any, Room | None], Any]] = {
    "s": _scalar_reader(bytes), "i": _scalar_reader(int), "f": _scalar_reader(float), "b": _scalar_reader(bool),
    "type": _dtype_from_proto, "shape": _scalar_reader(shape_from_proto), "tensor": _tensor_attr,
    "func": _function_from_proto, "placeholder": _scalar_reader(PlaceholderAttr),
}  # fmt: skip


def attr_to_proto(value: Any, attr: AttrDef | None = None) -> Any:
    """A Python value as an `AttrValue`.

    Args:
        value: bool, int, float, bytes, str, DType, TensorShape, array, `FunctionName`, or a list of these.
        attr: The attribute's definition, which settles what a value alone leaves open; None for private attributes.
    """
    proto = attr_value_pb2.AttrValue()
    if isinstance(value, (list, tuple)):
        proto.list.SetInParent()
        for element in value:
            field, message = _written(element, attr)
            getattr(proto.list, field).append(message)
        return proto
    if value is None:
        return proto
    field, message = _written(value, attr)
    if hasattr(message, "SetInParent"):
        getattr(proto, field).CopyFrom(message)
    else:
        setattr(proto, field, message)
    return proto


def _written(value: Any, attr: AttrDef | None) -> tuple[str, Any]:
    if isinstance(value, PlaceholderAttr):
        return "placeholder", str(value)
    if isinstance(value, bool):  # before the numbers, as a bool is an int to Python
        return "b", value
    if isinstance(value, (float, np.floating)) or (attr is not None and attr.element_kind == "float"):
        return "f", float(value)
    if isinstance(value, (int, np.integer)):
        return "i", int(value)
    if isinstance(value, (bytes, str)):
        return "s", value.encode() if isinstance(value, str) else value
    if isinstance(value, dtypes.DType):
        return "type", value.as_datatype_enum
    if isinstance(value, TensorShape):
        return "shape", shape_to_proto(value)
    if isinstance(value, FunctionName):
        attrs = {name: attr_to_proto(v) for name, v in value.attrs.items()}
        return "func", attr_value_pb2.NameAttrList(name=value.name, attr=attrs)
    return "tensor", value if isinstance(value, tensor_pb2.TensorProto) else tensor_to_proto(value)
