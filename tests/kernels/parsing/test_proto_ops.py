"""Protocol buffers from anywhere: whatever bytes a graph is fed with, they are decoded or refused."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.limits import Limits
from aioflow.kernels import arrays
from aioflow.kernels.parsing import proto_ops
from tests.kernels.cases.parsing.proto_ops import DTYPES, SOURCE, messages_of
from tests.kernels.cases.values import strings


def decoded(messages: Any, fields: dict[str, str]) -> tuple[Any, Any]:
    """Sizes and values of fields, given with their dtypes."""
    return proto_ops.decode_proto(
        np, strings(messages), message_type=b"p.M", field_names=[name.encode() for name in fields],
        output_types=[dtypes.as_dtype(name) for name in fields.values()], descriptor_source=SOURCE,
        message_format=b"binary", sanitize=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", DTYPES)
def test_damaged_messages_are_decoded_or_refused(name: str) -> None:
    """With bytes changed, lost and added, a message gives values or a DataLossError."""
    choose = random.Random(name)
    refused = 0
    for _ in range(200):
        message = bytearray(choose.choice(messages_of(name)[1:]))
        for _ in range(choose.randint(1, 3)):
            at = choose.randrange(len(message) + 1)
            message[at : at + choose.randint(0, 2)] = choose.randbytes(choose.randint(0, 2))
        try:
            sizes, values = decoded([bytes(message)], {f"many_{name}": DTYPES[name][0]})
        except errors.DataLossError:
            refused += 1
        else:
            assert values[0].shape == (1, max(1, sizes.item()))
    assert 0 < refused < 200


def test_one_long_message_among_many_cannot_take_all_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are as long as the longest of them; a result beyond the limit is refused before it is made."""
    monkeypatch.setattr(arrays, "DEFAULT_LIMITS", Limits(tensor_nbytes=4000))
    long = b"\x52" + b"\xe8\x07" + bytes(1000)
    assert decoded([long], {"many_int32": "int32"})[1][0].nbytes == 4000
    with pytest.raises(errors.ResourceExhaustedError, match="shape\\[2,1000\\]"):
        decoded([long, b""], {"many_int32": "int32"})
