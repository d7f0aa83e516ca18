"""Meaning of `ConfigProto.gpu_options`: which GPUs a session has, in which order, and how much memory of each."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.packs.cuda.virtual_devices import check_virtual_devices

_MIB = 1 << 20


class GPUShare(NamedTuple):
    """A device of a session: a GPU, or a part of one.

    Attributes:
        number: Of the GPU, among those of the machine.
        memory_nbytes: Bytes that it may have.
        is_part: Whether others have the rest, so that the session has to keep to it by itself.
    """

    number: int
    memory_nbytes: int
    is_part: bool = False


def gpu_shares(options: Any, totals: Sequence[int], count: int | None) -> list[GPUShare]:
    """The devices of a session, in the order of their names.

    Args:
        options: The session's `GPUOptions`.
        totals: The memory of each GPU of the machine, in bytes.
        count: How many GPUs the session wants, at most; None for all.

    Raises:
        InvalidArgumentError: `visible_device_list` names a GPU twice, or one that is not there; or the settings of
            virtual devices do not fit it.
        UnknownError: The session has not as many GPUs as virtual devices are set for.
    """
    visible = [] if count == 0 else _visible(options.visible_device_list, len(totals))
    # A count below 0 is none, as in TensorFlow, where it becomes a large one.
    numbers = visible if count is None or count < 0 else visible[:count]
    check_virtual_devices(options, len(numbers), len(visible))
    fraction = options.per_process_gpu_memory_fraction
    parts = options.experimental.virtual_devices
    if parts:
        found = [share for n, part in zip(numbers, parts, strict=True) for share in _split(n, totals[n], part)]
        # Ordinals say how devices are numbered; equal ones leave the order as it is.
        ordinals = [ordinal for part in parts for ordinal in part.device_ordinal]
        return [found[i] for i in sorted(range(len(found)), key=ordinals.__getitem__)] if ordinals else found
    in_equal_parts = options.experimental.num_virtual_devices_per_gpu
    if in_equal_parts > 1:
        return [GPUShare(n, totals[n] // in_equal_parts, True) for n in numbers for _ in range(in_equal_parts)]
    # More than there is asks for unified memory, which torch does not have.
    return [GPUShare(n, int(totals[n] * min(fraction, 1)) if fraction > 0 else totals[n]) for n in numbers]


def _visible(text: str, available: int) -> list[int]:
    """The machine's numbers of the GPUs that `visible_device_list` names; all where it is empty."""
    if not text:
        return list(range(available))
    numbers: list[int] = []
    for entry in text.split(","):
        if not entry.strip().isdecimal():
            raise errors.invalid_argument(
                f"Could not parse entry in 'visible_device_list': '{entry}'. visible_device_list = {text}"
            )
        number = int(entry)
        if number >= available:
            raise errors.invalid_argument(
                f"'visible_device_list' listed an invalid Device id '{number}' but visible device count is {available}"
            )
        if number in numbers:
            raise errors.invalid_argument(f"visible_device_list contained a duplicate entry: {text}")
        numbers.append(number)
    return numbers


def _split(number: int, total: int, part: Any) -> list[GPUShare]:
    """The parts of a GPU; all of it where nothing is said of it."""
    limits = list(part.memory_limit_mb)
    if not limits:
        return [GPUShare(number, total)]
    if sum(limits) * _MIB > total:
        raise errors.invalid_argument(
            f"virtual devices of {limits} MiB do not fit GPU {number}, which has {total // _MIB} MiB"
        )
    return [GPUShare(number, int(limit * _MIB), True) for limit in limits]
