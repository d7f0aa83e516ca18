"""The generated builders are what declarations and kernels give, and each of them works as declared."""
from __future__ import annotations

import inspect
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest

import aioflow as tf
from aioflow.framework.families import families_with_builders, ops_with_builders
from aioflow.framework.op_def import OPS, parse_op_def
from aioflow.ops.building import builder_text
from aioflow.ops.building.builder_module import BuilderModule
from aioflow.tools import gen_ops


def test_everything_is_up_to_date() -> None:
    """After a kernel or a declaration was added, `python -m aioflow.tools.gen_ops` was run."""
    assert gen_ops.main(["--check"]) == 0


def test_stale_file_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed, a missing and a superfluous file each fail the check, by name."""
    files = {"a_ops.pyi": "# a\n", "b_ops.pyi": "# b\n"}
    gen_ops.replace_files(files, tmp_path)
    assert gen_ops.report_differences(files, tmp_path) == 0
    (tmp_path / "a_ops.pyi").write_text("# edited\n")
    (tmp_path / "b_ops.pyi").unlink()
    (tmp_path / "c_ops.pyi").write_text("# left over\n")
    assert gen_ops.report_differences(files, tmp_path) == 1
    told = capsys.readouterr().err
    assert all(name in told for name in ("a_ops.pyi", "b_ops.pyi", "c_ops.pyi"))
    gen_ops.replace_files(files, tmp_path)
    assert gen_ops.report_differences(files, tmp_path) == 0


def test_generation_is_deterministic() -> None:
    """Two runs write the same text."""
    assert gen_ops.generate() == gen_ops.generate()


@pytest.mark.parametrize(
    ("op", "name"),
    [
        ("MatMul", "mat_mul"), ("Conv2DBackpropInput", "conv2d_backprop_input"), ("TopKV2", "top_kv2"),
        ("L2Loss", "l2_loss"), ("LRN", "lrn"), ("FFT2D", "fft2d"), ("HSVToRGB", "hsv_to_rgb"), ("IsNan", "is_nan"),
        ("FIFOQueueV2", "fifo_queue_v2"), ("Log1p", "log1p"), ("Assert", "assert_"), ("If", "if_"),
        ("BatchMatMulV2", "batch_mat_mul_v2"), ("AccumulateNV2", "accumulate_nv2"),
    ],
)  # fmt: skip
def test_names(op: str, name: str) -> None:
    """Builders are called as TensorFlow's are, with an underscore behind Python's keywords."""
    assert builder_text.function_name(op) == name


def test_builder_text() -> None:
    """Attributes that the inputs settle are no parameters; the others come behind the inputs, required ones first."""
    op_def = parse_op_def(
        "Twist(x: T, ys: N * T, z: int64) -> (a: T, count: int32); k: int = 3; T: {float, int32}; N: int >= 2; "
        'mode: string; ratio: float = inf; out: type = float; where: shape = ?; names: list(string) = ["a", "b"]'
    )
    assert builder_text.builder_text(op_def) == EXPECTED


EXPECTED = '''\
class TwistOutputs(NamedTuple):
    """The outputs of Twist."""

    a: Tensor
    count: Tensor  # type: ignore[assignment]


def twist(
    x: TensorLike, ys: Sequence[TensorLike], z: TensorLike, *, mode: str | bytes, k: int = 3,
    ratio: float = float("inf"), out: DTypeLike = dtypes.float32, where: ShapeLike | None = None,
    names: Sequence[str | bytes] = ("a", "b"), name: str | None = None,
) -> TwistOutputs:
    """Twist(x: T, ys: N * T, z: int64) -> (a: T, count: int32).

    T is one of float32, int32.
    """
    return TwistOutputs(*grouped(apply_op("Twist", [x, ys, z], {VALUES}, name)))
'''.replace("VALUES", '"mode": mode, "k": k, "ratio": ratio, "out": out, "where": where, "names": names')


def test_stubs_are_what_is_compiled() -> None:
    """A stub has all but the statement that adds the node; without a docstring that only repeats the declaration."""
    declared = builder_text.builder_text(OPS["Unique"]).partition('    """Unique(')[0]
    assert builder_text.stub_text(OPS["Unique"]) == declared.rstrip() + " ...\n"
    whole = builder_text.builder_text(OPS["Acos"])
    assert whole == builder_text.stub_text(OPS["Acos"]) + '    return apply_op("Acos", [x], {}, name).outputs[0]\n'


def test_builders_have_the_parameters_of_their_ops() -> None:
    """Every input and every free attribute of an op with a kernel is a parameter of its builder."""
    families = {name.removesuffix(".pyi") for name in gen_ops.generate()}
    assert families == set(families_with_builders())
    for family in families:
        module = import_module(f"aioflow.ops.generated.{family}")
        for op in ops_with_builders(family):
            op_def, name = OPS[op], builder_text.function_name(op)
            wanted = [builder_text.identifier(arg.name) for arg in op_def.inputs]
            wanted += [builder_text.identifier(attr.name) for attr in builder_text.parameters(op_def)]
            assert name in dir(module)
            assert list(inspect.signature(getattr(module, name)).parameters) == [*wanted, "name"], op


def test_builders_are_like_functions_of_files() -> None:
    """They are made once, can be pickled, have types for whoever reads annotations; no others are there."""
    from_family = import_module("aioflow.ops.generated.array")
    unique = from_family.unique
    assert from_family.unique is unique and pickle.loads(pickle.dumps(unique)) is unique
    assert unique.__module__ == "aioflow.ops.generated.array" and unique.__qualname__ == "unique"
    assert get_type_hints(unique)["return"] is from_family.UniqueOutputs
    for name in ("no_such_op", "UNIQUE", "un_ique", "IdentityOutputs", "_unique", "__path__"):
        assert not hasattr(from_family, name), name


def test_builders_of_threads() -> None:
    """Threads that ask for a builder at the same time get the same one."""
    module = BuilderModule(import_module("aioflow.ops.generated"), "math")
    gate = threading.Barrier(4)

    def ask(_: int) -> object:
        gate.wait(60)
        return module.add_v2

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(ask, range(4)))) == 1


def test_results() -> None:
    """A builder gives an operation, a tensor, a list, or a named tuple, after the op's outputs."""
    from_family = import_module("aioflow.ops.generated.array")
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [4])
        assert isinstance(import_module("aioflow.ops.generated.control_flow").no_op(), tf.Operation)
        assert isinstance(from_family.identity(x), tf.Tensor)
        assert [type(part) for part in from_family.split(0, x, num_split=2)] == [tf.Tensor, tf.Tensor]
        unique = from_family.unique(x)
        assert unique.y.dtype is tf.float32
        assert unique.idx.dtype is tf.int32
