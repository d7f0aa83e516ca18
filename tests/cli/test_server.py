"""`aioflow server`: a task of a cluster in a process of its own."""
from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import text_format

import aioflow as tf
from aioflow.cli.main import main
from aioflow.distributed.client.certificates import use_tls
from aioflow.distributed.transport.grpc_transport import GrpcTransport
from aioflow.distributed.transport.tls import read_tls


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def test_a_task_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    """It says where; answers sessions and health checks; SIGTERM ends it well."""
    address = f"127.0.0.1:{free_port()}"
    cluster = tmp_path / "cluster.json"
    cluster.write_text(json.dumps({"worker": [address]}), "utf-8")
    command = [sys.executable, "-m", "aioflow", "server", "--cluster", str(cluster), "--job", "worker", "--task", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as process:
        try:
            assert process.stderr is not None
            lines = [process.stderr.readline(), process.stderr.readline()]
            assert lines == ["/job:worker/replica:0/task:0 of 1 worker\n", f"ready: sessions at grpc://{address}\n"]
            with tf.Graph().as_default():
                y = tf.constant(1.0) + 1.0
                async with tf.Session(f"grpc://{address}") as session:
                    assert await session.run(y) == 2.0
            channel = GrpcTransport().connect(address)
            assert await channel.call("/grpc.health.v1.Health/Check", b"") == b"\x08\x01"
            with pytest.raises(tf.errors.NotFoundError):
                await channel.call("/grpc.health.v1.Health/Check", b"\x0a\x01x")
            await channel.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        finally:
            process.kill()


async def test_an_encrypted_task(tmp_path: Path) -> None:
    """Sessions come to it with a certificate."""
    keys, address = Path(__file__).parents[1] / "serving" / "tls", f"localhost:{free_port()}"
    tls = read_tls(
        key=keys / "server.key", certificate=keys / "server.pem", roots=keys / "ca.pem", client_verify=True
    )
    cluster, config = tmp_path / "cluster.json", tmp_path / "tls.config"
    cluster.write_text(json.dumps({"worker": [address]}), "utf-8")
    config.write_text(text_format.MessageToString(tls), "utf-8")
    command = [sys.executable, "-m", "aioflow", "server", "--cluster", str(cluster), "--ssl-config-file", str(config)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as process:
        try:
            assert process.stderr is not None
            lines = [process.stderr.readline(), process.stderr.readline()]
            assert lines[1] == f"ready: sessions at grpcs://{address}\n"
            use_tls(address, read_tls(roots=keys / "ca.pem", key=keys / "client.key", certificate=keys / "client.pem"))
            with tf.Graph().as_default():
                y = tf.constant(1.0) + 1.0
                async with tf.Session(f"grpcs://{address}") as session:
                    assert await session.run(y, options=tf.RunOptions(timeout_in_ms=20_000)) == 2.0
        finally:
            use_tls(address, None)
            process.kill()


@pytest.mark.parametrize(("text", "arguments", "wrong"), [
    ("{", [], "no JSON"),
    ('{"a":' + 20_000 * "[", [], "no JSON"), ("[]", [], "mapping"), ("{}", [], "no job"), ("", [], "no job"),
    ('{"a": ["localhost:99999"]}', [], "HOST:PORT"), ('{"a": ["localhost"]}', ["--insecure"], "HOST:PORT"),
    ('{"a": ["localhost:x"]}', [], "HOST:PORT"),
    ('{"a": ["localhost:1"]}', ["--share-token", "--cluster-address", "*"], "--share-token needs --token-file"),
    ("jobs", [], "neither JSON nor a ClusterDef"),
    ('{"a": ["10.0.0.1:1"]}', [], "--insecure"),
    ('{"a": ["localhost:1"], "b": ["localhost:2"]}', [], "job_name"),
    ('job { name: "a" tasks { key: 0 value: "localhost:1" } }', ["--task", "3"], "Task 3"),
])  # fmt: skip
def test_what_it_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, arguments: list[str], wrong: str
) -> None:
    """Each with a line that says why."""
    path = tmp_path / "cluster"
    path.write_text(text, "utf-8")
    assert main(["server", "--cluster", str(path), *arguments]) == 2
    assert wrong in capsys.readouterr().err


@pytest.mark.parametrize(("text", "wrong"), [
    (None, "there is no file"), ('server_key: "k"', "server_cert is missing"), ("nothing: 1", "nothing"),
    ('server_key: "k" server_cert: "c"', "SSLConfig"),
])  # fmt: skip
def test_certificates_that_it_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, wrong: str
) -> None:
    """Each with one line that names the file."""
    cluster, path = tmp_path / "cluster", tmp_path / "tls.config"
    cluster.write_text('{"a": ["localhost:1"]}', "utf-8")
    if text is not None:
        path.write_text(text, "utf-8")
    assert main(["server", "--cluster", str(cluster), "--ssl-config-file", str(path)]) == 2
    told = capsys.readouterr().err
    assert wrong in told
    assert str(path) in told
    assert told.count("\n") == 1
