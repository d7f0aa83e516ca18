"""Feeds: from a `feed_dict` to arrays of the right dtype and shape that belong to the step alone."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy import ndarray

from aioflow.framework import dtypes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.calls.conversions import feed_pairs
from aioflow.session.calls.tensor_handles import HandleFedError, TensorHandle

Array = ndarray[Any, Any]

#: Bytes of fed arrays that a call copies at once, on its event loop. To copy 4 MiB took 70 µs, about what it costs to
#: have a thread do it; 64 MiB took 15 ms.
COPIED_AT_ONCE_NBYTES = 4 << 20


def check_mapping(feed_dict: Any) -> None:
    """Raises `TypeError` for feeds that are no mapping."""
    if not isinstance(feed_dict, Mapping):
        raise TypeError(f"feed_dict must be a dictionary or another mapping, not {type(feed_dict).__name__}")


def expand_feeds(feed_dict: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """Expands a `feed_dict` into pairs of a single graph element (or a name) and its value, in order.

    Raises:
        TypeError: A key is of a type that cannot be fed.
        ValueError: A tuple key and its value differ in length, or a tuple key repeats a key.
    """
    # In two stages, as in TensorFlow: first tuples, among whose parts no key may occur twice, then composite tensors,
    # among whose parts one may: the last value of a tensor counts.
    flat: dict[Any, Any] = {}
    for key, value in feed_dict.items():
        for leaf, leaf_value in _flat_entry(key, value):
            if leaf in flat:
                raise ValueError(f"feed_dict has this key more than once: {leaf!r}")
            flat[leaf] = leaf_value
    return [pair for leaf, value in flat.items() for pair in feed_pairs(leaf, value)]


def _flat_entry(key: Any, value: Any) -> list[tuple[Any, Any]]:
    if not isinstance(key, tuple):
        return [(key, value)]
    keys, values = list(_leaves(key)), list(_leaves(value))
    if len(keys) != len(values):
        raise ValueError(
            f"feed_dict key {key!r} has {len(keys)} elements, but its value has {len(values)} elements: {value!r}"
        )
    return list(zip(keys, values, strict=True))


def _leaves(nested: Any) -> Iterator[Any]:
    if isinstance(nested, Mapping):
        nested = [nested[key] for key in sorted(nested)]  # TensorFlow's order, whatever that of insertion was
    if not isinstance(nested, (list, tuple)):
        yield nested
        return
    for element in nested:
        yield from _leaves(element)


def feed_tensor(graph: Graph, key: Any) -> Tensor:
    """Finds the tensor that a feed key stands for.

    Raises:
        TypeError: It stands for none.
    """
    try:
        tensor = graph.as_graph_element(key, allow_operation=False)
    except (KeyError, TypeError, ValueError) as error:
        raise TypeError(f"Cannot interpret feed_dict key {key!r} as Tensor: {error.args[0]}") from None
    assert isinstance(tensor, Tensor)
    return tensor


class Feed:
    """Converts the values fed to one tensor.

    The tensor's static shape must not change meanwhile; `Graph.access_version` grows when one does, and the forms of
    calls are worked out anew.

    Args:
        tensor: The tensor.
        is_strict: Whether to refuse conversions that lose something.

    Attributes:
        dtype: The numpy dtype of the arrays.
        accepted: The last shape that was found to fit, for values that need no conversion; None before there was one,
            and for text, which always needs one. Batches of a program mostly have one size, and comparing two tuples
            is several times cheaper than asking the static shape. Threads may exchange it for one that fits as well.
        accepted_nbytes: The bytes of an array of that shape, or of the one before while threads exchange them.
    """

    __slots__ = ("_is_number", "_is_object", "accepted", "accepted_nbytes", "dtype", "is_strict", "tensor")

    def __init__(self, tensor: Tensor, is_strict: bool = False) -> None:
        dtype = tensor.dtype.base_dtype
        self.tensor = tensor
        self.is_strict = is_strict
        self.dtype = dtype.numpy_dtype
        self.accepted: tuple[int, ...] | None = None
        self.accepted_nbytes = 0
        self._is_object = dtype.is_object
        self._is_number = not dtype.is_object and dtype is not dtypes.bool_

    def is_late(self, value: Any) -> bool:
        """Whether `array` had better be called on a thread: it copies or converts a large array.

        Raises:
            ValueError: Its shape does not fit.
        """
        if type(value) is not ndarray or value.nbytes <= COPIED_AT_ONCE_NBYTES or value.dtype.kind in "OSU":
            return False
        if self._is_object or (value.dtype == self.dtype and is_immutable(value)):
            return False
        self._check_shape(value.shape)
        return True

    def array(self, value: Any) -> Array:
        """Makes an array of `value` that nobody else can change.

        Raises:
            TypeError: It is a graph element, a Python int that does not fit, or not of the tensor's kind.
            ValueError: Its shape does not fit, or numpy cannot make an array of it.
        """
        if type(value) is ndarray and not self._is_object and value.dtype == self.dtype:
            self._check_shape(value.shape)  # before the copy, which a wrong array is not worth
            if value.dtype is not self.dtype:
                # Arrays that were unpickled have an object of their own, which generated code takes for another dtype.
                value = value.view(self.dtype)
            return value if is_immutable(value) else value.copy()  # type: ignore[no-any-return]
        array = self._converted(value)
        self._check_shape(array.shape, "; the value is None" if value is None else "")
        return array

    def returned_as(self, value: Any, array: Array) -> Any:
        """Gives the result for a tensor that was fed and fetched: the very array if it has the right dtype."""
        # Not the copy that the step would have had: who feeds a tensor and fetches it gets back what was given, as in
        # TensorFlow. Only where the dtype differs is there another array to give.
        if type(value) is ndarray and value.dtype == self.dtype:
            return value
        return np.asarray(value, object) if self._is_object else array.copy()

    def _check_shape(self, sizes: tuple[int, ...], hint: str = "") -> None:
        tensor = self.tensor
        if not tensor.shape.is_compatible_with(sizes):
            raise ValueError(
                f"Cannot feed value of shape {sizes} for Tensor {tensor.name!r}, which has shape {tensor.shape}{hint}"
            )
        if not self._is_object:
            self.accepted = sizes
            self.accepted_nbytes = prod(sizes) * self.dtype.itemsize

    def _converted(self, value: Any) -> Array:
        if isinstance(value, (Tensor, Operation)):
            raise TypeError(
                f"The value of a feed cannot be a graph element, but that of {self.tensor!r} is {value!r}; "
                "feed Python values or arrays"
            )
        if isinstance(value, TensorHandle):
            raise HandleFedError(f"{self.tensor!r} is fed with {value!r}, which only session.run can be")
        if self._is_object and self.tensor.dtype.base_dtype is not dtypes.string:
            raise TypeError(f"{self.tensor!r} holds {self.tensor.dtype.base_dtype.name} values, which cannot be fed")
        if isinstance(value, int):  # of other values TensorFlow drops digits and high bits without a word
            self._check_survives(value)
        if self._is_object:
            return string_array(value, self.tensor)
        # In two steps, since in one numpy refuses Python integers out of bounds, which TensorFlow wraps around. Truth
        # values are made in one, as in TensorFlow: in two, a text of zero bytes would first become an empty one.
        try:
            natural = np.asarray(value) if self._is_number or self.is_strict else np.asarray(value, np.bool_)
            is_refused = self.is_strict and natural.size > 0 and not _is_lossless(natural, self.dtype)
            array = natural if is_refused else natural.astype(self.dtype, copy=False)
        except (OverflowError, TypeError, ValueError) as error:  # numpy's words, which know no tensor
            kind = next(kind for kind in (OverflowError, TypeError, ValueError) if isinstance(error, kind))
            raise kind(f"Cannot convert the value fed for {self.tensor!r}: {error}") from error
        if is_refused:
            raise TypeError(
                f"strict_feeds: the value {value!r} of dtype {natural.dtype} for {self.tensor!r} would be changed "
                f"by its conversion to {self.dtype}"
            )
        return private_array(value, array)

    def _check_survives(self, value: int) -> None:
        """Refuses a Python integer that another number would be computed with; a single one is rarely meant so."""
        # TensorFlow's question: is the converted value equal to the integer? numpy answers in the tensor's dtype, so
        # that rounding to a float passes; for integers out of bounds it raises.
        try:
            if not self._is_object and self.dtype.type(value) == value:
                return
        except OverflowError:
            pass
        raise TypeError(
            f"The feed value {value!r} of type {type(value).__name__} does not fit {self.tensor!r}; "
            f"to convert it nevertheless, make a numpy value of dtype {self.dtype} of it"
        )


class LateArrays(list[Array]):
    """The arrays of a call, of which some are still the caller's own and have to be copied or converted.

    Args:
        arrays: One per feed.
        late: Which of them, with their feeds.
    """

    def __init__(self, arrays: Iterable[Array], late: Mapping[int, Feed]) -> None:
        super().__init__(arrays)
        self._late = late

    def made(self) -> list[Array]:
        """All arrays, none of which anybody else can change; for a thread, because it takes a while.

        Raises:
            TypeError: A conversion that is refused loses something.
        """
        arrays = list(self)
        for i, feed in self._late.items():
            arrays[i] = feed.array(arrays[i])
        return arrays


# Kinds of numpy dtypes that may become the kind at the left, rounding allowed: whole numbers may become real ones, but
# not the reverse, and only complex numbers may become complex ones' parts. The small types of ml_dtypes are of kind V.
_LOSSLESS_KINDS = {"b": "b", "i": "iu", "u": "iu", "f": "iufV", "c": "iufcV", "V": "iufV"}


def _is_lossless(natural: Array, dtype: np.dtype[Any]) -> bool:
    """Whether a conversion to `dtype` only rounds real numbers."""
    if natural.dtype == dtype:
        return True
    if natural.dtype.kind not in _LOSSLESS_KINDS[dtype.kind]:
        return False
    with np.errstate(over="ignore"):  # a number too large becomes infinite, which is seen below
        array = natural.astype(dtype)
    if dtype.kind in "iu":
        return np.array_equal(natural, array)
    # Real numbers may be rounded, but a finite one must not become infinite.
    return np.array_equal(np.isfinite(natural), np.isfinite(array))


def string_array(value: Any, tensor: Tensor) -> Array:
    """Makes a new object array of bytes of text (str as UTF-8) and bytes.

    Raises:
        TypeError: An element is neither str nor bytes.
    """
    # As objects from the start: numpy's own types for text and bytes drop zeros at the end of an element.
    objects = np.asarray(value, object)
    flat = np.empty(objects.size, object)
    listed = objects.ravel().tolist()
    # Where all are alike, which asking for the types tells at a tenth of the price of looking at each one: the caller's
    # event loop waits for this.
    types = set(map(type, listed))
    if types <= {bytes}:
        flat[:] = listed
    elif types == {str}:
        flat[:] = list(map(str.encode, listed))
    else:
        flat[:] = [_encoded(element, tensor) for element in listed]
    return flat.reshape(objects.shape)


def _encoded(element: Any, tensor: Tensor) -> bytes:
    if isinstance(element, bytes):
        return bytes(element)  # np.bytes_ and others that are derived from bytes become plain ones
    if isinstance(element, str):
        return element.encode()
    raise TypeError(f"{tensor!r} takes str and bytes, but was fed {element!r} of type {type(element).__name__}")


def private_array(value: Any, array: Array) -> Array:
    """Gives `array`, which numpy made of `value`, or its copy when it may share memory with `value`."""
    # An array without a base owns its memory, but not alone if `value` has handed out its own array (`__array__`).
    is_new = array is not value and array.base is None and isinstance(value, _NEVER_SHARED)
    return array if is_new or is_immutable(array) else array.copy()


# Values of which numpy makes a new array, or (of an array) the same one or a view.
_NEVER_SHARED = (list, tuple, int, float, complex, str, bytes, np.generic, ndarray)


def is_immutable(array: Array) -> bool:
    """Tells whether neither the array nor anything that it is a view of can be written to."""
    # The flag of a view says nothing of its base, whose owner may still write. Only a base that is `bytes`, or none,
    # ends the chain well; other objects that lend their memory (memoryview, mmap) may let others write to it.
    while not array.flags.writeable:
        base = array.base
        if base is None or isinstance(base, bytes):
            return True
        if not isinstance(base, ndarray):
            return False
        array = base
    return False
