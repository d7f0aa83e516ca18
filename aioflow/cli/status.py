"""Commands that go on for long let `aioflow top` look at them."""
from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from aioflow import errors
from aioflow.cli.standard_streams import say
from aioflow.cli.terminal import one_line
from aioflow.observe.live.status_socket import serve_status


@asynccontextmanager
async def status_told(title: str, names: Callable[[], Mapping[str, str]]) -> AsyncIterator[None]:
    """Gives a context in which `aioflow top` sees this process; where that cannot be, the command goes on all the same.

    Args:
        title: What the process is called.
        names: As for `serve_status`.
    """
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(serve_status(title, names))
        except errors.UnimplementedError:  # this system has nothing of the kind
            pass
        except (errors.OpError, OSError) as error:
            say(f"aioflow top cannot see this process: {one_line(error)}")
        yield
