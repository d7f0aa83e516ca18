"""TensorFlow's error classes: `OpError` and one subclass per status code.

Two kinds of code raise them. The runtime and kernels call the lower-case functions at the end of this file
(`invalid_argument("...")`), which know no node; the executor then attaches the node with `OpError.at_node`.
Users catch the classes.

`CancelledError` here is a step's status. It is unrelated to `asyncio.CancelledError`, which is a task's.
"""
from __future__ import annotations

import copy
from typing import Any

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16


class OpError(Exception):
    """Base of every error that a step can end with.

    Attributes:
        message: The text, ending in ` [[{{node NAME}}]]` once the failing node is known.
        error_code: The canonical status code, an int (`error_code` of the class for subclasses).
        op: The failing `Operation` of the session's graph, or None (a timeout, a node the runtime added).
        node_def: The failing node as a `NodeDef` message, or None.
        node_name: Name of the failing node, also where `op` is None.
    """

    error_code: int = UNKNOWN

    def __init__(self, node_def: Any = None, op: Any = None, message: str = "", error_code: int | None = None) -> None:
        super().__init__()
        self._node_def = node_def
        self.op = op
        self.message = message
        self.node_name: str | None = None
        self.experimental_payloads: dict[str, bytes] = {}
        if error_code is not None:
            self.error_code = error_code

    @property
    def code(self) -> int:
        """The canonical status code (the same number as `error_code`)."""
        return self.error_code

    @property
    def node_def(self) -> Any:
        """The failing node as a `NodeDef` message, or None."""
        if self._node_def is None and self.op is not None:
            return self.op.node_def
        return self._node_def

    def at_node(self, name: str) -> OpError:
        """Notes that the node called `name` failed; the innermost node stays the one that is blamed."""
        self.message += f"\n\t [[{{{{node {name}}}}}]]" if self.node_name is None else f"\n\t [[{name}]]"
        if self.node_name is None:
            self.node_name = name
        return self

    def again(self) -> OpError:
        """A new error that says the same, for another one who raises it: each has a traceback of its own."""
        error = copy.copy(self)
        error.op, error.__cause__ = self.op, self.__cause__
        return error

    def __str__(self) -> str:
        created_at = getattr(self.op, "created_at", "")
        return f"{self.message}\n\nNode {self.op.name!r} was created at:\n{created_at}" if created_at else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r})"  # not that of exceptions, which would show no text

    def __reduce__(self) -> tuple[Any, ...]:
        # Operations do not travel between processes; their NodeDef does.
        payloads = dict(self.experimental_payloads)
        return _rebuild, (type(self), self.node_def, self.message, self.error_code, self.node_name, payloads)


def _rebuild(
    cls: type[OpError], node_def: Any, message: str, code: int, node_name: str | None, payloads: dict[str, bytes]
) -> OpError:
    error = cls(node_def, None, message)
    error.error_code, error.node_name = code, node_name
    error.experimental_payloads = payloads
    return error


def again(error: BaseException) -> BaseException:
    """Copies an error for another one who raises it: each has notes of its own, and a traceback that begins alike."""
    if isinstance(error, OpError):
        own: BaseException = error.again()
    else:
        try:
            own = copy.copy(error)
        except Exception:  # its class wants other arguments than it keeps; better one for all than none
            return error
        if hasattr(error, "__notes__"):
            own.__notes__ = list(error.__notes__)
        own.__cause__, own.__suppress_context__ = error.__cause__, error.__suppress_context__
    return own.with_traceback(error.__traceback__)


class CancelledError(OpError):
    """The step was cancelled: its session was closed or reset. You do not get it for cancelling your own task."""

    error_code = CANCELLED


class UnknownError(OpError):
    """A Python function in the graph raised something that has no status code of its own."""

    error_code = UNKNOWN


class InvalidArgumentError(OpError):
    """A value, shape, dtype, graph or option is wrong, whatever the state of the system."""

    error_code = INVALID_ARGUMENT


class DeadlineExceededError(OpError):
    """The step's timeout passed before it ended."""

    error_code = DEADLINE_EXCEEDED


class NotFoundError(OpError):
    """Something that was asked for by name does not exist: an op, a target, a file, a resource."""

    error_code = NOT_FOUND


class AlreadyExistsError(OpError):
    """Something with that name exists already."""

    error_code = ALREADY_EXISTS


class PermissionDeniedError(OpError):
    """The caller may not do this; an untrusted model wanted files, processes or the network."""

    error_code = PERMISSION_DENIED


class ResourceExhaustedError(OpError):
    """A limit was reached: memory, a queue's bound, a `Limits` entry."""

    error_code = RESOURCE_EXHAUSTED


class FailedPreconditionError(OpError):
    """The system is not in the needed state, for example a variable was not initialised."""

    error_code = FAILED_PRECONDITION


class AbortedError(OpError):
    """The operation lost against another one; trying again at a higher level may work."""

    error_code = ABORTED


class OutOfRangeError(OpError):
    """Past the end: a closed and empty queue, an exhausted iterator, an output index."""

    error_code = OUT_OF_RANGE


