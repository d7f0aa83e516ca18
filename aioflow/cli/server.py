"""`aioflow server`: one task of a cluster."""
from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from google.protobuf import text_format

from aioflow import errors
from aioflow._proto.cluster_pb2 import ClusterDef
from aioflow.cli.exits import BadInput, RunFailed
from aioflow.cli.signals import Signals
from aioflow.cli.standard_streams import say
from aioflow.cli.terminal import one_line, printable

if TYPE_CHECKING:
    from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
    from aioflow.distributed.server.server import Server


async def serve_task(options: argparse.Namespace) -> None:
    """Runs a task until a signal ends it: SIGTERM, or SIGINT.

    The first signal lets steps in flight end; a second one does not wait for them.

    Raises:
        BadInput: The arguments cannot be followed.
        RunFailed: The address is taken.
    """
    server = _server(options)
    from aioflow.distributed.server.freed_memory import keep_freed_memory  # not above: as the server

    keep_freed_memory()
    with Signals() as signals:
        try:
            await server.start()
        except ImportError as error:
            raise BadInput(str(error)) from error
        except errors.OpError as error:
            raise RunFailed(one_line(error.message)) from error
        try:
            say(f"{server.task.name} of {_shown(server)}")
            say(f"ready: sessions at {server.target}")
            await signals.first.wait()
        finally:
            stopping = asyncio.ensure_future(server.stop(options.grace_s))
            again = asyncio.ensure_future(signals.second.wait())
            await asyncio.wait([stopping, again], return_when=asyncio.FIRST_COMPLETED)
            again.cancel()
            stopping.cancel()


def _server(options: argparse.Namespace) -> Server:
    from aioflow.distributed.master.settings import MasterSettings
    from aioflow.distributed.server.server import Server

    token = "" if options.token_file is None else _read(options.token_file).strip()
    if options.token_file is not None and not token:
        raise BadInput(f"{printable(options.token_file)} has no token")
    if options.share_token and not (token and options.cluster_addresses):
        raise BadInput("--share-token needs --token-file and --cluster-address")
    settings = MasterSettings(
        unsafe_ops=options.unsafe_ops, cluster_addresses=options.cluster_addresses, shares_token=options.share_token
    )
    try:
        return Server(
            _cluster(options.cluster), options.job, options.task, settings=settings, insecure=options.insecure,
            token=token, tls=_tls(options.ssl_config_file),
        )  # fmt: skip
    except (errors.OpError, ValueError, TypeError) as error:
        text = error.message if isinstance(error, errors.OpError) else str(error)
        text = text.replace("insecure=True", "--insecure").replace("tls=...", "--ssl-config-file")
        raise BadInput(one_line(text)) from error


def _tls(path: str | None) -> SSLConfig | None:
    if path is None:
        return None
    from aioflow.distributed.transport.tls import tls_context
    from aioflow.serving.settings.config_files import read_ssl

    try:
        config = read_ssl(path)
        tls_context(config)
        return config
    except errors.OpError as error:
        named = error.message if path in error.message else f"{path}: {error.message}"
        raise BadInput(one_line(named)) from error


def _cluster(path: str) -> Any:
    """What a file says of a cluster: a mapping from JSON, or a `ClusterDef`."""
    text = _read(path)
    cluster = _mapping(path, text) if text.lstrip().startswith(("{", "[")) else _message(path, text)
    if not cluster or cluster == ClusterDef():
        raise BadInput(f"{printable(path)} names no job")
    return cluster


def _mapping(path: str, text: str) -> Any:
    try:
        jobs = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{printable(path)} is no JSON: {error}") from error
    if not isinstance(jobs, dict):
        raise BadInput(f"{printable(path)} has a list, not a mapping from jobs to addresses")
    return jobs


def _message(path: str, text: str) -> ClusterDef:
    try:
        return text_format.Parse(text, ClusterDef())
    except (text_format.ParseError, RecursionError) as error:
        raise BadInput(f"{printable(path)} is neither JSON nor a ClusterDef: {one_line(str(error))}") from error


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{printable(path)} cannot be read: {one_line(str(error))}") from error


def _shown(server: Server) -> str:
    jobs = server.server_def.cluster.job
    return ", ".join(f"{len(job.tasks)} {job.name}" for job in jobs)
