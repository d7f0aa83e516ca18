"""tf.preload: the event loop goes on while what a program names is imported, and nothing is left to import then."""
from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import aioflow as tf

ROOT = Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits_cnn.pb"
PROGRAM = """
import asyncio, sys
import numpy as np
import aioflow as tf

with tf.Graph().as_default() as graph:
    tf.import_graph_def(open({path!r}, "rb").read(), name="")
    images, predictions = "images:0", "predictions:0"
assert not any(name.startswith(("aioflow.executor", "aioflow.kernels.")) for name in sys.modules)

async def main():
    await tf.preload({what})
    before = set(sys.modules)
    async with tf.Session(graph=graph) as session:
        await session.run(predictions, {{images: np.zeros((1, 8, 8, 1), np.float32)}})
    print(*sorted(set(sys.modules) - before))

asyncio.run(main())
"""


@pytest.mark.parametrize("what", ["", "graph", "graph.as_graph_def()", repr(str(DIGITS)), "'Conv2D', 'math', 'linalg'"])
def test_nothing_is_imported_behind_it(what: str) -> None:
    """The first session and its first run import nothing, however the program says what it needs."""
    program = PROGRAM.format(path=str(DIGITS), what=what)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_what_is_named_is_loaded() -> None:
    """The families of what is named are there, those of functions within a graph too, and no others."""
    program = (
        "import asyncio, sys, aioflow as tf\n"
        "graph_def = tf.GraphDef()\n"
        "graph_def.library.function.add().node_def.add(name='n', op='ResizeBilinear')\n"
        "asyncio.run(tf.preload(graph_def, 'string'))\n"
        "print(*(name.split('.')[2] for name in sys.modules if name.startswith('aioflow.kernels.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    families = set(done.stdout.split())
    assert {"image", "string", "array", "control_flow"} <= families
    assert not families & {"dataset", "sparse", "quantization", "summary"}


async def test_event_loop_goes_on() -> None:
    """The work is done on another thread: it waits here for what the event loop does meanwhile."""
    goes_on, asked_on = threading.Event(), []

    class Waiting(os.PathLike[str]):
        """A path that is not told before the event loop says so."""

        def __fspath__(self) -> str:
            asked_on.append(threading.current_thread())
            assert goes_on.wait(30)
            return str(DIGITS)

    preloading = asyncio.create_task(tf.preload(Waiting()))
    asyncio.get_running_loop().call_soon(goes_on.set)
    await preloading
    assert asked_on and threading.current_thread() not in asked_on


async def test_saved_model() -> None:
    """The folder of a SavedModel names the ops of its graphs."""
    await tf.preload(ROOT / "tests" / "saved_model" / "recorded" / "tf1")


async def test_errors(tmp_path: Path) -> None:
    """What names nothing is told, and so is what is no graph."""
    with pytest.raises(tf.errors.NotFoundError, match="'Conv2DD' is neither an op, nor a family of ops, nor a file"):
        await tf.preload("Conv2DD")
    with pytest.raises(TypeError, match="names of ops and families, not 3"):
        await tf.preload(3)  # type: ignore[arg-type]
    (tmp_path / "graph.pb").write_bytes(b"\xff\xff")
    (tmp_path / "saved_model.pb").write_bytes(b"\xff\xff")
    for path in (tmp_path / "graph.pb", tmp_path):
        with pytest.raises(tf.errors.DataLossError):
            await tf.preload(path)
