"""What to do about names of TensorFlow 1 that aioflow does not have.

A name that exists is never looked up here, so an entry of a name that has come since does no harm.
"""
from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

_CLUSTERS = "there are no distribution strategies; tf.train.Server and sessions at grpc:// run graphs on clusters"
_COMPOSE = "write it with other functions, or load a graph that has it"
_EAGER = "TensorFlow 2 runs Python without a graph; export a SavedModel there, and tf.saved_model.load it"
_FORMATS = "aioflow reads and writes GraphDefs, checkpoints and SavedModels"
_KERAS = "tf.layers has the layers; a Keras model can be loaded as a SavedModel"
_OPS = "ops and kernels are added in Python: see docs/api/extending.md"
_SETTINGS = "sessions take a tf.ConfigProto"
_LATER = "of TensorFlow 2, whose names are here only where they serve graphs"
_RAGGED = "import graphs with ragged tensors; tf.raw_ops has their ops"
_OWN_TESTS = "TensorFlow's own tests need it"

#: What is not going to come, by name or by the module around it; the longest one counts.
_NEVER = {
    "autograph": _EAGER,
    "compat.forward_compatibility_horizon": _OWN_TESTS,
    "compat.forward_compatible": _OWN_TESTS,
    "COMPILER_VERSION": "nothing is compiled",
    "config": _SETTINGS,
    "contrib": "tf.contrib has the parts that are used most: layers, slim, framework, rnn, seq2seq, training, crf, ...",
    "contrib.estimator": "tf.estimator has heads, add_metrics and canned estimators",
    "contrib.learn": "tf.estimator has what came of it",
    "conv": "tf.nn.convolution has any rank",
    "conv2d_backprop_filter_v2": "use tf.nn.conv2d_backprop_filter",
    "conv2d_backprop_input_v2": "use tf.nn.conv2d_backprop_input",
    "CXX11_ABI_FLAG": "nothing is compiled",
    "CXX_VERSION": "nothing is compiled",
    "data.DatasetSpec": _LATER,
    "data.experimental.CheckpointInputPipelineHook": "save the step, and begin the input there",
    "data.experimental.DatasetInitializer": _LATER,
    "data.experimental.DatasetStructure": _LATER,
    "data.experimental.dense_to_ragged_batch": _RAGGED,
    "data.experimental.enable_debug_mode": _LATER,
    "data.experimental.make_saveable_from_iterator": "save the step, and begin the input there",
    "data.experimental.OptionalStructure": _LATER,
    "data.experimental.pad_to_cardinality": _LATER,
    "data.experimental.RaggedTensorStructure": _LATER,
    "data.experimental.service": _CLUSTERS,
    "data.experimental.snapshot": "Dataset.cache(filename) keeps elements in a file",
    "data.experimental.SparseTensorStructure": _LATER,
    "data.experimental.SqlDataset": "read the database in Python: Dataset.from_generator",
    "data.experimental.TensorArrayStructure": _LATER,
    "data.experimental.TensorStructure": _LATER,
    "data.NumpyIterator": _LATER,
    "debugging.disable_check_numerics": "tf.add_check_numerics_ops checks all nodes of a graph",
    "debugging.disable_traceback_filtering": _LATER,
    "debugging.enable_check_numerics": "tf.add_check_numerics_ops checks all nodes of a graph",
    "debugging.enable_traceback_filtering": _LATER,
    "debugging.experimental": "RunOptions.FULL_TRACE shows what a step did",
    "debugging.get_log_device_placement": "sessions take tf.ConfigProto(log_device_placement=True)",
    "debugging.is_traceback_filtering_enabled": _LATER,
    "debugging.set_log_device_placement": "sessions take tf.ConfigProto(log_device_placement=True)",
    "distribute": _CLUSTERS,
    "distributions": _COMPOSE,
    "dtypes.experimental": "the package has these dtypes itself, such as tf.int4",
    "errors.raise_exception_on_not_ok_status": "whatever fails raises its error",
    "estimator.experimental": "hooks and heads of tf.estimator do the same in a few lines",
    "estimator.tpu": _CLUSTERS,
    "experimental": _LATER,
    "fftnd": "tf.fft3d and its kin transform up to three dimensions",
    "GIT_VERSION": "aioflow.__version__ is that of aioflow",
    "GradientTape": "use tf.gradients, which builds the gradients' nodes",
    "ifftnd": "tf.ifft3d and its kin transform up to three dimensions",
    "image.generate_bounding_box_proposals": "no kernel is there for the op; see docs/ops.md",
    "io.RaggedFeature": _RAGGED,
    "irfftnd": "tf.spectral.irfft3d and its kin transform up to three dimensions",
    "keras": _KERAS,
    "layers.experimental": _KERAS,
    "linalg.eigh_tridiagonal": "tf.linalg.eigh takes the whole matrix",
    "linalg.experimental": _LATER,
    "linalg.LinearOperator": _COMPOSE,
    "lite": _FORMATS,
    "LMDBReader": "read the database in Python, and feed what it gives",
    "load_file_system_library": _OPS,
    "load_library": _OPS,
    "load_op_library": _OPS,
    "mixed_precision": "cast to tf.float16 or tf.bfloat16 where it is wanted",
    "mlir": _FORMATS,
    "Module": _EAGER,
    "MONOLITHIC_BUILD": "nothing is compiled",
    "nn.compute_average_loss": _CLUSTERS,
    "nn.ctc_unique_labels": "tf.nn.ctc_loss_v2 does without",
    "nn.experimental": _LATER,
    "nn.quantized_relu_x": "no kernel is there for the op; see docs/ops.md",
    "nn.scale_regularization_loss": _CLUSTERS,
    "nondifferentiable_batch_function": "tf.raw_ops.BatchFunction adds a node of that op",
    "OptionalSpec": _LATER,
    "profiler": "RunOptions.FULL_TRACE fills RunMetadata.step_stats; `aioflow run --trace FILE` saves them",
    "quantization.experimental": _FORMATS,
    "ragged": _RAGGED,
    "RaggedTensor": _RAGGED,
    "RaggedTensorSpec": _RAGGED,
    "random.Algorithm": _LATER,
    "random.create_rng_state": _LATER,
    "random.experimental": _LATER,
    "random.Generator": "the functions of tf.random take seeds",
    "random.get_global_generator": _LATER,
    "random.set_global_generator": _LATER,
    "raw_ops": "no kernel is there for the op; see docs/ops.md",
    "rfftnd": "tf.spectral.rfft3d and its kin transform up to three dimensions",
    "saved_model.Asset": "tf.saved_model.builder writes models, with assets_collection",
    "saved_model.experimental": _LATER,
    "saved_model.load_v2": "tf.saved_model.load loads models of both versions",
    "saved_model.save": "tf.saved_model.builder and tf.saved_model.simple_save write models",
    "saved_model.SaveOptions": "tf.saved_model.builder and tf.saved_model.simple_save write models",
    "saved_model.signature_def_utils.MethodNameUpdater": "load the model and write it with tf.saved_model.builder",
    "signal.fftnd": "tf.signal.fft3d and its kin transform up to three dimensions",
    "signal.ifftnd": "tf.signal.ifft3d and its kin transform up to three dimensions",
    "signal.irfftnd": "tf.signal.irfft3d and its kin transform up to three dimensions",
    "signal.rfftnd": "tf.signal.rfft3d and its kin transform up to three dimensions",
    "summary.all_v2_summary_ops": "tf.summary.merge_all gathers summaries",
    "summary.initialize": "tf.summary.FileWriter writes summaries",
    "sysconfig": "nothing is compiled",
    "TensorArraySpec": _LATER,
    "test.create_local_cluster": _CLUSTERS,
    "test.disable_with_predicate": _OWN_TESTS,
    "test.experimental": _LATER,
    "test.StubOutForTesting": "use unittest.mock",
    "test.with_eager_op_as_function": _OWN_TESTS,
    "tpu": _CLUSTERS,
    "train.CheckpointOptions": "tf.train.Saver writes checkpoints",
    "train.experimental": _LATER,
    "types": _LATER,
    "user_ops": _OPS,
    "vectorized_map": "use tf.map_fn",
    "VERSION": "aioflow.__version__ is that of aioflow",
    "version": "aioflow.__version__ is that of aioflow",
    "wrap_function": _EAGER,
    "xla": "steps are optimised by themselves; tf.ConfigProto has settings for it",
}

