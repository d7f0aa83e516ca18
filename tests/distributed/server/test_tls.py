"""Servers, tasks and sessions with certificates."""
from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.distributed.client.certificates import use_tls
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport
from aioflow.distributed.transport.tls import channel_credentials, read_tls

KEYS = Path(__file__).parents[2] / "serving" / "tls"
CA: dict[str, Any] = {"roots": KEYS / "ca.pem"}
SERVER: dict[str, Any] = {"key": KEYS / "server.key", "certificate": KEYS / "server.pem"}
CLIENT: dict[str, Any] = {"key": KEYS / "client.key", "certificate": KEYS / "client.pem"}


@pytest.fixture
def config() -> tf.ConfigProto:
    """Goes over the network, and does not wait for ever."""
    config = tf.ConfigProto()
    config.rpc_options.use_rpc_for_inprocess_master = True
    config.aioflow.connect_timeout_in_ms = 20_000
    return config


@pytest.fixture
def ports() -> Iterator[list[int]]:
    """Two that nobody listens at; what sessions were told of them is forgotten."""
    with socket.socket() as first, socket.socket() as second:
        for each in (first, second):
            each.bind(("127.0.0.1", 0))
        found = [int(each.getsockname()[1]) for each in (first, second)]
    yield found
    for port in found:
        use_tls(f"localhost:{port}", None)


async def _is_let_in(address: str, certificates: SSLConfig | None) -> bool:
    credentials = None if certificates is None else channel_credentials(certificates)
    channel = GrpcTransport(GrpcOptions(credentials=credentials)).connect(address)
    try:
        return await channel.call("/grpc.health.v1.Health/Check", b"", timeout_s=20) == b"\x08\x01"
    except tf.errors.UnavailableError:
        return False
    finally:
        await channel.close()


@pytest.mark.parametrize("client_verify", [False, True])
async def test_who_is_let_in(ports: list[int], config: tf.ConfigProto, client_verify: bool) -> None:
    """D-52: Who trusts the server, and, where it asks for one, shows a certificate that it trusts."""
    tls = read_tls(**CA, **SERVER, client_verify=client_verify)
    async with Server({"worker": [f"localhost:{ports[0]}"]}, tls=tls) as server:
        assert server.target == f"grpcs://localhost:{ports[0]}"
        assert await _is_let_in(server.address, read_tls(**CA, **CLIENT))
        assert await _is_let_in(server.address, read_tls(**CA)) is not client_verify
        assert not await _is_let_in(server.address, read_tls(**CLIENT))
        assert not await _is_let_in(server.address, None)
        use_tls(server.address, read_tls(**CA, **CLIENT))
        with tf.Graph().as_default():
            y = tf.constant(1.0) + 1.0
            async with tf.Session(server.target, config=config) as session:
                assert await session.run(y) == 2.0
        await tf.Session.reset(server.target)


async def test_tasks_show_each_other_their_certificates(ports: list[int], config: tf.ConfigProto) -> None:
    """A step of two tasks that ask for certificates."""
    cluster = {job: [f"localhost:{port}"] for job, port in zip("ab", ports, strict=True)}
    tls = read_tls(**CA, **SERVER, client_verify=True)
    async with Server(cluster, "a", tls=tls) as server, Server(cluster, "b", tls=tls):
        use_tls(server.address, read_tls(**CA, **CLIENT))
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                there = tf.constant([1.0]) * 2.0
            async with tf.Session(server.target, config=config) as session:
                assert await session.run(there + 1.0) == [3.0]


async def test_a_session_does_not_wait_for_a_server_that_it_does_not_trust(
    ports: list[int], config: tf.ConfigProto
) -> None:
    """Longer than it may take to connect."""
    config.aioflow.connect_timeout_in_ms = 300
    async with Server({"worker": [f"localhost:{ports[0]}"]}, tls=read_tls(**SERVER)) as server:
        with tf.Graph().as_default():
            y = tf.constant(1.0) + 1.0
            async with tf.Session(server.target, config=config) as session:
                with pytest.raises((tf.errors.DeadlineExceededError, tf.errors.UnavailableError)):
                    await session.run(y)


def test_encrypted_servers_may_listen_anywhere() -> None:
    """They need no `insecure`."""
    Server({"worker": ["10.0.0.1:2222"]}, tls=read_tls(**SERVER))
    with pytest.raises(tf.errors.InvalidArgumentError, match="client_verify needs custom_ca"):
        Server({"worker": ["localhost:0"]}, tls=read_tls(**SERVER, client_verify=True))
    with pytest.raises(tf.errors.InvalidArgumentError, match="SSLConfig"):
        Server({"worker": ["localhost:0"]}, tls=read_tls(key=KEYS / "client.key", certificate=KEYS / "server.pem"))


def test_files_that_are_wrong(tmp_path: Path) -> None:
    """Each is named, on one line."""
    binary = tmp_path / "binary.pem"
    binary.write_bytes(b"\xff")
    wrong: list[tuple[Path, type[Exception], str]] = [
        (tmp_path / "none.pem", tf.errors.NotFoundError, "there is no file"),
        (tmp_path, tf.errors.InvalidArgumentError, "cannot read"),
        (binary, tf.errors.InvalidArgumentError, "cannot read"),
        (KEYS / "server.key", tf.errors.InvalidArgumentError, "has no certificate in PEM"),
    ]
    for path, error, text in wrong:
        for name in ("roots", "certificate"):
            with pytest.raises(error, match=text) as caught:
                read_tls(roots=path) if name == "roots" else read_tls(certificate=path)
            assert str(path) in str(caught.value)
            assert "\n" not in str(caught.value)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"server\.pem has no private key in PEM"):
        read_tls(key=KEYS / "server.pem")


def test_certificates_of_sessions_that_do_not_fit() -> None:
    """They are errors before anybody connects."""
    for wrong in (
        read_tls(key=KEYS / "client.key"), read_tls(key=KEYS / "client.key", certificate=KEYS / "server.pem"),
        SSLConfig(custom_ca="nothing"),
    ):  # fmt: skip
        with pytest.raises(tf.errors.InvalidArgumentError, match="SSLConfig"):
            use_tls("localhost:1", wrong)
