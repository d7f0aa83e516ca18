"""Where the modules of TensorFlow, public and inner ones, have their names below `tf`."""
from __future__ import annotations

# Modules of TensorFlow that are the public names, or parts of them, under another name. What is not listed below
# `tensorflow.python` has all its public functions below `tf` itself.
_ROOTS = (
    "tensorflow", "tensorflow.compat.v1", "tensorflow.python", "tensorflow.python.platform", "tensorflow.python.ops",
    "tensorflow.python.framework", "tensorflow.python.client", "tensorflow.python.training",
)  # fmt: skip
_ELSEWHERE = {
    "client.timeline": "timeline",
    "framework.errors": "errors", "framework.errors_impl": "errors", "framework.dtypes": "dtypes",
    "framework.graph_util": "graph_util", "framework.test_util": "test", "framework.tensor_util": "",
    "layers.layers": "layers", "layers.core": "layers", "layers.convolutional": "layers",
    "layers.normalization": "layers", "layers.pooling": "layers", "layers.base": "layers",
    "ops.image_ops": "image", "ops.io_ops": "io", "ops.linalg_ops": "linalg", "ops.losses.losses": "losses",
    "ops.metrics": "metrics", "ops.nn": "nn", "ops.nn_impl": "nn", "ops.nn_ops": "nn", "ops.rnn": "nn",
    "ops.rnn_cell": "nn.rnn_cell", "ops.rnn_cell_impl": "nn.rnn_cell", "ops.candidate_sampling_ops": "nn",
    "ops.init_ops": "initializers", "ops.random_ops": "random", "ops.sets": "sets",
    "platform.app": "app", "platform.flags": "flags", "platform.gfile": "gfile", "platform.test": "test",
    "platform.tf_logging": "logging", "platform.googletest": "test", "lib.io.tf_record": "python_io",
    "lib.io.python_io": "python_io", "lib.io.file_io": "io.gfile", "summary.summary": "summary", "util.nest": "nest",
}  # fmt: skip
_IN_TRAIN = "training"  # all modules below it are `tf.train`


def public_path(module: str) -> str | None:
    """The path below `tf` of a module of TensorFlow; None if it has nothing public."""
    if module in _ROOTS:
        return ""
    module = module.removeprefix("tensorflow.").removeprefix("compat.v1.")
    if not module.startswith("python."):
        # Tutorials and research code beside the library.
        return None if module.startswith(("examples", "models", "core")) else module
    inner = module.removeprefix("python.")
    if inner in _ELSEWHERE:
        return _ELSEWHERE[inner]
    if inner.startswith(_IN_TRAIN):
        return "train"
    return "" if inner.startswith(("ops.", "framework.", "client.", "platform.")) else None


def path_from(module: str, name: str) -> str | None:
    """The path of what `from module import name` binds."""
    of_module = public_path(f"{module}.{name}")
    if module.startswith("tensorflow.python") or (module, name) == ("tensorflow.compat", "v1"):
        # A module of that name, or else a name in the module.
        inner = f"{module}.{name}".removeprefix("tensorflow.python.")
        if name == "v1" or inner in _ELSEWHERE or module in _ROOTS:
            return of_module
        outer = public_path(module)
        return None if outer is None else f"{outer}.{name}" if outer else name
    return of_module
