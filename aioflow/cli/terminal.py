"""Text for a terminal: names from foreign files made harmless, sizes, shapes, and values as JSON."""
from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np

MAX_LINE = 400  # a few lines of a terminal; names in hostile files may have megabytes
_UNITS = ("B", "kB", "MB", "GB", "TB")


def printable(text: str, limit: int = MAX_LINE) -> str:
    """Puts `text` on one line without anything that a terminal could obey, which is escaped; long text is cut off."""
    if len(text) > limit:
        text = f"{text[: limit - 20]}... ({len(text)} characters)"
    # `isprintable` is false for control characters and for those that turn the direction of text, or cannot be encoded.
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def one_line(error: object) -> str:
    """Puts an error's message on one line."""
    return printable(" ".join(str(error).split()))


def counted(number: int, what: str) -> str:
    """Writes how many of something there are, such as "1 thread" or "2 threads"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def nbytes_text(nbytes: int) -> str:
    """Writes a number of bytes for reading, such as "58.1 kB"."""
    size, unit = float(nbytes), 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{nbytes} B" if unit == 0 else f"{size:.1f} {_UNITS[unit]}"


def shape_text(shape: list[int | None] | None) -> str:
    """Writes a shape for reading, such as "[?, 8, 8, 1]"; "[...]" when the rank is unknown."""
    return "[...]" if shape is None else f"[{', '.join('?' if size is None else str(size) for size in shape)}]"


def json_text(document: Any, indent: int | None = 2) -> str:
    """Writes a document as JSON in ASCII, on one line where `indent` is None."""
    # NaN is no JSON, though Python writes it; `json_value` has made a text of it.
    return json.dumps(document, indent=indent, allow_nan=False)


def json_value(value: Any) -> Any:
    """Makes of an array or a scalar a value that JSON can hold.

    Numbers stay numbers; what is no number is one of the strings "NaN", "Infinity", "-Infinity". Complex numbers are
    [real, imaginary]. Strings are text, or {"b64": ...} where they are not UTF-8.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, list):
        return [json_value(element) for element in value]
    if isinstance(value, bytes):
        return _json_bytes(value)
    if isinstance(value, complex):
        return [json_value(value.real), json_value(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value if isinstance(value, (bool, int, float, str, type(None))) else _json_other(value)


def _json_bytes(value: bytes) -> Any:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(value).decode()}


def _json_other(value: Any) -> Any:
    try:
        return json_value(float(value))  # the small float and integer types
    except (TypeError, ValueError):
        return repr(value)
