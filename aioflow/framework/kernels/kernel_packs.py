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
    """

    module: str
    requires: str
    extra: str


KERNEL_PACKS: dict[str, KernelPack] = {
    "torch": KernelPack("aioflow.packs.torch.kernels", "torch", "torch"),
}


def use_kernels(name: str) -> None:
    """Prefers the kernels of a pack to others in whatever is compiled from now on, in the whole process.

    Results are the same within rounding. Signatures that have run keep their kernels. Asking again changes nothing.

    Args:
        name: "torch": convolutions, poolings, normalisations and large matrix products by PyTorch, on the CPU.

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
