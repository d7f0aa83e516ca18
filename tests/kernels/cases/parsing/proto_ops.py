"""Cases of DecodeProtoV2 and EncodeProto."""
from __future__ import annotations

from typing import Any

import numpy as np
from google.protobuf import descriptor_pb2

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, float64, int32, int64, strings

FIELD = descriptor_pb2.FieldDescriptorProto
TYPES = (
    "DOUBLE", "FLOAT", "INT64", "UINT64", "INT32", "FIXED64", "FIXED32", "BOOL", "STRING", "BYTES", "UINT32", "ENUM",
    "SFIXED32", "SFIXED64", "SINT32", "SINT64", "MESSAGE",
)  # fmt: skip
DTYPES = {
    "double": ["float64"], "float": ["float32", "float64"], "int64": ["int64"], "uint64": ["uint64"],
    "int32": ["int32", "int64"], "fixed64": ["uint64"], "fixed32": ["uint32", "uint64"], "bool": ["bool"],
    "string": ["string"], "bytes": ["string"], "uint32": ["uint32", "uint64"], "enum": ["int32"],
    "sfixed32": ["int32", "int64"], "sfixed64": ["int64"], "sint32": ["int32", "int64"], "sint64": ["int64"],
    "message": ["string"],
}  # fmt: skip


