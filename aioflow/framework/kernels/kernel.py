"""Kernels: small functions that compute one op, and how a node finds and binds its own.

A kernel's kind is visible in its signature. Behind the first parameter come the op's inputs by name (a list input as
one list), then, keyword-only, those attributes that it wants.

    @kernel("MatMul")
    def mat_mul(xp, a, b, *, transpose_a, transpose_b): ...         # xp: pure, sees arrays only

    @kernel("AssignVariableOp")
    def assign_variable(ctx, resource, value, *, dtype): ...        # ctx: stateful, sees a KernelContext

    @kernel("QueueDequeueV2")
    async def queue_dequeue(ctx, handle, *, component_types): ...   # async: may wait, runs on the event loop

A kernel returns its output, a tuple of outputs where the op has several (a list output is one list in it), or None
where the op has none. An output may be `None` for "not produced" (a Switch's other side).
"""
from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from aioflow import errors
from aioflow.framework.devices.devices import Device
from aioflow.framework.dtypes import DType
from aioflow.framework.limits import check_may_run
from aioflow.framework.op_def import OPS, OpDef

KernelFunction = TypeVar("KernelFunction", bound=Callable[..., Any])
_IS_COROUTINE = 0x80  # inspect.CO_COROUTINE; `inspect` itself costs 10 ms to import
ANY_DEVICE = ""


class KernelKind(enum.Enum):
    """What a kernel may touch."""

    PURE = "xp"
    STATEFUL = "ctx"
    WAITING = "async"


@dataclass(frozen=True, slots=True)
class KernelDef:
    """A registered kernel.

    Attributes:
        device_type: "CPU", "GPU", ...; "" serves every device that has no kernel of its own.
        constraints: Type attribute -> dtypes that this kernel takes; what is absent is as the op declares.
        label: Must equal the node's `_kernel` attribute.
        priority: The highest wins among those that fit.
        blocking: It runs foreign code that may block, so it must not run on the event loop.
        cheap: Its cost is that of moving a reference; it is never worth a thread.
        specialized: For a node's attributes gives a faster function of `xp` and the flat inputs, or None.
    """

    op: str
    function: Callable[..., Any]
    kind: KernelKind
    device_type: str = "CPU"
    constraints: Mapping[str, Collection[DType]] = field(default_factory=dict)
    label: str = ""
    priority: int = 0
    blocking: bool = False
    cheap: bool = False
    specialized: Callable[[Mapping[str, Any]], Callable[..., Any] | None] | None = None

    @property
    def parameters(self) -> tuple[list[str], list[str]]:
        """Names of the positional parameters behind the first one, and of the keyword-only ones."""
        code = self.function.__code__
        names, count = code.co_varnames, code.co_argcount
        return list(names[1:count]), list(names[count : count + code.co_kwonlyargcount])

    def check(self, op_def: OpDef) -> None:
        """Checks the function's parameters against the op.

        Raises:
            TypeError: An input is missing or misnamed, or a keyword names no attribute.
        """
        inputs, attrs = self.parameters
        wanted = [_parameter_name(arg.name) for arg in op_def.inputs]
        unknown = [name for name in attrs if name.rstrip("_") not in op_def.attrs]
        if inputs != wanted or unknown:
            raise TypeError(
                f"kernel {self.function.__qualname__} of op {self.op} takes inputs {inputs} and attributes {attrs}; "
                f"the op has inputs {wanted} and attributes {sorted(op_def.attrs)}"
            )

    def fits(self, attrs: Mapping[str, Any]) -> bool:
        """Whether the kernel takes a node with these attributes."""
        for name, allowed in self.constraints.items():
            value = attrs[name]
            if not all(dtype in allowed for dtype in (value if isinstance(value, (list, tuple)) else (value,))):
                return False
        return bool(attrs.get("_kernel", b"") == self.label.encode())


_KEYWORDS = frozenset({"lambda", "in", "is", "from", "global", "class", "def", "if", "while", "for", "with", "not"})


def _parameter_name(name: str) -> str:
    """An argument's name as a Python parameter: a trailing underscore where it is a keyword."""
    return name + "_" if name in _KEYWORDS else name


_KERNELS: dict[str, list[KernelDef]] = {}
_PACKAGES: list[str] = []  # those that are still to be imported


