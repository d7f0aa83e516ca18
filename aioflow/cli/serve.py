"""`aioflow serve`: models over HTTP and gRPC, with TensorFlow Serving's flags."""
from __future__ import annotations

import argparse
import asyncio
import os
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow.cli.admin_door import AdminDoor, title_of
from aioflow.cli.exits import BadInput, RunFailed
from aioflow.cli.http_server import HttpServer, lacks
from aioflow.cli.serve_log import log_requests
from aioflow.cli.serve_safety import allows_reload, authorize_of, grpc_tls, http_tls
from aioflow.cli.signals import Signals
from aioflow.cli.standard_streams import say
from aioflow.cli.status import status_told
from aioflow.cli.terminal import one_line, printable
from aioflow.saved_model.files import SAVED_MODEL_FILES
from aioflow.serving.lifecycle.memory import resting_collector
from aioflow.serving.servables.loading import GRAPH_SUFFIXES
from aioflow.serving.server.config_file import follow
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.settings.batching import Batching
from aioflow.serving.settings.config_files import read_batching, read_models, read_prometheus_path
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model

if TYPE_CHECKING:
    from aioflow.serving.rest.app import RestApp

# The first field of a ModelServerConfig in text form: what else is text is a graph.
_CONFIG_START = re.compile(rb"^\s*(?:#[^\n]*\n\s*)*(model_config_list|custom_model_config)\b")


def models_of(options: argparse.Namespace) -> tuple[list[Model], Path | None]:
    """Finds the models that the arguments name, and the configuration file if they are in one.

    Raises:
        BadInput: They name none, or two ways to find them.
    """
    ways = [options.model, options.model_base_path, options.model_config_file]
    if sum(way is not None for way in ways) != 1:
        raise BadInput("name a model, or --model_base_path, or --model_config_file, and just one of them")
    config = options.model_config_file
    if options.model is not None and _is_config(Path(options.model)):
        config = options.model
    if config is not None:
        if options.model_name is not None:
            raise BadInput("--model_name does not go with a configuration file, which names its models")
        return read_models(config), Path(config)
    base = _base_path(options.model or options.model_base_path)
    # TensorFlow Serving's name where it is started with its own flags.
    name = options.model_name or ("default" if options.model is None else base.resolve().stem)
    return [Model(name, base, trust=options.trust)], None


def _base_path(given: str) -> Path:
    """The folder or the graph that a name means; a SavedModel's file means its folder, as for the other commands."""
    if not os.path.exists(given):  # unlike Path's, false for names that no file can have
        raise BadInput(f"there is nothing at {printable(given)}")
    base = Path(given)
    if base.name in SAVED_MODEL_FILES:
        return base.resolve().parent
    if base.is_file() and base.suffix not in GRAPH_SUFFIXES:
        # Otherwise the server would wait for versions to appear in what is no folder.
        raise BadInput(f"{printable(given)} is no folder, no ModelServerConfig, and no graph: those end in "
                       f"{' or '.join(GRAPH_SUFFIXES)}")  # fmt: skip
    return base


def _is_config(path: Path) -> bool:
    try:
        return path.is_file() and path.suffix != ".pb" and bool(_CONFIG_START.match(path.read_bytes()[:65536]))
    except OSError:
        return False


def server_of(options: argparse.Namespace, models: list[Model]) -> ModelServer:
    """Makes the server.

    Raises:
        BadInput: Arguments do not go together.
    """
    if options.batching_parameters_file is not None and not options.enable_batching:
        raise BadInput("--batching_parameters_file was given without --enable_batching")
    batching = None
    if options.enable_batching:
        file = options.batching_parameters_file
        batching = Batching() if file is None else read_batching(file)
    loading = Loading(
        poll_wait_s=options.file_system_poll_wait_seconds,
        num_load_threads=max(1, options.num_load_threads),
        max_retries=options.max_num_load_retries,
        retry_interval_s=options.load_retry_interval_micros / 1e6,
        warms_up_all_sizes=options.enable_all_batch_sizes_warmup,
        allow_labels_for_unavailable=options.allow_version_labels_for_unavailable_models,
    )
    return ModelServer(models, batching=batching, loading=loading, drain_timeout_s=options.drain_seconds)


