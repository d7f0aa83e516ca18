"""Fetch structures: what `run` accepts, in which form results come back, and what it refuses."""
from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, assert_type

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph.composite import (
    IndexedSlices,
    IndexedSlicesValue,
    RaggedTensor,
    RaggedTensorValue,
    SparseTensor,
    SparseTensorValue,
)
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Tensor
from aioflow.session.calls.conversions import register_session_run_conversion_functions
from aioflow.session.session import Session

from .building import RUNS, Nodes


class Pair(NamedTuple):
    """A namedtuple of two fetches."""

    first: Any
    second: Any


class Frozen(Mapping[str, Any]):
    """A mapping of no well-known type."""

    def __init__(self, pairs: Any) -> None:
        self._items = dict(pairs)

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class AttrsLike:
    """What attrs makes of a class with fields `x` and `y`, as far as others can see."""

    class _Field(NamedTuple):
        name: str

    __attrs_attrs__ = (_Field("x"), _Field("y"))

    def __init__(self, x: Any, y: Any) -> None:
        self.x = x
        self.y = y


async def test_scalar_and_vector(session: Session, nodes: Nodes) -> None:
    """S-1: a float32 scalar comes back as np.float32, a vector as an array."""
    scalar, vector = await session.run([nodes.constant(1.5), nodes.constant([1, 2])])
    assert type(scalar) is np.float32 and scalar == 1.5
    assert type(vector) is np.ndarray and vector.tolist() == [1, 2] and vector.dtype == np.float32


async def test_strings(session: Session, nodes: Nodes) -> None:
    """S-2: a scalar string comes back as bytes, a vector of strings as an object array of bytes."""
    scalar, vector = await session.run(
        [nodes.constant(b"a", dtypes.string), nodes.constant([b"b", b"c"], dtypes.string)]
    )
    assert scalar == b"a" and type(scalar) is bytes
    assert vector.dtype == object and vector.tolist() == [b"b", b"c"]


async def test_nested_sequences(session: Session, nodes: Nodes) -> None:
    """S-3: lists and tuples come back nested as they were given."""
    a, b, c = (nodes.constant(i) for i in range(3))
    result = await session.run([a, [b], (c,)])
    assert result == [0, [1], (2,)] and type(result[1]) is list and type(result[2]) is tuple


async def test_list_subclass_becomes_a_list(session: Session, nodes: Nodes) -> None:
    """A subclass of list comes back as a plain list."""
    fetches = type("Listing", (list,), {})([nodes.constant(1)])
    assert type(await session.run(fetches)) is list


async def test_mappings(session: Session, nodes: Nodes) -> None:
    """S-4: mappings of every type come back as that type, with the same keys."""
    a = nodes.constant(1)
    for fetches in ({"a": a}, OrderedDict(a=a), Frozen({"a": a})):
        result = await session.run(fetches)
        assert type(result) is type(fetches) and dict(result) == {"a": 1}


async def test_defaultdict_keeps_its_factory(session: Session, nodes: Nodes) -> None:
    """S-4: a defaultdict comes back with its factory."""
    fetches: defaultdict[str, Any] = defaultdict(list, a=nodes.constant(1))
    result = await session.run(fetches)
    assert type(result) is defaultdict and result.default_factory is list and result["a"] == 1


async def test_checkers_know_the_structure(session: Session, nodes: Nodes) -> None:
    """mypy, which reads this file, tells lists, dicts and operations by their static types; a value may be anything."""
    a: Tensor = nodes.constant(1)
    assert_type(await session.run([a, a]), list[Any])
    assert_type(await session.run({"a": a}), dict[str, Any])
    assert_type(await session.run(a), Any)
    assert_type(await session.make_callable([a])(), list[Any])
    assert_type(await session.make_callable({a: a})(), dict[Tensor, Any])


async def test_namedtuple_and_attrs(session: Session, nodes: Nodes) -> None:
    """S-5: a namedtuple and an attrs instance come back as instances of their classes."""
    a, b = nodes.constant(1), nodes.constant(2)
    pair = await session.run(Pair(a, [b]))
    made = await session.run(AttrsLike(a, {"b": b}))
    assert pair == Pair(1, [2]) and type(pair) is Pair
    assert type(made) is AttrsLike and made.x == 1 and made.y == {"b": 2}


