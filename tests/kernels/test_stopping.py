"""Kernels that may be long: they leave when their step is stopped, and give the interpreter's lock away meanwhile."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
import pytest

from aioflow import errors
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework.dtypes import float32, string
from aioflow.framework.kernels.stopping import StepStoppedError, check_stop, end_stop, let_stop
from aioflow.framework.memory.room import end_room, give_room
from aioflow.framework.memory.tensor_ledger import TensorLedger
from aioflow.kernels.new_arrays import filled
from aioflow.kernels.parsing.csv_ops import decode_csv
from aioflow.kernels.parsing.decode_raw_ops import parse_tensor
from aioflow.kernels.random.candidate_samplers import UniformSampler, Words, _choose
from aioflow.kernels.string.regex_ops import static_regex_full_match, static_regex_replace
from aioflow.kernels.string.string_split_ops import reduce_join, string_ngrams
from aioflow.kernels.string_arrays import string_array


def texts(text: bytes, count: int) -> Any:
    """An array of equal strings."""
    array = np.empty(count, object)
    array.fill(text)
    return array


LONG: dict[str, Callable[[], Any]] = {
    "strings one by one": lambda: string_array((b"a" for _ in range(10_000)), (10_000,)),
    "matches": lambda: static_regex_full_match(np, texts(b"a", 10_000), pattern=b"a"),
    "a match that takes long": lambda: static_regex_full_match(np, texts(b"a" * 10_000, 1), pattern=b"a*a*a*b"),
    "a search that takes long": lambda: static_regex_replace(
        np, texts(b"a" * 5000, 1), pattern=b"a*b", rewrite=b"", replace_global=True
    ),
    "all of a range": lambda: _choose(UniformSampler(10_000), Words(1, 1), 10_000, unique=True),
    "some of a range": lambda: _choose(UniformSampler(10_000), Words(1, 1), 10_000, unique=False),
    "records": lambda: decode_csv(
        np, texts(b"1", 10_000), [np.zeros(1, np.float32)], OUT_TYPE=[float32], field_delim=b",", use_quote_delim=True,
        na_value=b"", select_cols=[],
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_leaves_when_stopped(call: Callable[[], Any]) -> None:
    """A stopped step is left within the kernel, soon and not only at its beginning."""
    answers = iter([False, True])
    token = let_stop(lambda: next(answers))
    try:
        with pytest.raises(StepStoppedError):
            call()
    finally:
        end_stop(token)
    check_stop()  # asks nobody


GROWING: dict[str, Callable[[], Any]] = {
    "one string": lambda: static_regex_replace(
        np, texts(b"a" * 9_000, 1), pattern=b"a", rewrite=b"b" * 1000, replace_global=True
    ),
    "many strings": lambda: string_array((b"a" * 100_000 for _ in range(90)), (90,)),
    "n-grams": lambda: string_ngrams(
        np, texts(b"a" * 1000, 9000), np.array([0, 9000]), separator=b"", ngram_widths=[1, 2], left_pad=b"",
        right_pad=b"", pad_width=0, preserve_short_sequences=False,
    ),
    "joined rows": lambda: reduce_join(
        np, texts(b"a" * 1000, 9000).reshape(9, 1000), np.array([1]), keep_dims=False, separator=b""
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", GROWING.values(), ids=GROWING)
def test_grows_no_further(call: Callable[[], Any]) -> None:
    """Strings are refused when they have grown beyond the room that the device has."""
    call()
    given = give_room(TensorLedger(4_000_000))
    try:
        with pytest.raises(errors.ResourceExhaustedError, match="and type string"):
            call()
    finally:
        end_room(given)


def test_repeated_strings() -> None:
    """A view that repeats a string, or a message that says so, is refused where it would have to be written out."""
    message = TensorProto(dtype="DT_STRING", string_val=[b"a"])
    message.tensor_shape.dim.add().size = 400_000_000
    serialized = texts(message.SerializeToString(), 1)[0]
    repeated = np.broadcast_to(texts(b"a", 1), 2_000_000_000)
    with pytest.raises(errors.ResourceExhaustedError, match="and type string"):
        static_regex_replace(np, repeated, pattern=b"a", rewrite=b"", replace_global=True)
    with pytest.raises(errors.ResourceExhaustedError, match="and type string"):
        parse_tensor(np, np.asarray(serialized, object), out_type=string)


class Parts(np.ndarray[Any, Any]):
    """An array that counts how often it is written to."""

    sizes: ClassVar[list[int]] = []

    def __setitem__(self, key: Any, value: Any) -> None:
        self.sizes.append(self[key].size)
        super().__setitem__(key, value)


@pytest.fixture
def parts() -> Iterator[list[int]]:
    """The sizes of what was written to `Parts`."""
    yield Parts.sizes
    Parts.sizes.clear()


def test_objects_are_filled_in_parts(parts: list[int]) -> None:
    """Many references are not written at a stretch, for nobody else has the interpreter's lock meanwhile."""

    class Namespace:
        """Makes such arrays."""

        @staticmethod
        def empty(shape: Any, dtype: Any) -> Any:
            """As numpy's."""
            return np.empty(shape, dtype).view(Parts)

    array = filled(Namespace, (300, 1000), texts(b"a", 1)[0], np.object_)
    assert array[299, 999] == array[0, 0] == b"a" and sum(parts) == 300_000 and max(parts) < 50_000


def test_rows_of_strings_are_filled_in() -> None:
    """What an array of strings is filled with may be a row of them."""
    row = np.array([b"a", b"b"], object)
    assert filled(np, (3, 2), row, np.dtype(object)).tolist() == [[b"a", b"b"]] * 3
    assert filled(np, (2,), row[:1].reshape(()), np.dtype(object)).tolist() == [b"a"] * 2
