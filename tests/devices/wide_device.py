"""A device with memory of its own that has kernels for much of what programs do, variables of both kinds included.

They are the CPU's, given what is in the device's memory; so results are equal, and it is the runtime that is tested.
"""
from __future__ import annotations

import asyncio
import gc
import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device, DeviceAttributes, new_incarnation
from aioflow.framework.kernels import OpKernel, find_kernel, kernel
from aioflow.framework.memory.host_memory import out_of_memory
from aioflow.framework.op_def import OPS
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.framework.resources.resource_variable import ResourceVariable
from aioflow.kernels.array.array_ops import const
from aioflow.kernels.handles import resource_of
from aioflow.kernels.state import ref_variable_ops, resource_variable_ops
from aioflow.kernels.state.locked_variables import initialized_variable, ref_variable

TYPE = "WIDE"
PRIORITY = 320
MEMORY_NBYTES = 1 << 22
NUMBERS = frozenset({dtypes.float32, dtypes.float64, dtypes.int64})
OPS_OF_NUMBERS = (
    "Abs", "Add", "AddN", "AddV2", "FloorMod", "Maximum", "Minimum", "Mul", "Neg", "RealDiv", "Sign", "Square", "Sub",
    "Tanh",
)  # fmt: skip
COMPARISONS = ("Equal", "Greater", "GreaterEqual", "Less", "LessEqual", "NotEqual")


class WideArray:
    """An array in such a device's memory. Numpy cannot read it."""

    __array_ufunc__ = None

    def __init__(self, device: WideDevice, content: Any) -> None:
        self.device, self._content, self._number = device, np.array(content), next(_ARRAYS)
        device.took(self._number, self._content)

    def __del__(self) -> None:
        self.device.arrays.pop(self._number, None)

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this array is in the memory of a device")

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self._content.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The array's dtype."""
        return self._content.dtype

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._content.size

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return self._content.nbytes

    # ---- for variables
    def is_shared(self) -> bool:
        """Nothing else sees its memory: kernels copy what they get."""
        return False

    def copy(self) -> WideArray:
        """An array of its own."""
        return WideArray(self.device, self._content)

    def write(self, array: WideArray) -> None:
        """Takes the content of another one."""
        self._content[...] = array._content

    def reshape(self, shape: Sequence[int]) -> WideArray:
        """The same in another shape."""
        return WideArray(self.device, self._content.reshape(shape))

    def on_host(self) -> Any:
        """A numpy array with the same content."""
        return self.device.to_host(self)


class WideNamespace:
    """The functions of a device, over its arrays.

    Attributes:
        calls: The ops whose kernels ran, in order.
    """

    def __init__(self, device: WideDevice) -> None:
        self.device = device
        self.calls: list[str] = []

    def from_host(self, value: Any) -> WideArray:
        """Copies an array in, for a variable that was elsewhere."""
        return self.device.from_host(value)

    def wrapped(self, result: Any) -> Any:
        """What a kernel of the CPU gave, in the device's memory."""
        if isinstance(result, (list, tuple)):
            return type(result)(self.wrapped(value) for value in result)
        return WideArray(self.device, result)

    def changed(self, op: str, array: WideArray, change: Callable[[Any], object]) -> None:
        """Changes an array in place."""
        self.calls.append(op)
        change(array._content)


class WideDevice(Device):
    """See the module.

    Attributes:
        copied_in: How many arrays came from the host.
        copied_out: How many went there.
        arrays: The bytes of each array that is there, by number: threads add and take away at the same time.
    """

    def __init__(self, name: str, number: int) -> None:
        attributes = DeviceAttributes(name, TYPE, MEMORY_NBYTES, new_incarnation(), physical_device_desc="wide")
        super().__init__(attributes, WideNamespace(self), memory=f"wide {number} {next(_NUMBERS)}")
        self.number = number
        self.copied_in = self.copied_out = 0
        self.arrays: dict[int, int] = {}

    @property
    def nbytes_in_use(self) -> int:
        """Bytes of its memory in which arrays are."""
        return sum(list(self.arrays.values()))

    def took(self, number: int, array: Any) -> None:
        """Counts an array that is in the memory from now on."""
        self.arrays[number] = array.nbytes
        if self.nbytes_in_use > MEMORY_NBYTES:
            raise out_of_memory(array.shape, array.dtype, self.name, f"WIDE_{self.number}_bfc")

    def from_host(self, value: Any) -> WideArray:
        """See `Device`."""
        self.copied_in += 1
        return WideArray(self, value)

    def to_host(self, value: Any) -> Any:
        """See `Device`."""
        assert value.device is self, "an array of another device"
        self.copied_out += 1
        return value._content.copy()


_NUMBERS = itertools.count()
_ARRAYS = itertools.count()


