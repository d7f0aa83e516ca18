"""Whether an array can be a tensor of a dtype. Strings, handles and variants are all objects to numpy, and differ."""
from __future__ import annotations

from typing import Any

from aioflow._proto.resource_handle_pb2 import ResourceHandleProto
from aioflow.framework.dtypes import DType, resource, string
from aioflow.framework.resource_handle import ResourceHandle


def is_tensor_of(value: Any, dtype: DType) -> bool:
    """Whether an array is of a dtype. Of an array of objects the first one is looked at, as all are of one kind."""
    if value.dtype != dtype.as_numpy_dtype:
        return False
    if not value.dtype.hasobject or not value.size:
        return True
    first = value.flat[0]
    if isinstance(first, bytes | str):
        return dtype is string
    return isinstance(first, ResourceHandle | ResourceHandleProto) == (dtype is resource)
