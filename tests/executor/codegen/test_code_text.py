"""The text of a generated function: names of objects, lines of nodes, and where variables are dropped."""
from __future__ import annotations

from typing import Any

import pytest

from aioflow.executor.codegen.code_text import CodeText


def finished(*lines: tuple[int, str]) -> list[str]:
    """The text of lines with their indentation."""
    text = CodeText()
    for indent, line in lines:
        text.line(indent, line)
    return text.finish().splitlines()


def test_names_of_objects() -> None:
    """An object is a global of the function, under one name however often it is used; equal ones are others."""
    text = CodeText()
    first, equal = [1], [1]
    name = text.constant(first)
    assert text.constant(first) == name != text.constant(equal)
    assert text.names[name] is first


def test_lines_of_nodes() -> None:
    """Line numbers count what is written, dropped variables on lines of their own included."""
    text = CodeText()
    node: Any = object()
    text.line(0, "v1 = a()")
    text.line(0, "if v1: raise b()")
    text.line(0, "c()", (node,))
    assert text.finish().splitlines() == ["v1 = a()", "if v1: raise b()", "v1 = None", "c()"]
    assert text.origins == {4: (node,)}


def test_dropped_behind_the_last_use() -> None:
    """A variable is dropped on the line of the statement that reads it last; a returned one is not."""
    assert finished((0, "v1 = a()"), (0, "v2 = b(v1)"), (0, "v3 = c(v1, v2)"), (0, "return v3")) == [
        "v1 = a()", "v2 = b(v1)", "v3 = c(v1, v2); v1 = v2 = None", "return v3",
    ]  # fmt: skip


def test_dropped_behind_a_branch() -> None:
    """A variable of outside that a branch reads last is dropped behind the whole `if`; one of inside, inside."""
    branches = (0, "if t1:"), (1, "v2 = b(v1)"), (1, "c(v2)"), (0, "else:"), (1, "d()")
    assert finished((0, "v1 = a()"), *branches, (0, "e()")) == [
        "v1 = a()", "if t1:", "    v2 = b(v1)", "    c(v2); v2 = None", "else:", "    d()", "v1 = None", "e()",
    ]  # fmt: skip


def test_kept_while_a_loop_runs() -> None:
    """What a loop reads in each iteration is dropped behind the loop; what it hands on, too."""
    loop = (0, "for n1 in count():"), (1, "v3 = b(v1)"), (1, "if v3: break"), (1, "v2 = c(v2)")
    assert finished((0, "v1 = v2 = a()"), *loop, (0, "e()")) == [
        "v1 = v2 = a()", "for n1 in count():", "    v3 = b(v1)", "    if v3: break", "    v3 = None", "    v2 = c(v2)",
        "v1 = v2 = None", "e()",
    ]  # fmt: skip


@pytest.mark.parametrize("prefix", ["v", "t", "n"])
def test_variables_are_new(prefix: str) -> None:
    """No name is given twice."""
    text = CodeText()
    assert len({text.variable(prefix) for _ in range(100)} | {text.variable("C")}) == 101
