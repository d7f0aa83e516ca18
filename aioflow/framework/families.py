"""Families of ops: the family of each op, and packages that are imported one family at a time.

What belongs to an op (declaration, builder, shape rule, gradient, kernels) lies under the name of its family in several
packages. A program uses a few families of them, so that importing the others would only make its start slower.
"""
from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from aioflow.framework.packed_texts import PackedTexts

# The declarations of each family's ops, as they are in protos/ops/, and where the ops' kernels are: "families".
# Written by `python -m aioflow.tools.gen_ops`. As texts they took eight times the space on the disk.
OP_TEXTS = PackedTexts(Path(__file__).with_name("ops.packed"))


def family_of(op: str) -> str | None:
    """Return the family of an op that aioflow declares; None for ops that programs register, and for unknown names."""
    modules = _modules_by_op().get(op)
    return None if modules is None else modules[0].partition(".")[0]


def kernel_modules_of(op: str) -> list[str]:
    """Return the modules that register the kernels of an op, as in "nn.conv_ops"; none where there is no kernel."""
    return [module for module in _modules_by_op().get(op, ()) if "." in module]


def ops_of_families() -> set[str]:
    """Return the names of all ops that aioflow declares."""
    return set(_modules_by_op())


def families_with_builders() -> list[str]:
    """Return the families that have kernels, and with them builders; ops of the others are only declared."""
    modules = {module for of_op in _modules_by_op().values() for module in of_op}
    return sorted({module.partition(".")[0] for module in modules if "." in module})


def ops_with_builders(family: str) -> list[str]:
    """Return the ops of a family that have kernels; those whose names begin with "_" are the runtime's own."""
    ops = _modules_by_op().items()
    return [op for op, modules in ops if modules[0].startswith(f"{family}.") and not op.startswith("_")]


@cache
def _modules_by_op() -> dict[str, list[str]]:
    # A text is quicker to load than a table of 1,909 entries; splitting it costs 0.4 ms, once.
    table: dict[str, list[str]] = {}
    module = ""
    for line in OP_TEXTS["families"].splitlines():
        if line.startswith(" "):
            for op in line.split():
                table.setdefault(op, []).append(module)
        elif not line.startswith("#"):
            module = line
    return table


class FamilyPackage:
    """A package with a module or a folder of modules per family, each imported when it is first needed.

    Thread-safe.

    Args:
        name: The package's full name.
    """

    # Several threads may need a family at once: sessions compile on the threads of several loops, and `preload` has one
    # of its own. No lock of ours is held while a module is imported. A module may be imported by way of another door
    # (`import aioflow.kernels.math.math_ops`), and whoever does that and then asks for a kernel would hold the module's
    # import lock and wait for ours, while we hold ours and wait for the module's. The import system's locks, one per
    # module, are enough: `import_module` returns when the module is complete, whichever thread imports it. Since no
    # modules import each other in a circle, no two threads wait for each other there.

    def __init__(self, name: str) -> None:
        self.name = name
        # Families all of whose modules are complete (of kernels: modules). One is entered after the last import, never
        # before: a thread that finds it here uses what it registered without waiting for anything.
        self._loaded: set[str] = set()

    def load_for(self, op: str) -> None:
        """Import what the package has for the family of `op`, if that is known and not yet done."""
        family = family_of(op)
        if family is not None and family not in self._loaded:
            self.load(family)

    def load(self, family: str) -> None:
        """Import what the package has for one family; some packages have nothing for some families."""
        if family in self._loaded:
            return
        if family in self._present():
            whole = import_module(f"{self.name}.{family}")
            for found in iter_modules(getattr(whole, "__path__", ())):
                import_module(f"{whole.__name__}.{found.name}")
        self._loaded.add(family)

    def load_all(self) -> None:
        """Import what the package has for every family."""
        for name in self._present():
            self.load(name)

    def _present(self) -> list[str]:
        """The names of the package's modules and folders, sorted: families, and what lies flat and serves them."""
        return [found.name for found in iter_modules(import_module(self.name).__path__)]


class KernelPackage(FamilyPackage):
    """A package of kernels, of whose families only the modules are imported that have kernels of the op.

    A family of kernels has up to 30 modules, 8 ms of imports, of which a graph uses two or three.
    """

    def load_for(self, op: str) -> None:
        """Import the modules that register the kernels of `op`, as far as that is not yet done."""
        for module in kernel_modules_of(op):
            if module not in self._loaded:
                import_module(f"{self.name}.{module}")
                self._loaded.add(module)
