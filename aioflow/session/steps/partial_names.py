"""PartialNames: what of a partial run has been fed and fetched."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.graph import Tensor


class PartialNames:
    """Each feed and fetch of a setup is used once.

    Args:
        feeds: Tensors that will be fed.
        fetches: Tensors that will be fetched.
        needs: For each fetch the feeds without which it cannot be computed; none where that is not known here.
    """

    def __init__(
        self,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        needs: Mapping[Tensor, frozenset[Tensor]] | None = None,
    ) -> None:
        self._feeds, self._fetches = frozenset(feeds), frozenset(fetches)
        self._unfed, self._unfetched = set(feeds), set(fetches)
        self._needs = needs or {}

    def check(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> None:
        """Raises `InvalidArgumentError` for what was not in the setup, was used before, or needs what is missing."""
        _check_names(feeds, self._feeds, self._unfed, "fed")
        _check_names(fetches, self._fetches, self._unfetched, "fetched")
        available = (self._feeds - self._unfed) | set(feeds)
        for tensor in fetches:
            missing = sorted(feed.name for feed in self._needs.get(tensor, frozenset()) - available)
            if missing:
                raise errors.invalid_argument(
                    f"Fetch {tensor.name} can't be computed from the feeds that have been fed so far; "
                    f"missing: {missing}"
                )

    def take(self, feeds: Mapping[Tensor, Any], fetches: Sequence[Tensor]) -> None:
        """Notes what a call uses."""
        self._unfed.difference_update(feeds)
        self._unfetched.difference_update(fetches)

    @property
    def are_all_used(self) -> bool:
        """Whether nothing is left."""
        return not self._unfed and not self._unfetched


def _check_names(used: Iterable[Tensor], known: frozenset[Tensor], left: set[Tensor], verb: str) -> None:
    for tensor in used:
        if tensor not in known:
            raise errors.invalid_argument(f"Tensor {tensor.name} was not specified in partial_run_setup.")
        if tensor not in left:
            raise errors.invalid_argument(f"Tensor {tensor.name} has already been {verb}.")
