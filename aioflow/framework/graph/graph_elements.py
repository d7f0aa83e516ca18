"""GraphElements: the nodes of a graph, and how they are found by name."""
from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.process_locks import process_rlock


class GraphElements:
    """Nodes in order of creation, and by name.

    Attributes:
        version: Number of nodes; grows with each one added. Not to be set.
    """

    def __init__(self) -> None:
        self.version = 0  # no property, because every run of a session asks for it
        # Guards the fields below while nodes are added or names are chosen. Re-entrant: an import holds it from the
        # choice of its names to the adoption, which takes it again. Reads take no lock: each is one operation on a dict
        # or list, and nodes are never taken out. Invariant: `_by_id[i].id == i`, and `_operations` has the same nodes.
        self._lock = process_rlock()
        self._operations: dict[str, Operation] = {}
        self._by_id: list[Operation] = []
        self._names_in_use: dict[str, int] = {}  # in lower case -> the number to try next behind it
        self._finalized = False

    def adopt(self, ops: Sequence[Operation]) -> None:
        """Adds operations that were made for this graph; all of them, or none when it fails.

        Raises:
            InvalidArgumentError: A name is taken.
            RuntimeError: The graph is finalized.
        """
        self._check_not_finalized()
        with self._lock:
            # Names are checked for all before the first one is entered, so that a failure leaves no part behind.
            names = {op.name for op in ops}
            taken = names & self._operations.keys()
            if taken or len(names) < len(ops):
                twice = taken or {name for name, count in Counter(op.name for op in ops).items() if count > 1}
                raise errors.invalid_argument(f"Duplicate node name in graph: {min(twice)!r}")
            for op in ops:
                op.id = len(self._by_id)
                self._by_id.append(op)
                self._operations[op.name] = op
                # Names that differ in case only count as equal, as in TensorFlow.
                self._names_in_use.setdefault(op.name.lower(), 1)
            self.version = len(self._by_id)

    def _adopt_one(self, op: Operation) -> None:
        """Does what `adopt` does, for one operation: passes make graphs of many thousands one by one."""
        self._check_not_finalized()
        name = op.name
        with self._lock:
            if name in self._operations:
                raise errors.invalid_argument(f"Duplicate node name in graph: {name!r}")
            op.id = self.version
            self._by_id.append(op)
            self._operations[name] = op
            self._names_in_use.setdefault(name.lower(), 1)
            self.version = len(self._by_id)

    def get_operations(self) -> list[Operation]:
        """All nodes in order of creation."""
        return list(self._by_id)

    def find_operation(self, name: str) -> Operation | None:
        """The node called `name`, or None."""
        return self._operations.get(name)

    def get_operation_by_name(self, name: str) -> Operation:
        """The node called `name`.

        Raises:
            KeyError: There is none.
            ValueError: It is the name of a tensor.
            TypeError: It is no name.
        """
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings, not {type(name).__name__}")
        found = self.as_graph_element(name, allow_tensor=False)
        assert isinstance(found, Operation)
        return found

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor called "op:index".

        Raises:
            KeyError: There is none.
            ValueError: The name has another form.
            TypeError: It is no name.
        """
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings, not {type(name).__name__}")
        found = self.as_graph_element(name, allow_operation=False)
        assert isinstance(found, Tensor)
        return found

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Tensor | Operation:
        """The tensor or operation meant by an object or a name.

        Args:
            obj: A tensor, an operation, an object with `_as_graph_element()`, or a name ("op" or "op:index").
            allow_tensor: Whether a tensor may be meant.
            allow_operation: Whether an operation may be meant.

        Raises:
            KeyError: The name does not exist in this graph.
            ValueError: The name is malformed or of a kind that is not allowed, or the element is of another graph.
            TypeError: `obj` is something else, or of the kind that is not allowed.
        """
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._element_by_name(obj, allow_tensor, allow_operation)
        allowed = ((Tensor,) if allow_tensor else ()) + ((Operation,) if allow_operation else ())
        if not isinstance(obj, allowed):
            wanted = " or a ".join(kind.__name__ for kind in allowed)
            raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}: {obj!r}")
        owner: object = obj.graph  # compared as an object: a node knows its graph by a protocol
        if owner is not self:
            raise ValueError(f"{obj!r} is not an element of this graph")
        return obj

    def _element_by_name(self, name: str, allow_tensor: bool, allow_operation: bool) -> Tensor | Operation:
        op_name, colon, index = name.partition(":")
        if not colon:
            return self._operation_by_name(name, allow_operation)
        if not allow_tensor:
            raise ValueError(f"{name!r} looks like the name of a tensor; an operation is named without ':index'")
        # `isdigit` alone is also true of digits that `int` refuses, such as a raised 2.
        if not (index.isascii() and index.isdigit()) or len(index) > 9:
            raise ValueError(f"The name {name!r} is not of the required form '<op name>:<output index>'")
        op = self._operations.get(op_name)
        if op is None:
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist: no operation {op_name!r}")
        if int(index) >= len(op.outputs):
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist: it has {len(op.outputs)} outputs"
            )
        return op.outputs[int(index)]

    def _operation_by_name(self, name: str, allow_operation: bool) -> Operation:
        op = self._operations.get(name)
        if op is None and allow_operation:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph")
        if op is None or not allow_operation:
            raise ValueError(f"{name!r} looks like the name of an operation; a tensor is named 'op:index'")
        return op

    # ---- changes
    def keep_only(self, ops: Container[Operation]) -> None:
        """Takes out all nodes but `ops`, of a graph that nobody else has seen yet; their numbers change."""
        with self._lock:
            kept = [op for op in self._by_id if op in ops]
            if len(kept) == len(self._by_id):
                return
            for op in self._by_id:
                if op not in ops:
                    op.inputs, op.control_inputs, op.outputs = [], [], ()  # as in `dismantle`
            for number, op in enumerate(kept):
                op.id = number
            self._by_id, self._operations, self.version = kept, {op.name: op for op in kept}, len(kept)

    def dismantle(self) -> None:
        """Takes apart a graph that nobody uses any more.

        Its nodes refer to each other in circles, which else only the cycle collector frees: all of them at once, and
        no other thread has a turn meanwhile.
        """
        with self._lock:
            ops, self._by_id, self._operations, self.version = self._by_id, [], {}, 0
            for op in ops:
                op.inputs, op.control_inputs, op.outputs = [], [], ()
                op.control_flow_context = op._original_op = None
            while ops:  # one by one, so that other threads have a turn among many
                ops.pop()

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    @property
    def finalized(self) -> bool:
        """Whether `finalize()` was called."""
        return self._finalized

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified")
