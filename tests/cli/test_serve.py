"""`aioflow serve`: a process of its own, with TensorFlow Serving's flags."""
from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import text_format

from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.cli.arguments import parser_of
from aioflow.cli.commands import COMMANDS
from aioflow.cli.main import main
from aioflow.cli.serve import models_of
from tests.serving.models import save_affine, save_frozen

pytest.importorskip("uvicorn", reason="needs the extra `serve`")


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """The base path of a model of y = x / 2 + 3."""
    asyncio.run(save_affine(tmp_path / "half" / "1"))
    return tmp_path / "half"


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def served(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str], list[str]]]:
    """A serving process: its address, itself, and the lines of its start message."""
    port = free_port()
    command = [sys.executable, "-m", "aioflow", "serve", *arguments, "--port=0", f"--rest_api_port={port}"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        lines = []
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line.rstrip())
            if line.startswith("ready"):
                break
        assert process.poll() is None, lines
        yield f"http://127.0.0.1:{port}", process, lines
    finally:
        process.kill()
        process.communicate()


def post(url: str, body: Any) -> Any:
    """The answer to a request."""
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode()), timeout=20) as response:
        return json.load(response)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends processes at once there")
def test_folder_is_served_until_sigterm(half: Path) -> None:
    """The name is the folder's; the start message has the address and the versions; the exit status is 0."""
    with served(str(half)) as (url, process, lines):
        assert post(f"{url}/v1/models/half:predict", {"instances": [1, 2, 5]}) == {"predictions": [3.5, 4.0, 5.5]}
        assert any(url in line for line in lines)
        assert "model half: version 1" in lines
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.mark.slow
def test_live_page_at_a_port_of_its_own(half: Path, tmp_path: Path) -> None:
    """The start message has its address; its numbers need the token; the port of predictions has no page."""
    pytest.importorskip("starlette")
    (tmp_path / "token").write_text("a long secret\n")
    admin = free_port()
    with served(str(half), f"--admin_port={admin}", f"--admin_token_file={tmp_path / 'token'}") as (url, _, lines):
        page = f"http://127.0.0.1:{admin}/"
        assert any(page in line for line in lines)
        assert post(f"{url}/v1/models/half:predict", {"instances": [1]}) == {"predictions": [3.5]}
        with urllib.request.urlopen(page, timeout=20) as answer:
            assert b"live.js" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"{page}api/snapshot", timeout=20)
        asked = urllib.request.Request(f"{page}api/snapshot", headers={"authorization": "Bearer a long secret"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert json.load(answer)["total"]["answered"] == 1
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}/api/snapshot", timeout=20)


@pytest.mark.slow
def test_configuration_file_is_served(half: Path, tmp_path: Path) -> None:
    """As TensorFlow Serving's flag, and by itself; with batching, and a file of parameters for it."""
    config = tmp_path / "models.config"
    config.write_text(f'model_config_list {{ config {{ name: "m" base_path: "{half}" }} }}')
    parameters = tmp_path / "batching.config"
    parameters.write_text("max_batch_size { value: 4 } batch_timeout_micros { value: 100 }")
    flags = [f"--model_config_file={config}", "--enable_batching=true", f"--batching_parameters_file={parameters}"]
    with served(*flags) as (url, _, _):
        assert post(f"{url}/v1/models/m:predict", {"instances": [2]}) == {"predictions": [4.0]}
        with pytest.raises(urllib.error.HTTPError, match="404"):
            post(f"{url}/v1/models/other:predict", {"instances": [2]})


@pytest.mark.slow
def test_encrypted_with_tokens_and_a_log(half: Path, tmp_path: Path) -> None:
    """HTTPS, a token for requests, and a line of JSON for each of them."""
    keys = Path(__file__).parents[1] / "serving" / "tls"
    config, tokens = tmp_path / "tls.config", tmp_path / "tokens"
    config.write_text(text_format.MessageToString(SSLConfig(
        server_key=(keys / "server.key").read_text(), server_cert=(keys / "server.pem").read_text()
    )))  # fmt: skip
    tokens.write_text("first-token\nsecond-token\n")
    flags = [f"--rest_api_ssl_config_file={config}", f"--token_file={tokens}", "--access_log"]
    with served(str(half), *flags) as (url, process, lines):
        assert any(f"https{url[4:]}" in line for line in lines)
        context = ssl.create_default_context(cafile=keys / "ca.pem")
        request = urllib.request.Request(f"https{url[4:]}/v1/models/half:predict", b'{"instances": [1]}')
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(request, timeout=20, context=context)
        request.add_header("Authorization", "Bearer second-token")
        with urllib.request.urlopen(request, timeout=20, context=context) as response:
            assert json.load(response) == {"predictions": [3.5]}
        assert process.stderr is not None
        entry = json.loads(process.stderr.readline())
        assert (entry["model"], entry["code"], entry["protocol"]) == ("half", "OK", "rest")


@pytest.mark.parametrize(("arguments", "said"), [
    ([], "name a model"), (["{base}", "--model_config_file=x"], "just one"), (["/nowhere"], "/nowhere"),
    (["{base}", "--batching_parameters_file=x"], "--enable_batching"),
    (["{base}", "--enable_batching", "--batching_parameters_file={bad}"], "max_batch_sise"),
    (["--model_config_file={bad}"], "max_batch_sise"), (["--model_config_file=/nowhere"], "/nowhere"),
    (["{base}", "--no_such_flag"], "--no_such_flag"), (["{base}", "--enable_batching=maybe"], "maybe"),
    (["{base}", "--token_file={bad}x"], "--token_file"), (["{base}", "--token_file={short}"], "8 characters"),
    (["{base}", "--rest_api_ssl_config_file={bad}"], "max_batch_sise"),
    (["{base}", "--rest_api_ssl_config_file={tls}"], "SSLConfig"), (["{base}", "--ssl_config_file={tls}"], "SSLConfig"),
    (["{base}", "--port=0", "--rest_api_port=0"], "nobody"), (["--model_name=a", "--model_config_file={bad}"], "name"),
    ([5000 * "a"], "nothing at"), (["{bad}"], "no graph"), (["{base}", "--port=1", "--rest_api_port=1"], "a port each"),
    (["{base}", "--ssl_config_file={tls}"], "server_key has no PEM"),
    (["{base}", "--rest_api_ssl_config_file={pem}"], "pem: SSLConfig: its keys"),
    (["{base}", "--admin_host=0.0.0.0"], "--admin_port"), (["{base}", "--admin_token_file={bad}"], "--token_file or"),
    (["{base}", "--admin_port=1", "--admin_host=0.0.0.0"], "--admin_token_file"),
    (["{base}", "--admin_port=1", "--admin_token_file=/nowhere"], "/nowhere"),
    (["{base}", "--admin_port=1", "--admin_token_file={empty}"], "no token"),
])  # fmt: skip
def test_wrong_arguments_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """V-65: In one line, with exit status 2, before anything is loaded."""
    (tmp_path / "bad").write_text("max_batch_sise { value: 4 }")
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "short").write_text("token")
    (tmp_path / "tls").write_text('server_key: "k" server_cert: "c"')
    (tmp_path / "pem").write_text('server_key: "-----BEGIN KEY-----" server_cert: "-----BEGIN CERTIFICATE-----"')
    paths = {name: tmp_path / name for name in ("bad", "empty", "short", "tls", "pem")}
    words = [each.format(base=tmp_path, **paths) for each in arguments]
    assert main(["serve", *words]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert len(complaint.splitlines()) == 1


@pytest.mark.parametrize(("words", "batches"), [
    (["--enable_batching", "m.pb"], True), (["m.pb", "--enable_batching"], True), (["m.pb"], False),
    (["--enable_batching=false", "m.pb"], False), (["--enable_batching", "false", "m.pb"], False),
    (["--rest_api_enable_cors_support", "--enable_batching=TRUE", "m.pb"], True),
])  # fmt: skip
def test_flags_that_are_true_by_themselves(words: list[str], batches: bool) -> None:
    """A model may stand behind them, as well as true or false."""
    options = parser_of(COMMANDS).parse_args(["serve", *words])
    assert (options.model, options.enable_batching) == ("m.pb", batches)


def test_saved_model_file_stands_for_its_folder(half: Path) -> None:
    """As for the commands that look at models."""
    options = parser_of(COMMANDS).parse_args(["serve", str(half / "1" / "saved_model.pb"), "--model_name=half"])
    (model,), _ = models_of(options)
    assert model.base_path == half / "1"


def test_model_that_cannot_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The process ends with status 1 and says which version it was."""
    (tmp_path / "m" / "3").mkdir(parents=True)
    (tmp_path / "m" / "3" / "saved_model.pb").write_bytes(b"\xff")
    assert main(["serve", str(tmp_path / "m"), "--port=0", f"--rest_api_port={free_port()}"]) == 1
    assert "version 3 of model m" in capsys.readouterr().err


def test_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names it."""
    path = save_frozen(tmp_path / "graph.pb")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", str(path), "--port=0", f"--rest_api_port={port}"]) == 1
    assert f"127.0.0.1:{port}" in capsys.readouterr().err
