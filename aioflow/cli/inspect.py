"""`aioflow inspect`: the inputs, outputs and ops of a model, and the ops among them that cannot run here."""
from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.cli.exits import BadInput
from aioflow.cli.model_file import FileLimits, Model
from aioflow.cli.signature_needs import SignatureNeeds
from aioflow.cli.terminal import one_line, printable
from aioflow.framework import OPS, dtypes, may_be_in_folder, may_read_in_folder, touches_outside_world
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.importing import import_graph_def
from aioflow.framework.kernels import find_kernel, registered_kernels

Document = dict[str, Any]
_PLACEHOLDERS = frozenset({"Placeholder", "PlaceholderV2", "PlaceholderWithDefault"})
_LARGEST = 5
_INFERENCE_S = 0.7  # longer than any honest graph of the size that is accepted
_NO_TYPE = 0  # DT_INVALID
_MAX_RANK = 64  # of declared shapes; no tensor has more dimensions, but a hostile file may list millions


def inspect_model(model: Model, limits: FileLimits) -> Document:
    """Inspects a model; returns a document for JSON.

    Raises:
        BadInput: The graph is ill-formed or exceeds a limit.
    """
    graph = _imported(model, limits)
    has_shapes = graph is not None and _infer_shapes(model, graph)
    nodes = model.graph_def.node
    faults = _Faults(model, graph)
    document: Document = {
        "file": str(model.path),
        "format": model.format,
        "file_nbytes": model.nbytes,
        "producer": model.graph_def.versions.producer,
        "num_nodes": len(nodes),
        "num_functions": len(model.graph_def.library.function),
    }
    if model.meta_graph is not None:
        document["tag_sets"] = [list(tags) for tags in model.tag_sets]
        document["signatures"] = _signatures(model.meta_graph, SignatureNeeds(model.graph_def, faults.of))
    names = [node.name for node in nodes if node.op in _PLACEHOLDERS]
    document["inputs"] = [_tensor(graph, has_shapes, name) for name in names]
    document["outputs"] = list(_outputs(model.graph_def, graph, has_shapes))
    document["ops"] = dict(sorted(_histogram(model.graph_def).items(), key=lambda item: (-item[1], item[0])))
    document["missing_ops"] = _missing_ops(model, faults)
    if document.get("signatures"):
        for entry in document["missing_ops"]:
            entry["signatures"] = _needed_by(entry["op"], document["signatures"])
    document["constants"] = _constants(model.graph_def)
    return document


def _imported(model: Model, limits: FileLimits) -> Graph | None:
    """The model as a graph, for dtypes and shapes; None where ops that nobody knows stand in the way.

    Nothing runs, so no trust is needed.
    """
    graph = Graph()
    try:
        with graph.as_default():
            import_graph_def(model.graph_def, name="", trust="full", limits=limits.graph)
    except errors.NotFoundError:
        return None
    except errors.ResourceExhaustedError as error:
        raise BadInput(f"{printable(str(model.path))}: {one_line(error)}; pass --large if it is honest") from error
    except (ValueError, TypeError, errors.OpError) as error:
        raise BadInput(f"{printable(str(model.path))} holds an ill-formed graph: {one_line(error)}") from error
    return graph


def _infer_shapes(model: Model, graph: Graph) -> bool:
    """Infers all shapes; returns whether that was possible in the time that it may take."""
    # The import leaves shapes that take long to those who ask. The clock is asked before each node, because a rule may
    # compute with values that the file holds, and a file may hold tens of thousands of such nodes.
    until = time.perf_counter() + _INFERENCE_S
    for op in graph.get_operations():
        if time.perf_counter() > until:
            return False
        try:
            _ = [tensor.shape for tensor in op.outputs]
        except ValueError as error:
            raise BadInput(f"{printable(str(model.path))} holds shapes that contradict: {one_line(error)}") from error
    return True


# ---- inputs and outputs
def _tensor(graph: Graph | None, has_shapes: bool, op_name: str, index: int = 0) -> Document:
    name = f"{op_name}:{index}"
    if graph is None:
        return {"name": name, "dtype": None, "shape": None}
    tensor = graph.get_tensor_by_name(name)
    return {"name": name, "dtype": tensor.dtype.name, "shape": _shape(tensor) if has_shapes else None}


def _shape(tensor: Tensor) -> list[int | None] | None:
    return None if tensor.shape.rank is None else tensor.shape.as_list()


def _outputs(graph_def: Any, graph: Graph | None, has_shapes: bool) -> Iterator[Document]:
    """Gives the outputs of operations that nothing consumes; constants and inputs left aside."""
    # From the message, not from the graph, which is not there when it has unknown ops.
    consumed = {text.lstrip("^").partition(":")[0] for node in graph_def.node for text in node.input}
    for node in graph_def.node:
        if node.name in consumed or node.op == "Const" or node.op in _PLACEHOLDERS:
            continue
        op = None if graph is None else graph.get_operation_by_name(node.name)
        for index in range(1 if op is None else len(op.outputs)):
            yield _tensor(graph, has_shapes, node.name, index)


def _signatures(meta_graph: Any, needs: SignatureNeeds) -> Document:
    return {
        name: {
            "method": signature.method_name,
            "inputs": {key: _tensor_info(info) for key, info in sorted(signature.inputs.items())},
            "outputs": {key: _tensor_info(info) for key, info in sorted(signature.outputs.items())},
            "missing_ops": needs.missing(signature),
        }
        for name, signature in sorted(meta_graph.signature_def.items())
    }


