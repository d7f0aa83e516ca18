"""Whatever belongs to an op lies in its one family: declaration, builder, shape rule, gradient, kernels, cases."""
from __future__ import annotations

import inspect
import json
import subprocess
import sys
import threading
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from aioflow.framework.families import FamilyPackage, family_of, kernel_modules_of, ops_of_families
from aioflow.framework.kernels import ops_with_kernels, registered_kernels
from aioflow.ops.building.builder_text import function_name
from aioflow.tools import gen_ops
from tests.kernels.cases import load_cases
from tests.kernels.recording import recorded_names

ROOT = Path(__file__).parents[2]
FAMILIES = (
    "array", "math", "linalg", "nn", "image", "signal", "random", "string", "parsing", "sparse", "ragged",
    "quantization", "state", "training", "lookup", "data_flow", "sequence", "control_flow", "dataset", "io",
    "checkpoint", "summary", "collective",
)  # fmt: skip
WITHOUT_KERNELS = (
    "boosted_trees", "dtensor", "mkl", "risc", "rpc", "tensorflow_only", "tpu", "xla",
)  # fmt: skip

# What each family's modules register, told by a process of its own that imports one family after another.
SCRIPT = """
import json
from importlib import import_module
import aioflow
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS
from aioflow.ops.gradients.op_gradients import GRADIENTS
from aioflow.framework.families import FamilyPackage

found = {}
for part, entries in (("ops.shapes", SHAPE_FUNCTIONS._entries), ("ops.gradients", GRADIENTS._entries)):
    found[part] = {}
    for family in %r:
        before = set(entries)
        FamilyPackage("aioflow." + part).load(family)
        found[part] |= dict.fromkeys(set(entries) - before, family)
print(json.dumps(found))
"""


@cache
def registered_by_family() -> dict[str, dict[str, str]]:
    """Part ("ops.shapes", "ops.gradients") -> op -> the family whose modules register its entry."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT % (FAMILIES,)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


def folders(path: str) -> set[str]:
    """The names of the folders in a folder of the repository."""
    return {each.name for each in (ROOT / path).iterdir() if each.is_dir() and each.name != "__pycache__"}


def test_families_are_those_of_the_kernels() -> None:
    """There are 22 families, each with a folder of kernels; ops without a kernel have some families more."""
    assert folders("aioflow/kernels") == set(FAMILIES)
    declared = {path.stem for path in (ROOT / "protos" / "ops").glob("*.txt")}
    assert declared == {*FAMILIES, *WITHOUT_KERNELS}
    assert folders("aioflow/ops/shapes") <= set(FAMILIES)
    assert folders("tests/kernels/cases") <= set(FAMILIES)
    assert folders("tests/kernels/recorded") == folders("tests/kernels/cases")


def test_declarations_and_table_agree() -> None:
    """The table tells for each op the family whose file declares it, and where its kernels are."""
    declared = {name: family for family, names in gen_ops.families() for name in names}
    assert {name: family_of(name) for name in ops_of_families()} == declared
    assert kernel_modules_of("Conv2D") == ["nn.conv_ops"] and kernel_modules_of("XlaSort") == []
    assert family_of("NoSuchOp") is None


def test_kernels_lie_in_the_family_of_their_op() -> None:
    """Each kernel's function is in the folder of its op's family."""
    for op in ops_with_kernels():
        if family_of(op) is not None:  # other tests may have registered some
            for kernel in registered_kernels(op):
                for module in (kernel.module, inspect.unwrap(kernel.function).__module__):
                    parts = module.split(".")
                    assert parts[:2] != ["aioflow", "kernels"] or parts[2] == family_of(op), (op, module)


def test_builders_lie_in_the_family_of_their_op() -> None:
    """Each op with a kernel has its builder in its family's file."""
    for op in set(ops_with_kernels()) & ops_of_families():
        if not op.startswith("_"):
            assert hasattr(import_module(f"aioflow.ops.generated.{family_of(op)}"), function_name(op)), op


