"""The sessions of ONNX Runtime in this process: one per model, whoever uses it."""
from __future__ import annotations

import hashlib
from typing import Any
from weakref import WeakValueDictionary

import onnxruntime

from aioflow.framework.process_locks import process_lock
from aioflow.packs.onnxruntime.model import OnnxModel

# Guards `_sessions`. Held while a session is made: a second aioflow session of the same model waits for it instead of
# making the same one.
_lock = process_lock()
_sessions: WeakValueDictionary[bytes, Any] = WeakValueDictionary()


def session_of(model: OnnxModel, num_threads: int) -> Any:
    """The `InferenceSession` of a model, shared by all who have the same model and hold it.

    Args:
        model: The model.
        num_threads: How many threads of its own one run may use.

    Raises:
        Exception: ONNX Runtime refuses the model; its classes of errors have no common base.
    """
    key = _fingerprint(model, num_threads)
    with _lock:
        session = _sessions.get(key)
        if session is None:
            session = _sessions[key] = _new_session(model, num_threads)
    return session


def num_sessions() -> int:
    """How many sessions of ONNX Runtime there are, of all regions that anybody holds."""
    return len(_sessions)


def _new_session(model: OnnxModel, num_threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    # Only the highest level arranges images in the blocked layout, in which convolutions are twice as fast.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.intra_op_num_threads = num_threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Without the arena the memory of one large batch goes back when the run has ended; it takes no longer.
    options.enable_cpu_mem_arena = False
    # Whatever goes wrong is told by us, in words about the nodes of the graph.
    options.log_severity_level = 4
    if model.constants:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in model.constants.values()]
        options.add_external_initializers(list(model.constants), values)
    session = onnxruntime.InferenceSession(model.message, options, providers=["CPUExecutionProvider"])
    session.disable_fallback()  # which would print, and make the session anew
    return session


def _fingerprint(model: OnnxModel, num_threads: int) -> bytes:
    digest = hashlib.blake2b(model.message, digest_size=32)
    digest.update(f"{num_threads} {onnxruntime.__version__}".encode())
    for name, value in model.constants.items():
        digest.update(name.encode())
        digest.update(value.view("u1").data if value.ndim else value.tobytes())
    return digest.digest()
