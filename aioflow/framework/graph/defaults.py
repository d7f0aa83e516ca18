"""The default graph and the default session of the current context.

Each is a stack kept in a context variable: a task starts with its creator's stack and cannot disturb its siblings; a
new thread starts with empty stacks.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any


class DefaultStack:
    """A stack of objects, the innermost of which is the default.

    Args:
        name: What it holds, for messages.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # Tuples, replaced and never changed: a task that was started meanwhile keeps the stack of its beginning.
        self._stack: ContextVar[tuple[Any, ...]] = ContextVar(f"aioflow default {name}", default=())

    def top(self) -> Any:
        """The innermost object, or None."""
        stack = self._stack.get()
        return stack[-1] if stack else None

    def push(self, item: Any) -> None:
        """Makes `item` the default."""
        self._stack.set((*self._stack.get(), item))

    def pop(self, item: Any) -> None:
        """Takes the innermost entry of `item` off the stack, wherever it lies."""
        # Wherever it lies: `InteractiveSession` may be closed in another order than they were opened.
        stack = list(self._stack.get())
        for i in reversed(range(len(stack))):
            if stack[i] is item:
                del stack[i]
                break
        self._stack.set(tuple(stack))

    @contextmanager
    def entered(self, item: Any) -> Iterator[Any]:
        """A context in which `item` is the default.

        It may be left in another task than it was entered in, as the halves of an async generator are that somebody
        else drives: the default of the first task ends with that task.

        Raises:
            AssertionError: Contexts are left in another order than the reverse of entering.
        """
        self.push(item)
        try:
            yield item
        finally:
            if any(entry is item for entry in self._stack.get()):  # else this is another task
                if self.top() is not item:
                    kind = type(item).__name__
                    raise AssertionError(f"default {self.name} contexts must be left in reverse order ({kind})")
                self.pop(item)

    def clear(self) -> None:
        """Empties the stack of the current context."""
        self._stack.set(())


GRAPHS = DefaultStack("graph")
SESSIONS = DefaultStack("session")


def get_default_session() -> Any:
    """The innermost session that the current task (or thread) has entered, or None."""
    return SESSIONS.top()
