"""aioflow: TensorFlow-1-style dataflow graphs inside asyncio programs.

    import aioflow as tf

    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.nn.relu(tf.matmul(x, weights))
    async with tf.Session() as session:
        value = await session.run(y, {x: batch})

This module only gathers names. Whatever builds graphs comes with it; sessions and protobuf messages are loaded when a
program first asks for one, and kernels when a session or a shape first needs one.
"""
from __future__ import annotations

import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

from aioflow import errors as errors
from aioflow.errors import OpError as OpError
from aioflow.framework import Dimension as Dimension
from aioflow.framework import Limits as Limits
from aioflow.framework import TensorShape as TensorShape
from aioflow.framework import register_op as register_op
from aioflow.framework.devices.device_factory import DeviceFactory as DeviceFactory
from aioflow.framework.devices.device_spec import DeviceSpec as DeviceSpec
from aioflow.framework.graph import Graph as Graph
from aioflow.framework.graph import IndexedSlices as IndexedSlices
from aioflow.framework.graph import Operation as Operation
from aioflow.framework.graph import SparseTensor as SparseTensor
from aioflow.framework.graph import SparseTensorValue as SparseTensorValue
from aioflow.framework.graph import Tensor as Tensor
from aioflow.framework.graph import get_default_graph as get_default_graph
from aioflow.framework.graph import get_default_session as get_default_session
from aioflow.framework.graph import reset_default_graph as reset_default_graph
from aioflow.framework.importing import import_graph_def as import_graph_def
from aioflow.framework.kernels import kernel as kernel
from aioflow.framework.kernels import kernels_are_in as _kernels_are_in
from aioflow.framework.kernels import register_kernel as register_kernel
from aioflow.framework.kernels import use_kernels as use_kernels
from aioflow.ops.building.convert import constant as constant
from aioflow.ops.building.convert import convert_to_tensor as convert_to_tensor
from aioflow.ops.building.convert import register_tensor_conversion_function as register_tensor_conversion_function
from aioflow.ops.building.graph_scopes import *
from aioflow.ops.namespaces.late_names import refuse as _refuse
from aioflow.ops.namespaces.late_names import refuse_others as _refuse_others
from aioflow.ops.namespaces.package_names import MODULES as _MODULES_LOADED_WHEN_ASKED_FOR
from aioflow.ops.namespaces.package_names import NAMES as _NAMES

