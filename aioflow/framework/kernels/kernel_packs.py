"""Kernel packs: further kernels for ops that have some, from an optional package, for programs that ask for them."""
from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from aioflow import errors


class KernelPack(NamedTuple):
    """Kernels that are registered when a module is imported.

    Attributes:
        module: Whose import registers them.
        requires: The package that they compute with.
        extra: The extra of this distribution that installs it.
        has_engine: Whether it brings an engine of regions (`framework/regions/engines.py`).
    """

    module: str
    requires: str
    extra: str
    has_engine: bool = False


KERNEL_PACKS: dict[str, KernelPack] = {
    "cuda": KernelPack("aioflow.packs.cuda.kernels", "torch", "torch"),
    "onnxruntime": KernelPack("aioflow.packs.onnxruntime.engine", "onnxruntime", "onnx", has_engine=True),
    "torch": KernelPack("aioflow.packs.torch.kernels", "torch", "torch"),
}


NO_ENGINE = "none"
"""What a session asks for that is to have no regions, whatever the process prefers."""
_preferred_engines: list[str] = []  # of regions; the last one counts


def use_kernels(name: str) -> None:
    """Prefers the kernels of a pack to others in whatever is compiled from now on, in the whole process.

    Results are the same within rounding. Signatures that have run keep their kernels. Asking again changes nothing.

    Args:
        name: "cuda": devices of type GPU for sessions that are opened from now on, where the machine has some, by
            PyTorch; "onnxruntime": whole parts of graphs by ONNX Runtime, on the CPU, built in the background while
            the other kernels serve; "torch": on the CPU convolutions, poolings, normalisations and large matrix
            products by PyTorch.

    Raises:
        NotFoundError: There is no such pack.
        ImportError: The package that it needs is not installed; the message says how to install it.
    """
    load_pack(name)
    if KERNEL_PACKS[name].has_engine:
        _preferred_engines.append(name)


def preferred_engine() -> str:
    """The engine of regions for sessions that ask for none; "none" where no pack with one is in use."""
    return _preferred_engines[-1] if _preferred_engines else NO_ENGINE


def load_pack(name: str) -> None:
    """Imports a pack.

    Raises:
        NotFoundError: There is no such pack.
        ImportError: The package that it needs is not installed; the message says how to install it.
    """
    pack = KERNEL_PACKS.get(name)
    if pack is None:
        raise errors.not_found(f"there is no kernel pack {name!r}, only {', '.join(sorted(KERNEL_PACKS))}")
    # The package first and by itself, so that an error in the pack's own modules is not taken for a missing package.
    try:
        import_module(pack.requires)
    except ImportError as error:
        wanted = f"pip install 'aioflow-runtime[{pack.extra}]'"
        message = f"the {name} kernels need the package {pack.requires}: {wanted} ({error})"
        raise ImportError(message, name=pack.requires) from error
    import_module(pack.module)
