"""Regular expressions: no pattern takes exponential time, and both matchers agree."""
from __future__ import annotations

import pytest

from aioflow import errors
from aioflow.kernels.string.regex import Regex, python_pattern
from aioflow.kernels.string.regex_machine import Machine
from aioflow.kernels.string.regex_syntax import parse

TEXTS = ["", "a", "ab", "aab", "abcab", "ba\nab", "xay", "a b-c", "é日", "\udcffa"]
PATTERNS = [
    "a", "a|b", "(a)|(b)", "(a|ab)(c|bcd)?", "a*?b", "(?i)A+", r"\bb?", "^a", "(?m)^a$", "[^a]", ".", "(a?)(ab)?", "x?",
]  # fmt: skip


EXPLOSIVE = ["(a+)+$", "(a|aa)*$", "(a*)*$", "(.*)*b", "(?:a?){30}a{30}b", "(x+x+)+y", "(a|a)*b"]


@pytest.mark.parametrize("pattern", EXPLOSIVE)
def test_no_pattern_takes_exponential_time(pattern: str) -> None:
    """Patterns that keep a backtracking matcher busy for ever end at once on a text that they do not match."""
    text = b"a" * 40 + b"x" * 40 + b"!"
    assert not Regex(pattern.encode()).matches(text)
    assert Regex(b"^" + pattern.encode() + b"$").replaced(text, b"", True) == text


def test_many_loops_over_a_long_text_end() -> None:
    """A pattern with many loops, whose backtracking would be polynomial of high degree, is matched in linear time."""
    assert not Regex(b".*a.*a.*a.*a.*a.*b").matches(b"a" * 500)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_both_matchers_find_the_same(pattern: str) -> None:
    """Python's matcher and the linear one give the same matches and groups from every start."""
    tree, num_groups = parse(pattern.encode())
    machine, python = Machine(tree, num_groups), Regex(pattern.encode())
    for text in TEXTS:
        for start in range(len(text) + 1):
            assert machine.find(text, start) == python.find(text, start), (pattern, text, start)


def test_the_python_pattern_keeps_groups_in_order() -> None:
    """Groups are numbered as in the original, named or not."""
    assert python_pattern(parse(b"(a)(?P<n>b)(?:c)(d)")[0]) == "(a)(b)c(d)"


def test_too_large_a_program_is_refused() -> None:
    """Nested bounded repetitions, which are written out, cannot use up the memory."""
    with pytest.raises(errors.InvalidArgumentError, match="too large"):
        Regex(b"((((a|bc){1,1000}){1,1000})*)").matches(b"a")


def test_deep_nesting_is_refused() -> None:
    """A pattern nested deeper than the parser goes ends in an error of ours, not in a RecursionError."""
    with pytest.raises(errors.UnimplementedError, match="nested"):
        Regex(b"(" * 5000 + b")" * 5000)


def test_any_byte_is_named_as_missing() -> None:
    r"""`\C` has no counterpart over characters; the error says so."""
    with pytest.raises(errors.UnimplementedError, match="any byte"):
        Regex(rb"a\C")
