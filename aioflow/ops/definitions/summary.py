"""Declarations of the ops of summaries, printing and debugging, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
Assert(condition: bool, data: T) -> (); T: list(type) >= 1; summarize: int = 3; stateful
CloseSummaryWriter(writer: resource) -> (); stateful
Copy(input: T) -> (output: T); T: type; tensor_name: string = ""; debug_ops_spec: list(string) = []; uninitialized_input
CopyHost(input: T) -> (output: T); T: type; tensor_name: string = ""; debug_ops_spec: list(string) = []; uninitialized_input
CreateSummaryDbWriter(writer: resource, db_uri: string, experiment_name: string, run_name: string, user_name: string) -> (); stateful
CreateSummaryFileWriter(writer: resource, logdir: string, max_queue: int32, flush_millis: int32, filename_suffix: string) -> (); stateful
DebugIdentity(input: T) -> (output: T); T: type; device_name: string = ""; tensor_name: string = ""; debug_urls: list(string) = []; gated_grpc: bool = false; uninitialized_input
DebugIdentityV2(input: T) -> (output: T); T: type; tfdbg_context_id: string = ""; op_name: string = ""; output_slot: int = -1; tensor_debug_mode: int = -1; debug_urls: list(string) = []; circular_buffer_size: int = 1000; tfdbg_run_id: string = ""; stateful
DebugIdentityV3(input: T) -> (output: T); T: type; device_name: string = ""; tensor_name: string = ""; io_of_node: string = ""; is_input: bool = false; io_index: int = -1; debug_urls: list(string) = []; gated_grpc: bool = false; stateful; uninitialized_input
DebugNanCount(input: T) -> (output: int64); T: type; device_name: string = ""; tensor_name: string = ""; debug_urls: list(string) = []; gated_grpc: bool = false; uninitialized_input
DebugNumericSummary(input: T) -> (output: double); T: type; device_name: string = ""; tensor_name: string = ""; debug_urls: list(string) = []; lower_bound: float = -inf; upper_bound: float = inf; mute_if_healthy: bool = false; gated_grpc: bool = false; uninitialized_input
DebugNumericSummaryV2(input: T) -> (output: output_dtype); output_dtype: {float, double} = float; T: type; tensor_debug_mode: int = -1; tensor_id: int = -1
DumpTensor(tensor_data: T) -> (); log_dir_path: string; file_name: string; T: type; enabled: bool; func_name: string; node_name: string; stateful
FlushSummaryWriter(writer: resource) -> (); stateful
HistogramSummary(tag: string, values: T) -> (summary: string); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64} = float
ImageSummary(tag: string, tensor: T) -> (summary: string); max_images: int >= 1 = 3; T: {uint8, float, half, double} = float; bad_color: tensor = uint8 [255, 0, 0, 255]
ImportEvent(writer: resource, event: string) -> (); stateful
MergeSummary(inputs: N * string) -> (summary: string); N: int >= 1
Print(input: T, data: U) -> (output: T); T: type; U: list(type) >= 0; message: string = ""; first_n: int = -1; summarize: int = 3; stateful
PrintV2(input: string) -> (); output_stream: string = "stderr"; end: string = "\\n"; stateful
ScalarSummary(tags: string, values: T) -> (summary: string); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
SummaryWriter() -> (writer: resource); shared_name: string = ""; container: string = ""; stateful
TensorSummary(tensor: T) -> (summary: string); T: type; description: string = ""; labels: list(string) = []; display_name: string = ""
TensorSummaryV2(tag: string, tensor: T, serialized_summary_metadata: string) -> (summary: string); T: type
Timestamp() -> (ts: double); stateful
WriteAudioSummary(writer: resource, step: int64, tag: string, tensor: float, sample_rate: float) -> (); max_outputs: int >= 1 = 3; stateful
WriteGraphSummary(writer: resource, step: int64, tensor: string) -> (); stateful
WriteHistogramSummary(writer: resource, step: int64, tag: string, values: T) -> (); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, bool} = float; stateful
WriteImageSummary(writer: resource, step: int64, tag: string, tensor: T, bad_color: uint8) -> (); max_images: int >= 1 = 3; T: {uint8, double, float, half} = float; stateful
WriteRawProtoSummary(writer: resource, step: int64, tensor: string) -> (); stateful
WriteScalarSummary(writer: resource, step: int64, tag: string, value: T) -> (); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; stateful
WriteSummary(writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string) -> (); T: type; stateful
"""
