"""A regular expression as a small program that runs over a text once, whatever the text.

Python's own matcher tries one way after the other, which can take time exponential in the text's length, and nothing
else in the process runs meanwhile. This one follows all ways at once, in order of preference (Pike's method): its time
is at most proportional to the length of the text times that of the program.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import check_stop
from aioflow.kernels.string.char_sets import CharSet
from aioflow.kernels.string.regex_syntax import Chars, Choice, Group, Node, Place, Repeat, Sequence

Slots = tuple[int, ...]  # begin and end of the match and of each group; -1 for a group without match
# RE2 bounds the memory of its programs and words the refusal alike. Repetitions are written out, so that
# nested ones grow as the product of their bounds.
_MAX_PROGRAM = 50_000
_CHARACTERS_AT_A_TIME = 64  # between two looks at whether to go on: each may go through the whole program
_WORD = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


class Machine:
    """The program of one expression.

    Args:
        tree: The expression.
        num_groups: How many groups it remembers.

    Raises:
        InvalidArgumentError: The program would be too long (bounded repetitions are written out).
    """

    def __init__(self, tree: Node, num_groups: int) -> None:
        self.num_slots = 2 * num_groups + 2
        #: (operation, x, y): char test | place test | save slot | jump target | fork preferred, other | match.
        self._program: list[tuple[str, Any, Any]] = []
        self._compile(tree)
        self._add("match")

    @property
    def size(self) -> int:
        """The number of its instructions."""
        return len(self._program)

    def _add(self, operation: str, x: Any = None, y: Any = None) -> int:
        """Appends an instruction and returns its place."""
        if len(self._program) >= _MAX_PROGRAM:
            raise errors.invalid_argument("Invalid pattern: error: pattern too large - compile failed")
        self._program.append((operation, x, y))
        return len(self._program) - 1

    def _compile(self, node: Node) -> None:
        """Appends the instructions of a node; a match goes through them and leaves at the end."""
        if isinstance(node, Chars):
            self._add("char", _member_test(node.chars))
        elif isinstance(node, Place):
            self._add("place", _PLACE_TESTS[node.kind])
        elif isinstance(node, Sequence):
            for part in node.parts:
                self._compile(part)
        elif isinstance(node, Group):
            self._add("save", 2 * node.number)
            self._compile(node.body)
            self._add("save", 2 * node.number + 1)
        elif isinstance(node, Choice):
            self._compile_choice(node)
        else:
            self._compile_repeat(node)

    def _compile_choice(self, node: Choice) -> None:
        """A fork before every branch but the last: first into the branch, else on to the next."""
        ends = []
        for branch in node.branches[:-1]:
            fork = self._add("fork")
            self._compile(branch)
            ends.append(self._add("jump"))
            self._program[fork] = ("fork", fork + 1, len(self._program))
        self._compile(node.branches[-1])
        for end in ends:
            self._program[end] = ("jump", len(self._program), None)

    def _compile_repeat(self, node: Repeat) -> None:
        """Writes the body `least` times, then once in a loop, or behind a fork for each further time."""
        # The loop is itself once or more: it stands for the last of the rounds that must be.
        for _ in range(node.least - 1 if node.most is None else node.least):
            self._compile(node.body)
        forks = []
        if node.most is None:
            if not node.least:
                forks.append(self._add("fork"))
            self._compile_loop(node)
        else:
            for _ in range(node.most - node.least):
                forks.append(self._add("fork"))
                self._compile(node.body)
        # All optional rounds leave to the same place, known only now.
        for fork in forks:
            self._set_fork(fork, node.lazy, fork + 1, len(self._program))

    def _compile_loop(self, node: Repeat) -> None:
        """The body once or more. An empty round ends the loop, before other ways through the body are tried."""
        start = len(self._program)
        self._compile(node.body)
        fork = self._add("fork")
        self._set_fork(fork, node.lazy, start, fork + 1)

    def _set_fork(self, fork: int, lazy: bool, inside: int, outside: int) -> None:
        """Fills in a fork: the preferred way first, out of the loop if it is lazy."""
        self._program[fork] = ("fork", outside, inside) if lazy else ("fork", inside, outside)

    def find(self, text: str, start: int, whole: bool = False) -> Slots | None:
        """The leftmost match at or behind `start`, or, if `whole`, one from there to the end; None if there is none."""
        threads: list[tuple[int, Slots]] = []
        found: Slots | None = None
        empty = (-1,) * self.num_slots
        for at in range(start, len(text) + 1):
            if not at % _CHARACTERS_AT_A_TIME:
                check_stop()
            # A thread that starts here is preferred less than all older ones, for the leftmost match wins.
            # Once there is a match no new ones start.
            if found is None and (at == start or not whole):
                self._follow(threads, 0, (at, *empty[1:]), text, at)
            following: list[tuple[int, Slots]] = []
            # One thread per instruction: of two that arrive at the same place in the program the first is
            # preferred, and from there on both would do the same. This bounds the time.
            seen: set[int] = set()
            for counter, slots in threads:
                operation, test, _ = self._program[counter]
                if operation == "match":
                    if whole and at < len(text):
                        continue
                    found = (slots[0], at, *slots[2:])
                    # Threads behind this one are preferred less; those before it go on and may find a better match.
                    break
                if at < len(text) and test(text[at]):
                    self._follow(following, counter + 1, slots, text, at + 1, seen)
            threads = following
            if not threads and (found is not None or whole):
                break
        return found

    def _follow(
        self, threads: list[tuple[int, Slots]], counter: int, slots: Slots, text: str, at: int,
        seen: set[int] | None = None,
    ) -> None:  # fmt: skip
        """Adds to `threads` every instruction that waits for a character, reached from `counter` without one."""
        # A new start must not repeat what older threads, preferred to it, have reached.
        seen = {counter for counter, _ in threads} if seen is None else seen
        pending = [(counter, slots)]
        while pending:
            counter, slots = pending.pop()
            if counter in seen:
                continue
            seen.add(counter)
            operation, x, y = self._program[counter]
            if operation == "jump":
                pending.append((x, slots))
            elif operation == "fork":
                # A stack: what is pushed last, the preferred way, is followed to its end first.
                pending.append((y, slots))
                pending.append((x, slots))
            elif operation == "save":
                pending.append((counter + 1, (*slots[:x], at, *slots[x + 1 :])))
            elif operation == "place":
                if x(text, at):
                    pending.append((counter + 1, slots))
            else:
                threads.append((counter, slots))


def _member_test(chars: CharSet) -> Callable[[str], bool]:
    """Whether a character is in the set."""
    # Small sets are hash sets, with one look-up per character; large ones (`[^a]`, `\pL`) would take a
    # million entries, so their ranges are searched.
    if sum(last - first + 1 for first, last in chars) <= 256:
        return frozenset(chr(code) for first, last in chars for code in range(first, last + 1)).__contains__
    firsts, lasts = [first for first, _ in chars], [last for _, last in chars]

    def test(character: str) -> bool:
        i = bisect_right(firsts, ord(character)) - 1
        return i >= 0 and ord(character) <= lasts[i]

    return test


def _at_boundary(text: str, at: int) -> bool:
    """Whether a word, of ASCII letters, digits and underscores, begins or ends here."""
    return (text[at - 1 : at] in _WORD if at else False) != (text[at : at + 1] in _WORD)


_PLACE_TESTS: dict[str, Callable[[str, int], bool]] = {
    "text begin": lambda text, at: at == 0,
    "text end": lambda text, at: at == len(text),
    "line begin": lambda text, at: at == 0 or text[at - 1] == "\n",
    "line end": lambda text, at: at == len(text) or text[at] == "\n",
    "boundary": _at_boundary,
    "no boundary": lambda text, at: not _at_boundary(text, at),
}
