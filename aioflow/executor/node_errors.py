"""Errors of kernels as errors of their step: the one place where the executor completes what they say.

A kernel knows what is wrong, but not where it runs. Added here are, in this order: the node and the calls that it was
inlined from, the device and its allocator where memory was lacking, and what occupies that memory. A session adds what
it knows of its graph (`session/calls/step_errors.py`).
"""

from __future__ import annotations

from aioflow import errors
from aioflow.executor.codegen.code_text import Origin
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.framework.graph import CALL_STACK
from aioflow.framework.kernels import NodeCollector
from aioflow.framework.memory.host_memory import out_of_memory

_HINT = (
    "Hint: If you want to see a list of allocated tensors when OOM happens, add "
    "report_tensor_allocations_upon_oom to RunOptions for current allocation info."
)
_USAGE = "Current usage from device:"  # with which a collector's report begins


def step_error(item: NodeItem, error: BaseException, collector: NodeCollector | None = None) -> BaseException:
    """A kernel's error as that of its step.

    Args:
        item: The item that ran; for a segment the node whose statement failed is found.
        error: What was raised: an `OpError` stays itself, as what is to end the program does; a lack of memory becomes
            `ResourceExhaustedError`, anything else `InternalError`, because kernels raise `OpError`s.
        collector: The step's collector, or None.
    """
    if isinstance(error, (KeyboardInterrupt, SystemExit)):
        return error
    return _with_memory_hint(_at_node(item, error), collector)


def _at_node(item: NodeItem, error: BaseException) -> BaseException:
    # A segment has two functions, with a context and without; the traceback leads through the one that was called.
    origin: Origin = ()
    for code in item.codes if isinstance(item, SegmentItem) else ():
        if not origin:
            origin, error = code.failing_items(error), code.kernel_error(error)
    # Innermost first: the node of a function's body, then the calls around it, as their errors pass through them when
    # functions are not inlined.
    for failed in origin or (item,):
        if not isinstance(error, errors.OpError):
            error = _wrapped(failed, error)
        _add_allocator(failed, error)
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
    wrapped.__cause__ = error  # with its traceback: the fault is in the kernel, and has to be found there
    return wrapped


def _add_allocator(item: NodeItem, error: BaseException) -> None:
    """Completes the message of a kernel that has no memory for a tensor: it does not know where it runs."""
    if not isinstance(error, errors.ResourceExhaustedError) or error.node_name is not None:
        return
    # The text is TensorFlow's, which programs look for; there the allocator, which knows its device, has written it.
    if error.message.startswith("OOM when allocating tensor") and " by allocator " not in error.message:
        device = item.kernel.device
        tensor, line_break, reason = error.message.partition("\n")
        error.message = f"{tensor} on {device.name} by allocator {device.allocator().name}{line_break}{reason}"


def _with_memory_hint(error: BaseException, collector: NodeCollector | None) -> BaseException:
    """Adds to a `ResourceExhaustedError` what the step's tensors occupy, or how to learn that.

    An error that passes through function calls comes here once per call, and is completed the first time only.
    """
    # Queues and pools that are full raise this error, too; what memory is used for explains only those that say "OOM".
    if not isinstance(error, errors.ResourceExhaustedError) or _HINT in error.message or _USAGE in error.message:
        return error
    if collector is not None and collector.reports_memory and "OOM" in error.message:
        error.message += f"\n{collector.memory_report()}"
    else:
        error.message += f"\n{_HINT}\n"
    return error


def adopt_message(stopped_with: BaseException | None, item: NodeItem, error: errors.CancelledError) -> None:
    """Gives the error of a stopped step the message of the kernel at which the step was said to be stopped.

    The step had to be given an error before its kernels were cancelled; only then do they say what it was that they
    waited for.
    """
    if isinstance(stopped_with, errors.CancelledError) and stopped_with.node_name == item.name:
        _at_node(item, error)
        stopped_with.message = error.message
