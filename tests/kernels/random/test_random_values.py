"""Random numbers: the very bits that TensorFlow draws (the numbers below are TensorFlow's)."""
from __future__ import annotations

import zlib
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.kernels.random import float32_math, random_values
from aioflow.kernels.random.philox import PhiloxStream, philox_blocks, scrambled_seed
from tests.kernels.live_graph import LiveGraph, f32, i32, i64

SEEDS: Any = {"seed": 1, "seed2": 2}
COUNTER = 2 << 64  # where seeds 1, 2 begin


def crc(array: Any) -> str:
    """Checksum of an array's bytes."""
    return f"{zlib.crc32(np.ascontiguousarray(array).tobytes()):08x}"


def test_first_block() -> None:
    """The first words of key 1 and counter (0, 2)."""
    assert philox_blocks(1, COUNTER, 1).tolist() == [[0xE73404CF, 0x8CEDC5D3, 0x3F071736, 0x0A0AFDDD]]


def test_blocks_do_not_depend_on_how_many_are_asked_for() -> None:
    """Any part of the stream equals that part of all of it, also where a counter's lower half overflows."""
    start = (5 << 64) - 20_000
    everything = philox_blocks(3, start, 40_000)
    for offset, count in ((0, 1), (16_383, 3), (19_999, 2), (39_999, 1)):
        np.testing.assert_array_equal(philox_blocks(3, start + offset, count), everything[offset : offset + count])
    wrapped = philox_blocks(3, (1 << 128) - 1, 2)
    np.testing.assert_array_equal(wrapped[1:], philox_blocks(3, 0, 1))


def test_a_stream_hands_out_each_part_once() -> None:
    """Reserved parts lie one behind the other, and the counter wraps around."""
    stream = PhiloxStream(1, (1 << 128) - 10)
    assert [stream.reserve(n) for n in (4, 6, 5)] == [(1 << 128) - 10, (1 << 128) - 6, 0]
    assert stream.reserve(0) == 5


@pytest.mark.parametrize(("draw", "dtype", "expected"), [
    ("uniform", np.float32, "a3d2d1e8"), ("uniform", np.float64, "8182db21"), ("uniform", np.float16, "36d4d317"),
    ("normal", np.float32, "bae0d6f6"), ("normal", np.float64, "37851155"), ("normal", np.float16, "2319bbe5"),
    ("truncated_normal", np.float32, "f4cef114"), ("truncated_normal", np.float64, "f2c990b4"),
    ("truncated_normal", np.float16, "89e80c52"),
])  # fmt: skip
def test_thousand_values(draw: str, dtype: Any, expected: str) -> None:
    """R-82: all bits of a thousand values of each distribution."""
    assert crc(getattr(random_values, draw)(1, COUNTER, 1000, np.dtype(dtype))) == expected


@pytest.mark.parametrize(("draw", "dtype", "expected"), [
    ("uniform", np.float32, "62aae687"), ("uniform", np.float64, "337c6f64"), ("normal", np.float32, "1f68e7d1"),
    ("normal", np.float64, "f5df5b26"), ("truncated_normal", np.float32, "ec46d676"),
    ("truncated_normal", np.float64, "bd63e94b"),
])  # fmt: skip
def test_thousand_stateless_values(draw: str, dtype: Any, expected: str) -> None:
    """R-82: the same from the seed [3, 4]."""
    assert crc(getattr(random_values, draw)(*scrambled_seed(3, 4), 1000, np.dtype(dtype))) == expected


def test_thousand_integers() -> None:
    """All bits of a thousand integers of each width."""
    assert crc(random_values.uniform_ints(1, COUNTER, 1000, np.int32(-5), np.int32(100))) == "576cdd49"
    assert crc(random_values.uniform_ints(1, COUNTER, 1000, np.int64(-5), np.int64(10**12))) == "3d6217ee"


def test_bfloat16() -> None:
    """bfloat16 has seven random bits."""
    values = random_values.uniform(1, COUNTER, 4, np.dtype(ml_dtypes.bfloat16))
    assert values.astype(np.float32).tolist() == [0.6171875, 0.6484375, 0.421875, 0.7265625]


def test_exact_functions() -> None:
    """Our float32 logarithm, sine and cosine are within one unit in the last place of the true values."""
    x = np.float32(10.0) ** np.linspace(-7, 1, 5001, dtype=np.float32)
    np.testing.assert_array_max_ulp(float32_math.log(x), np.log(x.astype(np.float64)).astype(np.float32), 1)
    angles = np.linspace(0, 6.2831855, 5001, dtype=np.float32)
    for got, exact in zip(float32_math.sin_cos(angles), (np.sin, np.cos), strict=True):
        np.testing.assert_allclose(got, exact(angles.astype(np.float64)), rtol=2e-7, atol=1e-9)


