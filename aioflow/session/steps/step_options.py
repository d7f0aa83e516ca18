"""StepOptions: what a step is to do beside computing, read once from the caller's and the session's settings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from aioflow._proto.config_pb2 import ConfigProto, RunOptions

if TYPE_CHECKING:
    from aioflow.session.watching.debug_options import DebugRequest
    from aioflow.session.watching.value_watch import ValueWatch

# Fields of RunOptions that do something: those that `read_options` reads. Others are accepted, since options are
# written for TensorFlow, too.
HONOURED = frozenset({
    "debug_options.debug_tensor_watch_opts", "debug_options.global_step", "debug_options.reset_disk_byte_usage",
    "experimental.collective_graph_key",
    "experimental.run_handler_pool_options.priority", "experimental.use_run_handler_pool", "inter_op_thread_pool",
    "output_partition_graphs", "report_tensor_allocations_upon_oom", "timeout_in_ms", "trace_level",
})  # fmt: skip
_VALID_IN_EVERY_SESSION = (-1, 0)  # pool indices: the calling thread, and the first pool, which every session has


@dataclass(frozen=True, slots=True)
class StepOptions:
    """The options of one step. Messages are read at the door only, since each field of one costs a call.

    Attributes:
        timeout_s: Seconds that the step may take, or None.
        pool_index: `RunOptions.inter_op_thread_pool`: -1 for the calling thread.
        handler_priority: The priority of the step's run handler; None where it asks for none.
        traces: Whether the times of each node are noted.
        reports_memory: Whether an error for lack of memory lists the tensors that are alive.
        wants_graphs: Whether the caller asks for the graphs of the partitions.
        debug: What a debugger watches, or None.
        values: What the program watches.
        is_plain: Whether only the results are asked for, of a step that may begin without a pool: such a step can be
            one call. A deadline is no obstacle, because a step of one call never waits.
        collective_graph_key: Names the steps of several masters that run collectives together; 0 where that is left to
            the graph. It says nothing in one process.
        written: The caller's `RunOptions` as bytes, for sessions that send them on.
    """

    timeout_s: float | None = None
    pool_index: int = 0
    handler_priority: int | None = None  # 0 is a priority like others
    traces: bool = False
    reports_memory: bool = False
    wants_graphs: bool = False
    debug: DebugRequest | None = None
    values: tuple[ValueWatch, ...] = ()
    is_plain: bool = True
    collective_graph_key: int = 0
    written: bytes = field(default=b"", compare=False)  # what it says is in the others

    @property
    def shows_nodes(self) -> bool:
        """Whether each node must run by itself, so that it can be told apart."""
        return self.traces or self.reports_memory

    @property
    def is_watched(self) -> bool:
        """Whether anybody watches tensors."""
        return self.debug is not None or bool(self.values)

    def watched_by(self, values: tuple[ValueWatch, ...]) -> StepOptions:
        """The same for a step of which the program watches tensors."""
        return replace(self, values=values, is_plain=False) if values else self


def read_options(options: RunOptions | None, config: ConfigProto) -> StepOptions:
    """The options of a step.

    Args:
        options: Those of the call. For None ask once per session: its answer is always the same.
        config: The session's settings, which decide where `options` leaves something open.
    """
    # A session with a cost model may want to see the nodes of any step, and counts its steps to know of which.
    makes_cost_models = config.graph_options.build_cost_model > 0
    if options is None:
        return StepOptions(_seconds(config.operation_timeout_in_ms), is_plain=not makes_cost_models)
    experimental = options.experimental
    handler_priority = (
        experimental.run_handler_pool_options.priority if experimental.use_run_handler_pool else None
    )
    # There are no levels in between: whoever asks for some of the trace gets all of it.
    traces = options.trace_level > RunOptions.NO_TRACE
    reports_memory, wants_graphs = options.report_tensor_allocations_upon_oom, options.output_partition_graphs
    debug, watching = None, options.debug_options
    asked, global_step = watching.debug_tensor_watch_opts, watching.global_step
    resets_disk_bytes = watching.reset_disk_byte_usage
    if asked:
        from aioflow.session.watching.debug_options import read_debug_options  # not above: most processes debug nothing

        debug = read_debug_options(asked, global_step, resets_disk_bytes)
    shows = traces or reports_memory or wants_graphs or makes_cost_models or debug is not None
    return StepOptions(
        timeout_s=_seconds(options.timeout_in_ms) or _seconds(config.operation_timeout_in_ms),
        pool_index=options.inter_op_thread_pool,
        handler_priority=handler_priority,
        collective_graph_key=experimental.collective_graph_key,
        traces=traces,
        reports_memory=reports_memory,
        wants_graphs=wants_graphs,
        debug=debug,
        is_plain=not shows and handler_priority is None and options.inter_op_thread_pool in _VALID_IN_EVERY_SESSION,
    )


def _seconds(timeout_ms: int) -> float | None:
    """A timeout as messages have it; TensorFlow takes 0 and anything negative for none."""
    return timeout_ms / 1000 if timeout_ms > 0 else None
