"""Text as wide as the terminal on which somebody reads it."""
from __future__ import annotations

# Where there is no terminal that tells, such as in a notebook; narrower ones would leave columns of single words.
_USUAL_WIDTH, _MIN_WIDTH = 100, 40


def terminal_width() -> int:
    """The columns of the terminal, or what the environment variable COLUMNS says."""
    import shutil  # not above: it brings bz2 and lzma, and most sessions write no text

    return max(_MIN_WIDTH, shutil.get_terminal_size((_USUAL_WIDTH, 24)).columns)


def wrapped(text: str, width: int, indent: int = 0, first_indent: int | None = None) -> list[str]:
    """Breaks text into lines; words stay whole, as names are to be copied.

    Args:
        text: The text.
        width: Columns of a line.
        indent: Columns that stay empty before each line.
        first_indent: The same for the first line, where it differs.
    """
    import textwrap

    first = indent if first_indent is None else first_indent
    return textwrap.wrap(
        text, width, initial_indent=" " * first, subsequent_indent=" " * indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