async def serve(options: argparse.Namespace) -> None:
    """Serves until a signal ends it: SIGTERM, or SIGINT.

    The first signal lets requests in flight end, while new ones are refused and `ready` is no longer true; a second one
    does not wait for them.

    Raises:
        BadInput: The arguments cannot be followed.
        RunFailed: A model cannot be loaded, or a port is taken.
    """
    try:
        models, config_file = models_of(options)
        server = server_of(options, models)
        doors = _doors(options, server)
        if options.access_log:
            log_requests(server)
    except (errors.InvalidArgumentError, errors.NotFoundError, errors.UnimplementedError) as error:
        raise BadInput(one_line(error.message)) from error
    signals = Signals()
    with signals:
        async with status_told(title_of(options), server.session_names):
            await _serve_until(signals, server, doors, options, config_file)


async def _serve_until(
    signals: Signals, server: ModelServer, doors: list[_Door], options: argparse.Namespace, config_file: Path | None
) -> None:
    await _start(server, signals)
    watching = _watch(server, config_file, options.model_config_file_poll_wait_seconds)
    try:
        with resting_collector():
            await _open(doors)
            if not options.quiet:
                say(start_text(server, doors))
            await signals.first.wait()
            await _drain(server, signals)
    finally:
        watching.cancel()
        await asyncio.gather(*(door.close() for door in doors), return_exceptions=True)
        await server.stop()