if TYPE_CHECKING:
    from aioflow import contrib as contrib
    from aioflow import data as data
    from aioflow import estimator as estimator
    from aioflow import feature_column as feature_column
    from aioflow import layers as layers
    from aioflow import losses as losses
    from aioflow import metrics as metrics
    from aioflow import saved_model as saved_model
    from aioflow import summary as summary
    from aioflow import train as train
    from aioflow._proto.attr_value_pb2 import AttrValue as AttrValue
    from aioflow._proto.attr_value_pb2 import NameAttrList as NameAttrList
    from aioflow._proto.cluster_pb2 import ClusterDef as ClusterDef
    from aioflow._proto.cluster_pb2 import JobDef as JobDef
    from aioflow._proto.config_pb2 import AioflowPoolOptions as AioflowPoolOptions
    from aioflow._proto.config_pb2 import CallableOptions as CallableOptions
    from aioflow._proto.config_pb2 import ConfigProto as ConfigProto
    from aioflow._proto.config_pb2 import GraphOptions as GraphOptions
    from aioflow._proto.config_pb2 import OptimizerOptions as OptimizerOptions
    from aioflow._proto.config_pb2 import RunMetadata as RunMetadata
    from aioflow._proto.config_pb2 import RunOptions as RunOptions
    from aioflow._proto.config_pb2 import SessionMetadata as SessionMetadata
    from aioflow._proto.config_pb2 import ThreadPoolOptionProto as ThreadPoolOptionProto
    from aioflow._proto.device_attributes_pb2 import DeviceAttributes as DeviceAttributes
    from aioflow._proto.event_pb2 import Event as Event
    from aioflow._proto.event_pb2 import LogMessage as LogMessage
    from aioflow._proto.event_pb2 import SessionLog as SessionLog
    from aioflow._proto.function_pb2 import FunctionDef as FunctionDef
    from aioflow._proto.function_pb2 import FunctionDefLibrary as FunctionDefLibrary
    from aioflow._proto.gpu_options_pb2 import GPUOptions as GPUOptions
    from aioflow._proto.graph_pb2 import GraphDef as GraphDef
    from aioflow._proto.meta_graph_pb2 import CollectionDef as CollectionDef
    from aioflow._proto.meta_graph_pb2 import MetaGraphDef as MetaGraphDef
    from aioflow._proto.meta_graph_pb2 import SignatureDef as SignatureDef
    from aioflow._proto.meta_graph_pb2 import TensorInfo as TensorInfo
    from aioflow._proto.node_def_pb2 import NodeDef as NodeDef
    from aioflow._proto.op_def_pb2 import OpDef as OpDef
    from aioflow._proto.op_def_pb2 import OpList as OpList
    from aioflow._proto.resource_handle_pb2 import ResourceHandleProto as ResourceHandleProto
    from aioflow._proto.rewriter_config_pb2 import RewriterConfig as RewriterConfig
    from aioflow._proto.saved_model_pb2 import SavedModel as SavedModel
    from aioflow._proto.saver_pb2 import SaverDef as SaverDef
    from aioflow._proto.server_pb2 import ServerDef as ServerDef
    from aioflow._proto.step_stats_pb2 import StepStats as StepStats
    from aioflow._proto.summary_pb2 import HistogramProto as HistogramProto
    from aioflow._proto.summary_pb2 import Summary as Summary
    from aioflow._proto.summary_pb2 import SummaryMetadata as SummaryMetadata
    from aioflow._proto.tensor_pb2 import TensorProto as TensorProto
    from aioflow._proto.tensor_shape_pb2 import TensorShapeProto as TensorShapeProto
    from aioflow._proto.variable_pb2 import VariableDef as VariableDef
    from aioflow._proto.versions_pb2 import VersionDef as VersionDef
    from aioflow.distributed.ray.ray_cluster import RayCluster as RayCluster
    from aioflow.distributed.ray.ray_session_pool import RaySessionPool as RaySessionPool
    from aioflow.framework.type_specs import *
    from aioflow.namespaces import graph_util as graph_util
    from aioflow.namespaces import io as io
    from aioflow.namespaces import nn as nn
    from aioflow.observe import timeline as timeline
    from aioflow.observe.live.status_socket import serve_status as serve_status
    from aioflow.observe.recording.recording import record as record
    from aioflow.ops.backprop.aggregation import AggregationMethod as AggregationMethod
    from aioflow.ops.backprop.custom_gradient import custom_gradient as custom_gradient
    from aioflow.ops.backprop.custom_gradient import grad_pass_through as grad_pass_through
    from aioflow.ops.backprop.custom_gradient import recompute_grad as recompute_grad
    from aioflow.ops.backprop.gradients import UnconnectedGradients as UnconnectedGradients
    from aioflow.ops.backprop.gradients import gradients as gradients
    from aioflow.ops.backprop.hessians import hessians as hessians
    from aioflow.ops.backprop.rules import NoGradient as NoGradient
    from aioflow.ops.backprop.rules import NotDifferentiable as NotDifferentiable
    from aioflow.ops.backprop.rules import RegisterGradient as RegisterGradient
    from aioflow.ops.backprop.rules import no_gradient as no_gradient
    from aioflow.ops.calls.defun import Defun as Defun
    from aioflow.ops.calls.polymorphic_functions import function as function
    from aioflow.ops.control_flow.conditionals import case as case
    from aioflow.ops.control_flow.conditionals import cond as cond
    from aioflow.ops.control_flow.conditionals import switch_case as switch_case
    from aioflow.ops.control_flow.functional_loops import foldl as foldl
    from aioflow.ops.control_flow.functional_loops import foldr as foldr
    from aioflow.ops.control_flow.functional_loops import map_fn as map_fn
    from aioflow.ops.control_flow.functional_loops import scan as scan
    from aioflow.ops.control_flow.script_ops import async_py_func as async_py_func
    from aioflow.ops.control_flow.script_ops import py_func as numpy_function  # noqa: F401
    from aioflow.ops.control_flow.script_ops import py_func as py_func
    from aioflow.ops.control_flow.script_ops import py_function as py_function
    from aioflow.ops.control_flow.tensor_array import TensorArray as TensorArray
    from aioflow.ops.control_flow.while_loops import while_loop as while_loop
    from aioflow.ops.functions.array_creation import *
    from aioflow.ops.functions.array_ops import *
    from aioflow.ops.functions.assertion_ops import *
    from aioflow.ops.functions.clip_ops import *
    from aioflow.ops.functions.control_flow_ops import group as group
    from aioflow.ops.functions.control_flow_ops import no_op as no_op
    from aioflow.ops.functions.elementwise_ops import *
    from aioflow.ops.functions.indexing_ops import *
    from aioflow.ops.functions.joining_ops import *
    from aioflow.ops.functions.linalg_ops import *
    from aioflow.ops.functions.math_ops import *
    from aioflow.ops.functions.matrix_ops import *
    from aioflow.ops.functions.nn.nn_ops import log_sigmoid as log_sigmoid
    from aioflow.ops.functions.nn.nn_ops import verify_tensor_all_finite as verify_tensor_all_finite
    from aioflow.ops.functions.numeric_checks import add_check_numerics_ops as add_check_numerics_ops
    from aioflow.ops.functions.parsing_features import *
    from aioflow.ops.functions.parsing_ops import *
    from aioflow.ops.functions.patch_ops import *
    from aioflow.ops.functions.plain_ops import *
    from aioflow.ops.functions.printing import print as print
    from aioflow.ops.functions.quantization_ops import *
    from aioflow.ops.functions.random_ops import *
    from aioflow.ops.functions.reduction_ops import *
    from aioflow.ops.functions.sorting_ops import *
    from aioflow.ops.functions.sparse_math_ops import *
    from aioflow.ops.functions.sparse_ops import *
    from aioflow.ops.functions.sparse_shape_ops import *
    from aioflow.ops.functions.string_ops import *
    from aioflow.ops.functions.value_checks import assert_proper_iterable as assert_proper_iterable
    from aioflow.ops.functions.value_checks import assert_same_float_dtype as assert_same_float_dtype
    from aioflow.ops.functions.value_checks import is_non_decreasing as is_non_decreasing
    from aioflow.ops.functions.value_checks import is_numeric_tensor as is_numeric_tensor
    from aioflow.ops.functions.value_checks import is_strictly_increasing as is_strictly_increasing
    from aioflow.ops.generated.io import matching_files as matching_files
    from aioflow.ops.generated.io import read_file as read_file
    from aioflow.ops.generated.io import write_file as write_file
    from aioflow.ops.generated.linalg import cholesky as cholesky
    from aioflow.ops.generated.signal import fft as fft
    from aioflow.ops.generated.signal import fft2d as fft2d
    from aioflow.ops.generated.signal import fft3d as fft3d
    from aioflow.ops.generated.signal import ifft as ifft
    from aioflow.ops.generated.signal import ifft2d as ifft2d
    from aioflow.ops.generated.signal import ifft3d as ifft3d
    from aioflow.ops.graphs.load_graph import load_graph as load_graph
    from aioflow.ops.namespaces import audio as audio
    from aioflow.ops.namespaces import bitwise as bitwise
    from aioflow.ops.namespaces import compat as compat
    from aioflow.ops.namespaces import debugging as debugging
    from aioflow.ops.namespaces import dtypes as dtypes
    from aioflow.ops.namespaces import image as image
    from aioflow.ops.namespaces import initializers as initializers
    from aioflow.ops.namespaces import linalg as linalg
    from aioflow.ops.namespaces import lookup as lookup
    from aioflow.ops.namespaces import manip as manip
    from aioflow.ops.namespaces import math as math
    from aioflow.ops.namespaces import quantization as quantization
    from aioflow.ops.namespaces import queue as queue
    from aioflow.ops.namespaces import random as random
    from aioflow.ops.namespaces import raw_ops as raw_ops
    from aioflow.ops.namespaces import sets as sets
    from aioflow.ops.namespaces import signal as signal
    from aioflow.ops.namespaces import sparse as sparse
    from aioflow.ops.namespaces import spectral as spectral
    from aioflow.ops.namespaces import strings as strings
    from aioflow.ops.namespaces.behavior import *
    from aioflow.ops.namespaces.dtypes import *
    from aioflow.ops.namespaces.renamed import *
    from aioflow.ops.resources.accumulators import ConditionalAccumulator as ConditionalAccumulator
    from aioflow.ops.resources.accumulators import ConditionalAccumulatorBase as ConditionalAccumulatorBase
    from aioflow.ops.resources.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
    from aioflow.ops.resources.critical_sections import CriticalSection as CriticalSection
    from aioflow.ops.resources.queues import FIFOQueue as FIFOQueue
    from aioflow.ops.resources.queues import PaddingFIFOQueue as PaddingFIFOQueue
    from aioflow.ops.resources.queues import PriorityQueue as PriorityQueue
    from aioflow.ops.resources.queues import QueueBase as QueueBase
    from aioflow.ops.resources.queues import RandomShuffleQueue as RandomShuffleQueue
    from aioflow.ops.resources.readers import *
    from aioflow.ops.resources.session_handles import delete_session_tensor as delete_session_tensor
    from aioflow.ops.resources.session_handles import get_session_handle as get_session_handle
    from aioflow.ops.resources.session_handles import get_session_tensor as get_session_tensor
    from aioflow.ops.variables.partitioned_variables import *
    from aioflow.ops.variables.templates import make_template as make_template
    from aioflow.ops.variables.variable_collections import *
    from aioflow.ops.variables.variable_creators import variable_creator_scope as variable_creator_scope
    from aioflow.ops.variables.variable_scope import *
    from aioflow.ops.variables.variable_settings import *
    from aioflow.ops.variables.variables import *
    from aioflow.platform import app as app
    from aioflow.platform import flags as flags
    from aioflow.platform import gfile as gfile
    from aioflow.platform import nest as nest
    from aioflow.platform import python_io as python_io
    from aioflow.platform import resource_loader as resource_loader
    from aioflow.platform import tf_logging as logging  # noqa: F401
    from aioflow.platform import unit_tests as test  # noqa: F401
    from aioflow.platform.tensorflow_alias import import_as_tensorflow as import_as_tensorflow
    from aioflow.platform.tf_logging import get_logger as get_logger
    from aioflow.pools.session_pools import pools as pools
    from aioflow.session.calls.sync_runner import run_sync as run_sync
    from aioflow.session.preload import preload as preload
    from aioflow.session.session import InteractiveSession as InteractiveSession
    from aioflow.session.session import Session as Session
    from aioflow.session.session_factory import SessionFactory as SessionFactory
    from aioflow.summary.old_names import audio_summary as audio_summary
    from aioflow.summary.old_names import histogram_summary as histogram_summary
    from aioflow.summary.old_names import image_summary as image_summary
    from aioflow.summary.old_names import merge_all_summaries as merge_all_summaries
    from aioflow.summary.old_names import merge_summary as merge_summary
    from aioflow.summary.old_names import scalar_summary as scalar_summary
    from aioflow.train import mixed_precision as mixed_precision

