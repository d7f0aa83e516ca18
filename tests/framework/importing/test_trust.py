"""Untrusted graphs: what they may not ask for, and the bounds that hold for every graph."""
from __future__ import annotations

import os
import re
import tracemalloc
from typing import Any

import pytest
from google.protobuf import text_format

from aioflow import errors
from aioflow._proto import attr_value_pb2, graph_pb2, node_def_pb2
from aioflow.framework.graph.graph import Graph
from aioflow.framework.importing import import_graph_def, parse_graph_def
from aioflow.framework.kernels import bind_kernel
from aioflow.framework.limits import FOLDER_ATTR, Limits, may_be_in_folder, may_read_in_folder, touches_outside_world
from aioflow.framework.op_def import OPS
from tests.framework.importing.import_cases import BODY, FLOAT_LIST, LOOP, NOOP, P, T, attr, node

# Arguments and attributes by which an op is told where to read, write or connect to.
TELLING = re.compile(r"file|path|address|url|dir$|directory|prefix|uri|descriptor_source|ckpt|checkpoint", re.I)
HARMLESS = {
    "CacheDataset", "CacheDatasetV2",  # filename: it must be empty, caches are in memory
    "CTCBeamSearchDecoder",  # top_paths
    "ExperimentalSetStatsAggregatorDataset", "SetStatsAggregatorDataset",  # counter_prefix
    "TensorSliceDataset",  # is_files: elements may be names of files, which nothing here opens
}  # fmt: skip
ONLY_BY_ATTRIBUTE = {
    "FixedUnigramCandidateSampler": "vocab_file", "DecodeProtoV2": "descriptor_source",
    "EncodeProto": "descriptor_source", "DebugNanCount": "debug_urls", "DebugNumericSummary": "debug_urls",
    "DebugIdentity": "debug_urls", "DebugIdentityV2": "debug_urls", "DebugIdentityV3": "debug_urls",
}  # fmt: skip


def load(text: str, **options: Any) -> Graph:
    """Imports a graph written as text into a graph of its own."""
    graph = Graph()
    with graph.as_default():
        import_graph_def(text_format.Parse(text, graph_pb2.GraphDef()), name="", **options)
    return graph


def ops_that_are_told_where() -> list[str]:
    """All ops with an argument or attribute that sounds like a place outside the graph."""
    return [
        name
        for name in OPS.names()
        if any(TELLING.search(word) for word in (*OPS[name].attrs, *(arg.name for arg in OPS[name].inputs)))
    ]


def test_ops_that_are_told_where_are_refused() -> None:
    """No op that takes the name of a file, folder, host or URL is harmless, except for those looked at one by one."""
    told = ops_that_are_told_where()
    assert len(told) > 50
    missing = {name for name in told if not touches_outside_world(name)}
    assert missing == HARMLESS | set(ONLY_BY_ATTRIBUTE)


@pytest.mark.parametrize(
    "op_type",
    ["PyFunc", "PyFuncStateless", "EagerPyFunc", "AsyncPyFunc", "MatchingFiles", "ReaderReadV2", "WriteScalarSummary",
     "RpcServerStart", "WholeFileReaderV2", "ExperimentalMatchingFilesDataset", "SnapshotNestedDatasetReader"],
)  # fmt: skip
def test_further_ops_that_are_refused(op_type: str) -> None:
    """Foreign code, readers, writers and servers are refused although no argument of theirs says so."""
    assert op_type in OPS and touches_outside_world(op_type)


@pytest.mark.parametrize("op_type", ["MatMul", "NoOp", "Snapshot", "TensorArrayReadV3", "Print", "ReadVariableOp"])
def test_ordinary_ops_are_not(op_type: str) -> None:
    """Computing, variables and printing are no access to the outside."""
    assert not touches_outside_world(op_type)


@pytest.mark.parametrize(("op_type", "name"), ONLY_BY_ATTRIBUTE.items())
def test_ops_that_are_refused_by_attribute(op_type: str, name: str) -> None:
    """Some ops touch the outside only if an attribute says where."""
    plain = node_def_pb2.NodeDef(op=op_type)
    assert not touches_outside_world(op_type, plain.attr)
    for value in ({"s": b""}, {"s": b"local://"}, {"s": b"bytes://x"}, {"list": attr_value_pb2.AttrValue.ListValue()}):
        inside = node_def_pb2.NodeDef(op=op_type, attr={name: attr_value_pb2.AttrValue(**value)})
        assert not touches_outside_world(op_type, inside.attr)
    for value in ({"s": b"/etc/passwd"}, {"list": attr_value_pb2.AttrValue.ListValue(s=[b"file:///tmp"])}):
        outside = node_def_pb2.NodeDef(op=op_type, attr={name: attr_value_pb2.AttrValue(**value)})
        assert touches_outside_world(op_type, outside.attr)