async def test_operation(session: Session, nodes: Nodes) -> None:
    """S-6: an operation is executed, and its result is None."""
    op = nodes.count("operation").op
    assert await session.run(op) is None  # type: ignore[func-returns-value]
    assert await session.run([op]) == [None]
    assert RUNS["operation"] == 2


async def test_names(session: Session, nodes: Nodes) -> None:
    """S-7: "a:0", as str or bytes, means the tensor; "a" the operation."""
    nodes.constant(3, name="a")
    assert await session.run("a:0") == 3
    assert await session.run(b"a:0") == 3
    assert await session.run("a") is None


async def test_names_belong_to_the_sessions_graph(session: Session, nodes: Nodes) -> None:
    """S-8: names are looked up in the session's graph, whatever the default graph is."""
    nodes.constant(3, name="a")
    other = Graph()
    Nodes(other).constant(4, name="a")
    with other.as_default():
        assert await session.run("a:0") == 3


@dataclass
class _Data:
    value: Any


@pytest.mark.parametrize("wrap", [lambda t: None, lambda t: {t}, lambda t: (each for each in [t]), lambda t: 3, _Data])
@pytest.mark.parametrize("nest", [lambda f: f, lambda f: [f], lambda f: {"a": f}])
async def test_what_cannot_be_fetched(session: Session, nodes: Nodes, wrap: Any, nest: Any) -> None:
    """S-9: None, a set, a generator, an int and a dataclass are refused, also inside a structure."""
    with pytest.raises(TypeError, match="Fetch argument"):
        await session.run(nest(wrap(nodes.constant(1))))


@pytest.mark.parametrize("name", ["nope", "nope:0", "a:1", "a:b", "a:0:0", "^a", "a:-1", ":0"])
async def test_bad_names(session: Session, nodes: Nodes, name: str) -> None:
    """S-10: an unknown name, a bad index and a malformed name are refused, and named."""
    nodes.constant(3, name="a")
    with pytest.raises(ValueError, match="Fetch argument") as caught:
        await session.run(name)
    assert repr(name) in str(caught.value)


async def test_bad_index_tells_the_number_of_outputs(session: Session, nodes: Nodes) -> None:
    """S-10: a bad output index is refused with the number of outputs there are."""
    nodes.constant(3, name="a")
    with pytest.raises(ValueError, match="1 output"):
        await session.run("a:1")


async def test_tensor_of_another_graph(session: Session, nodes: Nodes) -> None:
    """S-11: a tensor of another graph is a ValueError as fetch and a TypeError as feed key."""
    mine, other = nodes.constant(1), Nodes(Graph()).constant(2)
    with pytest.raises(ValueError, match="not an element of this graph"):
        await session.run(other)
    with pytest.raises(TypeError, match="not an element of this graph"):
        await session.run(mine, {other: 1})


@pytest.mark.parametrize("empty", [[], {}, (), [[], {"a": ()}]])
async def test_empty_structures(session: Session, nodes: Nodes, empty: Any) -> None:
    """S-12: an empty structure comes back as it is."""
    nodes.constant(1)
    result = await session.run(empty)
    assert result == empty and type(result) is type(empty)


@pytest.mark.parametrize("fetches", [[], "a:0"])
async def test_empty_graph(session: Session, fetches: Any) -> None:
    """S-13: a run on an empty graph is refused, also when nothing is fetched."""
    with pytest.raises(RuntimeError, match="empty"):
        await session.run(fetches)


async def test_duplicates_run_once(session: Session, nodes: Nodes) -> None:
    """S-14: a node with a side effect that is fetched three times, once as operation, runs once."""
    count = nodes.count("duplicates")
    assert await session.run([count, count, count.op, "SessionTestCount:0"]) == [1, 1, None, 1]
    assert RUNS["duplicates"] == 1


