"""The factory of devices of type GPU, and how a program asks for them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device
from aioflow.packs.cuda.device import TorchDevice
from aioflow.packs.cuda.registration import TYPE

# TensorFlow's number, above the CPU's: nodes that ask for nothing go to a GPU.
PRIORITY = 210
# Of torch's CPU, where there is no memory of its own to be asked; nothing enforces it.
_CPU_NBYTES = 1 << 30


class TorchFactory(DeviceFactory):
    """Makes a device for each GPU that torch has, or for its CPU.

    Args:
        kind: "cuda" or "cpu".
    """

    default_priority = PRIORITY

    def __init__(self, kind: str = "cuda") -> None:
        self.kind = kind

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`; none where there is no GPU."""
        places = self._places()
        count = config.device_count.get(TYPE, len(places))
        return [
            TorchDevice(f"{prefix}/device:{TYPE}:{number}", number, place, limit)
            for number, (place, limit) in enumerate(places[:count])
        ]

    def _places(self) -> list[tuple[Any, int]]:
        """Torch's devices, and how much memory each has."""
        if self.kind == "cpu":
            return [(torch.device("cpu"), _CPU_NBYTES)]
        if not torch.cuda.is_available():
            return []
        return [
            (torch.device("cuda", number), torch.cuda.get_device_properties(number).total_memory)
            for number in range(torch.cuda.device_count())
        ]


def set_up(device: str, allow_tf32: bool) -> None:
    """Registers the factory, or changes that which is registered; see `aioflow.packs.cuda.enable`."""
    if device not in ("cuda", "cpu"):
        raise errors.invalid_argument(f"GPU devices compute on 'cuda' or 'cpu', not on {device!r}")
    # Torch's own default allows it for convolutions, and not for products.
    torch.backends.cuda.matmul.allow_tf32 = allow_tf32
    torch.backends.cudnn.allow_tf32 = allow_tf32
    present = DeviceFactory.get_factory(TYPE)
    if isinstance(present, TorchFactory):
        present.kind = device
    else:
        DeviceFactory.register(TYPE, TorchFactory(device), PRIORITY)
