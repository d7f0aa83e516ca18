"""`aioflow run`: one step of a graph, frozen or of a SavedModel, with feeds from the command line."""
from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata, RunOptions
from aioflow.cli.element_names import ElementNames
from aioflow.cli.exits import BadInput, RunFailed
from aioflow.cli.feeds import feed_value, split_feed
from aioflow.cli.graph_output import graph_output_to_stderr
from aioflow.cli.memory import memory_limit
from aioflow.cli.model_file import FileLimits, Model
from aioflow.cli.progress import Loading
from aioflow.cli.run_results import check_room, described, recording_saver, saver, trace_saver
from aioflow.cli.terminal import one_line, printable
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.importing import import_graph_def
from aioflow.observe import record
from aioflow.saved_model.loader import import_graph_of, initialize
from aioflow.session.calls.feeds import Feed
from aioflow.session.session import Session

Document = dict[str, Any]
Look = Callable[[Session, Mapping[str, Tensor | Operation], Mapping[Tensor, Any]], Awaitable[None]]
RunAsync = Callable[[Coroutine[Any, Any, Any]], Any]
# Between a run's time-out and leaving it behind: mostly the run ends by itself then, and says which nodes were pending.
_GRACE_S = 0.5


@dataclass(frozen=True, slots=True)
class Request:
    """A step that is to be run.

    Attributes:
        feeds: Texts of the form "name=value".
        fetches: Names of tensors or operations, or keys of the signature's outputs; all of these if there is none.
        signature: A signature of a SavedModel; None for the usual one, if there is any.
        trust: "untrusted", or "full".
        timeout_s: Seconds that importing and restoring, and the step, may take; None for ever.
        memory_nbytes: Bytes of memory that may be used beside those in use already; None for no limit of ours.
        output: Where to save the values; None to print them.
        trace: Where to save when each node ran, for a trace viewer; None for an untraced run, which is faster.
        is_quiet: Whether what the graph prints is left out.
        look: Awaited behind the step, with its session, fetches and feeds.
    """

    feeds: Sequence[str]
    fetches: Sequence[str]
    signature: str | None = None
    trust: str = "untrusted"
    timeout_s: float | None = None
    memory_nbytes: int | None = None
    output: str | None = None
    trace: str | None = None
    is_quiet: bool = False
    look: Look | None = None


def run_model(
    model: Model, request: Request, limits: FileLimits, run_async: RunAsync, loading: Loading
) -> Document:  # fmt: skip
    """Runs one step.

    Args:
        model: The model.
        request: What to run.
        limits: Bounds for importing the graph.
        run_async: Runs a coroutine to its end on an event loop of its own.
        loading: Tells what is done before the step.

    Returns:
        The values by name, with dtype and shape, as a document; `value` holds arrays.

    Raises:
        BadInput: The model cannot be run, or a feed, a fetch or the output does not fit.
        RunFailed: The step ended in an error.
    """
    # Whether the results can be saved is asked first: a run may take minutes.
    save = None if request.output is None else saver(request.output)
    # What Chrome shows is TensorFlow's statistics of each node; for the other viewers the step is recorded as it runs.
    is_recorded = _is_recorded(request)
    save_recording = recording_saver(request.trace) if request.trace is not None and is_recorded else None
    save_trace = trace_saver(request.trace) if request.trace is not None and not is_recorded else None
    metadata = None if save_trace is None else RunMetadata()
    recording = record(every=1)

    def run() -> Document:
        loading.note(f"importing {len(model.graph_def.node):,} nodes")
        graph = _imported(model, request.trust, limits)
        names = ElementNames(model, graph, request.signature)
        fetches = names.fetched(request.fetches)
        if request.output is not None:
            check_room(request.output, fetches)
        feeds = _feeds(names, request.feeds)
        began = time.perf_counter()
        with recording if is_recorded else nullcontext():
            values = run_async(_one_step(model, graph, fetches, feeds, request, metadata, loading))
        elapsed_s = time.perf_counter() - began
        return {"elapsed_s": elapsed_s, "values": {name: described(values[name]) for name in fetches}}

    # Importing runs on the thread, too: it works on the model's own data, and shapes may be as hostile as kernels.
    with memory_limit(request.memory_nbytes), graph_output_to_stderr(request.is_quiet):
        document = _within(request.timeout_s, run)
    if save is not None:
        save({name: entry["value"] for name, entry in document["values"].items()})
        document["output"] = request.output
    if save_trace is not None and metadata is not None:
        save_trace(metadata.step_stats)
        document["trace"] = request.trace
    if save_recording is not None:
        save_recording(recording)
        document["trace"] = request.trace
    return document


