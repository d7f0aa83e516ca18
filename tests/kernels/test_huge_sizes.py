"""Huge numbers where sizes may be: a kernel computes something small or refuses; it never takes all memory."""
from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.cli.memory import memory_limit
from aioflow.framework import dtypes
from aioflow.framework.kernels import KernelKind, bind_kernel
from aioflow.framework.limits import Limits
from aioflow.framework.op_def import OPS
from aioflow.kernels import arrays
from tests.kernels.bounded_runs import LIMIT_NBYTES
from tests.kernels.cases import Case
from tests.kernels.huge_numbers import HUGE, with_a_huge_number
from tests.kernels.own_ops import own_kernels
from tests.kernels.test_recorded import ALL_CASES, complete_attrs, flat_inputs
from tests.kernels.test_stray_errors import PURE_OPS, SHAPES, random_array, random_attrs

TRIES = 8
CHANGES = 12  # of recorded cases
ROOM_NBYTES = 512 << 20
VECTORS = [shape for shape in SHAPES if len(shape) < 2]
WITH_INTEGERS = [
    op for op in PURE_OPS if any(arg.type_attr or arg.dtype in (dtypes.int32, dtypes.int64) for arg in OPS[op].inputs)
]
# Told how often to try, as in TensorFlow.
BUSY = {"KmeansPlusPlusInitialization", "StatelessSampleDistortedBoundingBox"}
Change = Callable[[], None]

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux alone"),
    pytest.mark.filterwarnings("ignore:(Matrix is|.* result may be)"),
]


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tensors may be no larger than what there is room for."""
    monkeypatch.setattr(arrays, "DEFAULT_LIMITS", Limits(tensor_nbytes=LIMIT_NBYTES))


def with_huge_numbers(dtype: dtypes.DType, choose: random.Random) -> np.ndarray[Any, Any]:
    """An array of which some numbers are as large as its type allows, up to 2**63 - 1."""
    array = random_array(dtype, choose.choice(VECTORS), choose)
    return with_a_huge_number(array, choose) if choose.random() < 0.7 else array


def check_is_small(op: str, attrs: dict[str, Any], inputs: list[Any]) -> None:
    """Runs the kernel with room for little; what it needs is small, or it raises an error of ours."""
    with memory_limit(ROOM_NBYTES), np.errstate(all="ignore"):
        try:
            kernel = bind_kernel("node", op, attrs, "CPU", np)
            kernel.outputs(kernel.compute(*inputs))
        except MemoryError:
            pytest.fail(f"took memory without asking whether there is room: {attrs}, {inputs}")
        except errors.OpError:
            pass


@pytest.mark.parametrize("op", WITH_INTEGERS)
def test_no_kernel_takes_more_than_the_limit(op: str) -> None:
    """What would be larger than the limit for a tensor is refused before there is any memory for it."""
    choose = random.Random(op)
    kernels = [kernel for kernel in own_kernels(op) if kernel.kind is KernelKind.PURE]
    for _ in range(TRIES):
        attrs = random_attrs(op, choose.choice(kernels), choose)
        if attrs is None:
            assert len(kernels) > 1, "its attributes cannot be guessed"
            continue  # the kernel takes variants alone
        check_is_small(op, attrs, [with_huge_numbers(dtype, choose) for dtype in OPS[op].input_types(attrs)])


def cases_by_op() -> dict[str, list[Case]]:
    """The recorded cases of each op."""
    found: dict[str, list[Case]] = {}
    for _, _, case in ALL_CASES:
        found.setdefault(case.op, []).append(case)
    return found


CASES = cases_by_op()


@pytest.mark.parametrize("op", sorted(CASES.keys() - BUSY))
def test_one_huge_number_in_a_call_that_is_right(op: str) -> None:
    """Of a recorded call, one integer among its inputs and attributes is made huge."""
    choose = random.Random(op)
    for _ in range(CHANGES):
        case = choose.choice(CASES[op])
        try:
            attrs, inputs = complete_attrs(OPS[op], case), flat_inputs(case)
        except errors.OpError:
            continue  # a case for which no input can be made
        changes = changes_of_inputs(inputs, choose) + changes_of_attrs(op, attrs, choose)
        if changes:
            choose.choice(changes)()
        check_is_small(op, attrs, inputs)


def changes_of_inputs(inputs: list[Any], choose: random.Random) -> list[Change]:
    """What can be made huge among them."""

    def change(place: int) -> Change:
        return lambda: inputs.__setitem__(place, with_a_huge_number(inputs[place], choose))

    return [change(place) for place, array in enumerate(inputs) if getattr(array, "dtype", np.dtype("f")).kind in "iu"]


def changes_of_attrs(op: str, attrs: dict[str, Any], choose: random.Random) -> list[Change]:
    """What can be made huge among them; numbers of inputs and outputs, which importing bounds, are what they are."""

    def change(name: str) -> Change:
        return lambda: attrs.__setitem__(name, huge_attr(attrs[name], OPS[op].attrs[name].minimum, choose))

    counts = {arg.number_attr for arg in (*OPS[op].inputs, *OPS[op].outputs)}
    return [change(name) for name, value in attrs.items() if name not in counts and is_of_integers(value)]


def is_of_integers(value: Any) -> bool:
    """Whether it is an integer, or a list of them."""
    values = value if isinstance(value, list) and value else [value]
    return all(isinstance(one, int) and not isinstance(one, bool) for one in values)


def huge_attr(value: Any, minimum: int | None, choose: random.Random) -> Any:
    """A huge integer that is no less than the minimum, or a list of which one number is huge."""
    huge = choose.choice([number for number in HUGE if minimum is None or isinstance(value, list) or number >= minimum])
    if not isinstance(value, list):
        return huge
    place = choose.randrange(len(value))
    return [huge if number == place else one for number, one in enumerate(value)]
