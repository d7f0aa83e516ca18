"""Kernels: what their signatures must look like, which one a node gets, and how it is bound."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.kernels import (
    ANY_DEVICE,
    KernelDef,
    KernelKind,
    as_object_array,
    bind_kernel,
    find_kernel,
    kernel,
    ops_with_kernels,
    registered_kernels,
)
from aioflow.framework.kernels.kernel_registry import KERNELS
from aioflow.framework.op_def import OPS

FLOAT = {"T": dtypes.float32}
INT = {"T": dtypes.int32}


@pytest.fixture
def no_kernels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of kernels that is empty while the test runs."""
    ops_with_kernels()  # whatever is imported on demand is imported now
    monkeypatch.setattr(KERNELS, "_entries", {})
    yield


# ---- what is registered
def test_every_kernel_fits_its_op() -> None:
    """Each registered kernel has its op's inputs by name and asks for attributes that the op has."""
    assert len(ops_with_kernels()) > 200
    for name in ops_with_kernels():
        for definition in registered_kernels(name):
            definition.check(OPS[name])


def test_every_constraint_can_be_met() -> None:
    """Each kernel's constraints are type attributes of its op, and leave it something to do."""
    for name in ops_with_kernels():
        for definition in registered_kernels(name):
            for attr_name, allowed in definition.constraints.items():
                attr = OPS[name].attrs[attr_name]
                assert attr.element_kind == "type"
                assert not attr.allowed or set(allowed) & set(attr.allowed), (name, attr_name)


# ---- declaring
def test_kind_shows_in_the_signature(no_kernels: None) -> None:
    """`xp` is pure, `ctx` is stateful, `async` waits; anything else is refused."""

    @kernel("Neg")
    def pure(xp: Any, x: Any) -> Any: ...

    @kernel("Neg", label="stateful", blocking=True)
    def stateful(ctx: Any, x: Any) -> Any: ...

    @kernel("Neg", label="waiting")
    async def waiting(ctx: Any, x: Any) -> Any: ...

    assert [k.kind for k in registered_kernels("Neg")] == [KernelKind.PURE, KernelKind.STATEFUL, KernelKind.WAITING]
    assert [k.blocking for k in registered_kernels("Neg")] == [False, True, False]
    for function in (lambda x: x, lambda: None):
        with pytest.raises(TypeError, match="must be xp or ctx"):
            kernel("Neg")(function)


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("Neg", lambda xp: None),
        ("Neg", lambda xp, y: None),
        ("Neg", lambda xp, x, y: None),
        ("Neg", lambda xp, x, *, nope: None),
        ("AddV2", lambda xp, y, x: None),
    ],
)
def test_signatures_that_do_not_fit(op: str, function: Any) -> None:
    """A missing, misnamed, misordered or surplus parameter is told with what the op has."""
    with pytest.raises(TypeError, match=f"of op {op} takes inputs .* the op has inputs"):
        KernelDef(op, function, KernelKind.PURE).check(OPS[op])


# ---- choosing
def test_dtypes_choose(no_kernels: None) -> None:
    """A kernel serves the dtypes that it is registered for, every element of a list attribute included."""
    kernel("Neg", T={dtypes.float32, dtypes.float64})(lambda xp, x: "float")
    kernel("Neg", T={dtypes.int32})(lambda xp, x: "int")
    kernel("IdentityN", T={dtypes.float32})(lambda xp, input: input)
    assert bind_kernel("n", "Neg", FLOAT, "CPU", np).compute(1) == "float"
    assert bind_kernel("n", "Neg", INT, "CPU", np).compute(1) == "int"
    assert find_kernel("Neg", {"T": dtypes.int64}, "CPU") is None
    assert find_kernel("IdentityN", {"T": [dtypes.float32] * 2}, "CPU") is not None
    assert find_kernel("IdentityN", {"T": [dtypes.float32, dtypes.int32]}, "CPU") is None


def test_labels_choose(no_kernels: None) -> None:
    """A node's `_kernel` attribute must equal the label."""
    kernel("Neg")(lambda xp, x: "plain")
    kernel("Neg", label="special")(lambda xp, x: "special")
    assert bind_kernel("n", "Neg", FLOAT, "CPU", np).compute(1) == "plain"
    assert bind_kernel("n", "Neg", {**FLOAT, "_kernel": b"special"}, "CPU", np).compute(1) == "special"
    for label in (b"other", 5, [b"special"]):
        with pytest.raises(errors.InvalidArgumentError, match="No OpKernel was registered"):
            bind_kernel("n", "Neg", {**FLOAT, "_kernel": label}, "CPU", np)


def test_priority_chooses(no_kernels: None) -> None:
    """The highest priority wins among those that fit; a tie is an error."""
    kernel("Neg")(lambda xp, x: 0)
    kernel("Neg", priority=2, T={dtypes.float32})(lambda xp, x: 2)
    kernel("Neg", priority=1)(lambda xp, x: 1)
    assert bind_kernel("n", "Neg", FLOAT, "CPU", np).compute(1) == 2
    assert bind_kernel("n", "Neg", INT, "CPU", np).compute(1) == 1
    kernel("Neg", priority=1)(lambda xp, x: 1)
    with pytest.raises(errors.InvalidArgumentError, match="Multiple OpKernel registrations match op Neg"):
        find_kernel("Neg", INT, "CPU")


