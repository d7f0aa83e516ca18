"""CallForm: one form of call to `run`, worked out once and kept for further calls of the same form."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from sys import getrefcount
from typing import Any

from numpy import ndarray

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.session.calls.feeds import COPIED_AT_ONCE_NBYTES, Array, Feed, LateArrays, feed_tensor, is_immutable
from aioflow.session.calls.fetches import FetchStructure
from aioflow.session.calls.results import UNSHARED, handle_bytes, owned_values
from aioflow.session.calls.tensor_handles import HandleOwner, TensorHandle
from aioflow.session.session_factory import PreparedRun


class CallForm:
    """The feeds and fetches of one form of call, resolved in the session's graph.

    Args:
        graph: The session's graph.
        fetches: The `fetches` argument.
        feeds: One per feed key, in order. Where several feed the same tensor, the last one counts.
        gives_variants: Whether variants may be fetched, for a caller who knows what is in them.

    Attributes:
        fed: The fed tensors, without duplicates.
        fetched: The tensors that the step must return: without duplicates, none of them fed.
        targets: The operations to run without a result.
        access_version: The version of what may be fed and fetched, and of static shapes, for which all this holds.
        repeats_feeds: Whether several feed keys stand for one tensor, so that a step takes `step_feeds`.
        computes: Whether a step is needed at all.
        gives_handles: Whether there are handles of tensors that the session keeps among the results.
        prepared: The compiled signature, or None.
        prepared_version: For which version of the graph it was compiled.

    Raises:
        TypeError: Something in `fetches` cannot be fetched.
        ValueError: A name in `fetches` does not exist or is malformed, or an element belongs to another graph.
        InvalidArgumentError: A variant is fetched, and `gives_variants` is not set.
    """

    def __init__(self, graph: Graph, fetches: Any, feeds: Sequence[Feed], gives_variants: bool = False) -> None:
        # Read first: what changes while the rest is worked out makes the form an old one, never a wrong one.
        self.access_version = graph.access_version
        self._feeds = feeds
        last = {feed.tensor: i for i, feed in enumerate(feeds)}  # for each tensor the position of its last value
        self.fed = tuple(last)
        self._fed_from = tuple(last.values())
        self.repeats_feeds = len(last) < len(feeds)
        structure = FetchStructure(graph, fetches)
        self._build = structure.build
        self._kept_alive = structure.leaves  # a fetch key may hold their ids, which nobody else may get meanwhile
        elements = structure.elements
        # A tensor that is fed and fetched needs no step: its value is known. TensorFlow gives it back the same way.
        self.fetched = tuple(e for e in elements if isinstance(e, Tensor) and e not in last)
        self.targets = tuple(e for e in elements if isinstance(e, Operation))
        self._fed_and_fetched = tuple(
            (i, last[e]) for i, e in enumerate(elements) if isinstance(e, Tensor) and e in last
        )
        # Where the value of each fetched element is among the step's results; None for operations, and for fed tensors.
        slot_of = {tensor: i for i, tensor in enumerate(self.fetched)}
        self._slots = [slot_of.get(e) if isinstance(e, Tensor) else None for e in elements]
        self._handles = tuple(i for i, t in enumerate(self.fetched) if t.dtype.base_dtype is dtypes.resource)
        for tensor in self.fetched:
            if tensor.dtype.base_dtype is dtypes.variant and not gives_variants:
                raise errors.invalid_argument(f"{tensor.name!r} is a variant, which has no value outside the graph")
        self._session_handles = tuple(
            (i, t.op.inputs[0].dtype.base_dtype) for i, t in enumerate(self.fetched) if t.op.type == "GetSessionHandle"
        )
        self.gives_handles = bool(self._session_handles)
        self.computes = bool(self.fetched or self.targets)
        # Nearly all forms fetch distinct tensors that are not fed; their values need no rearranging.
        self._is_plain = not self._handles and not self.gives_handles and self._slots == list(range(len(self.fetched)))
        self._is_single = len(self.fetched) == 1 and type(self._build) is itemgetter
        # The two belong together. They are written in this order by one thread at a time or with equal values, and read
        # by runs that compile again where the version is not the graph's.
        self.prepared: PreparedRun | None = None
        self.prepared_version = 0

    def arrays(self, values: Iterable[Any]) -> list[Array]:
        """Makes arrays of the fed values, in the order of the feed keys (see `Feed.array`).

        Returns:
            The arrays; `LateArrays` where large ones have yet to be copied.
        """
        arrays = list(values)
        late: dict[int, Feed] | None = None
        i = nbytes = 0
        for feed in self._feeds:  # not `zip`, whose `strict` costs more than the rest of this
            value = arrays[i]
            # A value that needs no conversion, and has the shape of the one before, is taken without another call: this
            # is a part of every run. Classes derived from ndarray go the other way, since their methods may mean
            # something else (`np.matrix`, masked arrays).
            if type(value) is ndarray and value.shape == feed.accepted and value.dtype is feed.dtype:
                # Copied before the run first waits, as the caller may write to it as soon as others have their turn;
                # but not one that would keep the others from their turns.
                if value.flags.writeable or not is_immutable(value):
                    nbytes += feed.accepted_nbytes
                    if nbytes <= COPIED_AT_ONCE_NBYTES:
                        arrays[i] = value.copy()
                    else:
                        late = {} if late is None else late
                        late[i] = feed
            elif feed.is_late(value):
                late = {} if late is None else late
                late[i] = feed
            else:
                arrays[i] = feed.array(value)
            i += 1  # noqa: SIM113 - `enumerate` makes a tuple for each
        return arrays if late is None else LateArrays(arrays, late)

    def step_feeds(self, arrays: list[Array]) -> list[Array]:
        """Of the arrays per feed key those that the step gets, in the order of `fed`."""
        return [arrays[i] for i in self._fed_from]

    def result(
        self, values: list[Any], fed_values: Iterable[Any], arrays: list[Array], owner: HandleOwner | None = None
    ) -> Any:
        """The result of `run` for one step.

        Args:
            values: The step's results, in the order of `fetched`; used up.
            fed_values: The fed values, in the order of the feed keys.
            arrays: The same as `arrays` gave them; used up.
            owner: The owner of the tensors that the step has kept; None leaves handles as text.
        """
        if self._is_plain:
            arrays.clear()  # so that a result which shares memory with a fed array is the only one to hold it
            if self._is_single:
                (value,) = values
                # The test of `owned_values`, without two calls: most steps return one new array.
                if (
                    type(value) is ndarray and getrefcount(value) <= UNSHARED and value.flags.writeable
                    and value.base is None and value.ndim
                ):  # fmt: skip
                    return value
                del value  # else there would be one reference more
            owned_values(values)
            return self._build(values)
        # From here on the order matters: handles of resources become arrays, then all values become the caller's, then
        # the texts of kept tensors become objects.
        for i in self._handles:
            values[i] = _handle(self.fetched[i], values[i])
        owned_values(values)
        if owner is not None:
            for i, dtype in self._session_handles:
                values[i] = TensorHandle(values[i].decode(), dtype, owner)
        full = [None if slot is None else values[slot] for slot in self._slots]
        originals = list(fed_values)
        for position, i in self._fed_and_fetched:
            full[position] = self._feeds[i].returned_as(originals[i], arrays[i])
        return self._build(full)


def _handle(tensor: Tensor, value: Any) -> Any:
    if getattr(value, "ndim", 0) != 0:  # TensorFlow's client has a numpy dtype for one handle only
        raise errors.invalid_argument(f"Fetching of non-scalar resource tensors is not supported: {tensor.name!r}")
    return handle_bytes(value)


def check_something_to_do(fetches: Sequence[Tensor], targets: Sequence[Operation]) -> None:
    """Raises `InvalidArgumentError` when there is nothing to run."""
    if not fetches and not targets:  # a plain run of nothing gives nothing; TensorFlow refuses it elsewhere only
        raise errors.invalid_argument("Must specify at least one target to fetch or execute.")


def bind_feeds(graph: Graph, pairs: Iterable[tuple[Any, Any]], is_strict: bool) -> tuple[list[Feed], list[Array]]:
    """Resolves feed keys and converts their values.

    Args:
        graph: The session's graph.
        pairs: Feed keys, each for one tensor, and their values.
        is_strict: Whether to refuse conversions that lose something.

    Returns:
        The feeds and their arrays; `LateArrays` where large ones have yet to be copied.

    Raises:
        TypeError: A key means no tensor, or a value is of a wrong type.
        ValueError: A value has a wrong shape, or a tensor was marked as not feedable.
    """
    feeds: list[Feed] = []
    arrays: list[Array] = []
    late: dict[int, Feed] = {}
    for key, value in pairs:
        feed = Feed(feed_tensor(graph, key), is_strict)
        if feed.is_late(value):
            late[len(arrays)] = feed
            arrays.append(value)
        else:
            arrays.append(feed.array(value))  # before the next key is looked at: the first wrong feed is told of
        if not graph.is_feedable(feed.tensor):
            raise ValueError(f"Tensor {feed.tensor.name!r} may not be fed")
        feeds.append(feed)
    return feeds, LateArrays(arrays, late) if late else arrays
