"""Tags by which the graph of a SavedModel is chosen."""
from __future__ import annotations

__all__ = [
    "GPU", "SERVING", "TPU", "TRAINING",
]  # fmt: skip

SERVING = "serve"
TRAINING = "train"
GPU = "gpu"
TPU = "tpu"
