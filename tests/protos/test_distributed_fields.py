"""Messages between tasks have the fields of TensorFlow's, whose masters, workers and clients send them."""
from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import aioflow._proto.distributed as distributed
from tests.protos.message_fields import fields_of_file

RECORDED = json.loads((Path(__file__).parent / "recorded" / "distributed_fields.json").read_text("utf-8"))
FILES = [
    importlib.import_module(f"aioflow._proto.distributed.{each.name}").DESCRIPTOR
    for each in pkgutil.iter_modules(distributed.__path__)
]
OURS = {name: fields for file in FILES for name, fields in fields_of_file(file).items()}


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_fields_are_the_originals(name: str) -> None:
    """Numbers, names and types."""
    assert OURS[name] == RECORDED[name]


def test_registered_under_names_of_our_own() -> None:
    """TensorFlow can live in the same process."""
    for file in FILES:
        assert file.name.startswith("aioflow/distributed/")
        assert file.package == "aioflow.distributed"
