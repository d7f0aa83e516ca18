"""Graph: nodes and edges while they can still change."""
from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from aioflow import errors
from aioflow.framework import defaults, graph_io
from aioflow.framework.devices import DeviceSpec, merge_device_names
from aioflow.framework.function import Function
from aioflow.framework.op_def import OPS, OpDef
from aioflow.framework.operation import Operation, Tensor, infer_shapes, user_frames
from aioflow.framework.scopes import DeviceFunction, changed_scope, current_scope

_VALID_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*\Z")
_VALID_SCOPE = re.compile(r"[A-Za-z0-9_.\\/>-]*\Z")
PRODUCER_VERSION = 2474  # GraphDef version of TensorFlow 2.21, whose behaviour aioflow reproduces


class Graph:
    """A dataflow graph. Nodes may be added from any thread, also between runs, until `finalize()`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # guards the fields below while nodes are added or names are chosen
        self._operations: dict[str, Operation] = {}
        self._by_id: list[Operation] = []
        self._names_in_use: dict[str, int] = {}
        self._collections: dict[Any, list[Any]] = {}
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Operation] = set()
        self._finalized = False
        self.access_version = 0  # grows when a tensor or operation is barred from feeding or fetching
        self.mutations: list[Operation] = []
        self.functions: dict[str, Function] = {}
        self.gradient_functions: dict[str, str] = {}
        self.producer = PRODUCER_VERSION
        self.min_consumer = 0
        self.bad_consumers: list[int] = []
        self.seed: int | None = None

    # ---- nodes
    @property
    def version(self) -> int:
        """Number of nodes; grows with each one added."""
        return len(self._by_id)

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Tensor] = (),
        name: str | None = None,
        attrs: Mapping[str, Any] | None = None,
    ) -> Operation:
        """Adds a node.

        Args:
            op_type: Name of the op, or of a function in the graph's library.
            inputs: Its data inputs; list inputs flattened.
            name: Wanted name; made unique. A trailing "/" takes it as it is.
            attrs: Its attributes, as Python values.

        Returns:
            The new operation.

        Raises:
            NotFoundError: There is no such op.
            InvalidArgumentError: An attribute is missing or not allowed.
            ValueError: An input belongs to another graph, or input shapes contradict the op.
            TypeError: An input has another dtype than the op wants.
            RuntimeError: The graph is finalized.
        """
        op_def = self.op_def(op_type)
        scope = current_scope(self)
        for tensor in inputs:
            if tensor.graph is not self:
                raise ValueError(f"{tensor!r} is not an element of this graph; it cannot be an input of {op_type}")
        full = op_def.complete_attrs({**dict(scope.attrs), **(attrs or {})})
        check_input_types(op_def, full, inputs)
        with self._lock:
            node_name = self.unique_name(name or op_type)
            op = self.add_node(node_name, op_def, full, inputs, user_frames())
        try:
            infer_shapes(op)
        except ValueError:
            self.truncate(op.id)
            raise
        self._apply_scope(op)
        return op

    def _apply_scope(self, op: Operation) -> None:
        scope = current_scope(self)
        if scope.control_flow is not None:
            scope.control_flow.add_op(op)
        input_ops = {tensor.op for tensor in op.inputs}
        op.control_inputs.extend(c for c in scope.control_inputs if c not in input_ops and c is not op)
        if scope.colocate_with:
            groups = [group for other in scope.colocate_with for group in other.colocation_groups()]
            op.attrs["_class"] = sorted({*op.attrs.get("_class", ()), *groups})
            op.device = scope.colocate_with[-1].device
        self._apply_devices(op, scope.devices)

    @staticmethod
    def _apply_devices(op: Operation, devices: Sequence[str | DeviceFunction | None]) -> None:
        for device in reversed(devices):
            if device is None:
                break
            wanted = device(op) if callable(device) else device
            op.device = merge_device_names(op.device, wanted or "")

    def add_node(
        self, name: str, op_def: OpDef, attrs: dict[str, Any], inputs: Sequence[Tensor], created_at: str = "", device: str = ""
    ) -> Operation:
        """Adds a node whose attributes are complete and whose name is free, without regard to open scopes.

        Raises:
            RuntimeError: The graph is finalized.
        """
        self._check_not_finalized()
        with self._lock:
            op = Operation(self, len(self._by_id), name, op_def, attrs, inputs, (), device, created_at)
            self._operations[name] = op
            self._by_id.append(op)
            self._names_in_use.setdefault(name.lower(), 1)
        return op

    def truncate(self, version: int) -> None:
        """Takes back all nodes from number `version` on; for an import that failed half-way."""
        with self._lock:
            for op in self._by_id[version:]:
                del self._operations[op.name]
                self._names_in_use.pop(op.name.lower(), None)
            del self._by_id[version:]

    def add_function(self, function: Function) -> None:
        """Adds a function to the library; adding an identical one again changes nothing.

        Raises:
            InvalidArgumentError: Another function, or an op, has its name.
        """
        known = self.functions.get(function.name)
        if known is not None and known.body != function.body:
            raise errors.invalid_argument(f"Cannot add function {function.name!r}: a different one of that name exists")
        if function.name in OPS:
            raise errors.invalid_argument(f"Cannot add function {function.name!r}: an op of that name exists")
        self.functions[function.name] = function

    def adopt_versions(self, producer: int, min_consumer: int, bad_consumers: list[int], num_new_nodes: int) -> None:
        """Joins the versions of an imported message of `num_new_nodes` nodes with the graph's own."""
        self.producer = producer if self.version == num_new_nodes else min(self.producer, producer)
        self.min_consumer = max(self.min_consumer, min_consumer)
        self.bad_consumers = sorted({*self.bad_consumers, *bad_consumers})

    def op_def(self, op_type: str) -> OpDef:
        """The definition of an op, or of a function in this graph's library; `NotFoundError` for neither."""
        function = self.functions.get(op_type)
        return function.signature if function is not None else OPS[op_type]

    def note_mutation(self, op: Operation) -> None:
        """Notes that a node changed after it was made; sessions that ran it refuse to go on."""
        self._check_not_finalized()
        self.mutations.append(op)

    def get_operations(self) -> list[Operation]:
        """All nodes in order of creation."""
        return list(self._by_id)

    def find_operation(self, name: str) -> Operation | None:
        """The node called `name`, or None."""
        return self._operations.get(name)

    def get_operation_by_name(self, name: str) -> Operation:
        """The node called `name`; `KeyError` where there is none, `ValueError` for a tensor's name."""
        found = self.as_graph_element(name, allow_tensor=False)
        assert isinstance(found, Operation)
        return found

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor called "op:index"; `KeyError` where there is none, `ValueError` for another form."""
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
            ValueError: The name is malformed, or the element belongs to another graph.
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
        if obj.graph is not self:
            raise ValueError(f"{obj!r} is not an element of this graph")
        return obj

    def _element_by_name(self, name: str, allow_tensor: bool, allow_operation: bool) -> Tensor | Operation:
        if ":" not in name:
            if not allow_operation:
                raise ValueError(f"{name!r} looks like the name of an operation; a tensor is named 'op:index'")
            op = self._operations.get(name)
            if op is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph")
            return op
        if not allow_tensor:
            raise ValueError(f"{name!r} looks like the name of a tensor; an operation is named without ':index'")
        op_name, _, index = name.partition(":")
        if not op_name or not index.isascii() or not index.isdigit():
            raise ValueError(f"The name {name!r} is not of the required form '<op name>:<output index>'")
        op = self._operations.get(op_name)
        if op is None:
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist: no operation {op_name!r}")
        if int(index) >= len(op.outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist: the operation has {len(op.outputs)} outputs")
        return op.outputs[int(index)]

    # ---- names and scopes
    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A free name: `name` below the open name scope, with "_1", "_2", ... behind it when taken.

        Raises:
            ValueError: The name has characters that a name may not have.
        """
        if name.endswith("/"):
            return name[:-1]
        name = current_scope(self).name + name
        if not _VALID_NAME.match(name):
            raise ValueError(f"{name!r} is not a valid node name")
        with self._lock:
            count = self._names_in_use.get(name.lower(), 0)
            unique = name
            while unique.lower() in self._names_in_use:
                unique = f"{name}_{count}"
                count += 1
            if mark_as_used:
                self._names_in_use[name.lower()] = max(count, 1)
                self._names_in_use.setdefault(unique.lower(), 1)
        return unique

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """A context in which new names begin with `name` (made unique) and "/"; yields that prefix.

        None or "" leaves all scopes; a name that ends in "/" is taken as it is.
        """
        if not name:
            prefix = ""
        elif not _VALID_SCOPE.match(name):
            raise ValueError(f"{name!r} is not a valid scope name")
        else:
            prefix = name if name.endswith("/") else self.unique_name(name) + "/"
        with changed_scope(self, name=prefix):
            yield prefix

    @contextmanager
    def device(self, device: str | DeviceFunction | None) -> Iterator[None]:
        """A context in which new nodes ask for `device`: a name, a function of the operation, or None (no request).

        Raises:
            InvalidArgumentError: The name is not a device name.
        """
        if isinstance(device, str):
            DeviceSpec.parse(device)
        with changed_scope(self, devices=(*current_scope(self).devices, device)):
            yield

    @contextmanager
    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Iterator[None]:
        """A context in which new nodes run after all of `control_inputs` (operations or tensors); None forgets outer ones."""
        if control_inputs is None:
            with changed_scope(self, control_inputs=(), control_flow=None):
                yield
            return
        ops = [self.as_graph_element(c) for c in control_inputs]
        new = [op.op if isinstance(op, Tensor) else op for op in ops]
        outer = current_scope(self).control_inputs
        with changed_scope(self, control_inputs=(*outer, *(op for op in new if op not in outer))):
            yield

    @contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """A context in which new nodes go to the device of `op` (an operation or tensor); None forgets outer requests."""
        if op is None:
            with changed_scope(self, colocate_with=()):
                yield
            return
        target = self.as_graph_element(op)
        node = target.op if isinstance(target, Tensor) else target
        outer = () if ignore_existing else current_scope(self).colocate_with
        with changed_scope(self, colocate_with=(*outer, node), devices=()):
            yield

    @contextmanager
    def attr_scope(self, attrs: Mapping[str, Any]) -> Iterator[None]:
        """A context in which new nodes get these (private, "_"-prefixed) attributes."""
        with changed_scope(self, attrs=(*current_scope(self).attrs, *attrs.items())):
            yield

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """A context in which this is the default graph."""
        with defaults.GRAPHS.entered(self):
            yield self

    # ---- collections
    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to a collection."""
        self._check_not_finalized()
        self.get_collection_ref(name).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of the collections."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of a collection, optionally only the items whose name matches the regular expression `scope`."""
        items = list(self._collections.get(name, ()))
        if scope is None:
            return items
        return [item for item in items if hasattr(item, "name") and re.match(scope, item.name)]

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself; changes to the list change the graph."""
        with self._lock:
            return self._collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[Any]:
        """The names of all collections."""
        return list(self._collections)

    def clear_collection(self, name: Any) -> None:
        """Removes everything from a collection."""
        self._check_not_finalized()
        self._collections.pop(name, None)

    # ---- state
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

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Marks a tensor as one that no run may feed."""
        self._unfeedable.add(tensor)
        self.access_version += 1

    def is_feedable(self, tensor: Tensor) -> bool:
        """Whether a run may feed the tensor."""
        return tensor not in self._unfeedable

    def prevent_fetching(self, op: Operation) -> None:
        """Marks an operation as one that no run may fetch."""
        self._unfetchable.add(op)
        self.access_version += 1

    def is_fetchable(self, element: Tensor | Operation) -> bool:
        """Whether a run may fetch the tensor or operation."""
        return (element.op if isinstance(element, Tensor) else element) not in self._unfetchable

    # ---- messages
    def as_graph_def(self, add_shapes: bool = False) -> Any:
        """The graph as a `GraphDef` message, with `_output_shapes` attributes if `add_shapes`."""
        return graph_io.graph_to_proto(self, add_shapes)

    def node_def(self, op: Operation) -> Any:
        """One node as a `NodeDef` message."""
        return graph_io.node_to_proto(op)

    @property
    def graph_def_versions(self) -> Any:
        """The `VersionDef` message that the graph is exported with."""
        return graph_io.versions_to_proto(self)


