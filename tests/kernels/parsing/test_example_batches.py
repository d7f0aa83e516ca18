"""Examples that are read all at once give what those give that are parsed one by one: columns, and errors, too."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.example_pb2 import Example
from aioflow.framework.dtypes import float32, int64, string
from aioflow.framework.kernels import OpKernel, bind_kernel
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.parsing import example_batches, parse_example_ops
from aioflow.kernels.parsing.example_columns import parsed

KEYS = ("f", "i", "s", "float", "int", "string", "", "é")
BYTES = (0, 1, 2, 5, 8, 10, 13, 18, 26, 99, 127, 128, 255)
NUMBERS = (0, 1, 127, 128, 300, -1, 2**31, 2**62, -(2**63), 2**63 - 1)


def texts(*values: bytes) -> Any:
    """A string vector."""
    array = np.empty(len(values), object)
    array[:] = values
    return array


def serialized(chance: random.Random, sizes: tuple[int, ...] = (0, 1, 2, 3), presence: float = 0.8) -> bytes:
    """An example with some of the features, in any order."""
    example = Example()
    for key in chance.sample(KEYS, len(KEYS)):
        if chance.random() > presence:
            continue
        feature, size = example.features.feature[key], chance.choice(sizes)
        if key[:1] == "f":
            feature.float_list.value.extend(chance.uniform(-9, 9) for _ in range(size))
        elif key[:1] in ("i", "é"):
            feature.int64_list.value.extend(chance.choices(NUMBERS, k=size))
        elif key:
            feature.bytes_list.value.extend(chance.randbytes(chance.choice((0, 3, 150))) for _ in range(size))
    return example.SerializeToString()


def bound() -> OpKernel:
    """A node with sparse, dense, padded and ragged columns."""
    attrs = {
        "Tdense": [float32, int64, string], "num_sparse": 3, "sparse_types": [float32, int64, string],
        "ragged_value_types": [int64, string], "ragged_split_types": [int64, int64],
        "dense_shapes": [TensorShape([2]), TensorShape([None, 1]), TensorShape([None])],
    }  # fmt: skip
    return bind_kernel("node", "ParseExampleV2", OPS["ParseExampleV2"].complete_attrs(attrs), "CPU", np)


DEFAULTS = [np.array([7, 8], np.float32), np.array([9]), texts(b"d")]


def outcome(node: OpKernel, examples: list[bytes], defaults: list[Any], keys: tuple[str, ...]) -> list[str]:
    """The outputs as text; or the error."""
    names = [texts(*(key.encode() for key in part)) for part in (keys[:3], keys[3:6], ("int", "string"))]
    try:
        outputs = node.outputs(node.compute(texts(*examples), texts(), *names, *defaults))
    except errors.OpError as error:
        return [type(error).__name__, error.message]
    return [f"{array.dtype} {array.shape} {array.tolist()}" for array in outputs]


def compared(monkeypatch: pytest.MonkeyPatch, examples: list[bytes], defaults: Any = None, **keys: Any) -> bool:
    """Asserts that both ways agree; whether the examples were read at once."""
    node, args = bound(), (examples, defaults or DEFAULTS, keys.get("keys", ("float", "int", "string", "f", "i", "s")))
    found: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(example_batches, "FEWEST_EXAMPLES", 1)
        found.append(example_batches.read_batch(examples))
        at_once = outcome(node, *args)
        patch.setattr(parse_example_ops, "read_batch", lambda strings: None)
        assert at_once == outcome(node, *args)
    return found[0] is not None


@pytest.mark.parametrize("seed", range(6))
def test_batches_and_single_examples(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Random examples, whose features come in any order, are absent, or have any number of values."""
    chance = random.Random(seed)
    for size in (1, 2, 7, 60):
        examples = [serialized(chance) for _ in range(size)]
        assert compared(monkeypatch, examples)
        same = [serialized(chance, (2,), 1) for _ in range(size)]
        assert compared(monkeypatch, same)
        # No defaults: what is missing or has another size is told of the first example that has it.
        assert compared(monkeypatch, examples, [np.zeros(0, np.float32), *DEFAULTS[1:]])
        monkeypatch.setattr(example_batches, "_CHUNK_NBYTES", chance.choice((1, 300, 1 << 20)))
        monkeypatch.setattr(example_batches, "_CHUNK_EXAMPLES", chance.choice((1, 3, 1000)))
        assert compared(monkeypatch, same)


