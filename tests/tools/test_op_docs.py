"""`docs/ops.md` says what a node's kernel is looked up by."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from aioflow.framework.dtypes import ALL, as_dtype
from aioflow.framework.kernels import ops_with_kernels, registered_kernels
from aioflow.framework.op_def import OPS
from aioflow.tools.gen_ops import families

PAGE = Path(__file__).parents[2] / "docs" / "ops.md"
ROW = re.compile(r"^\| (\w+) \| (.*?) \| (.*?) \| .*\|$", re.MULTILINE)
ROWS = {name: (types, devices) for name, types, devices in ROW.findall(PAGE.read_text("utf-8")) if name != "op"}


def test_every_op_with_a_kernel_has_a_row() -> None:
    """The page lists the declared ops that have kernels, and no others (other tests may have registered some)."""
    declared = {name for _, names in families() for name in names}
    assert ROWS.keys() == set(ops_with_kernels()) & declared


@pytest.mark.parametrize("op", ROWS)
def test_row_names_what_kernels_take(op: str) -> None:
    """A dtype is listed exactly if some kernel of the op takes it, and the devices are those of the kernels."""
    types, devices = ROWS[op]
    kernels = [kernel for kernel in registered_kernels(op) if kernel.device_type in ("CPU", "")]
    listed = dict(part.split(": ") for part in types.split("; ")) if types != "as declared" else {}
    for name, text in listed.items():
        declared = OPS[op].attrs[name].allowed or ALL
        taken = {d for d in declared if any(d in k.constraints.get(name, declared) for k in kernels)}
        assert (set(ALL) if text == "any" else {as_dtype(each) for each in text.split()}) == taken
    assert devices == ("any" if any(not kernel.device_type for kernel in kernels) else "CPU")
