"""Declarations of the control flow ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
_HostRecv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
_HostSend(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
_Recv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
_Send(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
Abort() -> (); error_msg: string = ""; exit_without_error: bool = false
ControlTrigger() -> ()
Enter(data: T) -> (output: T); T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10
Exit(data: T) -> (output: T); T: type
LoopCond(input: bool) -> (output: bool)
Merge(inputs: N * T) -> (output: T, value_index: int32); T: type; N: int >= 1
NextIteration(data: T) -> (output: T); T: type
NoOp() -> ()
Recv() -> (tensor: tensor_type); tensor_type: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful; distributed
RefEnter(data: Ref(T)) -> (output: Ref(T)); T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10
RefExit(data: Ref(T)) -> (output: Ref(T)); T: type
RefMerge(inputs: Ref(N * T)) -> (output: Ref(T), value_index: int32); T: type; N: int >= 1
RefNextIteration(data: Ref(T)) -> (output: Ref(T)); T: type
RefSelect(index: int32, inputs: Ref(N * T)) -> (output: Ref(T)); T: type; N: int >= 1
RefSwitch(data: Ref(T), pred: bool) -> (output_false: Ref(T), output_true: Ref(T)); T: type; uninitialized_input
Send(tensor: T) -> (); T: type; tensor_name: string; send_device: string; send_device_incarnation: int; recv_device: string; client_terminated: bool = false; stateful
Switch(data: T, pred: bool) -> (output_false: T, output_true: T); T: type
SyncDevice() -> (); stateful
"""
