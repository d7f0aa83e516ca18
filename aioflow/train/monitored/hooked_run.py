"""A run with hooks: what they and the caller want becomes one run of the session."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.train.hooks.session_run_hook import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    answer,
)

if TYPE_CHECKING:
    from aioflow.session.base_session import BaseSession

_NO_OPTIONS = RunOptions()


async def run_with_hooks(
    session: BaseSession,
    hooks: Sequence[SessionRunHook],
    wanted: SessionRunArgs,
    run_metadata: RunMetadata | None = None,
) -> tuple[Any, bool]:
    """Runs what a caller and the hooks want as one run, and tells the hooks of it.

    Args:
        session: The session.
        hooks: The hooks, in their order.
        wanted: The caller's fetches, feeds and options.
        run_metadata: Is filled if it is given.

    Returns:
        The values of the caller's fetches, and whether a hook has asked to stop.

    Raises:
        RuntimeError: One tensor is fed by two of them.
        Exception: What the run or a hook raises.
    """
    context = SessionRunContext(SessionRunArgs(wanted.fetches, wanted.feed_dict), session)
    asked = [await answer(hook.before_run(context)) for hook in hooks]
    feeds = _merged_feeds(wanted.feed_dict, asked)
    options = _merged_options(wanted.options, asked)
    metadata = RunMetadata() if run_metadata is None else run_metadata
    # A run that nobody traces costs less without both.
    is_told = run_metadata is not None or options.trace_level or options.output_partition_graphs
    fetches = [wanted.fetches, *(args.fetches for args in asked if args is not None and args.fetches is not None)]
    given = None if options == _NO_OPTIONS else options
    values = iter(await session.run(fetches, feeds, given, metadata if is_told else None))
    result = next(values)
    for hook, args in zip(hooks, asked, strict=True):
        own = None if args is None or args.fetches is None else next(values)
        await answer(hook.after_run(context, SessionRunValues(own, options, metadata)))
    return result, context.stop_requested


def _merged_feeds(feed_dict: Mapping[Any, Any] | None, asked: Sequence[SessionRunArgs | None]) -> dict[Any, Any]:
    """The feeds of hooks and of the caller, of which no two may be for one tensor."""
    of_hooks: dict[Any, Any] = {}
    for args in asked:
        if args is not None and args.feed_dict:
            _check_feeds(of_hooks, args.feed_dict, "two hooks")
            of_hooks |= args.feed_dict
    if not feed_dict:
        return of_hooks
    _check_feeds(feed_dict, of_hooks, "a SessionRunHook and user")
    return {**feed_dict, **of_hooks}


def _check_feeds(some: Mapping[Any, Any], others: Mapping[Any, Any], owners: str) -> None:
    both = [key for key in others if key in some]
    if both:
        raise RuntimeError(f"Same tensor is fed by {owners}. Conflict(s): {both}")


def _merged_options(options: RunOptions | None, asked: Sequence[SessionRunArgs | None]) -> RunOptions:
    """The options of all: of levels and times the highest, of flags whether anybody sets them, of watches all."""
    merged = RunOptions()
    if options is not None:
        merged.CopyFrom(options)
    for args in asked:
        if args is None or args.options is None:
            continue
        own = args.options
        merged.trace_level = max(merged.trace_level, own.trace_level)
        merged.timeout_in_ms = max(merged.timeout_in_ms, own.timeout_in_ms)
        merged.inter_op_thread_pool = max(merged.inter_op_thread_pool, own.inter_op_thread_pool)
        merged.output_partition_graphs |= own.output_partition_graphs
        merged.report_tensor_allocations_upon_oom |= own.report_tensor_allocations_upon_oom
        merged.debug_options.debug_tensor_watch_opts.extend(own.debug_options.debug_tensor_watch_opts)
        merged.debug_options.global_step = max(merged.debug_options.global_step, own.debug_options.global_step)
        merged.debug_options.reset_disk_byte_usage |= own.debug_options.reset_disk_byte_usage
    return merged
