# Generated from aioflow/ops/definitions/summary.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.summary` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op


def assert_(
    condition: TensorLike,
    data: Sequence[TensorLike],
    *,
    summarize: int = 3,
    name: str | None = None,
) -> Operation:
    """Assert(condition: bool, data: T) -> ().

    Stateful.
    """
    return apply_op("Assert", [condition, data], {"summarize": summarize}, name)


def close_summary_writer(writer: TensorLike, name: str | None = None) -> Operation:
    """CloseSummaryWriter(writer: resource) -> ().

    Stateful.
    """
    return apply_op("CloseSummaryWriter", [writer], {}, name)


def copy(
    input: TensorLike,
    *,
    tensor_name: str | bytes = "",
    debug_ops_spec: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor:
    """Copy(input: T) -> (output: T)."""
    return apply_op("Copy", [input], {"tensor_name": tensor_name, "debug_ops_spec": debug_ops_spec}, name).outputs[0]


def copy_host(
    input: TensorLike,
    *,
    tensor_name: str | bytes = "",
    debug_ops_spec: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor:
    """CopyHost(input: T) -> (output: T)."""
    return apply_op(
        "CopyHost",
        [input],
        {"tensor_name": tensor_name, "debug_ops_spec": debug_ops_spec},
        name,
    ).outputs[0]


def create_summary_file_writer(
    writer: TensorLike,
    logdir: TensorLike,
    max_queue: TensorLike,
    flush_millis: TensorLike,
    filename_suffix: TensorLike,
    name: str | None = None,
) -> Operation:
    """CreateSummaryFileWriter(writer: resource, logdir: string, max_queue: int32, flush_millis: int32, filename_suffix:
    string) -> ().

    Stateful.
    """
    return apply_op("CreateSummaryFileWriter", [writer, logdir, max_queue, flush_millis, filename_suffix], {}, name)


def debug_identity(
    input: TensorLike,
    *,
    device_name: str | bytes = "",
    tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (),
    gated_grpc: bool = False,
    name: str | None = None,
) -> Tensor:
    """DebugIdentity(input: T) -> (output: T)."""
    return apply_op(
        "DebugIdentity",
        [input],
        {"device_name": device_name, "tensor_name": tensor_name, "debug_urls": debug_urls, "gated_grpc": gated_grpc},
        name,
    ).outputs[0]


def debug_identity_v2(
    input: TensorLike,
    *,
    tfdbg_context_id: str | bytes = "",
    op_name: str | bytes = "",
    output_slot: int = -1,
    tensor_debug_mode: int = -1,
    debug_urls: Sequence[str | bytes] = (),
    circular_buffer_size: int = 1000,
    tfdbg_run_id: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """DebugIdentityV2(input: T) -> (output: T).

    Stateful.
    """
    return apply_op(
        "DebugIdentityV2",
        [input],
        {
            "tfdbg_context_id": tfdbg_context_id,
            "op_name": op_name,
            "output_slot": output_slot,
            "tensor_debug_mode": tensor_debug_mode,
            "debug_urls": debug_urls,
            "circular_buffer_size": circular_buffer_size,
            "tfdbg_run_id": tfdbg_run_id,
        },
        name,
    ).outputs[0]


def debug_identity_v3(
    input: TensorLike,
    *,
    device_name: str | bytes = "",
    tensor_name: str | bytes = "",
    io_of_node: str | bytes = "",
    is_input: bool = False,
    io_index: int = -1,
    debug_urls: Sequence[str | bytes] = (),
    gated_grpc: bool = False,
    name: str | None = None,
) -> Tensor:
    """DebugIdentityV3(input: T) -> (output: T).

    Stateful.
    """
    return apply_op(
        "DebugIdentityV3",
        [input],
        {
            "device_name": device_name,
            "tensor_name": tensor_name,
            "io_of_node": io_of_node,
            "is_input": is_input,
            "io_index": io_index,
            "debug_urls": debug_urls,
            "gated_grpc": gated_grpc,
        },
        name,
    ).outputs[0]


def debug_nan_count(
    input: TensorLike,
    *,
    device_name: str | bytes = "",
    tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (),
    gated_grpc: bool = False,
    name: str | None = None,
) -> Tensor:
    """DebugNanCount(input: T) -> (output: int64)."""
    return apply_op(
        "DebugNanCount",
        [input],
        {"device_name": device_name, "tensor_name": tensor_name, "debug_urls": debug_urls, "gated_grpc": gated_grpc},
        name,
    ).outputs[0]


def debug_numeric_summary(
    input: TensorLike,
    *,
    device_name: str | bytes = "",
    tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (),
    lower_bound: float = float("-inf"),
    upper_bound: float = float("inf"),
    mute_if_healthy: bool = False,
    gated_grpc: bool = False,
    name: str | None = None,
) -> Tensor:
    """DebugNumericSummary(input: T) -> (output: float64)."""
    return apply_op(
        "DebugNumericSummary",
        [input],
        {
            "device_name": device_name,
            "tensor_name": tensor_name,
            "debug_urls": debug_urls,
            "lower_bound": lower_bound,
            "upper_bound": upper_bound,
            "mute_if_healthy": mute_if_healthy,
            "gated_grpc": gated_grpc,
        },
        name,
    ).outputs[0]


def debug_numeric_summary_v2(
    input: TensorLike,
    *,
    output_dtype: DTypeLike = dtypes.float32,
    tensor_debug_mode: int = -1,
    tensor_id: int = -1,
    name: str | None = None,
) -> Tensor:
    """DebugNumericSummaryV2(input: T) -> (output: output_dtype)."""
    return apply_op(
        "DebugNumericSummaryV2",
        [input],
        {"output_dtype": output_dtype, "tensor_debug_mode": tensor_debug_mode, "tensor_id": tensor_id},
        name,
    ).outputs[0]


def flush_summary_writer(writer: TensorLike, name: str | None = None) -> Operation:
    """FlushSummaryWriter(writer: resource) -> ().

    Stateful.
    """
    return apply_op("FlushSummaryWriter", [writer], {}, name)


def histogram_summary(tag: TensorLike, values: TensorLike, name: str | None = None) -> Tensor:
    """HistogramSummary(tag: string, values: T) -> (summary: string).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("HistogramSummary", [tag, values], {}, name).outputs[0]


def image_summary(
    tag: TensorLike,
    tensor: TensorLike,
    *,
    max_images: int = 3,
    bad_color: Any = None,
    name: str | None = None,
) -> Tensor:
    """ImageSummary(tag: string, tensor: T) -> (summary: string).

    T is one of float16, float32, float64, uint8.
    """
    return apply_op("ImageSummary", [tag, tensor], {"max_images": max_images, "bad_color": bad_color}, name).outputs[0]


def import_event(writer: TensorLike, event: TensorLike, name: str | None = None) -> Operation:
    """ImportEvent(writer: resource, event: string) -> ().

    Stateful.
    """
    return apply_op("ImportEvent", [writer, event], {}, name)


def merge_summary(inputs: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """MergeSummary(inputs: N * string) -> (summary: string)."""
    return apply_op("MergeSummary", [inputs], {}, name).outputs[0]


def print(
    input: TensorLike,
    data: Sequence[TensorLike],
    *,
    message: str | bytes = "",
    first_n: int = -1,
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """Print(input: T, data: U) -> (output: T).

    Stateful.
    """
    return apply_op(
        "Print",
        [input, data],
        {"message": message, "first_n": first_n, "summarize": summarize},
        name,
    ).outputs[0]


def print_v2(
    input: TensorLike,
    *,
    output_stream: str | bytes = "stderr",
    end: str | bytes = "\n",
    name: str | None = None,
) -> Operation:
    """PrintV2(input: string) -> ().

    Stateful.
    """
    return apply_op("PrintV2", [input], {"output_stream": output_stream, "end": end}, name)


def scalar_summary(tags: TensorLike, values: TensorLike, name: str | None = None) -> Tensor:
    """ScalarSummary(tags: string, values: T) -> (summary: string).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("ScalarSummary", [tags, values], {}, name).outputs[0]


def summary_writer(*, shared_name: str | bytes = "", container: str | bytes = "", name: str | None = None) -> Tensor:
    """SummaryWriter() -> (writer: resource).

    Stateful.
    """
    return apply_op("SummaryWriter", [], {"shared_name": shared_name, "container": container}, name).outputs[0]


def tensor_summary(
    tensor: TensorLike,
    *,
    description: str | bytes = "",
    labels: Sequence[str | bytes] = (),
    display_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TensorSummary(tensor: T) -> (summary: string)."""
    return apply_op(
        "TensorSummary",
        [tensor],
        {"description": description, "labels": labels, "display_name": display_name},
        name,
    ).outputs[0]


def tensor_summary_v2(
    tag: TensorLike,
    tensor: TensorLike,
    serialized_summary_metadata: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorSummaryV2(tag: string, tensor: T, serialized_summary_metadata: string) -> (summary: string)."""
    return apply_op("TensorSummaryV2", [tag, tensor, serialized_summary_metadata], {}, name).outputs[0]


def timestamp(name: str | None = None) -> Tensor:
    """Gives the seconds since 1970 at the moment the node runs.

    Timestamp() -> (ts: float64).
    Stateful.
    """
    return apply_op("Timestamp", [], {}, name).outputs[0]


def write_audio_summary(
    writer: TensorLike,
    step: TensorLike,
    tag: TensorLike,
    tensor: TensorLike,
    sample_rate: TensorLike,
    *,
    max_outputs: int = 3,
    name: str | None = None,
) -> Operation:
    """WriteAudioSummary(writer: resource, step: int64, tag: string, tensor: float32, sample_rate: float32) -> ().

    Stateful.
    """
    return apply_op("WriteAudioSummary", [writer, step, tag, tensor, sample_rate], {"max_outputs": max_outputs}, name)


def write_graph_summary(writer: TensorLike, step: TensorLike, tensor: TensorLike, name: str | None = None) -> Operation:
    """WriteGraphSummary(writer: resource, step: int64, tensor: string) -> ().

    Stateful.
    """
    return apply_op("WriteGraphSummary", [writer, step, tensor], {}, name)


def write_histogram_summary(
    writer: TensorLike,
    step: TensorLike,
    tag: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """WriteHistogramSummary(writer: resource, step: int64, tag: string, values: T) -> ().

    T is one of bfloat16, bool, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("WriteHistogramSummary", [writer, step, tag, values], {}, name)


def write_image_summary(
    writer: TensorLike,
    step: TensorLike,
    tag: TensorLike,
    tensor: TensorLike,
    bad_color: TensorLike,
    *,
    max_images: int = 3,
    name: str | None = None,
) -> Operation:
    """WriteImageSummary(writer: resource, step: int64, tag: string, tensor: T, bad_color: uint8) -> ().

    T is one of float16, float32, float64, uint8.
    Stateful.
    """
    return apply_op("WriteImageSummary", [writer, step, tag, tensor, bad_color], {"max_images": max_images}, name)


def write_raw_proto_summary(
    writer: TensorLike,
    step: TensorLike,
    tensor: TensorLike,
    name: str | None = None,
) -> Operation:
    """WriteRawProtoSummary(writer: resource, step: int64, tensor: string) -> ().

    Stateful.
    """
    return apply_op("WriteRawProtoSummary", [writer, step, tensor], {}, name)


def write_scalar_summary(
    writer: TensorLike,
    step: TensorLike,
    tag: TensorLike,
    value: TensorLike,
    name: str | None = None,
) -> Operation:
    """WriteScalarSummary(writer: resource, step: int64, tag: string, value: T) -> ().

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("WriteScalarSummary", [writer, step, tag, value], {}, name)


def write_summary(
    writer: TensorLike,
    step: TensorLike,
    tensor: TensorLike,
    tag: TensorLike,
    summary_metadata: TensorLike,
    name: str | None = None,
) -> Operation:
    """WriteSummary(writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string) -> ().

    Stateful.
    """
    return apply_op("WriteSummary", [writer, step, tensor, tag, summary_metadata], {}, name)
