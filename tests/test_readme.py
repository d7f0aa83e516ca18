"""What README and docs show is run: code blocks as they stand, commands word for word in CI.

A Python block without a title is a program. One with a title is a file, which lies beside the other files of its page
when the page's programs and commands run, as it does for a reader. Commands of aioflow and Python are run, servers are
started and stopped.
"""
from __future__ import annotations

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.live.ray.test_page import OUTPUTS as RAY_OUTPUTS
from tests.pages import PAGES, ROOT, Block, blocks_of, imported_modules

BLOCKS = [block for page in PAGES for block in blocks_of(page)]
COMMAND_BLOCKS = [block for block in BLOCKS if block.language == "sh" and not block.title]
# Libraries that blocks may need; all but those of the extra `torch` are in the extra `dev`.
LIBRARIES = {
    "aiohttp", "anyio", "fastapi", "grpc", "gunicorn", "httpx", "pydantic", "pytest", "pytest_asyncio", "starlette",
    "torch", "uvicorn",
}  # fmt: skip
SERVERS = {"gunicorn", "uvicorn"}
COMMANDS = {"aioflow", "python"}
NOT_RUN = {"docker", "pip", "python3", ".venv/bin/mkdocs", "mkdocs"}  # they install, or need what tests do not have
NOT_CODE = {"dockerfile", "ini", "json", "mermaid", "powershell", "text", "toml", "yaml"}
IS_SERVING = re.compile(r"ASGI server listening|Application startup complete")
# As notebooks do it: a block may await on its top level.
RUN_BLOCK = """
import ast, asyncio, inspect, sys
code = compile(sys.stdin.read(), "<block>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
async def run(): await result
result = eval(code, {"__name__": "__main__"})
if inspect.iscoroutine(result): asyncio.run(run())
"""


def parameters(blocks: Iterable[Block]) -> list[object]:
    """The blocks as parameters of a test."""
    return [pytest.param(block, id=block.name) for block in blocks]


def first_words(block: Block) -> set[str]:
    """The first words of the commands of a block."""
    lines = [line for line in block.code.splitlines() if line.strip() and not line.startswith((" ", "#"))]
    return {line.split()[0] for line in lines}


def need_libraries(code: str) -> None:
    """Skips the test, naming the library, where the code imports one that is not installed."""
    packs = set(re.findall(r'use_kernels\("(\w+)"\)', code))  # named after the packages that they need
    for name in sorted(imported_modules(code) & LIBRARIES | packs):
        need(name)


def need(name: str) -> None:
    """Skips the test where a library is not installed."""
    # Not by `importorskip`: what the library starts when it is imported, threads above all, would stay for other tests.
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"needs {name}")


