"""A disk that is full leaves what was there: checkpoints, events, results of commands; the errors tell the reason.

The disk is a bound on the size of each file, where the system has one (RLIMIT_FSIZE).
"""
from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf
from aioflow._proto.event_pb2 import Event

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

DIGITS = Path(__file__).resolve().parents[2] / "examples" / "digits" / "digits_cnn.pb"
NAMES = [f"a long name of a tensor {number}" for number in range(200)]


@contextmanager
def full_disk(nbytes: int) -> Iterator[None]:
    """No file grows beyond that size."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (nbytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def run(op: str, nbytes: int | None = None, **inputs: Any) -> Any:
    """Runs one node, on a full disk if there is a size; returns its value, or the class of its error."""
    with tf.Graph().as_default():
        node = getattr(tf.raw_ops, op)(**inputs)
        with tf.Session() as session:
            if nbytes is None:
                return session.run_sync(node)
            try:
                with full_disk(nbytes):
                    session.run_sync(node)
            except tf.errors.OpError as error:
                return type(error)
    return None


def save(folder: Path, value: float, nbytes: int | None = None) -> Any:
    """Saves all tensors with that value."""
    specs, tensors = [""] * len(NAMES), [np.float32(value)] * len(NAMES)
    return run("SaveV2", nbytes, prefix=str(folder / "c"), tensor_names=NAMES, shape_and_slices=specs, tensors=tensors)


def files(folder: Path) -> dict[str, bytes]:
    """All that is there."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def checkpoints(folder: Path) -> None:
    """A save finds no room, at whichever of its files."""
    save(folder, 1)
    whole = files(folder)
    for nbytes in (0, 100, 2000):  # in the data, and in the index
        assert save(folder, 2, nbytes) is tf.errors.OutOfRangeError
        assert files(folder) == whole, f"the checkpoint has changed although a save failed after {nbytes} bytes"
    specs, dtypes = [""] * len(NAMES), [tf.float32] * len(NAMES)
    prefix = str(folder / "c")
    values = run("RestoreV2", prefix=prefix, tensor_names=NAMES, shape_and_slices=specs, dtypes=dtypes)
    assert {float(value) for value in values} == {1.0}
    print("a save that fails leaves the earlier checkpoint")


def events(folder: Path) -> None:
    """Events find no room; later ones are read."""
    with tf.Graph().as_default(), tf.Session() as session:
        writer = tf.raw_ops.SummaryWriter(shared_name="", container="")
        session.run_sync(tf.raw_ops.CreateSummaryFileWriter(
            writer=writer, logdir=str(folder), max_queue=100, flush_millis=10**6, filename_suffix="",
        ))  # fmt: skip
        step = tf.placeholder(tf.int64, [])
        write = tf.raw_ops.WriteScalarSummary(writer=writer, step=step, tag="t", value=1.0)
        flush = tf.raw_ops.FlushSummaryWriter(writer=writer)
        (path,) = folder.iterdir()
        for number in range(3):
            session.run_sync(write, {step: number})
            if number != 1:
                session.run_sync(flush)
                continue
            with full_disk(path.stat().st_size + 10):
                try:
                    session.run_sync(flush)
                    raise AssertionError("the disk was not full")
                except tf.errors.OutOfRangeError:
                    pass
        reader = tf.raw_ops.TFRecordReaderV2(container="", shared_name="", compression_type="")
        names = tf.FIFOQueue(1, [tf.string], [[]])
        session.run_sync(names.enqueue([str(path)]))
        read = tf.raw_ops.ReaderReadV2(reader_handle=reader, queue_handle=names.queue_ref).value
        steps = [Event.FromString(session.run_sync(read)).step for _ in range(3)]
    assert steps == [0, 0, 2], steps
    print("no torn record stands before later events")


def commands(folder: Path) -> None:
    """`aioflow run --output` finds no room."""
    output = folder / "out.npz"
    output.write_bytes(b"an earlier result")
    command = [sys.executable, "-m", "aioflow", "run", str(DIGITS), "--fetch", "images", "--output", str(output)]
    np.save(folder / "images.npy", np.zeros((1000, 8, 8, 1), np.float32))
    with full_disk(100_000):
        done = subprocess.run([*command, f"--feed=images={folder}/images.npy"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"aioflow: cannot write {output}: File too large\n"), done
    assert output.read_bytes() == b"an earlier result"
    assert sorted(files(folder)) == ["images.npy", "out.npz"]
    print("a command that cannot save its result leaves the earlier one")


def main() -> None:
    """Fills the disk under each of them."""
    if resource is None:
        print("this system bounds no sizes of files")
        return
    for attack in (checkpoints, events, commands):
        with tempfile.TemporaryDirectory() as folder:
            attack(Path(folder))


if __name__ == "__main__":
    main()
