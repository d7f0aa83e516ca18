"""Declarations of the ops of random numbers, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AllCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; seed: int = 0; seed2: int = 0; stateful
ComputeAccidentalHits(true_classes: int64, sampled_candidates: int64) -> (indices: int32, ids: int64, weights: float); num_true: int; seed: int = 0; seed2: int = 0
FixedUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; vocab_file: string = ""; distortion: float = 1.0; num_reserved_ids: int = 0; num_shards: int >= 1 = 1; shard: int >= 0 = 0; unigrams: list(float) = []; seed: int = 0; seed2: int = 0; stateful
IsTensorFloat32Enabled() -> (enabled: bool); stateful
LearnedUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: int = 0; seed2: int = 0; stateful
LogUniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: int = 0; seed2: int = 0; stateful
Multinomial(logits: T, num_samples: int32) -> (output: output_dtype); seed: int = 0; seed2: int = 0; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; output_dtype: {int32, int64} = int64; stateful
NonDeterministicInts(shape: shape_dtype) -> (output: dtype); dtype: type = int64; shape_dtype: type = int64; stateful
ParameterizedTruncatedNormal(shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype) -> (output: dtype); seed: int = 0; seed2: int = 0; dtype: {half, bfloat16, float, double}; T: {int32, int64}; stateful
RandomGamma(shape: S, alpha: T) -> (output: T); seed: int = 0; seed2: int = 0; S: {int32, int64}; T: {half, float, double}; stateful
RandomIndexShuffle(index: dtype, seed: Tseed, max_index: dtype) -> (output: dtype); rounds: int = 4; dtype: {int32, uint32, int64, uint64}; Tseed: {int32, uint32, int64, uint64}
RandomPoisson(shape: S, rate: dtype) -> (output: dtype); seed: int = 0; seed2: int = 0; S: {int32, int64}; dtype: {half, float, double}; stateful; deprecated(25, "Replaced by RandomPoissonV2")
RandomPoissonV2(shape: S, rate: R) -> (output: dtype); seed: int = 0; seed2: int = 0; S: {int32, int64}; R: {half, float, double, int32, int64} = double; dtype: {half, float, double, int32, int64} = int64; stateful
RandomShuffle(value: T) -> (output: T); seed: int = 0; seed2: int = 0; T: type; stateful
RandomStandardNormal(shape: T) -> (output: dtype); seed: int = 0; seed2: int = 0; dtype: {half, bfloat16, float, double}; T: {int32, int64}; stateful
RandomUniform(shape: T) -> (output: dtype); seed: int = 0; seed2: int = 0; dtype: {half, bfloat16, float, double}; T: {int32, int64}; stateful
RandomUniformInt(shape: T, minval: Tout, maxval: Tout) -> (output: Tout); seed: int = 0; seed2: int = 0; Tout: {int32, int64}; T: {int32, int64}; stateful
RngReadAndSkip(resource: resource, alg: int32, delta: uint64) -> (value: int64); stateful
RngSkip(resource: resource, algorithm: int64, delta: int64) -> (); stateful
SobolSample(dim: int32, num_results: int32, skip: int32) -> (samples: dtype); dtype: {float, double} = float
StatefulRandomBinomial(resource: resource, algorithm: int64, shape: S, counts: T, probs: T) -> (output: dtype); S: {int32, int64}; T: {half, float, double, int32, int64} = double; dtype: {half, float, double, int32, int64} = int64; stateful
StatefulStandardNormal(resource: resource, shape: shape_dtype) -> (output: dtype); dtype: type = float; shape_dtype: type = int64; stateful; deprecated(29, "Use StatefulStandardNormalV2 instead")
StatefulStandardNormalV2(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype); dtype: type = float; shape_dtype: type = int64; stateful
StatefulTruncatedNormal(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype); dtype: type = float; shape_dtype: type = int64; stateful
StatefulUniform(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype); dtype: type = float; shape_dtype: type = int64; stateful
StatefulUniformFullInt(resource: resource, algorithm: int64, shape: shape_dtype) -> (output: dtype); dtype: type = uint64; shape_dtype: type = int64; stateful
StatefulUniformInt(resource: resource, algorithm: int64, shape: shape_dtype, minval: dtype, maxval: dtype) -> (output: dtype); dtype: type = int64; shape_dtype: type = int64; stateful
StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed) -> (output: output_dtype); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tseed: {int32, int64} = int64; output_dtype: {int32, int64} = int64
StatelessParameterizedTruncatedNormal(shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype) -> (output: dtype); S: {int32, int64}; Tseed: {int32, int64} = int64; dtype: {half, float, double}
StatelessRandomBinomial(shape: S, seed: Tseed, counts: T, probs: T) -> (output: dtype); S: {int32, int64}; Tseed: {int32, int64} = int64; T: {half, float, double, int32, int64} = double; dtype: {half, float, double, int32, int64} = int64
StatelessRandomGammaV2(shape: T, seed: Tseed, alpha: dtype) -> (output: dtype); dtype: {half, float, double}; T: {int32, int64}; Tseed: {int32, int64} = int64
StatelessRandomGammaV3(shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype) -> (output: dtype); dtype: {half, float, double}; shape_dtype: {int32, int64} = int32
StatelessRandomGetAlg() -> (alg: int32); stateful
StatelessRandomGetKeyCounter(seed: Tseed) -> (key: uint64, counter: uint64); Tseed: {int32, int64} = int64
StatelessRandomGetKeyCounterAlg(seed: Tseed) -> (key: uint64, counter: uint64, alg: int32); Tseed: {int32, int64} = int64
StatelessRandomNormal(shape: T, seed: Tseed) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64
StatelessRandomNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; Tshape: {int32, int64} = int32
StatelessRandomPoisson(shape: T, seed: Tseed, lam: Rtype) -> (output: dtype); Rtype: {half, float, double, int32, int64}; dtype: {half, float, double, int32, int64}; T: {int32, int64}; Tseed: {int32, int64} = int64
StatelessRandomUniform(shape: T, seed: Tseed) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64
StatelessRandomUniformFullInt(shape: T, seed: Tseed) -> (output: dtype); dtype: {int32, int64, uint32, uint64} = uint64; T: {int32, int64} = int32; Tseed: {int32, int64, uint32, uint64} = int64
StatelessRandomUniformFullIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype); dtype: {int32, int64, uint32, uint64} = uint64; Tshape: {int32, int64} = int32
StatelessRandomUniformInt(shape: T, seed: Tseed, minval: dtype, maxval: dtype) -> (output: dtype); dtype: {int32, int64}; T: {int32, int64}; Tseed: {int32, int64} = int64
StatelessRandomUniformIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype) -> (output: dtype); dtype: {int32, int64, uint32, uint64}; Tshape: {int32, int64} = int32
StatelessRandomUniformV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; Tshape: {int32, int64} = int32
StatelessShuffle(value: T, key: uint64, counter: uint64, alg: int32) -> (output: T); T: type
StatelessTruncatedNormal(shape: T, seed: Tseed) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64
StatelessTruncatedNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32) -> (output: dtype); dtype: {half, bfloat16, float, double} = float; Tshape: {int32, int64} = int32
StochasticCastToInt(input: Tin, key: uint64, counter: uint64, alg: int32) -> (output: Tout); Tin: {half, bfloat16, float, double}; Tout: {int8, int16, int32}
ThreadUnsafeUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: int = 0; seed2: int = 0; stateful
TruncatedNormal(shape: T) -> (output: dtype); seed: int = 0; seed2: int = 0; dtype: {half, bfloat16, float, double}; T: {int32, int64}; stateful
UniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float); num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1; seed: int = 0; seed2: int = 0; stateful
"""