def kernel(
    *ops: str,
    device: str = "CPU",
    label: str = "",
    priority: int = 0,
    blocking: bool = False,
    cheap: bool = False,
    specialized: Callable[[Mapping[str, Any]], Callable[..., Any] | None] | None = None,
    **constraints: Collection[DType],
) -> Callable[[KernelFunction], KernelFunction]:
    """Registers the decorated function as the kernel of `ops` (all with the same inputs).

    Args:
        ops: Op names.
        device: Device type, or "" for any.
        label: The `_kernel` label that selects it.
        priority: The highest wins.
        blocking: See `KernelDef`.
        cheap: See `KernelDef`.
        specialized: See `KernelDef`.
        constraints: Type attribute name -> the dtypes it takes, as in `T=FLOATING`.

    Raises:
        TypeError: The first parameter is neither `xp` nor `ctx`.
    """

    def register(function: KernelFunction) -> KernelFunction:
        kind = _kind_of(function)
        for op in ops:
            definition = KernelDef(
                op, function, kind, device, constraints, label, priority, blocking, cheap, specialized
            )
            _KERNELS.setdefault(op, []).append(definition)
        return function

    return register


register_kernel = kernel


def _kind_of(function: Callable[..., Any]) -> KernelKind:
    code = function.__code__
    first = code.co_varnames[0] if code.co_argcount else ""
    if first not in ("xp", "ctx"):
        raise TypeError(f"the first parameter of kernel {function.__qualname__} must be xp or ctx, not {first!r}")
    if code.co_flags & _IS_COROUTINE:
        return KernelKind.WAITING
    return KernelKind.PURE if first == "xp" else KernelKind.STATEFUL


def kernels_are_in(package: str) -> None:
    """Names a package whose import registers kernels; it is imported when a kernel is first looked for."""
    _PACKAGES.append(package)


def _import_packages() -> None:
    for package in tuple(_PACKAGES):
        import_module(package)  # waits while another thread is at it
    _PACKAGES.clear()


def registered_kernels(op: str) -> Sequence[KernelDef]:
    """All kernels of `op`, in order of registration."""
    if _PACKAGES:
        _import_packages()
    return _KERNELS.get(op, ())


def ops_with_kernels() -> list[str]:
    """Names of all ops that have a kernel, sorted."""
    if _PACKAGES:
        _import_packages()
    return sorted(_KERNELS)


def find_kernel(op: str, attrs: Mapping[str, Any], device_type: str) -> KernelDef | None:
    """The kernel of highest priority that fits a node, or None.

    Raises:
        InvalidArgumentError: Two fit with the same priority.
    """
    for wanted in (device_type, ANY_DEVICE):
        fitting = [k for k in registered_kernels(op) if k.device_type == wanted and k.fits(attrs)]
        fitting.sort(key=lambda k: -k.priority)
        if len(fitting) > 1 and fitting[0].priority == fitting[1].priority:
            raise errors.invalid_argument(f"Multiple OpKernel registrations match op {op} on {wanted or 'any device'}")
        if fitting:
            return fitting[0]
    return None


class OpKernel:
    """A kernel bound to one node: attributes and device are fixed, so that a call takes values only.

    Attributes:
        node_name: The node it serves.
        attrs: The node's attributes.
        definition: The registered kernel.
        output_dtypes: What each output must be, a tuple of numpy dtypes; None for a reference to a variable.
        compute: Takes the flat input values (behind the `KernelContext` for kernels that want one) and returns what
            the kernel function returned.
        device: Where the node is placed; unset until a session places it.
        state: Whatever a stateful kernel keeps between calls; lives as long as the session.
    """

    __slots__ = (
        "attrs", "compute", "definition", "device", "node_name", "num_outputs", "op_def", "output_dtypes",
        "single_output", "state",
    )  # fmt: skip

    def __init__(self, node_name: str, op_def: OpDef, attrs: Mapping[str, Any], definition: KernelDef, xp: Any) -> None:
        self.node_name = node_name
        self.op_def = op_def
        self.attrs = attrs
        self.definition = definition
        types = op_def.output_types(attrs)
        self.output_dtypes = tuple(None if dtype.is_ref else dtype.as_numpy_dtype for dtype in types)
        self.num_outputs = len(self.output_dtypes)
        self.single_output = len(op_def.outputs) == 1 and not op_def.outputs[0].is_list
        self.device: Device  # has no value until a session places the node
        self.state: dict[str, Any] = {}
        function = None if definition.specialized is None else definition.specialized(attrs)
        if function is None:
            function = _function_of_flat_inputs(op_def, attrs, definition)
        self.compute = partial(function, xp) if definition.kind is KernelKind.PURE else function

    @property
    def gives_plain_outputs(self) -> bool:
        """Whether what the function returns are the outputs themselves, one per output or a tuple of them."""
        if any(dtype is None or dtype.hasobject for dtype in self.output_dtypes):
            return False
        return not any(arg.is_list for arg in self.op_def.outputs)

    def outputs(self, result: Any) -> list[Any]:
        """What the kernel function returned, as a flat list with one value (or None) per output, dtypes checked.

        Raises:
            InternalError: The number of outputs or a dtype is not what the op declares.
        """
        values = [result] if self.single_output else self._flatten(result)
        if len(values) != self.num_outputs:
            raise errors.internal(f"kernel of op {self.op_def.name} gave {len(values)} outputs, not {self.num_outputs}")
        for i, value in enumerate(values):
            if value is not None:
                values[i] = self._checked(i, value)
        return values

    def _checked(self, i: int, value: Any) -> Any:
        wanted = self.output_dtypes[i]
        dtype = getattr(value, "dtype", None)
        if dtype is wanted or wanted is None or dtype == wanted:
            return value
        if dtype is None and wanted.hasobject:
            return as_object_array(value)
        raise errors.internal(
            f"output {i} of op {self.op_def.name} has dtype {dtype or type(value).__name__}, which does not match "
            f"declared output type {wanted}"
        )

    def _flatten(self, result: Any) -> list[Any]:
        if result is None:
            return []
        args = self.op_def.outputs
        if len(args) == 1:
            return list(result)
        count = len(result) if isinstance(result, (tuple, list)) else 1
        if count != len(args):
            raise errors.internal(f"kernel of op {self.op_def.name} gave {count} outputs, not {len(args)}")
        flat: list[Any] = []
        for arg, value in zip(args, result, strict=True):
            flat.extend(value) if arg.is_list else flat.append(value)
        return flat


