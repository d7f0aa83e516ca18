"""Request and Response: one prediction, whatever protocol brought it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aioflow._proto.config_pb2 import RunOptions

Array = np.ndarray[Any, Any]


@dataclass(slots=True)
class Request:
    """One prediction.

    Attributes:
        model: The model's name.
        inputs: Values by alias of the signature.
        version: The version that is asked for; None for the highest one that serves.
        label: A label instead of a version.
        signature: The signature; "" for serving_default.
        outputs: Aliases of the outputs that are wanted; () for all.
        deadline_s: When the answer is of no use any more, in the event loop's time; None for never.
        priority: Level, of which 1 is the highest; 0 for the model's default.
        protocol: What brought it: "python", "rest", "grpc", "v2-rest", "v2-grpc".
        request_id: What the client calls it.
        run_options: Options of the step; None for the model's pool and no others.
        trace: W3C's trace context that came with it, by lower-case names of headers (`traceparent`, `tracestate`);
            where spans of it are recorded, that of its own span instead.
    """

    model: str
    inputs: Mapping[str, Array]
    version: int | None = None
    label: str | None = None
    signature: str = ""
    outputs: Sequence[str] = ()
    deadline_s: float | None = None
    priority: int = 0
    protocol: str = "python"
    request_id: str = ""
    run_options: RunOptions | None = None
    trace: Mapping[str, str] | None = None


@dataclass(slots=True)
class Response:
    """The answer to a request.

    Attributes:
        outputs: Arrays by alias, which belong to the caller.
        model: The model's name.
        version: The version that has run.
        signature: The signature that has run.
    """

    outputs: dict[str, Array]
    model: str
    version: int
    signature: str
