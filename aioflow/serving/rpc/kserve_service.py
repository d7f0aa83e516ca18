"""inference.GRPCInferenceService: version 2 of KServe's protocol, with Triton's index of models."""
from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.serving.grpc_predict_v2_pb2 import (
    InferParameter,
    ModelInferRequest,
    ModelInferResponse,
    ModelMetadataRequest,
    ModelMetadataResponse,
    ModelReadyRequest,
    ModelReadyResponse,
    ModelStreamInferResponse,
    RepositoryIndexRequest,
    RepositoryIndexResponse,
    ServerLiveResponse,
    ServerMetadataResponse,
    ServerReadyResponse,
)
from aioflow.framework import dtypes
from aioflow.serving.codecs.infer_datatypes import (
    RAW_ONLY,
    datatype_of,
    dtype_of,
    element_count,
    from_raw,
    to_raw,
)
from aioflow.serving.rpc.calls import Call, Procedure, parsed, status_of
from aioflow.serving.server.about import EXTENSIONS, NAME, described, index_of, is_ready, version_of_package
from aioflow.serving.server.parameters import version_of, whole_number
from aioflow.serving.server.request import Array, Request

_SERVICE = "/inference.GRPCInferenceService/"
STREAMED = frozenset({_SERVICE + "ModelStreamInfer"})
#: The field of typed contents for each datatype.
_CONTENTS = {
    "BOOL": "bool_contents", "BYTES": "bytes_contents", "FP32": "fp32_contents", "FP64": "fp64_contents",
    "INT8": "int_contents", "INT16": "int_contents", "INT32": "int_contents", "INT64": "int64_contents",
    "UINT8": "uint_contents", "UINT16": "uint_contents", "UINT32": "uint_contents", "UINT64": "uint64_contents",
}  # fmt: skip


def procedures() -> dict[str, Procedure]:
    """The service's procedures by full name."""
    return {
        _SERVICE + "ServerLive": _server_live, _SERVICE + "ServerReady": _server_ready,
        _SERVICE + "ModelReady": _model_ready, _SERVICE + "ServerMetadata": _server_metadata,
        _SERVICE + "ModelMetadata": _model_metadata, _SERVICE + "ModelInfer": _infer,
        _SERVICE + "ModelStreamInfer": _stream_infer, _SERVICE + "RepositoryIndex": _index,
    }  # fmt: skip


async def _server_live(call: Call, body: bytes) -> ServerLiveResponse:
    return ServerLiveResponse(live=True)


async def _server_ready(call: Call, body: bytes) -> ServerReadyResponse:
    return ServerReadyResponse(ready=call.server.is_ready)


async def _model_ready(call: Call, body: bytes) -> ModelReadyResponse:
    message = parsed(ModelReadyRequest, body)
    await call.server.admit()
    return ModelReadyResponse(ready=is_ready(call.server, message.name, version_of(message.version)))


async def _server_metadata(call: Call, body: bytes) -> ServerMetadataResponse:
    return ServerMetadataResponse(name=NAME, version=version_of_package(), extensions=EXTENSIONS)


async def _model_metadata(call: Call, body: bytes) -> ModelMetadataResponse:
    message = parsed(ModelMetadataRequest, body)
    await call.server.admit()
    metadata = call.server.metadata(message.name, version_of(message.version))
    signature = call.server.signature(message.name, metadata.version)
    response = ModelMetadataResponse(
        name=metadata.model, versions=map(str, metadata.versions), platform=metadata.platform
    )
    for specs, found in ((signature.inputs, response.inputs), (signature.outputs, response.outputs)):
        for alias, datatype, shape in described(specs):
            found.add(name=alias, datatype=datatype, shape=shape)
    return response


async def _index(call: Call, body: bytes) -> RepositoryIndexResponse:
    message = parsed(RepositoryIndexRequest, body)
    await call.server.admit()
    response = RepositoryIndexResponse()
    for entry in index_of(call.server, message.ready):
        response.models.add(name=entry.name, version=entry.version, state=entry.state, reason=entry.reason)
    return response


async def _infer(call: Call, body: bytes) -> ModelInferResponse:
    return await _answer(call, parsed(ModelInferRequest, body))


