"""TensorHandle: what a run gives for a handle of a tensor that the session keeps."""
from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from aioflow.framework.dtypes import DType
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.resources.session_handles import delete_session_tensor, get_session_tensor

if TYPE_CHECKING:
    from aioflow.session.base_session import BaseSession

MAX_DEAD_HANDLES = 10  # kept tensors without a TensorHandle before the session forgets them

_Nodes = tuple[Tensor, Any]
_NODES: weakref.WeakKeyDictionary[Graph, dict[Hashable, _Nodes]] = weakref.WeakKeyDictionary()


class HandleFedError(TypeError):
    """A feed is a `TensorHandle`, so its value must be read first; only `run` does that."""


class TensorHandle:
    """A tensor that a session keeps, until this object is gone and further handles are fetched.

    Feeding it in place of a value feeds the tensor.

    Args:
        handle: The text by which the session knows the tensor.
        dtype: The tensor's dtype.
        session: The session.
    """

    def __init__(self, handle: str, dtype: DType, session: BaseSession) -> None:
        self._handle = handle
        self._dtype = dtype
        self._session = session
        self._is_owner = True

    @property
    def handle(self) -> str:
        """The text by which the session knows the tensor; valid while this object lives."""
        return self._handle

    def get_raw_handle(self) -> str:
        """The text by which the session knows the tensor, which is now the caller's to delete."""
        self._is_owner = False
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
        self._check_owner()
        holder, value = _nodes(self._session.graph, self._handle, self._dtype)
        return await self._session.run(value, {holder: self._handle})

    async def delete(self) -> None:
        """Makes the session forget the tensor.

        Raises:
            TypeError: It was deleted before, or the caller has taken it over.
        """
        self._check_owner()
        self._is_owner = False
        await forget(self._session, [self._handle])

    def _check_owner(self) -> None:
        if not self._is_owner:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")

    def __del__(self) -> None:
        if self._is_owner:
            self._session.dead_handles.append(self._handle)


async def forget(session: BaseSession, handles: list[str]) -> None:
    """Makes a session forget tensors that it keeps."""
    for handle in handles:
        holder, deletion = _nodes(session.graph, handle, None)
        await session.run(deletion, {holder: handle})


async def with_values(feed_dict: Any) -> dict[Any, Any]:
    """A `feed_dict` with the tensors that a session keeps in place of their handles."""
    return {
        key: await value.eval() if isinstance(value, TensorHandle) else value for key, value in feed_dict.items()
    }


def handle_maker(session: BaseSession, op: Operation) -> Callable[[bytes], TensorHandle]:
    """What makes a `TensorHandle` of the result of a GetSessionHandle node; does not keep the session alive."""
    owner, dtype = weakref.ref(session), op.inputs[0].dtype.base_dtype

    def handle(text: bytes) -> TensorHandle:
        found = owner()
        assert found is not None  # it has just run the node
        return TensorHandle(text.decode(), dtype, found)

    return handle


def _nodes(graph: Graph, handle: str, dtype: DType | None) -> _Nodes:
    """Placeholder and reader (of a dtype) or deleter (None) on the handle's device, made once per graph."""
    made = _NODES.setdefault(graph, {})
    key = handle.rpartition(";")[2], dtype
    if key not in made:
        with graph.as_default(), graph.control_dependencies(None), graph.name_scope(None):
            made[key] = delete_session_tensor(handle) if dtype is None else get_session_tensor(handle, dtype)
    return made[key]
