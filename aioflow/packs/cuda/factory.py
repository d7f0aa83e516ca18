"""The factory of devices of type GPU, and how a program asks for them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device
from aioflow.packs.cuda.device import TorchDevice
from aioflow.packs.cuda.gpu_options import GPUShare, gpu_shares
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
        self._limited: set[int] = set()

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`; none where there is no GPU."""
        totals = self._totals()
        if not totals:
            return []
        shares = gpu_shares(config.gpu_options, totals, config.device_count.get(TYPE))
        self._limit_process(config.gpu_options.per_process_gpu_memory_fraction, shares)
        return [
            TorchDevice(f"{prefix}/device:{TYPE}:{i}", i, self._place(share.number), share)
            for i, share in enumerate(shares)
        ]

    def _place(self, number: int) -> Any:
        # With a number torch would take its CPU for another device than that of tensors that come from elsewhere.
        return torch.device("cpu") if self.kind == "cpu" else torch.device(self.kind, number)

    def _totals(self) -> list[int]:
        """The memory of each of torch's devices, in bytes."""
        if self.kind == "cpu":
            return [_CPU_NBYTES]
        if not torch.cuda.is_available():
            return []
        return [torch.cuda.get_device_properties(i).total_memory for i in range(torch.cuda.device_count())]

    def _limit_process(self, fraction: float, shares: Sequence[GPUShare]) -> None:
        """Limits torch's allocators, which are the process's: the first session that says anything is obeyed."""
        if self.kind == "cuda" and fraction > 0:
            for share in shares:
                if share.number not in self._limited:
                    self._limited.add(share.number)
                    torch.cuda.set_per_process_memory_fraction(min(fraction, 1.0), share.number)


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
