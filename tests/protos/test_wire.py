"""Messages made by TensorFlow mean the same here and leave unchanged."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import json
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool, message_factory, text_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor
from google.protobuf.message import Message

from aioflow import _proto
from aioflow._proto import config_pb2, graph_pb2, node_def_pb2, saved_model_pb2, tensor_pb2, types_pb2

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "samples"
MODULES = sorted(path.stem for path in (ROOT / "aioflow" / "_proto").glob("*_pb2.pyi"))
NOT_TENSORFLOW_S = {"onnx_pb2", "perfetto_trace_pb2"}  # ONNX's messages, and those of a viewer of traces
FILES: list[FileDescriptor] = [
    importlib.import_module(f"aioflow._proto.{name}").DESCRIPTOR for name in MODULES if name not in NOT_TENSORFLOW_S
]
BINARY = sorted(SAMPLES.glob("*.binpb"))
WITH_TEXT = sorted(SAMPLES.glob("*.txtpb"))
FIRST_OF_OURS = 1000
# A field numbered 20000 with a varint, and the highest number there is with three bytes.
UNKNOWN = b"\x80\xe2\x09\x2a" + b"\xfa\xff\xff\xff\x0f\x03abc"


def sample_class(path: Path) -> Any:
    """Return the class of the message in the sample at `path`, whose file name begins with its name."""
    name = f"aioflow.{path.name.partition('.')[0]}"
    return message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))


def read(path: Path) -> Any:
    """Return the message in the sample at `path`."""
    return sample_class(path).FromString(path.read_bytes())


def sample(name: str) -> Any:
    """Return the message in the sample called `name`."""
    return read(SAMPLES / f"{name}.binpb")


def message_types() -> Iterator[Descriptor]:
    """Give the type of every message that TensorFlow has, nested ones included, without entries of maps."""
    waiting = [message for file in FILES for message in file.message_types_by_name.values()]
    while waiting:
        message = waiting.pop()
        if not message.GetOptions().map_entry and not message.name.startswith("Aioflow"):
            yield message
        waiting.extend(message.nested_types)


def enum_types() -> Iterator[EnumDescriptor]:
    """Give every enum, nested ones included."""
    scopes: list[FileDescriptor | Descriptor] = [*FILES, *message_types()]
    for scope in scopes:
        yield from scope.enum_types_by_name.values()


def messages_in(message: Message) -> Iterator[Message]:
    """Give `message` and every message in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            children = [child for child in value.values() if isinstance(child, Message)]
        else:
            children = value if field.is_repeated else [value]
        for child in children:
            yield from messages_in(child)


@pytest.mark.parametrize("path", BINARY, ids=lambda path: path.name)
def test_bytes_survive(path: Path) -> None:
    """What TensorFlow wrote is written again byte for byte."""
    assert read(path).SerializeToString(deterministic=True) == path.read_bytes()


@pytest.mark.parametrize("path", WITH_TEXT, ids=lambda path: path.name)
def test_names_and_values_are_tensorflow_s(path: Path) -> None:
    """The text that TensorFlow printed, with the names of all fields and enum values, is the message in the bytes."""
    from_text = text_format.Parse(path.read_text("utf-8"), sample_class(path)())
    assert from_text == read(path.with_suffix(".binpb"))


def test_samples_use_every_field() -> None:
    """No field of any message is missing from the samples, so none has an untested number or type."""
    messages = (message for path in BINARY for message in messages_in(read(path)))
    seen = {field.full_name for message in messages for field, _ in message.ListFields()}
    wanted = {
        field.full_name for message in message_types() for field in message.fields if field.number < FIRST_OF_OURS
    }
    assert sorted(wanted - seen) == []


def test_own_fields_are_out_of_tensorflow_s_way() -> None:
    """What we add to TensorFlow's messages are messages of our own, under numbers that it will not use."""
    of_ours = [field for message in message_types() for field in message.fields if field.number >= FIRST_OF_OURS]
    names = ["aioflow.ConfigProto.aioflow", "aioflow.ThreadPoolOptionProto.aioflow"]
    assert [field.full_name for field in of_ours] == names
    assert all(str(getattr(field.message_type, "name", "")).startswith("Aioflow") for field in of_ours)


def test_enum_values_are_tensorflow_s() -> None:
    """Every enum has the names and numbers it has in TensorFlow."""
    ours = {
        enum.full_name.removeprefix("aioflow."): {value.name: value.number for value in enum.values}
        for enum in enum_types()
    }
    assert ours == json.loads((SAMPLES / "enum_values.json").read_text("utf-8"))


@pytest.mark.parametrize("path", BINARY, ids=lambda path: path.name)
def test_unknown_fields_survive(path: Path) -> None:
    """Fields that a newer TensorFlow may add are kept, in copies too."""
    data = path.read_bytes() + UNKNOWN
    message = sample_class(path).FromString(data)
    assert copy.deepcopy(message).SerializeToString(deterministic=True) == data


def test_unknown_fields_survive_in_nested_messages() -> None:
    """An unknown field of a node is kept when the graph is read and written."""
    graph = sample("GraphDef.while_loop")
    graph.node[3].MergeFromString(UNKNOWN)
    again = graph_pb2.GraphDef.FromString(graph.SerializeToString())
    assert again.node[3].SerializeToString(deterministic=True).endswith(UNKNOWN)
    assert again == graph