class UnimplementedError(OpError):
    """aioflow does not do this: an op without a kernel, an option it cannot honour."""

    error_code = UNIMPLEMENTED


class InternalError(OpError):
    """The runtime broke one of its own rules, or a graph made it do so."""

    error_code = INTERNAL


class UnavailableError(OpError):
    """A peer cannot be reached now; trying again may work."""

    error_code = UNAVAILABLE


class DataLossError(OpError):
    """Stored data is damaged or cut short."""

    error_code = DATA_LOSS


class UnauthenticatedError(OpError):
    """The caller did not prove who it is."""

    error_code = UNAUTHENTICATED


class InaccessibleTensorError(ValueError):
    """The tensor was marked as not fetchable."""


_CLASSES: dict[int, type[OpError]] = {
    cls.error_code: cls
    for cls in (
        CancelledError, UnknownError, InvalidArgumentError, DeadlineExceededError, NotFoundError, AlreadyExistsError,
        PermissionDeniedError, ResourceExhaustedError, FailedPreconditionError, AbortedError, OutOfRangeError,
        UnimplementedError, InternalError, UnavailableError, DataLossError, UnauthenticatedError,
    )
}  # fmt: skip


def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The class for a status code; `KeyError` for 0 and for unknown codes."""
    return _CLASSES[error_code]


def error_code_from_exception_type(cls: type[OpError]) -> int:
    """The status code of an error class; `KeyError` when `cls` is not one of them."""
    if cls not in _CLASSES.values():
        raise KeyError(cls)
    return cls.error_code


_HTTP_STATUSES = {
    CANCELLED: 499,  # no standard's, but what proxies log for a client that has hung up
    INVALID_ARGUMENT: 400,
    DEADLINE_EXCEEDED: 504,
    NOT_FOUND: 404,
    ALREADY_EXISTS: 409,
    PERMISSION_DENIED: 403,
    RESOURCE_EXHAUSTED: 503,  # the limits are those of the server, whoever has used them up
    FAILED_PRECONDITION: 400,
    ABORTED: 409,
    OUT_OF_RANGE: 400,
    UNIMPLEMENTED: 501,
    UNAVAILABLE: 503,
    UNAUTHENTICATED: 401,
}


def http_status(error: BaseException) -> int:
    """Gives the HTTP status with which a service answers when `session.run` has raised `error`.

    Args:
        error: An `OpError`, or what `run` raises of values that do not fit (`ValueError`, `TypeError`), which is the
            client's fault too.

    Returns:
        400 for a bad request, 503 for a full pool, 504 for a missed deadline, and so on; 500 for all other errors.
    """
    if isinstance(error, OpError):
        return _HTTP_STATUSES.get(error.code, 500)
    return 400 if isinstance(error, (ValueError, TypeError)) else 500


def cancelled(message: str) -> CancelledError:
    """A `CancelledError` that knows no node yet."""
    return CancelledError(None, None, message)


def unknown(message: str) -> UnknownError:
    """An `UnknownError` that knows no node yet."""
    return UnknownError(None, None, message)


def invalid_argument(message: str) -> InvalidArgumentError:
    """An `InvalidArgumentError` that knows no node yet."""
    return InvalidArgumentError(None, None, message)


def deadline_exceeded(message: str) -> DeadlineExceededError:
    """A `DeadlineExceededError` that knows no node yet."""
    return DeadlineExceededError(None, None, message)


def not_found(message: str) -> NotFoundError:
    """A `NotFoundError` that knows no node yet."""
    return NotFoundError(None, None, message)


def already_exists(message: str) -> AlreadyExistsError:
    """An `AlreadyExistsError` that knows no node yet."""
    return AlreadyExistsError(None, None, message)


def permission_denied(message: str) -> PermissionDeniedError:
    """A `PermissionDeniedError` that knows no node yet."""
    return PermissionDeniedError(None, None, message)


def resource_exhausted(message: str) -> ResourceExhaustedError:
    """A `ResourceExhaustedError` that knows no node yet."""
    return ResourceExhaustedError(None, None, message)


def failed_precondition(message: str) -> FailedPreconditionError:
    """A `FailedPreconditionError` that knows no node yet."""
    return FailedPreconditionError(None, None, message)


def aborted(message: str) -> AbortedError:
    """An `AbortedError` that knows no node yet."""
    return AbortedError(None, None, message)


def out_of_range(message: str) -> OutOfRangeError:
    """An `OutOfRangeError` that knows no node yet."""
    return OutOfRangeError(None, None, message)


def unimplemented(message: str) -> UnimplementedError:
    """An `UnimplementedError` that knows no node yet."""
    return UnimplementedError(None, None, message)


def internal(message: str) -> InternalError:
    """An `InternalError` that knows no node yet."""
    return InternalError(None, None, message)


def unavailable(message: str) -> UnavailableError:
    """An `UnavailableError` that knows no node yet."""
    return UnavailableError(None, None, message)


def data_loss(message: str) -> DataLossError:
    """A `DataLossError` that knows no node yet."""
    return DataLossError(None, None, message)
