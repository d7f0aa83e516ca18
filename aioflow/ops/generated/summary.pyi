# Generated from protos/ops/summary.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def assert_(
    condition: TensorLike, data: Sequence[TensorLike], *, summarize: int = 3, name: str | None = None,
) -> Operation: ...


def close_summary_writer(writer: TensorLike, name: str | None = None) -> Operation: ...


def copy(
    input: TensorLike, *, tensor_name: str | bytes = "", debug_ops_spec: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor: ...


def copy_host(
    input: TensorLike, *, tensor_name: str | bytes = "", debug_ops_spec: Sequence[str | bytes] = (),
    name: str | None = None,
) -> Tensor: ...


def create_summary_file_writer(
    writer: TensorLike, logdir: TensorLike, max_queue: TensorLike, flush_millis: TensorLike,
    filename_suffix: TensorLike, name: str | None = None,
) -> Operation: ...


def debug_identity(
    input: TensorLike, *, device_name: str | bytes = "", tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (), gated_grpc: bool = False, name: str | None = None,
) -> Tensor: ...


def debug_identity_v2(
    input: TensorLike, *, tfdbg_context_id: str | bytes = "", op_name: str | bytes = "", output_slot: int = -1,
    tensor_debug_mode: int = -1, debug_urls: Sequence[str | bytes] = (), circular_buffer_size: int = 1000,
    tfdbg_run_id: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def debug_identity_v3(
    input: TensorLike, *, device_name: str | bytes = "", tensor_name: str | bytes = "", io_of_node: str | bytes = "",
    is_input: bool = False, io_index: int = -1, debug_urls: Sequence[str | bytes] = (), gated_grpc: bool = False,
    name: str | None = None,
) -> Tensor: ...


def debug_nan_count(
    input: TensorLike, *, device_name: str | bytes = "", tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (), gated_grpc: bool = False, name: str | None = None,
) -> Tensor: ...


def debug_numeric_summary(
    input: TensorLike, *, device_name: str | bytes = "", tensor_name: str | bytes = "",
    debug_urls: Sequence[str | bytes] = (), lower_bound: float = float("-inf"), upper_bound: float = float("inf"),
    mute_if_healthy: bool = False, gated_grpc: bool = False, name: str | None = None,
) -> Tensor: ...


def debug_numeric_summary_v2(
    input: TensorLike, *, output_dtype: DTypeLike = dtypes.float32, tensor_debug_mode: int = -1, tensor_id: int = -1,
    name: str | None = None,
) -> Tensor: ...


def flush_summary_writer(writer: TensorLike, name: str | None = None) -> Operation: ...


def histogram_summary(tag: TensorLike, values: TensorLike, name: str | None = None) -> Tensor: ...


def image_summary(
    tag: TensorLike, tensor: TensorLike, *, max_images: int = 3, bad_color: Any = None, name: str | None = None,
) -> Tensor: ...


def import_event(writer: TensorLike, event: TensorLike, name: str | None = None) -> Operation: ...


def merge_summary(inputs: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def print(
    input: TensorLike, data: Sequence[TensorLike], *, message: str | bytes = "", first_n: int = -1,
    summarize: int = 3, name: str | None = None,
) -> Tensor: ...


def print_v2(
    input: TensorLike, *, output_stream: str | bytes = "stderr", end: str | bytes = "\n", name: str | None = None,
) -> Operation: ...


def scalar_summary(tags: TensorLike, values: TensorLike, name: str | None = None) -> Tensor: ...


def summary_writer(
    *, shared_name: str | bytes = "", container: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def tensor_summary(
    tensor: TensorLike, *, description: str | bytes = "", labels: Sequence[str | bytes] = (),
    display_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def tensor_summary_v2(
    tag: TensorLike, tensor: TensorLike, serialized_summary_metadata: TensorLike, name: str | None = None,
) -> Tensor: ...


def timestamp(name: str | None = None) -> Tensor:
    """Gives the seconds since 1970 at the moment the node runs.

    Timestamp() -> (ts: float64).
    Stateful.
    """


def write_audio_summary(
    writer: TensorLike, step: TensorLike, tag: TensorLike, tensor: TensorLike, sample_rate: TensorLike, *,
    max_outputs: int = 3, name: str | None = None,
) -> Operation: ...


def write_graph_summary(
    writer: TensorLike, step: TensorLike, tensor: TensorLike, name: str | None = None,
) -> Operation: ...


def write_histogram_summary(
    writer: TensorLike, step: TensorLike, tag: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def write_image_summary(
    writer: TensorLike, step: TensorLike, tag: TensorLike, tensor: TensorLike, bad_color: TensorLike, *,
    max_images: int = 3, name: str | None = None,
) -> Operation: ...


def write_raw_proto_summary(
    writer: TensorLike, step: TensorLike, tensor: TensorLike, name: str | None = None,
) -> Operation: ...


def write_scalar_summary(
    writer: TensorLike, step: TensorLike, tag: TensorLike, value: TensorLike, name: str | None = None,
) -> Operation: ...


def write_summary(
    writer: TensorLike, step: TensorLike, tensor: TensorLike, tag: TensorLike, summary_metadata: TensorLike,
    name: str | None = None,
) -> Operation: ...