class WideFactory(DeviceFactory):
    """Makes as many devices as a session asks for; one unless it says so.

    Attributes:
        made: All that it has made.
    """

    def __init__(self) -> None:
        self.made: list[WideDevice] = []

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`."""
        count = config.device_count.get(TYPE, 1)
        new = [WideDevice(f"{prefix}/device:{TYPE}:{number}", number) for number in range(count)]
        self.made.extend(new)
        return new

    async def nbytes_in_use(self) -> int:
        """Bytes of all devices that it has made, when nothing runs any more."""
        for _ in range(200):
            # Callbacks of the event loop and threads of pools hold on to the end of a run until their turn.
            await asyncio.to_thread(int)
            gc.collect()
            if not any(device.nbytes_in_use for device in self.made):
                break
        return sum(device.nbytes_in_use for device in self.made)


# ---- kernels of values
def _by_cpu(op: str, attrs: Mapping[str, Any]) -> Callable[..., Any]:
    """A function of the device's arrays, and of numpy's where arguments are on the host."""
    definition = find_kernel(op, attrs, "CPU")
    assert definition is not None
    compute = OpKernel("", OPS[op], attrs, definition, np).compute

    def compute_there(xp: WideNamespace, *inputs: Any) -> Any:
        xp.calls.append(op)
        given = [value._content.copy() if isinstance(value, WideArray) else value for value in inputs]
        for value in inputs:
            assert not isinstance(value, WideArray) or value.device is xp.device, "an array of another device"
        with np.errstate(all="ignore"):
            return xp.wrapped(compute(*given))

    return compute_there


def _register(op: str, **constraints: Any) -> None:
    definition = find_kernel(op, OPS[op].complete_attrs(_some_types(op)), "CPU")
    assert definition is not None, op
    kernel(op, device=TYPE, specialized=partial(_by_cpu, op), **constraints)(definition.function)


def _some_types(op: str) -> dict[str, Any]:
    return {"N": 2, **dict.fromkeys(("T", "SrcT", "DstT"), dtypes.float32), "Tshape": dtypes.int32}


for _op in (*OPS_OF_NUMBERS, *COMPARISONS, "Reshape", "ZerosLike"):
    _register(_op, T=NUMBERS)
_register("SelectV2", T=NUMBERS)
_register("MatMul", T=[dtypes.float32])
_register("Cast", DstT=NUMBERS)
kernel("Const", device=TYPE, dtype=[dtypes.float32], specialized=partial(_by_cpu, "Const"))(const)


# ---- variables
ALL = NUMBERS | {dtypes.bool_}
kernel("VarHandleOp", device=TYPE, dtype=ALL)(resource_variable_ops.var_handle)
kernel("AssignVariableOp", device=TYPE, dtype=ALL)(resource_variable_ops.assign_variable)
kernel("DestroyResourceOp", device=TYPE)(resource_variable_ops.destroy_resource)
kernel("VarIsInitializedOp", device=TYPE, host=["is_initialized"])(resource_variable_ops.var_is_initialized)
kernel("VariableV2", device=TYPE, dtype=ALL)(ref_variable_ops.variable)
kernel("Assign", device=TYPE, T=ALL)(ref_variable_ops.assign)
kernel("IsVariableInitialized", device=TYPE, host=["is_initialized"], dtype=ALL)(
    ref_variable_ops.is_variable_initialized
)


@kernel("ReadVariableOp", device=TYPE, dtype=ALL)
def read_variable(ctx: Any, resource: Any, *, dtype: Any) -> Any:
    """A copy of the value, so that updates need not ask who has read it."""
    return initialized_variable(ctx, resource).read(ctx.device.xp).copy()


def _register_updates(op: str, ufunc: Any) -> None:
    @kernel(f"Assign{op}VariableOp", device=TYPE, dtype=NUMBERS)
    def resource(ctx: Any, resource: Any, value: Any) -> None:
        variable = resource_of(ctx, resource, ResourceVariable)
        with variable.lock:
            ctx.device.xp.changed(
                f"Assign{op}VariableOp", variable.writable(ctx.device.xp), lambda x: ufunc(x, value._content, out=x)
            )

    @kernel(f"Assign{op}", device=TYPE, T=NUMBERS)
    def reference(ctx: Any, ref: Any, value: Any) -> RefVariable:
        variable = ref_variable(ref)
        with variable.lock:
            ctx.device.xp.changed(f"Assign{op}", variable.writable(), lambda x: ufunc(x, value._content, out=x))
        return variable

    @kernel(f"ResourceScatter{op}", device=TYPE, dtype=NUMBERS)
    def scatter(ctx: Any, resource: Any, indices: Any, updates: Any) -> None:
        variable = resource_of(ctx, resource, ResourceVariable)
        with variable.lock:
            ctx.device.xp.changed(
                f"ResourceScatter{op}", variable.writable(ctx.device.xp),
                lambda x: ufunc.at(x, indices._content, updates._content),
            )  # fmt: skip

    @kernel(f"Scatter{op}", device=TYPE, T=NUMBERS)
    def scatter_reference(ctx: Any, ref: Any, indices: Any, updates: Any) -> RefVariable:
        variable = ref_variable(ref)
        with variable.lock:
            ctx.device.xp.changed(
                f"Scatter{op}", variable.writable(), lambda x: ufunc.at(x, indices._content, updates._content)
            )
        return variable


_register_updates("Add", np.add)
_register_updates("Sub", np.subtract)