def check_input_types(op_def: OpDef, attrs: Mapping[str, Any], inputs: Sequence[Tensor]) -> None:
    """Checks number and dtypes of a node's data inputs.

    Raises:
        InvalidArgumentError: They are not what the op wants; the message names both.
    """
    wanted = op_def.input_types(attrs)
    if len(wanted) != len(inputs):
        raise errors.invalid_argument(
            f"NodeDef expected inputs '{', '.join(d.name for d in wanted)}' do not match {len(inputs)} inputs specified (op {op_def.name})"
        )
    for i, (dtype, tensor) in enumerate(zip(wanted, inputs, strict=True)):
        if tensor.dtype is not dtype and (dtype.is_ref or tensor.dtype.base_dtype is not dtype):
            raise errors.invalid_argument(
                f"Input {i} of node of op {op_def.name} was passed {tensor.dtype.wire_name} from {tensor.name} "
                f"incompatible with expected {dtype.wire_name}"
            )


_GLOBAL_GRAPH = Graph()


def get_default_graph() -> Graph:
    """The innermost entered graph, or the process-wide one."""
    graph = defaults.GRAPHS.top()
    return graph if graph is not None else _GLOBAL_GRAPH


def reset_default_graph() -> None:
    """Replaces the process-wide default graph by an empty one.

    Raises:
        AssertionError: Called while a graph is entered with `as_default()`.
    """
    global _GLOBAL_GRAPH
    if defaults.GRAPHS.top() is not None:
        raise AssertionError("reset_default_graph() must not be called inside `with graph.as_default()`")
    _GLOBAL_GRAPH = Graph()
