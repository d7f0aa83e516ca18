"""Feeds and fetches of callables that stay in a device's memory: the caller's arrays are neither copied in nor out.

In a copy of the graph such a tensor travels as an optional, which is a variant: these are in the process's memory on
all devices, and what they hold is not looked at. Nodes on the device put the array in and take it out.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device
from aioflow.framework.graph import Graph, Tensor
from aioflow.framework.kernels import as_object_array
from aioflow.framework.op_def import OPS
from aioflow.framework.shapes import TensorShape

_LABEL = b"client"
"""Of the kernels (`_kernel`) that leave arrays on their device; others hold what is in the process's memory."""
_VARIANT = {"dtype": dtypes.variant, "shape": TensorShape([])}


def devices_with_values(devices: Sequence[Device], wanted: Mapping[str, str]) -> dict[str, Device]:
    """The devices with memory of their own among those where a caller has, or wants, tensors.

    Args:
        devices: The session's.
        wanted: Name of a tensor -> a device name.

    Returns:
        Name of a tensor with its index -> the device.
    """
    found = {}
    for name, device_name in wanted.items():
        spec = DeviceSpec.parse(device_name)
        device = next((each for each in devices if spec.matches(each.spec)), None)
        if device is not None and not device.is_host:
            found[name if ":" in name else f"{name}:0"] = device
    return found


def fed_on(graph: Graph, tensor: Tensor, device: Device) -> Tensor:
    """Has the consumers of a tensor take what is in the optional that the returned tensor is fed with."""
    name = graph.unique_name(f"{tensor.op.name}/fed")
    placeholder = graph.add_node(name, OPS["Placeholder"], OPS["Placeholder"].complete_attrs(_VARIANT), ()).outputs[0]
    attrs = {"output_types": [tensor.dtype], "output_shapes": [tensor.shape], "_kernel": _LABEL}
    value = _node(graph, "OptionalGetValue", f"{name}/value", attrs, [placeholder], device)
    for op in graph.get_operations():
        for i, source in enumerate(op.inputs):
            if source is tensor:
                op._update_input(i, value)
    return placeholder


def fetched_from(graph: Graph, tensor: Tensor, device: Device) -> Tensor:
    """The tensor of an optional with the value of a tensor, on a device."""
    name = graph.unique_name(f"{tensor.op.name}/fetched")
    attrs = {"Toutput_types": [tensor.dtype.base_dtype], "_kernel": _LABEL}
    return _node(graph, "OptionalFromValue", name, attrs, [tensor], device)


def _node(
    graph: Graph, op: str, name: str, attrs: Mapping[str, Any], inputs: Sequence[Tensor], device: Device
) -> Tensor:
    return graph.add_node(name, OPS[op], OPS[op].complete_attrs(attrs), inputs, "", device.name).outputs[0]


class ValuesOnDevices:
    """Which values of a callable stay on devices, and how they travel.

    Args:
        feeds: The fed tensors, as the caller knows them.
        fed_there: Name of a fed tensor -> the device where the caller has its value; others are numpy's.
        is_fetched_there: Of each fetched tensor, whether its value stays on its device.

    Attributes:
        feeds: As given, and so is `fed_there`.
    """

    def __init__(
        self, feeds: Sequence[Tensor], fed_there: Mapping[str, Device], is_fetched_there: Sequence[bool]
    ) -> None:
        self.feeds = feeds
        self.fed_there = fed_there
        self._is_fetched_there = is_fetched_there

    def boxed(self, tensor: Tensor, value: Any) -> Any:
        """What is fed for a tensor whose value is on a device: the caller's array in an optional.

        Raises:
            InvalidArgumentError: It has another dtype.
        """
        from aioflow.kernels.dataset.optional_ops import Optional  # not above: few programs have such devices

        array = self.fed_there[tensor.name].adopted(value)
        wanted = tensor.dtype.base_dtype
        if array.dtype != wanted.numpy_dtype:
            actual = dtypes.as_dtype(array.dtype).wire_name
            raise errors.invalid_argument(
                f"Type mismatch: actual {actual} vs. expect {wanted.wire_name} for feed {tensor.name!r}"
            )
        return as_object_array(Optional((array,)))

    def results(self, values: list[Any]) -> list[Any]:
        """What the caller gets: the arrays of devices out of their optionals."""
        pairs = zip(values, self._is_fetched_there, strict=True)
        return [as_object_array(value).item().components[0] if is_there else value for value, is_there in pairs]