# ---- ops


async def test_streams_go_on(live: LiveGraph) -> None:
    """R-79, R-80, E-87: each call goes on where the last one of the node ended, whatever else is fetched."""
    node = live.op("RandomUniform", i32([5]), dtype=tf.float32, **SEEDS)
    first = [0.406396746635437, 0.8575996160507202, 0.05539584159851074, 0.08587229251861572, 0.41215360164642334]
    second = [0.15982985496520996, 0.3912637233734131, 0.9523847103118896, 0.584368109703064, 0.7269216775894165]
    assert (await live.run(node)).tolist() == first
    other = live.op("Mul", node, f32(1))
    assert (await live.run(other)).tolist() == second


async def test_streams_survive_new_nodes(live: LiveGraph) -> None:
    """R-80: a stream also goes on when the graph has grown since the last call."""
    node = live.op("RandomUniform", i32([5]), dtype=tf.float32, **SEEDS)
    both = np.concatenate([await live.run(node), await live.run(live.op("Neg", live.op("Neg", node)))])
    async with LiveGraph() as other:
        again = other.op("RandomUniform", i32([5]), dtype=tf.float32, **SEEDS)
        assert np.concatenate([await other.run(again), await other.run(again)]).tolist() == both.tolist()


async def test_derived_keys(live: LiveGraph) -> None:
    """R-83: ops that take key and counter draw what the others draw from the seed that these come from."""
    seed, shape = i64(3, 4), i32(3, 5)
    key, counter, alg = live.op("StatelessRandomGetKeyCounterAlg", seed)
    for first, second in (
        ("StatelessRandomUniform", "StatelessRandomUniformV2"),
        ("StatelessRandomNormal", "StatelessRandomNormalV2"),
        ("StatelessTruncatedNormal", "StatelessTruncatedNormalV2"),
    ):
        expected = live.op(first, shape, seed, dtype=tf.float32)
        given = live.op(second, shape, key, counter, alg, dtype=tf.float32)
        a, b = await live.run([expected, given])
        assert a.tolist() == b.tolist() and a.shape == (3, 5)


async def test_stateless_seeds(live: LiveGraph) -> None:
    """R-86: a stateless op's seed has two numbers."""
    seed = live.placeholder(tf.int64)
    node = live.op("StatelessRandomUniform", i32([3]), seed, dtype=tf.float32)
    with pytest.raises(errors.InvalidArgumentError, match=r"seed must have shape \[2\], not \[3\]"):
        await live.run(node, {seed: i64(1, 2, 3)})


async def test_new_sessions_begin_anew(live: LiveGraph) -> None:
    """R-81, E-87: another session on the graph draws the same numbers."""
    node = live.op("RandomStandardNormal", i32([3]), dtype=tf.float64, **SEEDS)
    expected = [0.58105877128258, -1.557429113677359, 1.555896998265924]
    assert (await live.run(node)).tolist() == expected
    async with LiveGraph(live.graph) as other:
        assert (await other.run(node)).tolist() == expected


async def test_equal_seeds_give_equal_numbers(live: LiveGraph) -> None:
    """E-88: two nodes with the same seeds draw the same in each step; unseeded ones do not."""
    first, second = (live.op("RandomUniform", i32([4]), dtype=tf.float32, **SEEDS) for _ in range(2))
    for _ in range(2):
        a, b = await live.run([first, second])
        assert a.tolist() == b.tolist()
    free = [live.op("RandomUniform", i32([4]), dtype=tf.float32) for _ in range(2)]
    a, b = await live.run(free)
    assert a.tolist() != b.tolist()


@pytest.mark.parametrize(("seed", "seed2", "expected"), [
    (0, 5, [0.92639303, 0.35146642, 0.7737814]), (-1, -2, [0.25040865, 0.37431252, 0.18281448]),
    (87654321, 5, [0.38831127, 0.6636828, 0.19191074]),
])  # fmt: skip
async def test_seeds(live: LiveGraph, seed: int, seed2: int, expected: list[float]) -> None:
    """Seeds are any 64-bit numbers."""
    values = await live("RandomUniform", i32([3]), dtype=tf.float32, seed=seed, seed2=seed2)
    np.testing.assert_array_equal(values, f32(*expected))


