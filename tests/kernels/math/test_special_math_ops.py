"""Special functions where scipy is not installed."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.dtypes import float32
from aioflow.framework.kernels import bind_kernel
from aioflow.kernels import optional


@pytest.fixture(autouse=True)
def without_scipy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes every import of scipy fail, as where it is not installed."""

    def fail(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(optional, "import_module", fail)
    optional.scipy_special.cache_clear()
    yield
    optional.scipy_special.cache_clear()


def compute(op: str, x: Any) -> Any:
    """The op's value at `x`."""
    return bind_kernel("node", op, {"T": float32}, "CPU", np).compute(x)


@pytest.mark.parametrize(
    ("op", "wanted"),
    [
        ("Erf", [-0.8427008, 0, 0.5204999, 1, np.nan]),
        ("Erfc", [1.8427008, 1, 0.4795001, 0, np.nan]),
        ("Lgamma", [np.inf, np.inf, 0.5723649, np.inf, np.nan]),
    ],
)
def test_common_functions_need_no_scipy(op: str, wanted: list[float]) -> None:
    """The functions that models use often are computed without scipy, poles and infinities included."""
    result = compute(op, np.array([-1, 0, 0.5, np.inf, np.nan], np.float32))
    assert result.dtype == np.float32
    np.testing.assert_allclose(result, wanted, rtol=1e-5)


def test_rare_functions_name_the_extra() -> None:
    """The others say what to install."""
    with pytest.raises(errors.UnimplementedError, match=r"needs scipy.*aioflow-runtime\[scipy\]"):
        compute("Digamma", np.ones(1, np.float32))