async def _stream_infer(call: Call, body: bytes) -> ModelStreamInferResponse:
    """Answers one message of a stream; one that fails does not end the stream."""
    message = parsed(ModelInferRequest, body)
    try:
        return ModelStreamInferResponse(infer_response=await _answer(call, message))
    except Exception as error:
        response = ModelStreamInferResponse(error_message=status_of(error, "ModelStreamInfer")[1])
        response.infer_response.id = message.id
        return response


async def _answer(call: Call, message: ModelInferRequest) -> ModelInferResponse:
    how = _how(call, {name: _value(each) for name, each in message.parameters.items()})
    request = Request(
        message.model_name, _inputs(message), version_of(message.model_version),
        outputs=tuple(each.name for each in message.outputs), protocol=call.protocol, request_id=message.id, **how,
    )  # fmt: skip
    found = await call.predict(request)
    response = ModelInferResponse(model_name=found.model, model_version=str(found.version), id=message.id)
    for name, array in found.outputs.items():
        datatype = datatype_of(dtypes.as_dtype(array.dtype), name)
        response.outputs.add(name=name, datatype=datatype, shape=array.shape)
        # Raw, whatever was sent: Triton's client cannot read typed float32.
        response.raw_output_contents.append(to_raw(array))
    return response


def _how(call: Call, parameters: dict[str, Any]) -> dict[str, Any]:
    how: dict[str, Any] = {"deadline_s": call.deadline_s, "priority": call.priority}
    if "signature_name" in parameters:
        how["signature"] = str(parameters["signature_name"])
    if parameters.get("priority"):
        how["priority"] = whole_number(parameters, "priority")
    if parameters.get("timeout"):
        until_s = asyncio.get_running_loop().time() + whole_number(parameters, "timeout") / 1e6
        how["deadline_s"] = until_s if call.deadline_s is None else min(until_s, call.deadline_s)
    return how


def _value(parameter: InferParameter) -> Any:
    chosen = parameter.WhichOneof("parameter_choice")
    return None if chosen is None else getattr(parameter, chosen)


def _inputs(message: ModelInferRequest) -> dict[str, Array]:
    raws = message.raw_input_contents
    if raws and any(each.HasField("contents") for each in message.inputs):
        raise errors.invalid_argument("inputs have contents of their own, and raw_input_contents besides")
    if raws and len(raws) != len(message.inputs):
        raise errors.invalid_argument(f"{len(message.inputs)} inputs have {len(raws)} raw_input_contents")
    found: dict[str, Array] = {}
    for index, each in enumerate(message.inputs):
        if each.name in found:
            raise errors.invalid_argument(f"input '{each.name}' is given twice")
        shape = list(each.shape)
        found[each.name] = (
            from_raw(raws[index], each.datatype, shape, each.name) if raws else _typed(each, shape)
        )
    return found


def _typed(given: ModelInferRequest.InferInputTensor, shape: Sequence[int]) -> Array:
    dtype = dtype_of(given.datatype, given.name)
    if given.datatype in RAW_ONLY:
        raise errors.invalid_argument(f"input '{given.name}' is {given.datatype}, which is sent as raw bytes only")
    count = element_count(shape, given.name)
    field = _CONTENTS[given.datatype]
    for other, _ in given.contents.ListFields():
        if other.name != field:
            raise errors.invalid_argument(f"input '{given.name}' is {given.datatype}, but has {other.name}")
    values = getattr(given.contents, field)
    if len(values) != count:
        raise errors.invalid_argument(
            f"input '{given.name}' has {len(values)} elements, but its shape {list(shape)} has {count}"
        )
    if dtype is dtypes.string:
        array = np.empty(count, object)
        array[:] = list(values)
        return array.reshape(shape)
    wide = np.array(values, np.int64 if field in ("int_contents", "uint_contents") else dtype.numpy_dtype)
    array = wide.astype(dtype.numpy_dtype)
    if not np.array_equal(array, wide, equal_nan=array.dtype.kind == "f"):
        raise errors.invalid_argument(f"input '{given.name}' has values that {given.datatype} does not hold")
    return array.reshape(shape)