async def test_integers(live: LiveGraph) -> None:
    """Integers in a range, call by call."""
    node = live.op("RandomUniformInt", i32([6]), i32(-5), i32(100), **SEEDS)
    assert (await live.run(node)).tolist() == [84, 75, 22, 54, 81, 56]
    assert (await live.run(node)).tolist() == [70, 4, 74, 45, 92, 73]
    wide = await live("RandomUniformInt", i32([3]), i64(-5), i64(10**12), **SEEDS)
    assert wide.tolist() == [248647278884, 816829796616, 863450034322]


async def test_shuffle(live: LiveGraph) -> None:
    """Rows in random order; a single row takes nothing from the stream."""
    rows = live.placeholder(tf.int32)
    node = live.op("RandomShuffle", rows, **SEEDS)
    assert (await live.run(node, {rows: np.arange(1)})).tolist() == [0]
    assert (await live.run(node, {rows: np.arange(10)})).tolist() == [9, 0, 8, 6, 1, 3, 7, 2, 4, 5]
    assert (await live.run(node, {rows: np.arange(10)})).tolist() == [8, 7, 4, 3, 2, 1, 9, 5, 6, 0]
    assert crc(await live("RandomShuffle", np.arange(1000, dtype=np.int32), **SEEDS)) == "5dba3e7e"


async def test_multinomial(live: LiveGraph) -> None:
    """Classes by their probabilities; the unlikeliest logits of all are never drawn."""
    logits = np.log(f32([[0.1, 0.2, 0.3, 0.4]]))
    node = live.op("Multinomial", logits, i32(8), **SEEDS)
    assert (await live.run(node)).tolist() == [[1, 2, 1, 1, 3, 3, 2, 3]]
    assert (await live.run(node)).tolist() == [[1, 2, 1, 2, 2, 1, 3, 1]]
    odd = f32([[-np.inf, 2, np.nan, np.inf]])
    assert (await live("Multinomial", odd, i32(4), **SEEDS)).tolist() == [[1, 1, 1, 1]]


async def test_generator_state(live: LiveGraph) -> None:
    """R-84: a generator's variable holds counter and key, and moves on with each draw."""
    state = live.op("VarHandleOp", dtype=tf.int64, shape=[3], shared_name=b"g")
    await live("AssignVariableOp", state, i64(0, 0, 42))
    values = await live("StatefulUniform", state, i64(1), i32([5]), dtype=tf.float32)
    np.testing.assert_array_equal(values, f32(0.8354591, 0.9162973, 0.49464953, 0.5211133, 0.7119492))
    held = live.op("ReadVariableOp", state, dtype=tf.int64)
    assert (await live.run(held)).tolist() == [1280, 0, 42]
    await live("RngSkip", state, i64(1), i64(2))
    assert (await live.run(held)).tolist() == [1280 + 512, 0, 42]
    assert (await live("RngReadAndSkip", state, i32(1), np.uint64(1))).tolist() == [1280 + 512, 0, 42]
    with pytest.raises(errors.UnimplementedError, match="Unsupported algorithm"):
        await live("StatefulUniform", state, i64(2), i32([5]), dtype=tf.float32)


REJECTION: list[tuple[str, tuple[Any, ...], dict[str, Any], list[Any]]] = [
    ("RandomGamma", (i32([4]), f32(0.5, 1, 2.5)), {},
     [[[0.014439558, 0.2716996, 1.3657409], [0.1910653, 0.9651606, 0.7158139], [0.19171634, 1.1410828, 1.8987417],
       [0.020487498, 0.1429247, 1.0872557]],
      [[1.2529293, 0.541306, 0.9283963], [1.5767365, 0.9066722, 1.6931752], [0.13928811, 0.29144788, 3.3364723],
       [0.20215829, 0.21687582, 2.323363]]]),
    ("RandomPoissonV2", (i32([5]), np.array([2.0, 15, 100])), {"dtype": tf.int64},
     [[[1, 16, 93], [2, 19, 101], [3, 10, 86], [1, 16, 85], [1, 17, 123]],
      [[2, 15, 97], [1, 17, 89], [3, 8, 100], [3, 12, 105], [1, 16, 104]]]),
    ("ParameterizedTruncatedNormal", (i32([3]), f32(0), f32(1), f32(2), f32(5)), {},
     [[2.3729684, 3.1984236, 2.367142], [2.40915, 3.02199, 2.0880473]]),
    ("ParameterizedTruncatedNormal", (i32([3]), f32(0), f32(1), f32(-1), f32(1)), {},
     [[-0.1872065, 0.7151992, -0.8892083]]),
    ("ParameterizedTruncatedNormal", (i32([2, 3]), f32(0, 1), f32(1, 2), f32(-1, -2), f32(1, 3)), {},
     [[[-0.1872065, 0.7151992, -0.8892083], [1.2778126, 2.0223949, 1.2166455]],
      [[-0.65624857, 0.56356263, 0.8203392], [2.386704, -0.1347121, -0.6297964]]]),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "attrs", "expected"), REJECTION)
