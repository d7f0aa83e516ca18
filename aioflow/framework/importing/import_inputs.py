"""Names of tensors and operations inside a GraphDef, and the user's wishes about them: input_map, return_elements."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aioflow import errors
from aioflow.framework.graph import Graph, Operation, Tensor


def endpoint(text: str) -> tuple[str, int]:
    """The producer and the output index that a data input ("name" or "name:index") means.

    What does not end in an index is a name as a whole.
    """
    # Fewer than ten digits: an index that long exceeds every limit, and converting digits takes quadratic time.
    name, _, index = text.rpartition(":")
    if name and index.isascii() and index.isdigit() and len(index) < 10:
        return name, int(index)
    return text, 0


class InputMap:
    """The user's replacements for some inputs.

    Args:
        graph: The graph that is imported into.
        wishes: "name", "name:index" or "^name" -> a tensor or operation of `graph`, or its name.

    Raises:
        TypeError: A key is no name, or a data input is to be replaced by an operation.
        ValueError: A key is malformed, or a value is not in the graph.
    """

    def __init__(self, graph: Graph, wishes: Mapping[str, Any]) -> None:
        self._tensors: dict[tuple[str, int], Tensor] = {}
        self._operations: dict[str, Operation] = {}
        self._used: set[Any] = set()
        for key, value in wishes.items():
            if not isinstance(key, str):
                raise TypeError(f"a key of input_map must be a name, not {key!r}")
            if key.startswith("^"):
                element = graph.as_graph_element(value)
                self._operations[key[1:]] = element.op if isinstance(element, Tensor) else element
            else:
                tensor = graph.as_graph_element(value, allow_operation=False)
                assert isinstance(tensor, Tensor)
                self._tensors[self._data_key(key)] = tensor

    @staticmethod
    def _data_key(text: str) -> tuple[str, int]:
        name, index = endpoint(text)
        if ":" in name:
            raise ValueError(f"Cannot convert {text!r} to a tensor name: what follows the ':' must be a number")
        return name, index

    def tensor(self, name: str, index: int) -> Tensor | None:
        """The replacement for a data input, or None."""
        found = self._tensors.get((name, index))
        if found is not None:
            self._used.add((name, index))
        return found

    def operation(self, name: str) -> Operation | None:
        """The replacement for a control input, or None."""
        found = self._operations.get(name)
        if found is not None:
            self._used.add(name)
        return found

    def check_used(self, imported: Mapping[str, Operation]) -> None:
        """Checks that every key was used, or at least could have been.

        Raises:
            InvalidArgumentError: Some name nothing in the GraphDef.
        """
        # A key that was not used but names something is no error: the node may have no consumers, as in TensorFlow.
        missing = ["^" + name for name in self._operations.keys() - self._used if name not in imported]
        for name, index in self._tensors.keys() - self._used:
            if name not in imported or index >= len(imported[name].outputs):
                missing.append(f"{name}:{index}")
        if missing:
            raise errors.invalid_argument(
                f"Attempted to map inputs that were not found in graph_def: [{', '.join(sorted(missing))}]"
            )


def returned_element(wanted: Any, imported: Mapping[str, Operation], input_map: InputMap) -> Tensor | Operation:
    """The element meant by an entry of `return_elements`; for a mapped tensor, what took its place.

    Raises:
        TypeError: The entry is no name.
        InvalidArgumentError: It names nothing in the GraphDef.
    """
    if not isinstance(wanted, str):
        raise TypeError(f"return_elements must be a list of names, but has {wanted!r}")
    if ":" not in wanted:
        if wanted not in imported:
            raise errors.invalid_argument(f"Requested return node {wanted!r} not found in graph def")
        return imported[wanted]
    name, index = endpoint(wanted)
    mapped = input_map.tensor(name, index)
    if mapped is not None:
        return mapped
    if name not in imported:
        raise errors.invalid_argument(f"Requested return tensor {wanted!r} not found in graph def")
    outputs = imported[name].outputs
    if index >= len(outputs):
        raise errors.invalid_argument(f"Invalid return output {index} of node {name!r}; it has {len(outputs)} outputs")
    return outputs[index]