@pytest.mark.parametrize("seed", range(6))
def test_changed_bytes(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Whatever is wrong with a message, it is the error that parsing it gives, or no error."""
    chance = random.Random(seed)
    for _ in range(150):
        examples = [bytearray(serialized(chance)) for _ in range(4)]
        text = chance.choice(examples)
        for _ in range(chance.randint(1, 2)):
            # A byte is changed, left out or added.
            at, nbytes = chance.randint(0, len(text)), chance.randint(0, 1)
            text[at : at + nbytes] = bytes(chance.choices(BYTES, k=chance.randint(1 - nbytes, 1)))
        compared(monkeypatch, [bytes(example) for example in examples])


def test_wrong_types_and_missing_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A feature of another type is an error of its example; a name that no example has is a column without values."""
    chance = random.Random(0)
    examples = [serialized(chance) for _ in range(20)]
    assert compared(monkeypatch, examples, keys=("int", "i", "s", "f", "i", "s"))
    assert compared(monkeypatch, examples, keys=("none", "i", "s", "f", "i", "nobody"))
    assert compared(monkeypatch, examples, keys=("f", "é", "s", "f", "", "s"))


def packed(*fields: bytes) -> bytes:
    """An example whose only feature, "f", is of these bytes."""
    feature = b"".join(fields)
    entry = b"\n\1f\x12" + bytes([len(feature)]) + feature
    features = b"\n" + bytes([len(entry)]) + entry
    return b"\n" + bytes([len(features)]) + features


UNUSUAL = {
    "one by one": packed(b"\x12\x05\x0d\0\0\x80?"), "in two pieces": packed(b"\x12\x0c\n\4\0\0\x80?\n\4\0\0\0@"),
    "half a number": packed(b"\x12\5\n\3\0\0\x80"), "two kinds": packed(b"\x12\0\x1a\0"), "no kind": packed(b""),
    "another kind": packed(b"\x2a\0"), "a kind's wrong type": packed(b"\x10\0"), "nothing": b"",
    "no features": b"\n\0", "no tag": packed(b"\0\0"),
    "an unfinished number": packed(b"\x1a\3\n\1\x80"), "eleven bytes": packed(b"\x1a\x0d\n\x0b" + b"\xff" * 10 + b"\1"),
    "ten bytes": packed(b"\x1a\x0c\n\x0a" + b"\xff" * 9 + b"\1"),
    "too large": packed(b"\x1a\x0c\n\x0a" + b"\xff" * 9 + b"\2"),
    "no UTF-8": b"\n\7\n\5\n\1\xff\x12\0", "a surrogate": b"\n\x09\n\7\n\3\xed\xa0\x80\x12\0",
    "twice": b"\n\x0e\n\5\n\1f\x12\0\n\5\n\1f\x12\0", "value first": b"\n\7\n\5\x12\0\n\1f",
    "no value": b"\n\5\n\3\n\1f",
    "more fields": b"\n\0\x10\1", "a long length": b"\n\x80\x80\x80\x80\x80\0", "the end": b"\n",
    "a long key": b"\n\4\n\2\n\x7f",
}  # fmt: skip


@pytest.mark.parametrize("text", UNUSUAL.values(), ids=UNUSUAL)
def test_unusual_messages(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    """Among others, and alone."""
    chance = random.Random(0)
    compared(monkeypatch, [serialized(chance), text, serialized(chance)])
    compared(monkeypatch, [text])


def test_large_batches_make_no_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """No example of a large batch is parsed by itself, while a few are."""
    made: list[int] = []

    def counted(message: Any, strings: list[bytes], names: Any) -> list[Any]:
        made.append(len(strings))
        return parsed(message, strings, names)

    monkeypatch.setattr(parse_example_ops, "parsed", counted)
    chance, node = random.Random(0), bound()
    keys = ("float", "int", "string", "f", "i", "s")
    outcome(node, [serialized(chance, (2,), 1) for _ in range(1000)], DEFAULTS, keys)
    assert not made
    outcome(node, [serialized(chance, (2,), 1) for _ in range(3)], DEFAULTS, keys)
    assert made == [3]


def test_results_may_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are in memory of their own, whether they were short or long."""
    monkeypatch.setattr(example_batches, "FEWEST_EXAMPLES", 1)
    for size in (1, 300):
        example = Example()
        example.features.feature["float"].float_list.value.extend([1.0] * size)
        batch = example_batches.read_batch([example.SerializeToString()] * 3)
        assert batch is not None
        column = batch.column(b"float", float32)
        assert column is not None and column.values.flags.writeable and column.values.sum() == 3 * size
