"""Large messages are parsed in parts, and are the same as parsed at once."""
from __future__ import annotations

import pytest
from google.protobuf.message import DecodeError

from aioflow._proto.graph_pb2 import GraphDef
from aioflow._proto.saved_model_pb2 import SavedModel
from aioflow.framework.importing import parsing_in_parts
from aioflow.framework.importing.parsing_in_parts import parse_in_parts


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a few bytes, so that small messages have many."""
    monkeypatch.setattr(parsing_in_parts, "PART_NBYTES", 20)


def model() -> SavedModel:
    """A message with messages of all kinds: repeated, single, in maps, in a oneof."""
    message = SavedModel(saved_model_schema_version=1)
    for number in range(3):
        meta_graph = message.meta_graphs.add()
        meta_graph.meta_info_def.tags.append(f"tag{number}")
        for index in range(10):
            node = meta_graph.graph_def.node.add(name=f"node{index}", op="Const", input=["a", "b"])
            node.attr["value"].tensor.tensor_content = bytes(range(50))
            node.attr["shape"].shape.dim.add().size = -1
        function = meta_graph.graph_def.library.function.add()
        function.signature.name = f"function{number}"
        function.node_def.add(name="x" * 40)
        meta_graph.graph_def.versions.producer = 27
        meta_graph.signature_def["serving_default"].inputs["x"].name = "x:0"
    return message


def test_the_same_message() -> None:
    """Whatever is in it."""
    parsed = SavedModel()
    parse_in_parts(parsed, model().SerializeToString())
    assert parsed == model()


def test_unknown_and_repeated_fields() -> None:
    """Of a field that comes twice the second one counts, and messages are merged; what is unknown is kept."""
    data = GraphDef(versions={"producer": 27}).SerializeToString() + bytes([0xF8, 0x3F, 1, 0xFD, 0x3F, 1, 2, 3, 4])
    data += GraphDef(versions={"min_consumer": 3}, node=[{"name": "n" * 100}]).SerializeToString()
    parsed, expected = GraphDef(), GraphDef.FromString(data)
    parse_in_parts(parsed, data)
    assert parsed == expected
    assert parsed.SerializeToString(deterministic=True) == expected.SerializeToString(deterministic=True)


@pytest.mark.parametrize("wrong", [
    b"\xff" * 40, b"\x0b" + b"a" * 40, b"\x0a\x7f" + b"a" * 30, model().SerializeToString()[:-3],
    model().SerializeToString() + b"\x12",
])  # fmt: skip
def test_what_is_no_message(wrong: bytes) -> None:
    """An error of protobuf's, as for all at once."""
    with pytest.raises(DecodeError):
        SavedModel.FromString(wrong)
    with pytest.raises(DecodeError):
        parse_in_parts(SavedModel(), wrong)


def test_parts_are_copied_before_they_are_parsed() -> None:
    """Protobuf copies what is no bytes object within its call, in which nobody else gets the interpreter's lock."""
    given: list[object] = []

    class Heard:
        DESCRIPTOR = GraphDef.DESCRIPTOR

        def MergeFromString(self, data: object) -> None:
            given.append(data)

    parse_in_parts(Heard(), GraphDef(node=[{"name": "n" * 10}] * 9).SerializeToString())  # type: ignore[arg-type]
    assert len(given) > 3 and {type(each) for each in given} == {bytes}
