"""TensorFlow Serving's configuration files are read as they are, and options that there are not are named."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving.settings import config_files
from aioflow.serving.settings.batching import Batching, QueuePolicy
from aioflow.serving.settings.model import Model
from aioflow.serving.settings.version_policy import VersionPolicy

MODELS = """
model_config_list {
  config { name: "a" base_path: "/models/a" model_platform: "tensorflow" }
  config {
    name: "b"
    base_path: "/models/b"
    model_version_policy { specific { versions: 42 versions: 43 } }
    version_labels { key: "stable" value: 42 }
    version_labels { key: "canary" value: 43 }
  }
  config { name: "c" base_path: "/models/c" model_version_policy: { latest { num_versions: 2 } } }
  config { name: "d" base_path: "/models/d" model_version_policy { all {} } }
}
"""


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "config.pbtxt"
    path.write_text(text)
    return path


def test_models(tmp_path: Path) -> None:
    """Names, folders, policies and labels; the highest version is served where nothing is said."""
    a, b, c, d = config_files.read_models(written(tmp_path, MODELS))
    assert (a.name, a.base_path, a.version_policy) == ("a", "/models/a", VersionPolicy.latest())
    assert b.version_policy == VersionPolicy.specific([43, 42])
    assert b.labels == {"stable": 42, "canary": 43}
    assert c.version_policy == VersionPolicy.latest(2)
    assert d.version_policy == VersionPolicy.all()


@pytest.mark.parametrize(("text", "said"), [
    ('model_config_list { config { name: "a" base_pathh: "/m" } }', "base_pathh"),
    ('model_config_list { config { name: "a" base_path: "/m" model_platform: "caffe" } }', "caffe"),
    ('model_config_list { config { name: "a" } }', "base_path"),
    ('model_config_list { config { base_path: "/m" } }', "name"),
    ('model_config_list { config { name: "a" base_path: "/m" model_version_policy { specific {} } } }', "specific"),
    ('model_config_list { config { name: "a" base_path: "/m" } config { name: "a" base_path: "/n" } }', "multiple"),
])  # fmt: skip
def test_wrong_models_are_named(tmp_path: Path, text: str, said: str) -> None:
    """V-65: The message has the option, or the value, that is wrong."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=said):
        config_files.read_models(written(tmp_path, text))


def test_missing_file_is_named(tmp_path: Path) -> None:
    """Not an empty configuration."""
    with pytest.raises(tf.errors.NotFoundError, match="absent"):
        config_files.read_models(tmp_path / "absent.pbtxt")


def test_batching_parameters(tmp_path: Path) -> None:
    """All parameters; the rules are TensorFlow Serving's then."""
    path = written(tmp_path, """
        max_batch_size { value: 128 } batch_timeout_micros { value: 2500 } max_enqueued_batches { value: 7 }
        num_batch_threads { value: 3 } thread_pool_name { value: "pool" } allowed_batch_sizes: 32
        allowed_batch_sizes: 128 pad_variable_length_inputs: true enable_large_batch_splitting { value: true }
        max_execution_batch_size { value: 64 }
    """)  # fmt: skip
    assert config_files.read_batching(path) == Batching(
        max_rows=128, timeout_s=0.0025, max_queued_batches=7, num_executors=3, name="pool", allowed_rows=(32, 128),
        pad_inputs=True, splits=True, max_execution_rows=64, is_adaptive=False,
    )  # fmt: skip


def test_batching_parameters_left_out(tmp_path: Path) -> None:
    """They have TensorFlow Serving's defaults: no wait, no splitting."""
    found = config_files.read_batching(written(tmp_path, ""))
    assert (found.max_rows, found.timeout_s, found.max_queued_batches) == (1000, 0.0, 10)
    assert not found.splits and not found.is_adaptive


def test_threads_of_a_model_are_the_server_s(tmp_path: Path) -> None:
    """A model's own file of parameters changes everything but the threads, which all models share."""
    text = 'max_batch_size { value: 8 } num_batch_threads { value: 99 } thread_pool_name { value: "x" }'
    found = config_files.read_batching(written(tmp_path, text), Batching(num_executors=2, name="shared"))
    assert (found.max_rows, found.num_executors, found.name) == (8, 2, "shared")


@pytest.mark.parametrize(("text", "said"), [
    ("max_batch_sise { value: 4 }", "max_batch_sise"),
    ("allowed_batch_sizes: 4 allowed_batch_sizes: 2", "rise"),
    ("max_batch_size { value: 0 }", "max_rows"),
    ("max_batch_size { value: 8 } allowed_batch_sizes: 2 allowed_batch_sizes: 4", "last entry was 4; expected 8"),
])  # fmt: skip
def test_wrong_batching_is_named(tmp_path: Path, text: str, said: str) -> None:
    """V-44, V-65: Unknown parameters, sizes that do not rise, a last one that is not the cap where nothing is split."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=said):
        config_files.read_batching(written(tmp_path, text))


def test_last_size_may_be_below_the_cap_where_requests_are_split(tmp_path: Path) -> None:
    """It is the cap of what runs then."""
    text = "max_batch_size { value: 8 } allowed_batch_sizes: 4 enable_large_batch_splitting { value: true }"
    assert config_files.read_batching(written(tmp_path, text)).allowed_rows == (4,)


def test_monitoring(tmp_path: Path) -> None:
    """Metrics have TensorFlow Serving's path unless the file names another one, and none unless it asks for them."""
    assert config_files.read_prometheus_path(written(tmp_path, "")) is None
    text = "prometheus_config { enable: true }"
    assert config_files.read_prometheus_path(written(tmp_path, text)) == "/monitoring/prometheus/metrics"
    text = 'prometheus_config { enable: true path: "/metrics" }'
    assert config_files.read_prometheus_path(written(tmp_path, text)) == "/metrics"


def test_ssl(tmp_path: Path) -> None:
    """Key and certificate are needed."""
    found = config_files.read_ssl(written(tmp_path, 'server_key: "k" server_cert: "c" client_verify: true'))
    assert (found.server_key, found.server_cert, found.client_verify) == ("k", "c", True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="server_cert"):
        config_files.read_ssl(written(tmp_path, 'server_key: "k"'))


@pytest.mark.parametrize(("wrong", "said"), [
    ({"max_rows": 0}, "max_rows"), ({"timeout_s": -1.0}, "timeout_s"), ({"max_execution_rows": 2000}, "max_execution"),
    ({"num_priorities": 2, "default_priority": 3}, "default_priority"),
    ({"queues": {1: QueuePolicy()}}, "level 1"),
])  # fmt: skip
def test_settings_in_code_are_checked(wrong: dict[str, Any], said: str) -> None:
    """As those in files are."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=said):
        Batching(**wrong)


@pytest.mark.parametrize("wrong", [{"max_rows": 0}, {"timeout_s": -1.0}, {"on_timeout": "drop"}])
def test_queue_policies_are_checked(wrong: dict[str, Any]) -> None:
    """No bound of nothing, and no other ways than the two."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=next(iter(wrong))):
        QueuePolicy(**wrong)


@pytest.mark.parametrize("name", ["", "a/b", "a:b"])
def test_names_that_no_path_could_have(name: str) -> None:
    """The paths of the REST interface use these characters."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="name"):
        Model(name, "/models/x")
