"""Errors as they travel: a code, a text, and payloads by type, as TensorFlow's peers write and read them."""
from __future__ import annotations

from urllib.parse import quote

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.distributed.payloads_pb2 import GrpcPayloadContainer

#: The header. Elsewhere it holds a `google.rpc.Status`; TensorFlow's peers put a `GrpcPayloadContainer` there.
PAYLOAD_HEADER = "grpc-status-details-bin"
#: A code and a text travel in headers, for which peers have room for 8 kB. The number is TensorFlow's.
MAX_TEXT = 3072
_TRUNCATED = " ... [truncated]"
_MAX_WRITTEN = 2 * MAX_TEXT
_PRINTABLE = "".join(map(chr, range(32, 127))).replace("%", "")

_PREFIX = "type.googleapis.com/"
#: Says that an error is a consequence of another one.
DERIVED = _PREFIX + "tensorflow.DerivedStatus"
#: Says that a worker does not know what its caller knows.
POSSIBLY_RESTARTED = _PREFIX + "tensorflow.distributed_runtime.WorkerPossiblyRestarted"
#: Says that there were payloads, which could not be read.
PAYLOADS_LOST = _PREFIX + "tensorflow.distributed_runtime.GrpcPayloadsLost"

_CLASSES = {
    cls.error_code: cls for cls in vars(errors).values()
    if isinstance(cls, type) and issubclass(cls, errors.OpError) and cls is not errors.OpError
}  # fmt: skip


def error_of(code: int, text: str, payloads: bytes | None = None) -> errors.OpError:
    """The error that a peer has told of.

    Args:
        code: The canonical code, not 0.
        text: Its text; the innermost `{{node NAME}}` in it is the node that is blamed.
        payloads: The value of `PAYLOAD_HEADER`, or None.
    """
    # A connection that broke is told as an unknown error by old releases of gRPC.
    if code == errors.UNKNOWN and "Stream removed" in text:
        code = errors.UNAVAILABLE
    cls = _CLASSES.get(code)
    error = errors.OpError(None, None, text, code) if cls is None else cls(None, None, text)
    error.node_name = blamed_node(text)
    if payloads:
        try:
            error.experimental_payloads.update(GrpcPayloadContainer.FromString(payloads).payloads)
        except DecodeError:
            error.experimental_payloads[PAYLOADS_LOST] = b""
    return error


def blamed_node(text: str) -> str | None:
    """The node that an error's text blames; None for none."""
    _, found, rest = text.partition("{{node ")
    name, end, _ = rest.partition("}}")
    return name if found and end and name else None


def header_text(text: str) -> str:
    """The text of an error as it fits into a header."""
    end = min(len(text), MAX_TEXT)
    # What is no printable ASCII takes three bytes for each of its own.
    room = _MAX_WRITTEN - len(quote(text[:end], safe=_PRINTABLE))
    while room < 0:
        end -= max(1, -room // 9)
        room = _MAX_WRITTEN - len(quote(text[:end], safe=_PRINTABLE))
    return text if end == len(text) else text[: max(0, end - len(_TRUNCATED))] + _TRUNCATED


def payloads_of(error: errors.OpError) -> bytes | None:
    """The value of `PAYLOAD_HEADER` for an error; None for one without payloads."""
    if not error.experimental_payloads:
        return None
    return GrpcPayloadContainer(payloads=error.experimental_payloads).SerializeToString()


def derived(error: errors.OpError) -> errors.OpError:
    """Marks an error as the consequence of another one."""
    error.experimental_payloads[DERIVED] = b""
    return error


def is_derived(error: BaseException) -> bool:
    """Whether an error is the consequence of another one."""
    return isinstance(error, errors.OpError) and DERIVED in error.experimental_payloads
