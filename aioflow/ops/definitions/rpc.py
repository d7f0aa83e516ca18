"""Declarations of the ops of remote procedure calls, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
DeleteRpcFutureResource(handle: resource, deleter: variant) -> (); stateful
RpcCall(client: resource, method_name: string, args: Tin, timeout_in_ms: int64) -> (future: resource, deleter: variant); Tin: list(type) >= 0; stateful
RpcCheckStatus(status_or: resource) -> (error_code: int64, error: string); stateful
RpcClient(server_address: string, timeout_in_ms: int64) -> (client: resource, method_specs: string); shared_name: string = ""; list_registered_methods: bool = false; stateful
RpcGetValue(status_or: resource) -> (output: Tout); Tout: list(type) >= 0; stateful
RpcServer(server_address: string) -> (server: resource); stateful
RpcServerRegister(server: resource, method_name: string, captured_inputs: Tin) -> (); Tin: list(type) >= 0 = []; f: func; input_specs: string = ""; output_specs: string; stateful
RpcServerStart(server: resource) -> (); stateful
"""
