"""Declarations of ops that TensorFlow's own tests declare, so that graphs which mention them can be read.

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
A() -> (out: float)
Attr() -> (); a: int
AttrBool() -> (); a: bool
AttrBoolList() -> (); a: list(bool)
AttrDefault() -> (); a: string = "banana"
AttrEmptyListDefault() -> (); a: list(float) = []
AttrEnum() -> (); a: string {"apples", "oranges"}
AttrEnumList() -> (); a: list(string {"apples", "oranges"})
AttrFloat() -> (); a: float
AttrListDefault() -> (); a: list(int) = [5, 15]
AttrListMin() -> (); a: list(int) >= 2
AttrListTypeDefault(a: N * T, b: N * T) -> (); T: type = int32; N: int >= 1
AttrMin() -> (); a: int >= 5
AttrPartialShape() -> (); a: shape
AttrPartialShapeList() -> (); a: list(shape)
AttrShape() -> (); a: shape
AttrShapeList() -> (); a: list(shape)
AttrTypeDefault(a: T) -> (); T: type = int32
B() -> (out: float)
Binary(a: T, b: T) -> (out: T); T: type
ComplexStruct() -> (a: n_a * int32, b: n_b * int64, c: t_c); n_a: int >= 0; n_b: int >= 0; t_c: list(type) >= 0
ConstructionFails() -> ()
CopyOp(a: T) -> (b: T); T: type
DefaultAttrs() -> (); string_val: string = "abc"; string_list_val: list(string) = ["abc", ""]; int_val: int = 123; int_list_val: list(int) = [1, 2, 3]; float_val: float = 10.0; float_list_val: list(float) = [10.0]; bool_val: bool = true; bool_list_val: list(bool) = [true, false]; type_val: type = int32; type_list_val: list(type) = [int32, float]; shape_val: shape = [2, 1]; shape_list_val: list(shape) = [[], [1]]; tensor_val: tensor = int32 1; tensor_list_val: list(tensor) = [int32 1]
DevicePlacementOp() -> (device: string); stateful
DtypeWithDefaultOp(in: T) -> (dtype: string); T: type = uint8; stateful
Fact() -> (fact: string)
FiveFloatOutputs() -> (a: float, b: float, c: float, d: float, e: float)
FloatInput(a: float) -> ()
FloatOutput() -> (a: float)
FloatOutputStringOutput() -> (a: float, b: string)
Foo1(a: float, b: int32, c: int32) -> (d: float, e: int32)
Foo2(a: float, b: string, c: string) -> (d: float, e: int32)
Foo3(a: float, b: string, c: float) -> (d: float, e: int32)
FuncAttr() -> (); f: func
FuncListAttr() -> (); f: list(func)
GetDeadline() -> (deadline_from_epoch_micros: int64)
GraphDefVersion() -> (version: int32); stateful
InPolymorphicTwice(a: N * T, b: M * T) -> (); T: type = int32; N: int >= 0; M: int >= 0
Int64Output() -> (out: int64)
IntAttr() -> (out: int64); foo: int = 1
IntInput(a: int32) -> ()
IntInputFloatInput(a: int32, b: float) -> ()
IntInputIntOutput(a: int32) -> (b: int32)
IntOutput() -> (a: int32)
IntOutputFloatOutput() -> (a: int32, b: float)
KernelLabel() -> (result: string)
KernelLabelRequired(input: int32) -> (result: string)
ListInput(a: N * T) -> (); N: int >= 1; T: type
ListOutput() -> (a: T); T: list(type) >= 1
MixedStruct() -> (a: n_a * int32, b: float); n_a: int >= 0
Namespace>TestStringOutput(input: float) -> (output1: float, output2: string)
NInPolymorphicTwice(a: N * T, b: N * T) -> (); T: type; N: int >= 0
NIntsIn(a: N * int32) -> (); N: int >= 2
NIntsOut() -> (a: N * int32); N: int >= 2
NIntsOutDefault() -> (a: N * int32); N: int >= 2 = 3
NInTwice(a: N * int32, b: N * string) -> (); N: int >= 0
NInTwoTypeVariables(a: N * S, b: N * T) -> (); S: type; T: type; N: int >= 0
None() -> ()
NPolymorphicIn(a: N * T) -> (); T: type; N: int >= 2
NPolymorphicOut() -> (a: N * T); T: type; N: int >= 2
NPolymorphicOutDefault() -> (a: N * T); T: type = bool; N: int >= 2 = 2
NPolymorphicRestrictIn(a: N * T) -> (); T: {string, bool}; N: int >= 2
NPolymorphicRestrictOut() -> (a: N * T); T: {string, bool}; N: int >= 2
Old() -> (); deprecated(8, "For reasons")
OpWithDefaultAttr() -> (a: int32); default_float: float = 123.0
OpWithFutureDefaultAttr() -> ()
OutT() -> (a: T); T: type
OutTypeList() -> (out: T); T: list(type) >= 0
OutTypeListRestrict() -> (out: t); t: list({string, bool}) >= 1
Polymorphic(a: T) -> (out: T); T: type
PolymorphicDefaultOut() -> (out: T); T: type = string
PolymorphicOut() -> (out: T); T: type
RefIn(a: Ref(T)) -> (); T: type
RefInputFloatInput(a: Ref(float), b: float) -> ()
RefInputFloatInputIntOutput(a: Ref(float), b: float) -> (c: int32)
RefInputIntInput(a: Ref(int32), b: int32) -> ()
RefOut() -> (a: Ref(T)); T: type
RefOutput() -> (a: Ref(int32))
RefOutputFloatOutput() -> (a: Ref(float), b: float)
RequiresOlderGraphVersion() -> (version: int32); stateful
ReservedAttr() -> (); range: int
ReservedInput(input: int32) -> ()
ResourceCreateOp(resource: resource) -> (); stateful
ResourceInitializedOp(resource: resource) -> (initialized: bool); stateful
ResourceUsingOp(resource: resource) -> (); stateful
Restrict(a: T) -> (out: T); T: {string, bool}
Simple(a: int32) -> (out: float)
SimpleStruct() -> (a: n_a * int32); n_a: int >= 0
SleepIdentityOp(sleep_seconds: int32, input: T) -> (output: T); T: type; stateful
SleepOp(sleep_seconds: int32) -> (); stateful
StringListAttr() -> (); a: list(string); b: string
StubResourceHandleOp() -> (resource: resource); container: string = ""; shared_name: string = ""; stateful
TestAttr() -> (out: T); T: {float, double}; stateful
TestStringOutput(input: float) -> (output1: float, output2: string)
TwoFloatInputs(a: float, b: float) -> ()
TwoFloatInputsFloatOutput(a: float, b: float) -> (c: float)
TwoFloatInputsIntOutput(a: float, b: float) -> (c: int32)
TwoFloatOutputs() -> (a: float, b: float)
TwoIntInputs(a: int32, b: int32) -> ()
TwoIntOutputs() -> (a: int32, b: int32)
TwoRefsIn(a: Ref(T), b: Ref(T)) -> (); T: type
TypeList(a: T) -> (); T: list(type) >= 0
TypeListRestrict(a: T) -> (); T: list({string, bool}) >= 1
TypeListTwice(a: T, b: T) -> (); T: list(type) >= 0
Unary(a: T) -> (b: T); T: type
"""
