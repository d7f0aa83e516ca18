"""Write the samples in tests/protos/samples with TensorFlow: python make_samples.py. Needs TensorFlow.

`X.every_field.binpb` is a message X in which every field that can be set is set to a value of its own, as far as the
nesting goes; `X.every_field.txtpb` is the same in text form. `X.<what>.binpb` was made by TensorFlow in real use.
All are serialised deterministically. `enum_values.json` has the names and numbers of the enums in these messages.
"""

from __future__ import annotations

import importlib
import itertools
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from google.protobuf import descriptor_pool, message_factory, text_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

SAMPLES = Path(__file__).parent / "samples"
# Together these reach every other message. Value: how many levels of nested messages are filled.
ROOTS = {
    "BatchingOptions": 2, "BundleEntryProto": 4, "BundleHeaderProto": 2, "CallableOptions": 5, "CheckpointState": 1,
    "ConfigProto": 7, "ControlFlowContextDef": 5,
    "CallTraceback": 5, "DebuggedSourceFiles": 3, "DeviceAttributes": 4, "EventReply": 3, "Example": 5,
    "GraphDef": 7, "ListValue": 5, "MetaGraphDef": 7,
    "NamedDevice": 3, "OpList": 5, "QueueRunnerDef": 1, "ReaderBaseState": 1, "RunMetadata": 5, "RunOptions": 5,
    "SavedModel": 4, "SavedTensorSlices": 6, "SequenceExample": 6, "ServerDef": 4, "Summary": 4,
    "SummaryDescription": 2, "TensorProto": 5, "TrackableObjectGraph": 4, "VariableDef": 3,
    "WorkerHeartbeatResponse": 3, "NamedTensorProto": 5,
}  # fmt: skip
NOT_IMPORTED_BY_TENSORFLOW = (
    "tensorflow.core.debug.debug_service_pb2",
    "tensorflow.core.framework.reader_base_pb2", "tensorflow.core.protobuf.named_tensor_pb2",
    "tensorflow.core.protobuf.tensor_bundle_pb2", "tensorflow.core.util.event_pb2",
    "tensorflow.core.util.saved_tensor_slice_pb2",
)  # fmt: skip
# Values stay just below these limits, so that a field with fewer bits or another sign would spoil them.
INTEGERS = {
    FieldDescriptor.TYPE_INT32: 2**31, FieldDescriptor.TYPE_INT64: 2**63, FieldDescriptor.TYPE_SINT64: 2**63,
    FieldDescriptor.TYPE_UINT32: 2**32, FieldDescriptor.TYPE_UINT64: 2**64, FieldDescriptor.TYPE_FIXED64: 2**64,
    FieldDescriptor.TYPE_FIXED32: 2**32,
}  # fmt: skip
SIGNED = {FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_SINT64}


class Filler:
    """Fills messages, with other values and other members of each oneof every time."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._turns: Counter[str] = Counter()

    def fill(self, message: Message, levels: int, turn: int) -> None:
        """Set every field of `message`, and of the messages in it, `levels` deep; `turn` chooses among oneofs."""
        descriptor: Any = message.DESCRIPTOR
        for field in chosen_fields(descriptor, turn):
            if is_map(field):
                self._fill_map(message, field, levels)
            elif field.is_repeated:
                self._fill_list(message, field, levels)
            elif field.message_type is None:
                setattr(message, field.name, self._scalar(field))
            elif levels > 1:
                getattr(message, field.name).SetInParent()
                self.fill(getattr(message, field.name), levels - 1, self._next_number(field.full_name))

    def _fill_list(self, message: Message, field: FieldDescriptor, levels: int) -> None:
        if field.message_type is None:
            getattr(message, field.name).extend(self._scalar(field) for _ in range(3))
        elif levels > 1:
            for turn in range(count(field.message_type)):
                self.fill(getattr(message, field.name).add(), levels - 1, turn)

    def _fill_map(self, message: Message, field: FieldDescriptor, levels: int) -> None:
        entry: Any = field.message_type
        key, value = (entry.fields_by_name[name] for name in ("key", "value"))
        entries = getattr(message, field.name)
        if value.message_type is None:
            entries.update({self._scalar(key): self._scalar(value) for _ in range(3)})
        elif levels > 1:
            for turn in range(count(value.message_type)):
                self.fill(entries[self._scalar(key)], levels - 1, turn)

    def _scalar(self, field: FieldDescriptor) -> object:
        number = next(self._numbers)
        if field.type in INTEGERS:
            sign = -1 if field.type in SIGNED and number % 2 else 1
            return sign * (INTEGERS[field.type] - number)
        if field.enum_type is not None:
            values = field.enum_type.values[1:]
            return values[self._next_number(field.enum_type.full_name) % len(values)].number
        if field.type == FieldDescriptor.TYPE_STRING:
            prefix = "type.googleapis.com/unknown.Type" if field.name == "type_url" else f"{field.name} № "
            return f"{prefix}{number}"
        if field.type == FieldDescriptor.TYPE_BYTES:
            return b"\x00\xff" + str(number).encode()
        return True if field.type == FieldDescriptor.TYPE_BOOL else -number / 4

    def _next_number(self, name: str) -> int:
        self._turns[name] += 1
        return self._turns[name]


def chosen_fields(descriptor: Descriptor, turn: int) -> Iterator[FieldDescriptor]:
    """Give the fields of a message, with only one of each oneof."""
    chosen = {oneof.fields[turn % len(oneof.fields)].full_name for oneof in descriptor.oneofs}
    for field in descriptor.fields:
        if field.containing_oneof is None or field.full_name in chosen:
            yield field


def is_map(field: FieldDescriptor) -> bool:
    """Whether `field` is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def count(descriptor: Descriptor) -> int:
    """How many messages of this type to put into a list: as many as its oneof has members."""
    return max([1, *(len(oneof.fields) for oneof in descriptor.oneofs)])


