"""Values of `--feed`: a literal, or an array in a .npy file."""
from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np

from aioflow.cli.exits import BadInput
from aioflow.cli.model_file import open_regular
from aioflow.cli.terminal import one_line, printable

_LITERAL_NBYTES = 1 << 20  # a longer command line is refused by most systems anyway


def split_feed(text: str) -> tuple[str, str]:
    """Splits "name=value" into the tensor's name and the text of the value.

    Raises:
        BadInput: There is no name or no "=".
    """
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise BadInput(f"--feed takes NAME=VALUE, not {printable(text, 80)!r}")
    return name, value


def feed_value(text: str) -> Any:
    """Reads the value of a feed: a number, a text, a nested list of these, or the array in a .npy file.

    Raises:
        BadInput: It is none of these.
    """
    return _from_file(Path(text)) if text.endswith(".npy") else _from_literal(text)


def _from_literal(text: str) -> Any:
    if len(text) > _LITERAL_NBYTES:
        raise BadInput(f"a literal of {len(text)} characters is too long; put it into a .npy file")
    try:
        value = _parsed(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:  # the last: too deep
        raise BadInput(
            f"{printable(text, 80)!r} is neither a .npy file nor a literal such as 3.5, [[1, 2], [3, 4]] or '\"text\"'"
        ) from error
    if isinstance(value, (dict, set, type(None), type(...))):
        raise BadInput(f"{printable(text, 80)!r} is no number, text or list of these")
    return value


def _parsed(text: str) -> Any:
    # JSON first, which is quick and knows true, false and NaN; then Python's literals, which know complex numbers, text
    # as bytes, and tuples. Neither runs anything.
    try:
        return json.loads(text)
    except ValueError:
        return ast.literal_eval(text.strip())


def _from_file(file: Path) -> Any:
    """Reads the array in a file, which is mapped first, so that a header cannot ask for more than the file holds."""
    try:
        # Opened for its checks alone: `open_memmap` takes a name, and would wait for the writer of a pipe.
        with open(open_regular(file), "rb"):
            pass
        with np.errstate(all="ignore"):
            mapped: Any = np.lib.format.open_memmap(file, mode="r")
        return np.array(mapped)
    except OSError as error:
        raise BadInput(f"cannot read {printable(str(file))}: {error.strerror or one_line(error)}") from error
    except BadInput:
        raise
    except MemoryError as error:
        raise BadInput(f"{printable(str(file))} needs more memory than the run may have (--memory-mb)") from error
    except Exception as error:  # numpy's reader of headers raises whatever a bad header makes it raise
        where = printable(str(file))
        raise BadInput(f"{where} is not a .npy file without Python objects: {one_line(error)}") from error
