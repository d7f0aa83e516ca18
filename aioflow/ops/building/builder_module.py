"""Modules of builders: one per family of ops, whose functions are compiled when they are first asked for.

Of some 1,100 builders a program uses dozens. Compiling one takes a fraction of a millisecond; source and compiled files
of all of them took 1.4 MB of an installation.
"""
from __future__ import annotations
import __future__

import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from aioflow.framework import OPS, dtypes
from aioflow.framework.families import families_with_builders, ops_with_builders
from aioflow.framework.graph import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped
from aioflow.ops.building.builder_text import builder_text, function_name

_OUTPUTS = "Outputs"
# What the text of a builder uses.
_GLOBALS = {
    "Any": Any, "DTypeLike": DTypeLike, "NamedTuple": NamedTuple, "Operation": Operation, "Sequence": Sequence,
    "ShapeLike": ShapeLike, "Tensor": Tensor, "TensorLike": TensorLike, "apply_op": apply_op, "dtypes": dtypes,
    "grouped": grouped,
}  # fmt: skip


class BuilderModule(ModuleType):
    """The module of one family's builders, and of the named tuples that some of them give.

    Thread-safe.

    Args:
        package: The package whose module it is.
        family: The family, and the module's name in the package.
    """

    def __init__(self, package: ModuleType, family: str) -> None:
        name = f"{package.__name__}.{family}"
        super().__init__(name, f"Builders of the ops that protos/ops/{family}.txt declares.")
        self.__dict__.update(_GLOBALS)
        self.__spec__ = ModuleSpec(name, None, origin="compiled from the ops' declarations")
        # No such file is there. The graph takes it for one of ours all the same, and for a line of the user's what
        # called it; tracebacks show its name and no line.
        self.__file__ = str(Path(package.__path__[0], family))

    @cached_property
    def _ops(self) -> dict[str, str]:
        # By names without underscores and capitals, which the names of an op and of its builder have in common:
        # underscores are only put into the names of those builders that are asked for.
        return {_bare(op): op for op in ops_with_builders(self.__name__.rpartition(".")[2])}

    def __getattr__(self, name: str) -> Any:
        # What Python itself asks modules for begins with underscores; no builder does.
        op = None if name.startswith("_") else self._ops.get(_bare(name.removesuffix(_OUTPUTS)))
        if op is None or name not in (function_name(op), op + _OUTPUTS):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        made: dict[str, Any] = {}
        text = builder_text(OPS[op])
        flags = __future__.annotations.compiler_flag
        exec(compile(text, f"{self.__file__}/{op}", "exec", flags, dont_inherit=True), self.__dict__, made)
        # Two threads may make the same ones at once; the first that enters them wins, so that there is one of each.
        for each, value in made.items():
            self.__dict__.setdefault(each, value)
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *map(function_name, self._ops.values())})


def fill_with_builders(package: str) -> None:
    """Give a package a module of builders for each family of ops that has kernels.

    Args:
        package: The package's name; it is being imported, so that `import package.family` finds the modules afterwards.
    """
    whole = sys.modules[package]
    for family in families_with_builders():
        module = BuilderModule(whole, family)
        sys.modules[module.__name__] = module
        setattr(whole, family, module)


def _bare(name: str) -> str:
    return name.replace("_", "").lower()
