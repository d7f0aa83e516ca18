"""ModelServer: models as a service, whatever protocols it is reached by."""
from __future__ import annotations

import asyncio
import enum
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from aioflow import errors
from aioflow._proto.serving.model_server_config_pb2 import ModelServerConfig
from aioflow.pools.cpus import usable_cpus
from aioflow.pools.session_pools import pools as pools_of_process
from aioflow.serving.batching.executors import Executors
from aioflow.serving.lifecycle.served_model import Loaded, find
from aioflow.serving.lifecycle.served_models import ServedModels
from aioflow.serving.lifecycle.states import State, VersionState
from aioflow.serving.servables.loading import load
from aioflow.serving.servables.servable import Servable
from aioflow.serving.servables.session_pools import PoolChoice
from aioflow.serving.servables.signature import Signature
from aioflow.serving.servables.warm_up import warm_up
from aioflow.serving.server.batched import BatchedServable, TellingEvents
from aioflow.serving.server.events import Event, Listener, RequestEnded, StateChanged
from aioflow.serving.server.execution import execute
from aioflow.serving.server.metadata import ModelMetadata, VersionStatus, metadata_of, statuses_of
from aioflow.serving.server.model_handle import ModelHandle
from aioflow.serving.server.pending import Pending
from aioflow.serving.server.request import Request, Response
from aioflow.serving.server.tracing import Tracing, tracing_of_process
from aioflow.serving.settings.batching import Batching
from aioflow.serving.settings.config_files import BATCHING_FILE, check_names, models_of, read_batching
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from aioflow.serving.settings.pools import DEFAULT_POOLS, LOADING_POOL, Pool
from aioflow.session.settings import Setting

_LOG = logging.getLogger(__name__)
Lifespan = Callable[[Any], AbstractAsyncContextManager[Any]]
_numbers = itertools.count(1)  # of the process's servers, whose pools have names of their own


class _Phase(enum.Enum):
    NEW = enum.auto()
    STARTING = enum.auto()
    SERVING = enum.auto()
    STOPPING = enum.auto()
    STOPPED = enum.auto()


