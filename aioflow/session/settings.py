"""Settings: what is in force in a session, and why; the text of `session.describe()`."""
from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from google.protobuf.message import Message

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.executor import run_end
from aioflow.framework.text_layout import terminal_width, wrapped
from aioflow.passes.optimize import passes_for
from aioflow.pools.hop_price import HOP
from aioflow.pools.intra_op import IntraOp
from aioflow.pools.pool_sizes import INTER_OP_VARIABLE
from aioflow.pools.session_pools import OF_THE_PROCESS, SessionPool, SessionPools


class Setting(NamedTuple):
    """One setting.

    Attributes:
        name: What is set.
        value: What is in force.
        reason: Where it comes from.
    """

    name: str
    value: str
    reason: str


# Fields of ConfigProto that do something. A message is named as a whole where each of its fields does. Others are
# accepted, since configs are written for TensorFlow, too, but `describe` says that nothing follows from them.
HONOURED = frozenset({
    "aioflow.connect_timeout_in_ms",
    "aioflow.memory_limit", "aioflow.never_inline", "aioflow.region_engine", "aioflow.strict_regions",
    "allow_soft_placement", "device_count", "device_filters",
    "experimental.collective_deterministic_sequential_execution", "experimental.collective_group_leader",
    "experimental.collective_nccl", "experimental.recv_buf_max_chunk",
    "experimental.disable_output_partition_graphs", "experimental.disable_thread_spinning",
    "experimental.executor_type", "experimental.session_metadata", "experimental.use_tfrt",
    # By devices of type GPU (`packs/cuda`).
    "gpu_options.experimental.num_virtual_devices_per_gpu", "gpu_options.experimental.virtual_devices.memory_limit_mb",
    "gpu_options.per_process_gpu_memory_fraction", "gpu_options.visible_device_list",
    "graph_options.build_cost_model", "graph_options.build_cost_model_after", "graph_options.infer_shapes",
    "graph_options.optimizer_options.do_common_subexpression_elimination",
    "graph_options.optimizer_options.do_constant_folding", "graph_options.optimizer_options.do_function_inlining",
    "graph_options.optimizer_options.max_folded_constant_in_bytes", "graph_options.optimizer_options.opt_level",
    "graph_options.place_pruned_graph", "graph_options.rewrite_options.arithmetic_optimization",
    "graph_options.rewrite_options.common_subgraph_elimination", "graph_options.rewrite_options.constant_folding",
    "graph_options.rewrite_options.dependency_optimization", "graph_options.rewrite_options.disable_meta_optimizer",
    "graph_options.rewrite_options.function_optimization", "graph_options.rewrite_options.remapping",
    "inter_op_parallelism_threads", "intra_op_parallelism_threads", "log_device_placement", "operation_timeout_in_ms",
    "session_inter_op_thread_pool", "use_per_session_threads",
})  # fmt: skip


# What an interactive session sets by itself, as TensorFlow's does: nobody has asked for it.
_OF_INTERACTIVE_SESSIONS = ConfigProto(gpu_options={"allow_growth": True}, graph_options={"place_pruned_graph": True})


def settings(config: Any, name: str, devices: Iterable[Any], pools: SessionPools, inside: IntraOp) -> list[Setting]:
    """All settings in force.

    Args:
        config: The session's `ConfigProto`.
        name: What the session is called.
        devices: Its devices.
        pools: Its pools.
        inside: What the process has for the insides of kernels.
    """
    return [
        Setting("session", name, "what pools and statistics call it"),
        *(_device(device) for device in devices),
        *_inter_op(config, pools),
        Setting("intra-op pool", _threads(inside.pool.num_threads), f"{inside.reason}; {OF_THE_PROCESS}"),
        *(Setting("BLAS", f"{each.name}, {_threads(each.num_threads)} per call", each.reason) for each in inside.blas),
        # Not a setting of aioflow, but the first thing to look at where Python kernels make an event loop late.
        Setting(
            "interpreter lock", f"handed over within {1000 * sys.getswitchinterval():g} ms",
            "sys.setswitchinterval; a shorter time lets other threads run sooner while kernels run Python code",
        ),
        _timeout(config),
        Setting(
            "grace", f"{run_end.GRACE_S:g} s for kernels of stopped runs",
            "AIOFLOW_GRACE_S, or 5; a kernel cannot be interrupted, and close() waits this long for it",
        ),
        Setting("executor", config.experimental.executor_type or "DEFAULT", "ConfigProto.experimental.executor_type"),
        Setting("passes", ", ".join(_pass_names(config)) or "none", "ConfigProto.graph_options"),
        *_without_effect(config),
    ]  # fmt: skip