def source() -> bytes:
    """The descriptor of p.M: of each type a field that is there once and one that repeats, and some more."""
    files = descriptor_pb2.FileDescriptorSet()
    file = files.file.add(name="a.proto", package="p", syntax="proto2")
    kinds = file.enum_type.add(name="E")
    kinds.value.add(name="A", number=0), kinds.value.add(name="B", number=5)
    message = file.message_type.add(name="M")
    for place, name in enumerate(TYPES):
        for label, prefix in ((FIELD.LABEL_OPTIONAL, "one"), (FIELD.LABEL_REPEATED, "many")):
            field = message.field.add(name=f"{prefix}_{name.lower()}", number=2 * place + label // 3 + 1, label=label)
            field.type = getattr(FIELD, f"TYPE_{name}")
            if name in ("ENUM", "MESSAGE"):
                field.type_name = f".p.{name[0]}"
    once = FIELD.LABEL_OPTIONAL
    message.field.add(name="default_string", number=40, label=once, type=FIELD.TYPE_STRING, default_value="x")
    message.field.add(name="default_int", number=41, label=once, type=FIELD.TYPE_INT32, default_value="42")
    packed = message.field.add(name="packed", number=42, label=FIELD.LABEL_REPEATED, type=FIELD.TYPE_SINT32)
    packed.options.packed = True
    return b"bytes://" + files.SerializeToString(deterministic=True)


SOURCE = source()
NUMBERS = {name.lower(): 2 * place + 1 for place, name in enumerate(TYPES)}
GARBAGE = [b"\xff\xff", b"\x4a\x09a", b"\x07", b"\x0b", b"\x0c", b"\x00\x00", b"\xff" * 11, b"\x09\x01"]


def decode(messages: Any, fields: dict[str, str], **attrs: Any) -> Case:
    """DecodeProtoV2 of fields and their dtypes."""
    names = [name.encode() for name in fields]
    own = {"message_type": b"p.M", "descriptor_source": SOURCE, **attrs}
    return Case("DecodeProtoV2", [strings(messages)], {"field_names": names, "output_types": [*fields.values()], **own})


def encode(sizes: Any, fields: dict[str, Any], **attrs: Any) -> Case:
    """EncodeProto of fields and their values."""
    names = [name.encode() for name in fields]
    own = {"message_type": b"p.M", "descriptor_source": SOURCE, **attrs}
    return Case("EncodeProto", [int32(sizes), [*fields.values()]], {"field_names": names, **own})


def varint(number: int) -> bytes:
    """A number as messages hold it."""
    return bytes([number & 0x7F | 0x80]) + varint(number >> 7) if number > 0x7F else bytes([number])


def messages_of(name: str) -> list[bytes]:
    """Messages with the field of a type: none, one, the same twice, one in a group, and an extreme one."""
    nbytes = {"double": 8, "float": 4, "fixed64": 8, "fixed32": 4, "sfixed32": 4, "sfixed64": 8}.get(name)
    wire = {8: 1, 4: 5}[nbytes] if nbytes else 2 if name in ("string", "bytes", "message") else 0
    tags = [varint(number << 3 | wire) for number in (NUMBERS[name], NUMBERS[name] + 1)]
    if nbytes:
        values = [bytes([1, 2, 3, 4, 5, 6, 0xF7, 0xC0][:nbytes]), b"\xf0" * nbytes]
    else:
        values = [b"\x02\x48\x01", b"\x00"] if wire == 2 else [b"\x03", b"\xff" * 9 + b"\x01"]
    every = b"".join(tag + value for tag in tags for value in values)
    return [b"", every, tags[1] + values[1], b"\xa3\x06" + every + b"\xa4\x06" + tags[0] + values[0]]


def decoded() -> list[Case]:
    """DecodeProtoV2."""
    many = messages_of("int32")
    return [
        *(
            decode(messages_of(name), {f"one_{name}": dtype, f"many_{name}": dtype})
            for name, offered in DTYPES.items()
            for dtype in offered
        ),
        decode([many[:2], many[2:]], {"many_int32": "int32", "default_int": "int64", "default_string": "string"}),
        decode(many[1], {"one_int32": "int32", "many_double": "float64"}),
        decode([b"\x52\x03\x01\x02\x07", b"\xd2\x02\x02\x03\x04"], {"many_int32": "int32", "packed": "int32"}),
        decode([b"", many[1]], {}),
        decode([b"one_int32: 5 many_int32: [1, 2] packed: -1"], {"many_int32": "int32"}, message_format=b"text"),
        decode([b"one_int32: z"], {"many_int32": "int32"}, message_format=b"text"),
        decode([b""], {"many_int32": "int32"}, message_format=b"json"),
        *(decode([text], {"one_int32": "int32"}) for text in GARBAGE),
        decode([b""], {"one_int32": "float32"}),
        decode([b""], {"one_uint32": "int64"}),
        decode([b""], {"other": "int32"}),
        decode([b""], {"one_int32": "int32"}, message_type=b"p.N"),
        decode([b""], {"one_int32": "int32"}, message_type=b"p.M", output_types=["int32", "int32"]),
        *(decode([b""], {"one_int32": "int32"}, descriptor_source=text) for text in (b"bytes://abc", b"/no", b"local://")),
        decode(many[:0], {"one_int32": "int32", "many_int32": "int32"}),
    ]


def encoded() -> list[Case]:
    """EncodeProto."""
    numbers: list[Any] = [-3, 2**31, 5]
    typed = {
        name: strings([[b"\x48\x01", b"", b"\xff"]]) if "string" in offered else np.array([numbers]).astype(offered[0])
        for name, offered in DTYPES.items()
    }
    pair = int32([[7, 8]])
    return [
        *(encode([[3]], {f"many_{name}": values}) for name, values in typed.items()),
        encode([[1] * 5], {f"one_{name}": typed[name] for name in ("sint64", "bool", "string", "float", "double")}),
        *(encode([[size]], {"many_int32": pair}) for size in (-1, 0, 1, 2, 3)),
        encode([[2]], {"one_int32": pair}),
        encode([[2]], {"packed": pair}),
        encode([[0]], {"packed": pair}),
        encode([[1]], {"many_int32": int64([[2**33 + 1, -1]])}),
        encode([[1]], {"many_float": float64([[1.5]])}),
        encode([[1]], {"many_uint32": np.array([[7]], np.uint64)}),
        encode([[1]], {"many_sint32": int64([[-(2**40) - 5]])}),
        encode([[1]], {"many_int64": int32([[1]])}),
        encode([[1]], {"many_int32": float32([[1]])}),
        encode([[[1, 0]], [[2, 1]]], {"many_int32": int32([[[1, 2]], [[3, 4]]]), "one_bool": np.ones((2, 1, 3), bool)}),
        encode([1], {"many_int32": int32([1])}),
        encode([[1]], {"many_int32": int32([[1], [2]])}),
        encode([[1, 1]], {"many_int32": int32([[1]])}),
        encode([[1]], {"other": pair}),
        encode([[1]], {"many_int32": pair}, message_type=b"M"),
        encode(np.zeros((0, 1)), {"many_int32": pair[:0]}),
    ]


CASES = [*decoded(), *encoded()]
