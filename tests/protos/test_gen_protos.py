"""The generated code is what protos/ gives, and the generator says clearly when it cannot work."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from aioflow.tools import gen_protos

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "aioflow" / "tools" / "gen_protos.py"


def run_without_packages(python_path: Path) -> subprocess.CompletedProcess[str]:
    """Run `gen_protos --check` in an interpreter that sees no packages but those in `python_path`."""
    command = [sys.executable, "-S", str(SCRIPT), "--check"]
    environment = {**os.environ, "PYTHONPATH": str(python_path)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def installed_grpcio_tools() -> str:
    """Return the installed version, or "missing"."""
    try:
        return importlib.metadata.version("grpcio-tools")
    except importlib.metadata.PackageNotFoundError:
        return "missing"


@pytest.mark.skipif(
    installed_grpcio_tools() != gen_protos.GRPCIO_TOOLS_VERSION,
    reason=f"needs grpcio-tools {gen_protos.GRPCIO_TOOLS_VERSION}, which is {installed_grpcio_tools()} here",
)
def test_check_finds_everything_up_to_date() -> None:
    """Running the pinned compiler again gives the files that are checked in."""
    command = [sys.executable, "-m", "aioflow.tools.gen_protos", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(importlib.util.find_spec("grpc_tools") is None, reason="needs grpcio-tools of any version")
def test_definitions_are_those_of_the_sources(tmp_path: Path) -> None:
    """Whatever the compiler's version, protos/ defines the messages that the checked-in code has."""
    sources = ROOT / "protos"
    names = sorted(path.relative_to(sources).as_posix() for path in sources.glob("aioflow/**/*.proto"))
    target = tmp_path / "all.binpb"
    command = [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=.", f"--descriptor_set_out={target}", *names]
    subprocess.run(command, cwd=sources, check=True)
    compiled = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())
    for field in all_fields(compiled):
        field.ClearField("json_name")  # Left out of generated code.
    assert {file.name: file for file in compiled.file} == {name: checked_in(name) for name in names}


def all_fields(files: descriptor_pb2.FileDescriptorSet) -> Iterator[descriptor_pb2.FieldDescriptorProto]:
    """Give the fields of every message in `files`, nested ones included."""
    waiting = [message for file in files.file for message in file.message_type]
    while waiting:
        message = waiting.pop()
        yield from message.field
        waiting.extend(message.nested_type)


def checked_in(name: str) -> descriptor_pb2.FileDescriptorProto:
    """Return the definition that the generated code for the file `name` registers."""
    path = Path(name).relative_to("aioflow").with_suffix("").as_posix().replace("/", ".")
    module = importlib.import_module(f"aioflow._proto.{path}_pb2")
    return descriptor_pb2.FileDescriptorProto.FromString(module.DESCRIPTOR.serialized_pb)


def test_missing_compiler_is_named(tmp_path: Path) -> None:
    """Without grpcio-tools one line says which extra brings it, and the status is 2."""
    done = run_without_packages(tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "grpcio-tools is missing" in done.stderr
    assert "'dev'" in done.stderr


def test_other_compiler_is_refused(tmp_path: Path) -> None:
    """With another version of grpcio-tools one line says which is here and which is wanted, and the status is 2."""
    package = tmp_path / "grpcio_tools-0.1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: grpcio-tools\nVersion: 0.1\n")
    done = run_without_packages(tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "is 0.1 here" in done.stderr
    assert gen_protos.GRPCIO_TOOLS_VERSION in done.stderr


def test_differences_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed file, a missing one and one whose source is gone are all named; nothing is written."""
    (tmp_path / "changed_pb2.pyi").write_text("old")
    (tmp_path / "orphan_pb2.py").write_text("old")
    status = gen_protos.report_differences({"changed_pb2.pyi": b"new", "missing_pb2.pyi": b"new"}, tmp_path)
    complaints = capsys.readouterr().err
    assert status == 1
    assert all(name in complaints for name in ("changed_pb2.pyi", "missing_pb2.pyi", "orphan_pb2.py"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["changed_pb2.pyi", "orphan_pb2.py"]


def test_replaced_files_are_up_to_date(tmp_path: Path) -> None:
    """After writing, generated files are exactly the new ones, other files are left alone, and the check passes."""
    (tmp_path / "__init__.py").write_text("kept")
    (tmp_path / "orphan_pb2.py").write_text("old")
    gen_protos.replace_files({"new_pb2.pyi": b"new", "messages.binpb": b"new"}, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["__init__.py", "messages.binpb", "new_pb2.pyi"]
    assert gen_protos.report_differences({"new_pb2.pyi": b"new", "messages.binpb": b"new"}, tmp_path) == 0
