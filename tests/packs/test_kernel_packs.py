"""Asking for kernel packs."""
from __future__ import annotations

import sys

import pytest

import aioflow as tf
from aioflow import errors


def test_unknown_packs_are_refused() -> None:
    """The error lists the packs that there are."""
    with pytest.raises(errors.NotFoundError, match="'cuda', only torch"):
        tf.use_kernels("cuda")


def test_a_missing_package_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyTorch the error says how to install it."""
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"torch: pip install 'aioflow-runtime\[torch\]'") as caught:
        tf.use_kernels("torch")
    assert caught.value.name == "torch"
