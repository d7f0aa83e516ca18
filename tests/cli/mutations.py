"""Ways to damage a model: bits and bytes at random, and fields of the message behind them."""
from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

INTEGERS = (
    0,
    1,
    -1,
    2,
    7,
    100,
    127,
    128,
    255,
    1 << 15,
    (1 << 31) - 1,
    -(1 << 31),
    1 << 32,
    1 << 40,
    (1 << 63) - 1,
    -(1 << 63),
)
FLOATS = (0.0, -1.0, 1e30, -1e30, float("inf"), float("nan"))
TEXTS = (
    "", "x", "x:0", "^x", "a:b", "x:99999999999999999999", "_x", "a/" * 50, "\x1b[31mred\x07", "a\0b", "\u202enam",
    "é" * 300, "n" * 5000, "NoOp", "Const", "Placeholder", "AddV2", "Split", "Pack", "While", "PartitionedCall",
    "ReadFile", "NextIteration", "Merge", "T", "N",
)  # fmt: skip
_INTEGER_TYPES = {
    FieldDescriptor.TYPE_INT32: (-(1 << 31), (1 << 31) - 1), FieldDescriptor.TYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.TYPE_UINT32: (0, (1 << 32) - 1), FieldDescriptor.TYPE_UINT64: (0, (1 << 64) - 1),
    FieldDescriptor.TYPE_FIXED64: (0, (1 << 64) - 1), FieldDescriptor.TYPE_ENUM: (0, (1 << 31) - 1),
}  # fmt: skip
_MAX_NBYTES = 1 << 20


# ---- bytes
def flip_bits(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A few bits are the other way round."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def truncate(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """The end is missing."""
    return data[: rng.randrange(len(data))]


def splice(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """The beginning of one file goes on as another one."""
    other = rng.choice(others)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]


def repeat_part(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A part occurs many times."""
    begin = rng.randrange(len(data))
    end = min(len(data), begin + rng.choice((1, 2, 10, 300)))
    return data[:begin] + data[begin:end] * rng.choice((2, 50, 1000)) + data[end:]


def overwrite(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Some bytes are random, or a number at the limit of what a message can hold."""
    begin = rng.randrange(len(data))
    noise = rng.choice((b"\xff" * 9 + b"\x01", b"\xff\xff\xff\xff\x0f", b"\0" * 8, rng.randbytes(8), rng.randbytes(1)))
    return data[:begin] + noise + data[begin + len(noise) :]


def noise(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Nothing of it is left."""
    return rng.randbytes(rng.choice((1, 10, 1000, 100_000)))


BYTE_MUTATIONS: tuple[Callable[[bytes, random.Random, Sequence[bytes]], bytes], ...] = (
    flip_bits, flip_bits, truncate, splice, repeat_part, overwrite, noise,
)  # fmt: skip


# ---- fields
def messages_in(message: Message) -> Iterator[Message]:
    """The message and all messages inside it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if is_map(field):
            values = value.values() if field.message_type.fields_by_name["value"].message_type is not None else ()
        else:
            values = value if is_repeated(field) else (value,)
        for inner in values:
            yield from messages_in(inner)


def is_repeated(field: FieldDescriptor) -> bool:
    """Whether a field holds a list or a map."""
    return bool(field.is_repeated)


def is_map(field: FieldDescriptor) -> bool:
    """Whether a field holds a map."""
    return is_repeated(field) and field.message_type is not None and field.message_type.GetOptions().map_entry


def mutate_message(message: Message, donors: Sequence[Message], rng: random.Random) -> None:
    """Changes a few fields somewhere inside a message; the result can be parsed, but need not make sense."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        inside = list(messages_in(message))
        if rng.random() < 0.5:  # so that the few messages of a rare kind have their turn
            kind = rng.choice(sorted({inner.DESCRIPTOR.full_name for inner in inside}))
            inside = [inner for inner in inside if inner.DESCRIPTOR.full_name == kind]
        target = rng.choice(inside)
        if rng.random() < 0.2 and _transplant(target, rng.choice(donors), rng):
            continue
        field: Any = rng.choice(target.DESCRIPTOR.fields)
        if is_map(field):
            _mutate_map(target, field, rng)
        elif is_repeated(field):
            _mutate_list(getattr(target, field.name), field, message, rng)
        elif rng.random() < 0.2:
            target.ClearField(field.name)
        elif field.message_type is not None:
            getattr(target, field.name).SetInParent()
        else:
            setattr(target, field.name, _scalar(field, message, rng))


def _transplant(target: Message, donor: Message, rng: random.Random) -> bool:
    same = [inner for inner in messages_in(donor) if inner.DESCRIPTOR.full_name == target.DESCRIPTOR.full_name]
    if not same:
        return False
    source = rng.choice(same)
    if source.ByteSize() < _MAX_NBYTES:
        copied = copy.deepcopy(source)  # the source may hold the target, which protobuf does not survive
        (target.MergeFrom if rng.random() < 0.5 else target.CopyFrom)(copied)
    return True


def _mutate_map(target: Message, field: Any, rng: random.Random) -> None:
    entries: Any = getattr(target, field.name)
    keys = list(entries)
    if keys and rng.random() < 0.6:
        del entries[rng.choice(keys)]
    elif field.message_type.fields_by_name["value"].message_type is not None:
        new = rng.choice(TEXTS) if field.message_type.fields_by_name["key"].type == FieldDescriptor.TYPE_STRING else 1
        inner = entries[new if rng.random() < 0.5 or not keys else rng.choice(keys)]
        inner.Clear()
        choice = rng.choice(inner.DESCRIPTOR.fields)
        if choice.message_type is not None and not is_repeated(choice):
            getattr(inner, choice.name).SetInParent()


def _mutate_list(values: Any, field: FieldDescriptor, root: Message, rng: random.Random) -> None:
    action = rng.randrange(4)
    if len(values) and action == 0:
        del values[rng.randrange(len(values))]
    elif len(values) and action == 1:
        values.extend([values[rng.randrange(len(values))]] * rng.choice((1, 1, 3, 200)))
    elif len(values) > 1 and action == 2:
        taken = list(values)
        rng.shuffle(taken)
        del values[:]
        values.extend(taken)
    elif field.message_type is not None:
        values.add()
    else:
        values.extend([_scalar(field, root, rng)] * rng.choice((1, 1, 1, 1000)))


def _scalar(field: FieldDescriptor, root: Message, rng: random.Random) -> Any:
    if field.type in _INTEGER_TYPES:
        low, high = _INTEGER_TYPES[field.type]
        value = rng.choice(INTEGERS) if rng.random() < 0.7 else rng.randrange(30)
        return max(low, min(high, value))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return rng.random() < 0.5
    if field.type in (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE):
        return rng.choice(FLOATS)
    text = _name_in(root, rng) if rng.random() < 0.6 else rng.choice(TEXTS)
    return text if field.type == FieldDescriptor.TYPE_STRING else text.encode()


def _name_in(root: Message, rng: random.Random) -> str:
    """The name of something inside the message, so that references go astray but exist."""
    named = [inner for inner in messages_in(root) if "name" in inner.DESCRIPTOR.fields_by_name]
    name = getattr(rng.choice(named), "name", "") if named else ""
    return rng.choice(("", "", "^")) + str(name) + rng.choice(("", "", ":1", ":7"))
