"""Session factories of higher rooms and of packages, which are imported when a session first wants them."""
from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from aioflow.session.session_factory import SessionBackend, SessionFactory, SessionOptions


class FactoryElsewhere(SessionFactory):
    """Stands for a factory until one of its targets is asked for.

    Args:
        prefixes: How its targets begin.
        module: Where its class is. By name, since an import up there would load it with every session.
        name: The class.
    """

    def __init__(self, prefixes: tuple[str, ...], module: str, name: str) -> None:
        self._prefixes = prefixes
        self._module = module
        self._name = name
        self._made: SessionFactory | None = None

    def _factory(self) -> SessionFactory:
        if self._made is None:
            made: SessionFactory = getattr(import_module(self._module), self._name)()
            self._made = made
        return self._made

    def accepts_options(self, options: SessionOptions) -> bool:
        """Whether the target begins like one of them."""
        return options.target.startswith(self._prefixes)

    def new_session(self, options: SessionOptions) -> SessionBackend:
        """See `SessionFactory`."""
        return self._factory().new_session(options)

    async def reset(self, options: SessionOptions, containers: Sequence[str]) -> None:
        """See `SessionFactory`."""
        await self._factory().reset(options, containers)


SessionFactory.register(
    "GRPC_SESSION",
    FactoryElsewhere(
        ("grpc://", "grpcs://"), "aioflow.distributed.client.grpc_session_factory", "GrpcSessionFactory"
    ),
)
SessionFactory.register(
    "RAY_SESSION",
    FactoryElsewhere(("ray:",), "aioflow.distributed.client.ray_session_factory", "RaySessionFactory"),
)
