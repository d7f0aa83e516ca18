"""Programs of ops that keep state or steer give, step by step, what TensorFlow gave."""
from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from tests.kernels.state_outcomes import RECORDED, exact
from tests.kernels.state_programs import PROGRAMS, WithoutShapes, all_programs

TOLERANCES = {"bfloat16": 2e-2, "float16": 5e-3}


@cache
def recorded() -> dict[tuple[str, str], list[Any]]:
    """What TensorFlow gave, by program and dtype."""
    groups = json.loads(RECORDED.read_text("utf-8"))["programs"]
    flat = [(name, *entry) for name, each in groups.items() for entry in each]
    return {(name, dtype): outcome for name, dtypes, outcome in flat for dtype in dtypes.split()}


def test_all_are_recorded() -> None:
    """Neither more nor less than the programs is recorded."""
    assert recorded().keys() == set(all_programs())


@pytest.mark.parametrize(("name", "dtype"), list(all_programs()))
def test_program(name: str, dtype: str) -> None:
    """Each step gives the recorded values, or ends in an error of the recorded class."""
    with tf.Graph().as_default(), tf.Session() as session:
        steps = PROGRAMS[name][0](WithoutShapes(tf), dtype)
        for number, (step, wanted) in enumerate(zip(steps, recorded()[name, dtype], strict=True)):
            fetches, feeds = step if isinstance(step, tuple) and isinstance(step[-1], dict) else (step, None)
            try:
                got = json.loads(json.dumps(exact(session.run_sync(fetches, feeds))))
            except errors.OpError as error:
                got = type(error).__name__
            assert_alike(got, wanted, TOLERANCES.get(dtype, 1e-5), f"step {number}: {fetches}")


def assert_alike(got: Any, wanted: Any, tolerance: float, where: str) -> None:
    """Checks that two results are equal, numbers to a tolerance."""
    if isinstance(got, list) and isinstance(wanted, list) and len(got) == len(wanted):
        for one, other in zip(got, wanted, strict=True):
            assert_alike(one, other, tolerance, where)
    elif isinstance(got, float) and isinstance(wanted, float):
        np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance, err_msg=where)
    else:
        assert got == wanted, where
