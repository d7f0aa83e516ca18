"""tf_debug: TensorFlow's debugger, `from aioflow import tf_debug` in place of `from tensorflow.python import debug`.

Watches of runs, sessions that dump all of their runs, and readers of dumps; `aioflow tfdbg DUMP_DIR` shows them.
"""

from __future__ import annotations

from aioflow.tf_debug.dump_dir import CoreMetadata as CoreMetadata
from aioflow.tf_debug.dump_dir import DebugDumpDir as DebugDumpDir
from aioflow.tf_debug.dump_dir import WatchKeyDoesNotExistInDebugDumpDirError as WatchKeyDoesNotExistInDebugDumpDirError
from aioflow.tf_debug.dumped_graphs import reconstruct_non_debug_graph_def as reconstruct_non_debug_graph_def
from aioflow.tf_debug.dumped_tensors import DebugTensorDatum as DebugTensorDatum
from aioflow.tf_debug.dumped_tensors import InconvertibleTensorProto as InconvertibleTensorProto
from aioflow.tf_debug.dumped_tensors import has_inf_or_nan as has_inf_or_nan
from aioflow.tf_debug.dumped_tensors import load_tensor_from_event as load_tensor_from_event
from aioflow.tf_debug.dumped_tensors import load_tensor_from_event_file as load_tensor_from_event_file
from aioflow.tf_debug.hooks import DumpingDebugHook as DumpingDebugHook
from aioflow.tf_debug.hooks import GrpcDebugHook as GrpcDebugHook
from aioflow.tf_debug.hooks import TensorBoardDebugHook as TensorBoardDebugHook
from aioflow.tf_debug.watch_options import WatchOptions as WatchOptions
from aioflow.tf_debug.watch_options import add_debug_tensor_watch as add_debug_tensor_watch
from aioflow.tf_debug.watch_options import watch_graph as watch_graph
from aioflow.tf_debug.watch_options import watch_graph_with_denylists as watch_graph_with_denylists
from aioflow.tf_debug.wrappers import DumpingDebugWrapperSession as DumpingDebugWrapperSession
from aioflow.tf_debug.wrappers import GrpcDebugWrapperSession as GrpcDebugWrapperSession
from aioflow.tf_debug.wrappers import LocalCLIDebugWrapperSession as LocalCLIDebugWrapperSession
from aioflow.tf_debug.wrappers import TensorBoardDebugWrapperSession as TensorBoardDebugWrapperSession
