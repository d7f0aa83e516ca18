"""What Ray is told of tasks."""
from __future__ import annotations

from collections.abc import Mapping

import pytest

from aioflow.distributed.ray.placement import needs, placed_tasks, restarts
from aioflow.distributed.ray.ray_cluster import RayCluster


def test_tasks_and_bundles() -> None:
    """One for each task, in the order of jobs; a processor where nothing is said."""
    tasks = placed_tasks("prod", {"ps": 1, "worker": 2}, {"worker": {"CPU": 2, "GPU": 1, "disk": 0.5, "memory": 0}})
    assert [task.actor for task in tasks] == ["prod/ps:0", "prod/worker:0", "prod/worker:1"]
    assert [dict(task.bundle) for task in tasks] == [{"CPU": 1}] + 2 * [{"CPU": 2, "GPU": 1, "disk": 0.5}]
    assert tasks[0].options() == {"num_cpus": 1, "resources": {}}
    assert tasks[1].options() == {"num_cpus": 2, "num_gpus": 1, "resources": {"disk": 0.5}}
    assert needs(tasks) == "5 CPU, 2 GPU, 1 disk"


def test_a_task_without_processors() -> None:
    """It needs something else, of which its actor is told; and that it takes no processor."""
    (task,) = placed_tasks("c", {"a": 1}, {"a": {"memory": 1e9}})
    assert task.options() == {"num_cpus": 0, "memory": 1e9, "resources": {}}


@pytest.mark.parametrize(
    ("jobs", "resources", "what"),
    [
        ({}, None, "no jobs"), ({"a": 0}, None, "'a' has 0 tasks"), ({"a": 1}, {"b": {"CPU": 1}}, r"\['b'\]"),
        ({"a": 1}, {"a": {}}, "some resource"), ({"a": 1}, {"a": {"CPU": -1}}, "some resource"),
    ],
)  # fmt: skip
def test_refused(jobs: Mapping[str, int], resources: Mapping[str, Mapping[str, float]] | None, what: str) -> None:
    """Before anything is started."""
    with pytest.raises(ValueError, match=what):
        RayCluster(jobs, resources=resources)


def test_refused_strategy() -> None:
    """One that Ray has not."""
    with pytest.raises(ValueError, match="'WIDE' is none of PACK"):
        RayCluster({"a": 1}, strategy="WIDE")


def test_restarts() -> None:
    """Always, but of parameter servers; or what is said for all, or for a job."""
    assert (restarts("worker", None), restarts("ps", None)) == (-1, 0)
    assert (restarts("worker", 3), restarts("ps", 3)) == (3, 3)
    assert (restarts("worker", {"ps": 2}), restarts("ps", {"ps": 2}), restarts("ps", {})) == (-1, 2, 0)


def test_what_a_cluster_says_of_itself() -> None:
    """Its target, and its tasks as device setters take them."""
    cluster = RayCluster({"ps": 1, "worker": 2}, name="prod")
    assert cluster.target == "ray:prod"
    assert cluster.cluster_spec.as_dict() == {"ps": ["prod/ps:0"], "worker": ["prod/worker:0", "prod/worker:1"]}
    assert RayCluster({"a": 1}).name != RayCluster({"a": 1}).name