FILE = node("c", "Const", attrs=attr("dtype", "type: DT_STRING") + attr("value", "tensor { dtype: DT_STRING }"))
READ = FILE + node("read", "ReadFile", "c")


def test_untrusted_graphs_name_the_node() -> None:
    """The refusal says which node it is and how to allow it; full trust allows it; nothing is imported half-way."""
    with pytest.raises(errors.PermissionDeniedError, match=r"node 'read' is a ReadFile.*trust=\"full\""):
        load(READ)
    assert load(READ, trust="full").find_operation("read") is not None
    with pytest.raises(errors.PermissionDeniedError):
        load(READ, trust="untrusted")


def test_nodes_of_functions_count() -> None:
    """A function's body is looked at, whether something calls it or not."""
    body = BODY.replace('op: "Identity"', 'op: "ReadFile"')
    with pytest.raises(errors.PermissionDeniedError, match="node 'i' of function 'f' is a ReadFile"):
        load(f"library {{ {body} }}")
    load(f"library {{ {body} }}", trust="full")


@pytest.mark.parametrize(
    "value",
    [
        'func { name: "ReadFile" }',
        'list { func { name: "Neg" } func { name: "ReadFile" } }',
        'func { name: "f" attr { key: "g" value { func { name: "PyFunc" } } } }',
        'func { name: "f" attr { key: "g" value { list { func { name: "WriteFile" } } } } }',
    ],
)
def test_ops_that_are_passed_as_functions_count(value: str) -> None:
    """An op named as a function, at any depth, is refused like a node."""
    with pytest.raises(errors.PermissionDeniedError, match="node 'a'"):
        load(node("a", "NoOp", attrs=attr("_f", value)))
    load(node("a", "NoOp", attrs=attr("_f", value)), trust="full")
    with pytest.raises(errors.PermissionDeniedError, match="node 'a'"):
        load(node("a", "NoOp", attrs=attr("_f", value)), folder=".")


def test_what_a_graph_with_a_folder_may_have() -> None:
    """Savers and what fills tables may be in it; only what restores and fills may run. All else stays refused."""
    kept = {op_type for op_type in OPS.names() if may_be_in_folder(op_type)}
    reading = {op_type for op_type in kept if may_read_in_folder(op_type)}
    assert all(map(touches_outside_world, kept))
    assert {"RestoreV2", "InitializeTableFromTextFileV2"} < reading
    assert not any(re.search("Save|Merge|Write|ReadFile|Reader|Dataset|PyFunc", op_type) for op_type in reading)
    assert {"SaveV2", "MergeV2Checkpoints", "WriteFile", "ReadFile"} <= kept - reading
    assert not kept & {"PyFunc", "TFRecordReaderV2", "TextLineDataset", "RpcServerStart", "SaveDatasetV2", "DumpTensor"}


def test_nodes_are_bound_to_the_folder() -> None:
    """The folder is that of the import, not what the message says; it is exported, and full trust binds nothing."""
    assert FOLDER_ATTR not in load(READ, trust="full", folder=".").get_operation_by_name("read").attrs
    marked = READ.replace('"ReadFile"', '"ReadFile" attr { key: "_aioflow_folder" value { s: "/" } }')
    body = BODY.replace('op: "Identity"', 'op: "ReadFile"')
    graph = load(f"{marked} library {{ {body} }}", folder=".")
    exported = graph.as_graph_def()
    nodes = [*exported.node, *exported.library.function[0].node_def]
    bound = {node.name: node.attr[FOLDER_ATTR].s for node in nodes if FOLDER_ATTR in node.attr}
    assert bound == dict.fromkeys(("read", "i"), os.fsencode(os.path.realpath(".")))
    op = graph.get_operation_by_name("read")
    with pytest.raises(errors.PermissionDeniedError, match="node 'read' is a ReadFile"):
        bind_kernel(op.name, op.type, op.attrs, "CPU", None)


# ---- bounds
def test_bound_on_bytes() -> None:
    """A serialized graph that is too large is refused before it is parsed."""
    data = text_format.Parse(NOOP, graph_pb2.GraphDef()).SerializeToString()
    assert len(parse_graph_def(data, Limits(graph_nbytes=len(data))).node) == 1
    with pytest.raises(errors.ResourceExhaustedError, match=f"{len(data)} bytes"):
        parse_graph_def(data, Limits(graph_nbytes=len(data) - 1))


def test_bound_on_nodes() -> None:
    """Nodes of functions count, too."""
    text = P + LOOP + f"library {{ {BODY} }}"
    assert load(text, limits=Limits(num_nodes=5)).version == 4
    with pytest.raises(errors.ResourceExhaustedError, match="5 nodes"):
        load(text, limits=Limits(num_nodes=4))


