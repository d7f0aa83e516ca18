"""Declarations of the ops of control flow, function calls and transfers.

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
_Arg() -> (output: T); T: type; index: int >= 0; stateful
_ArrayToList(input: N * T) -> (output: out_types); T: type; N: int >= 1; out_types: list(type) >= 1
_DeviceArg() -> (output: T); T: type; index: int >= 0; stateful
_DeviceRetval(input: T) -> (); T: type; index: int >= 0; stateful
_HostRecv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
_HostSend(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
_If(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 1; Tout: list(type) >= 1; then_branch: func; else_branch: func; stateful
_ListToArray(input: Tin) -> (output: N * T); Tin: list(type) >= 1; T: type; N: int >= 1
_Recv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
_Region(args: Tin) -> (results: Tout); Tin: list(type) >= 0; Tout: list(type) >= 1
_Retval(input: T) -> (); T: type; index: int >= 0; stateful
_Send(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
_SwitchN(data: T, output_index: int32) -> (outputs: num_outs * T); num_outs: int >= 1; T: type
_While(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; stateful
Abort() -> (); error_msg: string = ""; exit_without_error: bool = false
AsyncPyFunc(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
Case(branch_index: int32, input: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; output_shapes: list(shape) = []; stateful
ControlTrigger() -> ()
DeviceIndex() -> (index: int32); device_names: list(string); stateful
EagerPyFunc(input: Tin) -> (output: Tout); token: string; is_async: bool = false; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
Enter(data: T) -> (output: T); T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10
Exit(data: T) -> (output: T); T: type
FakeParam() -> (output: dtype); dtype: type; shape: shape
For(start: int32, limit: int32, delta: int32, input: T) -> (output: T); T: list(type) >= 0; body: func
If(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; else_branch: func; output_shapes: list(shape) = []; stateful
LoopCond(input: bool) -> (output: bool)
MapDefun(arguments: Targuments, captured_inputs: Tcaptured) -> (output: output_types); Targuments: list(type) >= 1; Tcaptured: list(type) >= 0 = []; output_types: list(type) >= 1; output_shapes: list(shape) >= 1; f: func; max_intra_op_parallelism: int = 1
Merge(inputs: N * T) -> (output: T, value_index: int32); T: type; N: int >= 1
NextIteration(data: T) -> (output: T); T: type
NoOp() -> ()
PartitionedCall(args: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ""; config_proto: string = ""; executor_type: string = ""
PyFunc(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0; stateful
PyFuncStateless(input: Tin) -> (output: Tout); token: string; Tin: list(type) >= 0; Tout: list(type) >= 0
Recv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
RefEnter(data: Ref(T)) -> (output: Ref(T)); T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10
RefExit(data: Ref(T)) -> (output: Ref(T)); T: type
RefMerge(inputs: Ref(N * T)) -> (output: Ref(T), value_index: int32); T: type; N: int >= 1
RefNextIteration(data: Ref(T)) -> (output: Ref(T)); T: type
RefSwitch(data: Ref(T), pred: bool) -> (output_false: Ref(T), output_true: Ref(T)); T: type; uninitialized_input
RemoteCall(target: string, args: Tin) -> (output: Tout); Tin: list(type) >= 1; Tout: list(type) >= 1; f: func; stateful
Send(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
StatefulPartitionedCall(args: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ""; config_proto: string = ""; executor_type: string = ""; stateful; distributed
StatelessCase(branch_index: int32, input: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; output_shapes: list(shape) = []
StatelessIf(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; else_branch: func; output_shapes: list(shape) = []
StatelessWhile(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10
Switch(data: T, pred: bool) -> (output_false: T, output_true: T); T: type
SymbolicGradient(input: Tin) -> (output: Tout); Tin: list(type) >= 1; Tout: list(type) >= 1; f: func
SyncDevice() -> (); stateful
ToBool(input: T) -> (output: bool); T: type
While(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10; stateful
"""
