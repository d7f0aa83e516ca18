"""RE2's regular expressions over UTF-8 strings: matching and replacing.

Python's own matcher is fast but tries one way after the other, which can take time exponential in the length of the
text. A pattern runs on it as long as a bound of its worst case (`worst_case`) is small enough for the text at hand.
Otherwise it runs on google-re2, if the extra `strings` is installed, or on our `Machine`, whose time is always linear.
Models are untrusted, and a matcher holds the interpreter's lock until it is done: one bad pattern must not stop the
process.
"""
from __future__ import annotations

import logging
import re
from functools import lru_cache

from aioflow.framework.kernels import check_stop
from aioflow.kernels.string.char_sets import CharSet
from aioflow.kernels.string.regex_machine import Machine, Slots
from aioflow.kernels.string.regex_re2 import Re2Matcher, library
from aioflow.kernels.string.regex_syntax import Chars, Choice, Group, Node, Place, Repeat, Sequence, parse
from aioflow.kernels.string_arrays import StringGrowth

_LOG = logging.getLogger(__name__)
_MAX_STEPS = 10**8  # about a second of Python's matcher, in the worst case
# Of one call of it, which gives the interpreter's lock to nobody and cannot be stopped; a tenth of a second. Longer
# searches are made start by start. Few patterns come near their worst case, and for texts of some thousand characters
# the machine takes a hundred times as long as the matcher mostly does: so not less.
_MAX_STEPS_AT_ONCE = 10**7
# Instructions times characters of our machine, beyond which a warning says what would be faster: about a second's work.
_SLOW_STEPS = 10**6
_STARTS_AT_A_TIME = 64  # between two looks at whether to go on
# Python's spelling of RE2's places. `$` would match before a last line break, `\b` means Unicode's words unless
# told otherwise, and `\B` does not match the empty text before Python 3.14: hence the negative lookahead.
_PLACES = {
    "text begin": r"\A", "text end": r"\Z", "line begin": "(?m:^)", "line end": "(?m:$)", "boundary": r"(?a:\b)",
    "no boundary": r"(?!(?a:\b))",
}  # fmt: skip
# A part of a rewrite: a group's digit, an escaped backslash, or text without backslashes.
_REFERENCE = re.compile(rb"\\(?:([0-9])|(\\))|([^\\]+)")


