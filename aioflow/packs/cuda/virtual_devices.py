"""Checks of `GPUOptions.experimental.virtual_devices`, with TensorFlow's errors and in its order."""
from __future__ import annotations

from typing import Any

from aioflow import errors


def check_virtual_devices(options: Any, num_used: int, num_visible: int) -> None:
    """Raises unless the parts of GPUs can be made; does nothing where there are none.

    Args:
        options: The session's `GPUOptions`.
        num_used: How many GPUs the session may use.
        num_visible: How many it sees.

    Raises:
        InvalidArgumentError: The options contradict each other.
        UnknownError: There are fewer GPUs than are split, or more.
    """
    virtual = options.experimental.virtual_devices
    if not virtual:
        return
    if options.per_process_gpu_memory_fraction > 0:
        raise errors.invalid_argument(
            "It's invalid to set per_process_gpu_memory_fraction when virtual_devices is set."
        )
    if num_used < len(virtual):
        raise errors.unknown(
            f"Not enough GPUs to create virtual devices. num_gpus_to_use: {num_used} #virtual_devices: {len(virtual)}"
        )
    if num_visible != len(virtual):
        sizes = f"{num_visible} virtual_devices.size(): {len(virtual)}"
        if options.visible_device_list:
            raise errors.invalid_argument(
                "The number of GPUs in visible_device_list doesn't match the number of elements in the virtual_devices "
                f"list. #GPUs in visible_device_list: {sizes}"
            )
        raise errors.unknown(
            "The number of valid GPUs doesn't match the number of elements in the virtual_devices list. #valid GPUs: "
            f"{sizes}"
        )
    _check_ordinals(virtual)
    _check_priorities(virtual)


def _check_ordinals(virtual: Any) -> None:
    has_ordinals = bool(virtual[0].device_ordinal)
    for i, split in enumerate(virtual):
        if bool(split.device_ordinal) is not has_ordinals:
            raise errors.invalid_argument(
                "Device ordinals must be set for all virtual devices or none. But the device_ordinal is specified for "
                f"{i} while previous devices didn't have any set."
            )
    for i, split in enumerate(virtual):
        if has_ordinals and len(split.memory_limit_mb) != len(split.device_ordinal):
            raise errors.invalid_argument(
                "Number of virtual device ordinals specified doesn't match with number of memory_limit_mb specified "
                f"for GPU# {i} memory_limit_mb size: {len(split.memory_limit_mb)} and device_ordinal size: "
                f"{len(split.device_ordinal)}"
            )


def _check_priorities(virtual: Any) -> None:
    has_priorities = bool(virtual[0].priority)
    for i, split in enumerate(virtual):
        if split.priority and not has_priorities:
            raise errors.invalid_argument(
                "Priority must be set for all virtual devices or none. But the priority is specified for "
                f"{i} while previous devices didn't have any set."
            )
        if has_priorities and len(split.memory_limit_mb) != len(split.priority):
            raise errors.invalid_argument(
                "Number of virtual device priorities specified doesn't match with number of memory_limit_mb specified "
                f"for GPU# {i} memory_limit_mb size: {len(split.memory_limit_mb)} and priority size: "
                f"{len(split.priority)}"
            )
