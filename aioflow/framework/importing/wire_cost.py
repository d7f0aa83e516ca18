"""The cost of parsing and importing a serialized graph, found by walking its bytes before any memory is used.

A few bytes on the wire can become hundreds in memory (an empty sub-message takes two bytes there). The walk follows the
message's descriptor, skips over bulk data, and stops as soon as the budget is spent, so that it is bounded itself.
"""
from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from aioflow import errors

# One unit of cost stands for about 100 bytes in memory and 1 µs of work, measured on one machine.
_MESSAGE_COST = 2
_MESSAGE_COSTS = {"NodeDef": 30, "TensorProto": 20, "TensorShapeProto": 5, "NameAttrList": 5, "FunctionDef": 20}
_PACKED_NBYTES_PER_UNIT = 4
_TEXT_NBYTES_PER_UNIT = 128
_FREE_NBYTES_PER_UNIT = 1 << 40
_MAX_DEPTH = 100  # what protobuf's parser allows
_BULK_FIELDS = frozenset({"tensor_content", "float_val", "double_val", "half_val", "dcomplex_val", "scomplex_val"})
# Wire types of protobuf's encoding; 3 and 4, those of groups, are not in use any more.
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_FIXED_TYPES = (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE)

# Tag of a length-delimited field -> cost and table of its message type, or how many of its bytes cost one unit.
Table = dict[int, Any]
_tables: dict[str, Table] = {}


def parse_cost(data: Any, kind: type[Message], budget: int) -> int:
    """Walks a serialized message.

    Args:
        data: The bytes, or any buffer of bytes, such as a file mapped into memory.
        kind: The message's class.
        budget: Units of about 100 bytes (and 1 µs) that it may cost beyond bulk tensor data.

    Returns:
        The cost in units.

    Raises:
        ResourceExhaustedError: It costs more than `budget`.
        DataLossError: The bytes are not a message.
    """
    try:
        return _walk(data, _table(kind.DESCRIPTOR), budget)
    except IndexError:
        raise errors.data_loss("it ends in the middle of a field") from None


def _walk(data: Any, table: Table, budget: int) -> int:
    position, end, cost = 0, len(data), 0
    outer: list[tuple[int, Table]] = []
    while True:
        while position >= end:
            if position > end:
                raise errors.data_loss(f"a field ends behind byte {end}, where its message ends")
            if not outer:
                return _affordable(cost, budget, position)
            end, table = outer.pop()
        # Counted per field and before it is read, so the walk takes no longer than the budget allows.
        cost += 1
        if cost > budget:
            _affordable(cost, budget, position)
        tag = data[position]
        position += 1
        if tag > 127:
            tag, position = _varint(data, position, tag)
        wire_type = tag & 7
        if wire_type == _LENGTH:
            length = data[position]
            position += 1
            if length > 127:
                length, position = _varint(data, position, length)
            inner = table.get(tag, _TEXT_NBYTES_PER_UNIT)
            if isinstance(inner, int):
                cost += length // inner
                position += length
            else:
                cost += inner[0]
                outer.append((end, table))
                if position + length > end or len(outer) > _MAX_DEPTH:
                    raise errors.data_loss(f"the message at byte {position} is too long or nested too deep")
                end, table = position + length, inner[1]
        elif wire_type == _VARINT:
            while data[position] > 127:
                position += 1
            position += 1
        elif wire_type == _FIXED32:
            position += 4
        elif wire_type == _FIXED64:
            position += 8
        else:
            raise errors.data_loss(f"the field at byte {position} is of no known form")
        if tag < 8:  # the field number is what is left of the tag without its three lowest bits; 0 is not allowed
            raise errors.data_loss(f"the field before byte {position} has number 0")


def _affordable(cost: int, budget: int, position: int) -> int:
    if cost > budget:
        raise errors.resource_exhausted(f"its first {position} bytes hold more nodes, fields and values than allowed")
    return cost


# Not `read_varint`, for the walk of a large graph is made of this: with it and its errors told it takes a sixth longer.
def _varint(data: Any, position: int, first: int) -> tuple[int, int]:
    """The number that begins with byte `first`, and the position behind it."""
    value, shift = first & 127, 7
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
        shift += 7
        if shift > 63:
            raise errors.data_loss(f"the number before byte {position} is too long")


def _table(descriptor: Any) -> Table:
    table = _tables.get(descriptor.full_name)
    if table is None:
        table = _tables[descriptor.full_name] = {}
        table.update((field.number << 3 | _LENGTH, _content(field)) for field in descriptor.fields)
    return table


def _content(field: Any) -> Any:
    if field.message_type is not None:
        return _MESSAGE_COSTS.get(field.message_type.name, _MESSAGE_COST), _table(field.message_type)
    if field.name in _BULK_FIELDS:
        return _FREE_NBYTES_PER_UNIT
    is_text = field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
    return _TEXT_NBYTES_PER_UNIT if is_text or field.type in _FIXED_TYPES else _PACKED_NBYTES_PER_UNIT
