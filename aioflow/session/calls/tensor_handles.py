"""TensorHandle: the result of a run that keeps a tensor in the session."""
from __future__ import annotations

import weakref
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Protocol

from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Graph, Tensor
from aioflow.ops.resources.session_handles import delete_session_tensor, get_session_tensor

# Tensors without a `TensorHandle` that pile up before the session forgets them: forgetting runs a step each, which no
# finalizer can do, so that they wait for a call that fetches handles anyway. The number is TensorFlow's.
MAX_DEAD_HANDLES = 10

_Nodes = tuple[Tensor, Any]
# Weak, because the nodes of a graph are of no use without it; nodes for the same device and dtype serve all sessions.
_NODES: weakref.WeakKeyDictionary[Graph, dict[Hashable, _Nodes]] = weakref.WeakKeyDictionary()


class HandleOwner(Protocol):
    """The session behind a handle, as far as handles ask for it.

    Attributes:
        graph: The graph that gets the nodes which read and delete.
        dead_handles: Handles of kept tensors that nobody else holds. Only appended to here, by finalizers, which may
            interrupt anything on any thread.
    """

    graph: Graph
    dead_handles: list[str]

    async def run(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> Any:
        """Runs one step."""


class HandleFedError(TypeError):
    """A feed is a `TensorHandle`, so its value must be read first; only `run` does that."""


class TensorHandle:
    """A tensor that a session keeps, until this object is gone and further handles are fetched.

    Feeding it in place of a value feeds the tensor.

    Args:
        handle: The text by which the session knows the tensor.
        dtype: The tensor's dtype.
        owner: Keeps it.
    """

    def __init__(self, handle: str, dtype: DType, owner: HandleOwner) -> None:
        self._handle = handle
        self._dtype = dtype
        self._owner = owner  # strongly: the tensor is of use as long as somebody can run something with it
        self._is_live = True  # until it is deleted, or the caller has asked for the text to delete it himself

    @property
    def handle(self) -> str:
        """The text by which the session knows the tensor; valid while this object lives."""
        return self._handle

    def get_raw_handle(self) -> str:
        """The text by which the session knows the tensor, which is now the caller's to delete."""
        self._is_live = False
        return self._handle

    def __str__(self) -> str:
        return self._handle

    def __repr__(self) -> str:
        return f"<TensorHandle {self._handle} dtype={self._dtype.name}>"

    async def eval(self) -> Any:
        """The tensor's value.

        Raises:
            TypeError: It was deleted, or the caller has taken it over.
        """
        self._check_live()
        holder, value = _nodes(self._owner.graph, self._handle, self._dtype)
        return await self._owner.run(value, {holder: self._handle})

    async def delete(self) -> None:
        """Makes the session forget the tensor.

        Raises:
            TypeError: It was deleted before, or the caller has taken it over.
        """
        self._check_live()
        self._is_live = False
        await _forget(self._owner, self._handle)

    def _check_live(self) -> None:
        if not self._is_live:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")

    def __del__(self) -> None:
        # Only noted. Forgetting is a run, and a finalizer may come on any thread, inside a run or without any loop.
        if self._is_live:
            self._owner.dead_handles.append(self._handle)


async def forget_dead(owner: HandleOwner) -> None:
    """Makes a session forget the tensors whose handles are gone, once there are enough of them."""
    if len(owner.dead_handles) <= MAX_DEAD_HANDLES:
        return
    # Exchanged first, since finalizers append at any moment, and the steps that follow let others run.
    dead, owner.dead_handles = owner.dead_handles, []
    for handle in dead:
        await _forget(owner, handle)


async def _forget(owner: HandleOwner, handle: str) -> None:
    holder, deletion = _nodes(owner.graph, handle, None)
    await owner.run(deletion, {holder: handle})


async def kept_values(values: Iterable[Any]) -> list[Any]:
    """Reads the tensors that a session keeps and puts them in place of their handles."""
    return [await value.eval() if isinstance(value, TensorHandle) else value for value in values]


def _nodes(graph: Graph, handle: str, dtype: DType | None) -> _Nodes:
    """Placeholder and reader (of a dtype) or deleter (None) on the handle's device, made once per graph."""
    # The text of a handle ends in the name of the device that has the tensor, on which alone the nodes depend.
    made = _NODES.setdefault(graph, {})
    key = handle.rpartition(";")[2], dtype
    # Outside of all scopes: the caller's control dependencies and names are no business of these nodes, which serve all
    # later calls as well.
    if key not in made:
        with graph.as_default(), graph.control_dependencies(None), graph.name_scope(None):
            made[key] = delete_session_tensor(handle) if dtype is None else get_session_tensor(handle, dtype)
    return made[key]
