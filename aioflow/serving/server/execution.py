"""The place where a request meets the version of a model that answers it."""
from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import RunOptions
from aioflow.serving.batching.batcher import Call
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.session_pools import OWN_POOL
from aioflow.serving.servables.signature import Array
from aioflow.serving.server.batched import BatchedServable, own_results
from aioflow.serving.server.request import Request, Response

#: grpc.aio takes a call from its queue every second or third turn of the event loop, while those behind it are there
#: already. With 64 callers of an MLP 4 turns made batches of most of them, and halved the server's CPU; a lone caller
#: was not slower by what could be measured, and 8 turns brought no more.
_SETTLE_TURNS = {"grpc": 6, "v2-grpc": 6}


async def execute(servable: Servable, request: Request, batched: BatchedServable | None = None) -> Response:
    """Runs a request.

    Args:
        servable: What is to answer; it is not closed meanwhile.
        request: The request.
        batched: Runs it together with others, unless it has options of its own; None runs each by itself.

    Raises:
        FailedPreconditionError: There is no such signature.
        InvalidArgumentError: Inputs or outputs are not those of the signature, or a value does not fit.
        DeadlineExceededError: The deadline passed.
        OpError: The step failed.
    """
    signature = servable.signature(request.signature)
    inputs = signature.checked_inputs(request.inputs)
    outputs = signature.checked_outputs(request.outputs)
    # In Python values are converted, as feeds are; a client has said which dtype it means.
    if request.protocol != "python":
        for alias, array in inputs.items():
            signature.check_array(alias, array)
    call = None if batched is None or request.run_options is not None else batched.call(signature, outputs)
    if batched is None or call is None:
        found = await servable.run(signature, inputs, outputs, _options(servable, request))
    elif request.protocol != "python":
        turns = _SETTLE_TURNS.get(request.protocol, 0)
        found = await batched.run(call, inputs, request.deadline_s, request.priority, turns)
    else:
        found = await _together(servable, batched, call, inputs, request)
    return Response(found, servable.model.name, servable.version, signature.name)


async def _together(
    servable: Servable, batched: BatchedServable, call: Call, inputs: Mapping[str, Any], request: Request
) -> dict[str, Array]:
    try:
        arrays = servable.arrays(servable.signatures[call.function], inputs)
    except (TypeError, ValueError, OverflowError) as error:
        raise errors.invalid_argument(str(error)) from error
    return own_results(await batched.run(call, arrays, request.deadline_s, request.priority))


def _options(servable: Servable, request: Request) -> RunOptions | None:
    """The options of a request's step; None for no others than those of all steps.

    Raises:
        DeadlineExceededError: Its deadline has passed.
    """
    pool = OWN_POOL if request.run_options is not None else servable.pools.index_of(request.priority)
    if request.deadline_s is None:
        return request.run_options if pool == OWN_POOL else RunOptions(inter_op_thread_pool=pool)
    left_s = request.deadline_s - asyncio.get_running_loop().time()
    if left_s <= 0:
        raise errors.deadline_exceeded(f"the request's deadline passed {-left_s:.3g} s before it was run")
    options = RunOptions(inter_op_thread_pool=pool)
    if request.run_options is not None:
        options.CopyFrom(request.run_options)
    # Rounded up: a step that ends a part of a millisecond late is better than one that never gets a chance.
    timeout_ms = int(left_s * 1000) + 1
    if not 0 < options.timeout_in_ms < timeout_ms:
        options.timeout_in_ms = timeout_ms
    return options
