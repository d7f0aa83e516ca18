"""Descriptions of devices to and from messages."""
from __future__ import annotations

from aioflow._proto.device_attributes_pb2 import DeviceAttributes as DeviceMessage
from aioflow.framework.devices.devices import DeviceAttributes, DeviceLocality


def device_message(device: DeviceAttributes) -> DeviceMessage:
    """A device as a message."""
    message = DeviceMessage(
        name=device.name, device_type=device.device_type, memory_limit=device.memory_limit_bytes,
        incarnation=device.incarnation & (2**64 - 1), physical_device_desc=device.physical_device_desc,
        xla_global_id=-1,
    )  # fmt: skip
    message.locality.bus_id = device.locality.bus_id
    return message


def device_attributes(message: DeviceMessage) -> DeviceAttributes:
    """A device of a message."""
    locality = message.locality
    links = tuple((link.device_id, link.type, link.strength) for link in locality.links.link)
    return DeviceAttributes(
        message.name, message.device_type, message.memory_limit, message.incarnation,
        DeviceLocality(locality.bus_id, locality.numa_node, links), message.physical_device_desc,
    )  # fmt: skip