#: What is going to come, and is inside something that is not.
_PLANNED_WITHIN = (
    "contrib.layers", "contrib.slim", "contrib.framework", "contrib.rnn", "contrib.seq2seq", "contrib.training",
    "contrib.data", "contrib.feature_column", "contrib.lookup",
)  # fmt: skip

#: What to use until then.
_MEANWHILE = {
    "data": "datasets in imported graphs run, and tf.raw_ops builds their nodes; or feed batches from Python",
    "nn.bidirectional_dynamic_rnn": "write it with tf.while_loop, or load a graph that has it",
    "nn.dynamic_rnn": "write it with tf.while_loop, or load a graph that has it",
    "nn.rnn_cell": "write it with tf.while_loop, or load a graph that has it",
    "py_function": "use tf.py_func, or tf.async_py_func for a coroutine",
}
_NAMES = Path(__file__).parent / "tensorflow_names.txt"


def absent(module: ModuleType, path: str, name: str) -> AttributeError:
    """Makes the error for a missing name.

    Args:
        module: Where it is missing; Python suggests a similar name of it.
        path: What users call that module: "aioflow" or "aioflow.nn".
        name: The name.
    """
    full = f"{path}.{name}".partition(".")[2]
    text = f"module {path!r} has no attribute {name!r}"
    within = tensorflow_names().get(full.rpartition(".")[0], frozenset())
    if name in within or full in tensorflow_names():
        planned = plan(full) == "planned"
        text += f": tf.{full} of TensorFlow 1 is {'not here yet' if planned else 'not part of aioflow'}"
    return AttributeError("; ".join(filter(None, (text, advice(full)))), name=name, obj=module)


