# Generated from protos/ops/random.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


class AllCandidateSamplerOutputs(NamedTuple):
    """The outputs of AllCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def all_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, seed: int = 0, seed2: int = 0,
    name: str | None = None,
) -> AllCandidateSamplerOutputs: ...


class ComputeAccidentalHitsOutputs(NamedTuple):
    """The outputs of ComputeAccidentalHits."""

    indices: Tensor
    ids: Tensor
    weights: Tensor


def compute_accidental_hits(
    true_classes: TensorLike, sampled_candidates: TensorLike, *, num_true: int, seed: int = 0, seed2: int = 0,
    name: str | None = None,
) -> ComputeAccidentalHitsOutputs: ...


class FixedUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of FixedUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int,
    vocab_file: str | bytes = "", distortion: float = 1.0, num_reserved_ids: int = 0, num_shards: int = 1,
    shard: int = 0, unigrams: Sequence[float] = (), seed: int = 0, seed2: int = 0, name: str | None = None,
) -> FixedUnigramCandidateSamplerOutputs: ...


def is_tensor_float32_enabled(name: str | None = None) -> Tensor: ...


class LearnedUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of LearnedUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def learned_unigram_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0,
    seed2: int = 0, name: str | None = None,
) -> LearnedUnigramCandidateSamplerOutputs: ...


class LogUniformCandidateSamplerOutputs(NamedTuple):
    """The outputs of LogUniformCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def log_uniform_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0,
    seed2: int = 0, name: str | None = None,
) -> LogUniformCandidateSamplerOutputs: ...


def multinomial(
    logits: TensorLike, num_samples: TensorLike, *, seed: int = 0, seed2: int = 0,
    output_dtype: DTypeLike = dtypes.int64, name: str | None = None,
) -> Tensor: ...


def non_deterministic_ints(
    shape: TensorLike, *, dtype: DTypeLike = dtypes.int64, name: str | None = None,
) -> Tensor: ...


def parameterized_truncated_normal(
    shape: TensorLike, means: TensorLike, stdevs: TensorLike, minvals: TensorLike, maxvals: TensorLike, *,
    seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


def random_gamma(
    shape: TensorLike, alpha: TensorLike, *, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


def random_index_shuffle(
    index: TensorLike, seed: TensorLike, max_index: TensorLike, *, rounds: int = 4, name: str | None = None,
) -> Tensor: ...


def random_poisson(
    shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


def random_poisson_v2(
    shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0, dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor: ...


def random_shuffle(value: TensorLike, *, seed: int = 0, seed2: int = 0, name: str | None = None) -> Tensor: ...


def random_standard_normal(
    shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


def random_uniform(
    shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


def random_uniform_int(
    shape: TensorLike, minval: TensorLike, maxval: TensorLike, *, seed: int = 0, seed2: int = 0,
    name: str | None = None,
) -> Tensor: ...


def rng_read_and_skip(resource: TensorLike, alg: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor: ...


def rng_skip(resource: TensorLike, algorithm: TensorLike, delta: TensorLike, name: str | None = None) -> Operation: ...


def sobol_sample(
    dim: TensorLike, num_results: TensorLike, skip: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateful_random_binomial(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, counts: TensorLike, probs: TensorLike, *,
    dtype: DTypeLike = dtypes.int64, name: str | None = None,
) -> Tensor: ...


def stateful_standard_normal(
    resource: TensorLike, shape: TensorLike, *, dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def stateful_standard_normal_v2(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateful_truncated_normal(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateful_uniform(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateful_uniform_full_int(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = dtypes.uint64,
    name: str | None = None,
) -> Tensor: ...


def stateful_uniform_int(
    resource: TensorLike, algorithm: TensorLike, shape: TensorLike, minval: TensorLike, maxval: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def stateless_multinomial(
    logits: TensorLike, num_samples: TensorLike, seed: TensorLike, *, output_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor: ...


def stateless_parameterized_truncated_normal(
    shape: TensorLike, seed: TensorLike, means: TensorLike, stddevs: TensorLike, minvals: TensorLike,
    maxvals: TensorLike, name: str | None = None,
) -> Tensor: ...


def stateless_random_binomial(
    shape: TensorLike, seed: TensorLike, counts: TensorLike, probs: TensorLike, *, dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor: ...


def stateless_random_gamma_v2(
    shape: TensorLike, seed: TensorLike, alpha: TensorLike, name: str | None = None,
) -> Tensor: ...


def stateless_random_gamma_v3(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, alpha: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def stateless_random_get_alg(name: str | None = None) -> Tensor: ...


class StatelessRandomGetKeyCounterOutputs(NamedTuple):
    """The outputs of StatelessRandomGetKeyCounter."""

    key: Tensor
    counter: Tensor


def stateless_random_get_key_counter(
    seed: TensorLike, name: str | None = None,
) -> StatelessRandomGetKeyCounterOutputs: ...


class StatelessRandomGetKeyCounterAlgOutputs(NamedTuple):
    """The outputs of StatelessRandomGetKeyCounterAlg."""

    key: Tensor
    counter: Tensor
    alg: Tensor


def stateless_random_get_key_counter_alg(
    seed: TensorLike, name: str | None = None,
) -> StatelessRandomGetKeyCounterAlgOutputs: ...


def stateless_random_normal(
    shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def stateless_random_normal_v2(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateless_random_poisson(
    shape: TensorLike, seed: TensorLike, lam: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform(
    shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform_full_int(
    shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = dtypes.uint64, name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform_full_int_v2(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = dtypes.uint64,
    name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform_int(
    shape: TensorLike, seed: TensorLike, minval: TensorLike, maxval: TensorLike, name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform_int_v2(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, minval: TensorLike, maxval: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def stateless_random_uniform_v2(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stateless_shuffle(
    value: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, name: str | None = None,
) -> Tensor: ...


def stateless_truncated_normal(
    shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def stateless_truncated_normal_v2(
    shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor: ...


def stochastic_cast_to_int(
    input: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, Tout: DTypeLike,
    name: str | None = None,
) -> Tensor: ...


class ThreadUnsafeUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of ThreadUnsafeUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def thread_unsafe_unigram_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0,
    seed2: int = 0, name: str | None = None,
) -> ThreadUnsafeUnigramCandidateSamplerOutputs: ...


def truncated_normal(
    shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, name: str | None = None,
) -> Tensor: ...


class UniformCandidateSamplerOutputs(NamedTuple):
    """The outputs of UniformCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def uniform_candidate_sampler(
    true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0,
    seed2: int = 0, name: str | None = None,
) -> UniformCandidateSamplerOutputs: ...
