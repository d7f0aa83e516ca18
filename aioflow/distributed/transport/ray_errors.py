"""Errors of Ray as those of TensorFlow."""
from __future__ import annotations

from aioflow import errors

#: Name of a class of `ray.exceptions` -> code. By names, so that nothing here needs Ray; the first class of an error's
#: order of inheritance that is found here counts.
_CODES = {
    "TaskCancelledError": errors.CANCELLED,
    "GetTimeoutError": errors.DEADLINE_EXCEEDED,
    "ObjectStoreFullError": errors.RESOURCE_EXHAUSTED,
    "OutOfMemoryError": errors.RESOURCE_EXHAUSTED,
    "OutOfDiskError": errors.RESOURCE_EXHAUSTED,
    "PendingCallsLimitExceeded": errors.RESOURCE_EXHAUSTED,
    "TaskUnschedulableError": errors.RESOURCE_EXHAUSTED,
    "ActorUnschedulableError": errors.RESOURCE_EXHAUSTED,
    "AuthenticationError": errors.UNAUTHENTICATED,
    "RuntimeEnvSetupError": errors.FAILED_PRECONDITION,
    "NodeDiedError": errors.UNAVAILABLE,
    "LocalRayletDiedError": errors.UNAVAILABLE,
    "WorkerCrashedError": errors.UNAVAILABLE,
    "ObjectLostError": errors.UNAVAILABLE,
    "RpcError": errors.UNAVAILABLE,
    "ActorPlacementGroupRemoved": errors.UNAVAILABLE,
    "TaskPlacementGroupRemoved": errors.UNAVAILABLE,
    "RayError": errors.INTERNAL,
}
#: Those of actors that do not come back. An `ActorUnavailableError` is that of one that does, or may.
_GONE = {"ActorDiedError", "ActorPlacementGroupRemoved", "ActorUnschedulableError", "AsyncioActorExit"}


class ActorAwayError(errors.UnavailableError):
    """An `UnavailableError` of an actor that may come back, as one that is being restarted."""


class ActorGoneError(errors.UnavailableError):
    """An `UnavailableError` of an actor that does not come back: nothing is gained by waiting for it."""


def actor_gone(message: str) -> ActorGoneError:
    """An error with a text."""
    return ActorGoneError(None, None, message)


def error_of_ray(error: BaseException) -> errors.OpError:
    """The error that an actor's caller has got, without what Ray has wrapped it in.

    Args:
        error: An exception of Ray, or one of an actor's method that Ray has wrapped.
    """
    # A `RayTaskError` has what the method raised as its cause, and is of that class besides.
    cause = getattr(error, "cause", None)
    if isinstance(cause, errors.OpError):
        return cause
    names = [cls.__name__ for cls in type(error).__mro__]
    text = f"{names[0]}: {error}".strip()
    if not _GONE.isdisjoint(names):
        return actor_gone(text)
    if "RayActorError" in names:
        return ActorAwayError(None, None, text)
    code = next((_CODES[name] for name in names if name in _CODES), errors.INTERNAL)
    return errors.exception_type_from_error_code(code)(None, None, text)
