"""Which task of which cluster a process is, as the environment variable TF_CONFIG says."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aioflow.framework.devices.cluster_spec import ClusterSpec

_LOCAL = ""  # the target of sessions of this process


class TaskType:
    """Names of jobs."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"
    CHIEF = "chief"
    EVALUATOR = "evaluator"


@dataclass(frozen=True)
class Task:
    """One task of a cluster; without one, the only worker.

    Attributes:
        cluster_spec: The cluster.
        task_type: The name of its job.
        task_id: Its number there.
        global_id_in_cluster: Its number among all; None of an evaluator, which is not of the cluster.
        master: The target of its sessions.
        evaluation_master: The target of sessions that evaluate.
        is_chief: Whether it initialises and saves.
        num_ps_replicas: How many parameter servers there are.
        num_worker_replicas: How many workers, the chief among them.
        service: What TF_CONFIG has below "service".
    """

    cluster_spec: ClusterSpec
    task_type: str
    task_id: int
    global_id_in_cluster: int | None
    master: str
    evaluation_master: str
    is_chief: bool
    num_ps_replicas: int
    num_worker_replicas: int
    service: Any


def task_of(tf_config: Mapping[str, Any]) -> Task:
    """The task that TF_CONFIG describes.

    Args:
        tf_config: What the variable has: "cluster", "task", …

    Raises:
        ValueError: A field is missing, or says what cannot be.
        TypeError: "service" is no dict.
    """
    service = tf_config.get("service")
    if service is not None and not isinstance(service, dict):
        raise TypeError(f'If "service" is set in TF_CONFIG, it must be a dict. Given {type(service)}')
    cluster = ClusterSpec(tf_config.get("cluster", {}))
    if not cluster:
        return _only_worker(cluster, tf_config, service)
    chief = TaskType.MASTER if TaskType.MASTER in cluster.jobs else TaskType.CHIEF
    if chief == TaskType.MASTER and TaskType.CHIEF in cluster.jobs:
        raise ValueError("If `master` node exists in `cluster`, job `chief` is not supported.")
    task_type, task_id = _checked_task(cluster, tf_config.get("task", {}), chief)
    is_evaluator = task_type == TaskType.EVALUATOR
    if is_evaluator and chief == TaskType.MASTER:
        raise ValueError("If `master` node exists in `cluster`, task_type `evaluator` is not supported.")
    evaluation_master = tf_config.get("eval_session_master", _LOCAL) if is_evaluator else _LOCAL
    if is_evaluator:
        return Task(ClusterSpec({}), task_type, task_id, None, _LOCAL, evaluation_master, False, 0, 0, service)
    tasks = cluster.as_dict()
    num_workers = len(tasks.get(TaskType.WORKER, ())) + len(tasks[chief])
    return Task(
        cluster, task_type, task_id, _number_among_all(cluster, task_type, task_id, chief),
        _target(cluster, task_type, task_id, tf_config), evaluation_master, task_type == chief,
        len(tasks.get(TaskType.PS, ())), num_workers, service,
    )  # fmt: skip


def _only_worker(cluster: ClusterSpec, tf_config: Mapping[str, Any], service: Any) -> Task:
    task = tf_config.get("task", {})
    if task.get("type", TaskType.WORKER) != TaskType.WORKER:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task type must be WORKER.')
    if int(task.get("index", 0)) != 0:
        raise ValueError('If "cluster" is not set in TF_CONFIG, task index must be 0.')
    master, evaluation_master = (tf_config.get(key, _LOCAL) for key in ("session_master", "eval_session_master"))
    return Task(cluster, TaskType.WORKER, 0, 0, master, evaluation_master, True, 0, 1, service)


def _checked_task(cluster: ClusterSpec, task: Mapping[str, Any], chief: str) -> tuple[str, int]:
    if chief not in cluster.jobs:
        raise ValueError(f'If "cluster" is set in TF_CONFIG, it must have one "{chief}" node.')
    if len(cluster.job_tasks(chief)) > 1:
        raise ValueError(f'The "cluster" in TF_CONFIG must have only one "{chief}" node.')
    task_type, index = task.get("type"), task.get("index")
    if not task_type:
        raise ValueError('If "cluster" is set in TF_CONFIG, task type must be set.')
    if index is None:
        raise ValueError('If "cluster" is set in TF_CONFIG, task index must be set.')
    task_id = int(index)
    if task_id < 0:
        raise ValueError("Task index must be non-negative number.")
    if task_type == TaskType.EVALUATOR:
        return task_type, task_id
    note = "Note that these values may be coming from the TF_CONFIG environment variable."
    if task_type not in cluster.jobs:
        raise ValueError(f"{task_type} is not a valid task_type in the cluster_spec:\n{cluster}\n\n{note}")
    if task_id >= len(cluster.job_tasks(task_type)):
        raise ValueError(
            f"{task_id} is not a valid task_id for task_type {task_type} in the cluster_spec:\n{cluster}\n\n{note}"
        )
    return task_type, task_id


def _target(cluster: ClusterSpec, task_type: str, task_id: int, tf_config: Mapping[str, Any]) -> str:
    if "session_master" in tf_config:
        return str(tf_config["session_master"])
    if len(cluster.jobs) == 1 and len(cluster.job_tasks(cluster.jobs[0])) == 1:
        return _LOCAL
    return f"grpc://{cluster.job_tasks(task_type)[task_id]}"


def _number_among_all(cluster: ClusterSpec, task_type: str, task_id: int, chief: str) -> int:
    # The chief is the first and parameter servers are the last, so that workers have the same numbers without them.
    others = sorted(job for job in cluster.jobs if job not in (chief, TaskType.PS))
    before = [chief, *others, TaskType.PS]
    counts = [len(cluster.job_tasks(job)) for job in before[: before.index(task_type)]]
    return sum(counts) + task_id