def as_object_array(value: Any) -> np.ndarray[Any, Any]:
    """`value` (a string, a handle, a variant) as a rank-0 object array; an array comes back as it is."""
    if isinstance(value, np.ndarray):
        return value
    array = np.empty((), object)
    array[()] = value
    return array


def _function_of_flat_inputs(op_def: OpDef, attrs: Mapping[str, Any], definition: KernelDef) -> Callable[..., Any]:
    """The kernel function with its attributes, taking the elements of list arguments one by one."""
    wanted = {name: attrs[name.rstrip("_")] for name in definition.parameters[1]}
    function = partial(definition.function, **wanted) if wanted else definition.function
    if any(arg.is_list for arg in op_def.inputs):
        function = _grouping(function, op_def, attrs, definition.kind is not KernelKind.PURE)
    return function


def _grouping(function: Callable[..., Any], op_def: OpDef, attrs: Mapping[str, Any], has_context: bool) -> Any:
    """`function` behind a wrapper that gathers the flat inputs of each list argument into one list."""
    spans: list[tuple[int, int, bool]] = []
    start = 0
    for arg in op_def.inputs:
        end = start + len(arg.expand(attrs))
        spans.append((start, end, arg.is_list))
        start = end

    def grouped(first: Any, *flat: Any) -> Any:
        return function(first, *[list(flat[a:b]) if is_list else flat[a] for a, b, is_list in spans])

    return grouped


def bind_kernel(node_name: str, op: str, attrs: Mapping[str, Any], device_type: str, xp: Any) -> OpKernel:
    """Finds and binds the kernel of a node.

    Raises:
        UnimplementedError: aioflow has no kernel for the op at all.
        InvalidArgumentError: It has some, but none, or more than one, for these dtypes, this label and device.
        PermissionDeniedError: The node is of an untrusted graph and would touch files that it may not.
    """
    check_may_run(node_name, op, attrs)
    definition = find_kernel(op, attrs, device_type)
    if definition is None:
        raise no_kernel(node_name, op, attrs, device_type)
    return OpKernel(node_name, OPS[op], attrs, definition, xp)


def no_kernel(node_name: str, op: str, attrs: Mapping[str, Any], device_type: str) -> errors.OpError:
    """The error for a node that has no kernel: what was wanted, what there is."""
    available = registered_kernels(op)
    if not available:
        return errors.unimplemented(f"aioflow has no kernel for op {op} (node {node_name!r})")
    types = {name: attrs[name] for name, attr in OPS[op].attrs.items() if attr.element_kind == "type" and name in attrs}
    offered = [f"device={k.device_type or 'any'!r} {dict(k.constraints)} label={k.label!r}" for k in available]
    return errors.invalid_argument(
        f"No OpKernel was registered to support Op '{op}' used by node {node_name!r} with {types} and label "
        f"{attrs.get('_kernel', b'')!r} on device {device_type}; registered kernels: {'; '.join(offered)}"
    )
