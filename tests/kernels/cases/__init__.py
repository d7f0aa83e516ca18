"""Kernel cases: one call of one op each. This package needs numpy alone, as TensorFlow's environment imports it."""
from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

TOLD_VALUES = 4  # elements of an array whose values its word in a name tells
WORD_LENGTH, NAME_LENGTH = 40, 120


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
    def name(self) -> str:
        """The op's name, and a word for each input and attribute: dtype, shape and, of a few elements, the values."""
        inputs = [
            "+".join(_word(v, self.input_types.get(number)) for v in (value if isinstance(value, list) else [value]))
            for number, value in enumerate(self.arrays)
        ]
        attrs = [f"{name}={_word(value)}" for name, value in sorted(self.attrs.items())]
        return "-".join([self.op, *(word[:WORD_LENGTH] for word in inputs + attrs)])[:NAME_LENGTH]

    @property
    def digest(self) -> str:
        """A digest of everything that TensorFlow's answer depends on, by which the recorder knows what has changed."""
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
        digest.update((value.digest if isinstance(value, Case) else repr(value)).encode())


def _word(value: Any, dtype: str | None = None) -> str:
    """What a name says of an input or an attribute. Digits beyond the sixth are left out: they may be the CPU's."""
    if isinstance(value, Case):
        return value.op
    if isinstance(value, list | tuple):
        return ",".join(map(_word, value))
    if not isinstance(value, np.ndarray):
        return _plain(value)
    word = dtype or ("string" if value.dtype.hasobject else value.dtype.name)
    if value.ndim:
        word += "_" + "x".join(map(str, value.shape))
    if 0 < value.size <= TOLD_VALUES:
        word += "=" + ",".join(_plain(v) for v in value.ravel().tolist())
    return word


def _plain(value: Any) -> str:
    """A value in characters that need no quotes in a name."""
    if isinstance(value, float | complex):
        return format(value, "g")
    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
    return re.sub(r"[^A-Za-z0-9.,*+-]+", "_", text)


def load_cases(name: str) -> dict[str, Case]:
    """The cases of `tests/kernels/cases/NAME.py` by name; cases of one name are numbered in their order (`#2`, `#3`).

    Args:
        name: Family and file, as in "array/order_ops"; sweeps over all families lie in no folder.
    """
    seen: Counter[str] = Counter()
    cases: dict[str, Case] = {}
    for case in import_module(f"{__name__}.{name.replace('/', '.')}").CASES:
        words = case.name
        seen[words] += 1
        cases[words if seen[words] == 1 else f"{words}#{seen[words]}"] = case
    return cases
