"""Asking for kernel packs."""
from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.kernels.kernel_packs import KERNEL_PACKS


def test_unknown_packs_are_refused() -> None:
    """The error lists the packs that there are."""
    with pytest.raises(errors.NotFoundError, match="'jax', only cuda, onnxruntime, torch"):
        tf.use_kernels("jax")


@pytest.mark.parametrize(
    ("pack", "package", "extra"),
    [("torch", "torch", "torch"), ("cuda", "torch", "torch"), ("onnxruntime", "onnxruntime", "onnx")],
)
def test_a_missing_package_names_its_extra(
    pack: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the package the error says how to install it."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"{package}: pip install 'aioflow-runtime\[{extra}\]'") as caught:
        tf.use_kernels(pack)
    assert caught.value.name == package


@pytest.mark.parametrize("pack", ["cuda", "torch"])  # the other one registers translations
def test_a_pack_imports_all_its_files(pack: str) -> None:
    """Each file of a pack that registers kernels is imported by the module whose import stands for the pack."""
    path = Path(tf.__file__).parents[1].joinpath(*KERNEL_PACKS[pack].module.split(".")).with_suffix(".py")
    files = {file.stem: file.read_text("utf-8") for file in path.parent.glob("*.py")}
    registering = {name for name, text in files.items() if "\n@kernel(" in text or "\n@on_tensors(" in text}
    froms = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    imported = {alias.name for node in froms for alias in node.names}
    assert registering
    assert registering - {path.stem} <= imported


def test_torch_is_not_imported_before_it_is_asked_for() -> None:
    """Neither by the package nor by the name of the pack."""
    code = "import sys, aioflow; from aioflow.packs import cuda; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
