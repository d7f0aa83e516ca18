"""FunctionName: the value of a `func` attribute; and keys for values of attributes, of which few can be hashed."""
from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from hashlib import sha256
from typing import Any

import numpy as np

# Larger arrays are told apart by a digest, so that no key is as large as weights.
_MAX_KEPT_NBYTES = 1 << 12

FunctionKey = tuple[str, bytes]


class FunctionName:
    """The value of a `func` attribute: a function's name and the attributes it is called with.

    Attributes:
        name: Name of a function in the graph's library (or of an op).
        attrs: Attributes by name, as Python values. They do not change.
    """

    __slots__ = ("_key", "_num_names", "attrs", "name")

    def __init__(self, name: str, attrs: dict[str, Any] | None = None) -> None:
        self.name = name
        self.attrs = attrs or {}
        self._key: FunctionKey | None = None
        self._num_names = 0

    @property
    def key(self) -> FunctionKey:
        """The name, and a digest of the attributes: equal for equal ones only."""
        # A digest, because attributes may be functions again, and the same function may be in several places of each
        # level: written out a name of a few kilobytes may be as long as no memory is.
        if self._key is None:
            self._key = self.name, sha256(repr(attrs_key(self.attrs)).encode()).digest() if self.attrs else b""
        return self._key

    @property
    def num_names(self) -> int:
        """How many names of functions there are if all of it is written out, its own one included."""
        if not self._num_names:
            self._num_names = 1 + sum(map(_num_names, self.attrs.values()))
        return self._num_names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionName) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"FunctionName({self.name!r}{f', {self.attrs!r}' if self.attrs else ''})"


def _num_names(value: Any) -> int:
    if isinstance(value, FunctionName):
        return value.num_names
    return sum(map(_num_names, value)) if isinstance(value, list) else 0


def array_key(array: np.ndarray[Any, Any]) -> Hashable:
    """A key that is equal for arrays of equal dtype, shape and elements only."""
    if array.dtype.hasobject:
        return str(array.dtype), array.shape, repr(array.tolist())
    content = array.tobytes()
    return str(array.dtype), array.shape, content if len(content) <= _MAX_KEPT_NBYTES else sha256(content).digest()


ArrayKey = Callable[[np.ndarray[Any, Any]], Hashable]


def attrs_key(attrs: Mapping[str, Any], of_array: ArrayKey = array_key) -> Hashable:
    """A key that is equal for equal attributes only, and not much larger than they are.

    Args:
        attrs: Attributes by name.
        of_array: Gives the key of an array.
    """
    return tuple((name, _value_key(attrs[name], of_array)) for name in sorted(attrs))


def _value_key(value: Any, of_array: ArrayKey) -> Hashable:
    if isinstance(value, np.ndarray):
        return of_array(value)
    if isinstance(value, (list, tuple)):
        return tuple(_value_key(v, of_array) for v in value)
    return value.key if isinstance(value, FunctionName) else repr(value)