def plan(full: str) -> str:
    """Tells whether a missing name is "planned" to come, or "never".

    Args:
        full: The name below `tf`: "nn.dynamic_rnn".
    """
    return "never" if _longest(full, _PLANNED_WITHIN) is None and _longest(full, _NEVER) is not None else "planned"


def advice(full: str) -> str:
    """Returns what to use instead of a missing name, or "" if there is nothing."""
    op = _ops().get(full.rpartition(".")[2].replace("_", "").lower())
    if plan(full) == "never":
        return _NEVER[_longest(full, _NEVER) or ""]
    key = _longest(full, _MEANWHILE)
    return _MEANWHILE[key] if key is not None else f"tf.raw_ops.{op} adds a node of that op" if op else ""


@cache
def tensorflow_names() -> dict[str, frozenset[str]]:
    """Returns the public names of TensorFlow 1, by module below `tf`: "" is `tf` itself, "nn" is `tf.nn`."""
    lines = [line for line in _NAMES.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {module: frozenset(names.split()) for module, _, names in (line.partition(":") for line in lines)}


def _longest(full: str, keys: dict[str, str] | tuple[str, ...]) -> str | None:
    """Returns the longest key that is the name, or a module around it."""
    fitting = [key for key in keys if full == key or full.startswith(f"{key}.") or _is_kin(full, key)]
    return max(fitting, key=len, default=None)


def _is_kin(full: str, key: str) -> bool:
    # One class stands for those that begin like it: "linalg.LinearOperator" for "linalg.LinearOperatorDiag".
    return key == "linalg.LinearOperator" and full.startswith(key)


@cache
def _ops() -> dict[str, str]:
    """Gives the ops that have kernels, by their names in small letters: "decodepng" -> "DecodePng"."""
    from aioflow.framework.families import kernel_modules_of, ops_of_families  # `import aioflow` does not need it

    return {op.lower(): op for op in ops_of_families() if kernel_modules_of(op) and not op.startswith("_")}