async def test_duplicates_are_the_same_object(session: Session, nodes: Nodes) -> None:
    """S-15: duplicate fetches return the same object."""
    a = nodes.constant([1, 2])
    first, (second,) = await session.run([a, (a,)])
    assert first is second


async def test_sparse_tensor(session: Session, nodes: Nodes) -> None:
    """S-16: a SparseTensor comes back as a SparseTensorValue."""
    with nodes.graph.as_default():
        sparse = SparseTensor([[0, 1]], [5.0], [2, 3])
    value = await session.run(sparse)
    assert type(value) is SparseTensorValue
    assert value.indices.tolist() == [[0, 1]] and value.values.tolist() == [5] and value.dense_shape.tolist() == [2, 3]
    assert value.indices.dtype == np.int64 and value.values.dtype == np.float32


@pytest.mark.parametrize("has_shape", [False, True])
async def test_indexed_slices(session: Session, nodes: Nodes, has_shape: bool) -> None:
    """S-16: IndexedSlices come back as IndexedSlicesValue, dense_shape None where it is absent."""
    shape = nodes.constant([4], dtypes.int32) if has_shape else None
    slices = IndexedSlices(nodes.constant([[1.0]]), nodes.constant([3], dtypes.int32), shape)
    value = await session.run({"slices": slices})
    assert type(value["slices"]) is IndexedSlicesValue and value["slices"].indices.tolist() == [3]
    assert (value["slices"].dense_shape is None) is not has_shape


async def test_ragged_tensor(session: Session, nodes: Nodes) -> None:
    """A RaggedTensor, of any depth, comes back as a RaggedTensorValue."""
    with nodes.graph.as_default():
        flat = RaggedTensor.from_row_splits([1, 2, 3], [0, 1, 3])
        deep = RaggedTensor.from_nested_row_splits([1, 2, 3], [[0, 2], [0, 1, 3]])
    flat_value, deep_value = await session.run((flat, deep))
    assert type(flat_value) is RaggedTensorValue and flat_value.to_list() == [[1], [2, 3]]
    assert deep_value.to_list() == [[[1], [2, 3]]] and deep_value.flat_values.dtype == np.int32


async def test_composite_eval(session: Session, nodes: Nodes) -> None:
    """A composite tensor has an `eval` of its own."""
    with nodes.graph.as_default():
        ragged = RaggedTensor.from_row_splits([1, 2, 3], [0, 1, 3])
    assert (await ragged.eval(session=session)).to_list() == [[1], [2, 3]]
    with pytest.raises(ValueError, match="session"):
        await ragged.eval()


async def test_unfetchable(session: Session, nodes: Nodes) -> None:
    """S-17: an operation marked as unfetchable is refused and named, also when it was fetched before."""
    a = nodes.constant(1, name="secret")
    assert await session.run(a) == 1
    nodes.graph.prevent_fetching(a.op)
    for fetch in (a, a.op):
        with pytest.raises(errors.InaccessibleTensorError, match="secret"):
            await session.run(fetch)
    assert issubclass(errors.InaccessibleTensorError, ValueError)


async def test_other_tuple_subclass(session: Session, nodes: Nodes) -> None:
    """A tuple subclass is called with positional results, as a namedtuple is; that fails for a plain one."""
    plain = type("Plain", (tuple,), {})
    with pytest.raises(TypeError, match="tuple expected"):
        await session.run(plain([nodes.constant(1), nodes.constant(2)]))


class Stand:
    """An object that stands for a tensor, as a variable does."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    def _as_graph_element(self) -> Any:
        return self._tensor


async def test_graph_element_protocol(session: Session, nodes: Nodes) -> None:
    """An object that stands for a graph element is fetched as that element."""
    stand = Stand(nodes.constant(1))
    assert await session.run([stand, Stand(nodes.constant(2))]) == [1, 2]
    assert await session.run(stand, {stand: 7}) == 7


async def test_short_lived_objects(session: Session, nodes: Nodes) -> None:
    """An object at the address of one that is gone is not taken for that one, though their list lives on."""
    a, b = nodes.constant(1), nodes.constant(2)
    for i in range(20):
        fetches = [Stand(b if i % 2 else a)]
        assert await session.run(fetches) == [2 if i % 2 else 1]
        fetches.clear()


class Doubled:
    """A type with registered conversions: stands for a tensor, and is twice its value."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


