"""Static shapes of random numbers that a seed settles, and of generators."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, TensorShape
from aioflow.ops.shapes.plain_rules import held_in_first_input, same_as_first_input, scalar
from aioflow.ops.shapes.random.random_ops import multinomial
from aioflow.ops.shapes.sizes import held_shape

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
