"""TensorFlow Serving's REST interface."""
from __future__ import annotations

import functools
import json
from collections.abc import Awaitable, Mapping
from typing import Any

from google.protobuf import json_format

from aioflow import errors
from aioflow._proto.error_codes_pb2 import Code
from aioflow.serving.batching.merging import Rows
from aioflow.serving.codecs.examples import read_examples
from aioflow.serving.codecs.predict_body import PredictBody, plain_rows
from aioflow.serving.codecs.predictions import (
    print_classifications,
    print_predictions,
    print_regressions,
    print_rows,
    row_texts,
)
from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.exchange import Exchange
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.rest.requests import HttpRequest, PendingRequest
from aioflow.serving.rest.routes import Route
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.signature import DEFAULT_SIGNATURE, Signature
from aioflow.serving.server.classification import classify, regress
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.parameters import version_of
from aioflow.serving.server.request import Response


class TensorFlowServing:
    """Answers what `RestApp` has found a route for.

    Args:
        server: Answers.
        options: Limits and more.
    """

    def __init__(self, server: ModelServer, options: RestOptions) -> None:
        self._exchange = Exchange(server, options, "rest")
        self._server = server
        self._is_strict = options.is_strict
        self._handlers = {
            "predict": self._predict, "classify": self._classify, "regress": self._regress,
            "status": self._status, "metadata": self._metadata,
        }  # fmt: skip

    def answer(self, request: HttpRequest, route: Route) -> Awaitable[Answer]:
        """The answer to a request.

        Raises:
            OpError: It cannot be answered.
        """
        return self._handlers[route.kind](request, route)

    async def _predict(self, request: HttpRequest, route: Route) -> Answer:
        body = PredictBody(await self._exchange.body(request, route))
        problem = 'Serving signature name: "{}" not found in signature def'
        signature = self._signature(route, body.signature_name, problem)
        wanted = signature.input_dtypes
        if not wanted:
            raise errors.invalid_argument(f"Failed to get input map for signature: {body.signature_name or 'DEFAULT'}")
        inputs = body.inputs(wanted, strict=self._is_strict)
        named = {"signature": body.signature_name}
        prediction = request.prediction = self._exchange.prediction(request.headers, route, inputs, **named)
        response = await self._exchange.predict(request, prediction)
        return self.answer_of(response, has_rows=body.has_rows)

    def begin(self, pending: PendingRequest, route: Route) -> bool:
        """Begins a prediction, if `answer` is not needed for it; False if it is, and nothing has happened."""
        try:
            loaded = self._server.use(route.model, version_of(route.version), route.label)
            name, signature, inputs = self._read(pending, loaded.servable)
            request = self._exchange.prediction(pending.headers, route, inputs, signature=name)
        except Exception:  # `answer` finds it, too, and says it as it is to be said
            return False
        return self._server.begin(pending, request, signature, loaded)

    def _read(self, pending: PendingRequest, servable: Servable) -> tuple[str, Signature, Mapping[str, Any]]:
        """The name of a signature that a body has, the signature, and its inputs."""
        usual = servable.signatures.get(DEFAULT_SIGNATURE)
        if usual is not None and len(usual.input_dtypes) == 1:
            ((alias, dtype),) = usual.input_dtypes.items()
            rows = plain_rows(pending.body, dtype, strict=self._is_strict)
            if rows is not None:
                pending.has_rows = True
                return "", usual, {alias: rows}
        body = PredictBody(pending.body)
        signature = servable.signature(body.signature_name)
        inputs = body.inputs(signature.input_dtypes, strict=self._is_strict) if signature.inputs else {}
        pending.has_rows = body.has_rows
        return body.signature_name, signature, inputs

    def answer_of(self, response: Response, *, has_rows: bool) -> Answer:
        """The answer to a prediction.

        Args:
            response: What the model said.
            has_rows: Whether the request had rows.

        Raises:
            InvalidArgumentError: It cannot be printed.
        """
        outputs = response.outputs
        text = _printed_with_others(outputs, has_rows) if type(outputs) is Rows and len(outputs) == 1 else None
        return Answer([text or print_predictions(outputs, has_rows=has_rows, strict=self._is_strict)])

    async def _classify(self, request: HttpRequest, route: Route) -> Answer:
        name, examples = read_examples(await self._exchange.body(request, route))
        signature = self._signature(route, name, "No signature was found with the name: {}")
        prediction = request.prediction = self._exchange.prediction(request.headers, route, {}, signature=name)
        results, _ = await classify(self._predicting(request), signature, prediction, examples)
        return Answer([print_classifications(results)])

    async def _regress(self, request: HttpRequest, route: Route) -> Answer:
        name, examples = read_examples(await self._exchange.body(request, route))
        signature = self._signature(route, name, "No signature was found with the name: {}")
        prediction = request.prediction = self._exchange.prediction(request.headers, route, {}, signature=name)
        values, _ = await regress(self._predicting(request), signature, prediction, examples)
        return Answer([print_regressions(values)])

    async def _status(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        version = version_of(route.version)
        if route.label is not None:
            version = self._server.metadata(route.model, label=route.label).version
        statuses = [
            {
                "version": str(status.version),
                "state": status.state.name,
                "status": {
                    "error_code": Code.Name(0 if status.error is None else status.error.code),
                    "error_message": "" if status.error is None else str(status.error.message),
                },
            }
            for status in self._server.status(route.model, version)
        ]
        return _printed({"model_version_status": statuses})

    async def _metadata(self, request: HttpRequest, route: Route) -> Answer:
        await self._exchange.allow(request, route)
        metadata = self._server.metadata(route.model, version_of(route.version), route.label)
        definitions = {
            name: json_format.MessageToDict(
                each, always_print_fields_with_no_presence=True, preserving_proto_field_name=True
            )
            for name, each in sorted(metadata.signature_defs.items())
        }
        spec = {"name": metadata.model, "signature_name": "", "version": str(metadata.version)}
        # The doubled key is TensorFlow Serving's: a map of metadata, whose one entry is a message with a map.
        return _printed({"model_spec": spec, "metadata": {"signature_def": {"signature_def": definitions}}})

    def _signature(self, route: Route, name: str, problem: str) -> Signature:
        try:
            return self._server.signature(route.model, version_of(route.version), route.label, name)
        except errors.FailedPreconditionError:  # gRPC has this class for it, REST another
            raise errors.invalid_argument(problem.format(name or DEFAULT_SIGNATURE)) from None

    def _predicting(self, http: HttpRequest) -> Any:
        return functools.partial(self._exchange.predict, http)


def _printed_with_others(rows: Rows, has_rows: bool) -> bytes | None:
    """The answer of a part of a batch, whose parts are printed together; None where each is by itself."""
    batch, (array,) = rows.batch, rows.values()
    if batch.texts is None:
        (whole,) = batch.outputs.values()
        batch.texts = row_texts(whole) if len(whole) > len(array) else ()
    if not batch.texts:
        return None
    return print_rows(batch.texts[rows.start : rows.start + len(array)], array.ndim, has_rows=has_rows)


def _printed(value: Any) -> Answer:
    return Answer([json.dumps(value, indent=1).encode()])
