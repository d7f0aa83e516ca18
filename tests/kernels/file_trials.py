"""FileTrial: one node that touches files, with inputs chosen by what its op calls them."""
from __future__ import annotations

import random
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.op_def import OPS, ArgDef
from aioflow.framework.shapes import TensorShape
from tests.kernels.dataset_nodes import iterator_over
from tests.kernels.live_graph import LiveGraph, strings
from tests.kernels.stray_files import some_text
from tests.kernels.test_stray_errors import SHAPES, random_array
from tests.kernels.test_stray_errors_of_stateful import operation_of

NUM_ELEMENTS = 3
EXTREMES = [2**31 - 1, -(2**31), 2**62, -(2**63)]
READERS = ["TFRecordReader", "TextLineReader", "WholeFileReader", "IdentityReader", "FixedLengthRecordReader"]
VECTORS = ("names", "slices", "prefixes", "cols", "remapping", "filenames", "byte_offsets", "initializing_values")


class FileTrial:
    """A node, its inputs, and the runs in which these are made and the node does something.

    Args:
        live: Where the node is.
        attrs: The node's attributes.
        choose: Chooses the inputs. Of most nodes few of them are strange, so that some get as far as the files.
    """

    def __init__(self, live: LiveGraph, attrs: dict[str, Any], choose: random.Random) -> None:
        self._live = live
        self._attrs = attrs
        self._choose = choose
        self._strangeness = choose.choice([0.0, 0.0, 0.1, 0.5])
        self.feeds: dict[Any, Any] = {}
        self.runs: list[Any] = []

    def add(self, op: str) -> None:
        """Adds the node and its runs, and some of what is made for it: elements of a dataset, records of a reader."""
        node = self._live.op(op, *map(self._given, OPS[op].inputs), **self._attrs)
        if op.removesuffix("V2") in READERS:
            newer = "V2" if op.endswith("V2") else ""
            read = self._live.op(f"ReaderReadUpTo{newer}", node, self._queue(newer), np.int64(3))
            self.runs += [operation_of(read)] * 2
        elif OPS[op].outputs and OPS[op].outputs[0].dtype is dtypes.variant:
            types = self._attrs.get("output_types", [dtypes.string])
            declared: dict[str, Any] = {"output_types": types, "output_shapes": [TensorShape(None)] * len(types)}
            start, following = iterator_over(self._live, node, **declared)
            self.runs += [start, *[operation_of(following)] * NUM_ELEMENTS]
        else:
            self.runs += [operation_of(node)] * 2

    def _given(self, arg: ArgDef) -> Any:
        tensors = [self._tensor(arg, dtype) for dtype in arg.expand(self._attrs)]
        return tensors if arg.is_list else tensors[0]

    def _is_strange(self) -> bool:
        return self._choose.random() < self._strangeness

    def _tensor(self, arg: ArgDef, dtype: dtypes.DType) -> Any:
        makers = {"writer": self._writer, "reader_handle": self._reader, "queue_handle": self._queue,
                  "table_handle": self._table, "input_dataset": self._dataset}  # fmt: skip
        if arg.name in makers:
            is_other = dtype is not dtypes.variant and self._is_strange()
            return makers["queue_handle" if is_other else arg.name]("" if arg.is_ref else "V2")
        tensor = self._live.placeholder(dtype)
        self.feeds[tensor] = self._array(arg.name, dtype, self._shape(arg.name))
        return tensor

    def _shape(self, name: str) -> tuple[int, ...]:
        if self._is_strange():
            return self._choose.choice(SHAPES)
        if name in ("tensor", "values", "bad_color", "tensors", "data"):
            return self._choose.choice([(), (3,), (2, 3), (2, 2, 2), (1, 2, 2, 3)])
        if not name.endswith(VECTORS):
            return (1,) if name == "record_defaults" else ()
        return (self._length(name) if self._choose.random() < 0.8 else self._choose.randrange(4),)

    def _length(self, name: str) -> int:
        """Of a vector, as the node's attributes want it."""
        types = next((self._attrs[key] for key in ("dtypes", "T") if isinstance(self._attrs.get(key), list)), None)
        if name in ("tensor_names", "shape_and_slices", "shapes_and_slices") and types is not None:
            return len(types)
        number = self._attrs.get({"row_remapping": "num_rows", "col_remapping": "num_cols"}.get(name, ""), 2)
        return number if number < 10 and not name.endswith("_cols") else 0

    def _array(self, name: str, dtype: dtypes.DType, shape: tuple[int, ...]) -> Any:
        array = np.array(random_array(dtype, shape, self._choose))
        if name.endswith("remapping"):
            array = np.array(self._choose.sample(range(-1, 30), array.size)).reshape(shape)
        for index in np.ndindex(shape):
            if dtype is dtypes.string:
                array[index] = some_text(name, self._choose)
            elif dtype is dtypes.int64 and self._is_strange():
                array[index] = self._choose.choice(EXTREMES)
        return array

    def _writer(self, newer: str) -> Any:
        writer = self._live.op("SummaryWriter")
        if not self._is_strange():
            self.runs.append(
                self._live.op("CreateSummaryFileWriter", writer, b"events", np.int32(1), np.int32(9), b"")
            )
        return writer

    def _reader(self, newer: str) -> Any:
        maker = self._choose.choice(READERS)
        attrs: dict[str, Any] = {"record_bytes": 2} if "Fixed" in maker else {}
        return self._live.op(maker + newer, **attrs)

    def _queue(self, newer: str) -> Any:
        is_other = self._is_strange()
        queue = self._live.op(f"FIFOQueue{newer}", component_types=[dtypes.float32 if is_other else dtypes.string])
        names = strings(*(some_text("filename", self._choose) for _ in range(2)))
        components = [np.ones(2, np.float32) if is_other else names]
        self.runs.append(self._live.op(f"QueueEnqueueMany{newer}", queue, components))
        if self._choose.random() < 0.5:
            self.runs.append(self._live.op(f"QueueClose{newer}", queue))
        return queue

    def _table(self, newer: str) -> Any:
        kind = "MutableHashTable" if self._is_strange() else "HashTable"
        types = [dtypes.string, dtypes.int64, dtypes.int32, dtypes.float32]
        key, value = self._choose.choice(types[:2]), self._choose.choice(types)
        return self._live.op(kind + newer, key_dtype=key, value_dtype=value)

    def _dataset(self, newer: str) -> Any:
        if self._is_strange():
            return self._live.op("OptionalFromValue", [np.float32(1)])
        return self._live.op("TextLineDataset", some_text("filenames", self._choose), b"", np.int64(9))