def test_bound_on_tensors() -> None:
    """Outputs of all nodes together are bounded, so that a short message cannot make millions of them."""
    split = node("split", "Unpack", "p", attrs=T + attr("num", "i: 1000"))
    assert len(load(P + split).get_operation_by_name("split").outputs) == 1000
    with pytest.raises(errors.ResourceExhaustedError, match="tensors"):
        load(P + split, limits=Limits(num_tensors=1000))
    for number in (10**12, 2**63 - 1, -1):
        with pytest.raises((ValueError, errors.ResourceExhaustedError)):
            load(P + node("split", "Unpack", "p", attrs=T + attr("num", f"i: {number}")))
    with pytest.raises(ValueError):
        load(P + node("sum", "AddN", "p", attrs=T + attr("N", f"i: {10**12}")))


def test_bound_on_constants() -> None:
    """Constants whose last value stands for many more are bounded together."""
    value = "tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1000 } } float_val: [1, 2] }"
    constants = "".join(
        node(f"c{i}", "Const", attrs=attr("dtype", "type: DT_FLOAT") + attr("value", value)) for i in range(3)
    )
    assert load(constants, limits=Limits(constants_nbytes=12_000)).version == 3
    with pytest.raises(errors.ResourceExhaustedError, match="constants"):
        load(constants, limits=Limits(constants_nbytes=11_999))


# ---- hostile messages
@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x05ab", b"\x00" * 9, b"not a graph", b"\x0a\xff\xff\xff\xff\x07"])
def test_bytes_that_are_no_graph(data: bytes) -> None:
    """Damaged bytes are a DataLossError."""
    with pytest.raises(errors.DataLossError, match="not a GraphDef"), Graph().as_default():
        import_graph_def(data)


def nested(depth: int) -> graph_pb2.GraphDef:
    """A node whose function attribute is nested `depth` deep."""
    message = graph_pb2.GraphDef()
    value = message.node.add(name="a", op="NoOp").attr["_f"]
    for _ in range(depth):
        value.func.name = "f"
        value = value.func.attr["f"]
    return message


@pytest.mark.parametrize("trust", ["untrusted", "full"])
def test_deep_nesting(trust: str) -> None:
    """Attributes nested very deeply are refused, as a message or as bytes."""
    with Graph().as_default():
        import_graph_def(nested(10), trust=trust)
        with pytest.raises(ValueError, match="nested too deeply"):
            import_graph_def(nested(5000), trust=trust)
    # The innermost bytes of such a message are written by hand, because protobuf refuses to write it.
    data = b""
    for _ in range(5000):
        entry = b"\x0a\x01f" + b"\x12" + varint(len(data)) + data
        inner = b"\x0a\x01f" + b"\x12" + varint(len(entry)) + entry
        data = b"\x52" + varint(len(inner)) + inner
    entry = b"\x0a\x02_f" + b"\x12" + varint(len(data)) + data
    body = b"\x0a\x01a\x12\x04NoOp\x2a" + varint(len(entry)) + entry
    with pytest.raises(errors.DataLossError), Graph().as_default():
        import_graph_def(b"\x0a" + varint(len(body)) + body, trust=trust)


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


@pytest.mark.parametrize(
    "text",
    [
        P + node("a", "Identity", *["p"] * 5000, attrs=T),
        node("a", "FIFOQueueV2", attrs=attr("component_types", "list { " + "type: 1 " * 50_000 + "}") + attr(
            "capacity", "i: -9223372036854775808")),
        node("a", "Const", attrs=attr("dtype", "type: DT_FLOAT") + attr(
            "value", "tensor { dtype: DT_FLOAT tensor_shape { dim { size: 9223372036854775807 } } }")),
        node("a", "Placeholder", attrs=attr("dtype", "type: -5")),
        node("a", "Placeholder", attrs=attr("dtype", "type: 2147483647")),
        node("a", "Placeholder", attrs=attr("dtype", "type: DT_FLOAT") + attr(
            "shape", "shape { " + "dim { size: 1 } " * 300 + "}")),
        node("a", "PartitionedCall", attrs=attr("Tin", "list { }") + attr("Tout", FLOAT_LIST) + attr("f", "func { }"))
        + node("b", "Identity", "a:999999999", attrs=T),
        node("a" * 100_000, "NoOp") + node("a" * 100_000, "NoOp"),
        node("a", "NoOp", *[f"^a{i}" for i in range(20_000)]),
        node("a", "NoOp", attrs=attr("_class", "list { " + 's: "loc:@b" ' * 20_000 + "}")),
    ],
)  # fmt: skip
def test_hostile_graphs(text: str) -> None:
    """Whatever numbers and lengths a graph has, it is imported or ends in a documented error, in little memory."""
    message = text_format.Parse(text, graph_pb2.GraphDef())
    tracemalloc.start()
    try:
        with Graph().as_default():
            import_graph_def(message)
    except (ValueError, errors.OpError):
        pass
    assert tracemalloc.get_traced_memory()[1] < 64 << 20
    tracemalloc.stop()