def test_devices_choose(no_kernels: None) -> None:
    """A device's own kernel comes before one for any device, whatever their priorities."""
    kernel("Neg", device=ANY_DEVICE, priority=9)(lambda xp, x: "any")
    kernel("Neg", device="GPU")(lambda xp, x: "GPU")
    assert bind_kernel("n", "Neg", FLOAT, "GPU", np).compute(1) == "GPU"
    assert bind_kernel("n", "Neg", FLOAT, "CPU", np).compute(1) == "any"


def test_no_kernel_at_all(no_kernels: None) -> None:
    """An op without any kernel is Unimplemented; one without a fitting kernel tells what there is (E-75)."""
    with pytest.raises(errors.UnimplementedError, match=r"no kernel for op Neg .*'here'"):
        bind_kernel("here", "Neg", FLOAT, "CPU", np)
    kernel("Neg", T={dtypes.int32})(lambda xp, x: x)
    with pytest.raises(errors.InvalidArgumentError) as caught:
        bind_kernel("here", "Neg", FLOAT, "CPU", np)
    for part in ("No OpKernel was registered to support Op 'Neg'", "'here'", "float32", "int32", "CPU"):
        assert part in caught.value.message


# ---- binding
def test_attributes_are_bound(no_kernels: None) -> None:
    """Keyword parameters get the node's attributes; a trailing underscore keeps Python's words apart."""
    seen: dict[str, Any] = {}

    @kernel("MatMul")
    def mat_mul(xp: Any, a: Any, b: Any, *, transpose_a: bool, T: Any) -> Any:
        seen.update(xp=xp, a=a, b=b, transpose_a=transpose_a, T=T)
        return a

    attrs = OPS["MatMul"].complete_attrs({**FLOAT, "transpose_a": True})
    assert bind_kernel("n", "MatMul", attrs, "CPU", np).compute(1, 2) == 1
    assert seen == {"xp": np, "a": 1, "b": 2, "transpose_a": True, "T": dtypes.float32}


def test_list_inputs_are_gathered(no_kernels: None) -> None:
    """A list argument reaches the kernel as one list, between and beside plain ones, empty ones too."""
    kernel("ConcatV2")(lambda xp, values, axis: (values, axis))
    kernel("_While")(lambda xp, input: None)
    concat = bind_kernel("n", "ConcatV2", {**FLOAT, "N": 3, "Tidx": dtypes.int32}, "CPU", np)
    assert concat.compute(1, 2, 3, 0) == ([1, 2, 3], 0)
    kernel("SparseCross")(lambda ctx, indices, values, shapes, dense_inputs: (indices, values, shapes, dense_inputs))
    cross = {
        "N": 1, "sparse_types": [], "dense_types": [dtypes.string] * 2, "out_type": dtypes.string,
        "internal_type": dtypes.string,
    }  # fmt: skip
    sparse_cross = bind_kernel("n", "SparseCross", cross, "CPU", np)
    assert sparse_cross.compute("ctx", "i", "s", "d1", "d2") == (["i"], [], ["s"], ["d1", "d2"])


def array(value: Any, dtype: Any = np.float32) -> np.ndarray:
    """A numpy array."""
    return np.array(value, dtype)


def bound(op: str, attrs: Any) -> Any:
    """A bound kernel of an op, whatever it computes."""
    names = ", ".join(arg.name for arg in OPS[op].inputs)
    kernel(op)(eval(f"lambda xp, {names}: None"))
    return bind_kernel("n", op, attrs, "CPU", np)


def test_outputs_are_flattened(no_kernels: None) -> None:
    """One output comes as it is, several as a tuple, a list output as one list; None stands for "not produced"."""
    a, b = array(1), array(2)
    assert bound("Neg", FLOAT).outputs(a) == [a]
    assert bound("Switch", FLOAT).outputs((None, b)) == [None, b]
    assert bound("Unpack", {**FLOAT, "num": 2, "axis": 0}).outputs([a, b]) == [a, b]
    assert bound("Split", {**FLOAT, "num_split": 0}).outputs([]) == []
    assert bound("NoOp", {}).outputs(None) == []
    ragged = bound("SparseSplit", {**FLOAT, "num_split": 1})
    index = array([0], np.int64)
    assert ragged.outputs(([index], [a], [index])) == [index, a, index]


@pytest.mark.parametrize(
    ("op", "attrs", "result"),
    [
        ("Neg", FLOAT, np.float64(1)),
        ("Neg", FLOAT, 1.0),
        ("Neg", FLOAT, np.array(b"x", object)),
        ("Switch", FLOAT, (np.float32(1),)),
        ("Switch", FLOAT, (np.float32(1), None, None)),
        ("Switch", FLOAT, (np.float32(1), np.int32(1))),
        ("Unpack", {**FLOAT, "num": 2, "axis": 0}, [np.float32(1)]),
        ("NoOp", {}, np.float32(1)),
    ],
)
def test_outputs_that_are_not_as_declared(no_kernels: None, op: str, attrs: Any, result: Any) -> None:
    """Too few or many outputs, and outputs of another dtype, are the kernel's fault and never pass."""
    kernel_of_op = bound(op, attrs)
    with pytest.raises(errors.InternalError, match=f"of op {op}"):
        kernel_of_op.outputs(result)


def test_objects_become_arrays(no_kernels: None) -> None:
    """A string, handle or variant that a kernel returns as it is becomes a scalar array."""
    identity = bound("Identity", {"T": dtypes.string})
    (value,) = identity.outputs(b"text")
    assert value.shape == () and value[()] == b"text"
    assert as_object_array(value) is value
    assert bound("Assign", FLOAT).outputs("a reference") == ["a reference"]