__version__ = "0.1.0"
_kernels_are_in("aioflow.kernels")
# Parts of sessions that know no event loop. The first session needs them all, and would import them (10 ms) while its
# loop does nothing else; who imports aioflow keeps nobody waiting yet.
for _part in (
    "_proto.config_pb2", "framework.memory.large_arrays", "passes.gradient_body", "passes.optimize", "passes.partition",
    "passes.place",
):  # fmt: skip
    _import_module(f"{__name__}.{_part}")
# A package enters itself here when it is first imported. `tf.pools` is a function, so the package of that name comes
# first and leaves again; importing it and what is in it goes by `sys.modules` and works all the same.
_import_module(f"{__name__}.pools")
globals().pop("pools")

_LOADED_WHEN_ASKED_FOR = {
    name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names.split()
}


if not TYPE_CHECKING:  # a checker shall not believe that any name exists

    def __getattr__(name: str) -> _Any:
        if name in _MODULES_LOADED_WHEN_ASKED_FOR:
            value = globals()[name] = _import_module(f"{__name__}.{_MODULES_LOADED_WHEN_ASKED_FOR[name]}")
            _refuse_others(value, f"{__name__}.{name}")
            return value
        module = _LOADED_WHEN_ASKED_FOR.get(name)
        if module is None:
            _refuse(_sys.modules[__name__], __name__, name)
        value = globals()[name] = getattr(_import_module(module), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LOADED_WHEN_ASKED_FOR, *_MODULES_LOADED_WHEN_ASKED_FOR})