@pytest.mark.parametrize("part", ["ops.shapes", "ops.gradients"])
def test_rules_lie_in_the_family_of_their_op(part: str) -> None:
    """Shape rules and gradients are registered by their op's family."""
    found = registered_by_family()[part]
    assert len(found) > 100
    assert {op: family for op, family in found.items() if family_of(op) != family} == {}


def test_cases_lie_in_the_family_of_their_op() -> None:
    """A folder of cases has those of its family's ops only; what lies flat goes through ops of all families."""
    wrong = defaultdict(set)
    for name in recorded_names():
        family, slash, _ = name.partition("/")
        for case in load_cases(name).values() if slash else ():
            if family_of(case.op) != family:
                wrong[name].add(case.op)
    assert wrong == {}


# ---- loading
def test_kernels_of_other_families_are_not_imported() -> None:
    """A graph of products has its kernels and shape rules imported, and none of datasets or images."""
    program = (
        "import sys, aioflow as tf\n"
        "x = tf.placeholder(tf.float32, [1, 2])\n"
        "with tf.Session() as session:\n"
        "    print(session.run_sync(tf.matmul(x, [[2.0], [3.0]]), {x: [[1, 1]]}))\n"
        "print(*(name for name in sys.modules if name.startswith('aioflow.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    value, modules = done.stdout.splitlines()
    assert value == "[[5.]]"
    assert "aioflow.kernels.linalg.matmul_ops" in modules.split()
    assert "aioflow.kernels.linalg.tridiagonal_ops" not in modules.split()  # nor are others of its own family
    for family in ("dataset", "image", "quantization", "checkpoint", "summary", "lookup"):
        for part in ("kernels", "ops.shapes"):
            assert f"aioflow.{part}.{family}" not in modules.split()


@pytest.mark.parametrize(("before", "after"), [("priority=1", ""), ("", "priority=1"), ("", ""), ("priority=-1", "")])
def test_kernels_of_programs(before: str, after: str) -> None:
    """A program's kernel counts by its priority, registered before aioflow's own are imported or behind them."""
    register = "tf.kernel('Neg', {})(lambda xp, x: xp.full_like(x, 7))\n"
    program = (
        "import numpy as np, aioflow as tf\n"
        "from aioflow.framework.kernels import registered_kernels\n"
        f"{register.format(before) if before else ''}"
        "assert len(registered_kernels('Neg')) >= 1\n"
        f"{register.format(after) if not before else ''}"
        "with tf.Session() as session:\n"
        "    print(session.run_sync(tf.negative([1.0])))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    if before or after:
        assert done.stdout == ("[-1.]\n" if before == "priority=-1" else "[7.]\n"), done.stderr
    else:
        assert "Multiple OpKernel registrations match op Neg" in done.stderr


def test_threads_that_need_a_family_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread goes on when the family is complete, however many ask for it while one imports it."""
    package = tmp_path / "slow_families"
    (package / "math").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "math" / "__init__.py").touch()
    # The first module to be imported waits until every thread has asked; then the last one says that all is there.
    (package / "math" / "a.py").write_text("import test_gate\ntest_gate.STARTED.set()\ntest_gate.GO.wait(30)\n")
    (package / "math" / "b.py").write_text("import test_gate\ntest_gate.COMPLETE.append(1)\n")
    (tmp_path / "test_gate.py").write_text(
        "import threading\nSTARTED, GO, COMPLETE = threading.Event(), threading.Event(), []\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    gate = import_module("test_gate")
    families, seen = FamilyPackage("slow_families"), []

    def ask() -> None:
        families.load_for("Add")
        seen.append(len(gate.COMPLETE))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    threads[0].start()
    assert gate.STARTED.wait(30)
    for thread in threads[1:]:
        thread.start()
    assert seen == []
    gate.GO.set()
    for thread in threads:
        thread.join(30)
    assert seen == [1] * 8
