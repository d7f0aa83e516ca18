"""OpKernel: a registered kernel bound to one node, so that a call of it takes values only."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels.kernel_registry import KernelDef, KernelKind, find_kernel, registered_kernels
from aioflow.framework.limits import check_may_run
from aioflow.framework.op_def import OPS, OpDef

if TYPE_CHECKING:
    from aioflow.framework.devices.devices import Device


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
        kept_output: The only output, of a kernel that gives the same one in every call and has given it, such as the
            handle of a queue; else None. Generated code has it as a constant.
    """

    __slots__ = (
        "_xp",
        "attrs",
        "compute",
        "definition",
        "device",
        "kept_output",
        "node_name",
        "num_outputs",
        "op_def",
        "output_dtypes",
        "single_output",
        "state",
    )  # fmt: skip

    def __init__(self, node_name: str, op_def: OpDef, attrs: Mapping[str, Any], definition: KernelDef, xp: Any) -> None:
        self.node_name = node_name
        self.op_def = op_def
        self.attrs = attrs
        self.definition = definition
        # A reference edge carries a variable and no array, so there is no dtype of its value to be checked.
        types = op_def.output_types(attrs)
        self.output_dtypes = tuple(None if dtype.is_ref else dtype.numpy_dtype for dtype in types)
        self.num_outputs = len(self.output_dtypes)
        self.single_output = len(op_def.outputs) == 1 and not op_def.outputs[0].is_list
        self.device: Device  # has no value until a session places the node
        self.state: dict[str, Any] = {}
        self.kept_output: Any = None
        # Once per node: a specialised function has settled by the attributes what others settle in each call.
        function = None if definition.specialized is None else definition.specialized(attrs)
        if function is None:
            function = _function_of_flat_inputs(op_def, attrs, definition)
        self.compute = partial(function, xp) if definition.kind is KernelKind.PURE else function
        self._xp = xp

    def with_constants(self, known: Mapping[int, Any]) -> tuple[Callable[..., Any], list[int]] | None:
        """A faster function for some inputs that are always the same, and which flat inputs it takes; None for none.

        Args:
            known: Which of the flat inputs is always the same -> its value.
        """
        make = self.definition.with_constants
        if make is None or not known:
            return None
        constants: dict[str, Any] = {}
        others: list[str] = []
        taken: list[int] = []
        start = 0
        for arg in self.op_def.inputs:
            end = start + len(arg.expand(self.attrs))
            if start in known and not arg.is_list:
                constants[arg.name] = known[start]
            else:
                others.append(arg.name)
                taken += range(start, end)
            start = end
        function = make(self._xp, self.attrs, constants, others) if constants else None
        return None if function is None else (function, taken)

    @property
    def gives_plain_outputs(self) -> bool:
        """Whether what the function returns are the outputs themselves, one per output or a tuple of them."""
        # A reference is a variable, which is not looked at any more.
        if any(dtype is not None and dtype.hasobject for dtype in self.output_dtypes):
            return False
        return not any(arg.is_list for arg in self.op_def.outputs)

    def outputs(self, result: Any) -> list[Any]:
        """The result of the kernel function as a flat list with one value (or None) per output, dtypes checked.

        Raises:
            InternalError: The number of outputs or a dtype is not what the op declares.
        """
        if self.single_output and getattr(result, "dtype", None) is self.output_dtypes[0] is not None:
            return [result]  # nearly all results, without the calls below
        values = [result] if self.single_output else self._flatten(result)
        if len(values) != self.num_outputs:
            raise errors.internal(f"kernel of op {self.op_def.name} gave {len(values)} outputs, not {self.num_outputs}")
        for i, value in enumerate(values):
            if value is not None:
                values[i] = self._checked(i, value)
        return values

    def _checked(self, i: int, value: Any) -> Any:
        wanted = self.output_dtypes[i]
        # The comparison by identity comes first: it is true nearly always, and `==` of numpy's dtypes costs more.
        dtype = getattr(value, "dtype", None)
        if dtype is wanted or wanted is None or dtype == wanted:
            return value
        if dtype is None and wanted.hasobject:  # a bare handle or string, which kernels may return as it is
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
    # Not `np.array(value, object)`, which would look inside a sequence and make an array of its elements.
    array = np.empty((), object)
    array[()] = value
    return array


def _function_of_flat_inputs(op_def: OpDef, attrs: Mapping[str, Any], definition: KernelDef) -> Callable[..., Any]:
    """The kernel function with its attributes, taking the elements of list arguments one by one."""
    wanted = {name: attrs[name.rstrip("_")] for name in definition.parameters[1]}
    function = partial(definition.function, **wanted) if wanted else definition.function
    # Only where it is needed: the wrapper costs a call per node and step.
    if any(arg.is_list for arg in op_def.inputs):
        function = _grouping(function, op_def, attrs)
    return function


def _grouping(function: Callable[..., Any], op_def: OpDef, attrs: Mapping[str, Any]) -> Any:
    """`function` behind a wrapper that gathers the flat inputs of each list argument into one list."""
    spans: list[tuple[int, int, bool]] = []
    start = 0
    for arg in op_def.inputs:
        end = start + len(arg.expand(attrs))
        spans.append((start, end, arg.is_list))
        start = end

    # `first` is `xp` or the context; the flat inputs come behind it.
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
    # Here, since whatever runs has been bound: sessions, constant folding and functions come this way.
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
    # Of the attributes only types choose a kernel; the others would hide them.
    types = {name: attrs[name] for name, attr in OPS[op].attrs.items() if attr.element_kind == "type" and name in attrs}
    offered = [f"device={k.device_type or 'any'!r} {dict(k.constraints)} label={k.label!r}" for k in available]
    return errors.invalid_argument(
        f"No OpKernel was registered to support Op '{op}' used by node {node_name!r} with {types} and label "
        f"{attrs.get('_kernel', b'')!r} on device {device_type}; registered kernels: {'; '.join(offered)}"
    )