class Regex:
    """One compiled pattern.

    Args:
        pattern: In RE2's syntax, UTF-8.

    Raises:
        InvalidArgumentError: RE2 would refuse the pattern.
        UnimplementedError: It has a part that we do not know.
    """

    def __init__(self, pattern: bytes) -> None:
        self._tree, self.num_groups = parse(pattern)
        self._cost = worst_case(self._tree)
        #: None where the pattern can take exponential time, which then runs on the machine alone.
        self._python = re.compile(python_pattern(self._tree)) if self._cost.is_bounded else None
        #: Made when first needed: few patterns are so expensive.
        self._machine: Machine | None = None
        self._re2: Re2Matcher | None = None
        self._pattern = pattern
        #: Whether it was said that another package would match faster.
        self._is_told = False

    def matches(self, text: bytes) -> bool:
        """Whether the whole text matches."""
        characters = _decoded(text)
        if self._python is not None and self._cost.steps(len(characters)) <= _MAX_STEPS_AT_ONCE:
            return self._python.fullmatch(characters) is not None
        return self._linear(characters).find(characters, 0, whole=True) is not None

    def find(self, text: str, start: int) -> Slots | None:
        """Begin and end of the leftmost match at or behind `start`, and of its groups."""
        # A search tries every start, each of which may cost that much.
        steps = self._cost.steps(len(text))
        all_steps = steps * (len(text) + 1)
        if self._python is None or all_steps > _MAX_STEPS or steps > _MAX_STEPS_AT_ONCE:
            return self._linear(text).find(text, start)
        if all_steps <= _MAX_STEPS_AT_ONCE:
            match = self._python.search(text, start)
        else:
            linear = self._linear(text) if library() is not None else None
            if isinstance(linear, Re2Matcher):
                return linear.find(text, start)
            match = self._search(text, start)
        return None if match is None else tuple(at for span in match.regs for at in span)

    def _search(self, text: str, start: int) -> re.Match[str] | None:
        """The leftmost match, start by start, so that others may run between two, and the step may end."""
        assert self._python is not None
        match_at = self._python.match
        for at in range(start, len(text) + 1):
            if not at % _STARTS_AT_A_TIME:
                check_stop()
            match = match_at(text, at)
            if match is not None:
                return match
        return None

    def replaced(self, text: bytes, rewrite: bytes, everywhere: bool) -> bytes:
        """`text` with the first match, or every match, written anew.

        `rewrite` may name groups as \\1. One that names a group which the pattern has not changes nothing. What
        follows a backslash that means nothing is left out, if every match is replaced; else nothing changes.
        """
        parts, is_valid = _rewrite_parts(rewrite)
        # RE2 checks these at different points: a group that does not exist spoils either kind of
        # replacement, an escape without meaning only the replacement of the first match.
        numbers = [part for part in parts if isinstance(part, int)]
        if max(numbers, default=0) > self.num_groups or not (is_valid or everywhere):
            return text
        characters = _decoded(text)
        result: list[str] = []
        at, last_end = 0, -1
        growth = StringGrowth()
        while at <= len(characters):
            slots = self.find(characters, at)
            if slots is None:
                break
            begin, end = slots[:2]
            result.append(characters[at:begin])
            # RE2 replaces no empty match directly behind another match: `a*` in "baac" matches before the b, "aa"
            # and behind the c, not also behind "aa". The character there is copied and the search goes on behind it.
            if begin == end == last_end:
                result.append(characters[begin : begin + 1])
                at = begin + 1
                continue
            for part in parts:
                result.append(part if isinstance(part, str) else _group_text(characters, slots, part))
                growth.take(len(result[-1]))
            at = last_end = end
            if not everywhere:
                break
        result.append(characters[at:])
        return "".join(result).encode("utf-8", "surrogateescape")

    def _linear(self, text: str) -> Machine | Re2Matcher:
        """The matcher of this text in linear time: google-re2 where it is installed and agrees with our own."""
        if self._machine is None:
            # First, for it refuses programs that are too long, which is so with and without google-re2.
            machine, module = Machine(self._tree, self.num_groups), library()
            if module is not None:
                try:
                    self._re2 = Re2Matcher(module, self._tree)
                except ValueError:
                    pass  # the machine does it alone
            # Last, for another thread takes both for made then.
            self._machine = machine
        if self._re2 is not None and self._re2.takes(text):
            return self._re2
        if library() is None and not self._is_told and len(text) * self._machine.size > _SLOW_STEPS:
            self._is_told = True
            _LOG.warning(
                "the regular expression %.100r is matched in Python, slowly: pip install aioflow-runtime[strings] "
                "brings TensorFlow's own matcher", self._pattern
            )  # fmt: skip
        return self._machine


@lru_cache(maxsize=256)
def compiled(pattern: bytes) -> Regex:
    """The pattern, compiled once."""
    return Regex(pattern)


def _decoded(text: bytes) -> str:
    """The characters of a text; bytes that are no UTF-8 become lone surrogates, which no pattern matches."""
    return text.decode("utf-8", "surrogateescape")


def _group_text(text: str, slots: Slots, number: int) -> str:
    """The text of a group; nothing for one that took no part in the match."""
    begin, end = slots[2 * number : 2 * number + 2]
    return text[begin:end] if begin >= 0 else ""


def _rewrite_parts(rewrite: bytes) -> tuple[list[str | int], bool]:
    """Literal texts and group numbers, and whether all of `rewrite` has a meaning."""
    parts: list[str | int] = []
    at = 0
    while at < len(rewrite):
        match = _REFERENCE.match(rewrite, at)
        if match is None:
            return parts, False
        parts.append(int(match[1]) if match[1] else _decoded(match[2] or match[3]))
        at = match.end()
    return parts, True