# ---- before the run
def _imported(model: Model, trust: str, limits: FileLimits) -> Graph:
    where = printable(str(model.path))
    graph = Graph()
    try:
        with graph.as_default():
            if model.meta_graph is None:
                import_graph_def(model.graph_def, name="", trust=trust, limits=limits.graph)
            else:
                import_graph_of(model.meta_graph, model.folder, trust=trust, limits=limits.graph)
    except errors.PermissionDeniedError as error:
        raise BadInput(f"{where} is refused: {one_line(error)} (--trust full)") from error
    except errors.ResourceExhaustedError as error:
        raise BadInput(f"{where}: {one_line(error)}; pass --large if it is honest") from error
    except (ValueError, TypeError, errors.OpError) as error:
        raise BadInput(f"{where} cannot be imported: {one_line(error)}") from error
    return graph


def _feeds(names: ElementNames, texts: Sequence[str]) -> dict[Tensor, Any]:
    feeds: dict[Tensor, Any] = {}
    for text in texts:
        name, value_text = split_feed(text)
        tensor = names.fed(name)
        if tensor in feeds:
            raise BadInput(f"{printable(tensor.name)} is fed twice")
        # Strictly, since a literal shows plainly what was meant: 1.5 for an integer is a slip.
        try:
            feeds[tensor] = Feed(tensor, is_strict=True).array(feed_value(value_text))
        except (TypeError, ValueError, OverflowError) as error:
            raise BadInput(f"--feed {printable(name, 80)}: {one_line(error)}") from error
    return feeds


# ---- the run
def _is_recorded(request: Request) -> bool:
    """Whether the step is recorded as all steps run, instead of traced node by node."""
    return request.trace is not None and request.trace.endswith((".pftrace", ".html"))


def _run_options(request: Request) -> RunOptions:
    timeout_ms = 0 if request.timeout_s is None else max(1, round(request.timeout_s * 1000))  # 0 would be none
    is_traced = request.trace is not None and not _is_recorded(request)
    level = RunOptions.FULL_TRACE if is_traced else RunOptions.NO_TRACE
    return RunOptions(timeout_in_ms=timeout_ms, trace_level=level)


async def _one_step(
    model: Model, graph: Graph, fetches: Mapping[str, Tensor | Operation], feeds: Mapping[Tensor, Any],
    request: Request, metadata: RunMetadata | None, loading: Loading,
) -> dict[str, Any]:  # fmt: skip
    async with Session(graph=graph) as session:
        loading.note("restoring variables and tables")
        await _restore(model, session, request.timeout_s)
        # The graph may print from here on.
        loading.end()
        try:
            values = await session.run(dict(fetches), dict(feeds), _run_options(request), metadata)
            if request.look is not None:
                await request.look(session, fetches, feeds)
            return values
        except errors.OpError as error:
            raise RunFailed(f"{type(error).__name__}: {one_line(error.message)}") from error
        except (TypeError, ValueError, RuntimeError) as error:
            raise BadInput(one_line(error)) from error
        except MemoryError as error:
            raise RunFailed(f"the run needs more memory than it may have (--memory-mb): {one_line(error)}") from error


async def _restore(model: Model, session: Session, timeout_s: float | None) -> None:
    """Gives the variables and tables of a SavedModel their values."""
    if model.meta_graph is None:
        return
    where = printable(str(model.folder))
    try:
        async with asyncio.timeout(timeout_s):
            await initialize(session, model.meta_graph, model.folder)
    except TimeoutError:
        raise RunFailed(f"DeadlineExceededError: {where} was not restored within {timeout_s} s") from None
    except errors.PermissionDeniedError as error:
        raise BadInput(f"{where} is refused: {one_line(error)} (--trust full)") from error
    except (errors.OpError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise BadInput(f"{where} cannot be restored: {one_line(error.args[0] if error.args else error)}") from error
    except MemoryError as error:
        raise RunFailed(f"restoring needs more memory than it may have (--memory-mb): {one_line(error)}") from error


def _within(timeout_s: float | None, function: Callable[[], Document]) -> Document:
    """Calls `function` in a thread, which is left behind if a kernel outlives the time-out; returns its result."""
    # No thread can be stopped from outside. A daemon thread does not keep the process from ending, so that the command
    # ends in time whatever a kernel does. The lists are written by one thread and read after it ended.
    ended: list[Document] = []
    raised: list[BaseException] = []

    def call() -> None:
        try:
            ended.append(function())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=call, name="aioflow_run", daemon=True)
    try:
        thread.start()
    except RuntimeError as error:  # there is no room for its stack
        raise RunFailed(f"the run needs more memory than it may have (--memory-mb): {one_line(error)}") from error
    thread.join(None if timeout_s is None else timeout_s + _GRACE_S)
    if raised:
        raise raised[0]
    if not ended:
        raise RunFailed(f"DeadlineExceededError: the run did not come to rest within {timeout_s} s")
    return ended[0]