def settings_text(rows: Iterable[Setting]) -> str:
    """The settings at the terminal's width: what is set, to what, and beneath or behind that, why."""
    listed, width = list(rows), terminal_width()
    indent = max(len(row.name) for row in listed) + 2
    lines = []
    for name, value, reason in listed:
        text = f"{name:<{indent}}{value}"
        if len(text) + len(reason) + 4 <= width:
            lines.append(f"{text}  ({reason})")
        else:
            lines += [*wrapped(text, width, indent, 0), *wrapped(f"({reason})", width, indent)]
    return "\n".join(lines)


def _device(device: Any) -> Setting:
    # Only devices that count what tensors take have a ledger, and only then is there a limit.
    limit = None if device.ledger is None else device.ledger.limit_nbytes
    value = device.name if limit is None else f"{device.name}, tensors up to {limit} bytes"
    return Setting("device", value, "ConfigProto.device_count and aioflow.memory_limit, or one CPU")


def _inter_op(config: Any, pools: SessionPools) -> Iterator[Setting]:
    if pools.runs_inline:
        yield Setting("nodes run on", "the calling thread", f"inter_op_parallelism_threads or {INTER_OP_VARIABLE} < 0")
        return
    if config.aioflow.never_inline:
        yield Setting("nodes run on", "a pool", "ConfigProto.aioflow.never_inline")
    else:
        why = "steps shorter than a thread hand-off run on the loop; with RunOptions.inter_op_thread_pool=-1 all do"
        yield Setting("nodes run on", "the event loop or a pool", why)
    # The price decides where steps run, and a measured one is that of this machine under its load of today.
    how = "measured in this process" if HOP.is_measured else "assumed until enough hand-offs have been measured"
    yield Setting("thread hand-off", f"{HOP.price_s * 1e6:.3g} µs there and back", how)
    for index, entry in enumerate(pools.pools):
        yield Setting(f"inter-op pool {index}", _pool(entry), f"{entry.reason}; {entry.relation}")


def _pool(entry: SessionPool) -> str:
    options = entry.pool.options
    parts = [f"{entry.pool.name!r}: {_threads(entry.pool.num_threads)}"]
    if options.max_queue is not None:
        parts.append(f"max_queue {options.max_queue}")
    if entry.priority:
        parts.append(f"priority {entry.priority}")
    if options.nice:
        parts.append(f"nice {options.nice}")
    if options.cpu_affinity:
        parts.append(f"CPUs {', '.join(map(str, sorted(options.cpu_affinity)))}")
    return ", ".join(parts)


def _threads(number: int | None) -> str:
    return "unknown number of threads" if number is None else f"{number} thread{'s' if number != 1 else ''}"


def _timeout(config: Any) -> Setting:
    timeout_ms = config.operation_timeout_in_ms
    value = f"{timeout_ms} ms" if timeout_ms > 0 else "none"
    why = "ConfigProto.operation_timeout_in_ms; RunOptions.timeout_in_ms goes before it"
    return Setting("time limit", f"{value} per run", why)


def _pass_names(config: Any) -> list[str]:
    # Passes with options are partial functions.
    return [getattr(each, "func", each).__name__ for each in passes_for(config.graph_options)]


def _without_effect(config: Any) -> Iterator[Setting]:
    asked_for = set_fields(config) if config != _OF_INTERACTIVE_SESSIONS else ()
    for path in asked_for:
        if path not in HONOURED:
            yield Setting("no effect", f"ConfigProto.{path}", "accepted, but nothing in this process depends on it")


def set_fields(message: Message, prefix: str = "") -> Iterator[str]:
    """The paths of all fields that are set; messages that are set as a whole count by their fields."""
    for field, value in message.ListFields():
        path = prefix + field.name
        # Repeated fields count as a whole; and so does a single message that is set without a field of its own set.
        is_single_message = isinstance(value, Message)
        if is_single_message and path not in HONOURED and value.ListFields():
            yield from set_fields(value, path + ".")
        else:
            yield path
