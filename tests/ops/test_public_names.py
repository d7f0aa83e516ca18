"""What `import aioflow as tf` offers: names and parameters of TensorFlow 1, at little cost."""
from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import aioflow as tf
from aioflow.ops.building.builder_text import function_name
from aioflow.ops.building.op_meanings import MEANINGS
from aioflow.tools.gen_api import LEFT_OUT
from tests.ops.recording import RECORDED

ROOT = Path(__file__).resolve().parents[2]
MAX_IMPORT_NBYTES = 60 << 20

MODULES = tuple(vars(tf)["_MODULES_LOADED_WHEN_ASKED_FOR"])
# Functions whose parameters differ for a reason.
DIFFERENT = {
    "as_dtype": "its only parameter is always passed by place",
    "dtypes.as_dtype": "the same",
    "make_ndarray": "the same",
    "make_tensor_proto": "takes arrays, not every Python value",
    "linspace": "scalars only, so there is no axis",
    "lin_space": "the same",
    "nn.conv2d_backprop_input": "is the op's builder",
    "nn.conv2d_backprop_filter": "is the op's builder",
    "nn.depthwise_conv2d_native": "is the op's builder",
    "string_split": "has the parameters of TensorFlow 1, where `sep` was unknown",
    "strings.split": "the same",
}


def recorded_signatures() -> dict[str, list[str]]:
    """The parameters of TensorFlow's functions by dotted name."""
    signatures: dict[str, list[str]] = json.loads((RECORDED / "signatures.json").read_text("utf-8"))
    return signatures


def shared_functions() -> dict[str, Any]:
    """Those of our functions that TensorFlow has, too, by dotted name."""
    found = {}
    for name in recorded_signatures():
        module, _, last = name.rpartition(".")
        owner = getattr(tf, module, None) if module else tf
        if isinstance(getattr(owner, last, None), FunctionType):
            found[name] = getattr(owner, last)
    return found


def test_many_functions_are_shared() -> None:
    """The everyday names of TensorFlow 1 exist."""
    assert len(shared_functions()) > 450


@pytest.mark.parametrize("name", sorted(shared_functions().keys() - DIFFERENT.keys()))
def test_parameters(name: str) -> None:
    """Whatever a script passes to TensorFlow's function, by name or by place, ours takes as well."""
    parameters = inspect.signature(shared_functions()[name]).parameters
    wanted = [p for p in recorded_signatures()[name] if p not in LEFT_OUT or p in parameters]
    if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
        assert not set(wanted) - set(parameters)
        return
    by_place = [p.name for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert not set(wanted) - set(parameters)
    assert all(mine == theirs for mine, theirs in zip(by_place, wanted, strict=False)), (by_place, wanted)


def in_fresh_process(code: str) -> str:
    """What the code prints in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_loads_little() -> None:
    """Importing the package loads neither sessions nor kernels nor asyncio nor optional packages."""
    code = "import sys, aioflow; print(*sys.modules)"
    modules = set(in_fresh_process(code).split())
    assert not modules & {"asyncio", "scipy", "aioflow.session", "aioflow.kernels", "aioflow.executor"}


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of the memory from /proc")
def test_import_takes_little_memory() -> None:
    """A process that imported the package never held more than 60 MB."""
    status = in_fresh_process("import aioflow; print(open('/proc/self/status').read())")
    peak_kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    assert int(peak_kib) * 1024 <= MAX_IMPORT_NBYTES


def test_shapes_do_not_depend_on_sessions() -> None:
    """Shapes that need a kernel's help are known before a session loads the kernels."""
    code = "import aioflow as tf; print(tf.zeros(tf.maximum([2, 1], [1, 3])).shape)"
    assert in_fresh_process(code).strip() == "(2, 3)"


def test_messages_and_sessions_are_loaded_when_asked_for() -> None:
    """Names that are loaded late are listed, are what they should be, and other names are refused."""
    assert {"Session", "InteractiveSession", "SessionFactory", "ConfigProto", "RunMetadata"} <= set(dir(tf))
    assert tf.ConfigProto.DESCRIPTOR.full_name == "aioflow.ConfigProto"
    assert tf.GraphDef().SerializeToString() == b""
    assert tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=2.0)]).value[0].tag == "loss"
    with pytest.raises(AttributeError, match="no attribute 'Sesion'"):
        print(tf.Sesion)  # type: ignore[attr-defined]


def test_script_of_a_later_version() -> None:
    """A script that asks for version 1 explicitly gets the same interface."""
    assert tf.compat.v1 is tf
    tf.disable_v2_behavior()
    tf.disable_eager_execution()
    assert tf.executing_eagerly() is False
    with pytest.raises(RuntimeError, match="no eager execution"):
        tf.enable_eager_execution()


def test_text_and_bytes() -> None:
    """`tf.compat` turns text into bytes and back, and nothing else."""
    assert tf.compat.as_bytes("é") == b"\xc3\xa9"
    assert tf.compat.as_bytes(bytearray(b"a")) == b"a"
    assert tf.compat.as_str(b"\xc3\xa9") == tf.compat.as_text("é") == "é"
    assert [tf.compat.as_str_any(value) for value in (b"a", 1)] == ["a", "1"]
    for convert in (tf.compat.as_bytes, tf.compat.as_text):
        with pytest.raises(TypeError, match="binary or unicode"):
            convert(1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("owner", "name", "words"),
    [("", "GradientTape", "no attribute 'GradientTape'.*tf.gradients"),
     ("nn", "rellu", "aioflow.nn' has no attribute 'rellu'"),
     ("io", "rellu", "aioflow.io' has no attribute 'rellu'"), ("test", "create_local_cluster", "grpc://")],
)  # fmt: skip
def test_missing_names(owner: str, name: str, words: str) -> None:
    """Whoever uses a name of TensorFlow that is missing reads what to do; others are suggested a similar one."""
    module = getattr(tf, owner) if owner else tf
    with pytest.raises(AttributeError, match=words) as caught:
        getattr(module, name)
    assert (caught.value.name, caught.value.obj) == (name, module)
    assert not hasattr(module, "__wrapped__")


def test_functions_say_what_they_compute() -> None:
    """The docstring of each function in the public names begins with a sentence, not with a declaration."""
    found: dict[str, FunctionType] = {}
    for owner in (tf, *(getattr(tf, name) for name in MODULES if name != "raw_ops")):
        functions = {name: getattr(owner, name) for name in dir(owner) if not name.startswith("_")}
        found |= {f"{owner.__name__}.{name}": f for name, f in functions.items() if isinstance(f, FunctionType)}
    assert len(found) > 700
    wordless = {name for name, f in found.items() if re.match(r"$|\S*$|\w+\(.*\) -> ", f.__doc__ or "")}
    assert wordless == set()
    used = {f.__name__ for f in found.values() if f.__module__.startswith("aioflow.ops.generated")}
    assert used == {function_name(op) for op in MEANINGS}
