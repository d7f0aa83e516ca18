"""docs/reference/ tells every configuration field, variable, logger and exit code; docs/api/ lists every function."""
from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

import aioflow as tf
from aioflow.session.settings import HONOURED as HONOURED_BY_SESSIONS
from aioflow.session.steps.step_options import HONOURED as HONOURED_BY_RUNS
from aioflow.session.steps.step_options import read_options
from aioflow.tools import gen_reference, source_reference
from aioflow.tools.proto_comments import Protos, read_protos
from aioflow.tools.proto_reference import SOURCES, effect, paths_of_messages
from aioflow.tools.source_reference import exit_codes, parsed_modules, records_of, variables_of

pytest.importorskip("grpc_tools", reason="needs grpcio-tools")
IS_VARIABLE = re.compile(r"(AIOFLOW|TF)_[A-Z_]+")


@pytest.fixture(scope="module")
def protos() -> Protos:
    """All messages with the comments about them."""
    return read_protos(SOURCES)


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """The syntax trees of the package, which are gone behind the last test here."""
    return parsed_modules()


def test_pages_are_up_to_date(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], modules: dict[str, ast.Module]
) -> None:
    """The pages are what the sources give; the command writes them."""
    monkeypatch.setattr(source_reference, "parsed_modules", lambda: modules)  # which takes three seconds
    assert gen_reference.main(["--check"]) == 0, capsys.readouterr().err


