"""Every kernel case gives what TensorFlow gave, and the static shape rules agree with the shapes that came out."""
from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.graph.input_shapes import checked_inputs
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.framework.kernels import KernelKind, bind_kernel
from aioflow.framework.op_def import OPS, OpDef
from aioflow.framework.shapes import UNKNOWN, TensorShape
from tests.kernels.cases import Case, load_cases
from tests.kernels.recording import Outcome, load_outcomes, recorded_names, static_refusals

# dtype -> (rtol, atol)
TOLERANCES = {np.dtype(np.float16): (5e-3, 1e-3), np.dtype(ml_dtypes.bfloat16): (2e-2, 1e-2)}
USUAL_TOLERANCE = (1e-4, 1e-5)
ALL_CASES = [(name, *each) for name in recorded_names() for each in load_cases(name).items()]


@cache
def outcomes(name: str) -> dict[str, Outcome]:
    """The recorded outcomes of a file of cases."""
    return load_outcomes(name)


def recorded(name: str, words: str) -> Outcome:
    """The recorded outcome of a case by its name; the test fails where there is none."""
    outcome = outcomes(name).get(words)
    if outcome is None:
        pytest.fail(f"{words} is not recorded; run tests/kernels/record.py {name}")
    return outcome


def complete_attrs(op_def: OpDef, case: Case) -> dict[str, Any]:
    """The case's attributes as Python values, with those that follow from its inputs and the defaults."""
    attrs = {name: attr_value(op_def.attrs[name].kind, value) for name, value in case.attrs.items()}
    for number, (arg, value) in enumerate(zip(op_def.inputs, case.arrays, strict=True)):
        values = value if isinstance(value, list) else [value]
        types = [as_dtype(case.input_types.get(number, "variant" if isinstance(v, Case) else v.dtype)) for v in values]
        if arg.type_list_attr:
            attrs[arg.type_list_attr] = types
        elif arg.type_attr and types:
            attrs[arg.type_attr] = types[0]
        if arg.number_attr:
            attrs[arg.number_attr] = len(values)
    return op_def.complete_attrs(attrs)


def attr_value(kind: str, value: Any) -> Any:
    """An attribute as kernels see it."""
    if kind == "type":
        return as_dtype(value)
    if kind == "list(type)":
        return [as_dtype(v) for v in value]
    return TensorShape(value) if kind == "shape" else value


def flat_inputs(case: Case) -> list[Any]:
    """The inputs as a flat list of arrays that cannot be written to."""
    values = [v for value in case.arrays for v in (value if isinstance(value, list) else [value])]
    flat = [outputs_of(v)[0] if isinstance(v, Case) else v for v in values]
    for array in flat:
        array.flags.writeable = False
    return flat


def outputs_of(case: Case) -> list[Any]:
    """What the kernel gives for a case."""
    kernel = bind_kernel("node", case.op, complete_attrs(OPS[case.op], case), "CPU", np)
    assert kernel.definition.kind is KernelKind.PURE, "only pure kernels can be recorded"
    with np.errstate(all="ignore"):
        return kernel.outputs(kernel.compute(*flat_inputs(case)))


