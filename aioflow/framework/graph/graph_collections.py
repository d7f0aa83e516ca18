"""GraphCollections: lists of arbitrary things that a graph keeps under a name, such as "trainable_variables"."""
from __future__ import annotations

import re
from typing import Any

from aioflow.framework.graph.graph_elements import GraphElements


class GraphCollections(GraphElements):
    """A graph's elements and collections."""

    def __init__(self) -> None:
        super().__init__()
        self._collections: dict[Any, list[Any]] = {}

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to a collection; `RuntimeError` when the graph is finalized."""
        self._check_not_finalized()
        self.get_collection_ref(name).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of the collections (or to the only one, if `names` is a string)."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of a collection, optionally only the items whose name begins with the regular expression `scope`."""
        items = list(self._collections.get(name, ()))
        if scope is None:
            return items
        # TensorFlow matches from the beginning of the name, and leaves out what has none.
        return [item for item in items if hasattr(item, "name") and re.match(scope, item.name)]

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself; changes to the list change the graph."""
        with self._lock:  # of two threads that ask first both get the same list
            return self._collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[str]:
        """The names of all collections that are named by a string."""
        return [name for name in self._collections if isinstance(name, str)]

    def clear_collection(self, name: Any) -> None:
        """Removes everything from a collection; `RuntimeError` when the graph is finalized."""
        self._check_not_finalized()
        self._collections.pop(name, None)
