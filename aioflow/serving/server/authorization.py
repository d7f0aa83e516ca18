"""Who may do what: a hook that every protocol asks before it reads what was sent."""
from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass


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


async def check_access(authorize: Authorize, access: Access) -> None:
    """Asks a hook.

    Raises:
        OpError: What the hook raises.
    """
    answer = authorize(access)
    if inspect.isawaitable(answer):
        await answer
