"""RunConfig: where and how an estimator trains, evaluates and saves."""
from __future__ import annotations

import copy
import json
import logging
import os
from collections.abc import Callable, Mapping
from typing import Any

from aioflow._proto.config_pb2 import ConfigProto, GraphOptions
from aioflow._proto.rewriter_config_pb2 import RewriterConfig
from aioflow.estimator.cluster_tasks import TaskType, task_of
from aioflow.estimator.parameters import parameter_names
from aioflow.framework.devices.cluster_spec import ClusterSpec

CLUSTER_VARIABLE = "TF_CONFIG"
"""JSON: which task of which cluster the process is, and the folder of its models, for settings of estimators."""
_LOG = logging.getLogger(__name__)
_USE_DEFAULT: Any = object()  # tells an argument that was left out from None, which switches off
_CHECKPOINTS_EVERY_S = 600  # as in TensorFlow
_BOTH_PERIODS = "`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set."
_REPLACEABLE = (
    "model_dir", "tf_random_seed", "save_summary_steps", "save_checkpoints_steps", "save_checkpoints_secs",
    "session_config", "keep_checkpoint_max", "keep_checkpoint_every_n_hours", "log_step_count_steps",
    "train_distribute", "device_fn", "protocol", "eval_distribute", "experimental_distribute",
    "experimental_max_worker_delay_secs", "session_creation_timeout_secs", "checkpoint_save_graph_def",
)  # fmt: skip
_IS_VALID: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "model_dir": (bool, "model_dir should be non-empty"),
    "save_summary_steps": (lambda steps: steps >= 0, "save_summary_steps should be >= 0"),
    "save_checkpoints_steps": (lambda steps: steps >= 0, "save_checkpoints_steps should be >= 0"),
    "save_checkpoints_secs": (lambda seconds: seconds >= 0, "save_checkpoints_secs should be >= 0"),
    "session_config": (
        lambda config: getattr(getattr(config, "DESCRIPTOR", None), "name", None) == "ConfigProto",
        "session_config must be instance of ConfigProto",
    ),
    "keep_checkpoint_max": (lambda number: number >= 0, "keep_checkpoint_max should be >= 0"),
    "keep_checkpoint_every_n_hours": (lambda hours: hours > 0, "keep_checkpoint_every_n_hours should be > 0"),
    "log_step_count_steps": (lambda steps: steps > 0, "log_step_count_steps should be > 0"),
    "tf_random_seed": (lambda seed: isinstance(seed, int), "tf_random_seed must be integer."),
    "experimental_max_worker_delay_secs": (
        lambda delay: isinstance(delay, int), "experimental_max_worker_delay_secs must be an integer if set.",
    ),
    "session_creation_timeout_secs": (lambda seconds: seconds > 0, "session_creation_timeout_secs should be > 0"),
    "device_fn": (
        lambda function: callable(function) and parameter_names(function) == ["op"],
        'device_fn must be callable with exactly one argument "op".',
    ),
    "protocol": (lambda name: name in ("grpc", "grpc+verbs"), "protocol should be grpc or grpc+verbs"),
}  # fmt: skip