def test_check_tells_of_an_old_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` names pages that are missing or old and writes nothing; without it they are written."""
    monkeypatch.setattr(gen_reference, "FOLDER", tmp_path / "docs")
    monkeypatch.setattr(gen_reference, "pages", lambda: {"b/a.md": "new\n"})
    assert gen_reference.main(["--check"]) == 1
    assert "docs/b/a.md" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert gen_reference.main([]) == 0
    assert gen_reference.main(["--check"]) == 0


# ---- configuration
def fields(message: Any, prefix: str = "") -> list[str]:
    """Gives the paths of all fields of a message type, those of messages in it included."""
    found = []
    for each in message.fields:
        found.append(prefix + each.name)
        held = each.message_type
        if held is not None and not held.GetOptions().map_entry and held.name != "AttrValue":
            found += fields(held, f"{prefix}{each.name}.")
    return found


@pytest.mark.parametrize(
    ("message", "honoured"),
    [(tf.ConfigProto, HONOURED_BY_SESSIONS), (tf.RunOptions, HONOURED_BY_RUNS)],
    ids=["ConfigProto", "RunOptions"],
)
def test_every_field_is_there(message: Any, honoured: frozenset[str], protos: Protos) -> None:
    """Each field has one row, which says "yes" exactly where a session reads it."""
    root, paths = message.DESCRIPTOR.name, paths_of_messages(protos)
    for path in fields(message.DESCRIPTOR):
        parent, _, name = path.rpartition(".")
        [holder] = [n for n, places in paths.items() if (root, parent and parent + ".") in places]
        [row] = [each for each in protos.messages[holder].field if each.name == name]
        counts = any(path == other or path.startswith(other + ".") for other in honoured)
        assert (effect(row, [(root, parent and parent + ".")]) == "yes") is counts, path
    assert honoured <= set(fields(message.DESCRIPTOR))


def test_every_field_with_an_effect_says_which(protos: Protos) -> None:
    """What a session or a run reads has a comment in protos/, of its own or on the message that it holds."""
    paths = paths_of_messages(protos)
    for name, places in paths.items():
        for each in protos.messages[name].field:
            held = each.type_name.removeprefix(".aioflow.")
            said = protos.comments[f"{name}.{each.name}"] or protos.comments.get(held)
            assert said or effect(each, places) != "yes", f"{name}.{each.name}"


def test_fields_of_our_own_have_an_effect(protos: Protos) -> None:
    """TensorFlow does not ask for these; who adds one, and forgets to list it, would have `describe` deny it."""
    paths = paths_of_messages(protos)
    ours = [(name, each) for name in paths if name.startswith("Aioflow") for each in protos.messages[name].field]
    assert len(ours) > 5
    assert [f"{name}.{each.name}" for name, each in ours if effect(each, paths[name]) != "yes"] == []


class Recorder:
    """A message that notes which of its fields are read."""

    def __init__(self, message: Message, path: str, noted: set[str]) -> None:
        self._message, self._path, self._noted = message, path, noted

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._message, name)
        if isinstance(value, Message):
            return Recorder(value, f"{self._path}{name}.", self._noted)
        self._noted.add(self._path + name)
        return value


def test_runs_honour_what_they_read() -> None:
    """The list of options that have an effect is that of the fields which a run reads."""
    options = tf.RunOptions()
    options.experimental.use_run_handler_pool = True
    noted: set[str] = set()
    read_options(Recorder(options, "", noted), tf.ConfigProto())  # type: ignore[arg-type]
    assert noted == HONOURED_BY_RUNS


def test_comments_are_found(protos: Protos) -> None:
    """A comment beside a field, one above it, one on an enum's value and one that heads a group are told apart."""
    comments = protos.comments
    assert comments["ConfigProto.use_per_session_threads"] == "A pool for this session alone."
    assert comments["AioflowPoolOptions.max_queue"].startswith("How many runs may wait for a thread;")
    assert comments["OptimizerOptions.Level.L1"] == "All that are known to be safe."
    assert not comments["RewriterConfig.layout_optimizer"]


# ---- environment variables
def test_every_variable_is_declared(modules: dict[str, ast.Module]) -> None:
    """The package reads the environment by the name of a constant, and each such name has a text behind it."""
    declared = {found.name for tree in modules.values() for found in variables_of(tree)}
    for module, tree in modules.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Attribute(ast.Attribute(_, "environ"), "get"), [name, *_]):
                    assert not isinstance(name, ast.Constant), f"{module} reads {ast.unparse(name)}"
                case ast.Call(ast.Attribute(ast.Name("os"), "getenv")):
                    pytest.fail(f"{module} reads the environment by getenv")
                case ast.Constant(str(text)) if IS_VARIABLE.fullmatch(text):
                    assert text in declared, module
    assert len(declared) > 10


def test_a_variable_without_a_text_is_refused() -> None:
    """Whoever adds a variable has to say what it does."""
    with pytest.raises(ValueError, match="SIZE_VARIABLE needs a text"):
        list(variables_of(ast.parse('SIZE_VARIABLE = "AIOFLOW_SIZE"\nOTHER = 1\n')))
    assert list(variables_of(ast.parse('A_VARIABLE = "B"\n"""Does\nit."""\n'))) == [("B", "Does it.")]


# ---- loggers and exit codes
def test_every_logger_is_there(modules: dict[str, ast.Module]) -> None:
    """Each module that gets a logger logs something with it, under a name below "aioflow"."""
    sources = {m: Path(gen_reference.__file__).parents[2].joinpath(*m.split(".")) for m in modules}
    loggers = [m for m, path in sources.items() if path.with_suffix(".py").is_file()
               and " = logging.getLogger(" in path.with_suffix(".py").read_text("utf-8")]  # fmt: skip
    assert len(loggers) > 5
    for module in loggers:
        records = list(records_of(module, modules[module]))
        assert records, module
        assert all(record.logger == module or (record.logger + ".").startswith("aioflow.") for record in records)


def test_a_record_is_told_by_its_text() -> None:
    """A text of its own counts; else what the function around it is for."""
    source = 'import logging\n_LOG = logging.getLogger(__name__)\ndef f():\n  """Tells.\n\n  More."""\n  '
    [record] = records_of("m", ast.parse(source + '_LOG.warning("%s is late", 1)'))
    assert record == ("m", "WARNING", "%s is late")
    [record] = records_of("m", ast.parse(source + '_LOG.exception("%s", 1)'))
    assert record == ("m", "ERROR", "Tells.")


def test_exit_codes_are_those_of_the_command_line(modules: dict[str, ast.Module]) -> None:
    """The codes are read from the source as the command line has them."""
    from aioflow.cli.exits import EXIT_CODES

    assert exit_codes(modules["aioflow.cli.exits"]) == EXIT_CODES
