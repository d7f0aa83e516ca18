"""RefVariable: a variable that ops reach by a reference; what TensorFlow 1 makes unless told otherwise."""
from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from aioflow.framework import DType, TensorShape
from aioflow.framework.graph import Operation, Tensor, get_default_graph
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import state as gen_state
from aioflow.ops.variables.initial_values import safe_initial_value
from aioflow.ops.variables.variable import Variable


class RefVariable(Variable, is_resource=False):
    """A variable whose readers may see later changes of the same run; see `Variable`."""

    def _build(self, scope: str, given: Any, dtype: DType | None, validate_shape: bool, caching_device: Any) -> None:
        graph = get_default_graph()
        name = scope.removesuffix("/")
        # A function builds its value here, beside the variable. A value or tensor that is given was built elsewhere,
        # and is not moved.
        with self._beside(name) if callable(given) else nullcontext():
            with self._initializing() if callable(given) else nullcontext():
                shape = self._note_initial_value(given, dtype, validate_shape)
            self._reference = gen_state.variable_v2(shape=shape, dtype=self.initial_value.dtype.base_dtype, name=scope)
        # Computed after the node of the variable, as in TensorFlow: copies of nodes take the later names.
        initial = safe_initial_value(self.initial_value, name)
        self.initializer = gen_state.assign(self._reference, initial, validate_shape=validate_shape, name="Assign").op
        # The snapshot "NAME/read" is one node for all readers: one copy to another device serves them all, and graph
        # tools find the value of a variable by this name.
        where = graph.colocate_with(self.op) if caching_device is None else graph.device(caching_device)
        with where:
            self._snapshot = gen_array.identity(self._reference, name="read")

    def _read_nodes(self, variable: Tensor, snapshot: Tensor) -> None:
        self._reference, self._snapshot = variable, snapshot

    @property
    def _snapshot_tensor(self) -> Tensor:
        return self._snapshot

    @property
    def op(self) -> Operation:
        """The VariableV2 node that holds the value."""
        return self._reference.op

    @property
    def dtype(self) -> DType:
        """The type of references to its elements."""
        return self._reference.dtype

    @property
    def shape(self) -> TensorShape:
        """Its shape, as far as it is known; `set_shape` adds to that."""
        return self._reference.shape

    def value(self) -> Tensor:
        """The snapshot that all readers of a run share."""
        return self._snapshot

    def read_value(self) -> Tensor:
        """A new node that reads the reference when it runs."""
        return gen_array.identity(self._reference, name="read")

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether it has a value, [] bool."""
        return gen_state.is_variable_initialized(self._reference, name)

    def set_shape(self, shape: Any) -> None:
        """Adds knowledge about the shape; `ValueError` when it contradicts what is known."""
        # Both, because readers take the snapshot and updates the reference.
        self._reference.set_shape(shape)
        self._snapshot.set_shape(shape)

    def _ref(self) -> Tensor:
        return self._reference

    def _as_graph_element(self) -> Tensor:
        return self._reference

    def _converted(self, as_ref: bool) -> Tensor:
        # Only an op that declares a reference gets one. All others share the snapshot, so the variable is read once
        # for all of them.
        return self._reference if as_ref else self._snapshot

    # ---- changes; `VariableUpdates` says what they do
    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Stores `value`; see `VariableUpdates.assign`. Returns the reference, or the operation."""
        # The op's output is the reference again: who reads it, reads after the change.
        stored = gen_state.assign(self._reference, value, use_locking=use_locking, name=name)
        return stored if read_value else stored.op

    def assign_add(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds `delta`; see `VariableUpdates.assign_add`. Returns the reference, or the operation."""
        stored = gen_state.assign_add(self._reference, delta, use_locking=use_locking, name=name)
        return stored if read_value else stored.op

    def assign_sub(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta`; see `VariableUpdates.assign_sub`. Returns the reference, or the operation."""
        stored = gen_state.assign_sub(self._reference, delta, use_locking=use_locking, name=name)
        return stored if read_value else stored.op

    def count_up_to(self, limit: int, name: str | None = None) -> Tensor:
        """Adds 1 until it is `limit`; see `VariableUpdates.count_up_to`."""
        return gen_state.count_up_to(self._reference, limit=limit, name=name)

    def _scatter(self, kind: str, indices: Any, updates: Any, use_locking: bool, name: str | None) -> Any:
        build = getattr(gen_state, f"scatter_{kind}")
        return build(self._reference, indices, updates, use_locking=use_locking, name=name)
