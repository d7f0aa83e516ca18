"""google-re2, TensorFlow's own matcher, for what Python's cannot match in time; where the extra `strings` is installed.

It gets our tree written in its syntax, and only texts on which both agree character by character, so that a program
finds the same with and without it.
"""
from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import chain
from types import ModuleType

import numpy as np

from aioflow.framework.kernels import check_stop
from aioflow.kernels.string.char_sets import CharSet
from aioflow.kernels.string.regex_machine import Slots
from aioflow.kernels.string.regex_syntax import Chars, Choice, Group, Node, Place, Repeat, Sequence

_PLACES = {
    "text begin": r"\A", "text end": r"\z", "line begin": "(?m:^)", "line end": "(?m:$)", "boundary": r"\b",
    "no boundary": r"\B",
}  # fmt: skip
# Instructions of the program times bytes of the text: a call cannot be stopped, and takes a tenth of a second then.
_MAX_STEPS = 5 * 10**7


@cache
def library() -> ModuleType | None:
    """The module; None where it is not installed."""
    try:
        import re2
    except ImportError:
        return None
    # Another package, which wraps an older RE2, has the same name.
    return re2 if hasattr(re2, "Options") else None


class Re2Matcher:
    """A pattern for google-re2.

    Args:
        module: google-re2.
        tree: The expression.

    Raises:
        ValueError: It refuses the pattern, whose repetitions it bounds in another way.
    """

    def __init__(self, module: ModuleType, tree: Node) -> None:
        options = module.Options()
        options.log_errors = False
        try:
            self._pattern = module.compile(re2_pattern(tree), options=options)
        except module.error as error:
            raise ValueError(str(error)) from None
        self._num_groups = self._pattern.groups
        # Between the bytes of one character, too, there is no boundary of words.
        self._only_ascii = _has_place(tree, "no boundary")
        #: The text that was asked for last, as UTF-8, and where each character begins there if not each is a byte. One
        #: tuple: threads that search at the same time replace it as a whole.
        self._last: tuple[str, bytes, list[int] | None] = ("", b"", None)

    def takes(self, text: str) -> bool:
        """Whether a search in this text gives what ours does, and ends soon."""
        if not text.isascii():
            try:
                data = text.encode()
            # Bytes that are no UTF-8. Some of these are characters to RE2 and not to Python.
            except UnicodeEncodeError:
                return False
            return not self._only_ascii and len(data) * self._pattern.programsize <= _MAX_STEPS
        return bool(len(text) * self._pattern.programsize <= _MAX_STEPS)

    def find(self, text: str, start: int, whole: bool = False) -> Slots | None:
        """The leftmost match at or behind `start`, or, if `whole`, one from there to the end; None if there is none."""
        check_stop()
        data, begins = self._encoded(text)
        at = start if begins is None else begins[start]
        match = self._pattern.fullmatch(data, at) if whole else self._pattern.search(data, at)
        if match is None:
            return None
        slots = chain.from_iterable(match.span(group) for group in range(self._num_groups + 1))
        if begins is None:
            return tuple(slots)
        return tuple(slot if slot < 0 else bisect_left(begins, slot) for slot in slots)

    def _encoded(self, text: str) -> tuple[bytes, list[int] | None]:
        """The text in UTF-8, and where each character, and the end, lies there; None if each is a byte."""
        last, data, begins = self._last
        if last is not text:
            data, begins = text.encode(), None
            if len(data) != len(text):
                codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
                nbytes = 1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000)
                begins = [0, *np.cumsum(nbytes).tolist()]
            self._last = text, data, begins
        return data, begins


def re2_pattern(node: Node) -> str:
    """Writes the expression in RE2's syntax; its groups keep their numbers, for nothing else captures there."""
    if isinstance(node, Chars):
        return _re2_set(node.chars)
    if isinstance(node, Place):
        return _PLACES[node.kind]
    if isinstance(node, Sequence):
        return "".join(map(re2_pattern, node.parts))
    if isinstance(node, Choice):
        return f"(?:{'|'.join(map(re2_pattern, node.branches))})"
    if isinstance(node, Group):
        return f"({re2_pattern(node.body)})"
    most = "" if node.most is None else node.most
    return f"(?:{re2_pattern(node.body)}){{{node.least},{most}}}{'?' if node.lazy else ''}"


def _re2_set(chars: CharSet) -> str:
    """A set of characters in RE2's syntax, which has no empty one but what is left of all."""
    ranges = "".join(f"\\x{{{first:x}}}-\\x{{{last:x}}}" for first, last in chars)
    return f"[{ranges}]" if chars else r"[^\x00-\x{10FFFF}]"


def _has_place(node: Node, kind: str) -> bool:
    """Whether a place of that kind is anywhere in the expression."""
    if isinstance(node, Place):
        return node.kind == kind
    if isinstance(node, Group | Repeat):
        return _has_place(node.body, kind)
    parts = node.parts if isinstance(node, Sequence) else node.branches if isinstance(node, Choice) else ()
    return any(_has_place(part, kind) for part in parts)
