"""Write aioflow/_proto from protos/, or check that it is up to date.

    python -m aioflow.tools.gen_protos [--check]

Each package of messages has a file that describes them all (messages.binpb), their docstrings, and a stub per module.
Other versions of the compiler write other stubs. It is therefore pinned to the oldest release we support, and no other
version writes or checks anything.

Exit status: 0 done or up to date; 1 not up to date, or a .proto file has an error; 2 the pinned compiler is missing.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

# Bundles protoc 31.1, whose code runs with protobuf 6.31.1 and later; has wheels for Python 3.11 to 3.14.
GRPCIO_TOOLS_VERSION = "1.76.0"

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "protos"
RESULTS = ROOT / "aioflow" / "_proto"

HEADER = "# Generated from protos/{source} by `python -m aioflow.tools.gen_protos`. Do not edit.\n"
# Files are registered as aioflow/x.proto, so protoc believes that the modules are aioflow.x_pb2.
MODULE_OF_PROTOC = re.compile(
    r"\bfrom aioflow(?:\.(?:serving|distributed))? import (?=\w+_pb2\b)"
)


class GenerationError(Exception):
    """The code cannot be generated; `status` is the exit status that says why."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (default: those of the process) and return its exit status."""
    description = "Write aioflow/_proto from protos/, or check that it is up to date."
    parser = argparse.ArgumentParser(prog="python -m aioflow.tools.gen_protos", description=description)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is not up to date")
    check = parser.parse_args(arguments).check
    try:
        require_pinned_compiler()
        files = generate(SOURCES)
    except GenerationError as error:
        print(error, file=sys.stderr)
        return error.status
    return report_differences(files, RESULTS) if check else replace_files(files, RESULTS)


def require_pinned_compiler() -> None:
    """Raise GenerationError unless the pinned version of grpcio-tools is installed."""
    advice = f"install the extra 'dev' of aioflow-runtime (grpcio-tools=={GRPCIO_TOOLS_VERSION})"
    try:
        installed = importlib.metadata.version("grpcio-tools")
    except importlib.metadata.PackageNotFoundError:
        raise GenerationError(f"gen_protos: grpcio-tools is missing; {advice}", status=2) from None
    if installed != GRPCIO_TOOLS_VERSION:
        raise GenerationError(f"gen_protos: grpcio-tools is {installed} here; {advice}", status=2)


def generate(sources: Path) -> dict[str, bytes]:
    """Return file name -> content of what describes the messages of the .proto files in `sources`."""
    # Here, because they need protobuf: without it the command says what is missing.
    from google.protobuf.descriptor_pb2 import FileDescriptorSet

    from aioflow._proto.message_files import DOCSTRINGS, MESSAGES
    from aioflow.tools.proto_comments import read_protos
    from aioflow.tools.proto_docstrings import docstrings, with_docstrings

    with tempfile.TemporaryDirectory() as folder:
        run_protoc(sources, Path(folder))
        made = Path(folder) / "aioflow"
        stubs = {path.relative_to(made).as_posix(): adapted(path, made) for path in sorted(made.rglob("*_pb2.pyi"))}
        compiled = FileDescriptorSet.FromString((Path(folder) / MESSAGES).read_bytes())
    protos = read_protos(sources)
    files = {name: with_docstrings(protos, text).encode() for name, text in stubs.items()}
    for package in sorted({f"{PurePosixPath(name).parent}/".removeprefix("./") for name in stubs}):
        mine = [file for file in compiled.file if file.name.rpartition("/")[0] == f"aioflow/{package}".rstrip("/")]
        files[package + MESSAGES] = FileDescriptorSet(file=map(without_json_names, mine)).SerializeToString()
        texts = {name: text for name, text in stubs.items() if name.rpartition("/")[0] == package.rstrip("/")}
        files[package + DOCSTRINGS] = (HEADER.format(source=f"aioflow/{package}") + docstrings(protos, texts)).encode()
    return files


def run_protoc(sources: Path, output: Path) -> None:
    """Compile the .proto files in `sources` into `output`; raise GenerationError with protoc's complaints."""
    protos = sorted(path.relative_to(sources).as_posix() for path in sources.glob("aioflow/**/*.proto"))
    options = ["--proto_path=.", f"--descriptor_set_out={output / 'messages.binpb'}", f"--pyi_out={output}"]
    command = [sys.executable, "-m", "grpc_tools.protoc", *options, *protos]
    done = subprocess.run(command, check=False, cwd=sources, capture_output=True, text=True)
    if done.returncode:
        raise GenerationError(f"gen_protos: protoc failed\n{done.stderr.rstrip()}", status=1)


def without_json_names(file: FileDescriptorProto) -> FileDescriptorProto:
    """Return `file` without the names that follow from those of fields, as in the code that protoc writes."""
    waiting = list(file.message_type)
    while waiting:
        message = waiting.pop()
        for field in message.field:
            field.ClearField("json_name")
        waiting.extend(message.nested_type)
    return file


def adapted(path: Path, made: Path) -> str:
    """Return the text of the stub at `path`, below `made`, with our header and its true package."""
    source = f"aioflow/{path.relative_to(made).as_posix().partition('_pb2')[0]}.proto"
    return HEADER.format(source=source) + MODULE_OF_PROTOC.sub(in_our_package, path.read_text("utf-8"))


def in_our_package(found: re.Match[str]) -> str:
    """Return the text that MODULE_OF_PROTOC found, naming aioflow._proto instead of aioflow."""
    return found[0].replace("aioflow", "aioflow._proto")


def report_differences(files: dict[str, bytes], results: Path) -> int:
    """Print the names of files in `results` that are not as in `files`; return 1 if there are any, else 0."""
    stale = [name for name, text in files.items() if content(results / name) != text]
    orphans = [name for name in generated_files(results) if name not in files]
    for name in stale:
        print(f"gen_protos: {name} is not what protos/ gives; run python -m aioflow.tools.gen_protos", file=sys.stderr)
    for name in orphans:
        print(f"gen_protos: {name} has no source in protos/; run python -m aioflow.tools.gen_protos", file=sys.stderr)
    return 1 if stale or orphans else 0


def replace_files(files: dict[str, bytes], results: Path) -> int:
    """Make the generated files in `results` exactly `files`; return 0."""
    for name in generated_files(results):
        if name not in files:
            (results / name).unlink()
    for name, text in files.items():
        (results / name).parent.mkdir(exist_ok=True)
        (results / name).write_bytes(text)
    return 0


def generated_files(results: Path) -> list[str]:
    """Return the names of what this command has written into `results` and folders in it, now or earlier."""
    patterns = ("*_pb2.py*", "*.binpb", "docstrings.txt")
    return sorted(path.relative_to(results).as_posix() for pattern in patterns for path in results.rglob(pattern))


def content(path: Path) -> bytes | None:
    """Return the bytes of the file at `path`, or None if there is none."""
    return path.read_bytes() if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
