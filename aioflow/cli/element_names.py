"""Names on the command line: tensors, operations, and the keys of a SavedModel's signature."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any

from aioflow.cli.exits import BadInput
from aioflow.cli.model_file import Model
from aioflow.cli.terminal import one_line, printable
from aioflow.framework.graph import Graph, Operation, Tensor

Element = Tensor | Operation
_DEFAULT_SIGNATURE = "serving_default"
_INIT_SIGNATURE = "__saved_model_init_op"  # TensorFlow's, for loading
_MAX_OUTPUTS = 20  # of a graph that is fetched without a name: who has more had better say which
_MAX_COMPARED = 5000  # names that may be meant by a wrong one, since comparing takes some microseconds each
_NO_OUTPUTS = frozenset({"Const", "Placeholder", "PlaceholderV2", "PlaceholderWithDefault"})


class ElementNames:
    """Finds what the names on a command line mean.

    Args:
        model: The model.
        graph: Its graph.
        signature: The name of a signature; None for the usual one, if there is any.

    Raises:
        BadInput: There is no such signature.
    """

    def __init__(self, model: Model, graph: Graph, signature: str | None = None) -> None:
        self._graph = graph
        chosen = _signature(model, signature)
        self._inputs: Mapping[str, Any] = {} if chosen is None else chosen.inputs
        self._outputs: Mapping[str, Any] = {} if chosen is None else chosen.outputs

    def fed(self, name: str) -> Tensor:
        """Finds the tensor that is fed by that name.

        Raises:
            BadInput: There is none.
        """
        element = self._element(name, self._inputs)
        if not isinstance(element, Tensor):
            raise BadInput(f"{printable(name)} is an operation without outputs, which cannot be fed")
        return element

    def fetched(self, names: Sequence[str]) -> dict[str, Element]:
        """Finds what is fetched by these names; without any, the signature's outputs, or else the graph's.

        Raises:
            BadInput: A name means nothing, or there is nothing to fetch without one.
        """
        if names:
            return {name: self._element(name, self._outputs) for name in names}
        if self._outputs:
            return {key: self._of_key(key, self._outputs) for key in sorted(self._outputs)}
        outputs = list(_outputs(self._graph))
        if not outputs:
            raise BadInput("the graph has no outputs that nothing else takes; say with --fetch what to run")
        if len(outputs) > _MAX_OUTPUTS:
            some = ", ".join(printable(tensor.name, 80) for tensor in outputs[:3])
            raise BadInput(f"the graph has {len(outputs)} outputs ({some}, ...); say with --fetch which to run")
        return {tensor.name: tensor for tensor in outputs}

    def _element(self, name: str, keys: Mapping[str, Any]) -> Element:
        """Finds what has that name in the graph, or else in the signature.

        An operation's name stands for its first output, or itself if it has none.
        """
        try:
            element = self._graph.as_graph_element(name)
        except (KeyError, ValueError) as error:
            if name in keys:
                return self._of_key(name, keys)
            raise BadInput(f"{one_line(error.args[0]).rstrip('.')}{self._suggestion(name, keys)}") from error
        return element.outputs[0] if isinstance(element, Operation) and element.outputs else element

    def _of_key(self, key: str, keys: Mapping[str, Any]) -> Element:
        info = keys[key]
        if info.WhichOneof("encoding") not in ("name", None):
            raise BadInput(f"{printable(key)} of the signature is no dense tensor; name its parts as the graph does")
        return self._element(info.name, {})

    def _suggestion(self, name: str, keys: Mapping[str, Any]) -> str:
        names = [*keys, *(op.name for op in islice(self._graph.get_operations(), _MAX_COMPARED))]
        # A name that a hostile file made long is no slip of the hand.
        close = get_close_matches(name[:200], [each for each in names if len(each) <= 200], n=3)
        return f"; similar: {', '.join(map(printable, dict.fromkeys(close)))}" if close else ""


def _outputs(graph: Graph) -> Iterator[Tensor]:
    """Gives the outputs of operations that nothing else waits for, as `aioflow inspect` lists them."""
    ops = graph.get_operations()
    awaited = {tensor.op for op in ops for tensor in op.inputs} | {before for op in ops for before in op.control_inputs}
    for op in ops:
        if op not in awaited and op.type not in _NO_OUTPUTS:
            yield from op.outputs


def _signature(model: Model, name: str | None) -> Any:
    """Finds the signature of a SavedModel; None where none is named and none is the usual one."""
    signatures = {} if model.meta_graph is None else model.meta_graph.signature_def
    known = sorted(key for key in signatures if key != _INIT_SIGNATURE)
    if name is None:
        chosen = _DEFAULT_SIGNATURE if _DEFAULT_SIGNATURE in known else known[0] if len(known) == 1 else None
        return None if chosen is None else signatures[chosen]
    if name not in signatures:
        there = ", ".join(printable(key, 80) for key in known[:_MAX_OUTPUTS]) or "none"
        raise BadInput(f"the model has no signature {printable(name, 80)!r}; it has: {there}")
    return signatures[name]
