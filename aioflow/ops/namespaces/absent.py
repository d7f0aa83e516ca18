"""What to do about names of TensorFlow that aioflow does not have."""
from __future__ import annotations

from types import ModuleType

_TRAIN = "aioflow runs models that TensorFlow has trained; export them there, with tf.saved_model or as a frozen graph"
_FILES = "use open() and pathlib; tf.load_graph(path) reads a frozen graph"
_PROGRAM = "use the standard library's: argparse for flags, asyncio.run(main()) to start"
_EAGER = "TensorFlow 2 runs Python without a graph; export a SavedModel there, and tf.saved_model.load it"
_PIPELINES = "datasets in imported graphs run, and tf.raw_ops builds their nodes; or feed batches from Python"

# By the first part of the name below `tf`, or by two parts where the first one exists.
_ADVICE = {
    "app": _PROGRAM,
    "contrib": "TensorFlow itself has removed it",
    "data": _PIPELINES,
    "estimator": _TRAIN,
    "flags": _PROGRAM,
    "function": _EAGER,
    "gfile": _FILES,
    "GradientTape": _TRAIN,
    "gradients": _TRAIN,
    "graph_util": "freeze graphs with TensorFlow; tf.load_graph reads them",
    "hessians": _TRAIN,
    "io.gfile": _FILES,
    "keras": _TRAIN,
    "layers": _TRAIN,
    "logging": "use the standard library's logging; aioflow's loggers are below 'aioflow'",
    "losses": _TRAIN,
    "metrics": _TRAIN,
    "nn.bidirectional_dynamic_rnn": "write it with tf.while_loop, or load a graph that has it",
    "nn.dynamic_rnn": "write it with tf.while_loop, or load a graph that has it",
    "nn.rnn_cell": "write it with tf.while_loop, or load a graph that has it",
    "py_function": "use tf.py_func, or tf.async_py_func for a coroutine",
    "summary": "tf.raw_ops has the ops of summaries",
    "test": "use pytest; aioflow.testing has fixtures and instruments",
    "train.Saver": "SavedModels hold their variables; tf.raw_ops.SaveV2 and RestoreV2 are the ops of checkpoints",
    "train.Server": "there are no clusters: a session runs in this process",
}


def absent(module: ModuleType, path: str, name: str) -> AttributeError:
    """Makes the error for a missing name.

    Args:
        module: Where it is missing; Python suggests a similar name of it.
        path: What users call that module: "aioflow" or "aioflow.nn".
        name: The name.
    """
    full = f"{path}.{name}".partition(".")[2]
    advice = _ADVICE.get(full)
    if advice is None and full.startswith("train.") and name.endswith(("Optimizer", "Session", "Hook", "Scaffold")):
        advice = _TRAIN
    text = f"module {path!r} has no attribute {name!r}"
    return AttributeError(f"{text}; {advice}" if advice else text, name=name, obj=module)
