"""Parser of RE2's regular expressions: trees of what TensorFlow's regex ops accept, errors for what they refuse."""
from __future__ import annotations

import re
import string
from dataclasses import dataclass, replace
from typing import NoReturn

from aioflow import errors
from aioflow.kernels.string.char_sets import (
    ALL,
    DIGITS,
    NAMED,
    NEWLINE,
    SPACES,
    WORD_CHARS,
    CharSet,
    case_folded,
    complement,
    unicode_class,
    union,
)


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True, slots=True)
class Place:
    """Nothing, at a certain place: "text begin", "text end", "line begin", "line end", "boundary", "no boundary"."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several, the first preferred."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`body` at least `least` and at most `most` (None: any number of) times, preferably more unless `lazy`."""

    body: Node
    least: int
    most: int | None
    lazy: bool


@dataclass(frozen=True, slots=True)
class Group:
    """`body`, remembered under a number from 1 on."""

    body: Node
    number: int


Node = Chars | Place | Sequence | Choice | Repeat | Group


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags that `(?imsU)` switches on."""

    fold_case: bool = False
    multi_line: bool = False
    dot_all: bool = False
    swap_greed: bool = False


_FLAG_NAMES = {"i": "fold_case", "m": "multi_line", "s": "dot_all", "U": "swap_greed"}
# `\v` is the vertical tab itself here, as in C, not a class of white space.
_CONTROLS = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}
_CLASSES = {"d": DIGITS, "s": SPACES, "w": WORD_CHARS}
_PLACES = {"A": "text begin", "z": "text end", "b": "boundary", "B": "no boundary"}
# RE2's own limit.
_MAX_REPEAT = 1000
# Each level takes several of Python's calls here, and more in the code that walks the tree.
_MAX_NESTING = 100
# The second alternative takes an escaped character as a whole, so that an escaped backslash before a Q does
# not open a quotation.
_QUOTED = re.compile(r"\\Q(.*?)(?:\\E|\Z)|(\\.)", re.DOTALL)
# Braces that hold no count are literal characters in RE2.
_COUNT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_OPERATOR = re.compile(r"(?:[*+?]|\{\d+(?:,\d*)?\})\??")
_FLAG_GROUP = re.compile(r"\(\?([imsU]*)(?:(-)([imsU]*))?([:)])")
_NAMED_GROUP = re.compile(r"\(\?P<(\w+)>")
# Hexadecimal, or octal with a leading 0 or at least two digits: a single digit would be a reference to a
# group, which RE2 does not have, as no automaton could follow it.
_CODE = re.compile(r"x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})|(0[0-7]{0,2}|[1-7][0-7]{1,2})")
_POSIX = re.compile(r"\[:(\^?)(\w+):\]")
_PROPERTY = re.compile(r"([pP])(?:\{(\^?)(\w+)\}|(\w))")


def parse(pattern: bytes) -> tuple[Node, int]:
    """The tree of a pattern, and how many groups it remembers.

    Raises:
        InvalidArgumentError: RE2 would refuse the pattern.
        UnimplementedError: It has `\\C`, or is nested too deeply.
    """
    try:
        text = pattern.decode()
    except UnicodeDecodeError:
        raise _invalid(repr(pattern), "invalid UTF-8") from None
    # Quotations are replaced before anything is parsed, and errors show the pattern as it was.
    parser = _Parser(_QUOTED.sub(_unquoted, text), text)
    tree = parser.choice(Flags(), 0)
    # `choice` ends at a closing bracket that nothing opened.
    if parser.peek():
        parser.fail(f"unexpected ): {text}")
    return tree, parser.num_groups


def _unquoted(match: re.Match[str]) -> str:
    """A quotation with its special characters as hexadecimal escapes; an escaped character as it was."""
    return match[2] or "".join(c if c.isalnum() or c >= "\x80" else f"\\x{{{ord(c):x}}}" for c in match[1])


def _invalid(pattern: str, fault: str) -> errors.OpError:
    return errors.invalid_argument(f"Invalid pattern: {pattern}, error: {fault}")


class _Parser:
    """Reads a pattern from left to right; each method takes what its name says."""

    def __init__(self, text: str, original: str) -> None:
        self.text = text
        self.original = original
        self.at = 0
        self.num_groups = 0

    def fail(self, fault: str) -> NoReturn:
        """Raises the error for the pattern, worded as RE2 words it."""
        raise _invalid(self.original, fault)

    def peek(self) -> str:
        """The next character; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        """Takes what `expression` matches here, if it does; the parser moves behind it."""
        match = expression.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def choice(self, flags: Flags, depth: int) -> Node:
        """Branches, up to the end of the group. Flags switched on in one hold in the next."""
        if depth > _MAX_NESTING:
            raise errors.unimplemented(f"regular expressions nested deeper than {_MAX_NESTING}: {self.original:.200}")
        # A loop, not a call per branch: flags that one branch switches on hold in the next, and a pattern
        # of many branches stays shallow.
        branches: list[Node] = []
        parts: list[Node] = []
        while self.peek() not in ("", ")"):
            if self.peek() == "|":
                self.at += 1
                branches.append(_sequence(parts))
                parts = []
                continue
            changed = self._flags(flags)
            if changed is not None:
                flags = changed
                continue
            parts.append(self._repeated(self._atom(flags, depth), flags))
        branches.append(_sequence(parts))
        return branches[0] if len(branches) == 1 else _choice(branches)

    def _flags(self, flags: Flags) -> Flags | None:
        """The flags after `(?i)`, which holds up to the end of the group; None where there is no such."""
        match = _FLAG_GROUP.match(self.text, self.at)
        if match is None or match[4] == ":":
            return None
        self.at = match.end()
        return _switched(flags, match)

    def _atom(self, flags: Flags, depth: int) -> Node:
        """Takes the argument of a repetition operator: a group, a set, an escape, a place or a character."""
        c = self.peek()
        if _OPERATOR.match(self.text, self.at):
            self.fail(f"no argument for repetition operator: {c}")
        if c == "(":
            return self._group(flags, depth)
        if c == "[":
            return Chars(self._set(flags))
        if c == "\\":
            return self._escape(flags)
        self.at += 1
        if c == ".":
            return Chars(ALL if flags.dot_all else complement(NEWLINE))
        if c == "^":
            return Place("line begin" if flags.multi_line else "text begin")
        if c == "$":
            return Place("line end" if flags.multi_line else "text end")
        return _literal(ord(c), flags)

    def _group(self, flags: Flags, depth: int) -> Node:
        """A group, which is remembered unless it begins with flags and a colon."""
        match = self.take(_FLAG_GROUP)
        number = 0
        if match:
            flags = _switched(flags, match)
        else:
            number = self._numbered_group()
        body = self.choice(flags, depth + 1)
        if self.peek() != ")":
            self.fail(f"missing ): {self.original}")
        self.at += 1
        return Group(body, number) if number else body

    def _numbered_group(self) -> int:
        """Takes the opening of a group that is remembered, and returns its number."""
        if not self.take(_NAMED_GROUP):
            if self.text.startswith("(?", self.at):
                self.fail(f"invalid perl operator: {self.text[self.at : self.at + 3]}")
            self.at += 1
        # Before the body is parsed: groups are numbered by their opening brackets.
        self.num_groups += 1
        return self.num_groups

    def _repeated(self, body: Node, flags: Flags) -> Node:
        """`body` with the repetition operator behind it, if there is one."""
        start = self.at
        match = self.take(_OPERATOR)
        if not match:
            return body
        operator = match[0]
        lazy = operator[-1] == "?" and len(operator) > 1
        bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(operator[0])
        least, most = bounds or self._counts(operator)
        # RE2 refuses two in a row, for Perl gives `a++` a meaning of its own.
        if _OPERATOR.match(self.text, self.at):
            again = self.take(_OPERATOR)
            self.fail(f"bad repetition operator: {self.text[start : self.at] if again else ''}")
        # `(?U)` swaps the meanings of `a*` and `a*?`.
        return Repeat(body, least, most, lazy != flags.swap_greed)

    def _counts(self, operator: str) -> tuple[int, int | None]:
        """The least and the most repetitions of `{n}`, `{n,}` or `{n,m}`."""
        match = _COUNT.match(operator)
        if match is None:
            self.fail(f"bad repetition operator: {operator}")
        least = int(match[1])
        most = least if not match[2] else int(match[3]) if match[3] else None
        if max(least, most or 0) > _MAX_REPEAT or (most is not None and most < least):
            self.fail(f"invalid repetition size: {match[0]}")
        return least, most

    def _escape(self, flags: Flags) -> Node:
        """A place, a class or a character written with a backslash."""
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in _PLACES:
            self.at += 2
            return Place(_PLACES[letter])
        # Matching runs over characters; a byte of one has no place in it.
        if letter == "C":
            raise errors.unimplemented(f"\\C (any byte) in regular expression {self.original}")
        chars = self._class_escape(flags)
        return Chars(chars) if chars is not None else _literal(self._character(), flags)

    def _class_escape(self, flags: Flags) -> CharSet | None:
        """The set that `\\d`, `\\pL`, ... stand for; None where there is no such."""
        letter = self.text[self.at + 1 : self.at + 2]
        if letter.lower() in _CLASSES:
            self.at += 2
            # Folded before the complement: `(?i)\W` is what is not in the folded set.
            chars = _folded(_CLASSES[letter.lower()], flags)
            return chars if letter.islower() else complement(chars)
        if letter not in ("p", "P"):
            return None
        match = _PROPERTY.match(self.text, self.at + 1)
        found = unicode_class(match[3] or match[4]) if match else None
        if match is None or found is None:
            self.fail(f"invalid character class range: {self.text[self.at : match.end() if match else self.at + 2]}")
        self.at = match.end()
        found = _folded(found, flags)
        return complement(found) if (match[1] == "P") != bool(match[2]) else found

    def _character(self) -> int:
        """One character, escaped or not."""
        c = self.peek()
        if c != "\\":
            self.at += 1
            return ord(c)
        self.at += 1
        code = self.take(_CODE)
        if code:
            value = int(code[3], 8) if code[3] else int(code[1] or code[2], 16)
            if value > 0x10FFFF:
                self.fail(f"invalid escape sequence: \\{code[0]}")
            return value
        c = self.peek()
        self.at += 1
        if c in _CONTROLS:
            return _CONTROLS[c]
        if not c:
            self.fail("trailing \\")
        if c not in string.punctuation:
            self.fail(f"invalid escape sequence: \\{c}")
        return ord(c)

    def _set(self, flags: Flags) -> CharSet:
        """Takes a set in brackets."""
        start = self.at
        self.at += 1
        negated = self.peek() == "^"
        self.at += negated
        ranges: list[tuple[int, int]] = []
        first = True
        # A bracket directly behind the opening one is a character of the set.
        while self.peek() != "]" or first:
            if not self.peek():
                self.fail(f"missing ]: {self.text[start:]}")
            first = False
            ranges += self._set_item(flags)
        self.at += 1
        chars = union(ranges)
        return complement(chars) if negated else chars

    def _set_item(self, flags: Flags) -> CharSet:
        """Takes one item of a set: a class, a character, or a range of characters."""
        if self.text.startswith("[:", self.at):
            match = self.take(_POSIX)
            if match:
                if match[2] not in NAMED:
                    self.fail(f"invalid character class range: {match[0]}")
                named = _folded(NAMED[match[2]], flags)
                return complement(named) if match[1] else named
        chars = self._class_escape(flags) if self.peek() == "\\" else None
        if chars is not None:
            return chars
        start = self.at
        low = high = self._character()
        # A hyphen before the closing bracket is a character, not a range.
        if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
            self.at += 1
            high = self._character()
            if high < low:
                self.fail(f"invalid character class range: {self.text[start : self.at]}")
        return _folded(((low, high),), flags)


def _switched(flags: Flags, match: re.Match[str]) -> Flags:
    """`flags` with those of the match switched; what is both on and off is off."""
    on = {_FLAG_NAMES[letter]: True for letter in match[1]}
    off = {_FLAG_NAMES[letter]: False for letter in match[3] or ""}
    return replace(flags, **(on | off))


def _choice(branches: list[Node]) -> Node:
    """The choice between branches, one set where each is a single character."""
    # `a|b` becomes `[ab]`: one way to match instead of two, which keeps `(a|b)*` on Python's matcher.
    sets = [branch.chars for branch in branches if isinstance(branch, Chars)]
    if len(sets) == len(branches):
        return Chars(union(chars for several in sets for chars in several))
    return Choice(tuple(branches))


def _sequence(parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Sequence(tuple(parts))


def _literal(code: int, flags: Flags) -> Chars:
    return Chars(_folded(((code, code),), flags))


def _folded(chars: CharSet, flags: Flags) -> CharSet:
    return case_folded(chars) if flags.fold_case else chars