class ModelServer:
    """Serves models, on the event loop that it is started on.

        async with ModelServer([Model("half", "/models/half")]) as server:
            outputs = await server["half"].predict({"x": [1.0, 2.0]}, timeout_s=0.2)

    Args:
        models: The models.
        batching: How requests become batches, unless a model says otherwise; None runs each by itself.
        pools: The pools of threads that models choose from, by name.
        loading_pool: The pool on which models are restored and warmed up.
        loading: How versions are found and loaded.
        drain_timeout_s: Seconds that requests in flight get to end when the server stops.
        traces_nodes: Whether recorded requests have spans of their nodes, too, for which their steps run node by node.
            Requests have spans where the program has set a provider of OpenTelemetry before the server starts.

    Attributes:
        batching: As given.
        pools: As given.
        loading: As given.
        drain_timeout_s: As given.
        traces_nodes: As given.
        num_executors: How many batches may run at once.
        listeners: Called with each event.

    Raises:
        InvalidArgumentError: Two models have the same name, or one names a pool that there is not.
    """

    def __init__(
        self,
        models: Iterable[Model] = (),
        *,
        batching: Batching | None = None,
        pools: Sequence[Pool] = DEFAULT_POOLS,
        loading_pool: str = LOADING_POOL,
        loading: Loading | None = None,
        drain_timeout_s: float = 10.0,
        traces_nodes: bool = False,
    ) -> None:
        self.batching = batching
        self.pools = tuple(pools)
        self.listeners: list[Listener] = []
        self._loading_pool = loading_pool
        self._configured = list(models)
        self._check(self._configured)
        self.drain_timeout_s = drain_timeout_s
        self.traces_nodes = traces_nodes
        self._tracing: Tracing | None = None
        self._pool_prefix = f"server{next(_numbers)}/"
        self._phase = _Phase.NEW
        self._starting: asyncio.Task[None] | None = None
        self.loading = loading or Loading()
        self._served = ServedModels(self.loading, self._load, self._note_state)
        self.num_executors = (batching.num_executors if batching is not None else 0) or usable_cpus()
        self._executors = Executors(self.num_executors)
        # By model and version, until it is unloaded. Weak keys would keep them all, for each value knows its servable.
        self._batched: dict[tuple[str, int], BatchedServable] = {}

    def __repr__(self) -> str:
        return f"<ModelServer {self._phase.name.lower()} models={self.model_names}>"

    # ---- life
    async def start(self) -> None:
        """Loads the models, and serves from then on. A second call waits for the first one.

        Raises:
            UnknownError: A model cannot be loaded.
            RuntimeError: It was stopped before.
        """
        if self._phase is _Phase.NEW:
            self._phase = _Phase.STARTING
            self._starting = asyncio.get_running_loop().create_task(self._start())
        if self._starting is None or self._phase in (_Phase.STOPPING, _Phase.STOPPED):
            raise RuntimeError("a server that was stopped cannot be started again; make a new one")
        await asyncio.shield(self._starting)

    async def _start(self) -> None:
        self._tracing = tracing_of_process(self.traces_nodes)
        try:
            await self._served.start(self._configured)
        except BaseException:
            await self._end(0.0)
            raise
        self._phase = _Phase.SERVING

    async def stop(self) -> None:
        """Takes no new requests, waits for those in flight, cancels what runs too long, and unloads everything."""
        if self._phase in (_Phase.STOPPING, _Phase.STOPPED):
            return
        self._phase = _Phase.STOPPING
        self._executors.hurry()
        await self._end(self.drain_timeout_s)

    async def _end(self, drain_timeout_s: float) -> None:
        await self._served.close(drain_timeout_s)
        self._batched.clear()
        for pool in pools_of_process():
            if pool.name.startswith(self._pool_prefix):
                pool.close()
        self._phase = _Phase.STOPPED

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()

    def lifespan(self, app: Any = None, *, inner: Lifespan | None = None) -> Any:
        """Gives what frameworks take as their `lifespan`: it starts the server with the application, and stops it.

            app = FastAPI(lifespan=server.lifespan)
            app = FastAPI(lifespan=server.lifespan(inner=my_lifespan))

        Frameworks do not run the lifespan of what is mounted into them, so this is to be the application's own.

        Args:
            app: The application, as frameworks give it.
            inner: A lifespan that runs inside, with the server started.

        Returns:
            An asynchronous context manager; with `inner`, a function from the application to one.
        """
        return self._around(app, None) if inner is None else partial(self._around, inner=inner)

    @asynccontextmanager
    async def _around(self, app: Any, inner: Lifespan | None) -> AsyncIterator[Any]:
        async with self:
            if inner is None:
                yield None
                return
            async with inner(app) as state:
                yield state

    @property
    def is_ready(self) -> bool:
        """Whether it takes requests and each model has a version that serves."""
        models = self._served.models.values()
        return self._phase is _Phase.SERVING and all(each.latest is not None for each in models if not each.is_dropped)

    # ---- requests
    def predict(self, request: Request) -> Coroutine[Any, Any, Response]:
        """Answers a request, when it is awaited. Cancelling that takes the request back.

        Raises:
            NotFoundError: There is no such model, or the version does not serve.
            FailedPreconditionError: There is no such signature.
            InvalidArgumentError: A value does not fit.
            DeadlineExceededError: The deadline passed.
            UnavailableError: The server stops.
            OpError: The step failed.
        """
        if self._phase is _Phase.SERVING and self._tracing is None:
            return self._answer(request)
        return self._admit_and_answer(request)

    async def _admit_and_answer(self, request: Request) -> Response:
        await self.admit()
        if self._tracing is not None:
            return await self._tracing.request(request, self._answer)
        return await self._answer(request)

    async def _answer(self, request: Request) -> Response:
        began_s = perf_counter()
        try:
            with find(self._served.models, request.model, request.version, request.label) as servable:
                response = await execute(servable, request, self._batched_of(servable))
        except BaseException as error:
            self._tell(RequestEnded(request, None, error, perf_counter() - began_s))
            raise
        if self.listeners:
            self._tell(RequestEnded(request, response, None, perf_counter() - began_s))
        return response

    def begin(self, pending: Pending, request: Request, signature: Signature, loaded: Loaded) -> bool:
        """Begins a request that nobody awaits: `pending` is told its answer.

        Args:
            pending: Is told.
            request: The request, of a protocol, not of Python, for all outputs.
            signature: What it asks for.
            loaded: The version that is asked, as `use` has just given it.

        Returns:
            Whether it has begun. Otherwise nothing has happened, and `predict` answers it.
        """
        servable = loaded.servable
        batched = self._batched.get((servable.model.name, servable.version))
        if batched is None or self._phase is not _Phase.SERVING or self._tracing is not None:
            return False
        if request.run_options is not None or request.outputs or not signature.takes(request.inputs):
            return False
        request.outputs = signature.checked_outputs(())
        return pending.begin(request, signature, loaded, batched, self._tell)

    def _batched_of(self, servable: Servable) -> BatchedServable | None:
        return self._batched.get((servable.model.name, servable.version))

    async def admit(self) -> None:
        """Lets a request in; starts a server that nobody has started.

        Raises:
            UnavailableError: It stops.
        """
        if self._phase is _Phase.SERVING:
            return
        if self._phase is _Phase.NEW:
            _LOG.warning("The server starts at its first request; start it before, with `async with` or its lifespan")
        if self._phase in (_Phase.STOPPING, _Phase.STOPPED):
            raise errors.unavailable("The server is shutting down")
        await self.start()

    def __getitem__(self, name: str) -> ModelHandle:
        """The model of a name, for predictions; that there is one is seen when it is asked for one."""
        return ModelHandle(name, self.predict)

    def use(self, model: str, version: int | None = None, label: str | None = None) -> Loaded:
        """A context with a loaded version, which stays loaded in it, for whatever is not a prediction.

        Raises:
            NotFoundError: There is no such model, or the version does not serve.
            InvalidArgumentError: There is no such label.
        """
        return find(self._served.models, model, version, label)

    # ---- what there is
    @property
    def model_names(self) -> list[str]:
        """The names of the models."""
        return sorted(name for name, each in self._served.models.items() if not each.is_dropped)

    def settings(self, name: str) -> Model:
        """The settings of a model.

        Raises:
            NotFoundError: There is no such model.
        """
        served = self._served.models.get(name)
        if served is None:
            raise errors.not_found(f"there is no model {name}")
        return served.model

    def in_force(self, name: str) -> dict[int, tuple[Batching | None, Sequence[Setting]]]:
        """What holds for the versions of a model that serve: how requests become batches, and its session's settings.

        It is empty where there is no such model. A version may bring settings for batches of its own.
        """
        served = self._served.models.get(name)
        found = {}
        for version, loaded in ({} if served is None else served.loaded).items():
            batched = self._batched.get((name, version))
            batching = None if batched is None else batched.batching
            found[version] = batching, loaded.servable.session.backend.settings()
        return found

    def session_names(self) -> dict[str, str]:
        """The model and version of each session that serves, by the session's own name."""
        return {
            loaded.servable.session.statistics().name: f"{name} {version}"
            for name, served in self._served.models.items()
            for version, loaded in served.loaded.items()
        }

    def has_model(self, name: str) -> bool:
        """Whether there is a model of this name."""
        return name in self._served.models

    @property
    def num_in_flight(self) -> int:
        """Requests that are being answered, those included that wait for a batch."""
        return self._served.num_running

    def rows_waiting(self) -> dict[tuple[str, ...], float]:
        """Rows that wait for a batch, by model and version."""
        return {
            (name, str(version)): batched.num_rows_waiting for (name, version), batched in self._batched.items()
        }

    def signature(
        self, model: str, version: int | None = None, label: str | None = None, signature: str = ""
    ) -> Signature:
        """Finds a signature, for whoever has to read inputs.

        Raises:
            NotFoundError: There is no such model, or the version does not serve.
            FailedPreconditionError: There is no such signature.
        """
        return find(self._served.models, model, version, label).servable.signature(signature)

    def status(self, model: str, version: int | None = None) -> list[VersionStatus]:
        """Tells how the versions of a model do, the highest first, or one of them.

        Raises:
            NotFoundError: There is no such model, or no such version.
        """
        return statuses_of(self._served.models, model, version)

    def metadata(self, model: str, version: int | None = None, label: str | None = None) -> ModelMetadata:
        """Tells what is known of a version that serves.

        Raises:
            NotFoundError: There is no such model, or the version does not serve.
        """
        loaded = find(self._served.models, model, version, label)
        return metadata_of(loaded.servable, self._served.models[model])

    # ---- other models
    async def reload(self, models: Iterable[Model] | ModelServerConfig) -> None:
        """Serves these models and no others; returns when that is so.

        Raises:
            InvalidArgumentError: Two models have the same name, or a setting is wrong.
            UnknownError: A model cannot be loaded; all others serve.
            FailedPreconditionError: A label names a version that does not serve.
        """
        wanted = models_of(models) if isinstance(models, ModelServerConfig) else list(models)
        self._check(wanted)
        await self._served.replace(wanted)

    def _check(self, models: list[Model]) -> None:
        check_names(models)
        names = {pool.name for pool in self.pools}
        for name in (self._loading_pool, *(model.pool for model in models)):
            if name not in names:
                raise errors.invalid_argument(f"there is no pool {name!r}; the server has {sorted(names)}")

    async def _load(self, model: Model, version: int, path: Path) -> Servable:
        batching = await asyncio.to_thread(_batching_of, model.batching or self.batching, path)
        levels = (0, 0) if batching is None else (batching.num_priorities, batching.default_priority)
        pools = PoolChoice(self.pools, self._pool_prefix, model.pool, self._loading_pool, *levels)
        servable = await load(model, version, path, pools)
        if self._tracing is not None:
            servable.trace_run = self._tracing.run
        try:
            sizes = batching.allowed_rows if batching is not None and self.loading.warms_up_all_sizes else ()
            await warm_up(servable, self.loading.max_warmup_records, sizes)
        except BaseException:
            await servable.close()
            raise
        if batching is not None:
            events = TellingEvents(model.name, self._tell, self._tracing)
            self._batched[model.name, version] = BatchedServable(servable, batching, self._executors, events)
        return servable

    # ---- telling
    def _note_state(self, model: str, version: VersionState) -> None:
        if version.state is State.END:
            self._batched.pop((model, version.version), None)
        self._tell(StateChanged(model, version.version, version.state, version.error))

    def _tell(self, event: Event) -> None:
        for listener in self.listeners:
            listener(event)


def _batching_of(batching: Batching | None, path: Path) -> Batching | None:
    """The settings of a version, which may bring its own; they count where there is batching at all."""
    own = path / BATCHING_FILE
    return read_batching(own, batching) if batching is not None and own.is_file() else batching
