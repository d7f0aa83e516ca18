"""Devices of type GPU by PyTorch (docs/gpu.md). Neither torch nor the kernels are imported before `enable` asks."""
from __future__ import annotations

from aioflow.framework.kernels.kernel_packs import load_pack


def enable(device: str = "cuda", allow_tf32: bool = False) -> None:
    """Gives sessions that are opened from now on the machine's GPUs, in the whole process. Asking again is fine.

    Args:
        device: "cuda"; "cpu" makes one device of type GPU that computes with torch on the CPU, to try programs.
        allow_tf32: Whether products and convolutions of float32 may round their factors to 10 bits, as TensorFlow lets
            them: several times faster, with results that differ in the fourth digit. This is torch's switch, and so
            holds for whatever else the process computes with torch.

    Raises:
        ImportError: PyTorch is not installed; the message says how to install it.
        InvalidArgumentError: There is no such kind of device.
    """
    load_pack("cuda")
    from aioflow.packs.cuda.factory import set_up  # not above: it imports torch

    set_up(device, allow_tf32)
