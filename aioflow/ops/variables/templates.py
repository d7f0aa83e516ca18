"""`tf.make_template`: a function whose variables are made by its first call and shared by all others."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aioflow.framework.graph.graph import get_default_graph
from aioflow.ops.building.graph_scopes import GraphKeys
from aioflow.ops.variables.variable_scope import variable_scope

__all__ = ["Template", "make_template"]


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    **kwargs: Any,
) -> Template:
    """A function that shares its variables among its calls.

    Args:
        name_: Name of its variable scope, made unique.
        func_: The function; it makes variables with `tf.get_variable`.
        create_scope_now_: Whether the scope is made now rather than by the first call.
        unique_name_: Name of the scope, which other templates may use as well.
        custom_getter_: As for `tf.variable_scope`.
        kwargs: Further arguments of every call.
    """
    function = partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)


class Template:
    """See `make_template`."""

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Callable[..., Any] | None = None,
    ) -> None:
        self.name = name
        self._func = func
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        self._scope: Any = None
        self._has_variables = False
        if create_scope_now:
            with self._new_scope() as self._scope:
                pass

    def _new_scope(self) -> Any:
        return variable_scope(self._unique_name, default_name=self.name, custom_getter=self._custom_getter)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function; `ValueError` when it makes a variable that its first call did not make."""
        if self._scope is None:
            with self._new_scope() as self._scope:
                return self._call(args, kwargs)
        # Until one call has succeeded, variables may be missing, so that the next call must be able to make them.
        with variable_scope(self._scope, reuse=self._has_variables or None):
            return self._call(args, kwargs)

    def _call(self, args: Any, kwargs: Any) -> Any:
        result = self._func(*args, **kwargs)
        # After the function, not before: a first call that fails half-way does not count.
        self._has_variables = True
        return result

    @property
    def variable_scope(self) -> Any:
        """Its variable scope; None before there is one."""
        return self._scope

    @property
    def variable_scope_name(self) -> str | None:
        """The prefix of its variables' names; None before there is one."""
        return None if self._scope is None else f"{self._scope.name}/"

    def _collected(self, key: str) -> list[Any]:
        return [] if self._scope is None else get_default_graph().get_collection(key, self.variable_scope_name)

    @property
    def global_variables(self) -> list[Any]:
        """Its variables that programs share and save."""
        return self._collected(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """Its variables that are not saved."""
        return self._collected(GraphKeys.LOCAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        """Its variables that optimizers change."""
        return self._collected(GraphKeys.TRAINABLE_VARIABLES)

    @property
    def variables(self) -> list[Any]:
        """All its variables."""
        return self.global_variables + self.local_variables
