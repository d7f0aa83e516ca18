"""Static shapes of the random ops."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, TensorShape
from aioflow.ops.shapes.array_ops import held_shape


@shape_function(
    "RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt", "ParameterizedTruncatedNormal",
    "StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal", "StatelessRandomUniformFullInt",
    "StatelessRandomUniformInt", "StatelessRandomUniformV2", "StatelessRandomNormalV2", "StatelessTruncatedNormalV2",
    "StatelessRandomUniformFullIntV2", "StatelessRandomUniformIntV2", "StatelessRandomGammaV2",
    "StatelessRandomGammaV3", "StatelessRandomPoisson", "StatelessRandomBinomial", "NonDeterministicInts",
    "StatelessParameterizedTruncatedNormal",
)  # fmt: skip
def held_in_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 0)]


@shape_function("StatefulStandardNormal")
def held_in_second_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 1)]


@shape_function(
    "StatefulUniform", "StatefulStandardNormalV2", "StatefulTruncatedNormal", "StatefulUniformFullInt",
    "StatefulUniformInt", "StatefulRandomBinomial",
)  # fmt: skip
def held_in_third_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 2)]


@shape_function("RandomGamma", "RandomPoisson", "RandomPoissonV2")
def held_and_parameter(op: ShapeContext) -> Sequence[TensorShape]:
    return [held_shape(op, 0).concatenate(op.shapes[1])]


@shape_function("RandomShuffle", "StatelessShuffle")
def same_as_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("StochasticCastToInt")
def stochastic_cast_to_int(op: ShapeContext) -> Sequence[TensorShape]:
    shape, key, counter, alg = op.shapes
    key.merge_with(TensorShape([1]))
    counter.with_rank(1)
    alg.with_rank(0)
    return [shape]


@shape_function("Multinomial", "StatelessMultinomial")
def multinomial(op: ShapeContext) -> Sequence[TensorShape]:
    count = op.constant(1)
    rows = op.shapes[0].with_rank(2)[0]
    return [TensorShape([rows, None if count is None or count.size != 1 or count.item() < 0 else count.item()])]


@shape_function("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")
def key_counter(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([1]), TensorShape([2]), SCALAR][: op.num_outputs]


@shape_function("StatelessRandomGetAlg")
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function(
    "AllCandidateSampler", "FixedUnigramCandidateSampler", "LearnedUnigramCandidateSampler",
    "LogUniformCandidateSampler", "ThreadUnsafeUnigramCandidateSampler", "UniformCandidateSampler",
)  # fmt: skip
def candidates(op: ShapeContext) -> Sequence[TensorShape]:
    sampled = TensorShape([op.attrs["num_sampled"]])
    return [sampled, TensorShape([op.shapes[0].with_rank(2)[0], op.attrs["num_true"]]), sampled]