async def _start(server: ModelServer, signals: Signals) -> None:
    starting, ended = asyncio.ensure_future(server.start()), asyncio.ensure_future(signals.first.wait())
    await asyncio.wait([starting, ended], return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if not starting.done():
        starting.cancel()
        await server.stop()
        raise KeyboardInterrupt
    try:
        starting.result()
    except errors.OpError as error:
        raise RunFailed(one_line(error.message)) from error


async def _drain(server: ModelServer, signals: Signals) -> None:
    stopping, again = asyncio.ensure_future(server.stop()), asyncio.ensure_future(signals.second.wait())
    await asyncio.wait([stopping, again], return_when=asyncio.FIRST_COMPLETED)
    again.cancel()
    if not stopping.done():
        stopping.cancel()


def _watch(server: ModelServer, config_file: Path | None, wait_s: float) -> asyncio.Task[None]:
    """Follows a configuration file, if there is one and it is to be looked at again."""
    work: Coroutine[Any, Any, None] = asyncio.sleep(0)
    if config_file is not None and wait_s > 0:
        work = follow(server, config_file, wait_s)
    return asyncio.get_running_loop().create_task(work)


# ---- the doors
class _HttpDoor:
    """The REST interfaces, by uvicorn.

    Args:
        server: Answers.
        options: The command's arguments.
    """

    def __init__(self, server: ModelServer, options: argparse.Namespace) -> None:
        try:
            from aioflow.serving.rest.app import RestApp
            from aioflow.serving.rest.options import RestOptions
        except ImportError as error:
            raise lacks(error) from error
        rest = RestOptions(
            timeout_s=options.rest_api_timeout_in_ms / 1000, allows_cors=options.rest_api_enable_cors_support,
            authorize=authorize_of(options),
        )  # fmt: skip
        app = RestApp(server, options=rest, mounted=_metrics(server, options.monitoring_config_file))
        self._http = HttpServer(app, options.host, options.rest_api_port, _protocol_for(app), http_tls(options))

    async def open(self) -> None:
        """Listens."""
        await self._http.open()

    async def close(self) -> None:
        """Ends, once what is being answered has been."""
        await self._http.close()

    def __str__(self) -> str:
        return f"HTTP at {self._http.url}: /v1 of TensorFlow Serving, /v2 of KServe; {self._http.engine}"


def _protocol_for(app: RestApp) -> type[asyncio.Protocol] | None:
    try:
        from aioflow.serving.rest.direct_protocol import direct_protocol
    except ImportError:  # no httptools: uvicorn has another parser
        return None
    return direct_protocol(app)


def _metrics(server: ModelServer, config_file: str | None) -> dict[str, Any]:
    """Metrics by the path at which a file wants them."""
    path = None if config_file is None else read_prometheus_path(config_file)
    if path is None:
        return {}
    from aioflow.serving.metrics.serving_metrics import ServingMetrics

    return {path: ServingMetrics(server)}


class _GrpcDoor:
    """The gRPC interfaces.

    Args:
        server: Answers.
        options: The command's arguments.
        address: Where it listens.
    """

    def __init__(self, server: ModelServer, options: argparse.Namespace, address: str) -> None:
        try:
            from aioflow.serving.rpc.options import GrpcOptions
            from aioflow.serving.rpc.server import GrpcServer
        except ImportError as error:
            raise BadInput(
                "gRPC needs grpcio: pip install 'aioflow-runtime[grpc]', or --port=0 for HTTP alone"
            ) from error
        credentials = grpc_tls(options)
        self._address, self._is_encrypted = address, credentials is not None
        settings = GrpcOptions(allows_reload=allows_reload(options, address), authorize=authorize_of(options))
        self._server = GrpcServer(server, address, options=settings, credentials=credentials)

    async def open(self) -> None:
        """Listens."""
        try:
            await self._server.start()
        except errors.UnavailableError as error:
            raise RunFailed(one_line(error.message)) from error

    async def close(self) -> None:
        """Ends, once what is being answered has been."""
        await self._server.stop(1.0)

    def __str__(self) -> str:
        kind = "TLS" if self._is_encrypted else "no encryption"
        return f"gRPC at {self._address}: TensorFlow Serving's services, and KServe's; {kind}"


_Door = _HttpDoor | _GrpcDoor | AdminDoor


def _doors(options: argparse.Namespace, server: ModelServer) -> list[_Door]:
    _check_ports(options)
    doors: list[_Door] = []
    if options.rest_api_port:
        doors.append(_HttpDoor(server, options))
    if options.port:
        host = f"[{options.host}]" if ":" in options.host else options.host
        doors.append(_GrpcDoor(server, options, f"{host}:{options.port}"))
    if options.grpc_socket_path is not None:
        doors.append(_GrpcDoor(server, options, f"unix:{options.grpc_socket_path}"))
    if not doors:
        raise BadInput("--port and --rest_api_port are both 0: nobody could reach the server")
    if options.admin_port:
        doors.append(AdminDoor(server, options))
    return doors


def _check_ports(options: argparse.Namespace) -> None:
    """Refuses what would leave a door shut, or open, that somebody believes to be otherwise."""
    if options.port and options.port == options.rest_api_port:
        raise BadInput(f"--port and --rest_api_port are both {options.port}: gRPC and HTTP need a port each")
    if options.admin_port:
        return
    if options.admin_host != "127.0.0.1":
        raise BadInput("--admin_host needs --admin_port: without it there is no live page")
    if options.admin_token_file is not None and options.token_file is None:
        raise BadInput("--admin_token_file needs --token_file or --admin_port: nothing would ask for its token")


async def _open(doors: list[_Door]) -> None:
    for door in doors:
        await door.open()


def start_text(server: ModelServer, doors: list[_Door]) -> str:
    """Says what is served and where."""
    lines = [str(door) for door in doors]
    for name in server.model_names:
        versions = [str(each.version) for each in server.status(name) if each.state == 30] if server.is_ready else []
        known = f"version {', '.join(versions)}" if versions else "no version yet"
        lines.append(f"model {printable(name)}: {known}")
    loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
    return "\n".join([*lines, f"ready, on the event loop of {loop}; Ctrl-C or SIGTERM ends it"])
