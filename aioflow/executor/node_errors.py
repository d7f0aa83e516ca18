"""What a kernel raised, as the error of its step."""

from __future__ import annotations

from aioflow import errors
from aioflow.executor.graph_view import NodeItem
from aioflow.executor.segmented_view import SegmentItem
from aioflow.framework.operation import CALL_STACK


def as_op_error(item: NodeItem, error: BaseException) -> BaseException:
    """A kernel's error, naming the node and the calls that it was inlined from.

    Args:
        item: The item that ran; for a segment the node whose statement failed is found.
        error: What was raised: an `OpError` stays itself, a lack of memory becomes `ResourceExhaustedError`, anything
            else `InternalError`, because kernels raise `OpError`s.
    """
    origin = item.code.failing_items(error) if isinstance(item, SegmentItem) else ()
    for failed in origin or (item,):
        if not isinstance(error, errors.OpError):
            error = _wrapped(failed, error)
        error.at_node(failed.name)
        for call in reversed(failed.op.attrs.get(CALL_STACK, ())):
            error.at_node(call.decode())
    return error


def _wrapped(item: NodeItem, error: BaseException) -> errors.OpError:
    if isinstance(error, MemoryError):
        wrapped: errors.OpError = errors.resource_exhausted(
            f"OOM when allocating for op {item.op.type} on {item.kernel.device.name} by allocator cpu: {error}"
        )
    else:
        wrapped = errors.internal(f"kernel of op {item.op.type} failed: {type(error).__name__}: {error}")
    wrapped.__cause__ = error
    return wrapped