def lay_out(block: Block, folder: Path) -> dict[str, str]:
    """Puts the files of the block's page into `folder`; returns the environment of programs in it."""
    for other in blocks_of(block.page):
        if other.title:
            (folder / other.title).write_text(other.code, "utf-8")
    for name in ("examples", "tests"):
        (folder / name).symlink_to(ROOT / name)  # readers are in the clone's root
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.mark.parametrize("block", parameters(each for each in BLOCKS if each.language == "python" and not each.title))
def test_block_runs(block: Block, tmp_path: Path) -> None:
    """A Python block runs in a fresh interpreter without a warning."""
    environment = lay_out(block, tmp_path)
    for code in [block.code, *(other.code for other in blocks_of(block.page) if other.title.endswith(".py"))]:
        need_libraries(code)
    command = [sys.executable, "-W", "error", "-c", RUN_BLOCK]
    done = subprocess.run(
        command, input=block.code, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment,
        timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", parameters(each for each in COMMAND_BLOCKS if not first_words(each) <= NOT_RUN))
def test_commands_run(block: Block, tmp_path: Path) -> None:
    """Commands of aioflow end well; servers start, and end when they are told to."""
    environment = lay_out(block, tmp_path)
    for word in first_words(block) & SERVERS:
        for other in blocks_of(block.page):
            if other.title.endswith(".py"):
                need_libraries(other.code)
        need(word)
        files = "\n".join(other.code for other in blocks_of(block.page) if other.title)
        workers = re.search(r"^workers = (\d+)$", files, re.M)
        start_and_stop(block.code, int(workers[1]) if workers else 1, tmp_path, environment)
        return
    if block.code.startswith("aioflow serve "):
        need("uvicorn")
        serve_and_stop(block.code, tmp_path, environment)
        return
    code = re.sub(r"^aioflow ", "python -m aioflow ", block.code, flags=re.M)
    code = re.sub(r"^python ", f"{sys.executable} ", code, flags=re.M)
    done = subprocess.run(
        ["bash", "-ec", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr


def start_and_stop(code: str, num_workers: int, folder: Path, environment: dict[str, str]) -> None:
    """Starts a server on a free port, waits until all its workers say that they serve, and stops it."""
    ports = {"UVICORN_PORT": "0", "GUNICORN_CMD_ARGS": "--bind=127.0.0.1:0"}
    said: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", *code.split()], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=environment | ports | {"PYTHONUNBUFFERED": "1", "HOME": str(folder)},
        start_new_session=True,  # so that its workers can be ended with it, whatever happens
    ) as server:  # fmt: skip
        watchdog = threading.Timer(120.0, os.killpg, [server.pid, signal.SIGKILL])  # seconds; a start takes about one
        watchdog.start()
        assert server.stdout is not None
        for line in server.stdout:  # up to its end, as pipes that are full stop who writes
            said.append(line)
            # A worker that is told to end while it starts goes on, and is killed 30 s (`graceful_timeout`) later.
            if IS_SERVING.search(line) and sum(map(bool, map(IS_SERVING.search, said))) == num_workers:
                server.send_signal(signal.SIGTERM)
        server.wait()
        watchdog.cancel()
    text = "".join(said)
    assert IS_SERVING.search(text) and "Traceback" not in text, text
    assert server.returncode in (0, -signal.SIGTERM), text


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def serve_and_stop(code: str, folder: Path, environment: dict[str, str]) -> None:
    """Starts `aioflow serve` on free ports, waits until it is ready, and stops it."""
    command = [sys.executable, "-m", *code.split(), "--port=0", f"--rest_api_port={free_port()}"]
    if "--admin_port" in code:
        command.append(f"--admin_port={free_port()}")
    with subprocess.Popen(command, cwd=folder, text=True, stderr=subprocess.PIPE, env=environment) as server:
        assert server.stderr is not None
        said = []
        for line in server.stderr:
            said.append(line)
            if line.startswith("ready"):
                server.send_signal(signal.SIGTERM)
        server.wait()
    assert server.returncode == 0 and said[-1].startswith("ready"), "".join(said)


@pytest.mark.parametrize("block", parameters(each for each in BLOCKS if each.title.endswith(".py")))
def test_files_are_used(block: Block) -> None:
    """A file that a page shows is imported or started by a program or a command of that page."""
    name = block.title.removesuffix(".py")
    programs = [other.code for other in blocks_of(block.page) if other.language == "python" and not other.title]
    commands = [other.code for other in blocks_of(block.page) if other.language == "sh"]
    is_imported = any(name in imported_modules(code) for code in programs)
    is_started = any(re.search(rf"\b{name}(\.py|:\w+)$", code, re.M) for code in commands)
    reader = {"gunicorn.conf": "gunicorn ", "conftest": "python -m pytest "}.get(name)
    is_read = reader is not None and any(code.startswith(reader) for code in commands)
    needs_ray = block.page.name == "distributed.md" and block.title in RAY_OUTPUTS  # it runs where Ray is installed
    assert is_imported or is_started or is_read or needs_ray


def test_blocks_are_of_known_languages() -> None:
    """No block escapes because its language is written in another way, no command because it is none of those known."""
    assert {block.language for block in BLOCKS} <= {"python", "sh"} | NOT_CODE
    assert set().union(*map(first_words, COMMAND_BLOCKS)) <= SERVERS | COMMANDS | NOT_RUN


def test_ci_runs_the_second_command() -> None:
    """CI sets up and tests with the README's second command, word for word."""
    commands = [block.code.strip() for block in blocks_of(ROOT / "README.md") if block.language == "sh"]
    assert len(commands) == 3  # the third one serves
    assert commands[1] in (ROOT / ".ci" / "run").read_text()
