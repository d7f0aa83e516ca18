"""Declarations of the ops of files, readers and records, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
FileSystemSetConfiguration(scheme: string, key: string, value: string) -> (); stateful
FixedLengthRecordReader() -> (reader_handle: Ref(string)); header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes: int = 0; container: string = ""; shared_name: string = ""; stateful; deprecated(26, "Use FixedLengthRecordReaderV2")
FixedLengthRecordReaderV2() -> (reader_handle: resource); header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes: int = 0; container: string = ""; shared_name: string = ""; encoding: string = ""; stateful
GenerateVocabRemapping(new_vocab_file: string, old_vocab_file: string) -> (remapping: int64, num_present: int32); new_vocab_offset: int >= 0; num_new_vocab: int >= 0; old_vocab_size: int >= -1 = -1
IdentityReader() -> (reader_handle: Ref(string)); container: string = ""; shared_name: string = ""; stateful; deprecated(26, "Use IdentityReaderV2")
IdentityReaderV2() -> (reader_handle: resource); container: string = ""; shared_name: string = ""; stateful
LMDBReader() -> (reader_handle: Ref(string)); container: string = ""; shared_name: string = ""; stateful
MatchingFiles(pattern: string) -> (filenames: string)
ReaderNumRecordsProduced(reader_handle: Ref(string)) -> (records_produced: int64)
ReaderNumRecordsProducedV2(reader_handle: resource) -> (records_produced: int64); stateful
ReaderNumWorkUnitsCompleted(reader_handle: Ref(string)) -> (units_completed: int64)
ReaderNumWorkUnitsCompletedV2(reader_handle: resource) -> (units_completed: int64); stateful
ReaderRead(reader_handle: Ref(string), queue_handle: Ref(string)) -> (key: string, value: string)
ReaderReadUpTo(reader_handle: Ref(string), queue_handle: Ref(string), num_records: int64) -> (keys: string, values: string)
ReaderReadUpToV2(reader_handle: resource, queue_handle: resource, num_records: int64) -> (keys: string, values: string); stateful
ReaderReadV2(reader_handle: resource, queue_handle: resource) -> (key: string, value: string); stateful
ReaderReset(reader_handle: Ref(string)) -> ()
ReaderResetV2(reader_handle: resource) -> (); stateful
ReaderRestoreState(reader_handle: Ref(string), state: string) -> ()
ReaderRestoreStateV2(reader_handle: resource, state: string) -> (); stateful
ReaderSerializeState(reader_handle: Ref(string)) -> (state: string)
ReaderSerializeStateV2(reader_handle: resource) -> (state: string); stateful
ReadFile(filename: string) -> (contents: string)
RecordInput() -> (records: string); file_pattern: string; file_random_seed: int = 301; file_shuffle_shift_ratio: float = 0.0; file_buffer_size: int = 10000; file_parallelism: int = 16; batch_size: int = 32; compression_type: string = ""; stateful
ShardedFilename(basename: string, shard: int32, num_shards: int32) -> (filename: string)
ShardedFilespec(basename: string, num_shards: int32) -> (filename: string)
TextLineReader() -> (reader_handle: Ref(string)); skip_header_lines: int = 0; container: string = ""; shared_name: string = ""; stateful; deprecated(26, "Use TextLineReaderV2")
TextLineReaderV2() -> (reader_handle: resource); skip_header_lines: int = 0; container: string = ""; shared_name: string = ""; stateful
TFRecordReader() -> (reader_handle: Ref(string)); container: string = ""; shared_name: string = ""; compression_type: string = ""; stateful; deprecated(26, "Use TFRecordReaderV2")
TFRecordReaderV2() -> (reader_handle: resource); container: string = ""; shared_name: string = ""; compression_type: string = ""; stateful
WholeFileReader() -> (reader_handle: Ref(string)); container: string = ""; shared_name: string = ""; stateful
WholeFileReaderV2() -> (reader_handle: resource); container: string = ""; shared_name: string = ""; stateful
WriteFile(filename: string, contents: string) -> (); stateful
"""
