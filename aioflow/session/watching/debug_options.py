"""DebugRequest: what a debugger asks a run for, read from `RunOptions.debug_options`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from aioflow import errors
from aioflow._proto.debug_pb2 import DebugOptions
from aioflow.framework.watches import WILDCARD, Delivery, Watch, Watches
from aioflow.passes.debug_watches import check_watches

FILE, GRPC = "file://", "grpc://"
_CALLBACK = "memcbk://"


class DebugRequest(NamedTuple):
    """The watches of a debugger, and whom to tell.

    Attributes:
        watches: The watches, at most one for each tensor.
        urls: Those of each watch, in the same order.
        global_step: A number that is written along.
        resets_disk_bytes: Whether what is on disk already does not count.
        tells_of_run: Whether it is written, too, what the run is: in a cluster its master does that alone.
    """

    watches: Watches
    urls: Sequence[tuple[str, ...]]
    global_step: int
    resets_disk_bytes: bool
    tells_of_run: bool = True

    def to_proto(self) -> DebugOptions:
        """The watches as a message, for others who run parts of the step."""
        message = DebugOptions(global_step=self.global_step, reset_disk_byte_usage=self.resets_disk_bytes)
        for watch, urls in zip(self.watches, self.urls, strict=True):
            message.debug_tensor_watch_opts.add(
                node_name=watch.node_name, output_slot=watch.output_slot, debug_ops=watch.debug_ops, debug_urls=urls,
                tolerate_debug_op_creation_failures=watch.tolerates_failures,
            )  # fmt: skip
        return message

    @property
    def all_urls(self) -> list[str]:
        """All URLs, each once."""
        return list(dict.fromkeys(url for urls in self.urls for url in urls))


def read_debug_options(watches: Any, global_step: int, resets_disk_bytes: bool) -> DebugRequest | None:
    """Reads the fields of a `DebugOptions` message; None where they watch nothing.

    Args:
        watches: `DebugTensorWatch` messages.
        global_step: See `DebugRequest`, as for the next.
        resets_disk_bytes: See above.

    Raises:
        FailedPreconditionError: A slot is one that no tensor has, or a URL needs what is not there.
        InvalidArgumentError: A URL is none that can be written to.
    """
    asked = [watch for watch in watches if watch.debug_ops and watch.debug_urls]
    if not asked:
        return None
    check_watches(Watch(each.node_name, each.output_slot) for each in asked)
    # In TensorFlow's words: all wildcards together are one watch; of others on one tensor the last one counts.
    found: dict[tuple[str, int], tuple[Watch, tuple[str, ...]]] = {}
    for each in asked:
        key, ops, urls = (each.node_name, each.output_slot), tuple(each.debug_ops), tuple(each.debug_urls)
        tolerates = each.tolerate_debug_op_creation_failures
        if each.node_name == WILDCARD and key in found:
            earlier, earlier_urls = found[key]
            ops = tuple(dict.fromkeys([*earlier.debug_ops, *ops]))
            urls = tuple(dict.fromkeys([*earlier_urls, *urls]))
            tolerates = tolerates or earlier.tolerates_failures
        found[key] = Watch(*key, ops, _delivery(urls), tolerates), urls
    merged, all_urls = zip(*found.values(), strict=True)
    return DebugRequest(merged, all_urls, global_step, resets_disk_bytes)


def _delivery(urls: Sequence[str]) -> Delivery:
    for url in urls:
        check_url(url)
    return Delivery.REMOTE if any(is_remote(url) for url in urls) else Delivery.FILES


def is_remote(url: str) -> bool:
    """Whether a URL is one of a server."""
    return url.lower().startswith(GRPC)


def root_of(url: str) -> Path:
    """The folder of a `file://` URL."""
    return Path(url[len(FILE) :])


def check_url(url: str) -> None:
    """Raises `InvalidArgumentError` for a URL that nothing can be published to, `FailedPreconditionError` for one of a
    callback, since nobody can have registered one.
    """
    lowered = url.lower()
    if lowered.startswith(_CALLBACK):
        raise errors.failed_precondition(f"no callback is registered for {url}; session.watch() has values in Python")
    if lowered.startswith(FILE):
        if not os.path.isabs(url[len(FILE) :]) or "\0" in url:
            raise errors.invalid_argument(f"Invalid debug target URL: {url}: the path has to be an absolute one")
    elif not is_remote(url):
        raise errors.invalid_argument(f"Invalid debug target URL: {url}: it must begin with {FILE} or {GRPC}")


def check_folder(request: DebugRequest, folder: str | None) -> None:
    """Checks what somebody else asks for, who must not choose where this process writes and connects.

    Args:
        request: What is asked for.
        folder: The folder below which dumps may be; None for nowhere.

    Raises:
        PermissionDeniedError: A URL leads elsewhere.
    """
    for url in request.all_urls:
        # Resolved, so that neither ".." nor a link leads out of it.
        if folder is None or is_remote(url) or not root_of(url).resolve().is_relative_to(Path(folder).resolve()):
            allowed = "none" if folder is None else f"file:// below {folder}"
            raise errors.permission_denied(f"the debug URL {url} is refused; this server allows {allowed}")
