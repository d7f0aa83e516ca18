"""RestOptions: limits of a REST interface, and who may use it."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow.serving.server.authorization import Authorize


@dataclass(slots=True, frozen=True)
class RestOptions:
    """How requests over HTTP are taken.

    Attributes:
        timeout_s: How long a request may take, the queue included.
        max_body_nbytes: The most bytes of a body, unpacked.
        is_strict: Whether dtypes are refused that TensorFlow Serving has no JSON for.
        allows_cors: Whether pages of any origin may send requests.
        authorize: Asked before a body is read; None lets all in.
        patience_s: How long a request runs before anybody looks whether its client is still there; it may become twice
            as long. Looking costs a task, some 30 us, which a server under load would pay for every request. Those that
            share batches behind `direct_protocol` need no look: their connections tell them at once.
    """

    timeout_s: float = 30.0
    max_body_nbytes: int = 64 << 20
    is_strict: bool = False
    allows_cors: bool = False
    authorize: Authorize | None = None
    patience_s: float = 0.1
