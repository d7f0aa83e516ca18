"""Docstrings of messages: what users see, and how comments become them."""
from __future__ import annotations

import ast
from inspect import cleandoc

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

import aioflow as tf
from aioflow._proto.message_files import read_docstrings
from aioflow.tools.proto_comments import Protos
from aioflow.tools.proto_docstrings import docstring, docstrings, with_docstrings

STUB = """
class Outer(_message.Message):
    __slots__ = ("size",)
    class Inner(_message.Message):
        __slots__ = ()
        class Silent(_message.Message):
            __slots__ = ()
    size: int
class Next(_message.Message):
    __slots__ = ()
"""


@pytest.fixture
def protos() -> Protos:
    """Four messages, one of which nothing is said about."""
    outer = DescriptorProto(name="Outer", field=[FieldDescriptorProto(name=name) for name in ("size", "other")])
    messages = dict.fromkeys(("Outer.Inner", "Outer.Inner.Silent", "Next"), DescriptorProto())
    comments = dict.fromkeys(messages, "") | {"Outer": "", "Outer.size": "In bytes: " + "long " * 40, "Outer.other": ""}
    comments |= {"Outer.Inner": r'Says """no""" and \n.', "Next": 'Ends in "x"'}
    return Protos({"Outer": outer, **messages}, {}, comments)


@pytest.mark.parametrize(
    ("message", "words"),
    [(tf.AioflowPoolOptions, ["max_queue: ", "priority: ", "nice: ", "cpu_affinity: "]),
     (tf.ConfigProto, ["The configuration of a session", "use_per_session_threads: "]),
     (tf.RunOptions, ["timeout_in_ms: ", "inter_op_thread_pool: "]), (tf.ThreadPoolOptionProto, ["global_name: "])],
    ids=lambda value: getattr(value, "__name__", ""),
)  # fmt: skip
def test_help(message: type, words: list[str]) -> None:
    """`help` tells what the fields of settings mean, those of aioflow alone included."""
    assert all(word in (message.__doc__ or "") for word in words)


def test_each_public_message_says_what_it_is() -> None:
    """The docstring of a message that users can reach begins with a sentence about it."""
    named = {name: getattr(tf, name) for name in dir(tf) if not name.startswith("_")}
    messages = {name: value for name, value in named.items() if isinstance(value, type) and issubclass(value, Message)}
    assert len(messages) > 30
    docs = {name: value.__doc__ or "" for name, value in messages.items()}
    assert [name for name, doc in docs.items() if not doc or doc.startswith("Attributes:")] == []


def test_docstring(protos: Protos) -> None:
    """A message's comment, then its fields that have one, in lines that are short enough."""
    lines = docstring(protos, "Outer").splitlines()
    assert lines[0] == "Attributes:" and lines[1].startswith("    size: In bytes: long")
    assert lines[2].startswith("        long")
    assert max(map(len, lines)) <= 108 and "other" not in "".join(lines)
    assert docstring(protos, "Outer.Inner.Silent") == ""


def test_texts_stay_what_they_are(protos: Protos) -> None:
    """Classes within classes get their own texts, with quotes and backslashes, in stubs and in modules."""
    module = ast.parse(with_docstrings(protos, STUB))
    outer, following = (node for node in module.body if isinstance(node, ast.ClassDef))
    inner = next(node for node in outer.body if isinstance(node, ast.ClassDef))
    expected = [docstring(protos, "Outer"), r'Says """no""" and \n.', 'Ends in "x"']
    shown = [ast.get_docstring(node) or "" for node in (outer, inner, following)]
    assert [text.strip() for text in shown] == [cleandoc(text) for text in expected]

    read = read_docstrings("# A head.\n" + docstrings(protos, {"in/a_pb2.pyi": STUB}))
    assert [name for name, _ in read] == ["a_pb2.Outer", "a_pb2.Outer.Inner", "a_pb2.Next"]
    assert [text for _, text in read] == expected
