"""tensorflow.serving.PredictionService."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow._proto.serving.classification_pb2 import (
    ClassificationRequest,
    ClassificationResponse,
    ClassificationResult,
)
from aioflow._proto.serving.get_model_metadata_pb2 import (
    GetModelMetadataRequest,
    GetModelMetadataResponse,
    SignatureDefMap,
)
from aioflow._proto.serving.inference_pb2 import MultiInferenceRequest, MultiInferenceResponse
from aioflow._proto.serving.input_pb2 import Input
from aioflow._proto.serving.predict_pb2 import PredictRequest, PredictResponse
from aioflow._proto.serving.regression_pb2 import RegressionRequest, RegressionResponse, RegressionResult
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework import dtypes
from aioflow.framework.tensors import add_values, tensor_to_proto
from aioflow.saved_model.signature_constants import CLASSIFY_METHOD_NAME, REGRESS_METHOD_NAME
from aioflow.serving.rpc.calls import Call, Procedure, array_of, parsed
from aioflow.serving.rpc.model_specs import request_for, signature_for, spec_of, version_and_label
from aioflow.serving.server.classification import Classified, classify, regress
from aioflow.serving.server.request import Array

_SERVICE = "/tensorflow.serving.PredictionService/"
#: Under which clients find the message in an Any: the original's name, not that of our package.
_SIGNATURE_DEF_MAP = "type.googleapis.com/tensorflow.serving.SignatureDefMap"


def procedures() -> dict[str, Procedure]:
    """The service's procedures by full name."""
    return {
        _SERVICE + "Predict": _predict, _SERVICE + "Classify": _classify, _SERVICE + "Regress": _regress,
        _SERVICE + "MultiInference": _multi_inference, _SERVICE + "GetModelMetadata": _metadata,
    }  # fmt: skip


async def _predict(call: Call, body: bytes) -> PredictResponse:
    message = parsed(PredictRequest, body)
    inputs = {alias: array_of(call, each) for alias, each in message.inputs.items()}
    request = request_for(call, message.model_spec, inputs, outputs=tuple(message.output_filter))
    found = await call.predict(request)
    response = PredictResponse(model_spec=spec_of(found))
    for alias, array in found.outputs.items():
        _put(response.outputs[alias], array, call.options.uses_tensor_content)
    return response


def _put(proto: TensorProto, array: Array, uses_tensor_content: bool) -> None:
    if uses_tensor_content or array.dtype.hasobject:
        proto.CopyFrom(tensor_to_proto(array))
        return
    dtype = dtypes.as_dtype(array.dtype)
    proto.dtype = dtype.as_datatype_enum  # type: ignore[assignment] # enums are plain numbers at run time
    proto.tensor_shape.SetInParent()
    for size in array.shape:
        proto.tensor_shape.dim.add().size = size
    add_values(proto, array.ravel(), dtype)


async def _classify(call: Call, body: bytes) -> ClassificationResponse:
    message = parsed(ClassificationRequest, body)
    signature = signature_for(call, message.model_spec)
    request = request_for(call, message.model_spec, {})
    results, response = await classify(call.predict, signature, request, _examples(message.input))
    return ClassificationResponse(result=_classifications(results), model_spec=spec_of(response))


async def _regress(call: Call, body: bytes) -> RegressionResponse:
    message = parsed(RegressionRequest, body)
    signature = signature_for(call, message.model_spec)
    request = request_for(call, message.model_spec, {})
    values, response = await regress(call.predict, signature, request, _examples(message.input))
    return RegressionResponse(result=_regressions(values), model_spec=spec_of(response))


async def _multi_inference(call: Call, body: bytes) -> MultiInferenceResponse:
    message = parsed(MultiInferenceRequest, body)
    _check_tasks(message.tasks)
    examples = _examples(message.input)
    response = MultiInferenceResponse()
    for task in message.tasks:
        signature = signature_for(call, task.model_spec)
        request = request_for(call, task.model_spec, {})
        result = response.results.add()
        if task.method_name == CLASSIFY_METHOD_NAME:
            classes, found = await classify(call.predict, signature, request, examples)
            result.classification_result.CopyFrom(_classifications(classes))
        else:
            values, found = await regress(call.predict, signature, request, examples)
            result.regression_result.CopyFrom(_regressions(values))
        result.model_spec.CopyFrom(spec_of(found))
    return response


def _check_tasks(tasks: Sequence[Any]) -> None:
    if not tasks:
        raise errors.invalid_argument("the request has no tasks")
    seen = set()
    for task in tasks:
        if task.model_spec.name != tasks[0].model_spec.name:
            raise errors.invalid_argument(
                f"All ModelSpecs in a MultiInferenceRequest must access the same model name: "
                f"{task.model_spec.name!r} is not {tasks[0].model_spec.name!r}"
            )
        if task.model_spec.signature_name in seen:
            raise errors.invalid_argument(f"Duplicate evaluation of signature: {task.model_spec.signature_name}")
        seen.add(task.model_spec.signature_name)
        if task.method_name not in (CLASSIFY_METHOD_NAME, REGRESS_METHOD_NAME):
            raise errors.unimplemented(f"Unsupported signature method_name: {task.method_name}")


async def _metadata(call: Call, body: bytes) -> GetModelMetadataResponse:
    message = parsed(GetModelMetadataRequest, body)
    if not message.metadata_field:
        raise errors.invalid_argument("GetModelMetadataRequest must specify at least one metadata_field")
    for name in message.metadata_field:
        if name != "signature_def":
            raise errors.invalid_argument(f"MetadataField {name} is not supported")
    if not message.HasField("model_spec"):
        raise errors.invalid_argument("Missing ModelSpec")
    await call.server.admit()
    metadata = call.server.metadata(message.model_spec.name, *version_and_label(message.model_spec))
    response = GetModelMetadataResponse()
    response.model_spec.name = metadata.model
    response.model_spec.version.value = metadata.version
    found = response.metadata["signature_def"]
    found.type_url = _SIGNATURE_DEF_MAP
    found.value = SignatureDefMap(signature_def=metadata.signature_defs).SerializeToString()
    return response


def _examples(given: Input) -> list[bytes]:
    # Of two messages one behind the other the second's features replace those of the first.
    if given.WhichOneof("kind") == "example_list_with_context":
        context = given.example_list_with_context.context.SerializeToString()
        return [context + each.SerializeToString() for each in given.example_list_with_context.examples]
    return [each.SerializeToString() for each in given.example_list.examples]


def _classifications(results: Classified) -> ClassificationResult:
    found = ClassificationResult()
    for row in results:
        classes = found.classifications.add().classes
        for label, score in row:
            classes.add(label=label, score=score)
    return found


def _regressions(values: Array) -> RegressionResult:
    found = RegressionResult()
    for value in values.tolist():
        found.regressions.add(value=value)
    return found
