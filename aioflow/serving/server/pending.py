"""Pending: a prediction whose answer is given to a method, not to somebody who awaits it."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from aioflow import errors
from aioflow.serving.batching.ticket import Ticket
from aioflow.serving.lifecycle.served_model import Loaded
from aioflow.serving.servables.signature import Array, Signature
from aioflow.serving.server.batched import BatchedServable
from aioflow.serving.server.events import RequestEnded
from aioflow.serving.server.request import Request, Response

Tell = Callable[[RequestEnded], None]


class Pending:
    """A request that waits for its batch, and is the outcome that the batcher tells. A subclass takes the answer.

    `ModelServer.predict` does the same for whoever can await it, by a chain of coroutines, a task and a future, which
    take longer than a small model does.

    Attributes:
        prediction: The request, once it has begun.
    """

    # Of the class until they are set, which saves each request a chain of constructors.
    prediction: Request | None = None
    _ticket: Ticket | None = None  # as long as somebody waits: it knows this object, too
    _began_s: float
    _signature: Signature
    _loaded: Loaded
    _batched: BatchedServable
    _tell: Tell

    def answered(self, response: Response) -> None:
        """Takes the answer; must not raise."""
        raise NotImplementedError

    def failed(self, error: BaseException) -> None:
        """Takes the error; must not raise."""
        raise NotImplementedError

    def begin(
        self, request: Request, signature: Signature, loaded: Loaded, batched: BatchedServable, tell: Tell
    ) -> bool:
        """Has the request wait; False where it has to be awaited, and nothing has happened.

        Args:
            request: The request, with all inputs and outputs that it has in the signature.
            signature: What of the model it asks for.
            loaded: The version.
            batched: Runs it.
            tell: Is told how it ends.
        """
        call = batched.call(signature, request.outputs)
        if call is None:
            return False
        self._began_s = perf_counter()
        self.prediction, self._tell = request, tell
        try:
            ticket = batched.join(call, request, self)
        except errors.OpError as error:
            self._fail(error)
            return True
        if ticket is None:
            return False
        loaded.__enter__()
        self._ticket, self._signature, self._loaded, self._batched = ticket, signature, loaded, batched
        return True

    def cancel(self) -> None:
        """Says that nobody waits for the answer any more, if it has not come."""
        if self._ticket is not None:
            self._batched.note_cancelled(self._ticket)
            self._leave()
            self._note_end(asyncio.CancelledError(), perf_counter() - self._began_s)

    # ---- the batcher's words
    def done(self) -> bool:
        """Whether nobody waits any more."""
        return self._ticket is None

    def set_result(self, result: dict[str, Array], /) -> None:
        """Takes the outputs."""
        assert self.prediction is not None
        servable = self._loaded.servable
        self._leave()
        response = Response(result, servable.model.name, servable.version, self._signature.name)
        seconds = perf_counter() - self._began_s
        self.answered(response)
        self._tell(RequestEnded(self.prediction, response, None, seconds))

    def set_exception(self, exception: BaseException, /) -> None:
        """Takes the error."""
        self._leave()
        self._fail(exception)

    def _fail(self, error: BaseException) -> None:
        seconds = perf_counter() - self._began_s
        self.failed(error)
        self._note_end(error, seconds)

    def _note_end(self, error: BaseException, seconds: float) -> None:
        assert self.prediction is not None
        self._tell(RequestEnded(self.prediction, None, error, seconds))

    def _leave(self) -> None:
        ticket, self._ticket = self._ticket, None
        assert ticket is not None
        self._batched.leave(ticket)
        self._loaded.__exit__()