async def test_rejection(live: LiveGraph, op: str, inputs: Any, attrs: Any, expected: list[Any]) -> None:
    """Samples found by rejection are TensorFlow's, too, call by call."""
    node = live.op(op, *inputs, **attrs, **SEEDS)
    for values in expected:
        np.testing.assert_allclose(await live.run(node), values, rtol=1e-5)


async def test_moments(live: LiveGraph) -> None:
    """Binomial and gamma samples have the expected mean and variance."""
    counts, probs = f32(10, 200), f32(0.3, 0.7)
    samples = await live("StatelessRandomBinomial", i32(20_000, 2), i64(1, 2), counts, probs, dtype=tf.float32)
    np.testing.assert_allclose(samples.mean(0), [3, 140], rtol=0.02)
    np.testing.assert_allclose(samples.var(0), [2.1, 42], rtol=0.05)
    samples = await live("StatelessRandomGammaV2", i32(20_000, 2), i64(1, 2), f32(0.7, 4))
    np.testing.assert_allclose(samples.mean(0), [0.7, 4], rtol=0.03)
    np.testing.assert_allclose(samples.var(0), [0.7, 4], rtol=0.06)


CANDIDATES = [
    ("UniformCandidateSampler", {"unique": True, "range_max": 10}, [9, 6, 7, 1, 3], [2, 0, 8, 4, 1], 0.5),
    ("LogUniformCandidateSampler", {"unique": True, "range_max": 10}, [0, 1, 8, 6, 2], [0, 1, 2, 7, 5], 0.7265548),
    ("LearnedUnigramCandidateSampler", {"unique": False, "range_max": 10}, [9, 5, 2, 9, 1], [6, 4, 8, 0, 3], 0.5),
    ("FixedUnigramCandidateSampler", {"unique": False, "range_max": 5, "unigrams": [1.0, 2.0, 3.0, 4.0, 5.0]},
     [4, 4, 1, 3, 4], [2, 2, 4, 4, 4], 0.6666667),
]  # fmt: skip


@pytest.mark.parametrize(("op", "attrs", "first", "second", "expected_count"), CANDIDATES)
async def test_candidates(
    live: LiveGraph, op: str, attrs: Any, first: list[int], second: list[int], expected_count: float
) -> None:
    """Candidate classes, call by call, and how often the first true class is to be expected."""
    node = live.op(op, i64([1, 2], [0, 4]), num_true=2, num_sampled=5, **attrs, **SEEDS)
    sampled, true_counts, counts = await live.run(node)
    assert sampled.tolist() == first and counts.shape == (5,)
    np.testing.assert_allclose(true_counts[0, 0], expected_count, rtol=1e-6)
    assert (await live.run(node))[0].tolist() == second


@pytest.mark.parametrize(("op", "inputs", "attrs"), [
    ("RandomUniform", (i32(3),), {"dtype": tf.float32}),
    ("RandomUniform", (i32([-3]),), {"dtype": tf.float32}),
    ("RandomUniformInt", (i32([3]), i32(5), i32(5)), {}),
    ("Multinomial", (f32(1, 2), i32(1)), {}),
    ("Multinomial", (f32([[1, 2]]), i32(-1)), {}),
    ("Multinomial", (np.zeros([2, 0], np.float32), i32(1)), {}),
    ("ParameterizedTruncatedNormal", (i32([3]), f32(0), f32(-1), f32(-1), f32(1)), {}),
    ("ParameterizedTruncatedNormal", (i32([3]), f32(0), f32(1), f32(1), f32(1)), {}),
    ("UniformCandidateSampler", (i64([[1]]),), {"num_true": 1, "num_sampled": 3, "unique": True, "range_max": 2}),
    ("LogUniformCandidateSampler", (i64([[-1]]),), {"num_true": 1, "num_sampled": 2, "unique": True, "range_max": 7}),
    ("UniformCandidateSampler", (i64([[7]]),), {"num_true": 1, "num_sampled": 2, "unique": True, "range_max": 7}),
    ("AllCandidateSampler", (i64([[2]]),), {"num_true": 1, "num_sampled": 2, "unique": True}),
])  # fmt: skip
async def test_errors(live: LiveGraph, op: str, inputs: Any, attrs: Any) -> None:
    """R-86: what cannot be drawn is an error."""
    fed = {live.placeholder(tf.as_dtype(value.dtype)): value for value in inputs}
    with pytest.raises(errors.InvalidArgumentError):
        await live.run(live.op(op, *fed, **attrs), fed)


