"""Python functions as nodes. They may block, so they never run on the event loop unless the whole run does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType, as_dtype, string
from aioflow.framework.graph.python_functions import find_python_function
from aioflow.framework.kernels import KernelContext, kernel

# What an exception of user code becomes; a subclass counts as the first entry that it fits.
_STATUS: tuple[tuple[type[BaseException], Callable[[str], errors.OpError]], ...] = (
    (NotImplementedError, errors.unimplemented),
    (StopIteration, errors.out_of_range),
    (StopAsyncIteration, errors.out_of_range),
    (MemoryError, errors.resource_exhausted),
    (TypeError, errors.invalid_argument),
    (ValueError, errors.invalid_argument),
)


@kernel("PyFunc", "PyFuncStateless", blocking=True)
def py_func(ctx: KernelContext, input: list[Any], *, token: bytes, Tout: list[DType]) -> list[Any]:
    """Calls the function behind `token` with private arrays (scalars and bytes for rank 0)."""
    function = _function(token)
    try:
        # Also on the thread of the caller the function has context variables of its own, with the caller's values.
        result = copy_context().run(function, *map(_argument, input))
    except BaseException as error:
        raise _as_op_error(error) from error
    return _outputs(token, result, Tout)


@kernel("AsyncPyFunc")
async def async_py_func(ctx: KernelContext, input: list[Any], *, token: bytes, Tout: list[DType]) -> list[Any]:
    """Awaits the coroutine function behind `token` on the caller's event loop."""
    function = _function(token)
    try:
        result = await function(*map(_argument, input))
    except Exception as error:  # cancellation goes through
        raise _as_op_error(error) from error
    return _outputs(token, result, Tout)


def _function(token: bytes) -> Callable[..., Any]:
    name = token.decode(errors="replace")
    function = find_python_function(name)
    if function is None:
        raise errors.not_found(
            f"no Python function is behind token {name!r}: it belongs to the program that built the graph, "
            "and does not travel with a GraphDef"
        )
    return function


def _argument(value: Any) -> Any:
    """A value as user code gets it: private, so that writing into it changes nothing else."""
    return value[()] if np.ndim(value) == 0 else np.array(value)


def _as_op_error(error: BaseException) -> errors.OpError:
    make = next((make for kind, make in _STATUS if isinstance(error, kind)), errors.unknown)
    return make(f"{type(error).__name__}: {error}")


def _outputs(token: bytes, result: Any, dtypes: Sequence[DType]) -> list[Any]:
    values = [] if result is None else list(result) if isinstance(result, (list, tuple)) else [result]
    name = token.decode(errors="replace")
    if len(values) != len(dtypes):
        raise errors.invalid_argument(f"{name} returns {len(values)} values, but expects to see {len(dtypes)} values.")
    return [_output(name, i, value, dtype) for i, (value, dtype) in enumerate(zip(values, dtypes, strict=True))]


def _output(name: str, index: int, value: Any, dtype: DType) -> Any:
    try:
        array = np.asarray(value)
    except ValueError as fault:  # lists of different lengths
        raise errors.invalid_argument(f"{index}-th value returned by {name} is no array: {fault}") from None
    if array.dtype.kind in "SUO":
        array = _bytes_array(name, index, value)
    if array.dtype != dtype.as_numpy_dtype:
        raise errors.invalid_argument(
            f"{index}-th value returned by {name} is {_dtype_name(array)}, but expects {dtype.name}"
        )
    return array.copy() if array is value else array  # user code may go on writing into its array


def _dtype_name(array: Any) -> str:
    try:
        return as_dtype(array.dtype).name
    except TypeError:  # a time, a record, ...
        return str(array.dtype)


def _bytes_array(name: str, index: int, value: Any) -> Any:
    objects = np.asarray(value, object)
    flat = [item.encode() if isinstance(item, str) else item for item in objects.ravel().tolist()]
    if not all(isinstance(item, bytes) for item in flat):
        wrong = next(item for item in flat if not isinstance(item, bytes))
        raise errors.invalid_argument(
            f"{index}-th value returned by {name} holds {wrong!r}; a {string.name} holds str or bytes"
        )
    array = np.empty(len(flat), object)
    array[:] = flat
    return array.reshape(objects.shape)
