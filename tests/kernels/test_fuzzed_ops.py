"""Each op with a kernel is tried with random attributes, shapes and dtypes, in one of the tests of stray errors."""
from __future__ import annotations

import random

from aioflow.framework.kernels import registered_kernels
from tests.kernels.own_ops import own_ops
from tests.kernels.test_stray_errors import PURE_OPS, random_attrs
from tests.kernels.test_stray_errors_of_files import FILE_OPS
from tests.kernels.test_stray_errors_of_first_handles import MAKERS
from tests.kernels.test_stray_errors_of_functions import OPS_WITH_FUNCTIONS
from tests.kernels.test_stray_errors_of_shared import SHARED_OPS
from tests.kernels.test_stray_errors_of_stateful import STATEFUL_OPS
from tests.kernels.test_stray_errors_of_transfers import EDGE_OPS

ALL_OPS = set(own_ops())
FUZZED = {*PURE_OPS, *STATEFUL_OPS, *SHARED_OPS, *FILE_OPS, *MAKERS, *EDGE_OPS}


def test_no_op_is_left_out() -> None:
    """Whoever adds a kernel for an op of a new sort says how to try it."""
    assert ALL_OPS - FUZZED - set(OPS_WITH_FUNCTIONS) == set()


def test_attributes_can_be_made_up() -> None:
    """No op is in a list in vain: there are attributes for one of its kernels."""
    choose = random.Random(0)
    kernels = {op: registered_kernels(op) for op in FUZZED - set(OPS_WITH_FUNCTIONS)}
    assert [op for op in kernels if all(random_attrs(op, each, choose) is None for each in kernels[op])] == []