def assert_equal_to_tolerance(case: Case, got: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> None:
    """Exact, or within the tolerance of the dtype; NaN equals NaN, infinities by sign."""
    if wanted.dtype.kind not in "fc" and wanted.dtype not in TOLERANCES:
        if wanted.dtype.name.startswith("float8"):
            got, wanted = got.astype(np.float64), wanted.astype(np.float64)
        np.testing.assert_array_equal(got, wanted)
        return
    rtol, atol = TOLERANCES.get(wanted.dtype, USUAL_TOLERANCE)
    rtol, atol = case.rtol or rtol, case.atol or atol
    if wanted.dtype.kind != "c":
        got, wanted = got.astype(np.float64), wanted.astype(np.float64)
    np.testing.assert_allclose(got, wanted, rtol=rtol, atol=atol)


@pytest.mark.parametrize(("name", "words", "case"), [pytest.param(*each, id="-".join(each[:2])) for each in ALL_CASES])
def test_kernel_gives_what_tensorflow_gave(name: str, words: str, case: Case) -> None:
    """The kernel returns the recorded outputs, or raises an error of the recorded class."""
    check_outcome(case, recorded(name, words))


def check_outcome(case: Case, outcome: Outcome) -> None:
    """Checks that a case ends as recorded."""
    if "error" in outcome:
        with pytest.raises(getattr(errors, outcome["error"])):
            outputs_of(case)
        return
    outputs = outputs_of(case)
    for number, (got, wanted) in enumerate(zip(outputs, outcome["outputs"], strict=True)):
        if wanted is not None:
            got = np.asarray(got)
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
            if case.compared is None or number in case.compared:
                assert_equal_to_tolerance(case, got, wanted)


@dataclass
class StaticNode:
    """What a shape rule sees; `values` holds None for inputs that are not known before the graph runs."""

    shapes: list[TensorShape]
    attrs: dict[str, Any]
    num_outputs: int
    values: list[Any]

    def constant(self, index: int) -> Any:
        return self.values[index]

    def elements(self, index: int) -> list[int | None] | None:
        if self.values[index] is not None:
            elements: list[int | None] = self.values[index].ravel().tolist()
            return elements
        count = self.shapes[index].num_elements()
        return None if count is None else [None] * count


KNOWLEDGE: dict[str, Callable[[Any], Any]] = {
    "values": lambda array: (TensorShape(array.shape), array),
    "shape": lambda array: (TensorShape(array.shape), None),
    "rank": lambda array: (TensorShape([None] * array.ndim), None),
    "nothing": lambda array: (TensorShape(None), None),
}


@pytest.mark.parametrize("known", KNOWLEDGE)
@pytest.mark.parametrize("name", recorded_names())
def test_shape_rules_agree_with_the_shapes_that_came_out(name: str, known: str) -> None:
    """Whatever is known of the inputs, a rule predicts shapes that the outputs have, and raises for no good inputs."""
    for words, case in load_cases(name).items():
        check_shape_rule(case, recorded(name, words), known, static_refusals(name).get(words, ()))


def check_shape_rule(case: Case, outcome: Outcome, known: str, refusals: Collection[str]) -> None:
    """Checks what the op's table and rule, as far as it has them, say of a case of whose inputs that much is known.

    Args:
        case: The case.
        outcome: What TensorFlow computed of inputs of which nothing was known.
        known: A key of `KNOWLEDGE`.
        refusals: The keys of `KNOWLEDGE` with which TensorFlow does not import the graph.
    """
    is_refused = known in refusals
    rule, op_def = SHAPE_FUNCTIONS.get(case.op), OPS[case.op]
    is_nested = any(isinstance(value, Case) for value in case.inputs)
    if rule is None and is_nested:
        return
    attrs = complete_attrs(op_def, case)
    inputs = [KNOWLEDGE[known](array) for array in flat_inputs(case)]
    shapes, values = zip(*inputs, strict=True) if inputs else ((), ())
    node = StaticNode(list(shapes), attrs, len(op_def.output_types(attrs)), list(values))
    try:
        node.shapes = checked_inputs(op_def, attrs, node.shapes)
        predicted = [UNKNOWN] * node.num_outputs if rule is None else rule(node)
    except ValueError:
        assert "error" in outcome or is_refused, f"the rule refuses what TensorFlow computes: {case}"
        return
    # What is wrong with the nodes that make variants and handles is not the node's. What is in a message, the run says.
    # And one that TensorFlow refuses only as long as no sizes are known may be imported here.
    knows_more = known == "rank" and "shape" not in refusals
    is_excused = is_nested or knows_more or case.attrs.get("dimension_numbers")
    assert not is_refused or is_excused, f"TensorFlow refuses this: {case}"
    assert len(predicted) == node.num_outputs, case
    for shape, wanted in zip(predicted, outcome.get("outputs", []), strict="error" not in outcome):
        fits = wanted is None or shape.is_compatible_with(wanted.shape)
        assert fits, f"{shape}, not {wanted.shape}: {case}"


@pytest.mark.parametrize("name", recorded_names())
def test_no_recording_is_left_over(name: str) -> None:
    """The recorded outcomes of a file belong to its cases."""
    assert outcomes(name).keys() == load_cases(name).keys()


@pytest.mark.parametrize("name", recorded_names())
def test_no_case_comes_twice(name: str) -> None:
    """No two cases of a file have the same op, inputs and attributes."""
    digests = Counter(case.digest for case in load_cases(name).values())
    assert [digest for digest, times in digests.items() if times > 1] == []


def test_names_of_cases_hold_on_every_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name has types, shapes, attributes and few values in six digits; what is called the same is numbered."""
    case = Case("MatMul", [np.ones((2, 3), np.float32), np.array([0.1, 1 / 3], np.float32)], {"transpose_a": True})
    near = replace(case, inputs=[case.inputs[0] + 1e-6, np.array([0.1, 1 / 3 + 1e-7], np.float32)])
    assert case.name == near.name == "MatMul-float32_2x3-float32_2=0.1,0.333333-transpose_a=True"
    assert case.digest != near.digest
    assert Case("Substr", [b"a b/c", [np.int32(1)]]).name == "Substr-string=a_b_c-int32=1"
    monkeypatch.setitem(sys.modules, "tests.kernels.cases.made_up", SimpleNamespace(CASES=[case, near]))
    assert load_cases("made_up") == {case.name: case, f"{case.name}#2": near}
