"""`aioflow run`: feeds, fetches, results and refusals."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto import saved_model_pb2, types_pb2
from aioflow._proto.perfetto_trace_pb2 import Trace
from tests.full_disk import full_disk

from .conftest import DIGITS, Cli

ROOT = Path(__file__).parents[2]


def write(path: Path, graph: tf.Graph) -> Path:
    """Stores a graph."""
    path.write_bytes(graph.as_graph_def().SerializeToString())
    return path


@pytest.mark.parametrize("literal", ["[[1,2],[3,4]]", "[(1, 2), (3.0, 4)]", " [[1.0,2.0],[3,4]] "])
def test_literal(cli: Cli, affine: Path, literal: str) -> None:
    """A feed may be a literal of JSON or Python."""
    ended = cli("run", affine, "--feed", f"x={literal}", "--fetch", "y", "--json")
    assert ended.document["values"] == {"y": {"dtype": "float32", "shape": [2, 2], "value": [[3.0, 5.0], [7.0, 9.0]]}}


def test_text_output(cli: Cli, affine: Path) -> None:
    """Values are printed with dtype and shape; an operation without outputs is just done."""
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y:0", "--fetch", "pause")
    assert (ended.code, ended.stdout) == (0, "y:0: float32 [1, 2]\n[[3. 5.]]\npause: done\n")


def test_strings(cli: Cli, affine: Path) -> None:
    """Texts are fed in quotes; control characters come back escaped, in text and in JSON."""
    arguments = ("run", affine, "--feed", 'text="hé\\u001b[31m"', "--fetch", "shout")
    assert cli(*arguments).stdout == "shout: string []\nb'h\\xc3\\xa9\\x1b[31m!'\n"
    assert cli(*arguments, "--json").document["values"]["shout"]["value"] == "hé\x1b[31m!"


def test_bytes_that_are_no_text(cli: Cli, affine: Path) -> None:
    """Strings that are not UTF-8 are base64 in JSON."""
    ended = cli("run", affine, "--feed", r"text=b'\xff'", "--fetch", "shout", "--json")
    assert ended.document["values"]["shout"]["value"] == {"b64": "/yE="}


def test_numbers_that_json_lacks(cli: Cli, affine: Path) -> None:
    """NaN and infinities are strings in JSON, so that every reader can read it."""
    ended = cli("run", affine, "--feed", "x=[[NaN, Infinity], [-Infinity, 1]]", "--fetch", "y", "--json")
    assert json.loads(ended.stdout, parse_constant=pytest.fail)["values"]["y"]["value"] == [
        ["NaN", "Infinity"],
        ["-Infinity", 3.0],
    ]


def test_digits_from_a_file(cli: Cli, tmp_path: Path) -> None:
    """A .npy file is fed, and the frozen classifier sees the digits that TensorFlow saw."""
    with np.load(DIGITS.with_name("held_back.npz"), allow_pickle=False) as held_back:
        np.save(tmp_path / "images.npy", held_back["images"].astype(np.float32))
        expected = held_back["tensorflow_predictions"].tolist()
    ended = cli("run", DIGITS, "--feed", f"images={tmp_path}/images.npy", "--fetch", "predictions", "--json")
    assert ended.document["values"]["predictions"]["value"] == expected


def test_empty_array_from_a_file(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A .npy file may hold no element at all."""
    np.save(tmp_path / "none.npy", np.zeros((0, 2), np.float32))
    ended = cli("run", affine, "--feed", f"x={tmp_path}/none.npy", "--fetch", "y", "--json")
    assert ended.document["values"]["y"] == {"dtype": "float32", "shape": [0, 2], "value": []}


