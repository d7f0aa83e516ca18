"""SessionFactory: which back end runs a session, chosen by its target and configuration."""
from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.registry import Registry
from aioflow.session.steps.run_counts import SessionStatistics
from aioflow.session.steps.step_options import StepOptions

if TYPE_CHECKING:
    from aioflow.executor.explanation import Explanation
    from aioflow.session.settings import Setting


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The arguments of a session as factories see them.

    Attributes:
        target: "" for this process, or an address such as "grpc://host:port".
        config: Belongs to the session; not to be changed.
    """

    target: str = ""
    config: ConfigProto = field(default_factory=ConfigProto)

    def __str__(self) -> str:
        # On one line, as it stands in the messages of `get_factory`.
        return f'{{target: "{self.target}" config: {" ".join(str(self.config).split())}}}'


class PreparedRun(Protocol):
    """A compiled signature of feeds, fetches and targets. Any number of its steps may run at once.

    Attributes:
        keeps_metadata: Whether a run that fails leaves the message for its metadata as it was.
    """

    @property
    def keeps_metadata(self) -> bool:
        """See the class."""

    def start(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None = None
    ) -> list[Any] | Awaitable[list[Any]]:
        """Runs one step.

        Args:
            feed_values: Arrays (or numpy scalars) that nobody else writes to, one per fed tensor.
            options: The options of this step.
            run_metadata: A message to fill; an empty one unless `keeps_metadata`.

        Returns:
            The fetched values in order, in a list that the caller may keep; where the step has to wait, an awaitable of
            it. Nothing says then that the step has begun: it is awaited at once.

        Raises:
            OpError: The step failed.
        """

    def explain(self) -> list[Explanation]:
        """Explains how its steps run, one entry per executor."""


class SessionBackend(Protocol):
    """The runtime behind a session, as far as the session asks for it.

    Its methods are called on event loops, by any thread; `close_nowait` also by finalizers, wherever those come.
    """

    @property
    def devices(self) -> Sequence[Device]:
        """The devices of this process that nodes may be placed on."""

    @property
    def closed(self) -> bool:
        """Whether it was closed, or reset behind the session's back."""

    async def start_partial_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> Any:
        """Compiles a signature and starts a step whose feeds and fetches follow one by one."""

    def prepare(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> PreparedRun:
        """Compiles a signature of the graph as it is now, or finds it compiled.

        Args:
            graph: The session's graph.
            feeds: Tensors whose values each step gets; no duplicates.
            fetches: Tensors whose values each step returns; no duplicates, none of them fed.
            targets: Operations to run without a result.
        """

    async def prepare_for_run(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        options: StepOptions,
    ) -> PreparedRun:
        """The same without holding up the event loop, for a run with these options."""

    def prepare_callable(self, graph: Graph, options: CallableOptions) -> PreparedRun | None:
        """Takes over a signature of `CallableOptions`, connections included; None where the caller compiles it."""

    async def list_devices(self) -> list[DeviceAttributes]:
        """Lists the devices that nodes may run on, wherever they are."""

    def statistics(self) -> SessionStatistics:
        """Tells how runs have ended, and what still runs."""

    def settings(self) -> Sequence[Setting]:
        """All settings in force."""

    async def close(self) -> None:
        """Cancels all steps, waits for their end and frees everything; may be called twice."""

    def close_nowait(self) -> None:
        """The same without waiting, for places that cannot."""


class SessionFactory:
    """Makes sessions for the options it accepts. Derive from it, and `register` an instance."""

    def accepts_options(self, options: SessionOptions) -> bool:
        """Whether this factory is the one for `options`."""
        raise NotImplementedError

    def new_session(self, options: SessionOptions) -> SessionBackend:
        """Makes a session."""
        raise NotImplementedError

    async def reset(self, options: SessionOptions, containers: Sequence[str]) -> None:
        """Clears resource containers ([] stands for the default one), then closes all sessions of this factory.

        Raises:
            UnimplementedError: This kind of session cannot be reset.
        """
        # Not abstract: most kinds of sessions have nothing outside of themselves that could be reset.
        raise errors.unimplemented(f"{type(self).__name__} does not implement Session.reset()")

    @staticmethod
    def register(name: str, factory: SessionFactory, override: bool = False) -> None:
        """Adds a factory.

        Raises:
            AlreadyExistsError: The name is taken and `override` is false.
        """
        _FACTORIES.register(name, factory, override)

    @staticmethod
    def get_factory(options: SessionOptions) -> SessionFactory:
        """The one factory that accepts `options`.

        Raises:
            NotFoundError: None does.
            InternalError: Several do.
        """
        # All of them are asked, so that two factories which claim the same target are found out before one is trusted.
        accepting = {name: factory for name in _FACTORIES if (factory := _FACTORIES[name]).accepts_options(options)}
        if len(accepting) == 1:
            return next(iter(accepting.values()))
        registered = f"Registered factories are {{{', '.join(_FACTORIES)}}}."
        if not accepting:
            raise errors.not_found(
                f"No session factory registered for the given session options: {options} {registered}"
            )
        raise errors.internal(
            f"Multiple session factories registered for the given session options: {options} "
            f"Candidate factories are {{{', '.join(accepting)}}}. {registered}"
        )


# Filled by the modules that define a kind of session, when they are imported; users register theirs.
_FACTORIES: Registry[SessionFactory] = Registry("session factory")
