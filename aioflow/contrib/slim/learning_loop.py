"""`tf.contrib.slim.learning.train`: a supervisor's training, one step after the other."""
from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from aioflow.contrib import graph_building as tf
from aioflow.errors import AbortedError, OutOfRangeError
from aioflow.session.calls.sync_runner import run_twin
from aioflow.summary.summary_ops import merge_all
from aioflow.train.checkpoints.saver import Saver
from aioflow.train.global_steps import get_or_create_global_step
from aioflow.train.hooks.session_run_hook import answer
from aioflow.train.monitored.supervisor import Supervisor

_LOG = logging.getLogger("aioflow")
#: What stands for an argument that is not given, where None means something.
_DEFAULT: Any = Supervisor.USE_DEFAULT


async def train_step(
    sess: Any, train_op: Any, global_step: Any, train_step_kwargs: Mapping[str, Any]
) -> tuple[Any, bool]:
    """Takes a step, and logs it where `train` asks for that.

    Args:
        sess: The session.
        train_op: Takes a step, and gives the loss.
        global_step: Counts steps.
        train_step_kwargs: May have "should_log" and "should_stop", tensors [] bool.

    Returns:
        The loss, and whether to stop.
    """
    start = time.monotonic()
    loss, step = await sess.run([train_op, global_step])
    taken_s = time.monotonic() - start
    if "should_log" in train_step_kwargs and await sess.run(train_step_kwargs["should_log"]):
        _LOG.info("global step %d: loss = %.4f (%.3f sec/step)", step, loss, taken_s)
    stops = "should_stop" in train_step_kwargs and bool(await sess.run(train_step_kwargs["should_stop"]))
    return loss, stops


async def train(
    train_op: Any,
    logdir: str | None,
    train_step_fn: Callable[..., Any] = train_step,
    train_step_kwargs: Any = _DEFAULT,
    log_every_n_steps: int = 1,
    graph: Any = None,
    master: str = "",
    is_chief: bool = True,
    global_step: Any = None,
    number_of_steps: int | None = None,
    init_op: Any = _DEFAULT,
    init_feed_dict: Mapping[Any, Any] | None = None,
    local_init_op: Any = _DEFAULT,
    init_fn: Callable[[Any], Any] | None = None,
    ready_op: Any = _DEFAULT,
    summary_op: Any = _DEFAULT,
    save_summaries_secs: float = 600,
    summary_writer: Any = _DEFAULT,
    startup_delay_steps: int = 0,
    saver: Any = None,
    save_interval_secs: float = 600,
    sync_optimizer: Any = None,
    session_config: Any = None,
    session_wrapper: Callable[[Any], Any] | None = None,
    trace_every_n_steps: int | None = None,
    ignore_live_threads: bool = False,
) -> Any:
    """Trains until there were enough steps, an input ends, or somebody asks for a stop.

        await slim.learning.train(train_op, "run", number_of_steps=1000, save_summaries_secs=60)

    Args:
        train_op: Takes a step, and gives the loss; see `create_train_op`.
        logdir: The folder of checkpoints and events; None for none.
        train_step_fn: Is called with session, `train_op`, global step and `train_step_kwargs`; gives the loss and
            whether to stop; may be `async def`.
        train_step_kwargs: Its last argument; tells by default when to log and to stop.
        log_every_n_steps: Steps between two logs.
        graph: The graph; that of `train_op` when None.
        master: The session's target.
        is_chief: Whether this task initialises, saves and writes.
        global_step: Counts steps; that of the graph when None.
        number_of_steps: After how many steps to stop; never when None.
        init_op: See `tf.train.Supervisor`, as for the others that are not here.
        init_feed_dict: See there.
        local_init_op: See there.
        init_fn: See there.
        ready_op: See there.
        summary_op: See there; all summaries when not given.
        save_summaries_secs: See there.
        summary_writer: See there.
        startup_delay_steps: How many steps the chief has done before another task begins.
        saver: Saves and restores; one of all variables when None.
        save_interval_secs: Seconds between two checkpoints.
        sync_optimizer: A `tf.train.SyncReplicasOptimizer`, or a list of them.
        session_config: Settings of the session.
        session_wrapper: From the session to what steps are run with.
        trace_every_n_steps: Has no effect.
        ignore_live_threads: Whether tasks that do not end are no error.

    Returns:
        The last loss.

    Raises:
        ValueError: An argument is missing, or some do not go together.
    """
    _check(train_op, logdir, summary_op, saver, trace_every_n_steps, sync_optimizer, startup_delay_steps)
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")
    graph = graph or train_op.graph
    with graph.as_default():
        step = get_or_create_global_step() if global_step is None else global_step
        saver = saver or Saver()
        hooks = [] if sync_optimizer is None else _all(sync_optimizer)
        if summary_op is _DEFAULT:
            summary_op = merge_all()
        init = _with_local(init_op, hooks, is_chief)
        if train_step_kwargs is _DEFAULT:
            train_step_kwargs = _step_conditions(step, number_of_steps, log_every_n_steps)
    supervisor = Supervisor(
        graph=graph, is_chief=is_chief, logdir=logdir, init_op=init, init_feed_dict=init_feed_dict,
        local_init_op=local_init_op, ready_op=ready_op, summary_op=summary_op, summary_writer=summary_writer,
        global_step=step, saver=saver, save_summaries_secs=save_summaries_secs, save_model_secs=save_interval_secs,
        init_fn=init_fn,
    )  # fmt: skip
    loss = None
    while True:
        try:
            async with supervisor.managed_session(
                master, start_standard_services=False, config=session_config
            ) as opened:
                session = opened if session_wrapper is None else session_wrapper(opened)
                _LOG.info("Starting Session.")
                services: list[asyncio.Task[None]] = []
                if is_chief and logdir:
                    services = await supervisor.start_standard_services(opened) or []
                elif startup_delay_steps > 0:
                    await _wait_for_step(session, step, startup_delay_steps)
                tasks = supervisor.start_queue_runners(opened)
                _LOG.info("Starting Queues.")
                try:
                    while not supervisor.should_stop():
                        loss, stops = await answer(train_step_fn(session, train_op, step, train_step_kwargs))
                        if stops:
                            _LOG.info("Stopping Training.")
                            supervisor.request_stop()
                except OutOfRangeError as error:
                    # An input has ended, which is no fault.
                    _LOG.info("Caught OutOfRangeError. Stopping Training. %s", error)
                if logdir and is_chief:
                    # A checkpoint that a service has begun would take its place as the latest if it ended behind it.
                    supervisor.request_stop()
                    if services:
                        await asyncio.wait(services)
                    _LOG.info("Finished training! Saving model to disk.")
                    await saver.save(opened, supervisor.save_path, global_step=step)
                # The end of the block closes the writer.
                await supervisor.stop(tasks, close_summary_writer=False, ignore_live_threads=ignore_live_threads)
        except AbortedError:
            # A task of another machine was lost; its session is made anew.
            _LOG.info("Retrying training!")
            continue
        return loss