class _Cost:
    """A bound of the ways that a backtracking matcher may try: `ways` times the text's length to a power.

    Attributes:
        is_bounded: No exponential time is possible.
    """

    def __init__(self, ways: int, power: int, is_bounded: bool = True) -> None:
        self.ways = ways
        self.power = power
        self.is_bounded = is_bounded

    def steps(self, length: int) -> int:
        """The bound for a text of that length."""
        return int(self.ways * (length + 1) ** self.power)

    def __mul__(self, other: _Cost) -> _Cost:
        # Ways are cut off beyond the limit, where their number no longer matters, so that the products stay
        # small numbers.
        return _Cost(
            min(self.ways * other.ways, _MAX_STEPS + 1), self.power + other.power, self.is_bounded and other.is_bounded
        )


def worst_case(node: Node) -> _Cost:
    """Bounds the number of ways in which a backtracking matcher may try to match a text.

    Parts in a row multiply, branches add up. A loop without upper bound whose body matches in one way only has as many
    ways as the text has characters (power 1); a loop of anything else may be exponential: the cost is unbounded.
    """
    if isinstance(node, Sequence):
        cost = _Cost(1, 0)
        for part in node.parts:
            cost *= worst_case(part)
        return cost
    if isinstance(node, Choice):
        costs = [worst_case(branch) for branch in node.branches]
        bounded = all(cost.is_bounded for cost in costs)
        return _Cost(sum(cost.ways for cost in costs), max(cost.power for cost in costs), bounded)
    if isinstance(node, Group):
        return worst_case(node.body)
    if isinstance(node, Repeat):
        # A body that can match in one way only keeps the ways few: as many as there are numbers of repetitions.
        body = worst_case(node.body)
        once = body.is_bounded and body.ways == 1 and not body.power and _has_width(node.body)
        if node.most is None:
            return _Cost(1, 1, once)
        if once or node.most == node.least == 1:
            return _Cost(node.most - node.least + 1, 0)
        # Each round has `ways` ways or does not take place. 30 rounds of two ways already exceed the limit;
        # the exponent is cut there. A power of 9 exceeds it for texts of 7 characters (8 ** 9).
        power = body.power * node.most
        return _Cost(min((body.ways + 1) ** min(node.most, 30), _MAX_STEPS + 1), power, body.is_bounded and power < 9)
    return _Cost(1, 0)


def _has_width(node: Node) -> bool:
    """Whether a node without choices takes at least one character.

    Only such a body may be repeated without bound in one way: rounds that match nothing could be had in any number.
    """
    if isinstance(node, Sequence):
        return any(map(_has_width, node.parts))
    if isinstance(node, Group):
        return _has_width(node.body)
    return isinstance(node, Chars) or (isinstance(node, Repeat) and node.least > 0 and _has_width(node.body))


def python_pattern(node: Node) -> str:
    """Writes the expression in Python's syntax; its groups keep their numbers, for nothing else captures there."""
    if isinstance(node, Chars):
        return _python_set(node.chars)
    if isinstance(node, Place):
        return f"(?:{_PLACES[node.kind]})"
    if isinstance(node, Sequence):
        return "".join(map(python_pattern, node.parts))
    if isinstance(node, Choice):
        return f"(?:{'|'.join(map(python_pattern, node.branches))})"
    if isinstance(node, Group):
        return f"({python_pattern(node.body)})"
    most = "" if node.most is None else node.most
    return f"(?:{python_pattern(node.body)}){{{node.least},{most}}}{'?' if node.lazy else ''}"


def _python_set(chars: CharSet) -> str:
    """A set of characters in Python's syntax."""
    if len(chars) == 1 and chars[0][0] == chars[0][1]:
        return re.escape(chr(chars[0][0]))
    if not chars:
        # Python has no empty set; a lookahead for nothing, negated, never matches.
        return "(?!)"
    ranges = (f"\\U{first:08x}" if first == last else f"\\U{first:08x}-\\U{last:08x}" for first, last in chars)
    return f"[{''.join(ranges)}]"
