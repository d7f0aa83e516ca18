"""Programs of ops that keep state or steer: each builds a graph for a dtype and names the steps to run in one session.

They are written with raw ops, so that they build the same graph with TensorFlow, which recorded what the steps give.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from tests.kernels.cases.dtype_sweep import ANY, QUANTIZED, converted

Steps = list[Any]  # fetches, or pairs of fetches and feeds
Build = Callable[[Any, str], Steps]
PROGRAMS: dict[str, tuple[Build, list[str]]] = {}

EVERY = ANY.split()
PLAIN = [name for name in EVERY if name not in QUANTIZED]
SMALL = {"float8_e4m3fn", "float8_e5m2", "int4", "uint4"}  # which TensorFlow does not take apart into elements
SLICED = [name for name in EVERY if name not in SMALL]
FLOATS = ["bfloat16", "float16", "float32", "float64"]
NUMBERS = [*FLOATS, "complex64", "complex128", *(f"{u}int{n}" for u in ("", "u") for n in (8, 16, 32, 64))]


def program(dtypes: list[str]) -> Callable[[Build], Build]:
    """Adds a program under its function's name, to be built for each of the dtypes."""

    def add(build: Build) -> Build:
        PROGRAMS[build.__name__] = build, dtypes
        return build

    return add


class WithoutShapes:
    """A module of functions whose constants have no static shape, so that what is wrong is refused by the run."""

    def __init__(self, tf: Any) -> None:
        self._tf = tf

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tf, name)

    def constant(self, *args: Any) -> Any:
        """As `tf.constant`."""
        return self._tf.raw_ops.PlaceholderWithDefault(input=self._tf.constant(*args), shape=None)


def value(tf: Any, dtype: str, *numbers: Any) -> Any:
    """A tensor of a dtype of the numbers (or nested lists of them)."""
    array = converted(np.array(numbers[0] if len(numbers) == 1 else numbers, np.float32), dtype)
    if dtype in QUANTIZED:
        return tf.raw_ops.Bitcast(input=tf.constant(array), type=tf.as_dtype(dtype))
    return tf.constant(array, tf.as_dtype(dtype))


def scalars(tf: Any, dtype: str, *numbers: float) -> list[Any]:
    """Rank-0 tensors of a dtype."""
    return [value(tf, dtype, number) for number in numbers]


def all_programs() -> Iterator[tuple[str, str]]:
    """(program, dtype) of every program."""
    for module in ("variables", "updates", "containers", "lists", "tables", "control", "others", "findings"):
        import_module(f"{__name__}.{module}")
    for name, (_, dtypes) in PROGRAMS.items():
        yield from ((name, dtype) for dtype in dtypes)
