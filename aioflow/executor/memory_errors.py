"""What the error of a node says that has run out of memory, or of something else that is limited."""
from __future__ import annotations

from aioflow import errors
from aioflow.framework.kernels import NodeCollector

_HINT = (
    "Hint: If you want to see a list of allocated tensors when OOM happens, add "
    "report_tensor_allocations_upon_oom to RunOptions for current allocation info."
)
_USAGE = "Current usage from device:"


def explained(error: BaseException, collector: NodeCollector | None) -> BaseException:
    """Adds to a `ResourceExhaustedError` what the step's tensors take, or how to learn that; once.

    Args:
        error: What a node has failed with.
        collector: The step's collector, or None.
    """
    if not isinstance(error, errors.ResourceExhaustedError) or _HINT in error.message or _USAGE in error.message:
        return error
    if collector is not None and collector.reports_memory and "OOM" in error.message:
        error.message += f"\n{collector.memory_report()}"
    else:
        error.message += f"\n{_HINT}\n"
    return error