def every_field(name: str, levels: int) -> Message:
    """Return a message tensorflow.`name` with every field set."""
    message = message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(f"tensorflow.{name}"))()
    Filler().fill(message, levels, turn=0)
    return message


def while_graph() -> tuple[tf.Graph, tf.Tensor]:
    """Return a TF1 graph with a loop, a function call and a variable, and what the loop computes."""
    with tf.Graph().as_default() as graph:
        tf.compat.v1.disable_control_flow_v2()
        x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
        w = tf.compat.v1.get_variable("w", initializer=np.eye(4, dtype=np.float32), use_resource=False)
        y = tf.function(lambda a, b: tf.nn.relu(a @ b), autograph=False)(x, w)
        loop = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2.0), (0, y), name="loop")
    return graph, loop[1]


def traced_run() -> Message:
    """Return the RunMetadata of a fully traced run."""
    graph, result = while_graph()
    options = tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE, output_partition_graphs=True)
    metadata = tf.compat.v1.RunMetadata()
    with tf.compat.v1.Session(graph=graph) as session, graph.as_default():
        session.run(tf.compat.v1.global_variables_initializer())
        session.run(result, {"x:0": np.ones((2, 4))}, options=options, run_metadata=metadata)
    return metadata


def saved_module() -> Message:
    """Return the SavedModel of a module with a variable and a function."""
    module = tf.Module()
    module.scale = tf.Variable([1.0, 2.0], name="scale")
    module.call = tf.function(lambda x: {"y": x * module.scale}, input_signature=[tf.TensorSpec([None, 2], name="x")])
    saved_model = importlib.import_module("tensorflow.core.protobuf.saved_model_pb2").SavedModel()
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder, signatures=module.call)
        saved_model.ParseFromString((Path(folder) / "saved_model.pb").read_bytes())
    saved_model.meta_graphs[0].meta_info_def.stripped_op_list.Clear()  # Long, and covered by OpList.
    return saved_model


def zeros_that_were_set() -> Message:
    """Return debug information with zeros, which (unlike elsewhere) are written to the wire."""
    info = importlib.import_module("tensorflow.core.framework.graph_debug_info_pb2").GraphDebugInfo()
    info.files.append("model.py")
    info.frames_by_id[7].MergeFrom(info.FileLineCol(file_index=0, line=0, func=""))
    info.traces_by_id[9].frame_id.append(7)
    info.name_to_trace_id["x@"] = 9
    return info


def usual_config() -> Message:
    """Return a ConfigProto such as people write them, with the negative enum values."""
    config = tf.compat.v1.ConfigProto(device_count={"GPU": 0, "CPU": 2}, allow_soft_placement=True)
    config.session_inter_op_thread_pool.add(num_threads=4, global_name="serving")
    config.session_inter_op_thread_pool.add(num_threads=1)
    config.inter_op_parallelism_threads = -1
    config.gpu_options.per_process_gpu_memory_fraction = 0.25
    config.graph_options.optimizer_options.opt_level = -1
    config.graph_options.optimizer_options.global_jit_level = -1
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.cluster_def.job.add(name="worker", tasks={0: "localhost:2222", 3: "localhost:2223"})
    config.experimental.session_metadata.name = "digits"
    config.experimental.session_metadata.version = 3
    return config


def enums_below(roots: Iterable[Descriptor]) -> dict[str, dict[str, int]]:
    """Return the values of every enum that `roots` use, directly or in messages below, by name without package."""
    found, waiting, known = {}, list(roots), set()
    while waiting:
        message = waiting.pop()
        for field in message.fields:
            if field.enum_type is not None:
                name = field.enum_type.full_name.removeprefix("tensorflow.")
                found[name] = {value.name: value.number for value in field.enum_type.values}
            if field.message_type is not None and field.message_type.full_name not in known:
                known.add(field.message_type.full_name)
                waiting.append(field.message_type)
    return found


def write(name: str, message: Message) -> None:
    """Write `message` as samples/`name`.binpb."""
    (SAMPLES / f"{name}.binpb").write_bytes(message.SerializeToString(deterministic=True))


def main() -> None:
    """Write all samples."""
    for module in NOT_IMPORTED_BY_TENSORFLOW:
        importlib.import_module(module)
    for name, levels in ROOTS.items():
        message = every_field(name, levels)
        write(f"{name}.every_field", message)
        (SAMPLES / f"{name}.every_field.txtpb").write_text(text_format.MessageToString(message), "utf-8")
    roots = [descriptor_pool.Default().FindMessageTypeByName(f"tensorflow.{name}") for name in ROOTS]
    (SAMPLES / "enum_values.json").write_text(json.dumps(enums_below(roots), indent=1, sort_keys=True) + "\n")
    write("GraphDef.while_loop", while_graph()[0].as_graph_def())
    write("RunMetadata.traced", traced_run())
    write("SavedModel.module", saved_module())
    write("GraphDebugInfo.zeros", zeros_that_were_set())
    write("ConfigProto.usual", usual_config())


if __name__ == "__main__":
    main()
