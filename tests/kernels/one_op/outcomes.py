"""How the answers of the two programs to one trial compare."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.test_recorded import assert_equal_to_tolerance

#: TensorFlow's answers that are no model: it died, or never came back.
NO_MODEL = ("crash", "hang")


def kind(answer: dict[str, Any]) -> str:
    """The sort of an answer: "outputs", "import", "imported", or the class of an error."""
    if "outputs" in answer:
        return "outputs"
    return str(answer.get("error") or next(iter(answer)))


def difference(case: Case, wanted: dict[str, Any], got: dict[str, Any]) -> str | None:
    """What differs between TensorFlow's answer and ours, in a word; None where nothing does."""
    if kind(wanted) in NO_MODEL:
        return None
    if "import" in wanted:
        return None if "import" in got else f"import refused -> {kind(got)}"
    if "imported" in wanted:
        return None if "imported" in got else f"imported -> {kind(got)}"
    if kind(wanted) == "UnicodeDecodeError" and "error" in got:
        # TensorFlow's message repeats bytes that its own Python cannot read: that it is an error is all we learn.
        return None
    if kind(wanted) != kind(got):
        return f"{kind(wanted)} -> {kind(got)}"
    if "outputs" in wanted:
        return _different_outputs(case, wanted["outputs"], got["outputs"])
    return None


def different_shapes(wanted: dict[str, Any], got: dict[str, Any]) -> str | None:
    """Where the static shapes differ: "finer", "coarser" or "other"."""
    theirs, ours = wanted.get("shapes"), got.get("shapes")
    if theirs is None or ours is None or theirs == ours:
        return None
    words = {_compared(a, b) for a, b in zip(theirs, ours, strict=True)} - {"equal"}
    return "/".join(sorted(words)) or None


def _compared(theirs: list[int | None] | None, ours: list[int | None] | None) -> str:
    if theirs == ours:
        return "equal"
    if theirs is None:
        return "finer"
    if ours is None:
        return "coarser"
    if len(ours) != len(theirs):
        return "other"
    pairs = [(a, b) for a, b in zip(theirs, ours, strict=True) if a != b]
    if all(a is None for a, _ in pairs):
        return "finer"
    return "coarser" if all(b is None for _, b in pairs) else "other"


def _different_outputs(case: Case, wanted: list[Any], got: list[Any]) -> str | None:
    for number, (theirs, ours) in enumerate(zip(wanted, got, strict=True)):
        if (theirs.dtype, theirs.shape) != (ours.dtype, ours.shape):
            return f"output {number}: {theirs.dtype}{theirs.shape} -> {ours.dtype}{ours.shape}"
        if case.compared is not None and number not in case.compared:
            continue
        try:
            with np.errstate(all="ignore"):
                assert_equal_to_tolerance(case, ours, theirs)
        except AssertionError:
            return f"output {number}: values"
    return None
