"""Random numbers of generators, of nodes, and candidates for labels."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i32, i64, program

SEEDS = {"seed": 3, "seed2": 5}


@program
def generators(tf: Any) -> list[Any]:
    raw, algorithm = tf.raw_ops, tf.constant(1, tf.int64)
    shape, state = i64(tf, 2, 3), raw.VarHandleOp(dtype=tf.int64, shape=[3], shared_name="state")
    start = raw.AssignVariableOp(resource=state, value=i64(tf, 1, 2, 3))
    older = raw.VarHandleOp(dtype=tf.int64, shape=[4], shared_name="older")
    given = {"resource": state, "algorithm": algorithm, "shape": shape}
    bounds = {"minval": tf.constant(-5, tf.int64), "maxval": tf.constant(9, tf.int64)}
    counts, probs = tf.constant([4.0, 7.0, 2.0], tf.float64), tf.constant([0.5, 0.1, 0.9], tf.float64)
    return [
        start, raw.AssignVariableOp(resource=older, value=i64(tf, 1, 1, 2, 3)),
        *(op(dtype=tf.float32, **given)
          for op in (raw.StatefulStandardNormalV2, raw.StatefulTruncatedNormal, raw.StatefulUniform)),
        raw.StatefulStandardNormal(resource=older, shape=shape),
        raw.StatefulUniformFullInt(dtype=tf.uint64, **given),
        raw.StatefulUniformInt(dtype=tf.int64, **bounds, **given),
        raw.StatefulRandomBinomial(counts=counts, probs=probs, dtype=tf.int64, **given),
        raw.RngSkip(resource=state, algorithm=algorithm, delta=tf.constant(3, tf.int64)),
        raw.RngReadAndSkip(resource=state, alg=tf.constant(1), delta=tf.constant(3, tf.uint64)),
        raw.NonDeterministicInts(shape=shape),
    ]  # fmt: skip


@program
def counts_of_trials(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    state = raw.VarHandleOp(dtype=tf.int64, shape=[3], shared_name="state")
    given = {"resource": state, "algorithm": tf.constant(1, tf.int64), "shape": i32(tf, 3)}
    start = raw.AssignVariableOp(resource=state, value=i64(tf, 1, 2, 3))
    counts, probs = i64(tf, 4, 7, 2), i64(tf, 1, 0, 1)
    rates = [raw.RandomPoissonV2(shape=i32(tf, 2), rate=i64(tf, 4, 7), dtype=dtype) for dtype in (tf.int64, tf.float32)]
    return [start, raw.StatefulRandomBinomial(counts=counts, probs=probs, dtype=tf.int64, **given), *rates]


@program
def distributions(tf: Any) -> list[Any]:
    raw, shape, numbers = tf.raw_ops, i64(tf, 2, 3), tf.constant([0.5, 1.0, 4.0])
    bounds = dict(zip(("means", "stdevs", "minvals", "maxvals"), map(tf.constant, (0.0, 1.0, -1.0, 2.0)), strict=True))
    boxes, image = tf.constant([[[0.0, 0.0, 0.5, 0.5]]]), i32(tf, 40, 30, 3)
    return [
        raw.RandomGamma(shape=shape, alpha=numbers, **SEEDS),
        raw.RandomPoisson(shape=shape, rate=numbers, **SEEDS),
        raw.RandomPoissonV2(shape=shape, rate=numbers, **SEEDS),
        raw.ParameterizedTruncatedNormal(shape=shape, **bounds, **SEEDS),
        raw.RandomShuffle(value=i64(tf, 1, 2, 3), **SEEDS),
        list(raw.SampleDistortedBoundingBoxV2(
            image_size=image, bounding_boxes=boxes, min_object_covered=tf.constant(0.1), **SEEDS)),
    ]  # fmt: skip


@program
def candidates(tf: Any) -> list[Any]:
    raw, labels = tf.raw_ops, tf.constant([[1, 2], [0, 4]], tf.int64)
    given = {"true_classes": labels, "num_true": 2, "num_sampled": 3, **SEEDS}
    unigrams = {"unigrams": [1.0, 2.0, 3.0, 4.0, 5.0], "num_reserved_ids": 1}
    ops = [raw.UniformCandidateSampler, raw.LogUniformCandidateSampler, raw.LearnedUnigramCandidateSampler,
           raw.ThreadUnsafeUnigramCandidateSampler]  # fmt: skip
    either = (True, False)
    return [
        *(list(op(unique=unique, range_max=9, **given)) for op in ops for unique in either),
        *(list(raw.FixedUnigramCandidateSampler(unique=unique, range_max=6, **unigrams, **given)) for unique in either),
        *(list(raw.AllCandidateSampler(unique=unique, **{**given, "num_sampled": 5})) for unique in either),
        list(raw.ComputeAccidentalHits(true_classes=labels, sampled_candidates=i64(tf, 4, 5, 2), num_true=2)),
    ]
