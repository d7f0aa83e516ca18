"""What a kernel raised, as the error of its step."""

from __future__ import annotations

from aioflow import errors
from aioflow.executor.codegen.code_text import Origin
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.graph.operation import CALL_STACK
from aioflow.framework.memory.host_memory import out_of_memory


def as_op_error(item: NodeItem, error: BaseException) -> BaseException:
    """A kernel's error, naming the node and the calls that it was inlined from.

    Args:
        item: The item that ran; for a segment the node whose statement failed is found.
        error: What was raised: an `OpError` stays itself, a lack of memory becomes `ResourceExhaustedError`, anything
            else `InternalError`, because kernels raise `OpError`s.
    """
    origin: Origin = ()
    for code in (item.code, item.whole) if isinstance(item, SegmentItem) else ():
        if code is not None and not origin:
            origin, error = code.failing_items(error), code.as_kernel_says(error)
    for failed in origin or (item,):
        if not isinstance(error, errors.OpError):
            error = _wrapped(failed, error)
        _add_place(failed, error)
        error.at_node(failed.name)
        for call in reversed(failed.op.attrs.get(CALL_STACK, ())):
            error.at_node(call.decode())
    return error


def _wrapped(item: NodeItem, error: BaseException) -> errors.OpError:
    device = item.kernel.device
    if isinstance(error, MemoryError):
        allocator, shape = device.allocator().name, getattr(error, "shape", None)  # numpy says what did not fit
        wrapped = (
            errors.resource_exhausted(f"OOM when allocating for op {item.op.type} on {device.name} by {allocator}")
            if shape is None
            else out_of_memory(shape, error.dtype, device.name, allocator)  # type: ignore[attr-defined]
        )
    else:
        where = "" if device.is_host else f" on {device.name}"
        wrapped = errors.internal(f"kernel of op {item.op.type} failed{where}: {type(error).__name__}: {error}")
    wrapped.__cause__ = error
    return wrapped


def _add_place(item: NodeItem, error: BaseException) -> None:
    """Completes what a kernel says that has no memory for a tensor: it does not know where it runs."""
    if not isinstance(error, errors.ResourceExhaustedError) or error.node_name is not None:
        return
    if error.message.startswith("OOM when allocating tensor") and " by allocator " not in error.message:
        device = item.kernel.device
        tensor, line_break, reason = error.message.partition("\n")
        error.message = f"{tensor} on {device.name} by allocator {device.allocator().name}{line_break}{reason}"


def let_say(stopped_with: BaseException | None, item: NodeItem, error: errors.CancelledError) -> None:
    """Has a kernel say what was cancelled, if it is the one that its step was said to be stopped at."""
    if isinstance(stopped_with, errors.CancelledError) and stopped_with.node_name == item.name:
        as_op_error(item, error)
        stopped_with.message = error.message