class Unfeedable(Doubled):
    """A type that was registered without a feed function."""


register_session_run_conversion_functions(
    Doubled, lambda d: ([d.tensor], lambda values: 2 * values[0]), lambda d, value: [(d.tensor, value / 2)]
)
register_session_run_conversion_functions(Unfeedable, lambda d: ([d.tensor], lambda values: -values[0]))


async def test_registered_type(session: Session, nodes: Nodes) -> None:
    """A registered type is fetched and fed by its functions, every time anew."""
    x = nodes.placeholder()
    doubled = Doubled(x)
    y = nodes.identity(x)
    assert await session.run([doubled, y], {x: 3}) == [6, 3]
    assert await session.run([y, {"d": doubled}], {doubled: 10}) == [5, {"d": 10}]
    doubled.tensor = nodes.constant(4)
    assert await session.run(doubled) == 8


async def test_registered_subtype_comes_first(session: Session, nodes: Nodes) -> None:
    """A type that was registered later wins over its base class; without a feed function it cannot be fed."""
    unfeedable = Unfeedable(nodes.constant(3))
    assert await session.run(unfeedable) == -3
    with pytest.raises(TypeError, match="without a feed function"):
        await session.run("Const:0", {unfeedable: 1})


@pytest.mark.parametrize("kind", [Doubled, object, SparseTensor])
def test_registered_twice(kind: type) -> None:
    """A type that is covered already cannot be registered."""
    with pytest.raises(ValueError, match="already registered"):
        register_session_run_conversion_functions(kind, lambda d: ([d], lambda values: values[0]))


async def test_variant_is_refused(session: Session, nodes: Nodes) -> None:
    """A variant has no value outside the graph, so fetching one is refused before anything runs."""
    variant = nodes.op("EmptyTensorList", [nodes.constant(-1, dtypes.int32), nodes.constant(1, dtypes.int32)],
                       element_dtype=dtypes.float32, shape_type=dtypes.int32).outputs[0]  # fmt: skip
    count = nodes.count("variant")
    with pytest.raises(errors.InvalidArgumentError, match="variant"):
        await session.run([count, variant])
    assert RUNS["variant"] == 0


async def test_same_keys_other_elements(session: Session, nodes: Nodes) -> None:
    """Structures that look alike but hold other elements, or sit in other containers, are not confused."""
    a, b = nodes.constant(1), nodes.constant(2)
    assert await session.run({"x": a, "y": b}) == {"x": 1, "y": 2}
    assert await session.run({"x": b, "y": a}) == {"x": 2, "y": 1}
    assert await session.run({"y": a, "x": b}) == {"y": 1, "x": 2}
    assert await session.run([a, [b]]) == [1, [2]]
    assert await session.run([a, (b,)]) == [1, (2,)]
    assert await session.run(([a], b)) == ([1], 2)
    assert await session.run([a, b]) == [1, 2]
    first, second = await session.run([SparseTensor(a, b, a), SparseTensor(b, a, b)])
    assert (first.values, second.values) == (2, 1)


async def test_many_forms_of_call(session: Session, nodes: Nodes) -> None:
    """More forms of call than a session remembers give right results, before and after they were forgotten."""
    x = nodes.placeholder()
    outputs = [nodes.add(x, nodes.constant(i)) for i in range(12)]
    for _ in range(2):
        for i in range(12):
            for j in range(12):
                a, b = outputs[i], outputs[j]
                assert await session.run([a, b], {x: 1}) == [i + 1, j + 1]
                assert await session.run((a, b), {x: 1}) == (i + 1, j + 1)
                assert await session.run({"a": a, "b": b}, {x: 1}) == {"a": i + 1, "b": j + 1}
                assert await session.run([[a], b], {x: 1}) == [[i + 1], j + 1]
