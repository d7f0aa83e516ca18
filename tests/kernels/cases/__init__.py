"""Kernel cases: one call of one op each. This package needs numpy alone, as TensorFlow's environment imports it."""
from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """One call of an op whose outcome TensorFlow recorded.

    Attributes:
        op: Op name.
        inputs: One value per input of the op, in order; a list of values for a list input. Values are arrays, numpy
            scalars, or Python values that `np.asarray` takes; `bytes`, or object arrays of them, are strings. Another
            case stands for its first output, which is a variant.
        attrs: Attributes that do not follow from the inputs' dtypes. Dtypes and lists of them by TensorFlow's name
            ("float32"), shapes as lists (None for unknown rank), strings as bytes.
        input_types: Input number -> TensorFlow's dtype name, where numpy's dtype does not tell ("quint8"). For a list
            input it holds for each element.
        compared: The output numbers that are compared by value; the others (bases, permutations) are a convention,
            so that only dtype and shape must agree. None compares all.
        static_shapes: TensorFlow must know the shapes of the inputs to build the node. Wrong ones it then refuses
            before anything runs, which cannot be recorded.
        rtol: Relative tolerance where the usual one does not fit; likewise `atol`.
    """

    op: str
    inputs: Sequence[Any] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    input_types: Mapping[int, str] = field(default_factory=dict)
    compared: tuple[int, ...] | None = None
    static_shapes: bool = False
    rtol: float | None = None
    atol: float | None = None

    @property
    def arrays(self) -> list[Any]:
        """The inputs as arrays (or cases that make them), or lists of arrays."""
        return [[as_array(v) for v in value] if isinstance(value, list) else as_array(value) for value in self.inputs]

    @property
    def id(self) -> str:
        """The op's name and a digest of everything that TensorFlow's answer depends on."""
        digest = hashlib.sha256(repr((self.op, sorted(self.input_types.items()))).encode())
        for name in sorted(self.attrs):
            _update(digest, name, self.attrs[name])
        for number, value in enumerate(self.arrays):
            _update(digest, str(number), value)
        return f"{self.op}-{digest.hexdigest()[:10]}"


def as_array(value: Any) -> Any:
    """`value` as an array; strings as an object array of `bytes`, a case as it is."""
    if isinstance(value, Case):
        return value
    if isinstance(value, bytes):
        array = np.empty((), object)
        array[()] = value
        return array
    return np.asarray(value)


def _update(digest: Any, name: str, value: Any) -> None:
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        for i, element in enumerate(value):
            _update(digest, f"{name}.{i}", element)
        return
    digest.update(name.encode())
    if isinstance(value, np.ndarray):
        content = repr(value.tolist()).encode() if value.dtype.hasobject else value.tobytes()
        digest.update(f"{value.dtype.name}{value.shape}".encode() + content)
    else:
        digest.update((value.id if isinstance(value, Case) else repr(value)).encode())


def load_cases(name: str) -> dict[str, Case]:
    """The cases of `tests/kernels/cases/NAME.py` by id.

    Args:
        name: Family and file, as in "array/order_ops"; sweeps over all families lie in no folder.

    Raises:
        ValueError: Two of them are the same.
    """
    cases: dict[str, Case] = {}
    for case in import_module(f"{__name__}.{name.replace('/', '.')}").CASES:
        if cases.setdefault(case.id, case) is not case:
            raise ValueError(f"two cases of {name} are the same: {case}")
    return cases
