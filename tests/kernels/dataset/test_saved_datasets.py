"""Datasets saved in folders, by us and by TensorFlow, and what is wrong with such folders."""
from __future__ import annotations

from base64 import b85decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.saved_dataset_pb2 import AioflowSavedDataset
from aioflow.framework.op_def import FunctionName
from aioflow.kernels.io.record_files import read_records
from aioflow.ops.building.apply_op import apply_op
from tests.full_disk import full_disk
from tests.functions.building import define
from tests.kernels.dataset_nodes import INT64, elements, iterator_over, numbers
from tests.kernels.live_graph import LiveGraph

# TensorFlow's own: numbers x from 0 to 4, vectors of x texts, x / 2; by shard_func=lambda x, *_: x % 2.
BY_TENSORFLOW = {
    "snapshot.metadata": b"5)&~uGcq(dI5IgmG&wLZH#s*mHyGf%^@pjKm;)dJDgy}z0Wbx?J^=",
    "1732488297490079737/00000000.shard/00000000.snapshot": b"ABzY80000000ZJ<fPkY<GwnGzg&34LpaKjX+EZV#LD|KbSIs%tg_w"
    b"jGTr?I{a6v`aE#7a%!3fmD0^+^7bB&J=!!#zSh@`(zJc=y45Q`8K2a^&DBcqW~)urW0*i3D(_dd)kifJkfR3!PW*Lxu-TSY!a6>2Jr5(gs?m;k}6o"
    b"7SON-RrO`dfiWe00RKJa9|hy0000",
    "1732488297490079737/00000001.shard/00000000.snapshot": b"ABzY80000000ZJ<fPkY<GwnGzg&34L7@;By_TCTSfwI4x_{YV;F2o"
    b"|l#KEY<#Aq0`vq+5#Dz|R&ek%?}piUMb$Nr4eA5A_CGnt_xf)8C@3P9OYfB%z!n#ruh#>mKMY;3IdzNiqJxd-e`1lbk>1Q-BHSUPL00000",
}
THREE: dict[str, Any] = {"output_types": [tf.int64, tf.string, tf.float32], "output_shapes": [[], [None], []]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_tensorflows(folder: Path) -> None:
    """Writes what TensorFlow saved to `folder`/saved."""
    for name, data in BY_TENSORFLOW.items():
        (folder / "saved" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "saved" / name).write_bytes(b85decode(data))


def a_function(live: LiveGraph, name: str, arguments: list[Any], body: Callable[..., Any]) -> FunctionName:
    """A function in the graph, under a name that begins like this."""
    with live.graph.as_default():
        return define(f"{name}{len(live.graph.functions)}", arguments, body)


def one_after_the_other(live: LiveGraph, declared: dict[str, Any]) -> FunctionName:
    """A reader function that gives the elements of the first part, then those of the second, ..."""
    same = a_function(live, "part", [tf.variant], lambda part: part)
    return a_function(
        live, "parts", [tf.variant], lambda parts: apply_op("FlatMapDataset", [parts, []], {"f": same, **declared})
        .outputs[0],
    )  # fmt: skip


def load(live: LiveGraph, declared: dict[str, Any], compression: str = "", path: str = "saved") -> Any:
    """A node that loads what is there."""
    reader = one_after_the_other(live, declared)
    return live.op("LoadDataset", np.array(path.encode(), object), [], reader_func=reader, compression=compression,
                   **declared)  # fmt: skip


def save(live: LiveGraph, dataset: Any, shard: Any = None, **attrs: Any) -> Any:
    """A node that saves a dataset of numbers, to parts by the remainder that `shard` gives."""
    body = shard or (lambda number: number)
    function = a_function(live, "shard", [tf.int64], body)
    path = np.array(b"saved", object)
    return live.op("SaveDataset", dataset, path, [], shard_func=function, use_shard_func=shard is not None, **attrs)


async def test_what_tensorflow_has_saved(live: LiveGraph, folder: Path) -> None:
    """Part by part, elements of several components, compressed; their number is known before."""
    write_tensorflows(folder)
    dataset = load(live, THREE, "GZIP")
    assert await live("DatasetCardinality", dataset) == 5
    found = await elements(live, dataset, **THREE)
    listed = [[np.asarray(value).tolist() for value in element] for element in found]
    assert listed == [[x, [str(x).encode()] * x, x / 2] for x in (0, 2, 4, 1, 3)]


@pytest.mark.parametrize("compression", ["", "GZIP", "ZLIB", "NONE", "AUTO", "anything"])
async def test_saved_and_loaded(live: LiveGraph, folder: Path, compression: str) -> None:
    """What was saved comes back; names of compressions that nobody knows stand for none."""
    await live.run(save(live, numbers(live, 5), compression=compression))
    assert await elements(live, load(live, INT64, compression)) == [0, 1, 2, 3, 4]


async def test_files_are_tensorflows(live: LiveGraph, folder: Path) -> None:
    """A record for each component, in a folder for each part, and a file that names them."""
    await live.run(save(live, numbers(live, 3), lambda x: x - 1))
    said = AioflowSavedDataset.FromString((folder / "saved/snapshot.metadata").read_bytes())
    assert (said.version, list(said.dtype), said.num_elements, said.finalized) == (2, [9], 3, True)
    parts = sorted(path.relative_to(folder / "saved" / said.run_id) for path in folder.rglob("*.snapshot"))
    assert [str(part) for part in parts] == [
        f"{number}.shard/00000000.snapshot" for number in ("00000000", "00000001", 2**64 - 1)
    ]
    assert [record.hex() for record in read_records(folder / "saved" / said.run_id / parts[0])] == ["0809120052" "0101"]
    assert await elements(live, load(live, INT64)) == [1, 2, 0]


async def test_a_later_one_takes_its_place(live: LiveGraph, folder: Path) -> None:
    """A folder gives what was saved last; until that is done, and after an error, what was saved before."""
    await live.run(save(live, numbers(live, 3)))
    wrong = save(live, numbers(live, 2), lambda x: apply_op("Cast", [x], {"DstT": tf.int32}).outputs[0])
    with pytest.raises(errors.InvalidArgumentError, match="`shard_func` must return a scalar int64"):
        await live.run(wrong)
    assert await elements(live, load(live, INT64)) == [0, 1, 2]
    await live.run(save(live, numbers(live, 2), lambda x: apply_op("ExpandDims", [x, np.int32(0)], {}).outputs[0]))
    assert await elements(live, load(live, INT64)) == [0, 1]
    await live.run(save(live, numbers(live, 0)))
    assert await elements(live, load(live, INT64)) == []


async def test_a_full_disk_leaves_the_earlier_one(live: LiveGraph, folder: Path) -> None:
    """Elements find no room, or what names them: the folder gives what was saved before."""
    await live.run(save(live, numbers(live, 3)))
    names = sorted(path.name for path in (folder / "saved").glob("snapshot*"))
    for nbytes, count in ((0, 1), (40, 100), (16, 1)):
        with pytest.raises(errors.OutOfRangeError), full_disk(nbytes):
            await live.run(save(live, numbers(live, count), compression="GZIP" if count > 1 else ""))
        assert await elements(live, load(live, INT64)) == [0, 1, 2]
        assert sorted(path.name for path in (folder / "saved").glob("snapshot*")) == names


@pytest.mark.parametrize(
    ("declared", "error"),
    [
        ({"output_types": [tf.string], "output_shapes": [[]]}, "Data type mismatch at component 0"),
        ({"output_types": [tf.int64], "output_shapes": [[2]]}, "Incompatible shapes at component 0"),
    ],
)
async def test_other_elements_than_declared(live: LiveGraph, declared: dict[str, Any], error: str) -> None:
    """They are refused when they come."""
    await live.run(save(live, numbers(live, 3)))
    with pytest.raises(errors.InvalidArgumentError, match=error):
        await elements(live, load(live, declared), **declared)


async def test_two_records_make_an_element_of_two(live: LiveGraph) -> None:
    """Files do not say how many components an element has; what is left over is none."""
    two = {"output_types": [tf.int64] * 2, "output_shapes": [[], []]}
    await live.run(save(live, numbers(live, 3)))
    start, following = iterator_over(live, load(live, two), **two)
    await live.run(start)
    assert [int(value) for value in await live.run(following)] == [0, 1]
    with pytest.raises(errors.OutOfRangeError):
        await live.run(following)


async def test_nothing_there(live: LiveGraph, folder: Path) -> None:
    """The folder, or the parts that it names."""
    with pytest.raises(errors.NotFoundError, match=r"Could not find metadata file \[nowhere\]"):
        await elements(live, load(live, INT64, path="nowhere"))
    (folder / "saved").mkdir()
    for run_id in ("1", "../x", "", "\0"):
        metadata = AioflowSavedDataset(run_id=run_id, num_elements=1)
        (folder / "saved/snapshot.metadata").write_bytes(metadata.SerializeToString())
        assert await elements(live, load(live, INT64)) == []


@pytest.mark.parametrize("file", BY_TENSORFLOW)
async def test_damaged(live: LiveGraph, folder: Path, file: str) -> None:
    """Data are lost."""
    write_tensorflows(folder)
    (folder / "saved" / file).write_bytes(b"hallo, here is no dataset")
    with pytest.raises(errors.DataLossError):
        await elements(live, load(live, THREE, "GZIP"), **THREE)


async def test_records_of_anything_else(live: LiveGraph, folder: Path) -> None:
    """A record that is no tensor is lost data, too."""
    await live.run(save(live, numbers(live, 1)))
    (part,) = folder.rglob("*.snapshot")
    file = np.array(str(part).encode(), object)
    text = live.op("TensorSliceDataset", [np.array([b"\xff\xff"], object)], output_shapes=[[]])
    await live.run(live.op("DatasetToTFRecord", text, file, np.array(b"", object)))
    with pytest.raises(errors.DataLossError, match="Unable to parse tensor"):
        await elements(live, load(live, INT64))


async def test_what_is_not_there(live: LiveGraph) -> None:
    """SNAPPY, and elements that are datasets."""
    with pytest.raises(errors.UnimplementedError, match="use GZIP, ZLIB or no compression"):
        await live.run(save(live, numbers(live, 1), compression="SNAPPY"))
    windows = live.op("WindowDataset", numbers(live, 3), np.int64(2), np.int64(1), np.int64(1), np.False_,
                      output_types=[tf.variant], output_shapes=[[]])  # fmt: skip
    with pytest.raises(errors.UnimplementedError, match="elements of dtype variant cannot be saved"):
        await live.run(save(live, windows))
