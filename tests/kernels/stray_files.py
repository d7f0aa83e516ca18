"""A folder of files, good, damaged, empty or missing, and what ops that touch files may be told of them."""
from __future__ import annotations

import gzip
import os
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from aioflow._proto.event_pb2 import Event
from aioflow._proto.graph_pb2 import GraphDef
from aioflow._proto.summary_pb2 import Summary
from aioflow.framework import dtypes
from aioflow.framework.geometry.tensor_slices import spec_of_part
from aioflow.kernels.checkpoint.bundle_writer import BundleWriter
from aioflow.kernels.checkpoint.slice_file_writer import SliceFileWriter
from aioflow.kernels.io.record_files import framed

EVENT = Event(step=3, file_version="brain.Event:2").SerializeToString()
RECORDS = framed(b"one") + framed(b"") + framed(EVENT)
CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "lines": b"a\nb\r\nc\n",
    "columns": b"a\t1\nb\t2\n",
    "commas": b'x,y\n1,"2"\n,4\n5,"6\n7"\n',
    "records": RECORDS,
    "records.gz": gzip.compress(RECORDS, mtime=0),
    "records.z": zlib.compress(RECORDS),
}
SEVERAL = ["lines", "columns", "commas", "records", "records.gz", "records.z", "slices", "random"]
BUNDLES = ["bundle", "cut_index", "cut_data", "bent_index", "bent_data"]
# Everything is below the working directory, so that no name leads out of it.
STRANGE = [
    b"", b"missing", b"missing/deeper", b"folder", b"folder/", b"lines/below", b"nul\0byte", b"\xff\xfe", b"x" * 300,
    b"*", b"rec*", b"[", b"./lines", b"loop",
]  # fmt: skip
NAMES = [
    name.encode()
    for kind in ["empty", *SEVERAL]
    for name in ((kind, kind, f"cut_{kind}", f"bent_{kind}") if kind in SEVERAL else (kind,))
]
MESSAGES = [b"", b"\xff", EVENT, Summary(value=[Summary.Value(tag="a", simple_value=1)]).SerializeToString(),
            GraphDef().SerializeToString(), b"\x08\x96"]  # fmt: skip
TENSORS = [b"x", b"x", b"part", b"text", b"none", b"", b"\xff\0"]
PARTS = [
    b"", b"", b"2 3 0,1:-", b"2 3 -:-", b"2 3 -:0,9", b"2 3 0,-1:-", b"4 3 2,2:-", b"99999999999 99999999999 -:-", b"2",
    b"-1 3 -:-", b"nonsense", b"\xff",
]  # fmt: skip
TEXTS: dict[str, list[bytes]] = {
    "compression_type": [b"", b"", b"GZIP", b"ZLIB", b"RLE", b"\xff"],
    "encoding": [b"", b"ZLIB", b"RLE", b"\xff"],
    "field_delim": [b",", b",", b"\t", b"", b",,", b'"', b"\n"],
    "delimiter": [b"\t", b"\t", b"", b"ab"],
    "na_value": [b"", b"4"],
    "tensor_names": TENSORS, "tensor_name": TENSORS, "old_tensor_name": TENSORS,
    "shape_and_slices": PARTS, "shapes_and_slices": PARTS, "shape_and_slice": PARTS,
    "event": MESSAGES, "tensor": MESSAGES, "summary_metadata": MESSAGES, "contents": MESSAGES,
    "tag": [b"tag", b"", b"\xff"], "filename_suffix": [b"", b".v2", b"/x", b"nul\0byte", b"\xff"],
    "file_pattern": [*NAMES, *[b"slices"] * 20, b"*", b"rec*", b"[", b"nul\0byte", b"\xff"],
    "prefix": [*[b"bundle"] * 8, *map(str.encode, BUNDLES), *STRANGE, b"slices"],
}  # fmt: skip
TEXTS["ckpt_path"] = TEXTS["checkpoint_prefixes"] = TEXTS["destination_prefix"] = TEXTS["prefix"]


def fill(folder: Path, choose: random.Random) -> None:
    """Writes the files; which byte of a damaged one is another, and where it ends, is chosen."""
    files = {folder / name: content for name, content in CONTENTS.items()}
    files[folder / "random"] = choose.randbytes(200)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    slices = SliceFileWriter(os.fsencode(folder / "slices"))
    slices.add(b"x", spec_of_part(b"", (2, 3)), np.ones((2, 3), np.float32), dtypes.float32)
    slices.add(b"part", spec_of_part(b"4 3 0,2:-", (2, 3)), np.ones((2, 3), np.float32), dtypes.float32)
    slices.write()
    files[folder / "slices"] = (folder / "slices").read_bytes()
    for path in [folder / name for name in SEVERAL]:
        files |= {folder / f"cut_{path.name}": cut(files[path], choose),
                  folder / f"bent_{path.name}": bent(files[path], choose)}  # fmt: skip
    for path, content in files.items():
        path.write_bytes(content)
    for name in BUNDLES:
        fill_bundle(folder / name, choose)


def fill_bundle(prefix: Path, choose: random.Random) -> None:
    """Writes a checkpoint of version 2, one of whose files is damaged if its name says so."""
    with BundleWriter(os.fsencode(prefix)) as bundle:
        bundle.add(b"x", np.ones((2, 3), np.float32), dtypes.float32)
        bundle.add(b"text", np.array([b"a", b"bc"], object), dtypes.string)
        bundle.add_slice(b"part", spec_of_part(b"4 3 0,2:-", (2, 3)), np.ones((2, 3), np.float32), dtypes.float32)
    damage, _, which = prefix.name.partition("_")
    for file in prefix.parent.glob(f"{prefix.name}.{which}*") if which else ():
        file.write_bytes({"cut": cut, "bent": bent}[damage](file.read_bytes(), choose))


def cut(content: bytes, choose: random.Random) -> bytes:
    """A part of it from its beginning."""
    return content[: choose.randrange(len(content))]


def bent(content: bytes, choose: random.Random) -> bytes:
    """The same but for one byte."""
    at = choose.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << choose.randrange(8)]) + content[at + 1 :]


def some_text(name: str, choose: random.Random) -> bytes:
    """What a string of this name may be: what ops of files call none of the names in `TEXTS` is a file's name."""
    if name in TEXTS:
        return choose.choice(TEXTS[name])
    return choose.choice(NAMES if choose.random() < 0.7 else STRANGE)


def open_files(folder: Path) -> list[Any]:
    """The files below the folder that this process has open, where the system tells."""
    descriptors = Path("/proc/self/fd")
    targets = []
    for entry in descriptors.iterdir() if descriptors.is_dir() else ():
        try:
            targets.append(os.readlink(entry))
        except FileNotFoundError:
            pass  # that of the listing itself
    return [target for target in targets if target.startswith(str(folder))]