def test_unknown_enum_numbers_survive() -> None:
    """A data type that is newer than we are stays the number it was."""
    tensor = tensor_pb2.TensorProto.FromString(b"\x08\xe7\x07")
    assert tensor.dtype == 999
    assert tensor.SerializeToString() == b"\x08\xe7\x07"


def test_zeros_that_were_set_survive() -> None:
    """Debug information tells a zero from nothing, as TensorFlow's does."""
    info = sample("GraphDebugInfo.zeros")
    frame = info.frames_by_id[7]
    assert (frame.HasField("line"), frame.HasField("col")) == (True, False)
    assert list(info.traces_by_id[info.name_to_trace_id["x@"]].frame_id) == [7]


def test_graph() -> None:
    """A TF1 graph with a loop and a function call reads as it was built."""
    graph = sample("GraphDef.while_loop")
    nodes = {node.name: node for node in graph.node}
    assert nodes["x"].op == "Placeholder"
    assert nodes["x"].attr["dtype"].type == types_pb2.DT_FLOAT
    assert [dim.size for dim in nodes["x"].attr["shape"].shape.dim] == [-1, 4]
    assert nodes["w"].op == "VariableV2"
    assert nodes["loop/Enter"].attr["frame_name"].s == b"loop/while_context"
    assert not nodes["loop/Enter"].attr["is_constant"].b
    call = next(node for node in graph.node if node.op == "StatefulPartitionedCall" or node.op == "PartitionedCall")
    assert call.attr["f"].func.name in {function.signature.name for function in graph.library.function}
    assert graph.versions.producer > 1000


def test_usual_config() -> None:
    """Pools, negative enum values and maps of a ConfigProto arrive."""
    config = sample("ConfigProto.usual")
    assert dict(config.device_count) == {"CPU": 2, "GPU": 0}
    assert [(p.num_threads, p.global_name) for p in config.session_inter_op_thread_pool] == [(4, "serving"), (1, "")]
    assert config.inter_op_parallelism_threads == -1
    assert config.gpu_options.per_process_gpu_memory_fraction == 0.25
    optimizer = config.graph_options.optimizer_options
    assert optimizer.opt_level == config_pb2.OptimizerOptions.L0 == -1
    assert optimizer.global_jit_level == config_pb2.OptimizerOptions.OFF == -1
    assert dict(config.cluster_def.job[0].tasks) == {0: "localhost:2222", 3: "localhost:2223"}
    assert (config.experimental.session_metadata.name, config.experimental.session_metadata.version) == ("digits", 3)


def test_traced_run() -> None:
    """The trace of a run names its nodes, its device and its partition graph."""
    metadata = sample("RunMetadata.traced")
    [device] = metadata.step_stats.dev_stats
    [partition] = metadata.partition_graphs
    iterations = [stats for stats in device.node_stats if stats.node_name == "loop/NextIteration"]
    assert device.device == "/job:localhost/replica:0/task:0/device:CPU:0"
    assert len(iterations) == 3
    assert all(stats.all_start_nanos // 1000 == stats.all_start_micros > 0 for stats in device.node_stats)
    assert "loop/NextIteration" in {node.name for node in partition.node}


def test_saved_model() -> None:
    """Signature, objects and saver of a TF2 SavedModel are found where TensorFlow put them."""
    model: saved_model_pb2.SavedModel = sample("SavedModel.module")
    assert model.saved_model_schema_version == 1
    [meta_graph] = model.meta_graphs
    signature = meta_graph.signature_def["serving_default"]
    root = meta_graph.object_graph_def.nodes[0]
    children = {child.local_name: meta_graph.object_graph_def.nodes[child.node_id] for child in root.children}
    assert list(meta_graph.meta_info_def.tags) == ["serve"]
    assert (signature.inputs["x"].dtype, signature.outputs["y"].dtype) == (types_pb2.DT_FLOAT, types_pb2.DT_FLOAT)
    assert children["scale"].WhichOneof("kind") == "variable"
    assert [dim.size for dim in children["scale"].variable.shape.dim] == [2]
    assert children["call"].function.function_spec.input_signature.WhichOneof("kind") == "tuple_value"
    assert meta_graph.saver_def.restore_op_name == "StatefulPartitionedCall_2"


@pytest.mark.parametrize("path", BINARY, ids=lambda path: path.name)
def test_messages_can_be_pickled(path: Path) -> None:
    """A message can be sent to another process: its class is found under the module that it claims to be from."""
    message = read(path)
    assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_registered_names_are_our_own(file: Any) -> None:
    """D-56: files and messages are registered under names that TensorFlow does not use."""
    assert file.name.startswith("aioflow/")
    assert file.package.split(".")[0] == "aioflow"


def test_imports_without_a_warning() -> None:
    """The installed protobuf runtime takes the generated code without a word."""
    imports = "\n".join(f"import aioflow._proto.{name}" for name in MODULES)
    command = [sys.executable, "-W", "error", "-c", imports]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_modules_are_like_files() -> None:
    """Modules of messages can be listed, run as specifications say, and their classes pickled."""
    listed = {each.name for each in pkgutil.iter_modules(_proto.__path__)}
    assert set(MODULES) <= listed
    spec = importlib.util.find_spec("aioflow._proto.graph_pb2")
    assert spec is not None and spec.loader is not None and str(spec.origin).endswith("messages.binpb")
    assert importlib.util.find_spec("aioflow._proto.no_such_pb2") is None
    graph = graph_pb2.GraphDef(node=[node_def_pb2.NodeDef(name="a")])
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert graph_pb2.GraphDef.__module__ == "aioflow._proto.graph_pb2"
