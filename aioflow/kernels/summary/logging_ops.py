"""Assertions and prints.

Kernels that act see a context even where they need none: no pass may compute them when a graph is prepared.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import KernelContext, kernel

# By name, since programs and tests may put other objects into `sys.stderr` and `sys.stdout` later.
_STREAMS = {b"stderr": "stderr", b"stdout": "stdout"}
_LOG_LEVELS = {b"log(info)": logging.INFO, b"log(warning)": logging.WARNING, b"log(error)": logging.ERROR}
_logger = logging.getLogger("aioflow")


@kernel("Assert")
def assert_(ctx: KernelContext, condition: Any, data: list[Any], *, summarize: int) -> None:
    """Fails the step unless `condition` ([] bool) holds, showing `summarize` elements of each of `data`."""
    if condition.shape != ():
        raise errors.invalid_argument(f"In[0] should be a scalar: {list(condition.shape)}")
    if not condition:
        shown = " ".join(f"[{summary(value, summarize)}]" for value in data)
        raise errors.invalid_argument(f"assertion failed: {shown}")


@kernel("Timestamp")
def timestamp(ctx: KernelContext) -> Any:
    """Seconds since 1970 ([] double)."""
    return ctx.xp.float64(time.time())


@kernel("Copy", "CopyHost", cheap=True)
def copy(xp: Any, input: Any) -> Any:
    """Forwards its input, which nobody writes to: what TensorFlow copies to watch it."""
    return input


@kernel("Print")
def print_(ctx: KernelContext, input: Any, data: list[Any], *, message: bytes, first_n: int, summarize: int) -> Any:
    """Forwards `input`; writes `message` and `data` to stderr, the first `first_n` times (always if -1)."""
    # Counted per node, over all runs of the session. Runs at the same time may count one call for two; then a line
    # more is printed than asked for.
    count = ctx.kernel.state["calls"] = ctx.kernel.state.get("calls", 0) + 1
    if first_n < 0 or count <= first_n:
        shown = "".join(f"[{summary(value, summarize)}]" for value in data)
        _write("stderr", f"{message.decode(errors='replace')}{shown}\n")
    return input


@kernel("PrintV2")
def print_v2(ctx: KernelContext, input: Any, *, output_stream: bytes, end: bytes) -> None:
    """Writes the string `input` ([]) to a standard stream or to the "aioflow" logger."""
    if input.shape != ():
        raise errors.invalid_argument(f"Input is expected to be scalar, but got {list(input.shape)}")
    text = input.item().decode(errors="replace")
    if output_stream in _LOG_LEVELS:
        _logger.log(_LOG_LEVELS[output_stream], text)
    elif output_stream in _STREAMS:
        _write(_STREAMS[output_stream], text + end.decode(errors="replace"))
    # TensorFlow also appends to files ("file://..."), which a model may not do here.
    else:
        raise errors.permission_denied(
            f"PrintV2 may not write to {output_stream!r}; only to standard streams and the log"
        )


def _write(name: str, text: str) -> None:
    """Writes to a standard stream, if it can; as in TensorFlow, no step fails because nobody can read that."""
    stream = getattr(sys, name)
    # Python's name for a stream that was closed when it began, as in a service or a program without a console.
    if stream is None:
        return
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            stream.write(text.encode("ascii", "backslashreplace").decode())
    # The disk or the pipe behind it; or a stream that the program has closed.
    except (OSError, ValueError):
        pass


def summary(value: Any, max_elements: int) -> str:
    """The first elements of an array as TensorFlow prints them, "..." behind them where there are more.

    Args:
        value: Array of any shape and dtype.
        max_elements: How many elements to show; all if negative.
    """
    flat = value.reshape(-1)
    shown = flat if max_elements < 0 else flat[:max_elements]
    text = " ".join(_element(element) for element in shown.tolist())
    return text + "..." if len(shown) < len(flat) else text


def _element(element: Any) -> str:
    """An element as TensorFlow prints it: six significant digits, and 1 or 0 for bools."""
    if isinstance(element, bytes):
        return element.decode(errors="replace")
    if isinstance(element, bool):
        return "1" if element else "0"
    return f"{element:g}" if isinstance(element, float) else str(element)
