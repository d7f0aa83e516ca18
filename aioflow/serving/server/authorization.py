"""Who may do what: a hook that every protocol asks before it reads what was sent."""
from __future__ import annotations

import hmac
import inspect
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass

from aioflow import errors


@dataclass(slots=True, frozen=True)
class Access:
    """What somebody wants to do.

    Attributes:
        protocol: "rest", "v2-rest", "grpc" or "v2-grpc"; "admin" for the live page.
        method: The HTTP method, or the name of the procedure.
        path: The path, or the full name of the procedure.
        headers: Headers or metadata, by lower-case name.
        model: Name of the model; "" where it is not known before the body is read, or where there is none.
        is_admin: Whether it changes what is served, or looks at the server itself: what the live page shows.
    """

    protocol: str
    method: str
    path: str
    headers: Mapping[str, str]
    model: str = ""
    is_admin: bool = False


#: Raises `PermissionDeniedError` or `UnauthenticatedError`; may be `async`.
Authorize = Callable[[Access], Awaitable[None] | None]


def bearer_tokens(tokens: Collection[str], admin_tokens: Collection[str] = ()) -> Authorize:
    """A hook that asks for a token, in the header or metadata `authorization: Bearer TOKEN`.

    Args:
        tokens: Those that let requests in.
        admin_tokens: Those that let in requests and whatever changes what is served. Without any nobody may do that.

    Raises:
        InvalidArgumentError: There are no tokens, or one is empty.
    """
    known, admin = [each.encode() for each in tokens], [each.encode() for each in admin_tokens]
    if not (known or admin) or b"" in (*known, *admin):
        raise errors.invalid_argument("there must be a token, and none may be empty")

    def authorize(access: Access) -> None:
        if not bears_token(access.headers, [*known, *admin]):
            raise errors.UnauthenticatedError(None, None, "a token is needed: authorization: Bearer TOKEN")
        if access.is_admin and not bears_token(access.headers, admin):
            raise errors.permission_denied("this token does not let change what is served")

    return authorize


def bears_token(headers: Mapping[str, str], known: Collection[bytes]) -> bool:
    """Whether headers, by lower-case name, have one of these tokens as `authorization: Bearer TOKEN`."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    # All are compared, each in constant time, so that the time tells nothing of how much of a guess was right.
    given = token.strip().encode("utf-8", "surrogateescape")
    return kind.lower() == "bearer" and sum(hmac.compare_digest(given, each) for each in known) > 0


async def check_access(authorize: Authorize, access: Access) -> None:
    """Asks a hook.

    Raises:
        OpError: What the hook raises.
    """
    answer = authorize(access)
    if inspect.isawaitable(answer):
        await answer
