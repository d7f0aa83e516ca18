"""`tf.train`: the surroundings of steps that train a model, or feed one from queues."""
from __future__ import annotations

from aioflow.train.coordinator import Coordinator as Coordinator
from aioflow.train.global_steps import assert_global_step as assert_global_step
from aioflow.train.global_steps import create_global_step as create_global_step
from aioflow.train.global_steps import get_global_step as get_global_step
from aioflow.train.global_steps import get_or_create_global_step as get_or_create_global_step
from aioflow.train.global_steps import global_step as global_step
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
from aioflow.train.meta_graphs import import_meta_graph as import_meta_graph
from aioflow.train.queue_runners import QueueRunner as QueueRunner
from aioflow.train.queue_runners import add_queue_runner as add_queue_runner
from aioflow.train.queue_runners import start_queue_runners as start_queue_runners
