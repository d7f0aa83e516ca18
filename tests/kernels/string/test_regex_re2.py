"""google-re2 in place of our linear matcher: the same matches, on texts where it can be so, and a word of it."""
from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from aioflow import errors
from aioflow.framework.kernels.stopping import StepStoppedError, end_stop, let_stop
from aioflow.kernels.string import regex_re2
from aioflow.kernels.string.regex import Regex
from aioflow.kernels.string.regex_machine import Machine
from aioflow.kernels.string.regex_re2 import Re2Matcher, library, re2_pattern
from aioflow.kernels.string.regex_syntax import parse

ATOMS = (
    "a", "b", "é", ".", "[^a]", "[a-c]", r"\d", "x", "^", "$", r"\b", r"\B", r"\A", r"\z", "(?m)", "(?i)", "(?s)",
    r"\pL", "日", "\n", "[[:alpha:]]", r"\W", "(?m:^)", "(?m:$)", r"[^\x{0}-\x{10ffff}]",
)  # fmt: skip
OPERATORS = ("*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?", "{2,}")
CHARACTERS = ("a", "b", "c", "A", "é", "日", "\n", " ", "x", "1", "_", "\U0001f600", "\udcff")
SLOW = b"(x+x+)+y"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Each test looks for google-re2 anew, and so does what comes after it."""
    library.cache_clear()
    yield
    library.cache_clear()


def expression(chance: random.Random, depth: int) -> str:
    """A random pattern, which may be wrong."""
    kind = chance.random()
    if not depth or kind < 0.4:
        return chance.choice(ATOMS)
    inner = expression(chance, depth - 1)
    if kind < 0.6:
        return inner + expression(chance, depth - 1)
    if kind < 0.75:
        return f"({inner})"
    if kind < 0.85:
        return f"(?:{inner}|{expression(chance, depth - 1)})"
    return f"(?:{inner}){chance.choice(OPERATORS)}"


@pytest.mark.parametrize("seed", range(4))
def test_it_finds_what_our_machine_finds(seed: int) -> None:
    """Random patterns and texts: the same matches and groups from every start, also where characters are long."""
    module = pytest.importorskip("re2")
    chance, taken = random.Random(seed), 0
    for _ in range(600):
        try:
            tree, num_groups = parse(expression(chance, 4).encode())
        except errors.InvalidArgumentError:
            continue
        machine, re2 = Machine(tree, num_groups), Re2Matcher(module, tree)
        text = "".join(chance.choices(CHARACTERS, k=chance.randint(0, 8)))
        if re2.takes(text):
            for start in range(len(text) + 1):
                for whole in (False, True):
                    taken += 1
                    found = machine.find(text, start, whole)
                    assert re2.find(text, start, whole) == found, (re2_pattern(tree), text, start, whole)
    assert taken > 1000


def test_what_it_does_not_take() -> None:
    """Bytes that are no characters, places within characters, and searches that would take long."""
    module = pytest.importorskip("re2")
    matcher = Re2Matcher(module, parse(b"a*b")[0])
    assert matcher.takes("é" * 1000) and not matcher.takes("a\udcff") and not matcher.takes("a" * 10**8)
    within = Re2Matcher(module, parse(rb"(?:x|(a\B)*)")[0])
    assert within.takes("ab") and not within.takes("é")


def test_repetitions_that_it_refuses() -> None:
    """RE2 bounds repetitions within repetitions; our machine does them, as it does without it."""
    module = pytest.importorskip("re2")
    pattern = b"(?:(?:a|a){40}){40}b"
    with pytest.raises(ValueError, match="repetition"):
        Re2Matcher(module, parse(pattern)[0])
    assert Regex(pattern).matches(b"a" * 1600 + b"b")


@pytest.mark.parametrize("name", ["re2", "ours"])
def test_slow_patterns(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whichever is there, matches, replacements and errors are the same."""
    if name == "re2":
        pytest.importorskip("re2")
    else:
        monkeypatch.setitem(sys.modules, "re2", None)
    assert Regex(SLOW).matches(b"x" * 50 + b"y") and not Regex(SLOW).matches(b"x" * 50)
    assert Regex(b"((x+)x+)+y").replaced("é xxxy日xxy".encode(), rb"[\2]", True) == "é [xx]日[x]".encode()
    assert Regex(b"(a*)*b?").replaced("éa".encode(), b"-", True) == "-é-".encode()
    assert Regex(SLOW).replaced(b"\xff xxy", b"-", True) == b"\xff -"
    with pytest.raises(errors.InvalidArgumentError, match="too large"):
        Regex(b"((((a|bc){1,1000}){1,1000})*)").matches(b"a")


def test_a_stopped_step_searches_no_more() -> None:
    """Each search asks whether the step goes on."""
    matcher = Re2Matcher(pytest.importorskip("re2"), parse(SLOW)[0])
    token = let_stop(lambda: True)
    try:
        with pytest.raises(StepStoppedError):
            matcher.find("xxy", 0)
    finally:
        end_stop(token)


def test_a_warning_names_the_extra(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Where it is missing, a search that takes long says once per pattern what would be faster."""
    monkeypatch.setitem(sys.modules, "re2", None)
    monkeypatch.setattr("aioflow.kernels.string.regex._SLOW_STEPS", 1000)
    regex = Regex(SLOW)
    with caplog.at_level(logging.WARNING, "aioflow"):
        regex.matches(b"x" * 20)
        assert not caplog.records
        regex.matches(b"x" * 500)
        regex.matches(b"x" * 500)
    assert [record.getMessage().count("aioflow-runtime[strings]") for record in caplog.records] == [1]


def test_another_package_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module `re2` that is not google-re2 is left alone."""
    other: Any = ModuleType("re2")
    monkeypatch.setitem(sys.modules, "re2", other)
    assert regex_re2.library() is None
    assert Regex(SLOW).matches(b"xxy")
