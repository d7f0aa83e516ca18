"""Kernels: how they are registered, found and bound to nodes, and what one invocation may touch."""
from __future__ import annotations

from aioflow.framework.kernels.joinable_call import JoinableCall as JoinableCall
from aioflow.framework.kernels.kernel_context import ROOT_FRAME_ITERATION as ROOT_FRAME_ITERATION
from aioflow.framework.kernels.kernel_context import STEP_CONTAINER_PREFIX as STEP_CONTAINER_PREFIX
from aioflow.framework.kernels.kernel_context import CallFrame as CallFrame
from aioflow.framework.kernels.kernel_context import FunctionCaller as FunctionCaller
from aioflow.framework.kernels.kernel_context import KernelContext as KernelContext
from aioflow.framework.kernels.kernel_context import NodeCollector as NodeCollector
from aioflow.framework.kernels.kernel_context import NodeTrace as NodeTrace
from aioflow.framework.kernels.kernel_context import SessionServices as SessionServices
from aioflow.framework.kernels.kernel_context import StepContext as StepContext
from aioflow.framework.kernels.kernel_context import TaskSink as TaskSink
from aioflow.framework.kernels.kernel_packs import use_kernels as use_kernels
from aioflow.framework.kernels.kernel_registry import ANY_DEVICE as ANY_DEVICE
from aioflow.framework.kernels.kernel_registry import Compute as Compute
from aioflow.framework.kernels.kernel_registry import KernelDef as KernelDef
from aioflow.framework.kernels.kernel_registry import KernelKind as KernelKind
from aioflow.framework.kernels.kernel_registry import WithConstants as WithConstants
from aioflow.framework.kernels.kernel_registry import find_kernel as find_kernel
from aioflow.framework.kernels.kernel_registry import kernel as kernel
from aioflow.framework.kernels.kernel_registry import kernels_are_in as kernels_are_in
from aioflow.framework.kernels.kernel_registry import ops_with_kernels as ops_with_kernels
from aioflow.framework.kernels.kernel_registry import register_kernel as register_kernel
from aioflow.framework.kernels.kernel_registry import registered_kernels as registered_kernels
from aioflow.framework.kernels.op_kernel import OpKernel as OpKernel
from aioflow.framework.kernels.op_kernel import as_object_array as as_object_array
from aioflow.framework.kernels.op_kernel import bind_kernel as bind_kernel
from aioflow.framework.kernels.op_kernel import no_kernel as no_kernel
from aioflow.framework.kernels.stopping import check_stop as check_stop
