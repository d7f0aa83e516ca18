"""Names of nodes as messages hold them: without the scope that is exported, or below the one that is imported into."""
from __future__ import annotations


def is_below(scope: str | None, name: str) -> bool:
    """Whether a node or tensor is within a scope; without a scope every one is."""
    # With the "/", so that "layer1" does not hold the names of "layer10".
    return not scope or name.startswith(scope.rstrip("/") + "/")


def without_scope(scope: str | None, name: str) -> str:
    """The name without the scope in front of it, if it is within the scope."""
    return name[len(scope.rstrip("/")) + 1 :] if scope and is_below(scope, name) else name


def below(scope: str | None, name: str) -> str:
    """The name with the scope in front of it."""
    return f"{scope.rstrip('/')}/{name}" if scope else name