class RunConfig:
    """Settings of an estimator, each an attribute; a copy with others comes from `replace`.

    What the environment variable TF_CONFIG, JSON, says of a cluster is in further attributes; sessions here are those
    of one process.

    Args:
        model_dir: The folder of checkpoints and events; a temporary one when None.
        tf_random_seed: The seed of each graph.
        save_summary_steps: Steps between two summaries; None or 0 for none.
        save_checkpoints_steps: Steps between two checkpoints; None for none.
        save_checkpoints_secs: Seconds between two checkpoints, 600 unless steps are given; None for none.
        session_config: Settings of sessions.
        keep_checkpoint_max: How many checkpoints there may be before the oldest is deleted; None or 0 for any number.
        keep_checkpoint_every_n_hours: One checkpoint in so many hours is never deleted.
        log_step_count_steps: Steps between two logs of loss and speed; None for none.
        train_distribute: Must be None when an estimator is made.
        device_fn: An operation -> its device.
        protocol: The protocol between tasks.
        eval_distribute: As `train_distribute`.
        experimental_distribute: Likewise.
        experimental_max_worker_delay_secs: Has no effect.
        session_creation_timeout_secs: Seconds that others than the chief wait for it.
        checkpoint_save_graph_def: Whether to write the graph beside the checkpoints.

    Raises:
        ValueError: A value cannot be, two contradict each other, or TF_CONFIG says what cannot be.
        TypeError: "service" of TF_CONFIG is no dict.
    """

    def __init__(
        self,
        model_dir: str | os.PathLike[str] | None = None,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_steps: int | None = _USE_DEFAULT,
        save_checkpoints_secs: float | None = _USE_DEFAULT,
        session_config: ConfigProto | None = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int | None = 100,
        train_distribute: Any = None,
        device_fn: Callable[[Any], Any] | None = None,
        protocol: str | None = None,
        eval_distribute: Any = None,
        experimental_distribute: Any = None,
        experimental_max_worker_delay_secs: int | None = None,
        session_creation_timeout_secs: float = 7200,
        checkpoint_save_graph_def: bool = True,
    ) -> None:
        steps, seconds = save_checkpoints_steps, save_checkpoints_secs
        if steps is _USE_DEFAULT:
            steps = None
            seconds = _CHECKPOINTS_EVERY_S if seconds is _USE_DEFAULT else seconds
        elif seconds is _USE_DEFAULT:
            seconds = None
        elif steps is not None and seconds is not None:
            raise ValueError(_BOTH_PERIODS)
        tf_config = json.loads(os.environ.get(CLUSTER_VARIABLE) or "{}")
        if tf_config:
            _LOG.info("TF_CONFIG environment variable: %s", tf_config)
        self.model_dir = _model_dir(tf_config, model_dir)
        self.tf_random_seed = tf_random_seed
        self.save_summary_steps = save_summary_steps
        self.save_checkpoints_steps = steps
        self.save_checkpoints_secs = seconds
        self.session_config = session_config
        self.keep_checkpoint_max = keep_checkpoint_max
        self.keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self.log_step_count_steps = log_step_count_steps
        self.train_distribute = train_distribute
        self.device_fn = device_fn
        self.protocol = protocol
        self.eval_distribute = eval_distribute
        self.experimental_distribute = experimental_distribute
        self.experimental_max_worker_delay_secs = experimental_max_worker_delay_secs
        self.session_creation_timeout_secs = session_creation_timeout_secs
        self.checkpoint_save_graph_def = checkpoint_save_graph_def
        self._check()
        self._task = task_of(tf_config)
        if session_config is None and self._task.cluster_spec:
            self.session_config = _config_in_cluster(self.task_type, self.task_id)

    def replace(self, **kwargs: Any) -> RunConfig:
        """A copy with other values; of the two periods of checkpoints one switches the other off.

        Raises:
            ValueError: There is no such setting, or a value cannot be.
        """
        for name in kwargs:
            if name not in _REPLACEABLE:
                raise ValueError(f"Replacing {name} is not supported. Allowed properties are {list(_REPLACEABLE)}.")
        made = copy.deepcopy(self)
        for name, value in kwargs.items():
            setattr(made, name, value)
        steps, seconds = (kwargs.get(f"save_checkpoints_{unit}") for unit in ("steps", "secs"))
        if steps is not None and seconds is not None:
            raise ValueError(_BOTH_PERIODS)
        if steps is not None and "save_checkpoints_secs" not in kwargs:
            made.save_checkpoints_secs = None
        elif seconds is not None and "save_checkpoints_steps" not in kwargs:
            made.save_checkpoints_steps = None
        made._check()
        return made

    def _check(self) -> None:
        for name, (is_valid, text) in _IS_VALID.items():
            value = getattr(self, name)
            if value is not None and not is_valid(value):
                raise ValueError(text)

    # ---- which task of a cluster it is
    @property
    def cluster_spec(self) -> ClusterSpec:
        """The cluster; false if there is none."""
        return self._task.cluster_spec

    @property
    def task_type(self) -> str:
        """The name of the task's job."""
        return self._task.task_type

    @property
    def task_id(self) -> int:
        """The task's number in its job."""
        return self._task.task_id

    @property
    def global_id_in_cluster(self) -> int | None:
        """The task's number in the cluster; None of an evaluator."""
        return self._task.global_id_in_cluster

    @property
    def master(self) -> str:
        """The target of sessions."""
        return self._task.master

    @property
    def evaluation_master(self) -> str:
        """The target of sessions that evaluate."""
        return self._task.evaluation_master

    @property
    def is_chief(self) -> bool:
        """Whether the task initialises and saves."""
        return self._task.is_chief

    @property
    def num_ps_replicas(self) -> int:
        """How many parameter servers the cluster has."""
        return self._task.num_ps_replicas

    @property
    def num_worker_replicas(self) -> int:
        """How many workers it has, the chief among them."""
        return self._task.num_worker_replicas

    @property
    def service(self) -> Any:
        """What TF_CONFIG has below "service"."""
        return self._task.service


def default_session_config() -> ConfigProto:
    """The settings of sessions where a program gives none."""
    return ConfigProto(allow_soft_placement=True, graph_options=_graph_options())


def _graph_options() -> GraphOptions:
    return GraphOptions(rewrite_options=RewriterConfig(meta_optimizer_iterations=RewriterConfig.ONE))


def _config_in_cluster(task_type: str, task_id: int) -> ConfigProto | None:
    # Workers see the parameter servers and themselves: one that is lost does not stop the others.
    filters = {
        TaskType.MASTER: ["/job:ps", "/job:master"],
        TaskType.CHIEF: ["/job:ps", "/job:chief"],
        TaskType.WORKER: ["/job:ps", f"/job:worker/task:{task_id}"],
        TaskType.PS: ["/job:ps", "/job:worker", "/job:chief", "/job:master"],
    }.get(task_type)
    if filters is None:
        return None
    return ConfigProto(allow_soft_placement=True, graph_options=_graph_options(), device_filters=filters)


def _model_dir(tf_config: Mapping[str, Any], given: str | os.PathLike[str] | None) -> str | None:
    model_dir = None if given is None else os.fspath(given)
    if model_dir == "":
        raise ValueError("model_dir should be non-empty.")
    in_variable = tf_config.get("model_dir")
    if in_variable == "":
        raise ValueError("model_dir in TF_CONFIG should be non-empty.")
    if not in_variable:
        return model_dir
    if model_dir and in_variable != model_dir:
        raise ValueError(
            "`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in "
            f'TF_CONFIG. model_dir: {model_dir}\nTF_CONFIG["model_dir"]: {in_variable}.\n'
        )
    return str(in_variable)
