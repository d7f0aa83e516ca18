"""The cost of a message, found before it is parsed."""
from __future__ import annotations

import mmap
from pathlib import Path

import pytest

from aioflow import errors
from aioflow._proto import graph_pb2, saved_model_pb2, types_pb2
from aioflow.framework.importing.wire_cost import parse_cost

UNLIMITED = 1 << 60


def chain(num_nodes: int) -> graph_pb2.GraphDef:
    """A graph of nodes behind one another."""
    message = graph_pb2.GraphDef()
    for number in range(num_nodes):
        node = message.node.add(name=f"n{number}", op="Neg", input=[f"n{number - 1}"] if number else [])
        node.attr["T"].type = types_pb2.DT_FLOAT
    return message


def test_grows_with_nodes() -> None:
    """A graph of twice as many nodes costs twice as much."""
    once, twice = (parse_cost(chain(count).SerializeToString(), graph_pb2.GraphDef, UNLIMITED) for count in (100, 200))
    assert twice == pytest.approx(2 * once, rel=0.02)


def test_weights_are_free() -> None:
    """The bytes of tensors cost nothing: they take no more memory than they have on the wire."""
    message = chain(1)
    message.node[0].attr["value"].tensor.tensor_content = b"x"
    small = parse_cost(message.SerializeToString(), graph_pb2.GraphDef, UNLIMITED)
    message.node[0].attr["value"].tensor.tensor_content = bytes(1_000_000)
    assert parse_cost(message.SerializeToString(), graph_pb2.GraphDef, UNLIMITED) == small


def test_budget() -> None:
    """What costs more than the budget is refused, what costs as much is not."""
    data = chain(100).SerializeToString()
    cost = parse_cost(data, graph_pb2.GraphDef, UNLIMITED)
    assert parse_cost(data, graph_pb2.GraphDef, cost) == cost
    with pytest.raises(errors.ResourceExhaustedError, match="more nodes"):
        parse_cost(data, graph_pb2.GraphDef, cost - 1)


def test_stops_early() -> None:
    """A walk ends where the budget does, even if what follows is damaged."""
    data = chain(1000).SerializeToString() + b"\xff"
    with pytest.raises(errors.ResourceExhaustedError):
        parse_cost(data, graph_pb2.GraphDef, 100)


@pytest.mark.parametrize(
    "data",
    [
        b"\x0a", b"\x0a\x05ab", b"\x0a\x03\x0a\x05a", b"\x08", b"\x08\xff", b"\x09\x00", b"\x0d\x00", b"\x00\x00",
        b"\x0b", b"\x0f", b"\x0a" + b"\xff" * 11, b"\xff" * 20, b"\x0a\xff\xff\xff\xff\x0f",
    ],
)  # fmt: skip
def test_damaged(data: bytes) -> None:
    """What is no message, or ends in the middle of one, is told apart from what is too costly."""
    with pytest.raises(errors.DataLossError):
        parse_cost(data, graph_pb2.GraphDef, UNLIMITED)


def test_nesting() -> None:
    """Messages nested deeper than protobuf's parser follows are refused."""
    message = graph_pb2.GraphDef()
    value = message.node.add().attr["k"]
    for _ in range(60):
        value = value.func.attr["k"]
    with pytest.raises(errors.DataLossError, match="nested"):
        parse_cost(message.SerializeToString(), graph_pb2.GraphDef, UNLIMITED)


def test_mapped_file(tmp_path: Path) -> None:
    """A file mapped into memory costs what its bytes cost; maps and recursive messages are followed."""
    message = saved_model_pb2.SavedModel()
    message.meta_graphs.add().graph_def.CopyFrom(chain(100))
    message.meta_graphs[0].signature_def["serve"].inputs["x"].name = "x:0"
    data = message.SerializeToString()
    (tmp_path / "model.pb").write_bytes(data)
    with open(tmp_path / "model.pb", "rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        cost = parse_cost(mapped, saved_model_pb2.SavedModel, UNLIMITED)
    assert cost == parse_cost(data, saved_model_pb2.SavedModel, UNLIMITED)
    assert cost > parse_cost(chain(100).SerializeToString(), graph_pb2.GraphDef, UNLIMITED)
