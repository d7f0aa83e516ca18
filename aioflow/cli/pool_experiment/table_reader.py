"""TableReader: takes values out of a TOML table, and refuses what it does not know or cannot use."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from aioflow.cli.exits import BadInput
from aioflow.cli.terminal import printable

_REQUIRED = object()


class TableReader:
    """A table while it is read.

    Args:
        where: What to call the table, such as "[traffic.serving]".
        table: What the file holds there.

    Raises:
        BadInput: It is no table.
    """

    def __init__(self, where: str, table: Any) -> None:
        self.where = printable(where, 80)
        if not isinstance(table, Mapping):
            raise BadInput(f"{self.where} must be a table, not {_shortened(table)}")
        self._table = table
        self._known: set[str] = set()

    def value(self, key: str, default: Any = _REQUIRED) -> Any:
        """Gives the value under `key`.

        Raises:
            BadInput: There is none, and no default.
        """
        self._known.add(key)
        found = self._table.get(key, default)
        if found is _REQUIRED:
            raise BadInput(f"{self.where} needs {key!r}")
        return found

    def text(self, key: str, default: Any = _REQUIRED, choices: Sequence[str] | Mapping[str, Any] = ()) -> str:
        """A string, one of `choices` where there are any."""
        found = self.value(key, default)
        if not isinstance(found, str):
            raise self.bad(key, found, "a string")
        if choices and found not in choices:
            raise self.bad(key, found, f"one of {', '.join(choices)}")
        return found

    def whole(self, key: str, default: Any = _REQUIRED, least: int = 1, most: int = 1 << 31) -> int:
        """A whole number."""
        return self.checked_whole(key, self.value(key, default), least, most)

    def checked_whole(self, key: str, found: Any, least: int = 1, most: int = 1 << 31) -> int:
        """`found` if it is a whole number in range."""
        if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
            raise self.bad(key, found, f"a whole number from {least} to {most}")
        return found

    def positive(self, key: str, default: Any = _REQUIRED, most: float = 1e6) -> float:
        """A number above 0."""
        found = self.value(key, default)
        is_number = isinstance(found, (int, float)) and not isinstance(found, bool)
        if not is_number or not (math.isfinite(found) and 0 < found <= most):
            raise self.bad(key, found, f"a number above 0, at most {most:g}")
        return float(found)

    def truth(self, key: str, default: bool) -> bool:
        """true or false."""
        found = self.value(key, default)
        if not isinstance(found, bool):
            raise self.bad(key, found, "true or false")
        return found

    def one_or_more(self, key: str, default: Any = _REQUIRED) -> list[Any]:
        """The elements of a list, or the one value that stands there instead of it."""
        found = self.value(key, default)
        values = found if isinstance(found, list) else [found]
        if not values:
            raise self.bad(key, found, "not empty")
        if any(value in values[:index] for index, value in enumerate(values)):
            raise self.bad(key, found, "without repetition")
        return values

    def tables(self, key: str) -> dict[str, Any]:
        """A table of tables that is not empty."""
        found = self.value(key)
        if not isinstance(found, Mapping) or not found:
            raise self.bad(key, found, "a table that is not empty")
        return dict(found)

    def end(self) -> None:
        """Refuses keys that nobody asked for."""
        unknown = [key for key in self._table if key not in self._known]
        if unknown:
            raise BadInput(
                f"{self.where} has the unknown key {printable(repr(unknown[0]), 80)}; "
                f"valid keys: {', '.join(sorted(self._known))}"
            )

    def bad(self, key: str, found: Any, wanted: str) -> BadInput:
        """The error for a value that cannot be used."""
        return BadInput(f"{self.where} {key!r} must be {wanted}, not {_shortened(found)}")


def _shortened(value: Any) -> str:
    return printable(repr(value), 80)
