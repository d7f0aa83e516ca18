"""Registration of kernels that compute with torch tensors on devices of type GPU.

A kernel is a function of `xp`, which is the device's `Tensors`, and of torch tensors; what is on the host stays a numpy
array. It may refuse whatever it does not take (`refuse_unless`), and torch may refuse it: then the CPU's kernel gets
copies of the inputs. It says what is wrong with them in the words that users know, or, where nothing is, it computes
the result.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import numpy as np
import torch

from aioflow import errors
from aioflow.framework.dtypes import (
    bfloat16,
    bool_,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from aioflow.framework.kernels import OpKernel, find_kernel, kernel
from aioflow.framework.kernels.kernel_registry import KernelFunction
from aioflow.framework.op_def import OPS
from aioflow.kernels.arrays import no_room
from aioflow.packs.cuda.tensors import DeviceArray

TYPE = "GPU"
FLOATS = frozenset({float16, bfloat16, float32, float64})
COMPLEX = frozenset({complex64, complex128})
# Those of 32 bits are shapes and counters, which stay on the host (`framework/kernels/host_arguments.py`).
INTEGERS = frozenset({int8, int16, int64, uint8})
NUMBERS = FLOATS | INTEGERS
ALL = NUMBERS | COMPLEX | {bool_}
ALL_WITH_INT32 = ALL | {int32}
"""For ops that may have integers of 32 bits in the device's memory, as indices for instance."""


class Refused(Exception):
    """The kernel does not take these inputs: the CPU's kernel is to say why, or to compute."""


def refuse_unless(condition: Any) -> None:
    """Leaves inputs that do not meet a condition to the CPU's kernel."""
    if not condition:
        raise Refused


def on_tensors(
    *ops: str, host: Collection[str] | None = None, **constraints: Any
) -> Callable[[KernelFunction], KernelFunction]:
    """Registers the decorated function of torch tensors as the kernel of `ops` on devices of type GPU.

    Args:
        ops: Op names.
        host: Which arguments are on the host; see `kernel`.
        constraints: Type attribute name -> the dtypes that it takes.
    """

    def register(function: KernelFunction) -> KernelFunction:
        for op in ops:
            specialized = partial(bound, op, function)
            kernel(op, device=TYPE, host=host, specialized=specialized, **constraints)(function)
        return function

    return register


def with_inputs(op: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel function of an op's inputs, by their names, that calls a function of tensors."""
    names = tuple(arg.name for arg in OPS[op].inputs)
    return _BY_INPUTS[names](function)


# Kernels are known by the names of their parameters.
_BY_INPUTS: Mapping[tuple[str, ...], Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    ("x",): lambda f: lambda xp, x: f(x),
    ("input",): lambda f: lambda xp, input: f(input),
    ("features",): lambda f: lambda xp, features: f(features),
    ("x", "y"): lambda f: lambda xp, x, y: f(x, y),
    ("y", "x"): lambda f: lambda xp, y, x: f(y, x),
    ("y", "dy"): lambda f: lambda xp, y, dy: f(y, dy),
    ("gradients", "features"): lambda f: lambda xp, gradients, features: f(gradients, features),
    ("gradients", "outputs"): lambda f: lambda xp, gradients, outputs: f(gradients, outputs),
}


def bound(op: str, function: Callable[..., Any], attrs: Mapping[str, Any]) -> Callable[..., Any]:
    """The function of `xp` and flat inputs, arrays of the device, that runs a node with these attributes."""
    code = function.__code__
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    call = partial(function, **{name: attrs[name.rstrip("_")] for name in names})
    spans = _list_spans(op, attrs)
    on_host = _OnHost(op, attrs)

    def compute(xp: Any, *inputs: Any) -> Any:
        given = [value.tensor if type(value) is DeviceArray else value for value in inputs]
        if spans is not None:
            given = [given[start:end] if is_list else given[start] for start, end, is_list in spans]
        try:
            with xp.stream():
                return wrapped(call(xp, *given))
        except errors.ResourceExhaustedError:
            raise
        except (torch.OutOfMemoryError, MemoryError):
            pass  # the context of what is raised below would hold the tensors
        except (Refused, errors.OpError, RuntimeError, IndexError, ValueError, TypeError) as refusal:
            xp.note_refusal(op, refusal)  # or raises: a device that has died refuses whatever it is asked
            return on_host(xp, inputs, refusal)
        return _again(xp, call, given)

    return compute


def _again(xp: Any, call: Callable[..., Any], given: list[Any]) -> Any:
    """Calls a kernel that had no memory once more, when what nobody uses has been given back."""
    xp.release_cached()
    try:
        with xp.stream():
            return wrapped(call(xp, *given))
    except (torch.OutOfMemoryError, MemoryError):
        shape, dtype = _largest(given)
    raise no_room(shape, dtype)


def _largest(given: list[Any]) -> tuple[tuple[int, ...], Any]:
    """Shape and dtype of the largest input: torch does not say which tensor it had no room for."""
    flat = [x for value in given for x in (value if isinstance(value, list) else [value])]
    tensors = [value for value in flat if isinstance(value, torch.Tensor)]
    if not tensors:
        return (), np.dtype(np.float32)
    largest = DeviceArray(max(tensors, key=lambda tensor: tensor.nbytes))
    return largest.shape, largest.dtype


def wrapped(result: Any) -> Any:
    """What a kernel gave, its tensors as arrays of the device."""
    if isinstance(result, torch.Tensor):
        return DeviceArray(result)
    if isinstance(result, (list, tuple)):
        return type(result)(wrapped(value) for value in result)
    return result  # on the host, or not produced


def _list_spans(op: str, attrs: Mapping[str, Any]) -> list[tuple[int, int, bool]] | None:
    """Where the inputs begin and end among the flat ones, and which are lists; None if none is."""
    args = OPS[op].inputs
    if not any(arg.is_list for arg in args):
        return None
    spans, start = [], 0
    for arg in args:
        end = start + len(arg.expand(attrs))
        spans.append((start, end, arg.is_list))
        start = end
    return spans


class _OnHost:
    """The CPU's kernel of a node, for what torch does not take; found when it is first needed."""

    def __init__(self, op: str, attrs: Mapping[str, Any]) -> None:
        self._op, self._attrs = op, attrs
        self._kernel: OpKernel | None = None

    def __call__(self, xp: Any, inputs: tuple[Any, ...], refusal: Exception) -> Any:
        """Computes with copies of the inputs."""
        if self._kernel is None:
            definition = find_kernel(self._op, self._attrs, "CPU")
            if definition is None:
                raise errors.unimplemented(f"{self._op} on {TYPE}: {refusal}") from refusal
            self._kernel = OpKernel("", OPS[self._op], self._attrs, definition, np)
        copies = [xp.to_host(value) if type(value) is DeviceArray else value for value in inputs]
        with np.errstate(all="ignore"):
            result = self._kernel.compute(*copies)
        return _moved(xp, result)


def _moved(xp: Any, result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(_moved(xp, value) for value in result)
    return result if result is None else xp.from_host(result)
