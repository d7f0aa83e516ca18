"""For services that answer with what sessions compute; needs the extra `serve`.

`CancelOnDisconnect` is middleware for Starlette, FastAPI and any other ASGI application. `tf.errors.http_status` gives
the status of an error.
"""
from __future__ import annotations

from aioflow.serving.cancel_on_disconnect import CancelOnDisconnect as CancelOnDisconnect
