"""`aioflow tfdbg`: what it says of folders and names that are none."""
from __future__ import annotations

import io
from pathlib import Path

import pytest

import aioflow as tf
from aioflow import tf_debug
from aioflow.cli.main import main
from aioflow.cli.tfdbg_prompt import DumpPrompt, run_prompt


@pytest.mark.parametrize(("name", "said"), [
    ("nowhere", "no folder"), (5000 * "a", "no folder"), (".", "no dump"), ("damaged", "no event"),
])  # fmt: skip
def test_bad_folders_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str) -> None:
    """In one line, which has the file's path once."""
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "_tfdbg_core_metadata_sessionrun0_1").write_bytes(b"\xff\xff\xff")
    assert main(["tfdbg", str(tmp_path / name)]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert len(complaint.splitlines()) == 1
    assert complaint.count(str(damaged)) <= 1


@pytest.fixture
async def dumps(tmp_path: Path) -> Path:
    """The dumps of two runs, the second of which divides by zero in its third iteration."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2, 2], name="x")

        def body(i: tf.Tensor, v: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
            return i + 1, tf.divide(v, tf.cast(2 - i, tf.float32), name="quotient")

        tf.while_loop(lambda i, v: i < 3, body, [tf.constant(0), x], name="loop")
    root = tmp_path / "dumps"
    async with tf_debug.DumpingDebugWrapperSession(tf.Session(graph=graph), root) as session:
        for values in ([[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]):
            await session.run("loop/Exit_1:0", {x: values})
    return root


def test_a_damaged_run_hides_no_other(dumps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run whose files cannot be read is named; the others are shown."""
    first, second = sorted(dumps.iterdir())
    for path in first.glob("_tfdbg_core_metadata*"):
        path.write_bytes(b"\xff\xff\xff")
    assert main(["tfdbg", str(dumps)]) == 0
    said = capsys.readouterr().out
    assert "cannot be read" in said and str(first) in said
    assert str(second) in said and "dumped tensors" in said
    assert main(["tfdbg", str(first)]) == 2 and "no event" in capsys.readouterr().err


def asked(dumps: Path, *commands: str) -> str:
    """What the prompt says to commands from a pipe."""
    out = io.StringIO()
    run_prompt(str(dumps), io.StringIO("\n".join(commands)), out)
    return out.getvalue()


def test_prompt_lists_tensors(dumps: Path) -> None:
    """lt lists tensors, those of nodes and ops that match, and those that a filter lets pass, with their iteration."""
    assert "loop/quotient:0 DebugIdentity" in asked(dumps, "lt")
    found = asked(dumps, "# a comment", "", "lt -f has_inf_or_nan -n loop/quot").splitlines()
    assert found[0].startswith("1 of ") and len(found) == 2
    assert "loop/while_context iteration 2" in found[1] and "inf or nan" in found[1]
    assert asked(dumps, "list_tensors -t RealDiv$").count("loop/quotient:0") == 3


def test_prompt_prints_values(dumps: Path) -> None:
    """pt prints all values of a tensor, or one of them, and a part of it; the last run is looked at first."""
    assert asked(dumps, "pt loop/quotient:0").count("[[") == 3
    commands = ["pt loop/quotient:0[1, -1] -n 0", "pt loop/quotient[:, 0:1] -n -2", "use 0", "pt loop/quotient[0]"]
    said = asked(dumps, *commands)
    assert "\n    4.\n" in said and "[[2.5]\n     [3.5]]" in said and "[0.5 1. ]" in said and "[inf inf]" in said
    assert asked(dumps, "runs").splitlines()[1].startswith("* 1 run_")


def test_prompt_tells_of_nodes(dumps: Path) -> None:
    """ni tells of a node, li and lo what it reads and who reads it, as deep as is asked for."""
    said = asked(dumps, "ni loop/quotient -a")
    assert "loop/quotient (RealDiv)" in said and "attribute T:" in said and "test_tfdbg.py" in said
    inputs = asked(dumps, "li loop/quotient").splitlines()
    assert len(inputs) == 3 and inputs[0] == "loop/quotient (RealDiv)" and inputs[2] == "  loop/Cast (Cast)"
    deep = asked(dumps, "li -r loop/quotient")
    assert "    loop/sub (Sub)" in deep and len(deep.splitlines()) > 6
    assert asked(dumps, "lo loop/quotient:0").splitlines()[1:] == ["  loop/NextIteration_1 (NextIteration)"]


def test_prompt_goes_on_behind_faults(dumps: Path) -> None:
    """A command that cannot be carried out is said to be; others follow; a script that had one has failed."""
    out = io.StringIO()
    commands = [
        "nonsense", "pt loop/quotient[__import__('os')]", "pt nowhere:0", "lt -x", "ni", "ni nowhere", "use 9", "lt '",
    ]  # fmt: skip
    with pytest.raises(Exception, match="8 commands could not be carried out"):
        run_prompt(str(dumps), io.StringIO("\n".join([*commands, "runs", "exit", "lt"])), out)
    lines = out.getvalue().splitlines()
    assert len([line for line in lines if line.startswith("error: ")]) == 8
    assert len(lines) == 10 and "no index" in out.getvalue()
    assert "lt [-f" in asked(dumps, "help lt") and "commands" in asked(dumps, "help")


def test_prompt_completes_names(dumps: Path) -> None:
    """Names of nodes and tensors are completed from where readline has cut them."""
    prompt = DumpPrompt(str(dumps), io.StringIO(), io.StringIO())
    assert prompt.completedefault("quo", "ni loop/quo", 8, 11) == ["quotient"]
    assert prompt.completedefault("", "pt loop/quotient:", 17, 17) == ["0"]


def test_prompt_from_the_command_line(
    dumps: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """`aioflow tfdbg DUMP_DIR --prompt` reads commands from a pipe, and takes no other option."""
    monkeypatch.setattr("sys.stdin", io.StringIO("lt -n x\nexit\n"))
    assert main(["tfdbg", str(dumps), "--prompt"]) == 0
    assert "dumped tensors" in capfd.readouterr().out
    assert main(["tfdbg", str(dumps), "--prompt", "--node", "x"]) == 2
