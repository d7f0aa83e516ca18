"""Loading: how a server looks for versions, and how often it tries to load one."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow import errors


@dataclass(frozen=True, slots=True)
class Loading:
    """How versions are found and loaded, by TensorFlow Serving's defaults.

    Attributes:
        poll_wait_s: Seconds between two looks at the models' folders; 0 looks once, a negative number never again
            either.
        num_load_threads: Versions that are loaded at once.
        max_retries: How often a load that failed is tried again.
        retry_interval_s: Seconds between two tries.
        versions_always_present: Whether a folder that has lost all its versions leaves the loaded ones as they are.
        allow_labels_for_unavailable: Whether a new label may name a version that does not serve (yet).
        max_warmup_records: Records that a model's file of warm-up requests may have.
        warms_up_all_sizes: Whether warm-up requests also run with as many rows as each of `Batching.allowed_rows`.
    """

    poll_wait_s: float = 1.0
    num_load_threads: int = 1
    max_retries: int = 5
    retry_interval_s: float = 60.0
    versions_always_present: bool = False
    allow_labels_for_unavailable: bool = False
    max_warmup_records: int = 1000
    warms_up_all_sizes: bool = False

    def __post_init__(self) -> None:
        if self.num_load_threads < 1:
            raise errors.invalid_argument(f"num_load_threads must be positive, not {self.num_load_threads}")
        for name in ("max_retries", "retry_interval_s", "max_warmup_records"):
            if getattr(self, name) < 0:
                raise errors.invalid_argument(f"{name} must not be negative, as {getattr(self, name)} is")