async def test_shapes_of_gamma_samples_that_are_none(live: LiveGraph) -> None:
    """TensorFlow looks at none: it draws nothing but zeros for 0, and NaN below -2/3."""
    samples = await live.run(live.op("RandomGamma", i32([2]), f32([-1, 0, 2]), **SEEDS))
    assert np.isnan(samples[:, 0]).all() and not samples[:, 1].any() and (samples[:, 2] > 0).all()


@pytest.mark.parametrize(("index", "seed", "max_index", "rounds", "expected"), [
    (np.arange(10, dtype=np.int32), np.array([1, 2, 3], np.uint32), np.int32(9), 4, [2, 0, 6, 4, 8, 1, 7, 9, 5, 3]),
    (np.arange(10), i64(1, 2, 3), np.int64(9), 6, [1, 6, 3, 7, 0, 5, 9, 2, 8, 4]),
    (np.arange(13), i32(5, 6, 7), np.int64(12), 4, [11, 4, 5, 8, 0, 2, 1, 6, 3, 12, 10, 9, 7]),
    (np.arange(3), i64([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), i64(9, 9, 20), 4, [2, 1, 18]),
    (np.arange(4), i64(1, 2, 3), np.int64(1000), 4, [724, 816, 156, 480]),
    (np.arange(4), i64(-1, 2**40 + 5, 7), np.int64(2**33), 8, [4902266530, 4366871760, 6305873065, 2172428547]),
    (np.array([2**62, 3], np.uint64), np.array([1, 2, 3], np.uint32), np.uint64(2**63), 4,
     [4611686150229196674, 939255659681]),
    (np.int64(0), i64(1, 2, 3), np.int64(0), 4, 0),
])  # fmt: skip
async def test_shuffled_indices(
    live: LiveGraph, index: Any, seed: Any, max_index: Any, rounds: int, expected: Any
) -> None:
    """Numbers go where TensorFlow puts them."""
    places = await live("RandomIndexShuffle", index, seed, max_index, rounds=rounds)
    assert places.tolist() == expected and places.dtype == np.asarray(index).dtype


@pytest.mark.slow
async def test_index_shuffles_are_permutations(live: LiveGraph) -> None:
    """Every place is taken once, whether the limit is just below or above a power of two."""
    for limit in (1, 2, 255, 256, 257, 70_000):
        places = await live("RandomIndexShuffle", np.arange(limit + 1), i64(7, 8, 9), np.int64(limit))
        assert sorted(places.tolist()) == list(range(limit + 1))


async def test_wrong_index_shuffles(live: LiveGraph) -> None:
    """Numbers must be within the limit, keys have three words, and there is an even number of rounds."""
    index, seed, limit = (live.placeholder(tf.int64) for _ in range(3))
    for rounds, given, words, top, message in (
        (4, i64([10]), i64(1, 2, 3), np.int64(9), "max_index must be >= index, but 9 < 10"),
        (4, i64([1]), i64(1, 2), np.int64(9), "Seed must have shape"),
        (4, i64([1, 2, 3]), i64([[1, 2, 3]] * 2), np.int64(9), "Seed has shape"),
        (3, i64([1]), i64(1, 2, 3), np.int64(9), "even number"),
    ):
        node = live.op("RandomIndexShuffle", index, seed, limit, rounds=rounds)
        with pytest.raises(errors.InvalidArgumentError, match=message):
            await live.run(node, {index: given, seed: words, limit: top})


async def test_an_unknown_algorithm_moves_no_counter(live: LiveGraph) -> None:
    """The old op finds the algorithm in its variable, and checks it first."""
    state = live.op("VarHandleOp", dtype=tf.int64, shape=[4])
    await live("AssignVariableOp", state, i64(7, 22, 49, 9))
    with pytest.raises(errors.UnimplementedError, match="algorithm"):
        await live("StatefulStandardNormal", state, i64([2]), dtype=tf.float32)
    assert (await live("ReadVariableOp", state, dtype=tf.int64)).tolist() == [7, 22, 49, 9]


@pytest.mark.parametrize("weights", [[1.0, 0.0], [1.0, 1e-30], [0.0, 0.0, 1.0]])
async def test_classes_without_weight_end_a_sampler(live: LiveGraph, weights: list[float]) -> None:
    """More different classes than have weight are refused after a bounded number of draws."""
    attrs = {"num_true": 1, "num_sampled": 2, "unique": True, "range_max": len(weights), "unigrams": weights}
    with pytest.raises(errors.InvalidArgumentError, match="were not found"):
        await live("FixedUnigramCandidateSampler", i64([[0]]), **attrs)