def train_sync(train_op: Any, logdir: str | None, *args: Any, **options: Any) -> Any:
    """`train` for scripts without an event loop."""
    return run_twin("train_sync", train, train_op, logdir, *args, **options)


def _check(
    train_op: Any, logdir: str | None, summary_op: Any, saver: Any, trace: int | None, sync_optimizer: Any, delay: int
) -> None:
    if train_op is None:
        raise ValueError("train_op cannot be None.")
    if logdir is None:
        if summary_op is not _DEFAULT and summary_op is not None:
            raise ValueError("Cannot provide summary_op because logdir=None")
        if saver is not None:
            raise ValueError("Cannot provide saver because logdir=None")
        if trace is not None:
            raise ValueError("Cannot provide trace_every_n_steps because logdir=None")
    if sync_optimizer is not None and delay > 0:
        raise ValueError("startup_delay_steps must be zero when sync_optimizer is supplied.")


def _all(optimizers: Any) -> list[Any]:
    return list(optimizers) if isinstance(optimizers, (list, tuple)) else [optimizers]


def _with_local(init_op: Any, optimizers: list[Any], is_chief: bool) -> Any:
    """The initializer, after which the chief fills the queue of tokens of replicas that wait for each other."""
    if not optimizers or not is_chief:
        return init_op
    first = tf.global_variables_initializer() if init_op is _DEFAULT else init_op
    with tf.control_dependencies([first]):
        return tf.group(first, *(optimizer.get_init_tokens_op() for optimizer in optimizers))


def _step_conditions(step: Any, number_of_steps: int | None, log_every_n_steps: int) -> dict[str, Any]:
    with tf.name_scope("train_step"):
        conditions: dict[str, Any] = {}
        if number_of_steps:
            conditions["should_stop"] = tf.greater_equal(step, number_of_steps)
        if log_every_n_steps > 0:
            conditions["should_log"] = tf.equal(tf.mod(step, log_every_n_steps), 0)
        return conditions


async def _wait_for_step(session: Any, step: Any, count: int) -> None:
    while int(await session.run(step)) < count:
        _LOG.info("Waiting for step %d before starting training.", count)
        await asyncio.sleep(1)
