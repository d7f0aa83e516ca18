"""KnownCalls: takes calls apart, with the forms of earlier calls at hand."""
from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from aioflow.framework.graph import Graph
from aioflow.session.calls.call_form import CallForm, bind_feeds
from aioflow.session.calls.feeds import Array, check_mapping, expand_feeds

# Forms of call that a session remembers. Programs have a few dozen; the bound is for those that make new tensors for
# every call, whose forms would otherwise keep all of them alive.
MAX_FORMS = 512

Call = tuple[CallForm, Sequence[Any], list[Array]]
"""A call, taken apart: its form, the fed values as the caller gave them, and the same as arrays."""


class KnownCalls:
    """The forms of the calls that a session has had.

    Args:
        graph: The session's graph.
        strict_feeds: Whether to refuse feeds whose conversion loses something.
        max_forms: The oldest forms beyond this number are forgotten.

    Attributes:
        forms: The forms, by the key of the fetches, and the keys of the feeds in order. One whose `access_version` is
            not the graph's does not hold any more.
    """

    def __init__(self, graph: Graph, strict_feeds: bool, max_forms: int = MAX_FORMS) -> None:
        self._graph = graph
        self._strict_feeds = strict_feeds
        self._max_forms = max_forms
        self.forms: dict[Hashable, CallForm] = {}
        # Guards the eviction against other additions. Reading needs no lock: an entry is there or it is not.
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self.forms)

    def take_apart(self, fetched: Hashable | None, fetches: Any, feed_dict: Mapping[Any, Any]) -> Call:
        """The parts of a call whose form is not found by its keys.

        Args:
            fetched: The `fetch_key` of its fetches.
            fetches: What it fetches.
            feed_dict: What it feeds.

        Raises:
            TypeError: A fetch or feed is of a wrong type; `HandleFedError` where a value is a tensor handle.
            ValueError: A fetch does not exist, or a fed value has a wrong shape.
            RuntimeError: The graph is empty.
        """
        check_not_empty(self._graph)
        check_mapping(feed_dict)
        pairs = expand_feeds(feed_dict)
        values = [value for _, value in pairs]
        key = fetched, tuple(key for key, _ in pairs)
        # Tuples and composite tensors among the feeds stand for others, which only `expand_feeds` knows.
        form = None if fetched is None else self.find(key)
        if form is not None:
            return form, values, form.arrays(values)
        feeds, arrays = bind_feeds(self._graph, pairs, self._strict_feeds)
        form = CallForm(self._graph, fetches, feeds)
        if fetched is not None:
            self._remember(key, form)
        return form, values, arrays

    def find(self, key: Hashable) -> CallForm | None:
        """The form of calls with this `fetch_key` and these feeds, if there was one and it still holds."""
        form = self.forms.get(key)  # an old one stays until its key comes again, and is replaced then
        return form if form is None or form.access_version == self._graph.access_version else None

    def _remember(self, key: Hashable, form: CallForm) -> None:
        with self._lock:
            # The oldest by first use. To know the last use would cost every call a write, for the sake of programs with
            # hundreds of forms; those lose one now and then, and work it out again.
            if len(self.forms) >= self._max_forms:
                del self.forms[next(iter(self.forms))]
            self.forms[key] = form


def check_not_empty(graph: Graph) -> None:
    """Raises `RuntimeError` for a graph without nodes."""
    if not graph.version:
        raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
