"""`tf.train`: the surroundings of steps that train a model, or feed one from queues.

Names are loaded when a program first asks for one: whoever coordinates queue runners needs no optimizer. Add a name
twice, for type checkers and for programs.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from aioflow.ops.namespaces.late_names import late_names as _late_names

if TYPE_CHECKING:
    from aioflow._proto.checkpoint_state_pb2 import CheckpointState as CheckpointState
    from aioflow._proto.cluster_pb2 import ClusterDef as ClusterDef
    from aioflow._proto.cluster_pb2 import JobDef as JobDef
    from aioflow._proto.example_pb2 import Example as Example
    from aioflow._proto.example_pb2 import SequenceExample as SequenceExample
    from aioflow._proto.feature_pb2 import BytesList as BytesList
    from aioflow._proto.feature_pb2 import Feature as Feature
    from aioflow._proto.feature_pb2 import FeatureList as FeatureList
    from aioflow._proto.feature_pb2 import FeatureLists as FeatureLists
    from aioflow._proto.feature_pb2 import Features as Features
    from aioflow._proto.feature_pb2 import FloatList as FloatList
    from aioflow._proto.feature_pb2 import Int64List as Int64List
    from aioflow._proto.saver_pb2 import SaverDef as SaverDef
    from aioflow._proto.server_pb2 import ServerDef as ServerDef
    from aioflow.distributed.server.server import Server as Server
    from aioflow.framework.devices.cluster_spec import ClusterSpec as ClusterSpec
    from aioflow.platform.graph_files import write_graph as write_graph
    from aioflow.summary.old_names import SummaryWriter as SummaryWriter
    from aioflow.summary.summary_iterator import summary_iterator as summary_iterator
    from aioflow.train import mixed_precision as experimental  # noqa: F401
    from aioflow.train import queue_runners as queue_runner  # noqa: F401
    from aioflow.train.checkpoints.checkpoint_files import checkpoint_exists as checkpoint_exists
    from aioflow.train.checkpoints.checkpoint_files import get_checkpoint_mtimes as get_checkpoint_mtimes
    from aioflow.train.checkpoints.checkpoint_files import remove_checkpoint as remove_checkpoint
    from aioflow.train.checkpoints.checkpoint_manager import CheckpointManager as CheckpointManager
    from aioflow.train.checkpoints.checkpoint_reader import NewCheckpointReader as NewCheckpointReader
    from aioflow.train.checkpoints.checkpoint_reader import list_variables as list_variables
    from aioflow.train.checkpoints.checkpoint_reader import load_checkpoint as load_checkpoint
    from aioflow.train.checkpoints.checkpoint_reader import load_variable as load_variable
    from aioflow.train.checkpoints.imported_graphs import import_meta_graph as import_meta_graph
    from aioflow.train.checkpoints.initial_values import init_from_checkpoint as init_from_checkpoint
    from aioflow.train.checkpoints.initial_values import warm_start as warm_start
    from aioflow.train.checkpoints.new_checkpoints import checkpoints_iterator as checkpoints_iterator
    from aioflow.train.checkpoints.object_checkpoint import Checkpoint as Checkpoint
    from aioflow.train.checkpoints.saver import Saver as Saver
    from aioflow.train.checkpoints.state_file import generate_checkpoint_state_proto as generate_checkpoint_state_proto
    from aioflow.train.checkpoints.state_file import get_checkpoint_state as get_checkpoint_state
    from aioflow.train.checkpoints.state_file import latest_checkpoint as latest_checkpoint
    from aioflow.train.checkpoints.state_file import update_checkpoint_state as update_checkpoint_state
    from aioflow.train.checkpoints.vocabularies import VocabInfo as VocabInfo
    from aioflow.train.coordinator import Coordinator as Coordinator
    from aioflow.train.device_setters import replica_device_setter as replica_device_setter
    from aioflow.train.global_steps import assert_global_step as assert_global_step
    from aioflow.train.global_steps import create_global_step as create_global_step
    from aioflow.train.global_steps import get_global_step as get_global_step
    from aioflow.train.global_steps import get_or_create_global_step as get_or_create_global_step
    from aioflow.train.global_steps import global_step as global_step
    from aioflow.train.hooks.checkpoint_hooks import CheckpointSaverHook as CheckpointSaverHook
    from aioflow.train.hooks.checkpoint_hooks import CheckpointSaverListener as CheckpointSaverListener
    from aioflow.train.hooks.session_run_hook import SessionRunArgs as SessionRunArgs
    from aioflow.train.hooks.session_run_hook import SessionRunContext as SessionRunContext
    from aioflow.train.hooks.session_run_hook import SessionRunHook as SessionRunHook
    from aioflow.train.hooks.session_run_hook import SessionRunValues as SessionRunValues
    from aioflow.train.hooks.step_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
    from aioflow.train.hooks.step_hooks import StopAtStepHook as StopAtStepHook
    from aioflow.train.hooks.summary_hooks import ProfilerHook as ProfilerHook
    from aioflow.train.hooks.summary_hooks import StepCounterHook as StepCounterHook
    from aioflow.train.hooks.summary_hooks import SummarySaverHook as SummarySaverHook
    from aioflow.train.hooks.tensor_hooks import FeedFnHook as FeedFnHook
    from aioflow.train.hooks.tensor_hooks import FinalOpsHook as FinalOpsHook
    from aioflow.train.hooks.tensor_hooks import LoggingTensorHook as LoggingTensorHook
    from aioflow.train.hooks.tensor_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
    from aioflow.train.hooks.tensor_hooks import NanTensorHook as NanTensorHook
    from aioflow.train.hooks.timers import SecondOrStepTimer as SecondOrStepTimer
    from aioflow.train.input_batches import batch as batch
    from aioflow.train.input_batches import batch_join as batch_join
    from aioflow.train.input_batches import maybe_batch as maybe_batch
    from aioflow.train.input_batches import maybe_batch_join as maybe_batch_join
    from aioflow.train.input_batches import maybe_shuffle_batch as maybe_shuffle_batch
    from aioflow.train.input_batches import maybe_shuffle_batch_join as maybe_shuffle_batch_join
    from aioflow.train.input_batches import shuffle_batch as shuffle_batch
    from aioflow.train.input_batches import shuffle_batch_join as shuffle_batch_join
    from aioflow.train.input_producers import input_producer as input_producer
    from aioflow.train.input_producers import limit_epochs as limit_epochs
    from aioflow.train.input_producers import match_filenames_once as match_filenames_once
    from aioflow.train.input_producers import range_input_producer as range_input_producer
    from aioflow.train.input_producers import slice_input_producer as slice_input_producer
    from aioflow.train.input_producers import string_input_producer as string_input_producer
    from aioflow.train.meta_graphs import export_meta_graph as export_meta_graph
    from aioflow.train.monitored.basic_train_loop import basic_train_loop as basic_train_loop
    from aioflow.train.monitored.looper import LooperThread as LooperThread
    from aioflow.train.monitored.monitored_session import MonitoredSession as MonitoredSession
    from aioflow.train.monitored.monitored_session import SingularMonitoredSession as SingularMonitoredSession
    from aioflow.train.monitored.monitored_training_session import MonitoredTrainingSession as MonitoredTrainingSession
    from aioflow.train.monitored.scaffold import Scaffold as Scaffold
    from aioflow.train.monitored.session_creators import ChiefSessionCreator as ChiefSessionCreator
    from aioflow.train.monitored.session_creators import SessionCreator as SessionCreator
    from aioflow.train.monitored.session_creators import WorkerSessionCreator as WorkerSessionCreator
    from aioflow.train.monitored.session_manager import SessionManager as SessionManager
    from aioflow.train.monitored.supervisor import Supervisor as Supervisor
    from aioflow.train.optimizers.adadelta import AdadeltaOptimizer as AdadeltaOptimizer
    from aioflow.train.optimizers.adagrad import AdagradDAOptimizer as AdagradDAOptimizer
    from aioflow.train.optimizers.adagrad import AdagradOptimizer as AdagradOptimizer
    from aioflow.train.optimizers.adagrad import ProximalAdagradOptimizer as ProximalAdagradOptimizer
    from aioflow.train.optimizers.adam import AdamOptimizer as AdamOptimizer
    from aioflow.train.optimizers.ftrl import FtrlOptimizer as FtrlOptimizer
    from aioflow.train.optimizers.gradient_descent import GradientDescentOptimizer as GradientDescentOptimizer
    from aioflow.train.optimizers.gradient_descent import (
        ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer,
    )
    from aioflow.train.optimizers.learning_rate_decay import cosine_decay as cosine_decay
    from aioflow.train.optimizers.learning_rate_decay import cosine_decay_restarts as cosine_decay_restarts
    from aioflow.train.optimizers.learning_rate_decay import exponential_decay as exponential_decay
    from aioflow.train.optimizers.learning_rate_decay import inverse_time_decay as inverse_time_decay
    from aioflow.train.optimizers.learning_rate_decay import linear_cosine_decay as linear_cosine_decay
    from aioflow.train.optimizers.learning_rate_decay import natural_exp_decay as natural_exp_decay
    from aioflow.train.optimizers.learning_rate_decay import noisy_linear_cosine_decay as noisy_linear_cosine_decay
    from aioflow.train.optimizers.learning_rate_decay import piecewise_constant as piecewise_constant
    from aioflow.train.optimizers.learning_rate_decay import piecewise_constant_decay as piecewise_constant_decay
    from aioflow.train.optimizers.learning_rate_decay import polynomial_decay as polynomial_decay
    from aioflow.train.optimizers.momentum import MomentumOptimizer as MomentumOptimizer
    from aioflow.train.optimizers.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
    from aioflow.train.optimizers.moving_averages import assign_moving_average as assign_moving_average
    from aioflow.train.optimizers.optimizer import Optimizer as Optimizer
    from aioflow.train.optimizers.rmsprop import RMSPropOptimizer as RMSPropOptimizer
    from aioflow.train.optimizers.sync_replicas import SyncReplicasOptimizer as SyncReplicasOptimizer
    from aioflow.train.queue_runners import QueueRunner as QueueRunner
    from aioflow.train.queue_runners import add_queue_runner as add_queue_runner
    from aioflow.train.queue_runners import start_queue_runners as start_queue_runners

if not TYPE_CHECKING:
    __getattr__, __dir__ = _late_names(__name__, {
        "_proto.cluster_pb2": "ClusterDef JobDef",
        "_proto.example_pb2": "Example SequenceExample",
        "_proto.feature_pb2": "BytesList Feature FeatureList FeatureLists Features FloatList Int64List",
        "_proto.server_pb2": "ServerDef",
        "distributed.server.server": "Server",
        "platform.graph_files": "write_graph",
        "_proto.checkpoint_state_pb2": "CheckpointState",
        "_proto.saver_pb2": "SaverDef",
        "summary.old_names": "SummaryWriter",
        "summary.summary_iterator": "summary_iterator",
        "train.checkpoints.checkpoint_files": "checkpoint_exists get_checkpoint_mtimes remove_checkpoint",
        "train.checkpoints.checkpoint_reader": "NewCheckpointReader list_variables load_checkpoint load_variable",
        "train.checkpoints.imported_graphs": "import_meta_graph",
        "train.checkpoints.initial_values": "init_from_checkpoint warm_start",
        "train.checkpoints.new_checkpoints": "checkpoints_iterator",
        "train.checkpoints.checkpoint_manager": "CheckpointManager",
        "train.checkpoints.object_checkpoint": "Checkpoint",
        "train.checkpoints.saver": "Saver",
        "train.checkpoints.state_file": (
            "generate_checkpoint_state_proto get_checkpoint_state latest_checkpoint update_checkpoint_state"
        ),
        "train.checkpoints.vocabularies": "VocabInfo",
        "train.coordinator": "Coordinator",
        "train.global_steps": (
            "assert_global_step create_global_step get_global_step get_or_create_global_step global_step"
        ),
        "train.hooks.checkpoint_hooks": "CheckpointSaverHook CheckpointSaverListener",
        "train.hooks.session_run_hook": "SessionRunArgs SessionRunContext SessionRunHook SessionRunValues",
        "train.hooks.step_hooks": "GlobalStepWaiterHook StopAtStepHook",
        "train.hooks.summary_hooks": "ProfilerHook StepCounterHook SummarySaverHook",
        "train.hooks.tensor_hooks": (
            "FeedFnHook FinalOpsHook LoggingTensorHook NanLossDuringTrainingError NanTensorHook"
        ),
        "train.hooks.timers": "SecondOrStepTimer",
        "train.input_batches": (
            "batch batch_join maybe_batch maybe_batch_join maybe_shuffle_batch maybe_shuffle_batch_join shuffle_batch "
            "shuffle_batch_join"
        ),
        "train.input_producers": (
            "input_producer limit_epochs match_filenames_once range_input_producer slice_input_producer "
            "string_input_producer"
        ),
        "train.optimizers.adadelta": "AdadeltaOptimizer",
        "train.optimizers.adagrad": "AdagradDAOptimizer AdagradOptimizer ProximalAdagradOptimizer",
        "train.optimizers.adam": "AdamOptimizer",
        "train.optimizers.ftrl": "FtrlOptimizer",
        "train.optimizers.gradient_descent": "GradientDescentOptimizer ProximalGradientDescentOptimizer",
        "train.optimizers.learning_rate_decay": (
            "cosine_decay cosine_decay_restarts exponential_decay inverse_time_decay linear_cosine_decay "
            "natural_exp_decay noisy_linear_cosine_decay piecewise_constant piecewise_constant_decay polynomial_decay"
        ),
        "train.optimizers.momentum": "MomentumOptimizer",
        "framework.devices.cluster_spec": "ClusterSpec",
        "train.device_setters": "replica_device_setter",
        "train.optimizers.moving_averages": "ExponentialMovingAverage assign_moving_average",
        "train.optimizers.optimizer": "Optimizer",
        "train.optimizers.rmsprop": "RMSPropOptimizer",
        "train.optimizers.sync_replicas": "SyncReplicasOptimizer",
        "train.meta_graphs": "export_meta_graph",
        "train.monitored.basic_train_loop": "basic_train_loop",
        "train.monitored.looper": "LooperThread",
        "train.monitored.monitored_session": "MonitoredSession SingularMonitoredSession",
        "train.monitored.monitored_training_session": "MonitoredTrainingSession",
        "train.monitored.scaffold": "Scaffold",
        "train.monitored.session_creators": "ChiefSessionCreator SessionCreator WorkerSessionCreator",
        "train.monitored.session_manager": "SessionManager",
        "train.monitored.supervisor": "Supervisor",
        "train.queue_runners": "QueueRunner add_queue_runner start_queue_runners",
    }, {"experimental": "train.mixed_precision", "queue_runner": "train.queue_runners"})  # fmt: skip
