"""Declarations of the functional ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
_Arg() -> (output: T); T: type; index: int >= 0; stateful
_Retval(input: T) -> (); T: type; index: int >= 0; stateful
Case(branch_index: int32, input: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; output_shapes: list(shape) = []; stateful
DeviceIndex() -> (index: int32); device_names: list(string); stateful
FakeParam() -> (output: dtype); dtype: type; shape: shape
For(start: int32, limit: int32, delta: int32, input: T) -> (output: T); T: list(type) >= 0; body: func
If(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; else_branch: func; output_shapes: list(shape) = []; stateful
PartitionedCall(args: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ""; config_proto: string = ""; executor_type: string = ""
RemoteCall(target: string, args: Tin) -> (output: Tout); Tin: list(type) >= 1; Tout: list(type) >= 1; f: func; stateful
StatefulPartitionedCall(args: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ""; config_proto: string = ""; executor_type: string = ""; stateful; distributed
StatelessCase(branch_index: int32, input: Tin) -> (output: Tout); Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; output_shapes: list(shape) = []
StatelessIf(cond: Tcond, input: Tin) -> (output: Tout); Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; else_branch: func; output_shapes: list(shape) = []
StatelessWhile(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10
SymbolicGradient(input: Tin) -> (output: Tout); Tin: list(type) >= 1; Tout: list(type) >= 1; f: func
ToBool(input: T) -> (output: bool); T: type
While(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10; stateful
"""
