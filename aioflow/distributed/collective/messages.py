"""Groups, collectives and parts of values to and from messages."""
from __future__ import annotations

from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.device_attributes_pb2 import DeviceAttributes
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow._proto.distributed.payloads_pb2 import RecvBufRespExtra
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.kernels.collectives import CollectiveType, Group, Instance, Member

#: The type of what a part of a value travels in, by TensorFlow's name for it.
_EXTRA = "type.googleapis.com/tensorflow.RecvBufRespExtra"
#: TensorFlow's number of bytes in one piece.
_PIECE_NBYTES = 4096


def device_of(member: Member) -> DeviceAttributes:
    """A member as the message of its device."""
    return DeviceAttributes(name=member.device, device_type=member.device_type, incarnation=member.incarnation)


def member_of(message: DeviceAttributes) -> Member:
    """The member whose device a message describes.

    Raises:
        InvalidArgumentError: It has no full name.
    """
    spec = DeviceSpec.parse(message.name)
    if None in (spec.job, spec.replica, spec.task, spec.device_type, spec.index):
        raise errors.invalid_argument(f"a device in a group has no full name: {message.name}")
    return Member(message.name, message.device_type, message.incarnation)


def group_response(group: Group) -> pb.CompleteGroupResponse:
    """A complete group as a message."""
    return pb.CompleteGroupResponse(
        group_key=group.key, group_size=group.size, device_type=group.members[0].device_type,
        num_tasks=len(group.task_sizes), device_attributes=[device_of(member) for member in group.members],
    )  # fmt: skip


def instance_request(group: Group, instance: Instance) -> pb.CompleteInstanceRequest:
    """A device's view of a collective as a message."""
    # It names no step: a TensorFlow leader would take the collective for another one than its own devices'.
    request = pb.CompleteInstanceRequest(
        name=instance.name, type=instance.type, group_key=group.key,
        group_size=group.size, instance_key=instance.key, device_type=group.members[0].device_type,
        subdiv_offset=instance.offsets, device=instance.device, is_source=instance.is_source,
    )  # fmt: skip
    request.data_type = instance.dtype.as_datatype_enum  # type: ignore[assignment]  # numbers are as good
    request.shape.SetInParent()
    for size in instance.shape:
        request.shape.dim.add(size=size)
    return request


def instance_of(request: pb.CompleteInstanceRequest) -> Instance:
    """The view in a message.

    Raises:
        InvalidArgumentError: It has no such kind or dtype.
    """
    try:
        kind, dtype = CollectiveType(request.type), as_dtype(int(request.data_type))
    except (TypeError, ValueError) as error:
        raise errors.invalid_argument(f"collective {request.instance_key} is of no known kind: {error}") from None
    shape = tuple(dim.size for dim in request.shape.dim)
    offsets = tuple(request.subdiv_offset)
    return Instance(request.instance_key, request.name, kind, dtype, shape, request.device, request.is_source, offsets)


def buffer_response(value: Any, max_piece_nbytes: int) -> pb.RecvBufResponse:
    """A part of a value as a message.

    Args:
        value: An array.
        max_piece_nbytes: Of each piece; 0 for the default, negative for one piece.
    """
    data = np.ascontiguousarray(value).tobytes()
    piece = max_piece_nbytes or _PIECE_NBYTES
    if piece < 0:
        piece = max(1, len(data))
    extra = RecvBufRespExtra(tensor_content=[data[i : i + piece] for i in range(0, len(data), piece)])
    response = pb.RecvBufResponse(num_bytes=len(data))
    response.transport_options.type_url = _EXTRA
    response.transport_options.value = extra.SerializeToString()
    return response


def read_buffer(response: pb.RecvBufResponse, like: Any) -> Any:
    """The part of a value in a message.

    Args:
        response: The message.
        like: An array of its shape and dtype.

    Raises:
        InternalError: It has another size.
    """
    try:
        data = b"".join(RecvBufRespExtra.FromString(response.transport_options.value).tensor_content)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    if len(data) != like.nbytes:
        raise errors.internal(f"RecvBuf returned {len(data)} bytes where {like.nbytes} were expected")
    return np.frombuffer(data, like.dtype).reshape(like.shape)
