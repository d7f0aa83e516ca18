"""Nested fetches <-> the flat graph elements that a step computes."""
from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from functools import partial
from operator import itemgetter
from typing import Any

from aioflow import errors
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.calls.conversions import IMMUTABLE_COMPOSITES, conversion_of, first_value

Build = Callable[[list[Any]], Any]
"""Makes the result, or a part of it, from one value per fetched element."""


class _NoKeyError(Exception):
    """Ends the search for a key; never seen by callers."""


def fetch_key(fetches: Any) -> Hashable | None:
    """A key that is equal for fetches of the same structure and the same elements, while these are alive.

    Returns:
        The key, or None where an object is among them of which only its conversion function knows what it stands for.
    """
    kind = type(fetches)
    if kind is Tensor or kind is Operation or kind is str:
        return fetches  # type: ignore[no-any-return]
    try:
        return _nested_key(fetches)
    except _NoKeyError:
        return None


def own_containers(fetches: Any) -> Any:
    """Copies the lists, tuples and mappings that hold fetches, so that the caller may go on to change theirs."""
    if isinstance(fetches, list):
        copied = copy.copy(fetches)
        copied[:] = map(own_containers, fetches)
        return copied
    if isinstance(fetches, tuple):
        values = map(own_containers, fetches)
        return type(fetches)(*values) if hasattr(fetches, "_fields") else type(fetches)(values)
    if isinstance(fetches, MutableMapping):
        mapping = copy.copy(fetches)
        mapping.update((key, own_containers(value)) for key, value in fetches.items())
        return mapping
    return fetches


def _nested_key(fetches: Any) -> Hashable:
    # Exact types come first: `isinstance` asks the abstract class `Mapping` in Python code, which costs a microsecond.
    kind = type(fetches)
    if kind is Tensor or kind is Operation or kind is str or kind is bytes:
        return fetches  # type: ignore[no-any-return]
    if kind is list or kind is tuple or isinstance(fetches, (list, tuple)):
        return (kind, *map(_nested_key, fetches))
    if isinstance(fetches, Mapping):
        return (kind, getattr(fetches, "default_factory", None), tuple(fetches), *map(_nested_key, fetches.values()))
    if _is_attrs(fetches):
        return (kind, *map(_nested_key, _attrs_values(fetches)))
    if isinstance(fetches, IMMUTABLE_COMPOSITES) or hasattr(fetches, "_as_graph_element"):
        return kind, id(fetches)  # by which they cannot be mistaken for others while the form keeps them alive
    raise _NoKeyError


def _is_attrs(obj: Any) -> bool:
    return hasattr(type(obj), "__attrs_attrs__")


def _attrs_values(obj: Any) -> list[Any]:
    return [getattr(obj, attribute.name) for attribute in type(obj).__attrs_attrs__]


class FetchStructure:
    """Elements and structure of one `fetches` argument.

    Args:
        graph: The session's graph, in which names are looked up.
        fetches: The argument.

    Attributes:
        elements: The tensors and operations to compute, without duplicates.
        leaves: What stands in the structure for them; while these are alive, `fetch_key` is theirs alone.
        build: Makes the result from one value per element (None for operations).

    Raises:
        TypeError: Something in it cannot be fetched.
        ValueError: A name does not exist or is malformed, or an element belongs to another graph.
        InaccessibleTensorError: An element was marked as not fetchable.
    """

    def __init__(self, graph: Graph, fetches: Any) -> None:
        self._graph = graph
        self._positions: dict[Tensor | Operation, int] = {}  # of each element among the values; each is computed once
        self.leaves: list[Any] = []
        self.build = self._build_of(fetches)
        self.elements = list(self._positions)
        # Last, so that a name which does not exist is told of first, as in TensorFlow.
        for element in self.elements:
            if not graph.is_fetchable(element):
                op = element.op if isinstance(element, Tensor) else element
                raise errors.InaccessibleTensorError(f"Operation {op.name!r} has been marked as not fetchable")

    def _build_of(self, fetch: Any) -> Build:
        # Structures first, and in TensorFlow's order: a namedtuple is a tuple, and a class of attrs may be a mapping.
        # Everything else is a leaf, whose conversion says whether it can be fetched.
        if fetch is None:
            raise TypeError("Fetch argument None has invalid type NoneType")
        if isinstance(fetch, (list, tuple)):
            return partial(_build_sequence, _sequence_maker(fetch), [self._build_of(element) for element in fetch])
        if isinstance(fetch, Mapping):
            return self._build_of_mapping(fetch)
        if _is_attrs(fetch):
            return partial(_build_sequence, _positional(type(fetch)), [self._build_of(v) for v in _attrs_values(fetch)])
        return self._build_of_leaf(fetch)

    def _build_of_mapping(self, fetch: Mapping[Any, Any]) -> Build:
        kind: Any = type(fetch)
        # A defaultdict takes its factory before its items; all other mappings are made of their items alone.
        make = partial(defaultdict, fetch.default_factory) if isinstance(fetch, defaultdict) else kind
        return partial(_build_mapping, make, [(key, self._build_of(value)) for key, value in fetch.items()])

    def _build_of_leaf(self, fetch: Any) -> Build:
        self.leaves.append(fetch)
        elements, contract = conversion_of(fetch).fetch(fetch)
        positions = [self._position_of(fetch, element) for element in elements]
        if contract is first_value:
            return itemgetter(positions[0])  # nearly all leaves; a call in C
        return lambda values: contract([values[i] for i in positions])

    def _position_of(self, fetch: Any, element: Any) -> int:
        try:
            found = self._graph.as_graph_element(element)
        except TypeError as error:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch).__name__}, "
                f"must be a string or Tensor. ({error})"
            ) from None
        except (KeyError, ValueError) as error:  # an unknown name is a KeyError of the graph, but ValueError of a run
            raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({error.args[0]})") from None
        return self._positions.setdefault(found, len(self._positions))


def _positional(make: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    return lambda values: make(*values)


def _sequence_maker(fetch: Any) -> Callable[[list[Any]], Any] | None:
    """Chooses the maker of a result: None for a list, `tuple`, or the constructor of a namedtuple."""
    if isinstance(fetch, list):
        return None
    return tuple if type(fetch) is tuple else _positional(type(fetch))


def _build_sequence(make: Callable[..., Any] | None, builds: list[Build], values: list[Any]) -> Any:
    results = [build(values) for build in builds]
    return results if make is None else make(results)


def _build_mapping(make: Callable[..., Any], builds: list[tuple[Any, Build]], values: list[Any]) -> Any:
    return make([(key, build(values)) for key, build in builds])
