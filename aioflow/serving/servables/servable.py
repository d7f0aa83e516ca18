"""Servable: one version of a model, loaded."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.config_pb2 import RunOptions
from aioflow.saved_model.files import maybe_saved_model_directory
from aioflow.serving.servables.known_calls import KnownCalls
from aioflow.serving.servables.session_pools import PoolChoice
from aioflow.serving.servables.signature import DEFAULT_SIGNATURE, Array, Signature, signature_of
from aioflow.serving.settings.model import Model
from aioflow.session.calls.feeds import Feed
from aioflow.session.direct_session import DirectSession
from aioflow.session.session import Session

_Call = Callable[..., Awaitable[dict[str, Any]]]
TraceRun = Callable[[str, _Call, Sequence[Any], RunOptions | None], Awaitable[dict[str, Any]]]


class Servable:
    """A version of a model that can be run.

    Args:
        model: The model.
        version: Its number.
        path: Its folder or file.
        session: An open session with all values restored; closed by `close`.
        signature_defs: Its signatures, by name.
        pools: The pools of the session.

    Attributes:
        model: The model.
        version: Its number.
        path: Its folder or file.
        session: The session.
        signature_defs: The `SignatureDef`s by name, as the file has them.
        signatures: The same, ready for use.
        pools: Which pool a request's step takes.
        trace_run: Runs a signature with spans, given its name, its callable, values and options; None where nobody
            records any.
    """

    def __init__(
        self, model: Model, version: int, path: Path, session: Session, signature_defs: Mapping[str, Any],
        pools: PoolChoice,
    ) -> None:  # fmt: skip
        self.model = model
        self.version = version
        self.path = path
        self.session = session
        self.signature_defs = dict(signature_defs)
        self.signatures = {name: signature_of(name, each) for name, each in self.signature_defs.items()}
        self.pools = pools
        self.trace_run: TraceRun | None = None
        self._calls = KnownCalls[_Call]()

    def __repr__(self) -> str:
        return f"<Servable {self.model.name!r} version={self.version} signatures={sorted(self.signatures)}>"

    @property
    def platform(self) -> str:
        """KServe's name for its kind of file."""
        return "tensorflow_savedmodel" if maybe_saved_model_directory(self.path) else "tensorflow_graphdef"

    def signature(self, name: str = "") -> Signature:
        """Finds a signature; "" is the default one.

        Raises:
            FailedPreconditionError: There is none of that name.
        """
        found = self.signatures.get(name or DEFAULT_SIGNATURE)
        if found is None:
            raise errors.failed_precondition(f'Serving signature key "{name or DEFAULT_SIGNATURE}" not found.')
        return found

    async def run(
        self,
        signature: Signature,
        inputs: Mapping[str, Any],
        outputs: Sequence[str],
        options: RunOptions | None = None,
    ) -> dict[str, Array]:
        """Runs a signature once, unbatched.

        Args:
            signature: One of `signatures`.
            inputs: Values by alias, one for each input. Arrays that are not read-only are copied.
            outputs: Aliases of the outputs that are wanted.
            options: Options of the step.

        Returns:
            Arrays by alias, which belong to the caller.

        Raises:
            InvalidArgumentError: A value does not fit.
            OpError: The step failed.
        """
        call = self._calls.find(signature, outputs, self._new_call)
        # In the signature's order, which the callable has; requests have theirs.
        values = [inputs[alias] for alias in signature.inputs]
        try:
            if self.trace_run is None:
                found = await call(*values, options=options)
            else:
                found = await self.trace_run(signature.name, call, values, options)
        except (TypeError, ValueError, OverflowError) as error:  # what `run` raises of values that cannot be fed
            raise errors.invalid_argument(str(error)) from error
        return {alias: value if type(value) is np.ndarray else _array(value) for alias, value in found.items()}

    def arrays(self, signature: Signature, values: Mapping[str, Any]) -> dict[str, Array]:
        """Converts values as feeds are converted.

        Raises:
            TypeError: A value is of another kind.
            ValueError: It is no array, or one of another shape.
        """
        graph = self.session.graph
        return {
            alias: Feed(graph.get_tensor_by_name(signature.inputs[alias].tensor_name)).array(value)
            for alias, value in values.items()
        }

    def _new_call(self, signature: Signature, outputs: tuple[str, ...]) -> _Call:
        graph = self.session.graph
        for spec in (*signature.inputs.values(), *(signature.outputs[alias] for alias in outputs)):
            if not spec.tensor_name:
                raise errors.unimplemented(f"signature {signature.name!r} has sparse or composite tensors")
        feeds = [graph.get_tensor_by_name(spec.tensor_name) for spec in signature.inputs.values()]
        fetches = {alias: graph.get_tensor_by_name(signature.outputs[alias].tensor_name) for alias in outputs}
        return self.session.make_callable(fetches, feeds)

    async def close(self) -> None:
        """Cancels what still runs and frees everything."""
        self._calls.clear()
        await self.session.close()
        await asyncio.to_thread(self._dismantle)

    def _dismantle(self) -> None:
        backend = self.session.backend
        if isinstance(backend, DirectSession):
            backend.dismantle()
            self.session.graph.dismantle()


def _array(value: Any) -> Array:
    """Makes an array of a single value, which sessions give as a numpy scalar or as bytes."""
    return np.array(value, object) if isinstance(value, (bytes, str)) else np.asarray(value)
