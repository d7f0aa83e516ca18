# Generated from aioflow/ops/definitions/random_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.random_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.operation import Tensor
from aioflow.ops.apply_op import DTypeLike, TensorLike, apply_op, grouped


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