def _needed_by(op_type: str, signatures: Document) -> list[str]:
    """Lists the signatures that cannot run for want of an op."""
    return [name for name, signature in signatures.items() if op_type in (signature["missing_ops"] or ())]


def _tensor_info(info: Any) -> Document:
    encoding = info.WhichOneof("encoding")
    # Sparse and composite tensors have several names; which encoding it is must do here.
    name = info.name if encoding in ("name", None) else f"<{encoding}>"
    # An operation, as a signature that initialises has it: there is no type, and no shape.
    if encoding == "name" and info.dtype == _NO_TYPE:
        return {"name": name, "dtype": None, "shape": None}
    shape = None if info.tensor_shape.unknown_rank else [None if d.size < 0 else d.size for d in info.tensor_shape.dim]
    return {"name": name, "dtype": _dtype_name(info.dtype), "shape": shape}


def _dtype_name(number: int) -> str:
    try:
        return dtypes.as_dtype(number).name
    except TypeError:
        return f"type {number}"


# ---- ops
def _bodies(graph_def: Any) -> Iterator[Any]:
    """Gives the nodes of the graph and of its functions."""
    yield from graph_def.node
    for function in graph_def.library.function:
        yield from function.node_def


def _histogram(graph_def: Any) -> Counter[str]:
    return Counter(node.op for node in _bodies(graph_def))


@dataclass(slots=True)
class _Missing:
    count: int
    example: str


class _Faults:
    """Says of each node what keeps it from running.

    Args:
        model: The model.
        graph: It as a graph, if there is one.
    """

    def __init__(self, model: Model, graph: Graph | None) -> None:
        functions = {function.signature.name for function in model.graph_def.library.function}
        self._functions, self._has_folder = functions, model.meta_graph is not None
        # Kernels depend on dtypes, which only an imported graph knows; nodes in functions are left out of that.
        #: Op and name -> reason.
        self.dtypes = {
            (op.type, op.name): reason
            for op in (graph.get_operations() if graph is not None else ())
            if op.type not in functions and registered_kernels(op.type) and (reason := _dtype_reason(op))
        }

    def of(self, node: Any) -> str:
        """What keeps a node from running; "" where nothing does."""
        return self.of_op(node) or self.dtypes.get((node.op, node.name), "")

    def of_op(self, node: Any) -> str:
        """The same as far as op and attributes decide."""
        return "" if node.op in self._functions else _reason(node.op, node.attr, self._has_folder)


def _missing_ops(model: Model, faults: _Faults) -> list[Document]:
    missing: dict[tuple[str, str], _Missing] = {}
    for node in _bodies(model.graph_def):
        if reason := faults.of_op(node):
            missing.setdefault((node.op, reason), _Missing(0, node.name)).count += 1
    for (op_type, name), reason in faults.dtypes.items():
        missing.setdefault((op_type, reason), _Missing(0, name)).count += 1
    return [
        {"op": op, "reason": reason, "count": found.count, "example": found.example}
        for (op, reason), found in sorted(missing.items())
    ]


def _reason(op_type: str, attrs: Any, has_folder: bool) -> str:
    """Says why a node cannot run, as far as op and attributes decide; "" where it can.

    A SavedModel has a folder, in which it may read, but not write.
    """
    if op_type not in OPS:
        return "unknown op"
    no_kernel = "" if registered_kernels(op_type) else "known op, but no kernel yet"
    if has_folder and may_read_in_folder(op_type):
        return no_kernel
    if touches_outside_world(op_type, attrs):
        refused = "refused without --trust full: it touches files, processes or the network"
        if has_folder and may_be_in_folder(op_type):
            refused = "refuses to run without --trust full: it touches files"
        return f"{refused}; {no_kernel}" if no_kernel else refused
    return no_kernel


def _dtype_reason(op: Operation) -> str:
    if find_kernel(op.type, op.attrs, "CPU") is not None:
        return ""
    types = [f"{name}={value.name}" for name, value in op.attrs.items() if isinstance(value, dtypes.DType)]
    return f"no kernel for {', '.join(types) or 'these attributes'}"


# ---- sizes
def _constants(graph_def: Any) -> Document:
    constants = [_constant(node) for node in _bodies(graph_def) if node.op == "Const"]
    largest = sorted(constants, key=lambda constant: -constant["nbytes"])[:_LARGEST]
    return {"count": len(constants), "nbytes": sum(constant["nbytes"] for constant in constants), "largest": largest}


def _constant(node: Any) -> Document:
    """Describes a constant by its declared size; the file may hold less, as one value can stand for all."""
    # Straight from the message: making the tensor would take the memory that a hostile file declares.
    tensor = node.attr["value"].tensor if "value" in node.attr else None
    sizes = [max(d.size, 0) for d in tensor.tensor_shape.dim[:_MAX_RANK]] if tensor is not None else []
    try:
        dtype = dtypes.as_dtype(tensor.dtype if tensor is not None else 0)
    except TypeError:
        return {"name": node.name, "dtype": None, "shape": sizes, "nbytes": 0}
    strings = sum(map(len, tensor.string_val)) if tensor is not None and dtype is dtypes.string else 0
    return {"name": node.name, "dtype": dtype.name, "shape": sizes, "nbytes": strings or math.prod(sizes) * dtype.size}