def test_saved_to_npy(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """--output with .npy saves the one fetch."""
    output = tmp_path / "y.npy"
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--output", output)
    assert (ended.code, ended.stdout) == (0, f"y: float32 [1, 2]\nsaved to {output}\n")
    np.testing.assert_array_equal(np.load(output, allow_pickle=False), np.array([[3, 5]], np.float32))


def test_saved_to_npz(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """--output with .npz saves all fetches by name, strings as fixed-width bytes."""
    output = tmp_path / "all.npz"
    feeds = ("--feed", "x=[[1,2]]", "--feed", 'text="a"')
    ended = cli("run", affine, *feeds, "--fetch", "y", "--fetch", "shout", "--output", output, "--json")
    assert "value" not in ended.document["values"]["y"]
    with np.load(output, allow_pickle=False) as saved:
        assert saved["shout"] == b"a!"
        np.testing.assert_array_equal(saved["y"], np.array([[3, 5]], np.float32))


def test_saved_under_any_name(cli: Cli, tmp_path: Path) -> None:
    """A tensor may be called what numpy's functions call their arguments, or lie in a scope."""
    with tf.Graph().as_default() as graph:
        for name in ("file", "allow_pickle", "scope/inner"):
            tf.constant(3, name=name)
    model = write(tmp_path / "model.pb", graph)
    fetches = ("--fetch", "file", "--fetch", "allow_pickle", "--fetch", "scope/inner:0")
    assert cli("run", model, *fetches, "--output", tmp_path / "all.npz").code == 0
    with np.load(tmp_path / "all.npz", allow_pickle=False) as saved:
        assert dict(saved) == {"file": 3, "allow_pickle": 3, "scope/inner:0": 3}


def test_bfloat16_saved(cli: Cli, tmp_path: Path) -> None:
    """The small float types, which .npy files do not know, are saved as float32."""
    with tf.Graph().as_default() as graph:
        tf.cast(tf.placeholder(tf.float32, [2], name="x"), tf.bfloat16, name="y")
    model = write(tmp_path / "model.pb", graph)
    assert cli("run", model, "--feed", "x=[1.5,2]", "--fetch", "y", "--output", tmp_path / "y.npy").code == 0
    saved = np.load(tmp_path / "y.npy", allow_pickle=False)
    assert (saved.dtype, saved.tolist()) == (np.float32, [1.5, 2.0])


@pytest.mark.parametrize(
    ("feed", "words"),
    [
        ("x", ["NAME=VALUE"]), ("=3", ["NAME=VALUE"]), ("x=", ["literal"]), ("x=hello", ["literal", "hello"]),
        ("x={}", ["number"]), ("x=None", ["number"]), ("x=" + "[" * 5000, ["literal"]), ("x=1", ["shape", "x:0"]),
        ("x=[[1,2],[3]]", ["x"]), ("x=[['a','b']]", ["x"]), ("x=[[1,2,3]]", ["shape"]), ("z=1", ["z"]),
        ("x:1=1", ["x:1"]), ("pause=1", ["pause"]), ("text=3", ["text"]), ("x=missing.npy", ["missing.npy"]),
        ("x=/dev/zero.npy", ["cannot read"]), ("x=__import__('os')", ["literal"]), ("x=a\0.npy", ["cannot read"]),
    ],
)  # fmt: skip
def test_bad_feed(cli: Cli, affine: Path, feed: str, words: list[str]) -> None:
    """A feed that cannot be used ends with exit code 2 and says what is wrong with it."""
    assert cli("run", affine, "--feed", feed, "--fetch", "y").is_refusal(2, *words)


def test_lossy_feed(cli: Cli, tmp_path: Path) -> None:
    """A literal that an integer tensor cannot hold is refused, not rounded."""
    with tf.Graph().as_default() as graph:
        tf.identity(tf.placeholder(tf.int32, [], name="x"), name="y")
    model = write(tmp_path / "model.pb", graph)
    for literal in ("1.5", "3000000000"):
        assert cli("run", model, "--feed", f"x={literal}", "--fetch", "y").is_refusal(2, "x")


def test_fed_twice(cli: Cli, affine: Path) -> None:
    """The same tensor under two names is refused."""
    assert cli("run", affine, "--feed", "x=[[1,2]]", "--feed", "x:0=[[1,2]]", "--fetch", "y").is_refusal(
        2, "x:0", "twice"
    )


@pytest.mark.parametrize("fetch", ["z", "y:1", "y:-1", "^y", "", "y:0:0", "\x1b[31m"])
def test_bad_fetch(cli: Cli, affine: Path, fetch: str) -> None:
    """A fetch that does not exist ends with exit code 2."""
    assert cli("run", affine, "--feed", "x=[[1,2]]", f"--fetch={fetch}").is_refusal(2)


def test_nothing_fed(cli: Cli, affine: Path) -> None:
    """A placeholder without a feed is an error of the run, which names it."""
    assert cli("run", affine, "--fetch", "y").is_refusal(1, "InvalidArgumentError", "x")


@pytest.mark.parametrize("output", ["y.txt", "y", "missing/y.npy", ".npy/", "a\0.npz"])
def test_bad_output(cli: Cli, affine: Path, tmp_path: Path, output: str) -> None:
    """Where nothing can be saved, nothing runs."""
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", f"--output={tmp_path}/{output}")
    assert ended.is_refusal(2)


def test_two_fetches_into_npy(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A .npy file holds one array."""
    fetches = ("--fetch", "y", "--fetch", "x")
    assert cli("run", affine, "--feed", "x=[[1,2]]", *fetches, "--output", tmp_path / "y.npy").is_refusal(2, ".npz")


def test_kernel_error(cli: Cli, tmp_path: Path) -> None:
    """An error of a kernel ends with exit code 1 and names class and node."""
    with tf.Graph().as_default() as graph:
        tf.reshape(tf.placeholder(tf.float32, None, name="x"), [3], name="y")
    ended = cli("run", write(tmp_path / "model.pb", graph), "--feed", "x=[1,2]", "--fetch", "y")
    assert ended.is_refusal(1, "InvalidArgumentError", "node y")


@pytest.mark.slow
def test_time_out(cli: Cli, endless: Path) -> None:
    """A run that does not end is ended by --timeout-s; what the graph prints is marked and harmless."""
    ended = cli("run", endless, "--feed", "x=1", "--fetch", "y", "--timeout-s", "1")
    assert (ended.code, ended.stdout) == (1, "")
    printed, error = ended.stderr.splitlines()
    assert printed == "graph: running\\x1b[2J[1]"
    assert error.startswith("aioflow: DeadlineExceededError")


def test_refused_op(cli: Cli, tmp_path: Path) -> None:
    """A graph that would touch files is refused before it runs, naming the node and the way out."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name="secret", op="ReadFile", input=["name"])
    node = graph_def.node.add(name="name", op="Placeholder")
    node.attr["dtype"].type = types_pb2.DT_STRING
    (tmp_path / "model.pb").write_bytes(graph_def.SerializeToString())
    ended = cli("run", tmp_path / "model.pb", "--feed", 'name="/etc/passwd"', "--fetch", "secret")
    assert ended.is_refusal(2, "secret", "ReadFile", "--trust full")


def test_missing_kernel(cli: Cli, tmp_path: Path) -> None:
    """An op without a kernel fails the run that needs it, naming the op."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name="strange", op="ConfigureTPUEmbedding").attr["config"].s = b""
    (tmp_path / "model.pb").write_bytes(graph_def.SerializeToString())
    assert cli("run", tmp_path / "model.pb", "--fetch", "strange").is_refusal(1, "ConfigureTPUEmbedding")


def test_frozen_saved_model(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A SavedModel without variables runs."""
    message = saved_model_pb2.SavedModel(saved_model_schema_version=1)
    message.meta_graphs.add().graph_def.ParseFromString(affine.read_bytes())
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())
    assert cli("run", folder, "--feed", "x=[[0,0]]", "--fetch", "y", "--json").document["values"]["y"]["value"] == [
        [1.0, 1.0]
    ]


def test_too_much_for_json(cli: Cli, tmp_path: Path) -> None:
    """A large array is not turned into text; the way out is named."""
    with tf.Graph().as_default() as graph:
        tf.fill([2_000_000], 1.0, name="y")
    model = write(tmp_path / "model.pb", graph)
    assert cli("run", model, "--fetch", "y", "--json").is_refusal(2, "--output")
    assert "[1. 1. 1. ... 1. 1. 1.]" in cli("run", model, "--fetch", "y").stdout


def test_too_much_memory(cli: Cli, tmp_path: Path) -> None:
    """--memory-mb keeps a small graph from taking all memory."""
    with tf.Graph().as_default() as graph:
        size = tf.placeholder(tf.int32, [2], name="size")
        tf.fill(size, 1.0, name="y")
    model = write(tmp_path / "model.pb", graph)
    ended = cli("run", model, "--feed", "size=[100000, 10000]", "--fetch", "y", "--memory-mb", "500")
    assert ended.is_refusal(1)
    assert cli("run", model, "--feed", "size=[1, 2]", "--fetch", "y").code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory on Linux only")
def test_hardly_any_memory(affine: Path) -> None:
    """With so little memory that no thread can start, the run fails for want of memory."""
    command = [sys.executable, "-m", "aioflow", "run", str(affine), "--feed", "x=[[1,2]]", "--fetch", "y"]
    ended = subprocess.run([*command, "--memory-mb", "1"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("aioflow: the run needs more memory") and ended.stderr.count("\n") == 1


def test_trace(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """--trace saves when each node ran, for a trace viewer, beside the values."""
    file = tmp_path / "step.json"
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--trace", file)
    assert (ended.code, ended.stdout) == (0, f"y: float32 [1, 2]\n[[3. 5.]]\ntrace in {file}\n")
    events = json.loads(file.read_text("utf-8"))["traceEvents"]
    assert "_retval_y_0_0" in {event["name"] for event in events if event["ph"] == "X"}
    document = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--trace", file, "--json").document
    assert document["trace"] == str(file)


def test_recording(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """--trace with a name for Perfetto, or of a page, saves a recording of the run."""
    command = ("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--trace")
    assert cli(*command, tmp_path / "t.pftrace").code == cli(*command, tmp_path / "t.html").code == 0
    trace = Trace.FromString((tmp_path / "t.pftrace").read_bytes())
    assert "y(x)" in {packet.track_event.name for packet in trace.packet}
    assert "1 run ended" in (tmp_path / "t.html").read_text("utf-8")


def test_trace_of_no_form(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A name that says no form is refused before anything runs, with the endings that there are."""
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--trace", tmp_path / "t.xyz")
    assert ended.is_refusal(2, ".json") and ended.is_refusal(2, ".pftrace") and ended.is_refusal(2, ".html")
    assert list(tmp_path.glob("*.xyz")) == []


def test_trace_that_cannot_be_written(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A trace that has no place is refused before anything runs; a failing run leaves none."""
    missing = tmp_path / "missing" / "step.json"
    assert cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", "--trace", missing).is_refusal(2, "cannot write")
    file = tmp_path / "step.json"
    assert cli("run", affine, "--fetch", "y", "--trace", file).code != 0
    assert not file.exists()


@pytest.mark.parametrize(("option", "name"), [("--output", "earlier.npz"), ("--trace", "earlier.json")])
def test_a_full_disk_leaves_the_earlier_file(
    cli: Cli, affine: Path, tmp_path: Path, option: str, name: str
) -> None:
    """A result that finds no room is an error with one line, and what was there before is as it was."""
    file = tmp_path / name
    file.write_bytes(b"earlier")
    with full_disk(100):
        ended = cli("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y", option, file)
    assert ended.is_refusal(2, "cannot write", name, "File too large")
    assert file.read_bytes() == b"earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["affine.pb", name]


def test_links_and_devices_stay(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """A link leads to the new file; nothing takes the place of a device."""
    (tmp_path / "link.npy").symlink_to("real.npy")
    run = ("run", affine, "--feed", "x=[[1,2]]", "--fetch", "y")
    assert cli(*run, "--output", tmp_path / "link.npy").code == 0
    assert (tmp_path / "link.npy").is_symlink()
    assert np.load(tmp_path / "real.npy").tolist() == [[3, 5]]
    if Path("/dev/null").exists():
        assert cli(*run, "--trace", "/dev/null").code == 0
        assert Path("/dev/null").is_char_device()


def test_names_with_commas(cli: Cli, affine: Path) -> None:
    """One --fetch may name several."""
    ended = cli("run", affine, "--feed", "x=[[1,2]]", "--feed", 'text="a"', "--fetch", "y, shout:0", "--fetch", "pause")
    assert (ended.code, ended.stdout) == (0, "y: float32 [1, 2]\n[[3. 5.]]\nshout:0: string []\nb'a!'\npause: done\n")


def test_without_names(cli: Cli, affine: Path, tmp_path: Path) -> None:
    """Without --fetch, all that nothing else in the graph takes is fetched; too much of it, or nothing, is told."""
    run = ("run", affine, "--feed", "x=[[1,2]]", "--feed", 'text="a"')
    assert list(cli(*run, "--json").document["values"]) == ["y:0", "shout:0"]
    assert cli(*run, "--output", tmp_path / "out.npy").is_refusal(2, "2 fetches")
    with tf.Graph().as_default() as graph:
        tf.constant(1.0, name="c")
    assert cli("run", write(tmp_path / "constant.pb", graph)).is_refusal(2, "no outputs", "--fetch")
    with tf.Graph().as_default() as graph:
        for number in range(21):
            tf.exp(1.0, name=f"y{number}")
    assert cli("run", write(tmp_path / "many.pb", graph)).is_refusal(2, "21 outputs (y0:0, y1:0, y2:0, ...)", "--fetch")


def test_similar_names(cli: Cli, affine: Path) -> None:
    """A slip of the hand is told with what may have been meant; where nothing is near, nothing is."""
    assert cli("run", affine, "--fetch", "shot").is_refusal(2, "'shot'", "; similar: shout")
    assert cli("run", affine, "--feed", "test=1", "--fetch", "y").is_refusal(2, "; similar: text")
    assert "similar" not in cli("run", affine, "--fetch", "zzzzzzzz").stderr
