"""What a server says of itself and of tensors, the same in each protocol."""
from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aioflow.serving.codecs.infer_datatypes import DATATYPES
from aioflow.serving.lifecycle.states import State
from aioflow.serving.servables.signature import TensorSpec
from aioflow.serving.server.model_server import ModelServer

NAME = "aioflow"
#: KServe's names of extensions that both of its interfaces have.
EXTENSIONS = ["binary_tensor_data", "model_repository"]


def version_of_package() -> str:
    """The package's version."""
    # Not imported: the package itself stands on rooms above this one. It is there before anything below it runs.
    version: str = sys.modules["aioflow"].__version__
    return version


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A version of a model in Triton's index.

    Attributes:
        name: The model's name.
        version: The version, in digits.
        state: "READY", or the name of its state.
        reason: Why it could not be loaded, or "".
    """

    name: str
    version: str
    state: str
    reason: str


def index_of(server: ModelServer, only_ready: bool = False) -> Iterator[IndexEntry]:
    """All versions of all models, or only those that serve."""
    for name in server.model_names:
        for status in server.status(name):
            is_ready = status.state is State.AVAILABLE
            if is_ready or not only_ready:
                reason = "" if status.error is None else str(status.error.message)
                yield IndexEntry(name, str(status.version), "READY" if is_ready else status.state.name, reason)


def is_ready(server: ModelServer, name: str, version: int | None) -> bool:
    """Whether a version of a model serves, or any if none is named.

    Raises:
        NotFoundError: There is no such model or version.
    """
    return any(status.state is State.AVAILABLE for status in server.status(name, version))


def described(specs: Mapping[str, TensorSpec]) -> list[tuple[str, str, list[int]]]:
    """Names, datatypes and shapes of tensors in KServe's words; a size of -1 is one that is not known."""
    return [(alias, DATATYPES.get(spec.dtype.base_dtype, ""), _shape(spec)) for alias, spec in specs.items()]


def _shape(spec: TensorSpec) -> list[int]:
    sizes = spec.shape.as_list() if spec.shape.rank is not None else [None]
    return [-1 if size is None else size for size in sizes]
