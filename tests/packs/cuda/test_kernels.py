"""Each kernel of GPU devices gives, on torch's CPU, what TensorFlow gave on its own, or raises what it raised."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.kernels import KernelDef, KernelKind, registered_kernels
from aioflow.framework.kernels.kernel_registry import KERNELS
from aioflow.framework.op_def import OPS
from tests.kernels.cases import Case
from tests.kernels.recording import Outcome
from tests.kernels.test_recorded import assert_equal_to_tolerance
from tests.packs.cuda.kernel_cases import TOLERANCES, cases_by_op, difference, gpu_kernel, inputs_on

torch = pytest.importorskip("torch", reason="GPU devices need the extra `torch`", exc_type=ImportError)

import aioflow.packs.cuda.kernels  # noqa: E402, F401 - registers the kernels
from aioflow.packs.cuda.namespace import Tensors  # noqa: E402
from aioflow.packs.cuda.tensors import DeviceArray  # noqa: E402

#: Of the pure kernels those that no recording has: they are given others' arguments here, or are in test_sessions.
WITHOUT_CASES = {
    "AccumulateNV2", "Const", "Merge", "RefMerge", "RefSwitch", "Switch", "_FusedDepthwiseConv2dNative",
}  # fmt: skip


def is_plain(definition: KernelDef) -> bool:
    """Whether a kernel computes of arrays alone, for whoever asks."""
    return definition.kind is KernelKind.PURE and not definition.label


def gpu_ops() -> list[str]:
    """The ops that have a pure kernel for GPUs."""
    return sorted(
        op for op in KERNELS
        if any(each.device_type == "GPU" and is_plain(each) for each in registered_kernels(op))
    )  # fmt: skip


def outputs_of(case: Case, xp: Tensors) -> list[Any]:
    """What the kernel gives, as numpy arrays."""
    kernel = gpu_kernel(case, xp)
    assert kernel is not None
    outputs = kernel.outputs(kernel.compute(*inputs_on(case, kernel.definition, xp)))
    return [xp.to_host(value) if isinstance(value, DeviceArray) else value for value in outputs]


def check(name: str, case: Case, outcome: Outcome) -> bool:
    """Compares a case with its outcome; whether torch computed a result."""
    xp = Tensors(torch.device("cpu"))
    case = replace(case, rtol=case.rtol or TOLERANCES.get(case.op, (None, None))[0])
    if "error" in outcome:
        with pytest.raises(getattr(errors, outcome["error"])):
            outputs_of(case, xp)
        return False
    outputs = outputs_of(case, xp)
    for number, (got, wanted) in enumerate(zip(outputs, outcome["outputs"], strict=True)):
        if wanted is not None:
            got = np.asarray(got)
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
            if (case.compared is None or number in case.compared) and difference(name) is None:
                assert_equal_to_tolerance(case, got, wanted)
    return not xp.refusals


@pytest.mark.parametrize("op", gpu_ops())
@pytest.mark.filterwarnings("ignore")
def test_kernel_gives_what_tensorflow_gave(op: str) -> None:
    """Values, dtypes and the classes of errors agree; and torch computes what is not an error, but for rarities."""
    counts: Counter[bool] = Counter()
    for name, case, outcome in cases_by_op().get(op, []):
        if any(isinstance(value, Case) for value in case.inputs):
            continue
        if gpu_kernel(case, Tensors(torch.device("cpu"))) is None:
            continue  # the CPU has nodes of these types
        try:
            counts[check(name, case, outcome)] += 1
        except BaseException as error:
            error.add_note(f"{name}: {case}")
            raise
    assert counts[True] > 0 or op in WITHOUT_CASES, f"torch has computed nothing: {counts}"


def test_kernels_take_what_their_ops_have() -> None:
    """Their parameters are the op's inputs and attributes."""
    for op in gpu_ops():
        for definition in registered_kernels(op):
            definition.check(OPS[op])
