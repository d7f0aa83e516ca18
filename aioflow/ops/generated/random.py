# Generated from aioflow/ops/definitions/random.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.random` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


class AllCandidateSamplerOutputs(NamedTuple):
    """The outputs of AllCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def all_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> AllCandidateSamplerOutputs:
    """AllCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float32,
    sampled_expected_count: float32).

    Stateful.
    """
    return AllCandidateSamplerOutputs(*grouped(apply_op(
        "AllCandidateSampler",
        [true_classes],
        {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "seed": seed, "seed2": seed2},
        name,
    )))


class ComputeAccidentalHitsOutputs(NamedTuple):
    """The outputs of ComputeAccidentalHits."""

    indices: Tensor
    ids: Tensor
    weights: Tensor


def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    *,
    num_true: int,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> ComputeAccidentalHitsOutputs:
    """ComputeAccidentalHits(true_classes: int64, sampled_candidates: int64) -> (indices: int32, ids: int64, weights:
    float32).

    """
    return ComputeAccidentalHitsOutputs(*grouped(apply_op(
        "ComputeAccidentalHits",
        [true_classes, sampled_candidates],
        {"num_true": num_true, "seed": seed, "seed2": seed2},
        name,
    )))


class FixedUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of FixedUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str | bytes = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FixedUnigramCandidateSamplerOutputs:
    """FixedUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float32,
    sampled_expected_count: float32).

    Stateful.
    """
    return FixedUnigramCandidateSamplerOutputs(*grouped(apply_op(
        "FixedUnigramCandidateSampler",
        [true_classes],
        {
            "num_true": num_true,
            "num_sampled": num_sampled,
            "unique": unique,
            "range_max": range_max,
            "vocab_file": vocab_file,
            "distortion": distortion,
            "num_reserved_ids": num_reserved_ids,
            "num_shards": num_shards,
            "shard": shard,
            "unigrams": unigrams,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


def is_tensor_float32_enabled(name: str | None = None) -> Tensor:
    """IsTensorFloat32Enabled() -> (enabled: bool).

    Stateful.
    """
    return apply_op("IsTensorFloat32Enabled", [], {}, name).outputs[0]


class LearnedUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of LearnedUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def learned_unigram_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> LearnedUnigramCandidateSamplerOutputs:
    """LearnedUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float32,
    sampled_expected_count: float32).

    Stateful.
    """
    return LearnedUnigramCandidateSamplerOutputs(*grouped(apply_op(
        "LearnedUnigramCandidateSampler",
        [true_classes],
        {
            "num_true": num_true,
            "num_sampled": num_sampled,
            "unique": unique,
            "range_max": range_max,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


class LogUniformCandidateSamplerOutputs(NamedTuple):
    """The outputs of LogUniformCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> LogUniformCandidateSamplerOutputs:
    """LogUniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float32,
    sampled_expected_count: float32).

    Stateful.
    """
    return LogUniformCandidateSamplerOutputs(*grouped(apply_op(
        "LogUniformCandidateSampler",
        [true_classes],
        {
            "num_true": num_true,
            "num_sampled": num_sampled,
            "unique": unique,
            "range_max": range_max,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


def multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    output_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Multinomial(logits: T, num_samples: int32) -> (output: output_dtype).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op(
        "Multinomial",
        [logits, num_samples],
        {"seed": seed, "seed2": seed2, "output_dtype": output_dtype},
        name,
    ).outputs[0]


def non_deterministic_ints(shape: TensorLike, *, dtype: DTypeLike = dtypes.int64, name: str | None = None) -> Tensor:
    """NonDeterministicInts(shape: shape_dtype) -> (output: dtype).

    Stateful.
    """
    return apply_op("NonDeterministicInts", [shape], {"dtype": dtype}, name).outputs[0]


def parameterized_truncated_normal(
    shape: TensorLike,
    means: TensorLike,
    stdevs: TensorLike,
    minvals: TensorLike,
    maxvals: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """ParameterizedTruncatedNormal(shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype) -> (output:
    dtype).

    dtype is one of bfloat16, float16, float32, float64.
    T is one of int32, int64.
    Stateful.
    """
    return apply_op(
        "ParameterizedTruncatedNormal",
        [shape, means, stdevs, minvals, maxvals],
        {"seed": seed, "seed2": seed2},
        name,
    ).outputs[0]


def random_gamma(
    shape: TensorLike,
    alpha: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """RandomGamma(shape: S, alpha: T) -> (output: T).

    S is one of int32, int64.
    T is one of float16, float32, float64.
    Stateful.
    """
    return apply_op("RandomGamma", [shape, alpha], {"seed": seed, "seed2": seed2}, name).outputs[0]


def random_index_shuffle(
    index: TensorLike,
    seed: TensorLike,
    max_index: TensorLike,
    *,
    rounds: int = 4,
    name: str | None = None,
) -> Tensor:
    """RandomIndexShuffle(index: dtype, seed: Tseed, max_index: dtype) -> (output: dtype).

    dtype is one of int32, int64, uint32, uint64.
    Tseed is one of int32, int64, uint32, uint64.
    """
    return apply_op("RandomIndexShuffle", [index, seed, max_index], {"rounds": rounds}, name).outputs[0]


def random_poisson(
    shape: TensorLike,
    rate: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """RandomPoisson(shape: S, rate: dtype) -> (output: dtype).

    S is one of int32, int64.
    dtype is one of float16, float32, float64.
    Stateful.
    Deprecated: Replaced by RandomPoissonV2.
    """
    return apply_op("RandomPoisson", [shape, rate], {"seed": seed, "seed2": seed2}, name).outputs[0]


def random_poisson_v2(
    shape: TensorLike,
    rate: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """RandomPoissonV2(shape: S, rate: R) -> (output: dtype).

    S is one of int32, int64.
    R is one of float16, float32, float64, int32, int64.
    Stateful.
    """
    return apply_op("RandomPoissonV2", [shape, rate], {"seed": seed, "seed2": seed2, "dtype": dtype}, name).outputs[0]


def random_shuffle(value: TensorLike, *, seed: int = 0, seed2: int = 0, name: str | None = None) -> Tensor:
    """RandomShuffle(value: T) -> (output: T).

    Stateful.
    """
    return apply_op("RandomShuffle", [value], {"seed": seed, "seed2": seed2}, name).outputs[0]


def random_standard_normal(
    shape: TensorLike,
    *,
    dtype: DTypeLike,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """RandomStandardNormal(shape: T) -> (output: dtype).

    T is one of int32, int64.
    Stateful.
    """
    return apply_op("RandomStandardNormal", [shape], {"dtype": dtype, "seed": seed, "seed2": seed2}, name).outputs[0]


def random_uniform(
    shape: TensorLike,
    *,
    dtype: DTypeLike,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """RandomUniform(shape: T) -> (output: dtype).

    T is one of int32, int64.
    Stateful.
    """
    return apply_op("RandomUniform", [shape], {"dtype": dtype, "seed": seed, "seed2": seed2}, name).outputs[0]


def random_uniform_int(
    shape: TensorLike,
    minval: TensorLike,
    maxval: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """RandomUniformInt(shape: T, minval: Tout, maxval: Tout) -> (output: Tout).

    Tout is one of int32, int64.
    T is one of int32, int64.
    Stateful.
    """
    return apply_op("RandomUniformInt", [shape, minval, maxval], {"seed": seed, "seed2": seed2}, name).outputs[0]


def rng_read_and_skip(resource: TensorLike, alg: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """RngReadAndSkip(resource: resource, alg: int32, delta: uint64) -> (value: int64).

    Stateful.
    """
    return apply_op("RngReadAndSkip", [resource, alg, delta], {}, name).outputs[0]


def rng_skip(resource: TensorLike, algorithm: TensorLike, delta: TensorLike, name: str | None = None) -> Operation:
    """RngSkip(resource: resource, algorithm: int64, delta: int64) -> ().

    Stateful.
    """
    return apply_op("RngSkip", [resource, algorithm, delta], {}, name)


def sobol_sample(
    dim: TensorLike,
    num_results: TensorLike,
    skip: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """SobolSample(dim: int32, num_results: int32, skip: int32) -> (samples: dtype)."""
    return apply_op("SobolSample", [dim, num_results, skip], {"dtype": dtype}, name).outputs[0]


def stateful_random_binomial(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    *,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """StatefulRandomBinomial(resource: resource, algorithm: int64, shape: S, counts: T, probs: T) -> (output: dtype).

    S is one of int32, int64.
    T is one of float16, float32, float64, int32, int64.
    Stateful.
    """
    return apply_op(
        "StatefulRandomBinomial",
        [resource, algorithm, shape, counts, probs],
        {"dtype": dtype},
        name,
    ).outputs[0]


def stateful_standard_normal(
    resource: TensorLike,
    shape: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatefulStandardNormal(resource: resource, shape: shape_dtype) -> (output: dtype).

    Stateful.
    Deprecated: Use StatefulStandardNormalV2 instead.
    """
    return apply_op("StatefulStandardNormal", [resource, shape], {"dtype": dtype}, name).outputs[0]


def stateful_standard_normal_v2(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatefulStandardNormalV2(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype).

    Stateful.
    """
    return apply_op("StatefulStandardNormalV2", [resource, algorithm, shape], {"dtype": dtype}, name).outputs[0]


def stateful_truncated_normal(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatefulTruncatedNormal(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype).

    Stateful.
    """
    return apply_op("StatefulTruncatedNormal", [resource, algorithm, shape], {"dtype": dtype}, name).outputs[0]


def stateful_uniform(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatefulUniform(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype).

    Stateful.
    """
    return apply_op("StatefulUniform", [resource, algorithm, shape], {"dtype": dtype}, name).outputs[0]


def stateful_uniform_full_int(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    *,
    dtype: DTypeLike = dtypes.uint64,
    name: str | None = None,
) -> Tensor:
    """StatefulUniformFullInt(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype).

    Stateful.
    """
    return apply_op("StatefulUniformFullInt", [resource, algorithm, shape], {"dtype": dtype}, name).outputs[0]


def stateful_uniform_int(
    resource: TensorLike,
    algorithm: TensorLike,
    shape: TensorLike,
    minval: TensorLike,
    maxval: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatefulUniformInt(resource: resource, algorithm: int64, shape: shape_dtype, minval: dtype, maxval: dtype) ->
    (output: dtype).

    Stateful.
    """
    return apply_op("StatefulUniformInt", [resource, algorithm, shape, minval, maxval], {}, name).outputs[0]


def stateless_multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: TensorLike,
    *,
    output_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed) -> (output: output_dtype).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tseed is one of int32, int64.
    """
    return apply_op(
        "StatelessMultinomial",
        [logits, num_samples, seed],
        {"output_dtype": output_dtype},
        name,
    ).outputs[0]


def stateless_parameterized_truncated_normal(
    shape: TensorLike,
    seed: TensorLike,
    means: TensorLike,
    stddevs: TensorLike,
    minvals: TensorLike,
    maxvals: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessParameterizedTruncatedNormal(shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype,
    maxvals: dtype) -> (output: dtype).

    S is one of int32, int64.
    Tseed is one of int32, int64.
    dtype is one of float16, float32, float64.
    """
    return apply_op(
        "StatelessParameterizedTruncatedNormal",
        [shape, seed, means, stddevs, minvals, maxvals],
        {},
        name,
    ).outputs[0]


def stateless_random_binomial(
    shape: TensorLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    *,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomBinomial(shape: S, seed: Tseed, counts: T, probs: T) -> (output: dtype).

    S is one of int32, int64.
    Tseed is one of int32, int64.
    T is one of float16, float32, float64, int32, int64.
    """
    return apply_op("StatelessRandomBinomial", [shape, seed, counts, probs], {"dtype": dtype}, name).outputs[0]


def stateless_random_gamma_v2(
    shape: TensorLike,
    seed: TensorLike,
    alpha: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomGammaV2(shape: T, seed: Tseed, alpha: dtype) -> (output: dtype).

    dtype is one of float16, float32, float64.
    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessRandomGammaV2", [shape, seed, alpha], {}, name).outputs[0]


def stateless_random_gamma_v3(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    alpha: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomGammaV3(shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype) -> (output:
    dtype).

    dtype is one of float16, float32, float64.
    shape_dtype is one of int32, int64.
    """
    return apply_op("StatelessRandomGammaV3", [shape, key, counter, alg, alpha], {}, name).outputs[0]


def stateless_random_get_alg(name: str | None = None) -> Tensor:
    """StatelessRandomGetAlg() -> (alg: int32).

    Stateful.
    """
    return apply_op("StatelessRandomGetAlg", [], {}, name).outputs[0]


class StatelessRandomGetKeyCounterOutputs(NamedTuple):
    """The outputs of StatelessRandomGetKeyCounter."""

    key: Tensor
    counter: Tensor


def stateless_random_get_key_counter(seed: TensorLike, name: str | None = None) -> StatelessRandomGetKeyCounterOutputs:
    """StatelessRandomGetKeyCounter(seed: Tseed) -> (key: uint64, counter: uint64).

    Tseed is one of int32, int64.
    """
    return StatelessRandomGetKeyCounterOutputs(*grouped(apply_op("StatelessRandomGetKeyCounter", [seed], {}, name)))


class StatelessRandomGetKeyCounterAlgOutputs(NamedTuple):
    """The outputs of StatelessRandomGetKeyCounterAlg."""

    key: Tensor
    counter: Tensor
    alg: Tensor


def stateless_random_get_key_counter_alg(
    seed: TensorLike,
    name: str | None = None,
) -> StatelessRandomGetKeyCounterAlgOutputs:
    """StatelessRandomGetKeyCounterAlg(seed: Tseed) -> (key: uint64, counter: uint64, alg: int32).

    Tseed is one of int32, int64.
    """
    return StatelessRandomGetKeyCounterAlgOutputs(*grouped(apply_op(
        "StatelessRandomGetKeyCounterAlg",
        [seed],
        {},
        name,
    )))


def stateless_random_normal(
    shape: TensorLike,
    seed: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomNormal(shape: T, seed: Tseed) -> (output: dtype).

    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessRandomNormal", [shape, seed], {"dtype": dtype}, name).outputs[0]


def stateless_random_normal_v2(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype).

    Tshape is one of int32, int64.
    """
    return apply_op("StatelessRandomNormalV2", [shape, key, counter, alg], {"dtype": dtype}, name).outputs[0]


def stateless_random_poisson(
    shape: TensorLike,
    seed: TensorLike,
    lam: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomPoisson(shape: T, seed: Tseed, lam: Rtype) -> (output: dtype).

    Rtype is one of float16, float32, float64, int32, int64.
    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessRandomPoisson", [shape, seed, lam], {"dtype": dtype}, name).outputs[0]


def stateless_random_uniform(
    shape: TensorLike,
    seed: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniform(shape: T, seed: Tseed) -> (output: dtype).

    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessRandomUniform", [shape, seed], {"dtype": dtype}, name).outputs[0]


def stateless_random_uniform_full_int(
    shape: TensorLike,
    seed: TensorLike,
    *,
    dtype: DTypeLike = dtypes.uint64,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniformFullInt(shape: T, seed: Tseed) -> (output: dtype).

    T is one of int32, int64.
    Tseed is one of int32, int64, uint32, uint64.
    """
    return apply_op("StatelessRandomUniformFullInt", [shape, seed], {"dtype": dtype}, name).outputs[0]


def stateless_random_uniform_full_int_v2(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    dtype: DTypeLike = dtypes.uint64,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniformFullIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype).

    Tshape is one of int32, int64.
    """
    return apply_op("StatelessRandomUniformFullIntV2", [shape, key, counter, alg], {"dtype": dtype}, name).outputs[0]


def stateless_random_uniform_int(
    shape: TensorLike,
    seed: TensorLike,
    minval: TensorLike,
    maxval: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniformInt(shape: T, seed: Tseed, minval: dtype, maxval: dtype) -> (output: dtype).

    dtype is one of int32, int64.
    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessRandomUniformInt", [shape, seed, minval, maxval], {}, name).outputs[0]


def stateless_random_uniform_int_v2(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    minval: TensorLike,
    maxval: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniformIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval:
    dtype) -> (output: dtype).

    dtype is one of int32, int64, uint32, uint64.
    Tshape is one of int32, int64.
    """
    return apply_op("StatelessRandomUniformIntV2", [shape, key, counter, alg, minval, maxval], {}, name).outputs[0]


def stateless_random_uniform_v2(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessRandomUniformV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype).

    Tshape is one of int32, int64.
    """
    return apply_op("StatelessRandomUniformV2", [shape, key, counter, alg], {"dtype": dtype}, name).outputs[0]


def stateless_shuffle(
    value: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    name: str | None = None,
) -> Tensor:
    """StatelessShuffle(value: T, key: uint64, counter: uint64, alg: int32) -> (output: T)."""
    return apply_op("StatelessShuffle", [value, key, counter, alg], {}, name).outputs[0]


def stateless_truncated_normal(
    shape: TensorLike,
    seed: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessTruncatedNormal(shape: T, seed: Tseed) -> (output: dtype).

    T is one of int32, int64.
    Tseed is one of int32, int64.
    """
    return apply_op("StatelessTruncatedNormal", [shape, seed], {"dtype": dtype}, name).outputs[0]


def stateless_truncated_normal_v2(
    shape: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """StatelessTruncatedNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype).

    Tshape is one of int32, int64.
    """
    return apply_op("StatelessTruncatedNormalV2", [shape, key, counter, alg], {"dtype": dtype}, name).outputs[0]


def stochastic_cast_to_int(
    input: TensorLike,
    key: TensorLike,
    counter: TensorLike,
    alg: TensorLike,
    *,
    Tout: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """StochasticCastToInt(input: Tin, key: uint64, counter: uint64, alg: int32) -> (output: Tout).

    Tin is one of bfloat16, float16, float32, float64.
    """
    return apply_op("StochasticCastToInt", [input, key, counter, alg], {"Tout": Tout}, name).outputs[0]


class ThreadUnsafeUnigramCandidateSamplerOutputs(NamedTuple):
    """The outputs of ThreadUnsafeUnigramCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def thread_unsafe_unigram_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> ThreadUnsafeUnigramCandidateSamplerOutputs:
    """ThreadUnsafeUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count:
    float32, sampled_expected_count: float32).

    Stateful.
    """
    return ThreadUnsafeUnigramCandidateSamplerOutputs(*grouped(apply_op(
        "ThreadUnsafeUnigramCandidateSampler",
        [true_classes],
        {
            "num_true": num_true,
            "num_sampled": num_sampled,
            "unique": unique,
            "range_max": range_max,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


def truncated_normal(
    shape: TensorLike,
    *,
    dtype: DTypeLike,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> Tensor:
    """TruncatedNormal(shape: T) -> (output: dtype).

    T is one of int32, int64.
    Stateful.
    """
    return apply_op("TruncatedNormal", [shape], {"dtype": dtype, "seed": seed, "seed2": seed2}, name).outputs[0]


class UniformCandidateSamplerOutputs(NamedTuple):
    """The outputs of UniformCandidateSampler."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def uniform_candidate_sampler(
    true_classes: TensorLike,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> UniformCandidateSamplerOutputs:
    """UniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float32,
    sampled_expected_count: float32).

    Stateful.
    """
    return UniformCandidateSamplerOutputs(*grouped(apply_op(
        "UniformCandidateSampler",
        [true_classes],
        {
            "num_true": num_true,
            "num_sampled": num_sampled,
            "unique": unique,
            "range_max": range_max,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))
