"""Declarations of the string ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AsString(input: T) -> (output: string); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, complex128, bool, variant, string}; precision: int = -1; scientific: bool = false; shortest: bool = false; width: int = -1; fill: string = ""
DecodeBase64(input: string) -> (output: string)
EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, truth_values: T, truth_shape: int64) -> (output: float); normalize: bool = true; T: type
EncodeBase64(input: string) -> (output: string); pad: bool = false
ReduceJoin(inputs: string, reduction_indices: int32) -> (output: string); keep_dims: bool = false; separator: string = ""
RegexFullMatch(input: string, pattern: string) -> (output: bool)
RegexReplace(input: string, pattern: string, rewrite: string) -> (output: string); replace_global: bool = true
StaticRegexFullMatch(input: string) -> (output: bool); pattern: string
StaticRegexReplace(input: string) -> (output: string); pattern: string; rewrite: string; replace_global: bool = true
StringFormat(inputs: T) -> (output: string); T: list(type) >= 0; template: string = "%s"; placeholder: string = "%s"; summarize: int = 3
StringJoin(inputs: N * string) -> (output: string); N: int >= 0; separator: string = ""
StringLength(input: string) -> (output: int32); unit: string {"BYTE", "UTF8_CHAR"} = "BYTE"
StringLower(input: string) -> (output: string); encoding: string = ""
StringNGrams(data: string, data_splits: Tsplits) -> (ngrams: string, ngrams_splits: Tsplits); separator: string; ngram_widths: list(int) >= 0; left_pad: string; right_pad: string; pad_width: int; preserve_short_sequences: bool; Tsplits: {int32, int64} = int64
StringSplit(input: string, delimiter: string) -> (indices: int64, values: string, shape: int64); skip_empty: bool = true
StringSplitV2(input: string, sep: string) -> (indices: int64, values: string, shape: int64); maxsplit: int = -1
StringStrip(input: string) -> (output: string)
StringToHashBucket(string_tensor: string) -> (output: int64); num_buckets: int >= 1
StringToHashBucketFast(input: string) -> (output: int64); num_buckets: int >= 1
StringToHashBucketStrong(input: string) -> (output: int64); num_buckets: int >= 1; key: list(int)
StringToNumber(string_tensor: string) -> (output: out_type); out_type: {float, double, int32, int64, uint32, uint64} = float
StringUpper(input: string) -> (output: string); encoding: string = ""
Substr(input: string, pos: T, len: T) -> (output: string); T: {int32, int64}; unit: string {"BYTE", "UTF8_CHAR"} = "BYTE"
UnicodeDecode(input: string) -> (row_splits: Tsplits, char_values: int32); input_encoding: string; errors: string {"strict", "replace", "ignore"} = "replace"; replacement_char: int = 65533; replace_control_characters: bool = false; Tsplits: {int32, int64} = int64
UnicodeDecodeWithOffsets(input: string) -> (row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64); input_encoding: string; errors: string {"strict", "replace", "ignore"} = "replace"; replacement_char: int = 65533; replace_control_characters: bool = false; Tsplits: {int32, int64} = int64
UnicodeEncode(input_values: int32, input_splits: Tsplits) -> (output: string); errors: string {"ignore", "replace", "strict"} = "replace"; output_encoding: string {"UTF-8", "UTF-16-BE", "UTF-32-BE"}; replacement_char: int = 65533; Tsplits: {int32, int64} = int64
UnicodeScript(input: int32) -> (output: int32)
UnicodeTranscode(input: string) -> (output: string); input_encoding: string; output_encoding: string {"UTF-8", "UTF-16-BE", "UTF-32-BE"}; errors: string {"strict", "replace", "ignore"} = "replace"; replacement_char: int = 65533; replace_control_characters: bool = false
UnsortedSegmentJoin(inputs: string, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: string); separator: string = ""; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
"""
