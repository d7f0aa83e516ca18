"""Static shapes of the ops of random numbers. The wanted shape is an input in almost all of them."""
from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from aioflow.framework.graph.input_shapes import input_shapes
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import held_in_first_input, same_as_first_input, scalar
from aioflow.ops.shapes.sizes import broadcast, held_count, held_shape

# ---- random ops
# The wanted shape is an input, because it often depends on a batch.
shape_function(
    "ParameterizedTruncatedNormal", "RandomStandardNormal", "RandomUniform", "RandomUniformInt",
    "StatelessRandomBinomial", "StatelessRandomGammaV2",
    "StatelessRandomGammaV3", "StatelessRandomPoisson", "TruncatedNormal",
)(held_in_first_input)  # fmt: skip
shape_function("RandomShuffle")(same_as_first_input)
shape_function("IsTensorFloat32Enabled")(scalar)


@shape_function("StatelessParameterizedTruncatedNormal")
def bounded_normals(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that input 0 holds; the parameters broadcast to one shape."""
    reduce(broadcast, op.shapes[2:])
    return [held_shape(op, 0)]


@shape_function("RandomIndexShuffle")
def random_index_shuffle(op: ShapeContext) -> Sequence[TensorShape]:
    """[] or [n]: each of the three inputs may be one for all."""
    index, seed, last = op.shapes
    if index.rank is None or seed.rank is None or last.rank is None:
        return [UNKNOWN]
    # Each of the three may be single while others are vectors; any known length is that of the result.
    sizes = [*index.as_list(), *seed.as_list()[:-1], *last.as_list()]
    return [TensorShape([next((size for size in sizes if size is not None), None)]) if sizes else SCALAR]


@shape_function("RandomGamma", "RandomPoisson", "RandomPoissonV2")
def held_and_parameter(op: ShapeContext) -> Sequence[TensorShape]:
    """[...held by input 0, ...parameters]: so many samples for each parameter."""
    return [held_shape(op, 0).concatenate(op.shapes[1])]


@shape_function("StochasticCastToInt")
def stochastic_cast_to_int(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the input; key [1], counter [n] and algorithm [] are checked."""
    shape, key, counter, alg = op.shapes
    key.merge_with(TensorShape([1]))
    counter.with_rank(1)
    alg.with_rank(0)
    return [shape]


@shape_function("ComputeAccidentalHits")
def accidental_hits(op: ShapeContext) -> Sequence[TensorShape]:
    """[hits] indices, ids and weights, for labels [batch, num_true]."""
    num_true, labels = op.attrs["num_true"], op.shapes[0].with_rank(2)
    if labels.size(1) not in (None, num_true):
        raise ValueError(f"Dimension must be {num_true} but is {labels.size(1)}")
    return [TensorShape([None])] * 3


@shape_function("Multinomial")
def multinomial(op: ShapeContext) -> Sequence[TensorShape]:
    """[rows, samples], the number of which input 1 holds."""
    return [TensorShape([op.shapes[0].with_rank(2).size(0), held_count(op, 1)])]


@shape_function(
    "AllCandidateSampler", "FixedUnigramCandidateSampler", "LearnedUnigramCandidateSampler",
    "LogUniformCandidateSampler", "ThreadUnsafeUnigramCandidateSampler", "UniformCandidateSampler",
)  # fmt: skip
def candidates(op: ShapeContext) -> Sequence[TensorShape]:
    """[num_sampled] candidates, [batch, num_true] expected counts of labels, [num_sampled] of candidates."""
    # The candidates are drawn once for the whole batch.
    sampled = TensorShape([op.attrs["num_sampled"]])
    return [sampled, TensorShape([op.shapes[0].with_rank(2).size(0), op.attrs["num_true"]]), sampled]


# ---- stateless random ops
shape_function(
    "NonDeterministicInts", "StatelessRandomNormal", "StatelessRandomNormalV2", "StatelessRandomUniform",
    "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2", "StatelessRandomUniformInt",
    "StatelessRandomUniformIntV2", "StatelessRandomUniformV2", "StatelessTruncatedNormal",
    "StatelessTruncatedNormalV2",
)(held_in_first_input)  # fmt: skip
shape_function("StatelessShuffle")(same_as_first_input)
shape_function("StatelessRandomGetAlg")(scalar)
shape_function("StatelessMultinomial")(multinomial)


@shape_function("StatefulStandardNormal")
def held_in_second_input(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that input 1 holds."""
    return [held_shape(op, 1)]


@shape_function(
    "StatefulUniform", "StatefulStandardNormalV2", "StatefulTruncatedNormal", "StatefulUniformFullInt",
    "StatefulUniformInt", "StatefulRandomBinomial",
)  # fmt: skip
def held_in_third_input(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that input 2 holds."""
    return [held_shape(op, 2)]


@shape_function("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")
def key_counter(op: ShapeContext) -> Sequence[TensorShape]:
    """[1] key, [2] counter, and [] algorithm if there is such an output."""
    # Numbers of 64 bits: Philox (Salmon et al., 2011) counts in 128 bits, ThreeFry needs fewer.
    return [TensorShape([1]), TensorShape([2]), SCALAR][: op.num_outputs]


# ---- input shapes
input_shapes("""
ComputeAccidentalHits: [_,_] [_]
SobolSample: [] [] []
StatelessMultinomial: [_,_] [] [2]
StatelessParameterizedTruncatedNormal: [_] [2] * * * *
StatelessRandomBinomial: [_] [2] * *
StatelessRandomGammaV2 StatelessRandomPoisson: [_] [2] *
StatelessRandomGammaV3: [_] [1] [_] [] *
StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg: [2]
StatelessRandomNormal StatelessRandomUniform StatelessRandomUniformFullInt StatelessTruncatedNormal: [_] [2]
StatelessRandomNormalV2 StatelessRandomUniformFullIntV2 StatelessRandomUniformV2: [_] [1] [_] []
StatelessRandomUniformInt: [_] [2] [] []
StatelessRandomUniformIntV2: [_] [1] [_] [] [] []
StatelessTruncatedNormalV2: [_] [1] [_] []
StochasticCastToInt: * [1] [_] []
""")
