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
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, TypeVar

from aioflow import errors
from aioflow.framework import DType, OpDef, Registry
from aioflow.framework.families import KernelPackage

KernelFunction = TypeVar("KernelFunction", bound=Callable[..., Any])
# Read from the code object and not by `inspect`: all kernels are looked at when they are registered.
_IS_COROUTINE = 0x80  # inspect.CO_COROUTINE; `inspect` itself costs 10 ms to import
ANY_DEVICE = ""
Compute = Callable[..., Any]
WithConstants = Callable[[Any, Mapping[str, Any], Mapping[str, Any], Sequence[str]], Compute | None]
"""Makes a faster function for a node some of whose inputs are always the same.

It is given `xp`, the node's attributes, name of an input -> its value, and the names of the inputs that the function
takes, in order; an input that is a list is always among these, as flat inputs. The function takes the context first for
kernels that want one. None says that there is none, or that what is wrong with the constants is the kernel's to say. A
function of a pure kernel may fail as it likes: the kernel is called then, and says what is wrong.
"""


class KernelKind(enum.Enum):
    """The kinds of kernels, by what they may touch."""

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
        with_constants: See `WithConstants`.
        flushes: It flushes denormals while it computes; many in a row do so together.
        host: Names of the inputs and outputs that it has in the process's memory, on a device with memory of its own;
            None for those of `HOST_ARGUMENTS`.
        module: Whose import registered it; where the function itself is defined may be another one.
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
    with_constants: WithConstants | None = None
    flushes: bool = False
    module: str = ""
    host: frozenset[str] | None = None

    # In a code object's `co_varnames` parameters come first: the positional ones, then the keyword-only ones.
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
            value = attrs[name]  # a list attribute fits if all of its types do
            if not all(dtype in allowed for dtype in (value if isinstance(value, (list, tuple)) else (value,))):
                return False
        return bool(attrs.get("_kernel", b"") == self.label.encode())


_KEYWORDS = frozenset({"lambda", "in", "is", "from", "global", "class", "def", "if", "while", "for", "with", "not"})


def _parameter_name(name: str) -> str:
    """An argument's name as a Python parameter: a trailing underscore where it is a keyword."""
    return name + "_" if name in _KEYWORDS else name


# Lists, as an op may have several kernels: for other dtypes, devices or labels, or of a pack with a higher priority.
KERNELS: Registry[list[KernelDef]] = Registry("kernel")


def kernel(
    *ops: str,
    device: str = "CPU",
    label: str = "",
    priority: int = 0,
    blocking: bool = False,
    cheap: bool = False,
    specialized: Callable[[Mapping[str, Any]], Callable[..., Any] | None] | None = None,
    with_constants: WithConstants | None = None,
    flushes: bool = False,
    host: Collection[str] | None = None,
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
        with_constants: See `KernelDef`.
        flushes: See `KernelDef`.
        host: For a device with memory of its own: which inputs and outputs, by the op's names for them, the kernel has
            in the process's memory, as numpy arrays. Default: the arguments that give shapes, axes and the like.
            Strings, resources and variants are always there.
        constraints: Type attribute name -> the dtypes it takes, as in `T=FLOATING`.

    Raises:
        TypeError: The first parameter is neither `xp` nor `ctx`.
    """

    def register(function: KernelFunction) -> KernelFunction:
        kind, module = _kind_of(function), _module_being_imported()
        for op in ops:
            definition = KernelDef(
                op, function, kind, device, constraints, label, priority, blocking, cheap, specialized, with_constants,
                flushes, module, None if host is None else frozenset(host),
            )
            KERNELS.setdefault(op, []).append(definition)
        return function

    return register


register_kernel = kernel


def _module_being_imported() -> str:
    """The module whose statements run now: functions that register several kernels lie in others than they serve."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return "" if frame is None else str(frame.f_globals.get("__name__", ""))


def _kind_of(function: Callable[..., Any]) -> KernelKind:
    # By name and not by annotation: annotations are text here, and kernels of programs may have none.
    code = function.__code__
    first = code.co_varnames[0] if code.co_argcount else ""
    if first not in ("xp", "ctx"):
        raise TypeError(f"the first parameter of kernel {function.__qualname__} must be xp or ctx, not {first!r}")
    if code.co_flags & _IS_COROUTINE:
        return KernelKind.WAITING
    return KernelKind.PURE if first == "xp" else KernelKind.STATEFUL


def kernels_are_in(package: str) -> None:
    """Names a package that has a folder of kernels per family of ops.

    A module of them is imported when a kernel of one of its ops is first looked for.
    """
    KERNELS.is_filled_by(KernelPackage(package))


def registered_kernels(op: str) -> Sequence[KernelDef]:
    """All kernels of `op`, in order of registration."""
    return KERNELS.get(op) or ()


def ops_with_kernels() -> list[str]:
    """Names of all ops that have a kernel, sorted; imports the kernels of all families."""
    return KERNELS.names()


def find_kernel(op: str, attrs: Mapping[str, Any], device_type: str) -> KernelDef | None:
    """The kernel of highest priority that fits a node, or None.

    Raises:
        InvalidArgumentError: Two fit with the same priority.
    """
    # A kernel for the device itself goes before one for any, whatever their priorities are.
    for wanted in (device_type, ANY_DEVICE):
        fitting = [k for k in registered_kernels(op) if k.device_type == wanted and k.fits(attrs)]
        fitting.sort(key=lambda k: -k.priority)
        # An error, as in TensorFlow: which of them a node gets would depend on the order of imports.
        if len(fitting) > 1 and fitting[0].priority == fitting[1].priority:
            raise errors.invalid_argument(f"Multiple OpKernel registrations match op {op} on {wanted or 'any device'}")
        if fitting:
            return fitting[0]
    return None
